"""What the ends of a game ask a player to bring about, as far as it can be told in sites and pieces."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from interpreter.board.board import everything
from interpreter.players.distances import ways_of
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


@dataclass(frozen=True, slots=True)
class Fill:
    """A player wants some sites (a bit set) full of pieces, among them the own."""

    player: int
    pieces: frozenset[Slot]
    region: int


@dataclass(frozen=True, slots=True)
class Row:
    """A player wants so many of some pieces in a row, along one of some directions."""

    player: int
    pieces: frozenset[Slot]
    length: int
    along: tuple[int, ...]


Goal = Reach | Fill | Row


def goals(rules: Rules) -> tuple[Goal, ...]:
    """What is asked for by the ends that someone wins by, each once."""
    found: dict[Goal, None] = {}
    for end in rules.every_end():
        for me in range(len(rules.players)):
            who = winner(rules, end, me)
            if who is not None and who >= 0:
                found |= dict.fromkeys(_Asked(rules, who, me).by(end.condition))
    return tuple(found)


def winner(rules: Rules, end: End, me: int) -> int | None:
    """Who wins when an end is reached by a step of `me`: a player, -1 for nobody, None where that is open."""
    if end.result.kind == "draw":
        return -1
    named = player(rules, end.result.player, me)
    if end.result.kind == "wins" or named is None:
        return named
    return 1 - named if end.result.kind == "loses" and len(rules.players) == 2 else None


@dataclass(frozen=True)
class _Asked:
    """What conditions ask for, by which a player wins when `me` has made a step."""

    rules: Rules
    player: int
    me: int

    def by(self, term: Term) -> Iterator[Goal]:
        """Every part of a condition that asks for pieces on sites."""
        match term.op:
            case "either":
                for part in term.args:
                    yield from self.by(part)
            case "all":
                found = [goal for part in term.args for goal in self.by(part)]
                filled = {goal.region for goal in found if isinstance(goal, Fill)}
                yield from (goal for goal in found if not (isinstance(goal, Reach) and goal.region in filled))
            case "any" | "within":
                where = extent(self.rules, term.args[0], self.me)
                for part in term.args[1:]:
                    where = where & extent(self.rules, part, self.me)
                if _of_one(where.pieces) and where.sites not in {0, everything(self.rules.board)}:
                    yield Reach(self.player, where.pieces, where.sites)
            case "negate" if term.args[0].op == "any":
                where = extent(self.rules, term.args[0].args[0], self.me)
                if not where.pieces and where.sites != everything(self.rules.board):
                    own = frozenset(slot for slot in self._slots() if slot[0] == self.player)
                    yield Fill(self.player, own, where.sites)
            case "exists" if term.args[0].op == "rows":
                yield from self._row(term.args[0])

    def _slots(self) -> frozenset[Slot]:
        return extent(self.rules, None, self.me).pieces

    def _row(self, term: Term) -> Iterator[Row]:
        """The rows of a least length, where it is a number."""
        least, along = term.option("min") or term.option("length"), term.option("along")
        ways = None if along is None else ways_of(along, self.me)
        pieces = extent(self.rules, term.args[0], self.me).pieces
        if least is not None and least.op == "number" and isinstance(least.value, int) and ways and _of_one(pieces):
            yield Row(self.player, pieces, least.value, ways)


def _of_one(pieces: frozenset[Slot]) -> bool:
    """Whether pieces are known well enough to be one player's, or nobody's."""
    return len({owner for owner, _ in pieces}) == 1
