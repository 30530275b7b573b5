"""`attacks(player)`: the sites where an enemy piece of a player could be landed on.

A site counts if, were an enemy of the player on it, a move of the player could end there by `along`, `distance`,
`through` and `to` alone. Moves that ask `attacks`, `can` or `stuck` in those keys contribute nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from interpreter.board.board import members
from interpreter.engine.candidates import geometry_mentions
from interpreter.engine.frame import Frame
from interpreter.engine.site_sets import distance_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from interpreter.engine.reference import ReferenceEngine
    from interpreter.engine.state import State
    from interpreter.machine.rules import Move, Rules

ASKING = frozenset({"attacks", "can", "may", "stuck"})


class Aim(NamedTuple):
    """Where a move may go, as functions of a frame; `along` None means anywhere."""

    origin: Any
    target: Any
    through: Any
    along: Any
    distance: Callable[[Frame], tuple[int, int]] | None


def aims_of(engine: ReferenceEngine, phase: int, player: int) -> tuple[Aim, ...]:
    """The moves that a player attacks with in a phase."""
    found, value = [], engine.evaluator.value
    for move in attacking(engine.rules, phase, player):
        origin, target, through = (value(term) for term in (move.origin, move.target, move.through) if term)
        along = None if move.along is None else value(move.along)
        distance = None if move.distance is None else distance_of(engine.evaluator, move.distance)
        found.append(Aim(origin, target, through, along, distance))
    return tuple(found)


def attacked(engine: ReferenceEngine, aims: tuple[Aim, ...], state: State, player: int, among: int) -> int:
    """Which sites of a set (-1: of the board) a player attacks."""
    looks = _Looks(engine, state._replace(mover=player))
    every = among & engine.geometry.every
    left = every
    for aim in aims:
        if not left:
            break
        left &= ~_aimed(engine, aim, looks, left)
    return every & ~left


def attacking(rules: Rules, phase: int, player: int) -> tuple[Move, ...]:
    """The moves of a player that attack in a phase, in the order of the file."""
    numbers = {index for step in rules.phases[phase].steps for index in step.offered(player)}
    moves = [rules.moves[index] for index in sorted(numbers)]
    return tuple(move for move in moves if move.verb == "move" and not geometry_mentions(move) & ASKING)


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


def _aimed(engine: ReferenceEngine, aim: Aim, looks: _Looks, among: int) -> int:
    """The sites of a set that a move aims at."""
    geometry, frame, found = engine.geometry, looks.frame, 0
    for site in members(aim.origin(frame) & frame.occupied):
        frame.here = 1 << site
        paths: Iterable[tuple[int, int, tuple[int, ...]]]
        if aim.along is None or aim.distance is None:
            paths = [(end, 0, ()) for end in members(among)]
        else:
            least, most = aim.distance(frame)
            paths = [
                (end, over, (direction,))
                for direction in aim.along(frame)
                if geometry.walk(direction) or geometry.ray(site, direction) & among
                for end, over in geometry.paths(site, direction, least, most, geometry.every)
            ]
        for end, over, heading in paths:
            if not among & ~found & 1 << end or end == site:
                continue
            seen = looks.at(end)
            seen.here, seen.heading = 1 << site, heading
            if aim.target(seen) >> end & 1 and not over & ~aim.through(seen):
                found |= 1 << end
    return found
