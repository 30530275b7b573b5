"""Moves whose origins have targets of their own: to anywhere, under conditions, and along tracks that cross."""

from __future__ import annotations

from pathlib import Path

import pytest
from comparing import walk

import interpreter
from interpreter.engine.compiled import CompiledEngine
from interpreter.engine.lowering.passes import ALL

ROAMING = Path(__file__).parent / "games" / "roaming.yaml"


@pytest.mark.parametrize("passes", [ALL, frozenset()], ids=["with all passes", "without any"])
def test_a_game_of_moves_to_anywhere(passes: frozenset[str]):
    game = interpreter.load(ROAMING)
    compared = walk(game.engine, CompiledEngine(game.machine, llvm=False, passes=passes), games=4, limit=50)
    assert compared.steps > 40
