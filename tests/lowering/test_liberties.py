"""Groups kept with their liberties: what is taken is what is found where groups are filled."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from comparing import from_position

import interpreter
from interpreter.engine import kernel
from interpreter.engine.compiled import CompiledEngine
from interpreter.engine.lowering.passes import ALL

FILLED = ALL - {"kept liberties"}
SMOTHERING = str(Path(__file__).parent / "games" / "smothering.yaml")
SMALL: dict[str, Any] = {"options": {"lines": 9}}
SUICIDE: dict[str, Any] = {"options": {"lines": 9, "suicide": "allowed"}}
TAKES = "moves.drop.then.others.capture"
compiled_only = pytest.mark.skipif(not kernel.available(), reason="it takes many games")


def keeps(engine: CompiledEngine) -> bool:
    return "part_1 = sets(" in engine.playout_kernel.source


@compiled_only
@pytest.mark.parametrize(("name", "given"), [(SMOTHERING, {}), ("go", SMALL), ("go", SUICIDE), ("gonnect", SMALL)])
def test_the_same_games_are_played(name: str, given: dict[str, Any]):
    machine = interpreter.load(name, **given).machine
    kept, filled = CompiledEngine(machine), CompiledEngine(machine, passes=FILLED)
    assert (keeps(kept), keeps(filled)) == (True, False)
    played = kept.playouts(400, seed=5)
    assert played == filled.playouts(400, seed=5)
    few = kept.playouts(1, seed=6)
    assert few == CompiledEngine(machine, llvm=False).playouts(1, seed=6)


@pytest.mark.parametrize(("name", "given", "steps"), [(SMOTHERING, {}, 60), ("go", SUICIDE, 90)])
def test_random_games_from_a_position_know_its_groups(name: str, given: dict[str, Any], steps: int):
    game = interpreter.load(name, **given)
    found = [from_position(game, steps, passes, games=6) for passes in (ALL, FILLED)]
    assert found[0] == found[1]
    assert len(set(found[0])) > 1


@pytest.mark.parametrize(
    ("name", "given"),
    [
        ("go", {"options": {"lines": 8}}),
        ("havannah", {}),
        ("go", {"change": {TAKES: "groups(theirs, touching=to, clear-of=empty, length=1)"}}),
        ("go", {"change": {TAKES: "groups(theirs, touching=to, clear-of=empty) and not corners"}}),
        ("go", {"change": {TAKES: "groups(theirs, touching=to, clear-of=empty and not corners)"}}),
        ("go", {"change": {TAKES: "groups(theirs, clear-of=empty)"}}),
        ("go", {"change": {TAKES: "groups(occupied, touching=to, clear-of=empty)"}}),
        ("go", {"change": {"moves.drop.then.mine": {"flip": "theirs and a1"}}}),
    ],
    ids=["one word", "none leaves", "of a size", "not whole", "other liberties", "anywhere", "of both", "flipped"],
)
def test_groups_are_not_kept_where_that_is_wrong_or_slow(name: str, given: dict[str, Any]):
    assert not keeps(CompiledEngine(interpreter.load(name, **given).machine))
