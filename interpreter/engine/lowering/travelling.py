"""What moves along directions offer: a family for each direction, and for each length of a path where that matters.

All pieces move at once where their paths depend on nothing but the position; otherwise one after the other.
"""

from __future__ import annotations

from contextlib import contextmanager, nullcontext
from dataclasses import replace
from itertools import chain
from typing import TYPE_CHECKING

from interpreter.engine.lowering import amounts, pairing, reaching
from interpreter.engine.lowering.sliding import slides
from interpreter.engine.lowering.slots import lies_empty, possible_slots
from interpreter.language.calls import MAX_DISTANCE

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from interpreter.engine.lowering.expressions import Expressions
    from interpreter.engine.lowering.families import Family
    from interpreter.engine.lowering.scene import Scene
    from interpreter.engine.lowering.writer import Writer
    from interpreter.language.terms import Term
    from interpreter.machine.rules import Move

OF_EACH = frozenset({"from", "heading"})  # the words of a path


class Travelling:
    """Writes the families of moves along directions."""

    def __init__(self, expressions: Expressions) -> None:
        self.expressions, self.program = expressions, expressions.program

    def origins(self, writer: Writer, scene: Scene, move: Move, starts: str | None) -> str:
        """The pieces that a move may move."""
        assert move.origin is not None  # noqa: S101 - the verb's own operand
        text = self.expressions.named(writer, scene, move.origin)
        if len(possible_slots(self.expressions, scene, move.origin)) == len(scene.layout.slots):
            text = f"({text} & {self.expressions.occupied(scene)})"
        origins = writer.name(f"{text} & {starts}" if starts else text)
        return amounts.allowing(self.expressions, writer, scene, move, origins)

    def families(
        self, writer: Writer, scene: Scene, move: Move, like: Family, gate: str, asked: Sequence[Term]
    ) -> list[Family]:
        """The families of a move, one for each way that its pieces may go.

        They are like one that has the move's number and its origins; where that is of pairs, so may they be. `asked`
        is asked of each piece that walks by itself.
        """
        origins = like.origins
        target, through, along, distance = parts_of(move)
        directions = self.expressions.directions.guarded(scene, along)
        each = depends_on_path(scene, move)
        if not each:
            ends, passable = (self.expressions.named(writer, scene, term) for term in (target, through))
            least, most = reaching.distance(scene, distance)
            sliding = most >= MAX_DISTANCE and least == 1 and apart(self.expressions, scene, move, through)
        if not each and sliding:
            abreast = "directions abreast" in self.expressions.passes
            walks = slides(self.program, writer, origins, passable, tuple(directions), abreast=abreast)
        if each and like.pairs and self.looks_up(scene, move):
            return [self._apiece(writer, scene, move, like, directions, gate, asked)]
        ways = {direction: replace(like, direction=direction, pairs=False) for direction in directions}
        if each:
            guarded = [(ways[way], test) for way, test in directions.items()]
            return self._one_by_one(writer, scene, move, guarded, gate, asked)
        found = []
        for direction, test in directions.items():
            allowed, way = " and ".join(part for part in (gate, test) if part), ways[direction]
            if sliding:
                walked = self._walked(scene, target, origins, (ends, passable), (direction, walks[direction]))
                found.append(replace(way, name=self.program.kept(writer, walked, allowed), through=passable))
            else:
                most = min(most, MAX_DISTANCE - 1)  # lengths are told apart: a piece may pass another
                for length, reached in reaching.paths(self.program, writer, origins, passable, direction, least, most):
                    name = self.program.kept(writer, f"{reached} & {ends}", allowed)
                    found.append(replace(way, name=name, length=length, through=passable))
        return found

    def _one_by_one(
        self,
        writer: Writer,
        scene: Scene,
        move: Move,
        ways: list[tuple[Family, str]],
        gate: str,
        asked: Sequence[Term],
    ) -> list[Family]:
        """The families of some directions, each with its condition, by the paths of each piece by itself."""
        target, through, _, distance = parts_of(move)
        found = []
        for way, _ in ways:
            least, most = 1, self.program.longest(way.direction)
            if reaching.is_fixed(scene, distance):
                low, high = reaching.distance(scene, distance)
                least, most = low, min(high, most)
            found.append([replace(way, name=writer.fresh("f"), length=length) for length in range(least, most + 1)])
        for family in chain.from_iterable(found):
            writer.line(f"{family.name} = {self.program.constant(0)}")
        origins = ways[0][0].origins if ways else ""
        if not any(found):
            return []
        with self._each_piece(writer, scene, origins, gate, asked) as (origin, shared):
            for term in (target, through):
                if "heading" not in term.words:
                    self.expressions.named(writer, shared, term)
            for (way, test), families in zip(ways, found, strict=True):
                with writer.block(f"if {test}:") if test else nullcontext():
                    bound = replace(shared, heading=way.direction, known=dict(shared.known))
                    paths = ends_of_each(self.expressions, writer, bound, bound, move, origin)
                    names = {family.length: family.name for family in families}
                    for length, reached in paths:
                        writer.line(f"{names[length]} = {names[length]} | {reached}")
        return [*chain.from_iterable(found)]

    @contextmanager
    def _each_piece(
        self, writer: Writer, scene: Scene, origins: str, gate: str, asked: Sequence[Term]
    ) -> Iterator[tuple[str, Scene]]:
        """A loop over the pieces that pass what is asked of them; gives each one's site, and the scene bound to it."""
        alone = scene.words.get("from")  # where a piece has been drawn already
        rest = f"({alone or origins}) if {gate} else NOWHERE" if gate else origins
        with nullcontext(alone) if alone and not gate else writer.members(rest) as origin:
            assert origin is not None  # noqa: S101 - a name either way
            shared = scene.after(words={"from": origin})
            passes = " and ".join(self.expressions.condition(writer, shared, term) for term in asked)
            with writer.block(f"if {passes}:") if passes else nullcontext():
                yield origin, shared

    # --- targets of each piece

    def looks_up(self, scene: Scene, move: Move) -> bool:
        """Whether all targets of a piece are found by tables: its paths have one length, which is computed."""
        target, through, _, distance = parts_of(move)
        least, most = reaching.bounds(scene, distance)
        told = any("heading" in term.words for term in (target, through, distance))
        return (
            "targets by length" in self.expressions.passes
            and least == most
            and not reaching.is_fixed(scene, distance)
            and not told
            and not self.expressions.directions.dynamic
        )

    def _apiece(
        self,
        writer: Writer,
        scene: Scene,
        move: Move,
        like: Family,
        directions: dict[int, str],
        gate: str,
        asked: Sequence[Term],
    ) -> Family:
        """The family of pairs of each piece with its targets in all directions."""
        target, through, _, distance = parts_of(move)
        ends_of_each = "" if "from" in scene.words else pairing.room(self.program, writer)
        family = replace(like, name=writer.fresh("f"), ends=ends_of_each)
        writer.line(f"{family.name} = {self.program.constant(0)}")
        with self._each_piece(writer, scene, like.origins, gate, asked) as (origin, shared):
            ends, passable = (self.expressions.named(writer, shared, term) for term in (target, through))
            length, _ = reaching.distances(self.expressions, writer, shared, distance)
            found = reaching.at_length(self.program, writer, (origin, passable), length, directions)
            found = f"{found} & {ends}"
            if family.ends:
                pairing.add(writer, family, origin, writer.name(found))
            else:
                writer.line(f"{family.name} = {found}")
        return family

    def _walked(self, scene: Scene, target: Term, origins: str, sets: tuple[str, str], way: tuple[int, str]) -> str:
        """All ends of slides in a direction, by the sets where they may end and pass, and what they walk over."""
        (ends, passable), (direction, walked) = sets, way
        if lies_empty(self.expressions, scene, target) and ends == passable:
            return f"({walked} ^ {origins})"
        return f"({self.program.shifted(walked, direction)} & {ends})"


