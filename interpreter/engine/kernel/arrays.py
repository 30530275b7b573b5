"""Arrays for calls: the same ones serve both runners.

`new_ints(n)` is an `array('q')`. `new_sets(n, width)` is an `array('Q')` when a set fits a word, else
`Sets`, which reads and writes whole sets over consecutive 64-bit words, lowest first.
"""

from __future__ import annotations

import sys
from array import array
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

__all__ = ["IntArray", "SetArray", "Sets", "address", "new_ints", "new_sets", "pack_sets", "unpack_sets", "words_of"]


class Sets:
    """A flat array of sets of `width` bits, each in `words` 64-bit words of `memory`."""

    __slots__ = ("_bytes", "_view", "memory", "width", "words")

    def __init__(self, memory: array[int], width: int) -> None:
        self.memory = memory
        self.width = width
        self.words = words_of(width)
        self._bytes = 8 * self.words
        self._view = memoryview(memory).cast("B")

    def __len__(self) -> int:
        return len(self.memory) // self.words

    def __getitem__(self, index: int) -> int:
        at = self._place(index)
        return int.from_bytes(self._view[at : at + self._bytes], sys.byteorder)

    def __setitem__(self, index: int, value: int) -> None:
        at = self._place(index)
        if value >> self.width:
            raise OverflowError(f"{value:#x} is no set of {self.width} bits")
        self._view[at : at + self._bytes] = value.to_bytes(self._bytes, sys.byteorder)

    def __iter__(self) -> Iterator[int]:
        return (self[index] for index in range(len(self)))

    def _place(self, index: int) -> int:
        if not 0 <= index < len(self):
            raise IndexError(f"index {index} of {len(self)} sets")
        return index * self._bytes


IntArray: TypeAlias = "array[int]"
SetArray: TypeAlias = "array[int] | Sets"


def words_of(width: int) -> int:
    """The 64-bit words that hold a set of `width` bits."""
    return (width + 63) // 64


def new_ints(values: int | Iterable[int]) -> IntArray:
    """An array of so many zeros, or of the given ints."""
    return array("q", bytes(8 * values) if isinstance(values, int) else values)


def new_sets(count: int, width: int) -> SetArray:
    """An array of so many empty sets of `width` bits."""
    words = words_of(width)
    memory = array("Q", bytes(8 * words * count))
    return memory if words == 1 else Sets(memory, width)


def pack_sets(values: Iterable[int], width: int) -> SetArray:
    """An array of the given sets."""
    listed = list(values)
    packed = new_sets(len(listed), width)
    for index, value in enumerate(listed):
        if not 0 <= value < 1 << width:
            raise OverflowError(f"{value:#x} is no set of {width} bits")
        packed[index] = value
    return packed


def unpack_sets(sets: SetArray) -> list[int]:
    """The sets of an array as numbers."""
    return list(sets)


def address(values: IntArray | SetArray) -> int:
    """Where the memory of an array begins."""
    memory = values.memory if isinstance(values, Sets) else values
    return memory.buffer_info()[0]
