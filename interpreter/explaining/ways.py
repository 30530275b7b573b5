"""Directions as English adverbs, and places that lie some way from others."""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.board.compass import HEXAGONAL_ANGLES, SOLID, SQUARE_ANGLES
from interpreter.board.tracks import BACK
from interpreter.explaining.nouns import joined, plural, spoken
from interpreter.explaining.sets import any_site, parts_of
from interpreter.language.names import EMPTY
from interpreter.language.scope import RELATIVE
from interpreter.language.terms import Kind

if TYPE_CHECKING:
    from interpreter.explaining.phrases import Phrases
    from interpreter.language.terms import Term

COMPASS = {*HEXAGONAL_ANGLES, *SQUARE_ANGLES}
NAMED = {*COMPASS, *SOLID}
CLASSES = {
    "orthogonal": "orthogonally",
    "diagonal": "diagonally",
    "triagonal": "triagonally",
    "any": "in any direction",
}
SLANTED = {"forward-diagonal": "diagonally forward", "backward-diagonal": "diagonally backward"}
SINGLE = ("forward", "backward")
BORDER = "-border"
"""How the name of a direction ends that leads from a cell to one of its borders."""


def way(say: Phrases, term: Term) -> str:
    """Directions, as an adverb."""
    match term.op:
        case "directions":
            return _directions(say, tuple(term.value))  # type: ignore[arg-type]
        case "heading":
            return "in the same direction"
        case "last-heading":
            return "in the direction of the latest move"
        case "opposite":
            if term.args[0].op == "heading":
                return "in the opposite direction"
            return f"against {way(say, term.args[0]).removeprefix('along ')}"
        case "bundle":
            return joined([way(say, part) for part in term.args], "or")
        case "relative":
            text = term.span.text if term.span else "forward"
            return SLANTED.get(text, text if text in RELATIVE else f'along the "{spoken(text)}"')
        case "by-player":
            return say.each_player([way(say, part) for part in term.args])
        case _:
            return say.special(term) or spoken(say.quoted(term))


def _directions(say: Phrases, directions: tuple[int, ...]) -> str:
    board = say.nouns.rules.board
    names = [board.directions[number] for number in directions]
    if len(names) == 2 and f"{names[0]}{BACK}" == names[1]:
        return f'along the "{spoken(names[0])}", either way'
    parts = say.nouns.classes(directions)
    name = say.nouns.way(directions)
    if len(parts) > 1 and name != "any":
        return joined([_directions(say, part) for part in parts], "or")
    if name == "any" and board.linked:
        return f"along a {'link' if board.shape == 'graph' else 'line'}"
    if name in CLASSES:
        return CLASSES[name]
    if f"{name}{BACK}" in board.directions:
        return f'along the "{spoken(name)}"'
    if name.endswith(BACK):
        return f'back along the "{spoken(name.removesuffix(BACK))}"'
    return name if name in NAMED else f'"{spoken(name)}"'


def away(say: Phrases, term: Term) -> str:
    """How far and which way a place lies from others: `2 steps north from a man of yours`."""
    along = term.option("along")
    which = f" {way(say, along)}" if along is not None else ""
    through, far = term.option("through"), say.distance(term.option("distance"))
    told = through is not None and not any_site(say, through) and far != "one step"
    over = f", over {say.all(through)} only," if through is not None and told else ""
    return f"{far}{which}{over} {_from(which)} {_whose(say, term.args[0])}"


def _from(way_told: str) -> str:
    """`north of a square`, but `up from it` and `orthogonally from it`."""
    return "of" if way_told.rpartition(" ")[2] in COMPASS else "from"


def in_a_run(term: Term, known: tuple[Term, ...]) -> bool:
    """Whether a place is reached over nothing but what it is itself."""
    through = term.option("through")
    return through is not None and through != EMPTY and bool(known) and set(parts_of(through)) <= set(known)


def passing(say: Phrases, term: Term) -> str:
    """Which way, and in how many steps, a piece comes onto the board or goes off it."""
    along = term.option("along")
    which = f"{way(say, along)} " if along is not None else ""
    return f"{which}in {say.distance(term.option('distance'))}"


def beside(say: Phrases, term: Term) -> str:
    """The sites next to others as a noun: `cells next to the king`, `the square one step forward from that square`."""
    chain = _chain(say, term)
    if len(chain) > 1:
        return f"{plural(say.nouns.site)} {_by_going(say, chain)}"
    whose, along = _whose(say, term.args[0]), term.option("along")
    if along is None or not say.aside(along):
        return f"{plural(say.nouns.site)} next to {whose}"
    single = term.args[0].kind is Kind.SITE and _one_way(along)
    noun = f"the {say.nouns.site}" if single else plural(say.nouns.site)
    which = way(say, along)
    return f"{noun} one step {which} {_from(which)} {whose}"


def _one_way(along: Term) -> bool:
    """Whether directions are a single one, in which one site at most lies one step from another."""
    if along.op == "opposite":
        return _one_way(along.args[0])
    if along.op == "directions":
        return len(along.value) == 1  # type: ignore[arg-type]
    return along.span is not None and along.span.text in SINGLE


def beside_predicate(say: Phrases, term: Term, *, several: bool) -> str:
    """How a site lies beside others in certain directions: `one step north of an occupied square`."""
    chain, along = _chain(say, term), term.option("along")
    if len(chain) > 1:
        return _by_going(say, chain)
    which = way(say, along) if along is not None else ""
    inner = say.all(term.args[0]) if several else say.one(term.args[0])
    return f"one step {which} {_from(which)} {inner}"


def _chain(say: Phrases, term: Term) -> list[Term]:
    """Steps in certain directions that are taken one after the other, the first of them first."""
    along = term.option("along")
    if term.op != "near" or along is None or not say.aside(along):
        return []
    return [*_chain(say, term.args[0]), term]


def _by_going(say: Phrases, chain: list[Term]) -> str:
    going = ", then ".join(_going(say, part) for part in chain)
    return f"reached from {_whose(say, chain[0].args[0])} by going {going}"


def _going(say: Phrases, term: Term) -> str:
    """A step as what one does: `one step north`, `to its north border`, `to the cell whose north border it is`."""
    along = term.option("along")
    assert along is not None  # noqa: S101 - a chain has such steps only
    names = [say.nouns.rules.board.directions[way] for way in along.value] if along.op == "directions" else []  # type: ignore[attr-defined]
    side = names[0].removesuffix(BACK).removesuffix(BORDER) if len(names) == 1 else ""
    if side not in COMPASS or names[0] not in {f"{side}{BORDER}", f"{side}{BORDER}{BACK}"}:
        return f"one step {way(say, along)}"
    return f"to the cell whose {side} border it is" if names[0].endswith(BACK) else f"to its {side} border"


def _whose(say: Phrases, term: Term) -> str:
    whole = term.kind is Kind.SITE or term.op in {"word", "local", "memory", "member"}
    return say.the(term) if whole else say.one(term)
