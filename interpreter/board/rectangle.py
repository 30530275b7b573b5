"""Boards of squares in columns and rows, on one level or several."""

from __future__ import annotations

from dataclasses import replace
from math import prod
from typing import TYPE_CHECKING

from interpreter.board.compass import DIAGONAL, ORTHOGONAL, SQUARE
from interpreter.board.levels import MOST as MOST_LEVELS
from interpreter.board.levels import cuboid
from interpreter.board.naming import letters
from interpreter.board.reading import read_drawn, read_size, within_limit
from interpreter.board.topology import Topology, bits, lattice_steps, named_sets
from interpreter.diagnostics import Diagnostic

if TYPE_CHECKING:
    from collections.abc import Sequence

    from interpreter.board.board import Point
    from interpreter.source.nodes import Mapping


def rectangle(board: Mapping, report: list[Diagnostic]) -> Topology | None:
    """`size: [columns, rows]`, or one number for a square, or `[columns, rows, levels]`."""
    size = read_size(board, report, most=3)
    drawn = read_drawn(board, report, default="cells", allowed=("cells", "points"))
    if size is None or not within_limit(board, prod(size), report):
        return None
    if len(size) == 3 and size[2] > MOST_LEVELS:
        message = f"this board would have {size[2]} levels; the limit is {MOST_LEVELS}, a letter for each"
        help_line = "levels stand last: size: [columns, rows, levels]"
        report.append(Diagnostic("board-size", message, (board.get("size") or board).span, help=help_line))
        return None
    made = cuboid(*size) if len(size) == 3 else _flat(*size)
    outlines = tuple(_around(x, y) for x, y in made.places) if drawn == "cells" else ()
    return replace(made, drawn=drawn, outlines=outlines)


def _flat(columns: int, rows: int) -> Topology:
    """Sites go row by row from the bottom, left to right."""
    lattice = tuple((x, y) for y in range(rows) for x in range(columns))
    return Topology(
        shape="rectangle",
        sites=tuple(f"{letters(x)}{y + 1}" for x, y in lattice),
        steps=lattice_steps(lattice, SQUARE),
        places=tuple((float(x), float(y)) for x, y in lattice),
        touching="orthogonal",
        orthogonal=ORTHOGONAL,
        diagonal=DIAGONAL,
        lattice=lattice,
        regions=grid_regions(lattice)
        | {
            "dark": bits(site for site, (x, y) in enumerate(lattice) if (x + y) % 2 == 0),
            "light": bits(site for site, (x, y) in enumerate(lattice) if (x + y) % 2),
        },
        ranks=named_sets([str(y + 1) for _, y in lattice]),
        files=named_sets([letters(x) for x, _ in lattice]),
        width=columns,
        height=rows,
    )


def _around(x: float, y: float) -> tuple[Point, ...]:
    """The square cell around a place."""
    side = 0.5
    return (x - side, y - side), (x + side, y - side), (x + side, y + side), (x - side, y + side)


def grid_regions(lattice: Sequence[tuple[float, float]]) -> dict[str, int]:
    """The outermost rows and columns of sites in columns and rows: sides, edges and corners."""
    left, right = min(x for x, _ in lattice), max(x for x, _ in lattice)
    bottom, top = min(y for _, y in lattice), max(y for _, y in lattice)
    north = bits(site for site, (_, y) in enumerate(lattice) if y == top)
    south = bits(site for site, (_, y) in enumerate(lattice) if y == bottom)
    east = bits(site for site, (x, _) in enumerate(lattice) if x == right)
    west = bits(site for site, (x, _) in enumerate(lattice) if x == left)
    return {
        "corners": (north | south) & (east | west),
        "edges": north | south | east | west,
        "north": north,
        "south": south,
        "east": east,
        "west": west,
    }
