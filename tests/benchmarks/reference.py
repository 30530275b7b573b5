"""Speeds of the reference engine and of the command line.

Random games are played to the end, one after the other, until the time for a game is used up; a step is one choice of
a player, with all legal steps worked out before it. Every command is run some times and the quickest run counts.
"""

from __future__ import annotations

import os
import random
import resource
import subprocess
import sys
import time
from pathlib import Path

import interpreter

BOARDWRIGHT = Path(sys.executable).parent / "boardwright"
RUNS = 3
COMMANDS = (
    ("--version",),
    ("--help",),
    ("list",),
    ("moves", "wali"),
    ("validate", "wali", "--games", "0"),
    ("validate", "wali"),
    ("validate", "hnefatafl-7"),
    ("validate", "--all", "--games", "3"),
    ("perft", "wali", "--depth", "3"),
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


def seconds_of(arguments: tuple[str, ...]) -> tuple[float, float]:
    """Wall and CPU time of the quickest of some runs of a command, whatever it finds."""
    return min(command_seconds(arguments, dict(os.environ)) for _ in range(RUNS))


def command_seconds(arguments: tuple[str, ...], environment: dict[str, str]) -> tuple[float, float]:
    """Wall and CPU time of one run of a command. Python may keep its compiled modules, as it does by default."""
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    subprocess.run([BOARDWRIGHT, *arguments], check=False, capture_output=True, env=environment)
    wall, after = time.perf_counter() - start, resource.getrusage(resource.RUSAGE_CHILDREN)
    return wall, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
