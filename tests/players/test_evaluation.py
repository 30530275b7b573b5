"""What positions seem to be worth: pieces, steps, and what ends ask for."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import interpreter
from interpreter.engine.kernel import new_ints
from interpreter.players.evaluation import STEP, guess_text
from interpreter.players.goals import Fill, Row, goals
from interpreter.players.grounds import Ground, Search, ground_of
from interpreter.players.search_text import search_text
from interpreter.players.worths import PIECE

if TYPE_CHECKING:
    from interpreter.engine.lowering.shape import Shape

CALL = """


def guessed(numbers: ints, sets_: sets, history: ints, out: ints, worths: ints) -> int:
    return guess(numbers, sets_, worths, choices(numbers, sets_, history, out))
"""


def guess_alone(shape: Shape, *, wanted: bool) -> str:
    return search_text(shape, {}, {}, guess_text(shape, wanted=wanted) + CALL)


FULL, PLAIN = (Search(("guessed",), ("legal", "play"), partial(guess_alone, wanted=wanted)) for wanted in (True, False))


def guessed(ground: Ground, position: interpreter.Position) -> int:
    """What a position seems to be worth to the first player, where all pieces are worth the same."""
    assert ground.shape.lowered is not None
    out = new_ints(ground.most_steps * ground.shape.step_parts)
    worths = new_ints([PIECE] * len(ground.shape.lowered.slots))
    return int(ground.functions["guessed"](*ground.arrays(position.state), out, worths))


def wanted(position: interpreter.Position) -> int:
    """What counts of a position for the first player besides pieces and steps."""
    values = []
    for search in (FULL, PLAIN):
        ground = ground_of(position.game, search)
        assert ground.engine == "llvm"
        values.append(guessed(ground, position))
    return values[0] - values[1]


def placed(game: interpreter.Game, **letters: str) -> interpreter.Position:
    """A position of a rectangular board, by what stands on its sites."""
    columns = "abcdefgh"[: game.board.width]
    rows = range(game.board.height, 0, -1)
    return game.position("\n".join(" ".join(letters.get(f"{x}{y}", ".") for x in columns) for y in rows))


def test_men_count_more_the_nearer_they_are_and_never_as_much_as_another_man():
    game = interpreter.load("breakthrough")
    worth = [wanted(placed(game, **{f"d{rank}": "w", "h8": "b"})) for rank in range(1, 8)]
    assert worth == sorted(worth)
    assert worth[-1] - worth[0] < PIECE
    assert wanted(game.initial()) == 0  # the sides stand alike


def test_what_is_worth_a_step_is_less_than_a_piece():
    game = interpreter.load("breakthrough")
    ground = ground_of(game, PLAIN)
    position = placed(game, d4="w", d5="w", h8="b")
    value = guessed(ground, position)
    assert value == PIECE + STEP * len(position.legal_moves)


def test_open_rows_count_by_what_is_missing_and_closed_ones_do_not():
    game = interpreter.load("connect-four")
    assert {(goal.player, goal.length) for goal in goals(game.rules) if isinstance(goal, Row)} == {(0, 4), (1, 4)}
    one, two, three = (wanted(placed(game, **dict.fromkeys(row.split(), "y"))) for row in ("b1", "b1 c1", "b1 c1 d1"))
    assert 0 < one < two < three
    assert wanted(placed(game, a1="r", b1="y", c1="y", d1="y", e1="r")) < two
    assert wanted(placed(game, b1="r", c1="r")) == -two


def test_sites_that_are_to_be_filled_are_one_goal_and_not_two():
    game = interpreter.load("chinese-checkers")
    assert [(type(goal), goal.player) for goal in goals(game.rules)] == [(Fill, 0), (Fill, 1)]


def test_a_goal_of_one_player_counts_for_that_player():
    game = interpreter.load("hnefatafl-7")
    edge, middle = (wanted(placed(game, **{king: "K", "d1": "a"})) for king in ("a4", "d4"))
    assert edge < middle < 0  # the defenders are the second player
