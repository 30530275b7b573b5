"""Who wins, and in how few steps: whether a player wins within one step, two, three and so on."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from interpreter.engine.kernel import new_ints, new_sets
from interpreter.players.grounds import Ground, ground_of
from interpreter.players.report import move_of
from interpreter.players.search_text import TASTES
from interpreter.players.win_kernel import CONTROL, FRAME, LEVELS, ROOM, WIN_SEARCH

if TYPE_CHECKING:
    from array import array
    from collections.abc import Callable

    from interpreter.play.game import Game
    from interpreter.play.move import Move
    from interpreter.play.position import Position

PULSE = 20_000  # positions between two looks at the clock
SLOW_PULSE = 20
_PLACE = {name: place for place, name in enumerate(CONTROL)}
_FIELD = {name: place for place, name in enumerate(FRAME)}


@dataclass
class Wins:
    """What is known of a game: a table of positions, in which `table` have room (a power of two), of 16 bytes each."""

    game: Game
    table: int
    ground: Ground = field(init=False)
    seen: int = field(init=False, default=0)
    keys: array[int] = field(init=False)
    infos: array[int] = field(init=False)
    tastes: array[int] = field(init=False)

    def __post_init__(self) -> None:
        self.ground = ground_of(self.game, WIN_SEARCH)
        self.keys, self.infos, self.tastes = new_ints(self.table), new_ints(self.table), new_ints(TASTES)


class Deepening:
    """Whether a player wins from a position, asked deeper and deeper.

    `depth` is the number of steps that is looked into. `answer` is None as long as it is open, True when the player
    wins within `depth` steps, and False when the player never does.
    """

    def __init__(self, wins: Wins, position: Position, attacker: int, depth: int = 1) -> None:
        self.wins, self.position, self.attacker = wins, position, attacker
        self.depth, self.seen = depth, 0
        self.answer: bool | None = None
        self.best: Move | None = None
        self.resisting: Move | None = None
        ground = wins.ground
        shape = ground.shape
        self.control, self.frames = new_ints(len(CONTROL)), new_ints((LEVELS + 1) * len(FRAME))
        self.out = new_ints(max(1, ground.most_steps) * shape.step_parts)
        self.saved, self.saved_sets = new_ints(LEVELS * shape.numbers), new_sets(LEVELS * shape.sets, ground.width)
        self.lists, self.order = new_ints(ROOM * (shape.step_parts + 1)), new_ints(ROOM)
        self.amid = False  # within a depth

    @property
    def hopeless(self) -> bool:
        """Whether no line is looked into any farther."""
        return self.depth >= LEVELS

    def _begin(self) -> None:
        self.arrays = self.wins.ground.arrays(self.position.state)
        for place in range(len(CONTROL)):
            self.control[place] = 0
        self.control[_PLACE["attacker"]], self.control[_PLACE["table"]] = self.attacker, self.wins.table
        self.frames[_FIELD["left"]] = self.depth

    def ask(self) -> None:
        """Looks at some positions more, at most as many as the present depth takes."""
        budget = PULSE if self.wins.ground.engine == "llvm" else SLOW_PULSE
        if not self.amid:
            self._begin()
        before = self.control[_PLACE["seen"]]
        done = self.wins.ground.functions["within"](
            *self.arrays,
            self.out,
            self.saved,
            self.saved_sets,
            self.frames,
            self.lists,
            self.order,
            self.wins.keys,
            self.wins.infos,
            self.wins.tastes,
            self.control,
            budget,
        )
        looked = self.control[_PLACE["seen"]] - before
        self.seen += looked
        self.wins.seen += looked
        self.amid = not done
        if not done:
            return
        self.best = self._best()
        if self.control[_PLACE["wins"]]:
            self.answer = True
        elif self.control[_PLACE["ever"]]:
            self.answer = False
        else:
            self.resisting = self.best
            self.depth += 1

    def settle(self, over: Callable[[], bool]) -> bool | None:
        """The answer, None where it was not found before the time was `over`."""
        while self.answer is None and not self.hopeless and not over():
            self.ask()
        return self.answer

    @property
    def step(self) -> Move:
        """What to play when the answer is known: the step for it, and where all are alike the one that resists most."""
        return self.best or self.resisting or self.position.legal_moves[0]

    def _best(self) -> Move | None:
        """The step at which the search came to its answer."""
        parts = self.wins.ground.shape.step_parts
        for item in range(self.frames[_FIELD["count"]]):
            at = item * (parts + 1)
            if self.lists[at + parts] == self.control[_PLACE["best"]]:
                return move_of(self.position, self.wins.ground.step(self.lists[at : at + parts]))
        return None
