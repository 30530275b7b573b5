"""Games that go to and fro, so that positions come again: histories converted, and histories kept by kernels."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from comparing import plain, same_after, same_steps, walk

import interpreter
from interpreter.engine.compiled import CompiledEngine
from interpreter.engine.kernel import run_python, verify
from interpreter.engine.lowering.expressions import scale_of
from interpreter.engine.lowering.kernels import playout_kernel, search_kernel
from interpreter.engine.lowering.passes import ALL
from interpreter.engine.lowering.positions import Positions
from interpreter.source.document import load_document

GAMES = ("hnefatafl-7", "tablut")


def repeating() -> list[tuple[str, str]]:
    """The choices of the option that says what a repetition does."""
    found = []
    for name in GAMES:
        document, _ = load_document(name)
        assert document is not None
        option = next(option for option in document.options if option.name == "repetition")
        found += [(name, choice) for choice in option.choices]
    return found


@pytest.mark.parametrize(("name", "choice"), repeating())
def test_a_game_to_and_fro(name: str, choice: str):
    """Each player takes the last step back where that is legal, until a repetition ends the game or may not be."""
    game = interpreter.load(name, options={"repetition": choice})
    compiled = CompiledEngine(game.machine, llvm=False)
    state, chance, taken = game.engine.initial(), random.Random(4), {}
    arrays = compiled.positions.arrays(state)
    for _ in range(24):
        legal = same_steps(game.engine, compiled, state)
        last = taken.get(state.mover)
        back = [step for step in legal if last is not None and (step.origin, step.target) == (last.target, last.origin)]
        step = back[0] if back else chance.choice(legal)
        taken[state.mover] = step
        after = same_after(game.engine, compiled, state, step, arrays)
        assert after is not None
        state = after
        if state.ending is not None:
            break
    if game.rules.uses("repeats"):
        assert compiled.position_kernel.layout.history
        assert state.ending is not None
        assert state.ending.reason == "third repetition"
    else:
        assert state.ending is None


def test_what_is_asked_before_steps():
    game = interpreter.load(Path(__file__).parent / "games" / "returning.yaml")
    assert walk(game.engine, CompiledEngine(game.machine, llvm=False), games=3, limit=60).steps > 60


def test_the_past_matters():
    """The same board with another past is another position: it is converted with its history."""
    game = interpreter.load("hnefatafl-7", options={"repetition": "draw"})
    compiled = CompiledEngine(game.machine, llvm=False)
    position = game.initial()
    for step in ("d7-c7", "d5-c5", "c7-d7", "c5-d5"):
        position = position.play(step)
    beginning, again = (compiled.positions.arrays(state) for state in (game.initial().state, position.state))
    assert plain(beginning)[1] == plain(again)[1]
    assert (len(plain(beginning)[2]), len(plain(again)[2])) == (1, 5)
    assert plain(again)[2][0] == plain(again)[2][4] == plain(beginning)[2][0]


@pytest.mark.parametrize("ends", [{}, {"end.thrice": {"if": "repeats >= 2", "result": "draw"}}], ids=["sites", "both"])
def test_random_games_from_a_position_know_what_has_stood(ends: dict[str, object]):
    """What is marked of the history is what a search through it finds."""
    game = interpreter.load("go", options={"lines": 4}, change=ends)
    engine, chance = game.engine, random.Random(7)
    state = engine.initial()
    for _ in range(18):
        legal = engine.legal(state)
        placed = [step for step in legal if game.rules.moves[step.move].verb == "place"]
        state = engine.play(state, chance.choice(placed or legal))
    assert state.ending is None
    found = []
    for passes in (ALL, ALL - {"marked positions"}):
        kernel = search_kernel(game.rules, ("rollout",), lambda _: "", (), passes)
        rollout = run_python(verify(kernel.source, kernel.numbering.width), checked=False)["rollout"]
        arrays = Positions(game.machine, kernel, scale_of(game.rules)).arrays(state)
        found.append([rollout(arrays.numbers, arrays.sets, arrays.history, seed, 400) for seed in range(20)])
    assert found[0] == found[1]


def test_positions_that_differ_in_little_have_different_keys():
    kernel = playout_kernel(interpreter.load("go", options={"lines": 9}).rules)
    key_of = run_python(verify(kernel.source, kernel.numbering.width), checked=False)["key_of"]
    keys = {key_of(black << 20, white << 60) for black in range(1 << 7) for white in range(1 << 7)}
    assert len(keys) == 1 << 14
