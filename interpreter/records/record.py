"""A record: one game as it was played, with what was said about it and what might have been played instead."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING

from interpreter.errors import RecordError

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["DEEPEST", "LARGEST", "UNKNOWN", "Record", "RecordStep", "Variation", "one_line", "shortened", "way_of"]

LARGEST = 20_000_000
"""Bytes of a record; a game of 100,000 steps needs about one million."""
DEEPEST = 40
"""How deep variations may stand in variations."""
UNKNOWN = "?"
"""The hash or the outcome of a record that does not tell it; it is not compared."""


@dataclass(frozen=True, slots=True)
class RecordStep:
    """A step in the notation of the game, with what belongs to it.

    `turn` is the number of its turn, 0 where the record does not tell it; `line` the line of the record it stands on,
    or 0; `comment` one line of text; `variations` are ways to go on that begin in place of this step.
    """

    text: str
    turn: int
    line: int = 0
    comment: str = ""
    variations: tuple[Variation, ...] = ()


@dataclass(frozen=True, slots=True)
class Variation:
    """Steps that were not played; `comment` is said before the first of them."""

    steps: tuple[RecordStep, ...]
    comment: str = ""


@dataclass(frozen=True)
class Record:
    """One game as it was played.

    `game` is a library name, or the path of a file as seen from the record; `options` and `changes` are pairs of name
    and value, the value as YAML text; `hash` is that of the resolved game; `seed` the one chance was drawn from, if
    any; `outcome` the winner with the reason, `draw` with the reason, or None for an unfinished game; `comment` is said
    before the first step; `place` the name of the file it was read from, for messages.
    """

    game: str
    language: int
    hash: str
    options: tuple[tuple[str, str], ...] = ()
    changes: tuple[tuple[str, str], ...] = ()
    seed: int | None = None
    outcome: str | None = None
    steps: tuple[RecordStep, ...] = ()
    comment: str = ""
    place: str = ""
    lines: tuple[tuple[str, int], ...] = ()
    """Where each header stood."""

    def line(self, header: str) -> int | None:
        """The line on which a header stands."""
        return next((line for key, line in self.lines if key == header), None)

    @property
    def annotated(self) -> bool:
        """Whether anything is said in it, or might have been played instead."""
        return bool(self.comment) or any(step.comment or step.variations for step in self.steps)


def way_of(record: Record, number: int) -> tuple[RecordStep, ...]:
    """The steps from the start that lead along a variation, to its end.

    Variations are counted from 1 in the order in which they are written. Raises RecordError where there are fewer.
    """
    found = next(islice(_ways(record.steps, ()), number - 1, None), None) if number > 0 else None
    if found is None:
        count = sum(1 for _ in _ways(record.steps, ()))
        raise RecordError(
            f"there is no variation {number}: the record has {count or 'none'}",
            place=record.place,
            way_out=f"name one from 1 to {count}" if count else "leave the variation out",
        )
    return found


def _ways(steps: tuple[RecordStep, ...], before: tuple[RecordStep, ...]) -> Iterator[tuple[RecordStep, ...]]:
    for number, step in enumerate(steps):
        for variation in step.variations:
            earlier = (*before, *steps[:number])
            yield (*earlier, *variation.steps)
            yield from _ways(variation.steps, earlier)


def one_line(text: str) -> str:
    """A comment as one line, without signs that steer a terminal."""
    return "".join(letter if letter.isprintable() else "?" for letter in " ".join(text.split()))


def shortened(text: str, most: int = 60) -> str:
    """A text to be quoted in a message."""
    printable = "".join(letter if letter.isprintable() else "?" for letter in text[: most + 1])
    return printable if len(printable) <= most else f"{printable[:most]}..."
