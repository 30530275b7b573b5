"""Sequences of steps from one position, counted by a kernel."""

from __future__ import annotations

from dataclasses import dataclass
from time import thread_time
from typing import TYPE_CHECKING, Any

from interpreter.engine.kernel import Improvable, load_told, new_ints, new_sets, pack_sets
from interpreter.engine.lowering.counting import CURSOR_PARTS, LEVELS, TOO_LONG, TOO_MANY
from interpreter.engine.lowering.program import UnloweredError

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

__all__ = ["Sequences"]

ROOM = 1024  # positions that a turn may come to, at first; a power of two


@dataclass(frozen=True)
class Sequences:
    """The function `perft` of a kernel and the position it starts from: its numbers, sets and history.

    `width` are the bits of a set, `room` the numbers that list the steps of one decision; `told` finds the machine code
    in the cache, and is None where Python runs the kernel.
    """

    function: Callable[..., Any]
    numbers: Sequence[int]
    sets: Sequence[int]
    history: Sequence[int]
    width: int
    room: int
    told: Mapping[str, str] | None

    @staticmethod
    def kept(plain: Mapping[str, Any]) -> Sequences | None:
        """Sequences from what `plain` gave, perhaps in another process; None if their kernel is gone."""
        found = load_told(plain["told"])
        return None if found is None else Sequences(found.functions["perft"], **plain)

    def plain(self) -> dict[str, Any] | None:
        """All of it in the values of JSON; None where there is no machine code to keep."""
        if self.told is None:
            return None
        return {name: getattr(self, name) for name in ("numbers", "sets", "history", "width", "room", "told")}

    def count(self, depth: int, *, by_turn: bool = False) -> int:
        """Sequences of exactly `depth` steps, or of turns, each of which comes to a position of its own.

        Raises UnloweredError where a sequence of turns has more steps than the kernel has room for.
        """
        if depth == 0:
            return 1
        self._prepare(depth, by_turn=by_turn)
        found = self._counted(depth, by_turn=by_turn)
        if found == TOO_LONG or (depth >= LEVELS and not by_turn):
            raise UnloweredError(f"sequences of more than {LEVELS} steps are counted by the reference engine")
        return found

    def _prepare(self, depth: int, *, by_turn: bool) -> None:
        """Has code that was compiled in a hurry compiled well before a count that takes long.

        How long it will take is told by less deep counts: each step more multiplies their time as it does the count.
        """
        if not isinstance(self.function, Improvable) or not self.function.rough:
            return
        counts, seconds = [1, 1], 0.0
        for less in range(1, depth):
            begun = thread_time()
            counts.append(self._counted(less, by_turn=by_turn))
            seconds = thread_time() - begun
            if counts[-1] <= 0:
                return
            self.function.improve(seconds * counts[-1] / counts[-2])
            if not self.function.rough:
                return

    def _counted(self, depth: int, *, by_turn: bool) -> int:
        """What the kernel counts; the room for positions that a turn comes to grows as they need it."""
        noted, found = ROOM if by_turn else 0, TOO_MANY
        while found == TOO_MANY:
            found = self._called(depth, noted)
            noted *= 4
        return found

    def _called(self, depth: int, noted: int) -> int:
        found = self.function(
            new_ints(self.numbers),
            pack_sets(self.sets, self.width),
            new_ints(self.history),
            new_ints(self.room),
            new_ints(LEVELS * len(self.numbers)),
            new_sets(LEVELS * len(self.sets), self.width),
            new_ints(LEVELS * self.room),
            new_ints(LEVELS * CURSOR_PARTS),
            new_ints(2 * noted * min(depth, LEVELS)),
            depth,
            noted,
        )
        return int(found)
