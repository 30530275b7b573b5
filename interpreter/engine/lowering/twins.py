"""Moves that may offer the same step: candidates that look alike and come to the same are one."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from typing import TYPE_CHECKING

from interpreter.engine.lowering import pairing, variables
from interpreter.engine.lowering.circuits import walked_pairs, words_after
from interpreter.engine.lowering.layout import idle_names
from interpreter.engine.lowering.program import UnloweredError
from interpreter.engine.lowering.reaching import distance, is_fixed
from interpreter.engine.lowering.slots import lies_occupied, possible_slots
from interpreter.engine.lowering.writer import Writer

if TYPE_CHECKING:
    from interpreter.engine.lowering.deciding import Deciding
    from interpreter.engine.lowering.families import Family
    from interpreter.engine.lowering.scene import Scene
    from interpreter.machine.rules import Move, Step


class Twins:
    """Writes what takes the second of two such candidates out."""

    def __init__(self, deciding: Deciding) -> None:
        self.deciding, self.offers, self.expressions = deciding, deciding.offers, deciding.expressions
        self.program, self.rules = deciding.program, deciding.rules
        self.led_to: dict[int, set[tuple[int, int]]] = {}  # of a direction, once it is asked for

    def apart(self, writer: Writer, scene: Scene, index: int, families: list[Family], *, asked: bool) -> list[Family]:
        """The families of a step without doubles; the move that the file names first keeps its name.

        `asked` says that all that is asked of candidates has been asked: what would fail is no double.
        """
        moves = tuple(dict.fromkeys(family.move for family in families))
        met = self.met(scene, self.rules.phases[scene.phase].steps[index], moves)
        roaming = {family.move for family in families if family.pairs}
        apiece = any({one, other} <= roaming for one, other in met)  # then pairs are taken out one by one
        result = [pairing.spelt_out(self.program, writer, family) if apiece else family for family in families]
        for one, other in met:
            for first in [family for family in result if family.move == one]:
                for second in [family for family in result if family.move == other]:
                    if first.pairs and second.pairs:
                        if _looks(first) == _looks(second):
                            self._taken_pairs(writer, scene, index, _in_order(first, second), asked=asked)
                    elif first.pairs or second.pairs:
                        pair, single = (first, second) if first.pairs else (second, first)
                        taken = self._taken(writer, scene, index, (pair, single), asked=asked)
                        if single.move < pair.move:
                            place = next(n for n, family in enumerate(result) if family.name == pair.name)
                            result[place] = replace(result[place], alike=(*result[place].alike, (taken, single)))
                    elif _looks(first) == _looks(second) and self._lead_alike(first.direction, second.direction):
                        self._taken(writer, scene, index, _in_order(first, second), asked=asked)
        own = [family for family in result if family.direction >= 0 and family.pairs]
        for first, second in combinations(own, 2):  # of one move along several tracks
            if first.move == second.move and _looks(first) == _looks(second):
                self._taken_pairs(writer, scene, index, (first, second), asked=asked)
        sown = [family for family in result if self.rules.moves[family.move].verb == "sow"]
        for first, second in combinations(sown, 2):  # of one move along several ways
            if first.move == second.move and _looks(first) == _looks(second):
                self._taken(writer, scene, index, (first, second), asked=asked)
        return result

    # --- which moves

    def met(self, scene: Scene, step: Step, moves: tuple[int, ...]) -> list[tuple[int, int]]:
        """Pairs of moves that may offer the same step; those of `else` offer none beside those of `do`."""
        found = []
        lists = [set(own[scene.me]) for own in (step.moves, step.otherwise) if own]
        for number, one in enumerate(moves):
            for other in moves[number + 1 :]:
                first, second = self.rules.moves[one], self.rules.moves[other]
                together = any({one, other} <= own for own in lists)
                if together and first.verb == second.verb and self._may_meet(scene, first, second):
                    found.append((one, other))
        return found

    def _may_meet(self, scene: Scene, first: Move, second: Move) -> bool:
        if first.verb == "place":
            return bool(set(first.pieces[scene.me]) & set(second.pieces[scene.me]))
        if first.verb in {"pass", "swap"}:
            return True
        if first.verb == "roll":  # no step offers two at once
            return False
        mine, theirs = (set(possible_slots(self.expressions, scene, m.origin)) for m in (first, second))
        if first.verb == "move" and (
            self._ways_differ(scene, first, second) or self._ends_differ(scene, first, second)
        ):
            return False
        return bool(mine & theirs)

    def _ends_differ(self, scene: Scene, first: Move, second: Move) -> bool:
        """Whether one move ends on occupied sites only, and the other on none that hold the same pieces."""
        targets = [move.target for move in (first, second) if move.target is not None]
        if len(targets) < 2 or not any(map(lies_occupied, targets)):
            return False
        one, other = (set(possible_slots(self.expressions, scene, target)) for target in targets)
        return not one & other

    def _ways_differ(self, scene: Scene, first: Move, second: Move) -> bool:
        """Whether two moves never lead between the same two sites, by directions or lengths alone."""
        if first.along is None or second.along is None or first.distance is None or second.distance is None:
            return False
        ways = [set(self.expressions.directions.guarded(scene, m.along)) for m in (first, second) if m.along]
        shared = [(one, other) for one in ways[0] for other in ways[1] if self._lead_alike(one, other)]
        if any(one != other for one, other in shared):  # a track beside a direction: lengths may differ
            return False
        if not shared or not (is_fixed(scene, first.distance) and is_fixed(scene, second.distance)):
            return not shared
        (low, high), (least, most) = (distance(scene, m.distance) for m in (first, second) if m.distance)
        return high < least or most < low

    def _lead_alike(self, one: int, other: int) -> bool:
        """Whether two directions may lead from one site to the same other one."""
        return one == other or min(one, other) < 0 or not self._led_to(one).isdisjoint(self._led_to(other))

    def _led_to(self, direction: int) -> set[tuple[int, int]]:
        """All pairs of a site and one that lies in a direction from it."""
        if direction not in self.led_to:
            steps, found = self.program.board.steps[direction], set()
            for start in range(len(steps)):
                site = steps[start]
                while site >= 0 and (start, site) not in found:  # on a closed line, once around
                    found.add((start, site))
                    site = steps[site]
            self.led_to[direction] = found | walked_pairs(self.program, direction)
        return self.led_to[direction]

    # --- which candidates

    def _taken(self, writer: Writer, scene: Scene, index: int, pair: tuple[Family, Family], *, asked: bool) -> str:
        """Takes out of the second family what looks like a step of the first one and comes to the same; gives that."""
        first, second = pair
        taken, name = writer.fresh("same"), writer.name(second.name, "f")
        if self._alike(writer, scene, index, pair, asked=asked):
            writer.line(f"{taken} = {first.name} & {second.name}")
            writer.line(f"{name} = {name} & ~{taken}")
            return taken
        writer.line(f"{taken} = {self.program.constant(0)}")
        with writer.members(f"{first.name} & {second.name}") as target:
            same = writer.fresh("same")
            if first.pairs:  # it has every origin
                origin = writer.name(self.offers.origin(second, target))
                bound = [self.offers.bind(writer, scene.nested(), family, target, origin) for family in pair]
                meets = f"{origin} & {first.origins} != 0 and {pairing.targets_of(first, origin)} & {target} != 0"
                writer.line(f"{same} = {meets}")
            else:
                bound = [self.offers.bind(writer, scene.nested(), family, target) for family in pair]
                words = ("from", "to") if self.rules.moves[first.move].verb == "sow" else ("from",)
                parts = [f"{one} == {other}" for word in words for one, other in [_words(bound, word)] if one]
                writer.line(f"{same} = {' and '.join(parts) or 'True'}")
            self._compared(writer, scene, index, (pair, bound), same, asked=asked)
            with writer.block(f"if {same}:"):
                writer.line(f"{name} = {name} & ~{target}")
                writer.line(f"{taken} = {taken} | {target}")
        return taken

    def _alike(self, writer: Writer, scene: Scene, index: int, pair: tuple[Family, Family], *, asked: bool) -> bool:
        """Whether all that two families share comes to the same, because it is made in the same lines."""
        first, second = pair
        move = self.rules.moves[first.move]
        if first.pairs and (first.ends or first.origins != second.origins):
            return False
        if not (first.pairs or move.verb == "place"):  # then origins may differ
            return False
        return self._made_alike(writer, scene, index, pair, asked=asked)

    def _made_alike(
        self, writer: Writer, scene: Scene, index: int, pair: tuple[Family, Family], *, asked: bool
    ) -> bool:
        """Whether steps of two families between the same sites are made in the same lines, and none is asked more."""
        if "twins at once" not in self.expressions.passes:
            return False
        first, move = pair[0], self.rules.moves[pair[0].move]
        if not asked and self.deciding.asks(self.rules.phases[scene.phase].steps[index], move):
            return False
        told, made = self._told_apart(*pair), []
        for family in pair:
            trial = Writer()
            trial.counter = writer.counter
            bound = self.offers.bind(trial, scene.nested(), family, "target", "origin" if first.pairs else "")
            made.append((self._led(trial, bound, index, family, told=told), trial.lines))
        return made[0] == made[1]

    def _told_apart(self, *families: Family) -> bool:
        """Whether a rule asks if one of their moves was made, or which way: equal positions may then go on apart."""
        moves = {family.move for family in families}
        if len(moves) == 1 and "heading" in words_after(self.rules):
            return True
        return not moves.isdisjoint(self.rules.values("made"))

    def _compared(
        self,
        writer: Writer,
        scene: Scene,
        index: int,
        candidates: tuple[tuple[Family, Family], list[Scene]],
        same: str,
        *,
        asked: bool,
    ) -> None:
        """Whether two candidates come to the same, where a variable says that they look alike; then it tells that."""
        pair, bound = candidates
        with writer.block(f"if {same}:"):
            told = self._told_apart(*pair)
            ends = [self._led(writer, seen, index, one, told=told) for seen, one in zip(bound, pair, strict=True)]
            (names, way), (others, other_way) = ends
            parts = variables.same(self.program, scene.layout, names, others, idle_names(self.rules))
            parts += [f"{one} == {other}" for one, other in zip(way, other_way, strict=True)]
            writer.line(f"{same} = {' and '.join(parts)}")
        step = self.rules.phases[scene.phase].steps[index]
        if not asked and self.deciding.asks(step, self.rules.moves[pair[0].move]):
            with writer.block(f"if {same}:"):
                allowed = self.deciding.check(writer, bound[0].nested(), step, pair[0])
                writer.line(f"{same} = {allowed}")

    def _taken_pairs(
        self, writer: Writer, scene: Scene, index: int, pair: tuple[Family, Family], *, asked: bool
    ) -> None:
        """Takes the pairs out of the second family that come to the same as in the first one."""
        first, second = pair
        both = writer.name(f"{first.origins} & {second.origins}")
        shared = writer.name(f"{both} if {first.name} & {second.name} != 0 else {self.program.constant(0)}")
        alike = self._made_alike(writer, scene, index, pair, asked=asked)
        with writer.members(shared) as origin:
            if alike:
                place = f"{second.ends}[lowest({origin})]"
                writer.line(f"{place} = {place} & ~{pairing.targets_of(first, origin)}")
                return
            common = f"{pairing.targets_of(first, origin)} & {pairing.targets_of(second, origin)}"
            with writer.members(common) as target:
                bound = [self.offers.bind(writer, scene.nested(), family, target, origin) for family in pair]
                same = writer.fresh("same")
                writer.line(f"{same} = True")
                self._compared(writer, scene, index, (pair, bound), same, asked=asked)
                with writer.block(f"if {same}:"):
                    place = f"{second.ends}[lowest({origin})]"
                    writer.line(f"{place} = {place} & ~{target}")

    def _led(
        self, writer: Writer, scene: Scene, index: int, family: Family, *, told: bool
    ) -> tuple[dict[str, str], list[str]]:
        """The variables of the position that a candidate leads to; where it leads by itself, and how the game ends."""
        after = self.deciding.tried_out(writer, scene, family)
        if not told:
            return after.names, []
        # Positions that are equal may still go on differently.
        way = [writer.fresh("y"), writer.fresh("y")]
        for name in way:
            writer.line(f"{name} = -1")
        swapped = self.rules.moves[family.move].verb == "swap"
        self.deciding.walking.after_step(writer, after, _Way(self.deciding, *way), index, swapped=swapped)
        return after.names, way


class _Way:
    """The road of a candidate that is compared: two variables are told the decision it leads to, or the ending."""

    looks_later = tests_later = stays = False

    def __init__(self, deciding: Deciding, decision: str, ending: str) -> None:
        self.deciding, self.decision, self.ending = deciding, decision, ending

    def _number(self, phase: int, step: int, player: int) -> int:
        number_of = self.deciding.expressions.number_of
        assert number_of is not None  # noqa: S101 - set before anything is written
        return number_of(phase, step, player)

    def made(self, writer: Writer, scene: Scene) -> None:
        pass

    def decide(self, writer: Writer, scene: Scene, phase: int, step: int) -> None:
        writer.line(f"{self.decision} = {self._number(phase, step, scene.me)}")

    def begin(self, writer: Writer, scene: Scene, phase: int, player: int) -> None:
        decision = f"{self.decision} = {self._number(phase, 0, player)}"
        rules = self.deciding.rules
        ends = (*rules.ends, *rules.phases[phase].ends)
        asks = any(part.op == "made" for end in ends for part in end.condition.walk())
        if rules.phases[phase].stuck != "decide" or not asks:
            writer.line(decision)
            return
        if scene.layout.history:  # where the turn begins is not recorded on trial
            raise UnloweredError(
                "where two moves may offer the same step and `stuck: decide` is given, end conditions with `made` "
                "beside `repeats` are not compiled (let the moves lead to different sites, or remember what was made)"
            )
        arrived = scene.after(me=player, phase=phase, done=False, heir=None)
        there = self.deciding.existence(writer, arrived, 0, player)
        with writer.block(f"if {there}:"):
            writer.line(decision)
        with writer.block("else:"):
            self.deciding.walking.no_step(writer, arrived.nested(), self, phase, (("", scene.me),))

    def end(self, writer: Writer, ending: str) -> None:
        writer.line(f"{self.ending} = {ending}")


def _words(bound: list[Scene], word: str) -> list[str]:
    """What two candidates have of a word of their step; nothing where they lack it."""
    return [scene.words.get(word, "") for scene in bound]


def _in_order(one: Family, other: Family) -> tuple[Family, Family]:
    """Two families, that of the move which the file names first before the other."""
    return (one, other) if one.move < other.move else (other, one)


def _looks(family: Family) -> tuple[int, ...]:
    return family.kind, family.promotion, family.die, family.amount
