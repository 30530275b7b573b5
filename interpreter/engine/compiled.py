"""The compiled engine: kernels of a game, run by LLVM, or by CPython where llvmlite is not installed."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from interpreter.engine import kernel as kernels
from interpreter.engine.faults import RulesFault
from interpreter.engine.lowering.counting import CURSOR_PARTS, LEVELS
from interpreter.engine.lowering.expressions import scale_of
from interpreter.engine.lowering.kernels import STEP_PARTS, Kernel, playout_kernel, position_kernel
from interpreter.engine.lowering.passes import ALL
from interpreter.engine.lowering.positions import Arrays, Positions
from interpreter.engine.lowering.program import UnloweredError
from interpreter.engine.state import FORCED_PASS, State, Step
from interpreter.machine.graph import NodeKind

if TYPE_CHECKING:
    from collections.abc import Callable

    from interpreter.machine.graph import Machine

FAULTS = (
    "a player has no step where the file calls that impossible",
    "a player has no step, and no `end` says what that means",
)  # of the first endings of every kernel


@dataclass(frozen=True, slots=True)
class Tally:
    """What random games gave. `endings` counts games by reason and winner's number (None: a draw)."""

    games: int
    steps: int
    unfinished: int
    longest: int
    endings: dict[tuple[str, int | None], int]


