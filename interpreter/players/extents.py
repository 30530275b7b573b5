"""What a set of a rule can hold at most: which pieces, on which sites, whatever the position."""

from __future__ import annotations

from dataclasses import dataclass
from functools import reduce
from typing import TYPE_CHECKING, Any

from interpreter.board.board import everything
from interpreter.engine.lowering.owning import slots_of

if TYPE_CHECKING:
    from interpreter.language.terms import Term
    from interpreter.machine.rules import Rules

Slot = tuple[int, int]
"""An owner and a kind."""


@dataclass(frozen=True, slots=True)
class Extent:
    """Pieces of these owners and kinds, on these sites (as a bit set); a site without a piece may be meant too."""

    pieces: frozenset[Slot]
    sites: int

    def __and__(self, other: Extent) -> Extent:
        """What is in both."""
        return Extent(self.pieces & other.pieces, self.sites & other.sites)

    def __or__(self, other: Extent) -> Extent:
        """What is in either, and maybe more."""
        return Extent(self.pieces | other.pieces, self.sites | other.sites)


def anything(rules: Rules) -> Extent:
    """Every piece that there can be, everywhere."""
    pieces = frozenset((slot.owner, slot.kind) for slot in slots_of(rules))
    return Extent(pieces, everything(rules.board))


def extent(rules: Rules, term: Term | None, me: int) -> Extent:
    """What a set holds at most when a player, `me`, has made the step. What cannot be told is taken for anything."""
    every = anything(rules)
    if term is None:
        return every
    value: Any = term.value
    inside = [extent(rules, part, me) for part in term.args] if term.op in {"meet", "join", "flatten"} else []
    match term.op:
        case "owned":
            owner = player(rules, term.args[0], me)
            return every if owner is None else _only(every, lambda slot: slot[0] == owner)
        case "piece":
            return _only(every, lambda slot: slot[1] == value)
        case "sites":
            return Extent(every.pieces, value)
        case "chosen":
            owner = player(rules, term.args[0], me)
            return every if owner is None else Extent(every.pieces, value[owner])
        case "empty":
            return Extent(frozenset(), every.sites)
        case "meet":
            return reduce(Extent.__and__, inside)
        case "join":
            return reduce(Extent.__or__, inside)
        case "complement":
            return reduce(Extent.__and__, (_without(rules, part, me) for part in _joined(term.args[0])))
        case _:
            return every


def player(rules: Rules, term: Term | None, me: int) -> int | None:
    """The player that is meant, None where it depends on the position."""
    if term is None:
        return None
    value: Any = term.value
    match term.op:
        case "player":
            return int(value)
        case "me":
            return me
        case "enemy":
            return 1 - me if len(rules.players) == 2 else None
        case _:
            return None


def _only(every: Extent, wanted: Any) -> Extent:
    return Extent(frozenset(filter(wanted, every.pieces)), every.sites)


def _joined(term: Term) -> tuple[Term, ...]:
    """The sets that a set is put together of."""
    return tuple(part for arg in term.args for part in _joined(arg)) if term.op == "join" else (term,)


def _without(rules: Rules, term: Term, me: int) -> Extent:
    """What a simple set leaves: of others, anything may be left."""
    every, taken = anything(rules), extent(rules, term, me)
    if term.op in {"owned", "piece"} and taken != every:
        return Extent(every.pieces - taken.pieces, every.sites)
    if term.op in {"sites", "chosen"}:
        return Extent(every.pieces, every.sites & ~taken.sites)
    return every
