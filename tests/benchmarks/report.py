"""Measures everything on this machine and writes REPORT.md beside this file: `make bench`.

Nothing in the report is written by hand. `python tests/benchmarks/report.py GAME...` measures those games alone and
prints what it finds.
"""

from __future__ import annotations

import os
import platform
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Any

import native
import playing
import reference

import interpreter
from interpreter.engine.kernel import available
from interpreter.engine.lowering.kernels import playout_kernel
from interpreter.engine.lowering.passes import ALL, PASSES
from interpreter.engine.lowering.program import UnloweredError
from interpreter.resources import library_games

if TYPE_CHECKING:
    from collections.abc import Sequence

HERE = Path(__file__).parent
CHECKOUT = HERE.parents[1]
ROUNDS = 5  # of a measurement beside another
STARTED = ("order-and-chaos", "hnefatafl-7", "wali", "rive", "hex", "dara", "fetlar")
GROWING: dict[str, list[tuple[str, dict[str, Any]]]] = {
    "rive": [(f"side {side}", {"options": {"side": side}}) for side in range(2, 7)],
    "order-and-chaos": [
        (f"{size} x {size}", {"options": {"board-size": size, "in-a-row": min(size, 5)}})
        for size in (4, 5, 6, 8, 10, 12)
    ],
    "hex": [
        (f"{size} x {size}", {"options": {"swap": "no"}, "change": {"board.size": [size, size]}})
        for size in (5, 7, 9, 11, 13, 15, 19)
    ],
    "wali": [
        (f"{columns} x {rows}", {"change": {"board.size": [columns, rows]}})
        for columns, rows in ((4, 3), (6, 5), (8, 7), (10, 9), (12, 11))
    ],
}

Row = tuple[str, ...]


def table(head: Row, rows: Sequence[Row]) -> list[str]:
    """A table in Markdown: the first column to the left, the others to the right."""
    lines = [" | ".join(head), " | ".join(["---", *["---:"] * (len(head) - 1)]), *(" | ".join(row) for row in rows)]
    return [*(f"| {line} |" for line in lines), ""]


def told(text: str) -> None:
    """Says how far the measuring is."""
    sys.stderr.write(text + "\n")


def output(*command: str) -> str:
    """What a command prints, "" where it is not there or fails."""
    try:
        return subprocess.run(command, check=True, capture_output=True, text=True, cwd=CHECKOUT).stdout.strip()
    except (OSError, subprocess.CalledProcessError):
        return ""


# --- parts of the report


def machine() -> list[str]:
    """What all of it was measured on."""
    processor = next(
        (line.partition(":")[2].strip() for line in _lines("/proc/cpuinfo") if line.startswith("model name")),
        platform.processor() or platform.machine(),
    )
    versions = [f"Python {platform.python_version()}"]
    if available():
        import llvmlite  # type: ignore[import-untyped]
        from llvmlite import binding

        versions.append(f"llvmlite {llvmlite.__version__} (LLVM {'.'.join(map(str, binding.llvm_version_info))})")
    versions += output("gcc", "--version").splitlines()[:1]
    commit = output("git", "rev-parse", "--short", "HEAD") or "no commit"
    changed = " and changes that are not committed" if output("git", "status", "--porcelain", "interpreter") else ""
    rows = [
        ("processor", processor),
        ("system", f"{platform.system()} {platform.machine()}"),
        ("versions", ", ".join(versions)),
        ("commit", commit + changed),
        (
            "load before",
            ", ".join(f"{load:.2f}" for load in os.getloadavg()) if hasattr(os, "getloadavg") else "unknown",
        ),
        ("date", time.strftime("%Y-%m-%d", time.gmtime())),
    ]
    return ["# Measured speeds", "", *table(("measured", "on"), rows)]


def _lines(path: str) -> list[str]:
    try:
        return Path(path).read_text(encoding="utf-8").splitlines()
    except OSError:
        return []


def commands() -> list[str]:
    """How long commands take."""
    told("commands")
    rows = [
        (f"`boardwright {' '.join(arguments)}`", f"{reference.seconds_of(arguments):.2f} s")
        for arguments in reference.COMMANDS
    ]
    return [
        "## The command line",
        "",
        "The quickest of five runs, from start to end.",
        "",
        *table(("command", "time"), rows),
    ]


