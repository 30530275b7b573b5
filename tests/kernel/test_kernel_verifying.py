"""What is outside the language is refused with its line and the reason."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from kernel_programs import random_program

from interpreter.engine.kernel import KernelError, verify

REFUSED = [
    ("import os", 1, "constants, tables and functions only"),
    ("class A:\n    pass", 1, "constants, tables and functions only"),
    ("A = 'x'", 1, "made of numbers and earlier constants"),
    ("A = 1.5", 1, "made of numbers"),
    ("A = B", 1, "made of numbers"),
    ("A = 2 ** 9", 1, "made of numbers"),
    ("A = 1 << 9999999", 1, "out of reason"),
    ("A = 1 // 0", 1, "divided by zero"),
    ("A = 1 << 64", 1, "does not fit 64 bits"),
    ("A: bits = 1 << 36", 1, "no set of 36 bits"),
    ("A: bits = -1", 1, "no set of 36 bits"),
    ("A: bool = 1", 1, "an int or a set"),
    ("A: ints = ()", 1, "at least one number"),
    ("A: ints = [1]", 1, "written as a tuple"),
    ("A: float = 1", 1, "a kind is one of"),
    ("A = 1\nA = 2", 2, "A is taken"),
    ("A = B = 2", 1, "one name"),
    ("count = 2", 1, "count is taken"),
    ("a__b = 2", 1, "two underscores"),
    ("é = 2", 1, "plain ASCII"),
    ("def f(", 1, "not Python"),
    ("def f(a) -> int:\n    return 1", 1, "a needs its kind"),
    ("def f(a: int):\n    return 1", 1, "kind of its result"),
    ("def f(a: str) -> int:\n    return 1", 1, "a kind is one of"),
    ("def f(a: int = 3) -> int:\n    return 1", 1, "no defaults"),
    ("def f(*a: int) -> int:\n    return 1", 1, "no defaults"),
    ("def f(*, a: int) -> int:\n    return 1", 1, "no defaults"),
    ("def f(a: ints) -> ints:\n    return a", 1, "arrays are not returned"),
    ("def f() -> tuple[int]:\n    return 1", 1, "at least two"),
    ("@cache\ndef f() -> int:\n    return 1", 2, "@inline or @never_inline"),
    ("def f() -> int:\n    return f()", 1, "calls itself"),
    ("def f() -> int:\n    return g()\ndef g() -> int:\n    return f()", 1, "calls itself"),
    ("def f() -> int:\n    def g() -> int:\n        return 1\n    return 1", 2, "FunctionDef"),
    ("def f() -> int:\n    a = lambda: 1\n    return 1", 2, "Lambda"),
    ("def f() -> int:\n    a = [1]\n    return 1", 2, "List"),
    ("def f() -> int:\n    return 'a'", 2, "no int and no bool"),
    ("def f() -> int:\n    return 1.0", 2, "no int and no bool"),
    ("def f() -> int:\n    return 1 << 70 | 0x1ffffffffffffffff", 2, "does not fit 64 bits"),
    ("def f() -> int:\n    pass", 1, "without returning"),
    ("def f(a: bool) -> int:\n    if a:\n        return 1", 1, "without returning"),
    ("def f(a: bool) -> int:\n    while a:\n        return 1", 1, "without returning"),
    ("def f() -> int:\n    while True:\n        break", 1, "without returning"),
    ("def f() -> None:\n    return 1", 2, "0 values are returned"),
    ("def f() -> int:\n    return", 2, "1 values are returned"),
    ("def f() -> tuple[int, int]:\n    return 1", 2, "2 values are returned"),
    ("def f() -> int:\n    return True", 2, "kind bool, where int is needed"),
    ("def f() -> bits:\n    return 1", 2, "kind int, where bits is needed"),
    ("def f() -> int:\n    return x", 2, "x has no value here"),
    ("def f(a: bool) -> int:\n    if a:\n        x = 1\n    return x", 4, "before it has a value"),
    ("def f(a: int) -> int:\n    for i in range(a):\n        x = 1\n    return x", 4, "before it has a value"),
    ("def f(a: int) -> int:\n    for i in range(a):\n        pass\n    return i", 4, "before it has a value"),
    (
        """def f(a: bool) -> int:
    while True:
        if a:
            break
        x = 1
        break
    return x""",
        7,
        "before it",
    ),
    (
        "def f(a: bool) -> int:\n    while a:\n        x = 1\n        a = False\n    return x",
        5,
        "before it has a value",
    ),
    ("def f() -> int:\n    if True:\n        a = ints(3)\n    return a[0]", 4, "before it has a value"),
    ("def f() -> int:\n    x += 1\n    return x", 2, "x has no value here"),
    ("def f() -> int:\n    return 1\n    return 2", 3, "never reached"),
    ("def f() -> int:\n    while True:\n        pass\n    return 2", 4, "never reached"),
    ("def f(a: int) -> int:\n    a = True\n    return a", 2, "kind bool, where int is needed"),
    ("def f(a: int) -> int:\n    a: bits = 0\n    return a", 2, "of kind int, not bits"),
    ("def f(a: int) -> int:\n    for i in range(a):\n        i = 2\n    return a", 3, "counts the loop"),
    (
        "def f(a: int) -> int:\n    for i in range(a):\n        for i in range(a):\n            pass\n    return a",
        3,
        "counts the loop",
    ),
    ("def f(a: int) -> int:\n    for i in range(1, 2, a):\n        pass\n    return a", 2, "constant other than 0"),
    ("def f(a: int) -> int:\n    for i in range(1, 2, 0):\n        pass\n    return a", 2, "constant other than 0"),
    ("def f(a: ints) -> int:\n    for i in a:\n        pass\n    return 1", 2, "range"),
    (
        "def f(a: int) -> int:\n    for i in range(3):\n        pass\n    else:\n        pass\n    return a",
        2,
        "no else",
    ),
    ("def f(a: int) -> int:\n    if a:\n        pass\n    return a", 2, "compare it"),
    ("def f(a: bits) -> int:\n    while a:\n        pass\n    return 1", 2, "compare it"),
    ("def f(a: int) -> bool:\n    return not a", 2, "not does not apply to int"),
    ("def f(a: int) -> bool:\n    return 1 < a < 3", 2, "not chained"),
    ("def f(a: bits) -> bool:\n    return a < a", 2, "< does not compare bits"),
    ("def f(a: bits) -> bits:\n    return a + a", 2, "+ does not apply to bits"),
    ("def f(a: bits) -> bits:\n    return a & 3", 2, "kind int, where bits is needed"),
    ("def f(a: int, b: bool) -> int:\n    return a + b", 2, "int on the left and bool on the right"),
    ("def f(a: int) -> int:\n    return a / 2", 2, "/ does not apply to int"),
    ("def f(a: int) -> int:\n    return a ** 2", 2, "** does not apply to int"),
    ("def f(a: int) -> int:\n    return +a", 2, "+ does not apply to int"),
    ("def f(a: bits) -> bool:\n    return a is a", 2, "is does not compare bits"),
    ("def f(a: ints) -> int:\n    return a", 2, "whole array"),
    ("def f(a: ints) -> int:\n    return a[-1]", 2, "index -1 is outside"),
    ("def f(a: ints) -> int:\n    return a[0:1]", 2, "one element at a time"),
    ("def f(a: ints) -> int:\n    a = ints(3)\n    return 1", 2, "something else already"),
    ("def f() -> int:\n    a = ints(3)\n    return a[3]", 3, "index 3 is outside a"),
    ("def f() -> int:\n    a = ints(3)\n    a = ints(4)\n    return 1", 3, "something else already"),
    ("def f(n: int) -> int:\n    a = ints(n)\n    return 1", 2, "one constant"),
    ("def f() -> int:\n    a = ints(0)\n    return 1", 2, "1 to"),
    ("def f() -> int:\n    a = ints(99999999)\n    return 1", 2, "1 to"),
    ("def f(a: ints) -> int:\n    b = a\n    return 1", 2, "whole array"),
    ("T: ints = (1, 2)\ndef f() -> int:\n    T[0] = 1\n    return 1", 3, "is a table"),
    ("T: ints = (1, 2)\ndef f() -> int:\n    return T[2]", 3, "index 2 is outside"),
    ("T: ints = (1,)\ndef g(a: ints) -> None:\n    a[0] = 1\ndef f() -> None:\n    g(T)", 4, "passes the table T"),
    (
        """T: ints = (1,)
