"""Piles that are of one sort of piece each, counted digit by digit: for each binary digit of a pile's number a set.

The set of a digit has the sites whose number of pieces has that digit; whose pieces they are, the slots tell.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.board.board import members
from interpreter.engine.lowering.amounts import endless, pieces_of, pieces_on
from interpreter.engine.lowering.lists import union
from interpreter.engine.lowering.program import UnloweredError
from interpreter.language.functions import OF_PILES

if TYPE_CHECKING:
    from collections.abc import Sequence

    from interpreter.engine.lowering.expressions import Expressions
    from interpreter.engine.lowering.layout import Slot
    from interpreter.engine.lowering.scene import Scene
    from interpreter.engine.lowering.writer import Writer
    from interpreter.language.terms import Term
    from interpreter.machine.piles import Setting
    from interpreter.machine.rules import Rules


DIGITS = 4  # at least, for positions that are set up by hand
CHANGING = frozenset({"place", "flip", "promote", "shift"})  # consequences that bring pieces or make them others


def counted(rules: Rules, *, several: bool) -> bool:
    """Whether a pile is its uppermost piece and a number of pieces, which are all alike; `several`: also of many sorts.

    Pieces of one sort that lie anywhere and only go on, off and round are counted in any case.
    """
    if not all(piece.pile == "alike" for piece in rules.pieces):
        return False
    verbs = {move.verb for move in rules.moves}
    actions = {effect.action for effect in rules.effects()}
    parted = any(part is not None for effect in rules.effects() for part in (effect.beneath, effect.of))
    if actions & CHANGING or parted:
        return False
    one = len(rules.pieces) == 1 and rules.pieces[0].owner is not None
    if one and not verbs & {"place", "move"} and not any(move.amount for move in rules.moves):
        return True
    intos = [*(move.into for move in rules.moves), *(effect.into for effect in rules.effects())]
    return several and not (verbs & {"sow", "swap"} or any(into.site for into in intos) or endless(rules))


def digits_of(rules: Rules) -> tuple[str, ...]:
    """The variables that count piles: one for each binary digit of the number of all pieces, which never become more.

    They serve where piles are `counted`.
    """
    if not rules.piling:
        return ()
    return tuple(f"digit_{place}" for place in range(max(DIGITS, pieces_of(rules).bit_length())))


def digit_sets(setting: Setting, digits: int, held: int = 0) -> list[int]:
    """For each digit the sites whose number of pieces has it.

    Raises UnloweredError where a pile may need more digits, with those that are `held` and may be placed.
    """
    if not digits:
        return []
    if (pieces_on(setting) + held) >> digits:
        raise UnloweredError("a pile of more pieces than the set-up has is not compiled")
    occupied = [site for bits in setting.kinds for site in members(bits)]
    sizes = {site: len(setting.below[site]) + 1 for site in occupied}
    return [sum(1 << site for site, size in sizes.items() if size >> place & 1) for place in range(digits)]


SIGNS = {"size": "==", "min": ">=", "max": "<="}  # what the filters of piles compare


class Piles:
    """Writes what happens to piles."""

    def __init__(self, expressions: Expressions) -> None:
        self.expressions, self.program = expressions, expressions.program

    def size(self, scene: Scene, sites: str, slots: Sequence[Slot] | None = None) -> str:
        """The number of pieces on some sites; with `slots`, of those sorts only."""
        own = self._own(scene, slots)
        meant = f"{sites} & {own}" if own else sites
        parts = [f"(count({scene.names[name]} & {meant}) << {n})" for n, name in enumerate(scene.layout.digits)]
        return f"({' + '.join(parts)})"

    def _own(self, scene: Scene, slots: Sequence[Slot] | None) -> str:
        """The sites of some slots; "" where they are all."""
        if slots is None or tuple(slots) == scene.layout.slots:
            return ""
        return f"({union([scene.names[slot.name] for slot in slots])})" if slots else self.program.constant(0)

    def chosen(self, writer: Writer, scene: Scene, term: Term, slots: Sequence[Slot]) -> str:
        """`piles(S, size=, min=, max=)`, counting pieces of some sorts."""
        sites = self.expressions.named(writer, scene, term.args[0])
        result, own = f"{sites} & {self.expressions.occupied(scene)}", self._own(scene, slots)
        for name, bound in term.named:
            if name in OF_PILES:
                continue
            if not isinstance(bound.value, int):
                number = writer.name(self.expressions.number(writer, scene, bound), "h")
                result = self._sized(writer, scene, (writer.name(result), slots), f"{SIGNS[name]} {number}")
                continue
            if name in {"size", "min"} and bound.value > 0:
                result += f" & {self._at_least(writer, scene, bound.value)}" + (f" & {own}" if own else "")
            if name in {"size", "max"}:
                above = self._at_least(writer, scene, bound.value + 1)
                result += f" & ~({above} & {own})" if own and bound.value >= 0 else f" & ~{above}"
        return writer.name(result)

    def _sized(self, writer: Writer, scene: Scene, piles: tuple[str, Sequence[Slot] | None], test: str) -> str:
        """Those of some sites whose number of pieces of some sorts passes a test."""
        (sites, slots), found = piles, writer.fresh("k")
        writer.line(f"{found} = {self.program.constant(0)}")
        with writer.members(sites) as site:
            size = f"{self.size(scene, site, slots)} * {self.expressions.scale}"
            writer.line(f"{found} = {found} | ({site} if {size} {test} else {self.program.constant(0)})")
        return found

    def least(self, writer: Writer, scene: Scene, sites: str, number: str) -> str:
        """Those of some occupied sites on which at least so many pieces lie, by a number in the scale of the game."""
        if number.isdigit() and self.expressions.scale == 1:
            return f"({sites} & {self._at_least(writer, scene, int(number))})"
        return self._sized(writer, scene, (writer.name(sites), None), f">= {number}")

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

    # --- what changes

    def clear(self, writer: Writer, scene: Scene, sites: str) -> None:
        """Takes all pieces off some sites."""
        for name in (*(slot.name for slot in scene.layout.slots), *scene.layout.digits):
            writer.line(f"{scene.names[name]} = {scene.names[name]} & ~{sites}")

    def lift(self, writer: Writer, scene: Scene, sites: str, amount: str) -> str:
        """Takes so many pieces off each of some occupied sites, or all of a smaller pile; gives the number of all."""
        if amount == "1":
            self._carried(writer, scene, sites, "{over} & ~{digit}")
            self._emptied(writer, scene, sites)
            return f"count({sites})"
        lifted = writer.fresh("h")
        writer.line(f"{lifted} = 0")
        with writer.members(sites) as site:
            own = writer.name(f"min({self.size(scene, site)}, {amount})", "h")
            self._counted(writer, scene, site, f"{self.size(scene, site)} - {own}")
            writer.line(f"{lifted} = {lifted} + {own}")
        self._emptied(writer, scene, sites)
        return lifted

    def add(self, writer: Writer, scene: Scene, site: str, number: str) -> None:
        """Counts so many pieces more on a site, whose slot has it; on no site, none."""
        if number != "1":
            self._counted(writer, scene, site, f"{self.size(scene, site)} + {number}")
            return
        self._carried(writer, scene, site, "{digit} & {over}")

    def _carried(self, writer: Writer, scene: Scene, sites: str, over: str) -> None:
        """Counts one more or less on some sites; `over` tells, of those that change a digit, which change the next."""
        for digit in scene.layout.digits:
            name = scene.names[digit]
            carried = writer.name(over.format(over=sites, digit=name))
            writer.line(f"{name} = {name} ^ {sites}")
            sites = carried

    def _counted(self, writer: Writer, scene: Scene, site: str, number: str) -> None:
        """Makes a site one of so many pieces."""
        total, nowhere = writer.name(number), self.program.constant(0)
        for place, digit in enumerate(scene.layout.digits):
            name = scene.names[digit]
            writer.line(f"{name} = ({name} & ~{site}) | ({site} if {total} & {1 << place} != 0 else {nowhere})")

    def _emptied(self, writer: Writer, scene: Scene, sites: str) -> None:
        """Nothing stands on those of some sites where no pieces are left."""
        some = union([scene.names[digit] for digit in scene.layout.digits])
        none = writer.name(f"{sites} & ~({some})")
        for slot in scene.layout.slots:
            writer.line(f"{scene.names[slot.name]} = {scene.names[slot.name]} & ~{none}")
