"""Whole sittings at the table: what people do besides typing steps, and what is left when a terminal dies."""

from __future__ import annotations

import os
import random
import re
import signal
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pexpect
import pytest
from test_process import interrupt, terminal

import interpreter
from interpreter.cli.asking import completions

if TYPE_CHECKING:
    from pathlib import Path

Run = Callable[..., Any]


@pytest.mark.parametrize("name", ["order-and-chaos-4", "hnefatafl-7", "wali"])
def test_a_whole_game_with_mistakes_and_steps_taken_back(run: Run, name: str):
    chance, game = random.Random(3), interpreter.load(name)
    position, typed = game.initial(), []
    while position.outcome is None:
        move = chance.choice(position.legal_moves)
        if chance.random() < 0.1:
            typed += ["nonsense", str(move).upper(), "undo"]
        if move.verb != "pass":
            typed.append(str(move).replace("-", " "))
        else:
            typed.append("")
        position = position.play(move)
    code, out, err = run("play", name, typed="\n".join(typed) + "\n")
    assert (code, err) == (0, "")
    assert out.count('"nonsense" is neither a step nor a command.') == typed.count("nonsense")
    assert position.outcome.reason in out.splitlines()[-2]


def test_a_capture_is_taken_back_and_made_again(run: Run):
    chance, position = random.Random(1), interpreter.load("hnefatafl-7").initial()
    while (before := position.undo()) is None or len(before.occupants) == len(position.occupants):
        position = position.play(chance.choice(position.legal_moves))
    steps = [str(move) for move in position.moves]
    _, out, _ = run("play", "hnefatafl-7", typed="\n".join([*steps, "undo", "undo", "redo", "redo", "redo", "quit"]))
    boards = [part.split("\n\n")[1] for part in out.split("Turn ")[1:]]
    last = len(steps)
    assert out.count(", taking ") == 2
    assert boards[last + 1 :] == [boards[last - 1], boards[last - 2], boards[last - 1], boards[last]]
    assert "Nothing was taken back." in out


def test_a_game_is_given_up_or_drawn_and_the_next_one_begun(run: Run):
    typed = "d4\nresign\nmoves\nundo\nresign\nagain\ndraw\nno\ndraw\nyes\nagain\nquit\n"
    code, out, _ = run("play", "wali", typed=typed)
    assert code == 0
    assert out.count("Won by black: white resigns. (1 step in 1 turn)") == 2
    assert "The game is over.\n" in out
    assert "So far: black 1, white 0\n" in out
    assert "No draw: declined by white." in out
    assert "A draw: agreed." in out
    assert "So far: black 1, white 0, drawn 1\n" in out


def test_why_after_a_draw_that_was_agreed_on_says_so(run: Run):
    _, out, _ = run("play", "wali", typed="draw\nyes\nwhy\nquit\n")
    assert out.count("A draw: agreed.") == 2


def test_signs_and_dice_are_told(run: Run):
    _, out, _ = run("play", "jungle", typed="quit\n")
    assert "+ empty river, den or trap" in " ".join(out.split())
    _, out, _ = run("replay", "backgammon", "--steps", "roll=5-3 a2-e1")
    assert "\nThrown   3\n" in out


def test_a_machine_that_is_losing_agrees_to_a_draw(run: Run):
    typed = "b2\ndraw\nquit\n"
    _, out, _ = run("play", "tic-tac-toe", "--o", "easy", "--seed", "2", typed=typed)
    assert "No draw: declined by o." in out or "A draw: agreed." in out


def test_the_board_is_turned_round(run: Run):
    _, out, _ = run("play", "wali", typed="b2\nflip\nquit\n")
    assert "2  . . . .[b]." in out
    assert "   f e d c b a" in out
    assert out.index("\n1  .", out.index("flip")) < out.index("\n2  .", out.index("flip"))
    assert run("play", "hex", typed="flip\nquit\n").code == 0
    assert run("play", "nine-mens-morris", typed="flip\nquit\n").code == 0


def test_a_position_is_written_in_one_line(run: Run):
    _, out, _ = run("play", "wali", typed="b2\nposition\nquit\n")
    text = next(line for line in out.split("\n") if " white " in line and "/" in line).rpartition("> ")[2]
    assert run("moves", "wali", "--position", text).out == run("moves", "wali", "--steps", "b2").out


def test_reasons(run: Run):
    _, out, _ = run("play", "hnefatafl-7", typed="why d7-d5\nwhy\nwhy zz9\nquit\n")
    assert "The rule is in" in out
    assert "Write `why STEP`: the game is not over." in out
    assert "`zz9`" in out


