"""Which slots a set of sites can meet, told from its term alone: it decides which variables a step touches."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING

from interpreter.engine.lowering import persons

if TYPE_CHECKING:
    from collections.abc import Mapping

    from interpreter.engine.lowering.expressions import Expressions
    from interpreter.engine.lowering.layout import Slot
    from interpreter.engine.lowering.scene import Scene
    from interpreter.language.terms import Term
    from interpreter.machine.rules import Rules

NO_LETS: Mapping[str, Term] = MappingProxyType({})


def possible_slots(expressions: Expressions, scene: Scene, term: Term | None) -> tuple[Slot, ...]:
    """The slots that a set may have sites of."""
    every = scene.layout.every_slot
    found = every if term is None else bounds(expressions.rules, scene, term)[0]
    return tuple(slot for slot in scene.layout.slots if slot in found)


def bounds(rules: Rules, scene: Scene, term: Term) -> tuple[frozenset[Slot], frozenset[Slot]]:
    """Slots that the set may meet, and slots that lie in it wholly."""
    every = scene.layout.every_slot
    none: frozenset[Slot] = frozenset()
    match term.op:
        case "empty":
            return none, none
        case "occupied":
            return every, every
        case "owned":
            owners = persons.known(rules, scene, term.args[0])
            if owners is None:
                return every, none
            found = frozenset(slot for slot in every if slot.owner in owners)
            return found, found
        case "piece":
            found = frozenset(slot for slot in every if slot.kind == term.value)
            return found, found
        case "meet":
            parts = [bounds(rules, scene, arg) for arg in term.args]
            return frozenset.intersection(*(p[0] for p in parts)), frozenset.intersection(*(p[1] for p in parts))
        case "join":
            parts = [bounds(rules, scene, arg) for arg in term.args]
            return frozenset.union(*(p[0] for p in parts)), frozenset.union(*(p[1] for p in parts))
        case "complement":
            possible, sure = bounds(rules, scene, term.args[0])
            return every - sure, every - possible
        case "by-player":
            return bounds(rules, scene, term.args[scene.me])
        case "local":
            return bounds(rules, scene, scene.lets[str(term.value)])
        case "only" | "piles" | "those":
            possible, sure = bounds(rules, scene, term.args[0])
            return possible, sure if term.op == "only" else none
        case "flatten" if term.args[0].op in {"between", "rows", "groups"}:
            inner = term.args[0].option("of") if term.args[0].op == "between" else term.args[0].args[0]
            return (every, none) if inner is None else (bounds(rules, scene, inner)[0], none)
        case "flatten" if term.args[0].op == "local":
            return bounds(
                rules, scene, term.args[0].__class__("flatten", term.kind, (scene.lets[str(term.args[0].value)],))
            )
        case "group":
            inner = term.option("of")
            return (every, none) if inner is None else (bounds(rules, scene, inner)[0], none)
        case _:
            return every, none


def contents(expressions: Expressions, scene: Scene, term: Term) -> tuple[frozenset[Slot], bool] | None:
    """The slots whose sites make up a set, and whether all empty sites are in it; None where more decides.

    No site is in two slots, so that such a set is told by its slots alone.
    """
    every = scene.layout.every_slot
    match term.op:
        case "empty":
            return frozenset(), True
        case "occupied":
            return every, False
        case "owned":
            owners = expressions.players(scene, term.args[0])
            return None if owners is None else (frozenset(slot for slot in every if slot.owner in owners), False)
        case "piece":
            return frozenset(slot for slot in every if slot.kind == term.value), False
        case "meet" | "join":
            parts = [contents(expressions, scene, arg) for arg in term.args]
            return None if None in parts else together(term.op, [part for part in parts if part is not None])
        case "complement":
            found = contents(expressions, scene, term.args[0])
            return None if found is None else (every - found[0], not found[1])
        case "by-player":
            return contents(expressions, scene, term.args[scene.me])
        case "local":
            return contents(expressions, scene, scene.lets[str(term.value)])
        case _:
            return None


def together(op: str, parts: list[tuple[frozenset[Slot], bool]]) -> tuple[frozenset[Slot], bool]:
    """What sets that are told by their slots share (`meet`), or hold together (`join`)."""
    slots, empty = zip(*parts, strict=True)
    if op == "meet":
        return frozenset.intersection(*slots), all(empty)
    return frozenset.union(*slots), any(empty)


def lies_empty(expressions: Expressions, scene: Scene, term: Term) -> bool:
    """Whether a set surely holds empty sites only."""
    return not bounds(expressions.rules, scene, term)[0]


def lies_occupied(term: Term, lets: Mapping[str, Term] = NO_LETS) -> bool:
    """Whether a set surely holds occupied sites only; names of `lets` stand for what they were then."""
    match term.op:
        case "occupied" | "owned" | "piece" | "piles":
            return True
        case "meet":
            return any(lies_occupied(arg, lets) for arg in term.args)
        case "join" | "by-player":
            return all(lies_occupied(arg, lets) for arg in term.args)
        case "local":
            return str(term.value) in lets and lies_occupied(lets[str(term.value)], lets)
        case "flatten":
            return lies_occupied(term.args[0], lets)
        case "between" | "run" | "group":
            inner = term.option("of")
            return inner is not None and lies_occupied(inner, lets)
        case "rows" | "groups":
            return lies_occupied(term.args[0], lets)
        case _:
            return False
