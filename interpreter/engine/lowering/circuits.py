"""Moves whose paths are walked one by one, from place to place.

On a track that comes to a site more than once a site is not enough to tell how a path goes on; where a way leads one
way only, or round and round, an end does not tell where a path began. So no set of sites can be moved at once.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from interpreter.engine.lowering import pairing, reaching, stops
from interpreter.engine.lowering.layout import Layout
from interpreter.engine.lowering.lists import has_loop
from interpreter.engine.lowering.owning import slots_of
from interpreter.engine.lowering.program import UnloweredError
from interpreter.engine.lowering.rounds import crossing, following
from interpreter.engine.lowering.scene import Scene
from interpreter.engine.lowering.travelling import OF_EACH, apart, parts_of

KNOWN = frozenset({"die", "amount"})  # the numbers that each family has settled

if TYPE_CHECKING:
    from collections.abc import Sequence

    from interpreter.engine.lowering.expressions import Expressions
    from interpreter.engine.lowering.families import Family
    from interpreter.engine.lowering.program import Program
    from interpreter.engine.lowering.writer import Writer
    from interpreter.language.terms import Term
    from interpreter.machine.rules import Move, Rules


def goes_round(expressions: Expressions, move: Move) -> bool:
    """Whether the paths of a move must be walked one by one.

    So they are along tracks that come to a site twice, along one-way directions, along closed ones beside others or
    past and to pieces that the move may move too, or where the way depends on each piece, and where two directions lead
    between the same sites.
    """
    if move.along is None or move.verb != "move":
        return False
    board = expressions.program.board
    if any(board.walks[way] or board.opposite[way] < 0 for way in expressions.directions.possible(move.along)):
        return True
    for own in _together(expressions, move.along):
        steps = [board.steps[way] for way in own]
        closed = any(has_loop(each) for each in steps) and (
            len(own) > 1 or _of_each(move) or _meets_its_own(expressions, move)
        )
        if closed or _come_together(steps):
            return True
    return False


def _of_each(move: Move) -> bool:
    """Whether the paths of a piece depend on where it stands, or on a number that is computed."""
    target, through, _, distance = parts_of(move)
    ways = distance.args if distance.op == "by-player" else (distance,)
    computed = any(part.op not in KNOWN and not isinstance(part.value, int) for way in ways for part in way.args)
    return bool((target.words | through.words) & OF_EACH) or computed


def _meets_its_own(expressions: Expressions, move: Move) -> bool:
    """Whether a piece of a move may pass, or come to, another that the move may move."""
    rules, (target, through, _, _) = expressions.rules, parts_of(move)
    layout = Layout(slots_of(rules), sets=(), numbers=(), history=())
    scenes = [Scene(layout, {}, me, phase=0, lets=dict(move.lets)) for me in range(len(rules.players))]
    return not all(apart(expressions, scene, move, sites) for scene in scenes for sites in (target, through))


def _come_together(directions: Sequence[Sequence[int]]) -> bool:
    """Whether two directions lead from some site to the same one; each gives for every site the next, or -1."""
    ends = [[end for end in to if end >= 0] for to in zip(*directions, strict=True)]
    return any(len(set(to)) < len(to) for to in ends)


def _together(expressions: Expressions, term: Term) -> list[frozenset[int]]:
    """The directions that a term can give at once, of each player."""
    value: Any = term.value
    if term.op == "relative":
        return [frozenset(ways) for ways in value]
    if term.op == "by-player":
        return [own for arg in term.args for own in _together(expressions, arg)]
    return [expressions.directions.possible(term)]


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
        found = []
        for direction, test in self.expressions.directions.guarded(scene, move.along).items():
            allowed = " and ".join(part for part in (gate, test) if part)
            found.append(self._along(writer, scene, move, (family, direction, allowed), asked))
        return found

    def _along(
        self, writer: Writer, scene: Scene, move: Move, way: tuple[Family, int, str], asked: Sequence[Term]
    ) -> Family:
        """The family of one direction."""
        like, direction, allowed = way
        target, through, _, distance = parts_of(move)
        walk, nowhere = self.program.board.walks[direction], self.program.constant(0)
        if walk and "over" in words_after(self.rules):
            raise UnloweredError(
                "`over` is not compiled after a step along a track that comes to a site twice, for two paths may have "
                "the same ends (ask it in `when` of the move)"
            )
        origins = writer.name(f"{like.origins} if {allowed} else {nowhere}") if allowed else like.origins
        ends = pairing.room(self.program, writer)
        family = replace(like, name=writer.fresh("f"), direction=direction, origins=origins, pairs=True, ends=ends)
        writer.line(f"{family.name} = {nowhere}")
        track = stops.Track(self.program, direction) if walk and "stops on tracks" in self.expressions.passes else None
        passed = stops.passed(self.expressions, scene, move) if track is not None and track.fits else None
        if track is not None and passed is not None:
            self._to_first(writer, scene, move, (family, track, passed), asked)
            return family
        each = bool((target.words | through.words) & OF_EACH)
        same = () if each else tuple(self.expressions.named(writer, scene, term) for term in (target, through))
        least, most = reaching.distances(self.expressions, writer, scene, distance)

        at, site = writer.fresh("at"), writer.fresh("t")

        def path(origin: str, begin: str, step: list[str], stop: str) -> None:
            """From an origin on: `step` goes on to the next `site`, and leaves the loop where there is none."""
            length, over = writer.fresh("n"), writer.fresh("v")
            bound = scene.after(words={"from": origin}, lets=dict(move.lets), heading=direction)
            to, passable = same or (self.expressions.named(writer, bound, term) for term in (target, through))
            for name, text in ((at, begin), (length, "0"), (over, nowhere)):
                writer.line(f"{name} = {text}")
            with writer.block(f"while {length} < {most}{stop.format(length)}:"):
                for line in step:
                    writer.line(line)
                writer.line(f"{length} = {length} + 1")
                with writer.block(f"if {site} & {to} & ~{origin} != 0 and {length} >= {least}:"):
                    self._added(writer, bound, family, (origin, site, over), asked)
                with writer.block(f"if {site} & {passable} == 0{'' if walk else f' or {site} & {over} != 0'}:"):
                    writer.line("break")
                writer.line(f"{over} = {over} | {site}")

        if not walk:
            step = [
                f"{at} = {following(self.program, direction)}[{at}]",
                f"if {at} < 0:",
                "    break",
                f"{site} = bit({at})",
            ]
            with writer.members(origins) as origin:
                path(origin, f"lowest({origin})", step, "")
            return family
        start, turn = writer.fresh("i"), writer.fresh("i")
        table, number, closed = crossing(self.program, direction)
        on = f"0 if {at} == {number - 1} else {at} + 1" if closed else f"{at} + 1"
        step = [f"{at} = {on}", f"{site} = {table}[{at}]"]
        starts, most_often = _starts(self.program, direction)
        with writer.members(origins) as origin:
            first = writer.name(f"lowest({origin}) * {most_often}", "p")
            with writer.block(f"for {turn} in range({most_often}):"):
                writer.line(f"{start} = {starts}[{first} + {turn}]")
                with writer.block(f"if {start} >= 0:"):
                    path(origin, start, step, f" and {{}} < {number}" if closed else f" and {at} < {number - 1}")
        return family

    def _added(
        self, writer: Writer, bound: Scene, family: Family, ends: tuple[str, str, str], asked: Sequence[Term]
    ) -> None:
        """Adds a path by its ends and the sites between them, if that is allowed."""
        origin, site, over = ends
        seen = bound.after(words={"from": origin, "to": site, "over": over})
        texts = [self.expressions.condition(writer, seen, term) for term in asked]
        with writer.block(f"if {' and '.join(texts) or 'True'}:"):
            pairing.add(writer, family, origin, site)

    def _to_first(
        self,
        writer: Writer,
        scene: Scene,
        move: Move,
        way: tuple[Family, stops.Track, tuple[Term, bool]],
        asked: Sequence[Term],
    ) -> None:
        """Adds the paths along a track to what stops each piece."""
        family, track, (passed, itself) = way
        to, free = (self.expressions.named(writer, scene, term) for term in (parts_of(move)[0], passed))
        stopped = writer.name(track.numbered(f"{self.program.every} & ~{free}"))
        with writer.members(track.numbered(family.origins)) as number:
            start = writer.name(f"lowest({number})", "i")
            origin = writer.name(f"{track.sites}[{start}]")
            others = writer.name(f"{stopped} & ~{track.same}[{start}]") if itself else stopped
            ahead = writer.name(track.ahead(others, start))
            with writer.block(f"if {ahead} != 0:"):
                length = writer.name(f"lowest({ahead})", "n")
                site = writer.name(f"{track.sites}[{start} + {length} + 1]")
                with writer.block(f"if {site} & {to} & ~{origin} != 0:"):
                    over = writer.name(f"{track.between}[{start} * {track.number} + {length}]")
                    bound = scene.after(words={"from": origin}, lets=dict(move.lets), heading=family.direction)
                    self._added(writer, bound, family, (origin, site, over), asked)


def _starts(program: Program, direction: int) -> tuple[str, int]:
    """A table of the numbers along a track at which it comes to each place, or -1, and how many there are of each."""
    walk, places = program.board.walks[direction], max(program.numbering.place) + 1
    own: list[list[int]] = [[] for _ in range(places)]
    for number, site in enumerate(walk[:-1]):  # nothing begins at the last: there the track ends, or has begun
        own[program.numbering.place[site]].append(number)
    most = max(map(len, own))
    values = [number for numbers in own for number in (*numbers, *[-1] * (most - len(numbers)))]
    return program.table(f"STARTS_{direction}", values), most


def walked_pairs(program: Program, direction: int) -> set[tuple[int, int]]:
    """All pairs of a site and one that a path along a track leads to."""
    walk = program.board.walks[direction]
    closed = bool(walk) and walk[0] == walk[-1]
    return {(one, other) for n, one in enumerate(walk) for other in (walk if closed else walk[n + 1 :])}
