"""Decisions: whether there is a candidate, and all candidates."""

from __future__ import annotations

from dataclasses import replace
from itertools import groupby
from typing import TYPE_CHECKING

from interpreter.engine.lowering import pairing, variables
from interpreter.engine.lowering.binding import Binding, Drawn
from interpreter.engine.lowering.branches import by_number
from interpreter.engine.lowering.choosing import Choosing
from interpreter.engine.lowering.leading import Leading
from interpreter.engine.lowering.lists import summed
from interpreter.engine.lowering.pieces import Kinds
from interpreter.engine.lowering.program import UnloweredError
from interpreter.engine.lowering.twins import Twins
from interpreter.engine.lowering.whereabouts import Whereabouts
from interpreter.engine.lowering.writer import Writer

if TYPE_CHECKING:
    from collections.abc import Callable

    from interpreter.engine.lowering.expressions import Expressions
    from interpreter.engine.lowering.families import Family
    from interpreter.engine.lowering.making import Making
    from interpreter.engine.lowering.offers import Offers
    from interpreter.engine.lowering.scene import Scene
    from interpreter.engine.lowering.walking import Walking
    from interpreter.language.terms import Term
    from interpreter.machine.rules import Move, Step

SHORT = 50  # lines of a question about this turn that are written wherever it is asked
TOGETHER = 2  # families of one move up to which each is tried by itself


