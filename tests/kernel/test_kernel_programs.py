"""Whole programs, made up at random, give the same values and leave the same arrays in every way of running."""

from __future__ import annotations

import random

from hypothesis import given, settings
from hypothesis import strategies as st
from kernel_programs import SIZE, random_program
from kernel_ways import WIDTHS, outcomes

from interpreter.engine.kernel import compile_llvm, new_ints, pack_sets, run_python, verify


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 10**9), st.sampled_from(WIDTHS))
def test_programs(seed: int, width: int):
    source = random_program(seed, width)
    module = verify(source, width)
    ways = {
        "checked": run_python(module),
        "unchecked": run_python(module, checked=False),
        "compiled": dict(compile_llvm(module, ("main",), pdep=None if seed % 2 else False).functions),
    }
    chance = random.Random(seed)
    for _ in range(5):
        numbers = new_ints([chance.randrange(-(1 << 63), 1 << 63) >> chance.choice((0, 30, 60)) for _ in range(SIZE)])
        sets = pack_sets([chance.getrandbits(width) for _ in range(SIZE)], width)
        given_ = (chance.randrange(-100, 100), chance.getrandbits(width), chance.random() < 0.5)
        found = outcomes(ways, "main", *given_, numbers, sets)
        assert found["unchecked"] == found["checked"], source
        assert found["compiled"] == found["checked"], source
