"""Letters and numbers of sites."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

_GRID_NAME = re.compile(r"([a-z]{1,3})([1-9][0-9]{0,3})")
_SITE_NAME = re.compile(r"[A-Za-z][A-Za-z0-9]{0,39}")
_DIRECTION_NAME = re.compile(r"(?=.{1,40}$)[A-Za-z][A-Za-z0-9]*(-[A-Za-z0-9]+)*")
LARGEST_GRID = 10_000  # columns times rows; names such as p1 and q900 mean no grid
RESERVED = ("and", "or", "not", "is", "in")


def letters(number: int) -> str:
    """The letters of a column counted from 0: a, b, ... z, aa, ab, ..."""
    text = ""
    number += 1
    while number:
        number, rest = divmod(number - 1, 26)
        text = chr(ord("a") + rest) + text
    return text


def column(text: str) -> int:
    """The column, counted from 0, that letters name."""
    number = 0
    for letter in text:
        number = number * 26 + ord(letter) - ord("a") + 1
    return number - 1


def grid_cells(names: Iterable[str]) -> tuple[tuple[int, int], ...] | None:
    """Columns and rows, counted from 0, if every name is letters and a number and they fit a grid; else None."""
    matches = [_GRID_NAME.fullmatch(name) for name in names]
    if not matches or not all(matches):
        return None
    cells = tuple((column(match[1]), int(match[2]) - 1) for match in matches if match)
    columns, rows = [x for x, _ in cells], [y for _, y in cells]
    area = (max(columns) - min(columns) + 1) * (max(rows) - min(rows) + 1)
    return cells if area <= LARGEST_GRID else None


def is_site_name(name: str) -> bool:
    """Whether a name can be written in expressions and in records of games: a letter, then letters and digits."""
    return _SITE_NAME.fullmatch(name) is not None and name not in RESERVED


def no_site_name(name: str) -> str:
    """What is wrong with what cannot be the name of a site, which is quoted already."""
    hyphens = ", without hyphens, which stand between the sites of a step" if "-" in name else ""
    return f"{name} cannot be the name of a site: a name is a letter, then letters and digits{hyphens}"


def is_direction_name(name: str) -> bool:
    """Whether a name can be written in expressions: as a site's, with hyphens between its parts."""
    return _DIRECTION_NAME.fullmatch(name) is not None and name not in RESERVED
