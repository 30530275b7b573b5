"""What is asked of each member of a list, or of each site of a set: `those`, and `it` in its test.

A member is told from those of tests around it by its level, the number of tests that its own stands in once definitions
are expanded: what is handed to a definition may speak of a member outside, and never of one inside.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from interpreter.diagnostics import Diagnostic
from interpreter.language.functions import COUNTABLE, FUNCTIONS
from interpreter.language.terms import Kind, Term, member, member_word
from interpreter.language.typing import unknown

if TYPE_CHECKING:
    from interpreter.diagnostics import Span
    from interpreter.language.elaboration import Elaborator
    from interpreter.language.syntax import Syntax

LONGEST = 40  # characters of an expression that a message quotes whole


def those(elaborator: Elaborator, syntax: Syntax, parts: list[Syntax]) -> Term:
    """The members of a list, or the sites of a set, for which a test holds."""
    of, scope = elaborator.term(parts[0], COUNTABLE), elaborator.scope
    of = of.args[0] if of.kind is Kind.OPEN else of  # lists that are joined are sets
    listed, level = of.kind is Kind.LIST, scope.level
    meaning = f"a {'member' if listed else 'site'} of {_quoted(parts[0])}"
    it = member(level, Kind.SITES if listed else Kind.SITE)
    inside = replace(scope, it=it, level=level + 1, meanings=(*scope.meanings, meaning))
    test = elaborator.within(inside).term(parts[1], Kind.YES_NO)
    if Kind.UNKNOWN in {of.kind, test.kind}:
        return unknown(syntax.span)
    if member_word(level) not in test.words:
        return elaborator.fail(
            Diagnostic(
                "wrong-value",
                "this test does not speak of `it`, the one that is asked about, so it holds of all or of none",
                parts[1].span,
                label="the same for every member",
                help=f"for example `{FUNCTIONS['those'].example}`",
            )
        )
    return Term("those", Kind.LIST if listed else Kind.SITES, (of, test), value=level, span=syntax.span)


def ambiguous(meanings: tuple[str, ...], span: Span) -> Diagnostic:
    """What is told where `it` could mean several things."""
    return Diagnostic(
        "word-without-meaning",
        f"`it` could mean {' or '.join(meanings)}",
        span,
        label="which one?",
        help="give the inner test a name, where `it` means the inner one: `define: {NAME(x): ...}`; and hand the outer "
        "one to it: `NAME(it)`",
    )


def _quoted(syntax: Syntax) -> str:
    text = " ".join(syntax.span.text.split())
    return f"`{text}`" if len(text) <= LONGEST else "the list"
