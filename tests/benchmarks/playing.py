"""Speeds of compiled random games: CPU time on one core, and wall time on two."""

from __future__ import annotations

import os
import time
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING

import reference

import interpreter
from interpreter.engine.compiled import CompiledEngine
from interpreter.engine.kernel import load_cached
from interpreter.engine.lowering.passes import ALL

if TYPE_CHECKING:
    from collections.abc import Callable

    from interpreter.play.game import Game

LIMIT = 100_000  # steps of a game
WINDOW = 0.15  # seconds of each measurement
MOST = 1 << 40  # games of one window


@dataclass(frozen=True)
class Speed:
    """Of random games, by CPU time on one core."""

    playouts: float
    steps: float
    mean_steps: float


@dataclass(frozen=True)
class Threaded:
    """Of random games on several threads: a second of wall time, processors used, and a second of CPU time."""

    playouts: float
    processors: float
    efficient: float


class NothingToMeasureError(Exception):
    """What there would be to measure does nothing."""


class Loop:
    """Random games of one game, measured in windows of CPU time."""

    def __init__(self, game: Game, passes: frozenset[str] = ALL, limit: int = LIMIT) -> None:
        self.engine = CompiledEngine(game.machine, passes=passes)
        _ = self.engine.random_games  # compiled before anything is measured
        self.first, self.size, self.limit = 0, 1, limit
        self._grow()
        while self._rough():
            self._spent(time.process_time)
        self._grow()
        self.size = max(1, int(self.size * WINDOW / self._spent(time.process_time)[0]))

    def _grow(self) -> None:
        while self._spent(time.process_time)[0] < WINDOW / 4:
            self.size *= 2
            if self.size > MOST:
                raise NothingToMeasureError("games that take no time")

    def _rough(self) -> bool:
        """Whether the kernel is still to be compiled well, as long ones are when they have been used for a while."""
        kernel = self.engine.playout_kernel
        found = load_cached(kernel.source, kernel.numbering.width, kernel.exported)
        return found is not None and found.rough > 0

    def _spent(self, clock: Callable[[], float], threads: int = 1) -> tuple[float, int]:
        start = clock()
        tally = self.engine.playouts(self.size, seed=1, first=self.first, threads=threads, limit=self.limit)
        self.first += self.size
        return max(clock() - start, 1e-9), tally.steps

    def window(self) -> Speed:
        """One measurement."""
        seconds, steps = self._spent(time.process_time)
        return Speed(self.size / seconds, steps / seconds, steps / self.size)

    def threaded(self, threads: int) -> Threaded:
        """One measurement with so many threads."""
        start = time.process_time()
        wall, _ = self._spent(time.perf_counter, threads)
        spent = time.process_time() - start
        return Threaded(self.size / wall, spent / wall, self.size / spent)


def middle(speeds: list[Speed]) -> Speed:
    """The median of each figure."""
    return Speed(
        median(s.playouts for s in speeds), median(s.steps for s in speeds), median(s.mean_steps for s in speeds)
    )


def speed(game: Game, windows: int = 3) -> Speed:
    """The median of some windows."""
    loop = Loop(game)
    return middle([loop.window() for _ in range(windows)])


def from_start(name: str, cache: Path) -> tuple[float, float]:
    """Seconds from the start of a process to the end of a random game in it, and seconds of CPU time that it takes."""
    environment = {**os.environ, "BOARDWRIGHT_CACHE": str(cache)}
    return reference.command_seconds(("playouts", name, "--games", "1", "--seed", "1"), environment)


def resident() -> int | None:
    """Bytes of memory that this process holds; None where the system does not say."""
    try:
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    except OSError:
        return None
    return pages * os.sysconf("SC_PAGESIZE")


def growth(name: str, rounds: int) -> tuple[int, int] | None:
    """Bytes by which memory grows over so many windows of random games, after two to warm up; and the games."""
    loop = Loop(interpreter.load(name))
    loop.window()
    loop.window()
    before = resident()
    if before is None:
        return None
    for _ in range(rounds):
        loop.window()
    return (resident() or 0) - before, loop.size * rounds
