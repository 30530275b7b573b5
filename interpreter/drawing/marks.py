"""Texts, frames, dots and arrows: what stands on a picture beside the board and its pieces."""

from __future__ import annotations

import math
import re
from html import escape
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from interpreter.board.board import Point
    from interpreter.drawing.look import Look

_NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def clean(words: str) -> str:
    """The text without characters that XML does not allow."""
    return _NOT_XML.sub("", words)


def text(
    x: float,
    y: float,
    words: str,
    *,
    size: float,
    fill: str,
    weight: str = "normal",
    halo: str = "",
    anchor: str = "middle",
) -> str:
    """A text with its middle, or what `anchor` says, at a place; `halo` is a colour round its letters."""
    around = f' stroke="{halo}" stroke-width="3" paint-order="stroke"' if halo else ""
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size:.1f}" font-weight="{weight}" fill="{fill}" '
        f'text-anchor="{anchor}"{around}>{escape(clean(words))}</text>'
    )


def square(x: float, y: float, side: float, *, fill: str, stroke: str, rounding: float, turn: int = 0) -> str:
    """A square round a place."""
    turned = f' transform="rotate({turn} {x:.1f} {y:.1f})"' if turn else ""
    return (
        f'<rect x="{x - side / 2:.1f}" y="{y - side / 2:.1f}" width="{side:.1f}" height="{side:.1f}" '
        f'rx="{rounding * side:.1f}" fill="{fill}" stroke="{stroke}" stroke-width="1.5"{turned}/>'
    )


def frame(place: Point, radius: float, colour: str) -> str:
    """A broken ring round a site of the last step; broken, so that it is not taken for part of a piece."""
    x, y = place
    return (
        f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius:.1f}" fill="none" stroke="{colour}" stroke-width="2.5" '
        'stroke-dasharray="7 4"/>'
    )


def ring(place: Point, radius: float, colour: str) -> str:
    """A whole ring, wider than a piece: this site is meant."""
    x, y = place
    return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius:.1f}" fill="none" stroke="{colour}" stroke-width="4"/>'


def dot(place: Point, radius: float, colour: str, around: str) -> str:
    """A dot: a piece could go here."""
    x, y = place
    edge = f'stroke="{around}" stroke-width="1.5"'
    return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius:.1f}" fill="{colour}" {edge}/>'


def cross(place: Point, radius: float, colour: str) -> str:
    """A cross: what stood here is gone."""
    x, y = place
    d = f"M{x - radius:.1f} {y - radius:.1f}L{x + radius:.1f} {y + radius:.1f}"
    d += f"M{x - radius:.1f} {y + radius:.1f}L{x + radius:.1f} {y - radius:.1f}"
    return f'<path d="{d}" stroke="{colour}" stroke-width="4" stroke-linecap="round" fill="none"/>'


def arrowhead(start: Point, end: Point, size: float, colour: str, *, at: float = 0.55) -> str:
    """The head of an arrow on the way from one place to another."""
    x, y = start[0] + at * (end[0] - start[0]), start[1] + at * (end[1] - start[1])
    angle = math.degrees(math.atan2(end[1] - start[1], end[0] - start[0]))
    shape = f"M {size:.1f} 0 L {-size:.1f} {size:.1f} L {-size:.1f} {-size:.1f} Z"
    return f'<path d="{shape}" transform="translate({x:.1f} {y:.1f}) rotate({angle:.1f})" fill="{colour}"/>'


def arrow(start: Point, end: Point, size: float, colour: str) -> str:
    """An arrow from one site to another, ending short of its middle."""
    length = math.dist(start, end) or 1.0
    stop = max(0.0, 1 - 1.6 * size / length)
    x, y = start[0] + stop * (end[0] - start[0]), start[1] + stop * (end[1] - start[1])
    line = (
        f'<line x1="{start[0]:.1f}" y1="{start[1]:.1f}" x2="{x:.1f}" y2="{y:.1f}" stroke="{colour}" '
        'stroke-width="4" stroke-linecap="round" opacity="0.85"/>'
    )
    return line + arrowhead(start, end, size, colour, at=stop)


def line(start: Point, end: Point, colour: str) -> str:
    """A line of the board."""
    place = f'x1="{start[0]:.1f}" y1="{start[1]:.1f}" x2="{end[0]:.1f}" y2="{end[1]:.1f}"'
    return f'<line {place} stroke="{colour}" stroke-width="2"/>'


def seam(start: Point, end: Point, colour: str) -> str:
    """A broken line between two parts of the board."""
    place = f'x1="{start[0]:.1f}" y1="{start[1]:.1f}" x2="{end[0]:.1f}" y2="{end[1]:.1f}"'
    return f'<line {place} stroke="{colour}" stroke-width="4" stroke-dasharray="6 3"/>'


def wall(start: Point, end: Point, colour: str) -> str:
    """A thick line between two cells."""
    place = f'x1="{start[0]:.1f}" y1="{start[1]:.1f}" x2="{end[0]:.1f}" y2="{end[1]:.1f}"'
    return f'<line {place} stroke="{colour}" stroke-width="6" stroke-linecap="round"/>'


def curve(handles: Sequence[Point], colour: str) -> str:
    """A line from the first point to the last, drawn towards the two between."""
    first, *others = (f"{x:.1f} {y:.1f}" for x, y in handles)
    return f'<path d="M{first}C{" ".join(others)}" fill="none" stroke="{colour}" stroke-width="2"/>'


def side(start: Point, end: Point, player: int, look: Look) -> list[str]:
    """An edge of the board that belongs to a player: dark, pale within an outline, or grey."""
    place = f'x1="{start[0]:.1f}" y1="{start[1]:.1f}" x2="{end[0]:.1f}" y2="{end[1]:.1f}" stroke-linecap="round"'
    fill = (look.dark, look.pale, look.middle)[player % 3]
    return [
        f'<line {place} stroke="{colour}" stroke-width="{width}"/>' for colour, width in ((look.edge, 7), (fill, 4))
    ]
