"""A player by alpha-beta search: deeper and deeper, until the time is up or the result is certain."""

from __future__ import annotations

import time
from dataclasses import dataclass, field, replace
from random import Random
from typing import TYPE_CHECKING

from interpreter.engine.kernel import new_ints, new_sets
from interpreter.errors import BoardwrightError
from interpreter.players.grounds import Ground, Search, ground_of
from interpreter.players.line_kernel import CONTROL, FRAME, HINTED, LEVELS, LINE_SEARCH, ROOM, WIN
from interpreter.players.report import Candidate, Limits, Report, move_of
from interpreter.players.search_text import TASTES
from interpreter.players.worths import PIECE, worths

if TYPE_CHECKING:
    from array import array

    from interpreter.engine.lowering.positions import Arrays
    from interpreter.engine.state import Step
    from interpreter.play.game import Game
    from interpreter.play.move import Move
    from interpreter.play.position import Position

TABLE = 1 << 20  # positions that the table holds, unless more are asked for: 24 megabytes
MOODS = 4  # what a step may be liked by at first, where there is a seed; success counts for more
BEYOND = 1 << 21  # a depth that no entry of the table comes to
PULSE = 0.05  # seconds between two looks at the clock
SURE = WIN - 2 * LEVELS  # a value that only a certain win has
_PLACE = {name: place for place, name in enumerate(CONTROL)}
_FIELD = {name: place for place, name in enumerate(FRAME)}


class UnsolvableError(BoardwrightError):
    """The game is none that this search can look into."""


@dataclass(frozen=True, slots=True)
class Found:
    """What a search to a depth gave: a value for the first player, the best step, and whether that is certain.

    `steps` is what is expected after the best one.
    """

    value: int
    best: Move
    certain: bool
    depth: int
    steps: tuple[Step, ...] = ()


@dataclass(frozen=True, slots=True)
class _Known:
    """What a search remembers of positions, and what pieces are worth."""

    keys: array[int]
    values: array[int]
    infos: array[int]
    worths: array[int]


@dataclass
class AlphaBeta:
    """Searches positions of one game of one or two players without chance. Raises UnsolvableError for others.

    Among steps that come to the same value it takes one by `seed`; without one, the first that is listed. `kernel` says
    what is counted where a search stops.
    """

    game: Game
    table: int = TABLE
    seed: int | None = None
    kernel: Search = LINE_SEARCH
    ground: Ground = field(init=False)
    seen: int = field(init=False, default=0)
    _known: _Known = field(init=False)

    def __post_init__(self) -> None:
        if len(self.game.players) > 2 or self.game.rules.has_chance:
            raise UnsolvableError("this search is for one or two players and games without chance")
        self.ground = ground_of(self.game, self.kernel)
        keys, values, infos = (new_ints(self.table) for _ in range(3))
        self._known = _Known(keys, values, infos, worths(self.game, self.ground))

    def search(self, position: Position, limits: Limits) -> Report:
        """What is best in a position that is not over. Raises ValueError for one that is."""
        start, before = time.perf_counter(), self.seen
        found = self.deepen(position, limits)
        seconds = time.perf_counter() - start
        mover = position.state.mover
        value = found.value if mover == 0 else -found.value
        result = None if not found.certain else "win" if value > 0 else "loss" if value < 0 else "draw"
        guess = min(1.0, max(0.0, 0.5 + value / (40 * PIECE)))
        chance = {"win": 1.0, "draw": 0.5, "loss": 0.0}.get(result or "", guess)
        candidates = [Candidate(found.best, self.seen - before, chance, result)]
        others = [move for move in position.legal_moves if move != found.best]
        # What a proven best step says of the others: that they are no better.
        worse = {"draw": "draw", "loss": "loss"}.get(result or "")
        candidates += [Candidate(move, 0, 0.0, worse) for move in others]
        return Report(
            position,
            tuple(candidates),
            found.steps,
            self.seen - before,
            seconds,
            found.depth,
            self.ground.engine,
            self.ground.reason,
        )

    def deepen(self, position: Position, limits: Limits) -> Found:
        """Looks one step ahead, two, three and so on, until a limit is reached or the result is certain."""
        if position.outcome is not None:
            raise ValueError("the game is over: there is no step to choose")
        run = _Run(self.ground, position, self.seed)
        found = self._deepened(run, position, limits)
        known = run.remembered(self._known)
        further = known if found.certain else known[: found.depth - 1]
        return replace(found, steps=further) if further[: len(found.steps)] == found.steps else found

    def _deepened(self, run: _Run, position: Position, limits: Limits) -> Found:
        start, before = time.perf_counter(), self.seen
        found = Found(0, position.legal_moves[0], certain=False, depth=0)
        for depth in range(1, min(limits.depth or LEVELS, LEVELS - 1) + 1):
            run.begin(depth, self.table)
            budget = 1_000 if self.ground.engine == "llvm" else 10
            while not run.look(self._known, self._allowed(budget, before, run, limits)):
                spent = time.perf_counter() - start
                out_of_time = limits.seconds is not None and spent >= limits.seconds
                seen = self.seen + run["seen"] - before
                out_of_work = limits.simulations is not None and seen >= limits.simulations
                if out_of_time or out_of_work or (limits.stop is not None and limits.stop()):
                    self.seen += run["seen"]
                    return found
                budget = max(1, min(budget * 2, int(seen / max(spent, 1e-6) * PULSE)))
            self.seen += run["seen"]
            value, certain = run["value"], not run["open"]
            found = Found(value, run.best(position), certain, depth, run.steps())
            if certain:
                break
        return found

    def _allowed(self, budget: int, before: int, run: _Run, limits: Limits) -> int:
        """Of so many positions those that may be looked at: a number of them is kept to, however fast they go."""
        if limits.simulations is None:
            return budget
        return max(1, min(budget, limits.simulations - (self.seen + run["seen"] - before)))


