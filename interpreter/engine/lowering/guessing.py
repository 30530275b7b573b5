"""Draws that guess: a piece is drawn, and one of as many steps as any piece may have; where it has fewer, again.

Each candidate is met by one guess among equals, so that the first to be met is as likely as any other. After so many
misses all candidates are counted, which also tells where there are none.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Protocol

from interpreter.engine.lowering.families import parted
from interpreter.language.terms import Kind, Term

if TYPE_CHECKING:
    from interpreter.engine.lowering.binding import Drawn
    from interpreter.engine.lowering.deciding import Deciding
    from interpreter.engine.lowering.families import Family
    from interpreter.engine.lowering.program import Writer
    from interpreter.engine.lowering.scene import Scene
    from interpreter.machine.rules import Move, Step

GUESSES = 12  # Lines of Action takes 98 ns a step with 4, 84 with 8, 80 with 12, 82 with 16 and more
FROM = Term("word", Kind.SITE, value="from")


class Draws(Protocol):
    """What draws a candidate by its number."""

    def total(self, writer: Writer, families: list[Family], total: str) -> list[str]:
        """Writes the number of candidates, of each family and of all."""

    def pick(
        self, writer: Writer, families: list[Family], counts: list[str], number: str, target: str, which: str
    ) -> None:
        """The candidate of a number."""


class Guessing:
    """Writes guesses, where looking at one piece takes a fraction of looking at all."""

    def __init__(self, deciding: Deciding, draws: Draws) -> None:
        self.deciding, self.draws, self.travelling = deciding, draws, deciding.offers.travelling
        self.expressions, self.program, self.rules = deciding.expressions, deciding.program, deciding.rules

    def pays(self, scene: Scene, step: Step) -> bool:
        """Whether to guess at a step whose candidates are drawn without being asked anything.

        All its moves are of the same pieces, which are looked at one by one, and no two come to the same.
        """
        moves = self._moves(scene, step)
        return (
            "a piece first" in self.expressions.passes
            and step.origin is None
            and len({move.origin for move in moves}) == 1
            and all(self._one_by_one(scene, move) for move in moves)
            and not self.deciding.twins.met(scene, step, step.moves[scene.me])
        )

    def _moves(self, scene: Scene, step: Step) -> list[Move]:
        return [self.rules.moves[index] for index in step.moves[scene.me]]

    def _one_by_one(self, scene: Scene, move: Move) -> bool:
        if move.verb != "move" or move.along is None or move.chance or move.spends or move.chooses_amount or move.lets:
            return False
        plain = scene.apiece and not any(effect.action == "promote" for effect in move.effects)
        return plain and self.deciding.offers.apiece(move) and self.travelling.looks_up(scene, move)

    def written(self, writer: Writer, scene: Scene, step: Step, drawn: Drawn, found: str) -> None:
        """Writes guesses at what is drawn; `found` names the variable that tells whether one was right."""
        moves = self._moves(scene, step)
        most = self._most_ways(scene, moves)
        pieces = self.travelling.origins(writer, scene, moves[0], None)
        number, left, guess = writer.name(f"count({pieces})", "n"), writer.fresh("left"), writer.fresh("r")
        writer.line(f"{left} = {GUESSES} if {number} > 0 else 0")
        with writer.block(f"while {left} > 0 and not {found}:"):
            writer.line(f"{left} = {left} - 1")
            writer.line(f"rng, {guess} = random_below(rng, {number} * {most})")
            writer.line(f"{drawn.origin} = pick({pieces}, {guess} // {most})")
            writer.line(f"{guess} = {guess} % {most}")
            alone = replace(scene, words={"from": drawn.origin}, known=dict(scene.known))
            families = self._families(writer, alone, replace(step, origin=FROM))
            total = writer.fresh("total")
            counts = self.draws.total(writer, families, total)
            writer.line(f"{found} = {guess} < {total}")
            with writer.block(f"if {found}:"):
                self.draws.pick(writer, families, counts, guess, drawn.target, drawn.which)

    def _families(self, writer: Writer, scene: Scene, step: Step) -> list[Family]:
        """The families of one piece, each a set of targets."""
        found = self.deciding.families(writer, scene, step, step.moves[scene.me])
        return parted([replace(family, pairs=False) for family in found])

    def _most_ways(self, scene: Scene, moves: list[Move]) -> int:
        """In how many ways one piece may go at most."""
        directions = self.expressions.directions
        ways = [way for move in moves if move.along is not None for way in directions.guarded(scene, move.along)]
        steps = [self.program.board.steps[way] for way in ways]
        return max(sum(own[site] >= 0 for own in steps) for site in range(len(self.program.board.sites)))
