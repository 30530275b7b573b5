"""Reads single expressions within a small game, as the tests of this folder need them."""

from __future__ import annotations

import tempfile
from dataclasses import replace
from functools import lru_cache
from pathlib import Path

from interpreter.board import everything
from interpreter.board.building import build_board
from interpreter.diagnostics import Diagnostic, SourceFile, Span
from interpreter.language.elaboration import Elaborator
from interpreter.language.scope import Definition, Region, Remembered, Scope
from interpreter.language.terms import Kind, Term
from interpreter.source import Mapping, Scalar
from interpreter.source.document import load_document

BOARD = """game: Board
language: 1
players: [black, white]
board:
  shape: rectangle
  size: [5, 5]
  directions: {hop: {leap: [1, 2]}}
pieces:
  man: {owner: each}
moves:
  drop: {place: man}
play: {turn: drop, stuck: draw}
end: {}
"""


def scalar(text: str) -> Scalar:
    return Scalar(text, text, Span(SourceFile("test", text), 0, len(text)))


@lru_cache(maxsize=1)
def scope() -> Scope:
    """Two players that face each other, two kinds, regions, memory, definitions and every word of a step."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "board.yaml"
        path.write_text(BOARD, encoding="utf-8")
        document, _ = load_document(path)
    assert document is not None
    node = document.root.get("board")
    assert isinstance(node, Mapping)
    board, _ = build_board(node)
    assert board is not None
    from interpreter.board.facing import relative_directions

    definitions = {
        "close": Definition("close", (), scalar("near(mine)"), scalar("x").span),
        "beside": Definition("beside", ("x",), scalar("near(x) and empty"), scalar("x").span),
    }
    kinds = {"spot": Kind.SITE, "spots": Kind.SITES, "much": Kind.NUMBER, "so": Kind.YES_NO, "ways": Kind.DIRECTIONS}
    return Scope(
        board=replace(board, levels={"A": everything(board)}),  # as if there were others above
        players=("black", "white"),
        facing=(relative_directions(board, "north"), relative_directions(board, "south")),
        pieces=("man", "king"),
        values=(1, 4),
        regions={"hill": Region("hill", 1 << 12), "goal": Region("goal", (1, 1 << 24))},
        definitions=definitions,
        memory={name: Remembered(name, kind, "turn ends", index) for index, (name, kind) in enumerate(kinds.items())},
        numbers={"limit": 7},
        moves=("drop", "jump"),
        steps=("open", "take"),
        words=frozenset({"from", "to", "at", "over", "heading", "it"}),
    )


def read(text: str, wanted: Kind | str | None = None) -> tuple[Term, list[Diagnostic]]:
    found: list[Diagnostic] = []
    return Elaborator(scope(), found.append).scalar(scalar(text), wanted), found


def kind_of(text: str, wanted: Kind | str | None = None) -> Kind:
    term, found = read(text, wanted)
    assert not found, [(problem.code, problem.message) for problem in found]
    return term.kind


def code_of(text: str, wanted: Kind | str | None = None) -> str:
    _, found = read(text, wanted)
    assert found, f"{text} is read without a finding"
    return found[0].code
