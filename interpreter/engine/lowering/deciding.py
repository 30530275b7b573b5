"""Decisions: whether there is a candidate, and all candidates."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from interpreter.engine.lowering.making import Kinds, Making
from interpreter.engine.lowering.program import UnloweredError, Writer

if TYPE_CHECKING:
    from collections.abc import Callable

    from interpreter.engine.lowering.expressions import Expressions
    from interpreter.engine.lowering.offers import Family, Offers
    from interpreter.engine.lowering.scene import Scene
    from interpreter.engine.lowering.walking import Walking
    from interpreter.language.terms import Term
    from interpreter.machine.rules import Move, Step


class Deciding:
    """Writes decisions of one game."""

    def __init__(self, expressions: Expressions, offers: Offers, making: Making, walking: Walking) -> None:
        self.expressions, self.offers, self.making, self.walking = expressions, offers, making, walking
        self.program, self.rules = expressions.program, expressions.rules
        expressions.existence = self.existence

    def _step(self, scene: Scene, index: int) -> Step:
        return self.rules.phases[scene.phase].steps[index]

    def families(self, writer: Writer, scene: Scene, step: Step, moves: tuple[int, ...]) -> list[Family]:
        """The families of some moves, a piece to choose included, before what is asked of each candidate."""
        return [
            part
            for family in self.offers.families(writer, scene, step, moves)
            for part in self._chosen(writer, scene, family)
        ]

    def _chosen(self, writer: Writer, scene: Scene, family: Family) -> list[Family]:
        """A family once for each piece that its steps may promote to, and as it is where there is no such choice."""
        move = self.rules.moves[family.move]
        found, rest = [], family
        for effect in move.effects:
            kinds = effect.pieces[scene.me] if effect.action == "promote" else ()
            if len(kinds) < 2:
                continue
            promoted = rest if effect.condition is None else self._where(writer, scene, rest, effect.condition)
            found += [replace(promoted, name=self._copied(writer, promoted.name), promotion=kind) for kind in kinds]
            if effect.condition is None:
                return found
            rest = replace(rest, name=self._copied(writer, f"{rest.name} & ~{promoted.name}"))
        return [*found, rest]

    def _copied(self, writer: Writer, text: str) -> str:
        name = writer.fresh("f")
        writer.line(f"{name} = {text}")
        return name

    def _where(self, writer: Writer, scene: Scene, family: Family, condition: Term) -> Family:
        """The steps of a family for which a condition holds right after the verb."""
        if condition.op == "within" and condition.args[0].value == "to" and _unchanging(condition.args[1]):
            sites = self.expressions.sets(writer, scene, condition.args[1])
            return replace(family, name=writer.name(f"{family.name} & {sites}"))
        kept = writer.fresh("k")
        writer.line(f"{kept} = {self.program.constant(0)}")

        def inner(bound: Scene, target: str) -> None:
            trial = self._trial(writer, bound)
            move = self.rules.moves[family.move]
            after, _ = self.making.performed(writer, trial, move, family.move, self.kind(family))
            with writer.block(f"if {self.expressions.condition(writer, after, condition)}:"):
                writer.line(f"{kept} = {kept} | {target}")

        self._each(writer, scene, family, inner)
        return replace(family, name=kept)

    # --- what is asked of each candidate

    def asks(self, move: Move) -> bool:
        """Whether a move asks anything of each candidate."""
        return bool(self.offers.pending(move)) or move.leaves is not None

    def check(self, writer: Writer, scene: Scene, step: Step, family: Family) -> str:
        """Whether a candidate, to which the scene is bound, may be made."""
        move = self.rules.moves[family.move]
        parts = [self.expressions.condition(writer, scene, term) for term in self.offers.pending(move)]
        if move.leaves is not None:
            asked = {part.op for part in move.leaves.walk()}
            if (
                asked & {"stuck", "can", "may"}
                or ("repeats" in asked and step.next)
                or any(e.effects for e in step.next)
            ):
                raise UnloweredError("`leaves` that looks further than the step has no kernel form yet")
            allowed = writer.fresh("ok")
            writer.line(f"{allowed} = {' and '.join(parts) or 'True'}")
            with writer.block(f"if {allowed}:"):
                after = replace(self._tried_out(writer, scene, family), done=not step.next)
                writer.line(f"{allowed} = {self.expressions.condition(writer, after, move.leaves)}")
            return allowed
        return " and ".join(parts) or "True"

    def kind(self, family: Family) -> Kinds:
        """What a family's step puts down."""
        return Kinds(((family.kind, ""),)) if family.kind >= 0 else Kinds()

    def _each(
        self, writer: Writer, scene: Scene, family: Family, inner: Callable[[Scene, str], None], stop: str = ""
    ) -> None:
        """A loop over the candidates of a family."""
        rest, target = writer.fresh("rest"), writer.fresh("t")
        writer.line(f"{rest} = {family.name}")
        with writer.block(f"while {rest} != 0{stop}:"):
            writer.line(f"{target} = {rest} & -{rest}")
            writer.line(f"{rest} = {rest} ^ {target}")
            inner(self.offers.bind(writer, scene.nested(), family, target), target)

    # --- all candidates

    def exact(self, writer: Writer, scene: Scene, index: int) -> list[Family]:
        """The families of a decision after all that is asked of candidates."""
        step = self._step(scene, index)
        families = self._exact(writer, scene, step, step.moves[scene.me])
        others = step.otherwise[scene.me] if step.otherwise else ()
        if others:
            none = writer.name(f"{self._any(families)} == 0")
            more = [
                replace(family, name=self._closed(writer, family, none))
                for family in self._exact(writer, scene, step, others)
            ]
            families = [*families, *more]
        families = self.offers.narrowed(writer, scene, families, step.selectors)
        for one, other in self.offers.twins(scene, tuple(dict.fromkeys((*step.moves[scene.me], *others)))):
            families = self._apart(writer, scene, families, one, other)
        return families

    def _apart(self, writer: Writer, scene: Scene, families: list[Family], one: int, other: int) -> list[Family]:
        """The families of two moves without what both offer; the move that the file names first keeps its name."""
        result = list(families)
        for first in [family for family in families if family.move == one]:
            for second in [family for family in families if family.move == other]:
                if first.pairs or second.pairs:
                    pair, single = (first, second) if first.pairs else (second, first)
                    taken = self._untwinned(writer, scene, pair, single)
                    if single.move < pair.move:
                        place = next(n for n, family in enumerate(result) if family.name == pair.name)
                        result[place] = replace(result[place], alike=(*result[place].alike, (taken, single)))
                elif first.kind == second.kind and (first.promotion, first.direction) == (
                    second.promotion,
                    second.direction,
                ):
                    self._untwinned(writer, scene, min(first, second, key=_of_move), max(first, second, key=_of_move))
        return result

    def _untwinned(self, writer: Writer, scene: Scene, first: Family, second: Family) -> str:
        """Takes out of the second family what looks like a step of the first one and comes to the same; gives that."""
        if second.pairs:
            raise UnloweredError("two moves that go anywhere have no kernel form yet")
        if self.rules.uses("made"):  # then positions that are equal may still go on differently
            raise UnloweredError("`made` of moves that may offer the same step has no kernel form yet")
        common, target, taken = writer.fresh("rest"), writer.fresh("t"), writer.fresh("same")
        name = writer.name(second.name, "f")
        writer.line(f"{taken} = {self.program.constant(0)}")
        writer.line(f"{common} = {first.name} & {second.name}")
        with writer.block(f"while {common} != 0:"):
            writer.line(f"{target} = {common} & -{common}")
            writer.line(f"{common} = {common} ^ {target}")
            same = writer.fresh("same")
            if first.pairs:  # it has every origin
                origin = writer.name(self.offers.origin(second, target))
                bound = [self.offers.bind(writer, scene.nested(), family, target, origin) for family in (first, second)]
                writer.line(f"{same} = {origin} & {first.origins} != 0")
            else:
                bound = [self.offers.bind(writer, scene.nested(), family, target) for family in (first, second)]
                origins = [seen.words.get("from") for seen in bound]
                writer.line(f"{same} = {'True' if None in origins else f'{origins[0]} == {origins[1]}'}")
            with writer.block(f"if {same}:"):
                one, other = (
                    self._tried_out(writer, seen, family).names
                    for seen, family in zip(bound, (first, second), strict=True)
                )
                parts = [f"{one[variable]} == {other[variable]}" for variable in one]
                writer.line(f"{same} = {' and '.join(parts)}")
            with writer.block(f"if {same}:"):
                writer.line(f"{name} = {name} & ~{target}")
                writer.line(f"{taken} = {taken} | {target}")
        return taken

    def _tried_out(self, writer: Writer, scene: Scene, family: Family) -> Scene:
        """The scene of the position after a candidate, whose variables have names of their own."""
        trial = self._trial(writer, scene)
        return self.making.made(writer, trial, self.rules.moves[family.move], family.move, self.kind(family))

    def _trial(self, writer: Writer, scene: Scene) -> Scene:
        """The same scene, whose variables have names of their own."""
        names = {variable: writer.fresh("y") for variable in scene.names}
        for variable, name in names.items():
            writer.line(f"{name} = {scene.names[variable]}")
        trial = replace(scene, names=names, known={}, kept=None)
        trial.known.update(scene.known)
        return trial

    def _closed(self, writer: Writer, family: Family, condition: str) -> str:
        self.program.constant(0)
        name = writer.fresh("f")
        writer.line(f"{name} = {family.name} if {condition} else NOWHERE")
        return name

    def _any(self, families: list[Family]) -> str:
        names = [family.name for family in families]
        return f"({' | '.join(names)})" if names else self.program.constant(0)

    def _exact(self, writer: Writer, scene: Scene, step: Step, moves: tuple[int, ...]) -> list[Family]:
        result: list[Family] = []
        families = self.families(writer, scene, step, moves)
        for index in moves:
            move = self.rules.moves[index]
            own = [family for family in families if family.move == index]
            if self.asks(move):
                own = [self._filtered(writer, scene, step, family) for family in own]
            result += self.offers.narrowed(writer, scene, own, move.selectors)
        return result

    def _filtered(self, writer: Writer, scene: Scene, step: Step, family: Family) -> Family:
        kept = writer.fresh("k")
        writer.line(f"{kept} = {self.program.constant(0)}")

        def inner(bound: Scene, target: str) -> None:
            with writer.block(f"if {self.check(writer, bound, step, family)}:"):
                writer.line(f"{kept} = {kept} | {target}")

        self._each(writer, scene, family, inner)
        return replace(family, name=kept)

    # --- whether there is one

    def existence(self, writer: Writer, scene: Scene, index: int, player: int) -> str:
        """Whether a player has a candidate at a step of the scene's phase, when a turn begins or within this one.

        The question of another turn is a function of its own: it is asked in several places, and seldom answered often
        enough to be worth its lines in each.
        """
        if player == scene.me and not scene.done:
            return self._exists(writer, scene.after(words={}, lets={}, before=True, made=None, heading=None), index)
        asked = self.walking.expiring(scene, player, scene.phase)
        variables = scene.layout.types()
        # A kernel function cannot look back into the playout's own array.
        if scene.layout.history or "questions apart" not in self.expressions.passes:
            return self._exists(writer, asked, index)
        name = f"there_{scene.phase}_{index}_{player}"

        def text(function: str) -> list[str]:
            inner = Writer()
            seen = asked.after(names={variable: variable for variable in variables}, kept=None)
            result = self._exists(inner, seen, index)
            inner.line(f"return {result}")
            head = ", ".join(f"{variable}: {kind}" for variable, kind in variables.items())
            return ["@never_inline", f"def {function}({head}) -> bool:", *inner.lines]

        self.program.helper(name, text)
        return f"{name}({', '.join(asked.names[variable] for variable in variables)})"

    def _exists(self, writer: Writer, scene: Scene, index: int) -> str:
        step = self._step(scene, index)
        others = step.otherwise[scene.me] if step.otherwise else ()
        moves = (*step.moves[scene.me], *others)  # a candidate is a candidate, whichever list it is in
        families = self.families(writer, scene, step, moves)
        plain = [family for family in families if not self.asks(self.rules.moves[family.move])]
        asked = [family for family in families if family not in plain]
        text = f"({self._any(plain)} != 0)" if plain else "False"
        if not asked:
            return text
        found = writer.fresh("any")
        writer.line(f"{found} = {text}")
        for family in asked:

            def inner(bound: Scene, _: str, family: Family = family) -> None:
                writer.line(f"{found} = {self.check(writer, bound, step, family)}")

            self._each(writer, scene, family, inner, f" and not {found}")
        return found


def _unchanging(term: Term) -> bool:
    """Whether a set is the same in every position."""
    return all(
        part.op in {"sites", "chosen", "me", "enemy", "player", "join", "meet", "complement"} for part in term.walk()
    )


def _of_move(family: Family) -> int:
    return family.move
