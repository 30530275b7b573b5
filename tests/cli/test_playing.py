from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from pathlib import Path

Run = Callable[..., Any]


def test_two_people_play_to_the_end(run: Run):
    code, out, err = run(
        "play", "order-and-chaos", "--option", "board-size=3", "--option", "in-a-row=3", typed="X a1\nx@b2\nX@C3\n"
    )
    assert (code, err) == (0, "")
    assert "order to mark> X a1" in out
    assert "Won by order: line of one mark. (3 steps in 3 turns)" in out
    assert "[X]" in out


def test_commands(run: Run, tmp_path: Path):
    record = tmp_path / "game.txt"
    typed = f"help\nmoves\nmoves a1\na1\nundo\nundo\nboard\nA1\nsave\nsave {record}\nsave /no/such/folder/x\nquit\n"
    code, out, _ = run("play", "wali", typed=typed)
    assert code == 0
    assert "Upper or lower case" in out
    assert "30 legal steps:" in out
    assert "1 legal step with a1:" in out
    assert "There is nothing to take back." in out
    assert "Write `save FILE`" in out
    assert "cannot be saved" in out
    assert "The game is left after 1 step in 1 turn" in out
    assert "1. a1\n" in record.read_text(encoding="utf-8")
    code, out, _ = run("play", "wali", "--resume", str(record), typed="")
    assert "Turn 2   black played a1" in out
    code, _, err = run("play", "rive", "--resume", str(record))
    assert code == 2
    assert "a record of another game" in err


def test_a_forced_pass_is_said_and_played_at_enter(run: Run):
    # On three points in a row, one in the middle leaves its owner nothing more, while the other drops at both ends.
    code, out, _ = run("play", "wali", "--change", "board.size=[3, 1]", typed="b1\na1\n\nc1\nundo\n")
    assert code == 0
    assert "black has no step and must pass.\nEnter passes> \n\nTurn 4   black passed\n" in out
    assert "white to drop> c1" in out
    assert out.rstrip().endswith("left after 3 steps in 3 turns, without a winner.")


def test_mistakes_leave_the_game_where_it_is(run: Run):
    code, out, _ = run("play", "hnefatafl-7", typed="d7-d5\nd4\nd3-c3\nhello\nundo 3\nd7\n\nq\n")
    assert code == 0
    assert '"d7-d5" is not legal: d6 is in the way: d6 holds your attacker.' in out
    assert '"d4" is not legal: d4 holds the king, and no piece can go' in out
    assert '"hello" is neither a step nor a command.' in out
    assert "`undo` is written alone; nothing follows it." in out
    assert "Where to from d7?" in out
    assert "Type a step, or `help`." in out
    assert "attackers to move> q" in out


def test_the_end_of_input_ends_the_game_politely(run: Run):
    code, out, err = run("play", "rive", typed="")
    assert (code, err) == (0, "")
    assert "The game is left after 0 steps" in out


def test_a_machine_plays_a_side(run: Run):
    code, out, err = run("play", "tic-tac-toe", "--o", "medium", "--seed", "1", typed="b2\nundo\nb2\nhint\nquit\n")
    assert (code, err) == (0, "")
    assert "x to mark one> b2" in out
    assert "o played" in out
    assert "(it comes to a draw)" in out
    assert out.count("x to mark one> ") == 5


def test_a_hint_comes_from_the_search_that_suits_the_game(run: Run):
    code, out, err = run("play", "breakthrough", "--change", "board.size=[4, 6]", typed="hint\nquit\n")
    assert (code, err) == (0, "")
    assert re.search(r"[a-d]\d-[a-d]\d \((worth \d+% of a win|it wins|nothing helps any more)\)", out)


def test_machines_play_each_other(run: Run):
    code, out, _ = run("play", "tic-tac-toe", "--x=greedy", "--o", "easy", "--seed", "4")
    assert code == 0
    assert "> " not in out
    assert "Won by" in out or "A draw" in out
    assert run("play", "tic-tac-toe", "--x=greedy", "--o", "easy", "--seed", "4").out == out


def test_a_level_or_player_that_does_not_exist(run: Run):
    code, _, err = run("play", "wali", "--blakc", "hard")
    assert (code, err) == (
        2,
        "error: there is no option --blakc; did you mean --black? The players of this game are black, white\n",
    )
    code, _, err = run("play", "wali", "--black", "hrad")
    assert code == 2
    assert err == (
        "error: --black hrad: write one of human, random, greedy, easy, medium, hard, monte-carlo, alpha-beta;"
        " did you mean hard?\n"
    )
    code, _, err = run("play", "wali", "--black")
    assert code == 2
    assert "there is no option --black, or it lacks its value" in err
    code, _, err = run("play", "wali", "--auto", "--black", "easy")
    assert (code, err) == (2, "error: --auto plays all sides by chance; leave out --black\n")


def test_a_game_begins_at_a_position(run: Run):
    code, out, _ = run("play", "tic-tac-toe", "--position", "3/xo1/xo1 x play.mark-one turn=5", typed="a3\n")
    assert code == 0
    assert "Won by x" in out
    code, _, err = run("play", "tic-tac-toe", "--position", "3/3", typed="")
    assert code == 1
    assert err.startswith("error: --position: a position is written BOARD PLAYER PHASE.STEP")


@pytest.mark.parametrize("command", ["moves", "perft", "draw", "solve"])
def test_a_position_of_another_game_is_refused_with_one_of_this(run: Run, tmp_path: Path, command: str):
    more = ("--out", str(tmp_path / "x.svg")) if command == "draw" else ()
    code, _, err = run(command, "tic-tac-toe", "--position", "3b2/6/2w3/6/6/6 black drop.drop", *more)
    assert (code, err) == (
        1,
        'error: --position: the board has 3 rows, and the text 6\n  Tic-Tac-Toe begins at "3/3/3 x play.mark-one"\n',
    )
