"""Draws that guess: a piece is drawn, and one of as many steps as any piece may have; where it has fewer, again.

Each candidate is met by one guess among equals, so that the first to be met is as likely as any other. After so many
misses all candidates are counted, which also tells where there are none.
"""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING, Protocol

from interpreter.engine.lowering.circuits import goes_round
from interpreter.engine.lowering.families import parted
from interpreter.language.terms import Kind, Term

if TYPE_CHECKING:
    from collections.abc import Iterator

    from interpreter.engine.lowering.binding import Drawn
    from interpreter.engine.lowering.deciding import Deciding
    from interpreter.engine.lowering.families import Family
    from interpreter.engine.lowering.scene import Scene
    from interpreter.engine.lowering.writer import Writer
    from interpreter.machine.rules import Move, Step

GUESSES = 12  # Lines of Action takes 98 ns a step with 4, 84 with 8, 80 with 12, 82 with 16 and more
FROM = Term("word", Kind.SITE, value="from")


class Guess(Protocol):
    """A way to guess."""

    def pays(self, scene: Scene, step: Step) -> bool:
        """Whether to guess so at a step."""

    def written(
        self, writer: Writer, scene: Scene, step: Step, families: list[Family], drawn: Drawn, found: str
    ) -> None:
        """Writes guesses at what is drawn of some families; `found` names the variable that says one was right."""


class Draws(Protocol):
    """What draws a candidate by its number."""

    def total(self, writer: Writer, families: list[Family], total: str) -> list[str]:
        """Writes the number of candidates, of each family and of all."""

    def pick(
        self, writer: Writer, families: list[Family], counts: list[str], number: str, target: str, which: str
    ) -> None:
        """The candidate of a number."""


@contextmanager
def guesses(writer: Writer, pieces: str, most: int, found: str) -> Iterator[tuple[str, str]]:
    """A loop over guesses until one is right; gives the names of the number of a piece and of one below `most`."""
    left, guess = writer.fresh("left"), writer.fresh("r")
    writer.line(f"{left} = {GUESSES} if {pieces} > 0 else 0")
    with writer.block(f"while {left} > 0 and not {found}:"):
        writer.line(f"{left} = {left} - 1")
        writer.line(f"rng, {guess} = random_below(rng, {pieces} * {most})")
        yield writer.name(f"{guess} // {most}", "n"), writer.name(f"{guess} % {most}", "r")


class Looking:
    """Writes guesses at a piece and one of its steps, where looking at one piece takes a fraction of looking at all."""

    def __init__(self, deciding: Deciding, draws: Draws) -> None:
        self.deciding, self.draws, self.travelling = deciding, draws, deciding.offers.travelling
        self.expressions, self.program, self.rules = deciding.expressions, deciding.program, deciding.rules

    def pays(self, scene: Scene, step: Step) -> bool:
        """Whether to guess so at a step whose candidates are drawn without being asked anything.

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
        if any(effect.action == "promote" for effect in move.effects) or goes_round(self.expressions, move):
            return False
        return scene.apiece and self.deciding.offers.apiece(move) and self.travelling.looks_up(scene, move)

    def written(
        self, writer: Writer, scene: Scene, step: Step, families: list[Family], drawn: Drawn, found: str
    ) -> None:
        """Writes guesses at what is drawn of some families; `found` names the variable that says one was right."""
        moves = self._moves(scene, step)
        pieces = self.travelling.origins(writer, scene, moves[0], None)
        number = writer.name(f"count({pieces})", "n")
        with guesses(writer, number, self._most_ways(scene, moves), found) as (piece, left):
            writer.line(f"{drawn.origin} = pick({pieces}, {piece})")
            alone = replace(scene, words={"from": drawn.origin}, known=dict(scene.known))
            families, total = self._families(writer, alone, replace(step, origin=FROM)), writer.fresh("total")
            counts = self.draws.total(writer, families, total)
            writer.line(f"{found} = {left} < {total}")
            with writer.block(f"if {found}:"):
                self.draws.pick(writer, families, counts, left, drawn.target, drawn.which)

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
