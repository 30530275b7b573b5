"""LLVM assembly of the operations: one function an operation, given the text of its arguments."""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.engine.kernel.lines import Value, is_number
from interpreter.engine.kernel.members import MEMBERS

if TYPE_CHECKING:
    from collections.abc import Callable

    from interpreter.engine.kernel.lines import Lines


def _plain(instruction: str) -> Callable[..., Value]:
    def write(out: Lines, a: Value, b: Value) -> Value:
        return Value(out.emit(f"{instruction} {a.text}, {b.text}"))

    return write


def _bits_and(out: Lines, a: Value, b: Value) -> Value:
    return Value(out.emit(f"and {out.bits} {a.text}, {b.text}"), a.clean or b.clean)


def _bits_joint(instruction: str) -> Callable[..., Value]:
    def write(out: Lines, a: Value, b: Value) -> Value:
        return Value(out.emit(f"{instruction} {out.bits} {a.text}, {b.text}"), a.clean and b.clean)

    return write


def _bits_compare(condition: str) -> Callable[..., Value]:
    def write(out: Lines, a: Value, b: Value) -> Value:
        return Value(out.emit(f"icmp {condition} {out.bits} {out.clean(a)}, {out.clean(b)}"))

    return write


def _bits_neg(out: Lines, a: Value) -> Value:
    return Value(out.emit(f"sub {out.bits} 0, {a.text}"), clean=False)


def _bits_not(out: Lines, a: Value) -> Value:
    return Value(out.emit(f"xor {out.bits} {a.text}, -1"), clean=False)


def _bits_shift(instruction: str) -> Callable[..., Value]:
    left = instruction == "shl"

    def write(out: Lines, a: Value, n: Value) -> Value:
        text = a.text if left else out.clean(a)
        if is_number(n.text):
            count = int(n.text)
            if not 0 <= count < out.width:
                return Value("0")
            return Value(out.emit(f"{instruction} {out.bits} {text}, {count}"), clean=not left)
        inside = out.emit(f"icmp ult i64 {n.text}, {out.width}")
        safe = out.emit(f"and i64 {n.text}, 63") if out.words == 1 else n.text
        if out.words > 1:
            safe = out.emit(f"select i1 {inside}, i64 {safe}, i64 0")
            safe = out.emit(f"zext i64 {safe} to {out.bits}")
        shifted = out.emit(f"{instruction} {out.bits} {text}, {safe}")
        return Value(out.emit(f"select i1 {inside}, {out.bits} {shifted}, {out.bits} 0"), clean=not left)

    return write


def _int_shift(instruction: str) -> Callable[..., Value]:
    def write(out: Lines, a: Value, n: Value) -> Value:
        count = str(int(n.text) & 63) if is_number(n.text) else out.emit(f"and i64 {n.text}, 63")
        return Value(out.emit(f"{instruction} i64 {a.text}, {count}"))

    return write


def _int_not(out: Lines, a: Value) -> Value:
    return Value(out.emit(f"xor i64 {a.text}, -1"))


def _int_neg(out: Lines, a: Value) -> Value:
    return Value(out.emit(f"sub i64 0, {a.text}"))


def _division(*, quotient: bool) -> Callable[..., Value]:
    def write(out: Lines, a: Value, b: Value) -> Value:
        if is_number(b.text):
            return Value(_by_constant(out, a.text, int(b.text), quotient=quotient))
        zero = out.emit(f"icmp eq i64 {b.text}, 0")
        lowest = out.emit(f"icmp eq i64 {a.text}, {-(1 << 63)}")
        minus = out.emit(f"icmp eq i64 {b.text}, -1")
        overflow = out.emit(f"and i1 {lowest}, {minus}")
        unsafe = out.emit(f"or i1 {zero}, {overflow}")
        divisor = out.emit(f"select i1 {unsafe}, i64 1, i64 {b.text}")
        result = _floor(out, a.text, divisor, quotient=quotient)
        return Value(out.emit(f"select i1 {zero}, i64 0, i64 {result}"))

    return write


