"""Directions of an operation: known when the kernel is written, or only when it runs.

The latter are `heading`, `last-heading`, and directions that are remembered, as a number with a bit for each.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from interpreter.engine.lowering.layout import memory_name
from interpreter.engine.lowering.program import UnloweredError
from interpreter.engine.lowering.scene import Runtime, Scene
from interpreter.language.terms import Kind, Term

if TYPE_CHECKING:
    from interpreter.machine.rules import Rules

MOST_REMEMBERED = 62  # bits of a number that is never negative
Ways = dict[int, str]  # directions, each with the condition under which it is one ("": always)


class Directions:
    """What directions mean in the rules of one game."""

    def __init__(self, rules: Rules) -> None:
        self.rules, self.opposite = rules, rules.board.opposite
        self.lasting = rules.uses("last-heading")
        self.kept = {memory.index: memory for memory in rules.memory if memory.kind is Kind.DIRECTIONS}
        if self.kept and len(rules.board.directions) > MOST_REMEMBERED:
            raise UnloweredError(f"remembered directions are not compiled on boards with more than {MOST_REMEMBERED}")
        # Whether any direction depends on a step.
        self.dynamic = self.lasting or rules.uses("heading") or bool(self.kept)
        self.headings: frozenset[int] = frozenset()
        self.remembered: dict[int, frozenset[int]] = dict.fromkeys(self.kept, frozenset())
        while True:  # what moves can head for may depend on where moves have headed, and on what was remembered
            found = frozenset(
                way for move in rules.moves if move.along is not None for way in self.possible(move.along)
            )
            kept = {
                index: frozenset(way for term in self._values(index) for way in self.possible(term))
                for index in self.kept
            }
            if (found, kept) == (self.headings, self.remembered):
                break
            self.headings, self.remembered = found, kept
        self.one_at_most = {
            index for index in self.kept if all(_is_one(term, self.possible(term)) for term in self._values(index))
        }

    def _values(self, index: int) -> list[Term]:
        """All that is ever remembered under a name."""
        return [
            term
            for effect in self.rules.effects()
            for to, term in effect.values
            if effect.action == "remember" and to == index
        ]

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
            case "memory":
                return self.remembered[int(str(term.value))]
            case _:
                raise UnloweredError(f"directions by `{term.op}` are not compiled")

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
            case "memory":
                index = int(str(term.value))
                if index in scene.remembered:
                    return self._one(scene.remembered[index])
                name = scene.names[memory_name(index)]
                return {way: f"({name} & {1 << way} != 0)" for way in sorted(self.remembered[index])}
            case _:
                raise UnloweredError(f"directions by `{term.op}` are not compiled")

    def mask(self, scene: Scene, term: Term) -> str:
        """The directions of a term as a number with a bit for each."""
        if term.op == "memory":
            return scene.names[memory_name(int(str(term.value)))]
        if term.op == "heading" and isinstance(scene.heading, Runtime):
            return f"((1 << {scene.heading.name}) if {scene.heading.name} >= 0 else 0)"
        found = self.guarded(scene, term)
        always = sum(1 << way for way, test in found.items() if not test)
        parts = [f"({1 << way} if {test} else 0)" for way, test in found.items() if test]
        return " | ".join([str(always), *parts]) if parts else str(always)

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
        parts = [part for own in operands if own.kind in {Kind.DIRECTIONS, Kind.LIST} for part in _parts(scene, own)]
        asked = {part.op for part in parts}
        if "heading" in asked and isinstance(scene.heading, Runtime):
            return {f"{scene.heading.name} == {way}": _case(scene, heading=way) for way in scene.heading.values}
        last = self._last(scene) if "last-heading" in asked else -1
        if isinstance(last, Runtime):
            return {f"{last.name} == {way}": _case(scene, last=way) for way in last.values}
        for part in parts:
            if part.op == "memory" and part.kind is Kind.DIRECTIONS and part.value not in scene.remembered:
                return self._recalled(scene, int(str(part.value)))
        return {}

    def _recalled(self, scene: Scene, index: int) -> dict[str, Scene]:
        """The cases of a remembered direction."""
        if index not in self.one_at_most:
            raise UnloweredError(
                f"`{self.kept[index].name}` is not compiled here, for it may hold several directions (remember one)"
            )
        name, ways = scene.names[memory_name(index)], sorted(self.remembered[index])
        return {
            f"{name} == {1 << way if way >= 0 else 0}": _case(scene, remembered={**scene.remembered, index: way})
            for way in (-1, *ways)
        }


def _is_one(term: Term, ways: frozenset[int]) -> bool:
    """Whether a term surely gives one direction at most."""
    return (
        term.op in {"heading", "last-heading"}
        or len(ways) < 2
        or (term.op == "opposite" and _is_one(term.args[0], ways))
    )


def _parts(scene: Scene, term: Term) -> tuple[Term, ...]:
    """A term with all that is in it, the names of `let` looked up."""
    found = [term]
    for part in term.walk():
        found += [part, *(_parts(scene, scene.lets[str(part.value)]) if part.op == "local" else ())]
    return tuple(found)


def _case(scene: Scene, **settled: object) -> Scene:
    return replace(scene.nested(), **settled)  # type: ignore[arg-type]
