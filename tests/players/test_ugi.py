"""The Universal Game Interface, spoken with by a client."""

from __future__ import annotations

import io
import subprocess
import sys
from pathlib import Path

import interpreter
from interpreter.players.ugi import Ugi

BOARDWRIGHT = str(Path(sys.executable).parent / "boardwright")


def spoken(name: str, text: str) -> list[str]:
    out = io.StringIO()
    Ugi(interpreter.load(name), out).converse(io.StringIO(text))
    return out.getvalue().splitlines()


def test_it_introduces_itself():
    lines = spoken("wali", "ugi\nisready\nquit\n")
    assert lines[0].startswith("id name Boardwright ")
    assert lines[-2:] == ["ugiok", "readyok"]
    assert "option name Threads type spin default 1 min 1 max 256" in lines


def test_it_finds_a_win_and_knows_how_a_game_ended():
    lines = spoken(
        "tic-tac-toe",
        "position startpos moves a1 b1 a2 b2\nquery p1turn\nquery gameover\nquery result\n"
        "position fen 3/xo1/xo1 x play.mark-one turn=5 moves a3\nquery gameover\nquery result\n"
        "position fen 3/xo1/xo1 x play.mark-one turn=5\ngo nodes 2000\n",
    )
    assert lines[:5] == ["response true", "response false", "response none", "response true", "response p1win"]
    assert lines[5].startswith("info depth ")
    assert lines[6:] == ["bestmove a3"]


def test_of_three_players_the_third_may_win():
    out = io.StringIO()
    game = interpreter.load("col", options={"columns": 3, "rows": 1, "number-of-players": "three"})
    Ugi(game, out).converse(io.StringIO("position startpos moves b1 a1 c1\nquery result\n"))
    assert out.getvalue() == "response p3win\n"


def test_another_search_may_be_asked_for():
    lines = spoken(
        "tic-tac-toe",
        "ugi\nsetoption name Search value guess\nsetoption name search value Alpha-Beta\n"
        "position startpos moves a1 b1 a2 b2\ngo depth 1\n",
    )
    assert "option name Search type combo default auto var auto var monte-carlo var alpha-beta" in lines
    assert lines[-3] == "info string error: Search is auto, monte-carlo or alpha-beta"
    assert lines[-2].startswith("info depth 1 ")
    assert lines[-1] == "bestmove a3"
    assert spoken("einstein", "setoption name Search value alpha-beta\ngo depth 1\n") == [
        "info string error: this search is for one or two players and games without chance"
    ]


def test_an_endless_search_is_stopped():
    lines = spoken("wali", "setoption name Seed value 3\nposition startpos\ngo infinite\nstop\n")
    assert lines[-1].startswith("bestmove ")


def test_slips_are_told_and_change_nothing():
    lines = spoken(
        "tic-tac-toe",
        "hello\nposition\nposition startpos moves zz\nposition fen 3/3\ngo fast\ngo nodes\ngo nodes 0\nquery\n"
        "setoption name Speed value 3\nsetoption name Threads value 0\nposition startpos\nquery p1turn\n",
    )
    assert all(line.startswith("info string error: ") for line in lines[:-1])
    assert len(lines) == 11
    assert lines[-1] == "response true"


def test_numbers_and_words_without_end_are_slips_too():
    many = "9" * 400
    lines = spoken(
        "tic-tac-toe", f"go p1time {many}\ngo nodes {many}\ngo depth {many * 20}\nx{many}\n\x00\x1b[2J\nisready\n"
    )
    assert all(line.startswith("info string error: ") and len(line) < 200 for line in lines[:-1])
    assert all(line.isprintable() for line in lines)
    assert len(lines) == 6


def test_a_client_plays_a_match():
    game = interpreter.load("connect-four", options={"board-width": 4, "board-height": 4})
    sides = [
        subprocess.Popen(
            [BOARDWRIGHT, "ugi", "connect-four", "-o", "board-width=4", "-o", "board-height=4"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        for _ in game.players
    ]
    position = game.initial()
    while position.mover is not None:
        side = sides[game.players.index(position.mover)]
        assert side.stdin is not None
        assert side.stdout is not None
        moves = "".join(f" {move}" for move in position.moves)
        side.stdin.write(f"position startpos{' moves' if moves else ''}{moves}\ngo p1time 3000 p2time 3000 nodes 300\n")
        side.stdin.flush()
        while not (line := side.stdout.readline()).startswith("bestmove "):
            assert line.startswith("info ")
        position = position.play(line.split()[1])
    for side in sides:
        side.communicate("quit\n", timeout=20)
        assert side.returncode == 0
    assert position.outcome is not None
