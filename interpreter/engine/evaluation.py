"""Terms -> functions of a frame. One small builder for each operation."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from interpreter.engine.geometry import Geometry, members
from interpreter.language.calls import MAX_DISTANCE

if TYPE_CHECKING:
    from collections.abc import Callable

    from interpreter.engine.frame import Frame
    from interpreter.language.terms import Term

    Value = Callable[[Frame], Any]

# Worth keeping for as long as the position stands, when no word of the step is involved.
COSTLY = frozenset(
    {"rows", "groups", "between", "near", "reach", "group", "connected", "attacks", "stuck", "can", "repeats"}
)
COMPARISONS: dict[str, Callable[[Any, Any], bool]] = {
    "<": lambda a, b: a < b,
    "<=": lambda a, b: a <= b,
    ">": lambda a, b: a > b,
    ">=": lambda a, b: a >= b,
}


class RulesFault(Exception):  # noqa: N818 - a fault of the rules, not of the program
    """The rules were followed to a place where they say nothing, or contradict themselves.

    `term` is the expression concerned, where there is one.
    """

    def __init__(self, message: str, term: Term | None = None, code: str = "rule-fault") -> None:
        super().__init__(message)
        self.term, self.code = term, code


class Evaluator:
    """Builds and keeps the functions of terms. `asked` answers what needs the whole engine: can, stuck, attacks, repeats."""

    def __init__(self, geometry: Geometry, players: int, asked: dict[str, Callable[[Frame, Any], Any]]) -> None:
        self.geometry, self.players, self.asked = geometry, players, asked
        self.built: dict[Term, Value] = {}

    def value(self, term: Term) -> Value:
        """The function of a term; equal terms share one."""
        function = self.built.get(term)
        if function is None:
            function = self._build(term)
            if term.op in COSTLY and not term.words:
                function = _kept(function, len(self.built))
            self.built[term] = function
        return function

    def option(self, term: Term, name: str) -> Value | None:
        """The function of a named operand, if it is there."""
        found = term.option(name)
        return None if found is None else self.value(found)

    def _build(self, term: Term) -> Value:
        builder: Callable[[Evaluator, Term], Value] = BUILDERS[term.op]
        return builder(self, term)


def _kept(function: Value, key: object) -> Value:
    def value(frame: Frame) -> Any:
        found = frame.known.get(key)
        if found is None:
            found = frame.known[key] = function(frame)
        return found

    return value


# --- constants, words and names


def _constant(_: Evaluator, term: Term) -> Value:
    value = term.value
    return lambda frame: value


def _word(_: Evaluator, term: Term) -> Value:
    return {
        "from": lambda frame: frame.here,
        "to": lambda frame: frame.to,
        "at": lambda frame: frame.at,
        "over": lambda frame: frame.over,
    }[str(term.value)]


def _local(_: Evaluator, term: Term) -> Value:
    name = str(term.value)
    return lambda frame: frame.locals[name]


def _memory(_: Evaluator, term: Term) -> Value:
    index = int(str(term.value))
    return lambda frame: frame.state.memory[index]


def _counter(_: Evaluator, term: Term) -> Value:
    name = str(term.value)
    return {
        "turn": lambda frame: frame.state.turn,
        "passes": lambda frame: frame.state.passes,
        "quiet": lambda frame: frame.state.quiet,
    }[name]


# --- players


def _enemy(evaluator: Evaluator, _: Term) -> Value:
    last = evaluator.players - 1
    return lambda frame: last - frame.me


def _neighbour(evaluator: Evaluator, term: Term) -> Value:
    players, difference = evaluator.players, int(str(term.value))
    return lambda frame: (frame.me + difference) % players


def _enemies(evaluator: Evaluator, _: Term) -> Value:
    players = range(evaluator.players)
    return lambda frame: tuple(player for player in players if player != frame.me)


def _several(evaluator: Evaluator, term: Term) -> Callable[[Frame], tuple[int, ...]]:
    """The players of a term as a tuple, also where it gives one (or nobody)."""
    function = evaluator.value(term)

    def value(frame: Frame) -> tuple[int, ...]:
        found = function(frame)
        return found if isinstance(found, tuple) else () if found is None else (found,)

    return value


def _owned(evaluator: Evaluator, term: Term) -> Value:
    op = term.args[0].op
    if op == "me":
        return lambda frame: frame.state.owned[frame.me]
    if op == "enemy":
        last = evaluator.players - 1
        return lambda frame: frame.state.owned[last - frame.me]
    players = _several(evaluator, term.args[0])

    def value(frame: Frame) -> int:
        bits = 0
        for player in players(frame):
            bits |= frame.state.owned[player]
        return bits

    return value


def _hand(evaluator: Evaluator, term: Term) -> Value:
    players, kind = _several(evaluator, term.args[0]), term.value
    if kind is None:
        return lambda frame: sum(sum(frame.state.hands[player]) for player in players(frame))
    index = int(str(kind))
    return lambda frame: sum(frame.state.hands[player][index] for player in players(frame))


def _points(evaluator: Evaluator, term: Term) -> Value:
    player = evaluator.value(term.args[0])
    return lambda frame: frame.state.points[player(frame)]


def _by_player(evaluator: Evaluator, term: Term) -> Value:
    functions = [evaluator.value(arg) for arg in term.args]
    return lambda frame: functions[frame.me](frame)


def _chosen(evaluator: Evaluator, term: Term) -> Value:
    player = evaluator.value(term.args[0])
    table: Any = term.value
    return lambda frame: table[player(frame)]


# --- sets


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
    inner, along, near = evaluator.value(term.args[0]), _along(evaluator, term), evaluator.geometry.near
    return lambda frame: near(inner(frame), along(frame))


def _along(evaluator: Evaluator, term: Term) -> Value:
    found = term.option("along")
    assert found is not None  # noqa: S101 - the checker fills it in
    return evaluator.value(found)


def _reach(evaluator: Evaluator, term: Term) -> Value:
    start, along, through = evaluator.value(term.args[0]), _along(evaluator, term), evaluator.option(term, "through")
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


def distance_of(evaluator: Evaluator, term: Term) -> Callable[[Frame], tuple[int, int]]:
    """Least and most distance; a path of no length is not one."""
    low, high = (evaluator.value(arg) for arg in term.args)

    def value(frame: Frame) -> tuple[int, int]:
        return max(1, int(low(frame))), min(MAX_DISTANCE, int(high(frame)))

    return value


def _group(evaluator: Evaluator, term: Term) -> Value:
    site, inside, along = evaluator.value(term.args[0]), evaluator.option(term, "of"), _along(evaluator, term)
    assert inside is not None  # noqa: S101 - the checker fills it in
    fill = evaluator.geometry.fill

    def value(frame: Frame) -> int:
        of = inside(frame)
        return fill(site(frame) & of, of, along(frame))

    return value


# --- lists


def _filters(evaluator: Evaluator, term: Term, done: tuple[str, ...]) -> list[Callable[[Frame, list[int]], list[int]]]:
    """The filters of a finder, each from members to fewer members."""
    chain: list[Callable[[Frame, list[int]], list[int]]] = []
    along, near = _along(evaluator, term), evaluator.geometry.near
    for name, argument in term.named:
        if name in {"along", "of", *done}:
            continue
        if name == "including":
            sets = [evaluator.value(arg) for arg in argument.args]
            chain.append(
                lambda frame, found, sets=sets: [part for part in found if all(part & bits(frame) for bits in sets)]  # type: ignore[misc]
            )
            continue
        chain.append(_FILTERS[name](evaluator.value(argument), along, near))
    return chain


_FILTERS: dict[
    str, Callable[[Value, Value, Callable[[int, tuple[int, ...]], int]], Callable[[Frame, list[int]], list[int]]]
] = {
    "through": lambda bits, along, near: lambda frame, found: [p for b in [bits(frame)] for p in found if p & b],
    "touching": lambda bits, along, near: (
        lambda frame, found: [p for b in [near(bits(frame), along(frame))] for p in found if p & b]
    ),
    "clear-of": lambda bits, along, near: (
        lambda frame, found: [p for b, d in [(bits(frame), along(frame))] for p in found if not near(p, d) & b]
    ),
    "length": lambda size, along, near: (
        lambda frame, found: [p for n in [size(frame)] for p in found if p.bit_count() == n]
    ),
    "min": lambda size, along, near: (
        lambda frame, found: [p for n in [size(frame)] for p in found if p.bit_count() >= n]
    ),
    "max": lambda size, along, near: (
        lambda frame, found: [p for n in [size(frame)] for p in found if p.bit_count() <= n]
    ),
}


def _filtered(evaluator: Evaluator, term: Term, finder: Value, *done: str) -> Value:
    """The finder's members after all filters but those it has applied itself."""
    chain = _filters(evaluator, term, done)
    if not chain:
        return finder

    def value(frame: Frame) -> list[int]:
        found: list[int] = finder(frame)
        for kept in chain:
            if not found:
                break
            found = kept(frame, found)
        return found

    return value


