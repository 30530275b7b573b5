"""What players have: pieces on some sites, in hand, lost to others, and points."""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.engine.lowering.layout import hand_name, lost_name, points_name
from interpreter.language.terms import Kind

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from interpreter.engine.lowering.expressions import Expressions
    from interpreter.engine.lowering.layout import Slot
    from interpreter.engine.lowering.scene import Scene
    from interpreter.engine.lowering.writer import Writer
    from interpreter.language.terms import Term


def size(expressions: Expressions, writer: Writer, scene: Scene, term: Term) -> str:
    """The number of pieces on some sites, of all or of those that `of=` and `kind=` mean."""
    layout = scene.layout
    text = expressions.clean(writer, scene, term.args[0])
    sites = writer.name(text if layout.digits else f"{text} & {expressions.occupied(scene)}")
    return _of_sorts(expressions, writer, scene, term, lambda slots: _size_of(expressions, scene, sites, slots))


def piles(expressions: Expressions, writer: Writer, scene: Scene, term: Term) -> str:
    """The sites of a set on which so many pieces lie, of all or of those that `of=` and `kind=` mean."""
    many = expressions.many(scene)
    return _of_sorts(expressions, writer, scene, term, lambda slots: many.chosen(writer, scene, term, slots))


def _of_sorts(
    expressions: Expressions, writer: Writer, scene: Scene, term: Term, told: Callable[[tuple[Slot, ...]], str]
) -> str:
    """What is told of the sorts of pieces that a term means, which may depend on a player known only in play."""
    of, kind, slots = term.option("of"), term.option("kind"), scene.layout.slots
    if kind is not None:
        slots = tuple(slot for slot in slots if slot.kind == kind.value)
    if of is None:
        return told(slots)
    owners = expressions.players(scene, of)
    if owners is not None:
        return told(tuple(slot for slot in slots if slot.owner in owners))
    each = [told(tuple(slot for slot in slots if slot.owner == player)) for player in _players(expressions)]
    nothing = "0" if term.kind is Kind.NUMBER else expressions.program.constant(0)
    return _of_player(expressions, writer, scene, of, each, nothing)


def _size_of(expressions: Expressions, scene: Scene, sites: str, slots: tuple[Slot, ...]) -> str:
    if not slots:
        return "0"
    if scene.layout.cells or scene.layout.digits:
        return expressions.many(scene).size(scene, sites, slots)
    return f"count({sites} & {expressions.join([scene.names[slot.name] for slot in slots])})"


def in_hand(expressions: Expressions, writer: Writer, scene: Scene, term: Term) -> str:
    """The number of pieces in players' hands, of all kinds or of one."""
    kinds = [kind for kind in range(len(expressions.rules.pieces)) if term.value is None or kind == term.value]
    each = [
        " + ".join(scene.names[name] for kind in kinds if (name := hand_name(player, kind)) in scene.names) or "0"
        for player in _players(expressions)
    ]
    return _summed(expressions, writer, scene, term.args[0], each)


def lost(expressions: Expressions, writer: Writer, scene: Scene, term: Term) -> str:
    """The number of pieces that others took from players."""
    each = [scene.names[lost_name(player)] for player in _players(expressions)]
    return _summed(expressions, writer, scene, term.args[0], each)


def points(expressions: Expressions, writer: Writer, scene: Scene, term: Term) -> str:
    """The points of a player."""
    owners = expressions.players(scene, term.args[0])
    each = [scene.names[points_name(player)] for player in _players(expressions)]
    return each[owners[0]] if owners is not None else _of_player(expressions, writer, scene, term.args[0], each)


def _players(expressions: Expressions) -> range:
    return range(len(expressions.rules.players))


def _summed(expressions: Expressions, writer: Writer, scene: Scene, of: Term, each: Sequence[str]) -> str:
    owners = expressions.players(scene, of)
    if owners is None:
        return _of_player(expressions, writer, scene, of, each)
    return f"({' + '.join(each[owner] for owner in owners)})"


def _of_player(
    expressions: Expressions, writer: Writer, scene: Scene, term: Term, each: Sequence[str], nothing: str = "0"
) -> str:
    """What a player has who is only known when the kernel runs; nobody has nothing."""
    player, text = writer.name(expressions.number(writer, scene, term)), nothing
    for number, own in enumerate(each):
        text = f"({own} if {player} == {number} else {text})"
    return text
