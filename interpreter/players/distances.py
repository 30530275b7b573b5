"""How many steps a piece is away from sites, at least: as if it stood alone and its player could always go on."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from interpreter.board.board import members
from interpreter.players.extents import Slot, extent

if TYPE_CHECKING:
    from collections.abc import Iterator

    from interpreter.language.terms import Term
    from interpreter.machine.rules import Move, Rules


def layers(rules: Rules, slot: Slot, region: int) -> tuple[int, ...]:
    """The sites from which a piece of an owner and kind comes to a region in 0 steps, in 1, 2 and so on.

    From sites in none of these sets it never does. A piece moves as its owner's moves let it; what a move asks besides
    of the position is taken for granted, so that no way is shorter.
    """
    ways = [targets for move in _moves(rules, slot) for targets in _reached(rules, move, slot[0])]
    found, seen = [region], region
    while found[-1]:
        near = 0
        for targets in ways:
            for site, reached in enumerate(targets):
                near |= 1 << site if reached & found[-1] else 0
        found.append(near & ~seen)
        seen |= near
    return tuple(found[:-1])


def _moves(rules: Rules, slot: Slot) -> list[Move]:
    """The moves by which a piece may go."""
    return [move for move in rules.moves if move.verb == "move" and slot in extent(rules, move.origin, slot[0]).pieces]


def _reached(rules: Rules, move: Move, player: int) -> Iterator[list[int]]:
    """For each site, where a move can lead from there; one table for each direction."""
    board, ends = rules.board, extent(rules, move.target, player).sites
    starts, open_sites = extent(rules, move.origin, player).sites, extent(rules, move.through, player).sites
    along = None if move.along is None else ways_of(move.along, player)
    if along is None or any(board.walks[way] for way in along):
        yield [ends & ~(1 << site) if starts >> site & 1 else 0 for site in range(len(board.sites))]
        return
    least, most = _range(move.distance, len(board.sites))
    for way in along:
        table = [0] * len(board.sites)
        for start in members(starts):
            site, count = board.steps[way][start], 1
            while site >= 0 and count <= most:
                table[start] |= (1 << site) & ends if count >= least else 0
                site, count = (board.steps[way][site], count + 1) if open_sites >> site & 1 else (-1, count)
        yield table


def ways_of(term: Term, player: int) -> tuple[int, ...] | None:
    """The directions of a term for a player, None where they depend on the position."""
    value: Any = term.value
    match term.op:
        case "directions":
            return tuple(value)
        case "relative":
            return tuple(value[player])
        case "bundle":
            parts = [ways_of(part, player) for part in term.args]
            known = [part for part in parts if part is not None]
            return tuple({way for part in known for way in part}) if len(known) == len(parts) else None
        case _:
            return None


def _range(term: Term | None, longest: int) -> tuple[int, int]:
    """How many steps of the board a move takes at least and at most."""
    numbers = [part.value if part.op == "number" else None for part in term.args] if term is not None else []
    if len(numbers) != 2 or not all(isinstance(number, int) for number in numbers):
        return 1, longest
    least, most = numbers
    return int(str(least)), min(int(str(most)), longest)
