"""Positions as text, as keys and as pickles."""

from __future__ import annotations

import pickle
import random

import pytest

import interpreter
from interpreter.play.position_text import PositionTextError

GAMES = [
    "wali", "rive", "hnefatafl-7", "order-and-chaos", "dara", "chess", "amazons", "go", "nine-mens-morris", "oware",
    "lasca", "konane", "english-draughts", "dvonn", "focus", "qubic",
]  # fmt: skip


@pytest.mark.parametrize("name", GAMES)
def test_every_position_of_a_game_is_read_as_it_was_written(name: str):
    game = interpreter.load(name)
    chance, position = random.Random(5), game.initial()
    for _ in range(12):
        again = game.position_of(position.text)
        assert again.key == position.key
        assert again.text == position.text
        assert [str(move) for move in again.legal_moves] == [str(move) for move in position.legal_moves]
        position = position.play(chance.choice(position.legal_moves))
        if position.outcome is not None:
            break


def test_how_a_position_looks():
    game = interpreter.load("tic-tac-toe")
    assert game.initial().play("b2").text == "3/1x1/3 o play.mark-one turn=2"


def test_players_who_are_out_are_told():
    game = interpreter.load("yavalath", options={"side": 3, "form": "three players"})
    position = game.initial()
    for step in ("a1", "c1", "e1", "a3", "c3", "e2", "a2"):
        position = position.play(step)
    assert position.out == ("white",)
    assert position.text == "rr1/4/b1b2/4/www black play.drop turn=8 out=white"
    again = game.position_of(position.text)
    assert (again.key, again.out, again.play("e3").mover) == (position.key, ("white",), "red")
    with pytest.raises(PositionTextError, match="there is no player `whit`"):
        game.position_of(position.text[:-1])


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("3/3/3", "a position is written BOARD PLAYER PHASE.STEP"),
        ("3/3 x play.mark-one", "the board has 3 rows, and the text 2"),
        ("3/4/3 x play.mark-one", "row 2 has 3 sites, and the text 4"),
        ("3/1q1/3 x play.mark-one", "no piece is drawn as `q`; there are o, x"),
        ("3/3/3 z play.mark-one", "there is no player `z`; there are x, o"),
        ("3/3/3 x play.drop", "there is no step `drop`"),
        ("3/3/3 x red pieces.drop", "there is no phase ``; there are play"),
        ("3/3/3 x play.mark-one luck=3", "nothing is called `luck`"),
        ("3/3/3 x play.mark-one turns=3", "nothing is called `turns`; did you mean `turn`?"),
        ("3/3/3 x play.mark-one turn=many", "`turn=many` has a value that cannot be read"),
        ("3/3/3 x play.mark-one turn=-1", "from 0 to 999,999,999, not -1"),
        ("3/3/3 x play.mark-one turn=99999999999999999999", "from 0 to 999,999,999, not 9"),
        ("3/3/3 x play.mark-one seats=0,2", "must name each side once, from 0"),
        ("3/3/3 x play.mark-one lost=0,1e9999999999", "like 12, -3 or 1/2, up to 999,999,999, not 1e9"),
        ("3/3/3 x play.mark-one out=x", "x is to move, and so is not out"),
        ("3/3/3 x play.mark-one out=o", "only x would be left"),
        ("3/1(xo)1/3 x play.mark-one", "this game has no piles"),
        ("xox/xox/oxo x play.mark-one", "x has no step play.mark-one there"),
    ],
)
def test_what_is_no_position(text: str, message: str):
    with pytest.raises(PositionTextError, match=message.replace("(", r"\(")):
        interpreter.load("tic-tac-toe").position_of(text)


def test_games_and_positions_are_pickled():
    game = interpreter.load("wali", change={"board.size": [6, 5]})
    position = game.initial().play("a1").play("c3")
    again = pickle.loads(pickle.dumps(position))  # noqa: S301 - written a moment ago
    assert (again.key, again.game.hash) == (position.key, game.hash)
    assert [str(move) for move in again.moves] == ["a1", "c3"]
    assert len({position.key, again.key}) == 1


def test_what_is_remembered_is_named_with_its_table():
    with pytest.raises(PositionTextError, match=r"nothing is called `spent`; did you mean `memory\.spent`\?"):
        interpreter.load("chess").position_of("4k3/8/8/8/8/8/8/R3K3 white play.move spent=a1")
