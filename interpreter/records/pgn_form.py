"""A record in the frame of PGN, Portable Game Notation: tag pairs, and steps with comments and variations.

The steps are those of the game's own file (`e2-e4`, not `e4`), and a number counts a turn: any program that reads PGN
finds tags, comments and variations; which step is meant is known where the game is known.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from interpreter.errors import RecordError
from interpreter.records.movetext import Manner, read_movetext, written_words
from interpreter.records.record import UNKNOWN, Record, one_line, shortened

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence


__all__ = ["as_pgn", "from_pgn"]

ENDS = ("1-0", "0-1", "1/2-1/2", "*")
MANNER = Manner(remark=";", numbered=False, ends=ENDS, marks=r"[+#!?]+|\$\d{1,3}", quoted="+#!?$*")
ROSTER = {"Event": "?", "Site": "?", "Date": "????.??.??", "Round": "?", "White": "?", "Black": "?"}
TAG = re.compile(r'\[\s*(?P<name>\w{1,255})\s+"(?P<value>(?:[^"\\\n]|\\.)*)"\s*\]')
PAIR = re.compile(r'(?P<name>(?:"[^"]*"|[^":])+): ?(?P<value>.+)')
WIDTH = 79


def as_pgn(record: Record, players: Sequence[str]) -> str:
    """The record as PGN; `players` in the order in which they are named tell what the result is."""
    result = _result(record.outcome, players)
    pairs = [
        *ROSTER.items(),
        ("Result", result),
        ("Game", record.game),
        ("Language", str(record.language)),
        ("Hash", record.hash),
        *((f"Option{number}", f"{name}: {value}") for number, (name, value) in enumerate(record.options, start=1)),
        *((f"Change{number}", f"{path}: {value}") for number, (path, value) in enumerate(record.changes, start=1)),
        *([] if record.seed is None else [("Seed", str(record.seed))]),
        *([] if record.outcome is None else [("Outcome", record.outcome)]),
    ]
    tags = "".join(f'[{name} "{_escaped(value)}"]\n' for name, value in pairs)
    return f"{tags}\n{_filled([*written_words(record.steps, record.comment, MANNER), result])}"


def _result(outcome: str | None, players: Sequence[str]) -> str:
    """Of two players, the first has the place of white; more have none in this notation."""
    if outcome is None:
        return "*"
    results = dict(zip((*players, "draw"), ENDS, strict=False)) if len(players) == 2 else {"draw": ENDS[2]}
    return next((result for winner, result in results.items() if outcome.startswith(f"{winner} (")), "*")


def _escaped(value: str) -> str:
    return one_line(value).replace("\\", "\\\\").replace('"', '\\"')


def _filled(words: Sequence[str]) -> str:
    lines = [""]
    for word in words:
        if lines[-1] and len(lines[-1]) + 1 + len(word) > WIDTH:
            lines.append("")
        lines[-1] += f" {word.rstrip()}" if lines[-1] else word.rstrip()
        if word.endswith("\n"):
            lines.append("")
    return "\n".join(lines) + "\n"


def from_pgn(text: str, place: str = "") -> Record:
    """The record that a PGN text holds. Raises RecordError with the line of the first damage."""
    text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    tags: dict[str, tuple[str, int]] = {}
    at, line = 0, 1
    while (begins := _next_tag(text, at)) is not None:
        line += text.count("\n", at, begins)
        found = TAG.match(text, begins)
        if not found:
            shown = shortened(text[begins:].partition("\n")[0])
            raise RecordError(
                f"`{shown}` is not a tag", place=place, line=line, way_out='a tag is a name and a text: [Game "wali"]'
            )
        if found["name"] in tags:
            raise RecordError(
                f"the tag {shortened(found['name'])} stands twice, first on line {tags[found['name']][1]}",
                place=place,
                line=line,
                way_out="delete one of the two; a file holds one game",
            )
        tags[found["name"]] = (re.sub(r"\\(.)", r"\1", found["value"]), line)
        at = found.end()
    if "Game" not in tags:
        raise RecordError(
            "this does not say which game was played",
            place=place,
            line=1,
            way_out='add a tag with the name of the game, such as [Game "chess"]',
        )
    comment, steps, rest = read_movetext(text[at:], MANNER, place, line)
    if rest.strip():
        raise RecordError(
            f"something follows the end of the game: `{shortened(rest.strip())}`",
            place=place,
            way_out="a file holds one game; split it",
        )
    unfinished = tags.get("Result", ("", 0))[0] == "*" and "Outcome" not in tags
    return Record(
        game=tags["Game"][0],
        language=_whole("Language", tags, place) or 1,
        hash=tags.get("Hash", (UNKNOWN, 0))[0],
        options=tuple(_pairs("Option", tags, place)),
        changes=tuple(_pairs("Change", tags, place)),
        seed=_whole("Seed", tags, place),
        outcome=None if unfinished else tags.get("Outcome", (UNKNOWN, 0))[0],
        steps=steps,
        comment=comment,
        place=place,
        lines=tuple((name.casefold(), number) for name, (_, number) in tags.items()),
    )


def _next_tag(text: str, at: int) -> int | None:
    """Where the next tag begins, behind blanks and lines that begin with `%`; None where there is none."""
    blank = re.compile(r"(?:\s+|(?m:^)%[^\n]*)*")
    found = blank.match(text, at)
    begins = found.end() if found else at
    return begins if text[begins : begins + 1] == "[" else None


def _whole(name: str, tags: dict[str, tuple[str, int]], place: str) -> int | None:
    if name not in tags:
        return None
    value, line = tags[name]
    if not re.fullmatch(r"-?\d{1,40}", value, re.ASCII):
        raise RecordError(
            f"the tag {name} is `{shortened(value)}`", place=place, line=line, way_out="write a whole number"
        )
    return int(value)


def _pairs(start: str, tags: dict[str, tuple[str, int]], place: str) -> Iterator[tuple[str, str]]:
    for name, (value, line) in tags.items():
        if not re.fullmatch(rf"{start}\d+", name):
            continue
        found = PAIR.fullmatch(value)
        if not found:
            raise RecordError(
                f"the tag {shortened(name)} is `{shortened(value)}`",
                place=place,
                line=line,
                way_out="write a name, a colon and a value",
            )
        yield found["name"], found["value"]
