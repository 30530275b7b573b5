"""The compiled engine: kernels of a game, run by LLVM, or by CPython where llvmlite is not installed."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any

from interpreter.engine import kernel as kernels
from interpreter.engine.faults import RulesFault
from interpreter.engine.frame import Frame
from interpreter.engine.lowering import throwing
from interpreter.engine.lowering.ends import TOO_MANY
from interpreter.engine.lowering.expressions import scale_of
from interpreter.engine.lowering.kernels import STEP_PARTS, Kernel, playout_kernel, position_kernel
from interpreter.engine.lowering.passes import ALL
from interpreter.engine.lowering.positions import Arrays, Positions
from interpreter.engine.lowering.program import UnloweredError
from interpreter.engine.lowering.shape import FORCED_PASS as PASSED
from interpreter.engine.random_games import FAULTS, RandomGames, Tally
from interpreter.engine.reference import ReferenceEngine
from interpreter.engine.sequences import Sequences
from interpreter.engine.state import FORCED_PASS, State, Step
from interpreter.machine.graph import NodeKind

if TYPE_CHECKING:
    from collections.abc import Callable

    from interpreter.machine.graph import Machine


class CompiledEngine:
    """Plays one game by its kernels; the same questions as the reference engine, with the same answers.

    Raises UnloweredError when a kernel is first needed for rules that have none yet. Kernels take it on trust that a
    set which must be one site is one: where the reference engine says `several-sites`, they play on. Numbers that rules
    remember or award are kept in 64 bits, and of a game's past the first 4096 turns: what repeats a later position is
    not noticed.
    """

    def __init__(self, machine: Machine, *, llvm: bool | None = None, passes: frozenset[str] = ALL) -> None:
        self.machine, self.rules, self.passes = machine, machine.rules, passes
        self.llvm = kernels.available() if llvm is None else llvm

    def built(self, kernel: Kernel) -> dict[str, Callable[..., Any]]:
        """The exported functions of a kernel. Raises UnloweredError where the kernel language refuses its text."""
        try:
            return self._run(kernel)
        except kernels.KernelError as refused:  # a limit of the kernel language, such as nesting
            told = str(refused).splitlines()[0]
            raise UnloweredError(f"the kernel that was written for the rules is refused ({told})") from refused

    def _run(self, kernel: Kernel) -> dict[str, Callable[..., Any]]:
        if self.llvm:
            found = kernels.load_cached(kernel.source, kernel.numbering.width, kernel.exported)
            if found is None:
                module = kernels.verify(kernel.source, kernel.numbering.width)
                found = kernels.cached_compile(module, kernel.exported)
            return dict(found.functions)
        module = kernels.verify(kernel.source, kernel.numbering.width)
        return kernels.run_python(module, checked=False)

    def _told(self, kernel: Kernel) -> dict[str, str] | None:
        return kernels.told_of(kernel.source, kernel.numbering.width, kernel.exported) if self.llvm else None

    @cached_property
    def playout_kernel(self) -> Kernel:
        """The kernel of random playouts."""
        return playout_kernel(self.rules, self.passes)

    @cached_property
    def position_kernel(self) -> Kernel:
        """The kernel of positions."""
        return position_kernel(self.rules, self.passes)

    @cached_property
    def random_games(self) -> RandomGames:
        """The playouts, compiled or taken from the cache when they are first asked for."""
        kernel = self.playout_kernel
        return RandomGames(self.built(kernel)["playouts"], kernel.endings, self._told(kernel))

    @cached_property
    def _functions(self) -> dict[str, Callable[..., Any]]:
        return self.built(self.position_kernel)

    @cached_property
    def positions(self) -> Positions:
        """The conversion between positions and arrays."""
        return Positions(self.machine, self.position_kernel, scale_of(self.rules))

    def playouts(self, games: int, *, seed: int = 0, first: int = 0, limit: int = 100_000, threads: int = 1) -> Tally:
        """Uniformly random games from the start; see `RandomGames.play`."""
        return self.random_games.play(games, seed=seed, first=first, limit=limit, threads=threads)

    # --- positions

    def legal(self, state: State) -> list[Step]:
        """The legal steps in canonical order."""
        if state.ending is not None:
            return []
        if self.machine.nodes[state.node].kind is NodeKind.PASS:
            return [FORCED_PASS]
        arrays, out = self.positions.arrays(state), kernels.new_ints(self.position_kernel.most_steps * STEP_PARTS)
        count = self._functions["legal"](*arrays, out)
        if count < 0:
            fault, code = FAULTS[TOO_MANY]
            raise RulesFault(fault, code=code)
        found = [self.step(out[n * STEP_PARTS : (n + 1) * STEP_PARTS]) for n in range(count)]
        return sorted(self._sown(state, step) for step in found)

    @cached_property
    def _site_at(self) -> dict[int, int]:
        place = self.position_kernel.numbering.place
        return {**{bit: site for site, bit in enumerate(place)}, -1: -1}

    def step(self, parts: Any) -> Step:
        """The step that a kernel lists as these numbers."""
        origin, target, kind, move, heading, promotion = parts
        if move == PASSED:
            return FORCED_PASS
        chooses, die, amount = self.rules.moves[move], 0, 0
        if chooses.spends:
            kind, die = throwing.apart_from_kind(kind)
        if chooses.amount is not None:  # then the kind tells how many pieces go
            kind, amount = -1, kind
        return Step(self._site_at[origin], self._site_at[target], kind, promotion, move, 0, heading, amount, die)

    def _sown(self, state: State, step: Step) -> Step:
        """The step, with the sites on which it sows: a position needs them to make it."""
        if step.move < 0 or self.rules.moves[step.move].verb != "sow":
            return step
        sowing = self._reference.codes[step.move]
        offered = sowing.offers(Frame(state, self._reference.geometry.every, before=True), 1 << step.origin)
        return next(other for other in offered if other.heading == step.heading)

    @cached_property
    def _reference(self) -> ReferenceEngine:
        """What answers where a position is asked about that a kernel need not know."""
        return ReferenceEngine(self.machine)

    def play(self, state: State, step: Step) -> State:
        """The position after a legal step, without its history."""
        arrays = self.positions.arrays(state)
        self.make(arrays, step)
        return self.positions.state(arrays, state, step)

    def sequences(self, state: State) -> Sequences:
        """Sequences of steps from a position that is not over."""
        arrays, kernel = self.positions.arrays(state), self.position_kernel
        return Sequences(
            self._functions["perft"],
            tuple(arrays.numbers),
            tuple(kernels.unpack_sets(arrays.sets)),
            tuple(arrays.history),
            kernel.numbering.width,
            kernel.most_steps * STEP_PARTS,
            self._told(kernel),
        )

    def perft(self, state: State, depth: int, *, by_turn: bool = False) -> int:
        """Sequences of exactly `depth` steps, or turns, from a position that is not over; see `Sequences.count`."""
        return 1 if depth == 0 else self.sequences(state).count(depth, by_turn=by_turn)

    def _chooses_amount(self, step: Step) -> bool:
        return step.move >= 0 and self.rules.moves[step.move].chooses_amount

    def make(self, arrays: Arrays, step: Step) -> int:
        """Makes a legal step in arrays; gives the number of the ending, or -1. Raises RulesFault where rules fail."""
        place = (*self.position_kernel.numbering.place, -1)
        ending = self._functions["play"](
            *arrays,
            place[step.origin],
            place[step.target],
            throwing.beside_kind(step.amount if self._chooses_amount(step) else step.kind, step.die),
            step.move,
            step.heading,
            step.promotion,
        )
        if 0 <= ending < len(FAULTS):
            fault, code = FAULTS[ending]
            raise RulesFault(fault, code=code)
        return int(ending)
