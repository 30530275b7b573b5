"""Sets of sites as functions of a frame."""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.board.board import members
from interpreter.engine.faults import RulesFault
from interpreter.engine.values import several, size_of
from interpreter.language.calls import MAX_DISTANCE

if TYPE_CHECKING:
    from collections.abc import Callable

    from interpreter.engine.evaluation import Evaluator, Value
    from interpreter.engine.frame import Frame
    from interpreter.language.terms import Term


def _owned(evaluator: Evaluator, term: Term) -> Value:
    op = term.args[0].op
    if op == "me":
        return lambda frame: frame.state.owned[frame.me]
    if op == "enemy":
        last = evaluator.players - 1
        return lambda frame: frame.state.owned[last - frame.me]
    players = several(evaluator, term.args[0])

    def value(frame: Frame) -> int:
        bits = 0
        for player in players(frame):
            bits |= frame.state.owned[player]
        return bits

    return value


def _piece(_: Evaluator, term: Term) -> Value:
    index = int(str(term.value))
    return lambda frame: frame.state.kinds[index]


def _join(evaluator: Evaluator, term: Term) -> Value:
    functions = [evaluator.value(arg) for arg in term.args]
    if len(functions) == 2:
        left, right = functions
        return lambda frame: left(frame) | right(frame)

    def value(frame: Frame) -> int:
        bits = 0
        for function in functions:
            bits |= function(frame)
        return bits

    return value


def _meet(evaluator: Evaluator, term: Term) -> Value:
    asking = next((arg for arg in term.args if arg.op == "attacks"), None)
    others = tuple(arg for arg in term.args if arg is not asking)
    if asking is not None and others:
        return _attacked_among(evaluator, asking, others)
    first, *rest = (evaluator.value(arg) for arg in term.args)
    if len(rest) == 1:
        second = rest[0]
        return lambda frame: first(frame) & second(frame)

    def value(frame: Frame) -> int:
        bits: int = first(frame)
        for function in rest:
            bits &= function(frame)
        return bits

    return value


def _attacked_among(evaluator: Evaluator, asking: Term, others: tuple[Term, ...]) -> Value:
    """Of a set, what is attacked: whether a few sites are attacked is told sooner than which ones of all are."""
    players, attacked = several(evaluator, asking.args[0]), evaluator.asked["attacks"]
    functions = [evaluator.value(arg) for arg in others]

    def value(frame: Frame) -> int:
        bits = evaluator.geometry.every
        for function in functions:
            bits &= function(frame)
        return attacked(frame, players(frame), bits) if bits else 0

    return value


def _complement(evaluator: Evaluator, term: Term) -> Value:
    inner, every = evaluator.value(term.args[0]), evaluator.geometry.every
    return lambda frame: every & ~inner(frame)


def _flatten(evaluator: Evaluator, term: Term) -> Value:
    inner = evaluator.value(term.args[0])

    def value(frame: Frame) -> int:
        bits = 0
        for part in inner(frame):
            bits |= part
        return bits

    return value


def _only(evaluator: Evaluator, term: Term) -> Value:
    inner = evaluator.value(term.args[0])

    def value(frame: Frame) -> int:
        bits: int = inner(frame)
        if bits & bits - 1:
            raise RulesFault("one site is meant here, and there are several", term.args[0], "several-sites")
        return bits

    return value


def _unmoved(_: Evaluator, __: Term) -> Value:
    return lambda frame: frame.occupied & ~frame.state.moved


def _near(evaluator: Evaluator, term: Term) -> Value:
    inner, along, near = evaluator.value(term.args[0]), along_of(evaluator, term), evaluator.geometry.near
    return lambda frame: near(inner(frame), along(frame))


def along_of(evaluator: Evaluator, term: Term) -> Value:
    """The directions of an operation."""
    found = term.option("along")
    assert found is not None  # noqa: S101 - the checker fills it in
    return evaluator.value(found)


def _reach(evaluator: Evaluator, term: Term) -> Value:
    start, along, through = evaluator.value(term.args[0]), along_of(evaluator, term), evaluator.option(term, "through")
    ends = term.option("distance")
    assert ends is not None  # noqa: S101 - the checker fills them in
    assert through is not None  # noqa: S101
    distance, paths = distance_of(evaluator, ends), evaluator.geometry.paths

    def value(frame: Frame) -> int:
        bits, passable = 0, through(frame)
        least, most = distance(frame)
        for site in members(start(frame)):
            for direction in along(frame):
                for end, _ in paths(site, direction, least, most, passable):
                    bits |= 1 << end
        return bits

    return value


def _entering(evaluator: Evaluator, term: Term) -> Value:
    along, through, ends = along_of(evaluator, term), evaluator.option(term, "through"), term.option("distance")
    assert ends is not None  # noqa: S101 - the checker fills them in
    assert through is not None  # noqa: S101
    distance, geometry, leaves = distance_of(evaluator, ends), evaluator.geometry, term.op == "leaving"

    def value(frame: Frame) -> int:
        bits, passable = 0, through(frame)
        least, most = distance(frame)
        for direction in along(frame):
            way = geometry.opposite[direction] if leaves else direction
            if way >= 0:
                bits |= geometry.entered(way, least, most, passable)
        return bits

    return value


def distance_of(evaluator: Evaluator, term: Term) -> Callable[[Frame], tuple[int, int]]:
    """Least and most distance; a path of no length is not one."""
    if term.op == "by-player":
        each = [distance_of(evaluator, arg) for arg in term.args]
        return lambda frame: each[frame.me](frame)
    low, high = (evaluator.value(arg) for arg in term.args)

    def value(frame: Frame) -> tuple[int, int]:
        return max(1, int(low(frame))), min(MAX_DISTANCE, int(high(frame)))

    return value


def _piles(evaluator: Evaluator, term: Term) -> Value:
    inner, size_on = evaluator.value(term.args[0]), size_of(evaluator, term)
    exactly, least, most = (evaluator.option(term, name) for name in ("size", "min", "max"))

    def value(frame: Frame) -> int:
        bits = 0
        for site in members(inner(frame) & frame.occupied):
            size = size_on(frame, site)
            if (
                (exactly is None or size == exactly(frame))
                and (least is None or size >= least(frame))
                and (most is None or size <= most(frame))
            ):
                bits |= 1 << site
        return bits

    return value


def _group(evaluator: Evaluator, term: Term) -> Value:
    site, inside, along = evaluator.value(term.args[0]), evaluator.option(term, "of"), along_of(evaluator, term)
    assert inside is not None  # noqa: S101 - the checker fills it in
    fill = evaluator.geometry.fill

    def value(frame: Frame) -> int:
        of = inside(frame)
        return fill(site(frame) & of, of, along(frame))

    return value


BUILDERS: dict[str, Callable[[Evaluator, Term], Value]] = {
    "empty": lambda _, __: lambda frame: frame.empty,
    "occupied": lambda _, __: lambda frame: frame.occupied,
    "last-to": lambda _, __: lambda frame: frame.state.last_to,
    "unmoved": _unmoved,
    "owned": _owned,
    "piece": _piece,
    "join": _join,
    "meet": _meet,
    "complement": _complement,
    "flatten": _flatten,
    "only": _only,
    "near": _near,
    "reach": _reach,
    "entering": _entering,
    "leaving": _entering,
    "piles": _piles,
    "group": _group,
}
