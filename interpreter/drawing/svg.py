"""Boards drawn as SVG, from their topology alone; readable in black and white."""

from __future__ import annotations

import math
import textwrap
from dataclasses import dataclass
from functools import cached_property
from html import escape
from typing import TYPE_CHECKING

from interpreter.board.board import everything, members, union
from interpreter.board.compass import HEXAGONAL_SHAPES, LETTERED_ROWS
from interpreter.drawing import marks as sign
from interpreter.drawing.key import ROW, Entry, drawn, rows
from interpreter.drawing.look import LOOKS, Look
from interpreter.drawing.outer import edges_of, loops, seams, steps_along, tracks_of_players, walls_of
from interpreter.drawing.pieces import Drawn, draw_piece
from interpreter.drawing.plane import drawable
from interpreter.drawing.shades import SHADES, filled, patterns
from interpreter.drawing.text import hangs, links

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from interpreter.board import Board
    from interpreter.board.board import Point

UNIT = 48.0  # pixels between neighbours
WIDE_UNIT = 80.0  # the same where every site has its name beside it
LARGEST = 2400.0  # pixels along the longer side, before the margins
MARGIN = 34.0
TITLE = 30.0
WORDS, LINE = 14.0, 20.0  # pixels: the size of a caption's letters, and how far its lines stand apart


def board_svg(
    board: Board,
    pieces: Mapping[int, Drawn],
    *,
    last: Iterable[int] = (),
    marks: Mapping[int, str] | None = None,
    arrows: Iterable[tuple[int, int]] = (),
    title: str = "",
    coordinates: bool = True,
    look: Look = LOOKS["light"],
) -> str:
    """The board with what stands on it, as one SVG document.

    `last` are the sites of the last step, which get a frame. `marks` shade a site (`tint`, `hatch` or `grain`), put a
    dot (`dot`), a ring (`ring`) or a cross (`cross`) on it, or write a short text on it (anything else); several,
    joined by blanks, add up.
    `arrows` lead from one site to another.
    """
    sheet = Sheet(board, look, title)
    over = sheet.signs(pieces, last=last, marks=marks or {}, arrows=arrows)
    return sheet.document([*sheet.ground(marks or {}, pieces if coordinates else None), *over])


