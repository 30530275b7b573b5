"""Each pass by itself left out: the same positions and steps, and where it draws otherwise, the same exact chances."""

from __future__ import annotations

from collections import Counter

import pytest
from comparing import walk
from test_lowering_chances import bound, distance, known_chances, small

import interpreter
from interpreter.engine import kernel
from interpreter.engine.compiled import CompiledEngine
from interpreter.engine.lowering.passes import ALL, PASSES

PLAYED = ("dara", "hnefatafl-7", "rive", "wali")
REDRAWN = [name for name, found in PASSES.items() if found.redraws]
LEFT_OUT = [
    *((title, name) for title in ("order-and-chaos", "skirmish", "gathering") for name in [*REDRAWN, "all of them"]),
    *(("homing", name) for name in ("targets at once", "told by the step", "all of them")),
    *(("hopping", name) for name in ("lists of pieces", "told by the step", "draw, then check", "all of them")),
    *(("strides", name) for name in ("asked of the piece", "targets by length", "a piece first", "all of them")),
    ("racing", "best by chance"),
]


@pytest.mark.parametrize("name", PASSES)
def test_a_pass_left_out_in_positions(name: str):
    for title in PLAYED:
        game = interpreter.load(title)
        walk(game.engine, CompiledEngine(game.machine, llvm=False, passes=ALL - {name}), limit=12, seed=3)


@pytest.mark.skipif(not kernel.available(), reason="it takes many games")
@pytest.mark.parametrize(("title", "name"), LEFT_OUT)
def test_without_a_pass_that_redraws_the_chances_are_the_same(title: str, name: str):
    passes = frozenset() if name == "all of them" else ALL - {name}
    tally = CompiledEngine(small(title).machine, passes=passes).playouts(50_000, seed=4)
    ways: Counter[tuple[str, int | None]] = Counter()
    for (way, _), chance in known_chances(title).items():
        ways[way] += chance
    chi_square, freedom = distance({way: count for way, count in tally.endings.items() if count}, dict(ways))
    assert chi_square < bound(freedom)


def test_every_pass_says_what_it_does():
    for name, found in PASSES.items():
        assert (found.name, bool(found.does)) == (name, True)
