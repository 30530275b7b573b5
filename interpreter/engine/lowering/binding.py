"""The words of a candidate of several families of one move, of which only the kernel knows when it runs."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from interpreter.board.board import longest
from interpreter.engine.lowering.branches import by_number
from interpreter.engine.lowering.rays import ascends, first_met
from interpreter.engine.lowering.scene import Runtime, Scene

if TYPE_CHECKING:
    from interpreter.engine.lowering.families import Family
    from interpreter.engine.lowering.offers import Offers
    from interpreter.engine.lowering.writer import Writer


@dataclass(frozen=True, slots=True)
class Drawn:
    """A candidate drawn at random: names of its target, of its family's number, and of its origin ("" without one).

    `place` names the place of the target, where it is known; `result` the number of the result, of a throw; `made` is
    the scene after it, where it was made on trial.
    """

    target: str
    which: str
    origin: str
    place: str = ""
    result: str = ""
    made: Scene | None = None


class Binding:
    """Writes what a candidate of one of several families binds."""

    def __init__(self, offers: Offers) -> None:
        self.offers, self.program = offers, offers.program
        self.dynamic = offers.expressions.directions.dynamic

    def any_of(self, writer: Writer, scene: Scene, families: list[Family], first: int, drawn: Drawn) -> Scene:
        """The scene of a candidate of one of some families: number `drawn.which`, where `first` is the first one's."""
        ways = list(dict.fromkeys((f.direction, f.length, f.origins, f.through) for f in families))
        if families[0].pairs:
            over = self._passed(writer, families, first, drawn) if self.offers.uses_over else ""
            bound = self.offers.bind(writer, scene, families[0], drawn.target, drawn.origin, over)
            bound.heading = self._told(writer, [f.direction for f in families], first, drawn) if self.dynamic else None
        elif len(ways) > 1 and self.offers.rules.moves[families[0].move].verb == "sow":
            sown: dict[int, list[str]] = {}
            for number, family in enumerate(families, start=first):
                sown.setdefault(family.direction, []).append(f"{drawn.which} == {number}")
            told = {way: " or ".join(numbers) for way, numbers in sown.items()}
            bound = self.offers.bind(writer, scene, families[0], drawn.target, ways=told)
            bound.heading = self._told(writer, [f.direction for f in families], first, drawn)
        elif len(ways) == 1 or self.offers.rules.moves[families[0].move].verb != "move":
            bound = self.offers.bind(writer, scene, families[0], drawn.target)
        else:
            bound = self._of_ways(writer, scene, families, first, drawn)
            bound.heading = self._told(writer, [f.direction for f in families], first, drawn) if self.dynamic else None
        bound.promotion = self._told(writer, [family.promotion for family in families], first, drawn)
        bound.die = self._told(writer, [family.die for family in families], first, drawn)
        bound.amount = self._told(writer, [family.amount for family in families], first, drawn)
        if drawn.place and self.offers.rules.moves[families[0].move].verb == "place":
            bound.places = {drawn.target: drawn.place}
        return bound

    def _passed(self, writer: Writer, families: list[Family], first: int, drawn: Drawn) -> str:
        """What the drawn pair of an origin and a target passes."""
        if len(families) == 1:
            return writer.name(self.offers.over(families[0], drawn.target, drawn.origin), "v")
        over = writer.fresh("v")
        writer.line(f"{over} = {self.program.constant(0)}")
        for number, one in enumerate(families, start=first):
            with writer.block(f"if {drawn.which} == {number}:"):
                writer.line(f"{over} = {self.offers.over(one, drawn.target, drawn.origin)}")
        return over

    def _told(self, writer: Writer, values: list[int], first: int, drawn: Drawn) -> int | Runtime:
        """What the drawn family has of values."""
        if len(set(values)) == 1:
            return values[0]
        text = by_number([str(value) for value in values], first, drawn.which)
        return Runtime(writer.name(text, "h"), tuple(sorted(set(values))))

    def _of_ways(self, writer: Writer, scene: Scene, families: list[Family], first: int, drawn: Drawn) -> Scene:
        """The scene of a candidate that may have come in several directions, or from several distances."""
        origin = writer.fresh("o")
        strides = [self.offers.strides(family.direction) for family in families]
        uses_over = self.offers.uses_over
        family = replace(families[0], direction=-1)
        alike = len({(f.length, f.origins, f.through) for f in families}) == 1
        tables = "origins by table" in self.offers.expressions.passes and None in strides  # else shifting is faster
        if tables and alike and family.length:
            spot = writer.name(self._spot(writer, scene, first, drawn), "i")
            lengths = range(1, family.length) if uses_over else ()
            passed = " | ".join(f"{self._back(families, length)}[{spot}]" for length in lengths)
            looked_up = writer.name(f"{self._back(families, family.length)}[{spot}]", "o")
            over = writer.name(passed or self.program.constant(0), "v") if uses_over else ""
            return self.offers.bind(writer, scene, family, drawn.target, looked_up, over)
        if alike and not family.length and not uses_over and self._sees(families):
            looked_up = writer.name(self._first_met(writer, families, first, drawn), "o")
            return self.offers.bind(writer, scene, family, drawn.target, looked_up)
        if None in strides or not alike or uses_over:
            over = writer.fresh("v")
            self.program.constant(0)
            writer.line(f"{origin} = NOWHERE")
            writer.line(f"{over} = NOWHERE")
            for number, one in enumerate(families, start=first):
                with writer.block(f"if {drawn.which} == {number}:"):
                    writer.line(f"{origin} = {self.offers.origin(one, drawn.target)}")
                    if uses_over:
                        writer.line(f"{over} = {self.offers.over(one, drawn.target)}")
            return self.offers.bind(writer, scene, family, drawn.target, origin, over)
        left, right = writer.fresh("l"), writer.fresh("r")
        amounts = [stride * max(1, family.length) for stride in strides if stride is not None]
        for name, values in ((left, [max(0, -a) for a in amounts]), (right, [max(0, a) for a in amounts])):
            writer.line(f"{name} = {by_number([str(value) for value in values], first, drawn.which)}")
        if family.length:
            writer.line(f"{origin} = (({drawn.target} << {left}) >> {right}) & {family.origins}")
        else:
            walked = f"{self._walk_back()}({drawn.target}, {family.through}, {left}, {right})"
            writer.line(f"{origin} = (({walked} << {left}) >> {right}) & {family.origins}")
        return self.offers.bind(writer, scene, family, drawn.target, origin)

    def _spot(self, writer: Writer, scene: Scene, first: int, drawn: Drawn) -> str:
        """Where tables of families and places tell of the candidate."""
        size = max(self.program.numbering.place) + 1
        which = drawn.which if first == 0 else f"({drawn.which} - {first})"
        place = scene.places.get(drawn.target) or writer.name(f"lowest({drawn.target})", "p")
        return f"{which} * {size} + {place}"

    def _back(self, families: list[Family], length: int) -> str:
        """The table of what lies so many steps back from every place, by family."""
        program, name, size = self.program, f"BACK_{length}", max(self.program.numbering.place) + 1
        values: list[int] = []
        for family in families:
            name += f"_{family.direction}"
            values += [0] * size
            back = program.board.steps[program.board.opposite[family.direction]]
            for target, place in enumerate(program.numbering.place):
                origin = target
                for _ in range(length):
                    origin = back[origin] if origin >= 0 else -1
                values[place - size] = 1 << program.numbering.place[origin] if origin >= 0 else 0
        return program.table(name, values, "sets")

    def _sees(self, families: list[Family]) -> bool:
        """Whether the way back from a target of each family is a ray."""
        opposite = self.program.board.opposite
        ways = [opposite[family.direction] for family in families]
        return "rays" in self.offers.expressions.passes and all(ascends(self.program, way) is not None for way in ways)

    def _first_met(self, writer: Writer, families: list[Family], first: int, drawn: Drawn) -> str:
        """Where a slide comes from: the first site on the way back that is not passable."""
        ways = tuple(self.program.board.opposite[family.direction] for family in families)
        which = drawn.which if first == 0 else f"({drawn.which} - {first})"
        stops = writer.name(f"{self.program.every} & ~{families[0].through}")
        return first_met(self.program, which, f"lowest({drawn.target})", stops, ways)

    def _walk_back(self) -> str:
        """A helper that walks back from a target in a direction known when the kernel runs."""
        farthest = longest(self.program.board, range(len(self.program.board.directions)))

        def text(name: str) -> list[str]:
            lines = [
                "@inline",
                f"def {name}(seed: bits, through: bits, left: int, right: int) -> bits:",
                "    reached = seed",
                "    open = through",
            ]
            stride = 1
            while stride <= farthest:
                lines.append("    reached = reached | (((reached << left) >> right) & open)")
                if stride * 2 <= farthest:
                    lines += [
                        "    open = open & ((open << left) >> right)",
                        "    left = left + left",
                        "    right = right + right",
                    ]
                stride *= 2
            return [*lines, "    return reached"]

        return self.program.helper("walk_back", text)
