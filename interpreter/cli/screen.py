"""Plain text for people: colour only where it is wanted, columns that fit the width."""

from __future__ import annotations

import json
import os
import shutil
import sys
import textwrap
from typing import TYPE_CHECKING, TextIO

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

STYLES = {"bold": "1", "dim": "2", "red": "31", "green": "32", "yellow": "33", "cyan": "36"}


def coloured(stream: TextIO | None = None) -> bool:
    """Whether colour is shown: on a terminal, unless NO_COLOR is set or the terminal is a dumb one."""
    stream = stream or sys.stdout
    return not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb" and stream.isatty()


def styled(text: str, style: str) -> str:
    """The text in a style, or as it is where colour is not shown."""
    return f"\033[{STYLES[style]}m{text}\033[0m" if text and coloured() else text


def width() -> int:
    """Columns to write in: those of the terminal, at most 100, at least 40."""
    return max(40, min(shutil.get_terminal_size((80, 24)).columns, 100))


def say(text: str = "") -> None:
    """Write a line."""
    sys.stdout.write(text + "\n")


def say_json(value: object) -> None:
    """Write a value for a program to read."""
    say(json.dumps(value, indent=2, ensure_ascii=False))


def wrapped(text: str, indent: str = "", first: str | None = None) -> str:
    """A paragraph in lines that fit, the first behind `first`, the others behind `indent`."""
    start = indent if first is None else first
    return textwrap.fill(
        " ".join(text.split()),
        width(),
        initial_indent=start,
        subsequent_indent=indent,
        break_on_hyphens=False,
        break_long_words=False,
    )


def flowing(words: Iterable[str]) -> str:
    """Words, which may hold blanks, one behind the other in lines that fit."""
    lines = [""]
    for word in words:
        if lines[-1] and len(lines[-1]) + 1 + len(word) > width():
            lines.append(word)
        else:
            lines[-1] += f" {word}" if lines[-1] else word
    return "\n".join(lines)


def columns(words: Iterable[str], indent: str = "  ") -> str:
    """Words in columns, read line by line."""
    words = list(words)
    if not words:
        return ""
    cell = max(len(word) for word in words) + 2
    number = max(1, (width() - len(indent) + 2) // cell)
    rows = [words[start : start + number] for start in range(0, len(words), number)]
    return "\n".join(indent + "".join(word.ljust(cell) for word in row).rstrip() for row in rows)


def table(rows: Sequence[Sequence[str]], indent: str = "  ") -> str:
    """Rows in columns; the last column is wrapped where it does not fit."""
    if not rows:
        return ""
    sizes = [max(len(row[number]) for row in rows) for number in range(len(rows[0]) - 1)]
    lines = []
    for row in rows:
        start = indent + "".join(cell.ljust(size) + "  " for cell, size in zip(row[:-1], sizes, strict=True))
        lines.append(wrapped(row[-1], " " * len(start), start) if row[-1] else start.rstrip())
    return "\n".join(lines)


def counted(number: int, noun: str, plural: str = "") -> str:
    """`1 step`, `2 steps`."""
    return f"{number:,} {noun if number == 1 else plural or noun + 's'}"
