"""Piles of several sorts in kernels: every way in which pieces come to lie on one another, and what does not fit."""

from __future__ import annotations

from pathlib import Path

import pytest
from comparing import walk

import interpreter
from interpreter.engine.compiled import CompiledEngine
from interpreter.engine.faults import RulesFault
from interpreter.engine.lowering.passes import ALL
from interpreter.engine.lowering.program import UnloweredError
from interpreter.engine.state import FORCED_PASS

GAMES = Path(__file__).parent / "games"
STACKS = GAMES / "stacks.yaml"


@pytest.mark.parametrize("passes", [ALL, frozenset()], ids=["with all passes", "without any"])
@pytest.mark.parametrize("name", ["stacks", "sown", "spread", "supply"])
def test_a_game_of_many_piles(name: str, passes: frozenset[str]):
    game = interpreter.load(GAMES / f"{name}.yaml")
    compiled = CompiledEngine(game.machine, llvm=False, passes=passes)
    compared = walk(game.engine, compiled, games=1 if name == "stacks" else 2, limit=50)
    assert compared.steps > 40


@pytest.mark.parametrize("name", ["stacks", "spread", "supply"])
def test_what_piles_add_to_keys_is_kept_through_everything_that_changes_them(name: str):
    again = {"end.again": {"if": "repeats >= 2", "after": "turn", "result": "draw"}}
    game = interpreter.load(GAMES / f"{name}.yaml", change=again)
    compiled = CompiledEngine(game.machine, llvm=False)
    assert "piled" in compiled.position_kernel.layout.numbers
    assert walk(game.engine, compiled, games=2, limit=60).steps > 60


@pytest.mark.parametrize("name", ["handed", "handed-in-piles"])
def test_captured_pieces_that_come_to_sites(name: str):
    game = interpreter.load(GAMES / f"{name}.yaml")
    assert walk(game.engine, CompiledEngine(game.machine, llvm=False), games=2, limit=50).steps > 40


def test_columns_hold_as_many_pieces_as_a_set_has_members():
    game = interpreter.load(STACKS)
    compiled = CompiledEngine(game.machine, llvm=False)
    begin, sites = game.initial().state, len(game.board.sites)
    for amount in (64, 65):
        low = ((0, 0),) * (amount - 1)
        state = begin._replace(owned=(1, 0, 0), kinds=(1, 0, 0, 0), below=(low, *((),) * (sites - 1)))
        if amount == 64:
            arrays = compiled.positions.arrays(state)
            assert compiled.positions.state(arrays, state, FORCED_PASS).pile(0) == (*low, (0, 0))
        else:
            with pytest.raises(UnloweredError, match="piles of more than 64 pieces"):
                compiled.positions.arrays(state)


HEAP = """
game: Heap
language: 1
players: [black, white]
board: {shape: rectangle, size: [2, 1]}
pieces: {block: {owner: each, pile: mixed}}
moves: {heap: {place: block, to: empty, onto: block, then: [{place: block, on: to, amount: 59}]}}
play: {turn: heap, stuck: draw}
end: {high: {if: "any(piles(occupied, min=181))", result: me wins}}
"""


def test_a_pile_that_is_too_high_is_a_fault(tmp_path: Path):
    path = tmp_path / "heap.yaml"
    path.write_text(HEAP, encoding="utf-8")
    game = interpreter.load(path)
    compiled = CompiledEngine(game.machine, llvm=False)
    state = game.engine.initial()
    heap = compiled.legal(state)[0]
    for size in (60, 120):
        state = compiled.play(state, heap)
        assert state.size(0) == size
    with pytest.raises(RulesFault, match="higher than the compiled engine can hold"):
        compiled.play(state, heap)
    with pytest.raises(RulesFault, match="higher than the compiled engine can hold"):
        compiled.playouts(1)


NIM = """
game: Large heaps
language: 1
players: [black, white]
board: {shape: rectangle, size: [3, 1]}
pieces: {chip: {owner: nobody, pile: alike}}
setup: {chip: {on: not nowhere, amount: 45}}
moves: {take: {remove: occupied, amount: [1, any]}}
play: {turn: take, stuck: loses}
end: {}
"""


def test_a_choice_from_many_pieces(tmp_path: Path):
    path = tmp_path / "nim.yaml"
    path.write_text(NIM, encoding="utf-8")
    game = interpreter.load(path)
    compiled = CompiledEngine(game.machine, llvm=False)
    assert len(compiled.legal(game.engine.initial())) == 135
    assert walk(game.engine, compiled).ended == 1


@pytest.mark.parametrize("name", ["ranks", "racing"])
def test_piles_of_one_sort_each_are_counted(name: str):
    game = interpreter.load(GAMES / f"{name}.yaml")
    counted, without = (
        CompiledEngine(game.machine, llvm=False, passes=passes) for passes in (ALL, ALL - {"piles by digits"})
    )
    assert (bool(counted.position_kernel.layout.digits), bool(without.position_kernel.layout.cells)) == (True, True)
    assert counted.playouts(6, seed=3) == without.playouts(6, seed=3)
    assert walk(game.engine, counted, games=1, limit=30).steps > 5
