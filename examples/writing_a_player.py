"""A player of one's own, against chance: it takes a win where it sees one, and otherwise leaves the other few steps.

    python examples/writing_a_player.py [GAME] [GAMES] [LEVEL]

A player is a function from a position to one of its legal steps, so it plays every game there is. With a level as third
word (`easy`, `medium`, `hard`) its opponent is a machine of that level instead of chance.
"""

from __future__ import annotations

import random
import sys
from collections import Counter
from typing import TYPE_CHECKING

import interpreter
from interpreter.players import opponent

if TYPE_CHECKING:
    from collections.abc import Callable

    from interpreter import Move, Position

    Player = Callable[[Position], Move]


def chance(seed: int) -> Player:
    """A player that draws from the legal steps."""
    source = random.Random(seed)
    return lambda position: source.choice(position.legal_moves)


def narrow(position: Position) -> Move:
    """The step after which the mover has won, or else the next player has the fewest steps."""

    def worth(move: Move) -> tuple[int, int]:
        after = position.play(move)
        if after.outcome is not None:
            return (2 if after.outcome.winner == position.mover else 0), 0
        return 1, -len(after.legal_moves) if after.mover != position.mover else 0

    return max(position.legal_moves, key=worth)


def play(game: interpreter.Game, players: dict[str, Player], most: int = 400) -> str:
    """The winner of one game, `nobody` for a draw or a game without an end in sight."""
    position = game.initial()
    while (mover := position.mover) is not None and len(position.moves) < most:
        position = position.play(players[mover](position))
    return (position.outcome.winner if position.outcome else None) or "nobody"


def main(name: str, games: int, level: str = "random") -> None:
    """Let the player take each side in turn, and count."""
    game = interpreter.load(name)
    for side in game.players:
        wins: Counter[str] = Counter()
        for seed in range(games):
            other = chance(seed) if level == "random" else opponent(game, level, seed=seed)
            players: dict[str, Player] = dict.fromkeys(game.players, other)
            players[side] = narrow
            wins[play(game, players)] += 1
        print(f"as {side}: {wins[side]} of {games} won")


if __name__ == "__main__":
    main(sys.argv[1] if sys.argv[1:] else "order-and-chaos", int(sys.argv[2]) if sys.argv[2:] else 4, *sys.argv[3:4])