def parts_of(move: Move) -> tuple[Term, Term, Term, Term]:
    """`to`, `through`, `along` and `distance` of a move along directions."""
    target, through, along, distance = move.target, move.through, move.along, move.distance
    assert target is not None  # noqa: S101 - filled in by the reader
    assert through is not None  # noqa: S101
    assert along is not None  # noqa: S101
    assert distance is not None  # noqa: S101
    return target, through, along, distance


def apart(expressions: Expressions, scene: Scene, move: Move, sites: Term) -> bool:
    """Whether none of some sites can hold a piece that a move moves.

    Where they are those that are passed, no such piece passes another: a target has one origin in a direction.
    """
    held, moved = (set(possible_slots(expressions, scene, term)) for term in (sites, move.origin))
    return not held & moved


def walks_by_itself(move: Move) -> bool:
    """Whether the paths of a piece depend on where it stands or goes, whatever the numbers on dice are."""
    if move.verb != "move" or move.along is None:
        return False
    target, through, _, distance = parts_of(move)
    return bool((target.words | through.words | distance.words) & OF_EACH)


def depends_on_path(scene: Scene, move: Move) -> bool:
    """Whether the paths of a piece depend on where it stands, or where it goes, or on a number that is computed."""
    target, through, _, distance = parts_of(move)
    return bool((target.words | through.words) & OF_EACH) or not reaching.is_fixed(scene, distance)


def bound_to(scene: Scene, origin: str, direction: int) -> Scene:
    """The scene of the paths of one piece in one direction."""
    return scene.after(words={"from": origin}, heading=direction)


def ends_of_each(
    expressions: Expressions, writer: Writer, scene: Scene, landing: Scene, move: Move, origin: str
) -> list[tuple[int, str]]:
    """Where the paths of one piece in the scene's direction end, by length; `landing` is the scene that `to` sees."""
    target, through, _, distance = parts_of(move)
    assert isinstance(scene.heading, int)  # noqa: S101 - bound to a direction
    ends, passable = expressions.named(writer, landing, target), expressions.named(writer, scene, through)
    walked = reaching.each_length(expressions, writer, scene, distance, (origin, passable), scene.heading)
    return [(length, f"({front} & {ends})") for length, front in walked]