class Deciding:
    """Writes decisions of one game."""

    def __init__(self, expressions: Expressions, offers: Offers, making: Making, walking: Walking) -> None:
        self.expressions, self.offers, self.making, self.walking = expressions, offers, making, walking
        self.program, self.rules = expressions.program, expressions.rules
        self.binding, self.choosing = Binding(offers), Choosing(offers)
        self.leading = Leading(expressions, making, self)
        self.twins = Twins(self)
        self.whereabouts = Whereabouts(expressions)
        self.asking: list[tuple[int, int, int, bool, int]] = []  # questions whose answers are being written
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
            if promoted.ends:
                rest = pairing.without(self.program, writer, rest, promoted)
            else:
                rest = replace(rest, name=self._copied(writer, f"{rest.name} & ~{promoted.name}"))
        return [*found, rest]

    def _copied(self, writer: Writer, text: str) -> str:
        name = writer.fresh("f")
        writer.line(f"{name} = {text}")
        return name

    def _where(self, writer: Writer, scene: Scene, family: Family, condition: Term) -> Family:
        """The steps of a family for which a condition holds right after the verb."""
        told = self.whereabouts.told(writer, scene, family, condition)
        if told and "promoted at once" in self.expressions.passes:
            return replace(family, name=writer.name(told))
        kept = self.choosing.emptied(writer, family)

        def inner(bound: Scene, target: str) -> None:
            move, holds = self.rules.moves[family.move], writer.fresh("c")
            with variables.on_trial(writer, bound.layout, bound.names) as names:
                trial = bound.renamed(names)
                after, _ = self.making.performed(writer, trial, move, family.move, self.kind(family))
                writer.line(f"{holds} = {self.expressions.condition(writer, after, condition)}")
            with writer.block(f"if {holds}:"):
                self.choosing.keep(writer, kept, bound, target)

        self.choosing.each(writer, scene, family, inner)
        return kept

    # --- what is asked of each candidate

    def asks(self, step: Step, move: Move) -> bool:
        """Whether a move asks anything of each candidate at a step."""
        asks = bool(self.offers.pending(move)) or self.looks_ahead(step, move)
        if move.verb == "roll" and (
            asks or any(max(map(len, effect.pieces), default=0) > 1 for effect in move.effects)
        ):
            raise UnloweredError(
                "a throw of which not every result is allowed is not compiled (ask of the result in the step after it)"
            )
        return asks

    def looks_ahead(self, step: Step, move: Move) -> bool:
        """Whether a candidate is made on trial: for `leaves`, or for a follow-up without which it is forbidden."""
        return move.leaves is not None or bool(self.leading.forbids(step))

    def bundles(self, step: Step, families: list[Family]) -> list[list[Family]]:
        """Families to be asked about together, in lines that are written once: of a move whose candidates are tried."""
        found: list[list[Family]] = []
        for (index, _), group in groupby(families, key=self._asked_alike):
            move, own = self.rules.moves[index], list(group)
            together = len(own) > TOGETHER and self.looks_ahead(step, move)
            together = together and len({family.kind for family in own}) == 1  # the trial puts down one kind
            together = together and not any(family.pairs for family in own)
            found += [own] if together else [[family] for family in own]
        return found

    def _asked_alike(self, family: Family) -> tuple[int, int]:
        """What families must share to be asked the same: a move, and a direction where that is asked about."""
        return family.move, family.direction if _asks_heading(self.rules.moves[family.move]) else -1

    def pending(self, writer: Writer, scene: Scene, move: Move) -> str:
        """What is asked of a candidate, to which the scene is bound, before it is made."""
        return (
            " and ".join(self.expressions.condition(writer, scene, term) for term in self.offers.pending(move))
            or "True"
        )

    def check(self, writer: Writer, scene: Scene, step: Step, family: Family) -> str:
        """Whether a candidate, to which the scene is bound, may be made."""
        move = self.rules.moves[family.move]
        pending = self.pending(writer, scene, move)
        if not self.looks_ahead(step, move):
            return pending
        allowed = writer.fresh("ok")
        writer.line(f"{allowed} = {pending}")
        with writer.block(f"if {allowed}:"), variables.on_trial(writer, scene.layout, scene.names) as names:
            after = self.making.made(writer, scene.renamed(names), move, family.move, self.kind(family))
            self.leading.allowed(writer, after, step, move, allowed)
        return allowed

    def kind(self, family: Family) -> Kinds:
        """What a family's step puts down."""
        return Kinds(((family.kind, ""),)) if family.kind >= 0 else Kinds()

    def _each(
        self,
        writer: Writer,
        scene: Scene,
        families: list[Family],
        inner: Callable[[Scene, str], None],
        stop: str = "",
        after: Callable[[str], None] = lambda _: None,
    ) -> None:
        """A loop over the candidates of families of one move; `after` is told the variable of a family's number."""
        if len(families) == 1:
            self.choosing.each(writer, scene, families[0], inner, stop)
            after("")
            return
        which = writer.fresh("w")
        writer.line(f"{which} = 0")
        with writer.block(f"while {which} < {len(families)}{stop}:"):
            with writer.members(by_number([family.name for family in families], 0, which), stop) as target:
                drawn = Drawn(target, which, "")
                inner(self.binding.any_of(writer, scene.nested(), families, 0, drawn), target)
            after(which)
            writer.line(f"{which} = {which} + 1")

    # --- all candidates

    def exact(self, writer: Writer, scene: Scene, index: int) -> list[Family]:
        """The families of a decision after all that is asked of candidates."""
        step = self._step(scene, index)
        families, others, none = self.alternatives(writer, scene, index)
        families += [replace(family, name=self._closed(writer, family, none)) for family in others]
        families = self.choosing.narrowed(writer, scene, families, step.selectors)
        return self.twins.apart(writer, scene, index, families, asked=True)

    def alternatives(self, writer: Writer, scene: Scene, index: int) -> tuple[list[Family], list[Family], str]:
        """The families of `do`, those of `else`, and the condition on which those of `else` count."""
        step = self._step(scene, index)
        families = self._exact(writer, scene, step, step.moves[scene.me])
        others = step.others(scene.me)
        if not others:
            return families, [], "False"
        none = writer.name(f"{self._any(families)} == 0")
        return families, self._exact(writer, scene, step, others), none

    def tried_out(self, writer: Writer, scene: Scene, family: Family) -> Scene:
        """The scene of the position after a candidate, whose variables have names of their own."""
        trial = self.trial(writer, scene)
        return self.making.made(writer, trial, self.rules.moves[family.move], family.move, self.kind(family))

    def trial(self, writer: Writer, scene: Scene) -> Scene:
        """The same scene, whose variables have names of their own."""
        names = {variable: writer.fresh("y") for variable in scene.names}
        variables.declare(writer, scene.layout, names)
        variables.copy(writer, scene.layout, names, scene.names)
        return scene.renamed(names)

    def _closed(self, writer: Writer, family: Family, condition: str) -> str:
        self.program.constant(0)
        name = writer.fresh("f")
        writer.line(f"{name} = {family.name} if {condition} else NOWHERE")
        return name

    def _any(self, families: list[Family]) -> str:
        names = [family.name for family in families]
        return f"({summed(names, '|')})" if names else self.program.constant(0)

    def _exact(self, writer: Writer, scene: Scene, step: Step, moves: tuple[int, ...]) -> list[Family]:
        result: list[Family] = []
        families = self.families(writer, scene, step, moves)
        for index in moves:
            move = self.rules.moves[index]
            own = [family for family in families if family.move == index]
            if self.asks(step, move):
                own = [
                    family
                    for bundle in self.bundles(step, own)
                    for family in self._filtered(writer, scene, step, bundle)
                ]
            result += self.choosing.narrowed(writer, scene, own, move.selectors)
        return result

    def _filtered(self, writer: Writer, scene: Scene, step: Step, bundle: list[Family]) -> list[Family]:
        """A bundle with the candidates that pass."""
        kept = [self.choosing.emptied(writer, family) for family in bundle]
        good = self.choosing.emptied(writer, bundle[0]) if len(bundle) > 1 else kept[0]

        def inner(bound: Scene, target: str) -> None:
            with writer.block(f"if {self.check(writer, bound, step, bundle[0])}:"):
                self.choosing.keep(writer, good, bound, target)

        def after(which: str) -> None:
            if which:
                for number, family in enumerate(kept):
                    writer.line(f"{family.name} = {good.name} if {which} == {number} else {family.name}")
                writer.line(f"{good.name} = NOWHERE")

        self._each(writer, scene, bundle, inner, after=after)
        return kept

    # --- whether there is one

    def existence(
        self, writer: Writer, scene: Scene, index: int, player: int, *, begins: bool = False, only: int = -1
    ) -> str:
        """Whether a player has a candidate at a step of the scene's phase; with `begins`, when a turn begins.

        With `only`, it must be of that one move, whatever the step offers.

        The question of another turn is a function of its own, and so is any that takes many lines: it is asked in
        several places, and seldom answered often enough to be worth its lines in each.
        """
        asked = (scene.phase, index, player, begins, only)
        if asked in self.asking:
            raise UnloweredError(
                "`stuck` and `repeats` are not compiled in `leaves` of a step that the same step may follow, for "
                "whether the turn is done then depends on all that may follow (ask `repeats(sites)`, or ask in `end`)"
            )
        self.asking.append(asked)
        seen = self.walking.expiring(scene, player, scene.phase) if begins else scene.undecided(done=scene.done)
        seen = replace(seen, later=index > 0)
        text = self._asked(writer, seen, index, only, short=0 if begins else SHORT)
        self.asking.pop()
        return text

    def _asked(self, writer: Writer, asked: Scene, index: int, only: int, short: int) -> str:
        """The question as a call, or as lines where they are few."""
        types = asked.layout.types()

        name = f"there_{asked.phase}_{index}_{asked.me}" + (f"_{only}" if only >= 0 else "")
        lines: list[str] = []
        if name not in self.program.parameters:
            inner = Writer()
            own = asked.after(names={variable: variable for variable in types}, kept=None)
            result = self._exists(inner, own, index, only)
            lines = [*inner.lines, f"    return {result}"]
            # A kernel function cannot look back into the playout's own array.
            if len(lines) < short or "history[" in "".join(lines):
                return self._exists(writer, asked, index, only)
        apart = "questions apart" in self.expressions.passes
        return self.program.question(name, "bool", types, asked.names, lambda _: lines, apart=apart)

    def _exists(self, writer: Writer, scene: Scene, index: int, only: int) -> str:
        step = self._step(scene, index)
        if only >= 0:
            step = replace(step, moves=((only,),) * len(self.rules.players), otherwise=(), origin=None)
        moves = step.offered(scene.me)  # a candidate is one, whichever list it is in
        plain = tuple(move for move in moves if not self.asks(step, self.rules.moves[move]))
        asked = tuple(move for move in moves if move not in plain)
        families = self.offers.families(writer, replace(scene, apiece=True), step, plain) if plain else []
        text = f"({self._any(families)} != 0)" if families else "False"
        if not asked:
            return text
        found = writer.fresh("any")
        writer.line(f"{found} = {text}")

        def inner(bound: Scene, _: str) -> None:
            writer.line(f"{found} = {self.check(writer, bound, step, bundle[0])}")

        for move in asked:
            with writer.block(f"if not {found}:"):
                if only < 0 and self._asked_by_name(step, move):
                    writer.line(f"{found} = {self._asked(writer, scene, index, move, SHORT)}")
                    continue
                for bundle in self.bundles(step, self.families(writer, scene.nested(), step, (move,))):
                    self._each(writer, scene, bundle, inner, f" and not {found}")
        return found

    def _asked_by_name(self, step: Step, move: int) -> bool:
        """Whether rules ask `can(move)`, so that there is a function of this question: a step can use it."""
        if "shared questions" not in self.expressions.passes:
            return False
        named = self.rules.moves[move].name in self.rules.values("may")
        return named and not any(step.otherwise) and step.origin is None


def _asks_heading(move: Move) -> bool:
    """Whether what is asked of a candidate depends on its direction: then each is better written by itself."""
    terms = (move.when, move.leaves, *(term for _, term in move.lets))
    return any("heading" in term.words for term in terms if term is not None)
