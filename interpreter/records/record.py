"""A record: one game as it was played, as text a person can read.

    boardwright record 1
    game: NAME
    language: 1
    hash: 9c0f...
    option dropping: no three
    change board.size: [6, 5]
    seed: 7
    outcome: black (nothing left to take)

    1. d4
    2. c3
    3. a1-a2 xc3

The first line and `game`, `language`, `hash` must be there. Steps follow an empty line, one turn a line behind its
number; a step that holds blanks stands in double quotes. A line that begins with `#` is a remark.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING

from interpreter.errors import RecordError

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["LARGEST", "Record", "RecordStep", "as_text", "from_text"]

FIRST_LINE = "boardwright record 1"
LARGEST = 20_000_000
"""Bytes of a record; a game of 100,000 steps needs about one million."""

HEADER = re.compile(r'(?P<key>game|language|hash|seed|outcome|option [^:]+|change (?:"[^"]*"|[^":])+): ?(?P<value>.*)')
TURN = re.compile(r"(\d{1,9})\.(?:\s+|$)")
STEP = re.compile(r'"(?:[^"\\]|\\.)*"(?=\s|$)|[^\s"]\S*')
NEEDED = ("game", "language", "hash")


@dataclass(frozen=True, slots=True)
class RecordStep:
    """A step in the notation of the game, the number of its turn, and the line of the record it stands on (or 0)."""

    text: str
    turn: int
    line: int = 0


@dataclass(frozen=True)
class Record:
    """One game as it was played.

    `game` is a library name, or the path of a file as seen from the record; `options` and `changes` are pairs of name
    and value, the value as YAML text; `hash` is that of the resolved game; `seed` the one chance was drawn from, if
    any; `outcome` the winner with the reason, `draw` with the reason, or None for an unfinished game; `place` the name
    of the file it was read from, for messages.
    """

    game: str
    language: int
    hash: str
    options: tuple[tuple[str, str], ...] = ()
    changes: tuple[tuple[str, str], ...] = ()
    seed: int | None = None
    outcome: str | None = None
    steps: tuple[RecordStep, ...] = ()
    place: str = ""
    lines: tuple[tuple[str, int], ...] = ()
    """Where each header stood."""

    def line(self, header: str) -> int | None:
        """The line on which a header stands."""
        return next((line for key, line in self.lines if key == header), None)


def as_text(record: Record) -> str:
    """The record as it is saved."""
    lines = [
        FIRST_LINE,
        f"game: {record.game}",
        f"language: {record.language}",
        f"hash: {record.hash}",
        *(f"option {name}: {value}" for name, value in record.options),
        *(f"change {path}: {value}" for path, value in record.changes),
        *([] if record.seed is None else [f"seed: {record.seed}"]),
        f"outcome: {record.outcome or 'unfinished'}",
        "",
    ]
    for turn, steps in groupby(record.steps, key=lambda step: step.turn):
        lines.append(f"{turn}. {' '.join(_written(step.text) for step in steps)}")
    return "\n".join(lines) + "\n"


def from_text(text: str, place: str = "") -> Record:
    """The record that a text holds. Raises RecordError with the line of the first damage."""
    lines = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n").split("\n")
    _check_first(lines, place)
    headers: dict[str, tuple[str, int]] = {}
    body = len(lines)
    for number, line in enumerate(lines[1:], start=2):
        if not line.strip():
            body = number
            break
        if not line.startswith("#"):
            _read_header(line, number, headers, place)
    for key in NEEDED:
        if key not in headers:
            raise RecordError(
                f"the record does not say `{key}:`",
                place=place,
                way_out="save the game again, or restore the beginning of the file",
            )
    outcome = headers.get("outcome", ("unfinished", 0))[0]
    return Record(
        game=headers["game"][0],
        language=_whole("language", headers, place),
        hash=headers["hash"][0],
        options=tuple((key[7:], value) for key, (value, _) in headers.items() if key.startswith("option ")),
        changes=tuple((key[7:], value) for key, (value, _) in headers.items() if key.startswith("change ")),
        seed=_whole("seed", headers, place) if "seed" in headers else None,
        outcome=None if outcome == "unfinished" else outcome,
        steps=tuple(_read_steps(lines, body, place)),
        place=place,
        lines=tuple((key, line) for key, (_, line) in headers.items()),
    )


def _check_first(lines: list[str], place: str) -> None:
    first = lines[0].strip()
    if first == FIRST_LINE:
        return
    way_out = f"a record begins with the line `{FIRST_LINE}`; `save FILE` during play writes one"
    if not any(line.strip() for line in lines):
        raise RecordError("the file is empty", place=place, way_out=way_out)
    if first.startswith("boardwright record "):
        raise RecordError(
            f"this is a record of another version: `{_short(first)}`",
            place=place,
            line=1,
            way_out="this program reads version 1; use the program that wrote it",
        )
    raise RecordError(f"this is not a record: it begins with `{_short(first)}`", place=place, line=1, way_out=way_out)


def _read_header(line: str, number: int, headers: dict[str, tuple[str, int]], place: str) -> None:
    found = HEADER.fullmatch(line.rstrip())
    if not found:
        way_out = (
            "leave an empty line between the headers and the steps"
            if TURN.match(line)
            else "a header is one of game, language, hash, option NAME, change PATH, seed, outcome, with a colon"
        )
        raise RecordError(f"unknown header `{_short(line)}`", place=place, line=number, way_out=way_out)
    key, value = found["key"].rstrip(), found["value"].strip()
    if key in headers:
        raise RecordError(
            f"`{_short(key)}` stands twice, first on line {headers[key][1]}",
            place=place,
            line=number,
            way_out="delete one of the two lines",
        )
    if not value:
        raise RecordError(
            f"`{_short(key)}` has no value", place=place, line=number, way_out="write it behind the colon"
        )
    headers[key] = (value, number)


def _whole(key: str, headers: dict[str, tuple[str, int]], place: str) -> int:
    value, line = headers[key]
    if not re.fullmatch(r"-?\d{1,40}", value, re.ASCII):
        raise RecordError(f"`{key}` is `{_short(value)}`", place=place, line=line, way_out="write a whole number")
    return int(value)


def _read_steps(lines: list[str], body: int, place: str) -> Iterator[RecordStep]:
    last = 0
    for number, line in enumerate(lines[body:], start=body + 1):
        rest = line.strip()
        if not rest or rest.startswith("#"):
            continue
        turn = TURN.match(rest)
        if not turn:
            raise RecordError(
                f"`{_short(rest)}` is not a turn",
                place=place,
                line=number,
                way_out="a turn is its number, a full stop and its steps: `3. a1-a2`",
            )
        if int(turn[1]) <= last:
            raise RecordError(
                f"turn {turn[1]} stands after turn {last}",
                place=place,
                line=number,
                way_out="each turn has one line, and their numbers rise",
            )
        last = int(turn[1])
        for text in _split(rest[turn.end() :], number, place):
            yield RecordStep(text, last, number)


def _split(text: str, line: int, place: str) -> Iterator[str]:
    at = 0
    while at < len(text):
        found = STEP.match(text, at)
        if not found:
            raise RecordError(
                f"a quote is not closed: `{_short(text[at:])}`",
                place=place,
                line=line,
                way_out="a step in double quotes ends with one",
            )
        yield _read(found[0], line, place)
        at = found.end()
        while at < len(text) and text[at].isspace():
            at += 1


def _read(step: str, line: int, place: str) -> str:
    if not step.startswith('"'):
        return step
    try:
        return str(json.loads(step))
    except ValueError:
        raise RecordError(
            f"the step {_short(step)} cannot be read",
            place=place,
            line=line,
            way_out='inside double quotes, write a quote as \\" and a backslash as \\\\',
        ) from None


def _written(step: str) -> str:
    return step if re.fullmatch(r'[^\s"#]\S*', step) and step.isprintable() else json.dumps(step)


def _short(text: str, most: int = 60) -> str:
    printable = "".join(letter if letter.isprintable() else "?" for letter in text[: most + 1])
    return printable if len(printable) <= most else f"{printable[:most]}..."
