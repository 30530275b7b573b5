"""Sets of sites as what is said of a site: "is empty", "touches an enemy stone", "does not hold a man of yours"."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from interpreter.explaining.lists import sizes
from interpreter.explaining.members import passing_test
from interpreter.explaining.nouns import joined
from interpreter.explaining.piles import anywhere, holding, piled
from interpreter.explaining.ways import away, beside_predicate, in_a_run, passing
from interpreter.language.terms import Kind

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from interpreter.explaining.phrases import Phrases
    from interpreter.language.terms import Term


PIECES = ("owned", "piece")


def predicate(say: Phrases, term: Term, *, several: bool, negative: bool, known: tuple[Term, ...] = ()) -> str:
    """What is said of a site that lies in the set, or with `negative` that does not.

    `known` are parts of a set in which the site is known to lie; they are not said again.
    """
    match term.op:
        case "meet" | "join":
            return _several(say, term, several=several, negative=negative, known=known)
        case "complement":
            return predicate(say, term.args[0], several=several, negative=not negative, known=known)
        case _:
            verbs = Verbs(several, negative)
            make = _TABLE.get(term.op)
            if make is not None:
                return make(say, term, verbs)
            if term.op == "flatten":
                return _belongs(say, term, verbs, known)
            if term.op == "reach":
                return _reached(say, term, verbs, known)
            noun = say.special(term)
            single = noun.startswith(f"the {say.nouns.site} ")
            among = "" if term.kind is not Kind.SITES else "on " if single else "among "
            return f"{verbs.be} {among}{noun}" if noun else f"{verbs.be} in `{say.quoted(term)}`"


@dataclass(frozen=True)
class Verbs:
    """The verbs of a sentence: of one site or `several`, and what they deny."""

    several: bool
    negative: bool

    @property
    def be(self) -> str:
        """`is`, `are`, `is not`, `are not`."""
        return f"{'are' if self.several else 'is'}{' not' if self.negative else ''}"

    def act(self, verb: str, ending: str = "s") -> str:
        """`touches`, `touch`, `does not touch`, `do not touch`."""
        if self.negative:
            return f"{'do' if self.several else 'does'} not {verb}"
        return verb if self.several else f"{verb}{ending}"


def _several(say: Phrases, term: Term, *, several: bool, negative: bool, known: tuple[Term, ...]) -> str:
    verbs = Verbs(several, negative)
    if negative and _holds(term):
        return f"{verbs.act('hold')} {say.one(term)}"  # not both at once, and not: neither of them
    if term.op == "meet" and not negative and _is_bare(say, term):
        return f"{verbs.be} {say.one(term)}"
    joint = "and" if (term.op == "meet") is not negative else "or"
    found = list(_operands(term, joint, negative=negative))
    if joint == "and" and any(part.op == "empty" for part in known):  # where nothing stands, it need not be told
        found = [(part, no) for part, no in found if not (no and (part.op in PIECES or _holds(part)))] or found
    parts = [predicate(say, part, several=several, negative=no, known=known) for part, no in found]
    nested = any(part.op in {"meet", "join"} and not (no and _holds(part)) for part, no in found)
    return f", {joint} ".join(parts) if nested else joined(parts, joint)


def _is_bare(say: Phrases, term: Term) -> bool:
    """Whether a set is an empty place that has a name: an empty corner."""
    named = [part for part in term.args if part.op == "sites" and say.nouns.adjectival(part)]
    return len(named) == 1 and all(part in named or part.op in {"empty", "occupied"} for part in term.args)


def _operands(term: Term, joint: str, *, negative: bool) -> Iterator[tuple[Term, bool]]:
    """What is joined by one joint, however it is nested, and whether each is denied."""
    if term.op == "complement":
        yield from _operands(term.args[0], joint, negative=not negative)
    elif (
        term.op in {"meet", "join"}
        and not (negative and _holds(term))
        and joint == ("and" if (term.op == "meet") is not negative else "or")
    ):
        for part in term.args:
            yield from _operands(part, joint, negative=negative)
    else:
        yield term, negative


def _holds(term: Term) -> bool:
    """Whether a set asks for a piece and something more."""
    return term.op == "meet" and any(part.op in PIECES for part in term.args)


def _belongs(say: Phrases, term: Term, verbs: Verbs, known: tuple[Term, ...]) -> str:
    inner = term.args[0]
    length = inner.option("length") if inner.op == "between" else None
    if length is not None and length.value == 1:
        line = say.list_of(inner)
        what, _, where = line.partition(" enclosed ")
        inside = inner.option("of")
        return f"{verbs.be} enclosed {where}" if inside in known else f"{verbs.be} {what} enclosed {where}"
    return f"{verbs.act('belong')} to {say.list_of(inner)}"


def _reached(say: Phrases, term: Term, verbs: Verbs, known: tuple[Term, ...]) -> str:
    along = term.option("along")
    if in_a_run(term, known) and along is not None:
        return f"{verbs.act('follow')} without a gap {say.way(along)} from {say.the(term.args[0])}"
    return f"{verbs.be} {away(say, term)}"


def _remembered(say: Phrases, term: Term) -> str:
    name = say.memory(term)
    return f'remembered as "{name}"' if term.kind is Kind.SITES else f'the remembered "{name}"'


def _piled(say: Phrases, term: Term, verbs: Verbs) -> str:
    bounds = dict(term.named)
    if verbs.negative and bounds.keys() == {"min"} and bounds["min"].op == "number" and term.args[0].op in PIECES:
        least = int(str(bounds["min"].value))
        return f"{Verbs(verbs.several, negative=False).act('hold')} fewer than {least} {say.all(term.args[0])}"
    if term.option("of") or term.option("kind") or anywhere(say, term.args[0]):
        return f"{verbs.act('hold')} {holding(say, term)}"
    if term.args[0].op in {"owned", "piece"}:
        held, size = say.all(term.args[0]), sizes(say, term, "size")
        told = all(bound.op == "number" for _, bound in term.named)
        return f"{verbs.act('hold')}{size} {held}" if told else f"{verbs.act('hold')} {held},{size}"
    return f"{verbs.be} {'among' if verbs.several else 'one of'} {piled(say, term, several=True)}"


def _stands(say: Phrases, term: Term, verbs: Verbs) -> str:
    return f"{verbs.act('hold')} {say.one(term)}"


def _touches(say: Phrases, term: Term, verbs: Verbs) -> str:
    along = term.option("along")
    inner = say.all(term.args[0]) if verbs.negative else say.one(term.args[0])
    if along is not None and say.aside(along):
        return f"{verbs.be} {beside_predicate(say, term, several=verbs.negative)}"
    return f"{verbs.act('touch', 'es')} {inner}"


def _known_sites(say: Phrases, term: Term, verbs: Verbs) -> str:
    region = say.nouns.region(term, joint="or")
    if region is None:
        return f"{verbs.be} in {say.plain(term)}"
    verbs = Verbs(verbs.several, verbs.negative is not region[1])
    return f"{verbs.be} on {region[0]}"


def _moved(_: Phrases, __: Term, verbs: Verbs) -> str:
    have = "have" if verbs.several else "has"
    return f"{have} moved" if verbs.negative else f"{have} not moved yet"


def _empty(_: Phrases, term: Term, verbs: Verbs) -> str:
    other = {"empty": "occupied", "occupied": "empty"}[term.op]
    return f"{'are' if verbs.several else 'is'} {other if verbs.negative else term.op}"


def _in_member(say: Phrases, term: Term, verbs: Verbs) -> str:
    return f"{verbs.act('belong')} to {say.the(term)}" if term.kind is Kind.SITES else f"{verbs.be} {say.the(term)}"


_TABLE: Mapping[str, Callable[[Phrases, Term, Verbs], str]] = {
    "empty": _empty,
    "occupied": _empty,
    "owned": _stands,
    "piece": _stands,
    "near": _touches,
    "those": lambda say, term, verbs: f"{verbs.be} {passing_test(say, term, several=verbs.several)}",
    "member": _in_member,
    "group": lambda say, term, verbs: f"{verbs.act('belong')} to {say.special(term)}",
    "attacks": lambda say, term, verbs: f"{verbs.be} attacked by {say.player(term.args[0])}",
    "unmoved": _moved,
    "sites": _known_sites,
    "chosen": lambda say, term, verbs: f"{verbs.be} in {say.special(term)}",
    "memory": lambda say, term, verbs: f"{verbs.be} {_remembered(say, term)}",
    "piles": _piled,
    "entering": lambda say, term, verbs: f"{verbs.be} reached from outside the board {passing(say, term)}",
    "leaving": lambda say, term, verbs: f"{verbs.be} where a piece goes off the board {passing(say, term)}",
    "local": lambda say, term, verbs: f"{verbs.be} {'among' if verbs.several else 'one of'} {say.special(term)}",
}
