"""One tiny game file for each decision of the language, played on every engine."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

import interpreter

import runner  # isort: skip

if TYPE_CHECKING:
    from pathlib import Path

CASES = [
    pytest.param(path, title, engine, id=f"{path.stem}-{title}-{engine}")
    for engine in runner.ENGINES
    for path in runner.game_files(engine=engine)
    for title in (runner.scenarios(path))
]


@pytest.mark.parametrize(("path", "title", "engine"), CASES)
def test_scenario(path: Path, title: str, engine: str):
    assert runner.problems(path, title, engine) == []


@pytest.mark.parametrize("path", runner.game_files(), ids=lambda path: path.stem)
def test_the_files_are_games_without_errors_whose_scenarios_hold(path: Path):
    found = interpreter.validate(path, games=0)
    assert [diagnostic.message for diagnostic in found if diagnostic.is_error] == []
