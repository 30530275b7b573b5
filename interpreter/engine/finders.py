"""Rows, groups and runs between two ends as functions of a frame: lists of sets of sites."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from interpreter.board.board import members
from interpreter.engine.frame import kept
from interpreter.engine.site_sets import along_of
from interpreter.language.terms import Kind

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from interpreter.engine.evaluation import Evaluator, Value
    from interpreter.engine.frame import Frame
    from interpreter.language.terms import Term


def _filters(evaluator: Evaluator, term: Term, done: tuple[str, ...]) -> list[Callable[[Frame, list[int]], list[int]]]:
    """The filters of a finder, each from members to fewer members."""
    chain: list[Callable[[Frame, list[int]], list[int]]] = []
    along, near = along_of(evaluator, term), evaluator.geometry.near
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


Filter = Any  # a function of a frame and a finder's members that gives fewer members

_FILTERS: dict[str, Callable[[Value, Value, Any], Filter]] = {
    "through": lambda bits, _, __: lambda frame, found: [p for b in [bits(frame)] for p in found if p & b],
    "touching": lambda bits, along, near: (
        lambda frame, found: [p for b in [near(bits(frame), along(frame))] for p in found if p & b]
    ),
    "clear-of": lambda bits, along, near: (
        lambda frame, found: [p for b, d in [(bits(frame), along(frame))] for p in found if not near(p, d) & b]
    ),
    "inside": lambda bits, _, __: lambda frame, found: [p for b in [~bits(frame)] for p in found if not p & b],
    "length": lambda size, _, __: lambda frame, found: [p for n in [size(frame)] for p in found if p.bit_count() == n],
    "min": lambda size, _, __: lambda frame, found: [p for n in [size(frame)] for p in found if p.bit_count() >= n],
    "max": lambda size, _, __: lambda frame, found: [p for n in [size(frame)] for p in found if p.bit_count() <= n],
}


def _filtered(evaluator: Evaluator, term: Term, finder: Value, *done: str) -> Value:
    """The finder's members after all filters but those it has applied itself."""
    chain = _filters(evaluator, term, done)
    if not chain:
        return finder

    def value(frame: Frame) -> list[int]:
        found: list[int] = finder(frame)
        for applied in chain:
            if not found:
                break
            found = applied(frame, found)
        return found

    return value


def _rows(evaluator: Evaluator, term: Term) -> Value:
    inner, along, rows = evaluator.value(term.args[0]), along_of(evaluator, term), evaluator.geometry.rows
    through = evaluator.option(term, "through")
    if through is None:
        return _filtered(evaluator, term, lambda frame: rows(inner(frame), along(frame)))
    return _filtered(evaluator, term, lambda frame: rows(inner(frame), along(frame), through(frame)), "through")


def _groups(evaluator: Evaluator, term: Term) -> Value:
    inner, along, groups = evaluator.value(term.args[0]), along_of(evaluator, term), evaluator.geometry.groups
    function: Value = lambda frame: groups(inner(frame), along(frame))  # noqa: E731
    found = term.option("along")
    if not term.args[0].words and found is not None and not found.words:
        # The groups of the position stay the same whatever step is considered; the filters may not.
        function = kept(function, ("groups", term.args[0], found))
    return _filtered(evaluator, term, function)


def _between(evaluator: Evaluator, term: Term) -> Value:
    start, end = (evaluator.value(arg) for arg in term.args)
    inside, along, between = evaluator.option(term, "of"), along_of(evaluator, term), evaluator.geometry.between
    assert inside is not None  # noqa: S101 - the checker asks for it
    return _filtered(evaluator, term, lambda frame: between(start(frame), end(frame), inside(frame), along(frame)))


def _those(evaluator: Evaluator, term: Term) -> Value:
    """The members that pass a test: sets of a list, or sites of a set."""
    of, test, level = evaluator.value(term.args[0]), evaluator.value(term.args[1]), int(str(term.value))

    def passing(frame: Frame, found: Iterable[int]) -> list[int]:
        outer, passed = frame.members.get(level, 0), []
        for part in found:
            frame.members[level] = part
            if test(frame):
                passed.append(part)
        frame.members[level] = outer
        return passed

    if term.kind is Kind.LIST:
        return lambda frame: passing(frame, of(frame))
    return lambda frame: sum(passing(frame, (1 << site for site in members(of(frame)))))


BUILDERS: dict[str, Callable[[Evaluator, Term], Value]] = {
    "rows": _rows,
    "groups": _groups,
    "between": _between,
    "those": _those,
}
