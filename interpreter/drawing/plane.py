"""Boards in the plane in which they are drawn: turned, and with levels that lie beside each other there."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING

from interpreter.board.board import everything, members

if TYPE_CHECKING:
    from collections.abc import Iterable

    from interpreter.board import Board
    from interpreter.board.board import Point


def turned(board: Board, angle: float) -> Board:
    """The board turned by an angle in degrees, against the clock; of several levels each is turned where it lies."""
    across, up = math.cos(math.radians(angle)), math.sin(math.radians(angle))
    places, outlines = list(board.places), list(board.outlines)
    for level in board.levels.values() or [everything(board)]:
        sites = list(members(level))
        middle = _middle([board.places[site] for site in sites]) if board.levels else (0.0, 0.0)

        def moved(place: Point, middle: Point = middle) -> Point:
            x, y = place[0] - middle[0], place[1] - middle[1]
            return round(x * across - y * up + middle[0], 9), round(x * up + y * across + middle[1], 9)

        for site in sites:
            places[site] = moved(board.places[site])
            if outlines:
                outlines[site] = tuple(moved(corner) for corner in board.outlines[site])
    return replace(board, places=tuple(places), outlines=tuple(outlines))


def within_levels(board: Board) -> tuple[Point, ...]:
    """The places of the sites as if all levels lay on one another."""
    places = list(board.places)
    for level in board.levels.values():
        sites = list(members(level))
        left, bottom = (min(board.places[site][axis] for site in sites) for axis in (0, 1))
        for site in sites:
            places[site] = board.places[site][0] - left, board.places[site][1] - bottom
    return tuple(places)


def drawable(board: Board, pairs: Iterable[tuple[int, int]]) -> tuple[tuple[int, int], ...]:
    """The pairs of sites that a line can join in a picture: no line leads from one level to another."""
    levels = board.levels.values()
    return tuple(
        pair for pair in pairs if not levels or any(level >> pair[0] & level >> pair[1] & 1 for level in levels)
    )


def _middle(places: list[Point]) -> Point:
    """The point half-way between the outermost places."""
    across, up = [x for x, _ in places], [y for _, y in places]
    return (min(across) + max(across)) / 2, (min(up) + max(up)) / 2
