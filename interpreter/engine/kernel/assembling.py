"""LLVM assembly of the operations: one function an operation, given the text of its arguments."""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.engine.kernel.lines import Value, is_number, single
from interpreter.engine.kernel.members import MEMBERS

if TYPE_CHECKING:
    from collections.abc import Callable

    from interpreter.engine.kernel.lines import Lines, Parts


def _plain(instruction: str) -> Callable[..., Value]:
    def write(out: Lines, a: Value, b: Value) -> Value:
        return single(out.emit(f"{instruction} {a.text}, {b.text}"))

    return write


def _bits_and(out: Lines, a: Value, b: Value) -> Value:
    return Value(_joined(out, "and", a.parts, b.parts), a.clean or b.clean)


def _bits_joint(instruction: str) -> Callable[..., Value]:
    def write(out: Lines, a: Value, b: Value) -> Value:
        return Value(_joined(out, instruction, a.parts, b.parts), a.clean and b.clean)

    return write


def _joined(out: Lines, instruction: str, a: Parts, b: Parts) -> Parts:
    return tuple([out.both(instruction, one, other) for one, other in zip(a, b, strict=True)])


def _bits_compare(condition: str) -> Callable[..., Value]:
    def write(out: Lines, a: Value, b: Value) -> Value:
        if out.count == 1:
            return single(out.emit(f"icmp {condition} {out.bits} {out.clean(a)[0]}, {out.clean(b)[0]}"))
        different = out.union(_joined(out, "xor", out.clean(a), out.clean(b)))
        return single(out.emit(f"icmp {condition} {out.bits} {different}, 0"))

    return write


def _bits_neg(out: Lines, a: Value) -> Value:
    """0 - a: from each part is taken what was borrowed below, which is 1 unless all parts there are 0."""
    below, *above = a.parts
    found = [out.emit(f"sub {out.bits} 0, {below}")]
    for text in above:
        borrowed = out.emit(f"zext i1 {out.emit(f'icmp ne {out.bits} {below}, 0')} to {out.bits}")
        found.append(out.emit(f"sub {out.bits} {out.emit(f'sub {out.bits} 0, {text}')}, {borrowed}"))
        below = out.both("or", below, text)
    return Value(tuple(found), clean=False)


def _bits_not(out: Lines, a: Value) -> Value:
    return Value(tuple([out.emit(f"xor {out.bits} {text}, -1") for text in a.parts]), clean=False)


def _bits_shift(instruction: str) -> Callable[..., Value]:
    left = instruction == "shl"

    def write(out: Lines, a: Value, n: Value) -> Value:
        parts = a.parts if left else out.clean(a)
        if is_number(n.text):
            count = int(n.text)
            if not 0 <= count < out.width:
                return Value(out.constant(0))
            return Value(_shifted(out, parts, count, left=left), clean=not left)
        inside = out.emit(f"icmp ult i64 {n.text}, {out.width}")
        if out.part == 64:
            shifted = _shifted_by(out, parts, n.text, left=left)
        else:
            safe = out.emit(f"zext i64 {out.emit(f'select i1 {inside}, i64 {n.text}, i64 0')} to {out.bits}")
            shifted = (out.emit(f"{instruction} {out.bits} {parts[0]}, {safe}"),)
        return Value(out.chosen(inside, out.bits, shifted, out.constant(0)), clean=not left)

    return write


def _shifted(out: Lines, parts: Parts, count: int, *, left: bool) -> Parts:
    """A set shifted by a known number of bits: each part comes from one or two others."""
    whole, rest = divmod(count, out.part)
    towards, across = ("shl", "lshr") if left else ("lshr", "shl")
    found = []
    for i in range(len(parts)):
        near, far = (i - whole, i - whole - 1) if left else (i + whole, i + whole + 1)
        texts = [
            out.emit(f"{instruction} {out.bits} {parts[place]}, {by}") if by else parts[place]
            for instruction, place, by in ((towards, near, rest), (across, far, out.part - rest))
            if 0 <= place < len(parts) and by < out.part and parts[place] != "0"
        ]
        found.append(out.union(texts))
    return tuple(found)


def _shifted_by(out: Lines, words: Parts, count: str, *, left: bool) -> Parts:
    """Words shifted by a number of bits that is less than the width: within words, then by 1, 2, 4 and so on words."""
    towards, across = ("shl", "lshr") if left else ("lshr", "shl")
    rest = out.emit(f"and i64 {count}, 63")
    found = [out.emit(f"{towards} i64 {text}, {rest}") for text in words]
    if len(words) > 1:
        other = out.emit(f"xor i64 {rest}, 63")  # with the bit that is shifted before, 64 less the rest
        for i in range(1, len(words)) if left else range(len(words) - 1):
            one = out.emit(f"{across} i64 {words[i - 1 if left else i + 1]}, 1")
            found[i] = out.both("or", found[i], out.emit(f"{across} i64 {one}, {other}"))
    stride = 1
    while stride < len(words):
        bit = out.emit(f"and i64 {count}, {64 * stride}")
        far = out.emit(f"icmp ne i64 {bit}, 0")
        none = ["0"] * stride
        moved = [*none, *found[:-stride]] if left else [*found[stride:], *none]
        found = list(out.chosen(far, "i64", tuple(moved), tuple(found)))
        stride *= 2
    return tuple(found)


def _int_shift(instruction: str) -> Callable[..., Value]:
    def write(out: Lines, a: Value, n: Value) -> Value:
        count = str(int(n.text) & 63) if is_number(n.text) else out.emit(f"and i64 {n.text}, 63")
        return single(out.emit(f"{instruction} i64 {a.text}, {count}"))

    return write


def _int_not(out: Lines, a: Value) -> Value:
    return single(out.emit(f"xor i64 {a.text}, -1"))


def _int_neg(out: Lines, a: Value) -> Value:
    return single(out.emit(f"sub i64 0, {a.text}"))


def _division(*, quotient: bool) -> Callable[..., Value]:
    def write(out: Lines, a: Value, b: Value) -> Value:
        if is_number(b.text):
            return single(_by_constant(out, a.text, int(b.text), quotient=quotient))
        zero = out.emit(f"icmp eq i64 {b.text}, 0")
        lowest = out.emit(f"icmp eq i64 {a.text}, {-(1 << 63)}")
        minus = out.emit(f"icmp eq i64 {b.text}, -1")
        overflow = out.emit(f"and i1 {lowest}, {minus}")
        unsafe = out.emit(f"or i1 {zero}, {overflow}")
        divisor = out.emit(f"select i1 {unsafe}, i64 1, i64 {b.text}")
        result = _floor(out, a.text, divisor, quotient=quotient)
        return single(out.emit(f"select i1 {zero}, i64 0, i64 {result}"))

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
    return single(out.emit(f"trunc i128 {out.emit(f'lshr i128 {product}, 64')} to i64"))


def _extreme(name: str) -> Callable[..., Value]:
    def write(out: Lines, a: Value, b: Value) -> Value:
        return single(out.emit(f"call i64 @llvm.{name}.i64(i64 {a.text}, i64 {b.text})"))

    return write


def _to_int(out: Lines, a: Value) -> Value:
    return single(out.emit(f"zext i1 {a.text} to i64"))


def _expect(answer: str) -> Callable[..., Value]:
    def write(out: Lines, a: Value) -> Value:
        return single(out.emit(f"call i1 @llvm.expect.i1(i1 {a.text}, i1 {answer})"))

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
    "bool.not": lambda out, a: single(out.emit(f"xor i1 {a.text}, true")),
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
