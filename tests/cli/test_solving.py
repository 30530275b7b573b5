from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

Run = Callable[..., Any]


def test_a_small_game_is_solved(run: Run):
    code, out, err = run("solve", "tic-tac-toe", "--json")
    told = json.loads(out)
    assert (code, err, told["solved"], told["winner"], len(told["line"])) == (0, "", True, None, 9)
    code, out, _ = run("solve", "tic-tac-toe", "--steps", "a1 b1 b2 c3")
    assert code == 0
    assert out.startswith("Tic-Tac-Toe: x wins (")


def test_a_position_is_solved(run: Run):
    code, out, _ = run("solve", "tic-tac-toe", "--position", "3/xo1/xo1 x play.mark-one")
    assert (code, out.startswith("Tic-Tac-Toe: x wins (")) == (0, True)
    code, _, err = run("solve", "tic-tac-toe", "--position", "3/xo1/xq1 x play.mark-one")
    assert code == 1
    assert err.startswith("error: --position: no piece is drawn as `q`; there are o, x\n  Tic-Tac-Toe begins at ")
    assert run("solve", "tic-tac-toe", "--position", "3/3/3 x play.mark-one", "--steps", "a1").code == 2


def test_a_large_game_is_not(run: Run):
    code, out, _ = run("solve", "connect-four", "--seconds", "0.2")
    assert code == 1
    assert "Connect Four: not solved in this time; looked" in out


def test_what_cannot_be_solved(run: Run):
    code, _, err = run("solve", "tic-tac-toe", "--steps", "a1 b1 a2 b2 a3")
    assert (code, err.startswith("error: the game is over: x wins")) == (2, True)
    assert run("solve", "tic-tac-toe", "--seconds", "0").code == 2
    code, _, err = run("solve", "tic-tac-toe", "--seconds", "nan")
    assert (code, 'write a number, not "nan"' in err) == (2, True)
