"""Boards given as a graph: sites, and links between them."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from interpreter.board.lines import grid_places, placed
from interpreter.board.naming import is_site_name
from interpreter.board.placing import read_coordinates
from interpreter.board.reading import choice, quoted, shown
from interpreter.board.topology import LIMIT
from interpreter.board.web import Web
from interpreter.diagnostics import Diagnostic
from interpreter.source.nodes import Mapping, Scalar, Sequence

if TYPE_CHECKING:
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
            what = f"{shown(place)} cannot be the name of a site: a name is a letter, then letters and digits"
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
    if not isinstance(node, Sequence):
        report.append(Diagnostic("board-link", "a graph has a list of links", (node or board).span, help=EXAMPLE))
        return None
    if len(node) > MOST_LINKS:
        message = f"the board has {len(node):,} links; the limit is {MOST_LINKS:,}"
        report.append(Diagnostic("board-too-large", message, node.span, help="make the board smaller"))
        return None
    index = {name: site for site, name in enumerate(sites)}
    links: list[tuple[int, int]] = []
    wrong = len(report)
    for item in node.items:
        names = _ends(item)
        problem, way_out = _problem(names, index)
        if problem:
            report.append(Diagnostic("board-link", problem, item.span, help=way_out))
            if len(report) > wrong + 20:
                return None
        else:
            ends = [index[name] for name in names]
            links.extend((min(link), max(link)) for link in pairwise(ends))
    return links if len(report) == wrong else None


def _ends(item: Node) -> list[str]:
    """The sites a link names; none if it cannot be read."""
    if isinstance(item, Scalar):
        return item.text.split()
    return [part.text for part in item.items if isinstance(part, Scalar)] if isinstance(item, Sequence) else []


def _problem(names: list[str], index: dict[str, int]) -> tuple[str, str]:
    """What is wrong with a link, and the way out."""
    if len(names) < 2 or len(names) > LIMIT:
        return "a link is a text that names two sites", EXAMPLE
    unknown = next((name for name in names if name not in index), None)
    if unknown is not None:
        return f"the board has no site {quoted(unknown)}", choice(unknown, index)
    if any(start == end for start, end in pairwise(names)):
        return "a link joins two different sites", EXAMPLE
    return "", ""