def games(names: list[str]) -> list[str]:
    """Both engines, for each game."""
    rows: list[Row] = []
    for name in names:
        told(f"engines: {name}")
        load, slow, _ = reference.steps_per_second(name, seconds=0.7)
        row: Row = (name, f"{load:.2f} s", f"{slow:,.0f}")
        try:
            fast = playing.speed(interpreter.load(name))
            row += (
                f"{fast.playouts:,.0f}",
                f"{fast.steps:,.0f}",
                f"{fast.mean_steps:.1f}",
                f"{fast.steps / slow:,.0f}",
            )
        except UnloweredError as missing:
            row += ("-", "-", str(missing), "-")
        rows.append(row)
    head = (
        "game",
        "load",
        "reference steps/s",
        "compiled playouts/s",
        "steps/s",
        "steps a game",
        "times the reference",
    )
    return [
        "## The engines",
        "",
        "Uniformly random games from the start to the end; CPU time on one core, for the compiled engine the median of",
        "three windows of 0.3 s. A step is one decision of a player; forced passes count.",
        "",
        *table(head, rows),
    ]


def beside_c(names: list[str], place: Path) -> list[str]:
    """Ours and hand-written C in turn."""
    source = native.folder()
    if source is None:
        return ["## Beside C", "", "Not measured: there is no folder of programs in C, or no gcc and make.", ""]
    rows: list[Row] = []
    for name, program in native.build(source, place).items():
        if name not in names:
            continue
        told(f"beside C: {name}")
        game = interpreter.load(name, options=native.OPTIONS.get(name, {}))
        try:
            loop = playing.Loop(game)
        except UnloweredError as missing:
            rows.append((name, "-", "-", "-", "-", str(missing), "-"))
            continue
        ours, theirs = [], []
        for _ in range(ROUNDS):
            ours.append(loop.window())
            theirs.append(native.measure(program))
        fast = playing.middle(ours)
        c = {key: median(run[key] for run in theirs) for key in ("playouts_per_s", "steps_per_s", "mean_steps")}
        games, steps = (
            median(getattr(one, ours_key) / other[key] for one, other in zip(ours, theirs, strict=True))
            for ours_key, key in (("playouts", "playouts_per_s"), ("steps", "steps_per_s"))
        )
        rows.append(
            (
                name,
                f"{fast.playouts:,.0f}",
                f"{c['playouts_per_s']:,.0f}",
                f"{games:.2f}",
                f"{steps:.2f}",
                f"{fast.mean_steps:.2f}",
                f"{c['mean_steps']:.2f}",
            )
        )
    return [
        "## Beside C",
        "",
        "Playouts in C written by hand for each game, built with `-O3 -march=native`. The two sides run in turn,",
        f"{ROUNDS} times; CPU time on one core, medians, and the medians of the ratios of each turn. Equal steps",
        "a game say that both play the same game.",
        "",
        *table(("game", "ours/s", "C/s", "ratio, playouts", "ratio, steps", "our steps a game", "C's"), rows),
    ]


def passes(names: list[str]) -> list[str]:
    """What each pass brings."""
    chosen = [name for name in (*reference.FOUNDING, "hex") if name in names]
    columns: dict[str, list[str]] = {}
    for name in chosen:
        told(f"passes: {name}")
        game = interpreter.load(name)
        source = playout_kernel(game.rules).source
        whole = playing.Loop(game)
        gains = []
        for one in PASSES:
            if playout_kernel(game.rules, ALL - {one}).source == source:
                gains.append("-")
                continue
            without = playing.Loop(game, ALL - {one})
            turns = [(whole.window().playouts, without.window().playouts) for _ in range(3)]
            gains.append(f"{median(with_it / less for with_it, less in turns):.2f}")
        none = playing.Loop(game, frozenset())
        turns = [(whole.window().playouts, none.window().playouts) for _ in range(3)]
        columns[name] = [*gains, f"{median(with_it / less for with_it, less in turns):.2f}"]
    rows = [(one, *(columns[name][place] for name in chosen)) for place, one in enumerate([*PASSES, "all of them"])]
    return [
        "## What each pass brings",
        "",
        "Playouts a second with all passes, divided by those with all but this one; measured in turn, medians of",
        "three. `-` means that the kernel is the same without it.",
        "",
        *table(("pass", *chosen), rows),
    ]


