"""What every operation of the kernel language means, told once.

`operations(width)` gives each operation as a Python function of integers: an int is a Python integer in
-2**63 .. 2**63-1, a bool is True or False, a set of W bits is an integer in 0 .. 2**W-1. Compiled code gives the same
values bit for bit; tests compare the two. Every operation is total:

- int `+ - *` and unary `-` wrap around in 64 bits (two's complement).
- int `//` and `%` round towards minus infinity as in Python; by zero both give 0; -2**63 // -1 wraps to -2**63.
- int `<<` and `>>` and `ushr` take their count modulo 64; `>>` keeps the sign, `ushr` shifts zeros in.
- `umulhi(a, b)` is the upper half of the 128-bit product of a and b read as unsigned.
- set `<<` and `>>` by a count outside 0 .. W-1 give the empty set; what leaves the W bits is lost.
- set `~` and unary `-` stay within W bits.
- `lowest`, `highest` of the empty set and `nth(b, k)` for k outside 0 .. count(b)-1 give W.
- `pick(b, k)` is `bit(nth(b, k))`: the k-th member of a set as a set of one, or the empty set.
- `likely(c)` and `unlikely(c)` are c; they tell the compiler which way to lay out.
- `bit(i)` is the empty set and `has(b, i)` is False for i outside 0 .. W-1.
- `word(b, i)` is the i-th 64 bits of b, lowest first, as a signed int; 0 outside.
"""

from __future__ import annotations

import operator
from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from interpreter.engine.kernel.kinds import Kind

__all__ = ["BINARY", "COMPARE", "INTRINSICS", "UNARY", "operations", "wrap"]

_SIGN = 1 << 63
_WORD = (1 << 64) - 1

BINARY: dict[tuple[str, Kind], str] = {
    ("Add", "int"): "int.add",
    ("Sub", "int"): "int.sub",
    ("Mult", "int"): "int.mul",
    ("FloorDiv", "int"): "int.div",
    ("Mod", "int"): "int.mod",
    ("BitAnd", "int"): "int.and",
    ("BitOr", "int"): "int.or",
    ("BitXor", "int"): "int.xor",
    ("LShift", "int"): "int.shl",
    ("RShift", "int"): "int.shr",
    ("BitAnd", "bits"): "bits.and",
    ("BitOr", "bits"): "bits.or",
    ("BitXor", "bits"): "bits.xor",
    ("LShift", "bits"): "bits.shl",
    ("RShift", "bits"): "bits.shr",
    ("BitAnd", "bool"): "bool.and",
    ("BitOr", "bool"): "bool.or",
    ("BitXor", "bool"): "bool.xor",
}
"""Operations of two values by Python's name of the operator and the kind of the left one (and, but for shifts of a
set, of the right one); the result is of the same kind."""

UNARY: dict[tuple[str, Kind], str] = {
    ("USub", "int"): "int.neg",
    ("Invert", "int"): "int.not",
    ("USub", "bits"): "bits.neg",
    ("Invert", "bits"): "bits.not",
    ("Not", "bool"): "bool.not",
}
"""Operations of one value, of its kind."""

COMPARE: dict[tuple[str, Kind], str] = {
    ("Eq", "int"): "int.eq",
    ("NotEq", "int"): "int.ne",
    ("Lt", "int"): "int.lt",
    ("LtE", "int"): "int.le",
    ("Gt", "int"): "int.gt",
    ("GtE", "int"): "int.ge",
    ("Eq", "bits"): "bits.eq",
    ("NotEq", "bits"): "bits.ne",
    ("Eq", "bool"): "bool.eq",
    ("NotEq", "bool"): "bool.ne",
}
"""Comparisons of two values of one kind."""

