"""What a choice of an option changes: what the sheet made with it says, and what it says no more."""

from __future__ import annotations

import re
from difflib import SequenceMatcher
from typing import TYPE_CHECKING

from interpreter.explaining.layout import Figure, Item

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from interpreter.explaining.layout import Section

Entry = tuple[str, str]
"""What an entry of a list belongs to, nothing for the others, and what it says."""

ALIKE = 0.5  # two entries that have such a part of their words in common, in their order, say one thing in two ways
LEAD = re.compile(r"\*\*(.+?)\.?\*\*")
HEADING = re.compile(r"(On your turn, d|D)o (this|one of these):")  # moves that come or go are told themselves


def changes(before: Iterable[Section], after: Iterable[Section]) -> tuple[Item, ...]:
    """What sections say that others do not, and the other way round, in the order of the sheet."""
    old, new = list(_entries(before)), list(_entries(after))
    moved = set(old) & set(new)
    found: list[str] = []
    for _, begin, end, first, last in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        gone = [entry for entry in old[begin:end] if entry not in moved]
        for entry in new[first:last]:
            if entry in moved:
                continue
            like = next((one for one in gone if _alike(one, entry)), None)
            if like is not None:
                gone.remove(like)
            found.append(_told("Added" if like is None else "Changed", entry))
        parents = {_name(text) for _, text in gone}
        found += [_told("Left out", entry) for entry in gone if entry[0] not in parents]
    return tuple(Item(text) for text in dict.fromkeys(found))


def _entries(sections: Iterable[Section]) -> Iterator[Entry]:
    for section in sections:
        for block in section.blocks:
            if isinstance(block, str):
                if not HEADING.fullmatch(block):
                    yield "", block
            else:
                yield from _listed((part for part in block if not isinstance(part, Figure)), "")


def _listed(items: Iterable[Item], whose: str) -> Iterator[Entry]:
    for item in items:
        yield whose, item.text
        yield from _listed(item.items, _name(item.text))


def _name(text: str) -> str:
    """What an entry is called where entries of its own are told: its name, or all that it says."""
    lead = LEAD.match(text)
    return lead[1] if lead else text.rstrip(":")


def _alike(one: Entry, other: Entry) -> bool:
    """Whether one entry says in its place what another says in its own."""
    if one[0] != other[0]:
        return False
    leads = [LEAD.match(text) for _, text in (one, other)]
    if all(leads):
        return leads[0][1] == leads[1][1]  # type: ignore[index]
    return SequenceMatcher(None, one[1].split(), other[1].split(), autojunk=False).ratio() > ALIKE


def _told(how: str, entry: Entry) -> str:
    whose, text = entry
    where = {"Added": "to", "Changed": "in", "Left out": "of"}[how]
    place = f' {where} "{whose[:1].lower()}{whose[1:]}"' if whose else ""
    return f"{how}{place}: {text[:-1] + '.' if text.endswith(':') else text}"
