"""The tiny files of every decision of the language, in random games on kernels beside the reference engine."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from comparing import walk

import interpreter
from interpreter.engine import kernel
from interpreter.engine.compiled import CompiledEngine
from interpreter.engine.lowering.passes import ALL
from interpreter.engine.lowering.program import UnloweredError

FOLDER = Path(__file__).parent.parent / "semantics"
sys.path.insert(0, str(FOLDER))

from unlowered import UNLOWERED  # noqa: E402 - the list lies beside the files

FILES = sorted(FOLDER.glob("*.yaml"))
LOWERED = [path for path in FILES if path.stem not in UNLOWERED]


def test_what_has_no_kernel_form_is_listed_with_its_reason():
    found = {}
    for path in FILES:
        compiled = CompiledEngine(interpreter.load(path).machine)
        try:
            assert compiled.position_kernel.source
            assert compiled.playout_kernel.source
        except UnloweredError as missing:
            found[path.stem] = str(missing)
    assert found == UNLOWERED


@pytest.mark.parametrize("path", LOWERED, ids=lambda path: path.stem)
def test_a_file_in_random_games(path: Path):
    game = interpreter.load(path)
    for passes in (ALL, frozenset()):
        walk(game.engine, CompiledEngine(game.machine, llvm=False, passes=passes), games=2, limit=30)


@pytest.mark.skipif(not kernel.available(), reason="llvmlite is not installed")
@pytest.mark.parametrize("path", LOWERED[::10], ids=lambda path: path.stem)
def test_a_file_as_machine_code(path: Path):
    game = interpreter.load(path)
    walk(game.engine, CompiledEngine(game.machine), games=3, limit=60)
