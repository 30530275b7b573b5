"""Rule files made up at random, on kernels beside the reference engine."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import pytest
from comparing import walk
from hypothesis import HealthCheck, given, settings
from rule_files import rule_files

import interpreter
from interpreter.engine import kernel
from interpreter.engine.compiled import CompiledEngine
from interpreter.engine.lowering.passes import ALL
from interpreter.engine.lowering.program import UnloweredError

if TYPE_CHECKING:
    from pathlib import Path

FILES = 24
LOWERED = 0.95  # the least share of files that must get a kernel; of 300 files, all did


def test_made_up_files(tmp_path: Path):
    """The engines agree, and most files have a kernel form."""
    counts: Counter[str] = Counter()
    path = tmp_path / "made-up.yaml"

    @settings(max_examples=FILES, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
    @given(rule_files())
    def compared(text: str) -> None:
        path.write_text(text, encoding="utf-8")
        try:
            game = interpreter.load(path)
        except interpreter.GameFileError:
            counts["not a game"] += 1
            return
        counts["game"] += 1
        compiled = CompiledEngine(game.machine, llvm=False, passes=ALL if counts["game"] % 2 else frozenset())
        try:
            assert compiled.position_kernel.endings
            assert compiled.playout_kernel.endings
        except UnloweredError:
            counts["unlowered"] += 1
            return
        counts["steps"] += walk(game.engine, compiled, games=2, limit=15).steps
        assert compiled.playouts(2, limit=20).games == 2

    compared()
    assert counts["game"] > counts["not a game"] * 3, counts
    assert counts["game"] - counts["unlowered"] >= LOWERED * counts["game"], counts


@pytest.mark.skipif(not kernel.available(), reason="llvmlite is not installed")
def test_made_up_files_as_machine_code(tmp_path: Path):
    """Machine code and Python play the same random games, bit for bit."""
    path = tmp_path / "made-up.yaml"

    @settings(max_examples=4, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
    @given(rule_files())
    def compared(text: str) -> None:
        path.write_text(text, encoding="utf-8")
        try:
            machine = interpreter.load(path).machine
            found = [CompiledEngine(machine, llvm=llvm).playouts(5, limit=30) for llvm in (True, False)]
        except (interpreter.GameFileError, UnloweredError):
            return
        assert found[0] == found[1]

    compared()
