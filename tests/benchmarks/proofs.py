"""Small games that are solved: who wins when nobody errs, in how many steps, and what finding that out takes."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

from paper import Row, table

import interpreter
from interpreter.players import Limits, solve

if TYPE_CHECKING:
    from bench import Bench

LONGEST = 1_800.0  # seconds for one game
MEMORY = 512  # megabytes; Breakthrough 5x5 is not solved with a quarter of it
SOLVED: tuple[tuple[str, dict[str, Any]], ...] = (
    ("tic-tac-toe", {}),
    ("rive", {"side": 2}),
    ("order-and-chaos-4", {}),
    ("connect-four", {"board-width": 5, "board-height": 4}),
    ("breakthrough", {"board-width": 3, "board-height": 5}),
    ("breakthrough", {"board-width": 3, "board-height": 6}),
    ("breakthrough", {"board-width": 4, "board-height": 5}),
    ("breakthrough", {"board-width": 5, "board-height": 5}),
)


def solved(bench: Bench) -> list[str]:
    """Each game with its result, the steps of a line that comes to it, and the positions and CPU time that took."""
    rows: list[Row] = []
    for name, options in SOLVED:
        if not bench.chosen((name,)):
            continue
        told = ", ".join(f"{option} {value}" for option, value in options.items())
        bench.told(f"{name}, solved")
        position = interpreter.load(name, options=options).initial()
        start = time.process_time()
        found = solve(position, Limits(seconds=LONGEST), memory=MEMORY)
        spent = time.process_time() - start
        result = (f"{found.winner} wins" if found.winner else "a draw") if found.solved else "not solved"
        rows.append((name, told, result, str(found.depth), f"{found.positions:,}", f"{spent:.1f}"))
    return [
        f"What `boardwright solve --memory {MEMORY}` finds out, with compiling. Where a player wins, the steps are",
        "those in which that can be forced, unless a proof came first: then they are those of its line.",
        "",
        *table(("game", "options", "result", "steps", "positions", "CPU seconds"), rows),
    ]
