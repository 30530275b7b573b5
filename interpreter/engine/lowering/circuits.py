"""Moves along tracks that come to a site more than once: each path is walked by itself, from place to place.

A site is not enough to tell how such a path goes on, so no set of sites can be moved along it at once.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.engine.lowering import pairing, reaching
from interpreter.engine.lowering.families import Family
from interpreter.engine.lowering.program import UnloweredError
from interpreter.engine.lowering.travelling import OF_EACH, parts_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from interpreter.engine.lowering.expressions import Expressions
    from interpreter.engine.lowering.program import Program, Writer
    from interpreter.engine.lowering.scene import Scene
    from interpreter.language.terms import Term
    from interpreter.machine.rules import Move, Rules


def goes_round(expressions: Expressions, move: Move) -> bool:
    """Whether a move goes along such tracks. Raises UnloweredError where it goes along others as well."""
    if move.along is None:
        return False
    walks = expressions.program.board.walks
    found = {bool(walks[way]) for way in expressions.directions.possible(move.along)}
    if len(found) > 1:
        raise UnloweredError("tracks that come to a site twice have no kernel form beside other directions yet")
    return True in found


def words_after(rules: Rules) -> frozenset[str]:
    """The words that rules speak of once a candidate is chosen: in its consequences, and in what comes after."""
    along = {id(term) for move in rules.moves for term in (move.when, move.target, move.through, move.along) if term}
    return frozenset().union(*(term.words for term in rules.terms() if id(term) not in along))


class Circuits:
    """Writes the families of such moves, one for each track."""

    def __init__(self, expressions: Expressions) -> None:
        self.expressions, self.program, self.rules = expressions, expressions.program, expressions.rules

    def families(
        self, writer: Writer, scene: Scene, move: Move, family: Family, gate: str, asked: Sequence[Term]
    ) -> list[Family]:
        """The families of a move like one that has its number and its origins; `asked` is asked of each path."""
        assert move.along is not None  # noqa: S101 - the caller has looked at it
        if "over" in words_after(self.rules):
            raise UnloweredError("`over` after a step along a track that comes to a site twice has no kernel form yet")
        found = []
        for direction, test in self.expressions.directions.guarded(scene, move.along).items():
            allowed = " and ".join(part for part in (gate, test) if part)
            found.append(self._along(writer, scene, move, (family, direction, allowed), asked))
        return found

    def _along(
        self, writer: Writer, scene: Scene, move: Move, way: tuple[Family, int, str], asked: Sequence[Term]
    ) -> Family:
        """The family of one track."""
        like, direction, allowed = way
        target, through, _, distance = parts_of(move)
        walk = self.program.board.walks[direction]
        closed = walk[0] == walk[-1]
        sites = [1 << self.program.numbering.place[site] for site in (walk[:-1] if closed else walk)]
        table, nowhere = self.program.table(f"WALK_{direction}", sites, "sets"), self.program.constant(0)
        family = Family(
            writer.fresh("f"),
            like.move,
            direction=direction,
            origins=like.origins,
            pairs=True,
            ends=pairing.room(self.program, writer),
        )
        writer.line(f"{family.name} = {nowhere}")
        each = bool((target.words | through.words) & OF_EACH)
        ends, passable = ("", "") if each else (self.expressions.named(writer, scene, t) for t in (target, through))
        least, most = reaching.distances(self.expressions, writer, scene, distance)
        start, origin, at, length, site, over = (writer.fresh(prefix) for prefix in ("i", "o", "at", "n", "t", "v"))
        with writer.block(f"for {start} in range({len(sites) if closed else len(sites) - 1}):"):
            writer.line(f"{origin} = {table}[{start}]")
            with writer.block(f"if {origin} & {family.origins} != 0{f' and {allowed}' if allowed else ''}:"):
                bound = scene.after(words={"from": origin}, lets=dict(move.lets), heading=direction)
                if each:
                    ends, passable = (self.expressions.named(writer, bound, term) for term in (target, through))
                for name, text in ((at, start), (length, "0"), (over, nowhere)):
                    writer.line(f"{name} = {text}")
                last = "True" if closed else f"{at} < {len(sites) - 1}"
                with writer.block(f"while {length} < {most} and {length} < {len(sites)} and {last}:"):
                    writer.line(f"{at} = {at} + 1")
                    if closed:
                        writer.line(f"{at} = 0 if {at} == {len(sites)} else {at}")
                    writer.line(f"{length} = {length} + 1")
                    writer.line(f"{site} = {table}[{at}]")
                    with writer.block(f"if {site} & {ends} & ~{origin} != 0 and {length} >= {least}:"):
                        seen = bound.after(words={"from": origin, "to": site, "over": over})
                        texts = [self.expressions.condition(writer, seen, term) for term in asked]
                        with writer.block(f"if {' and '.join(texts) or 'True'}:"):
                            pairing.add(writer, family, origin, site)
                    with writer.block(f"if {site} & {passable} == 0:"):
                        writer.line("break")
                    writer.line(f"{over} = {over} | {site}")
        return family


def walked_pairs(program: Program, direction: int) -> set[tuple[int, int]]:
    """All pairs of a site and one that a path along a track leads to."""
    walk = program.board.walks[direction]
    closed = bool(walk) and walk[0] == walk[-1]
    return {(one, other) for n, one in enumerate(walk) for other in (walk if closed else walk[n + 1 :])}
