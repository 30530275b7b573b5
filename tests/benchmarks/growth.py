"""What a step costs as the board grows, as a table and as a chart."""

from __future__ import annotations

from string import ascii_lowercase
from typing import TYPE_CHECKING, Any

import playing
from bench import speed_of
from paper import Point, Row, chart, table

import interpreter

if TYPE_CHECKING:
    from pathlib import Path

    from bench import Bench

CHART = "growth.svg"


Board = tuple[str, "str | Path", dict[str, Any]]
"""What it is called, the game or its file, and how it is loaded."""


def boards(place: Path) -> dict[str, list[Board]]:
    """Each game that is measured, on boards that grow; files that have to be written go into the folder."""
    plain = {"swap": "no"}
    return {
        "hex": [
            (f"{size} x {size}", "hex", {"options": plain, "change": {"board.size": size}}) for size in range(5, 20, 2)
        ],
        "rive": [(f"side {side}", "rive", {"change": {"board.size": side}}) for side in range(2, 11)],
        "hnefatafl-7": [(f"{size} x {size}", tafl(size, place), {}) for size in range(7, 20, 2)],
        "go": [(f"{size} lines", "go", {"options": {"lines": size}}) for size in range(7, 20, 2)],
    }


def tafl(size: int, place: Path) -> Path:
    """Tafl on a board of an odd size, as a variant of Hnefatafl: a cross of pieces around a king in the middle."""
    middle, defenders = size // 2, size // 4
    rows = [["."] * size for _ in range(size)]
    for distance in range(1, middle + 1):
        letter = "d" if distance <= defenders else "a"
        for row, column in ((0, distance), (0, -distance), (distance, 0), (-distance, 0)):
            rows[middle + row][middle + column] = letter
    rows[middle][middle] = "K"
    diagram = "\n".join(f"    {' '.join(row)}" for row in rows)
    throne = f"{ascii_lowercase[middle]}{middle + 1}"
    board = f"{{size: [{size}, {size}], regions: {{throne: {throne}}}}}"
    path = place / f"tafl-{size}.yaml"
    text = f"game: Tafl\nextends: hnefatafl-7\nchange:\n  board: {board}\n  setup: |\n{diagram}\n"
    path.write_text(text, encoding="utf-8")
    return path


def growing(bench: Bench) -> list[str]:
    """The cost of a step as the board grows."""
    rows: list[Row] = []
    lines: dict[str, list[Point]] = {}
    for name, sizes in boards(bench.place).items():
        for title, game_or_file, how in sizes if name in bench.names else []:
            bench.told(f"{name}, {title}")
            found = speed_of(game_or_file, **how)
            if isinstance(found, str):
                rows.append((name, title, "-", "-", "-", found))
                continue
            game = interpreter.load(game_or_file, **how)
            sites, cost = len(game.board.sites), 1e9 / found.steps
            lines.setdefault(name, []).append(Point(sites, cost))
            width = str(game.compiled.playout_kernel.numbering.width)
            rows.append((name, title, str(sites), width, f"{cost:.0f} ns", f"{cost / sites:.2f} ns"))
    if lines and bench.report is not None:
        text = chart("What a step costs on larger boards", "sites", "nanoseconds a step", lines)
        (bench.report / CHART).write_text(text, encoding="utf-8")
    return [
        "What a step of a random game costs; the last column falls or stays where the cost grows no faster than the",
        "board. Where rules fill or slide, as in Rive and Hnefatafl, it grows faster: that takes a round for each site",
        "of the way, and a round goes through all words of a set; it grows like words times the length of a line.",
        f"CPU time on one core, medians of three windows of {playing.WINDOW} s.",
        "",
        f"![The cost of a step over the sites of the board]({CHART})",
        "",
        *table(("game", "board", "sites", "bits a set", "a step", "a step for each site"), rows),
    ]
