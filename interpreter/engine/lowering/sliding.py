"""Slides from the same sites in several directions at once: lanes of a function whose lanes are computed side by side.

The lanes of a function are shifted the same way, so the directions are parted by the sign of their shifts.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.engine.lowering.numbering import shifts_of

if TYPE_CHECKING:
    from interpreter.engine.lowering.program import Program
    from interpreter.engine.lowering.writer import Writer


def slides(
    program: Program, writer: Writer, seed: str, through: str, directions: tuple[int, ...], *, abreast: bool
) -> dict[int, str]:
    """For each direction the text of a seed and all that is reached from it by walking through a set.

    `abreast` computes directions side by side that take one shift each.
    """
    single = {direction: shifts[0] for direction in directions if len(shifts := _shifts(program, direction)) == 1}
    found: dict[int, str] = {}
    for left in (True, False) if abreast else ():
        own = tuple(direction for direction, (difference, _) in single.items() if (difference > 0) == left)
        if len(own) > 1:
            names = [writer.fresh("s") for _ in own]
            writer.line(f"{', '.join(names)} = {_together(program, own, left=left)}({seed}, {through})")
            found.update(zip(own, names, strict=True))
    rest = [direction for direction in directions if direction not in found]
    return {**found, **{direction: program.slide(seed, through, direction) for direction in rest}}


def _shifts(program: Program, direction: int) -> tuple[tuple[int, int], ...]:
    return shifts_of(program.board, program.numbering.place, direction)


def _together(program: Program, directions: tuple[int, ...], *, left: bool) -> str:
    """The name of the function for some directions, all of whose shifts go left or all right."""
    suffix, sign = "_".join(map(str, directions)), "<<" if left else ">>"
    shifts = [_shifts(program, direction)[0] for direction in directions]

    def moved(what: str, stride: int) -> str:
        values = [abs(difference) * stride for difference, _ in shifts]
        return f"({what} {sign} {program.table(f'STRIDES_{suffix}_{stride}', values)}[lane])"

    def text(name: str) -> list[str]:
        entered = "through"
        if not program.numbering.gapped:
            masks = [mask << by if by > 0 else mask >> -by for by, mask in shifts]
            entered += f" & {program.table(f'ENTERED_{suffix}', masks, 'sets')}[lane]"
        head = ["@inline", f"@abreast({len(directions)})", f"def {name}(seed: bits, through: bits, lane: int) -> bits:"]
        longest = max(program.longest(direction) for direction in directions)
        return [*head, *program.strides(longest, entered, moved)]

    return program.helper(f"slides_{suffix}", text)
