"""A player by Monte Carlo tree search."""

from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from itertools import repeat
from typing import TYPE_CHECKING

from interpreter.engine.faults import RulesFault
from interpreter.errors import RuleFaultError
from interpreter.players.grounds import Ground, ground_of
from interpreter.players.report import Candidate, Limits, Report, matching
from interpreter.players.tree import Branch, Tree, games_of_a_leaf
from interpreter.players.tree_kernel import TREE_SEARCH

if TYPE_CHECKING:
    from interpreter.engine.state import Step
    from interpreter.play.game import Game
    from interpreter.play.move import Move
    from interpreter.play.position import Position

CURIOSITY = 0.5
MEMORY = 64 << 20  # bytes, of all trees together; what is kept for the next turn is copied, which takes its time
PULSE = 0.02  # seconds between two looks at the clock and at what may stop the search
FEW = 1_000  # simulations, each of which counts; with more, it is their time that counts
LINE = 12  # steps of the expected line that are told


@dataclass
class MonteCarlo:
    """Searches positions of one game, and keeps its trees from one turn to the next.

    `threads` grow a tree each, whose counts are added up. With a number of simulations as its only limit and one
    seed, a search gives the same answer every time. `batch` are the random games from one leaf, each a simulation; 0
    leaves that to the game: one at first, then as many as take about as long as coming to the leaf. Without `trials`,
    it does not try steps out for whether one wins at once.
    """

    game: Game
    seed: int = 0
    threads: int = 1
    curiosity: float = CURIOSITY
    memory: int = MEMORY
    batch: int = 0
    trials: bool = True
    ground: Ground = field(init=False)
    _trees: list[Tree] = field(init=False, default_factory=list)
    _spare: list[Tree] = field(init=False, default_factory=list)
    _last: Position | None = field(init=False, default=None)
    _games: int = field(init=False, default=0)

    def __post_init__(self) -> None:
        if self.threads < 1 or self.batch < 0:
            raise ValueError(f"a search needs threads, and games of a leaf, not {self.threads} and {self.batch}")
        self.ground = ground_of(self.game, TREE_SEARCH)
        if self.ground.engine != "llvm":
            self.threads = 1  # Python runs one at a time

    def search(self, position: Position, limits: Limits) -> Report:
        """What is best in a position that is not over. Raises ValueError for one that is."""
        if position.outcome is not None:
            raise ValueError("the game is over: there is no step to choose")
        start = time.perf_counter()
        self._games = self._games or self.batch or games_of_a_leaf(self.ground, position.state)
        self._prepare(position)
        before = sum(tree.visits for tree in self._trees)
        try:
            self._grow(limits, start)
        except RulesFault as fault:
            raise RuleFaultError(str(fault)) from fault
        made = sum(tree.visits for tree in self._trees) - before
        return self._report(position, made, time.perf_counter() - start)

    # --- the trees

    def _prepare(self, position: Position) -> None:
        """Takes over what the trees know of the position, or plants new ones."""
        kept = self._kept(position)
        if kept:
            self._trees = kept
        else:
            self._trees = self._trees or [self._tree(position) for _ in range(self.threads)]
            for number, tree in enumerate(self._trees):
                tree.plant(position.state, self.seed * 1_000_003 + number + 7_919 * len(position.moves))
        self._last = position

    def _tree(self, position: Position) -> Tree:
        return Tree(
            self.ground,
            position.state,
            seed=self.seed,
            curiosity=self.curiosity,
            memory=self.memory // self.threads,
            trials=self.trials,
        )

    def _kept(self, position: Position) -> list[Tree]:
        """The parts of the trees below the steps played since the last search; nothing if there is another past."""
        played: list[tuple[int | None, Move]] = []
        later = position
        while later is not self._last:
            earlier = later.undo()
            if earlier is None or later.last_move is None:
                return []
            played.append((None if earlier.by_chance else earlier.state.mover, later.last_move))
            later = earlier
        if self._last is None or self.ground.engine == "reference":
            return []
        if not played:
            return self._trees
        kept = []
        spares: list[Tree | None] = [*self._spare] or [None] * self.threads
        for tree, spare in zip(self._trees, spares, strict=True):
            node: int | None = tree["root"]
            chooser = tree["root_chooser"]
            for mover, move in reversed(played):
                chooser = chooser if mover is None else mover  # what chance does counts for who chose last
                node = None if node is None else _child(tree, node, move.engine_step)
            below = None if node is None else tree.rerooted(node, chooser, position.state, spare)
            if below is None:
                return []
            kept.append(below)
        self._spare = self._trees
        return kept

    def _grow(self, limits: Limits, start: float) -> None:
        """Grows the trees until a limit is reached or the result is certain."""
        made, rounds, goal = 0, 1, limits.simulations
        with ThreadPoolExecutor(self.threads) as pool:
            each = pool.map if self.threads > 1 else map
            while not any(tree.certain is not None for tree in self._trees):
                batch = self._games
                if self.batch == 0 and made < FEW:
                    batch, rounds = 1, min(rounds, -(-(FEW - made) // self.threads))
                if goal is not None:
                    if made >= goal:
                        return
                    batch = max(1, min(batch, (goal - made) // self.threads))
                    rounds = min(rounds, max(1, (goal - made) // (self.threads * batch)))
                before = time.perf_counter()
                if limits.seconds is not None and made and before - start >= limits.seconds:
                    return
                if limits.depth is not None and max(tree["deepest"] for tree in self._trees) >= limits.depth:
                    return
                if limits.stop is not None and made and limits.stop():
                    return
                list(each(Tree.grow, self._trees, repeat(rounds), repeat(batch)))
                made += rounds * self.threads * batch
                spent = time.perf_counter() - before
                pulse = PULSE if limits.seconds is None else min(PULSE, max(0.001, limits.seconds / 10))
                rounds = max(1, min(rounds * 4, int(rounds * pulse / max(spent, 1e-6))))

    # --- what they say

    def _report(self, position: Position, made: int, seconds: float) -> Report:
        merged: dict[Step, list[Branch]] = {}
        for tree in self._trees:
            for branch in tree.branches():
                merged.setdefault(branch.step, []).append(branch)
        mover = position.state.mover
        candidates = []
        of_step = matching(merged)
        for move in position.legal_moves:
            found = of_step(move.engine_step) or []
            visits = sum(branch.visits for branch in found)
            worth = sum(branch.value * branch.visits for branch in found)
            certain = next((branch.certain for branch in found if branch.certain is not None), None)
            result = None if certain is None else "win" if certain == mover else "draw" if certain < 0 else "loss"
            value = {"win": 1.0, "draw": 0.5, "loss": 0.0}.get(result or "", worth / visits if visits else 0.5)
            candidates.append(Candidate(move, visits, value, result))
        candidates.sort(key=_rank, reverse=True)
        best = _child(self._trees[0], self._trees[0]["root"], candidates[0].move.engine_step)
        return Report(
            position,
            tuple(candidates),
            () if best is None else self._trees[0].course(best, LINE - 1),
            made,
            seconds,
            max(tree["deepest"] for tree in self._trees),
            self.ground.engine,
            self.ground.reason,
        )


def _rank(candidate: Candidate) -> tuple[int, int, float]:
    """A certain win first, a certain loss last, otherwise what was visited most."""
    certain = {"win": 1, "loss": -1}.get(candidate.result or "", 0)
    return certain, candidate.visits, candidate.value


def _child(tree: Tree, node: int, step: Step) -> int | None:
    return matching({branch.step: branch.node for branch in tree.branches(node)})(step)
