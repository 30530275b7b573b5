"""Levels of play by name: how well a machine plays at each, the same for every game."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from interpreter.errors import BoardwrightError
from interpreter.players.alpha_beta import AlphaBeta
from interpreter.players.monte_carlo import MonteCarlo
from interpreter.players.report import Limits
from interpreter.players.simple import Greedy, Uniform
from interpreter.players.suiting import to_look_at_everything

if TYPE_CHECKING:
    from collections.abc import Callable

    from interpreter.play.game import Game
    from interpreter.play.move import Move
    from interpreter.play.position import Position
    from interpreter.players.report import Report

Player: TypeAlias = "Callable[[Position], Move]"
"""A player is a function from a position that is not over to one of its legal steps."""

EASY, HARD, MONTE_CARLO, ALPHA_BETA = "easy", "hard", "monte-carlo", "alpha-beta"

SEARCHING = {
    EASY: Limits(simulations=30, seconds=1.5),
    "medium": Limits(simulations=400, seconds=1.5),
    MONTE_CARLO: Limits(simulations=400_000, seconds=1.5),
    ALPHA_BETA: Limits(simulations=2_000_000, seconds=1.5),
}
"""What a search is allowed at each level, random games or positions; a slow machine or slow rules may reach the time
first. The level hard is one of the last two; easy does not try steps out for whether one wins at once."""

LEVELS = {
    "random": "draws from the legal steps",
    "greedy": "looks one step ahead",
    EASY: "searches a little",
    "medium": "searches for a moment",
    HARD: "searches for a second and a half, by whichever of the next two suits the rules",
    MONTE_CARLO: "searches by random games",
    ALPHA_BETA: "looks at everything, step by step farther, and counts pieces and what ends ask for",
}
"""Every level with what it does."""


class UnknownLevelError(BoardwrightError, ValueError):
    """There is no such level."""


@dataclass
class Searching:
    """A player that searches; `report` is what its last search said."""

    engine: MonteCarlo | AlphaBeta
    limits: Limits
    report: Report | None = None

    def __call__(self, position: Position) -> Move:
        """The step it plays."""
        self.report = self.engine.search(position, self.limits)
        return self.report.best


def search_of(game: Game, level: str) -> str:
    """The level of which the search is: hard is monte-carlo or alpha-beta, whichever suits the rules."""
    if level != HARD:
        return level
    return ALPHA_BETA if to_look_at_everything(game.rules) else MONTE_CARLO


def engine_of(game: Game, level: str = HARD, *, seed: int = 0, threads: int = 1) -> MonteCarlo | AlphaBeta:
    """The search of a level. Raises UnsolvableError where it is alpha-beta and cannot look into the game."""
    if search_of(game, level) == ALPHA_BETA:
        return AlphaBeta(game, seed=seed)
    return MonteCarlo(game, seed=seed, threads=threads, trials=level != EASY)


def opponent(game: Game, level: str, *, seed: int = 0, threads: int = 1) -> Player:
    """A player of a game at a level.

    What it plays depends on the seed and the positions it was asked about, unless it runs into its time. Raises
    UnknownLevelError, and for alpha-beta UnsolvableError where the game has chance or more than two players.
    """
    if level not in LEVELS:
        raise UnknownLevelError(f"there is no level {level!r}; there are {', '.join(LEVELS)}")
    if level == "random":
        return Uniform(seed)
    if level == "greedy":
        return Greedy(seed)
    return Searching(engine_of(game, level, seed=seed, threads=threads), SEARCHING[search_of(game, level)])


def choose(position: Position, level: str = "hard", *, seed: int = 0, limits: Limits | None = None) -> Move:
    """The step that a level plays in a position; with `limits`, what a search finds within them.

    Raises ValueError where the game is over, and the errors of `opponent`. To play a whole game, keep an `opponent`: it
    remembers what it has seen.
    """
    if position.outcome is not None:
        raise ValueError("the game is over: there is no step to choose")
    if limits is not None:
        return MonteCarlo(position.game, seed=seed).search(position, limits).best
    return opponent(position.game, level, seed=seed)(position)
