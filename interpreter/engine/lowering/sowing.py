"""Sowing: a pile is lifted, and its pieces are left one by one on the next sites of a way."""

from __future__ import annotations

from contextlib import nullcontext
from typing import TYPE_CHECKING

from interpreter.engine.lowering.scene import Runtime

if TYPE_CHECKING:
    from interpreter.engine.lowering.expressions import Expressions
    from interpreter.engine.lowering.scene import Scene
    from interpreter.engine.lowering.writer import Writer
    from interpreter.machine.rules import Move

Ways = dict[int, str]  # directions, each with the condition under which it is the way ("": it is the only one)


class Sowing:
    """Writes which piles can be sown, and how the pieces of one come to lie."""

    def __init__(self, expressions: Expressions) -> None:
        self.expressions, self.program = expressions, expressions.program

    def _size(self, scene: Scene, site: str) -> str:
        return self.expressions.many(scene).size(scene, site)

    def _never_ends(self, move: Move, way: int) -> bool:
        """Whether every pile can be sown from wherever the way leads on: round and round, past its own site at most."""
        steps = self.program.board.steps[way]
        leads, led_to = {site for site, to in enumerate(steps) if to >= 0}, {to for to in steps if to >= 0}
        return leads == led_to and (move.skipped is None or move.skipped.op == "word")

    # --- which piles

    def origins(self, writer: Writer, scene: Scene, move: Move, way: int, piles: str) -> str:
        """Those of some piles that can be sown in a direction."""
        steps = self.program.board.steps[way]
        leads = self.program.board_set(sum(1 << site for site, to in enumerate(steps) if to >= 0))
        if self._never_ends(move, way):
            return f"{piles} & {leads}"
        found = writer.fresh("f")
        writer.line(f"{found} = {self.program.constant(0)}")
        with writer.members(f"{piles} & {leads}") as origin:
            end = self.words(writer, scene.nested(), move, origin, {way: ""})["to"]
            writer.line(f"{found} = {found} | ({origin} if {end} != 0 else NOWHERE)")
        return found

    # --- where its pieces come to lie

    def words(self, writer: Writer, scene: Scene, move: Move, origin: str, ways: Ways) -> dict[str, str]:
        """The words of sowing the pile of a site, in one of several directions; `to` is empty where it cannot be."""
        end, over = writer.fresh("t"), writer.fresh("v")
        if len(ways) > 1:
            writer.line(f"{end} = {self.program.constant(0)}")
            writer.line(f"{over} = NOWHERE")
        for way, condition in ways.items():
            call = self._sown(move, way)
            if len(ways) == 1:
                skipped = self._skipped(writer, scene, move, origin, way)
                writer.line(f"{end}, {over} = {call}({origin}, {self._size(scene, origin)}, {skipped})")
                continue
            with writer.block(f"if {condition}:"):
                skipped = self._skipped(writer, scene.nested(), move, origin, way)
                writer.line(f"{end}, {over} = {call}({origin}, {self._size(scene, origin)}, {skipped})")
        return {"from": origin, "to": end, "over": over}

    def _skipped(self, writer: Writer, scene: Scene, move: Move, origin: str, way: int) -> str:
        """The sites that get nothing."""
        if move.skipped is None:
            return self.program.constant(0)
        seen = scene.after(words={"from": origin}, heading=way)
        return writer.name(self.expressions.clean(writer, seen, move.skipped))

    def _sown(self, move: Move, way: int) -> str:
        """A function that gives the last site and all those that get a piece, or none where the way ends before."""
        step = self.program.shifted("at", way, exact=True)
        self.program.constant(0)
        if self._never_ends(move, way):
            lines = [
                "    while number > 0:",
                f"        at = {step}",
                "        if at == skip:",
                f"            at = {step}",
            ]
        else:
            lines = [
                "    while number > 0 and at != 0:",
                f"        at = {step}",
                "        left = count(EVERY)",  # once around at most
                "        while at & skip != 0 and left > 0:",
                f"            at = {step}",
                "            left = left - 1",
                "        at = at & ~skip",
            ]
        more = ["        over = over | at", "        number = number - 1", "    return at, over"]
        return self.program.helper(
            f"sown_{way}" if self._never_ends(move, way) else f"sown_as_far_as_{way}",
            lambda name: [
                f"def {name}(at: bits, number: int, skip: bits) -> tuple[bits, bits]:",
                "    over = NOWHERE",
                *lines,
                *more,
            ],
        )

    def following(self, writer: Writer, scene: Scene, at: str) -> None:
        """Goes on from a site to the next one that gets a piece."""
        for way, condition in self._ways(scene).items():
            call = self.program.helper(
                f"following_{way}",
                lambda name, way=way: [
                    f"def {name}(at: bits, over: bits) -> bits:",
                    *self._next(way, "    "),
                    "    return at",
                ],
            )
            line = f"{at} = {call}({at}, {scene.words['over']})"
            with writer.block(f"if {condition}:") if condition else nullcontext():
                writer.line(line)

    def _next(self, way: int, margin: str) -> list[str]:
        """Lines that go from `at` to the next site of `over`."""
        step = self.program.shifted("at", way, exact=True)
        return [f"{margin}at = {step}", f"{margin}while at & over == 0:", f"{margin}    at = {step}"]

    @staticmethod
    def _ways(scene: Scene) -> Ways:
        """The direction of a step, or all that it may have."""
        heading = scene.heading
        if isinstance(heading, Runtime):
            several = len(heading.values) > 1
            return {way: f"{heading.name} == {way}" if several else "" for way in heading.values}
        return {-1 if heading is None else heading: ""}

    def sow(self, writer: Writer, scene: Scene) -> None:
        """Sows a pile that is its number of pieces: one is added to each site by carrying digits over."""
        origin, over = scene.words["from"], scene.words["over"]
        digits = [scene.names[name] for name in scene.layout.digits]
        for way, condition in self._ways(scene).items():
            operands = f"{origin}, {self._size(scene, origin)}, {over}, {', '.join(digits)}"
            with writer.block(f"if {condition}:") if condition else nullcontext():
                writer.line(f"{', '.join(digits)} = {self._adds(way, len(digits))}({operands})")
        writer.line(f"{scene.names[scene.layout.slots[0].name]} = {' | '.join(digits)}")

    def _adds(self, way: int, digits: int) -> str:
        """A function that sows a pile of digits."""
        own = [f"d{place}" for place in range(digits)]

        def text(name: str) -> list[str]:
            parameters, results = ", ".join(f"{digit}: bits" for digit in own), ", ".join(["bits"] * digits)
            lines = [
                f"def {name}(at: bits, number: int, over: bits, {parameters}) -> tuple[{results}]:",
                *(f"    {digit} = {digit} & ~at" for digit in own),
                "    while number > 0:",
                *self._next(way, "        "),
                "        carry = at",
            ]
            for digit in own:
                lines += [
                    f"        both = {digit} & carry",
                    f"        {digit} = {digit} ^ carry",
                    "        carry = both",
                ]
            return [*lines, "        number = number - 1", f"    return {', '.join(own)}"]

        return self.program.helper(f"sow_{way}", text)
