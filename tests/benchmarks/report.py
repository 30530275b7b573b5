"""Measures this machine and writes REPORT.md beside this file, section by section: `make bench`.

Nothing in the report is written by hand. `python tests/benchmarks/report.py --only SECTION` measures one section anew
and leaves the others as they stand; with names of games, those alone are measured, and printed.
"""

from __future__ import annotations

import argparse
import os
import platform
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING

import engines
import growth
import matches
import peers
import proofs
import running
import searches
from bench import FOUNDING, Bench
from paper import Paper, table
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

from interpreter.engine.kernel import available
from interpreter.resources import library_games

if TYPE_CHECKING:
    from collections.abc import Callable

HERE = Path(__file__).parent
CHECKOUT = HERE.parents[1]


def output(*command: str) -> str:
    """What a command prints, "" where it is not there or fails."""
    try:
        return subprocess.run(command, check=True, capture_output=True, text=True, cwd=CHECKOUT).stdout.strip()
    except (OSError, subprocess.CalledProcessError):
        return ""


def machine(_: Bench) -> list[str]:
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
    rows = [
        ("processor", f"{processor}, {os.cpu_count()} of them"),
        ("system", f"{platform.system()} {platform.machine()}"),
        ("versions", ", ".join(versions)),
    ]
    return table(("measured", "on"), rows)


def _lines(path: str) -> list[str]:
    try:
        return Path(path).read_text(encoding="utf-8").splitlines()
    except OSError:
        return []


def kernel_language(_: Bench) -> list[str]:
    """Programs written in the kernel language, beside the same in C."""
    ran = output(sys.executable, str(HERE / "kernel.py"))
    return [f"- {line}" for line in ran.splitlines()] or ["Not measured: it could not be run."]


def played(_: Bench) -> list[str]:
    """How matches ended that were played at any time."""
    head = ("game", "player", "against", "games", "score", "with each side")
    return [
        "Matches that `matches.py` played and kept in `matches.jsonl`, most of them by earlier commits than the one",
        "below: the first player's points, a draw for half a one, and those with each side, which changes from game to",
        "game. Alpha-beta and the search are given as much CPU time in the same game. Plain UCT, as textbooks have it",
        "(c = sqrt(2), uniform random games, nothing proven, nothing kept), makes as many simulations as the search.",
        "",
        *table(head, matches.figures()),
    ]


SECTIONS: dict[str, tuple[str, Callable[[Bench], list[str]]]] = {
    "machine": ("The machine", machine),
    "commands": ("The command line", running.commands),
    "starts": ("From the start of a process to the end of its first random game", running.beginnings),
    "games": ("The engines", engines.games),
    "peers": ("Beside other systems", peers.figures),
    "c": ("Beside C", peers.beside_c),
    "ends": ("What the ends of a game cost", engines.ends),
    "passes": ("What each pass brings", engines.passes),
    "growth": ("Larger boards", growth.growing),
    "searches": ("Searches", searches.searches),
    "solved": ("Solved games", proofs.solved),
    "matches": ("Matches", played),
    "threads": ("Threads", running.threads),
    "memory": ("Memory", running.memory),
    "kernel": ("The kernel language by itself", kernel_language),
}
"""Each section with its title and what measures it, in the order of the report."""

WITHOUT_LLVM = ("machine", "commands", "games")
"""What can be measured where llvmlite is not installed."""


def measured(bench: Bench, name: str) -> list[str]:
    """A section, and behind it on what and how long it was measured."""
    load = f", load before {os.getloadavg()[0]:.2f}" if hasattr(os, "getloadavg") else ""
    start = time.perf_counter()
    lines = SECTIONS[name][1](bench)
    commit = output("git", "rev-parse", "--short", "HEAD") or "no commit"
    changed = " with changes" if output("git", "status", "--porcelain", "interpreter") else ""
    spent = f"measured in {time.perf_counter() - start:.0f} s"
    date = time.strftime("%Y-%m-%d", time.gmtime())
    return [*lines, "", f"<sub>Commit {commit}{changed}, {date}, {spent}{load}.</sub>"]


def main() -> None:
    """Measures, and writes the report."""
    parser = argparse.ArgumentParser(description="Measure speeds on this machine.")
    parser.add_argument("games", nargs="*", metavar="GAME", help="measure these games alone, and print what is found")
    parser.add_argument("--only", action="append", choices=SECTIONS, metavar="SECTION", help=", ".join(SECTIONS))
    asked = parser.parse_args()
    if unknown := [name for name in asked.games if name not in library_games()]:
        parser.error(f"the library has no {', '.join(unknown)}")
    names = asked.games or [*FOUNDING, *(name for name in library_games() if name not in FOUNDING)]
    sections = [name for name in SECTIONS if name in (asked.only or SECTIONS)]
    if not available():
        sections = [name for name in sections if name in WITHOUT_LLVM]
    report = None if asked.games else HERE
    paper = Paper(HERE / "REPORT.md", "Measured speeds", [title for title, _ in SECTIONS.values()])
    bar = Progress(
        TextColumn("{task.completed} of {task.total}"),
        BarColumn(bar_width=20),
        TimeElapsedColumn(),
        TextColumn("{task.description}"),
        console=Console(stderr=True),
        transient=True,
    )
    with bar, tempfile.TemporaryDirectory() as folder:
        task = bar.add_task("", total=len(sections))
        bench = Bench(tuple(names), Path(folder), lambda text: bar.update(task, description=text), report)
        for name in sections:
            bench.told(name)
            lines = measured(bench, name)
            bar.advance(task)
            if asked.games:
                sys.stdout.write("\n".join([f"## {SECTIONS[name][0]}", "", *lines, "", ""]))
            else:
                paper.put(SECTIONS[name][0], lines)
                bar.console.print(f"{name}: written")


if __name__ == "__main__":
    main()