class _Run:
    """The arrays of one search."""

    def __init__(self, ground: Ground, position: Position, seed: int | None) -> None:
        self.ground, self.position = ground, position
        shape = ground.shape
        self.arrays: Arrays = ground.arrays(position.state)
        self.control = new_ints(len(CONTROL))
        self.out = new_ints(max(1, ground.most_steps) * shape.step_parts)
        self.saved = new_ints(LEVELS * shape.numbers)
        self.saved_sets = new_sets(LEVELS * shape.sets, ground.width)
        self.frames = new_ints((LEVELS + 1) * len(FRAME))
        self.lists = new_ints(ROOM * (shape.step_parts + 1))
        self.order = new_ints(ROOM)
        self.expected = new_ints(LEVELS * LEVELS * shape.step_parts)
        self.tastes = new_ints(TASTES)
        if seed is not None:
            chance = Random(seed * 1_000_003 + len(position.moves))  # noqa: S311 - games, not secrets
            self.tastes = new_ints(chance.choices(range(MOODS), k=TASTES))

    def __getitem__(self, name: str) -> int:
        return self.control[_PLACE[name]]

    def begin(self, depth: int, table: int) -> None:
        """Makes ready for a search to a depth."""
        self.arrays = self.ground.arrays(self.position.state)
        for place in range(len(CONTROL)):
            self.control[place] = 0
        self.control[_PLACE["table"]] = table
        for name, value in {"alpha": -2 * WIN, "beta": 2 * WIN, "depth": depth, "base": 0}.items():
            self.frames[_FIELD[name]] = value

    def look(self, known: _Known, budget: int) -> bool:
        """Goes on for so many positions; whether the search is done."""
        done = self.ground.functions["look"](
            *self.arrays,
            self.out,
            self.saved,
            self.saved_sets,
            self.frames,
            self.lists,
            self.order,
            known.keys,
            known.values,
            known.infos,
            self.tastes,
            known.worths,
            self.control,
            self.expected,
            budget,
        )
        return bool(done)

    def best(self, position: Position) -> Move:
        """The best of the legal steps."""
        parts = self.ground.shape.step_parts
        for item in range(self.frames[_FIELD["count"]]):
            at = item * (parts + 1)
            if self.lists[at + parts] == self["best"]:
                return move_of(position, self.ground.step(self.lists[at : at + parts]))
        return position.legal_moves[0]

    def steps(self) -> tuple[Step, ...]:
        """What is expected after the best step, as far as no table knew the value."""
        parts = self.ground.shape.step_parts
        rows = range(parts, self.frames[_FIELD["ahead"]] * parts, parts)
        return tuple(self.ground.step(self.expected[at : at + parts]) for at in rows)

    def remembered(self, known: _Known) -> tuple[Step, ...]:
        """What the table expects after the best step.

        A search deeper than all that is in the table goes along the best steps first; it is looked over the shoulder.
        """
        told: list[Step] = []
        shape = self.ground.shape
        size, parts = len(FRAME), shape.step_parts
        self.begin(BEYOND, len(known.keys))
        for level in range(LEVELS - 1):
            self.look(known, 1)
            frame = self.frames[level * size : (level + 1) * size]
            first = frame[_FIELD["base"]]
            bound = known.infos[frame[_FIELD["key"]] & len(known.keys) - 1] >> 12 & 3
            mover = shape.movers[self.saved[level * shape.numbers]]
            if self.order[first] != HINTED or bound not in {0, mover + 1}:  # of poor steps none was found best
                break
            told.append(self.ground.step(self.lists[first * (parts + 1) : first * (parts + 1) + parts]))
            if self["level"] != level + 1 or frame[_FIELD["cursor"]] != 1:
                break  # the step ends the game
        return tuple(told[1:])
