"""`interpreter.load` and what a game tells of itself."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

import interpreter

if TYPE_CHECKING:
    from pathlib import Path


def test_a_library_game_by_its_name():
    found = interpreter.load("wali")
    assert (found.name, found.title, found.players) == ("wali", "Wali", ("black", "white"))
    assert found.board.sites[0] == "a1"
    assert isinstance(found.about, dict)
    assert "Africa" in found.about["origin"]
    assert isinstance(found.options, dict)


def test_changes_and_options_change_the_hash():
    plain = interpreter.load("wali")
    smaller = interpreter.load("wali", change={"board.size": [4, 4]})
    assert len(smaller.board.sites) == 16
    assert plain.hash == interpreter.load("wali").hash
    assert plain.hash != smaller.hash


@pytest.mark.parametrize("name", interpreter.library_games())
def test_every_library_game_is_played_from_its_name(name: str):
    found = interpreter.load(name)
    position = found.initial()
    assert position.mover in found.players
    assert position.legal_moves
    assert set(position.seats) == set(found.players)


@pytest.mark.parametrize(
    "name", ["", "no-such-game", "wali.yml", "../wali", "/", ".", "wal", "WALI", "a\x00b", "x" * 5000]
)
def test_a_game_that_is_not_there(name: str):
    with pytest.raises(interpreter.GameFileError) as caught:
        interpreter.load(name)
    assert caught.value.diagnostics
    assert str(caught.value)


@pytest.mark.parametrize(
    "change",
    [
        {"board.sise": 3},
        {"": 3},
        {"board": 3},
        {"board.size": "many"},
        {"moves.drop": None},
        {"end": None},
        {"players": []},
        {"board.size": [0, 5]},
        {"board.size": [10**9, 10**9]},
        {"pieces.stone.hand": -1},
    ],
)
def test_a_change_that_cannot_be(change: dict[str, object]):
    with pytest.raises(interpreter.GameFileError) as caught:
        interpreter.load("wali", change=change)
    assert caught.value.diagnostics


@pytest.mark.parametrize("options", [{"no-such-option": "yes"}, {"": ""}])
def test_an_option_that_is_not_there(options: dict[str, object]):
    with pytest.raises(interpreter.GameFileError):
        interpreter.load("wali", options=options)


def test_a_path_may_be_given(tmp_path: Path):
    with pytest.raises(interpreter.GameFileError):
        interpreter.load(tmp_path / "nothing.yaml")
    with pytest.raises(interpreter.GameFileError):
        interpreter.load(tmp_path)


def test_names_are_there_when_asked_for():
    for name in interpreter.__all__:
        assert getattr(interpreter, name) is not None
    with pytest.raises(AttributeError):
        interpreter.no_such_name  # noqa: B018


def test_games_and_positions_have_short_names():
    game = interpreter.load("rive", options={"side": 2})
    assert repr(game).startswith("<Game rive, side=2")
    position = game.initial()
    assert repr(position) == "<Position of rive, turn 1, black to add>"
    assert str(position.play("b2")).count("b") >= 1


def test_what_is_of_the_wrong_kind_is_told():
    game = interpreter.load("rive", options={"side": 2})
    with pytest.raises(ValueError, match="perft needs a depth"):
        game.perft(2.5)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="change is a map"):
        interpreter.load("rive", change="board.size=3")  # type: ignore[arg-type]


def test_records_are_reached_from_the_package():
    assert interpreter.records.read_record
    assert {"load", "records", "validate"} <= set(dir(interpreter))
