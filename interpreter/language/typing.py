"""Which kind of value may stand where, and what is said when it does not."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from interpreter.diagnostics import Diagnostic
from interpreter.language.functions import COUNTABLE
from interpreter.language.terms import Kind, Term

if TYPE_CHECKING:
    from interpreter.diagnostics import Span

PHRASES: dict[Kind | str, str] = {
    Kind.SITE: "a site",
    Kind.SITES: "a set of sites",
    Kind.LIST: "a list of rows or groups",
    Kind.NUMBER: "a number",
    Kind.YES_NO: "yes or no",
    Kind.PLAYER: "a player",
    Kind.PLAYERS: "one player or several",
    Kind.DIRECTIONS: "a direction",
    Kind.OPEN: "a set of sites",
    COUNTABLE: "a set or a list",
}
SETS = (Kind.SITE, Kind.SITES)


def unknown(span: Span) -> Term:
    """Stands where an error has been reported; it fits everywhere, so that one mistake gives one message."""
    return Term("unknown", Kind.UNKNOWN, span=span)


def fit(term: Term, wanted: Kind | str | None) -> Term | Diagnostic:
    """The term as the kind that its place wants, or why it cannot be."""
    kind = term.kind
    if kind is Kind.UNKNOWN or wanted is None or kind is wanted:
        return term
    if kind is Kind.OPEN:
        as_set, as_condition = (replace(reading, span=term.span) for reading in term.args)
        return as_condition if wanted is Kind.YES_NO else fit(as_set, wanted)
    if wanted == COUNTABLE and kind in {*SETS, Kind.LIST}:
        return term
    if wanted is Kind.SITES:
        if kind is Kind.SITE:
            return term
        if kind is Kind.LIST:
            return Term("flatten", Kind.SITES, (term,), span=term.span)
    if wanted is Kind.SITE and kind is Kind.SITES:
        return Term("only", Kind.SITE, (term,), span=term.span)
    if wanted is Kind.YES_NO and kind is Kind.LIST:
        return Term("exists", Kind.YES_NO, (term,), span=term.span)
    if wanted is Kind.PLAYERS and kind is Kind.PLAYER:
        return term
    return _misfit(term, wanted)


def _misfit(term: Term, wanted: Kind | str) -> Diagnostic:
    text = term.span.text if term.span else ""
    short = text if text and len(text) <= 40 and "\n" not in text else "..."
    if wanted is Kind.YES_NO and term.kind in SETS:
        return Diagnostic(
            "set-as-condition",
            "a condition is expected here, and this is a set of sites",
            term.span,
            help=f'write `any({short})` for "there is one", `no({short})` for "there is none"',
        )
    if wanted in {Kind.SITES, Kind.SITE, COUNTABLE} and term.kind is Kind.YES_NO:
        return Diagnostic(
            "condition-as-set",
            "a set of sites is expected here, and this is a condition (yes or no)",
            term.span,
            help=f"name the sites that are meant; `{short}` is a condition and belongs under `when:` or `if:`",
        )
    examples: dict[Kind | str, str] = {
        Kind.SITE: "for example `to`, or a site's name",
        Kind.SITES: "for example `empty`, `mine`, `near(to)`",
        Kind.LIST: "for example `groups(mine)` or `rows(mine)`",
        Kind.NUMBER: "for example `3`, or `count(...)` of a set",
        Kind.YES_NO: "compare it: `... > 0`, `... is 3`",
        Kind.PLAYER: "for example `me` or a player's name",
        Kind.PLAYERS: "for example `me` or a player's name",
        Kind.DIRECTIONS: "for example `orthogonal`, `east`, `forward`",
        COUNTABLE: "for example `mine`, or `groups(mine)`",
    }
    hints: dict[tuple[Kind | str, Kind], str] = {
        (Kind.LIST, Kind.SITES): f"write `groups({short})` for the connected groups in it",
        (Kind.LIST, Kind.SITE): f"write `groups({short})` for the connected groups in it",
        (Kind.NUMBER, Kind.SITES): f"write `count({short})` for how many there are",
        (Kind.NUMBER, Kind.LIST): f"write `count({short})` for how many there are",
        (
            Kind.YES_NO,
            Kind.PLAYER,
        ): f"compare it with a player: `me is {short}`; players cannot be joined, so compare each",
        (Kind.SITES, Kind.PLAYER): f"write `of({short})` for the sites of that player's pieces",
        (Kind.SITES, Kind.PLAYERS): f"write `of({short})` for the sites of those players' pieces",
    }
    return Diagnostic(
        "wrong-kind",
        f"{PHRASES[wanted]} is expected here, and this is {PHRASES[term.kind]}",
        term.span,
        help=hints.get((wanted, term.kind)) or examples.get(wanted, ""),
    )
