"""What the ends of a game ask a player to bring about, as far as it can be told in sites and pieces."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from interpreter.board.board import everything
from interpreter.players.extents import extent, player

if TYPE_CHECKING:
    from collections.abc import Iterator

    from interpreter.language.terms import Term
    from interpreter.machine.rules import End, Rules
    from interpreter.players.extents import Slot


@dataclass(frozen=True, slots=True)
class Reach:
    """A player wants one of some pieces on one of some sites (a bit set)."""

    player: int
    pieces: frozenset[Slot]
    region: int


def reaches(rules: Rules) -> tuple[Reach, ...]:
    """The pieces and sites of all ends that someone wins by coming somewhere, each once."""
    found: dict[Reach, None] = {}
    for end in rules.every_end():
        for me in range(len(rules.players)):
            who = winner(rules, end, me)
            if who is not None and who >= 0:
                found |= {Reach(who, *where): None for where in _reached(rules, end.condition, me)}
    return tuple(found)


def winner(rules: Rules, end: End, me: int) -> int | None:
    """Who wins when an end is reached by a step of `me`: a player, -1 for nobody, None where that is open."""
    if end.result.kind == "draw":
        return -1
    named = player(rules, end.result.player, me)
    if end.result.kind == "wins" or named is None:
        return named
    return 1 - named if end.result.kind == "loses" and len(rules.players) == 2 else None


def _reached(rules: Rules, term: Term, me: int) -> Iterator[tuple[frozenset[Slot], int]]:
    """Pieces and sites, of every part of a condition that asks for pieces on sites."""
    if term.op in {"all", "either"}:
        for part in term.args:
            yield from _reached(rules, part, me)
    if term.op in {"any", "within"}:
        where = extent(rules, term.args[0], me)
        for part in term.args[1:]:
            where = where & extent(rules, part, me)
        if where.pieces and where.sites not in {0, everything(rules.board)}:
            yield where.pieces, where.sites
