"""The borders of cells as sites of their own, for boards whose `sites` are `[cells, borders]`."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING

from interpreter.board.compass import OPPOSITE, sense
from interpreter.board.directions import BORDERING
from interpreter.board.reading import quoted
from interpreter.board.topology import LIMIT, bits
from interpreter.board.tracks import BACK
from interpreter.diagnostics import Diagnostic
from interpreter.source.nodes import Sequence

if TYPE_CHECKING:
    from interpreter.board.board import Point
    from interpreter.board.topology import Table, Topology
    from interpreter.source.nodes import Mapping

Extra = dict[str, dict[str, "Table"]]

THICKNESS = 0.09


def with_borders(board: Mapping, topology: Topology, extra: Extra, report: list[Diagnostic]) -> tuple[Topology, Extra]:
    """The topology with a site for each side of a cell, and the author's directions with those between the two sorts.

    A border is called by the first cell that has it and the side on which it lies there: `b2n`, `a1w`. The direction
    `north-border` leads from a cell to its border in the north, `north-border-back` from there to the cell.
    """
    node = board.get("sites")
    if not isinstance(node, Sequence) or topology.shape in ("lines", "graph"):
        return topology, extra
    if topology.levels:
        message = "only a board of one level has borders as sites"
        report.append(Diagnostic("board-sites", message, node.span, help="write sites: cells, or another size"))
        return topology, extra
    cells = len(topology.sites)
    found: dict[tuple[float, float], int] = {}
    names: list[str] = []
    places: list[Point] = []
    outlines: list[tuple[Point, ...]] = []
    leads: dict[str, dict[int, int]] = {}
    for site, (outline, (x, y)) in enumerate(zip(topology.outlines, topology.places, strict=True)):
        for start, end in zip(outline, (*outline[1:], outline[0]), strict=True):
            middle = (start[0] + end[0]) / 2, (start[1] + end[1]) / 2
            key = round(middle[0], 3), round(middle[1], 3)
            side = sense(round(middle[0] - x, 3), round(middle[1] - y, 3)) or ""
            if key not in found:
                found[key] = cells + len(names)
                names.append(topology.sites[site] + "".join(word[0] for word in side.split("-")))
                places.append(middle)
                outlines.append(_bar(start, end))
            leads.setdefault(side, {})[site] = found[key]
    if cells + len(names) > LIMIT:
        message = f"with its borders this board would have {cells + len(names):,} sites; the limit is {LIMIT:,}"
        report.append(Diagnostic("board-too-large", message, node.span, help="make the board smaller"))
        return topology, extra
    sites = cells + len(names)
    beside: dict[str, Table] = {}
    for side in (side for side in OPPOSITE if side in leads):
        beside[f"{side}-border"] = tuple(leads[side].get(site, -1) for site in range(sites))
        back = {border: cell for cell, border in leads[side].items()}
        beside[f"{side}-border{BACK}"] = tuple(back.get(site, -1) for site in range(sites))
    clash = sorted({way for ways in extra.values() for way in ways} & set(beside))
    if clash:
        message = f"a direction {quoted(clash[0])} leads to the borders already"
        report.append(Diagnostic("board-direction", message, board.span, help="give your direction another name"))
    more = (-1,) * len(names)
    padded = {name: {way: (*table, *more) for way, table in ways.items()} for name, ways in extra.items()}
    return (
        replace(
            topology,
            sites=(*topology.sites, *names),
            steps={name: (*table, *more) for name, table in topology.steps.items()},
            places=(*topology.places, *places),
            outlines=(*topology.outlines, *outlines),
            lattice=None,
            regions={**topology.regions, "cells": (1 << cells) - 1, "borders": bits(range(cells, sites))},
        ),
        {**padded, BORDERING: beside},
    )


def _bar(start: Point, end: Point) -> tuple[Point, ...]:
    """A thin field along a side, a little shorter than it."""
    (x, y), (to_x, to_y) = start, end
    length = math.dist(start, end)
    along = (to_x - x) / length, (to_y - y) / length
    inwards, aside = 0.5 * THICKNESS, 0.5 * THICKNESS
    corners = ((inwards, -aside), (length - inwards, -aside), (length - inwards, aside), (inwards, aside))
    return tuple((x + far * along[0] - off * along[1], y + far * along[1] + off * along[0]) for far, off in corners)
