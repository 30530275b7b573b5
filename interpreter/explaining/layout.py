"""What a rule sheet is made of: sections of paragraphs, lists and pictures."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from interpreter.play.position import Position


@dataclass(frozen=True, slots=True)
class Item:
    """An entry of a list, with entries of its own."""

    text: str
    items: tuple[Item, ...] = ()


@dataclass(frozen=True, slots=True)
class Figure:
    """A position; `plain` without its last step, with a `key` of its signs.

    `sites` are crossed out, and `arrows` are the steps that follow.
    """

    position: Position
    caption: str
    plain: bool = True
    sites: tuple[str, ...] = ()
    arrows: tuple[tuple[str, str], ...] = ()
    key: bool = False


@dataclass(frozen=True, slots=True)
class Section:
    """A heading and what stands under it."""

    title: str
    blocks: tuple[str | tuple[Item, ...] | tuple[Figure, ...], ...] = field(default=())


def parts_listed(parts: Iterable[str]) -> tuple[Item, ...]:
    """Parts of one sentence as entries of a list."""
    *most, last = parts
    return (*(Item(f"{part};") for part in most), Item(f"{last}."))


def texts(blocks: Iterable[str | Item | Figure | tuple[Item, ...] | tuple[Figure, ...]]) -> Iterator[str]:
    """The sentences in what stands under a heading, in their order."""
    for block in blocks:
        if isinstance(block, str):
            yield block
        elif isinstance(block, Item):
            yield block.text
            yield from texts(block.items)
        elif isinstance(block, tuple):
            yield from texts(block)
