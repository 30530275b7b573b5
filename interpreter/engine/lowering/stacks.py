"""What happens to piles that are counted: they are of one sort each, told by their uppermost piece and their number."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from interpreter.engine.lowering import amounts
from interpreter.engine.lowering.layout import hand_name
from interpreter.engine.lowering.lists import union
from interpreter.engine.lowering.pieces import Pieces
from interpreter.engine.lowering.slots import lies_empty, possible_slots

if TYPE_CHECKING:
    from interpreter.engine.lowering.expressions import Expressions
    from interpreter.engine.lowering.layout import Slot
    from interpreter.engine.lowering.pieces import Kinds, Taken
    from interpreter.engine.lowering.scene import Scene
    from interpreter.engine.lowering.writer import Writer
    from interpreter.language.terms import Term
    from interpreter.machine.rules import Move


class Stacks(Pieces):
    """Writes the same as `Pieces`, for piles that are counted."""

    def __init__(self, expressions: Expressions) -> None:
        super().__init__(expressions)
        self.piles = expressions.piles

    def put(self, writer: Writer, scene: Scene, move: Move, kinds: Kinds) -> list[str]:
        """See Pieces; the piece joins what is alike, or takes what is not."""
        target, taken, none = scene.words["to"], self.taken(writer, scene, move.into), self.program.constant(0)
        self.spend(writer, scene, kinds)
        told: dict[Slot, list[str]] = {}
        for kind, condition in kinds.chosen:
            told.setdefault(self.placed(scene, kind), []).append(condition)
        comes = {slot: f"({target} if {' or '.join(some)} else {none})" for slot, some in told.items()}
        if len(told) == 1:
            comes = dict.fromkeys(told, target)
        self._arrive(writer, scene, target, comes, "1", None if move.onto is None else taken)
        return ["True"]

    def remove(self, writer: Writer, scene: Scene, move: Move) -> None:
        """See Pieces."""
        taken = self.taken(writer, scene, move.into)
        if move.amount is not None:
            taken = replace(taken, amount=amounts.amount(self.expressions, writer, scene, move.amount))
        self.take(writer, scene, move.origin, scene.words["at"], taken)

    def carry(self, writer: Writer, scene: Scene, move: Move) -> list[str]:
        """See Pieces; so many pieces as the step says, or all of the pile."""
        origin, target, none = scene.words["from"], scene.words["to"], self.program.constant(0)
        assert move.target is not None  # noqa: S101 - filled in by the reader
        if move.amount is None and lies_empty(self.expressions, scene, move.target):
            for digit in scene.layout.digits:
                name = scene.names[digit]
                own = writer.name(f"{name} & {origin}")
                writer.line(f"{name} = ({name} ^ {own}) | ({target} if {own} != 0 else {none})")
            return super().carry(writer, scene, move)
        taken, slots = self.taken(writer, scene, move.into), possible_slots(self.expressions, scene, move.origin)
        comes = {slots[0]: target}
        if len(slots) > 1:
            comes = {
                slot: writer.name(f"({target} if {scene.names[slot.name]} & {origin} != 0 else {none})")
                for slot in slots
            }
        if move.amount is None:
            number = writer.name(self.piles.size(scene, origin), "h")
            self.piles.clear(writer, scene, origin)
        else:
            number = amounts.amount(self.expressions, writer, scene, move.amount)
            lifted = self.piles.lift(writer, scene, origin, number)
            number = number if number == "1" else lifted
        self._moved_off(writer, scene, origin)
        took = self._arrive(writer, scene, target, comes, number, taken)
        self._moved(writer, scene, f"| {target}")
        return took

    def sow(self, writer: Writer, scene: Scene) -> list[str]:
        """See Pieces."""
        self.expressions.sowing.sow(writer, scene)
        return []

    def _arrive(
        self, writer: Writer, scene: Scene, site: str, comes: dict[Slot, str], number: str, taken: Taken | None
    ) -> list[str]:
        """So many pieces come to a site, of the slot that has it; gives the conditions under which they took others.

        Without `taken`, nothing stands there.
        """
        took: list[str] = []
        if taken is not None:
            took = self._make_room(writer, scene, site, comes, taken)
        for slot, text in comes.items():
            writer.line(f"{scene.names[slot.name]} = {scene.names[slot.name]} | {text}")
        self.piles.add(writer, scene, site, number)
        return took

    def _make_room(self, writer: Writer, scene: Scene, site: str, comes: dict[Slot, str], taken: Taken) -> list[str]:
        """What is not alike is taken; gives the conditions under which something was."""
        alike = union([f"({scene.names[slot.name]} & {text})" for slot, text in comes.items()])
        gone = writer.name(f"{site} & {self.expressions.occupied(scene)} & ~({alike})")
        met = tuple(slot for slot in scene.layout.slots if len(comes) > 1 or slot not in comes)
        return self.take(writer, scene, None, gone, replace(taken, met=met))

    def take(self, writer: Writer, scene: Scene, term: Term | None, sites: str, taken: Taken) -> list[str]:
        """See Pieces; with an amount, so many pieces of each pile."""
        slots = possible_slots(self.expressions, scene, term) if taken.met is None else taken.met
        if not slots:
            return []
        apart = f" & ~{taken.receiver}" if taken.receiver else ""
        told = writer.name(f"{sites} & ({union([scene.names[slot.name] for slot in slots])}){apart}")
        gone = told
        if taken.amount and not taken.amount.isdigit():
            gone = writer.name(f"{told} if {taken.amount} > 0 else {self.program.constant(0)}")
        owned = {slot: writer.name(f"{gone} & {scene.names[slot.name]}") for slot in slots}
        for slot, own in owned.items():
            self._take_alike(writer, scene, slot, own, taken)
        left = f"({gone} & ~({union([scene.names[slot.name] for slot in slots])}))" if taken.amount else gone
        self._moved(writer, scene, f"& ~{left}")
        return [f"{gone} != 0"]

    def _take_alike(self, writer: Writer, scene: Scene, slot: Slot, sites: str, taken: Taken) -> None:
        """Takes pieces of one slot off its sites, and brings them where they go."""
        into, receiver = taken.into, taken.receiver
        player = scene.me if into.place == "me" else slot.owner
        counts = self.rules.counts_losses or receiver or (into.place and player < len(self.rules.players))
        if taken.amount:
            number = self.piles.lift(writer, scene, sites, taken.amount)
        else:
            number = writer.name(self.piles.size(scene, sites)) if counts else "0"
            self.piles.clear(writer, scene, sites)
        self.lose(writer, scene, slot.owner, f"({number} if {receiver} == 0 else 0)" if receiver else number)
        if receiver:
            name = scene.names[slot.name]
            self.piles.add(writer, scene, receiver, number)
            writer.line(f"{name} = {name} | ({receiver} if {number} > 0 else {self.program.constant(0)})")
        elif into.place and player < len(self.rules.players):
            held = hand_name(player, self.rules.pieces[slot.kind].held)
            writer.line(f"{scene.names[held]} = {scene.names[held]} + {number}")

    def _moved_off(self, writer: Writer, scene: Scene, origin: str) -> None:
        """Where nothing is left, no piece has moved."""
        if "moved" in scene.names:
            some = union([scene.names[slot.name] for slot in scene.layout.slots])
            self._moved(writer, scene, f"& ~({origin} & ~({some}))")
