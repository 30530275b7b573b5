"""What a board shows beside its sites: loops and ways of tracks, the sides of players, and where parts end."""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

from interpreter.board.board import members
from interpreter.board.tracks import BACK
from interpreter.drawing.plane import drawable

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from interpreter.board import Board
    from interpreter.board.board import Point

OUTSIDE = 0.5
"""How far the sides of players lie from points, of the distance between neighbours."""
BAR = 0.2
"""How far a wall between cells that meet at a corner reaches to each side of it."""
SWING = 2.3
"""How far the handles of a loop lie from its ends, of the distance between them: about three quarters of a circle."""


@dataclass(frozen=True)
class Curve:
    """A loop in a board's own measure: where it begins, its two handles, and where it ends."""

    handles: tuple[Point, Point, Point, Point]

    def points(self) -> Iterator[Point]:
        """Points along it."""
        for number in range(17):
            t = number / 16
            shares = ((1 - t) ** 3, 3 * (1 - t) ** 2 * t, 3 * (1 - t) * t**2, t**3)
            yield (
                sum(share * x for share, (x, _) in zip(shares, self.handles, strict=True)),
                sum(share * y for share, (_, y) in zip(shares, self.handles, strict=True)),
            )


def loops(board: Board) -> list[Curve]:
    """The parts of tracks that lead over no line of the board, of the tracks that cross themselves."""
    found: dict[tuple[int, int], Curve] = {}
    for walk in board.walks:
        closed = len(walk) > 1 and walk[0] == walk[-1]
        path = [walk[-2], *walk, walk[1]] if closed else walk
        for before, start, end, after in zip(path, path[1:], path[2:], path[3:], strict=False):
            if board.neighbours[start] >> end & 1 or start == end or (end, start) in found:
                continue
            swing = SWING * math.dist(board.places[start], board.places[end])
            handles = (_beyond(board, before, start, swing), _beyond(board, after, end, swing))
            found[start, end] = Curve((board.places[start], *handles, board.places[end]))
    return list(found.values())


def _beyond(board: Board, before: int, site: int, far: float) -> Point:
    """The point that lies as far behind a site as seen from the one before."""
    (from_x, from_y), (x, y) = board.places[before], board.places[site]
    length = math.dist((from_x, from_y), (x, y)) or 1.0
    return x + far * (x - from_x) / length, y + far * (y - from_y) / length


def tracks_of_players(board: Board) -> set[tuple[int, int]]:
    """The steps along tracks that players have of their own, forwards."""
    ways = [number for name, own in board.tracks.items() if not name.endswith(BACK) for number in own.values()]
    return {pair for way in ways for pair in steps_along(board, way)}


def steps_along(board: Board, way: int) -> Iterator[tuple[int, int]]:
    """The steps of a track, given as a direction."""
    yield from (pair for pair in enumerate(board.steps[way]) if pair[1] >= 0)
    yield from pairwise(board.walks[way])


def edges_of(board: Board, sides: Sequence[int]) -> Iterator[tuple[Point, Point, int]]:
    """The outer edges of cells at the sides of players, or lines beside points, each with the player.

    A corner is shared between two.
    """
    if board.drawn != "cells":
        yield from _beside(board, sides)
        return
    edges: dict[tuple[int, int], list[tuple[Point, Point, int]]] = {}
    for site, outline in enumerate(board.outlines):
        for start, end in zip(outline, (*outline[1:], *outline[:1]), strict=True):
            middle = round(500 * (start[0] + end[0])), round(500 * (start[1] + end[1]))
            edges.setdefault(middle, []).append((start, end, site))
    centre = _middle(list(board.places))
    for (start, end, site), *others in edges.values():
        owners = [player for player, bits in enumerate(sides) if bits >> site & 1]
        if others or not owners:
            continue
        out = _less(_middle([start, end]), board.places[site])

        def faces(player: int, out: Point = out) -> float:
            across, up = _less(_middle([board.places[one] for one in members(sides[player])]), centre)
            return across * out[0] + up * out[1]

        yield start, end, max(owners, key=faces)


def _beside(board: Board, sides: Sequence[int]) -> Iterator[tuple[Point, Point, int]]:
    """Lines outside those that join neighbours on a side."""
    centre = _middle(list(board.places))
    for player, bits in enumerate(sides):
        for site in members(bits):
            start = board.places[site]
            for other in members(board.neighbours[site] & bits & -(2 << site)):
                end = board.places[other]
                (across, up), (far_x, far_y) = _less(end, start), _less(_middle([start, end]), centre)
                outside = math.copysign(OUTSIDE / math.hypot(across, up), far_y * across - far_x * up)
                x, y = -up * outside, across * outside
                yield (start[0] + x, start[1] + y), (end[0] + x, end[1] + y), player


def seams(board: Board, bits: int) -> Iterator[tuple[Point, Point]]:
    """The lines between a part of the board and the rest: edges of cells, or lines across those that join points."""
    edges: dict[tuple[int, int], tuple[Point, Point, int]] = {}
    for site, outline in enumerate(board.outlines if board.drawn == "cells" else ()):
        for start, end in zip(outline, (*outline[1:], *outline[:1]), strict=True):
            middle = round(500 * (start[0] + end[0])), round(500 * (start[1] + end[1]))
            *_, beside = edges.setdefault(middle, (start, end, site))
            if (bits >> site ^ bits >> beside) & 1:
                yield start, end
    if board.drawn == "cells":
        return
    for site in members(bits):
        x, y = board.places[site]
        for other in members(board.neighbours[site] & ~bits):
            across, up = board.places[other][0] - x, board.places[other][1] - y
            if not across or not up:  # lines that slant cross the same gap
                half_way = x + across / 2, y + up / 2
                yield (half_way[0] - up / 2, half_way[1] + across / 2), (half_way[0] + up / 2, half_way[1] - across / 2)


def walls_of(board: Board) -> Iterator[tuple[Point, Point]]:
    """The edges between cells that a wall parts; where cells meet at a corner only, a bar across it."""
    for pair in drawable(board, board.walls) if board.drawn == "cells" else ():
        near, far = ({_rounded(corner): corner for corner in board.outlines[site]} for site in pair)
        shared = [corner for key, corner in near.items() if key in far]
        if len(shared) == 2:
            yield shared[0], shared[1]
            continue
        (x, y), (across, up) = (
            _middle([board.places[site] for site in pair]),
            _less(*map(board.places.__getitem__, pair)),
        )
        part = BAR / math.hypot(across, up)
        yield (x - part * up, y + part * across), (x + part * up, y - part * across)


def _rounded(point: Point) -> tuple[int, int]:
    return round(1000 * point[0]), round(1000 * point[1])


def _middle(points: Sequence[Point]) -> Point:
    return sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)


def _less(point: Point, other: Point) -> Point:
    return point[0] - other[0], point[1] - other[1]
