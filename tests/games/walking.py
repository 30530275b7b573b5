"""Random games."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from interpreter.engine.state import State
    from interpreter.play.game import Game


def walk(game: Game, seed: int, limit: int) -> State:
    """The position at the end of a random game, or at the limit."""
    chance = random.Random(seed)
    state = game.engine.initial()
    for _ in range(limit):
        if state.ending is not None:
            break
        steps = game.engine.legal(state)
        assert steps, "a player to move has a step"
        state = game.engine.play(state, chance.choice(steps))
    return state
