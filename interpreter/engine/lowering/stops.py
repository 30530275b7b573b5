"""What stops a piece first on a track that comes to a site more than once.

The sites of a track are numbered in its order, so that one that it comes to twice has two numbers. Which numbers the
sites of a set have is looked up, some places of the set together; what stops a piece is then the next number.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.engine.lowering import reaching
from interpreter.engine.lowering.slots import contents, together
from interpreter.engine.lowering.travelling import OF_EACH, parts_of
from interpreter.language.calls import MAX_DISTANCE
from interpreter.language.terms import Kind, Term

if TYPE_CHECKING:
    from interpreter.engine.lowering.expressions import Expressions
    from interpreter.engine.lowering.program import Program
    from interpreter.engine.lowering.scene import Scene
    from interpreter.machine.rules import Move

PART = 7  # places of a set whose numbers are looked up together


def passed(expressions: Expressions, scene: Scene, move: Move) -> tuple[Term, bool] | None:
    """What a piece of a move passes, and whether also where it began, if it ends nowhere but where it is stopped."""
    target, through, _, distance = parts_of(move)
    parts = through.args if through.op == "join" else (through,)
    others = tuple(part for part in parts if not (part.op == "word" and part.value == "from"))
    if not others or (target.words | frozenset().union(*(part.words for part in others))) & OF_EACH:
        return None
    if not reaching.is_fixed(scene, distance) or reaching.distance(scene, distance) != (1, MAX_DISTANCE):
        return None
    free = Term("join", Kind.SITES, others) if len(others) > 1 else others[0]
    held = [found for term in (target, free) if (found := contents(expressions, scene, term)) is not None]
    if len(held) < 2 or any(together("meet", held)):
        return None
    return free, len(others) < len(parts)


class Track:
    """The tables of a track, by their names; `number` sites are on it, of a closed one without the first once more."""

    def __init__(self, program: Program, direction: int) -> None:
        self.program, self.direction = program, direction
        walk = program.board.walks[direction]
        self.closed = walk[0] == walk[-1]
        self.places = [program.numbering.place[site] for site in (walk[:-1] if self.closed else walk)]
        self.number = len(self.places)

    @property
    def fits(self) -> bool:
        """Whether its numbers are bits of a set of one word."""
        return not self.program.wide and self.number < self.program.numbering.width

    @property
    def sites(self) -> str:
        """The sites in order, of a closed track twice."""
        twice = self.places * 2 if self.closed else self.places
        return self.program.table(f"TRACK_{self.direction}", [1 << place for place in twice], "sets")

    @property
    def same(self) -> str:
        """The numbers that the site of a number has."""
        own = [sum(1 << n for n, other in enumerate(self.places) if other == place) for place in self.places]
        return self.program.table(f"SAME_{self.direction}", own, "sets")

    @property
    def between(self) -> str:
        """The sites between a number and one that is more by so much and one, in an array of `number` for each."""
        found = []
        for start in range(self.number):
            over = 0
            for further in range(1, self.number + 1):
                found.append(over)
                over |= 1 << self.places[(start + further) % self.number]
        return self.program.table(f"BETWEEN_{self.direction}", found, "sets")

    def numbered(self, sites: str) -> str:
        """The numbers of the sites of a set."""
        parts = range(0, max(self.places) + 1, PART)
        values = [
            sum(
                1 << n
                for n, place in enumerate(self.places)
                if first <= place < first + PART and some >> (place - first) & 1
            )
            for first in parts
            for some in range(1 << PART)
        ]
        table = self.program.table(f"NUMBERS_{self.direction}", values, "sets")
        found = [f"{table}[{first // PART << PART} + (ushr(part, {first}) & {(1 << PART) - 1})]" for first in parts]
        name = self.program.helper(
            f"numbers_{self.direction}",
            lambda name: [
                f"def {name}(sites: bits) -> bits:",
                "    part = word(sites, 0)",
                f"    return {' | '.join(found)}",
            ],
        )
        return f"{name}({sites})"

    def ahead(self, stops: str, number: str) -> str:
        """What of some numbers lies ahead of one, counted from the next."""
        onward = f"(({stops} >> {number}) >> 1)"
        return f"({onward} | ({stops} << ({self.number - 1} - {number})))" if self.closed else onward
