"""The `extra` sites of a board: beside its shape, on the grid of the shape."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from interpreter.board.compass import HEXAGONAL, HEXAGONAL_SHAPES, SQUARE, span
from interpreter.board.naming import is_site_name
from interpreter.board.reading import choice, names_in, quoted, shown
from interpreter.board.topology import LIMIT, chosen, lattice_steps
from interpreter.diagnostics import Diagnostic
from interpreter.source.nodes import Mapping

if TYPE_CHECKING:
    from interpreter.board.board import Point
    from interpreter.board.topology import Cell, Topology
    from interpreter.source.nodes import Node

EXAMPLE = "write a site and a direction from it, as in extra: {tower: a1 south-west}"


def with_extra(board: Mapping, topology: Topology, report: list[Diagnostic]) -> Topology:
    """The topology with the sites that `extra` names, which have the steps of the shape to what lies round them.

    Each lies one step off a site of the shape or an extra site above it. It belongs to none of the regions, ranks and
    files of the shape but `dark` and `light`.
    """
    node = board.get("extra")
    if node is None or topology.lattice is None:
        return topology
    if topology.levels:
        message = "a board of several levels has no extra sites"
        way_out = "make the levels larger, and take away with `holes` what they lack"
        report.append(Diagnostic("board-sites", message, node.span, help=way_out))
        return topology
    if not isinstance(node, Mapping):
        message = f"extra sites are a map of names, not {shown(node)}"
        report.append(Diagnostic("board-sites", message, node.span, help=EXAMPLE))
        return topology
    if len(topology.sites) + len(node) > LIMIT:
        message = f"with these sites the board has {len(topology.sites) + len(node):,}; the limit is {LIMIT:,}"
        report.append(Diagnostic("board-too-large", message, node.span, help="make the board smaller"))
        return topology
    hexagonal = topology.shape in HEXAGONAL_SHAPES
    vectors: dict[str, Cell] = {**(HEXAGONAL if hexagonal else SQUARE)}
    cells: dict[str, Cell] = dict(zip(topology.sites, topology.lattice, strict=True))
    places: dict[str, Point] = dict(zip(topology.sites, topology.places, strict=True))
    wrong = len(report)
    for entry in node.entries:
        name = entry.key.text
        if not is_site_name(name) or name in cells:
            taken = f"the board has a site {quoted(name)} already"
            message = taken if name in cells else f"{quoted(name)} cannot be the name of a site"
            help_line = "write another name: a letter, then letters and digits"
            report.append(Diagnostic("board-sites", message, entry.key.span, help=help_line))
            continue
        words = names_in(entry.value)
        if len(words) != 2 or words[0] not in cells or words[1] not in vectors:
            report.append(_unread(entry.value, words, cells, vectors))
            continue
        (x, y), (dx, dy) = cells[words[0]], vectors[words[1]]
        there = next((site for site, cell in cells.items() if cell == (x + dx, y + dy)), None)
        if there is not None:
            message = f"{quoted(name)} would lie where {quoted(there)} lies"
            report.append(Diagnostic("board-sites", message, entry.value.span, help="let it lie beside the board"))
            continue
        (across, up), (far, high) = places[words[0]], span(words[1], hexagonal=hexagonal)
        cells[name], places[name] = (x + dx, y + dy), (across + far, up + high)
    if len(report) > wrong:
        return topology
    return _joined(topology, cells, places, vectors)


def _joined(topology: Topology, cells: dict[str, Cell], places: dict[str, Point], vectors: dict[str, Cell]) -> Topology:
    """The topology with all these sites, in rows from below as those of the shape are."""
    old = len(topology.sites)
    lattice, spots = tuple(cells.values()), tuple(places.values())
    regions = dict(topology.regions)
    for site in range(old, len(lattice)):
        colour = "light" if sum(lattice[site]) % 2 else "dark"
        if colour in regions:
            regions[colour] |= 1 << site
    around = topology.outlines[0] if topology.outlines else ()
    x0, y0 = topology.places[0]
    grown = replace(
        topology,
        sites=tuple(cells),
        steps=lattice_steps(lattice, vectors),
        places=spots,
        lattice=lattice,
        regions=regions,
        outlines=(
            *topology.outlines,
            *(tuple((x + px - x0, y + py - y0) for px, py in around) for x, y in spots[old:] if around),
        ),
    )
    return chosen(grown, sorted(range(len(lattice)), key=lambda site: lattice[site][::-1]))


def _unread(node: Node, words: list[str], cells: dict[str, Cell], vectors: dict[str, Cell]) -> Diagnostic:
    """What is wrong with the place of a site."""
    if len(words) != 2:
        message = f"where an extra site lies is told by a site and a direction, not by {shown(node)}"
        return Diagnostic("board-sites", message, node.span, help=EXAMPLE)
    if words[0] not in cells:
        message = f"the board has no site {quoted(words[0])}"
        return Diagnostic("board-sites", message, node.span, help=choice(words[0], cells))
    message = f"the board has no direction called {quoted(words[1])}"
    return Diagnostic("board-direction", message, node.span, help=choice(words[1], vectors))
