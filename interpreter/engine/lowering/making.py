"""What a step does to the state's variables: the verb, its consequences, the counters."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from interpreter.engine.lowering import throwing
from interpreter.engine.lowering.layout import (
    SET_KINDS,
    hand_name,
    lost_name,
    memory_name,
    points_name,
    remembered_name,
)
from interpreter.engine.lowering.program import UnloweredError, Writer
from interpreter.engine.lowering.scene import Runtime
from interpreter.engine.lowering.slots import possible_slots
from interpreter.language.terms import Kind, Term
from interpreter.machine.rules import effect_terms

if TYPE_CHECKING:
    from interpreter.engine.lowering.expressions import Expressions
    from interpreter.engine.lowering.layout import Slot
    from interpreter.engine.lowering.scene import Scene
    from interpreter.machine.rules import Effect, Into, Move

LIST_READERS = frozenset({"length", "largest", "smallest", "exists", "flatten"})


@dataclass(frozen=True, slots=True)
class Kinds:
    """What a placing step puts down: kinds, and for each a condition that says it is that one ("" for the only one).

    Of a throw, `result` gives the number of what it comes to.
    """

    chosen: tuple[tuple[int, str], ...] = ()
    result: str = ""


class Making:
    """Writes what steps do."""

    def __init__(self, expressions: Expressions) -> None:
        self.expressions = expressions
        self.program, self.rules, self.piles = expressions.program, expressions.rules, expressions.piles

    def made(self, writer: Writer, scene: Scene, move: Move, index: int, kinds: Kinds) -> Scene:
        """Verb, consequences and counters of a move; the scene that results sees the position after them."""
        after, resets = self.performed(writer, scene, move, index, kinds)
        earlier = dict(after.known)
        more = self.effects(writer, after, move.effects)
        self._count(writer, after, [*resets, *more], passed=move.verb == "pass")
        after = after.after()
        after.known.update(earlier)
        return after

    def performed(self, writer: Writer, scene: Scene, move: Move, index: int, kinds: Kinds) -> tuple[Scene, list[str]]:
        """The scene right after the verb, and the conditions under which `quiet` starts again."""
        earlier = self._before(writer, scene, move)
        resets = self._verb(writer, scene, move, kinds)
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
                if (part.op in LIST_READERS and part.args[0].op == "local") or (
                    part.op == "local" and part.kind is not Kind.LIST
                ):
                    known[part] = self._value(writer, scene, part)
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
            raise UnloweredError(f"a remembered {term.kind} has no kernel form yet")
        return name

    # --- the verb

    def _verb(self, writer: Writer, scene: Scene, move: Move, kinds: Kinds) -> list[str]:
        """Conditions under which `quiet` starts again."""
        names = scene.names
        match move.verb:
            case "place":
                if move.onto is not None:
                    self._take(
                        writer, scene, possible_slots(self.expressions, scene, move.onto), scene.words["to"], move.into
                    )
                self._put(writer, scene, kinds)
                self._write(writer, scene, "last_to", scene.words["to"])
                if "moved" in names:
                    writer.line(f"{names['moved']} = {names['moved']} & ~{scene.words['to']}")
                return ["True"]
            case "remove":
                slots = possible_slots(self.expressions, scene, move.origin)
                receiver = self._receiver(writer, scene, move.into)
                self._take(writer, scene, slots, scene.words["at"], move.into, receiver)
                return ["True"]
            case "sow":
                self.piles.sow(writer, scene, move)
                self._write(writer, scene, "last_to", scene.words["to"])
                self._write(writer, scene, "last_heading", _number(scene.heading))
                if "moved" in names:
                    kept = f"{names['moved']} & ~{scene.words['from']}"
                    writer.line(f"{names['moved']} = ({kept}) | {scene.words['over']}")
                return []
            case "move":
                origin, target = scene.words["from"], scene.words["to"]
                captured = self._take(
                    writer, scene, possible_slots(self.expressions, scene, move.target), target, move.into
                )
                slots = possible_slots(self.expressions, scene, move.origin)
                for slot in slots:
                    name = names[slot.name]
                    if len(slots) == 1:
                        writer.line(f"{name} = {name} ^ ({origin} | {target})")
                        continue
                    moved = writer.name(f"{name} & {origin}")
                    self.program.constant(0)
                    writer.line(f"{name} = ({name} ^ {moved}) | ({target} if {moved} != 0 else NOWHERE)")
                self._write(writer, scene, "last_to", target)
                self._write(writer, scene, "last_heading", _number(scene.heading))
                if "moved" in names:
                    writer.line(f"{names['moved']} = ({names['moved']} & ~{origin}) | {target}")
                return captured
            case "roll":
                self._write(writer, scene, "roll", throwing.result(self.program, self.rules, move.dice, kinds.result))
                return []
            case _:
                return []

    def _write(self, writer: Writer, scene: Scene, variable: str, text: str) -> None:
        if variable in scene.names:
            writer.line(f"{scene.names[variable]} = {text}")

    def _put(self, writer: Writer, scene: Scene, kinds: Kinds) -> None:
        target = scene.words["to"]
        for kind, condition in kinds.chosen:
            fixed = self.rules.pieces[kind].owner
            slot = self._slot(scene, scene.me if fixed is None else fixed, kind)
            name = scene.names[slot.name]
            self.program.constant(0)
            put = f"({target} if {condition} else NOWHERE)" if condition else target
            writer.line(f"{name} = {name} | {put}")
            if self.rules.pieces[kind].hand is not None:
                held = scene.names[hand_name(scene.me, kind)]
                writer.line(f"{held} = {held} - {f'int({condition})' if condition else 1}")

    def _slot(self, scene: Scene, owner: int, kind: int) -> Slot:
        found = next((slot for slot in scene.layout.slots if slot.owner == owner and slot.kind == kind), None)
        if found is None:
            raise UnloweredError("a piece of another player's kind has no kernel form yet")
        return found

    def _take(
        self, writer: Writer, scene: Scene, slots: tuple[Slot, ...], sites: str, into: Into, receiver: str = ""
    ) -> list[str]:
        """Takes pieces off; gives the conditions under which there was one. `receiver` is the site they go to."""
        if scene.layout.digits:
            return self._take_piles(writer, scene, sites, into, receiver)
        if into.site is not None:
            raise UnloweredError("a captured piece that goes to a site has no kernel form yet")
        found = []
        for slot in slots:
            name = scene.names[slot.name]
            gone = writer.name(f"{name} & {sites}")
            writer.line(f"{name} = {name} ^ {gone}")
            found.append(f"{gone} != 0")
            player = scene.me if into.place == "me" else slot.owner
            held = hand_name(player, self.rules.pieces[slot.kind].held)
            if into.place and player < len(self.rules.players):
                writer.line(f"{scene.names[held]} = {scene.names[held]} + count({gone})")
            self._lose(writer, scene, slot.owner, f"count({gone})")
            if "moved" in scene.names:
                writer.line(f"{scene.names['moved']} = {scene.names['moved']} & ~{gone}")
        return found

    def _lose(self, writer: Writer, scene: Scene, owner: int, number: str) -> None:
        """Pieces of an owner have left the board: they are lost where another player took them."""
        if owner != scene.me:
            name = lost_name(owner)
            self._write(writer, scene, name, f"{scene.names.get(name)} + {number}")

    def _receiver(self, writer: Writer, scene: Scene, into: Into) -> str:
        """The site that captured pieces go to, or "" where they go to none."""
        return "" if into.site is None else writer.name(self.expressions.clean(writer, scene, into.site), "e")

    def _take_piles(self, writer: Writer, scene: Scene, sites: str, into: Into, receiver: str) -> list[str]:
        slot = scene.layout.slots[0]
        gone = writer.name(f"{scene.names[slot.name]} & {sites}" + (f" & ~{receiver}" if receiver else ""))
        number = writer.name(self.piles.size(scene, gone))
        self.piles.clear(writer, scene, gone)
        if not receiver:
            self._lose(writer, scene, slot.owner, number)
        player = scene.me if into.place == "me" else slot.owner
        if receiver:
            self.piles.add(writer, scene, receiver, number)
        elif into.place and player < len(self.rules.players):
            held = hand_name(player, self.rules.pieces[slot.kind].held)
            if held not in scene.names:
                raise UnloweredError("a captured piece that goes to a hand without stock has no kernel form yet")
            writer.line(f"{scene.names[held]} = {scene.names[held]} + {number}")
        if "moved" in scene.names:
            writer.line(f"{scene.names['moved']} = {scene.names['moved']} & ~{gone}")
        return [f"{gone} != 0"]

    # --- consequences

    def effects(self, writer: Writer, scene: Scene, effects: tuple[Effect, ...]) -> list[str]:
        """All consequences: first every expression is evaluated, then all happen in order."""
        due: list[tuple[Effect, str, list[str]]] = []
        for effect in effects:
            condition = ""
            if effect.condition is not None:
                condition = writer.name(self.expressions.condition(writer, scene, effect.condition), "c")
            due.append((effect, condition, self._operands(writer, scene, effect, condition)))
        resets: list[str] = []
        for effect, condition, operands in due:
            if effect.action in {"remember", "award", "place", "promote", "flip"} and condition:
                outcome = writer.fresh("b")
                writer.line(f"{outcome} = False")
                with writer.block(f"if {condition}:"):
                    for text in self._apply(writer, scene, effect, operands):
                        writer.line(f"{outcome} = {outcome} or {text}")
                resets += [outcome] if effect.action == "place" else []
            else:
                resets += (
                    [condition]
                    if effect.action == "reset" and condition
                    else self._apply(writer, scene, effect, operands)
                )
        return resets

    def _operands(self, writer: Writer, scene: Scene, effect: Effect, condition: str) -> list[str]:
        """The operands of a consequence under names of their own; sets are empty where it does not happen."""
        texts: list[str] = []
        for term in (effect.sites, effect.target, effect.into.site):
            if term is None:
                continue
            name = writer.fresh("e")
            if condition:
                writer.line(f"{name} = {self.program.constant(0)}")
                with writer.block(f"if {condition}:"):
                    writer.line(f"{name} = {self.expressions.clean(writer, scene.nested(), term)}")
            else:
                writer.line(f"{name} = {self.expressions.clean(writer, scene, term)}")
            texts.append(name)
        texts += [self._value(writer, scene, term) for _, term in effect.values]
        return texts

    def _apply(self, writer: Writer, scene: Scene, effect: Effect, operands: list[str]) -> list[str]:
        """Writes a consequence; gives the conditions under which it resets `quiet`."""
        match effect.action:
            case "capture" | "remove":
                slots = possible_slots(self.expressions, scene, effect.sites)
                found = self._take(writer, scene, slots, operands[0], effect.into, "".join(operands[1:]))
                return found if effect.action == "capture" else []
            case "flip":
                heir = self._heir(scene, effect)
                for slot in possible_slots(self.expressions, scene, effect.sites):
                    if slot.owner != heir and slot.owner < len(self.rules.players):
                        name, own = scene.names[slot.name], scene.names[self._slot(scene, heir, slot.kind).name]
                        turned = writer.name(f"{name} & {operands[0]}")
                        writer.line(f"{name} = {name} ^ {turned}")
                        writer.line(f"{own} = {own} | {turned}")
                return []
            case "place":
                occupied = self.expressions.join([scene.names[slot.name] for slot in scene.layout.slots])
                free = writer.name(f"{operands[0]} & ~{occupied}")
                kind = effect.pieces[scene.me][0]
                fixed = self.rules.pieces[kind].owner
                name = scene.names[self._slot(scene, scene.me if fixed is None else fixed, kind).name]
                writer.line(f"{name} = {name} | {free}")
                return [f"{free} != 0"]
            case "promote":
                self._promote(writer, scene, effect, operands[0])
                return []
            case "shift":
                self._shift(writer, scene, effect, *operands)
                return []
            case "remember":
                for (index, term), text in zip(effect.values, operands, strict=True):
                    value = f"int({text})" if term.kind is Kind.YES_NO else text
                    writer.line(f"{scene.names[memory_name(index)]} = {value}")
                    if remembered_name(index) in scene.names:
                        writer.line(f"{scene.names[remembered_name(index)]} = {scene.names['turn']}")
                return []
            case "award":
                for (player, _), text in zip(effect.values, operands, strict=True):
                    name = scene.names[points_name(scene.me if player < 0 else player)]
                    writer.line(f"{name} = {name} + {text}")
                return []
            case "reset":
                return ["True"]
            case _:
                raise UnloweredError(f"`{effect.action}` has no kernel form yet")

    def _heir(self, scene: Scene, effect: Effect) -> int:
        """Who gets what is flipped."""
        if effect.owner is None:
            return scene.me
        owners = self.expressions.players(scene, effect.owner)
        if owners is None or len(owners) != 1:
            raise UnloweredError("`become` with a player who is only known in play has no kernel form yet")
        return owners[0]

    def _promote(self, writer: Writer, scene: Scene, effect: Effect, sites: str) -> None:
        """All pieces there become of one kind: the one that was chosen, or the first where that is not among them."""
        kinds, chosen = effect.pieces[scene.me], scene.promotion
        if isinstance(chosen, int):
            kinds = (chosen,) if chosen in kinds else kinds[:1]
        changed: dict[int, list[str]] = {}
        for slot in possible_slots(self.expressions, scene, effect.sites):
            if (slot.kind,) != kinds:
                name = scene.names[slot.name]
                changed.setdefault(slot.owner, []).append(writer.name(f"{name} & {sites}"))
                writer.line(f"{name} = {name} ^ {changed[slot.owner][-1]}")
        for owner, parts in changed.items():
            for place, kind in enumerate(kinds):
                fixed = self.rules.pieces[kind].owner
                own = scene.names[self._slot(scene, owner if fixed is None else fixed, kind).name]
                text = self.expressions.join(parts)
                if len(kinds) > 1:
                    name = _number(chosen)
                    others = " and ".join(f"{name} != {other}" for other in kinds[1:])
                    self.program.constant(0)
                    text = f"({text} if {f'{name} == {kind}' if place else others} else NOWHERE)"
                writer.line(f"{own} = {own} | {text}")

    def _shift(self, writer: Writer, scene: Scene, effect: Effect, sites: str, targets: str) -> None:
        """Pieces move together: each leaves before any arrives, and what stands where one arrives is gone."""
        place = self.program.numbering.place
        single = effect.sites is not None and effect.sites.kind is Kind.SITE
        if not single and list(place) != sorted(place):
            raise UnloweredError("`shift` of several pieces has no kernel form on this board yet")
        slots = possible_slots(self.expressions, scene, effect.sites)
        arrived = {slot: writer.fresh("a") for slot in slots}
        leaving, coming, left, came, origin, target = (writer.fresh("m") for _ in range(6))
        for name in (*arrived.values(), left, came):
            writer.line(f"{name} = {self.program.constant(0)}")
        writer.line(f"{leaving} = {sites}")
        writer.line(f"{coming} = {targets}")
        there = writer.name(self.expressions.join([scene.names[slot.name] for slot in slots]))
        with writer.block(f"while {leaving} != 0 and {coming} != 0:"):
            for name, rest in ((origin, leaving), (target, coming)):
                writer.line(f"{name} = {rest} & -{rest}")
                writer.line(f"{rest} = {rest} ^ {name}")
            with writer.block(f"if {origin} != {target} and {origin} & {there} != 0:"):
                writer.line(f"{left} = {left} | {origin}")
                writer.line(f"{came} = {came} | {target}")
                for slot, name in arrived.items():
                    put = f"({target} if {scene.names[slot.name]} & {origin} != 0 else NOWHERE)"
                    writer.line(f"{name} = {name} | {put}")
        for slot in scene.layout.slots:
            name = scene.names[slot.name]
            writer.line(
                f"{name} = {' | '.join([f'({name} & ~({left} | {came}))', *filter(None, [arrived.get(slot)])])}"
            )
        if "moved" in scene.names:
            name = scene.names["moved"]
            writer.line(f"{name} = ({name} & ~{left}) | {came}")

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


def _number(value: int | Runtime | None) -> str:
    return value.name if isinstance(value, Runtime) else str(-1 if value is None else value)
