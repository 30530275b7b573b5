from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from interpreter.cli.app import COMMANDS
from interpreter.resources import library_games

Run = Callable[..., Any]


def test_every_command_has_a_help_screen_with_an_explained_option(run: Run):
    code, out, _ = run("--help")
    assert code == 0
    commands = [line.split()[0] for line in out.partition("Commands:\n")[2].partition("\n\n")[0].splitlines()]
    assert commands == list(COMMANDS)
    for command in commands:
        code, out, err = run(command, "--help")
        assert (code, err) == (0, "")
        assert f"boardwright {command}" in out
        assert all(len(line) <= 80 for line in out.splitlines())


def test_the_start_screen_is_help(run: Run):
    code, out, err = run()
    assert code == 2
    assert "Commands:" in out + err


def test_list(run: Run):
    code, out, _ = run("list")
    assert code == 0
    assert out.startswith(library_games()[0])
    assert "a variant of hnefatafl-7)" in " ".join(out.split())
    assert all(len(line) <= 80 for line in out.splitlines())
    code, out, _ = run("list", "--json")
    assert [entry["name"] for entry in json.loads(out)] == list(library_games())


def test_show(run: Run):
    code, out, _ = run("show", "order-and-chaos", "--option", "board-size=4", "--option", "in-a-row=4")
    assert code == 0
    assert "4  . . . ." in out
    assert "rectangle, 4 x 4, 16 sites" in out
    assert "board-size" in out
    assert "[4], a number from 3 to 19" in out
    code, out, _ = run("show", "wali", "--json", "--change", "board.size=[3, 3]")
    assert len(json.loads(out)["board"]["sites"]) == 9


def test_moves(run: Run):
    code, out, _ = run("moves", "wali", "--change", "board.size=[3, 2]", "--steps", "A1, 2. b1")
    assert code == 0
    assert out == "black to drop: 3 legal steps\n  c1  b2  c2\n"
    code, out, _ = run("moves", "wali", "--json")
    assert len(json.loads(out)["legal"]) == 30


def test_perft(run: Run):
    code, out, _ = run("perft", "wali", "--depth", "2")
    assert code == 0
    assert [line.split()[:2] for line in out.splitlines()] == [["1", "30"], ["2", "870"]]
    _, out, _ = run("perft", "wali", "--depth", "2", "--by", "turn", "--json")
    assert json.loads(out)["counts"] == [30, 870]


def test_commands_about_a_position_in_one_line(run: Run):
    place = ("--position", "3/xo1/xo1 x play.mark-one")
    _, out, _ = run("moves", "tic-tac-toe", *place)
    assert out == "x to mark one: 5 legal steps\n  c1  c2  a3  b3  c3\n"
    _, out, _ = run("why", "tic-tac-toe", "a1", *place)
    assert out.startswith("a1 holds your mark.")
    _, out, _ = run("perft", "tic-tac-toe", "--depth", "4", "--json", *place)
    assert json.loads(out)["counts"] == [5, 16, 39, 60]
    code, out, _ = run("draw", "tic-tac-toe", *place)
    assert (code, out.startswith("<svg")) == (0, True)
    code, _, err = run("moves", "tic-tac-toe", "--steps", "a1", *place)
    assert (code, "leave out --steps" in err) == (2, True)


def test_replay_of_steps(run: Run):
    code, out, _ = run("replay", "wali", "--steps", "a1 b1 c1")
    assert code == 0
    assert "1  b w[b]. . ." in out
    assert "white to drop." in out
    code, _, err = run("replay", "wali", "--steps", "a1 b1 b1")
    assert code == 1
    assert "step 3, `b1` is not legal here: b1 holds white's stone" in err
    assert run("replay", "wali", "--steps", "a1 z9").err.startswith(
        "error: step 2: `z9` is not a step: this board has no"
    )
    assert "step 1: `c` is not a step" in run("moves", "wali", "--steps", "c").err
    code, out, _ = run("replay", "wali", "--steps", "a1", "--json")
    assert json.loads(out)["pieces"] == {"a1": ["black", "stone"]}