def _floor(out: Lines, a: str, b: str, *, quotient: bool) -> str:
    truncated = out.emit(f"sdiv i64 {a}, {b}")
    rest = out.emit(f"srem i64 {a}, {b}")
    signs = out.emit(f"xor i64 {rest}, {b}")
    opposite = out.emit(f"icmp slt i64 {signs}, 0")
    uneven = out.emit(f"icmp ne i64 {rest}, 0")
    below = out.emit(f"and i1 {opposite}, {uneven}")
    if quotient:
        return out.emit(f"add i64 {truncated}, {out.emit(f'sext i1 {below} to i64')}")
    return out.emit(f"add i64 {rest}, {out.emit(f'select i1 {below}, i64 {b}, i64 0')}")


def _by_constant(out: Lines, a: str, b: int, *, quotient: bool) -> str:
    if b == 0:
        return "0"
    if b == -1:
        return out.emit(f"sub i64 0, {a}") if quotient else "0"
    if b > 0 and b & (b - 1) == 0:  # rounding down, a power of two is a shift or a mask
        return out.emit(f"ashr i64 {a}, {b.bit_length() - 1}" if quotient else f"and i64 {a}, {b - 1}")
    return _floor(out, a, str(b), quotient=quotient)


def _umulhi(out: Lines, a: Value, b: Value) -> Value:
    wide_a = out.emit(f"zext i64 {a.text} to i128")
    wide_b = out.emit(f"zext i64 {b.text} to i128")
    product = out.emit(f"mul nuw i128 {wide_a}, {wide_b}")
    return Value(out.emit(f"trunc i128 {out.emit(f'lshr i128 {product}, 64')} to i64"))


def _extreme(name: str) -> Callable[..., Value]:
    def write(out: Lines, a: Value, b: Value) -> Value:
        return Value(out.emit(f"call i64 @llvm.{name}.i64(i64 {a.text}, i64 {b.text})"))

    return write


def _to_int(out: Lines, a: Value) -> Value:
    return Value(out.emit(f"zext i1 {a.text} to i64"))


def _expect(answer: str) -> Callable[..., Value]:
    def write(out: Lines, a: Value) -> Value:
        return Value(out.emit(f"call i1 @llvm.expect.i1(i1 {a.text}, i1 {answer})"))

    return write


OPERATIONS: dict[str, Callable[..., Value]] = {
    "int.add": _plain("add i64"),
    "int.sub": _plain("sub i64"),
    "int.mul": _plain("mul i64"),
    "int.div": _division(quotient=True),
    "int.mod": _division(quotient=False),
    "int.and": _plain("and i64"),
    "int.or": _plain("or i64"),
    "int.xor": _plain("xor i64"),
    "int.shl": _int_shift("shl"),
    "int.shr": _int_shift("ashr"),
    "int.neg": _int_neg,
    "int.not": _int_not,
    "int.eq": _plain("icmp eq i64"),
    "int.ne": _plain("icmp ne i64"),
    "int.lt": _plain("icmp slt i64"),
    "int.le": _plain("icmp sle i64"),
    "int.gt": _plain("icmp sgt i64"),
    "int.ge": _plain("icmp sge i64"),
    "ushr": _int_shift("lshr"),
    "umulhi": _umulhi,
    "min": _extreme("smin"),
    "max": _extreme("smax"),
    "int": _to_int,
    "likely": _expect("true"),
    "unlikely": _expect("false"),
    "bool.and": _plain("and i1"),
    "bool.or": _plain("or i1"),
    "bool.xor": _plain("xor i1"),
    "bool.not": lambda out, a: Value(out.emit(f"xor i1 {a.text}, true")),
    "bool.eq": _plain("icmp eq i1"),
    "bool.ne": _plain("icmp ne i1"),
    "bits.and": _bits_and,
    "bits.or": _bits_joint("or"),
    "bits.xor": _bits_joint("xor"),
    "bits.shl": _bits_shift("shl"),
    "bits.shr": _bits_shift("lshr"),
    "bits.neg": _bits_neg,
    "bits.not": _bits_not,
    "bits.eq": _bits_compare("eq"),
    "bits.ne": _bits_compare("ne"),
    **MEMBERS,
}
