"""What players have: pieces on some sites, in hand, lost to others, and points."""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.engine.lowering.layout import hand_name, lost_name, points_name

if TYPE_CHECKING:
    from collections.abc import Sequence

    from interpreter.engine.lowering.expressions import Expressions
    from interpreter.engine.lowering.program import Writer
    from interpreter.engine.lowering.scene import Scene
    from interpreter.language.terms import Term


def size(expressions: Expressions, writer: Writer, scene: Scene, term: Term) -> str:
    """The number of pieces on some sites, of all players or of some."""
    layout = scene.layout
    occupied = expressions.occupied(scene)
    text, of = expressions.clean(writer, scene, term.args[0]), term.option("of")
    sites = writer.name(text if layout.digits else f"{text} & {occupied}")
    if of is None and layout.digits:
        return expressions.piles.size(scene, sites)
    if of is None:
        return expressions.columns.size(scene, sites) if layout.cells else f"count({sites})"
    owners = expressions.players(scene, of)
    if owners is not None:
        return _size_of(expressions, scene, sites, owners)
    each = [_size_of(expressions, scene, sites, (player,)) for player in _players(expressions)]
    return _of_player(expressions, writer, scene, of, each)


def _size_of(expressions: Expressions, scene: Scene, sites: str, owners: tuple[int, ...]) -> str:
    own = [slot for slot in scene.layout.slots if slot.owner in owners]
    if scene.layout.cells:
        return expressions.columns.size(scene, sites, own)
    if scene.layout.digits:
        return expressions.piles.size(scene, sites) if own else "0"
    return f"count({sites} & {expressions.join([scene.names[slot.name] for slot in own])})"


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


def _of_player(expressions: Expressions, writer: Writer, scene: Scene, term: Term, each: Sequence[str]) -> str:
    """What a player has who is only known when the kernel runs; nobody has nothing."""
    player, text = writer.name(expressions.number(writer, scene, term)), "0"
    for number, own in enumerate(each):
        text = f"({own} if {player} == {number} else {text})"
    return text
