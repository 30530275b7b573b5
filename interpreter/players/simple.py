"""Players that look one step ahead at most."""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from interpreter.play.move import Move
    from interpreter.play.position import Position

PIECE = 10.0  # what a piece counts, where a step that may be made counts 1


@dataclass
class Uniform:
    """Draws from the legal steps, each with the same chance."""

    seed: int = 0
    _chance: random.Random = field(init=False)

    def __post_init__(self) -> None:
        self._chance = random.Random(self.seed)  # noqa: S311 - games, not secrets

    def __call__(self, position: Position) -> Move:
        """The step it plays."""
        return position.random_move(self._chance)


@dataclass
class Greedy:
    """Takes the step after which it stands best: won, or with the most pieces and the fewest steps for the others.

    Among equals it draws.
    """

    seed: int = 0
    _chance: random.Random = field(init=False)

    def __post_init__(self) -> None:
        self._chance = random.Random(self.seed)  # noqa: S311 - games, not secrets

    def __call__(self, position: Position) -> Move:
        """The step it plays."""
        moves = list(position.legal_moves)
        self._chance.shuffle(moves)
        return max(moves, key=lambda move: self._worth(position, move))

    def _worth(self, position: Position, move: Move) -> float:
        after, mover = position.after(move), position.state.mover
        ending = after.state.ending
        if ending is not None:
            return 1e9 if ending.winner == mover else 0.0 if ending.winner is None else -1e9
        counts = [sites.bit_count() for sites in after.state.owned[: len(position.game.players)]]
        pieces = PIECE * (2 * counts[mover] - sum(counts))
        free = len(after.legal_moves)
        return pieces + (free if after.state.mover == mover else -free)
