"""Guesses at a piece of a list and a direction for it to go in.

Where a way leads is looked up, and what stands there as well, so that a guess takes no set of the board.
"""

from __future__ import annotations

from contextlib import nullcontext
from dataclasses import replace
from itertools import groupby
from typing import TYPE_CHECKING

from interpreter.engine.lowering import reaching
from interpreter.engine.lowering.binding import Drawn
from interpreter.engine.lowering.circuits import goes_round
from interpreter.engine.lowering.guessing import guesses
from interpreter.engine.lowering.offers import conjuncts
from interpreter.engine.lowering.roster import STANDS, Roster, roster_of
from interpreter.engine.lowering.scene import Scene
from interpreter.engine.lowering.slots import contents, lies_occupied
from interpreter.engine.lowering.travelling import depends_on_path, parts_of

if TYPE_CHECKING:
    from interpreter.engine.lowering.beforehand import Test
    from interpreter.engine.lowering.deciding import Deciding
    from interpreter.engine.lowering.families import Family
    from interpreter.engine.lowering.layout import Layout
    from interpreter.engine.lowering.writer import Writer
    from interpreter.language.terms import Term
    from interpreter.machine.rules import Move, Step

FAR = 3  # steps up to which what a way passes is looked up site by site


class Ways:
    """Writes such guesses."""

    def __init__(self, deciding: Deciding) -> None:
        self.deciding = deciding
        self.expressions, self.program, self.rules = deciding.expressions, deciding.program, deciding.rules

    def lists(self, layout: Layout) -> Roster | None:
        """The lists of pieces that a playout is to keep, if there is a step to guess at."""
        roster = roster_of(self.deciding, layout)
        steps = [(phase, step) for phase, one in enumerate(self.rules.phases) for step in one.steps]
        players = range(len(self.rules.players))
        serves = any(self._serves(Scene(layout, {}, me, phase), step) for phase, step in steps for me in players)
        return roster if roster is not None and serves else None

    def pays(self, scene: Scene, step: Step) -> bool:
        """Whether to guess at a step: all its moves take any of the mover's pieces a few sites in the same directions.

        Whatever takes a piece farther must pass occupied sites: so each piece has one step in a direction at most.
        """
        return scene.kept is not None and scene.kept.roster is not None and self._serves(scene, step)

    def _serves(self, scene: Scene, step: Step) -> bool:
        moves = [self.rules.moves[index] for index in step.moves[scene.me]]
        plain = step.origin is None and not (step.selectors or step.others(scene.me))
        plain = plain and not (self.deciding.offers.uses_over or self.expressions.directions.dynamic)
        return bool(moves) and plain and all(self._short(scene, move) for move in moves) and self._exclude(scene, moves)

    def _short(self, scene: Scene, move: Move) -> bool:
        if move.verb != "move" or move.along is None or move.lets or move.chance or move.selectors:
            return False
        least, most = reaching.distance(scene, parts_of(move)[-1]) if not depends_on_path(scene, move) else (0, 0)
        mine = move.origin is not None and move.origin.op == "owned" and move.origin.args[0].op == "me"
        return mine and least == most and 0 < most <= FAR and not goes_round(self.expressions, move)

    def _exclude(self, scene: Scene, moves: list[Move]) -> bool:
        """Whether each move is of one length, which every direction has room for, and no two take a piece in one."""
        parts = [parts_of(move) for move in moves]
        lengths = [reaching.distance(scene, distance)[0] for *_, distance in parts]
        ways = {tuple(self.expressions.directions.guarded(scene, along)) for _, _, along, _ in parts}
        passing = [through for (_, through, *_), length in zip(parts, lengths, strict=True) if length > min(lengths)]
        room = min((self.program.longest(way) for own in ways for way in own), default=0)
        apart = len(set(lengths)) == len(lengths) and all(map(lies_occupied, passing))
        return apart and len(ways) == 1 and max(lengths) <= room

    def written(
        self, writer: Writer, scene: Scene, step: Step, families: list[Family], drawn: Drawn, found: str
    ) -> None:
        """Writes guesses at what is drawn of some families; `found` names the variable that says one was right."""
        assert scene.kept is not None  # noqa: S101 - asked before
        roster = scene.kept.roster
        assert roster is not None  # noqa: S101
        for index in step.moves[scene.me]:
            for term in parts_of(self.rules.moves[index])[:2]:
                self._at(writer, scene, term, "")  # what it is asked of is known before the first guess
        rows = [list(own) for _, own in groupby(families, key=lambda family: family.move)]
        start, end = writer.fresh("p"), writer.fresh("p")
        writer.line(f"{start} = 0")
        writer.line(f"{end} = 0")
        with guesses(writer, roster.number(scene.me), len(rows[0]), found) as (piece, way):
            writer.line(f"{start} = {roster.pieces(scene.me)}[{piece}]")
            at = writer.name(f"{start} * {len(rows[0])} + {way}", "i")
            for number, row in enumerate(rows):
                with writer.block(f"if not {found}:") if number else nullcontext():
                    writer.line(f"{drawn.which} = {way} + {number * len(row)}")
                    writer.line(f"{end} = {self._table(scene, row, 0)}[{at}]")
                    self._tested(writer, scene.nested(), row, drawn.which, (found, at, start, end))
        with writer.block(f"if {found}:"):
            writer.line(f"{drawn.origin} = bit({start})")
            writer.line(f"{drawn.target} = bit({end})")

    def _tested(
        self, writer: Writer, scene: Scene, row: list[Family], which: str, names: tuple[str, str, str, str]
    ) -> None:
        """Writes whether a guess at one of the families of a move is right, told by the numbers of its sites."""
        found, at, start, end = names
        move = self.rules.moves[row[0].move]
        target, through, *_ = parts_of(move)
        passed = [f"{self._table(scene, row, back)}[{at}]" for back in range(1, row[0].length)]
        tests = [self._at(writer, scene, through, one) for one in passed]
        tests += [self._at(writer, scene, part, end) for part in (target.args if target.op == "meet" else (target,))]
        tests.sort(key=lambda test: not test.startswith(STANDS))  # what takes no set comes first
        first = f"{STANDS}[{end}] == 0"
        wanted = " and ".join(dict.fromkeys([first, *tests]))
        asked = [part for part in conjuncts(move.when) if not self.deciding.offers.known(move, part)]
        writer.line(f"{found} = {wanted}")
        if not asked:
            return
        with writer.block(f"if {found}:"):
            known = [replace(family, pairs=True) for family in row]  # where it comes from
            drawn = Drawn(writer.name(f"bit({end})"), which, writer.name(f"bit({start})", "o"))
            bound = self.deciding.binding.any_of(writer, scene, known, 0, drawn)
            writer.line(f"{found} = {' and '.join(self.expressions.condition(writer, bound, part) for part in asked)}")

    def _at(self, writer: Writer, scene: Scene, term: Term, place: str) -> str:
        """Whether a place is in a set; what stands there is looked up where that tells it."""
        told = contents(self.expressions, scene, term)
        if told in {(frozenset(), True), (scene.layout.every_slot, False)}:
            return f"{STANDS}[{place}] {'==' if told and told[1] else '!='} 0"
        return f"bit({place}) & {self.expressions.named(writer, scene, term)} != 0"

    def _table(self, scene: Scene, families: list[Family], back: int) -> str:
        """By place and family of a move, the place so many steps before the end of the way, or itself if it has none.

        A way that leads off the board, or is known not to be allowed, so ends on a site that is not empty.
        """
        place, steps, ways = self.program.numbering.place, self.program.board.steps, len(families)
        values = [0] * (max(place) + 1) * ways
        for number, family in enumerate(families):
            tests = self._known(scene, self.rules.moves[family.move])
            for origin, spot in enumerate(place):
                passed = [origin]
                while len(passed) <= family.length and passed[-1] >= 0:
                    passed.append(steps[family.direction][passed[-1]])
                end = passed[-1]
                leads = end >= 0 and back < family.length and all(test(origin, end) for test in tests)
                values[spot * ways + number] = place[passed[-1 - back]] if leads else spot
        return self.program.table(f"WAYS_{families[0].move}_{scene.me}_{back}", values)

    def _known(self, scene: Scene, move: Move) -> list[Test]:
        """What a move asks of its steps that is known before the game."""
        found = [self.deciding.offers.known(move, part) for part in conjuncts(move.when)]
        return [tests[scene.me] for tests in found if tests]
