"""A game file as a tree of values, each of which knows where its author wrote it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Iterator

    from interpreter.diagnostics import Span


@dataclass(frozen=True, slots=True)
class Scalar:
    """A single value: text, whole number, decimal, yes/no or nothing (None), by the YAML 1.2 core rules.

    `text` is what the author wrote, quotes and escapes resolved; `style` is "plain", "quoted" or "block".
    """

    value: str | int | float | bool | None
    text: str
    span: Span
    style: str = "plain"


@dataclass(frozen=True, slots=True)
class Sequence:
    """A list of values."""

    items: tuple[Node, ...]
    span: Span

    def __iter__(self) -> Iterator[Node]:
        return iter(self.items)

    def __len__(self) -> int:
        return len(self.items)


@dataclass(frozen=True, slots=True)
class Entry:
    """A key of a mapping with its value."""

    key: Scalar
    value: Node


@dataclass(frozen=True, slots=True)
class Mapping:
    """Named values in the order of the file. Keys are unique."""

    entries: tuple[Entry, ...]
    span: Span

    def get(self, name: str) -> Node | None:
        """The value under a key, or None."""
        return next((entry.value for entry in self.entries if entry.key.text == name), None)

    def key(self, name: str) -> Scalar | None:
        """The key itself, for its place, or None."""
        return next((entry.key for entry in self.entries if entry.key.text == name), None)

    def items(self) -> Iterator[tuple[str, Node]]:
        """Key texts with values, in the order of the file."""
        return ((entry.key.text, entry.value) for entry in self.entries)

    def __contains__(self, name: str) -> bool:
        return any(entry.key.text == name for entry in self.entries)

    def __len__(self) -> int:
        return len(self.entries)


Node: TypeAlias = Scalar | Sequence | Mapping


def to_plain(node: Node) -> object:
    """The tree as ordinary Python values (dict, list, str, int, float, bool, None), for JSON and JSON Schema."""
    if isinstance(node, Scalar):
        return node.value
    if isinstance(node, Sequence):
        return [to_plain(item) for item in node.items]
    return {entry.key.text: to_plain(entry.value) for entry in node.entries}
