"""Choices by the number of a family."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

CHAIN = 32  # choices one behind the other: a chain nests as deep as it is long, so a longer one is halved


def by_number(texts: Sequence[str], first: int, which: str) -> str:
    """The one of some texts whose number the kernel finds in `which`; `first` is the number of the first text."""
    if len(texts) > CHAIN:
        middle = len(texts) // 2
        low, high = by_number(texts[:middle], first, which), by_number(texts[middle:], first + middle, which)
        return f"({low} if {which} < {first + middle} else {high})"
    text = texts[-1]
    for number, own in reversed(list(enumerate(texts[:-1], start=first))):
        text = f"({own} if {which} == {number} else {text})"
    return text
