"""Players that need no knowledge of a game: levels of play, and the searches behind them.

    from interpreter.players import choose, opponent

    move = choose(position, "medium", seed=7)

Names are imported when they are first used, as in `interpreter` itself.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.importing import imported_when_used

if TYPE_CHECKING:
    from interpreter.players.alpha_beta import AlphaBeta, UnsolvableError
    from interpreter.players.levels import LEVELS, Player, UnknownLevelError, choose, opponent
    from interpreter.players.monte_carlo import MonteCarlo
    from interpreter.players.report import Candidate, Limits, Report
    from interpreter.players.simple import Greedy, Uniform
    from interpreter.players.solving import Solution, solve

__all__ = [
    "LEVELS",
    "AlphaBeta",
    "Candidate",
    "Greedy",
    "Limits",
    "MonteCarlo",
    "Player",
    "Report",
    "Solution",
    "Uniform",
    "UnknownLevelError",
    "UnsolvableError",
    "choose",
    "opponent",
    "solve",
]

__getattr__ = imported_when_used(
    __name__,
    {
        "alpha_beta": ("AlphaBeta", "UnsolvableError"),
        "levels": ("LEVELS", "Player", "UnknownLevelError", "choose", "opponent"),
        "monte_carlo": ("MonteCarlo",),
        "report": ("Candidate", "Limits", "Report"),
        "simple": ("Greedy", "Uniform"),
        "solving": ("Solution", "solve"),
    },
)