def h(a: ints) -> None:
    a[0] += 1
def g(a: ints) -> None:
    h(a)
def f() -> None:
    g(T)""",
        6,
        "passes the table T",
    ),
    ("def g(a: ints, b: ints) -> None:\n    pass\ndef f(a: ints) -> None:\n    g(a, a)", 4, "passed twice"),
    ("def g(a: sets) -> None:\n    pass\ndef f(a: ints) -> None:\n    g(a)", 4, "kind ints, where sets is needed"),
    ("def g(a: sets) -> None:\n    pass\ndef f(a: int) -> None:\n    g(a)", 4, "no array"),
    ("def f(a: int) -> int:\n    a[0] = 1\n    return a", 2, "no array"),
    ("def f() -> int:\n    return h()", 2, "no function is called h"),
    ("def f() -> int:\n    return print(1)", 2, "no function is called print"),
    ("def f(a: int) -> int:\n    return a.real", 2, "Attribute"),
    ("def f(a: int) -> int:\n    return min(a)", 2, "takes 2 arguments, not 1"),
    ("def f(a: int) -> int:\n    return min(a, b=1)", 2, "without keywords"),
    ("def g() -> None:\n    pass\ndef f() -> int:\n    return g()", 4, "gives 0 values"),
    ("def g() -> tuple[int, int]:\n    return 1, 2\ndef f() -> int:\n    a = g()\n    return a", 4, "gives 2 values"),
    ("def g() -> tuple[int, int]:\n    return 1, 2\ndef f() -> int:\n    a, b, c = g()\n    return a", 4, "not 3"),
    (
        "def g() -> tuple[int, int]:\n    return 1, 2\ndef f() -> int:\n    a, a = g()\n    return a",
        4,
        "two of the values",
    ),
    ("def f() -> int:\n    a, b = 1, 2\n    return a", 2, "from a call only"),
    ("def f() -> int:\n    a = b = 1\n    return a", 2, "one assignment at a time"),
    ("def f() -> int:\n    1 + 1\n    return 1", 2, "does nothing"),
    ("def f(a: int) -> int:\n    min(a, a)\n    return 1", 2, "does nothing"),
    ("def f() -> None:\n    global x", 2, "Global"),
    ("def f() -> None:\n    try:\n        pass\n    except Exception:\n        pass", 2, "Try"),
    ("def f() -> None:\n    break", 2, "outside any loop"),
    ("def f() -> None:\n    continue", 2, "outside any loop"),
    ("def f(WIDTH: int) -> None:\n    pass", 1, "WIDTH is taken"),
    ("def f(a: int, a: int) -> None:\n    pass", 1, "two parameters are called a"),
    ("def f() -> None:\n    count = 1", 2, "count is no local"),
    ("def f() -> None:\n    f = 1", 2, "f is no local"),
    ("def f() -> int:\n    return (yield)", 2, "Yield"),
    ("def f(a: int) -> int:\n    return (b := a)", 2, "NamedExpr"),
    ("async def f() -> int:\n    return 1", 1, "constants, tables and functions only"),
    ("def f() -> int:\n    return " + "-(" * 99 + "1" + ")" * 99, 2, "nested more than"),
    ("def f() -> int:\n    return " + "(" * 5000 + "1" + ")" * 5000, 0, "not Python"),
]


@pytest.mark.parametrize(("source", "line", "reason"), REFUSED, ids=[reason for _, _, reason in REFUSED])
def test_refusals(source: str, line: int, reason: str):
    with pytest.raises(KernelError) as caught:
        verify(source, 36, "try")
    assert reason in caught.value.message
    assert line in (caught.value.line, 0)
    assert str(caught.value).startswith(f"try:{caught.value.line}: ")
    if caught.value.line:
        assert source.splitlines()[caught.value.line - 1].strip() in str(caught.value)


@pytest.mark.parametrize("width", [0, -1, 5000])
def test_widths_out_of_reason(width: int):
    with pytest.raises(KernelError, match="1 to 4096"):
        verify("", width)


def test_what_is_allowed_in_the_corners():
    module = verify(
        '''
"""A text."""
SIZE = 3 * (1 << 4) - 40
MASK: bits = ~0 & 0xF
HASH = 0xFFFFFFFFFFFFFFFF

def f(a: int) -> int:
    """Tells what it does."""
    while True:
        if a > 5:
            x = a
            break
        a += 1
    local = ints(SIZE)
    b: bits = 0
    b = MASK if a == 0 else 0
    for i in range(3):
        local = ints(SIZE)
        local[i] = x
    if b == 0:
        return local[2] + HASH
    elif 0 != b:
        return 1
    else:
        return 2
''',
        36,
    )
    assert module.functions["f"].arrays["local"].size == 8
    assert module.functions["f"].locals == {"a": "int", "x": "int", "b": "bits", "i": "int"}


def test_what_a_function_writes_to():
    module = verify(
        """
def low(a: ints, b: sets) -> None:
    b[0] = ALL
def high(x: sets, y: ints, z: sets) -> None:
    low(y, z)
""",
        36,
    )
    assert list(module.functions) == ["low", "high"]
    assert module.functions["low"].writes == {1}
    assert module.functions["high"].writes == {2}


@settings(max_examples=150, deadline=None)
@given(st.integers(0, 10**6), st.data())
def test_spoilt_programs_are_refused_or_understood(seed: int, data: st.DataObject):
    source = random_program(seed, 36)
    start = data.draw(st.integers(0, len(source)))
    length = data.draw(st.integers(0, 12))
    spoilt = source[:start] + data.draw(st.text(max_size=4)) + source[start + length :]
    try:
        verify(spoilt, 36)
    except KernelError as error:
        assert error.message  # noqa: PT017 - anything but a KernelError is the failure
