"""`attacks(player)`: the sites where an enemy piece of a player could be landed on.

A site counts if, were an enemy of the player on it, a move of the player could end there by `along`, `distance`,
`through` and `to` alone. Moves that ask `attacks`, `can` or `stuck` in those keys contribute nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.board.board import members
from interpreter.engine.candidates import geometry_mentions
from interpreter.engine.frame import Frame
from interpreter.engine.site_sets import distance_of

if TYPE_CHECKING:
    from interpreter.engine.reference import ReferenceEngine
    from interpreter.engine.state import State
    from interpreter.machine.rules import Move

ASKING = frozenset({"attacks", "can", "stuck"})


def attacked(engine: ReferenceEngine, state: State, player: int) -> int:
    """The set of sites that a player attacks in the phase of a position."""
    phase = engine.rules.phases[engine.machine.nodes[state.node].phase]
    tables = [table for step in phase.steps for table in (step.moves, step.otherwise) if table]
    looks = _Looks(engine, state._replace(mover=player))
    found = 0
    for move in sorted({index for table in tables for index in table[player]}):
        rules = engine.rules.moves[move]
        if rules.verb == "move" and not geometry_mentions(rules) & ASKING:
            found |= _aims(engine, rules, looks, found)
    return found


class _Looks:
    """The position as it is, and as it would be with an enemy of the mover on a site."""

    def __init__(self, engine: ReferenceEngine, state: State) -> None:
        self.every = engine.geometry.every
        self.state = state
        self.frame = Frame(state, self.every, before=True)
        self.enemies = [owner for owner in range(engine.players) if owner != state.mover] or [engine.players]
        self.frames: dict[int, Frame] = {}

    def at(self, site: int) -> Frame:
        if site not in self.frames:
            state, bit = self.state, 1 << site
            if not any(state.owned[enemy] & bit for enemy in self.enemies):
                owned = [bits & ~bit for bits in state.owned]
                owned[self.enemies[0]] |= bit
                state = state._replace(owned=tuple(owned), kinds=tuple(bits & ~bit for bits in state.kinds))
            self.frames[site] = Frame(state, self.every, before=True)
        return self.frames[site]


def _aims(engine: ReferenceEngine, move: Move, looks: _Looks, known: int) -> int:
    """The sites a move aims at, beyond those that are known already."""
    value, geometry = engine.evaluator.value, engine.geometry
    origin, target, through, along, distance = move.origin, move.target, move.through, move.along, move.distance
    if origin is None or target is None or through is None or distance is None:  # the reader fills them in
        return 0
    ends, passable, frame = value(target), value(through), looks.frame
    found = known

    def lands(site: int, end: int, over: int, heading: tuple[int, ...]) -> bool:
        seen = looks.at(end)
        seen.here, seen.heading = 1 << site, heading
        return bool(ends(seen) >> end & 1) and not over & ~passable(seen)

    for site in members(value(origin)(frame) & frame.occupied):
        frame.here = 1 << site
        paths: list[tuple[int, int, tuple[int, ...]]]
        if along is None:
            paths = [(end, 0, ()) for end in members(geometry.every)]
        else:
            least, most = distance_of(engine.evaluator, distance)(frame)
            paths = [
                (end, over, (direction,))
                for direction in value(along)(frame)
                for end, over in geometry.paths(site, direction, least, most, geometry.every)
            ]
        for end, over, heading in paths:
            if end != site and not found >> end & 1 and lands(site, end, over, heading):
                found |= 1 << end
    return found
