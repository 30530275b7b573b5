"""Many random games at once: what they came to."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from interpreter.engine.chance import drawn
from interpreter.engine.faults import RulesFault
from interpreter.engine.lowering.program import UnloweredError
from interpreter.engine.random_games import Tally
from interpreter.errors import RuleFaultError
from interpreter.play.move import Outcome

if TYPE_CHECKING:
    from interpreter.play.game import Game


@dataclass(frozen=True, slots=True)
class Playouts:
    """Random games. `outcomes` counts them by outcome; `unfinished` are those that reached the limit of steps.

    `engine` is "llvm", "python" (kernels without llvmlite) or "reference"; `reason` says why not the first.
    """

    games: int
    steps: int
    unfinished: int
    longest: int
    outcomes: dict[Outcome, int]
    engine: str
    reason: str = ""

    @property
    def mean_steps(self) -> float:
        """Steps a game."""
        return self.steps / self.games if self.games else 0.0

    def wins(self, player: str | None) -> int:
        """Games that a player won; with None, draws."""
        return sum(count for outcome, count in self.outcomes.items() if outcome.winner == player)


def play_out(game: Game, games: int, *, seed: int, threads: int, limit: int, first: int = 0) -> Playouts:
    """Random games of a game by the fastest engine there is for it.

    Raises ValueError for numbers below zero or beyond 64 bits, RuleFaultError where the rules fail.
    """
    for name, number in (("seed", seed), ("first", first), ("games", first + games), ("limit", limit)):
        if not -(1 << 63) <= number < 1 << 63:
            raise ValueError(f"{name} does not fit 64 bits: {number}")
    if games < 0 or threads < 1 or limit < 1:
        raise ValueError(f"playouts need 0 or more games, 1 or more threads and steps, not {games}, {threads}, {limit}")
    reason = ""
    try:
        random_games = game.random_games
        tally = random_games.play(games, seed=seed, threads=threads, limit=limit, first=first)
        engine = "llvm" if random_games.llvm else "python"
        reason = "" if random_games.llvm else "llvmlite is not installed (pip install 'boardwright[compile]')"
    except UnloweredError as missing:
        engine, reason = "reference", str(missing)
        tally = _by_reference(game, range(first, first + games), seed, limit)
    except RulesFault as fault:
        raise RuleFaultError(str(fault)) from fault
    names = game.players
    outcomes = {
        Outcome(None if winner is None else names[winner], ending): count
        for (ending, winner), count in tally.endings.items()
        if count
    }
    return Playouts(games, tally.steps, tally.unfinished, tally.longest, outcomes, engine, reason)


def _by_reference(game: Game, numbers: range, seed: int, limit: int) -> Tally:
    endings: Counter[tuple[str, int | None]] = Counter()
    steps = unfinished = longest = 0
    try:
        for number in numbers:
            chance = random.Random(f"{seed}:{number}")  # noqa: S311 - games, not secrets
            state, length = game.engine.initial(), 0
            while state.ending is None and length < limit:
                state = game.engine.play(state, drawn(game.rules, game.engine.legal(state), chance))
                length += 1
            steps, longest = steps + length, max(longest, length)
            if state.ending is None:
                unfinished += 1
            else:
                endings[state.ending.reason, state.ending.winner] += 1
    except RulesFault as fault:
        raise RuleFaultError(str(fault)) from fault
    return Tally(len(numbers), steps, unfinished, longest, dict(endings))
