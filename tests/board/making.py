"""Boards from YAML text, without the rooms that read whole files."""

from __future__ import annotations

from typing import Any

import yaml

from interpreter.board import Board, build_board
from interpreter.diagnostics import Diagnostic, SourceFile, Span
from interpreter.source import Entry, Mapping, Node, Scalar, Sequence

MORRIS = """
shape: lines
lines:
  - a7 d7 g7
  - b6 d6 f6
  - c5 d5 e5
  - a4 b4 c4
  - e4 f4 g4
  - c3 d3 e3
  - b2 d2 f2
  - a1 d1 g1
  - a7 a4 a1
  - b6 b4 b2
  - c5 c4 c3
  - d7 d6 d5
  - d3 d2 d1
  - e5 e4 e3
  - f6 f4 f2
  - g7 g4 g1
"""


def node(value: Any) -> Node:
    """A plain value as a tree whose places all are the start of one file."""
    span = Span(SourceFile("board.yaml", ""), 0, 0)
    if isinstance(value, dict):
        return Mapping(tuple(Entry(Scalar(str(key), str(key), span), node(item)) for key, item in value.items()), span)
    if isinstance(value, list):
        return Sequence(tuple(node(item) for item in value), span)
    return Scalar(value, str(value), span)


def built(text: str) -> tuple[Board | None, tuple[Diagnostic, ...]]:
    return build_board(node(yaml.safe_load(text)))


def board(text: str) -> Board:
    found, findings = built(text)
    assert not findings
    assert found is not None
    return found


def codes(text: str) -> set[str]:
    found, findings = built(text)
    assert found is None
    return {finding.code for finding in findings}


def names(board: Board, bits: int) -> set[str]:
    return {name for site, name in enumerate(board.sites) if bits >> site & 1}


def beside(board: Board, site: str) -> set[str]:
    return names(board, board.neighbours[board.index[site]])


def step(board: Board, site: str, direction: str) -> str | None:
    target = board.steps[board.directions.index(direction)][board.index[site]]
    return None if target < 0 else board.sites[target]