def _rows(evaluator: Evaluator, term: Term) -> Value:
    inner, along, rows = evaluator.value(term.args[0]), _along(evaluator, term), evaluator.geometry.rows
    through = evaluator.option(term, "through")
    if through is None:
        return _filtered(evaluator, term, lambda frame: rows(inner(frame), along(frame)))
    return _filtered(evaluator, term, lambda frame: rows(inner(frame), along(frame), through(frame)), "through")


def _groups(evaluator: Evaluator, term: Term) -> Value:
    inner, along, groups = evaluator.value(term.args[0]), _along(evaluator, term), evaluator.geometry.groups
    function: Value = lambda frame: groups(inner(frame), along(frame))  # noqa: E731
    found = term.option("along")
    if not term.args[0].words and found is not None and not found.words:
        # The groups of the position stay the same whatever step is considered; the filters may not.
        function = _kept(function, ("groups", term.args[0], found))
    return _filtered(evaluator, term, function)


def _between(evaluator: Evaluator, term: Term) -> Value:
    start, end = (evaluator.value(arg) for arg in term.args)
    inside, along, between = evaluator.option(term, "of"), _along(evaluator, term), evaluator.geometry.between
    assert inside is not None  # noqa: S101 - the checker asks for it
    return _filtered(evaluator, term, lambda frame: between(start(frame), end(frame), inside(frame), along(frame)))


