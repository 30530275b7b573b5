"""Numbers as English nouns."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from interpreter.explaining.nouns import plural
from interpreter.language.calls import MAX_DISTANCE
from interpreter.language.terms import Term

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from interpreter.explaining.phrases import Phrases

COUNTERS = {
    "turn": "the number of the turn",
    "passes": "the number of passes in a row",
    "quiet": "the number of steps in a row without a placement or a capture",
}
SIGNS = {"plus": "plus", "minus": "minus", "times": "times"}
WORTH = "value("  # how the author begins to ask what pieces are worth; terms hold it written out


def number(say: Phrases, term: Term) -> str:
    """A number as a noun: `the number of your stones`."""
    if term.span is not None and term.span.text.startswith(WORTH) and (inside := _worth(term)) is not None:
        return f"the value of what stands on {say.all(inside)}"
    make = _NUMBERS.get(term.op)
    return make(say, term) if make is not None else say.special(term) or f"`{say.quoted(term)}`"


def distance(say: Phrases, term: Term | None) -> str:
    """How far: `one step`, `up to 3 steps`, `any number of steps`."""
    if term is None:
        return ""
    if term.op != "range":
        return number(say, term)
    low, high = term.args
    if low == high:
        return "one step" if low.value == 1 else f"{number(say, low)} steps"
    if high.value == MAX_DISTANCE:
        return "any number of steps" if low.value == 1 else f"{number(say, low)} or more steps"
    return f"{number(say, low)} to {number(say, high)} steps"


def _worth(term: Term) -> Term | None:
    """The set whose pieces are valued: what `value` was written out of."""
    for part in term.walk():
        if part.op == "count" and part.args[0].op == "meet":
            return part.args[0].args[-1]
    return None


def _constant(_: Phrases, term: Term) -> str:
    return str(term.value) if isinstance(term.value, int) else f"{float(Fraction(str(term.value))):g}"


def _count(say: Phrases, term: Term) -> str:
    inner = term.args[0]
    return f"the size of {say.the(inner)}" if inner.op == "group" else f"the number of {say.all(inner)}"


def _size(say: Phrases, term: Term) -> str:
    whose = f" of {say.player(term.named[0][1])}" if term.named else ""
    return f"the number of {plural(say.nouns.piece)}{whose} on {say.all(term.args[0])}"


def _extreme(say: Phrases, term: Term) -> str:
    inner = term.args[0]
    said = say.list_of(inner, several=True)
    return f"the size of the {term.op} of {said if inner.op == 'local' else f'the {said}'}"


def _arithmetic(say: Phrases, term: Term) -> str:
    left, right = (number(say, arg) for arg in term.args)
    return f"{left} {SIGNS[term.op]} {right}"


def _hand(say: Phrases, term: Term) -> str:
    kind = say.nouns.piece if term.value is None else say.nouns.kind(int(str(term.value)))
    return f"the number of {plural(kind)} in {say.of_player(term.args[0])} hand"


def _different(say: Phrases, term: Term) -> str:
    assert isinstance(term.value, Term)  # noqa: S101 - the set of which the operands are the kinds
    return f"the number of different {plural(say.nouns.piece)} among {say.all(term.value)}"


def _repeats(_: Phrases, term: Term) -> str:
    what = "arrangement of pieces" if term.value == "sites" else "position"
    return f"the number of times this {what} has stood before"


_NUMBERS: Mapping[str, Callable[[Phrases, Term], str]] = {
    "number": _constant,
    "count": _count,
    "size": _size,
    "length": lambda say, term: f"the number of {say.list_of(term.args[0], several=True)}",
    "largest": _extreme,
    "smallest": _extreme,
    "counter": lambda _, term: COUNTERS[str(term.value)],
    "plus": _arithmetic,
    "minus": _arithmetic,
    "times": _arithmetic,
    "hand": _hand,
    "points": lambda say, term: f"the number of {say.of_player(term.args[0])} points",
    "distance": lambda say, term: f"the distance from {say.the(term.args[0])} to {say.the(term.args[1])}",
    "lost": lambda say, term: f"the number of {say.of_player(term.args[0])} pieces that were captured",
    "different": _different,
    "repeats": _repeats,
    "roll": lambda _, __: "the number thrown",
    "by-player": lambda say, term: say.each_player([number(say, part) for part in term.args]),
}
