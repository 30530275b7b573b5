"""Candidates one by one, and `prefer`, `minimise` and `maximise`, which choose among them."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from interpreter.engine.lowering import pairing
from interpreter.engine.lowering.joining import least_joined
from interpreter.engine.lowering.whereabouts import at_once
from interpreter.language.terms import Kind, Term

if TYPE_CHECKING:
    from collections.abc import Callable

    from interpreter.engine.lowering.families import Family
    from interpreter.engine.lowering.offers import Offers
    from interpreter.engine.lowering.scene import Scene
    from interpreter.engine.lowering.writer import Writer
    from interpreter.machine.rules import Selector


class Choosing:
    """Writes loops over the candidates of families."""

    def __init__(self, offers: Offers) -> None:
        self.offers, self.expressions = offers, offers.expressions
        self.program, self.rules = offers.program, offers.rules

    def narrowed(
        self, writer: Writer, scene: Scene, families: list[Family], selectors: tuple[Selector, ...]
    ) -> list[Family]:
        """The families after `prefer`, `minimise` and `maximise`, each a loop over the candidates."""
        for selector in selectors:
            if selector.how == "prefer" and "preferred at once" in self.expressions.passes:
                sets = [self._holding(writer, scene, family, selector.term) for family in families]
                if all(sets):
                    families = self._preferred(writer, families, sets)
                    continue
            if len(families) == 1 and selector.how == "minimise" and not families[0].pairs:
                move = self.rules.moves[families[0].move]
                least = least_joined(self.expressions, writer, scene, move, selector.term, families[0].name)
                if least:
                    families = [replace(families[0], name=least)]
                    continue
            families = self._narrowed(writer, scene, families, selector)
        return families

    def _holding(self, writer: Writer, scene: Scene, family: Family, term: Term) -> str:
        """All sites that as targets of a family meet a condition, as a set; "" where each must be asked by itself."""
        return at_once(term, self.program.every, lambda part: self._with_row(writer, scene, family, part))

    def _with_row(self, writer: Writer, scene: Scene, family: Family, term: Term) -> str:
        """All sites in rows, where the condition is that there is one through the target."""
        move = self.rules.moves[family.move]
        if term.op != "exists" or term.args[0].op != "rows":
            return ""
        rows = term.args[0]
        through = rows.option("through")
        rest = replace(rows, named=tuple((name, value) for name, value in rows.named if name != "through"))
        word = "at" if move.verb == "remove" else "to"
        if through is None or through.op != "word" or through.value != word or self.offers.depends(move, rest):
            return ""
        return self.expressions.named(writer, scene, Term("flatten", Kind.SITES, (rest,)))

    def _preferred(self, writer: Writer, families: list[Family], sets: list[str]) -> list[Family]:
        """The families without all that is not preferred, if anything is."""
        good = [writer.name(f"{family.name} & {held}") for family, held in zip(families, sets, strict=True)]
        some = writer.name(f"{self.expressions.join(good)} != 0", "some")
        kept = [writer.fresh("k") for _ in families]
        for name, family, chosen in zip(kept, families, good, strict=True):
            writer.line(f"{name} = {chosen} if {some} else {family.name}")
        return [replace(family, name=name) for family, name in zip(families, kept, strict=True)]

    def _narrowed(self, writer: Writer, scene: Scene, families: list[Family], selector: Selector) -> list[Family]:
        kept = [self.emptied(writer, family) for family in families]
        best, seen = writer.fresh("best"), writer.fresh("seen")
        writer.line(f"{best} = 0")
        writer.line(f"{seen} = False")
        for family, good in zip(families, kept, strict=True):

            def inner(bound: Scene, target: str, good: Family = good) -> None:
                if selector.how == "prefer":
                    worth = writer.name(f"int({self.expressions.condition(writer, bound, selector.term)})")
                else:
                    worth = writer.name(self.expressions.number(writer, bound, selector.term))
                sign = "<" if selector.how == "minimise" else ">"
                with writer.block(f"if not {seen} or {worth} {sign} {best}:"):
                    writer.line(f"{seen} = True")
                    writer.line(f"{best} = {worth}")
                    for other in kept:
                        self._clear(writer, other)
                with writer.block(f"if {worth} == {best}:"):
                    self.keep(writer, good, bound, target)

            self.each(writer, scene, family, inner)
        return kept

    # --- candidates one by one

    def each(
        self, writer: Writer, scene: Scene, family: Family, inner: Callable[[Scene, str], None], stop: str = ""
    ) -> None:
        """A loop over the candidates of a family; `inner` is told the scene bound to each, and its target."""
        if family.pairs:
            with pairing.each(writer, family, stop) as (origin, target):
                inner(self.offers.bind(writer, scene.nested(), family, target, origin), target)
            return
        with writer.members(family.name, stop) as target:
            inner(self.offers.bind(writer, scene.nested(), family, target), target)

    def emptied(self, writer: Writer, family: Family) -> Family:
        """The same family without candidates, to which some of them can be added."""
        ends = pairing.room(self.program, writer) if family.pairs else ""
        name = writer.fresh("k")
        writer.line(f"{name} = {self.program.constant(0)}")
        return replace(family, name=name, ends=ends)

    def _clear(self, writer: Writer, family: Family) -> None:
        if family.ends:
            pairing.clear(self.program, writer, family)
        else:
            writer.line(f"{family.name} = {self.program.constant(0)}")

    def keep(self, writer: Writer, family: Family, bound: Scene, target: str) -> None:
        """Adds the candidate that a scene is bound to."""
        if family.ends:
            pairing.add(writer, family, bound.words["from"], target)
        else:
            writer.line(f"{family.name} = {family.name} | {target}")
