"""Piles of one sort of piece, counted digit by digit: for each binary digit of the number of pieces a set of sites."""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.board.board import members
from interpreter.engine.lowering.program import UnloweredError
from interpreter.language.functions import OF_PILES

if TYPE_CHECKING:
    from collections.abc import Sequence

    from interpreter.engine.lowering.expressions import Expressions
    from interpreter.engine.lowering.layout import Slot
    from interpreter.engine.lowering.program import Writer
    from interpreter.engine.lowering.scene import Scene
    from interpreter.language.terms import Term
    from interpreter.machine.piles import Setting
    from interpreter.machine.rules import Rules


MANY = 32  # digits: more than any pile has
DIGITS = 4  # at least, for positions that are set up by hand


def digits_of(rules: Rules) -> tuple[str, ...]:
    """The variables that count piles: one for each binary digit of the pieces of the set-up, which never become more.

    They serve where a pile is its number of pieces (`counted_alone`).
    """
    if not rules.piling:
        return ()
    pieces = sum(len(pile) for pile in rules.setting.below) + sum(bits.bit_count() for bits in rules.setting.kinds)
    return tuple(f"digit_{place}" for place in range(max(DIGITS, pieces.bit_length())))


def digit_sets(setting: Setting, digits: int) -> list[int]:
    """For each digit the sites whose number of pieces has it. Raises UnloweredError where a pile needs more digits."""
    occupied = [site for bits in setting.kinds for site in members(bits)]
    sizes = {site: len(setting.below[site]) + 1 for site in occupied} if digits else {}
    if any(size >> digits for size in sizes.values()):
        raise UnloweredError("a pile larger than the set-up has no kernel form")
    return [sum(1 << site for site, size in sizes.items() if size >> place & 1) for place in range(digits)]


SIGNS = {"size": "==", "min": ">=", "max": "<="}  # what the filters of piles compare


class Piles:
    """Writes what happens to piles."""

    def __init__(self, expressions: Expressions) -> None:
        self.expressions, self.program = expressions, expressions.program

    def size(self, scene: Scene, sites: str) -> str:
        """The number of pieces on some sites."""
        parts = [f"(count({scene.names[name]} & {sites}) << {n})" for n, name in enumerate(scene.layout.digits)]
        return f"({' + '.join(parts)})"

    def chosen(self, writer: Writer, scene: Scene, term: Term, slots: Sequence[Slot]) -> str:
        """`piles(S, size=, min=, max=)`; without `slots`, pieces are meant of which there are none."""
        result = f"{self.expressions.named(writer, scene, term.args[0])} & {scene.names[scene.layout.slots[0].name]}"
        for name, bound in term.named:
            if name in OF_PILES:
                continue
            if not isinstance(bound.value, int):
                number = writer.name(self.expressions.number(writer, scene, bound), "h")
                result = self._sized(writer, scene, (writer.name(result), bool(slots)), f"{SIGNS[name]} {number}")
                continue
            if name in {"size", "min"}:
                result += f" & {self._at_least(writer, scene, bound.value if slots else bound.value << MANY)}"
            if name in {"size", "max"} and slots:
                result += f" & ~{self._at_least(writer, scene, bound.value + 1)}"
        return writer.name(result)

    def _sized(self, writer: Writer, scene: Scene, piles: tuple[str, bool], test: str) -> str:
        """Those of some sites whose number of pieces passes a test; it is 0 where none of the pieces are meant."""
        (sites, meant), found = piles, writer.fresh("k")
        writer.line(f"{found} = {self.program.constant(0)}")
        with writer.members(sites) as site:
            size = f"{self.size(scene, site)} * {self.expressions.scale}" if meant else "0"
            writer.line(f"{found} = {found} | ({site} if {size} {test} else {self.program.constant(0)})")
        return found

    def _at_least(self, writer: Writer, scene: Scene, number: int) -> str:
        """The sites with at least so many pieces, read from the highest digit down."""
        digits = [scene.names[name] for name in scene.layout.digits]
        if number <= 0:
            return self.program.every
        if number >> len(digits):
            return self.program.constant(0)
        more, same = "", self.program.every
        for place in range(len(digits) - 1, -1, -1):
            if number >> place & 1:
                same = writer.name(f"{same} & {digits[place]}")
            else:
                above = f"({same} & {digits[place]})"
                more = writer.name(f"{more} | {above}" if more else above)
                same = writer.name(f"{same} & ~{digits[place]}")
        return writer.name(f"{more} | {same}") if more else same

    def clear(self, writer: Writer, scene: Scene, sites: str) -> None:
        """Takes all pieces off some sites."""
        for name in (scene.layout.slots[0].name, *scene.layout.digits):
            writer.line(f"{scene.names[name]} = {scene.names[name]} & ~{sites}")

    def lift(self, writer: Writer, scene: Scene, sites: str, amount: str) -> str:
        """Takes so many pieces off each of some sites, or all of a smaller pile; gives the number of all of them."""
        lifted = writer.fresh("h")
        writer.line(f"{lifted} = 0")
        with writer.members(sites) as site:
            own = writer.name(f"min({self.size(scene, site)}, {amount})", "h")
            self.add(writer, scene, site, f"-{own}")
            writer.line(f"{lifted} = {lifted} + {own}")
        return lifted

    def add(self, writer: Writer, scene: Scene, site: str, number: str) -> None:
        """Lays so many pieces on a site; on no site, none."""
        total = writer.name(f"{self.size(scene, site)} + {number}")
        nowhere = self.program.constant(0)
        for place, digit in enumerate(scene.layout.digits):
            name = scene.names[digit]
            writer.line(f"{name} = ({name} & ~{site}) | ({site} if {total} & {1 << place} != 0 else {nowhere})")
        slot = scene.names[scene.layout.slots[0].name]
        writer.line(f"{slot} = ({slot} & ~{site}) | ({site} if {total} != 0 else {nowhere})")
