"""Games written from the manual alone, whose numbers of move sequences another system has published."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import interpreter
from interpreter.engine import kernel

FOLDER = Path(__file__).parent / "published"
PUBLISHED = json.loads((FOLDER / "perft.json").read_text(encoding="utf-8"))
COUNTS = PUBLISHED["counts"]


def test_every_file_has_a_number():
    assert {path.stem for path in FOLDER.glob("*.yaml")} == set(COUNTS)


@pytest.mark.skipif(not kernel.available(), reason="the numbers are large")
@pytest.mark.parametrize("name", COUNTS)
def test_the_published_number(name: str):
    depth, count = COUNTS[name]
    game = interpreter.load(str(FOLDER / f"{name}.yaml"))
    assert interpreter.validate(str(FOLDER / f"{name}.yaml"), games=0) == []
    assert game.perft(depth, by="turn" if name in PUBLISHED["turns"] else "step") == count


@pytest.mark.skipif(not kernel.available(), reason="the numbers are large")
@pytest.mark.parametrize(("name", "text", "depth", "count"), PUBLISHED["positions"])
def test_the_published_number_of_a_position(name: str, text: str, depth: int, count: int):
    game = interpreter.load(str(FOLDER / f"{name}.yaml"))
    assert game.perft(depth, start=game.position_of(text)) == count