def test_a_record_is_loaded(run: Run, tmp_path: Path):
    path = tmp_path / "game.txt"
    run("play", "wali", typed=f"d4\nsave {path}\nquit\n")
    _, out, _ = run("play", "wali", typed=f"load {path}\nload\nload /no/such/file\nquit\n")
    assert "black played d4" in out
    assert "Write `load FILE`" in out
    assert "cannot be read" in out
    _, out, _ = run("play", "rive", typed=f"load {path}\nquit\n")
    assert "is a record of another game (wali)" in out


def test_comments_are_written_during_play(run: Run, tmp_path: Path):
    path = tmp_path / "game.pgn"
    typed = f"note The first game.\nd4\nnote\nnote the middle\nc3\nundo\nsave {path}\nnote better so\nquit\n"
    _, out, _ = run("play", "wali", typed=typed)
    assert "Write `note TEXT`" in out
    assert out.count("  the middle\n") == 1  # after `undo`
    assert "{The first game.} 1. d4 {the middle} *" in path.read_text(encoding="utf-8")
    _, out, _ = run("play", "wali", "--resume", str(path), typed=f"c3\nsave {path}\nquit\n")
    assert "  the middle\n" in out
    assert "1. d4 {the middle} 2. c3 *" in path.read_text(encoding="utf-8")


def test_a_terminal_that_dies_loses_nothing(tmp_path: Path):
    state = str(tmp_path)
    child = terminal("play", "wali", NO_COLOR="1", BOARDWRIGHT_STATE=state)
    child.expect("black to drop> ")
    child.sendline("c3")
    child.expect("white to drop> ")
    child.sendline("note as always")
    child.expect("Noted")
    os.kill(child.pid, signal.SIGKILL)
    child.close()
    child = terminal("play", "wali", NO_COLOR="1", BOARDWRIGHT_STATE=state)
    child.expect("A game was left after 1 step in 1 turn. Go on with it")
    child.sendline("yes")
    child.expect("white to drop> ")
    assert "black played c3" in child.before
    assert "as always" in child.before
    child.sendline("e\t")  # there are several steps that begin like this
    child.expect("white to drop> ")
    interrupt(child)
    assert "Traceback" not in child.before
    assert len(list(tmp_path.iterdir())) == 1


def test_a_whole_game_of_rive_at_a_terminal(tmp_path: Path):
    """Typed by hand: with slips, a capture taken back and made again, a record on the way, and a terminal that dies."""
    chance, position = random.Random(3), interpreter.load("rive", options={"side": 3}).initial()
    while position.outcome is None:
        position = position.play(chance.choice(position.legal_moves))
    steps = [str(move) for move in position.moves]
    capture = next(number for number, step in enumerate(steps) if step.startswith("x"))
    record = tmp_path / "rive.txt"
    state = {"NO_COLOR": "1", "BOARDWRIGHT_STATE": str(tmp_path / "state")}
    child = terminal("play", "rive", "--option", "side=3", **state)

    child.expect("black to add> ")

    def type_in(text: str, answer: str = r"(black|white) to (add|shrink)> ") -> str:
        child.sendline(text)
        child.expect(answer)
        return str(child.before)

    for number, step in enumerate(steps[: capture + 1]):
        if number % 3 == 1:
            assert "is neither a step nor a command" in type_in("whoops")
            assert "is not legal" in type_in(steps[0])
            assert "holds" in type_in(f"why {steps[0]}")
        type_in(f" {step.upper()} ")
    taken = child.before
    before = board(type_in("undo"))
    assert before != board(taken)
    assert board(type_in(steps[capture])) == board(taken)
    assert board(type_in("undo")) == before
    assert board(type_in("redo")) == board(taken)
    assert f"Saved: {record}" in type_in(f"save {record}")
    os.kill(child.pid, signal.SIGKILL)
    child.close()
    assert len(interpreter.records.replay(interpreter.records.read_record(record)).moves) == capture + 1

    child = terminal("play", "rive", "--option", "side=3", **state)
    child.expect("A game was left after")
    assert board(type_in("yes")) == board(taken)
    for step in steps[capture + 1 : -1]:
        type_in(step)
    assert f"Won by {position.outcome.winner}: board full." in type_in(steps[-1], "game over")
    child.sendline("quit")
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 0


def board(shown: str) -> list[str]:
    """The last board of what was shown."""
    rows = [line for line in shown.splitlines() if re.match(r" *[a-i]  ?[.bw\[]", line)]
    return rows[-5:]


def test_completion_forgives_case_and_signs():
    words = ["X@a1", "X@b1", "d7-c7", "undo"]
    assert completions("xa", words) == ["X@a1"]
    assert completions("D7", words) == ["d7-c7"]
    assert completions("", words) == words
