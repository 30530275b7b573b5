"""Lists of rows, groups and runs as English nouns."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from interpreter.explaining.members import passing_test
from interpreter.explaining.nouns import joined
from interpreter.explaining.numbers import extent
from interpreter.language.terms import Kind

if TYPE_CHECKING:
    from interpreter.explaining.phrases import Phrases
    from interpreter.language.terms import Term

SIZES = ("length", "min", "max")
FILTERS = {
    "through": " through {}",
    "touching": " touching {}",
    "clear-of": " that {} no {}",
    "inside": " that {} wholly among {}",
}
VERBS = {"clear-of": ("touches", "touch"), "inside": ("lies", "lie")}


def list_of(say: Phrases, term: Term, *, several: bool) -> str:
    """A member of a list, or all of them."""
    if term.op == "by-player":
        return say.each_player([list_of(say, part, several=several) for part in term.args])
    if term.op == "between":
        return _between(say, term, several=several)
    if term.op == "those":
        return passing_test(say, term, several=several)
    if term.op not in {"rows", "groups"}:
        return say.special(term) or f"`{say.quoted(term)}`"
    noun = term.op if several else f"a {term.op[:-1]}"
    size = sizes(say, term) or (" two or more" if term.op == "rows" and not several else "")
    of = f"{size} {say.some(term.args[0])}" if size else f" {say.all(term.args[0])}"
    return f"{noun} of{of}{_filters(say, term, several=several)}"


def sizes(say: Phrases, term: Term, exact: str = "length") -> str:
    """How many sites or pieces: ` at least 3`."""
    found = term.option(exact)
    if found is not None:
        return f" exactly {say.number(found)}"
    told = extent(say, term.option("min"), term.option("max"))
    return f" {told}" if told else ""


def _filters(say: Phrases, term: Term, *, several: bool = False) -> str:
    along = term.option("along")
    text = say.aside(along, usual=say.nouns.rules.board.classes["any"] if term.op != "groups" else None)
    for key, words in FILTERS.items():
        found = term.option(key)
        if found is None:
            continue
        if key == "inside" and found.op == "complement":
            text += f" that {'hold' if several else 'holds'} no {say.one(found.args[0]).partition(' ')[2]}"
            continue
        if key == "inside" and (region := _outside(say, found)):
            text += f" that {'hold' if several else 'holds'} no {region}"
            continue
        whole = found.kind is Kind.SITE or found.op in {"word", "local", "memory", "last-to", "member"}
        said = (
            say.all(found).removeprefix("the ")
            if key == "clear-of"
            else say.all(found)
            if key in VERBS
            else say.the(found)
            if whole
            else say.one(found)
        )
        text += words.format(*([VERBS[key][several]] if key in VERBS else []), said)
    including = term.option("including")
    if including is not None:
        text += f" that {'hold' if several else 'holds'} {joined([say.one(part) for part in including.args])}"
    return text


def _outside(say: Phrases, term: Term) -> str:
    """What a constant set leaves out, where that has a name: `edge cell`."""
    region = say.nouns.region(term) if term.op == "sites" else None
    return region[0].partition(" ")[2] if region is not None and region[1] else ""


def _between(say: Phrases, term: Term, *, several: bool) -> str:
    inside, length = term.option("of"), term.option("length")
    assert inside is not None  # noqa: S101 - the checker asks for it
    start, end = (
        say.the(arg) if arg.kind is Kind.SITE or arg.op in {"word", "member"} else say.one(arg) for arg in term.args
    )
    ends = f"{start} and {end}" if start != end else f"two {say.all(term.args[0])}"
    if length is not None and length.value == 1:
        line = say.all(inside) if several else say.one(inside)
    else:
        line = f"{'lines' if several else 'a line'} of{sizes(say, term)} {say.all(inside).removeprefix('the ')}"
    rest = tuple((name, value) for name, value in term.named if name not in {*SIZES, "along"})
    way = say.aside(term.option("along"), usual=say.nouns.rules.board.classes["any"])
    return f"{line} enclosed between {ends}{way}{_filters(say, replace(term, named=rest), several=several)}"
