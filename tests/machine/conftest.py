"""A small game, and the machines of games that differ from it in a few lines."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

import interpreter

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from interpreter.machine.graph import Machine

BASE = """\
game: A small game
language: 1
players: [black, white]
board: {shape: rectangle, size: [5, 5]}
pieces:
  man: {owner: each}
moves:
  drop: {place: man, to: empty}
  take: {remove: theirs}
play:
  turn:
    drop:
      next:
        - {if: "rows(mine, through=to, length=3)", go: take}
        - {go: done}
    take: {}
  stuck: draw
end:
  five in a row: {if: "rows(mine, min=5)", result: me wins}
"""

SECTION = re.compile(r"^(?=[^\s#-])", re.MULTILINE)


def with_parts(parts: str) -> str:
    """The small game with these top-level parts in place of its own."""

    def sections(text: str) -> dict[str, str]:
        return {part.split(":")[0]: part for part in SECTION.split(text) if part.strip()}

    text = sections(BASE) | sections(parts)
    if "phases" in text:
        del text["play"]
    return "".join(text.values())


@pytest.fixture
def game_file(tmp_path: Path) -> Callable[[str], Path]:
    def write(parts: str) -> Path:
        path = tmp_path / "small.yaml"
        path.write_text(with_parts(parts), encoding="utf-8")
        return path

    return write


@pytest.fixture
def machine(game_file: Callable[[str], Path]) -> Callable[[str], Machine]:
    return lambda parts="": interpreter.load(game_file(parts)).machine
