"""Candidates of several families that are drawn from more than once: few by name, many in an array."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from interpreter.engine.lowering.lists import summed

if TYPE_CHECKING:
    from interpreter.engine.lowering.families import Family
    from interpreter.engine.lowering.writer import Writer

MANY = 16  # families from which on an array is faster than a name for each

BLOCK = 8  # families whose candidates are added up, so that a draw passes them at once
IN_BLOCKS = 64  # families from which on that is faster


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
    """Candidates whose families lie in an array, and the numbers of them in another; in `blocks`, also added up."""

    def __init__(self, writer: Writer, families: list[Family], total: str, *, blocks: bool) -> None:
        self.total, self.sums = total, ""
        self.offered, self.counts = writer.fresh("offered"), writer.fresh("counts")
        number = -(-len(families) // BLOCK)
        blocks = blocks and len(families) >= IN_BLOCKS
        room = number * BLOCK if blocks else len(families)
        writer.line(f"{self.offered} = sets({room})")
        writer.line(f"{self.counts} = ints({room})")
        for place, family in enumerate(families):
            writer.line(f"{self.offered}[{place}] = {family.name}")
        writer.line(f"{total} = 0")
        if not blocks:
            self._counted(writer, f"range({room})", total)
            return
        self.sums, own = writer.fresh("sums"), writer.fresh("n")
        writer.line(f"{self.sums} = ints({number})")
        with writer.block(f"for j in range({number}):"):
            writer.line(f"{own} = 0")
            self._counted(writer, f"range({BLOCK} * j, {BLOCK} * j + {BLOCK})", own)
            writer.line(f"{self.sums}[j] = {own}")
            writer.line(f"{total} = {total} + {own}")

    def _counted(self, writer: Writer, places: str, total: str) -> None:
        """Counts the candidates of some families, and adds them to a total."""
        with writer.block(f"for i in {places}:"):
            writer.line(f"{self.counts}[i] = count({self.offered}[i])")
            writer.line(f"{total} = {total} + {self.counts}[i]")

    def draw(self, writer: Writer, which: str, target: str) -> None:
        """Draws one: the number of its family, and its target."""
        left = drawn_number(writer, self.total)
        writer.line(f"{which} = 0")
        if self.sums:
            _passed(writer, left, self.sums, which)
            writer.line(f"{which} = {BLOCK} * {which}")
        _passed(writer, left, self.counts, which)
        writer.line(f"{target} = pick({self.offered}[{which}], {left})")

    def remove(self, writer: Writer, which: str, target: str) -> None:
        """Takes out what was drawn."""
        writer.line(f"{self.offered}[{which}] = {self.offered}[{which}] & ~{target}")
        numbers = [f"{self.counts}[{which}]", *([f"{self.sums}[{which} // {BLOCK}]"] if self.sums else []), self.total]
        for number in numbers:
            writer.line(f"{number} = {number} - 1")


def _passed(writer: Writer, left: str, numbers: str, at: str) -> None:
    """Takes the numbers of an array off what is left, from `at` on, until one is more than that."""
    with writer.block(f"while {left} >= {numbers}[{at}]:"):
        writer.line(f"{left} = {left} - {numbers}[{at}]")
        writer.line(f"{at} = {at} + 1")


def drawn_number(writer: Writer, total: str) -> str:
    """A variable with a random number below a total."""
    number = writer.fresh("r")
    writer.line(f"rng, {number} = random_below(rng, {total})")
    return number
