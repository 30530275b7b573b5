"""LLVM assembly of what asks for members of a set: how many there are, the lowest, the n-th, one picked by number."""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.engine.kernel.lines import Value, is_number

if TYPE_CHECKING:
    from collections.abc import Callable

    from interpreter.engine.kernel.lines import Lines


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
    if is_number(i.text):
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
    if is_number(i.text):
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
    if is_number(i.text):
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


MEMBERS: dict[str, Callable[..., Value]] = {
    "count": _count,
    "lowest": _lowest,
    "highest": _highest,
    "bit": _bit,
    "has": _has,
    "nth": _nth,
    "pick": _pick,
    "word": _word,
}
