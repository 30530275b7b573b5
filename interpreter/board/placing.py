"""Places of sites: read from a file, or found for a board that is given by its connections alone."""

from __future__ import annotations

import math
from collections import deque
from typing import TYPE_CHECKING

from interpreter.board.reading import choice, number, quoted, shown
from interpreter.diagnostics import Diagnostic
from interpreter.source.nodes import Mapping, Sequence

if TYPE_CHECKING:
    from collections.abc import Iterable
    from collections.abc import Sequence as Row

    from interpreter.board.board import Point
    from interpreter.source.nodes import Node

MOST_LAID_OUT = 64  # sites; larger boards without coordinates stand in a circle
ROUNDS = 80


def read_coordinates(node: Node, sites: tuple[str, ...], report: list[Diagnostic]) -> tuple[Point, ...] | None:
    """The place of every site, from a map of names to `[x, y]`."""
    found: dict[str, Point] = {}
    wrong = len(report)
    if not isinstance(node, Mapping):
        report.append(_finding(f"coordinates are a map of sites, not {shown(node)}", node))
        return None
    for entry in node.entries:
        pair = [number(item) for item in entry.value.items] if isinstance(entry.value, Sequence) else []
        x, y = pair if len(pair) == 2 else (None, None)
        if entry.key.text not in sites:
            report.append(
                Diagnostic(
                    "board-coordinates",
                    f"the board has no site {quoted(entry.key.text)}",
                    entry.key.span,
                    help=choice(entry.key.text, sites),
                )
            )
            return None
        if x is None or y is None:
            report.append(_finding(f"{quoted(entry.key.text)} needs two numbers, across and up", entry.value))
        elif (x, y) in found.values():
            report.append(_finding(f"{quoted(entry.key.text)} stands where another site stands", entry.value))
        else:
            found[entry.key.text] = (x, y)
    missing = [name for name in sites if name not in found]
    if missing and len(report) == wrong:
        names = ", ".join(missing[:5]) + (", ..." if len(missing) > 5 else "")
        report.append(_finding(f"these sites have no coordinates: {names}", node))
    return None if len(report) > wrong else tuple(found[name] for name in sites)


def _finding(message: str, node: Node) -> Diagnostic:
    return Diagnostic(
        "board-coordinates", message, node.span, help="write coordinates: {p: [0, 0], q: [1, 0], r: [0.5, 1]}"
    )


def scaled(places: Row[Point], links: Iterable[tuple[int, int]]) -> tuple[Point, ...]:
    """Places moved and enlarged so that the left and the bottom are at 0 and the shortest link is 1 long."""
    shortest = min((math.dist(places[start], places[end]) for start, end in links), default=1.0) or 1.0
    left, bottom = min(x for x, _ in places), min(y for _, y in places)
    return tuple(((x - left) / shortest, (y - bottom) / shortest) for x, y in places)


def laid_out(sites: int, links: Iterable[tuple[int, int]]) -> tuple[Point, ...]:
    """Places at which the distances come near the numbers of links between sites; the same ones each time.

    Stress majorisation (Gansner, Koren and North, 2004), begun from a circle.
    """
    links = list(links)
    radius = max(sites / math.tau, 0.5)
    places = [
        (-radius * math.sin(math.tau * site / sites), radius * math.cos(math.tau * site / sites))
        for site in range(sites)
    ]
    if 2 < sites <= MOST_LAID_OUT:
        distances = _distances(sites, links)
        for _ in range(ROUNDS):
            for site in range(sites):
                places[site] = _pulled(site, places, distances[site])
    return scaled([(round(x, 6), round(y, 6)) for x, y in places], links)


def _pulled(site: int, places: Row[Point], distances: Row[int]) -> Point:
    """Where a site comes to stand when every other site pulls or pushes it to its distance, the near ones most."""
    x, y = places[site]
    across = up = total = 0.0
    for other, (other_x, other_y) in enumerate(places):
        if other == site:
            continue
        wanted = distances[other]
        apart = math.dist((x, y), (other_x, other_y)) or 1e-6
        weight = 1 / (wanted * wanted)
        across += weight * (other_x + wanted * (x - other_x) / apart)
        up += weight * (other_y + wanted * (y - other_y) / apart)
        total += weight
    return across / total, up / total


def _distances(sites: int, links: Iterable[tuple[int, int]]) -> list[list[int]]:
    """Numbers of links between sites; unconnected sites count as far apart."""
    beside: list[list[int]] = [[] for _ in range(sites)]
    for start, end in links:
        beside[start].append(end)
        beside[end].append(start)
    table = []
    for origin in range(sites):
        found = {origin: 0}
        queue = deque([origin])
        while queue:
            site = queue.popleft()
            for other in beside[site]:
                if other not in found:
                    found[other] = found[site] + 1
                    queue.append(other)
        far = 2 + math.isqrt(sites)
        table.append([found.get(other, far) for other in range(sites)])
    return table
