import json
from pathlib import Path

import pytest

import interpreter

RECORDS = Path(__file__).parent / "records"
GAMES = {
    "dara": ("dara", {}),
    "hnefatafl-7": ("hnefatafl-7", {}),
    "hnefatafl-7-brandubh": ("brandubh", {}),
    "hnefatafl-7-edge": ("hnefatafl-7-edge", {}),
    "order-and-chaos": ("order-and-chaos", {}),
    "order-and-chaos-exact": ("order-and-chaos-exact", {}),
    "rive-2": ("rive", {"side": 2}),
    "rive-3": ("rive", {"side": 3}),
    "rive-4": ("rive", {"side": 4}),
    "rive-5": ("rive", {"side": 5}),
    "wali": ("wali", {}),
    "wali-prost": ("wali-prost", {}),
}


def records(name: str):
    return [json.loads(line) for line in (RECORDS / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()]


def test_every_file_of_records_is_replayed():
    assert sorted(GAMES) == sorted(path.stem for path in RECORDS.glob("*.jsonl"))
    assert sum(len(records(name)) for name in GAMES) == 240


@pytest.mark.parametrize("name", GAMES)
def test_recorded_games_replay(name: str):
    library_name, options = GAMES[name]
    game = interpreter.load(library_name, options=options)
    for number, record in enumerate(records(name)):
        position = game.initial()
        for at, (step, count) in enumerate(zip(record["moves"], record["legal"], strict=True)):
            where = f"game {number}, step {at}: {step}"
            assert position.outcome is None, where
            legal = {str(move): move for move in position.legal_moves}
            assert len(legal) == count, where
            assert step in legal, where
            position = position.after(legal[step])
        outcome = position.outcome
        assert (None if outcome is None else outcome.winner or "draw") == record["outcome"], f"game {number}"
