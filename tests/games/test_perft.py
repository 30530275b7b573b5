import json
from pathlib import Path
from typing import Any

import pytest

import interpreter

ROWS = json.loads((Path(__file__).parent / "perft.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("row", ROWS, ids=lambda row: " ".join(map(str, list(row.values())[:-1])))
def test_the_numbers_of_step_sequences(row: dict[str, Any]):
    game = interpreter.load(row["game"], options=row.get("options"), change=row.get("change"))
    by = row.get("by", "step")
    assert [game.perft(depth, by=by) for depth in range(1, len(row["counts"]) + 1)] == row["counts"]
