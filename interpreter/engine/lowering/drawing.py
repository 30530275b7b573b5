"""A candidate drawn at random, and made."""

from __future__ import annotations

from dataclasses import replace
from itertools import accumulate, groupby
from typing import TYPE_CHECKING

from interpreter.engine.lowering import pairing, throwing, variables
from interpreter.engine.lowering.best_turns import best_number
from interpreter.engine.lowering.binding import Drawn
from interpreter.engine.lowering.branches import CHAIN
from interpreter.engine.lowering.circuits import goes_round
from interpreter.engine.lowering.families import parted
from interpreter.engine.lowering.guessing import Looking
from interpreter.engine.lowering.kept import LEFT
from interpreter.engine.lowering.lists import AT_ONCE, summed
from interpreter.engine.lowering.offered import MANY, Few, Many, drawn_number
from interpreter.engine.lowering.pieces import Kinds
from interpreter.engine.lowering.trying import Trying
from interpreter.engine.lowering.ways import Ways

if TYPE_CHECKING:
    from collections.abc import Callable

    from interpreter.engine.lowering.deciding import Deciding
    from interpreter.engine.lowering.families import Family
    from interpreter.engine.lowering.guessing import Guess
    from interpreter.engine.lowering.kept import Kept
    from interpreter.engine.lowering.scene import Scene
    from interpreter.engine.lowering.writer import Writer
    from interpreter.machine.rules import Move


