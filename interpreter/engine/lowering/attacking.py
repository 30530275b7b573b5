"""`attacks(player)`: the sites, of some that are asked about, where an enemy piece of a player could be landed on.

A site counts if, were an enemy of the player on it, a move of the player could end there. Where `to` and `through` ask
of each site only what is on it, all sites are told at once: for `to`, an enemy is thought to be on every site. Paths of
several moves that pass and end alike are walked together. Moves that look further are asked about each site by itself.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from interpreter.engine.attacks import attacking
from interpreter.engine.lowering import reaching
from interpreter.engine.lowering.layout import Slot
from interpreter.engine.lowering.lists import has_loop
from interpreter.engine.lowering.rounds import round_ends
from interpreter.engine.lowering.scene import Scene
from interpreter.engine.lowering.travelling import bound_to, depends_on_path, ends_of_each, parts_of
from interpreter.engine.lowering.writer import Writer
from interpreter.language.terms import Kind, Term

if TYPE_CHECKING:
    from interpreter.engine.lowering.expressions import Expressions
    from interpreter.machine.rules import Move

AMONG = "among"  # the parameter of the sites that are asked about
PHANTOM = "phantom"  # the slot of an enemy of no kind, thought to be where no enemy is
# Whether a site is in a set of these depends on nothing but what is on the site.
OF_A_SITE = frozenset(
    {"sites", "empty", "occupied", "owned", "piece", "memory", "last-to", "unmoved", "join", "meet", "complement"}
    | {"only", "by-player", "chosen", "me", "enemy", "enemies", "player", "next"}
)


def attacks(expressions: Expressions, writer: Writer, scene: Scene, players: Term, among: str) -> str:
    """Those of a set of sites that players attack, as an expression."""
    known = expressions.players(scene, players)
    if known is not None:
        return expressions.join([_call(expressions, scene, player, among) for player in known])
    player, text = writer.name(expressions.number(writer, scene, players)), expressions.program.constant(0)
    for number in range(len(expressions.rules.players)):
        text = f"({_call(expressions, scene, number, among)} if {player} == {number} else {text})"
    return text


def _call(expressions: Expressions, scene: Scene, player: int, among: str) -> str:
    """A call of the function of what a player attacks."""

    def written(names: dict[str, str]) -> list[str]:
        writer = Writer()
        seen = Scene(scene.layout, names, player, scene.phase, before=True)
        moves = attacking(expressions.rules, scene.phase, player)
        further = [move for move in moves if _looks_further(expressions, seen, move)]
        found = writer.fresh("r")
        aims = _aims(expressions, writer, seen, [move for move in moves if move not in further])
        writer.line(f"{found} = {AMONG} & {expressions.join(aims)}" if aims else f"{found} = {AMONG} & NOWHERE")
        expressions.program.constant(0)
        if further:
            _asked_of_each(expressions, writer, seen, further, found)
        writer.line(f"return {found}")
        return writer.lines

    name = f"attacks_{scene.phase}_{player}"
    variables = {**scene.layout.types(), AMONG: "bits"}
    return expressions.program.question(name, "bits", variables, {**scene.names, AMONG: among}, written)


def _looks_further(expressions: Expressions, scene: Scene, move: Move) -> bool:
    """Whether a move's paths or their ends depend on more than what is on each site by itself."""
    if any(part.op not in OF_A_SITE for term in (move.target, move.through) if term for part in term.walk()):
        return True
    if move.along is None:
        return False
    steps = expressions.program.board.steps
    ways = expressions.directions.possible(move.along)
    closed = any(has_loop(steps[way]) or expressions.program.board.walks[way] for way in ways)  # it may come round
    return closed or depends_on_path(scene, move)


def _asked_of_each(expressions: Expressions, writer: Writer, scene: Scene, moves: list[Move], found: str) -> None:
    """Adds the sites that moves attack of which each must be looked at by itself, with an enemy on it."""
    starts = [_starts(expressions, writer, scene, move) for move in moves]
    with writer.members(f"{AMONG} & ~{found}") as end:
        landing = _landing(expressions, writer, scene, end)
        for move, origins in zip(moves, starts, strict=True):
            with writer.members(f"{origins} & ~{end}") as origin:
                for text in _reached(expressions, writer, landing, move, origin):
                    writer.line(f"{found} = {found} | ({text} & {end})")


