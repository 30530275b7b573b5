"""Boards given by their lines: sites are whatever the lines name, neighbours are next to each other on a line."""

from __future__ import annotations

import math
from itertools import pairwise
from typing import TYPE_CHECKING

from interpreter.board.compass import DIAGONAL, ORTHOGONAL
from interpreter.board.naming import grid_cells, is_site_name, letters, no_site_name
from interpreter.board.placing import laid_out, read_coordinates, scaled
from interpreter.board.reading import quoted, read_drawn, shown
from interpreter.board.rectangle import grid_regions
from interpreter.board.topology import LIMIT, Topology, named_sets
from interpreter.board.web import Web
from interpreter.diagnostics import Diagnostic
from interpreter.source.nodes import Mapping, Scalar, Sequence

if TYPE_CHECKING:
    from collections.abc import Iterable

    from interpreter.board.board import Point
    from interpreter.source.nodes import Node

MOST_NAMES = 20_000
ROUND_CORNERS = 24
ROUND_RADIUS = 0.44
EXAMPLE = "write lines: [a1 b1 c1, c1 c2 c3]"


def lines(board: Mapping, report: list[Diagnostic]) -> Topology | None:
    """`lines`, each naming its sites in order; a line that names its first site again at the end is closed.

    A line that runs in one compass direction throughout belongs to that direction. A line that bends, or that would
    clash there with a line before it, has directions of its own: `line-3` and `line-3-back` for the third line.
    """
    node = board.get("lines")
    found = read_lines(node, board, report)
    if found is None:
        return None
    sites = tuple(dict.fromkeys(name for line in found for name in line))
    if len(sites) > LIMIT:
        message = f"these lines name {len(sites):,} sites; the limit is {LIMIT:,}"
        report.append(Diagnostic("board-too-large", message, (node or board).span, help="make the board smaller"))
        return None
    index = {name: site for site, name in enumerate(sites)}
    paths = [tuple(index[name] for name in line) for line in found]
    drawn = read_drawn(board, report, default="points", allowed=("points", "cells"))
    coordinates = board.get("coordinates")
    given = None if coordinates is None else read_coordinates(coordinates, sites, report)
    if coordinates is not None and given is None:
        return None
    links = [link for path in paths for link in pairwise(path)]
    web = Web(given or grid_places(sites))
    add_lines(web, paths)
    return placed("lines", sites, web, (given, drawn), links)


def add_lines(web: Web, paths: Iterable[tuple[int, ...]]) -> None:
    """Put each line into a compass direction where it fits, else into directions of its own."""
    for number, path in enumerate(paths, 1):
        if not web.add_by_compass(path):
            web.add_path(f"line-{number}", f"line-{number}-back", path)


def grid_places(sites: tuple[str, ...]) -> tuple[Point, ...] | None:
    """Places of sites named by letter and number, or None."""
    cells = grid_cells(sites)
    return None if cells is None else tuple((float(x), float(y)) for x, y in cells)


def placed(
    shape: str,
    sites: tuple[str, ...],
    web: Web,
    drawing: tuple[tuple[Point, ...] | None, str],
    links: Iterable[tuple[int, int]],
) -> Topology:
    """The board of a web, with what follows from the names or the coordinates of its sites.

    `drawing` holds the coordinates in the file, if there are any, and whether sites are points or cells.
    """
    given, drawn = drawing
    steps = web.tables(len(sites))
    cells = grid_cells(sites)
    whole = given is not None and all(x.is_integer() and y.is_integer() for x, y in given)
    lattice = cells or (tuple((int(x), int(y)) for x, y in given) if given and whole else None)
    if given:
        places = scaled(given, links)
    elif cells:
        left, bottom = min(x for x, _ in cells), min(y for _, y in cells)
        places = tuple((float(x - left), float(y - bottom)) for x, y in cells)
    else:
        places = laid_out(len(sites), links)
    return Topology(
        shape=shape,
        sites=sites,
        steps=steps,
        places=places,
        orthogonal=tuple(name for name in ORTHOGONAL if name in steps),
        diagonal=tuple(name for name in DIAGONAL if name in steps),
        lattice=lattice,
        regions=grid_regions(cells) if cells else _sides(sites, given) if given else {},
        ranks=named_sets([str(y + 1) for _, y in cells]) if cells else {},
        files=named_sets([letters(x) for x, _ in cells]) if cells else {},
        width=_extent([x for x, _ in cells]) if cells else 0,
        height=_extent([y for _, y in cells]) if cells else 0,
        drawn=drawn,
        outlines=tuple(_round(x, y) for x, y in places) if drawn == "cells" else (),
        linked=True,
    )


def _round(x: float, y: float) -> tuple[Point, ...]:
    """A round field; the cells of a board without a pattern do not fill the plane."""
    angles = [math.tau * corner / ROUND_CORNERS for corner in range(ROUND_CORNERS)]
    return tuple((x + ROUND_RADIUS * math.cos(angle), y + ROUND_RADIUS * math.sin(angle)) for angle in angles)


def _sides(sites: tuple[str, ...], places: tuple[Point, ...]) -> dict[str, int]:
    """The outermost sites on each side of sites with free coordinates; what their corners are, no one can say.

    A side that is called like a site is not among them: its name is that of the site.
    """
    sides = grid_regions(places)
    return {name: sides[name] for name in ("north", "south", "east", "west") if name not in sites}


def _extent(numbers: list[int]) -> int:
    return max(numbers) - min(numbers) + 1


def read_lines(node: Node | None, board: Mapping, report: list[Diagnostic]) -> list[list[str]] | None:
    """The sites that each line names, or None where a line cannot be used."""
    items: list[Node] = []
    if isinstance(node, Sequence):
        items = list(node.items)
    elif isinstance(node, Mapping):
        items = [entry.value for entry in node.entries]
    if not items:
        what = "a board of this shape has a list of lines"
        report.append(Diagnostic("board-line", what, (node or board).span, help=EXAMPLE))
        return None
    wrong = len(report)
    found = []
    total = 0
    for item in items:
        names = item.text.split() if isinstance(item, Scalar) else _texts(item)
        total += len(names)
        if total > MOST_NAMES:
            message = f"these lines name more than {MOST_NAMES:,} sites"
            report.append(Diagnostic("board-too-large", message, item.span, help="make the board smaller"))
            return None
        problem = _problem(names)
        if problem:
            report.append(Diagnostic("board-line", problem, item.span, help=EXAMPLE))
        found.append(names)
    return None if len(report) > wrong else found


def _texts(node: Node) -> list[str]:
    if not isinstance(node, Sequence):
        return []
    return [item.text if isinstance(item, Scalar) else shown(item) for item in node.items]


def _problem(names: list[str]) -> str:
    """What is wrong with a line, or nothing."""
    odd = next((name for name in names if not is_site_name(name)), None)
    if odd is not None:
        return no_site_name(quoted(odd))
    if len(names) < 2:
        return "a line names two sites or more, with spaces between them"
    closed = names[0] == names[-1]
    if closed and len(names) < 4:
        return "a closed line has three sites or more"
    inner = names[:-1] if closed else names
    twice = next((name for place, name in enumerate(inner) if name in inner[:place]), None)
    return f"the line comes to {quoted(twice)} twice; write it as two lines" if twice else ""
