"""Functions of lanes: the same values in every way to run them, and what they may not hold."""

from __future__ import annotations

import random

import pytest
from kernel_ways import WIDTHS, outcomes, runners

from interpreter.engine.kernel import KernelError, compile_llvm, verify

LANES = """
UP: ints = (1, {far}, 0, 70)
DOWN: ints = (2, 64, {far}, 5)
OPEN: sets = (ALL, 1, ALL >> 1, 0)
ODD: bits = ALL // 3

@abreast(4)
def walked(seed: bits, through: bits, lane: int) -> bits:
    open = ~through & OPEN[lane]
    reached = seed | ((seed << UP[lane]) & open)
    reached = reached ^ (~reached >> DOWN[lane])
    open = open | (reached << 3) ^ (ODD & through)
    return open | reached

@inline
@abreast(2)
def turned(seed: bits, lane: int) -> bits:
    return ~(seed << SIDES[lane])

SIDES: ints = (0, 5)

def both(a: bits, b: bits) -> tuple[bits, bits, bits, bits, bits, bits]:
    c, d, e, f = walked(a, b)
    g, h = turned(c)
    return c, d, e, f, g, h
"""


@pytest.mark.parametrize("width", WIDTHS)
def test_lanes_give_the_same_in_every_way(width: int):
    module = verify(LANES.format(far=width - 1), width)
    ways = runners(module, "both", "walked")
    ways["compiled one by one"] = dict(compile_llvm(module, ("both", "walked"), vectors=False).functions)
    draw = random.Random(width)
    for _ in range(20):
        sets = draw.getrandbits(width), draw.getrandbits(width) & draw.getrandbits(width)
        for name in ("both", "walked"):
            found = outcomes(ways, name, *sets)
            assert all(other == found["checked"] for other in found.values()), found


HEAD = "T: ints = (1, 2)\nM: ints = (-1, 2)\n@abreast(2)\ndef f(a: bits, lane: int) -> bits:\n    "
REFUSED = [
    ("@abreast(1)\ndef f(a: bits, lane: int) -> bits:\n    return a", 1, "2 to 16"),
    ("@abreast\ndef f(a: bits, lane: int) -> bits:\n    return a", 2, "@inline or @never_inline"),
    ("@abreast(2)\ndef f(a: bits) -> bits:\n    return a", 2, "last, the int of its lane"),
    ("@abreast(2)\ndef f(a: int, lane: int) -> bits:\n    return 0", 2, "takes sets"),
    ("@abreast(2)\ndef f(a: bits, lane: int) -> int:\n    return 0", 2, "gives a set"),
    (f"{HEAD}if a != 0:\n        return a\n    return a", 5, "nothing else"),
    (f"{HEAD}b = 3\n    return a", 5, "nothing else"),
    (f"{HEAD}return bit(lane)", 5, "nothing else"),
    (f"{HEAD}return a << lane", 5, "nothing else"),
    (f"{HEAD}return a << M[lane]", 5, "nothing else"),
    (f"{HEAD}return a << T[0]", 5, "nothing else"),
    (f"{HEAD}return a >> -1", 5, "nothing else"),
    (f"{HEAD}return a\ndef g(a: bits) -> bits:\n    return f(a)", 7, "gives 2 values"),
    (f"{HEAD}return a\ndef g(a: bits) -> bits:\n    b, c = f(a, 1)\n    return b", 7, "takes 1 arguments, not 2"),
]


@pytest.mark.parametrize(("source", "line", "reason"), REFUSED)
def test_what_lanes_may_not_hold_is_refused(source: str, line: int, reason: str):
    with pytest.raises(KernelError) as error:
        verify(source, 36)
    assert (error.value.line, reason in error.value.message) == (line, True)
