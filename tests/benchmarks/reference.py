"""Speeds of the reference engine and of the command line.

Random games are played to the end, one after the other, until the time for a game is used up; a step is one choice of
a player, with all legal steps worked out before it. Every command is run five times and the quickest run counts.
"""

from __future__ import annotations

import random
import subprocess
import sys
import time
from pathlib import Path

import interpreter

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


def steps_per_second(name: str, seconds: float) -> tuple[float, float, int]:
    """Seconds to load the game, steps a second, and how many games were played."""
    start = time.process_time()
    game = interpreter.load(name)
    loaded = time.process_time() - start
    chance = random.Random(1)
    steps = games = 0
    start = time.process_time()
    while time.process_time() - start < seconds:
        position = game.initial()
        while position.outcome is None:
            position = position.after(chance.choice(position.legal_moves))
            steps += 1
        games += 1
    return loaded, steps / (time.process_time() - start), games


def seconds_of(arguments: tuple[str, ...]) -> float:
    """The quickest of five runs of a command, whatever it finds."""
    times = []
    for _ in range(5):
        start = time.perf_counter()
        subprocess.run([BOARDWRIGHT, *arguments], check=False, capture_output=True)
        times.append(time.perf_counter() - start)
    return min(times)
