"""Lines of LLVM assembly: the body of a function while it is being written, and the values in it.

A set of W bits is the integer of the next multiple of 64 bits, its upper bits zero. That they are zero is made sure of
lazily: an expression may carry garbage above bit W-1 (it is then not `clean`) until somebody would see it.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from interpreter.engine.kernel.kinds import Kind


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


def is_number(text: str) -> bool:
    """Whether the text of a value is a number itself."""
    return text.lstrip("-").isdigit()
