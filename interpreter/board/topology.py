"""What each family of shapes hands over, and how a board is made of it."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from interpreter.board.board import Board, members
from interpreter.board.compass import OPPOSITE

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from interpreter.board.board import Point
    from interpreter.board.tracks import Tracks

LIMIT = 1000  # sites; more would make every table of the board slow, and no printed board comes near it

Table = tuple[int, ...]
Cell = tuple[int, ...]  # columns and rows, and levels where the board has several


@dataclass(frozen=True)
class Topology:
    """Sites and single steps, before an author's `adjacent` and extra `directions`.

    `steps` maps a direction's name to its table; `lattice` gives each site whole coordinates, by which leaps are
    measured, where the shape has them. `touching` is what `adjacent` means when the author does not say. `walls` are
    the pairs of sites that the shape joins and the author has parted, `holes` the sites of the shape that it lacks.
    """

    shape: str
    sites: tuple[str, ...]
    steps: dict[str, Table]
    places: tuple[Point, ...]
    touching: str = "any"
    orthogonal: tuple[str, ...] = ()
    diagonal: tuple[str, ...] = ()
    triagonal: tuple[str, ...] = ()
    lattice: tuple[Cell, ...] | None = None
    regions: dict[str, int] = field(default_factory=dict)
    ranks: dict[str, int] = field(default_factory=dict)
    files: dict[str, int] = field(default_factory=dict)
    levels: dict[str, int] = field(default_factory=dict)
    width: int = 0
    height: int = 0
    drawn: str = "points"
    outlines: tuple[tuple[Point, ...], ...] = ()
    linked: bool = False
    walls: tuple[tuple[int, int], ...] = ()
    holes: tuple[str, ...] = ()


def chosen(topology: Topology, left: Sequence[int]) -> Topology:
    """The topology of these sites alone, numbered anew in this order."""
    number = {site: position for position, site in enumerate(left)}

    def kept(sets: dict[str, int], *, empty: bool) -> dict[str, int]:
        found = {name: bits(number[s] for s in members(sites) if s in number) for name, sites in sets.items()}
        return {name: sites for name, sites in found.items() if sites or empty}

    return replace(
        topology,
        sites=tuple(topology.sites[site] for site in left),
        steps={name: tuple(number.get(table[site], -1) for site in left) for name, table in topology.steps.items()},
        places=tuple(topology.places[site] for site in left),
        lattice=None if topology.lattice is None else tuple(topology.lattice[site] for site in left),
        outlines=tuple(topology.outlines[site] for site in left) if topology.outlines else (),
        regions=kept(topology.regions, empty=True),
        ranks=kept(topology.ranks, empty=False),
        files=kept(topology.files, empty=False),
        levels=kept(topology.levels, empty=False),
    )


def assemble(
    topology: Topology,
    extra: dict[str, dict[str, Table]],
    adjacent: Sequence[str] | None,
    tracks: Tracks,
) -> Board:
    """The board: `extra` maps an author's name to the directions it stands for; `adjacent` are names of classes.

    The directions along `tracks` are among `extra`.
    """
    steps = dict(topology.steps)
    for directions in extra.values():
        steps.update(directions)
    names = tuple(steps)
    tables = tuple(steps.values())
    number = {name: position for position, name in enumerate(names)}
    classes = {
        "orthogonal": tuple(number[name] for name in topology.orthogonal),
        "diagonal": tuple(number[name] for name in topology.diagonal),
        "any": tuple(range(len(topology.steps))),
    }
    if topology.levels:
        classes["triagonal"] = tuple(number[name] for name in topology.triagonal)
    classes.update({name: tuple(number[direction] for direction in found) for name, found in extra.items()})
    classes.update({name: (position,) for name, position in number.items()})
    touching = [topology.touching] if adjacent is None else adjacent
    chosen = tuple(sorted({direction for name in touching for direction in classes[name]}))
    neighbours = tuple(
        bits(tables[direction][site] for direction in chosen if tables[direction][site] >= 0)
        for site in range(len(topology.sites))
    )
    return Board(
        shape=topology.shape,
        sites=topology.sites,
        index={name: position for position, name in enumerate(topology.sites)},
        directions=names,
        steps=tables,
        opposite=_opposites(names, tables, tracks),
        classes=classes,
        adjacent=chosen,
        neighbours=neighbours,
        regions=topology.regions,
        ranks=topology.ranks,
        files=topology.files,
        levels=topology.levels,
        width=topology.width,
        height=topology.height,
        drawn=topology.drawn,
        places=topology.places,
        outlines=topology.outlines,
        linked=topology.linked,
        walls=topology.walls,
        tracks={name: {player: number[way] for player, way in own.items()} for name, own in tracks.own.items()},
        walks=tuple(tracks.walks.get(name, ()) for name in names),
    )


def _opposites(names: Sequence[str], tables: Sequence[Table], tracks: Tracks) -> tuple[int, ...]:
    """The opposites of all directions; a walk that comes to a site more than once is told by its name."""
    found, number = list(opposites(names, tables)), {name: position for position, name in enumerate(names)}
    for name in tracks.walks:
        back = name.removesuffix("-back") if name.endswith("-back") else f"{name}-back"
        found[number[name]] = number[back]
    return tuple(found)


def opposites(names: Sequence[str], tables: Sequence[Table]) -> tuple[int, ...]:
    """For each direction the one that leads back everywhere, or -1; among several the one the compass names."""
    by_table: dict[Table, list[int]] = {}
    for position, table in enumerate(tables):
        by_table.setdefault(table, []).append(position)
    found = []
    for name, table in zip(names, tables, strict=True):
        candidates = by_table.get(inverse(table), [-1])
        wanted = OPPOSITE.get(name)
        found.append(next((position for position in candidates if names[position] == wanted), candidates[0]))
    return tuple(found)


def inverse(table: Table) -> Table:
    """The table of the steps back."""
    back = [-1] * len(table)
    for origin, target in enumerate(table):
        if target >= 0:
            back[target] = origin
    return tuple(back)


def bits(numbers: Iterable[int]) -> int:
    """The set of these sites."""
    found = 0
    for number in numbers:
        found |= 1 << number
    return found


def lattice_steps(lattice: Sequence[Cell], vectors: Mapping[str, Cell]) -> dict[str, Table]:
    """Tables of the steps along vectors between sites with whole coordinates."""
    at = {cell: site for site, cell in enumerate(lattice)}

    def beyond(cell: Cell, vector: Cell) -> Cell:
        return tuple(where + far for where, far in zip(cell, vector, strict=True))

    return {name: tuple(at.get(beyond(cell, vector), -1) for cell in lattice) for name, vector in vectors.items()}


def named_sets(labels: Sequence[str]) -> dict[str, int]:
    """Sites by label: the ranks of a board from its rank labels, or its files."""
    found: dict[str, int] = {}
    for site, label in enumerate(labels):
        found[label] = found.get(label, 0) | 1 << site
    return found
