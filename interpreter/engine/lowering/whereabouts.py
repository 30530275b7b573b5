"""Conditions on where a step begins and ends, and on what is moved: told of all steps of a family at once."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from interpreter.engine.lowering.expressions import Expressions
    from interpreter.engine.lowering.families import Family
    from interpreter.engine.lowering.scene import Scene
    from interpreter.engine.lowering.writer import Writer
    from interpreter.language.terms import Term

STAYS = frozenset({"sites", "chosen", "me", "enemy", "player", "join", "meet", "complement"})
PIECES = frozenset({"piece", "owned", "me", "enemy", "player", "join", "meet", "complement"})


def at_once(term: Term, every: str, part: Callable[[Term], str]) -> str:
    """Those of a set for which a condition holds, by what `part` gives for each of its parts; "" where it gives ""."""
    if term.op in {"all", "either"}:
        parts = [at_once(arg, every, part) for arg in term.args]
        return f"({(' & ' if term.op == 'all' else ' | ').join(parts)})" if all(parts) else ""
    if term.op == "negate":
        inner = at_once(term.args[0], every, part)
        return f"({every} & ~{inner})" if inner else ""
    return part(term)


class Whereabouts:
    """Writes the targets of a family for which a condition holds right after the verb."""

    def __init__(self, expressions: Expressions) -> None:
        self.expressions, self.program = expressions, expressions.program

    def told(self, writer: Writer, scene: Scene, family: Family, term: Term) -> str:
        """The targets as a set; "" where each step must be made to tell."""

        def part(one: Term) -> str:
            if one.op == "any":
                return self._touching(writer, scene, family, one.args[0])
            if one.op == "within":
                return self._inside(writer, scene, family, str(one.args[0].value), one.args[1])
            return ""

        return at_once(term, family.name, part)

    def _touching(self, writer: Writer, scene: Scene, family: Family, sites: Term) -> str:
        """`any((from or to) and S)`: one of the sites of the step is in S."""
        if sites.op != "meet" or len(sites.args) != 2:
            return ""
        own, others = sites.args
        words = own.args if own.op == "join" else (own,)
        parts = [self._inside(writer, scene, family, str(word.value), others) for word in words if word.op == "word"]
        return f"({' | '.join(parts)})" if len(parts) == len(words) and all(parts) else ""

    def _inside(self, writer: Writer, scene: Scene, family: Family, word: str, sites: Term) -> str:
        """The targets whose step has the site of that word in a set."""
        used = {part.op for part in sites.walk()}
        if word == "to" and used <= STAYS:
            return f"({family.name} & {self.expressions.named(writer, scene, sites)})"
        if family.direction < 0 or not family.origins or scene.layout.digits:
            return ""
        moved = word == "to" and used <= PIECES  # what stands on the target then is what has come from the origin
        if moved or (word == "from" and used <= STAYS):
            return self._coming_from(family, self.expressions.named(writer, scene, sites))
        return ""

    def _coming_from(self, family: Family, sites: str) -> str:
        starts = f"({family.origins} & {sites})"
        if family.length:
            ends = self.program.shifted_far(starts, family.direction, family.length)
        else:
            walked = self.program.slide(starts, family.through, family.direction)
            ends = self.program.shifted(walked, family.direction)
        return f"({ends} & {family.name})"
