"""Pieces that lie on one another, in English: what a pile holds, how much of it goes, and what becomes of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.board.board import everything
from interpreter.explaining.lists import sizes
from interpreter.explaining.nouns import article, plural
from interpreter.explaining.numbers import extent
from interpreter.language.calls import MAX_DISTANCE
from interpreter.language.terms import Kind

if TYPE_CHECKING:
    from interpreter.explaining.phrases import Phrases
    from interpreter.language.terms import Term
    from interpreter.machine.rules import Effect, Rules


def holding(say: Phrases, term: Term) -> str:
    """What a pile of `piles(...)` holds: `at least 3 pieces`, `a dvonn`, `no piece of your opponent`."""
    of, kind = term.option("of"), term.option("kind")
    noun = say.nouns.piece if kind is None else say.nouns.kind(int(str(kind.value)))
    whose = "" if of is None else f" of {say.player(of)}"
    bounds = {name: bound.value for name, bound in term.named if name in {"size", "min", "max"}}
    if (of or kind) and bounds == {"min": 1}:
        return f"{article(noun)}{whose}"
    if bounds in ({"size": 0}, {"max": 0}):
        return f"no {noun}{whose}"
    if bounds == {"size": 1}:
        return f"exactly one {noun}{whose}"
    many = plural(noun)
    if len(bounds) == 1 and (bound := term.option(next(iter(bounds)))) is not None and bound.op != "number":
        compared = {"size": f"as many {many}", "min": f"at least as many {many}", "max": f"no more {many}"}
        (name,) = bounds
        return f"{compared[name]}{whose} {'than' if name == 'max' else 'as'} {say.number(bound)}"
    return f"{sizes(say, term, 'size')[1:]} {many}{whose}"


def anywhere(say: Phrases, held: Term) -> bool:
    """Whether the piles of a set are those of the whole board."""
    return held.op == "occupied" or (held.op == "sites" and held.value == everything(say.nouns.rules.board))


def piled(say: Phrases, term: Term, *, several: bool) -> str:
    """The sites that `piles(...)` gives, or one of them."""
    held, site = term.args[0], say.nouns.site
    if held.op in {"owned", "piece"} and not {"of", "kind"} & dict(term.named).keys():
        whose = " of" if held.op == "owned" and held.args[0].op == "me" else ""
        return f"{plural(site) if several else article(site)} with{sizes(say, term, 'size')}{whose} {say.all(held)}"
    if anywhere(say, held):  # as what lies there tells
        return f"{plural(site) if several else article(site)} with {holding(say, term)}"
    return f"{say.all(held) if several else say.one(held)} with {holding(say, term)}"


def share(say: Phrases, amount: Term | None) -> str:
    """How much of a pile goes along with its uppermost piece, behind a noun for that piece."""
    if amount is None:
        return ""
    pieces = plural(say.nouns.piece)
    if amount.op == "range":
        low, high = amount.args
        limited = high.value != MAX_DISTANCE
        if low.value == 1 and not limited:
            return " and as many of those under it as you like"
        return f" and those under it, {extent(say, low, high if limited else None)} {pieces} in all as you choose"
    if amount.value == 1:
        return ", but none of those under it"
    many = f"{say.number(amount)} {pieces} in all" if amount.op == "number" else f"in all {say.number(amount)}"
    return f" and those under it, {many}"


def taken(say: Phrases, effect: Effect, sites: str) -> tuple[str, bool]:
    """What a consequence takes of the piles on some sites, and whether that is spoken of as one thing."""
    on, piece = "what stands on ", say.nouns.piece
    site = effect.sites is not None and effect.sites.kind is Kind.SITE
    where = f"on {sites.removeprefix(on)}" if site or sites.startswith(on) else f"of the piles of {sites}"
    if effect.beneath is not None:
        above = "uppermost one" if effect.beneath.value == 1 else f"{say.number(effect.beneath)} uppermost"
        where = f"beneath the {above} {where}"
    whose = "the" if effect.of is None else say.of_player(effect.of)
    if effect.amount is None:
        return f"{whose} {plural(piece)} {where}", False
    if effect.amount.value == 1:
        return f"{whose} uppermost {piece} {where}", True
    return f"{whose} uppermost {plural(piece)} {where}, in number {say.number(effect.amount)},", False


def landing(rules: Rules, into: str, *, surely: bool) -> str:
    """What becomes of what stands where a piece arrives, and where it goes; `surely` says that something does."""
    how, anything = {piece.pile for piece in rules.pieces}, "" if surely else ", if anything,"
    if how == {""}:
        return f"What stands where it arrives{anything} is captured{into}."
    if how == {"mixed"}:
        return f"It lies down on what stands where it arrives{anything.removesuffix(',')}."
    return f"Where it arrives it lies down on pieces of its sort, and what else stands there is captured{into}."
