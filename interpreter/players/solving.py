"""The certain result of a position, with a line that shows it."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

from interpreter.players.alpha_beta import AlphaBeta
from interpreter.players.report import Limits

if TYPE_CHECKING:
    from interpreter.play.move import Outcome
    from interpreter.play.position import Position

TABLE = 1 << 22  # positions that the table holds: 96 megabytes


@dataclass(frozen=True, slots=True)
class Solution:
    """What a position comes to when nobody errs.

    `solved` says whether that is known; then `winner` is the player who wins, None for a draw, or for the only player
    not winning, and `line` a course of the game that comes to it, as long as there was time to find it, with the
    `outcome` at its end. `depth` are the steps looked ahead, `positions` those looked at.
    """

    solved: bool
    winner: str | None
    line: tuple[str, ...]
    outcome: Outcome | None
    depth: int
    positions: int
    seconds: float
    engine: str
    reason: str


def solve(position: Position, limits: Limits) -> Solution:
    """Looks for the result of a position that is not over, deeper and deeper until it is certain.

    Raises UnsolvableError for games of more than two players, or with chance, and ValueError for one that is over.
    """
    start, search = time.perf_counter(), AlphaBeta(position.game, table=TABLE)
    found = search.deepen(position, limits, guessing=False)
    players = position.game.players
    winner = None
    if found.certain and found.value:
        number = 0 if found.value > 0 else 1
        winner = players[number] if number < len(players) else None
    line: list[str] = []
    step, depth = found, found.depth
    while step.certain:
        line.append(str(step.best))
        position = position.after(step.best)
        left = None if limits.seconds is None else limits.seconds - (time.perf_counter() - start)
        if position.outcome is not None or (left is not None and left <= 0):
            break
        step = search.deepen(position, Limits(left, limits.simulations, limits.depth, limits.stop), guessing=False)
    return Solution(
        found.certain,
        winner,
        tuple(line),
        position.outcome if found.certain else None,
        depth,
        search.seen,
        time.perf_counter() - start,
        search.ground.engine,
        search.ground.reason,
    )
