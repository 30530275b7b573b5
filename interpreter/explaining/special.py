"""The sites on which rules of their own hold: a throne, corners, a goal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.board.board import everything
from interpreter.board.tracks import BACK

if TYPE_CHECKING:
    from collections.abc import Iterator

    from interpreter.language.terms import Term
    from interpreter.machine.rules import Rules

FEW = 4  # a set of more than one site in four is no exception on the board


def special_sites(rules: Rules) -> int:
    """The sites that the conditions of moves and ends name, or leave out, where they are few."""
    every, found = everything(rules.board), 0
    for term in _asked(rules):
        for part in term.walk():
            if part.op == "sites":
                bits = int(str(part.value))
                for named in (bits, every & ~bits):
                    if named.bit_count() * FEW <= len(rules.board.sites):
                        found |= named
    return found


def tracks_one_way(rules: Rules) -> tuple[int, ...]:
    """The tracks along which pieces move, or are sown, one way only; as numbers of directions."""
    names = rules.board.directions
    going = {
        names[number]
        for move in rules.moves
        if move.along is not None
        for part in move.along.walk()
        if part.op == "directions" and isinstance(part.value, tuple)
        for number in part.value
    }
    tracks = {name for name in names if f"{name}{BACK}" in names}
    one_way = [name for name in going if f"{name}{BACK}" not in going and name.removesuffix(BACK) not in going - {name}]
    return tuple(names.index(name) for name in sorted(one_way) if name.removesuffix(BACK) in tracks)


def _asked(rules: Rules) -> Iterator[Term]:
    """What decides where a piece may go, how a turn goes on, and when the game ends."""
    ends = rules.every_end()
    terms = [end.condition for end in ends]
    for move in rules.moves:
        terms += [term for term in (move.target, move.onto, move.through, move.when) if term is not None]
    steps = (step for phase in rules.phases for step in phase.steps)
    terms += [entry.condition for step in steps for entry in step.next if entry.condition is not None]
    yield from terms


def sides(rules: Rules) -> tuple[int, ...]:
    """The sites of each player's own that ends ask for, where they lie at the edge of the board: the sides to join."""
    edge, found = rules.board.regions.get("edges", 0), [0] * len(rules.players)
    for end in rules.every_end():
        for part in end.condition.walk():
            for player, bits in enumerate(part.value) if part.op == "chosen" and isinstance(part.value, tuple) else ():
                if isinstance(bits, int) and not bits & ~edge:
                    found[player] |= bits
    return tuple(found)
