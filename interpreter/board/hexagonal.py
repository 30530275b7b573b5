"""Boards of hexagons in level rows: the hexagon, the rhombus, the triangle and the star.

Cells have two coordinates, (along the row, rows up), on axes 60 degrees apart; the six steps are in `compass`.
"""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING

from interpreter.board.compass import HEXAGONAL
from interpreter.board.naming import letters
from interpreter.board.reading import read_drawn, read_size, within_limit
from interpreter.board.topology import Topology, bits, lattice_steps, named_sets

if TYPE_CHECKING:
    from collections.abc import Sequence

    from interpreter.board.topology import Cell
    from interpreter.diagnostics import Diagnostic
    from interpreter.source.nodes import Mapping

ROW_HEIGHT = math.sqrt(3) / 2
RADIUS = 1 / math.sqrt(3)


def hexagon(board: Mapping, report: list[Diagnostic]) -> Topology | None:
    """`size` cells on a side. Row `a` is the bottom one; numbers count from the left within a row."""
    size = read_size(board, report, most=1)
    if size is None or not within_limit(board, 3 * size[0] * (size[0] - 1) + 1, report):
        return None
    far = size[0] - 1
    rows = [[(x, y) for x in range(max(-far, -far - y), min(far, far - y) + 1)] for y in range(-far, far + 1)]
    lattice = tuple(cell for row in rows for cell in row)
    sides = {
        "north": bits(site for site, (_, y) in enumerate(lattice) if y == far),
        "south": bits(site for site, (_, y) in enumerate(lattice) if y == -far),
        "north-east": bits(site for site, (x, y) in enumerate(lattice) if x + y == far),
        "south-west": bits(site for site, (x, y) in enumerate(lattice) if x + y == -far),
        "south-east": bits(site for site, (x, _) in enumerate(lattice) if x == far),
        "north-west": bits(site for site, (x, _) in enumerate(lattice) if x == -far),
    }
    return _tiling(board, report, "hexagon", _named_by_rows(rows), lattice, sides, (2 * far + 1, 2 * far + 1))