def beginnings(names: list[str], place: Path) -> list[str]:
    """Cold and warm starts."""
    rows: list[Row] = []
    for name in (name for name in STARTED if name in names):
        told(f"starts: {name}")
        cold = [playing.from_start(name, place / f"{name}-{number}") for number in range(3)]
        warm = [playing.from_start(name, place / f"{name}-0") for _ in range(5)]
        rows.append((name, *(f"{median(part):.2f} s" for runs in (cold, warm) for part in zip(*runs, strict=True))))
    return [
        "## From the start of a process to the end of its first random game",
        "",
        "`boardwright playouts GAME --games 1`, medians: cold with an empty cache of compiled code, warm with a",
        "filled one. CPU time tells what a machine without other programs would take.",
        "",
        *table(("game", "cold", "CPU time", "warm", "CPU time"), rows),
    ]


def threads(names: list[str]) -> list[str]:
    """Two threads beside one."""
    rows: list[Row] = []
    for name in (name for name in reference.FOUNDING if name in names):
        told(f"threads: {name}")
        loop = playing.Loop(interpreter.load(name))
        turns = [(loop.threaded(1), loop.threaded(2)) for _ in range(ROUNDS)]
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
        "## Threads",
        "",
        f"Playouts a second of wall time, in turn, {ROUNDS} times. Where other programs run, two threads do not get",
        "two processors; the last column compares games a second of CPU time, and is 1 where threads do not hinder",
        "each other.",
        "",
        *table(("game", "one thread", "two threads", "ratio", "processors got by two", "ratio, CPU time"), rows),
    ]


def memory(names: list[str]) -> list[str]:
    """Whether random games leave anything behind."""
    rows: list[Row] = []
    for name in (name for name in reference.FOUNDING if name in names):
        told(f"memory: {name}")
        found = playing.growth(name)
        if found is not None:
            rows.append((name, f"{found[1]:,}", f"{found[0] / 1024:,.0f} kB"))
    return [
        "## Memory",
        "",
        "Growth of the process over a loop of random games.",
        "",
        *table(("game", "games", "growth"), rows),
    ]


def growing(names: list[str]) -> list[str]:
    """The cost of a step as the board grows."""
    rows: list[Row] = []
    for name, sizes in GROWING.items():
        for title, how in sizes if name in names else []:
            told(f"boards: {name}, {title}")
            try:
                game = interpreter.load(name, **how)
                found = playing.speed(game)
            except (UnloweredError, interpreter.GameFileError) as missing:
                rows.append((name, title, "-", "-", "-", str(missing).splitlines()[0]))
                continue
            sites, nanoseconds = len(game.board.sites), 1e9 / found.steps
            rows.append(
                (
                    name,
                    title,
                    str(sites),
                    str(game.compiled.playout_kernel.numbering.width),
                    f"{nanoseconds:.0f} ns",
                    f"{nanoseconds / sites:.2f} ns",
                )
            )
    return [
        "## Larger boards",
        "",
        "What a step costs; the last column falls or stays where the cost grows no faster than the board.",
        "",
        *table(("game", "board", "sites", "bits a set", "a step", "a step for each site"), rows),
    ]


def kernel_language() -> list[str]:
    """Programs written in the kernel language, beside the same in C."""
    told("kernel language")
    ran = output(sys.executable, str(HERE / "kernel.py"))
    return ["## The kernel language by itself", "", *(f"- {line}" for line in ran.splitlines()), ""] if ran else []


def main() -> None:
    """Measures, and writes the report."""
    chosen = sys.argv[1:]
    names = chosen or [*reference.FOUNDING, *(name for name in library_games() if name not in reference.FOUNDING)]
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        parts = machine() + ([] if chosen else commands()) + games(names)
        if available():
            parts += (
                beside_c(names, place)
                + passes(names)
                + beginnings(names, place)
                + threads(names)
                + memory(names)
                + growing(names)
            )
            parts += [] if chosen or not shutil.which("gcc") else kernel_language()
        else:
            parts += [
                "llvmlite is not installed: the compiled engine ran on Python, and nothing else was measured.",
                "",
            ]
    text = "\n".join(parts).rstrip("\n") + "\n"
    if chosen:
        sys.stdout.write(text)
    else:
        (HERE / "REPORT.md").write_text(text, encoding="utf-8")
        told(f"written: {HERE / 'REPORT.md'}")


if __name__ == "__main__":
    main()
