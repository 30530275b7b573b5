"""Why a condition holds or not, and why a site lies in a set or not: the part that decides, and the sites behind it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from interpreter.board.board import members
from interpreter.explaining.members import calling
from interpreter.explaining.nouns import LISTED, article, joined
from interpreter.language.terms import Kind

if TYPE_CHECKING:
    from interpreter.engine.frame import Frame
    from interpreter.engine.reference import ReferenceEngine
    from interpreter.explaining.conditions import Clauses
    from interpreter.language.terms import Term


@dataclass(frozen=True, slots=True)
class Cause:
    """The part that decides, what is to say about it, and the sites that made it so."""

    text: str
    term: Term
    sites: int = 0


@dataclass(frozen=True)
class Blame:
    """Finds causes in one position, as one frame sees it."""

    engine: ReferenceEngine
    clauses: Clauses
    frame: Frame

    def value(self, term: Term) -> Any:
        """The value of a term here."""
        return self.engine.evaluator.value(term)(self.frame)

    # --- sites and sets

    def membership(self, term: Term, site: int, *, inside: bool) -> Cause:
        """Why a site lies in a set (`inside`), or does not. The caller knows that it is so."""
        match term.op:
            case "meet" | "join":
                parts = [part for part in term.args if bool(self.value(part) >> site & 1) is inside]
                if (term.op == "join") is inside:
                    return self.membership(parts[0], site, inside=inside)
                if (term.op == "meet") is not inside:
                    return self.membership(parts[0], site, inside=inside)
                return _together([self.membership(part, site, inside=inside) for part in parts], term)
            case "complement":
                return replace(self.membership(term.args[0], site, inside=not inside), term=term)
            case "by-player":
                return self.membership(term.args[self.frame.me], site, inside=inside)
            case "owned" | "piece" | "empty" | "occupied":
                return Cause(self.stands(site), term, 1 << site)
            case "near":
                return self._touching(term, site, inside=inside)
            case "those":
                return self._tested(term, site, inside=inside)
            case "flatten" if inside:
                found = next(part for part in self.value(term.args[0]) if part >> site & 1)
                what = self.clauses.phrases.list_of(term.args[0])
                return Cause(f"{self.name(site)} belongs to {what}: {self.names(found)}", term, found)
            case "word" | "local" | "memory" | "last-to" | "reach" | "entering" | "leaving" | "group" | "attacks":
                said = self.clauses.phrases.predicate(term, negative=not inside)
                bits = self.value(term)
                which = "" if inside and bits == 1 << site else f" ({self.names(bits)})"
                return Cause(f"{self.name(site)} {said}{which}", term, bits)
            case "sites" if not self.clauses.phrases.nouns.named(term):
                said = f"is {'' if inside else 'not '}in `{self.clauses.phrases.quoted(term)}`"
                return Cause(f"{self.name(site)} {said}", term, 1 << site)
            case _:
                said = self.clauses.phrases.predicate(term, negative=not inside)
                return Cause(f"{self.name(site)} {said}", term, 1 << site)

    def _tested(self, term: Term, site: int, *, inside: bool) -> Cause:
        """Why a site passes a test, or does not, or is not asked."""
        of, test = term.args
        if not self.value(of) >> site & 1:
            return replace(self.membership(of, site, inside=False), term=term)
        self.frame.members[int(str(term.value))] = 1 << site
        phrases = calling(self.clauses.phrases, term, self.name(site))
        found = replace(self, clauses=replace(self.clauses, phrases=phrases)).truth(test, holds=inside)
        return Cause(found.text, term, found.sites | 1 << site)

    def _touching(self, term: Term, site: int, *, inside: bool) -> Cause:
        inner, along = term.args[0], self.value(term.option("along") or term)
        phrases = self.clauses.phrases
        if not inside:
            return Cause(f"{self.name(site)} {phrases.predicate(term, negative=True)}", term, 1 << site)
        near = self.engine.geometry.near
        beside = [other for other in members(self.value(inner)) if near(1 << other, along) >> site & 1]
        where = joined([self.occupied_by(other) for other in beside[:LISTED]])
        return Cause(f"{self.name(site)} touches {where}", term, sum(1 << other for other in beside))

    # --- conditions

    def truth(self, term: Term, *, holds: bool) -> Cause:
        """Why a condition holds, or does not. The caller knows that it is so."""
        match term.op:
            case "all" | "either":
                parts = [part for part in term.args if bool(self.value(part)) is holds]
                if (term.op == "all") is holds:
                    return _together([self.truth(part, holds=holds) for part in parts], term)
                return self.truth(parts[0], holds=holds)
            case "negate":
                return replace(self.truth(term.args[0], holds=not holds), term=term)
            case "by-player":
                return self.truth(term.args[self.frame.me], holds=holds)
            case "any" if holds:
                return self._found(term, self.value(term.args[0]))
            case "exists" if holds:
                members_ = self.value(term.args[0])
                text = f"there is {self.clauses.phrases.list_of(term.args[0])}"
                shown = "; ".join(self.names(bits) for bits in members_[:LISTED])
                return Cause(f"{text}: {shown}", term, _union(members_))
            case "compare" | "equal":
                return self._compared(term, holds=holds)
            case "within":
                return self._within(term, holds=holds)
            case "connected" if not holds:
                return self._apart(term)
            case _:
                return Cause(self.clause(term, holds=holds), term)

    def clause(self, term: Term, *, holds: bool) -> str:
        """The condition, or its opposite, in words."""
        return self.clauses.clause(term, negative=not holds)

    def _apart(self, term: Term) -> Cause:
        """The parts of a set that is not connected; all but the largest are to blame."""
        groups = self.engine.geometry.groups(self.value(term.args[0]), self.value(term.option("along") or term))
        groups = sorted(groups, key=int.bit_count)
        shown = " / ".join(self.names(bits) for bits in groups)
        return Cause(f"`{self.clauses.phrases.quoted(term)}` fails: {shown}", term, _union(groups[:-1]))

    def _found(self, term: Term, bits: int) -> Cause:
        where = "" if bits.bit_count() > LISTED else f": {self.names(bits)}"
        return Cause(f"{self.clause(term, holds=True)}{where}", term, bits)

    def _compared(self, term: Term, *, holds: bool) -> Cause:
        left, right = term.args
        say = self.clauses.phrases
        if left.op == "lead":
            return self._led(term, holds=holds)
        if left.kind is not Kind.NUMBER:
            return Cause(self._same(term, holds=holds), term, self._sites(left) | self._sites(right))
        shown = [f"{say.number(part)} is {_number(self.value(part))}" for part in term.args if part.op != "number"]
        if not shown:
            return Cause(self.clause(term, holds=holds), term)
        wanted = self.clauses.clause(term)
        text = " and ".join(shown) + ("" if holds else f", and it takes that {wanted}")
        return Cause(text, term, self._sites(left) | self._sites(right))

    def _led(self, term: Term, *, holds: bool) -> Cause:
        """Two lists that are compared, by their sizes."""
        lists = [sorted(self.value(part), key=int.bit_count, reverse=True) for part in term.args[0].args]
        sizes = " against ".join(", ".join(str(bits.bit_count()) for bits in found) or "none" for found in lists)
        return Cause(f"{self.clause(term, holds=holds)}: {sizes}", term, _union(found[0] for found in lists if found))

    def _same(self, term: Term, *, holds: bool) -> str:
        left = term.args[0]
        said = self.clause(term, holds=holds)
        if left.kind in {Kind.SITE, Kind.SITES}:
            return f"{said} ({' / '.join(self.names(self.value(arg)) for arg in term.args)})"
        return said

    def _within(self, term: Term, *, holds: bool) -> Cause:
        inner, outer = (self.value(arg) for arg in term.args)
        if not inner:
            return Cause(f"there is no site in `{self.clauses.phrases.quoted(term.args[0])}`", term)
        if holds:
            return Cause(f"{self.clause(term, holds=True)} ({self.names(inner)})", term, inner)
        stray = inner & ~outer
        site = (stray & -stray).bit_length() - 1
        return Cause(self.membership(term.args[1], site, inside=False).text, term, stray)

    def _sites(self, term: Term) -> int:
        """The sites that a number is counted from, or that a set holds."""
        if term.kind in {Kind.SITE, Kind.SITES}:
            return int(self.value(term))
        if term.op == "count":
            return int(self.value(term.args[0]))
        if term.op == "length":
            return _union(self.value(term.args[0]))
        if term.op == "largest":
            return int(max(self.value(term.args[0]), key=int.bit_count, default=0))
        return 0

    # --- words for what stands where

    def name(self, site: int) -> str:
        """The name of a site."""
        return self.engine.rules.board.sites[site]

    def names(self, bits: int) -> str:
        """The names of sites, in the order of the board."""
        return " ".join(self.name(site) for site in members(bits)) or "none"

    def stands(self, site: int) -> str:
        """`d4 is empty`, `d4 holds your king`."""
        found = self._piece(site)
        return f"{self.name(site)} holds {found}" if found else f"{self.name(site)} is empty"

    def occupied_by(self, site: int) -> str:
        """`your stone on b3`, or the bare site where nothing stands."""
        found = self._piece(site)
        return f"{found} on {self.name(site)}" if found else self.name(site)

    def _piece(self, site: int) -> str:
        state, nouns = self.frame.state, self.clauses.phrases.nouns
        owner = next((number for number, bits in enumerate(state.owned) if bits >> site & 1), None)
        if owner is None:
            return ""
        kind = next((nouns.kind(number) for number, bits in enumerate(state.kinds) if bits >> site & 1), nouns.piece)
        if owner == self.frame.me:
            return f"your {kind}"
        number = next((number for number, bits in enumerate(state.kinds) if bits >> site & 1), -1)
        if number < 0 or not nouns.has_owner(number):
            return f"{nouns.of_owner(owner)} {kind}"
        return f"the {kind}" if nouns.unique(number) else article(kind)


def _together(causes: list[Cause], term: Term) -> Cause:
    texts = list(dict.fromkeys(cause.text for cause in causes))
    return Cause(joined(texts), term, _union([cause.sites for cause in causes]))


def _union(sets: list[int] | Any) -> int:
    bits = 0
    for part in sets:
        bits |= part
    return bits


def _number(value: Any) -> str:
    return str(value) if isinstance(value, int) else f"{float(value):g}"
