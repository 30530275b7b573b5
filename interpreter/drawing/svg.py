"""Boards drawn as SVG, from their topology alone; readable in black and white."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING

from interpreter.board.compass import HEXAGONAL_SHAPES
from interpreter.drawing.text import links

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from interpreter.board import Board
    from interpreter.board.board import Point

UNIT = 48.0  # pixels between neighbours
WIDE_UNIT = 80.0  # the same where every site has its name beside it
LARGEST = 2400.0  # pixels along the longer side, before the margins
MARGIN = 34.0
TITLE = 30.0

_NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_DARK, _LIGHT, _MIDDLE, _LINE, _NAME = "#2b2b2b", "#fffdf8", "#9a9a9a", "#6b5d48", "#6b6255"
_CELL, _TINTED, _LAST = "#efe3cb", "#d9c7a2", "#b3261e"


@dataclass(frozen=True)
class Drawn:
    """How a piece is drawn: the index of its owner (None: nobody's), and a letter, if its kind needs one.

    The first player's pieces are dark discs, the second's light discs with a ring, the third's grey squares, the
    fourth's light lozenges with a ring; nobody's pieces are small tiles.
    """

    player: int | None = None
    letter: str = ""


def board_svg(
    board: Board,
    pieces: Mapping[int, Drawn],
    *,
    last: Iterable[int] = (),
    marks: Mapping[int, str] | None = None,
    title: str = "",
    coordinates: bool = True,
) -> str:
    """The board with what stands on it, as one SVG document.

    `last` are the sites of the last step, which get a frame. `marks` shade a site (`tint`), put a dot on it (`dot`), or
    write a short text on it (anything else).
    """
    scale = _scale(board)
    places, width, height = _pixels(board, scale, top=TITLE if title else 0.0)
    marks = marks or {}
    body: list[str] = []
    if title:
        body.append(_text(width / 2, MARGIN / 2 + 12, title, size=16, weight="bold"))
    if board.drawn == "cells":
        body += _links(board, places, scale) if board.shape in ("lines", "graph") else []
        body += _cells(board, places, scale, marks)
    else:
        body += _links(board, places, scale)
        body += [
            f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{0.3 * min(scale, UNIT):.1f}" fill="{_TINTED}"/>'
            for x, y in (places[site] for site, mark in marks.items() if mark == "tint")
        ]
        body += [
            f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{0.07 * min(scale, UNIT):.1f}" fill="{_LINE}"/>' for x, y in places
        ]
    if coordinates:
        body += _coordinates(board, places, scale, pieces)
    body += [part for site, piece in sorted(pieces.items()) for part in _piece(piece, places[site], scale)]
    for site, mark in marks.items():
        x, y = places[site]
        if mark == "dot":
            ring = f'stroke="{_LIGHT}" stroke-width="1.5"'
            body.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{0.12 * min(scale, UNIT):.1f}" fill="{_LAST}" {ring}/>')
        elif mark != "tint":
            body.append(_text(x, y + 0.12 * scale, mark, size=0.34 * scale, fill=_NAME))
    body += [_frame(places[site], scale) for site in last]
    name = f"<title>{escape(_clean(title))}</title>" if title else ""
    label = escape(_clean(title) or "board")
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height:.0f}" width="{width:.0f}" '
        f'height="{height:.0f}" role="img" aria-label="{label}" font-family="Helvetica, Arial, sans-serif">\n'
        + "\n".join([*([name] if name else []), f'<rect width="100%" height="100%" fill="{_LIGHT}"/>', *body])
        + "\n</svg>\n"
    )


def _scale(board: Board) -> float:
    """Pixels for one unit of the board's places: neighbours stand apart, and no picture grows without bound."""
    span = max(
        max(x for x, _ in board.places) - min(x for x, _ in board.places),
        max(y for _, y in board.places) - min(y for _, y in board.places),
    )
    nearest = 1.0
    if board.shape in ("lines", "graph") and len(board.places) > 1:
        ordered = sorted(board.places)
        nearest = min(
            math.dist(first, second)
            for number, first in enumerate(ordered)
            for second in ordered[number + 1 : number + 40]
        )
    unit = UNIT if board.ranks else WIDE_UNIT
    return min(unit / max(min(nearest, 1.0), 0.2), LARGEST / max(span, 1.0))


def _pixels(board: Board, scale: float, *, top: float) -> tuple[list[Point], float, float]:
    """Centres of the sites in pixels, y downwards, and the size of the picture."""
    border = MARGIN + 0.6 * UNIT
    left, right = min(x for x, _ in board.places), max(x for x, _ in board.places)
    bottom, upper = min(y for _, y in board.places), max(y for _, y in board.places)
    places = [(border + (x - left) * scale, top + border + (upper - y) * scale) for x, y in board.places]
    return places, 2 * border + (right - left) * scale, top + 2 * border + (upper - bottom) * scale


def _cells(board: Board, places: list[Point], scale: float, marks: Mapping[int, str]) -> list[str]:
    parts = []
    for site, outline in enumerate(board.outlines):
        (x, y), (centre_x, centre_y) = places[site], board.places[site]
        corners = " ".join(f"{x + (px - centre_x) * scale:.1f},{y - (py - centre_y) * scale:.1f}" for px, py in outline)
        fill = _TINTED if marks.get(site) == "tint" else _CELL
        parts.append(f'<polygon points="{corners}" fill="{fill}" stroke="{_LINE}" stroke-width="1.2"/>')
    return parts


def _links(board: Board, places: list[Point], scale: float) -> list[str]:
    """Lines between sites that touch; on boards given by lines or links, between all that are joined."""
    if board.shape in ("lines", "graph"):
        pairs = links(board)
    else:
        pairs = tuple(
            (start, end)
            for start, beside in enumerate(board.neighbours)
            for end in range(start + 1, len(places))
            if beside >> end & 1
        )
    both = {(start, end) for table in board.steps for start, end in enumerate(table) if end >= 0}
    parts = []
    for start, end in pairs:
        (x, y), (to_x, to_y) = places[start], places[end]
        parts.append(
            f'<line x1="{x:.1f}" y1="{y:.1f}" x2="{to_x:.1f}" y2="{to_y:.1f}" stroke="{_LINE}" stroke-width="2"/>'
        )
        if (start, end) not in both:
            parts.append(_arrow(places[end], places[start], scale))
        elif (end, start) not in both:
            parts.append(_arrow(places[start], places[end], scale))
    return parts


def _arrow(start: Point, end: Point, scale: float) -> str:
    """The head of an arrow in the middle of a link that leads one way."""
    x, y = start[0] + 0.55 * (end[0] - start[0]), start[1] + 0.55 * (end[1] - start[1])
    angle = math.degrees(math.atan2(end[1] - start[1], end[0] - start[0]))
    size = 0.14 * min(scale, UNIT)
    shape = f"M {size:.1f} 0 L {-size:.1f} {size:.1f} L {-size:.1f} {-size:.1f} Z"
    return f'<path d="{shape}" transform="translate({x:.1f} {y:.1f}) rotate({angle:.1f})" fill="{_LINE}"/>'


def _piece(piece: Drawn, place: Point, scale: float) -> list[str]:
    x, y = place
    radius = 0.36 * min(scale, UNIT)
    if piece.player is None:
        side = 1.3 * radius
        parts = [_square(x, y, side, fill=_LIGHT, stroke=_DARK, rounding=0.15)]
        ink = _DARK
    elif piece.player % 4 == 0:
        parts = [f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius:.1f}" fill="{_DARK}" stroke="{_DARK}"/>']
        ink = _LIGHT
    elif piece.player % 4 == 1:
        parts = [
            f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius:.1f}" fill="{_LIGHT}" stroke="{_DARK}" stroke-width="2"/>',
            f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{0.76 * radius:.1f}" fill="none" stroke="{_DARK}"/>',
        ]
        ink = _DARK
    elif piece.player % 4 == 2:
        parts = [_square(x, y, 1.7 * radius, fill=_MIDDLE, stroke=_DARK, rounding=0.1)]
        ink = _DARK
    else:
        parts = [
            _square(x, y, 1.45 * radius, fill=_LIGHT, stroke=_DARK, rounding=0.05, turn=45),
            _square(x, y, 1.05 * radius, fill="none", stroke=_DARK, rounding=0.05, turn=45),
        ]
        ink = _DARK
    if piece.letter:
        size = radius * (1.1 if len(piece.letter) == 1 else 0.8)
        parts.append(_text(x, y + 0.36 * size, piece.letter, size=size, fill=ink, weight="bold"))
    return parts


