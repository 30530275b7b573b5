"""`boardwright perft`: how many ways a game can go, counted to compare programs and rules."""

from __future__ import annotations

import time
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated

from interpreter.cli.declaring import Option
from interpreter.cli.faults import complain
from interpreter.cli.parameters import Changes, FromPosition, GameName, Json, Options, load_game
from interpreter.cli.positions import told_position
from interpreter.cli.screen import say, say_json
from interpreter.engine.kernel import available
from interpreter.engine.lowering.program import UnloweredError

if TYPE_CHECKING:
    from interpreter.play.game import Game


class Unit(StrEnum):
    """What the depth counts."""

    STEP = "step"
    TURN = "turn"


def perft(
    game: GameName,
    *,
    depth: Annotated[int, Option("--depth", "-d", min=0, help="How far to count.")] = 3,
    by: Annotated[
        Unit, Option("--by", help="Count steps, or whole turns: one for each position a turn comes to.")
    ] = Unit.STEP,
    from_position: FromPosition = None,
    option: Options = None,
    change: Changes = None,
    as_json: Json = False,
) -> None:
    """Count the sequences of exactly 1, 2, ... steps (or turns) from the start, or from a position."""
    loaded = load_game(game, option, change)
    begun = None if from_position is None else told_position(loaded, from_position)
    counts = []
    for reached in range(1, depth + 1) if depth else [0]:
        if loaded.is_deep(reached, by.value) and not loaded.is_deep(reached - 1, by.value):
            _say_what_is_slow(loaded)
        start = time.perf_counter()
        count = loaded.perft(reached, by=by.value, start=begun)
        counts.append(count)
        if not as_json:
            say(f"{reached:5}  {count:20,}  {time.perf_counter() - start:8.2f} s")
    if as_json:
        say_json({"game": loaded.name, "hash": loaded.hash, "by": by.value, "counts": counts})


def _say_what_is_slow(game: Game) -> None:
    """Tells before a long wait why machine code does not count."""
    try:
        if available():
            _ = game.sequences
        else:
            complain("counted slowly: llvmlite is not installed (pip install 'boardwright[compile]')")
    except UnloweredError as missing:
        complain(f"counted by the reference engine, which is slow: {missing}")
