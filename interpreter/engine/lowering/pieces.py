"""What happens to pieces on the board: they are put down, taken, carried, flipped, promoted, shifted."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from interpreter.engine.lowering import shifting
from interpreter.engine.lowering.layout import hand_name, lost_name
from interpreter.engine.lowering.lists import in_order
from interpreter.engine.lowering.program import UnloweredError
from interpreter.engine.lowering.scene import number_of
from interpreter.engine.lowering.slots import possible_slots

if TYPE_CHECKING:
    from collections.abc import Iterable

    from interpreter.engine.lowering.expressions import Expressions
    from interpreter.engine.lowering.layout import Slot
    from interpreter.engine.lowering.scene import Scene
    from interpreter.engine.lowering.writer import Writer
    from interpreter.language.terms import Term
    from interpreter.machine.rules import Effect, Into, Move


@dataclass(frozen=True, slots=True)
class Kinds:
    """What a placing step puts down: kinds, and for each a condition that says it is that one ("" for the only one).

    Of a throw, `result` gives the number of what it comes to.
    """

    chosen: tuple[tuple[int, str], ...] = ()
    result: str = ""


@dataclass(frozen=True, slots=True)
class Taken:
    """What becomes of captured pieces.

    `receiver` names the set of the site they go to, where they go to one; `amount` how many pieces of each pile are
    taken, where that is not all of them, `beneath` how many lie above them, and `slots` of what sorts they are, where
    that is not any. `met` has the slots that there may be, where that is more than the rule tells.
    """

    into: Into
    receiver: str = ""
    amount: str = ""
    beneath: str = ""
    slots: tuple[Slot, ...] | None = None
    met: tuple[Slot, ...] | None = None

    @property
    def buried(self) -> bool:
        """Whether not simply the uppermost pieces are taken."""
        return bool(self.beneath) or self.slots is not None

    @property
    def partial(self) -> bool:
        """Whether only some pieces of each pile are meant, and it is told which."""
        return bool(self.amount) or self.buried


class Pieces:
    """Writes what happens to pieces of which a site holds one."""

    def __init__(self, expressions: Expressions) -> None:
        self.expressions = expressions
        self.program, self.rules = expressions.program, expressions.rules

    # --- down, off, along

    def put(self, writer: Writer, scene: Scene, move: Move, kinds: Kinds) -> list[str]:
        """Puts down the piece of a step; gives the conditions under which `quiet` starts again."""
        target, handed = scene.words["to"], {}
        taken = self.taken(writer, scene, move.into)
        if move.onto is not None and taken.receiver:
            handed = self._lift(writer, scene, target)
        elif move.onto is not None:
            self.take(writer, scene, move.onto, target, taken)
        for kind, condition in kinds.chosen:
            name = scene.names[self.placed(scene, kind).name]
            self.program.constant(0)
            put = f"({target} if {condition} else NOWHERE)" if condition else target
            writer.line(f"{name} = {name} | {put}")
        if handed:
            self._land(writer, scene, handed, taken.receiver)
        self.spend(writer, scene, kinds)
        return ["True"]

    def spend(self, writer: Writer, scene: Scene, kinds: Kinds) -> None:
        """Takes the piece of a step out of the hand it comes from."""
        for kind, condition in kinds.chosen:
            if self.rules.pieces[kind].hand is not None:
                held = scene.names[hand_name(scene.me, kind)]
                writer.line(f"{held} = {held} - {f'int({condition})' if condition else 1}")

    def placed(self, scene: Scene, kind: int) -> Slot:
        """The slot of the pieces of a kind that the mover puts down."""
        fixed = self.rules.pieces[kind].owner
        return self.slot(scene, scene.me if fixed is None else fixed, kind)

    def slot(self, scene: Scene, owner: int, kind: int) -> Slot:
        """The slot of an owner's pieces of a kind."""
        found = next((slot for slot in scene.layout.slots if slot.owner == owner and slot.kind == kind), None)
        if found is None:
            raise UnloweredError(
                f"pieces `{self.rules.pieces[kind].name}` that come to a player who does not own the kind are not "
                "compiled (give it `owner: each`)"
            )
        return found

    def carry(self, writer: Writer, scene: Scene, move: Move) -> list[str]:
        """Moves the piece of a step; gives the conditions under which it took another."""
        origin, target, names = scene.words["from"], scene.words["to"], scene.names
        if move.into.site is not None:
            return self._push(writer, scene, move)
        captured = list(scene.captured or ())
        if scene.captured is None:
            captured = self.take(writer, scene, move.target, target, Taken(move.into))
        slots = possible_slots(self.expressions, scene, move.origin)
        for slot in slots:
            name = names[slot.name]
            if len(slots) == 1:
                writer.line(f"{name} = {name} ^ ({origin} | {target})")
                continue
            moved = writer.name(f"{name} & {origin}")
            self.program.constant(0)
            writer.line(f"{name} = ({name} ^ {moved}) | ({target} if {moved} != 0 else NOWHERE)")
        if "moved" in names:
            writer.line(f"{names['moved']} = ({names['moved']} & ~{origin}) | {target}")
        return captured

    def _push(self, writer: Writer, scene: Scene, move: Move) -> list[str]:
        """Moves the piece of a step; what it takes moves on to a site when it has come."""
        origin, target = scene.words["from"], scene.words["to"]
        receiver = self.taken(writer, scene, move.into).receiver
        own, there = self._lift(writer, scene, origin), self._lift(writer, scene, target)
        took = writer.name(f"{self.expressions.join(list(there.values()))} != 0", "c")
        self._land(writer, scene, own, target)
        self._land(writer, scene, there, receiver)
        self._moved(writer, scene, f"| {target}")
        return [took]

    def _lift(self, writer: Writer, scene: Scene, site: str) -> dict[Slot, str]:
        """Takes the piece of a site up; gives for each slot the name of the site, or of none."""
        lifted = {slot: writer.name(f"{scene.names[slot.name]} & {site}") for slot in scene.layout.slots}
        for slot, own in lifted.items():
            writer.line(f"{scene.names[slot.name]} = {scene.names[slot.name]} ^ {own}")
        self._moved(writer, scene, f"& ~{site}")
        return lifted

    def _land(self, writer: Writer, scene: Scene, lifted: dict[Slot, str], receiver: str) -> None:
        """Puts what was lifted, if anything was, down on a site, if there is one; it takes what stands there."""
        names, none = scene.names, self.program.constant(0)
        some = self.expressions.join(list(lifted.values()))
        gone = writer.name(f"{receiver} if {some} != 0 else {none}")
        for slot, own in lifted.items():
            name = names[slot.name]
            self.lose(writer, scene, slot.owner, f"count({own} if {receiver} == 0 else {name} & {gone})")
            writer.line(f"{name} = ({name} & ~{gone}) | ({gone} if {own} != 0 else {none})")
        self._moved(writer, scene, f"& ~{gone}")

    def _moved(self, writer: Writer, scene: Scene, change: str) -> None:
        """Changes the pieces that have moved."""
        if "moved" in scene.names:
            writer.line(f"{scene.names['moved']} = {scene.names['moved']} {change}")

    def sow(self, writer: Writer, scene: Scene) -> list[str]:
        """Sows the pile of a step; gives the conditions under which it took something."""
        self.expressions.sowing.sow(writer, scene)
        return []

    def remove(self, writer: Writer, scene: Scene, move: Move) -> None:
        """Takes the piece of a step off the board."""
        self.take(writer, scene, move.origin, scene.words["at"], self.taken(writer, scene, move.into))

    def taken(self, writer: Writer, scene: Scene, into: Into) -> Taken:
        """Where the pieces that a step takes go to, told before it is made."""
        return Taken(
            into, "" if into.site is None else writer.name(self.expressions.clean(writer, scene, into.site), "e")
        )

    def take(self, writer: Writer, scene: Scene, term: Term | None, sites: str, taken: Taken) -> list[str]:
        """Takes pieces off some sites, which a term tells of; gives the conditions under which there was one."""
        into = taken.into
        if into.site is not None:
            return self._hand_over(writer, scene, term, sites, taken)
        found = []
        for slot in possible_slots(self.expressions, scene, term) if taken.met is None else taken.met:
            name = scene.names[slot.name]
            gone = writer.name(f"{name} & {sites}")
            writer.line(f"{name} = {name} ^ {gone}")
            found.append(f"{gone} != 0")
            player = scene.me if into.place == "me" else slot.owner
            held = hand_name(player, self.rules.pieces[slot.kind].held)
            if into.place and player < len(self.rules.players):
                writer.line(f"{scene.names[held]} = {scene.names[held]} + count({gone})")
            self.lose(writer, scene, slot.owner, f"count({gone})")
            if "moved" in scene.names:
                writer.line(f"{scene.names['moved']} = {scene.names['moved']} & ~{gone}")
        return found

    def _hand_over(self, writer: Writer, scene: Scene, term: Term | None, sites: str, taken: Taken) -> list[str]:
        """Takes pieces to a site, one after the other: each takes what lies there."""
        gone = writer.name(f"{sites} & {self.expressions.occupied(scene)} & ~{taken.receiver}", "e")
        with in_order(self.program, writer, term, gone) as site:
            self._land(writer, scene, self._lift(writer, scene, site), taken.receiver)
        return [f"{gone} != 0"]

    def lose(self, writer: Writer, scene: Scene, owner: int, number: str) -> None:
        """Pieces of an owner have left the board: they are lost where another player took them."""
        name = scene.names.get(lost_name(owner))
        if name is not None and owner != scene.me:
            writer.line(f"{name} = {name} + {number}")

    # --- other consequences

    def place(self, writer: Writer, scene: Scene, effect: Effect, sites: str, amount: str) -> str:  # noqa: ARG002 - see Heaps
        """Puts pieces down on empty sites, so many of a pile; gives the condition under which there was one."""
        occupied = self.expressions.occupied(scene)
        free = writer.name(f"{sites} & ~{occupied}")
        kind = effect.pieces[scene.me][0]
        name = scene.names[self.placed(scene, kind).name]
        writer.line(f"{name} = {name} | {free}")
        return f"{free} != 0"

    def flip(  # see Heaps for the consequence
        self, writer: Writer, scene: Scene, _: Effect, sites: str, slots: Iterable[Slot], heir: int
    ) -> None:
        """The pieces of players, which may be of some slots, change sides: a player gets them."""
        for slot in slots:
            if slot.owner != heir and slot.owner < len(self.rules.players):
                name, own = scene.names[slot.name], scene.names[self.slot(scene, heir, slot.kind).name]
                turned = writer.name(f"{name} & {sites}")
                writer.line(f"{name} = {name} ^ {turned}")
                writer.line(f"{own} = {own} | {turned}")

    def promote(self, writer: Writer, scene: Scene, effect: Effect, sites: str, slots: Iterable[Slot]) -> None:
        """All pieces there become of one kind: the one that was chosen, or the first where that is not among them.

        `slots` are those that the pieces may be of.
        """
        kinds, chosen = effect.pieces[scene.me], scene.promotion
        if isinstance(chosen, int):
            kinds = (chosen,) if chosen in kinds else kinds[:1]
        changed: dict[int, list[str]] = {}
        for slot in slots:
            if (slot.kind,) != kinds:
                name = scene.names[slot.name]
                changed.setdefault(slot.owner, []).append(writer.name(f"{name} & {sites}"))
                writer.line(f"{name} = {name} ^ {changed[slot.owner][-1]}")
        for owner, parts in changed.items():
            for place, kind in enumerate(kinds):
                own = scene.names[self.promoted(scene, owner, kind).name]
                text = self.expressions.join(parts)
                if len(kinds) > 1:
                    name = number_of(chosen)
                    others = " and ".join(f"{name} != {other}" for other in kinds[1:])
                    self.program.constant(0)
                    text = f"({text} if {f'{name} == {kind}' if place else others} else NOWHERE)"
                writer.line(f"{own} = {own} | {text}")

    def promoted(self, scene: Scene, owner: int, kind: int) -> Slot:
        """What a piece of an owner is once it is of a kind: its player's, or the mover's if it was nobody's."""
        fixed = self.rules.pieces[kind].owner
        heir = owner if owner < len(self.rules.players) else scene.me
        return self.slot(scene, heir if fixed is None else fixed, kind)

    def shift(
        self, writer: Writer, scene: Scene, effect: Effect, sites: str, targets: str, slots: tuple[Slot, ...]
    ) -> None:
        """Pieces move together: each leaves before any arrives, and what stands where one arrives is gone."""
        arrived = {slot: writer.fresh("a") for slot in slots}
        met = slots, arrived.values()
        with shifting.pairs(self.expressions, writer, scene, effect, (sites, targets), met) as pair:
            for slot, name in arrived.items():
                put = f"({pair.target} if {scene.names[slot.name]} & {pair.origin} != 0 else NOWHERE)"
                writer.line(f"{name} = {name} | {put}")
        left, came = pair.left, pair.came
        for slot in scene.layout.slots:
            name = scene.names[slot.name]
            writer.line(
                f"{name} = {' | '.join([f'({name} & ~({left} | {came}))', *filter(None, [arrived.get(slot)])])}"
            )
        if "moved" in scene.names:
            name = scene.names["moved"]
            writer.line(f"{name} = ({name} & ~{left}) | {came}")