# --- numbers


def _count(evaluator: Evaluator, term: Term) -> Value:
    inner = evaluator.value(term.args[0])
    return lambda frame: inner(frame).bit_count()


def _length(evaluator: Evaluator, term: Term) -> Value:
    inner = evaluator.value(term.args[0])
    return lambda frame: len(inner(frame))


def _largest(evaluator: Evaluator, term: Term) -> Value:
    inner = evaluator.value(term.args[0])
    return lambda frame: max([part.bit_count() for part in inner(frame)], default=0)


def _smallest(evaluator: Evaluator, term: Term) -> Value:
    inner = evaluator.value(term.args[0])
    return lambda frame: min([part.bit_count() for part in inner(frame)], default=0)


def _arithmetic(operation: Callable[[Any, Any], Any]) -> Callable[[Evaluator, Term], Value]:
    def build(evaluator: Evaluator, term: Term) -> Value:
        left, right = (evaluator.value(arg) for arg in term.args)
        return lambda frame: operation(left(frame), right(frame))

    return build


# --- conditions


def _all(evaluator: Evaluator, term: Term) -> Value:
    functions = [evaluator.value(arg) for arg in term.args]

    def value(frame: Frame) -> bool:
        for function in functions:  # noqa: SIM110 - twice as fast as all() over a generator
            if not function(frame):
                return False
        return True

    return value


def _either(evaluator: Evaluator, term: Term) -> Value:
    functions = [evaluator.value(arg) for arg in term.args]

    def value(frame: Frame) -> bool:
        for function in functions:  # noqa: SIM110 - as above
            if function(frame):
                return True
        return False

    return value


def _negate(evaluator: Evaluator, term: Term) -> Value:
    inner = evaluator.value(term.args[0])
    return lambda frame: not inner(frame)


def _there(evaluator: Evaluator, term: Term) -> Value:
    inner = evaluator.value(term.args[0])
    return lambda frame: bool(inner(frame))


