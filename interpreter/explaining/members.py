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
FIRST = "first "  # before the word of a member: how it is called in a test inside its own


def passing_test(say: Phrases, term: Term, *, several: bool) -> str:
    """A member for which the test of a term holds, or all of them.

    In what is said of it, the member is "it", and the one of a test around it "the first group".
    """
    of, test = term.args
    noun = NOUNS.get(of.op, "one" if of.kind is Kind.LIST else say.nouns.site)
    known = {**(say.words or {})}
    known |= {word.removeprefix(FIRST): name for word, name in known.items() if word.startswith(FIRST)}
    own = member_word(int(str(term.value)))
    inside = replace(
        say, words={**known, own: "it", f"{FIRST}{own}": f"the {'other' if term.value else 'first'} {noun}"}
    )
    if of.kind is not Kind.LIST:
        head = say.all(of) if several else say.one(of)
    elif of.op == "local":
        head = f"{'members' if several else 'one'} of {say.list_of(of)}"
    else:
        head = say.list_of(of, several=several)
    return f"{head} for {'each of ' if several else ''}which {Clauses(inside).clause(test)}"


def calling(say: Phrases, term: Term, name: str) -> Phrases:
    """The same phrases, which call the member of a test by a name."""
    return replace(say, words={**(say.words or {}), member_word(int(str(term.value))): name})
