"""Boards given as a graph: sites, and links between them."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from interpreter.board.lines import grid_places, placed
from interpreter.board.naming import is_site_name, no_site_name
from interpreter.board.placing import read_coordinates
from interpreter.board.reading import choice, names_in, quoted, shown
from interpreter.board.topology import LIMIT
from interpreter.board.web import Web
from interpreter.diagnostics import Diagnostic
from interpreter.source.nodes import Mapping, Scalar, Sequence

if TYPE_CHECKING:
    from collections.abc import Collection

    from interpreter.board.topology import Topology
    from interpreter.source.nodes import Node

MOST_LINKS = 10_000
EXAMPLE = "write links: [p q, q r]"


def graph(board: Mapping, report: list[Diagnostic]) -> Topology | None:
    """`sites` (a list of names, or a map of names to coordinates) and `links`.

    A link "p q" leads both ways. With coordinates, or with sites named by letter and number, it belongs to the compass
    direction it points in, unless a link before it stands in the way; otherwise to the first of `link-1`, `link-2`, ...
    in which its sites have no link yet.
    """
    sites = _read_sites(board, report)
    if sites is None:
        return None
    node = board.get("coordinates")
    listed = board.get("sites")
    coordinates = node if node is not None else listed if isinstance(listed, Mapping) else None
    given = None if coordinates is None else read_coordinates(coordinates, sites, report)
    if coordinates is not None and given is None:
        return None
    links = _read_links(board, sites, report)
    if links is None:
        return None
    web = Web(given or grid_places(sites))
    for link in dict.fromkeys(links):
        if not web.add_by_compass(link):
            web.add_by_slot(*link)
    return placed("graph", sites, web, (given, "points"), links)


def _read_sites(board: Mapping, report: list[Diagnostic]) -> tuple[str, ...] | None:
    node = board.get("sites")
    names: list[tuple[str, Node]] = []
    if isinstance(node, Mapping):
        names = [(entry.key.text, entry.key) for entry in node.entries]
    elif isinstance(node, Sequence):
        names = [(item.text if isinstance(item, Scalar) else "", item) for item in node.items]
    elif isinstance(node, Scalar) and isinstance(node.value, str):
        names = [(name, node) for name in node.text.split()]
    if not names:
        report.append(
            Diagnostic(
                "board-sites", "a graph has a list of sites", (node or board).span, help="write sites: [p, q, r]"
            )
        )
        return None
    if len(names) > LIMIT:
        message = f"this board would have {len(names):,} sites; the limit is {LIMIT:,}"
        report.append(Diagnostic("board-too-large", message, (node or board).span, help="make the board smaller"))
        return None
    wrong = len(report)
    seen: set[str] = set()
    for name, place in names:
        if not is_site_name(name):
            what = no_site_name(shown(place))
            report.append(Diagnostic("board-sites", what, place.span, help="write sites: [p, q, r]"))
        elif name in seen:
            what = f"the site {quoted(name)} is listed twice"
            report.append(Diagnostic("board-sites", what, place.span, help="leave it out once"))
        seen.add(name)
    return None if len(report) > wrong else tuple(name for name, _ in names)


def _read_links(board: Mapping, sites: tuple[str, ...], report: list[Diagnostic]) -> list[tuple[int, int]] | None:
    """The links as pairs of sites, the lower number first; None if one could not be read."""
    node = board.get("links")
    if node is None and len(sites) == 1:
        return []
    found = read_pairs(node or board, sites, report, what="a graph has a list of links", example=EXAMPLE)
    return None if found is None else [pair for pair, _ in found]


def read_pairs(
    node: Node,
    sites: tuple[str, ...],
    report: list[Diagnostic],
    *,
    what: str,
    example: str,
    holes: Collection[str] = (),
) -> list[tuple[tuple[int, int], Node]] | None:
    """Pairs of sites, the lower number first, each with its place in the file; None if one could not be read.

    A text or list of more than two names is a path, and names a pair at each of its steps. `holes` are sites that the
    board might have and lacks.
    """
    if not isinstance(node, Sequence):
        report.append(Diagnostic("board-link", what, node.span, help=example))
        return None
    if len(node) > MOST_LINKS:
        message = f"the list names {len(node):,} pairs of sites; the limit is {MOST_LINKS:,}"
        report.append(Diagnostic("board-too-large", message, node.span, help="make the board smaller"))
        return None
    index = {name: site for site, name in enumerate(sites)}
    pairs: list[tuple[tuple[int, int], Node]] = []
    wrong = len(report)
    for item in node.items:
        names = names_in(item)
        problem, way_out = _problem(names, index, example, holes)
        if problem:
            report.append(Diagnostic("board-link", problem, item.span, help=way_out))
            if len(report) > wrong + 20:
                return None
        else:
            ends = [index[name] for name in names]
            pairs.extend(((min(pair), max(pair)), item) for pair in pairwise(ends))
    return pairs if len(report) == wrong else None


def _problem(names: list[str], index: dict[str, int], example: str, holes: Collection[str]) -> tuple[str, str]:
    """What is wrong with a pair, and the way out."""
    if len(names) < 2 or len(names) > LIMIT:
        return "two sites are named by a text with a blank between them", example
    unknown = next((name for name in names if name not in index), None)
    if unknown is not None and unknown in holes:
        return f"{quoted(unknown)} is a hole of this board", "leave this pair out; no step leads to a hole"
    if unknown is not None:
        return f"the board has no site {quoted(unknown)}", choice(unknown, index)
    still = next((start for start, end in pairwise(names) if start == end), None)
    return (f"{quoted(still)} is named twice, where two different sites are wanted", example) if still else ("", "")
