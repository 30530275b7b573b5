"""`attacks(player)`: the sites where an enemy piece of a player could be landed on.

A site counts if, were an enemy of the player on it, a move of the player could end there. Where `to` and `through` ask
of each site only what is on it, all sites are told at once: for `to`, an enemy is thought to be on every site. Paths of
several moves that pass and end alike are walked together.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from interpreter.engine.attacks import attacking
from interpreter.engine.lowering.layout import Slot
from interpreter.engine.lowering.lists import has_loop
from interpreter.engine.lowering.program import UnloweredError, Writer
from interpreter.engine.lowering.scene import Scene

if TYPE_CHECKING:
    from interpreter.engine.lowering.expressions import Expressions
    from interpreter.language.terms import Term
    from interpreter.machine.rules import Move

PHANTOM = "phantom"  # the slot of an enemy of no kind, thought to be where no enemy is
# Whether a site is in a set of these depends on nothing but what is on the site.
OF_A_SITE = frozenset(
    {"sites", "empty", "occupied", "owned", "piece", "memory", "last-to", "unmoved", "join", "meet", "complement"}
    | {"only", "by-player", "chosen", "me", "enemy", "enemies", "player", "neighbour"}
)


def attacks(expressions: Expressions, writer: Writer, scene: Scene, players: Term) -> str:
    """The set of sites that players attack, as an expression."""
    known = expressions.players(scene, players)
    if known is not None:
        return expressions.join([_call(expressions, scene, player) for player in known])
    player, text = writer.name(expressions.number(writer, scene, players)), expressions.program.constant(0)
    for number in range(len(expressions.rules.players)):
        text = f"({_call(expressions, scene, number)} if {player} == {number} else {text})"
    return text


def _call(expressions: Expressions, scene: Scene, player: int) -> str:
    """A call of the function of what a player attacks."""

    def written(names: dict[str, str]) -> list[str]:
        writer = Writer()
        seen = Scene(scene.layout, names, player, scene.phase, before=True)
        text = expressions.join(_aims(expressions, writer, seen))
        writer.line(f"return {text}")
        return writer.lines

    name = f"attacks_{scene.phase}_{player}"
    return expressions.program.question(name, "bits", scene.layout.types(), scene.names, written)


@dataclass(frozen=True)
class _Aim:
    """What moves share whose paths can be walked together; a direction of -1 means anywhere."""

    direction: int
    test: str
    distance: tuple[int, int]
    through: Term
    target: Term


def _aims(expressions: Expressions, writer: Writer, scene: Scene) -> list[str]:
    """The sites that the moves aim at, a set for each way of ending."""
    grouped: dict[_Aim, list[str]] = {}
    for move in attacking(expressions.rules, scene.phase, scene.me):
        origin, target, through = move.origin, move.target, move.through
        assert origin is not None  # noqa: S101 - filled in by the reader
        assert target is not None  # noqa: S101
        assert through is not None  # noqa: S101
        if any(part.op not in OF_A_SITE for term in (target, through) for part in term.walk()):
            raise UnloweredError("`attacks` by moves that look further than the sites they pass has no kernel form yet")
        occupied = expressions.join([scene.names[slot.name] for slot in scene.layout.slots])
        starts = writer.name(f"{expressions.sets(writer, scene, origin)} & {occupied}")
        for direction, test, distance in _ways(expressions, scene, move):
            grouped.setdefault(_Aim(direction, test, distance, through, target), []).append(starts)
    landing = _landing(expressions, writer, scene)
    ends: dict[Term, list[str]] = {}
    for aim, origins in grouped.items():
        ends.setdefault(aim.target, []).append(_walked(expressions, writer, scene, aim, origins))
    return [
        f"({expressions.join(parts)} & {expressions.named(writer, landing, target)})" for target, parts in ends.items()
    ]


def _ways(expressions: Expressions, scene: Scene, move: Move) -> list[tuple[int, str, tuple[int, int]]]:
    """Directions with their conditions, and distances."""
    assert move.distance is not None  # noqa: S101 - filled in by the reader
    distance = expressions.distance(scene, move.distance)
    if move.along is None:
        return [(-1, "", distance)]
    steps = expressions.program.board.steps
    ways = expressions.directions.guarded(scene, move.along)
    if any(has_loop(steps[direction]) for direction in ways):
        raise UnloweredError("`attacks` along closed directions has no kernel form yet")
    return [(direction, test, distance) for direction, test in ways.items()]


def _walked(expressions: Expressions, writer: Writer, scene: Scene, aim: _Aim, starts: list[str]) -> str:
    """All ends of the paths of an aim."""
    start, nowhere = expressions.join(list(dict.fromkeys(starts))), expressions.program.constant(0)
    if aim.direction < 0:  # anywhere but where the piece is
        name = writer.name(start)
        every = expressions.program.every
        return f"(({every} if count({name}) > 1 else {every} & ~{name}) if {name} != 0 else {nowhere})"
    through = expressions.named(writer, scene, aim.through)
    least, most = aim.distance
    reached = expressions.paths(writer, writer.name(start), through, aim.direction, least, most)
    text = expressions.join([ends for _, ends in reached])
    return f"({text} if {aim.test} else {nowhere})" if aim.test else text


def _landing(expressions: Expressions, writer: Writer, scene: Scene) -> Scene:
    """The scene in which every site has an enemy of the mover: those that are there, and elsewhere one of no kind."""
    program, count = expressions.program, len(expressions.rules.players)
    enemies = [owner for owner in range(count) if owner != scene.me] or [count]
    theirs = [slot for slot in scene.layout.slots if slot.owner in enemies]
    names = {
        **scene.names,
        **{slot.name: program.constant(0) for slot in scene.layout.slots if slot not in theirs},
        PHANTOM: writer.name(f"{program.every} & ~{expressions.join([scene.names[slot.name] for slot in theirs])}"),
    }
    layout = replace(scene.layout, slots=(*scene.layout.slots, Slot(PHANTOM, enemies[0], -1)))
    return Scene(layout, names, scene.me, scene.phase, before=True)
