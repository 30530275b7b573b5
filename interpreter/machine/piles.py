"""Pieces that lie on one another: what a site holds from the bottom up, as numbers and as text."""

from __future__ import annotations

import re
from itertools import groupby
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping

    from interpreter.machine.rules import Piece

Pile = tuple[tuple[int, int], ...]  # owner and kind of each piece, the lowest first; an empty site has none


class Setting(NamedTuple):
    """Where pieces stand.

    `owned[o]` and `kinds[k]` are bit sets of sites and speak of the uppermost piece; `below[s]` holds what lies under
    it on a site, and is empty as a whole in a game without piles.
    """

    owned: tuple[int, ...]
    kinds: tuple[int, ...]
    below: tuple[Pile, ...]


def setting_of(piles: Mapping[int, Pile], owners: int, pieces: tuple[Piece, ...], sites: int) -> Setting:
    """The setting with these piles on these sites."""
    owned, kinds = [0] * owners, [0] * len(pieces)
    for site, pile in piles.items():
        owner, kind = pile[-1]
        owned[owner] |= 1 << site
        kinds[kind] |= 1 << site
    below = tuple(piles.get(site, ())[:-1] for site in range(sites)) if any(piece.pile for piece in pieces) else ()
    return Setting(tuple(owned), tuple(kinds), below)


def counted(pieces: tuple[Piece, ...]) -> bool:
    """Whether a pile is told by its number alone: there is one sort of piece, and it lies in piles."""
    return len(pieces) == 1 and bool(pieces[0].pile) and pieces[0].owner is not None


def pile_text(pile: Pile, pieces: tuple[Piece, ...], letters: Mapping[tuple[int, int], str]) -> str:
    """A pile in a diagram: its letters from the top down, with a number for several alike (`wb2`), or its number."""
    if counted(pieces):
        return str(len(pile))
    runs = [(piece, len(list(run))) for piece, run in groupby(reversed(pile))]
    return "".join(letters.get(piece, "?") + (str(number) if number > 1 else "") for piece, number in runs)


def read_pile(token: str, pieces: tuple[Piece, ...], letters: Mapping[str, tuple[int, int]]) -> Pile | None:
    """The pile that a token of a diagram stands for, or None where it stands for none."""
    if token in letters:
        return (letters[token],)
    if not any(piece.pile for piece in pieces):
        return None
    if counted(pieces) and re.fullmatch(r"[1-9]\d{0,3}", token):
        owner = pieces[0].owner
        return () if owner is None else ((owner, 0),) * int(token)
    names = "|".join(re.escape(letter) for letter in sorted(letters, key=len, reverse=True))
    if not names or not re.fullmatch(rf"(?:(?:{names})(?:[1-9]\d{{0,3}})?)+", token):
        return None
    runs = re.findall(rf"({names})([1-9]\d{{0,3}})?", token)
    return tuple(piece for letter, number in reversed(runs) for piece in (letters[letter],) * int(number or 1))


def joins(pieces: tuple[Piece, ...], arriving: tuple[int, int], there: tuple[int, int]) -> bool:
    """Whether a piece that arrives on another lies down on it, rather than taking it."""
    pile = pieces[arriving[1]].pile
    return pile == "mixed" or (pile == "alike" and arriving == there)