INTRINSICS: dict[str, tuple[tuple[Kind, ...], Kind]] = {
    "ushr": (("int", "int"), "int"),
    "umulhi": (("int", "int"), "int"),
    "min": (("int", "int"), "int"),
    "max": (("int", "int"), "int"),
    "int": (("bool",), "int"),
    "count": (("bits",), "int"),
    "lowest": (("bits",), "int"),
    "highest": (("bits",), "int"),
    "bit": (("int",), "bits"),
    "has": (("bits", "int"), "bool"),
    "nth": (("bits", "int"), "int"),
    "pick": (("bits", "int"), "bits"),
    "likely": (("bool",), "bool"),
    "unlikely": (("bool",), "bool"),
    "word": (("bits", "int"), "int"),
}
"""Operations written as calls: what they take and give. The operation has the same name."""


def wrap(value: int) -> int:
    """The signed 64-bit integer with the lowest 64 bits of a number."""
    return ((value + _SIGN) & _WORD) - _SIGN


def _divide(a: int, b: int) -> int:
    return wrap(a // b) if b else 0


def _modulo(a: int, b: int) -> int:
    return a % b if b else 0


def _umulhi(a: int, b: int) -> int:
    return wrap(((a & _WORD) * (b & _WORD)) >> 64)


_INTEGERS: dict[str, Callable[..., int]] = {
    "int.add": lambda a, b: wrap(a + b),
    "int.sub": lambda a, b: wrap(a - b),
    "int.mul": lambda a, b: wrap(a * b),
    "int.div": _divide,
    "int.mod": _modulo,
    "int.and": operator.and_,
    "int.or": operator.or_,
    "int.xor": operator.xor,
    "int.shl": lambda a, n: wrap(a << (n & 63)),
    "int.shr": lambda a, n: a >> (n & 63),
    "int.neg": lambda a: wrap(-a),
    "int.not": operator.invert,
    "int.eq": operator.eq,
    "int.ne": operator.ne,
    "int.lt": operator.lt,
    "int.le": operator.le,
    "int.gt": operator.gt,
    "int.ge": operator.ge,
    "ushr": lambda a, n: wrap((a & _WORD) >> (n & 63)),
    "umulhi": _umulhi,
    "min": min,
    "max": max,
    "int": int,
    "likely": bool,
    "unlikely": bool,
    "bool.and": operator.and_,
    "bool.or": operator.or_,
    "bool.xor": operator.xor,
    "bool.not": operator.not_,
    "bool.eq": operator.eq,
    "bool.ne": operator.ne,
}


@cache
def operations(width: int) -> Mapping[str, Callable[..., int]]:
    """Every operation by name, for sets of `width` bits."""
    everything = (1 << width) - 1

    def lowest(b: int) -> int:
        return (b & -b).bit_length() - 1 if b else width

    def highest(b: int) -> int:
        return b.bit_length() - 1 if b else width

    def nth(b: int, k: int) -> int:
        if not 0 <= k < b.bit_count():
            return width
        base = 0
        while True:  # first the word, then the bits below, one by one
            low = b & _WORD
            size = low.bit_count()
            if k < size:
                break
            k -= size
            b >>= 64
            base += 64
        for _ in range(k):
            low &= low - 1
        return base + (low & -low).bit_length() - 1

    return {
        **_INTEGERS,
        "bits.and": operator.and_,
        "bits.or": operator.or_,
        "bits.xor": operator.xor,
        "bits.shl": lambda b, n: (b << n) & everything if 0 <= n < width else 0,
        "bits.shr": lambda b, n: b >> n if 0 <= n < width else 0,
        "bits.neg": lambda b: -b & everything,
        "bits.not": lambda b: b ^ everything,
        "bits.eq": operator.eq,
        "bits.ne": operator.ne,
        "count": lambda b: b.bit_count(),
        "lowest": lowest,
        "highest": highest,
        "bit": lambda i: 1 << i if 0 <= i < width else 0,
        "has": lambda b, i: 0 <= i < width and bool(b >> i & 1),
        "nth": nth,
        "pick": lambda b, k: 1 << nth(b, k) & everything,
        "word": lambda b, i: wrap(b >> (64 * i) & _WORD) if 0 <= i <= width // 64 else 0,
    }
