"""Pieces as shapes: a disc, ring, square or lozenge for the owner, an emblem or a letter for the kind."""

from __future__ import annotations

import json
import math
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING

from interpreter.drawing.marks import square, text

if TYPE_CHECKING:
    from collections.abc import Mapping

    from interpreter.board.board import Point
    from interpreter.drawing.look import Look

SIZE = 0.37
"""The radius of a piece, of the distance between neighbours."""
PILE = 0.24
"""How far a pile of pieces looks out from under the uppermost one at most, of the same distance."""


@dataclass(frozen=True)
class Shape:
    """An emblem: the data of an SVG path in a square from `low` to `high`, y downwards."""

    path: str
    low: float = -1.0
    high: float = 1.0


EMBLEMS: Mapping[str, Shape] = {
    name: Shape(path)
    for name, path in json.loads(Path(__file__).with_name("emblems.json").read_text(encoding="utf-8")).items()
}
"""Emblems by name; kinds with one of these names have it unless they have one of their own."""


@dataclass(frozen=True)
class Drawn:
    """How a piece is drawn: the index of its owner (None: nobody's), and a letter or an emblem for a kind.

    The first player's pieces are dark discs, the second's light discs with a ring, the third's grey squares, the
    fourth's light lozenges with a ring, the fifth's dark triangles, the sixth's light hexagons with a ring; nobody's
    pieces are tiles, or the emblem itself. A pile has its `count` on it, unless that is 0; `below` are the owners of
    what lies under a piece, the lowest first, which looks out from under it.
    """

    player: int | None = None
    letter: str = ""
    emblem: Shape | None = None
    count: int = 0
    below: tuple[int | None, ...] = ()


def draw_piece(piece: Drawn, place: Point, unit: float, look: Look) -> list[str]:
    """The SVG elements of a piece; `unit` is the distance between neighbours in pixels."""
    radius = SIZE * unit
    x, y = place
    if piece.player is None and piece.emblem is not None:
        return [_emblem(piece.emblem, place, 0.86 * radius, look.ink)]
    shown = piece.below if any(owner is not None for owner in piece.below) else ()
    lift = min(0.12 * unit, PILE * unit / max(len(shown), 1))
    parts = [
        part
        for number, owner in enumerate(shown)
        for part in _body(Drawn(owner, "-"), (x, y + lift * (len(shown) - number)), radius, look)[0]
    ]
    top, ink = _body(piece, place, radius, look)
    parts += top
    if piece.emblem is not None:
        parts.append(_emblem(piece.emblem, place, 0.66 * radius, ink))
    elif piece.letter:
        size = radius * (1.1 if len(piece.letter) == 1 else 0.8)
        parts.append(text(x, y + 0.36 * size, piece.letter, size=size, fill=ink, weight="bold"))
    elif piece.count > (piece.player is not None):  # a man alone is no pile, a seed alone is one
        parts.append(text(x, y + 0.34 * radius, str(piece.count), size=radius, fill=ink, weight="bold"))
        return parts
    if piece.count > 1:
        corner = (x + 0.9 * radius, y - 0.6 * radius)
        parts.append(text(*corner, str(piece.count), size=0.7 * radius, fill=look.ink, weight="bold", halo=look.paper))
    return parts


def _body(piece: Drawn, place: Point, radius: float, look: Look) -> tuple[list[str], str]:
    """What tells the owner, and the colour to write on it."""
    x, y = place
    if piece.player is None:
        plain = not piece.letter
        side = (1.5 if plain else 1.3) * radius
        return [
            square(x, y, side, fill=look.middle if plain else look.pale, stroke=look.edge, rounding=0.15)
        ], look.dark
    match piece.player % 6:
        case 0:
            return [_disc(x, y, radius, look.dark, look.edge, 1.0)], look.pale
        case 1:
            inner = f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{0.8 * radius:.1f}" fill="none" stroke="{look.dark}"/>'
            return [_disc(x, y, radius, look.pale, look.edge, 2.0), inner], look.dark
        case 2:
            return [square(x, y, 1.7 * radius, fill=look.middle, stroke=look.edge, rounding=0.1)], look.dark
        case 4:
            return [_polygon(place, 1.15 * radius, 3, look.dark, look.edge)], look.pale
        case 5:
            outer, inner = (_polygon(place, size * radius, 6, look.pale, look.edge) for size in (1.1, 0.8))
            return [outer, inner], look.dark
        case _:
            outer = square(x, y, 1.45 * radius, fill=look.pale, stroke=look.edge, rounding=0.05, turn=45)
            inner = square(x, y, 1.05 * radius, fill="none", stroke=look.edge, rounding=0.05, turn=45)
            return [outer, inner], look.dark


def _polygon(place: Point, radius: float, corners: int, fill: str, stroke: str) -> str:
    """A regular polygon that stands on a side."""
    turn = -math.pi / 2 if corners % 2 else 0.0
    angles = (turn + 2 * math.pi * number / corners for number in range(corners))
    points = " ".join(
        f"{place[0] + radius * math.cos(angle):.1f},{place[1] + radius * math.sin(angle):.1f}" for angle in angles
    )
    return f'<polygon points="{points}" fill="{fill}" stroke="{stroke}" stroke-width="1.5"/>'


def _disc(x: float, y: float, radius: float, fill: str, stroke: str, width: float) -> str:
    return (
        f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius:.1f}" fill="{fill}" stroke="{stroke}" stroke-width="{width}"/>'
    )


def _emblem(shape: Shape, place: Point, size: float, fill: str) -> str:
    """The path in a picture of its own, which cuts off what leaves its square."""
    x, y = (f"{along - size:.1f}" for along in place)
    side = shape.high - shape.low
    return (
        f'<svg x="{x}" y="{y}" width="{2 * size:.1f}" height="{2 * size:.1f}" viewBox="{shape.low:g} {shape.low:g} '
        f'{side:g} {side:g}"><path d="{escape(shape.path)}" fill="{fill}"/></svg>'
    )