class CompiledEngine:
    """Plays one game by its kernels; the same questions as the reference engine, with the same answers.

    Raises UnloweredError when a kernel is first needed for rules that have none yet. Kernels take it on trust that a
    set which must be one site is one: where the reference engine says `several-sites`, they play on.
    """

    def __init__(self, machine: Machine, *, llvm: bool | None = None, passes: frozenset[str] = ALL) -> None:
        self.machine, self.rules, self.passes = machine, machine.rules, passes
        self.llvm = kernels.available() if llvm is None else llvm

    def _built(self, kernel: Kernel) -> dict[str, Callable[..., Any]]:
        try:
            return self._run(kernel)
        except kernels.KernelError as refused:  # a limit of the kernel language, such as nesting
            raise UnloweredError(str(refused)) from refused

    def _run(self, kernel: Kernel) -> dict[str, Callable[..., Any]]:
        if self.llvm:
            found = kernels.load_cached(kernel.source, kernel.numbering.width, kernel.exported)
            if found is None:
                module = kernels.verify(kernel.source, kernel.numbering.width)
                found = kernels.cached_compile(module, kernel.exported)
            return dict(found.functions)
        module = kernels.verify(kernel.source, kernel.numbering.width)
        return kernels.run_python(module, checked=False)

    @cached_property
    def playout_kernel(self) -> Kernel:
        """The kernel of random playouts."""
        return playout_kernel(self.rules, self.passes)

    @cached_property
    def position_kernel(self) -> Kernel:
        """The kernel of positions."""
        return position_kernel(self.rules, self.passes)

    @cached_property
    def _playouts(self) -> Callable[..., int]:
        return self._built(self.playout_kernel)["playouts"]

    @cached_property
    def _functions(self) -> dict[str, Callable[..., Any]]:
        return self._built(self.position_kernel)

    @cached_property
    def positions(self) -> Positions:
        """The conversion between positions and arrays."""
        return Positions(self.machine, self.position_kernel, scale_of(self.rules))

    def prepare(self) -> None:
        """Compiles the playouts, or takes them from the cache, if that has not been done."""
        self.__dict__.setdefault("_playouts", self._built(self.playout_kernel)["playouts"])

    # --- playouts

    def playouts(self, games: int, *, seed: int = 0, first: int = 0, limit: int = 100_000, threads: int = 1) -> Tally:
        """Uniformly random games from the start, numbered from `first`.

        A game draws its numbers from the seed and its own number, so the result is the same for any number of threads.
        Games that reach the limit of steps count as unfinished.
        """
        share = -(-games // max(1, threads))
        parts = [(start, min(share, games - start)) for start in range(0, games, max(1, share))]

        def run(part: tuple[int, int]) -> tuple[list[int], int]:
            tally = kernels.new_ints(2 + len(self.playout_kernel.endings))
            longest = self._playouts(part[1], first + part[0], seed, limit, tally)
            return list(tally), longest

        if len(parts) <= 1 or not self.llvm:
            results = [run(part) for part in parts]
        else:
            self.prepare()  # once, before the threads begin
            with ThreadPoolExecutor(len(parts)) as pool:
                results = list(pool.map(run, parts))
        totals = [sum(column) for column in zip(*(tally for tally, _ in results), strict=True)] or [0, 0]
        for fault, count in zip(FAULTS, totals[2:], strict=False):
            if count:
                raise RulesFault(fault, code="stuck-happened")
        endings = dict(zip(self.playout_kernel.endings[len(FAULTS) :], totals[2 + len(FAULTS) :], strict=False))
        return Tally(
            games,
            totals[0],
            totals[1],
            max((longest for _, longest in results), default=0),
            endings,
        )

    # --- positions

    def legal(self, state: State) -> list[Step]:
        """The legal steps in canonical order."""
        if state.ending is not None:
            return []
        if self.machine.nodes[state.node].kind is NodeKind.PASS:
            return [FORCED_PASS]
        arrays, out = self.positions.arrays(state), kernels.new_ints(self.position_kernel.most_steps * STEP_PARTS)
        count = self._functions["legal"](arrays.numbers, arrays.sets, arrays.history, out)
        found = [self._step(out[n * STEP_PARTS : (n + 1) * STEP_PARTS]) for n in range(count)]
        return sorted(found)

    @cached_property
    def _site_at(self) -> dict[int, int]:
        place = self.position_kernel.numbering.place
        return {**{bit: site for site, bit in enumerate(place)}, -1: -1}

    def _step(self, parts: Any) -> Step:
        origin, target, kind, move, heading, promotion = parts
        return Step(self._site_at[origin], self._site_at[target], kind, promotion, move, 0, heading)

    def play(self, state: State, step: Step) -> State:
        """The position after a legal step, without its history."""
        arrays = self.positions.arrays(state)
        self.make(arrays, step)
        return self.positions.state(arrays, state, step)

    def perft(self, state: State, depth: int, *, by_turn: bool = False) -> int:
        """Sequences of exactly `depth` steps, or turns, from a position that is not over.

        Raises UnloweredError where a sequence of turns has more steps than the kernel has room for.
        """
        if depth == 0:
            return 1
        arrays, kernel = self.positions.arrays(state), self.position_kernel
        count = self._functions["perft"](
            arrays.numbers,
            arrays.sets,
            arrays.history,
            kernels.new_ints(kernel.most_steps * STEP_PARTS),
            kernels.new_ints(LEVELS * len(arrays.numbers)),
            kernels.new_sets(LEVELS * len(arrays.sets), kernel.numbering.width),
            kernels.new_ints(LEVELS * kernel.most_steps * STEP_PARTS),
            kernels.new_ints(LEVELS * CURSOR_PARTS),
            depth,
            int(by_turn),
        )
        if count < 0 or (depth >= LEVELS and not by_turn):
            raise UnloweredError(f"sequences of more than {LEVELS} steps are counted by the reference engine")
        return int(count)

    def make(self, arrays: Arrays, step: Step) -> int:
        """Makes a legal step in arrays; gives the number of the ending, or -1. Raises RulesFault where rules fail."""
        place = (*self.position_kernel.numbering.place, -1)
        ending = self._functions["play"](
            arrays.numbers,
            arrays.sets,
            arrays.history,
            place[step.origin],
            place[step.target],
            step.kind,
            step.move,
            step.heading,
            step.promotion,
        )
        if 0 <= ending < len(FAULTS):
            raise RulesFault(FAULTS[ending], code="stuck-happened")
        return int(ending)
