"""Matches between players: what the levels are worth, and the search against plain UCT at equal simulations.

    python tests/benchmarks/matches.py levels [GAMES]      # each level against the one below, from both sides
    python tests/benchmarks/matches.py uct [GAMES]         # 1,000 simulations a step on both sides
    python tests/benchmarks/matches.py speed               # simulations of a search against random games, a second

The figures are those of this machine only where time is a limit: at the level `hard`.
"""

from __future__ import annotations

import sys
import time
from collections import Counter
from itertools import pairwise
from typing import TYPE_CHECKING

import interpreter
from interpreter.players import Limits, MonteCarlo, opponent
from interpreter.players.plain_uct import PlainUct

if TYPE_CHECKING:
    from interpreter.players import Player

LEVELS = ("random", "easy", "medium", "hard")
LEVEL_GAMES = ("wali", "hnefatafl-7", "order-and-chaos", "rive")
UCT_GAMES = ("wali", "hnefatafl-7", "connect-four", "breakthrough", "order-and-chaos", "english-draughts")
SIMULATIONS = 1_000
LONGEST = 600  # steps, after which a game counts as drawn


def searching(game: interpreter.Game, seed: int) -> Player:
    search = MonteCarlo(game, seed=seed)
    return lambda position: search.search(position, Limits(simulations=SIMULATIONS)).best


def match(game: interpreter.Game, first: list[Player], second: list[Player]) -> str:
    """One line about as many games as there are players, the first taking each side in turn."""
    won: Counter[tuple[str, str]] = Counter()
    for number, pair in enumerate(zip(first, second, strict=True)):
        side = number % 2
        seats = {game.players[side]: pair[0], game.players[1 - side]: pair[1]}
        position = game.initial()
        while position.mover is not None and len(position.moves) < LONGEST:
            position = position.play(seats[position.mover](position))
        winner = position.outcome.winner if position.outcome else None
        own = game.players[side]
        won[own, "won" if winner == own else "drawn" if winner is None else "lost"] += 1
    points = sum(count * {"won": 1.0, "drawn": 0.5, "lost": 0.0}[result] for (_, result), count in won.items())
    told = "; ".join(f"as {side}: " + ", ".join(f"{result} {won[side, result]}" for result in ("won", "drawn", "lost"))
                     for side in game.players)  # fmt: skip
    return f"{points / len(first):.0%} of {len(first)} ({told})"


def levels(games: int) -> None:
    for name in LEVEL_GAMES:
        game = interpreter.load(name)
        for lower, higher in pairwise(LEVELS):
            stronger = [opponent(game, higher, seed=number) for number in range(games)]
            weaker = [opponent(game, lower, seed=1_000 + number) for number in range(games)]
            print(f"{name}: {higher} against {lower}: {match(game, stronger, weaker)}", flush=True)  # noqa: T201


def uct(games: int) -> None:
    for name in UCT_GAMES:
        game = interpreter.load(name)
        ours = [searching(game, number) for number in range(games)]
        plain: list[Player] = [PlainUct(game, SIMULATIONS, seed=1_000 + number) for number in range(games)]
        print(f"{name}: {match(game, ours, plain)}", flush=True)  # noqa: T201


def speed() -> None:
    for name in UCT_GAMES:
        game = interpreter.load(name)
        search, position = MonteCarlo(game), game.initial()
        game.playouts(100)
        start = time.process_time()
        count = search.search(position, Limits(simulations=50_000)).simulations
        searched = count / (time.process_time() - start)
        start = time.process_time()
        game.playouts(50_000)
        played = 50_000 / (time.process_time() - start)
        print(f"{name}: {searched:,.0f} simulations, {played:,.0f} random games: {searched / played:.2f}")  # noqa: T201


if __name__ == "__main__":
    number = int(sys.argv[2]) if sys.argv[2:] else 200
    match_ = {"levels": lambda: levels(number), "uct": lambda: uct(number), "speed": speed}
    match_[sys.argv[1] if sys.argv[1:] else "levels"]()
