"""Boards given as a graph: sites, and links between them."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING

from interpreter.board.directions import CLASSES
from interpreter.board.lines import grid_places, placed
from interpreter.board.naming import is_direction_name, is_site_name
from interpreter.board.placing import read_coordinates
from interpreter.board.reading import choice, quoted, read_drawn, shown
from interpreter.board.topology import LIMIT
from interpreter.board.web import Web
from interpreter.diagnostics import Diagnostic
from interpreter.source.nodes import Mapping, Scalar, Sequence

if TYPE_CHECKING:
    from interpreter.board.topology import Topology
    from interpreter.source.nodes import Node

MOST_LINKS = 10_000
OWN_NAME = re.compile(r"link-[0-9]+(-back)?")
LINK_KEYS = ("from", "to", "direction")
EXAMPLE = 'write links: ["p q", {from: q, to: r, direction: down}]'


def graph(board: Mapping, report: list[Diagnostic]) -> Topology | None:
    """`sites` (a list of names, or a map of names to coordinates) and `links`.

    A link "p q" leads both ways, as does {from: p, to: q}. With coordinates, or with sites named by letter and number,
    it belongs to the compass direction it points in, unless a link before it stands in the way; otherwise to the first
    of `link-1`, `link-2`, ... in which its sites have no link yet. A link {from, to, direction} leads one way, in the
    direction it names.
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
    labelled: list[tuple[int, int, str]] = []
    plain: list[tuple[int, int]] = []
    if not _read_links(board, sites, labelled, plain, report):
        return None
    web = Web(given or grid_places(sites))
    for start, end, name in labelled:
        web.add(name, start, end)
    for link in dict.fromkeys(plain):
        if not web.add_by_compass(link):
            web.add_by_slot(*link)
    drawn = read_drawn(board, report, key="drawn", default="points", allowed=("points", "cells"))
    return placed("graph", sites, web, (given, drawn), [*plain, *((start, end) for start, end, _ in labelled)])


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


def _read_links(
    board: Mapping,
    sites: tuple[str, ...],
    labelled: list[tuple[int, int, str]],
    plain: list[tuple[int, int]],
    report: list[Diagnostic],
) -> bool:
    """Whether all links could be read."""
    node = board.get("links")
    if node is None and len(sites) == 1:
        return True
    if not isinstance(node, Sequence):
        report.append(Diagnostic("board-link", "a graph has a list of links", (node or board).span, help=EXAMPLE))
        return False
    if len(node) > MOST_LINKS:
        message = f"the board has {len(node):,} links; the limit is {MOST_LINKS:,}"
        report.append(Diagnostic("board-too-large", message, node.span, help="make the board smaller"))
        return False
    index = {name: site for site, name in enumerate(sites)}
    wrong = len(report)
    web = Web(None)
    for item in node.items:
        names, direction = _ends(item)
        problem, way_out = _problem(names, direction, index)
        if not problem and direction is not None:
            start, end = index[names[0]], index[names[1]]
            if web.free(direction, start, end):
                web.add(direction, start, end)
                labelled.append((start, end, direction))
            else:
                problem = f"another link in the direction {quoted(direction)} leaves or reaches one of these sites"
                way_out = "give this link another direction"
        elif not problem:
            ends = [index[name] for name in names]
            plain.extend((min(link), max(link)) for link in pairwise(ends))
        if problem:
            report.append(Diagnostic("board-link", problem, item.span, help=way_out))
        if len(report) > wrong + 20:
            return False
    return len(report) == wrong


def _ends(item: Node) -> tuple[list[str], str | None]:
    """The sites a link names, and its direction if it has one; no sites if it cannot be read."""
    if isinstance(item, Scalar):
        return item.text.split(), None
    if isinstance(item, Sequence):
        return [part.text for part in item.items if isinstance(part, Scalar)], None
    values = [item.get(key) for key in LINK_KEYS if key in item]
    texts = [value.text for value in values if isinstance(value, Scalar)]
    if len(texts) != len(item) or "from" not in item or "to" not in item:
        return [], None
    return texts[:2], texts[2] if len(texts) > 2 else None


def _problem(names: list[str], direction: str | None, index: dict[str, int]) -> tuple[str, str]:
    """What is wrong with a link, and the way out."""
    if len(names) < 2 or len(names) > LIMIT:
        return "a link is a text that names two sites, or a map with from, to and direction", EXAMPLE
    unknown = next((name for name in names if name not in index), None)
    if unknown is not None:
        return f"the board has no site {quoted(unknown)}", choice(unknown, index)
    if any(start == end for start, end in pairwise(names)):
        return "a link joins two different sites", EXAMPLE
    if direction is not None and OWN_NAME.fullmatch(direction):
        return f"{quoted(direction)} is a name that the board gives its own directions", "write another name"
    if direction is not None and (not is_direction_name(direction) or direction in CLASSES):
        return f"{quoted(direction)} cannot be the name of a direction", EXAMPLE
    return "", ""
