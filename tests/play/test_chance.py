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


DICE = """
game: Two dice
language: 1
players: [black, white]
board: {shape: rectangle, size: [9, 1]}
dice:
  pair: {faces: 3, number: 2, apart: yes, doubles: 4}
pieces:
  man: {owner: each}
setup: {black: a1}
moves:
  throw: {roll: pair}
  run: {move: occupied, along: east, distance: die}
play:
  turn:
    throw: {next: run}
    run: {next: run}
  stuck: draw
end:
  full: {if: any(i1 and occupied), result: me wins}
"""


@pytest.fixture
def two_dice(tmp_path: Path) -> interpreter.Game:
    (tmp_path / "dice.yaml").write_text(DICE, encoding="utf-8")
    return interpreter.load(tmp_path / "dice.yaml")


def test_dice_that_are_used_one_by_one_fall_as_dice_do(two_dice: interpreter.Game):
    chances = {str(move): move.chance for move in two_dice.initial().legal_moves}
    assert chances["roll=2-1"] == Fraction(2, 9)
    assert chances["roll=3-3"] == Fraction(1, 9)
    assert sum(chance for chance in chances.values() if chance) == 1


def test_turns_with_different_throws_are_different(two_dice: interpreter.Game):
    ends = 6  # of two dice with three faces, whichever of them is used first
    assert two_dice.perft(1, by="turn") == two_dice.compiled.perft(two_dice.initial().state, 1, by_turn=True) == ends


def test_the_dice_that_are_left_are_part_of_a_position(two_dice: interpreter.Game):
    position = two_dice.initial().play("roll=2-2").play("a1-c1")
    assert position.dice == (2, 2, 2)
    assert position.roll == 4
    again = two_dice.position_of(position.text)
    assert again.dice == position.dice
    assert [str(move) for move in again.legal_moves] == ["c1-e1"]


def test_dice_that_no_throw_leaves_are_refused(two_dice: interpreter.Game):
    text = two_dice.initial().play("roll=3-1").text
    assert "dice=3,1" in text
    for wrong in ("3,2,1", "7", "x", ""):
        with pytest.raises(interpreter.BoardwrightError, match="dice"):
            two_dice.position_of(text.replace("dice=3,1", f"dice={wrong}"))
