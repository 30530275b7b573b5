"""The `walls` of a board: pairs of sites that its shape joins and that no step joins."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from interpreter.board.links import read_pairs
from interpreter.board.reading import quoted
from interpreter.diagnostics import Diagnostic

if TYPE_CHECKING:
    from interpreter.board.topology import Table, Topology
    from interpreter.source.nodes import Mapping


def walled(board: Mapping, topology: Topology, report: list[Diagnostic]) -> Topology:
    """The topology without the steps between the pairs that `walls` names, in any direction of the shape."""
    node = board.get("walls")
    if node is None:
        return topology
    what, example = "a board has a list of walls", "write walls: [a1 a2]"
    found = read_pairs(node, topology.sites, report, what=what, example=example, holes=topology.holes)
    if found is None:
        return topology
    joined = {(start, end) for table in topology.steps.values() for start, end in enumerate(table)}
    walls = {pair: place for pair, place in found if pair in joined or pair[::-1] in joined}
    for (start, end), place in found:
        if (start, end) not in walls:
            names = f"{quoted(topology.sites[start])} and {quoted(topology.sites[end])}"
            message = f"no step of this board leads between {names}, so no wall can stand there"
            report.append(Diagnostic("board-link", message, place.span, help="name two sites that touch"))
    both = {*walls, *(pair[::-1] for pair in walls)}

    def open_steps(table: Table) -> Table:
        return tuple(-1 if pair in both else pair[1] for pair in enumerate(table))

    steps = {name: open_steps(table) for name, table in topology.steps.items()}
    return replace(topology, steps=steps, walls=tuple(walls))
