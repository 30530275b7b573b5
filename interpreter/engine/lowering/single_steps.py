"""Single steps in a kernel: the legal ones of a position, and how one is made."""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.engine.lowering import amounts, pairing, throwing
from interpreter.engine.lowering.circuits import goes_round
from interpreter.engine.lowering.columns import COLUMNS
from interpreter.engine.lowering.families import Family
from interpreter.engine.lowering.layout import faces
from interpreter.engine.lowering.listing import Listing
from interpreter.engine.lowering.pieces import Kinds
from interpreter.engine.lowering.roads import ARRIVING, Store
from interpreter.engine.lowering.rounds import passed
from interpreter.engine.lowering.scene import STEP_SETS, Runtime
from interpreter.engine.lowering.writer import Writer

if TYPE_CHECKING:
    from collections.abc import Sequence

    from interpreter.engine.lowering.build import Build
    from interpreter.engine.lowering.scene import Scene
    from interpreter.machine.rules import Move


class SingleSteps:
    """Writes how the legal steps of a position are listed, and how one of them changes it."""

    def __init__(self, build: Build) -> None:
        self.build, self.rules, self.layout = build, build.rules, build.layout
        self.walking, self.deciding, self.making = build.walking, build.deciding, build.making
        self.program, self.expressions = build.program, build.expressions
        self.listing = Listing(build.deciding, "out")

    def legal(self) -> str:
        """All legal steps of a position, six numbers each; gives their number."""
        head = "def legal(numbers: ints, sets_: sets, history: ints, out: ints) -> int:"
        return "\n".join([head, *self._listing("0", 0)])

    def offered(self, room: int) -> str:
        """The steps of a position, whatever turns they may lead to, put into a list with room for so many.

        It is told how many there are, and gives how many there are then, or -1 where there is no more room.
        """
        head = "def offered(numbers: ints, sets_: sets, history: ints, out: ints, base: int) -> int:"
        return "\n".join([head, *self._listing("base", room)])

    def _listing(self, first: str, room: int) -> list[str]:
        writer = Writer()
        self.build.loaded(writer)
        writer.line(f"found = {first}")
        for phase, step, player in self.build.decisions:
            if step < 0:
                continue
            with writer.block(f"if pc == {self.build.number(phase, step, player)}:"):
                scene = self.build.scene(phase, player, step)
                families = self.deciding.exact(writer, scene, step)
                if self.rules.phases[phase].best:  # a draw numbers candidates in this order
                    families.sort(key=lambda family: family.spread)
                sites = len(self.rules.board.sites)
                self.build.families[self.build.number(phase, step, player)] = sum(
                    sites if f.pairs else self.listing.results(f) // sites + 1 for f in families
                )
                for family in families:
                    self.listing.all(writer, scene, family, room)
        writer.line("return found")
        return writer.lines

    def thrown(self) -> str:
        """The step that chance makes in a position, by its number among the legal ones; -1 where a player chooses."""
        writer = Writer()
        if self.rules.has_chance:
            self.build.loaded(writer)
        for phase, step, player in self.build.decisions:
            if not throwing.throws(self.rules, phase, step, player):
                continue
            with writer.block(f"if pc == {self.build.number(phase, step, player)}:"):
                families = self.deciding.exact(writer, self.build.scene(phase, player, step), step)
                drawn = [family for family in families if family.dice < 0]
                for family in families:
                    if family.dice >= 0:
                        self._thrown(writer, family)
                if drawn:
                    self._drawn(writer, drawn)
        writer.line("return -1")
        head = "def thrown(numbers: ints, sets_: sets, history: ints, rng: int) -> int:"
        return "\n".join([head, *writer.lines])

    def _thrown(self, writer: Writer, family: Family) -> None:
        number = writer.fresh("r")
        with writer.block(f"if {family.name} != 0:"):
            writer.line(f"rng, {number} = random_below(rng, {throwing.ways(self.rules, family.dice)[-1]})")
            writer.line(f"return {throwing.drawn(self.program, writer, self.rules, family.dice, number)}")

    def _drawn(self, writer: Writer, families: list[Family]) -> None:
        """Draws among the candidates of families, each as often as it weighs."""
        counts, total, left = [writer.fresh("n") for _ in families], writer.fresh("total"), writer.fresh("r")
        for count, family in zip(counts, families, strict=True):
            writer.line(f"{count} = {pairing.counted(self.program, family)}")
        text = " + ".join(f"{family.weight} * {count}" for family, count in zip(families, counts, strict=True))
        writer.line(f"{total} = {text}")
        with writer.block(f"if {total} > 0:"):
            writer.line(f"rng, {left} = random_below(rng, {total})")
            before = "0"
            for count, family in zip(counts, families, strict=True):
                with writer.block(f"if {left} >= 0 and {left} < {family.weight} * {count}:"):
                    writer.line(f"return {before} + {left} // {family.weight}")
                writer.line(f"{left} = {left} - {family.weight} * {count}")
                before += f" + {count}"

    def play(self) -> str:
        """Makes a step in a position, which is changed in place."""
        writer = Writer()
        writer.line("ending = -1")
        self.made(writer, [Store(self.build)] * len(self.rules.phases))
        writer.line("numbers[1] = ending")
        writer.line("return ending")
        parameters = "numbers: ints, sets_: sets, history: ints, origin_: int, target_: int, kind: int, move: int"
        head = [f"def play({parameters}, heading: int, promotion: int) -> int:", "    at = numbers[0]"]
        return "\n".join([*head, *writer.lines])

    def made(self, writer: Writer, roads: Sequence[Store | None]) -> None:
        """Makes a step in a position, which is changed in place, by the road of each phase (None: it is not met)."""
        self.build.loaded(writer)
        if any(road is not None and road.looks_in_a_loop(phase) for phase, road in enumerate(roads)):
            writer.line(f"{ARRIVING} = False")
        writer.line("origin = bit(origin_)")
        writer.line("target = bit(target_)")
        for phase, step, player in self.build.decisions:
            road = roads[phase]
            number = self.build.number(phase, step, player)
            scene = self.build.scene(phase, player)
            if road is None:
                continue
            if step < 0:
                with writer.block(f"if at == {number}:"):
                    self.walking.forced_pass(writer, scene, road)
                continue
            decision = self.rules.phases[phase].steps[step]
            with writer.block(f"if at == {number}:"):
                self._decided(writer, scene, road, step, decision.offered(player))
        self._looked_for(writer, [road for road in roads if road is not None])
        for place, name in enumerate(self.layout.sets):
            writer.line(f"sets_[{place}] = {name}")
        for place, name in enumerate(self.layout.numbers, start=2):
            writer.line(f"numbers[{place}] = {name}")
        if self.layout.cells:
            with writer.block(f"for i in range({self.layout.cells}):"):
                writer.line(f"sets_[i + {len(self.layout.sets)}] = {COLUMNS}[i]")
        writer.line("numbers[0] = pc")

    def _looked_for(self, writer: Writer, roads: Sequence[Store]) -> None:
        """Looks for the next of many players who has a step; who has none is out."""
        firsts = [(phase, player) for phase, step, player in self.build.decisions if step == 0]
        looked = [(phase, player) for phase, player in firsts if any(road.looks_in_a_loop(phase) for road in roads)]
        if not looked:
            return
        with writer.block(f"while {ARRIVING}:"):
            for phase, player in looked:
                with writer.block(f"if {ARRIVING} and pc == {self.build.number(phase, 0, player)}:"):
                    writer.line(f"{ARRIVING} = False")
                    roads[0].arrived(writer, self.build.scene(phase, player), phase, player)

    def _decided(self, writer: Writer, scene: Scene, road: Store, step: int, moves: tuple[int, ...]) -> None:
        """The step of a decision, and what comes after it: once for all moves, where it asks little of them."""
        decision = self.rules.phases[scene.phase].steps[step]
        if len(moves) == 1 or self.walking.parts(moves) or not self.walking.asks_sites_only(decision):
            for index in moves:
                with writer.block(f"if move == {index}:"):
                    made = self._made(writer, scene.nested(), index)
                    self.walking.after_step(writer, made, road, step, swapped=self.rules.moves[index].verb == "swap")
            return
        words = {word: writer.fresh("w") for word in STEP_SETS}
        for name in words.values():
            writer.line(f"{name} = {self.program.constant(0)}")
        for index in moves:
            with writer.block(f"if move == {index}:"):
                made = self._made(writer, scene.nested(), index)
                for word, text in made.words.items():
                    writer.line(f"{words[word]} = {text}")
        made = scene.after(words=words, made="move", before=False)
        self.walking.after_step(writer, made, road, step)

    def _made(self, writer: Writer, scene: Scene, index: int) -> Scene:
        """The scene after a step of a move."""
        move = self.rules.moves[index]
        names = {"place": {"to": "target"}, "remove": {"at": "target"}, "move": {"to": "target", "from": "origin"}}
        scene = scene.after(
            words=dict(names.get(move.verb, {})), lets=dict(move.lets), promotion=Runtime("promotion", ())
        )
        if move.along is not None:
            scene.heading = Runtime("heading", tuple(sorted(self.expressions.directions.possible(move.along))))
        if move.verb == "move" and self.deciding.offers.uses_over:
            scene.words["over"] = self._over(writer, move)
        if move.verb == "sow":
            heading = scene.heading
            ways = heading.values if isinstance(heading, Runtime) else ()
            told = {way: f"heading == {way}" if len(ways) > 1 else "" for way in ways}
            scene = self.deciding.offers.bind(writer, scene, Family("", index), "origin", ways=told)
            scene.heading = heading
        kinds, numbers = Kinds(), faces(self.rules) if move.spends else []
        if numbers:
            scene.die = Runtime(writer.name(f"(kind + 1) // {throwing.BESIDE}", "d"), tuple(numbers))
        if move.chooses_amount:
            chosen = writer.name(f"(kind + 1) % {throwing.BESIDE} - 1", "h") if numbers else "kind"
            scene.amount = Runtime(chosen, tuple(amounts.choices(self.rules, move)))
        if move.verb == "place":
            choices = move.pieces[scene.me]
            kind_ = writer.name(f"(kind + 1) % {throwing.BESIDE} - 1", "k") if numbers else "kind"
            kinds = Kinds(tuple((kind, f"{kind_} == {kind}" if len(choices) > 1 else "") for kind in choices))
        elif move.verb == "roll":
            kinds = Kinds(result="kind")
        return self.making.made(writer, scene, move, index, kinds)

    def _over(self, writer: Writer, move: Move) -> str:
        """The sites between origin and target, by the direction that the step names."""
        name = writer.fresh("v")
        writer.line(f"{name} = {self.program.constant(0)}")
        if move.along is None:
            return name
        board = self.program.board
        for direction in sorted(self.expressions.directions.possible(move.along)):
            if board.walks[direction]:  # no rule asks what was passed on such a track
                continue
            with writer.block(f"if heading == {direction}:"):
                if goes_round(self.expressions, move):
                    writer.line(f"{name} = {passed(self.program, direction)}(origin, target)")
                    continue
                forth = self.program.slide("origin", f"({self.program.every} & ~target)", direction)
                back = self.program.slide("target", f"({self.program.every} & ~origin)", board.opposite[direction])
                writer.line(f"{name} = {forth} & {back} & ~origin & ~target")
        return name
