"""Decisions: whether there is a candidate, all candidates, or one of them drawn at random."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from interpreter.engine.lowering.making import Kinds, Making
from interpreter.engine.lowering.program import UnloweredError, Writer

if TYPE_CHECKING:
    from collections.abc import Callable

    from interpreter.engine.lowering.expressions import Expressions
    from interpreter.engine.lowering.offers import Family, Offers
    from interpreter.engine.lowering.scene import Scene
    from interpreter.engine.lowering.walking import Walking
    from interpreter.machine.rules import Move, Step


@dataclass(frozen=True, slots=True)
class Drawn:
    """A candidate drawn at random: names of its target, of its family's number, and of its origin ("" without one)."""

    target: str
    which: str
    origin: str


class Deciding:
    """Writes decisions of one game."""

    def __init__(self, expressions: Expressions, offers: Offers, making: Making, walking: Walking) -> None:
        self.expressions, self.offers, self.making, self.walking = expressions, offers, making, walking
        self.program, self.rules = expressions.program, expressions.rules
        expressions.existence = self.existence

    def _step(self, scene: Scene, index: int) -> Step:
        return self.rules.phases[scene.phase].steps[index]

    # --- what is asked of each candidate

    def _asked(self, move: Move) -> bool:
        return bool(self.offers.pending(move)) or move.leaves is not None

    def check(self, writer: Writer, scene: Scene, step: Step, family: Family) -> str:
        """Whether a candidate, to which the scene is bound, may be made."""
        move = self.rules.moves[family.move]
        parts = [self.expressions.condition(writer, scene, term) for term in self.offers.pending(move)]
        if move.leaves is not None:
            asked = {part.op for part in move.leaves.walk()}
            if asked & {"stuck", "can"} or ("repeats" in asked and step.next) or any(e.effects for e in step.next):
                raise UnloweredError("`leaves` that looks further than the step has no kernel form yet")
            allowed = writer.fresh("ok")
            writer.line(f"{allowed} = {' and '.join(parts) or 'True'}")
            with writer.block(f"if {allowed}:"):
                after = replace(self._tried_out(writer, scene, family), done=not step.next)
                writer.line(f"{allowed} = {self.expressions.condition(writer, after, move.leaves)}")
            return allowed
        return " and ".join(parts) or "True"

    def _kind(self, family: Family) -> Kinds:
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
            for first in [family for family in families if family.move == one]:
                for second in [family for family in families if family.move == other]:
                    if first.pairs or second.pairs:
                        pair, other_family = (first, second) if first.pairs else (second, first)
                        self._untwinned(writer, scene, pair, other_family)
                    elif first.kind == second.kind and first.direction == second.direction:
                        self._untwinned(writer, scene, first, second)
        return families

    def _untwinned(self, writer: Writer, scene: Scene, first: Family, second: Family) -> None:
        """Takes out of the second family what looks like a step of the first one and comes to the same."""
        if second.pairs:
            raise UnloweredError("two moves that go anywhere have no kernel form yet")
        if self.rules.uses("made"):  # then positions that are equal may still go on differently
            raise UnloweredError("`made` of moves that may offer the same step has no kernel form yet")
        common, target = writer.fresh("rest"), writer.fresh("t")
        name = writer.name(second.name, "f")
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

    def _tried_out(self, writer: Writer, scene: Scene, family: Family) -> Scene:
        """The scene of the position after a candidate, whose variables have names of their own."""
        names = {variable: writer.fresh("y") for variable in scene.names}
        for variable, name in names.items():
            writer.line(f"{name} = {scene.names[variable]}")
        trial = replace(scene, names=names, known={})
        trial.known.update(scene.known)
        return self.making.made(writer, trial, self.rules.moves[family.move], family.move, self._kind(family))

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
        families = self.offers.families(writer, scene, step, moves)
        for index in moves:
            move = self.rules.moves[index]
            own = [family for family in families if family.move == index]
            if self._asked(move):
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
            return self._exists(writer, scene.after(words={}, lets={}, before=True, made=None), index)
        asked = self.walking.expiring(scene, player, scene.phase)
        variables = scene.layout.types()
        # A kernel function cannot look back into the playout's own array.
        if scene.layout.history or "questions apart" not in self.expressions.passes:
            return self._exists(writer, asked, index)
        name = f"there_{scene.phase}_{index}_{player}"

        def text(function: str) -> list[str]:
            inner = Writer()
            seen = asked.after(names={variable: variable for variable in variables})
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
        families = self.offers.families(writer, scene, step, moves)
        plain = [family for family in families if not self._asked(self.rules.moves[family.move])]
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

    # --- one of them, at random

    def draw(self, writer: Writer, scene: Scene, index: int) -> tuple[list[Family], Drawn, str]:
        """Draws a candidate; gives the families, the names of what was drawn, and of their number (0: none)."""
        step = self._step(scene, index)
        moves = step.moves[scene.me]
        others = step.otherwise[scene.me] if step.otherwise else ()
        selects = bool(step.selectors) or any(self.rules.moves[m].selectors for m in (*moves, *others))
        checked = any(self._asked(self.rules.moves[move]) for move in moves)
        late = checked and "draw, then check" not in self.expressions.passes
        if selects or others or late or self.offers.twins(scene, moves):
            families, checked = self.exact(writer, scene, index), False
        else:
            families = self.offers.families(writer, scene, step, moves)
        total = writer.fresh("total")
        if not families:
            writer.line(f"{total} = 0")
            return [], Drawn("NOWHERE", "0", ""), total
        if not checked:
            counts = self._total(writer, families, total)
            target, which, origin = writer.fresh("t"), writer.fresh("w"), writer.fresh("o")
            self.program.constant(0)
            writer.line(f"{target} = NOWHERE")
            writer.line(f"{which} = 0")
            writer.line(f"{origin} = NOWHERE")
            with writer.block(f"if {total} > 0:"):
                if any(family.pairs for family in families):
                    self._pick_pair(writer, families, counts, total, Drawn(target, which, origin))
                else:
                    self._pick(writer, families, counts, total, target, which)
            return families, Drawn(target, which, origin), total
        return self._sampled(writer, scene, step, families, total)

    def _total(self, writer: Writer, families: list[Family], total: str) -> list[str]:
        counts = [writer.fresh("n") for _ in families]
        for count, family in zip(counts, families, strict=True):
            origins = f" * count({family.origins})" if family.pairs else ""
            writer.line(f"{count} = count({family.name}){origins}")
        writer.line(f"{total} = {' + '.join(counts)}")
        return counts

    def _pick(
        self, writer: Writer, families: list[Family], counts: list[str], total: str, target: str, which: str
    ) -> None:
        """One of all candidates, uniformly, without a branch on the family it is of."""
        number = writer.fresh("r")
        writer.line(f"rng, {number} = random_below(rng, {total})")
        sources = {family.source for family in families}
        divided = "kinds by division" in self.expressions.passes
        if divided and len(families) > 1 and len(sources) == 1 and "" not in sources:
            writer.line(f"{which} = {number} % {len(families)}")
            writer.line(f"{target} = pick({families[0].name}, {number} // {len(families)})")
            return
        if len(families) == 1:
            writer.line(f"{target} = pick({families[0].name}, {number})")
            return
        starts, so_far = ["0"], counts[0]
        for count in counts[1:]:
            start = writer.fresh("s")
            writer.line(f"{start} = {so_far}")
            starts.append(start)
            so_far = f"{start} + {count}"
        writer.line(f"{which} = {' + '.join(f'int({number} >= {start})' for start in starts[1:])}")
        chosen, offset = families[-1].name, starts[-1]
        for family, start, after in reversed(list(zip(families[:-1], starts[:-1], starts[1:], strict=True))):
            chosen = f"({family.name} if {number} < {after} else {chosen})"
            offset = f"({start} if {number} < {after} else {offset})"
        writer.line(f"{target} = pick({chosen}, {number} - {offset})")

    def _pick_pair(self, writer: Writer, families: list[Family], counts: list[str], total: str, drawn: Drawn) -> None:
        """One of all candidates where some are pairs of an origin and a target."""
        number, left = writer.fresh("r"), writer.fresh("r")
        writer.line(f"rng, {number} = random_below(rng, {total})")
        writer.line(f"{left} = {number}")
        for place, count in enumerate(counts[:-1]):
            with writer.block(f"if {drawn.which} == {place} and {left} >= {count}:"):
                writer.line(f"{left} = {left} - {count}")
                writer.line(f"{drawn.which} = {place + 1}")

        def inner(family: Family) -> None:
            if not family.pairs:
                writer.line(f"{drawn.target} = pick({family.name}, {left})")
                return
            writer.line(f"{drawn.target} = pick({family.name}, {left} % count({family.name}))")
            writer.line(f"{drawn.origin} = pick({family.origins}, {left} // count({family.name}))")

        self._by_family(writer, families, drawn.which, inner)

    def _sampled(
        self, writer: Writer, scene: Scene, step: Step, families: list[Family], total: str
    ) -> tuple[list[Family], Drawn, str]:
        """Draws until a candidate passes what is asked of it; the others are taken out, so the draw stays uniform."""
        target, which, good = writer.fresh("t"), writer.fresh("w"), writer.fresh("ok")
        self.program.constant(0)
        writer.line(f"{target} = NOWHERE")
        writer.line(f"{which} = 0")
        writer.line(f"{good} = False")
        counts = self._total(writer, families, total)
        with writer.block(f"while {total} > 0 and not {good}:"):
            self._pick(writer, families, counts, total, target, which)
            self._by_family(
                writer, families, which, lambda family: self._tried(writer, scene, step, family, target, good)
            )
            with writer.block(f"if not {good}:"):
                for number, (family, count) in enumerate(zip(families, counts, strict=True)):
                    taken = f"({target} if {which} == {number} else NOWHERE)" if len(families) > 1 else target
                    writer.line(f"{family.name} = {family.name} & ~{taken}")
                    writer.line(f"{count} = count({family.name})")
                writer.line(f"{total} = {' + '.join(counts)}")
        return families, Drawn(target, which, ""), total

    def _tried(self, writer: Writer, scene: Scene, step: Step, family: Family, target: str, good: str) -> None:
        if not self._asked(self.rules.moves[family.move]):
            writer.line(f"{good} = True")
            return
        bound = self.offers.bind(writer, scene.nested(), family, target)
        writer.line(f"{good} = {self.check(writer, bound, step, family)}")

    def _by_family(self, writer: Writer, families: list[Family], which: str, inner: Callable[[Family], None]) -> None:
        if len(families) == 1:
            inner(families[0])
            return
        for number, family in enumerate(families):
            head = f"if {which} == {number}:" if number == 0 else f"elif {which} == {number}:"
            with writer.block("else:" if number == len(families) - 1 else head):
                inner(family)

    # --- making what was drawn

    def make(
        self, writer: Writer, scene: Scene, families: list[Family], drawn: Drawn, inner: Callable[[Scene, Move], None]
    ) -> None:
        """Makes the drawn candidate, one branch a move; `inner` writes what comes after."""
        moves = list(dict.fromkeys(family.move for family in families))
        first = 0
        for place, index in enumerate(moves):
            own = [family for family in families if family.move == index]
            last = place == len(moves) - 1
            head = "else:" if last else f"{'if' if place == 0 else 'elif'} {drawn.which} < {first + len(own)}:"
            if len(moves) == 1:
                self._make(writer, scene, own, first, drawn, inner)
            else:
                with writer.block(head):
                    self._make(writer, scene.nested(), own, first, drawn, inner)
            first += len(own)

    def _make(
        self,
        writer: Writer,
        scene: Scene,
        families: list[Family],
        first: int,
        drawn: Drawn,
        inner: Callable[[Scene, Move], None],
    ) -> None:
        index = families[0].move
        move = self.rules.moves[index]
        kinds = Kinds(
            tuple(
                (family.kind, f"{drawn.which} == {number}" if len(families) > 1 else "")
                for number, family in enumerate(families, start=first)
                if family.kind >= 0
            )
        )
        if families[0].pairs:
            bound = self.offers.bind(writer, scene, families[0], drawn.target, drawn.origin)
        elif move.verb == "move" and len(families) > 1:
            bound = self._bind_any(writer, scene, families, first, drawn)
        else:
            bound = self.offers.bind(writer, scene, families[0], drawn.target)
        inner(self.making.made(writer, bound, move, index, kinds), move)

    def _bind_any(self, writer: Writer, scene: Scene, families: list[Family], first: int, drawn: Drawn) -> Scene:
        """The scene of a drawn move whose direction is only known when the kernel runs."""
        origin = writer.fresh("o")
        strides = [self.offers.strides(family.direction) for family in families]
        uses_over = self.offers.uses_over
        plain = {(family.length, family.origins, family.through) for family in families}
        if None in strides or len(plain) > 1 or uses_over:
            over = writer.fresh("v")
            self.program.constant(0)
            writer.line(f"{origin} = NOWHERE")
            writer.line(f"{over} = NOWHERE")
            for number, family in enumerate(families, start=first):
                with writer.block(f"if {drawn.which} == {number}:"):
                    writer.line(f"{origin} = {self.offers.origin(family, drawn.target)}")
                    if uses_over:
                        writer.line(f"{over} = {self.offers.over(family, drawn.target)}")
            bound = self.offers.bind(writer, scene, replace(families[0], direction=-1), drawn.target, origin)
            words = {**bound.words, "over": over} if uses_over else bound.words
            return replace(bound, words=words, heading=None)
        left, right = writer.fresh("l"), writer.fresh("r")
        amounts = [stride * max(1, families[0].length) for stride in strides if stride is not None]
        for name, values in ((left, [max(0, -a) for a in amounts]), (right, [max(0, a) for a in amounts])):
            text = str(values[-1])
            for number, value in reversed(list(enumerate(values[:-1], start=first))):
                text = f"({value} if {drawn.which} == {number} else {text})"
            writer.line(f"{name} = {text}")
        family = families[0]
        if family.length:
            writer.line(f"{origin} = (({drawn.target} << {left}) >> {right}) & {family.origins}")
        else:
            walked = f"{self._walk_back()}({drawn.target}, {family.through}, {left}, {right})"
            writer.line(f"{origin} = (({walked} << {left}) >> {right}) & {family.origins}")
        bound = self.offers.bind(writer, scene, replace(family, direction=-1), drawn.target, origin)
        return replace(bound, heading=None)

    def _walk_back(self) -> str:
        """A helper that walks back from a target in a direction known when the kernel runs."""
        longest = max(self.program.board.width, self.program.board.height, 1)

        def text(name: str) -> list[str]:
            lines = [
                "@inline",
                f"def {name}(seed: bits, through: bits, left: int, right: int) -> bits:",
                "    reached = seed",
                "    open = through",
            ]
            stride = 1
            while stride <= longest:
                lines.append("    reached = reached | (((reached << left) >> right) & open)")
                if stride * 2 <= longest:
                    lines += [
                        "    open = open & ((open << left) >> right)",
                        "    left = left + left",
                        "    right = right + right",
                    ]
                stride *= 2
            return [*lines, "    return reached"]

        return self.program.helper("walk_back", text)
