"""Steps that chance makes, as programs see them."""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction
from typing import TYPE_CHECKING

import pytest

import interpreter

if TYPE_CHECKING:
    from pathlib import Path

GAME = """
game: Two coins
language: 1
players: [black, white]
board: {shape: rectangle, size: [3, 1]}
dice:
  coins: {faces: [0, 1], number: 2, reads: {0: 2}}
pieces:
  man: {owner: each}
moves:
  throw: {roll: coins}
  drop: {place: man, to: empty, when: roll is 2}
play:
  turn:
    throw: {next: drop}
    drop: {}
  stuck: draw
end:
  full: {if: no(empty), result: me wins}
"""


@pytest.fixture
def game(tmp_path: Path) -> interpreter.Game:
    (tmp_path / "coins.yaml").write_text(GAME, encoding="utf-8")
    return interpreter.load(tmp_path / "coins.yaml")


def test_a_throw_carries_its_chance(game: interpreter.Game):
    position = game.initial()
    assert position.by_chance
    assert {str(move): move.chance for move in position.legal_moves} == {
        "roll=1": Fraction(1, 2),
        "roll=2": Fraction(1, 2),
    }
    assert position.roll == 0
    assert position.mover == "black"


def test_a_choice_of_a_player_has_no_chance(game: interpreter.Game):
    position = game.initial().play("roll=2")
    assert not position.by_chance
    assert [(str(move), move.chance) for move in position.legal_moves] == [("a1", None), ("b1", None), ("c1", None)]
    assert position.roll == 2
    assert position.play("a1").roll == 0


def test_throws_are_drawn_by_their_chances():
    source, position = random.Random(1), interpreter.load("einstein", options={"arranged": "as in the rules"}).initial()
    drawn = Counter(str(position.random_move(source)) for _ in range(6000))
    assert sorted(drawn) == [f"roll={number}" for number in range(1, 7)]
    assert all(850 < count < 1150 for count in drawn.values())


def test_random_games_with_dice_are_the_same_for_a_seed(game: interpreter.Game):
    first, second = game.playouts(40, seed=5), game.playouts(40, seed=5)
    assert first.outcomes == second.outcomes
    assert first.mean_steps == second.mean_steps
    assert sum(first.outcomes.values()) == 40


def test_a_throw_that_cannot_come_is_refused(game: interpreter.Game):
    with pytest.raises(interpreter.IllegalMove, match="roll=3"):
        game.initial().play("roll=3")
    with pytest.raises(interpreter.AmbiguousMove):
        game.initial().play("roll")


def test_sequences_count_each_throw_once(game: interpreter.Game):
    assert [game.perft(depth) for depth in (1, 2, 3)] == [2, 2 + 3, 2 + 3 + 6]