def test_points_are_shown_beside_the_board(run: Run, tmp_path: Path):
    path = tmp_path / "pairs.yaml"
    path.write_text(
        "game: a point for each corner\nlanguage: 1\nplayers: [white, black]\n"
        "board: {shape: rectangle, size: 3}\npieces: {stone: {owner: each}}\n"
        "moves: {drop: {place: stone, to: empty, then: [{if: to in corners, award: 1}]}}\n"
        "play: {turn: drop, stuck: draw}\nend: {two: {if: points(me) is 2, result: me wins}}\n",
        encoding="utf-8",
    )
    _, out, _ = run("replay", str(path), "--steps", "b1 b2")
    assert "Points" not in out
    _, out, _ = run("replay", str(path), "--steps", "a1 b1")
    assert "Points   white 1, black 0" in out
    _, out, _ = run("play", str(path), typed="a1\nquit\n")
    assert "Points   white 1, black 0" in out
    _, out, _ = run("replay", str(path), "--steps", "a1 b1", "--change", "score=points(it)")
    assert ("Points" in out, "Score    white 1, black 0" in out) == (False, True)


def test_who_is_out_is_shown_beside_the_board(run: Run):
    three = ("yavalath", "--option", "form=three players", "--option", "side=3")
    assert "Out" not in run("replay", *three, "--steps", "a1 c1 e1").out
    assert "Out      white" in run("replay", *three, "--steps", "a1 c1 e1 a3 c3 e2 a2").out


