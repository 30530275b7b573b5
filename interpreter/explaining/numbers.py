"""Numbers as English nouns."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from interpreter.explaining.nouns import joined, plural
from interpreter.explaining.sets import is_kind
from interpreter.language.calls import MAX_DISTANCE
from interpreter.language.terms import Term

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from interpreter.explaining.phrases import Phrases
    from interpreter.machine.rules import Dice

COUNTERS = {
    "turn": "the number of the turn",
    "passes": "the number of passes in a row",
    "quiet": "the number of steps in a row without {what}",
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
    if high.op == "die":
        most = "as many steps as an unused die shows"
        return most if low == high else f"at most {most}" if low.value == 1 else f"{number(say, low)} to {most}"
    if low == high:
        if low.op == "amount":
            return f"as many steps as {plural(say.nouns.piece)} go"
        if low.op != "number":
            return f"as many steps as {number(say, low)}"
        return "one step" if low.value == 1 else f"{number(say, low)} steps"
    if high.value == MAX_DISTANCE:
        return "any number of steps" if low.value == 1 else f"{number(say, low)} or more steps"
    if low.value == 1 and high.op == "amount":
        return f"up to as many steps as {plural(say.nouns.piece)} go"
    if low.value == 1 and high.op != "number":
        return f"up to as many steps as {number(say, high)}"
    return f"{extent(say, low, high)} steps"


def extent(say: Phrases, least: Term | None, most: Term | None) -> str:
    """Between two bounds: `2 or 3`, `2 to 5`, `at least 2`."""
    if least is None or most is None:
        return "".join(
            f"{word} {number(say, term)}" for term, word in ((least, "at least"), (most, "at most")) if term is not None
        )
    close = least.op == most.op == "number" and int(str(most.value)) == int(str(least.value)) + 1
    return f"{number(say, least)} {'or' if close else 'to'} {number(say, most)}"


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
    return (
        f"the size of {say.the(inner)}" if inner.op in {"group", "member"} else f"the number of {counted(say, inner)}"
    )


def counted(say: Phrases, term: Term) -> str:
    """What is counted: of groups and rows the sites in them."""
    if term.op == "join" and not is_kind(term):
        return f"{joined([counted(say, part) for part in term.args])}"
    if term.op == "flatten" and term.args[0].op in {"groups", "rows", "those"}:
        return f"{plural(say.nouns.site)} in {say.list_of(term.args[0], several=True)}"
    return say.all(term).removeprefix("the ") if term.op in {"local", "memory"} else say.all(term)


def _size(say: Phrases, term: Term) -> str:
    of, kind, inner = term.option("of"), term.option("kind"), term.args[0]
    noun = plural(say.nouns.piece if kind is None else say.nouns.kind(int(str(kind.value))))
    if not term.named and inner.op == "owned":
        if any(piece.pile == "mixed" for piece in say.nouns.rules.pieces):  # others may lie under them
            return f"the number of {noun} in {say.of_player(inner.args[0])} piles"
        return f"the number of {say.all(inner)}"
    return f"the number of {noun}{'' if of is None else f' of {say.player(of)}'} on {say.all(inner)}"


def _extreme(say: Phrases, term: Term) -> str:
    inner = term.args[0]
    said = say.list_of(inner, several=True)
    return f"the size of the {term.op} of {said if inner.op == 'local' else f'the {said}'}"


def _arithmetic(say: Phrases, term: Term) -> str:
    if term.op == "minus" and term.args[0].value == 0:
        return f"minus {number(say, term.args[1])}"
    if term.op == "plus" and term.args[1].op == "number" and term.args[1].value == 0:
        return number(say, term.args[0])
    added = _added(term)
    if len(added) > 2:
        return f"the sum of {joined([number(say, part) for part in added])}"
    left, right = (number(say, arg) for arg in term.args)
    clause = left.startswith("the number of") and " that " in left
    return f"{left}{',' if clause else ''} {SIGNS[term.op]} {right}"


def _added(term: Term) -> list[Term]:
    """The operands of `+`, however they are nested."""
    return [part for arg in term.args for part in _added(arg)] if term.op == "plus" else [term]


def _hand(say: Phrases, term: Term) -> str:
    return f"the number of {plural(held(say, term))} in {say.of_player(term.args[0])} hand"


def held(say: Phrases, term: Term) -> str:
    """What a hand is asked for: a kind, where it is told or the hand can hold no other, or any piece."""
    if term.value is not None:
        return say.nouns.kind(int(str(term.value)))
    return say.nouns.only_kind(say.owner_of(term.args[0]), held=True) or say.nouns.piece


def _lost(say: Phrases, term: Term) -> str:
    kind = say.nouns.only_kind(say.owner_of(term.args[0])) or say.nouns.piece
    if say.player(term.args[0]).removeprefix("the ") == plural(kind):
        return f"the number of {plural(kind)} that were captured"
    return f"the number of {say.of_player(term.args[0])} {plural(kind)} that were captured"


def _different(say: Phrases, term: Term) -> str:
    assert isinstance(term.value, Term)  # noqa: S101 - the set of which the operands are the kinds
    return f"the number of different {plural(say.nouns.piece)} among {say.all(term.value)}"


def _sides(say: Phrases, term: Term) -> str:
    assert isinstance(term.value, Term)  # noqa: S101 - the set of which the operands are the parts on each side
    return f"the number of sides of the board that are met by {say.the(term.value)}"


def _repeats(_: Phrases, term: Term) -> str:
    return f"the number of times {repeated(term)} has stood before"


def repeated(term: Term) -> str:
    """What has stood before."""
    return "this arrangement of pieces" if term.value == "sites" else "this position"


def times(term: Term) -> str:
    """How often: `once`, `twice`, `3 times`."""
    return {1: "once", 2: "twice"}.get(int(str(term.value)), f"{term.value} times")


_NUMBERS: Mapping[str, Callable[[Phrases, Term], str]] = {
    "number": _constant,
    "count": _count,
    "size": _size,
    "length": lambda say, term: f"the number of {say.list_of(term.args[0], several=True)}",
    "largest": _extreme,
    "counter": lambda say, term: COUNTERS[str(term.value)].format(what=say.progress),
    "plus": _arithmetic,
    "minus": _arithmetic,
    "times": _arithmetic,
    "remainder": lambda say, term: f"what is left of {number(say, term.args[0])} divided by {term.args[1].value}",
    "hand": _hand,
    "points": lambda say, term: f"the number of {say.of_player(term.args[0])} points",
    "distance": lambda say, term: f"the distance from {say.the(term.args[0])} to {say.the(term.args[1])}",
    "lost": _lost,
    "different": _different,
    "sides": _sides,
    "repeats": _repeats,
    "die": lambda _, __: "the number on the die that is used for it",
    "amount": lambda say, _: f"the number of {plural(say.nouns.piece)} that go",
    "dice": lambda _, __: "the number of dice that are not used yet",
    "pips": lambda _, __: "the sum of the dice that are not used yet",
    "roll": lambda _, __: "the number thrown",
    "by-player": lambda say, term: say.each_player([number(say, part) for part in term.args]),
}


def throw(dice: Dice) -> str:
    """What a throw comes to, or how its dice are used."""
    if not dice.falls:
        results = sorted(result for result, _ in dice.results)
        every = len(results) == max(results) - min(results) + 1
        return (
            f"a throw gives {f'{min(results)} to {max(results)}' if every else joined(list(map(str, results)), 'or')}"
        )
    highest = max(max(fall) for fall in dice.falls)
    text = f"{dice.number} dice of up to {highest}, used one by one" if dice.number > 1 else f"a die of up to {highest}"
    most = max(map(len, dice.falls))
    return f"{text}; equal ones count as {most} dice" if most > dice.number else text
