"""Random games that begin in any position: what a playout keeps beside it is worked out from the pieces that stand."""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.engine.lowering.forest import MINE
from interpreter.engine.lowering.kept import LEFT, LIST

if TYPE_CHECKING:
    from collections.abc import Callable

    from interpreter.engine.lowering.expressions import Expressions
    from interpreter.engine.lowering.kept import Kept
    from interpreter.engine.lowering.scene import Scene
    from interpreter.engine.lowering.writer import Writer
    from interpreter.language.terms import Term

STANDING = "standing"  # the places of some pieces


def loaded_kept(kept: Kept, writer: Writer, expressions: Expressions, scene_of: Callable[[int], Scene]) -> None:
    """Writes the lines that begin a playout with a position; `scene_of` gives the scene of a player."""
    for (player, term), name in kept.connections.items():
        writer.line(f"{name} = {_joined(expressions, writer, scene_of(player), term)}")
    if kept.lines or kept.forests or kept.liberties:
        writer.line(f"{STANDING} = ints({_room(kept)})")
    for (player, term), lines in kept.lines.items():
        writer.line(f"{lines.name} = ints({lines.count})")
        number = _listed_few(kept, writer, expressions.clean(writer, scene_of(player), term.args[0]), STANDING)
        with writer.block(f"for i in range({number}):"):
            for line, unit in lines.tables:
                at = f"{lines.name}[{line}[{STANDING}[i]]]"
                writer.line(f"{at} = {at} | {unit}[{STANDING}[i]]")
    for line in kept.head_of_any():
        writer.line(line)
    for forest in kept.forests:
        for player in range(forest.players):
            number = _listed_few(kept, writer, expressions.clean(writer, scene_of(player), MINE), STANDING)
            forest.loaded(writer, kept.program, player, (STANDING, number))
    if kept.roster is not None:
        kept.roster.begun(writer, scene_of(0))
    if kept.liberties is not None:
        for player in range(kept.liberties.players):
            number = _listed_few(kept, writer, expressions.clean(writer, scene_of(player), MINE), STANDING)
            kept.liberties.loaded(writer, player, (STANDING, number))
    if kept.marks_history:
        layout = scene_of(0).layout
        with writer.block("for i in range(recorded):"):
            for way in layout.history:
                element, bit = kept.mark(layout.past("i", way))
                writer.line(f"{element} = {element} | (1 << {bit})")
    if kept.one_number:
        writer.line(f"{LEFT} = count({kept.empty(scene_of(0))})")
    kept.looked(writer, scene_of(0))
    if kept.lists_empty:
        writer.line(f"{LIST} = ints({_room(kept)})")
        writer.line(f"{LEFT} = {_listed(kept, writer, kept.empty(scene_of(0)), LIST)}")


def _room(kept: Kept) -> int:
    """The numbers of an array that holds the places of any set, and one that was looked at last and is not in it."""
    return len(kept.program.numbering.place) + 1


def _listed(kept: Kept, writer: Writer, sites: str, array: str) -> str:
    """Writes the places of a set into an array; gives the name of their number.

    Every place is written where the next member belongs, and only a member moves that on: for wide sets this takes a
    fraction of the time of finding the lowest member again and again.
    """
    found, number, rest = writer.name(sites, "s"), writer.fresh("n"), writer.fresh("rest")
    writer.line(f"{number} = 0")
    size = max(kept.program.numbering.place) + 1
    for first in range(0, size, 64):
        writer.line(f"{rest} = word({found}, {first // 64})")
        with writer.block(f"for i in range({first}, {min(size, first + 64)}):"):
            writer.line(f"{array}[{number}] = i")
            writer.line(f"{number} = {number} + ({rest} & 1)")
            writer.line(f"{rest} = {rest} >> 1")
    return number


def _listed_few(kept: Kept, writer: Writer, sites: str, array: str) -> str:
    """The same for a set that has few members early in a game: of each word, only what is below its highest one."""
    found, number, rest, place = writer.name(sites, "s"), *(writer.fresh(stem) for stem in ("n", "rest", "p"))
    writer.line(f"{number} = 0")
    for first in range(0, max(kept.program.numbering.place) + 1, 64):
        writer.line(f"{rest} = word({found}, {first // 64})")
        writer.line(f"{place} = {first}")
        with writer.block(f"while {rest} != 0:"):
            writer.line(f"{array}[{number}] = {place}")
            writer.line(f"{number} = {number} + ({rest} & 1)")
            writer.line(f"{place} = {place} + 1")
            writer.line(f"{rest} = ushr({rest}, 1)")
    return number


def _joined(expressions: Expressions, writer: Writer, scene: Scene, term: Term) -> str:
    """What is connected to the first of the sets to be joined."""
    including = term.option("including")
    assert including is not None  # noqa: S101 - only such terms are kept
    inside = expressions.clean(writer, scene, term.args[0])
    first = expressions.sets(writer, scene, including.args[0])
    return expressions.program.fill(first, inside, expressions.along(scene, term))