def test_a_record_is_exported_and_read_again(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    text, pgn, plain = (str(tmp_path / f"game.{ending}") for ending in ("txt", "pgn", "json"))
    run("play", "rive", "--auto", "--seed", "3", "--save", text)
    for path in (pgn, plain):
        assert run("export", text, "--out", path).out == f"Written: {path}\n"
        assert run("export", path).out == Path(text).read_text(encoding="utf-8")
        assert run("replay", path).out == run("replay", text).out
    assert run("export", text, "--format", "json").out == Path(plain).read_text(encoding="utf-8")
    own = tmp_path / "games" / "own.yaml"
    own.parent.mkdir()
    own.write_text("game: Own\nextends: rive\n", encoding="utf-8")
    run("play", str(own), "--auto", "--seed", "3", "--save", text)
    monkeypatch.chdir(tmp_path)  # what is not written into a file is told from here
    assert "game: ./games/own.yaml\n" in run("export", text).out
    code, _, err = run("export", "rive")
    assert (code, "there is no record" in err) == (2, True)
    Path(text).write_text("{}", encoding="utf-8")
    code, out, err = run("export", text)
    assert (code, out, "the record has no `game`" in err) == (1, "", True)


def test_a_record_is_played_saved_and_replayed(run: Run, tmp_path: Path):
    record = str(tmp_path / "game.txt")
    code, out, _ = run("play", "order-and-chaos", "--auto", "--seed", "3", "--option", "board-size=4", "--save", record)
    assert code == 0
    assert "by order" in out or "by chaos" in out
    again = run("replay", record)
    assert again.code == 0
    assert out.split("\n\n")[-2].splitlines()[-1] == again.out.split("\n\n")[1].splitlines()[-1]
    text = Path(record).read_text(encoding="utf-8")
    assert "option board-size: 4\n" in text
    assert "seed: 3\n" in text

    Path(record).write_text(text.replace("hash: ", "hash: 0"), encoding="utf-8")
    changed = run("replay", record)
    assert changed.code == 1
    assert "no longer the one that was recorded" in changed.err
    assert run("replay", record, "--anyway").code == 0

    Path(record).write_text(text.replace("\n1. ", "\n1. X@z9 "), encoding="utf-8")
    wrong = run("replay", record)
    assert wrong.code == 1
    assert "step 1: `X@z9` is not a step: this board has no site" in wrong.err
    assert f"{record}:{text[: text.index('1. ')].count(chr(10)) + 1}: " in wrong.err


def test_the_same_seed_gives_the_same_game(run: Run):
    first = run("play", "rive", "--auto", "--seed", "5", "--change", "board.size=3")
    assert first.out == run("play", "rive", "--auto", "--seed", "5", "--change", "board.size=3").out
    assert first.out != run("play", "rive", "--auto", "--seed", "6", "--change", "board.size=3").out


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        (("show", "walli"), 2, 'did you mean "wali"?'),
        (("show", "walli"), 2, "boardwright list"),
        (("play", "./wali.yaml"), 2, 'did you mean "wali"?'),
        (("show", "no\nsuch\x00game"), 2, "there is no game"),
        (("show", "wali", "--option", "x"), 2, "write --option NAME=VALUE"),
        (("show", "wali", "--option", "x=1", "--option", "x=2"), 2, "given twice"),
        (("show", "order-and-chaos", "--option", "board-sise=4"), 1, "board-size"),
        (("show", "order-and-chaos", "--option", "board-size=four"), 1, "board-size"),
        (("show", "wali", "--change", "bord.size=4"), 1, "board"),
        (("show", "wali", "--change", "board.size=[4"), 1, "board.size"),
        (("perft", "wali", "--depth", "x"), 2, "--depth"),
        (("replay", "nothing.txt"), 2, "--steps"),
        (("replay", "wali", "--option", "a=b"), 2, "its own options"),
        (("graph", "wali", "--mermaid", "--svg", "x.svg"), 2, "choose one"),
        (("graph", "wali", "--svg", "/no/such/folder/x.svg"), 2, "error: /no/such/folder/x.svg: no such file"),
        (("graph", "wali", "--svg", "."), 2, "error: .: is a directory"),
        (("rules", "wali", "--out", "wali.pdf"), 2, "a sheet is a .md or an .html"),
        (("explain", "unknwn-name"), 2, "boardwright explain"),
        (("validate",), 2, "name a game"),
        (("perft", "wali", "--depth", "-1"), 2, "write at least 0"),
        (("playouts", "wali", "--seconds", "inf"), 2, "write a number"),
        (("playouts", "wali", "--seconds", "0"), 2, "write a time above 0"),
        (("playouts", "wali", "--games", "1.5"), 2, "write a whole number"),
        (("draw", "wali", "-o", "wali.svg"), 2, "--out (-O)"),
        (("show", "wali", "-o", "x" * 5_000), 2, "xxx...: write --option NAME=VALUE"),
        (("show", "\x1b[31m"), 2, '"\\x1b[31m"'),
        (("show", ""), 2, 'no file ""'),
        (("play", "wali", "--nonsense", "3"), 2, "no option --nonsense. The players"),
        (("play", "wali", "--resume", "nothing.txt"), 2, "no such file"),
        (("dance",), 2, "dance"),
        (("games",), 2, 'did you mean "list"?'),
        (("vaildate", "wali"), 2, 'did you mean "validate"?'),
        (("wali",), 2, 'did you mean "play wali"?'),
        (("help",), 2, 'did you mean "--help"?'),
        (("new", "x"), 2, "--from"),
        (("new", "x", "--from", "walli"), 2, 'did you mean "wali"?'),
        (("format", "nothing.yaml"), 2, "nothing.yaml"),
    ],
)
def test_mistakes_are_answered_on_standard_error(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: tuple[str, ...], code: int, words: str
):
    monkeypatch.chdir(tmp_path)
    ran = run(*arguments)
    assert ran.code == code
    assert words.casefold() in ran.err.casefold()
    assert ran.out == ""


def test_explain(run: Run):
    code, out, _ = run("explain")
    assert code == 0
    first = out.split()[0]
    code, out, _ = run("explain", f"error[{first}]")
    assert code == 0
    assert first in out.splitlines()[0]
    code, out, _ = run("explain", "rows()")
    assert code == 0
    assert "gives the straight runs" in out
    code, _, err = run("explain", "minimize")
    assert (code, 'did you mean "minimise"?' in err) == (2, True)


