"""The sites between which a `shift` moves pieces: pairs of them, each set in the order of the board."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, NamedTuple

from interpreter.engine.lowering.lists import first

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from interpreter.engine.lowering.expressions import Expressions
    from interpreter.engine.lowering.layout import Slot
    from interpreter.engine.lowering.scene import Scene
    from interpreter.engine.lowering.writer import Writer
    from interpreter.machine.rules import Effect


class Pair(NamedTuple):
    """Names of sets: the sites of a pair, and all those that pieces have left and come to so far."""

    origin: str
    target: str
    left: str
    came: str


@contextmanager
def pairs(
    expressions: Expressions,
    writer: Writer,
    scene: Scene,
    effect: Effect,
    ends: tuple[str, str],
    met: tuple[Iterable[Slot], Iterable[str]],
) -> Iterator[Pair]:
    """A loop over the pairs whose piece moves; nothing has moved while it runs.

    `ends` names the sets of both sites, `met` has the slots the pieces may be of, and names of sets to begin as empty.
    """
    slots, empty = met
    program, terms = expressions.program, (effect.sites, effect.target)
    leaving, coming, left, came, origin, target = (writer.fresh("m") for _ in range(6))
    for name in (*empty, left, came):
        writer.line(f"{name} = {program.constant(0)}")
    for name, sites in zip((leaving, coming), ends, strict=True):
        writer.line(f"{name} = {sites}")
    there = writer.name(expressions.join([scene.names[slot.name] for slot in slots]))
    with writer.block(f"while {leaving} != 0 and {coming} != 0:"):
        for name, rest, term in zip((origin, target), (leaving, coming), terms, strict=True):
            writer.line(f"{name} = {first(program, term, rest)}")
            writer.line(f"{rest} = {rest} ^ {name}")
        with writer.block(f"if {origin} != {target} and {origin} & {there} != 0:"):
            writer.line(f"{left} = {left} | {origin}")
            writer.line(f"{came} = {came} | {target}")
            yield Pair(origin, target, left, came)
