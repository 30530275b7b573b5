"""`boardwright draw` and `boardwright why`."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from pathlib import Path

Run = Callable[..., Any]


def test_a_position_is_drawn_into_a_file_or_written(run: Run, tmp_path: Path):
    code, out, _ = run("draw", "wali", "--steps", "a1 c3")
    assert code == 0
    assert out.startswith("<svg ")
    path = tmp_path / "wali.svg"
    code, told, _ = run("draw", "wali", "--steps", "a1 c3", "--out", str(path))
    assert (code, told) == (0, f"Drawn: {path}\n")
    assert path.read_text(encoding="utf-8") == out


def test_a_record_is_drawn_after_any_of_its_steps(run: Run, tmp_path: Path):
    record = str(tmp_path / "game.txt")
    run("play", "tic-tac-toe", "--auto", "--seed", "1", "--save", record)
    first = run("draw", record, "--step", "0").out
    assert first == run("draw", "tic-tac-toe").out
    assert run("draw", record).out != run("draw", record, "--step", "-1").out
    assert "<animate" in run("draw", record, "--animate").out
    code, _, err = run("draw", record, "--step", "99")
    assert code == 2
    assert "--step 99: there are" in err


def test_comments_stand_below_the_board_and_variations_are_drawn(run: Run, tmp_path: Path):
    record = tmp_path / "game.txt"
    head = "boardwright record 1\ngame: wali\nlanguage: 1\nhash: ?\noutcome: ?\n\n"
    record.write_text(f"{head}1. d4 {{<the> middle}} (1. a1 {{a corner}})\n", encoding="utf-8")
    plain, said = run("draw", "wali", "--steps", "d4").out, run("draw", str(record)).out
    assert "&lt;the&gt; middle</text>" in said
    assert int(said.split('height="')[1].split('"')[0]) > int(plain.split('height="')[1].split('"')[0])
    assert "a corner" in run("draw", str(record), "--variation", "1").out
    assert "middle" in run("draw", str(record), "--animate").out
    code, _, err = run("draw", str(record), "--variation", "2")
    assert (code, "the record has 1" in err) == (1, True)
    code, _, err = run("draw", "wali", "--variation", "1")
    assert (code, "a game has none" in err) == (2, True)


def test_pictures_as_png_and_gif(run: Run, tmp_path: Path):
    pytest.importorskip("resvg_py")
    pytest.importorskip("PIL")
    for name, start in (("a.png", b"\x89PNG"), ("a.gif", b"GIF8")):
        path = tmp_path / name
        assert run("draw", "tic-tac-toe", "--steps", "a1 b2", "--out", str(path)).code == 0
        assert path.read_bytes().startswith(start)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--out", "a.jpg"), "ends in .svg, .png or .gif"),
        (("--from", "red"), "the players are black, white"),
        (("--targets", "z9"), "the board has no such site"),
        (("--out", "a.png", "--animate"), "does not move"),
    ],
)
def test_what_cannot_be_drawn_is_told(run: Run, arguments: tuple[str, ...], message: str):
    code, _, err = run("draw", "wali", *arguments)
    assert code == 2
    assert message in err


def test_targets_are_dotted(run: Run):
    plain, dotted = run("draw", "chess").out, run("draw", "chess", "--targets", "b1").out
    assert dotted.count("<circle") == plain.count("<circle") + 3  # two squares, and the knight itself
    assert run("draw", "chess", "--targets", "B1").out == dotted


FOLLOWED = """
game: Followed
language: 1
players: [black, white]
board: {shape: rectangle, size: [4, 1]}
pieces: {stone: {owner: each, letter: s}, wall: {owner: nobody, letter: w}}
setup: {stone: {black: a1 or b1, white: c1}}
moves:
  close: {remove: mine, then: [{remove: mine}, {place: wall, on: empty and not at}]}
play: {turn: {close: {}}, stuck: draw}
end: {alone: {if: no(mine), result: draw}}
"""


def test_what_else_a_step_did_is_told(run: Run, tmp_path: Path):
    (tmp_path / "followed.yaml").write_text(FOLLOWED, encoding="utf-8")
    for game, steps, told in (
        ("chess", "g1-f3 a7-a6 g2-g3 b7-b6 f1-g2 c7-c6 e1-g1", "white played e1-g1, moving h1 to f1"),
        ("chess", "e2-e4 a7-a6 e4-e5 d7-d5 e5-d6", "white played e5-d6, taking d5"),
        ("oware", "b1", "lower played b1, changing c1 d1 e1"),
        (str(tmp_path / "followed.yaml"), "xa1", "black played xa1, removing b1, placing d1"),
    ):
        assert run("replay", game, "--steps", steps).out.splitlines()[1] == told


def test_why_for_people_and_for_programs(run: Run):
    code, out, _ = run("why", "wali", "b1", "--steps", "a1 c3")
    assert code == 0
    assert out.startswith("b1 touches your stone on a1.\n")
    assert "1 (b). . . . ." in out
    told = json.loads(run("why", "wali", "b1", "--steps", "a1 c3", "--json").out)
    assert told["sites"] == ["a1"]
    assert (told["line"], told["column"], told["move"]) == (44, 19, "drop")


def test_why_a_game_ended(run: Run):
    code, out, _ = run("why", "tic-tac-toe", "--steps", "a1 a2 b1 b2 c1")
    assert code == 0
    assert "a1 b1 c1" in out
    code, _, err = run("why", "tic-tac-toe")
    assert code == 2
    assert "name a step" in err
