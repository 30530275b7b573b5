"""Boards for the tests of this folder, and their connections as plain graphs."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

import networkx as nx

from interpreter.board.building import build_board
from interpreter.source import Mapping
from interpreter.source.document import load_document

if TYPE_CHECKING:
    from pathlib import Path

    from interpreter.board.board import Board

BOARDS = {
    "square": "{shape: rectangle, size: [5, 5], adjacent: orthogonal}",
    "long": "{shape: rectangle, size: [9, 2], adjacent: any}",
    "slanting": "{shape: rectangle, size: [4, 4], adjacent: diagonal}",
    "leaps": "{shape: rectangle, size: [4, 5], directions: {hop: {leap: [1, 2]}}}",
    "hexagon": "{shape: hexagon, size: 3, adjacent: any}",
    "rhombus": "{shape: rhombus, size: [4, 3], adjacent: any}",
    "triangle": "{shape: triangle, size: 4, adjacent: any}",
    "lines": "{shape: lines, lines: [a1 b1 c1, a1 a2 a3, c1 c2 c3, a3 b3 c3, b1 b2 b3]}",
    "graph": "{shape: graph, sites: [p, q, r, s, t, u], links: [p q, q r, r s, s p, q t]}",
}


@lru_cache(maxsize=32)
def board(name: str, folder: Path) -> Board:
    path = folder / f"{name}.yaml"
    path.write_text(
        "game: Board\nlanguage: 1\nplayers: [black, white]\n"
        f"board: {BOARDS[name]}\npieces: {{man: {{owner: each}}}}\nmoves: {{drop: {{place: man}}}}\n"
        "play: {turn: drop, stuck: draw}\nend: {}\n",
        encoding="utf-8",
    )
    document, problems = load_document(path)
    assert document is not None, problems
    node = document.root.get("board")
    assert isinstance(node, Mapping)
    built, findings = build_board(node)
    assert built is not None, findings
    return built


def one_way(board: Board, directions: tuple[int, ...]) -> nx.DiGraph:
    """The links of some directions as a graph of site numbers."""
    graph = nx.DiGraph()
    graph.add_nodes_from(range(len(board.sites)))
    for direction in directions:
        for site, target in enumerate(board.steps[direction]):
            if target >= 0:
                graph.add_edge(site, target)
    return graph


def numbers(bits: int) -> frozenset[int]:
    return frozenset(site for site in range(bits.bit_length()) if bits >> site & 1)


def bits_of(sites: set[int] | frozenset[int]) -> int:
    return sum(1 << site for site in sites)
