"""Numbers that are said with several sets: what pieces are worth, how many kinds, how many sides of the board."""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.board.compass import HEXAGONAL, SQUARE
from interpreter.diagnostics import Diagnostic
from interpreter.language import folding
from interpreter.language.terms import Kind, Term, number, site_set

if TYPE_CHECKING:
    from interpreter.diagnostics import Span
    from interpreter.language.elaboration import Elaborator


def worth(elaborator: Elaborator, inside: Term, span: Span) -> Term:
    """The sum over the values that pieces have: each as often as there are such pieces in the set."""
    scope = elaborator.scope
    parts = []
    for value in sorted(set(scope.values) - {0}):
        kinds = tuple(Term("piece", Kind.SITES, value=kind) for kind, own in enumerate(scope.values) if own == value)
        which = folding.sets("join", kinds, scope.board, span) if len(kinds) > 1 else kinds[0]
        counted = Term("count", Kind.NUMBER, (folding.sets("meet", (which, inside), scope.board, span),), span=span)
        parts.append(counted if value == 1 else folding.arithmetic("times", (number(value, span), counted), span))
    if not parts:
        return elaborator.fail(
            Diagnostic(
                "word-without-meaning",
                "no piece of this game has a value",
                span,
                help=f"give the pieces one, as in `{next(iter(scope.pieces), 'man')}: {{..., value: 10}}`",
            )
        )
    total = parts[0]
    for part in parts[1:]:
        total = folding.arithmetic("plus", (total, part), span)
    return total


def variety(elaborator: Elaborator, inside: Term, span: Span) -> Term:
    """How many kinds there are in a set: one operand for each kind, the pieces of it; `value` is the set itself."""
    scope = elaborator.scope
    kinds = (Term("piece", Kind.SITES, value=kind) for kind in range(len(scope.pieces)))
    parts = tuple(folding.sets("meet", (kind, inside), scope.board, span) for kind in kinds)
    return Term("different", Kind.NUMBER, parts, value=inside, span=span)


def sides(elaborator: Elaborator, inside: Term, span: Span) -> Term:
    """How many sides of the board a set meets: an operand for each side, what lies on it; `value` is the set itself."""
    board = elaborator.scope.board
    named = (*SQUARE, *HEXAGONAL, "top", "bottom")
    names = dict.fromkeys(named) if board.shape != "star" else {}  # there they are points
    found = [board.regions[name] for name in names if name in board.regions]
    if not found:
        return elaborator.fail(
            Diagnostic(
                "word-without-meaning",
                "this board has no sides",
                span,
                help="count the regions that you mean one by one, as in `any(S and REGION)`",
            )
        )
    parts = tuple(folding.sets("meet", (inside, site_set(side, span)), board, span) for side in found)
    return Term("sides", Kind.NUMBER, parts, value=inside, span=span)


WRITTEN_OUT = {"value": worth, "different": variety, "sides": sides}
