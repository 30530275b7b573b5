"""How much of its time a search spends on random games: simulations beside the games that they consist of."""

from __future__ import annotations

import random
import time
from statistics import median
from typing import TYPE_CHECKING

from bench import AS_MEASURED, FOUNDING, loop_of
from paper import Row, table

import interpreter
from interpreter.engine.kernel import Improvable
from interpreter.players.grounds import ground_of
from interpreter.players.monte_carlo import CURIOSITY, MEMORY
from interpreter.players.tree import Tree, games_of_a_leaf
from interpreter.players.tree_kernel import TREE_SEARCH

if TYPE_CHECKING:
    from collections.abc import Callable

    from bench import Bench

    from interpreter.play.game import Game
    from interpreter.play.position import Position

SEARCHED = (*FOUNDING, "connect-four", "gomoku", "hex", "breakthrough", "othello")
SIMULATIONS = 20_000  # of a tree that is grown from nothing: as a turn of some tenths of a second has them
ROUNDS = 3
LONG = 3_600.0  # seconds of work for which a kernel is compiled well at once
GOAL = 0.6  # simulations a second, where random games from the start are 1


def searches(bench: Bench) -> list[str]:
    """Simulations a second beside random games a second."""
    rows: list[Row] = []
    for name in bench.chosen(SEARCHED):
        bench.told(f"{name}, searched")
        game = interpreter.load(name, options=AS_MEASURED.get(name, {}))
        loop = loop_of(game)
        if isinstance(loop, str):
            rows.append((name, *("-",) * 8, loop))
            continue
        start, middle = game.initial(), halfway(game, round(loop.window().mean_steps / 2))
        batch = games_of_a_leaf(ground_of(game, TREE_SEARCH), start.state)
        figures = [(loop.window().playouts, *_rates(start, batch), *_rates(middle, batch)) for _ in range(ROUNDS)]
        games, grown, _, grown_later, games_later = (median(column) for column in zip(*figures, strict=True))
        rows.append(
            (
                name,
                str(batch),
                f"{games:,.0f}",
                f"{grown:,.0f}",
                f"{grown / games:.2f}",
                f"{games_later:,.0f}",
                f"{grown_later:,.0f}",
                f"{grown_later / games_later:.2f}",
                "yes" if grown >= GOAL * games else "no",
            )
        )
    return [
        f"What the kernel of the tree search does in CPU time on one core, medians of {ROUNDS}: simulations a second,",
        f"in a tree that grows from nothing to {SIMULATIONS:,}, and random games a second, from the start by the",
        "kernel that plays nothing else, and midway, half of the steps of a mean game having been made at random, by",
        "that of the search. A simulation goes down the tree, makes a step, lists the steps behind it",
        "when it comes there again, and plays a random game from there, which is shorter than the whole; where games",
        "are short, it plays several games, and each counts, and the steps are listed one visit later. The goal is",
        f"{GOAL} from the start.",
        "",
        *table(
            (
                "game",
                "games of a leaf",
                "games/s",
                "simulations/s",
                "ratio",
                "midway: games/s",
                "simulations/s",
                "ratio",
                f"from the start {GOAL}",
            ),
            rows,
        ),
    ]


def halfway(game: Game, steps: int) -> Position:
    """A position of a random game after so many steps, or as many as there were before the last."""
    position, chance = game.initial(), random.Random(1)
    for _ in range(steps):
        later = position.play(position.random_move(chance))
        if later.outcome is not None:
            break
        position = later
    return position


def _rates(position: Position, batch: int) -> tuple[float, float]:
    """Simulations a second from a position, and random games a second from one step behind it."""
    tree = Tree(ground_of(position.game, TREE_SEARCH), position.state, seed=1, curiosity=CURIOSITY, memory=MEMORY)
    rounds = SIMULATIONS // batch
    grow = tree.ground.functions["grow"]
    if isinstance(grow, Improvable):
        grow.improve(LONG)
    tree.grow(rounds, batch)  # once before, so that there is memory for it
    tree.plant(position.state, 2)
    grown = _rate(lambda: tree.grow(rounds, batch) * batch)
    tree.plant(position.state, 3)
    return grown, _rate(lambda: tree.grow(1, SIMULATIONS) * SIMULATIONS)


def _rate(work: Callable[[], int]) -> float:
    """How much of the work is done a second."""
    start = time.process_time()
    done = work()
    return done / max(1e-9, time.process_time() - start)
