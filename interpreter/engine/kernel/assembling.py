"""LLVM assembly of the operations: one function an operation, given the text of its arguments.

A set of W bits is the integer of the next multiple of 64 bits, its upper bits zero. That they are zero is made sure of
lazily: an expression may carry garbage above bit W-1 (it is then not `clean`) until somebody would see it.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from interpreter.engine.kernel.kinds import Kind

__all__ = ["OPERATIONS", "Lines", "Value"]


@dataclass(frozen=True, slots=True)
class Value:
    """The text of a value in LLVM assembly; `clean` if a set has no bit at W or above."""

    text: str
    clean: bool = True


@dataclass
class Lines:
    """The body of a function while it is being written."""

    width: int
    pdep: bool
    lines: list[str] = field(default_factory=list)
    number: int = 0

    @property
    def size(self) -> int:
        """The bits of the integer that holds a set."""
        return (self.width + 63) // 64 * 64

    @property
    def words(self) -> int:
        """The 64-bit words that hold a set."""
        return (self.width + 63) // 64

    @property
    def bits(self) -> str:
        """The type of a set."""
        return f"i{self.size}"

    def type(self, kind: Kind) -> str:
        """The type of a value or array."""
        return {"int": "i64", "bool": "i1", "bits": self.bits}.get(kind, "ptr")

    def emit(self, text: str) -> str:
        """Write an instruction; the name of its value."""
        self.number += 1
        name = f"%t{self.number}"
        self.lines.append(f"  {name} = {text}")
        return name

    def label(self) -> str:
        """A new name of a block."""
        self.number += 1
        return f"b{self.number}"

    def clean(self, value: Value) -> str:
        """The text of a value without bits at W and above."""
        if value.clean or self.width == self.size:
            return value.text
        return self.emit(f"and {self.bits} {value.text}, {(1 << self.width) - 1}")

    def word(self, text: str, i: int) -> str:
        """The i-th 64 bits of a set."""
        if self.words == 1:
            return text
        if i:
            text = self.emit(f"lshr {self.bits} {text}, {64 * i}")
        return self.emit(f"trunc {self.bits} {text} to i64")

    def to_int(self, text: str) -> str:
        """A set-sized number that fits 64 bits as an int."""
        return text if self.words == 1 else self.emit(f"trunc {self.bits} {text} to i64")

    def join(self, words: list[str]) -> str:
        """The set of some 64-bit words."""
        if self.words == 1:
            return words[0]
        whole = ""
        for i, text in enumerate(words):
            wide = self.emit(f"zext i64 {text} to {self.bits}")
            if i:
                wide = self.emit(f"shl {self.bits} {wide}, {64 * i}")
                wide = self.emit(f"or {self.bits} {whole}, {wide}")
            whole = wide
        return whole


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
        if _is_number(n.text):
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


def _is_number(text: str) -> bool:
    return text.lstrip("-").isdigit()


def _int_shift(instruction: str) -> Callable[..., Value]:
    def write(out: Lines, a: Value, n: Value) -> Value:
        count = str(int(n.text) & 63) if _is_number(n.text) else out.emit(f"and i64 {n.text}, 63")
        return Value(out.emit(f"{instruction} i64 {a.text}, {count}"))

    return write


def _int_not(out: Lines, a: Value) -> Value:
    return Value(out.emit(f"xor i64 {a.text}, -1"))


def _int_neg(out: Lines, a: Value) -> Value:
    return Value(out.emit(f"sub i64 0, {a.text}"))


def _division(*, quotient: bool) -> Callable[..., Value]:
    def write(out: Lines, a: Value, b: Value) -> Value:
        if _is_number(b.text):
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


def _count(out: Lines, a: Value) -> Value:
    return Value(out.to_int(out.emit(f"call {out.bits} @llvm.ctpop.{out.bits}({out.bits} {out.clean(a)})")))


def _lowest(out: Lines, a: Value) -> Value:
    # Garbage at W and above does not matter to the lowest bit, but a set of nothing else must be seen to be empty.
    text = out.clean(a)
    if out.width < out.size:  # a stop bit gives W for the empty set
        text = out.emit(f"or {out.bits} {text}, {1 << out.width}")
    stopped = "true" if out.width < out.size else "false"
    return Value(out.to_int(out.emit(f"call {out.bits} @llvm.cttz.{out.bits}({out.bits} {text}, i1 {stopped})")))


def _highest(out: Lines, a: Value) -> Value:
    text = out.clean(a)
    zeros = out.to_int(out.emit(f"call {out.bits} @llvm.ctlz.{out.bits}({out.bits} {text}, i1 false)"))
    index = out.emit(f"sub i64 {out.size - 1}, {zeros}")
    empty = out.emit(f"icmp eq {out.bits} {text}, 0")
    return Value(out.emit(f"select i1 {empty}, i64 {out.width}, i64 {index}"))


def _bit(out: Lines, i: Value) -> Value:
    if _is_number(i.text):
        index = int(i.text)
        return Value(str(1 << index) if 0 <= index < out.width else "0")
    count = out.emit(f"and i64 {i.text}, 63")
    single = out.emit(f"shl i64 1, {count}")
    inside = out.emit(f"icmp ult i64 {i.text}, {out.width}")
    if out.words == 1:
        return Value(out.emit(f"select i1 {inside}, i64 {single}, i64 0"))
    # Word by word: a shift of the whole width by an unknown count would go through memory.
    number = out.emit(f"lshr i64 {i.text}, 6")
    words = []
    for word in range(out.words):
        here = out.emit(f"icmp eq i64 {number}, {word}")
        if word == out.words - 1:
            here = out.emit(f"and i1 {here}, {inside}")
        words.append(out.emit(f"select i1 {here}, i64 {single}, i64 0"))
    return Value(out.join(words))


def _has(out: Lines, a: Value, i: Value) -> Value:
    text = out.clean(a)
    if _is_number(i.text):
        index = int(i.text)
        if not 0 <= index < out.width:
            return Value("false")
        part = out.emit(f"and {out.bits} {text}, {1 << index}")
        return Value(out.emit(f"icmp ne {out.bits} {part}, 0"))
    word = _word(out, Value(text), Value(out.emit(f"lshr i64 {i.text}, 6"))).text
    return bit_of_word(out, word, i.text)


def bit_of_word(out: Lines, word: str, i: str) -> Value:
    """Whether the word that holds bit i of a set (0 if i is outside) has it."""
    shifted = out.emit(f"lshr i64 {word}, {out.emit(f'and i64 {i}, 63')}")
    return Value(out.emit(f"trunc i64 {shifted} to i1"))


def _word(out: Lines, a: Value, i: Value) -> Value:
    text = out.clean(a)
    if _is_number(i.text):
        return Value(out.word(text, int(i.text)) if 0 <= int(i.text) < out.words else "0")
    found = "0"
    for number in range(out.words):
        here = out.emit(f"icmp eq i64 {i.text}, {number}")
        found = out.emit(f"select i1 {here}, i64 {out.word(text, number)}, i64 {found}")
    return Value(found)


def _pick_word(out: Lines, word: str, k: str) -> str:
    """The k-th bit of a 64-bit word as a word of one bit; 0 if it has no such bit."""
    if not out.pdep:
        return out.emit(f"call i64 @pick64(i64 {word}, i64 {k})")
    single = out.emit(f"shl i64 1, {out.emit(f'and i64 {k}, 63')}")
    inside = out.emit(f"icmp ult i64 {k}, 64")
    single = out.emit(f"select i1 {inside}, i64 {single}, i64 0")
    return out.emit(f"call i64 @llvm.x86.bmi.pdep.64(i64 {single}, i64 {word})")


def _place(out: Lines, a: Value, k: Value) -> tuple[str, str]:
    """The k-th bit of a set: the word of one bit it is in, 0 if there is none, and the number of that word."""
    text = out.clean(a)
    if out.words == 1:
        return _pick_word(out, text, k.text), "0"
    words = [out.word(text, i) for i in range(out.words)]
    word, before, number = words[0], "0", "0"
    below = out.emit(f"call i64 @llvm.ctpop.i64(i64 {words[0]})")
    for i in range(1, out.words):
        beyond = out.emit(f"icmp uge i64 {k.text}, {below}")
        word = out.emit(f"select i1 {beyond}, i64 {words[i]}, i64 {word}")
        before = out.emit(f"select i1 {beyond}, i64 {below}, i64 {before}")
        number = out.emit(f"select i1 {beyond}, i64 {i}, i64 {number}")
        if i < out.words - 1:
            below = out.emit(f"add i64 {below}, {out.emit(f'call i64 @llvm.ctpop.i64(i64 {words[i]})')}")
    return _pick_word(out, word, out.emit(f"sub i64 {k.text}, {before}")), number


def _nth(out: Lines, a: Value, k: Value) -> Value:
    single, number = _place(out, a, k)
    if out.words == 1 and out.width < 64:
        stopped = out.emit(f"or i64 {single}, {1 << out.width}")
        return Value(out.emit(f"call i64 @llvm.cttz.i64(i64 {stopped}, i1 true)"))
    index = out.emit(f"call i64 @llvm.cttz.i64(i64 {single}, i1 false)")
    if out.words == 1:
        return Value(index)
    index = out.emit(f"add i64 {index}, {out.emit(f'shl i64 {number}, 6')}")
    none = out.emit(f"icmp eq i64 {single}, 0")
    return Value(out.emit(f"select i1 {none}, i64 {out.width}, i64 {index}"))


def _pick(out: Lines, a: Value, k: Value) -> Value:
    single, number = _place(out, a, k)
    if out.words == 1:
        return Value(single)
    words = []
    for i in range(out.words):
        here = out.emit(f"icmp eq i64 {number}, {i}")
        words.append(out.emit(f"select i1 {here}, i64 {single}, i64 0"))
    return Value(out.join(words))


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
    "count": _count,
    "lowest": _lowest,
    "highest": _highest,
    "bit": _bit,
    "has": _has,
    "nth": _nth,
    "pick": _pick,
    "word": _word,
}
