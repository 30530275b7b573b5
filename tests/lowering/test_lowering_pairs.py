"""Moves whose origins have targets of their own: to anywhere, under conditions, and along tracks that cross."""

from __future__ import annotations

from pathlib import Path

import pytest
from comparing import walk

import interpreter
from interpreter.engine.compiled import CompiledEngine
from interpreter.engine.lowering.passes import ALL

GAMES = Path(__file__).parent / "games"


@pytest.mark.parametrize("name", ["roaming", "one-way", "rounds", "stopped"])
@pytest.mark.parametrize("passes", [ALL, frozenset()], ids=["with all passes", "without any"])
def test_a_game_of_such_moves(name: str, passes: frozenset[str]):
    game = interpreter.load(GAMES / f"{name}.yaml")
    compared = walk(game.engine, CompiledEngine(game.machine, llvm=False, passes=passes), games=4, limit=50)
    assert compared.steps > 40
