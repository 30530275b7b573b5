"""Commands and starts from the beginning of a process, threads, and memory."""

from __future__ import annotations

from statistics import median
from typing import TYPE_CHECKING

import playing
import reference
from bench import FOUNDING
from paper import Row, table

import interpreter

if TYPE_CHECKING:
    from bench import Bench

STARTED = (*FOUNDING, "hex", "dara", "go", "chess", "fetlar", "xiangqi", "shogi")
TURNS = 15  # of one thread beside two
ROUNDS = 10  # windows over which memory is looked at


def commands(bench: Bench) -> list[str]:
    """How long commands take."""
    rows: list[Row] = []
    for arguments in reference.COMMANDS:
        command = f"boardwright {' '.join(arguments)}"
        bench.told(command)
        wall, spent = reference.seconds_of(arguments)
        rows.append((f"`{command}`", f"{wall:.2f} s", f"{spent:.2f} s"))
    return [
        f"The quickest of {reference.RUNS} runs, from start to end: wall time, and CPU time.",
        "",
        *table(("command", "time", "CPU time"), rows),
    ]


def beginnings(bench: Bench) -> list[str]:
    """Cold and warm starts."""
    rows: list[Row] = []
    for name in bench.chosen(STARTED):
        bench.told(f"{name}, starts")
        cold = [playing.from_start(name, bench.place / f"{name}-{number}") for number in range(3)]
        warm = [playing.from_start(name, bench.place / f"{name}-0") for _ in range(5)]
        rows.append((name, *(f"{median(part):.2f} s" for runs in (cold, warm) for part in zip(*runs, strict=True))))
    return [
        "`boardwright playouts GAME --games 1`, from the start of a process to its end, medians: cold with an empty",
        "cache, warm with what the same command kept there. CPU time tells what a machine without other programs would",
        "take. A game without a kernel is played by the reference engine, and nothing is kept.",
        "",
        *table(("game", "cold", "CPU time", "warm", "CPU time"), rows),
    ]


def threads(bench: Bench) -> list[str]:
    """Two threads beside one."""
    rows: list[Row] = []
    for name in bench.chosen(FOUNDING):
        bench.told(f"{name}, two threads")
        loop = playing.Loop(interpreter.load(name))
        turns = [(loop.threaded(1), loop.threaded(2)) for _ in range(TURNS)]
        rows.append(
            (
                name,
                f"{median(one.playouts for one, _ in turns):,.0f}",
                f"{median(two.playouts for _, two in turns):,.0f}",
                f"{median(two.playouts / one.playouts for one, two in turns):.2f}",
                f"{median(two.processors for _, two in turns):.2f}",
                f"{median(two.efficient / one.efficient for one, two in turns):.2f}",
            )
        )
    return [
        f"Playouts a second of wall time, in turn, medians of {TURNS}. Where other programs run, two threads do not",
        "get two processors; the last column compares games a second of CPU time, and is 1 where threads do not",
        "hinder each other.",
        "",
        *table(("game", "one thread", "two threads", "ratio", "processors got by two", "ratio, CPU time"), rows),
    ]


def memory(bench: Bench) -> list[str]:
    """Whether random games leave anything behind."""
    rows: list[Row] = []
    for name in bench.chosen(FOUNDING):
        bench.told(f"{name}, memory")
        found = playing.growth(name, ROUNDS)
        if found is not None:
            rows.append((name, f"{found[1]:,}", f"{found[0] / 1024:,.0f} kB"))
    return [
        f"Growth of the process over {ROUNDS} windows of random games, after two to warm up.",
        "",
        *table(("game", "games", "growth"), rows),
    ]
