"""Games that go to and fro, so that positions come again: histories converted, and histories kept by kernels."""

from __future__ import annotations

import random

import pytest
from comparing import plain, same_after, same_steps

import interpreter
from interpreter.engine.compiled import CompiledEngine
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