def _reached(expressions: Expressions, writer: Writer, landing: Scene, move: Move, origin: str) -> list[str]:
    """Where the paths of one piece end."""
    if move.along is None:
        assert move.target is not None  # noqa: S101 - filled in by the reader
        return [expressions.sets(writer, landing.after(words={"from": origin}), move.target)]
    found = []
    board = expressions.program.board
    for direction, test in expressions.directions.guarded(landing, move.along).items():
        bound = bound_to(landing, origin, direction)
        if board.walks[direction] or has_loop(board.steps[direction]):
            ends = [_come_round(expressions, writer, bound, move, direction)]
        else:
            ends = [text for _, text in ends_of_each(expressions, writer, bound, bound, move, origin)]
        if ends:
            text = expressions.join(ends)
            found.append(f"({text} if {test} else {expressions.program.constant(0)})" if test else text)
    return found


def _come_round(expressions: Expressions, writer: Writer, bound: Scene, move: Move, direction: int) -> str:
    """Where the paths of one piece end along a closed direction."""
    target, through, _, distance = parts_of(move)
    ends, passable = (expressions.named(writer, bound, term) for term in (target, through))
    least, most = reaching.distances(expressions, writer, bound, distance)
    name = round_ends(expressions.program, direction)
    return f"({name}({bound.words['from']}, {passable}, {least}, {most}) & {ends})"


def _starts(expressions: Expressions, writer: Writer, scene: Scene, move: Move) -> str:
    assert move.origin is not None  # noqa: S101 - the verb's own operand
    own = Term("meet", Kind.SITES, (move.origin, Term("occupied", Kind.SITES)))
    return writer.name(expressions.sets(writer, scene, own))


@dataclass(frozen=True)
class _Aim:
    """What moves share whose paths can be walked together; a direction of -1 means anywhere."""

    direction: int
    test: str
    distance: tuple[int, int]
    through: Term
    target: Term


def _aims(expressions: Expressions, writer: Writer, scene: Scene, moves: list[Move]) -> list[str]:
    """The sites that moves aim at, a set for each way of ending."""
    grouped: dict[_Aim, list[str]] = {}
    for move in moves:
        assert move.target is not None  # noqa: S101 - filled in by the reader
        assert move.through is not None  # noqa: S101
        assert move.distance is not None  # noqa: S101
        starts = _starts(expressions, writer, scene, move)
        ways = {-1: ""} if move.along is None else expressions.directions.guarded(scene, move.along)
        distance = reaching.distance(scene, move.distance)
        for direction, test in ways.items():
            grouped.setdefault(_Aim(direction, test, distance, move.through, move.target), []).append(starts)
    landing = _landing(expressions, writer, scene, expressions.program.every)
    ends: dict[Term, list[str]] = {}
    for aim, origins in grouped.items():
        ends.setdefault(aim.target, []).append(_walked(expressions, writer, scene, aim, origins))
    return [
        f"({expressions.join(parts)} & {expressions.named(writer, landing, target)})" for target, parts in ends.items()
    ]


def _walked(expressions: Expressions, writer: Writer, scene: Scene, aim: _Aim, starts: list[str]) -> str:
    """All ends of the paths of an aim."""
    start, nowhere = expressions.join(list(dict.fromkeys(starts))), expressions.program.constant(0)
    if aim.direction < 0:  # anywhere but where the piece is
        name = writer.name(start)
        every = expressions.program.every
        return f"(({every} if count({name}) > 1 else {every} & ~{name}) if {name} != 0 else {nowhere})"
    through = expressions.named(writer, scene, aim.through)
    reached = reaching.paths(expressions.program, writer, writer.name(start), through, aim.direction, *aim.distance)
    text = expressions.join([ends for _, ends in reached])
    return f"({text} if {aim.test} else {nowhere})" if aim.test else text


def _landing(expressions: Expressions, writer: Writer, scene: Scene, sites: str) -> Scene:
    """The scene in which sites have an enemy of the mover: those that are there, and elsewhere one of no kind."""
    program, count = expressions.program, len(expressions.rules.players)
    enemies = [owner for owner in range(count) if owner != scene.me] or [count]
    theirs = [slot for slot in scene.layout.slots if slot.owner in enemies]
    others = [slot for slot in scene.layout.slots if slot not in theirs]
    if sites == program.every:
        left = {slot.name: program.constant(0) for slot in others}
    else:
        left = {slot.name: writer.name(f"{scene.names[slot.name]} & ~{sites}") for slot in others}
    phantom = writer.name(f"{sites} & ~{expressions.join([scene.names[slot.name] for slot in theirs])}")
    layout = replace(scene.layout, slots=(*scene.layout.slots, Slot(PHANTOM, enemies[0], -1)))
    return Scene(layout, {**scene.names, **left, PHANTOM: phantom}, scene.me, scene.phase, before=True)
