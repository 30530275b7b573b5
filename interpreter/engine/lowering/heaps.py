"""What happens to pieces that may lie on one another: they join what they come to, and come off the top."""

from __future__ import annotations

from contextlib import nullcontext
from dataclasses import replace
from typing import TYPE_CHECKING

from interpreter.engine.lowering import amounts, buried, shifting
from interpreter.engine.lowering.columns import Columns
from interpreter.engine.lowering.layout import hand_name
from interpreter.engine.lowering.lists import in_order, single, union
from interpreter.engine.lowering.pieces import Pieces, Taken
from interpreter.engine.lowering.scene import number_of
from interpreter.engine.lowering.slots import lies_empty
from interpreter.machine.rules import NOWHERE

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from interpreter.engine.lowering.expressions import Expressions
    from interpreter.engine.lowering.layout import Slot
    from interpreter.engine.lowering.pieces import Kinds
    from interpreter.engine.lowering.scene import Scene
    from interpreter.engine.lowering.writer import Writer
    from interpreter.language.terms import Term
    from interpreter.machine.rules import Effect, Move


class Heaps:
    """Writes the same as `Pieces`, for piles of several sorts."""

    def __init__(self, expressions: Expressions) -> None:
        self.expressions, self.program, self.rules = expressions, expressions.program, expressions.rules
        self.columns, self.pieces = Columns(expressions), Pieces(expressions)

    # --- the verbs

    def put(self, writer: Writer, scene: Scene, move: Move, kinds: Kinds) -> list[str]:
        """See Pieces."""
        if move.onto is None:  # such a piece comes to an empty site
            return self.pieces.put(writer, scene, move, kinds)
        taken = self.pieces.taken(writer, scene, move.into)
        self.pieces.spend(writer, scene, kinds)
        slots = [(self.pieces.placed(scene, kind), condition) for kind, condition in kinds.chosen]
        self._arrive(writer, scene, scene.words["to"], self.columns.one(scene, slots), taken)
        return ["True"]

    def remove(self, writer: Writer, scene: Scene, move: Move) -> None:
        """See Pieces."""
        taken = replace(self.pieces.taken(writer, scene, move.into), amount=self._amount(writer, scene, move))
        self.take(writer, scene, move.origin, scene.words["at"], taken)

    def carry(self, writer: Writer, scene: Scene, move: Move) -> list[str]:
        """See Pieces."""
        origin, target = scene.words["from"], scene.words["to"]
        assert move.target is not None  # noqa: S101 - filled in by the reader
        if move.amount is None and lies_empty(self.expressions, scene, move.target):
            self.columns.carry(writer, scene, origin, target)
            return self.pieces.carry(writer, scene, move)
        taken, amount = self.pieces.taken(writer, scene, move.into), self._amount(writer, scene, move)
        pile, stays = self.columns.pile(writer, scene, origin), self.columns.none(scene)
        if amount:
            stays, pile = self.columns.split(writer, pile, amount)
        self._leave(writer, scene, origin, stays)
        took = self._arrive(writer, scene, target, pile, taken)
        if "moved" in scene.names:
            writer.line(f"{scene.names['moved']} = {scene.names['moved']} | {target}")
        return took

    def sow(self, writer: Writer, scene: Scene) -> list[str]:
        """See Pieces; each piece joins what lies where it comes to lie, or takes it."""
        origin, at, took = scene.words["from"], writer.fresh("t"), writer.fresh("c")
        left = self.columns.pile(writer, scene, origin)
        self._leave(writer, scene, origin, self.columns.none(scene))
        writer.line(f"{at} = {origin}")
        writer.line(f"{took} = False")
        with writer.block(f"while {union(left)} != 0:"):
            self.expressions.sowing.following(writer, scene, at)
            lowest = [writer.name(f"{plane} & {self.program.constant(1)}") for plane in left]
            for condition in self._arrive(writer, scene, at, lowest, Taken(NOWHERE)):
                writer.line(f"{took} = {took} or {condition}")
            for plane in left:
                writer.line(f"{plane} = {plane} >> 1")
        return [took]

    def _amount(self, writer: Writer, scene: Scene, move: Move) -> str:
        """How many pieces a step takes along; "" for all of them."""
        return "" if move.amount is None else amounts.amount(self.expressions, writer, scene, move.amount)

    # --- arriving and leaving

    def _arrive(self, writer: Writer, scene: Scene, site: str, pile: Sequence[str], taken: Taken) -> list[str]:
        """Pieces join what lies on a site, or take it; gives the conditions under which they took something."""
        there = self.columns.pile(writer, scene, site)
        if all(piece.pile == "mixed" for piece in self.rules.pieces):
            self.columns.lay(writer, scene, site, self.columns.on(writer, scene, there, pile))
            return []
        joins = writer.name(self._joins(scene, site, pile), "c")
        occupied = self.columns.height(there)
        took = writer.name(f"{occupied} > 0 and not {joins}", "c")
        base = [writer.name(f"{plane} if {joins} else NOWHERE") for plane in there]
        self.columns.lay(writer, scene, site, self.columns.on(writer, scene, base, pile))
        if "moved" in scene.names:
            moved = scene.names["moved"]
            writer.line(f"{moved} = {moved} & ~({site} if {took} else {self.program.constant(0)})")
        if taken.into.place or self.rules.counts_losses:
            with writer.block(f"if {took}:"):
                self._give(writer, scene, there, taken)
        return [took]

    def _joins(self, scene: Scene, site: str, pile: Sequence[str]) -> str:
        """Whether the lowest piece of a pile lies down on what is on a site."""
        lowest, parts = self.program.constant(1), []
        for slot in scene.layout.slots:
            how = self.rules.pieces[slot.kind].pile
            if how:
                alike = f" and {site} & {scene.names[slot.name]} != 0" if how == "alike" else ""
                parts.append(f"({self.columns.of_sort(scene, pile, slot)} & {lowest} != 0{alike})")
        return " or ".join(parts) or "False"

    def _leave(self, writer: Writer, scene: Scene, site: str, stays: Sequence[str]) -> None:
        """What stays on a site is all that lies there; where that is nothing, no piece has moved there."""
        self.columns.lay(writer, scene, site, stays)
        if "moved" in scene.names:
            moved = scene.names["moved"]
            writer.line(f"{moved} = {moved} & ~({site} if {union(list(stays))} == 0 else {self.program.constant(0)})")

    def take(self, writer: Writer, scene: Scene, term: Term | None, sites: str, taken: Taken) -> list[str]:
        """See Pieces; with an amount and the like, only some pieces of each pile."""
        occupied = self.expressions.occupied(scene)
        apart = f" & ~{taken.receiver}" if taken.receiver else ""
        text = f"{sites} & {occupied}{apart}"
        gone = writer.name(
            f"({text}) if {taken.amount} > 0 else {self.program.constant(0)}" if taken.amount else text, "e"
        )
        if not (taken.into.place or taken.amount or taken.buried or self.rules.counts_losses):
            self.columns.clear(writer, scene, gone)
            self.pieces.take(writer, scene, term, gone, taken)
            return [f"{gone} != 0"]
        found = gone
        if taken.buried:
            found = writer.fresh("e")
            writer.line(f"{found} = {self.program.constant(0)}")
        with in_order(self.program, writer, term, gone) as site:
            lifted, stays = self.columns.pile(writer, scene, site), self.columns.none(scene)
            if taken.buried:
                meant = buried.meant(self.columns, writer, scene, lifted, taken)
                writer.line(f"{found} = {found} | ({site} if {meant} != 0 else {self.program.constant(0)})")
                stays, lifted = buried.parted(self.columns, writer, scene, lifted, meant)
            elif taken.amount:
                stays, lifted = self.columns.split(writer, lifted, taken.amount)
            self._leave(writer, scene, site, stays)
            self._give(writer, scene, lifted, taken)
        return [f"{found} != 0"]

    def _give(self, writer: Writer, scene: Scene, pile: list[str], taken: Taken) -> None:
        """Captured pieces come to where they go."""
        place, receiver = taken.into.place, taken.receiver
        if receiver:
            if self.rules.counts_losses:
                with writer.block(f"if {receiver} == 0:"):
                    self._give(writer, scene, pile, Taken(NOWHERE))
            with writer.block(f"if {receiver} != 0:"):
                if place == "on":
                    self._arrive(writer, scene, receiver, pile, Taken(NOWHERE))
                else:
                    there = self.columns.pile(writer, scene, receiver)
                    self.columns.lay(writer, scene, receiver, self.columns.on(writer, scene, pile, there))
            return
        for slot in scene.layout.slots:
            number = f"count({self.columns.of_sort(scene, pile, slot)})"
            player = scene.me if place == "me" else slot.owner
            if place and player < len(self.rules.players):
                held = scene.names[hand_name(player, self.rules.pieces[slot.kind].held)]
                writer.line(f"{held} = {held} + {number}")
            self.pieces.lose(writer, scene, slot.owner, number)

    # --- other consequences

    def flip(self, writer: Writer, scene: Scene, effect: Effect, sites: str, slots: Iterable[Slot], heir: int) -> None:
        """See Pieces; all pieces of a pile change sides."""
        occupied = self.expressions.occupied(scene)
        self.columns.recode(writer, scene, writer.name(f"{sites} & {occupied}"), self._images(scene, heir))
        self.pieces.flip(writer, scene, effect, sites, slots, heir)

    def change(self, writer: Writer, scene: Scene, effect: Effect, sites: str, taken: Taken, heir: int) -> None:
        """Some pieces of each pile, and not only the uppermost, become another player's or of another kind."""
        kinds, chosen = (-1,) if effect.action == "flip" else effect.pieces[scene.me], scene.promotion
        if isinstance(chosen, int):  # the first counts where the choice was made of other kinds
            kinds = (chosen,) if chosen in kinds else kinds[:1]
        name = number_of(chosen)
        for kind in kinds:
            others = " and ".join(f"{name} != {other}" for other in kinds[1:])
            condition = others if kind == kinds[0] else f"{name} == {kind}"
            with writer.block(f"if {condition}:") if condition else nullcontext():
                self._change(writer, scene, sites, taken, self._images(scene, heir, kind))

    def _change(self, writer: Writer, scene: Scene, sites: str, taken: Taken, images: dict[Slot, Slot]) -> None:
        occupied = self.expressions.occupied(scene)
        with writer.members(writer.name(f"{sites} & {occupied}", "e")) as site:
            pile = self.columns.pile(writer, scene, site)
            meant = buried.meant(self.columns, writer, scene, pile, taken)
            self.columns.lay(writer, scene, site, self.columns.recoded(writer, scene, pile, meant, images))

    def _images(self, scene: Scene, heir: int, kind: int = -1) -> dict[Slot, Slot]:
        """What pieces become that are handed to a player, or made of a kind."""
        slots = scene.layout.slots
        if kind < 0:
            own = [slot for slot in slots if slot.owner != heir and slot.owner < len(self.rules.players)]
            return {slot: self.pieces.slot(scene, heir, slot.kind) for slot in own}
        return {slot: self.pieces.promoted(scene, slot.owner, kind) for slot in slots}

    def place(self, writer: Writer, scene: Scene, effect: Effect, sites: str, amount: str) -> str:
        """See Pieces; several pieces, and on what they lie down on."""
        kind = effect.pieces[scene.me][0]
        if not (amount or self.rules.pieces[kind].pile):
            return self.pieces.place(writer, scene, effect, sites, amount)
        number, placed = amount or "1", writer.fresh("c")
        self.columns.told_too_high(writer, scene, number)
        pile = self.columns.several(scene, self.pieces.placed(scene, kind), number)
        writer.line(f"{placed} = False")
        with writer.members(sites) as site:
            there = self.columns.pile(writer, scene, site)
            fits = f"{self.columns.height(there)} == 0 or {self._joins(scene, site, pile)}"
            with writer.block(f"if {number} > 0 and ({fits}):"):
                self.columns.lay(writer, scene, site, self.columns.on(writer, scene, there, pile))
                writer.line(f"{placed} = True")
        return placed

    def promote(self, writer: Writer, scene: Scene, effect: Effect, sites: str, slots: Iterable[Slot]) -> None:
        """See Pieces; of a pile the uppermost piece is promoted."""
        self.pieces.promote(writer, scene, effect, sites, slots)

    def shift(
        self, writer: Writer, scene: Scene, effect: Effect, sites: str, targets: str, _: tuple[Slot, ...]
    ) -> None:
        """See Pieces; whole piles move."""
        if effect.sites is None or not single(effect.sites):
            self._shift_several(writer, scene, effect, sites, targets)
            return
        occupied = self.expressions.occupied(scene)
        target = writer.name(f"{targets} & -{targets}")
        with writer.block(f"if {sites} & {occupied} & ~{target} != 0 and {target} != 0:"):
            pile = self.columns.pile(writer, scene, sites)
            self._leave(writer, scene, sites, self.columns.none(scene))
            self.columns.lay(writer, scene, target, pile)
            if "moved" in scene.names:
                writer.line(f"{scene.names['moved']} = {scene.names['moved']} | {target}")

    def _shift_several(self, writer: Writer, scene: Scene, effect: Effect, sites: str, targets: str) -> None:
        """Piles move together: those that arrive are kept apart until all have left."""
        planes = range(scene.layout.planes)
        kept = writer.fresh("kept")
        writer.line(f"{kept} = sets({scene.layout.cells})")
        met = scene.layout.slots, ()
        with shifting.pairs(self.expressions, writer, scene, effect, (sites, targets), met) as pair:
            at = writer.name(f"lowest({pair.target}) * {len(planes)}", "at")
            for plane, name in enumerate(self.columns.pile(writer, scene, pair.origin)):
                writer.line(f"{kept}[{at} + {plane}] = {name}")
        with writer.members(f"{pair.left} & ~{pair.came}") as site:
            self._leave(writer, scene, site, self.columns.none(scene))
        with writer.members(pair.came) as site:
            at = writer.name(f"lowest({site}) * {len(planes)}", "at")
            pile = [writer.name(f"{kept}[{at} + {plane}]", "q") for plane in planes]
            self.columns.lay(writer, scene, site, pile)
        if "moved" in scene.names:
            writer.line(f"{scene.names['moved']} = {scene.names['moved']} | {pair.came}")
