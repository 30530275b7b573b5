"""What a step does to the state's variables: the verb, its consequences, the counters."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from interpreter.engine.lowering import amounts, finders, liberties, persons, throwing
from interpreter.engine.lowering.heaps import Heaps
from interpreter.engine.lowering.layout import SET_KINDS, die_name, memory_name, points_name, remembered_name
from interpreter.engine.lowering.pieces import Pieces, Taken
from interpreter.engine.lowering.program import UnloweredError
from interpreter.engine.lowering.scene import number_of
from interpreter.engine.lowering.slots import lies_empty, lies_occupied, possible_slots
from interpreter.engine.lowering.stacks import Stacks
from interpreter.language.terms import Kind, Term
from interpreter.machine.rules import effect_terms

if TYPE_CHECKING:
    from interpreter.engine.lowering.expressions import Expressions
    from interpreter.engine.lowering.layout import Layout, Slot
    from interpreter.engine.lowering.persons import Cases
    from interpreter.engine.lowering.pieces import Kinds
    from interpreter.engine.lowering.scene import Scene
    from interpreter.engine.lowering.writer import Writer
    from interpreter.machine.rules import Effect, Move

LIST_READERS = frozenset({"length", "largest", "lead", "exists", "flatten"})


@dataclass(frozen=True, slots=True)
class _Due:
    """A consequence, the condition under which it happens ("": always), and its operands by their names.

    `takers` are those who may get what it flips, `owners` those of whom it takes pieces, if it is told of whom.
    """

    effect: Effect
    condition: str
    sites: str
    target: str
    taken: Taken
    values: tuple[str, ...]
    takers: Cases
    owners: Cases


class Making:
    """Writes what steps do."""

    def __init__(self, expressions: Expressions, layout: Layout) -> None:
        self.expressions = expressions
        self.program, self.rules = expressions.program, expressions.rules
        self.pieces: Pieces | Heaps = Pieces(expressions)
        if layout.cells or layout.digits:
            self.pieces = Heaps(expressions) if layout.cells else Stacks(expressions)

    def made(self, writer: Writer, scene: Scene, move: Move, index: int, kinds: Kinds) -> Scene:
        """Verb, consequences and counters of a move; the scene that results sees the position after them."""
        after, resets = self.performed(writer, scene, move, index, kinds)
        earlier = dict(after.known)
        after.known.update(liberties.noted(after, move, taken=False))
        more = self.effects(writer, after, move.effects, self._arrived(scene, move), self._landed(scene, move))
        self._count(writer, after, [*resets, *more], passed=move.verb == "pass")
        after = after.after()
        after.known.update({**earlier, **liberties.noted(after, move, taken=True)})
        return after

    def performed(self, writer: Writer, scene: Scene, move: Move, index: int, kinds: Kinds) -> tuple[Scene, list[str]]:
        """The scene right after the verb, and the conditions under which `quiet` starts again."""
        earlier = self._before(writer, scene, move)
        resets = self._verb(writer, scene, move, kinds)
        throwing.used_up(writer, scene)
        after = scene.after(made=index, before=False, last=None, remembered={})
        after.known.update(earlier)
        return after, resets

    # --- values from before the verb

    def _before(self, writer: Writer, scene: Scene, move: Move) -> dict[Term, str]:
        """Names of `let` that are read after the verb, computed on the position before it."""
        known: dict[Term, str] = {}
        for term in self._later(move):
            for part in term.walk():
                if part in known:
                    continue
                if (part.op in LIST_READERS and any(arg.op == "local" for arg in part.args)) or (
                    part.op == "local" and part.kind is not Kind.LIST
                ):
                    known[part] = self._value(writer, scene, part)
                elif part.op == "those" and part.args[0].op == "local" and part.kind is Kind.LIST:
                    # The test is asked afterwards.
                    known[part.args[0]] = finders.stored(self.expressions, writer, scene, part.args[0])
        return known

    def _later(self, move: Move) -> list[Term]:
        return [*effect_terms(move.effects), *([move.leaves] if move.leaves is not None else [])]

    def _value(self, writer: Writer, scene: Scene, term: Term) -> str:
        name = writer.fresh("v")
        if term.kind in SET_KINDS:
            writer.line(f"{name} = {self.expressions.clean(writer, scene, term)}")
        elif term.kind is Kind.YES_NO:
            writer.line(f"{name} = {self.expressions.condition(writer, scene, term)}")
        elif term.kind in {Kind.NUMBER, Kind.PLAYER}:
            writer.line(f"{name} = {self.expressions.number(writer, scene, term)}")
        elif term.kind is Kind.DIRECTIONS:
            writer.line(f"{name} = {self.expressions.directions.mask(scene, term)}")
        else:
            raise UnloweredError(
                f"a name of `let` for {term.kind.value} is not compiled where consequences or `leaves` read it (write "
                "the expression itself there)"
            )
        return name

    # --- the verb

    def _verb(self, writer: Writer, scene: Scene, move: Move, kinds: Kinds) -> list[str]:
        """Conditions under which `quiet` starts again."""
        names = scene.names
        match move.verb:
            case "place":
                resets = self.pieces.put(writer, scene, move, kinds)
                if scene.kept is not None:
                    scene.kept.placed(writer, scene.words["to"])
                self._write(writer, scene, "last_to", scene.words["to"])
                if "moved" in names:
                    writer.line(f"{names['moved']} = {names['moved']} & ~{scene.words['to']}")
                return resets
            case "remove":
                self.pieces.remove(writer, scene, move)
                return ["True"]
            case "sow":
                resets = self.pieces.sow(writer, scene)
                self._write(writer, scene, "last_to", scene.words["to"])
                self._write(writer, scene, "last_heading", number_of(scene.heading))
                if "moved" in names:
                    kept = f"{names['moved']} & ~{scene.words['from']}"
                    writer.line(f"{names['moved']} = ({kept}) | {scene.words['over']}")
                return resets
            case "move":
                captured = self.pieces.carry(writer, scene, move)
                self._write(writer, scene, "last_to", scene.words["to"])
                self._write(writer, scene, "last_heading", number_of(scene.heading))
                return captured
            case "roll":
                self._write(writer, scene, "roll", throwing.result(self.program, self.rules, move.dice, kinds.result))
                for face, text in throwing.fall(self.program, self.rules, move.dice, kinds.result).items():
                    self._write(writer, scene, die_name(face), text)
                return []
            case _:
                return []

    def _write(self, writer: Writer, scene: Scene, variable: str, text: str) -> None:
        if variable in scene.names:
            writer.line(f"{scene.names[variable]} = {text}")

    # --- consequences

    def _arrived(self, scene: Scene, move: Move) -> frozenset[Slot] | None:
        """The slots that the one piece on the target of a step may be of; None where it may be of any."""
        if move.verb != "move" or move.into.site is not None or scene.layout.digits or scene.layout.cells:
            return None
        return frozenset(possible_slots(self.expressions, scene, move.origin))

    def _landed(self, scene: Scene, move: Move) -> frozenset[Slot]:
        """The slots of what may stand, after the verb, on sites that were found before it and held something else."""
        found = [effect.sites for effect in move.effects if effect.sites is not None]
        known = [term for term in found if any(part.op == "local" for part in term.walk())]
        if not known or move.verb not in {"place", "move", "sow"}:
            return frozenset()
        goes = move.verb == "move" and move.into.site is None and move.target is not None
        target = move.target if goes else move.onto
        to_empty = goes or move.verb == "place"
        if target is not None:
            to_empty = to_empty and lies_empty(self.expressions, scene, target)
        if to_empty and all(lies_occupied(term, scene.lets) for term in known):
            return frozenset()
        if goes:
            return frozenset(possible_slots(self.expressions, scene, move.origin))
        return frozenset(scene.layout.slots)

    def effects(
        self,
        writer: Writer,
        scene: Scene,
        effects: tuple[Effect, ...],
        arrived: frozenset[Slot] | None = None,
        came: frozenset[Slot] = frozenset(),
    ) -> list[str]:
        """All consequences: first every expression is evaluated, then all happen in order.

        `arrived` has the slots that what stands on `to` may be of before the first of them, `came` those of what may
        have come to any site since it was found.
        """
        due: list[_Due] = []
        for effect in effects:
            condition = ""
            if effect.condition is not None:
                condition = writer.name(self.expressions.condition(writer, scene, effect.condition), "c")
            due.append(self._due(writer, scene, effect, condition))
        resets: list[str] = []
        for each in due:
            slots, arrived = self._met(scene, each.effect, arrived, came)
            came |= self._come(scene, each, slots)
            action, condition = each.effect.action, each.condition
            if action in {"remember", "award", "place", "promote", "flip"} and condition:
                outcome = writer.fresh("b")
                writer.line(f"{outcome} = False")
                with writer.block(f"if {condition}:"):
                    for text in self._apply(writer, scene, each, slots):
                        writer.line(f"{outcome} = {outcome} or {text}")
                resets += [outcome] if action == "place" else []
            else:
                resets += [condition] if action == "reset" and condition else self._apply(writer, scene, each, slots)
        return resets

    def _met(
        self, scene: Scene, effect: Effect, arrived: frozenset[Slot] | None, came: frozenset[Slot]
    ) -> tuple[tuple[Slot, ...], frozenset[Slot] | None]:
        """The slots that a consequence may meet, and those that what stands on `to` may be of after it."""
        slots = possible_slots(self.expressions, scene, effect.sites)
        if came:
            slots = tuple(slot for slot in scene.layout.slots if slot in came or slot in slots)
        site = effect.into.site
        comes = site is not None and not (site.op == "word" and site.value == "from")
        if arrived is None or comes or effect.action in {"flip", "place", "shift"}:
            return slots, None
        if effect.action != "promote":
            return slots, arrived
        if effect.sites is not None and effect.sites.op == "word" and effect.sites.value == "to":
            slots = tuple(slot for slot in slots if slot in arrived)
        promoted = {slot for slot in scene.layout.slots if slot.kind in effect.pieces[scene.me]}
        return slots, arrived | promoted

    def _come(self, scene: Scene, due: _Due, slots: tuple[Slot, ...]) -> frozenset[Slot]:
        """The slots of what a consequence that meets some slots brings to sites that may have held something else."""
        pieces, effect, players = self.pieces, due.effect, len(self.rules.players)
        changes = effect.action in {"flip", "promote", "place", "shift"} or effect.into.site is not None
        if isinstance(pieces, Heaps):  # what lay beneath comes up
            return frozenset(scene.layout.slots) if changes or effect.action in {"capture", "remove"} else frozenset()
        match effect.action:
            case "flip":
                owned, heirs = [slot for slot in slots if slot.owner < players], [heir for _, heir in due.takers]
                return frozenset(pieces.slot(scene, heir, slot.kind) for slot in owned for heir in heirs)
            case "promote":
                kinds = effect.pieces[scene.me]
                return frozenset(pieces.promoted(scene, slot.owner, kind) for slot in slots for kind in kinds)
            case "place":
                return frozenset([pieces.placed(scene, effect.pieces[scene.me][0])])
            case _:
                return frozenset(slots) if changes else frozenset()

    def _due(self, writer: Writer, scene: Scene, effect: Effect, condition: str) -> _Due:
        """A consequence with its operands under names of their own; sets are empty where it does not happen."""

        def named(term: Term | None) -> str:
            if term is None:
                return ""
            name = writer.fresh("e")
            if condition:
                writer.line(f"{name} = {self.program.constant(0)}")
                with writer.block(f"if {condition}:"):
                    writer.line(f"{name} = {self.expressions.clean(writer, scene.nested(), term)}")
            else:
                writer.line(f"{name} = {self.expressions.clean(writer, scene, term)}")
            return name

        sites, target, receiver = named(effect.sites), named(effect.target), named(effect.into.site)
        amount, beneath = (
            "" if term is None else writer.kept(amounts.amount(self.expressions, writer, scene, term))
            for term in (effect.amount, effect.beneath)
        )
        values = tuple(self._value(writer, scene, term) for _, term in effect.values)
        takers: Cases = (("", scene.me),)
        cases: Cases = ()
        owned = None
        if effect.owner is not None:
            takers = persons.meant(self.expressions, writer, scene, effect.owner)
        if effect.of is not None:
            owners = self.expressions.players(scene, effect.of)
            cases = persons.meant(self.expressions, writer, scene, effect.of) if owners is None else ()
            owned = tuple(slot for slot in scene.layout.slots if slot.owner in (owners or ()))
        taken = Taken(effect.into, receiver, amount, beneath, owned)
        return _Due(effect, condition, sites, target, taken, values, takers, cases)

    def _apply(self, writer: Writer, scene: Scene, due: _Due, slots: tuple[Slot, ...]) -> list[str]:
        """Writes a consequence that may meet pieces of `slots`; gives the conditions under which it resets `quiet`."""

        def of(owner: int) -> list[str]:
            own = tuple(slot for slot in scene.layout.slots if slot.owner == owner)
            return self._apply(writer, scene, replace(due, taken=replace(due.taken, slots=own), owners=()), slots)

        def by(taker: int) -> list[str]:
            return self._applied(writer, scene, due, slots, taker)

        return persons.done(writer, due.owners, of) if due.owners else persons.done(writer, due.takers, by)

    def _applied(self, writer: Writer, scene: Scene, due: _Due, slots: tuple[Slot, ...], taker: int) -> list[str]:
        """The same where it is known of whom and for whom."""
        effect = due.effect
        match effect.action:
            case "capture" | "remove":
                found = self.pieces.take(writer, scene, effect.sites, due.sites, replace(due.taken, met=slots))
                return found if effect.action == "capture" else []
            case "flip" | "promote" if due.taken.partial:
                assert isinstance(self.pieces, Heaps)  # noqa: S101 - the reader asks for piles where parts are told
                self.pieces.change(writer, scene, effect, due.sites, due.taken, taker)
                return []
            case "flip":
                self.pieces.flip(writer, scene, effect, due.sites, slots, taker)
                return []
            case "place":
                return [self.pieces.place(writer, scene, effect, due.sites, due.taken.amount)]
            case "promote":
                self.pieces.promote(writer, scene, effect, due.sites, slots)
                return []
            case "shift":
                self.pieces.shift(writer, scene, effect, due.sites, due.target, slots)
                return []
            case "remember":
                for (index, term), text in zip(effect.values, due.values, strict=True):
                    value = f"int({text})" if term.kind is Kind.YES_NO else text
                    writer.line(f"{scene.names[memory_name(index)]} = {value}")
                    if remembered_name(index) in scene.names:
                        writer.line(f"{scene.names[remembered_name(index)]} = {scene.names['turn']}")
                return []
            case "award":
                for (player, _), text in zip(effect.values, due.values, strict=True):
                    name = scene.names[points_name(scene.me if player < 0 else player)]
                    writer.line(f"{name} = {name} + {text}")
                return []
            case "reset":
                return ["True"]
            case _:
                raise UnloweredError(f"`{effect.action}` is not compiled")

    def _count(self, writer: Writer, scene: Scene, resets: list[str], *, passed: bool) -> None:
        """The counters after a step."""
        names = scene.names
        if "quiet" in names:
            conditions = [text for text in resets if text != "False"]
            if "True" in conditions:
                writer.line(f"{names['quiet']} = 0")
            elif conditions:
                writer.line(f"{names['quiet']} = 0 if {' or '.join(conditions)} else {names['quiet']} + 1")
            else:
                writer.line(f"{names['quiet']} = {names['quiet']} + 1")
        if "passes" in names:
            writer.line(f"{names['passes']} = {names['passes'] + ' + 1' if passed else 0}")

    def next_effects(self, writer: Writer, scene: Scene, effects: tuple[Effect, ...]) -> Scene:
        """The consequences of an entry of `next`."""
        if not effects:
            return scene
        resets = [text for text in self.effects(writer, scene, effects) if text != "False"]
        if resets and "quiet" in scene.names:
            with writer.block(f"if {' or '.join(resets)}:"):
                writer.line(f"{scene.names['quiet']} = 0")
        known = {term: text for term, text in scene.known.items() if term.op == "local" or text.startswith("v")}
        after = scene.after()
        after.known.update(known)
        return after
