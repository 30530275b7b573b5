"""The text of a record, for people to read and to write in.

    boardwright record 1
    game: NAME
    language: 1
    hash: 9c0f...
    option dropping: no three
    change board.size: [6, 5]
    seed: 7
    outcome: black (nothing left to take)

    1. d4 {the middle}
    2. c3
       (2. d3 {too close})
    3. a1-a2 xc3

The first line and `game`, `language`, `hash` must be there. Steps follow an empty line, one turn a line behind its
number; a step that holds blanks stands in double quotes. Comments stand in braces or behind a `#`, variations in
parentheses behind the step in whose place they begin.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from interpreter.errors import RecordError
from interpreter.records.movetext import Manner, read_movetext, written_comment, written_step, written_variation
from interpreter.records.record import Record, one_line, shortened

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from interpreter.records.record import RecordStep

__all__ = ["FIRST_LINE", "as_text", "from_text", "told_steps"]

FIRST_LINE = "boardwright record 1"
MANNER = Manner(remark="#", numbered=True)
HEADER = re.compile(r'(?P<key>game|language|hash|seed|outcome|option [^:]+|change (?:"[^"]*"|[^":])+): ?(?P<value>.*)')
TURN = re.compile(r"\d{1,9}\.")
NEEDED = ("game", "language", "hash")


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
        *told_steps(record.steps, record.comment),
    ]
    return "\n".join(lines) + "\n"


def told_steps(steps: Sequence[RecordStep], comment: str = "") -> Iterator[str]:
    """The lines of some steps: a turn a line, and each variation in a line of its own behind it."""
    line, turn = "", 0
    if comment:
        yield from _lines(written_comment(comment, MANNER), "")
    for step in steps:
        if step.turn != turn or not line:
            yield from [line] if line else []
            line = f"{step.turn}." if step.turn != turn else "  "
            turn = step.turn
        line += f" {written_step(step.text, MANNER)}"
        said = list(written_comment(step.comment, MANNER))
        if said and not said[-1].endswith("\n"):
            line, said = " ".join([line, *said]), []
        if said or step.variations:
            yield line
            line = ""
        yield from _lines(said, "   ")
        for variation in step.variations:
            yield from _lines(written_variation(variation, MANNER), "   ")
    if line:
        yield line


def _lines(words: Iterable[str], indent: str) -> list[str]:
    """Words in a line, or in several, where some of them end theirs."""
    text = "".join(word if word.endswith("\n") else f"{word} " for word in words)
    return [indent + line.rstrip() for line in text.splitlines() if line.strip()]


def from_text(text: str, place: str = "") -> Record:
    """The record that a text holds. Raises RecordError with the line of the first damage."""
    lines = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n").split("\n")
    _check_first(lines, place)
    headers: dict[str, tuple[str, int]] = {}
    remarks: list[str] = []
    body = len(lines)
    for number, line in enumerate(lines[1:], start=2):
        if not line.strip():
            body = number
            break
        if line.startswith("#"):
            remarks.append(line[1:])
        else:
            _read_header(line, number, headers, place)
    for key in NEEDED:
        if key not in headers:
            raise RecordError(
                f"the record does not say `{key}:`",
                place=place,
                way_out="save the game again, or restore the beginning of the file",
            )
    outcome = headers.get("outcome", ("unfinished", 0))[0]
    comment, steps, _ = read_movetext("\n".join(lines[body:]), MANNER, place, body + 1)
    return Record(
        game=headers["game"][0],
        language=_whole("language", headers, place),
        hash=headers["hash"][0],
        options=tuple((key[7:], value) for key, (value, _) in headers.items() if key.startswith("option ")),
        changes=tuple((key[7:], value) for key, (value, _) in headers.items() if key.startswith("change ")),
        seed=_whole("seed", headers, place) if "seed" in headers else None,
        outcome=None if outcome == "unfinished" else outcome,
        steps=steps,
        comment=one_line(" ".join([*remarks, comment])),
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
            f"this is a record of another version: `{shortened(first)}`",
            place=place,
            line=1,
            way_out="this program reads version 1; use the program that wrote it",
        )
    raise RecordError(
        f"this is not a record: it begins with `{shortened(first)}`", place=place, line=1, way_out=way_out
    )


def _read_header(line: str, number: int, headers: dict[str, tuple[str, int]], place: str) -> None:
    found = HEADER.fullmatch(line.rstrip())
    if not found:
        way_out = (
            "leave an empty line between the headers and the steps"
            if TURN.match(line)
            else "a header is one of game, language, hash, option NAME, change PATH, seed, outcome, with a colon"
        )
        raise RecordError(f"unknown header `{shortened(line)}`", place=place, line=number, way_out=way_out)
    key, value = found["key"].rstrip(), found["value"].strip()
    if key in headers:
        raise RecordError(
            f"`{shortened(key)}` stands twice, first on line {headers[key][1]}",
            place=place,
            line=number,
            way_out="delete one of the two lines",
        )
    if not value:
        raise RecordError(
            f"`{shortened(key)}` has no value", place=place, line=number, way_out="write it behind the colon"
        )
    headers[key] = (value, number)


def _whole(key: str, headers: dict[str, tuple[str, int]], place: str) -> int:
    value, line = headers[key]
    if not re.fullmatch(r"-?\d{1,40}", value, re.ASCII):
        raise RecordError(f"`{key}` is `{shortened(value)}`", place=place, line=line, way_out="write a whole number")
    return int(value)