def test_a_variant_from_nothing_to_a_validated_file(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(tmp_path)
    code, out, _ = run("new", "my-wali", "--from", "wali")
    assert code == 0
    assert "boardwright validate my-wali.yaml" in out
    assert run("new", "my-wali", "--from", "wali").code == 2
    assert run("validate", "my-wali.yaml", "--games", "1").code == 0
    assert run("format", "--check", "my-wali.yaml").code == 0
    resolved = run("resolve", "my-wali.yaml")
    assert "# my-wali.yaml:" in resolved.out
    assert "# wali.yaml:" in resolved.out


def test_format(run: Run, tmp_path: Path):
    path = tmp_path / "game.yaml"
    path.write_text("board: {}   \ngame: x\n", encoding="utf-8")
    code, out, err = run("format", "--check", str(path))
    assert (code, out) == (1, f"{path}: would be laid out anew\n")
    assert "1 file to lay out" in err
    assert run("format", str(path)).code == 0
    assert run("format", "--check", str(path)).code == 0
    path.write_text("game: [\n", encoding="utf-8")
    code, _, err = run("format", str(path))
    assert code == 1
    assert f"{path}:" in err


@pytest.mark.parametrize("command", ["validate", "moves", "resolve", "format", "draw"])
def test_a_file_that_cannot_be_read_is_a_failure_and_one_that_is_no_game_a_problem(
    run: Run, tmp_path: Path, command: str
):
    folder, no_text = tmp_path / "folder.yaml", tmp_path / "bytes.yaml"
    folder.mkdir()
    no_text.write_bytes(b"game: \xf1\n")
    more = ("--out", str(tmp_path / "x.svg")) if command == "draw" else ()
    assert [run(command, str(path), *more).code for path in (folder, tmp_path / "none.yaml", no_text)] == [2, 2, 1]


def test_a_parent_that_cannot_be_read_is_a_problem_of_the_game(run: Run, tmp_path: Path):
    path = tmp_path / "child.yaml"
    path.write_text("game: x\nextends: none.yaml\n", encoding="utf-8")
    assert run("validate", str(path)).code == 1


def test_format_takes_files_and_no_names_of_the_library(run: Run):
    code, _, err = run("format", "wali")
    assert code == 2
    assert 'there is no file called "wali"' in err
    assert "did you mean" not in err


@pytest.mark.parametrize("shape", ["full", "concise", "json", "github", "plain"])
def test_validate_in_every_format(run: Run, tmp_path: Path, shape: str):
    path = tmp_path / "game.yaml"
    path.write_text("game: x\nextends: wali\nchange: {moves: {drop: {to: emty}}}\n", encoding="utf-8")
    code, out, err = run("validate", str(path), "--format", shape)
    assert code == 1
    assert "emty" in out
    if shape == "json":
        assert json.loads(out)
    else:
        assert "cannot be used" in err


def test_validate_of_several_games(run: Run):
    code, out, err = run("validate", "wali", "rive", "--games", "1", "--seconds", "1")
    assert (code, out.strip()) == (0, "")
    assert "2 games: fine; 0 errors, 0 warnings" in err


def test_validate_tells_that_no_random_game_was_played_to_its_end(run: Run):
    _, out, err = run("validate", "breakthrough", "--seconds", "0.00001")
    assert out.strip() == ""
    assert err == (
        "breakthrough: fine; 0 errors, 0 warnings\n"
        "breakthrough: there was no time to play a random game to its end, only the first 0 steps of one\n"
        "`--seconds 10` gives more; `boardwright playouts breakthrough` plays faster\n"
    )
    _, _, err = run("validate", "chess", "wali", "breakthrough", "--seconds", "0.00001")
    assert "\nthere was no time to play a random game of these to its end: chess, wali, breakthrough\n" in err


COIN = """
game: Coin
language: 1
players: [black]
board: {shape: rectangle, size: [2, 1]}
pieces: {man: {owner: each}}
setup: {black: a1}
moves: {walk: {move: mine, along: any}, leave: {remove: mine, when: turn is 1}}
play: {turn: {act: {do: [walk, leave]}}, stuck: draw}
end: {gone: {if: no(mine), result: me wins}}
"""


def test_validate_tells_how_many_random_games_did_not_end(run: Run, tmp_path: Path):
    path = tmp_path / "coin.yaml"
    path.write_text(COIN, encoding="utf-8")
    told = run("validate", str(path), "--games", "4", "--seconds", "60").err
    assert told.splitlines()[1:] == [f"{path}: 1 of 4 random games did not end within 2000 steps"]


def test_graph(run: Run, tmp_path: Path):
    code, out, _ = run("graph", "wali")
    assert code == 0
    assert "digraph" in out
    _, out, _ = run("graph", "wali", "--mermaid")
    assert out.startswith(("flowchart", "stateDiagram", "graph"))
    svg = tmp_path / "wali.svg"
    assert run("graph", "wali", "--svg", str(svg)).code == 0
    assert svg.read_text(encoding="utf-8").lstrip().startswith(("<svg", "<?xml"))