def _compare(evaluator: Evaluator, term: Term) -> Value:
    left, right = (evaluator.value(arg) for arg in term.args)
    operation = COMPARISONS[str(term.value)]
    return lambda frame: operation(left(frame), right(frame))


def _equal(evaluator: Evaluator, term: Term) -> Value:
    left, right = (evaluator.value(arg) for arg in term.args)

    def value(frame: Frame) -> bool:
        a, b = left(frame), right(frame)
        if isinstance(a, tuple) and isinstance(b, int):  # one of several players
            return b in a
        if isinstance(b, tuple) and isinstance(a, int):
            return a in b
        return bool(a == b)

    return value


def _within(evaluator: Evaluator, term: Term) -> Value:
    inner, outer = (evaluator.value(arg) for arg in term.args)

    def value(frame: Frame) -> bool:
        bits = inner(frame)
        return bits != 0 and not bits & ~outer(frame)

    return value


def _connected(evaluator: Evaluator, term: Term) -> Value:
    inner, along, fill = evaluator.value(term.args[0]), _along(evaluator, term), evaluator.geometry.fill

    def value(frame: Frame) -> bool:
        bits = inner(frame)
        return bits == 0 or fill(bits & -bits, bits, along(frame)) == bits

    return value


def _made(_: Evaluator, term: Term) -> Value:
    move = term.value
    return lambda frame: frame.made == move


# --- directions


def _relative(_: Evaluator, term: Term) -> Value:
    table: Any = term.value
    return lambda frame: table[frame.me]


def _opposite(evaluator: Evaluator, term: Term) -> Value:
    inner, opposite = evaluator.value(term.args[0]), evaluator.geometry.opposite
    return lambda frame: tuple(opposite[direction] for direction in inner(frame) if opposite[direction] >= 0)


def _bundle(evaluator: Evaluator, term: Term) -> Value:
    functions = [evaluator.value(arg) for arg in term.args]
    return lambda frame: tuple(sorted({direction for function in functions for direction in function(frame)}))


# --- what the whole engine answers


def _asked(evaluator: Evaluator, term: Term) -> Value:
    answer = evaluator.asked[term.op]
    if term.args:
        function = _several(evaluator, term.args[0])
        return lambda frame: answer(frame, function(frame))
    value = term.value
    return lambda frame: answer(frame, value)


BUILDERS: dict[str, Callable[[Evaluator, Term], Value]] = {
    "sites": _constant,
    "number": _constant,
    "truth": _constant,
    "directions": _constant,
    "player": _constant,
    "word": _word,
    "local": _local,
    "memory": _memory,
    "counter": _counter,
    "heading": lambda _, __: lambda frame: frame.heading,
    "last-heading": lambda _, __: lambda frame: frame.state.last_heading,
    "last-to": lambda _, __: lambda frame: frame.state.last_to,
    "me": lambda _, __: lambda frame: frame.me,
    "it": lambda _, __: lambda frame: frame.it,
    "enemy": _enemy,
    "enemies": _enemies,
    "neighbour": _neighbour,
    "by-player": _by_player,
    "chosen": _chosen,
    "empty": lambda _, __: lambda frame: frame.empty,
    "occupied": lambda _, __: lambda frame: frame.occupied,
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
    "group": _group,
    "rows": _rows,
    "groups": _groups,
    "between": _between,
    "count": _count,
    "length": _length,
    "largest": _largest,
    "smallest": _smallest,
    "plus": _arithmetic(lambda a, b: a + b),
    "minus": _arithmetic(lambda a, b: a - b),
    "times": _arithmetic(lambda a, b: a * b),
    "hand": _hand,
    "points": _points,
    "all": _all,
    "either": _either,
    "negate": _negate,
    "any": _there,
    "exists": _there,
    "compare": _compare,
    "equal": _equal,
    "within": _within,
    "connected": _connected,
    "made": _made,
    "relative": _relative,
    "opposite": _opposite,
    "bundle": _bundle,
    "can": _asked,
    "stuck": _asked,
    "attacks": _asked,
    "repeats": _asked,
    "candidates": _asked,
}
