"""Compiled code: what it looks like, how it is called, and that it lets other threads run."""

from __future__ import annotations

import re
import subprocess
import sys
import threading
import time

import pytest

from interpreter.engine.kernel import (
    KernelError,
    available,
    compile_llvm,
    host_key,
    load_object,
    new_ints,
    new_sets,
    pack_sets,
    run_python,
    unpack_sets,
    verify,
)

COUNTING = """
def f(n: int) -> int:
    total = 0
    for i in range(n):
        total = total * 3 + (i ^ ushr(total, 7))
    return total
"""


def body(llvm: str, name: str) -> str:
    """The optimised text of a function."""
    return re.search(rf"^define [^\n]*@{re.escape(name)}\(.*?^}}", llvm, re.DOTALL | re.MULTILINE)[0]


@pytest.mark.parametrize("width", [36, 121])
def test_small_arrays_end_in_registers(width: int):
    source = """
@inline
def turn(a: ints, b: sets, i: int) -> None:
    a[0] += i
    a[1] ^= a[0]
    b[1] |= b[0] << 1
    b[0] = bit(i)

def f(n: int) -> tuple[int, bits]:
    a = ints(2)
    b = sets(2)
    for i in range(n):
        turn(a, b, i)
    return a[0] + a[1], b[1]
"""
    text = body(compile_llvm(verify(source, width), ("f",)).llvm, "f")
    assert "alloca" not in text
    assert "load" not in text
    assert "memset" not in text


def test_inlining_is_obeyed():
    source = """
@inline
def small(a: int) -> int:
    return a * 3

@never_inline
def large(a: int) -> int:
    return a * 5

def f(a: int) -> int:
    return small(a) + large(a)
"""
    compiled = compile_llvm(verify(source, 8), ("f",))
    assert "@f.small" not in compiled.llvm
    assert re.search(r"call .*@f\.large", compiled.llvm)
    assert "@f.small" in compiled.unoptimised
    assert compiled.functions["f"](2) == 16


def test_only_what_is_reached_is_compiled():
    compiled = compile_llvm(verify("def g() -> int:\n    return 1\ndef f() -> int:\n    return 2\n", 8), ("f",))
    assert "@f.g" not in compiled.unoptimised
    with pytest.raises(KernelError, match="no function is called h"):
        compile_llvm(verify(COUNTING, 8), ("h",))


def test_a_function_may_be_exported_and_called():
    source = "def g(b: bits) -> bits:\n    return b << 1\ndef f(b: bits) -> bits:\n    return g(g(b))\n"
    compiled = compile_llvm(verify(source, 100), ("f", "g"))
    assert compiled.functions["f"](1 << 97) == 1 << 99
    assert compiled.functions["g"](1 << 99) == 0


def test_object_code_can_be_loaded_again():
    compiled = compile_llvm(verify(COUNTING, 8), ("f",))
    again = load_object(compiled.object_code, compiled.signatures)
    assert again.functions["f"](1000) == compiled.functions["f"](1000)
    assert again.llvm == ""


def test_functions_outlive_what_they_came_from():
    function = compile_llvm(verify(COUNTING, 8), ("f",)).functions["f"]
    assert function(10) == function(10)


def test_large_arrays_and_tables():
    table = ", ".join(str(i * i) for i in range(5000))
    source = f"""
T: ints = ({table})
def f(out: ints) -> int:
    a = ints(8000)
    for i in range(5000):
        a[i] = T[i] + a[7999 - i // 2]
    total = 0
    for i in range(8000):
        total += a[i]
        out[i] = a[i]
    return total
"""
    out = new_ints(8000)
    expected = sum(i * i for i in range(5000))
    assert compile_llvm(verify(source, 8), ("f",)).functions["f"](out) >= expected
    assert out[4999] >= 4999**2


def test_tables_take_as_few_bytes_as_they_can():
    tables = {
        "A": (0, 1, 127),
        "B": (-128, 127),
        "C": (128,),
        "D": (-32769,),
        "E": (1 << 40, -(1 << 63), (1 << 63) - 1),
        "P": (1, 2, 3),
    }
    text = "".join(f"{name}: ints = {values}\n" for name, values in tables.items())
    text += "def g(a: ints) -> int:\n    return a[1]\n"
    text += "".join(f"def f{name}(i: int) -> int:\n    return {name}[i]\n" for name in tables)
    text += "def p() -> int:\n    return g(P)\n"
    module = verify(text, 8)
    assert [table.bits for table in module.tables.values()] == [8, 8, 16, 32, 64, 64]
    functions = compile_llvm(module, ("p", *(f"f{name}" for name in tables))).functions
    assert functions["p"]() == 2
    for name, values in tables.items():
        assert tuple(functions[f"f{name}"](i) for i in range(len(values))) == values


