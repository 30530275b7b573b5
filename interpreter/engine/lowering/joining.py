"""Which sites a new piece would join the smallest groups from, found for all of them at once."""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.engine.lowering.partition import partition_of, ranked

if TYPE_CHECKING:
    from interpreter.engine.lowering.expressions import Expressions
    from interpreter.engine.lowering.scene import Scene
    from interpreter.engine.lowering.writer import Writer
    from interpreter.language.terms import Term
    from interpreter.machine.rules import Move


def least_joined(expressions: Expressions, writer: Writer, scene: Scene, move: Move, term: Term, targets: str) -> str:
    """The targets of a move that `minimise: largest(groups(S, touching=to))` keeps; "" for other numbers.

    From the largest size down, all targets beside groups of a size are left out as long as others remain.
    """
    if "joined by size" not in expressions.passes or term.op != "largest" or move.verb != "place":
        return ""
    groups = dict(move.lets)[str(term.args[0].value)] if term.args[0].op == "local" else term.args[0]
    named = dict(groups.named)
    if groups.op != "groups" or set(named) != {"touching", "along"} or groups.args[0].words:
        return ""
    program, along = expressions.program, expressions.along(scene, groups)
    touching = named["touching"]
    if touching.op != "word" or touching.value != "to" or not program.mutual(along):
        return ""
    sizes, sized = _by_size(expressions, writer, scene, groups.args[0], along)
    result, rest, size, fewer = (writer.fresh(prefix) for prefix in ("k", "rest", "n", "f"))
    writer.line(f"{result} = {targets}")
    writer.line(f"{rest} = {sizes}")
    with writer.block(f"while {rest} != 0:"):
        writer.line(f"{size} = highest({rest})")
        writer.line(f"{fewer} = {result} & ~{program.near(f'{sized}[{size}]', along)}")
        writer.line(f"{rest} = {rest} & ~bit({size}) if {fewer} != 0 else {program.constant(0)}")
        writer.line(f"{result} = {fewer} if {fewer} != 0 else {result}")
    return result


def _by_size(
    expressions: Expressions, writer: Writer, scene: Scene, term: Term, along: tuple[int, ...]
) -> tuple[str, str]:
    """The sizes, less one, that groups of a set have, and the array of the unions of groups by these."""
    partition = partition_of(expressions, writer, scene, term, along)
    if partition is not None:
        return partition.sizes, partition.sized
    program = expressions.program
    inside = expressions.named(writer, scene, term)
    sizes, sized, rest, group = (writer.fresh(prefix) for prefix in ("sizes", "sized", "rest", "g"))
    writer.line(f"{sizes} = {program.constant(0)}")
    writer.line(f"{sized} = sets({len(program.board.sites)})")
    writer.line(f"{rest} = {inside}")
    with writer.block(f"while {rest} != 0:"):
        writer.line(f"{group} = {program.fill(f'{rest} & -{rest}', inside, along)}")
        writer.line(f"{rest} = {rest} ^ {group}")
        writer.line(f"{sizes} = {ranked(program)}({group}, {sizes}, {sized})")
    return sizes, sized
