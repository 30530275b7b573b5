"""Terms whose operands are constant become constants."""

from __future__ import annotations

import operator
from functools import reduce
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from interpreter.board.board import everything, members
from interpreter.language.terms import Kind, Term, number, site_set
from interpreter.language.typing import unknown

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from interpreter.board.board import Board
    from interpreter.diagnostics import Span

OPERATIONS: Mapping[str, Callable[[Any, Any], Any]] = {
    "plus": operator.add,
    "minus": operator.sub,
    "times": operator.mul,
    "remainder": operator.mod,
}


def sets(op: str, terms: tuple[Term, ...], board: Board, span: Span) -> Term:
    """`meet`, `join` or `complement` of sets."""
    if all(term.op == "sites" for term in terms):
        values = [int(str(term.value)) for term in terms]
        if op == "complement":
            return site_set(everything(board) & ~values[0], span)
        return site_set(reduce(int.__and__ if op == "meet" else int.__or__, values), span)
    return Term(op, Kind.SITES, terms, span=span)


def near(term: Term, along: Term, board: Board, span: Span) -> Term:
    """The neighbours of a set."""
    if term.op == "sites" and along.op == "directions":
        bits = 0
        for site in members(int(str(term.value))):
            for direction in along.value:  # type: ignore[attr-defined]
                target = board.steps[direction][site]
                bits |= 1 << target if target >= 0 else 0
                for start, end in pairwise(board.walks[direction]):
                    bits |= 1 << end if start == site else 0
        return site_set(bits, span)
    return Term("near", Kind.SITES, (term,), named=(("along", along),), span=span)


def arithmetic(form: str, terms: tuple[Term, ...], span: Span) -> Term:
    """`plus`, `minus`, `times` or `remainder` of numbers; only a remainder is never below 0."""
    if any(term.kind is Kind.UNKNOWN for term in terms):
        return unknown(span)
    if all(term.op == "number" for term in terms):
        left, right = (term.value for term in terms)
        return number(OPERATIONS[form](left, right), span)
    return Term(form, Kind.NUMBER, terms, span=span)


def bundle(terms: list[Term], span: Span) -> Term:
    """Several directions together."""
    if any(term.kind is Kind.UNKNOWN for term in terms):
        return unknown(span)
    if all(term.op == "directions" for term in terms):
        numbers: set[int] = set().union(*(set(term.value) for term in terms))  # type: ignore[call-overload]
        return Term("directions", Kind.DIRECTIONS, value=tuple(sorted(numbers)), span=span)
    return Term("bundle", Kind.DIRECTIONS, tuple(terms), span=span)
