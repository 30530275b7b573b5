# ruff: noqa: T201 (it prints what it measures)
"""Measures the reference engine and the command line on this machine: `make bench`.

Random games are played to the end, one after the other, until the time for a game is used up; a step is one choice of
a player, with all legal steps worked out before it. Every command is run five times and the quickest run is shown.
"""

from __future__ import annotations

import platform
import random
import subprocess
import sys
import time
from pathlib import Path

import interpreter
from interpreter.resources import library_games

SECONDS = 2.0
FOUNDING = ("order-and-chaos", "hnefatafl-7", "wali", "rive")
BOARDWRIGHT = Path(sys.executable).parent / "boardwright"
COMMANDS = (
    ("--version",),
    ("--help",),
    ("list",),
    ("validate", "wali", "--games", "0"),
    ("validate", "wali"),
    ("validate", "--all", "--games", "0"),
)


def steps_per_second(name: str) -> tuple[float, float, int]:
    """Seconds to load the game, steps a second, and how many games were played."""
    start = time.process_time()
    game = interpreter.load(name)
    loaded = time.process_time() - start
    chance = random.Random(1)
    steps = games = 0
    start = time.process_time()
    while time.process_time() - start < SECONDS:
        position = game.initial()
        while position.outcome is None:
            position = position.after(chance.choice(position.legal_moves))
            steps += 1
        games += 1
    return loaded, steps / (time.process_time() - start), games


def seconds_of(arguments: tuple[str, ...]) -> float:
    """The quickest of five runs of a command."""
    times = []
    for _ in range(5):
        start = time.perf_counter()
        subprocess.run([BOARDWRIGHT, *arguments], check=True, capture_output=True)
        times.append(time.perf_counter() - start)
    return min(times)


def main() -> None:
    """Print both tables."""
    print(f"Python {platform.python_version()}, {platform.system()} {platform.machine()}, one core\n")
    print(f"{'reference engine':34}{'load':>8}{'steps/s':>12}{'games':>8}")
    names = sys.argv[1:] or [*FOUNDING, *(name for name in library_games() if name not in FOUNDING)]
    for name in names:
        loaded, speed, games = steps_per_second(name)
        print(f"{name:34}{loaded:7.2f}s{speed:12,.0f}{games:8}")
    if sys.argv[1:]:
        return
    print(f"\n{'command':46}{'time':>8}")
    for arguments in COMMANDS:
        print(f"{'boardwright ' + ' '.join(arguments):46}{seconds_of(arguments):7.2f}s")


if __name__ == "__main__":
    main()
