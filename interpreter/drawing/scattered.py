"""Boards whose points lie on no grid, drawn with letters: every point with its name, and the lines that join them."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from interpreter.board.board import Point

Place = tuple[int, int]
"""A row, counted downwards, and a column."""

LEAST_ROWS, MOST_ROWS = 2, 30
HIDDEN = 4  # one of so many lines may be told below the picture instead of being drawn
TANGLE = 6  # one of so many places of lines may be one of several
SHARE = 0.5  # of a row, a column is as wide
ASCII = ("-", "|", "/", "\\", "X", "+")
BOXES = ("\u2500", "\u2502", "\u2571", "\u2572", "\u2573", "\u253c")


@dataclass(frozen=True)
class Picture:
    """The board at one size: where each point lies, and what is written there, from `before` columns left of it."""

    points: Sequence[Place]
    texts: Sequence[str]
    before: Sequence[int]
    links: Sequence[tuple[int, int]]

    @cached_property
    def taken(self) -> dict[Place, int]:
        """The places that texts take, each with its point; where two meet, -1."""
        found: dict[Place, int] = {}
        for site, (row, column) in enumerate(self.points):
            for place in range(len(self.texts[site])):
                where = row, column - self.before[site] + place
                found[where] = -1 if found.get(where, site) != site else site
        return found

    @property
    def crowded(self) -> bool:
        """Whether texts touch each other."""
        return any(
            site < 0 or self.taken.get((row, column + 1), site) != site for (row, column), site in self.taken.items()
        )

    @cached_property
    def lines(self) -> dict[tuple[int, int], list[Place]]:
        """The links that can be drawn, with the places of each outside the texts of its ends."""
        found = {}
        for start, end in self.links:
            way = list(_way(self.points[start], self.points[end]))
            free = [place for place in way if self.taken.get(place) not in {start, end}]
            if free and not any(place in self.taken for place in free):
                found[start, end] = way
        return found

    @property
    def tangled(self) -> bool:
        """Whether lines meet so often that the eye loses them."""
        passed = Counter(place for way in self.lines.values() for place in way if place not in self.taken)
        return sum(number > 1 for number in passed.values()) * TANGLE > len(passed)


def scattered(
    places: Sequence[Point],
    texts: Sequence[str],
    before: Sequence[int],
    links: Sequence[tuple[int, int]],
    most_columns: int,
) -> Picture | None:
    """The smallest picture in which texts keep apart and nearly all lines are seen; None where there is none.

    `places` are across and up; `before` tells how many columns a text begins before its point.
    """
    left, top = min(x for x, _ in places), max(y for _, y in places)
    wide, high = max(x for x, _ in places) - left, top - min(y for _, y in places)
    best: Picture | None = None
    for rows in range(LEAST_ROWS, MOST_ROWS):
        scale = rows / (max(high, wide * SHARE) or 1)
        points = [(round((top - y) * scale), round((x - left) * scale / SHARE)) for x, y in places]
        picture = Picture(points, texts, before, links)
        columns = [column for _, column in picture.taken]
        if max(columns) - min(columns) >= most_columns:
            break
        if not picture.crowded and (best is None or len(picture.lines) > len(best.lines)):
            best = picture
        if best is not None and len(best.lines) == len(links):
            break
    if best is None or best.tangled or len(links) - len(best.lines) > len(links) // HIDDEN:
        return None
    return best


def drawn(picture: Picture, *, unicode: bool) -> tuple[dict[Place, str], list[tuple[int, int]]]:
    """The characters of a picture by place, and the links that are not in it."""
    level, upright, rising, falling, crossing, meeting = BOXES if unicode else ASCII
    found: dict[Place, str] = {}
    for way in picture.lines.values():
        for place, (down, across) in _headings(way):
            sign = upright if not across else level if not down else falling if (down > 0) is (across > 0) else rising
            other = found.get(place, sign)
            both = crossing if {sign, other} == {rising, falling} else meeting
            found[place] = sign if other == sign else both
    for site, (row, column) in enumerate(picture.points):
        for number, character in enumerate(picture.texts[site], column - picture.before[site]):
            found[row, number] = character
    return found, [link for link in picture.links if link not in picture.lines]


def _way(start: Place, end: Place) -> Iterator[Place]:
    """The places from one to another, both with them."""
    steps = max(abs(end[0] - start[0]), abs(end[1] - start[1]))
    for step in range(steps + 1):
        yield tuple(round(a + (b - a) * step / steps) for a, b in zip(start, end, strict=True))  # type: ignore[misc]


def _headings(way: Sequence[Place]) -> Iterator[tuple[Place, Place]]:
    """Each place of a line but its ends, with where the line heads there: rows and columns to the next."""
    for before, place, after in zip(way, way[1:], way[2:], strict=False):
        down, across = after[0] - place[0], after[1] - place[1]
        yield place, (down or (place[0] - before[0] if not across else 0), across)
