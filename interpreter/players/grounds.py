"""What a search stands on: the functions of a game that its kernel calls, compiled or asked of the reference engine."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from interpreter.engine.chance import chances, drawn
from interpreter.engine.kernel import RANDOM, new_ints, new_sets, run_python, verify
from interpreter.engine.lowering.expressions import scale_of
from interpreter.engine.lowering.kernels import Shape, search_kernel
from interpreter.engine.lowering.positions import Arrays, Positions
from interpreter.engine.lowering.program import UnloweredError
from interpreter.engine.lowering.throwing import beside_kind
from interpreter.players.search_text import fits

if TYPE_CHECKING:
    from array import array
    from collections.abc import Callable

    from interpreter.engine.compiled import CompiledEngine
    from interpreter.engine.reference import ReferenceEngine
    from interpreter.engine.state import State, Step
    from interpreter.play.game import Game


@dataclass(frozen=True)
class Ground:
    """The functions of a search kernel, for one game.

    `engine` is "llvm", "python" or "reference", `reason` says why not the first; `width` is the bits of a set,
    `most_steps` the most that one position offers.
    """

    engine: str
    reason: str
    functions: dict[str, Callable[..., Any]]
    shape: Shape
    width: int
    most_steps: int
    arrays: Callable[[State], Arrays]
    step: Callable[[Any], Step]


@dataclass(frozen=True, slots=True)
class Search:
    """A search in the kernel language: its exported functions, what it calls, and its text for a game."""

    functions: tuple[str, ...]
    calls: tuple[str, ...]
    text: Callable[[Shape], str]


def ground_of(game: Game, search: Search) -> Ground:
    """The fastest ground that there is for a game; a compiled one is built once a game."""
    found = game.workshop.get(search)
    if not isinstance(found, Ground):
        try:
            found = game.workshop[search] = compiled_ground(game.compiled, search)
        except UnloweredError as missing:
            found = reference_ground(game.engine, search, str(missing))
    return found


def compiled_ground(engine: CompiledEngine, search: Search) -> Ground:
    """The ground of a game that is compiled. Raises UnloweredError where it cannot be."""
    rules, sites = engine.rules, len(engine.rules.board.sites)
    most_pips = max((face for dice in rules.dice for fall in dice.falls for face in fall), default=0)
    kinds = max([beside_kind(len(rules.pieces), most_pips), *(len(dice.results) for dice in rules.dice)])
    if not fits((sites, sites, kinds, len(rules.moves), len(rules.board.directions), len(rules.pieces))):
        raise UnloweredError("the rules have more sites, moves or pieces than a search can write down")
    kernel = search_kernel(engine.rules, search.functions, search.text, search.calls, engine.passes)
    positions = Positions(engine.machine, kernel, scale_of(engine.rules))
    return Ground(
        "llvm" if engine.llvm else "python",
        "" if engine.llvm else "llvmlite is not installed (pip install 'boardwright[compile]')",
        engine.built(kernel),
        kernel.shape,
        kernel.numbering.width,
        kernel.most_steps,
        positions.arrays,
        engine.step,
    )


# --- by the reference engine

_STATE = 2  # where the number of the state stands, behind the mover and the ending
_STUBS = """
def legal(numbers: ints, sets_: sets, history: ints, out: ints) -> int:
    return numbers[0]


def play(numbers: ints, sets_: sets, history: ints, step: int) -> int:
    return numbers[0]


def thrown(numbers: ints, sets_: sets, history: ints, rng: int) -> int:
    return numbers[0]


def rollout(numbers: ints, sets_: sets, history: ints, rng: int, limit: int) -> int:
    return numbers[0]
"""


class _Numbered:
    """States of the reference engine and their steps by number, and what a kernel calls, working on the numbers.

    No number ever stands for a second state: tables outlive the search that numbered the states they tell of.
    """

    def __init__(self, engine: ReferenceEngine) -> None:
        self.engine = engine
        self.states: list[State] = []
        self.first = 0  # the number of the first of the states
        self.listed: list[Step] = []

    def arrays(self, state: State) -> Arrays:
        """A position that a search begins with; what was numbered before is forgotten."""
        self.first += len(self.states)
        self.states, self.listed = [state], []
        return Arrays(new_ints([state.mover, -1, self.first]), new_sets(1, 64), new_ints(1))

    def state(self, numbers: array[int]) -> State:
        """The state that a kernel has numbered."""
        return self.states[numbers[_STATE] - self.first]

    def step(self, parts: Any) -> Step:
        """The step with a number."""
        return self.listed[int(parts[0])]

    def legal(self, numbers: Any, _sets: Any, _history: Any, out: Any) -> int:
        """Lists the legal steps, however many there are."""
        found = self.engine.legal(self.state(numbers))
        out[:] = new_ints(range(len(self.listed), len(self.listed) + len(found)))
        self.listed += found
        return len(found)

    def play(self, numbers: Any, _sets: Any, _history: Any, step: int) -> int:
        """Makes a step; gives the ending: 0 for a draw, or the number of the winner and 1."""
        state = self.engine.play(self.state(numbers), self.listed[step])
        numbers[0], numbers[_STATE] = state.mover, self.first + len(self.states)
        self.states.append(state)
        return _ending(state)

    def thrown(self, numbers: Any, _sets: Any, _history: Any, rng: int) -> int:
        """The number of the step that chance makes; -1 where a player chooses."""
        rules, legal = self.engine.rules, self.engine.legal(self.state(numbers))
        if not chances(rules, legal):
            return -1
        return legal.index(drawn(rules, legal, random.Random(rng)))  # noqa: S311 - games, not secrets

    def rollout(self, numbers: Any, _sets: Any, _history: Any, rng: int, limit: int) -> int:
        """A random game."""
        state, chance, made = self.state(numbers), random.Random(rng), 0  # noqa: S311 - games, not secrets
        while state.ending is None and made < limit:
            state = self.engine.play(state, drawn(self.engine.rules, self.engine.legal(state), chance))
            made += 1
        return _ending(state)


def _ending(state: State) -> int:
    if state.ending is None:
        return -1
    return 0 if state.ending.winner is None else 1 + state.ending.winner


def reference_ground(engine: ReferenceEngine, search: Search, reason: str) -> Ground:
    """The ground of a game whose rules are not compiled: the same search, a thousand times slower."""
    players = len(engine.rules.players)
    shape = Shape(
        players=players,
        numbers=3,
        sets=1,
        recorded=-1,
        first_pass=players,
        movers=tuple(range(players)),
        winners=tuple(range(-1, players)),
        step_parts=1,
        chance=engine.rules.has_chance,
    )
    numbered = _Numbered(engine)
    calls = {name: getattr(numbered, name) for name in search.calls}
    module = verify(f"{RANDOM}\n{_STUBS}\n{search.text(shape)}\n", 64)
    functions = run_python(module, checked=False, given=calls)
    return Ground("reference", reason, functions, shape, 64, 1, numbered.arrays, numbered.step)
