from __future__ import annotations

from random import Random

import pytest

import interpreter
from interpreter.players import LEVELS, Limits, UnknownLevelError, UnsolvableError, choose, opponent
from interpreter.players.levels import search_of
from interpreter.players.plain_uct import PlainUct

SLOW = {"hard", "monte-carlo", "alpha-beta"}


@pytest.mark.parametrize("level", [level for level in LEVELS if level not in SLOW])
def test_every_level_plays_legal_steps_to_the_end(level: str):
    game = interpreter.load("tic-tac-toe")
    player, position = opponent(game, level, seed=2), game.initial()
    while position.outcome is None:
        position = position.play(player(position))


@pytest.mark.parametrize("level", [level for level in LEVELS if level != "random"])
def test_every_level_above_chance_takes_a_win(level: str):
    game = interpreter.load("connect-four")
    position = game.initial()
    for step in ["d1", "a1", "d2", "a2", "d3", "a3"]:
        position = position.play(step)
    assert str(choose(position, level)) == "d4"


def test_a_level_that_does_not_exist():
    game = interpreter.load("wali")
    with pytest.raises(UnknownLevelError, match="random, greedy, easy, medium, hard, monte-carlo, alpha-beta"):
        opponent(game, "godlike")


def test_a_position_that_is_over():
    game = interpreter.load("tic-tac-toe")
    position = game.initial()
    for step in ["a1", "b1", "a2", "b2", "a3"]:
        position = position.play(step)
    with pytest.raises(ValueError, match="the game is over"):
        choose(position)


@pytest.mark.parametrize(
    ("name", "change", "search"),
    [
        ("breakthrough", {}, "alpha-beta"),
        ("hnefatafl-7", {}, "alpha-beta"),
        ("dobutsu-shogi", {}, "alpha-beta"),
        ("ataxx", {}, "alpha-beta"),
        ("nine-mens-morris", {}, "alpha-beta"),  # pieces are placed, and take
        ("order-and-chaos", {}, "alpha-beta"),  # rows win
        ("pente", {}, "alpha-beta"),
        ("connect-four", {}, "monte-carlo"),  # rows win, but pieces fall
        ("wali", {}, "monte-carlo"),  # pieces are placed
        ("othello", {}, "monte-carlo"),
        ("fox-and-geese", {}, "monte-carlo"),  # one side cannot take
        ("clobber", {}, "monte-carlo"),  # the last step wins
        ("einstein", {}, "monte-carlo"),  # dice
        ("surakarta", {"captures": "are free"}, "alpha-beta"),
        ("surakarta", {"captures": "are compulsory"}, "monte-carlo"),
    ],
)
def test_hard_searches_by_what_suits_the_rules(name: str, change: dict[str, str], search: str):
    assert search_of(interpreter.load(name, options=change), "hard") == search


def test_other_levels_search_as_they_are_called():
    game = interpreter.load("breakthrough")
    assert [search_of(game, level) for level in ("medium", "monte-carlo")] == ["medium", "monte-carlo"]


def test_alpha_beta_is_refused_where_chance_plays():
    with pytest.raises(UnsolvableError, match="games without chance"):
        opponent(interpreter.load("einstein"), "alpha-beta")


def test_limits_instead_of_a_level():
    game = interpreter.load("wali")
    assert choose(game.initial(), limits=Limits(simulations=50), seed=4) in game.initial().legal_moves


def test_three_players_are_no_hindrance():
    game = interpreter.load("tests/semantics/three-players.yaml")
    assert choose(game.initial(), "easy") in game.initial().legal_moves


def test_plain_uct_takes_a_win():
    game = interpreter.load("connect-four")
    position = game.initial()
    for step in ["d1", "a1", "d2", "a2", "d3", "a3"]:
        position = position.play(step)
    assert str(PlainUct(game, 200, seed=1)(position)) == "d4"


def test_the_only_step_may_be_a_forced_pass():
    game = interpreter.load("wali")
    position, chance = game.initial(), Random(3)
    while [str(move) for move in position.legal_moves] != ["pass"]:
        position = position.play(chance.choice(position.legal_moves))
    moves = (
        PlainUct(game, 20, seed=1)(position),
        *(choose(position, level) for level in LEVELS if level not in SLOW),
    )
    assert {str(move) for move in moves} == {"pass"}
