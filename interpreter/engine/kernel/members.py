"""LLVM assembly of what asks for members of a set: how many there are, the lowest, the n-th, one picked by number."""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.engine.kernel.lines import Value, is_number, single

if TYPE_CHECKING:
    from collections.abc import Callable

    from interpreter.engine.kernel.lines import Lines


def _count(out: Lines, a: Value) -> Value:
    count, *counts = [
        out.to_int(out.emit(f"call {out.bits} @llvm.ctpop.{out.bits}({out.bits} {text})")) for text in out.clean(a)
    ]
    for more in counts:
        count = out.emit(f"add i64 {count}, {more}")
    return single(count)


def _zeros(out: Lines, end: str, text: str, *, empty: bool) -> str:
    """How many zeros a part ends in (`cttz`) or begins with (`ctlz`); `empty` if it may have zeros alone."""
    call = f"call {out.bits} @llvm.{end}.{out.bits}({out.bits} {text}, i1 {'false' if empty else 'true'})"
    return out.to_int(out.emit(call))


def _lowest(out: Lines, a: Value) -> Value:
    """The lowest bit of the lowest part that is not empty; W for the empty set."""
    # Garbage at W and above does not matter to the lowest bit, but a set of nothing else must be seen to be empty.
    *lower, last = out.clean(a)
    if out.over:  # a stop bit gives W for the empty set
        last = out.emit(f"or {out.bits} {last}, {1 << out.over}")
    found = _zeros(out, "cttz", last, empty=not out.over)
    if lower:
        found = out.emit(f"add i64 {found}, {out.part * len(lower)}")
    for i in reversed(range(len(lower))):
        index = out.emit(f"add i64 {_zeros(out, 'cttz', lower[i], empty=False)}, {out.part * i}")
        empty = out.emit(f"icmp eq {out.bits} {lower[i]}, 0")
        found = out.emit(f"select i1 {empty}, i64 {found}, i64 {index}")
    return single(found)


def _highest(out: Lines, a: Value) -> Value:
    """The highest bit of the highest part that is not empty; W for the empty set."""
    found = str(out.width)
    for i, text in enumerate(out.clean(a)):
        index = out.emit(f"sub i64 {out.part * (i + 1) - 1}, {_zeros(out, 'ctlz', text, empty=True)}")
        empty = out.emit(f"icmp eq {out.bits} {text}, 0")
        found = out.emit(f"select i1 {empty}, i64 {found}, i64 {index}")
    return single(found)


def _bit(out: Lines, i: Value) -> Value:
    if is_number(i.text):
        index = int(i.text)
        return Value(out.constant(1 << index if 0 <= index < out.width else 0))
    bit = out.emit(f"shl i64 1, {out.emit(f'and i64 {i.text}, 63')}")
    inside = out.emit(f"icmp ult i64 {i.text}, {out.width}")
    if out.words == 1:
        return Value((out.emit(f"select i1 {inside}, i64 {bit}, i64 0"),))
    # Word by word: a shift of the whole width by an unknown count would go through memory.
    number = out.emit(f"lshr i64 {i.text}, 6")
    words = []
    for word in range(out.words):
        here = out.emit(f"icmp eq i64 {number}, {word}")
        if word == out.words - 1:
            here = out.emit(f"and i1 {here}, {inside}")
        words.append(out.emit(f"select i1 {here}, i64 {bit}, i64 0"))
    return Value(out.of_words(words))


def _has(out: Lines, a: Value, i: Value) -> Value:
    parts = out.clean(a)
    if is_number(i.text):
        index = int(i.text)
        if not 0 <= index < out.width:
            return single("false")
        part = out.both("and", parts[index // out.part], str(1 << index % out.part))
        return single(out.emit(f"icmp ne {out.bits} {part}, 0"))
    word = _word(out, Value(parts), single(out.emit(f"lshr i64 {i.text}, 6"))).text
    return bit_of_word(out, word, i.text)


def bit_of_word(out: Lines, word: str, i: str) -> Value:
    """Whether the word that holds bit i of a set (0 if i is outside) has it."""
    shifted = out.emit(f"lshr i64 {word}, {out.emit(f'and i64 {i}, 63')}")
    return single(out.emit(f"trunc i64 {shifted} to i1"))


def _word(out: Lines, a: Value, i: Value) -> Value:
    parts = out.clean(a)
    if is_number(i.text):
        return single(out.word(parts, int(i.text)) if 0 <= int(i.text) < out.words else "0")
    found = "0"
    for number in range(out.words):
        here = out.emit(f"icmp eq i64 {i.text}, {number}")
        found = out.emit(f"select i1 {here}, i64 {out.word(parts, number)}, i64 {found}")
    return single(found)


def _pick_word(out: Lines, word: str, k: str) -> str:
    """The k-th bit of a 64-bit word as a word of one bit; 0 if it has no such bit."""
    if not out.pdep:
        return out.emit(f"call i64 @pick64(i64 {word}, i64 {k})")
    bit = out.emit(f"shl i64 1, {out.emit(f'and i64 {k}, 63')}")
    inside = out.emit(f"icmp ult i64 {k}, 64")
    bit = out.emit(f"select i1 {inside}, i64 {bit}, i64 0")
    return out.emit(f"call i64 @llvm.x86.bmi.pdep.64(i64 {bit}, i64 {word})")


def _place(out: Lines, a: Value, k: Value) -> tuple[str, str]:
    """The k-th bit of a set: the word of one bit it is in, 0 if there is none, and the number of that word."""
    parts = out.clean(a)
    if out.words == 1:
        return _pick_word(out, parts[0], k.text), "0"
    words = [out.word(parts, i) for i in range(out.words)]
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
    bit, number = _place(out, a, k)
    if out.words == 1 and out.width < 64:
        stopped = out.emit(f"or i64 {bit}, {1 << out.width}")
        return single(out.emit(f"call i64 @llvm.cttz.i64(i64 {stopped}, i1 true)"))
    index = out.emit(f"call i64 @llvm.cttz.i64(i64 {bit}, i1 false)")
    if out.words == 1:
        return single(index)
    index = out.emit(f"add i64 {index}, {out.emit(f'shl i64 {number}, 6')}")
    none = out.emit(f"icmp eq i64 {bit}, 0")
    return single(out.emit(f"select i1 {none}, i64 {out.width}, i64 {index}"))


def _pick(out: Lines, a: Value, k: Value) -> Value:
    bit, number = _place(out, a, k)
    if out.words == 1:
        return Value((bit,))
    words = []
    for i in range(out.words):
        here = out.emit(f"icmp eq i64 {number}, {i}")
        words.append(out.emit(f"select i1 {here}, i64 {bit}, i64 0"))
    return Value(out.of_words(words))


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
