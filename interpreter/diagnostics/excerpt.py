"""The line of a file that a finding speaks of, safe and narrow enough for a terminal."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from interpreter.diagnostics.place import Span

WIDEST = 120
"""Columns of a line that are shown."""

BEFORE = 40
"""Columns shown before the marked spot of a longer line."""

CUT = "..."
TAB = "    "
INVISIBLE = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
"""Unicode categories that a terminal would obey, reorder or hide instead of showing."""


@dataclass(frozen=True, slots=True)
class Excerpt:
    """A line as it is shown; the marked part starts after `start` columns and is `width` columns wide."""

    line: str
    start: int
    width: int


def excerpt(span: Span, widest: int = WIDEST) -> Excerpt:
    """The first line of a place, or so many columns of it. A place without width is marked by one sign."""
    number, column = span.source.position(span.start)
    text = span.source.line_text(number)
    first = min(column - 1, len(text))
    last = min(first + max(span.end - span.start, 1), max(len(text), first + 1))
    # Only what could be shown is looked at: a line may be a megabyte long.
    low = max(0, first - widest)
    before, marked, after = text[low:first], text[first:last][: 2 * widest], text[last : last + widest]
    shown = [printable(part) for part in (before, marked, after)]
    start, width = columns(shown[0]), max(columns(shown[1]), 1)
    whole = "".join(shown)
    if not low and columns(whole) <= widest and len(text) - low <= len(before) + len(marked) + len(after):
        return Excerpt(whole.rstrip(), start, width)
    kept = _last_columns(shown[0], BEFORE)
    head = CUT if low or kept != shown[0] else ""
    start = len(head) + columns(kept)
    line = _first_columns(kept + shown[1] + shown[2], widest - len(head) - len(CUT))
    width = min(width, max(columns(line) + len(head) - start, 1))
    tail = CUT if columns(line) < columns(kept + shown[1] + shown[2]) or last + widest < len(text) else ""
    return Excerpt(f"{head}{line}{tail}".rstrip(), start, width)


def printable(text: str) -> str:
    """A text without anything a terminal would obey: control characters are spelt out, a tab becomes spaces."""
    if text.isascii() and text.isprintable():
        return text
    return "".join(_spelt(character) for character in text)


def columns(text: str) -> int:
    """Columns that a printable text takes on a terminal."""
    if text.isascii():
        return len(text)
    return sum(_width(character) for character in text)


def _spelt(character: str) -> str:
    if character == "\t":
        return TAB
    if unicodedata.category(character) in INVISIBLE:
        code = ord(character)
        return f"\\x{code:02x}" if code < 0x100 else f"\\u{{{code:x}}}"
    return character


def _width(character: str) -> int:
    if unicodedata.category(character) in ("Mn", "Me"):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


def _first_columns(text: str, most: int) -> str:
    used = 0
    for position, character in enumerate(text):
        used += _width(character)
        if used > most:
            return text[:position]
    return text


def _last_columns(text: str, most: int) -> str:
    return _first_columns(text[::-1], most)[::-1]
