"""Boards of squares in columns, rows and levels."""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.board.compass import SOLID
from interpreter.board.naming import letters
from interpreter.board.topology import Topology, bits, lattice_steps, named_sets

if TYPE_CHECKING:
    from interpreter.board.topology import Cell

MOST = 26  # levels: the first letter of a site is that of its level, whatever follows
WIDEST = 32  # cells that lie beside each other in a picture
GAPS = 1, 2  # cells between levels that lie beside each other, and one above the other
ORTHOGONAL, DIAGONAL, TRIAGONAL = (
    tuple(name for name, step in SOLID.items() if sum(map(abs, step)) == length) for length in (1, 2, 3)
)


def cuboid(columns: int, rows: int, levels: int) -> Topology:
    """Levels from the bottom, of sites row by row: `Aa1`, `Ab1`, ... `Aa2`, ... `Ba1`. All are drawn as cells.

    The slanting directions within two dimensions are `diagonal`, those within three `triagonal`. In the plane the
    levels lie beside each other, the lowest at the left; where that grows wide, in several rows of levels.
    """
    lattice = tuple((x, y, z) for z in range(levels) for y in range(rows) for x in range(columns))
    names = [letters(z).upper() for z in range(levels)]
    return Topology(
        shape="rectangle",
        sites=tuple(f"{names[z]}{letters(x)}{y + 1}" for x, y, z in lattice),
        steps=lattice_steps(lattice, SOLID),
        places=_places(columns, rows, levels),
        touching="orthogonal",
        orthogonal=ORTHOGONAL,
        diagonal=DIAGONAL,
        triagonal=TRIAGONAL,
        lattice=lattice,
        regions=_regions(lattice),
        ranks=named_sets([str(y + 1) for _, y, _ in lattice]),
        files=named_sets([letters(x) for x, _, _ in lattice]),
        levels=named_sets([names[z] for _, _, z in lattice]),
        width=columns,
        height=rows,
    )


def _places(columns: int, rows: int, levels: int) -> tuple[tuple[float, float], ...]:
    aside, below = columns + GAPS[0], rows + GAPS[1]
    fitting = max(1, WIDEST // aside)
    lines = -(-levels // fitting)
    abreast = -(-levels // lines)
    return tuple(
        (float(x + z % abreast * aside), float(y + (lines - 1 - z // abreast) * below))
        for z in range(levels)
        for y in range(rows)
        for x in range(columns)
    )


def _regions(lattice: tuple[Cell, ...]) -> dict[str, int]:
    """The six outer layers; a site that lies outermost in one, two or three dimensions is of a face, edge or corner."""
    named = ("west", "east"), ("south", "north"), ("bottom", "top")
    layers: dict[str, int] = {}
    outermost = [0] * len(lattice)
    for axis, names in enumerate(named):
        ends = min(cell[axis] for cell in lattice), max(cell[axis] for cell in lattice)
        for name, end in zip(names, ends, strict=True):
            layers[name] = bits(site for site, cell in enumerate(lattice) if cell[axis] == end)
        for site, cell in enumerate(lattice):
            outermost[site] += cell[axis] in ends
    return {
        "corners": bits(site for site, number in enumerate(outermost) if number == len(named)),
        "edges": bits(site for site, number in enumerate(outermost) if number >= len(named) - 1),
        "faces": bits(site for site, number in enumerate(outermost) if number),
        **{name: layers[name] for name in ("north", "south", "east", "west", "top", "bottom")},
        "dark": bits(site for site, cell in enumerate(lattice) if sum(cell) % 2 == 0),
        "light": bits(site for site, cell in enumerate(lattice) if sum(cell) % 2),
    }
