"""What other systems were measured at, and hand-written C, each beside ours."""

from __future__ import annotations

from itertools import pairwise
from statistics import median
from typing import TYPE_CHECKING

import native
import playing
from bench import AS_MEASURED, loop_of
from paper import Row, table

import interpreter

if TYPE_CHECKING:
    from pathlib import Path

    from bench import Bench

ROUNDS = 3  # of C, with our windows before and after it
WINDOWS = 5  # of each run, as C's programs have
FIGURES: dict[str, float] = {
    "tic-tac-toe": 2_460_000,
    "connect-four": 1_320_000,
    "hex": 37_000,
    "gomoku": 159_000,
    "breakthrough": 50_000,
    "othello": 23_000,
    "nine-mens-morris": 31_000,
    "english-draughts": 50_000,
    "amazons": 12_300,
    "go": 6_600,
    "chess": 1_000,
    "hnefatafl-7": 1_800,
    "order-and-chaos": 5_600,
    "wali": 1_800,
}
"""The best figure of another general system, published or measured, in random games a second on one core."""


def figures(bench: Bench) -> list[str]:
    """Ours beside twice the best of others."""
    rows: list[Row] = []
    for name in bench.chosen(tuple(FIGURES)):
        found = bench.speed(name, AS_MEASURED.get(name))
        best = FIGURES[name]
        row: Row = (name, f"{best:,.0f}")
        if isinstance(found, str):
            rows.append((*row, found, "-", "no"))
        else:
            reached = "yes" if found.playouts >= 2 * best else "no"
            rows.append((*row, f"{found.playouts:,.0f}", f"{found.playouts / best:,.1f}", reached))
    return [
        "Random games a second on one core. The figures of others were published or measured on other machines and",
        "other days; they tell the order of magnitude. Go on 9 lines, Hex without the swap.",
        "",
        *table(("game", "best of others", "ours", "ours / others", "twice as fast"), rows),
    ]


def beside_c(bench: Bench) -> list[str]:
    """Ours and hand-written C in turn."""
    source = native.folder()
    if source is None:
        return ["Not measured: there is no folder of programs in C, or no gcc and make."]
    rows = []
    bench.told("building the programs in C")
    for name, program in native.build(source, bench.place).items():
        if name in bench.names:
            bench.told(f"{name}, beside C")
            rows.append(_beside(bench, name, program))
    return [
        f"Playouts in C written by hand for each game, built with `-O3 -march=native`. {WINDOWS} windows of ours stand",
        f"before and after each of {ROUNDS} runs of a program, which gives the median of as many windows of its own.",
        "CPU time on one core, medians; `single runs` is between what the ratios lie of each run and our windows",
        "around it. Equal steps a game say that both play the same game; where a limit of steps or a choice at the end",
        "differs, the games differ in length, and the ratio of steps is the one to look at.",
        "",
        *table(
            (
                *("game", "ours/s", "C/s", "ratio, playouts", "ratio, steps", "single runs"),
                *("our steps a game", "C's", "note"),
            ),
            rows,
        ),
    ]


def _beside(bench: Bench, name: str, program: Path) -> Row:
    loop = loop_of(interpreter.load(name, options=AS_MEASURED.get(name, {})))
    if isinstance(loop, str):
        return (name, "-", "-", "-", "-", "-", "-", "-", loop)
    ours, theirs = [_run(loop)], []
    for _ in range(ROUNDS):
        theirs.append(native.measure(program))
        ours.append(_run(loop))
    around = [(before.steps + after.steps) / 2 for before, after in pairwise(ours)]
    single = [own / run["steps_per_s"] for own, run in zip(around, theirs, strict=True)]
    fast = playing.middle(ours)
    c = {key: median(run[key] for run in theirs) for key in ("playouts_per_s", "steps_per_s", "mean_steps")}
    bench.ratios[name] = fast.steps / c["steps_per_s"]
    same = abs(fast.mean_steps / c["mean_steps"] - 1) < 0.01
    return (
        name,
        f"{fast.playouts:,.0f}",
        f"{c['playouts_per_s']:,.0f}",
        f"{fast.playouts / c['playouts_per_s']:.2f}",
        f"{bench.ratios[name]:.2f}",
        f"{min(single):.2f} to {max(single):.2f}",
        f"{fast.mean_steps:.2f}",
        f"{c['mean_steps']:.2f}",
        "" if same else "games differ in length",
    )


def _run(loop: playing.Loop) -> playing.Speed:
    return playing.middle([loop.window() for _ in range(WINDOWS)])
