"""Rays: what is seen from one site in a direction, up to the first site that stops the sight.

A ray is looked up by its origin. Where places grow along it, the lowest stopping site is the first one, and a carry
finds all that lies before it; where they shrink it is the highest, whose own ray is taken off.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from interpreter.engine.lowering.program import Program


def ascends(program: Program, direction: int) -> bool | None:
    """Whether places grow along a direction; None where they neither always grow nor always shrink."""
    place, steps = program.numbering.place, program.board.steps[direction]
    signs = {place[target] > place[site] for site, target in enumerate(steps) if target >= 0}
    return signs.pop() if len(signs) == 1 else None


def _values(program: Program, direction: int) -> list[int]:
    """The ray of every place, and of the number that stands for no place an empty one."""
    place, steps = program.numbering.place, program.board.steps[direction]
    values = [0] * (program.numbering.width + 1)
    for start, at in enumerate(place):
        site = steps[start]
        while site >= 0:
            values[at] |= 1 << place[site]
            site = steps[site]
    return values


def seen(program: Program, place: str, stops: str, direction: int) -> str:
    """A call that gives what is seen from a place, the first of the stopping sites included.

    The direction must ascend or descend and have no loop; the place may be that of an empty set.
    """
    table = program.table(f"RAY_{direction}", _values(program, direction), "sets")

    def text(name: str) -> list[str]:
        lines = [
            "@inline",
            f"def {name}(place: int, stops: bits) -> bits:",
            f"    ray = {table}[place]",
            "    met = ray & stops",
        ]
        if ascends(program, direction):
            return [*lines, "    return ray & (met ^ ~(-met))"]
        return [*lines, f"    return ray & ~{table}[highest(met)]"]

    return f"{program.helper(f'seen_{direction}', text)}({place}, {stops})"


def first_met(program: Program, which: str, place: str, stops: str, directions: tuple[int, ...]) -> str:
    """A call that gives the first of the stopping sites in a direction that is known when the kernel runs.

    `which` counts among the directions, each of which must ascend or descend and have no loop.
    """
    size, name = program.numbering.width + 1, "_".join(map(str, directions))
    values = [value for direction in directions for value in _values(program, direction)]
    table = program.table(f"RAYS_{name}", values, "sets")
    ascending = sum(1 << number for number, direction in enumerate(directions) if ascends(program, direction))

    def text(name: str) -> list[str]:
        return [
            "@inline",
            f"def {name}(which: int, place: int, stops: bits) -> bits:",
            f"    met = {table}[which * {size} + place] & stops",
            f"    return met & -met if ({ascending} >> which) & 1 != 0 else bit(highest(met))",
        ]

    return f"{program.helper(f'first_met_{name}', text)}({which}, {place}, {stops})"
