"""The certain result of a position, with a line that shows it."""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from interpreter.players.alpha_beta import AlphaBeta
from interpreter.players.proof_number import Prover
from interpreter.players.report import Limits

if TYPE_CHECKING:
    from interpreter.play.move import Outcome
    from interpreter.play.position import Position
    from interpreter.players.alpha_beta import Found

TABLE = 1 << 22  # positions that the table holds: 96 megabytes, and 64 for proofs
SHARE = 500_000  # positions that are looked at evenly first
SLOW_SHARE = 500
HALF_OF_ANY_TIME = 60.0  # seconds for proofs where no time is given


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

    First evenly, for a short time; then for half of the time that is left where the fewest answers are missing, and
    then evenly again. Raises UnsolvableError for games of more than two players, or with chance, and ValueError for one
    that is over.
    """
    start, search = time.perf_counter(), AlphaBeta(position.game, table=TABLE)
    share = SHARE if search.ground.engine == "llvm" else SLOW_SHARE
    found = search.deepen(
        position, replace(limits, simulations=min(share, limits.simulations or share)), guessing=False
    )
    if found.certain:
        return _by_alpha_beta(position, search, found, limits, start)
    prover = Prover(position.game, TABLE)
    left = _left(limits, start)
    end = time.perf_counter() + (left / 2 if left is not None else HALF_OF_ANY_TIME)
    proof = prover.proof(position, lambda: time.perf_counter() >= end or (limits.stop is not None and limits.stop()))
    search.seen += prover.seen
    if proof is None:
        left = _left(limits, start)
        if left is None or left > 0:
            found = search.deepen(position, replace(limits, seconds=left), guessing=False)
        return _by_alpha_beta(position, search, found, limits, start)
    winner = None if proof.winner is None else position.game.players[proof.winner]
    spent = time.perf_counter() - start
    return Solution(
        solved=True,
        winner=winner,
        line=proof.line,
        outcome=proof.outcome,
        depth=len(proof.line),
        positions=search.seen,
        seconds=spent,
        engine=prover.ground.engine,
        reason=prover.ground.reason,
    )


def _left(limits: Limits, start: float) -> float | None:
    return None if limits.seconds is None else limits.seconds - (time.perf_counter() - start)


def _by_alpha_beta(position: Position, search: AlphaBeta, found: Found, limits: Limits, start: float) -> Solution:
    """The solution that a search gives, with the line it goes on to find."""
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
        left = _left(limits, start)
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