def triangle(board: Mapping, report: list[Diagnostic]) -> Topology | None:
    """`size` cells on a side, the point upwards. Row `a` is the bottom one; numbers count from the left."""
    size = read_size(board, report, most=1)
    if size is None or not within_limit(board, size[0] * (size[0] + 1) // 2, report):
        return None
    side = size[0]
    rows = [[(x, y) for x in range(side - y)] for y in range(side)]
    lattice = tuple(cell for row in rows for cell in row)
    sides = {
        "south": bits(site for site, (_, y) in enumerate(lattice) if y == 0),
        "west": bits(site for site, (x, _) in enumerate(lattice) if x == 0),
        "east": bits(site for site, (x, y) in enumerate(lattice) if x + y == side - 1),
    }
    return _tiling(board, report, "triangle", _named_by_rows(rows), lattice, sides, (side, side))


def star(board: Mapping, report: list[Diagnostic]) -> Topology | None:
    """Six points around a hexagon, each a triangle of `size` cells on a side. Rows are named as on the hexagon.

    The regions north, north-east and so on are the points; `edges` are the cells with fewer than six neighbours, and
    `corners` the outermost cell of each point.
    """
    size = read_size(board, report, most=1)
    if size is None or not within_limit(board, 6 * size[0] * (size[0] + 1) + 1, report):
        return None
    far = size[0]
    span = range(-2 * far, 2 * far + 1)
    rows = [[(x, y) for x in span if _within_star(x, y, far)] for y in span]
    lattice = tuple(cell for row in rows for cell in row)
    points = {
        "north": bits(site for site, (_, y) in enumerate(lattice) if y > far),
        "south": bits(site for site, (_, y) in enumerate(lattice) if y < -far),
        "north-east": bits(site for site, (x, y) in enumerate(lattice) if x + y > far),
        "south-west": bits(site for site, (x, y) in enumerate(lattice) if x + y < -far),
        "south-east": bits(site for site, (x, _) in enumerate(lattice) if x > far),
        "north-west": bits(site for site, (x, _) in enumerate(lattice) if x < -far),
    }
    made = _tiling(board, report, "star", _named_by_rows(rows), lattice, points, (2 * far + 1, 4 * far + 1))
    steps = HEXAGONAL.values()
    beside = [sum(_within_star(x + across, y + up, far) for across, up in steps) for x, y in lattice]
    outer = {
        "edges": bits(site for site, count in enumerate(beside) if count < len(steps)),
        "corners": bits(site for site, (x, y) in enumerate(lattice) if max(abs(x), abs(y), abs(x + y)) == 2 * far),
    }
    return replace(made, regions={**made.regions, **outer})


def _within_star(x: int, y: int, far: int) -> bool:
    """Whether a cell lies in one of the two triangles that a star is made of."""
    return max(-x, -y, x + y) <= far or max(x, y, -x - y) <= far


def rhombus(board: Mapping, report: list[Diagnostic]) -> Topology | None:
    """`size: [columns, rows]`, or one number for both. Columns have letters, rows numbers; rows lean to the right."""
    size = read_size(board, report, most=2)
    if size is None or not within_limit(board, size[0] * size[1], report):
        return None
    columns, rows = size
    lattice = tuple((x, y) for y in range(rows) for x in range(columns))
    names = [(letters(x), str(y + 1)) for x, y in lattice]
    sides = {
        "north": bits(site for site, (_, y) in enumerate(lattice) if y == rows - 1),
        "south": bits(site for site, (_, y) in enumerate(lattice) if y == 0),
        "east": bits(site for site, (x, _) in enumerate(lattice) if x == columns - 1),
        "west": bits(site for site, (x, _) in enumerate(lattice) if x == 0),
    }
    return _tiling(board, report, "rhombus", names, lattice, sides, (columns, rows))


def _named_by_rows(rows: Sequence[Sequence[Cell]]) -> list[tuple[str, str]]:
    """Letter and number of each cell: the letter says the row, the number the place in it."""
    return [(letters(row), str(place + 1)) for row, cells in enumerate(rows) for place in range(len(cells))]


def _tiling(
    board: Mapping,
    report: list[Diagnostic],
    shape: str,
    names: list[tuple[str, str]],
    lattice: tuple[Cell, ...],
    sides: dict[str, int],
    extent: tuple[int, int],
) -> Topology:
    """The board of these cells. A cell on two sides is a corner."""
    drawn = read_drawn(board, report, default="cells", allowed=("cells", "points"))
    places = _places(lattice)
    edges = corners = 0
    for side in sides.values():
        corners |= edges & side
        edges |= side
    return Topology(
        shape=shape,
        sites=tuple(letter + number for letter, number in names),
        steps=lattice_steps(lattice, HEXAGONAL),
        places=places,
        touching="any",
        orthogonal=tuple(HEXAGONAL),
        lattice=lattice,
        regions={"corners": corners, "edges": edges, **sides},
        ranks=named_sets([number for _, number in names]),
        files=named_sets([letter for letter, _ in names]),
        width=extent[0],
        height=extent[1],
        drawn=drawn,
        outlines=tuple(_outline(x, y) for x, y in places) if drawn == "cells" else (),
    )


def _places(lattice: tuple[Cell, ...]) -> tuple[tuple[float, float], ...]:
    """Centres, the lowest row at 0 and the leftmost cell at 0."""
    left = min(2 * x + y for x, y in lattice)
    bottom = min(y for _, y in lattice)
    return tuple(((2 * x + y - left) / 2, (y - bottom) * ROW_HEIGHT) for x, y in lattice)


def _outline(x: float, y: float) -> tuple[tuple[float, float], ...]:
    """A hexagon with a point upwards."""
    return tuple(
        (x + RADIUS * math.cos(math.radians(angle)), y + RADIUS * math.sin(math.radians(angle)))
        for angle in range(30, 390, 60)
    )
