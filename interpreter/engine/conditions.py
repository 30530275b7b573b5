"""Conditions, and questions that the whole engine answers, as functions of a frame."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from interpreter.engine.site_sets import along_of
from interpreter.engine.values import several

if TYPE_CHECKING:
    from collections.abc import Callable

    from interpreter.engine.evaluation import Evaluator, Value
    from interpreter.engine.frame import Frame
    from interpreter.language.terms import Term

COMPARISONS: dict[str, Callable[[Any, Any], bool]] = {
    "<": lambda a, b: a < b,
    "<=": lambda a, b: a <= b,
    ">": lambda a, b: a > b,
    ">=": lambda a, b: a >= b,
}


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
        return bool(bits) and not bits & ~outer(frame)

    return value


def _connected(evaluator: Evaluator, term: Term) -> Value:
    inner, along, fill = evaluator.value(term.args[0]), along_of(evaluator, term), evaluator.geometry.fill

    def value(frame: Frame) -> bool:
        bits: int = inner(frame)
        return bits == 0 or fill(bits & -bits, bits, along(frame)) == bits

    return value


def _made(_: Evaluator, term: Term) -> Value:
    move = term.value
    return lambda frame: frame.made == move


def _out(evaluator: Evaluator, term: Term) -> Value:
    player = evaluator.value(term.args[0])
    return lambda frame: bool(frame.state.out >> player(frame) & 1)


def _alone(evaluator: Evaluator, _: Term) -> Value:
    players = evaluator.players
    return lambda frame: frame.state.out.bit_count() >= players - 1


def _asked(evaluator: Evaluator, term: Term) -> Value:
    answer = evaluator.asked[term.op]
    if term.args:
        function = several(evaluator, term.args[0])
        return lambda frame: answer(frame, function(frame))
    value = term.value
    return lambda frame: answer(frame, value)


def _may(evaluator: Evaluator, term: Term) -> Value:
    answer, function, name = evaluator.asked["may"], several(evaluator, term.args[0]), term.value
    return lambda frame: answer(frame, (name, function(frame)))


BUILDERS: dict[str, Callable[[Evaluator, Term], Value]] = {
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
    "out": _out,
    "alone": _alone,
    "can": _asked,
    "may": _may,
    "stuck": _asked,
    "attacks": _asked,
    "repeats": _asked,
    "candidates": _asked,
}
