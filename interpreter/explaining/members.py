"""What passes a test, of a list or of a set, as an English noun: "a group of your stones for which ..."."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from interpreter.explaining.conditions import Clauses
from interpreter.language.terms import Kind, member_word

if TYPE_CHECKING:
    from interpreter.explaining.phrases import Phrases
    from interpreter.language.terms import Term

NOUNS = {"groups": "group", "rows": "row", "between": "line"}


def passing_test(say: Phrases, term: Term, *, several: bool) -> str:
    """A member for which the test of a term holds, or all of them; in what is said of it, the member is "it"."""
    of, test = term.args
    name = "it" if not term.value else f"that {NOUNS.get(of.op, 'one' if of.kind is Kind.LIST else say.nouns.site)}"
    inside = calling(say, term, name)
    head = say.list_of(of, several=several) if of.kind is Kind.LIST else say.all(of) if several else say.one(of)
    return f"{head} for {'each of ' if several else ''}which {Clauses(inside).clause(test)}"


def calling(say: Phrases, term: Term, name: str) -> Phrases:
    """The same phrases, which call the member of a test by a name."""
    return replace(say, words={**(say.words or {}), member_word(int(str(term.value))): name})
