"""Why a step is not legal: the rules of each move that could have made it, asked one after the other."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from interpreter.board.board import members
from interpreter.engine.candidates import bind
from interpreter.engine.frame import Frame
from interpreter.engine.site_sets import distance_of
from interpreter.engine.state import Step
from interpreter.explaining.blame import Blame, Cause
from interpreter.explaining.nouns import article, joined, plural, spoken
from interpreter.language.calls import MAX_DISTANCE
from interpreter.language.terms import Kind, Term
from interpreter.play.notation import names_kinds, step_text

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from interpreter.engine.reference import ReferenceEngine
    from interpreter.engine.state import State
    from interpreter.explaining.conditions import Clauses
    from interpreter.explaining.wishes import Wish
    from interpreter.machine.graph import Node
    from interpreter.machine.rules import Move, Selector

# How far a wish comes: the later the rule that stops it, the nearer it was to being legal.
KIND, ORIGIN, DIRECTION, LENGTH, WAY, TARGET, WHEN, PROMOTION, LEAVES, CHOICE, ORDER = range(11)

MOST_TEXTS = 12  # of a step that may be written in several ways


@dataclass(frozen=True, slots=True)
class Refusal:
    """The rule that stops a wish. `place` are the keys of the rule in the file, from `moves` or from the step on.

    `limit` is the text in three parts, where moves of one piece may differ in the one in the middle only.
    """

    rank: int
    cause: Cause
    place: tuple[str, ...]
    frame: Frame
    move: int = -1
    better: tuple[Step, ...] = ()
    limit: tuple[str, str, str] = ("", "", "")


def nearest(refusals: Iterable[Refusal]) -> Refusal:
    """The refusal that a wish came furthest to; what others at the same point would allow is told with it."""
    refusals = list(refusals)
    best = max(refusals, key=lambda refusal: refusal.rank)
    before, middle, behind = best.limit
    alike = [one.limit[1] for one in refusals if one.rank == best.rank and one.limit[::2] == (before, behind)]
    if not middle:
        return best
    text = f"{before}{joined(list(dict.fromkeys(alike)), 'or')}{behind}"
    return replace(best, cause=replace(best.cause, text=text))


@dataclass(frozen=True)
class Judge:
    """Asks the rules of one decision about a wanted step."""

    engine: ReferenceEngine
    clauses: Clauses
    state: State
    node: Node
    die: int = 0  # the number on the die that the wanted step would use up
    amount: int = 0  # how many pieces it would take, where the player chooses

    def refusals(self, wish: Wish) -> list[Refusal]:
        """What stops each of the moves that the wish could be."""
        step = self.engine.rules.phases[self.node.phase].steps[self.node.step]
        do = step.moves[self.state.mover]
        return [
            replace(self, die=die, amount=amount)._of_move(wish, index, otherwise=index not in do)  # noqa: SLF001 - its own
            for index in step.offered(self.state.mover)
            if self.engine.rules.moves[index].verb in wish.verbs
            for die in (dict.fromkeys(self.state.dice) if self.engine.rules.moves[index].spends else (0,))
            for amount in self._amounts(wish, index)
        ]

    def _amounts(self, wish: Wish, index: int) -> Iterable[int]:
        """The numbers of pieces that are meant: the one that is told, or else all that there may be."""
        if not self.engine.rules.moves[index].chooses_amount:
            return (0,)
        site = max(wish.origin, wish.target if wish.origin < 0 else -1)
        return (wish.number,) if wish.number >= 0 else range(1, max(1, self.state.size(site)) + 1)

    def _frame(self) -> Frame:
        frame = Frame(self.state, self.engine.geometry.every, before=True)
        frame.die, frame.amount = self.die, self.amount
        return frame

    def _blame(self, frame: Frame) -> Blame:
        return Blame(self.engine, self.clauses, frame)

    def _of_move(self, wish: Wish, index: int, *, otherwise: bool) -> Refusal:
        move, frame = self.engine.rules.moves[index], self._frame()
        search = {
            "place": self._placed,
            "move": self._moved,
            "remove": self._removed,
            "sow": self._sown,
        }.get(move.verb)
        steps: list[Step] = []
        if search is not None:
            found = search(wish, move, index, frame)
            if isinstance(found, Refusal):
                return found
            steps = found
        else:
            steps = [Step(-1, -1, -1, -1, index, 0, -1, die=self.die)]
        refused = [self._candidate(wish, index, step, otherwise=otherwise) for step in steps]
        return max(refused, key=lambda refusal: refusal.rank)

    # --- where it may go

    def _placed(self, wish: Wish, move: Move, index: int, frame: Frame) -> Refusal | list[Step]:
        rules, site, blame = self.engine.rules, wish.target, self._blame(frame)
        key = ("moves", move.name)
        kinds = [kind for kind in move.pieces[frame.me] if wish.kind in {-1, kind}]
        if not kinds:
            name = self.clauses.phrases.nouns.kind(wish.kind)
            return Refusal(KIND, _plain(f"{article(name)} cannot be placed here"), (*key, "place"), frame, index)
        held = [k for k in kinds if rules.pieces[k].hand is None or self.state.hands[frame.me][k] > 0]
        if not held:
            what = joined([plural(self.clauses.phrases.nouns.kind(kind)) for kind in kinds], "or")
            return Refusal(KIND, _plain(f"you have no {what} left in hand"), (*key, "place"), frame, index)
        onto = move.onto is not None and blame.value(move.onto) >> site & 1
        lands = move.target is not None and blame.value(move.target) & frame.empty & 1 << site
        if not onto and not lands:
            return self._refused_site(move, index, site, frame)
        return [Step(-1, site, kind, -1, index, 0, -1, die=self.die) for kind in held]

    def _refused_site(self, move: Move, index: int, site: int, frame: Frame) -> Refusal:
        """Why a piece may not be placed on a site."""
        blame, key = self._blame(frame), ("moves", move.name)
        if move.onto is not None:
            cause = blame.membership(move.onto, site, inside=False)
            if move.target is None or not frame.empty >> site & 1:
                return Refusal(TARGET, cause, (*key, "onto"), frame, index)
        assert move.target is not None  # noqa: S101 - a move without `onto` has a target
        if blame.value(move.target) >> site & 1:  # `to` names it, but something stands there
            return Refusal(TARGET, Cause(blame.stands(site), move.target, 1 << site), (*key, "to"), frame, index)
        return Refusal(TARGET, blame.membership(move.target, site, inside=False), (*key, "to"), frame, index)

    def _removed(self, wish: Wish, move: Move, index: int, frame: Frame) -> Refusal | list[Step]:
        refused = self._refused_origin(move, index, wish.target, frame, "remove")
        frame.at = 1 << wish.target
        refused = refused or self._refused_amount(move, index, wish.target, frame)
        return refused or [Step(-1, wish.target, -1, -1, index, 0, -1, self.amount, self.die)]

    def _refused_amount(self, move: Move, index: int, site: int, frame: Frame) -> Refusal | None:
        """Why so many pieces may not go, if they may not."""
        term, size, key = move.amount, self.state.size(site), ("moves", move.name, "amount")
        if term is None:
            return None
        number = self.amount if move.chooses_amount else int(self.engine.evaluator.value(term)(frame))
        pieces, name = self.clauses.phrases.nouns.piece, self.engine.rules.board.sites[site]
        if number > size:
            text = f"{number} {plural(pieces)} should go, and {size} {'lie' if size > 1 else 'lies'} on {name}"
            return Refusal(WAY, Cause(text, term, 1 << site), key, frame, index)
        least, most = distance_of(self.engine.evaluator, term)(frame) if move.chooses_amount else (1, number)
        if not least <= number <= most:
            asked = f"{number} {pieces if number == 1 else plural(pieces)} should go"
            text = f"{asked}, and it may be {least} to {min(most, size)}"
            return Refusal(WAY, Cause(text, term, 1 << site), key, frame, index)
        return None

    def _sown(self, wish: Wish, move: Move, index: int, frame: Frame) -> Refusal | list[Step]:
        refused = self._refused_origin(move, index, wish.target, frame, "sow")
        if refused is not None:
            return refused
        found = list(self.engine.codes[index].offers(self._frame(), 1 << wish.target))
        return found or Refusal(
            WAY, _plain("the way ends before the last piece is sown"), ("moves", move.name, "along"), frame, index
        )

    def _refused_origin(self, move: Move, index: int, site: int, frame: Frame, key: str) -> Refusal | None:
        """Why the piece on a site may not be taken or moved, if it may not."""
        blame, step = self._blame(frame), self.engine.rules.phases[self.node.phase].steps[self.node.step]
        origin = move.origin
        assert origin is not None  # noqa: S101 - the verb's own operand
        if not frame.occupied >> site & 1:
            return Refusal(
                ORIGIN, Cause(blame.stands(site), origin, 1 << site), ("moves", move.name, key), frame, index
            )
        if not blame.value(origin) >> site & 1:
            cause = blame.membership(origin, site, inside=False)
            return Refusal(ORIGIN, cause, ("moves", move.name, key), frame, index)
        if step.origin is not None and not blame.value(step.origin) >> site & 1:
            cause = blame.membership(step.origin, site, inside=False)
            return Refusal(WAY, cause, ("from",), frame, index)
        return None

    def _moved(self, wish: Wish, move: Move, index: int, frame: Frame) -> Refusal | list[Step]:
        refused = self._refused_origin(move, index, wish.origin, frame, "move")
        if refused is not None:
            return refused
        if wish.origin == wish.target:
            return Refusal(WAY, _plain("it would stay where it is"), (), frame, index)
        frame.here = 1 << wish.origin
        refused = self._refused_amount(move, index, wish.origin, frame)
        if refused is not None:
            return refused
        found: list[Step] = []
        refusals: list[Refusal] = []
        for over, heading in self._ways(wish, move, frame):
            frame = self._frame()
            frame.here, frame.heading = 1 << wish.origin, (heading,) if heading >= 0 else ()
            refusal = self._refused_way(wish, move, index, frame, over)
            if refusal is None:
                found.append(Step(wish.origin, wish.target, -1, -1, index, over, heading, self.amount, self.die))
            else:
                refusals.append(refusal)
        if found:
            return found
        if refusals:
            return nearest(refusals)
        assert move.along is not None  # noqa: S101 - a move that goes anywhere has a way
        names = self.engine.rules.board.sites
        way = self.clauses.phrases.way(move.along)
        leads = f" leads from {names[wish.origin]} to {names[wish.target]}"
        if (min(wish.origin, wish.target), max(wish.origin, wish.target)) in self.engine.rules.board.walls:
            leads += ", for a wall stands between them"
        place = ("moves", move.name, "along")
        if way == "in any direction":
            return Refusal(DIRECTION, Cause(f"no straight way{leads}", move.along), place, frame, index)
        limit = ("no way (", way, f"){leads}")
        return Refusal(DIRECTION, Cause("".join(limit), move.along), place, frame, index, limit=limit)

    def _ways(self, wish: Wish, move: Move, frame: Frame) -> Iterator[tuple[int, int]]:
        """The straight ways from origin to target whatever stands on them: the sites between, and the direction."""
        if move.along is None:
            yield 0, -1
            return
        geometry = self.engine.geometry
        for heading in self.engine.evaluator.value(move.along)(frame):
            for end, over in geometry.paths(wish.origin, heading, 1, MAX_DISTANCE, geometry.every):
                if end == wish.target:
                    yield over, heading

    def _refused_way(self, wish: Wish, move: Move, index: int, frame: Frame, over: int) -> Refusal | None:
        blame, key = self._blame(frame), ("moves", move.name)
        sites = self.engine.rules.board.sites
        if move.along is not None and move.distance is not None:
            least, most = distance_of(self.engine.evaluator, move.distance)(frame)
            length = over.bit_count() + 1
            if not least <= length <= most:
                apart = "one step" if length == 1 else f"{length} steps"
                far = self.clauses.phrases.distance(move.distance)
                limit = (f"{sites[wish.target]} is {apart} away, and the piece goes ", far, "")
                cause = Cause("".join(limit), move.distance)
                return Refusal(LENGTH, cause, (*key, "distance"), frame, index, limit=limit)
        if move.through is not None and move.along is not None:
            blocked = over & ~blame.value(move.through)
            if blocked:
                site = min(members(blocked), key=lambda one: self._far(wish.origin, one, frame.heading))
                cause = blame.membership(move.through, site, inside=False)
                stands = frame.occupied >> site & 1
                way = f"{sites[site]} is in the way" if stands else f"the way leads over {sites[site]}"
                text = f"{way}: {cause.text}"
                return Refusal(WAY, Cause(text, cause.term, cause.sites | 1 << site), (*key, "through"), frame, index)
        assert move.target is not None  # noqa: S101 - filled in by the reader
        if not blame.value(move.target) >> wish.target & 1:
            return Refusal(TARGET, blame.membership(move.target, wish.target, inside=False), (*key, "to"), frame, index)
        return None

    def _far(self, origin: int, site: int, heading: tuple[int, ...]) -> int:
        """How many steps a site lies from another in a direction."""
        geometry = self.engine.geometry
        for way in heading:
            for end, over in geometry.paths(origin, way, 1, MAX_DISTANCE, geometry.every):
                if end == site:
                    return over.bit_count()
        return 0

    # --- what is asked of a candidate

    def _candidate(self, wish: Wish, index: int, step: Step, *, otherwise: bool) -> Refusal:
        engine, code = self.engine, self.engine.codes[index]
        key = ("moves", code.move.name)
        frame = self._frame()
        bind(code, frame, step, code.move.verb)
        if code.when is not None and not code.when(frame):
            assert code.move.when is not None  # noqa: S101 - its function is there
            return Refusal(WHEN, self._blame(frame).truth(code.move.when, holds=False), (*key, "when"), frame, index)
        offered = engine.promotions(frame, code, step)
        chosen = [one for one in offered if wish.promotion in {-1, one.promotion}]
        if not chosen:
            name = self.clauses.phrases.nouns.kind(wish.promotion)
            return Refusal(PROMOTION, _plain(f"it cannot become {article(name)} here"), (*key, "then"), frame, index)
        refused = [self._consequence(index, one, frame) for one in chosen]
        if all(refused):
            return max((one for one in refused if one), key=lambda refusal: refusal.rank)
        allowed = next(one for one, refusal in zip(chosen, refused, strict=True) if refusal is None)
        return self._outdone(index, allowed, frame, otherwise=otherwise)

    def _consequence(self, index: int, step: Step, frame: Frame) -> Refusal | None:
        """`leaves`, and a follow-up that must exist."""
        code = self.engine.codes[index]
        if code.leaves is None and not self.engine.forbids[self.node.phase]:
            return None
        seen, lacking = self.engine.foreseen(frame, step)
        if lacking is not None:
            name = self.engine.rules.phases[lacking.phase].steps[lacking.step].name
            text = f"after it there would be no {spoken(name)}, and there must be one"
            return Refusal(LEAVES, _plain(text), ("turn", name, "if none"), seen, index)
        if code.leaves is not None and not code.leaves(seen):
            assert code.move.leaves is not None  # noqa: S101 - its function is there
            cause = self._blame(seen).truth(code.move.leaves, holds=False)
            text = f"afterwards {cause.text}"
            place = ("moves", code.move.name, "leaves")
            return Refusal(LEAVES, Cause(text, cause.term, cause.sites), place, seen, index)
        return None

    def _outdone(self, index: int, step: Step, frame: Frame, *, otherwise: bool) -> Refusal:
        """Other candidates are preferred to this one: by the move, by `else`, or by the step."""
        engine, code = self.engine, self.engine.codes[index]
        due = engine.rules.phases[self.node.phase].steps[self.node.step]
        fresh = self._frame()
        starts = engine.geometry.every if due.origin is None else engine.evaluator.value(due.origin)(fresh)
        own = engine.allowed(fresh, code, self.node, starts)
        refusal = self._beaten(code.move.selectors, own, step, ("moves", code.move.name), index)
        if refusal is not None:
            return refusal
        if otherwise:
            first = engine.of_moves(self._frame(), self.node, due.moves[self.state.mover], starts)
            if first:
                names = joined([spoken(engine.rules.moves[one].name) for one in due.moves[self.state.mover]], "or")
                text = f"{article(names)} is possible, and then it must be made"
                return Refusal(ORDER, _plain(text), ("turn", due.name, "else"), frame, index, tuple(first))
        both = due.others(self.state.mover) if otherwise else due.moves[self.state.mover]
        every = engine.of_moves(self._frame(), self.node, both, starts)
        refusal = self._beaten(due.selectors, every, step, ("turn", due.name), index)
        best = engine.legal(self.state)
        if refusal is None and step not in best and step in engine.offered(self.state):
            text = "the best turn from here goes on otherwise, and only the best turns are allowed"
            return Refusal(ORDER, _plain(text), ("best turn",), frame, index, tuple(best))
        return refusal or self._written(own, step, index, frame)

    def _written(self, found: list[Step], step: Step, index: int, frame: Frame) -> Refusal:
        """A step is legal, and only its text was wrong: how it is written, with each number of pieces that may go."""
        alike = [one._replace(amount=step.amount, heading=step.heading, die=step.die) == step for one in found]
        own = [one for one, same in zip(found, alike, strict=True) if same]
        texts = list(dict.fromkeys(self._text(one) for one in own or found)) or [self._text(step)]
        known = [f"`{text}`" for text in texts[:MOST_TEXTS]]
        known = [", ".join(known), "..."] if len(texts) > MOST_TEXTS else [joined(known, "or")]
        said = "this step is" if own else "such steps are"
        return Refusal(ORDER, _plain(f"{said} written {', '.join(known)}"), (), frame, index)

    def _text(self, step: Step) -> str:
        due = self.engine.rules.phases[self.node.phase].steps[self.node.step]
        choice = names_kinds(self.engine.rules, due.offered(self.state.mover), self.state.mover)
        return step_text(self.engine.rules, step, choice_of_kind=choice)

    def _beaten(
        self, selectors: tuple[Selector, ...], found: list[Step], step: Step, place: tuple[str, ...], index: int
    ) -> Refusal | None:
        """The first selector that prefers others to a candidate."""
        engine, frame = self.engine, self._frame()
        for selector in selectors:
            term = engine.evaluator.value(selector.term)
            values = {one: engine.valued(frame, one, term) for one in found}
            if step not in values:
                return None
            mine = values[step]
            if selector.how == "prefer":
                best = [one for one, value in values.items() if value]
                kept = [one for one, value in values.items() if bool(value) is bool(mine)]
                beaten = bool(best) and not mine
            else:
                worth = min(values.values()) if selector.how == "minimise" else max(values.values())
                best = [one for one, value in values.items() if value == worth]
                kept, beaten = best, mine != worth
            if beaten:
                engine.valued(frame, step, term)
                cause = Cause(self._compared(selector, values, step, best, frame), selector.term)
                return Refusal(CHOICE, cause, (*place, selector.how), frame, index, tuple(best))
            found = kept
        return None

    def _compared(
        self, selector: Selector, values: dict[Step, object], step: Step, best: list[Step], frame: Frame
    ) -> str:
        if selector.how == "prefer":
            why = self._blame(frame).truth(selector.term, holds=False).text
            return f"{why}; steps where it is otherwise come first"
        said = self.clauses.phrases.number(selector.term)
        less = "smallest" if selector.how == "minimise" else "largest"
        return f"here {said} is {values[step]}, elsewhere {values[best[0]]}, and the {less} must be chosen"


def _plain(text: str) -> Cause:
    """A reason that no expression of the file stands behind."""
    return Cause(text, Term("unknown", Kind.UNKNOWN))
