from __future__ import annotations

from random import Random

import pytest

import interpreter
from interpreter.players import LEVELS, Limits, UnknownLevelError, UnsolvableError, choose, opponent
from interpreter.players.plain_uct import PlainUct


@pytest.mark.parametrize("level", [level for level in LEVELS if level not in {"hard", "alpha-beta"}])
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
    with pytest.raises(UnknownLevelError, match="there are random, greedy, easy, medium, hard, alpha-beta"):
        opponent(game, "godlike")


def test_a_position_that_is_over():
    game = interpreter.load("tic-tac-toe")
    position = game.initial()
    for step in ["a1", "b1", "a2", "b2", "a3"]:
        position = position.play(step)
    with pytest.raises(ValueError, match="the game is over"):
        choose(position)


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
        *(choose(position, level) for level in LEVELS if level not in {"hard", "alpha-beta"}),
    )
    assert {str(move) for move in moves} == {"pass"}
