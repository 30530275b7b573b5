"""The steps that a move offers in a position, before anything that depends on what the step would lead to."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias

from interpreter.board.board import members
from interpreter.engine.site_sets import distance_of
from interpreter.engine.state import Step

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from interpreter.engine.evaluation import Evaluator
    from interpreter.engine.frame import Frame
    from interpreter.language.terms import Term
    from interpreter.machine.rules import Move, Rules, Selector

Value = Any
Offers: TypeAlias = "Callable[[Frame, int], Iterator[Step]]"  # the frame, and the sites a piece may start from


@dataclass(frozen=True)
class MoveCode:
    """A move with its expressions as functions."""

    index: int
    move: Move
    offers: Offers
    lets: tuple[tuple[str, Value], ...]
    when: Value | None
    leaves: Value | None
    receiver: Value | None  # the site that captured pieces go to
    selectors: tuple[tuple[str, Value], ...]
    chooses_kind: bool  # whether the player may choose what a piece is promoted to

    @property
    def plain(self) -> bool:
        """Whether every step that the board allows is a candidate."""
        return not (self.lets or self.when or self.leaves or self.selectors or self.chooses_kind)


def move_code(evaluator: Evaluator, rules: Rules, index: int) -> MoveCode:
    """The functions of a move."""
    move = rules.moves[index]
    value, offers = evaluator.value, _OFFERS[move.verb](evaluator, rules, index)
    return MoveCode(
        index,
        move,
        _spending(offers) if move.spends else offers,
        tuple((name, value(term)) for name, term in move.lets),
        None if move.when is None else value(move.when),
        None if move.leaves is None else value(move.leaves),
        None if move.into.site is None else value(move.into.site),
        selector_code(evaluator, move.selectors),
        any(effect.action == "promote" and max(map(len, effect.pieces)) > 1 for effect in move.effects),
    )


def _spending(offers: Offers) -> Offers:
    """The steps of a move that spends a die, once for each number that an unspent die shows."""

    def offered(frame: Frame, starts: int) -> Iterator[Step]:
        for die in dict.fromkeys(frame.state.dice):
            frame.die = die
            for step in offers(frame, starts):
                yield step._replace(die=die)
        frame.die = 0

    return offered


def selector_code(evaluator: Evaluator, selectors: tuple[Selector, ...]) -> tuple[tuple[str, Value], ...]:
    """`prefer`, `minimise`, `maximise` with their functions."""
    return tuple((selector.how, evaluator.value(selector.term)) for selector in selectors)


def considered(code: MoveCode, frame: Frame, starts: int) -> Iterator[Step]:
    """The steps of a move whose `when` holds; the frame is left bound to the step that is yielded."""
    verb = code.move.verb
    for step in code.offers(frame, starts):
        bind(code, frame, step, verb)
        if code.when is None or code.when(frame):
            yield step


def bind(code: MoveCode, frame: Frame, step: Step, verb: str) -> None:
    """Binds the words of a step and the names of `let`."""
    frame.consider(step, verb)
    if code.lets:
        frame.locals = {}
        for name, value in code.lets:
            frame.locals[name] = value(frame)


def _placing(evaluator: Evaluator, rules: Rules, index: int) -> Offers:
    move = rules.moves[index]
    target = None if move.target is None else evaluator.value(move.target)
    onto = None if move.onto is None else evaluator.value(move.onto)
    from_hand = [piece.hand is not None for piece in rules.pieces]

    def offers(frame: Frame, _: int) -> Iterator[Step]:
        kinds = [k for k in move.pieces[frame.me] if not from_hand[k] or frame.state.hands[frame.me][k] > 0]
        if not kinds:
            return
        sites = 0 if target is None else target(frame) & frame.empty
        if onto is not None:
            sites |= onto(frame)
        for site in members(sites):
            for kind in kinds:
                yield Step(-1, site, kind, -1, index, 0, -1)

    return offers


def _moving(evaluator: Evaluator, rules: Rules, index: int) -> Offers:
    move = rules.moves[index]
    origin, target, through = (evaluator.value(term) for term in (move.origin, move.target, move.through) if term)
    paths, amounts = evaluator.geometry.paths, _amounts(evaluator, move)
    if move.along is None:

        def anywhere(frame: Frame, starts: int) -> Iterator[Step]:
            for site in members(origin(frame) & starts & frame.occupied):
                frame.here, frame.heading = 1 << site, ()
                for carried in amounts(frame, site):
                    frame.amount = carried
                    for end in members(target(frame) & ~(1 << site)):
                        yield Step(site, end, -1, -1, index, 0, -1, carried)

        return anywhere
    along = evaluator.value(move.along)
    assert move.distance is not None  # noqa: S101 - a move along directions has one
    distance = distance_of(evaluator, move.distance)
    assert move.target is not None  # noqa: S101 - filled in by the reader
    assert move.through is not None  # noqa: S101
    varies = bool((move.target.words | move.through.words) & {"from", "heading", "amount"})

    def offers(frame: Frame, starts: int) -> Iterator[Step]:
        sites = origin(frame) & starts & frame.occupied
        if not sites:
            return
        ends, passable = (0, 0) if varies else (target(frame), through(frame))
        for site in members(sites):
            frame.here = 1 << site
            for carried in amounts(frame, site):
                frame.here, frame.amount = 1 << site, carried
                least, most = distance(frame)
                for direction in along(frame):
                    if varies:
                        frame.here, frame.heading, frame.amount = 1 << site, (direction,), carried
                        ends, passable = target(frame), through(frame)
                    for end, over in paths(site, direction, least, most, passable):
                        if ends >> end & 1 and end != site:
                            yield Step(site, end, -1, -1, index, over, direction, carried)

    return offers


def _removing(evaluator: Evaluator, rules: Rules, index: int) -> Offers:
    origin = rules.moves[index].origin
    assert origin is not None  # noqa: S101 - the verb's own operand
    sites, amounts = evaluator.value(origin), _amounts(evaluator, rules.moves[index])

    def offers(frame: Frame, starts: int) -> Iterator[Step]:
        for site in members(sites(frame) & starts & frame.occupied):
            frame.at = 1 << site
            for taken in amounts(frame, site):
                yield Step(-1, site, -1, -1, index, 0, -1, taken)

    return offers


def _amounts(evaluator: Evaluator, move: Move) -> Callable[[Frame, int], Sequence[int]]:
    """How many pieces of the pile on a site may go: none where no number fits that the pile has.

    Where the player chooses, a step tells the number; otherwise 0 stands for all of them.
    """
    if move.amount is None:
        return lambda _frame, _site: (0,)
    if move.chooses_amount:
        bounds = distance_of(evaluator, move.amount)

        def choice(frame: Frame, site: int) -> Sequence[int]:
            least, most = bounds(frame)
            return range(least, min(most, frame.state.size(site)) + 1)

        return choice
    number = evaluator.value(move.amount)

    def amount(frame: Frame, site: int) -> Sequence[int]:
        wanted, size = int(number(frame)), frame.state.size(site)
        return (0,) if wanted == size else (wanted,) if 0 < wanted < size else ()

    return amount


def _sowing(evaluator: Evaluator, rules: Rules, index: int) -> Offers:
    move = rules.moves[index]
    assert move.origin is not None  # noqa: S101 - filled in by the reader
    assert move.along is not None  # noqa: S101
    origin, along = evaluator.value(move.origin), evaluator.value(move.along)
    skipped = None if move.skipped is None else evaluator.value(move.skipped)
    tables = evaluator.geometry.steps

    def offers(frame: Frame, starts: int) -> Iterator[Step]:
        for site in members(origin(frame) & starts & frame.occupied):
            frame.here = 1 << site
            for direction in along(frame):
                frame.here, frame.heading = 1 << site, (direction,)
                end, over = sown(tables[direction], site, frame.state.size(site), skipped(frame) if skipped else 0)
                if end >= 0:
                    yield Step(site, end, -1, -1, index, over, direction)

    return offers


def sown(steps: tuple[int, ...], origin: int, number: int, skipped: int) -> tuple[int, int]:
    """Where the last of so many pieces comes to lie, and all sites that get one; -1 where the way ends before."""
    site, over = origin, 0
    for _ in range(number):
        for _ in steps:  # past what is skipped; once around at most
            site = steps[site]
            if site < 0 or not skipped >> site & 1:
                break
        if site < 0 or skipped >> site & 1:
            return -1, 0
        over |= 1 << site
    return site, over


def _bare(_: Evaluator, __: Rules, index: int) -> Offers:
    step = Step(-1, -1, -1, -1, index, 0, -1)
    return lambda _frame, _starts: iter((step,))


def _rolling(_: Evaluator, rules: Rules, index: int) -> Offers:
    results = rules.dice[rules.moves[index].dice].results
    steps = tuple(Step(-1, -1, number, -1, index, 0, -1) for number in range(len(results)))
    return lambda _frame, _starts: iter(steps)


_OFFERS: dict[str, Callable[[Evaluator, Rules, int], Offers]] = {
    "place": _placing,
    "move": _moving,
    "remove": _removing,
    "sow": _sowing,
    "pass": _bare,
    "swap": _bare,
    "roll": _rolling,
}


def selected(
    found: list[Step], selectors: tuple[tuple[str, Value], ...], value: Callable[[Step, Value], Any]
) -> list[Step]:
    """The candidates that `prefer`, `minimise` and `maximise` leave, in that order."""
    for how, term in selectors:
        if len(found) < 2:
            break
        values = [value(step, term) for step in found]
        if how == "prefer":
            preferred = [step for step, good in zip(found, values, strict=True) if good]
            found = preferred or found
        else:
            best = min(values) if how == "minimise" else max(values)
            found = [step for step, worth in zip(found, values, strict=True) if worth == best]
    return found


def geometry_mentions(move: Move) -> frozenset[str]:
    """Operations that decide where a move may go."""
    terms: tuple[Term | None, ...] = (move.along, move.distance, move.through, move.target)
    return frozenset(part.op for term in terms if term is not None for part in term.walk())
