"""The certain result of a position, with a line that shows it."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

from interpreter.players.alpha_beta import UnsolvableError
from interpreter.players.proof_number import Prover
from interpreter.players.wins import Deepening, Wins

if TYPE_CHECKING:
    from collections.abc import Callable

    from interpreter.play.move import Outcome
    from interpreter.play.position import Position
    from interpreter.players.report import Limits

MEMORY = 128  # megabytes
ENTRY = 16  # bytes that a table has for a position
CROWDED = 16  # times as many positions as the table holds, looked at by proofs that then come to nothing
SHARE = 500_000  # positions that are looked at evenly first
SLOW_SHARE = 500
SLICE = 2.0  # seconds for proofs, and then for looking evenly; each time more


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


def solve(position: Position, limits: Limits, *, memory: int = MEMORY) -> Solution:
    """Looks for the result of a position that is not over, deeper and deeper until it is certain.

    First evenly, for a short time; then by turns where the fewest answers are missing, and evenly. What is found evenly
    has a line of the fewest steps in which the winner can force it. `memory` are the megabytes of the tables of both.
    Raises UnsolvableError for games of more than two players, or with chance, and ValueError for a position that is
    over, or for less than a megabyte of memory.
    """
    if memory < 1:
        raise ValueError(f"memory must be at least 1 megabyte, not {memory}")
    if len(position.game.players) > 2 or position.game.rules.has_chance:
        raise UnsolvableError("this search is for one or two players and games without chance")
    if position.outcome is not None:
        raise ValueError("the game is over: there is no step to choose")
    return _Solving(position, limits, memory).solution()


class _Solving:
    """One search for a result."""

    def __init__(self, position: Position, limits: Limits, memory: int) -> None:
        self.position, self.limits, self.start = position, limits, time.perf_counter()
        self.table = 1 << ((memory << 20) // (2 * ENTRY)).bit_length() - 1  # positions, a power of two
        self.wins = Wins(position.game, self.table)
        players = range(len(position.game.players))
        self.questions = [Deepening(self.wins, position, player) for player in players]
        self.prover: Prover | None = None

    @property
    def seen(self) -> int:
        """Positions looked at."""
        return self.wins.seen + (self.prover.seen if self.prover else 0)

    def over(self) -> bool:
        """Whether a limit is reached."""
        limits = self.limits
        return (
            (limits.seconds is not None and time.perf_counter() - self.start >= limits.seconds)
            or (limits.simulations is not None and self.seen >= limits.simulations)
            or (limits.stop is not None and limits.stop())
        )

    def solution(self) -> Solution:
        """The result, as far as it was found."""
        share = SHARE if self.wins.ground.engine == "llvm" else SLOW_SHARE
        self.look(lambda: self.wins.seen >= share)
        proving, seconds = self.limits.depth is None, SLICE  # proofs are as deep as they are
        while not self.answered and not self.over():
            if proving:
                self.prover = self.prover or Prover(self.position.game, self.table)
                end = time.perf_counter() + seconds
                proof = self.prover.proof(self.position, lambda end=end: self.over() or time.perf_counter() >= end)  # type: ignore[misc]
                if proof is not None:
                    winner = None if proof.winner is None else self.position.game.players[proof.winner]
                    return self.told(winner, proof.line, proof.outcome, len(proof.line))
                proving = time.perf_counter() >= end and self.prover.seen < CROWDED * self.table
            end = time.perf_counter() + seconds
            self.look(lambda end=end: time.perf_counter() >= end)  # type: ignore[misc]
            if not self.answered and not proving and not self.going:
                break
            seconds *= 2
        if not self.answered:
            return self.told(None, (), None, max(question.depth - 1 for question in self.questions), solved=False)
        won = next((question for question in self.questions if question.answer), None)
        line, end_position = self.line(None if won is None else won.attacker)
        winner = None if won is None else self.position.game.players[won.attacker]
        depth = won.depth if won is not None else max(question.depth for question in self.questions)
        return self.told(winner, line, end_position.outcome, depth)

    @property
    def answered(self) -> bool:
        """Whether the result is known."""
        answers = [question.answer for question in self.questions]
        return any(answers) or None not in answers

    @property
    def going(self) -> list[Deepening]:
        """The questions that may be looked into farther."""
        most = self.limits.depth
        asked = [each for each in self.questions if each.answer is None and not each.hopeless]
        return [each for each in asked if most is None or each.depth <= most]

    def look(self, enough: Callable[[], bool]) -> None:
        """Looks into the question that was looked into least, again and again.

        The reference engine remembers the positions of one question only: a depth that was begun is gone to its end.
        """
        stays = self.wins.ground.engine == "reference"
        while not self.answered and self.going and not enough() and not self.over():
            min(self.going, key=lambda each: (not (stays and each.amid), each.seen)).ask()

    def line(self, winner: int | None) -> tuple[tuple[str, ...], Position]:
        """A course of the game that comes to the result, as far as there is time, and where it leads."""
        position, told = self.position, list[str]()
        players = len(position.game.players)
        while position.outcome is None and (winner is not None or players > 1):
            # Where no one wins, each player in turn keeps the other from it.
            attacker = winner if winner is not None else (position.state.mover + 1) % players
            question = Deepening(self.wins, position, attacker)
            if question.settle(self.over) is None:
                break
            step = question.step
            told.append(str(step))
            position = position.after(step)
        return tuple(told), position

    def told(
        self, winner: str | None, line: tuple[str, ...], outcome: Outcome | None, depth: int, *, solved: bool = True
    ) -> Solution:
        """The result in words of the rules."""
        ground = self.wins.ground
        spent = time.perf_counter() - self.start
        return Solution(solved, winner, line, outcome, depth, self.seen, spent, ground.engine, ground.reason)
