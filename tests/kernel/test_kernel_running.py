"""Checked runs under CPython: what has no meaning is told with its place."""

from __future__ import annotations

import pytest
from kernel_ways import agreed

from interpreter.engine.kernel import KernelFault, new_ints, new_sets, python_source, run_python, verify

OUTSIDE = """
def low(a: ints, i: int) -> int:

    x = 1
    return a[i] + x

def high(a: ints, i: int) -> int:
    return low(a, i)

def put(a: ints, i: int) -> None:
    a[i] += 1
"""


@pytest.mark.parametrize("index", [-1, 4, 1 << 62])
def test_an_index_outside_is_a_fault(index: int):
    functions = run_python(verify(OUTSIDE, 8))
    with pytest.raises(KernelFault, match=f"index {index} is outside an array of 4") as caught:
        functions["high"](new_ints(4), index)
    assert (caught.value.function, caught.value.line) == ("low", 5)
    with pytest.raises(KernelFault) as caught:
        functions["put"](new_ints(4), index)
    assert (caught.value.function, caught.value.line) == ("put", 11)
    assert "(in put, line 11)" in str(caught.value)


def test_arguments_are_looked_at():
    functions = run_python(verify("def f(a: int, b: bits, c: bool, d: sets) -> None:\n    pass\n", 8))
    functions["f"](*(1, 255, True, [0, 255]))
    for arguments in (
        (1 << 63, 0, True, []),
        (0, 256, True, []),
        (0, -1, True, []),
        (0, 0, 2, []),
        (0, 0, True, [256]),
    ):
        with pytest.raises(KernelFault, match="which is no"):
            functions["f"](*arguments)
    with pytest.raises(KernelFault, match="which is no int"):
        functions["f"](*(1.5, 0, True, []))
    with pytest.raises(TypeError, match="4 arguments"):
        functions["f"](1)


def test_fuel_ends_a_run():
    endless = verify("def f() -> None:\n    while True:\n        pass\n", 8)
    with pytest.raises(KernelFault, match="more than 1000 turns"):
        run_python(endless, fuel=1000)["f"]()
    short = run_python(
        verify("def f(n: int) -> int:\n    for i in range(n):\n        pass\n    return n\n", 8), fuel=10
    )
    assert short["f"](10) == 10
    with pytest.raises(KernelFault, match="more than 10 turns"):
        short["f"](1)


def test_lists_serve_as_arrays():
    module = verify("def f(a: ints, b: sets) -> None:\n    a[1] = 7\n    b[0] |= bit(70)\n", 80)
    for checked in (True, False):
        numbers, sets = [0, 0], [1]
        run_python(module, checked=checked)["f"](numbers, sets)
        assert (numbers, sets) == ([0, 7], [1 | 1 << 70])


def test_the_text_that_is_run_can_be_read():
    source, lines = python_source(verify("\ndef f(a: int) -> int:\n\n    return a & 3\n", 8), checked=False)
    assert source == "def f__f(a_):\n    return (a_ & 3)\n"
    assert lines == (2, 4)


def test_order_of_evaluation():
    source = """
def log(a: ints, value: int) -> int:
    a[0] = a[0] * 10 + value
    return value

def f(a: ints) -> int:
    a[log(a, 1)] = log(a, 2)
    a[log(a, 3)] += log(a, 4)
    x = log(a, 5) + log(a, 6) * log(a, 7)
    y = log(a, 8) if log(a, 9) > 100 else log(a, 1)
    if log(a, 2) > 5 and log(a, 3) > 0 or log(a, 4) > 0:
        x += a[log(a, 5)] + log(a, 6)
    return a[0]
"""
    assert agreed(source, 8, "f", new_ints(16)) == 21345679124 * 100 + 56


def test_an_update_reads_before_it_evaluates():
    source = """
def spoil(a: ints) -> int:
    a[0] = 100
    return 1

def f(a: ints) -> int:
    a[0] += spoil(a)
    return a[0]
"""
    assert agreed(source, 8, "f", new_ints([5])) == 6


def test_the_counter_after_a_loop():
    source = """
def f(n: int) -> int:
    i = 50
    for i in range(n):
        if i == 3:
            break
    return i
"""
    assert [agreed(source, 8, "f", n) for n in (0, 2, 9)] == [50, 1, 3]


@pytest.mark.parametrize("width", [8, 64, 121])
def test_arrays_of_sets_begin_empty(width: int):
    source = """
def f() -> int:
    total = 0
    for turn in range(3):
        a = sets(5)
        b = ints(5)
        for i in range(5):
            total += count(a[i]) + b[i]
            a[i] = ALL
            b[i] = 9
    return total
"""
    assert agreed(source, width, "f") == 0


def test_wide_sets_refuse_what_does_not_fit():
    sets = new_sets(2, 100)
    with pytest.raises(OverflowError):
        sets[0] = 1 << 100
    with pytest.raises(IndexError):
        sets[2] = 1
    sets[1] = 1 << 99
    assert list(sets) == [0, 1 << 99]
