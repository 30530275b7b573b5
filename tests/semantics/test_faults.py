"""What only playing can find: rules that come to a place where they say nothing, or two things."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

import interpreter

import runner  # isort: skip
from unlowered import UNSEEN_FAULTS  # isort: skip

if TYPE_CHECKING:
    from pathlib import Path


CASES = [
    pytest.param(path, engine, id=f"{path.stem}-{engine}")
    for engine in runner.ENGINES
    for path in runner.game_files(runner.FOLDER / "faults")
    if engine == "reference" or path.stem not in UNSEEN_FAULTS
]


@pytest.mark.parametrize(("path", "engine"), CASES)
def test_fault(path: Path, engine: str):
    text = path.read_text(encoding="utf-8")
    steps = re.findall(r"^# steps: (.*)$", text, re.MULTILINE)[0].split()
    message = re.findall(r"^# fault: (.*)$", text, re.MULTILINE)[0].strip('"')
    position = runner.load(path, engine).initial()
    for step in steps[:-1]:
        position = position.play(step)
    with pytest.raises(interpreter.RuleFaultError, match=re.escape(message)):
        position.play(steps[-1]).legal_moves  # noqa: B018 - to look is to play on