def test_wrong_arguments_are_refused():
    source = "def f(a: int, b: bits, c: ints, d: sets) -> None:\n    pass\n"
    call = compile_llvm(verify(source, 36), ("f",)).functions["f"]
    ints, sets = new_ints(1), new_sets(1, 36)
    call(1, 2, ints, sets)
    with pytest.raises(TypeError, match="takes 4 arguments"):
        call(1)
    with pytest.raises(TypeError, match="is no int"):
        call("1", 2, ints, sets)
    with pytest.raises(OverflowError):
        call(1 << 63, 2, ints, sets)
    with pytest.raises(OverflowError, match="no set of 36 bits"):
        call(1, 1 << 36, ints, sets)
    for wrong in ([1], sets, new_sets(1, 100)):
        with pytest.raises(TypeError, match=r"new_ints\(n\)"):
            call(1, 2, wrong, sets)
    for wrong in ([1], ints, new_sets(1, 100)):
        with pytest.raises(TypeError, match=r"new_sets\(n, 36\)"):
            call(1, 2, ints, wrong)


@pytest.mark.parametrize("width", [1, 64, 65, 128, 361])
def test_sets_go_in_and_out(width: int):
    source = """
def f(a: bits, s: sets) -> tuple[bits, bool, int, bits]:
    s[1] = s[0] ^ a
    return ~a, a == ALL, -count(a), s[0]
"""
    call = compile_llvm(verify(source, width), ("f",)).functions["f"]
    everything = (1 << width) - 1
    for value in (0, 1, everything, everything >> 1):
        sets = pack_sets([everything, 0], width)
        assert call(value, sets) == (everything ^ value, value == everything, -value.bit_count(), everything)
        assert unpack_sets(sets) == [everything, everything ^ value]


def test_threads_run_side_by_side():
    call = compile_llvm(verify(COUNTING, 8), ("f",)).functions["f"]
    done = threading.Event()
    thread = threading.Thread(target=lambda: (call(300_000_000), done.set()))
    thread.start()
    turns = 0
    while not done.is_set() and turns < 5:  # with the lock held, no turn would pass before the end
        time.sleep(0.001)
        turns += 1
    assert turns == 5
    thread.join()


def test_a_loop_without_end_is_compiled():
    source = "def f(n: int) -> int:\n    while n > 0:\n        while True:\n            n += 0\n    return n\n"
    assert compile_llvm(verify(source, 8), ("f",)).functions["f"](0) == 0


def test_importing_needs_no_compiler():
    program = (
        "import sys, interpreter.engine.kernel as k; m = k.verify('def f() -> int:\\n    return 1', 8);"
        "k.run_python(m)['f'](); k.available(); assert not any(n.startswith('llvmlite') for n in sys.modules)"
    )
    subprocess.run([sys.executable, "-c", program], check=True)


def test_the_host_has_a_name():
    assert available()
    assert host_key().count("|") == 3


def test_long_modules_compile_quickly():
    parts = [
        f"""
def f{i}(a: ints, b: bits, n: int) -> int:
    total = 0
    for k in range(n):
        if has(b, k) and a[k] > {i}:
            total += a[k] * {i} - (k ^ total)
        elif (b & bit(k)) != 0 or total < -{i}:
            b = b << 1 | b >> 2
            a[k & 7] = total
        else:
            total -= count(b)
    return total
"""
        for i in range(50)
    ]
    calls = "\n".join(f"    total += f{i}(a, b, n)" for i in range(50))
    source = (
        "\n".join(parts) + f"\ndef main(a: ints, b: bits, n: int) -> int:\n    total = 0\n{calls}\n    return total\n"
    )
    assert source.count("\n") > 600
    compile_llvm(verify(COUNTING, 8), ("f",))
    start = time.process_time()
    compile_llvm(verify(source, 36), ("main",))
    assert time.process_time() - start < 2  # generous: machines are loaded


def test_what_a_local_holds_is_loaded_only_where_that_is_not_known():
    source = """
def f(n: int, most: int) -> int:
    step = 1
    total = 0
    if n > 3:
        step = 2
    for i in range(n):
        if total > most and step > 1 or i == 7:
            break
        if (i & 1) == 1:
            continue
        total = total + step * step
        total = total ^ step
    return total + step
"""
    module = verify(source, 36)
    compiled = compile_llvm(module, ("f",))
    reference = run_python(module)["f"]
    for n in range(12):
        assert compiled.functions["f"](n, 9) == reference(n, 9)
    loads = re.findall(r"= load i64, ptr %v\.(\w+)", compiled.unoptimised)
    assert loads.count("i") == 0
    assert loads.count("step") <= 3
    assert loads.count("total") <= 3
