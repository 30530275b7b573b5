"""Candidates of several families that are drawn from more than once: few by name, many in an array."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from interpreter.engine.lowering.lists import summed

if TYPE_CHECKING:
    from interpreter.engine.lowering.families import Family
    from interpreter.engine.lowering.program import Writer

MANY = 16  # families from which on an array is faster than a name for each


class Picks(Protocol):
    """What picks a candidate of families that have names."""

    def pick(
        self, writer: Writer, families: list[Family], counts: list[str], number: str, target: str, which: str
    ) -> None:
        """The candidate of a number."""


@dataclass(frozen=True, slots=True)
class Few:
    """Candidates of which every family keeps its name, and its number of candidates another."""

    picks: Picks
    families: list[Family]
    counts: list[str]
    total: str

    def draw(self, writer: Writer, which: str, target: str) -> None:
        """Draws one: the number of its family, and its target."""
        self.picks.pick(writer, self.families, self.counts, drawn_number(writer, self.total), target, which)

    def remove(self, writer: Writer, which: str, target: str) -> None:
        """Takes out what was drawn."""
        several = len(self.families) > 1
        for number, (family, count) in enumerate(zip(self.families, self.counts, strict=True)):
            taken = f"({target} if {which} == {number} else NOWHERE)" if several else target
            writer.line(f"{family.name} = {family.name} & ~{taken}")
            writer.line(f"{count} = count({family.name})")
        writer.line(f"{self.total} = {summed(self.counts)}")


class Many:
    """Candidates whose families lie in an array, and the numbers of them in another."""

    def __init__(self, writer: Writer, families: list[Family], total: str) -> None:
        self.total = total
        self.offered, self.counts = _in_arrays(writer, families, "counts")
        writer.line(f"{total} = 0")
        with writer.block(f"for i in range({len(families)}):"):
            writer.line(f"{self.counts}[i] = count({self.offered}[i])")
            writer.line(f"{total} = {total} + {self.counts}[i]")

    def draw(self, writer: Writer, which: str, target: str) -> None:
        """Draws one: the number of its family, and its target."""
        left = drawn_number(writer, self.total)
        writer.line(f"{which} = 0")
        with writer.block(f"while {left} >= {self.counts}[{which}]:"):
            writer.line(f"{left} = {left} - {self.counts}[{which}]")
            writer.line(f"{which} = {which} + 1")
        writer.line(f"{target} = pick({self.offered}[{which}], {left})")

    def remove(self, writer: Writer, which: str, target: str) -> None:
        """Takes out what was drawn."""
        writer.line(f"{self.offered}[{which}] = {self.offered}[{which}] & ~{target}")
        writer.line(f"{self.counts}[{which}] = {self.counts}[{which}] - 1")
        writer.line(f"{self.total} = {self.total} - 1")


def once(writer: Writer, families: list[Family], total: str) -> tuple[str, str]:
    """Candidates that are drawn from once: arrays of the families, and of the candidates up to each of them."""
    offered, upto = _in_arrays(writer, families, "upto")
    writer.line(f"{total} = 0")
    with writer.block(f"for i in range({len(families)}):"):
        writer.line(f"{total} = {total} + count({offered}[i])")
        writer.line(f"{upto}[i] = {total}")
    return offered, upto


def draw_once(writer: Writer, arrays: tuple[str, str], drawn: tuple[str, str, str]) -> None:
    """Draws one of these, of so many: the number of its family, and its target."""
    (offered, upto), (total, which, target) = arrays, drawn
    number = drawn_number(writer, total)
    writer.line(f"{which} = 0")
    with writer.block(f"while {number} >= {upto}[{which}]:"):
        writer.line(f"{which} = {which} + 1")
    writer.line(f"{target} = pick({offered}[{which}], {number} - ({upto}[{which}] - count({offered}[{which}])))")


def _in_arrays(writer: Writer, families: list[Family], numbers: str) -> tuple[str, str]:
    """An array of families, and one for a number of each."""
    offered, counts = writer.fresh("offered"), writer.fresh(numbers)
    writer.line(f"{offered} = sets({len(families)})")
    writer.line(f"{counts} = ints({len(families)})")
    for number, family in enumerate(families):
        writer.line(f"{offered}[{number}] = {family.name}")
    return offered, counts


def drawn_number(writer: Writer, total: str) -> str:
    """A variable with a random number below a total."""
    number = writer.fresh("r")
    writer.line(f"rng, {number} = random_below(rng, {total})")
    return number
