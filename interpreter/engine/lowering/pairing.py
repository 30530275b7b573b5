"""Families of pairs: every one of some origins with the targets that it may come to, all of them or its own.

Where each origin has targets of its own, an array holds them by the origin's place. The family's set is what all of
them come to at most: a target that is taken out of it is taken from every origin.
"""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from interpreter.engine.lowering.families import Family
    from interpreter.engine.lowering.program import Program
    from interpreter.engine.lowering.writer import Writer


def room(program: Program, writer: Writer) -> str:
    """An array for the targets of each origin, none of which has any."""
    name = writer.fresh("ends")
    writer.line(f"{name} = sets({places(program)})")
    return name


def places(program: Program) -> int:
    """The size of such an array."""
    return max(program.numbering.place) + 1


def targets_of(family: Family, origin: str) -> str:
    """The targets of one of the origins."""
    return f"({family.name} & {family.ends}[lowest({origin})])" if family.ends else family.name


def counted(program: Program, family: Family) -> str:
    """The number of candidates, of pairs where there are such."""
    if not family.pairs:
        return f"count({family.name})"
    if not family.ends:
        return f"count({family.name}) * count({family.origins})"
    name = program.helper(
        "count_pairs",
        lambda name: [
            f"def {name}(rest: bits, targets: bits, ends: sets) -> int:",
            "    total = 0",
            "    if targets == 0:",
            "        return 0",
            "    while rest != 0:",
            "        total = total + count(ends[lowest(rest)] & targets)",
            "        rest = rest ^ (rest & -rest)",
            "    return total",
        ],
    )
    return f"{name}({family.origins}, {family.name}, {family.ends})"


def pick(program: Program, writer: Writer, family: Family, number: str, drawn: tuple[str, str]) -> None:
    """Writes the pair of a number into two variables, origin and target."""
    origin, target = drawn
    if not family.ends:
        writer.line(f"{target} = pick({family.name}, {number} % count({family.name}))")
        writer.line(f"{origin} = pick({family.origins}, {number} // count({family.name}))")
        return
    program.constant(0)
    name = program.helper(
        "pick_pair",
        lambda name: [
            f"def {name}(rest: bits, targets: bits, ends: sets, number: int) -> tuple[bits, bits]:",
            "    while rest != 0:",
            "        found = ends[lowest(rest)] & targets",
            "        left = number - count(found)",
            "        if left < 0:",
            "            return rest & -rest, pick(found, number)",
            "        number = left",
            "        rest = rest ^ (rest & -rest)",
            "    return NOWHERE, NOWHERE",
        ],
    )
    writer.line(f"{origin}, {target} = {name}({family.origins}, {family.name}, {family.ends}, {number})")


@contextmanager
def each(writer: Writer, family: Family, stop: str = "") -> Iterator[tuple[str, str]]:
    """A loop over all pairs; gives the names of the sets of the origin and of the target."""
    with writer.members(family.origins, stop) as origin, writer.members(targets_of(family, origin), stop) as target:
        yield origin, target


def add(writer: Writer, family: Family, origin: str, target: str) -> None:
    """Adds a pair, or the pairs of an origin with some targets."""
    place = writer.name(f"lowest({origin})", "p")
    writer.line(f"{family.ends}[{place}] = {family.ends}[{place}] | {target}")
    writer.line(f"{family.name} = {family.name} | {target}")


def spelt_out(program: Program, writer: Writer, family: Family) -> Family:
    """The same family, in which every origin has targets of its own; of families of pairs only."""
    if not family.pairs or family.ends:
        return family
    own = replace(family, ends=room(program, writer))
    with writer.members(own.origins) as origin:
        writer.line(f"{own.ends}[lowest({origin})] = {own.name}")
    return own


def without(program: Program, writer: Writer, family: Family, other: Family) -> Family:
    """A family of pairs without those of another of the same origins."""
    own = replace(family, name=writer.fresh("f"), ends=room(program, writer))
    writer.line(f"{own.name} = {program.constant(0)}")
    with writer.members(family.origins) as origin:
        add(writer, own, origin, writer.name(f"{targets_of(family, origin)} & ~{targets_of(other, origin)}"))
    return own


def clear(program: Program, writer: Writer, family: Family) -> None:
    """Takes all pairs out."""
    writer.line(f"{family.name} = {program.constant(0)}")
    with writer.block(f"for i in range({places(program)}):"):
        writer.line(f"{family.ends}[i] = NOWHERE")