@dataclass(frozen=True)
class Sheet:
    """A board laid out on a picture; `captions` are texts for which there is room below it, one at a time.

    `sides` are the sites that the edge of the board shows, in the way in which each player's pieces are drawn; `ways`
    are the tracks, as numbers of directions, that pieces go along one way only. A broken line parts each set of
    `parts` from the rest of the board, and below it the `key` tells what the signs of the picture mean.
    """

    board: Board
    look: Look
    title: str = ""
    captions: tuple[str, ...] = ()
    sides: tuple[int, ...] = ()
    ways: tuple[int, ...] = ()
    parts: tuple[int, ...] = ()
    key: tuple[Entry, ...] = ()

    @cached_property
    def scale(self) -> float:
        """Pixels for one unit of the board's places: neighbours stand apart, and no picture grows without bound."""
        places = self.board.places
        span = max(
            max(x for x, _ in places) - min(x for x, _ in places),
            max(y for _, y in places) - min(y for _, y in places),
        )
        nearest = 1.0
        if self.board.linked and len(places) > 1:
            ordered = sorted(places)
            nearest = min(
                math.dist(first, second)
                for number, first in enumerate(ordered)
                for second in ordered[number + 1 : number + 40]
            )
        named = everything(self.board) & ~union(self.board.ranks.values())
        unit = WIDE_UNIT if named and (self.board.drawn == "points" or not self.board.ranks) else UNIT
        return min(unit / max(min(nearest, 1.0), 0.2), LARGEST / max(span, 1.0))

    @cached_property
    def unit(self) -> float:
        """The size that pieces and marks are measured by."""
        return min(self.scale, UNIT)

    @cached_property
    def _reach(self) -> tuple[float, float, float, float]:
        """How far sites and loops reach in the board's own measure: left, right, down and up."""
        reached = [*self.board.places, *(point for curve in loops(self.board) for point in curve.points())]
        across, up = [x for x, _ in reached], [y for _, y in reached]
        return min(across), max(across), min(up), max(up)

    @cached_property
    def _layout(self) -> tuple[list[Point], float, float]:
        """Centres of the sites in pixels, y downwards, and the size of the picture."""
        border, top, scale, places = MARGIN + 0.6 * UNIT, TITLE if self.title else 0.0, self.scale, self.board.places
        left, right, bottom, upper = self._reach
        width, height = 2 * border + (right - left) * scale, top + 2 * border + (upper - bottom) * scale
        wide = max([width, *(entry.width + MARGIN for entry in self.key)])
        begin = border + (wide - width) / 2
        found = [(begin + (x - left) * scale, top + border + (upper - y) * scale) for x, y in places]
        return found, wide, height

    @property
    def places(self) -> list[Point]:
        """The middle of each site in pixels."""
        return self._layout[0]

    @property
    def size(self) -> tuple[float, float]:
        """Width and height of the picture in pixels."""
        below = max((len(self._lines(caption)) for caption in self.captions), default=0)
        return self._layout[1], self._layout[2] + self._told_height + LINE * below

    @property
    def _told_height(self) -> float:
        """How high the key is, and what is told of the walls below it."""
        return self._key_height + LINE * len(self._hidden)

    @property
    def _key_height(self) -> float:
        return ROW * len(rows(self.key, self._room))

    @cached_property
    def _hidden(self) -> list[str]:
        """Lines of text that tell of the walls that a picture cannot show: those between levels."""
        shown = drawable(self.board, self.board.walls)
        names = self.board.sites
        hidden = [f"{names[start]}-{names[end]}" for start, end in self.board.walls if (start, end) not in shown]
        return self._lines(f"also parted by walls: {', '.join(hidden)}") if hidden else []

    @property
    def _room(self) -> float:
        """How wide what stands below the board may be, in pixels."""
        return self._layout[1] - MARGIN

    def _lines(self, caption: str) -> list[str]:
        """A caption in lines that fit the picture; letters are about half as wide as high."""
        fitting = max(12, int(1.85 * self._room / WORDS))
        return [line for paragraph in caption.splitlines() for line in textwrap.wrap(paragraph, fitting)]

    def caption(self, caption: str) -> list[str]:
        """A text below the board."""
        return self._written(self._lines(caption), self._layout[2] + self._told_height)

    def _written(self, lines: Iterable[str], top: float) -> list[str]:
        return [
            sign.text(self._layout[1] / 2, top + LINE * number, line, size=WORDS, fill=self.look.ink)
            for number, line in enumerate(lines)
        ]

    # --- the board

    def ground(self, marks: Mapping[int, str], named: Mapping[int, Drawn] | None) -> list[str]:
        """What does not move: title, cells or lines, shades, the key, and, unless `named` is None, coordinates.

        `named` are the pieces, which hide the names inside cells.
        """
        look, body = self.look, []
        if self.title:
            body.append(sign.text(self.size[0] / 2, MARGIN / 2 + 12, self.title, size=16, fill=look.ink, weight="bold"))
        shades = {site: word for site, mark in marks.items() for word in mark.split() if word in SHADES}
        shown = [entry.sign for entry in self.key if isinstance(entry.sign, str)]
        if defined := patterns([*shades.values(), *shown], look):
            body.append(f"<defs>{''.join(defined)}</defs>")
        if self.board.drawn == "cells":
            body += self._links() if self.board.linked else []
            body += [*self._cells(shades), *self._walls(), *self._seams(), *self._sides(), *self._arrows()]
        else:
            body += [*self._links(), *self._seams(), *self._sides(), *self._arrows()]
            body += [
                sign.dot(self.places[site], 0.3 * self.unit, filled(shade, look), look.line)
                for site, shade in sorted(shades.items())
            ]
            body += [
                f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{0.07 * self.unit:.1f}" fill="{look.line}"/>'
                for x, y in self.places
            ]
        body += drawn(self.key, self._layout[2] - 2, self._layout[1], self._room, look)
        body += self._written(self._hidden, self._layout[2] + self._key_height)
        return body + (self._coordinates(named) if named is not None else [])

    def _at(self, point: Point) -> Point:
        """Where a point of the board's own measure is in the picture."""
        (x, y), (own_x, own_y) = self.places[0], self.board.places[0]
        return x + (point[0] - own_x) * self.scale, y - (point[1] - own_y) * self.scale

    def _sides(self) -> list[str]:
        return [
            line
            for start, end, player in edges_of(self.board, self.sides)
            for line in sign.side(self._at(start), self._at(end), player, self.look)
        ]

    def _seams(self) -> list[str]:
        lines = {(min(line), max(line)) for part in self.parts for line in seams(self.board, part)}
        return [sign.seam(self._at(start), self._at(end), self.look.line) for start, end in sorted(lines)]

    def _walls(self) -> list[str]:
        return [sign.wall(self._at(start), self._at(end), self.look.ink) for start, end in walls_of(self.board)]

    def _cells(self, shades: Mapping[int, str]) -> list[str]:
        parts = []
        borders = self.board.regions.get("borders", 0)
        for site in range(len(self.board.outlines)):
            if site in shades or not borders >> site & 1:
                fill = filled(shades[site], self.look) if site in shades else self.look.cell
                parts.append(self._field(site, fill, self.look.line, 1.2))
        return parts + [
            sign.dot(self._at(corner), 0.06 * self.unit, self.look.line, self.look.line) for corner in self._corners()
        ]

    def _corners(self) -> list[Point]:
        """Where borders that are sites meet."""
        cells = self.board.regions["cells"] if "borders" in self.board.regions else 0
        found = {(round(x, 3), round(y, 3)) for cell in members(cells) for x, y in self.board.outlines[cell]}
        return sorted(found)

    @cached_property
    def _pairs(self) -> tuple[tuple[int, int], ...]:
        """Sites that touch; on boards given by lines or links, all that are joined."""
        if self.board.linked:
            return links(self.board)
        pairs = (
            (start, end)
            for start, beside in enumerate(self.board.neighbours)
            for end in range(start + 1, len(self.places))
            if beside >> end & 1
        )
        return drawable(self.board, pairs)

    def _field(self, site: int, fill: str, stroke: str, width: float, more: str = "") -> str:
        """The outline of a site."""
        corners = " ".join(f"{x:.1f},{y:.1f}" for x, y in map(self._at, self.board.outlines[site]))
        return f'<polygon points="{corners}" fill="{fill}" stroke="{stroke}" stroke-width="{width}"{more}/>'

    def _links(self) -> list[str]:
        """Lines between sites, and the loops of tracks."""
        colour, places = self.look.line, self.places
        lines = [sign.line(places[start], places[end], colour) for start, end in self._pairs]
        return lines + [sign.curve([self._at(point) for point in loop.handles], colour) for loop in loops(self.board)]

    def _arrows(self) -> list[str]:
        """Which way lines lead that lead one way only, and which way the tracks of players and `ways` go."""
        both = {(start, end) for table in self.board.steps for start, end in enumerate(table) if end >= 0}
        ways, places, parts = tracks_of_players(self.board), self.places, []
        ways |= {pair for way in self.ways for pair in steps_along(self.board, way)}
        for start, end in self._pairs:
            there, back = ((pair in both, pair in ways) for pair in ((start, end), (end, start)))
            if there != back:
                tip, tail = (end, start) if there > back else (start, end)
                parts.append(sign.arrowhead(places[tail], places[tip], 0.14 * self.unit, self.look.line))
        return parts

    def _names(self, sites: Iterable[int], pieces: Mapping[int, Drawn]) -> list[str]:
        """The names of sites but borders, in cells on which no piece stands or beside points."""
        bars = self.board.regions.get("borders", 0)
        cells = self.board.drawn == "cells"
        down, right = (0.42 * self.unit, 0.0) if cells else (0.42 * self.unit, 0.42 * self.unit)
        size, halo = 0.21 * self.unit, "" if cells else self.look.paper
        return [
            sign.text(x + right, y + down, self.board.sites[site], size=size, fill=self.look.name, halo=halo)
            for site in sites
            for x, y in [self.places[site]]
            if (site not in pieces or not cells) and not bars >> site & 1
        ]

    def _coordinates(self, pieces: Mapping[int, Drawn]) -> list[str]:
        """Names along the sides where sites lie in columns and rows; elsewhere a name at each site that has room."""
        board, places, look = self.board, self.places, self.look
        size = 13.0
        slanted = board.shape in HEXAGONAL_SHAPES
        if board.shape in LETTERED_ROWS or not board.ranks or (slanted and hangs(board)):
            return self._names(range(len(places)), pieces)
        if board.levels:
            return self._names_of_levels(size)
        border = MARGIN + 0.6 * UNIT  # beyond the loops of tracks too
        left, bottom = self._at((self._reach[0], 0))[0], self._layout[2] - border
        parts = self._names(members(everything(board) & ~union(board.ranks.values())), pieces)
        across = slanted or self._lies_across(board.ranks)
        for lines, level in ((board.ranks, across), (board.files, not across)):
            for name, bits in lines.items():
                on_it = [places[site] for site in members(bits)]
                if level:
                    x, y = min(on_it)
                    x = (x if slanted else left) - 0.5 * self.scale - 14
                    parts.append(sign.text(x, y + 0.35 * size, name, size=size, fill=look.name))
                else:
                    x = max(on_it, key=lambda place: place[1])[0] - (0.35 * self.scale if slanted else 0)
                    parts.append(sign.text(x, bottom + 0.5 * self.scale + 18, name, size=size, fill=look.name))
        return parts

    def _names_of_levels(self, size: float) -> list[str]:
        """Around each level the names of its rows and columns, and above it its own."""
        look, far = self.look, 0.5 * self.scale
        parts: list[str] = []
        for letter, level in self.board.levels.items():
            within = [self.places[site] for site in members(level)]
            left, right = min(x for x, _ in within), max(x for x, _ in within)
            top, bottom = min(y for _, y in within), max(y for _, y in within)
            middle, above = (left + right) / 2, top - far - 0.5 * size
            parts.append(sign.text(middle, above, letter, size=1.2 * size, fill=look.name, weight="bold"))
            for name, line in self.board.ranks.items():
                for _, y in [self.places[site] for site in members(line & level)][:1]:
                    parts.append(sign.text(left - far - 0.7 * size, y + 0.35 * size, name, size=size, fill=look.name))
            for name, line in self.board.files.items():
                for x, _ in [self.places[site] for site in members(line & level)][:1]:
                    parts.append(sign.text(x, bottom + far + 1.2 * size, name, size=size, fill=look.name))
        return parts

    def _lies_across(self, lines: Mapping[str, int]) -> bool:
        """Whether ranks, or files, run from left to right in the picture."""
        spans = [[self.places[site] for site in members(bits)] for bits in lines.values()]
        wide = sum(max(x for x, _ in span) - min(x for x, _ in span) for span in spans)
        return wide >= sum(max(y for _, y in span) - min(y for _, y in span) for span in spans)

    # --- what stands on it

    def signs(
        self,
        pieces: Mapping[int, Drawn],
        *,
        last: Iterable[int] = (),
        marks: Mapping[int, str] | None = None,
        arrows: Iterable[tuple[int, int]] = (),
    ) -> list[str]:
        """The pieces, and the marks over them."""
        body: list[str] = []
        bars = self.board.regions.get("borders", 0)
        for site, piece in sorted(pieces.items()):
            if bars >> site & 1:
                body.append(self._bar(site, piece))
                continue
            body += draw_piece(piece, self.places[site], self.unit, self.look)
        for site, mark in (marks or {}).items():
            for word in mark.split() if set(mark.split()) & {*SHADES, "dot", "ring", "cross"} else [mark]:
                body += self._sign(site, word)
        body += [
            sign.arrow(self.places[start], self.places[end], 0.16 * self.unit, self.look.accent)
            for start, end in arrows
        ]
        return body + [
            self._field(site, "none", self.look.accent, 2.5, more=' stroke-dasharray="5 3"')
            if bars >> site & 1
            else sign.frame(self.places[site], 0.43 * self.unit, self.look.accent)
            for site in last
        ]

    def _bar(self, site: int, piece: Drawn) -> str:
        """A piece on a border: the border itself, dark, pale or of the colour between, by its owner."""
        fills = {None: self.look.ink, 0: self.look.dark, 1: self.look.pale}
        return self._field(site, fills.get(piece.player, self.look.middle), self.look.edge, 1.0)

    def _sign(self, site: int, mark: str) -> list[str]:
        place, unit, look = self.places[site], self.unit, self.look
        match mark:
            case _ if mark in SHADES:
                return []
            case "dot":
                return [sign.dot(place, 0.12 * unit, look.accent, look.paper)]
            case "ring":
                return [sign.ring(place, 0.44 * unit, look.accent)]
            case "cross":
                return [sign.cross(place, 0.26 * unit, look.accent)]
            case _:
                return [sign.text(place[0], place[1] + 0.12 * self.scale, mark, size=0.34 * self.scale, fill=look.name)]

    def document(self, body: Iterable[str]) -> str:
        """The whole picture."""
        width, height = self.size
        name = [f"<title>{escape(sign.clean(self.title))}</title>"] if self.title else []
        label = escape(sign.clean(self.title) or "board")
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height:.0f}" width="{width:.0f}" '
            f'height="{height:.0f}" role="img" aria-label="{label}" font-family="Helvetica, Arial, sans-serif">\n'
            + "\n".join([*name, f'<rect width="100%" height="100%" fill="{self.look.paper}"/>', *body])
            + "\n</svg>\n"
        )
