"""Constants, words, players, numbers and directions as functions of a frame."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from interpreter.board.board import members
from interpreter.language.folding import OPERATIONS

if TYPE_CHECKING:
    from collections.abc import Callable

    from interpreter.engine.evaluation import Evaluator, Value
    from interpreter.engine.frame import Frame
    from interpreter.language.terms import Term


def _constant(_: Evaluator, term: Term) -> Value:
    value = term.value
    return lambda _frame: value


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


def _member(_: Evaluator, term: Term) -> Value:
    level = int(str(term.value))
    return lambda frame: frame.members[level]


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


def _enemy(evaluator: Evaluator, _: Term) -> Value:
    last = evaluator.players - 1
    return lambda frame: last - frame.me


def _next(evaluator: Evaluator, _: Term) -> Value:
    """The nearest player in the turn order who is not out."""
    players = evaluator.players

    def value(frame: Frame) -> int:
        player = (frame.me + 1) % players
        while frame.state.out >> player & 1 and player != frame.me:
            player = (player + 1) % players
        return player

    return value


def _enemies(evaluator: Evaluator, _: Term) -> Value:
    players = range(evaluator.players)
    return lambda frame: tuple(player for player in players if player != frame.me)


def several(evaluator: Evaluator, term: Term) -> Callable[[Frame], tuple[int, ...]]:
    """The players of a term as a tuple, also where it gives one (or nobody)."""
    function = evaluator.value(term)

    def value(frame: Frame) -> tuple[int, ...]:
        found = function(frame)
        return found if isinstance(found, tuple) else () if found is None else (found,)

    return value


def _hand(evaluator: Evaluator, term: Term) -> Value:
    players, kind = several(evaluator, term.args[0]), term.value
    if kind is None:
        return lambda frame: sum(sum(frame.state.hands[player]) for player in players(frame))
    index = int(str(kind))
    return lambda frame: sum(frame.state.hands[player][index] for player in players(frame))


def _points(evaluator: Evaluator, term: Term) -> Value:
    player = evaluator.value(term.args[0])
    return lambda frame: 0 if (who := player(frame)) is None else frame.state.points[who]


def _lost(evaluator: Evaluator, term: Term) -> Value:
    players = several(evaluator, term.args[0])
    return lambda frame: sum(frame.state.lost[player] for player in players(frame))


def _different(evaluator: Evaluator, term: Term) -> Value:
    functions = [evaluator.value(arg) for arg in term.args]
    return lambda frame: sum(bool(function(frame)) for function in functions)


def _by_player(evaluator: Evaluator, term: Term) -> Value:
    functions = [evaluator.value(arg) for arg in term.args]
    return lambda frame: functions[frame.me](frame)


def _chosen(evaluator: Evaluator, term: Term) -> Value:
    player = evaluator.value(term.args[0])
    table: Any = term.value
    return lambda frame: 0 if (who := player(frame)) is None else table[who]


def _distance(evaluator: Evaluator, term: Term) -> Value:
    start, end = (evaluator.value(arg) for arg in term.args)
    links = term.option("along")
    assert links is not None  # noqa: S101 - the checker fills it in
    along, distance = evaluator.value(links), evaluator.geometry.distance
    return lambda frame: distance(start(frame), end(frame), along(frame))


def _count(evaluator: Evaluator, term: Term) -> Value:
    inner = evaluator.value(term.args[0])
    return lambda frame: inner(frame).bit_count()


def size_of(evaluator: Evaluator, term: Term) -> Callable[[Frame, int], int]:
    """How many pieces lie on an occupied site, all of them or those that `of=` and `kind=` mean."""
    of, kind = term.option("of"), term.option("kind")
    if of is None and kind is None:
        return lambda frame, site: frame.state.size(site)
    players = None if of is None else several(evaluator, of)
    wanted = None if kind is None else kind.value

    def value(frame: Frame, site: int) -> int:
        owners = None if players is None else players(frame)
        return sum(
            (owners is None or owner in owners) and (wanted is None or kind == wanted)
            for owner, kind in frame.state.pile(site)
        )

    return value


def _size(evaluator: Evaluator, term: Term) -> Value:
    inner, size = evaluator.value(term.args[0]), size_of(evaluator, term)
    return lambda frame: sum(size(frame, site) for site in members(inner(frame) & frame.occupied))


def _length(evaluator: Evaluator, term: Term) -> Value:
    inner = evaluator.value(term.args[0])
    return lambda frame: len(inner(frame))


def _largest(evaluator: Evaluator, term: Term) -> Value:
    inner = evaluator.value(term.args[0])
    return lambda frame: max([part.bit_count() for part in inner(frame)], default=0)


def _lead(evaluator: Evaluator, term: Term) -> Value:
    """1, 0 or -1: which of two lists has the larger member, the largest that differ compared."""
    left, right = (evaluator.value(arg) for arg in term.args)

    def value(frame: Frame) -> int:
        ours, others = (sorted(map(int.bit_count, side(frame)), reverse=True) for side in (left, right))
        return (ours > others) - (ours < others)

    return value


def _arithmetic(operation: Callable[[Any, Any], Any]) -> Callable[[Evaluator, Term], Value]:
    def build(evaluator: Evaluator, term: Term) -> Value:
        left, right = (evaluator.value(arg) for arg in term.args)
        return lambda frame: operation(left(frame), right(frame))

    return build


def _relative(_: Evaluator, term: Term) -> Value:
    table: Any = term.value
    return lambda frame: table[frame.me]


def _opposite(evaluator: Evaluator, term: Term) -> Value:
    inner, opposite = evaluator.value(term.args[0]), evaluator.geometry.opposite
    return lambda frame: tuple(opposite[direction] for direction in inner(frame) if opposite[direction] >= 0)


def _bundle(evaluator: Evaluator, term: Term) -> Value:
    functions = [evaluator.value(arg) for arg in term.args]
    return lambda frame: tuple(sorted({direction for function in functions for direction in function(frame)}))


BUILDERS: dict[str, Callable[[Evaluator, Term], Value]] = {
    "sites": _constant,
    "number": _constant,
    "truth": _constant,
    "directions": _constant,
    "player": _constant,
    "word": _word,
    "local": _local,
    "member": _member,
    "memory": _memory,
    "counter": _counter,
    "heading": lambda _, __: lambda frame: frame.heading,
    "last-heading": lambda _, __: lambda frame: frame.state.last_heading,
    "roll": lambda _, __: lambda frame: frame.state.roll,
    "die": lambda _, __: lambda frame: frame.die,
    "amount": lambda _, __: lambda frame: frame.amount,
    "dice": lambda _, __: lambda frame: len(frame.state.dice),
    "pips": lambda _, __: lambda frame: sum(frame.state.dice),
    "me": lambda _, __: lambda frame: frame.me,
    "it": lambda _, __: lambda frame: frame.it,
    "enemy": _enemy,
    "enemies": _enemies,
    "next": _next,
    "by-player": _by_player,
    "chosen": _chosen,
    "hand": _hand,
    "points": _points,
    "lost": _lost,
    "different": _different,
    "sides": _different,
    "count": _count,
    "distance": _distance,
    "size": _size,
    "length": _length,
    "largest": _largest,
    "lead": _lead,
    **{name: _arithmetic(operation) for name, operation in OPERATIONS.items()},
    "relative": _relative,
    "opposite": _opposite,
    "bundle": _bundle,
}
