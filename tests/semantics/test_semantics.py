"""One tiny game file for each decision of the language, played on every engine."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

import runner  # isort: skip

if TYPE_CHECKING:
    from pathlib import Path

CASES = [
    pytest.param(path, title, engine, id=f"{path.stem}-{title}-{engine}")
    for engine in runner.ENGINES
    for path in runner.game_files()
    for title in (runner.scenarios(path))
]


@pytest.mark.parametrize(("path", "title", "engine"), CASES)
def test_scenario(path: Path, title: str, engine: str):
    assert runner.problems(path, title, engine) == []
