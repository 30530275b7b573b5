"""How pictures look: colours for screens, for dark screens, and for printing."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping


@dataclass(frozen=True, slots=True)
class Look:
    """The colours of a picture.

    `dark`, `pale` and `middle` fill the pieces, and `edge` is their outline; `cell` fills sites and `tint` those that
    are special; `accent` marks what a reader should see first.
    """

    paper: str
    ink: str
    dark: str
    pale: str
    middle: str
    edge: str
    line: str
    name: str
    cell: str
    tint: str
    accent: str


LOOKS: Mapping[str, Look] = {
    "light": Look(
        paper="#fffdf8",
        ink="#2b2b2b",
        dark="#2b2b2b",
        pale="#fffdf8",
        middle="#9a9a9a",
        edge="#2b2b2b",
        line="#6b5d48",
        name="#6b6255",
        cell="#efe3cb",
        tint="#d9c7a2",
        accent="#b3261e",
    ),
    "dark": Look(
        paper="#1f1d1a",
        ink="#ece5d8",
        dark="#0d0c0b",
        pale="#f4eee2",
        middle="#8d8d8d",
        edge="#c9bda6",
        line="#9a8a6c",
        name="#c4b8a2",
        cell="#5b4f3c",
        tint="#352d21",
        accent="#ff8a75",
    ),
    "print": Look(
        paper="#ffffff",
        ink="#000000",
        dark="#000000",
        pale="#ffffff",
        middle="#aaaaaa",
        edge="#000000",
        line="#000000",
        name="#000000",
        cell="#ffffff",
        tint="#dddddd",
        accent="#000000",
    ),
}
