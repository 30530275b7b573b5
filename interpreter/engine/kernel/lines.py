"""Lines of LLVM assembly: the body of a function while it is being written, and the values in it.

A set of W bits is the integer of the next multiple of 64 bits, its upper bits zero. That they are zero is made sure of
lazily: an expression may carry garbage above bit W-1 (it is then not `clean`) until somebody would see it.

In code that is to be compiled roughly, a set is the words of that integer instead. LLVM's quick way to machine code
knows no wide integers, and takes eight times as long with them; its optimiser makes better code of wide integers.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from interpreter.engine.kernel.kinds import Kind

Parts = tuple[str, ...]
"""The texts of what makes up a value, from low to high: a set may have several parts, anything else has one."""


class Value(NamedTuple):
    """The texts of a value in LLVM assembly; `clean` if it has no bit at W or above."""

    parts: Parts
    clean: bool = True

    @property
    def text(self) -> str:
        """The text of what is no set."""
        return self.parts[0]


def single(text: str) -> Value:
    """A value that is no set."""
    return Value((text,))


@dataclass
class Lines:
    """The body of a function while it is being written; `split` if sets are words."""

    width: int
    pdep: bool
    split: bool = False
    lines: list[str] = field(default_factory=list)
    number: int = 0

    def __post_init__(self) -> None:
        self.words = (self.width + 63) // 64
        """The 64-bit words that hold a set."""
        self.part = 64 if self.split else self.words * 64
        """The bits of a part of a set."""
        self.bits = f"i{self.part}"
        """The type of a part of a set."""
        self.count = self.words if self.split else 1
        """The parts of a set."""
        self.over = self.width % self.part
        """The bits of the last part, 0 for all."""

    def type(self, kind: Kind) -> str:
        """The type of a value or array, or of a part of a set."""
        return {"int": "i64", "bool": "i1", "bits": self.bits}.get(kind, "ptr")

    def parts(self, name: str, kind: Kind) -> Parts:
        """The names of the parts of what is called so."""
        if kind != "bits" or self.count == 1:
            return (name,)
        return (name, *[f"{name}.{i}" for i in range(1, self.count)])

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

    def constant(self, number: int) -> Parts:
        """A set that is known."""
        return tuple([str(number >> self.part * i & (1 << self.part) - 1) for i in range(self.count)])

    def clean(self, value: Value) -> Parts:
        """The parts of a set without bits at W and above."""
        if value.clean or not self.over:
            return value.parts
        *lower, last = value.parts
        return (*lower, self.both("and", last, str((1 << self.over) - 1)))

    def both(self, instruction: str, a: str, b: str) -> str:
        """Two parts joined by `and`, `or` or `xor`; nothing is written where it is known what comes out."""
        if "0" in {a, b}:
            return "0" if instruction == "and" else b if a == "0" else a
        return self.emit(f"{instruction} {self.bits} {a}, {b}")

    def union(self, texts: Iterable[str]) -> str:
        """All parts joined by `or`."""
        whole = "0"
        for text in texts:
            whole = self.both("or", whole, text)
        return whole

    def chosen(self, condition: str, kind: str, yes: Parts, no: Parts) -> Parts:
        """One of two values."""
        return tuple(
            [self.emit(f"select i1 {condition}, {kind} {a}, {kind} {b}") for a, b in zip(yes, no, strict=True)]
        )

    def word(self, parts: Parts, i: int) -> str:
        """The i-th 64 bits of a set."""
        if self.part == 64:
            return parts[i]
        return self.to_int(self.emit(f"lshr {self.bits} {parts[0]}, {64 * i}") if i else parts[0])

    def to_int(self, text: str) -> str:
        """A number that is as large as a part, but fits 64 bits, as an int."""
        return text if self.part == 64 else self.emit(f"trunc {self.bits} {text} to i64")

    def of_words(self, words: Sequence[str]) -> Parts:
        """The set of some 64-bit words."""
        if self.part == 64:
            return tuple(words)
        whole = ""
        for i, text in enumerate(words):
            wide = self.emit(f"zext i64 {text} to {self.bits}")
            if i:
                wide = self.emit(f"shl {self.bits} {wide}, {64 * i}")
                wide = self.emit(f"or {self.bits} {whole}, {wide}")
            whole = wide
        return (whole,)


def is_number(text: str) -> bool:
    """Whether the text of a value is a number itself."""
    return text.lstrip("-").isdigit()
