"""Both engines on every game, what each pass brings, and what each end of a game costs."""

from __future__ import annotations

from statistics import median
from typing import TYPE_CHECKING

import playing
import reference
from bench import AS_MEASURED, FOUNDING, loop_of
from paper import Row, table

import interpreter
from interpreter.engine.lowering.kernels import playout_kernel
from interpreter.engine.lowering.passes import ALL, PASSES

if TYPE_CHECKING:
    from bench import Bench

    from interpreter.play.game import Game

TURNS = 3  # of one measurement beside another
PASSED = (  # of several families
    *(*FOUNDING, "hex", "gomoku", "nine-mens-morris", "amazons", "go", "oware"),
    *("tic-tac-toe", "othello", "english-draughts"),
)
LARGER = (
    *("chess", "shogi", "havannah", "pente", "quoridor", "tanbo", "dvonn", "agon", "lasca", "gonnect"),
    *("chinese-checkers", "surakarta", "backgammon"),
)
"""Where a pass is looked for that none of these games needs much."""
LITTLE = 1.05  # of the speed without a pass
SLOW = 0.7  # of C: games above it are not looked into


def games(bench: Bench) -> list[str]:
    """Both engines, for each game."""
    rows: list[Row] = []
    for name in bench.names:
        bench.told(f"{name}, reference engine")
        load, slow, _ = reference.steps_per_second(name, seconds=0.3)
        found = bench.speed(name)
        row: Row = (name, f"{load:.2f} s", f"{slow:,.0f}")
        if isinstance(found, str):
            rows.append((*row, "-", "-", found, "-"))
            continue
        fast = (
            f"{found.playouts:,.0f}",
            f"{found.steps:,.0f}",
            f"{found.mean_steps:.1f}",
            f"{found.steps / slow:,.0f}",
        )
        rows.append((*row, *fast))
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
        "Uniformly random games from the start to the end; CPU time on one core, for the compiled engine the median of",
        f"three windows of {playing.WINDOW} s. A step is one decision of a player; forced passes count.",
        "",
        *table(head, rows),
    ]


def passes(bench: Bench) -> list[str]:
    """What each pass brings."""
    chosen = bench.chosen(PASSED)
    columns: dict[str, list[str]] = {}
    for name in chosen:
        game = interpreter.load(name, options=AS_MEASURED.get(name, {}))
        kernels = {one: playout_kernel(game.rules, ALL - {one}).source for one in PASSES}
        source = playout_kernel(game.rules).source
        whole = playing.Loop(game)
        gains = []
        for one in [*PASSES, ""]:
            bench.told(f"{name}, without {one or 'all of them'}")
            gains.append("-" if one and kernels[one] == source else _gain(game, whole, one))
        columns[name] = gains
    rows = [(one, *(columns[name][place] for name in chosen)) for place, one in enumerate([*PASSES, "all of them"])]
    small = [str(row[0]) for row in rows if all(gain == "-" or float(gain) < LITTLE for gain in row[1:])]
    return [
        "Playouts a second with all passes, divided by those with all but this one; measured in turn, medians of",
        "three. `-` means that the kernel is the same without it.",
        "",
        *table(("pass", *chosen), rows),
        "",
        f"Passes that bring less than {LITTLE} to any of these games, in the first of some larger ones whose kernel",
        "they change:",
        "",
        *table(("pass", "game", "gain"), _elsewhere(bench, small)),
    ]


def _gain(game: Game, whole: playing.Loop, one: str) -> str:
    """What a pass brings, or all of them."""
    without = playing.Loop(game, ALL - {one} if one else frozenset())
    turns = [(whole.window().playouts, without.window().playouts) for _ in range(TURNS)]
    return f"{median(with_it / less for with_it, less in turns):.2f}"


def _elsewhere(bench: Bench, passes: list[str]) -> list[Row]:
    found: dict[str, Row] = {}
    for name in bench.chosen(LARGER):
        game, whole = interpreter.load(name), None
        source = playout_kernel(game.rules).source
        for one in passes:
            if one not in found and playout_kernel(game.rules, ALL - {one}).source != source:
                bench.told(f"{name}, without {one}")
                whole = whole or playing.Loop(game)
                found[one] = (one, name, _gain(game, whole, one))
    return [found.get(one, (one, "-", "-")) for one in passes]


def ends(bench: Bench) -> list[str]:
    """What a step costs, and what it costs with an end of the game left out, for games that are slow beside C."""
    rows: list[Row] = []
    for name in [name for name in bench.names if bench.ratios.get(name, 1.0) < SLOW] or bench.chosen(FOUNDING):
        how = {"options": AS_MEASURED.get(name, {})}
        whole = interpreter.load(name, **how)
        loop = loop_of(whole)
        if isinstance(loop, str):
            rows.append((name, loop, "-", "-", "-"))
            continue
        limit = max(1, round(loop.window().mean_steps))
        rows.append(_row(name, "all", loop, loop))
        for title, change in _without(whole):
            bench.told(f"{name}, without {title}")
            cut = limit if title == "every end" else playing.LIMIT
            try:
                less = loop_of(interpreter.load(name, **how, change=change), cut)
            except interpreter.GameFileError as error:
                less = str(error.diagnostics[0].message)
            if isinstance(less, str):
                rows.append((name, f"without {title}", "-", "-", less))
            else:
                rows.append(_row(name, f"without {title}", loop, less))
    return [
        "CPU time of a step, whole and with one end of the game left out (or all of them, games then being cut at",
        "their mean length: what is left is drawing and making steps). Games without an end go on longer, and later",
        "positions may cost more or less; the difference is what testing an end costs only as far as the lengths are",
        f"alike. Games below {SLOW} of the steps a second of C, or those that the project began with.",
        "",
        *table(("game", "ends", "a step", "of the whole", "steps a game"), rows),
    ]


def _without(game: Game) -> list[tuple[str, dict[str, object]]]:
    names = list(dict.fromkeys(end.reason for end in game.rules.ends))
    single = [(f"`{name}`", {f'end."{name}"': None}) for name in names]
    none: dict[str, object] = {f'end."{name}"': None for name in names}
    return [*single, ("every end", none)] if len(names) > 1 else [("every end", none)]


def _row(name: str, title: str, whole: playing.Loop, part: playing.Loop) -> Row:
    turns = [(whole.window(), part.window()) for _ in range(TURNS)]
    cost = median(1e9 / less.steps for _, less in turns)
    share = median(full.steps / less.steps for full, less in turns)
    return (name, title, f"{cost:.1f} ns", f"{share:.2f}", f"{median(less.mean_steps for _, less in turns):.1f}")