class Drawing:
    """Writes how playouts draw: the candidates are counted and one is picked, without a list of them."""

    def __init__(self, deciding: Deciding) -> None:
        self.deciding, self.offers, self.making = deciding, deciding.offers, deciding.making
        self.binding = deciding.binding
        self.expressions, self.program, self.rules = deciding.expressions, deciding.program, deciding.rules
        self.trying = Trying(deciding, self.binding, self)
        self.ways = Ways(deciding)
        self.guesses: tuple[Guess, ...] = (self.ways, Looking(deciding, self))

    def draw(self, writer: Writer, scene: Scene, index: int) -> tuple[list[Family], Drawn, str]:
        """Draws a candidate; gives the families, the names of what was drawn, and of their number (0: none)."""
        step = self.rules.phases[scene.phase].steps[index]
        moves = step.moves[scene.me]
        others = step.others(scene.me)
        selects = bool(step.selectors) or any(self.rules.moves[m].selectors for m in step.offered(scene.me))
        checked = any(self.deciding.asks(step, self.rules.moves[move]) for move in moves)
        weighted = any(self.rules.moves[move].chance > 1 for move in moves)
        late = checked and (weighted or "draw, then check" not in self.expressions.passes)
        best = bool(self.rules.phases[scene.phase].best) and not throwing.throws(
            self.rules, scene.phase, index, scene.me
        )
        exact = bool(selects or others or late or best or (checked and any(self._roams(index) for index in moves)))
        scene = replace(scene, apiece=not best and (exact or not checked))  # pairs are not drawn and then looked at
        if others and not (selects or late or best) and "else apart" in self.expressions.passes:
            return self._parted(writer, scene, index)
        guess = next((way for way in self.guesses if not exact and way.pays(scene, step)), None)
        if guess is not None:
            return self._guessed(writer, scene, index, guess, checked=checked)
        return self._counted(writer, scene, index, exact=exact, checked=checked)

    def _guessed(
        self, writer: Writer, scene: Scene, index: int, guess: Guess, *, checked: bool
    ) -> tuple[list[Family], Drawn, str]:
        """Draws by guessing, and counts where that came to nothing."""
        target, which, origin, found, total = (writer.fresh(prefix) for prefix in ("t", "w", "o", "ok", "total"))
        drawn, nowhere = Drawn(target, which, origin), self.program.constant(0)
        for name, text in ((target, nowhere), (which, "0"), (origin, nowhere), (found, "False"), (total, "1")):
            writer.line(f"{name} = {text}")
        rest = writer.apart()
        families, counted, number = self._counted(rest, scene.nested(), index, checked=checked)
        for name, text in ((target, counted.target), (which, counted.which), (total, number)):
            rest.line(f"{name} = {text}")
        if families[0].pairs:
            rest.line(f"{origin} = {counted.origin}")
        else:
            self._came_from(rest, scene.nested(), families, drawn)
        writer.counter = rest.counter
        step = self.rules.phases[scene.phase].steps[index]
        guess.written(writer, scene.nested(), step, families, drawn, found)
        with writer.block(f"if not {found}:"):
            writer.lines += rest.lines
        return [replace(family, pairs=True) for family in families], drawn, total

    def _came_from(self, writer: Writer, scene: Scene, families: list[Family], drawn: Drawn) -> None:
        """Writes the origin of what was drawn of families that are not pairs."""

        def told(own: list[Family], first: int) -> None:
            bound = self.binding.any_of(writer, scene.nested(), own, first, drawn)
            writer.line(f"{drawn.origin} = {bound.words['from']}")

        self.by_bundle(writer, [list(own) for _, own in groupby(families, key=lambda f: f.move)], drawn.which, told)

    def _counted(
        self, writer: Writer, scene: Scene, index: int, *, exact: bool = False, checked: bool = False
    ) -> tuple[list[Family], Drawn, str]:
        """Draws by the number of all candidates."""
        step = self.rules.phases[scene.phase].steps[index]
        moves = step.moves[scene.me]
        best = bool(self.rules.phases[scene.phase].best) and not throwing.throws(
            self.rules, scene.phase, index, scene.me
        )
        if exact:
            families, checked = self.deciding.exact(writer, scene, index), False
        else:
            families = self.deciding.families(writer, scene, step, moves)
            families = self.deciding.twins.apart(writer, scene, index, families, asked=False)
        if exact or checked or len(moves) > 1:
            families = parted(families)
        families.sort(key=lambda family: family.spread)
        total = writer.fresh("total")
        if scene.kept is not None and scene.kept.lists_empty:
            return families, self._listed(writer, scene.kept, families, total), total
        if scene.kept is not None and scene.kept.one_number:
            return families, self._shared(writer, scene.kept, families[0], total), total
        if not families:
            writer.line(f"{total} = 0")
            return [], Drawn("NOWHERE", "0", ""), total
        if not checked:
            # LLVM takes seconds over the numbers of so many families where each has a name.
            many = len(families) > AT_ONCE and not best and not any(family.spread for family in families)
            offered = self._many(writer, families, total) if many else None
            counts = [] if offered else self.total(writer, families, total)
            target, which, origin = writer.fresh("t"), writer.fresh("w"), writer.fresh("o")
            result = writer.fresh("d") if any(family.dice >= 0 for family in families) else ""
            self.program.constant(0)
            writer.line(f"{target} = NOWHERE")
            writer.line(f"{which} = 0")
            writer.line(f"{origin} = NOWHERE")
            if result:
                writer.line(f"{result} = 0")
            drawn = Drawn(target, which, origin, result=result)
            with writer.block(f"if {total} > 0:"):
                if offered is not None:
                    offered.draw(writer, which, target)
                    return families, drawn, total
                number = drawn_number(writer, total)
                if best:
                    best_number(self.deciding, writer, scene, index, (families, counts), (total, number))
                if any(family.spread for family in families):
                    self._pick_spread(writer, families, counts, number, drawn)
                else:
                    self.pick(writer, families, counts, number, target, which)
            return families, drawn, total
        return families, self.trying.draw(writer, scene, step, families, total), total

    def _parted(self, writer: Writer, scene: Scene, index: int) -> tuple[list[Family], Drawn, str]:
        """Draws from the moves of `do`, or from those of `else` where they offer none: only one list is counted."""
        first, second, none = self.deciding.alternatives(writer, scene, index)
        for own in (first, second):
            own.sort(key=lambda family: family.spread)
        families = parted(self.deciding.twins.apart(writer, scene, index, [*first, *second], asked=True))
        total, target, which, origin = (writer.fresh(prefix) for prefix in ("total", "t", "w", "o"))
        nowhere = self.program.constant(0)
        for name, text in ((total, "0"), (target, nowhere), (which, "0"), (origin, nowhere)):
            writer.line(f"{name} = {text}")
        result = writer.fresh("d") if any(family.dice >= 0 for family in families) else ""
        if result:
            writer.line(f"{result} = 0")
        drawn = Drawn(target, which, origin, result=result)
        lists = ((f"if {none}:", len(first), families[len(first) :]), ("else:", 0, families[: len(first)]))
        for head, start, own in lists:
            with writer.block(head):
                if not own:
                    continue
                counts = self.total(writer, own, total)
                with writer.block(f"if {total} > 0:"):
                    number = drawn_number(writer, total)
                    if any(family.spread for family in own):
                        self._pick_spread(writer, own, counts, number, drawn)
                    else:
                        self.pick(writer, own, counts, number, target, which)
                    writer.line(f"{which} = {which} + {start}")
        return families, drawn, total

    def _roams(self, index: int) -> bool:
        """Whether a move goes from every origin to targets of its own."""
        move = self.rules.moves[index]
        return (move.verb == "move" and move.along is None) or goes_round(self.expressions, move)

    def _listed(self, writer: Writer, kept: Kept, families: list[Family], total: str) -> Drawn:
        """Draws from the list of empty sites, which the first family offers, and from the other families."""
        target, which, place, number = (writer.fresh(prefix) for prefix in ("t", "w", "p", "r"))
        others = families[1:]
        so_far = writer.fresh("total")
        counts = self.total(writer, others, so_far) if others else []
        writer.line(f"{total} = {f'{LEFT} + {so_far}' if others else LEFT}")
        writer.line(f"{target} = {self.program.constant(0)}")
        writer.line(f"{which} = 0")
        writer.line(f"{place} = 0")
        with writer.block(f"if {total} > 0:"):
            writer.line(f"rng, {number} = random_below(rng, {total})")
            with writer.block(f"if {number} < {LEFT}:"):
                kept.draw(writer, number, place, target)
            start = LEFT
            for position, (family, count) in enumerate(zip(others, counts, strict=True), start=1):
                with writer.block(f"elif {number} < {start} + {count}:"):
                    writer.line(f"{which} = {position}")
                    writer.line(f"{target} = pick({family.name}, {number} - ({start}))")
                start += f" + {count}"
        return Drawn(target, which, "", place)

    def _shared(self, writer: Writer, kept: Kept, family: Family, total: str) -> Drawn:
        """Draws an empty site by what is left of the one number of a game."""
        target, number = writer.fresh("t"), writer.fresh("r")
        writer.line(f"{total} = {LEFT}")
        kept.share(writer, number)
        writer.line(f"{target} = pick({family.name}, {number})")
        return Drawn(target, "0", "")

    def total(self, writer: Writer, families: list[Family], total: str) -> list[str]:
        """Writes the number of candidates, of each family and of all."""
        counts = [writer.fresh("n") for _ in families]
        for count, family in zip(counts, families, strict=True):
            text = pairing.counted(self.program, family)
            if family.weight > 1:
                text += f" * {family.weight}"
            if family.dice >= 0:
                text += f" * {throwing.ways(self.rules, family.dice)[-1]}"
            writer.line(f"{count} = {text}")
        writer.line(f"{total} = {summed(counts)}")
        return counts

    def pick(
        self, writer: Writer, families: list[Family], counts: list[str], number: str, target: str, which: str
    ) -> None:
        """The candidate of a number, without a branch on the family it is of."""
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
        writer.line(f"{which} = {summed([f'int({number} >= {start})' for start in starts[1:]])}")
        self._pick_of(writer, [family.name for family in families], starts, number, target)

    def _pick_of(self, writer: Writer, names: list[str], starts: list[str], number: str, target: str) -> None:
        """The candidate of a number: `starts` are the numbers of the first candidates of each family."""
        if len(names) > AT_ONCE:  # a choice is nested as deep as there are families
            half = len(names) // 2
            for head, part in ((f"if {number} < {starts[half]}:", slice(half)), ("else:", slice(half, None))):
                with writer.block(head):
                    self._pick_of(writer, names[part], starts[part], number, target)
            return
        chosen, offset = names[-1], starts[-1]
        for name, start, after in reversed(list(zip(names[:-1], starts[:-1], starts[1:], strict=True))):
            chosen = f"({name} if {number} < {after} else {chosen})"
            offset = f"({start} if {number} < {after} else {offset})"
        writer.line(f"{target} = pick({chosen}, {number} - {offset})")

    def _pick_spread(
        self, writer: Writer, families: list[Family], counts: list[str], number: str, drawn: Drawn
    ) -> None:
        """The candidate of a number where the last families are pairs of an origin and a target, or throws."""
        plain = [family for family in families if not family.spread]
        left = writer.fresh("r")
        before = summed(counts[: len(plain)])
        writer.line(f"{left} = {number} - ({before})" if plain else f"{left} = {number}")
        if plain:
            with writer.block(f"if {left} < 0:"):
                self.pick(writer, plain, counts[: len(plain)], number, drawn.target, drawn.which)
        for place, family in enumerate(families[len(plain) :], start=len(plain)):
            after = writer.fresh("r")
            writer.line(f"{after} = {left} - {counts[place]}")
            with writer.block(f"if {left} >= 0 and {after} < 0:"):
                writer.line(f"{drawn.which} = {place}")
                if family.dice >= 0:
                    result = throwing.drawn(self.program, writer, self.rules, family.dice, left)
                    writer.line(f"{drawn.target} = {family.name}")
                    writer.line(f"{drawn.result} = {result}")
                    left = after
                    continue
                number = f"{left} // {family.weight}" if family.weight > 1 else left
                if family.pairs:
                    pairing.pick(self.program, writer, family, number, (drawn.origin, drawn.target))
                else:
                    writer.line(f"{drawn.target} = pick({family.name}, {number})")
            left = after

    def offer(self, writer: Writer, families: list[Family], total: str) -> Few | Many:
        """Writes the number of candidates; gives them to be drawn from."""
        if len(families) < MANY or "many in an array" not in self.expressions.passes:
            return Few(self, families, self.total(writer, families, total), total)
        return self._many(writer, families, total)

    def _many(self, writer: Writer, families: list[Family], total: str) -> Many:
        return Many(writer, families, total, blocks="families in blocks" in self.expressions.passes)

    def by_bundle(
        self, writer: Writer, bundles: list[list[Family]], which: str, inner: Callable[[list[Family], int], None]
    ) -> None:
        """A branch for each bundle of families; `inner` is told a bundle and the number of its first family."""
        firsts = [0, *accumulate(map(len, bundles))]

        def among(low: int, high: int) -> None:
            if high - low > CHAIN:
                middle = (low + high) // 2
                with writer.block(f"if {which} < {firsts[middle]}:"):
                    among(low, middle)
                with writer.block("else:"):
                    among(middle, high)
                return
            for place in range(low, high):
                head = f"{'if' if place == low else 'elif'} {which} < {firsts[place + 1]}:"
                with writer.block("else:" if place == high - 1 else head):
                    inner(bundles[place], firsts[place])

        if len(bundles) == 1:
            inner(bundles[0], 0)
        else:
            among(0, len(bundles))

    # --- making what was drawn

    def make(
        self, writer: Writer, scene: Scene, families: list[Family], drawn: Drawn, inner: Callable[[Scene, Move], None]
    ) -> None:
        """Makes the drawn candidate, one branch a move; `inner` writes what comes after."""
        if drawn.made is not None:
            variables.copy(writer, scene.layout, scene.names, drawn.made.names)
            if scene.kept is not None:
                scene.kept.looked(writer, scene)
            self._parting(writer, replace(drawn.made, names=scene.names, kept=scene.kept), families, drawn, inner)
            return
        bundles = [list(own) for _, own in groupby(families, key=lambda family: family.move)]
        whole = len(bundles) == 1
        self.by_bundle(
            writer,
            bundles,
            drawn.which,
            lambda own, first: self._make(writer, scene if whole else scene.nested(), own, first, drawn, inner),
        )

    def _parting(
        self, writer: Writer, made: Scene, families: list[Family], drawn: Drawn, inner: Callable[[Scene, Move], None]
    ) -> None:
        """What comes after a step that was made on trial: once for all moves, where it may be."""
        bundles = [list(own) for _, own in groupby(families, key=lambda family: family.move)]
        moves = [own[0].move for own in bundles]
        if len(bundles) == 1 or not self.deciding.walking.parts(moves):
            inner(made, self.rules.moves[moves[0]])
            return

        def one(own: list[Family], first: int) -> None:  # noqa: ARG001 - each branch is told it
            inner(replace(made.nested(), made=own[0].move), self.rules.moves[own[0].move])

        self.by_bundle(writer, bundles, drawn.which, one)

    def kinds(self, families: list[Family], first: int, drawn: Drawn) -> Kinds:
        """What a candidate of some families puts down."""
        return Kinds(
            tuple(
                (family.kind, f"{drawn.which} == {number}" if len(families) > 1 else "")
                for number, family in enumerate(families, start=first)
                if family.kind >= 0
            ),
            drawn.result,
        )

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
        kinds = self.kinds(families, first, drawn)
        bound = self.binding.any_of(writer, scene, families, first, drawn)
        inner(self.making.made(writer, bound, move, index, kinds), move)
