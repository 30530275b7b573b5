from __future__ import annotations

import random
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

import interpreter
from interpreter.errors import RecordError
from interpreter.records import as_text, from_text, read_record, record_of, replay, write_record

if TYPE_CHECKING:
    from pathlib import Path

    from interpreter import Game, Position

CHANGE = {"board.size": [3, 3]}


def played(game: Game, seed: int = 1, most: int = 10_000) -> Position:
    chance, position = random.Random(seed), game.initial()
    while position.outcome is None and len(position.moves) < most:
        position = position.play(chance.choice(position.legal_moves))
    return position


@pytest.fixture(scope="module")
def finished() -> Position:
    return played(interpreter.load("wali", change=CHANGE))


@pytest.mark.parametrize("name", interpreter.library_games())
def test_every_game_comes_back_from_its_record(name: str, tmp_path: Path):
    end = played(interpreter.load(name), most=60)
    write_record(end, tmp_path / "game.txt", seed=1)
    record = read_record(tmp_path / "game.txt")
    again = replay(record)
    assert again.moves == end.moves
    assert again.outcome == end.outcome
    assert again.occupants == end.occupants
    assert as_text(record_of(again, seed=1)) == as_text(record)


def test_changes_options_and_outcome_are_kept(finished: Position, tmp_path: Path):
    record = write_record(finished, tmp_path / "game.txt", change=CHANGE)
    assert record.changes == (("board.size", "[3, 3]"),)
    assert finished.outcome is not None
    assert record.outcome == f"{finished.outcome.winner or 'draw'} ({finished.outcome.reason})"
    assert replay(read_record(tmp_path / "game.txt")).outcome == finished.outcome


def test_a_game_file_is_found_from_where_the_record_stands(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    (tmp_path / "games").mkdir()
    (tmp_path / "records").mkdir()
    (tmp_path / "games" / "mine.yaml").write_text("game: Mine\nextends: wali\n", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    end = played(interpreter.load("games/mine.yaml"), most=5)
    record = write_record(end, "records/game.txt")
    assert record.game == "../games/mine.yaml"
    monkeypatch.chdir(tmp_path / "records")
    assert replay(read_record("game.txt")).moves == end.moves
    monkeypatch.chdir("/")
    assert replay(read_record(tmp_path / "records" / "game.txt")).moves == end.moves


def test_a_changed_game_is_refused_unless_told(finished: Position):
    record = from_text(as_text(record_of(finished, change={"board.size": [3, 3]})), "game.txt")
    other = replace(record, changes=(("board.size", "[3, 4]"),))
    with pytest.raises(RecordError, match="no longer the one") as caught:
        replay(other)
    assert caught.value.line == 4
    assert replay(replace(record, hash="0"), anyway=True).outcome == finished.outcome


def test_a_game_or_an_option_that_is_gone_is_named_with_its_record(finished: Position):
    record = from_text(as_text(record_of(finished, change={"board.size": [3, 3]})), "game.txt")
    with pytest.raises(RecordError, match=r"game\.txt:2: .* no file and no library game called .*no-such-game"):
        replay(replace(record, game="no-such-game"))
    with pytest.raises(RecordError, match=r'game\.txt:2: .* has no option "no-such-option"'):
        replay(replace(record, options=(("no-such-option", "1"),)))


def test_the_first_step_that_is_not_legal_is_named(finished: Position):
    text = as_text(record_of(finished, change=CHANGE))
    record = from_text(text.replace("\n2. ", "\n2. z9 ", 1), "game.txt")
    with pytest.raises(RecordError, match="step 2: `z9` is not a step") as caught:
        replay(record)
    assert caught.value.line == text[: text.index("\n2. ")].count("\n") + 2


def test_cut_off_records_are_noticed(finished: Position):
    record = from_text(as_text(record_of(finished, change=CHANGE)), "game.txt")
    with pytest.raises(RecordError, match="the outcome is"):
        replay(replace(record, steps=record.steps[:-1]))
    with pytest.raises(RecordError, match="belongs to turn"):
        replay(replace(record, steps=record.steps[1:], outcome=None))
    with pytest.raises(RecordError, match="the game was over before it"):
        replay(replace(record, steps=(*record.steps, record.steps[0])))


def test_what_cannot_be_written(finished: Position, tmp_path: Path):
    with pytest.raises(RecordError, match="cannot be saved"):
        write_record(finished, tmp_path / "no" / "game.txt")
    with pytest.raises(RecordError, match="cannot be written down"):
        record_of(finished, change={"board.size": {1, 2}})
    game = interpreter.load("wali")
    with pytest.raises(RecordError, match="a position of its own"):
        record_of(game.position(to_move="white"))
