"""Directions of an operation: known when the kernel is written, or, by `heading` and `last-heading`, when it runs."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from interpreter.engine.lowering.program import UnloweredError
from interpreter.engine.lowering.scene import Runtime, Scene
from interpreter.language.terms import Kind, Term

if TYPE_CHECKING:
    from interpreter.machine.rules import Rules

Ways = dict[int, str]  # directions, each with the condition under which it is one ("": always)


class Directions:
    """What directions mean in the rules of one game."""

    def __init__(self, rules: Rules) -> None:
        self.rules, self.opposite = rules, rules.board.opposite
        self.lasting = rules.uses("last-heading")
        self.dynamic = self.lasting or rules.uses("heading")  # whether any direction depends on a step
        self.headings: frozenset[int] = frozenset()
        while True:  # what moves can head for may depend on where moves have headed
            found = frozenset(
                way for move in rules.moves if move.along is not None for way in self.possible(move.along)
            )
            if found == self.headings:
                break
            self.headings = found

    def possible(self, term: Term) -> frozenset[int]:
        """Every direction that a term can ever give."""
        value: Any = term.value
        match term.op:
            case "directions":
                return frozenset(value)
            case "relative":
                return frozenset(way for ways in value for way in ways)
            case "opposite":
                back = (self.opposite[way] for way in self.possible(term.args[0]))
                return frozenset(way for way in back if way >= 0)
            case "by-player" | "bundle":
                return frozenset().union(*(self.possible(arg) for arg in term.args))
            case "heading" | "last-heading":
                return self.headings
            case _:
                raise UnloweredError(f"directions by `{term.op}` have no kernel form yet")

    def guarded(self, scene: Scene, term: Term) -> Ways:
        """The directions that a term can give, each with its condition, in order."""
        value: Any = term.value
        match term.op:
            case "directions":
                return dict.fromkeys(value, "")
            case "relative":
                return dict.fromkeys(value[scene.me], "")
            case "by-player":
                return self.guarded(scene, term.args[scene.me])
            case "opposite":
                inner = self.guarded(scene, term.args[0])
                return {self.opposite[way]: test for way, test in inner.items() if self.opposite[way] >= 0}
            case "bundle":
                joined: Ways = {}
                for arg in term.args:
                    for way, test in self.guarded(scene, arg).items():
                        known = joined.get(way, test)
                        joined[way] = known if known == test else f"({known} or {test})" if known and test else ""
                return dict(sorted(joined.items()))
            case "heading":
                return self._one(scene.heading)
            case "last-heading":
                return self._one(self._last(scene))
            case _:
                raise UnloweredError(f"directions by `{term.op}` have no kernel form yet")

    def _last(self, scene: Scene) -> int | Runtime:
        every = (-1, *sorted(self.headings))
        return Runtime(scene.names["last_heading"], every) if scene.last is None else scene.last

    @staticmethod
    def _one(heading: int | Runtime | None) -> Ways:
        if isinstance(heading, Runtime):
            return {way: f"({heading.name} == {way})" for way in heading.values if way >= 0}
        return {} if heading is None or heading < 0 else {heading: ""}

    def fixed(self, scene: Scene, term: Term) -> tuple[int, ...]:
        """The directions of a term that is settled in the scene."""
        found = self.guarded(scene, term)
        assert not any(found.values())  # noqa: S101 - the caller has told the cases apart
        return tuple(found)

    def unsettled(self, scene: Scene, term: Term) -> dict[str, Scene]:
        """The cases in which an operation's directions are settled: conditions with their scenes; none if they are."""
        if not self.dynamic:
            return {}
        operands = [*term.args, *(operand for _, operand in term.named)]
        asked = {
            part.op for part in operands if part.kind in {Kind.DIRECTIONS, Kind.LIST} for part in _parts(scene, part)
        }
        if "heading" in asked and isinstance(scene.heading, Runtime):
            return {f"{scene.heading.name} == {way}": _case(scene, heading=way) for way in scene.heading.values}
        last = self._last(scene) if "last-heading" in asked else -1
        if isinstance(last, Runtime):
            return {f"{last.name} == {way}": _case(scene, last=way) for way in last.values}
        return {}


def _parts(scene: Scene, term: Term) -> tuple[Term, ...]:
    """A term with all that is in it, the names of `let` looked up."""
    found = [term]
    for part in term.walk():
        found += [part, *(_parts(scene, scene.lets[str(part.value)]) if part.op == "local" else ())]
    return tuple(found)


def _case(scene: Scene, **settled: int) -> Scene:
    return replace(scene.nested(), **settled)  # type: ignore[arg-type]