def _square(x: float, y: float, side: float, *, fill: str, stroke: str, rounding: float, turn: int = 0) -> str:
    turned = f' transform="rotate({turn} {x:.1f} {y:.1f})"' if turn else ""
    return (
        f'<rect x="{x - side / 2:.1f}" y="{y - side / 2:.1f}" width="{side:.1f}" height="{side:.1f}" '
        f'rx="{rounding * side:.1f}" fill="{fill}" stroke="{stroke}" stroke-width="1.5"{turned}/>'
    )


def _frame(place: Point, scale: float) -> str:
    """A broken ring round a site of the last step; broken, so that it is not taken for part of a piece."""
    x, y = place
    radius = 0.43 * min(scale, UNIT)
    return (
        f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius:.1f}" fill="none" stroke="{_LAST}" stroke-width="2.5" '
        'stroke-dasharray="7 4"/>'
    )


def _coordinates(board: Board, places: list[Point], scale: float, pieces: Mapping[int, Drawn]) -> list[str]:
    """Names along the sides where sites lie in columns and rows; elsewhere a small name at each site that has room."""
    size = 13.0
    if board.shape in ("hexagon", "triangle") or not board.ranks:
        small = min(scale, UNIT)
        down, right = (0.42 * small, 0.0) if board.drawn == "cells" else (0.42 * small, 0.42 * small)
        return [
            _text(x + right, y + down, board.sites[site], size=0.21 * small, fill=_NAME, halo=board.drawn == "points")
            for site, (x, y) in enumerate(places)
            if site not in pieces or board.drawn == "points"
        ]
    slanted = board.shape in HEXAGONAL_SHAPES
    parts = []
    left, bottom = min(x for x, _ in places), max(y for _, y in places)
    for name, bits in board.ranks.items():
        site = min(_members(bits), key=lambda member: places[member][0])
        x = places[site][0] if slanted else left
        parts.append(_text(x - 0.5 * scale - 14, places[site][1] + 0.35 * size, name, size=size, fill=_NAME))
    for name, bits in board.files.items():
        site = max(_members(bits), key=lambda member: places[member][1])
        x = places[site][0] - (0.35 * scale if slanted else 0)
        parts.append(_text(x, bottom + 0.5 * scale + 18, name, size=size, fill=_NAME))
    return parts


def _members(bits: int) -> list[int]:
    return [site for site in range(bits.bit_length()) if bits >> site & 1]


def _text(
    x: float, y: float, text: str, *, size: float, fill: str = _DARK, weight: str = "normal", halo: bool = False
) -> str:
    around = f' stroke="{_LIGHT}" stroke-width="3" paint-order="stroke"' if halo else ""
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size:.1f}" font-weight="{weight}" fill="{fill}" '
        f'text-anchor="middle"{around}>{escape(_clean(text))}</text>'
    )


def _clean(text: str) -> str:
    """The text without characters that XML does not allow."""
    return _NOT_XML.sub("", text)
