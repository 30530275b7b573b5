"""Random games that begin in any position: what a playout keeps beside it is worked out from the pieces that stand."""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.engine.lowering.kept import LEFT, LIST

if TYPE_CHECKING:
    from collections.abc import Callable

    from interpreter.engine.lowering.expressions import Expressions
    from interpreter.engine.lowering.kept import Kept
    from interpreter.engine.lowering.program import Writer
    from interpreter.engine.lowering.scene import Scene
    from interpreter.language.terms import Term


def loaded_kept(kept: Kept, writer: Writer, expressions: Expressions, scene_of: Callable[[int], Scene]) -> None:
    """Writes the lines that begin a playout with a position; `scene_of` gives the scene of a player."""
    for (player, term), name in kept.connections.items():
        writer.line(f"{name} = {_joined(expressions, writer, scene_of(player), term)}")
    for (player, term), lines in kept.lines.items():
        writer.line(f"{lines.name} = ints({lines.count})")
        place = _each(writer, expressions.clean(writer, scene_of(player), term.args[0]))
        for line, unit in lines.tables:
            at = f"{lines.name}[{line}[{place}]]"
            writer.line(f"    {at} = {at} | {unit}[{place}]")
    for line in kept.head_of_any():
        writer.line(line)
    if kept.one_number:
        writer.line(f"{LEFT} = count({_empty(kept, scene_of(0))})")
    if kept.lists_empty:
        writer.line(f"{LIST} = ints({len(kept.program.numbering.place)})")
        writer.line(f"{LEFT} = 0")
        place = _each(writer, _empty(kept, scene_of(0)))
        writer.line(f"    {LIST}[{LEFT}] = {place}")
        writer.line(f"    {LEFT} = {LEFT} + 1")


def _empty(kept: Kept, scene: Scene) -> str:
    return f"{kept.program.every} & ~({' | '.join(scene.names[slot.name] for slot in scene.layout.slots)})"


def _each(writer: Writer, sites: str) -> str:
    """Begins a loop over the places of a set; gives the name of the place."""
    rest, place = writer.fresh("rest"), writer.fresh("p")
    writer.line(f"{rest} = {sites}")
    writer.line(f"while {rest} != 0:")
    writer.line(f"    {place} = lowest({rest})")
    writer.line(f"    {rest} = {rest} ^ bit({place})")
    return place


def _joined(expressions: Expressions, writer: Writer, scene: Scene, term: Term) -> str:
    """What is connected to the first of the sets to be joined."""
    including = term.option("including")
    assert including is not None  # noqa: S101 - only such terms are kept
    inside = expressions.clean(writer, scene, term.args[0])
    first = expressions.sets(writer, scene, including.args[0])
    return expressions.program.fill(first, inside, expressions.along(scene, term))
