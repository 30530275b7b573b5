"""Uniformly random games of one game by its kernel, and what they come to."""

from __future__ import annotations

from dataclasses import dataclass
from time import thread_time
from typing import TYPE_CHECKING, Any, TypeAlias

from interpreter.engine.faults import RulesFault
from interpreter.engine.kernel import Improvable, load_told, new_ints

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

__all__ = ["FAULTS", "Endings", "RandomGames", "Tally"]

Endings: TypeAlias = "tuple[tuple[str, int | None], ...]"
"""Endings of a game: reason, and winner's number (None: a draw)."""

FAULTS = (
    ("a player has no step where the file calls that impossible", "stuck-happened"),
    ("a player has no step, and no `end` says what that means", "stuck-happened"),
    ("a turn may go on in too many ways to find the best", "rule-fault"),
    ("a pile has become higher than the compiled engine can hold", "rule-fault"),
)  # of the first endings of every kernel, with their codes

SOON = 0.05  # seconds of random games, after which further ones are another call
APART = 16  # ints behind a tally, so that no two threads count in one line of the processor's cache


@dataclass(frozen=True, slots=True)
class Tally:
    """What random games gave. `endings` counts games by reason and winner's number (None: a draw)."""

    games: int
    steps: int
    unfinished: int
    longest: int
    endings: dict[tuple[str, int | None], int]


@dataclass(frozen=True)
class RandomGames:
    """The function `playouts` of a kernel and the endings that it counts.

    `told` finds the machine code in the cache; it is None where Python runs the kernel.
    """

    function: Callable[..., Any]
    endings: Endings
    told: Mapping[str, str] | None

    @staticmethod
    def kept(plain: Mapping[str, Any]) -> RandomGames | None:
        """Random games from what `plain` gave, perhaps in another process; None if their kernel is gone."""
        found = load_told(plain["told"])
        endings = tuple((reason, winner) for reason, winner in plain["endings"])
        return None if found is None else RandomGames(found.functions["playouts"], endings, plain["told"])

    def plain(self) -> dict[str, Any] | None:
        """All of it in the values of JSON; None where there is no machine code to keep."""
        return None if self.told is None else {"told": self.told, "endings": self.endings}

    @property
    def llvm(self) -> bool:
        """Whether it is machine code."""
        return self.told is not None

    def improve(self, seconds: float) -> None:
        """Compiles well what was compiled in a hurry, before so many seconds of work, if these would pay for it."""
        if isinstance(self.function, Improvable):
            self.function.improve(seconds)

    def play(self, games: int, *, seed: int = 0, first: int = 0, limit: int = 100_000, threads: int = 1) -> Tally:
        """Uniformly random games from the start, numbered from `first`.

        A game draws its numbers from the seed and its own number, so the result is the same for any number of threads.
        Games that reach the limit of steps count as unfinished.
        """
        share = -(-games // max(1, threads))
        parts = [(start, min(share, games - start)) for start in range(0, games, max(1, share))]

        def run(part: tuple[int, int]) -> tuple[list[int], int]:
            """Calls of one function, none of them long: code that was compiled in a hurry improves between calls."""
            tally = new_ints(2 + len(self.endings) + APART)
            (at, left), longest, size = part, 0, 1
            while left > 0:
                begun, now = thread_time(), min(size, left)
                longest = max(longest, self.function(now, first + at, seed, limit, tally))
                at, left = at + now, left - now
                if thread_time() - begun < SOON:
                    size *= 2
            return list(tally), longest

        if len(parts) <= 1 or not self.llvm:
            results = [run(part) for part in parts]
        else:
            from concurrent.futures import ThreadPoolExecutor  # noqa: PLC0415 - one thread needs no pool

            with ThreadPoolExecutor(len(parts)) as pool:
                results = list(pool.map(run, parts))
        totals = [sum(column) for column in zip(*(tally for tally, _ in results), strict=True)] or [0, 0]
        for (fault, code), count in zip(FAULTS, totals[2:], strict=False):
            if count:
                raise RulesFault(fault, code=code)
        endings = dict(zip(self.endings[len(FAULTS) :], totals[2 + len(FAULTS) :], strict=False))
        return Tally(games, totals[0], totals[1], max((longest for _, longest in results), default=0), endings)
