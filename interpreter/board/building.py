"""From the `board` key of a file to a board."""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.board.altering import altered
from interpreter.board.borders import with_borders
from interpreter.board.directions import extra_directions, touching_directions
from interpreter.board.hexagonal import hexagon, rhombus, star, triangle
from interpreter.board.lines import lines
from interpreter.board.links import graph
from interpreter.board.reading import choice, shown
from interpreter.board.rectangle import rectangle
from interpreter.board.topology import assemble
from interpreter.board.tracks import read_tracks
from interpreter.diagnostics import Diagnostic
from interpreter.source.nodes import Mapping, Scalar

if TYPE_CHECKING:
    from interpreter.board.board import Board
    from interpreter.source.nodes import Node

SHAPES = {
    "rectangle": rectangle,
    "hexagon": hexagon,
    "rhombus": rhombus,
    "triangle": triangle,
    "star": star,
    "lines": lines,
    "graph": graph,
}


def build_board(node: Node) -> tuple[Board | None, tuple[Diagnostic, ...]]:
    """The board a file describes, and what is wrong with the description. Without errors there is always a board.

    Number options must already stand as numbers. The `regions` of the file are expressions and are not read here.
    """
    report: list[Diagnostic] = []
    board = _board(node, report)
    return (None if any(finding.is_error for finding in report) else board), tuple(report)


def _board(node: Node, report: list[Diagnostic]) -> Board | None:
    if not isinstance(node, Mapping):
        report.append(
            Diagnostic(
                "board-shape",
                f"a board is a map with a shape, not {shown(node)}",
                node.span,
                help="write board: {shape: rectangle, size: [8, 8]}",
            )
        )
        return None
    shape = node.get("shape")
    if not isinstance(shape, Scalar) or shape.text not in SHAPES:
        known = ", ".join(SHAPES)
        found = "the board has no shape" if shape is None else f"no board has the shape {shown(shape)}"
        way_out = choice(shape.text, SHAPES) if isinstance(shape, Scalar) else f"shapes are {known}"
        report.append(Diagnostic("board-shape", found, (shape or node).span, help=way_out))
        return None
    topology = SHAPES[shape.text](node, report)
    if topology is None:
        return None
    topology = altered(node, topology, report)
    extra = extra_directions(node, topology, report)
    topology, extra = with_borders(node, topology, extra, report)
    named = {name for known in extra.values() for name in known}
    tracks = read_tracks(node, topology, {*extra, *named}, report)
    extra |= tracks.directions
    adjacent = touching_directions(node, topology, extra, report)
    return assemble(topology, extra, adjacent, tracks)
