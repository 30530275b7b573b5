"""Typed expressions as English: sets as nouns and as predicates, lists, numbers and directions.

The player to move is "you". A phrase says what the expression means, with everything that its author left out.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from interpreter.board.compass import HEXAGONAL_ANGLES, SQUARE_ANGLES
from interpreter.board.directions import BORDERING
from interpreter.explaining.lists import list_of, sizes
from interpreter.explaining.nouns import Nouns, article, joined, plural, spoken
from interpreter.explaining.numbers import distance, number
from interpreter.language.scope import RELATIVE
from interpreter.language.terms import Kind

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from interpreter.language.terms import Term

YOURS, THEIRS = "of yours", "enemy"
COMPASS = {*HEXAGONAL_ANGLES, *SQUARE_ANGLES}
WORDS = {
    "from": "the {site} it comes from",
    "to": "the {site} it arrives on",
    "at": "the {site} it is taken from",
    "over": "the {sites} in between",
}


@dataclass(frozen=True)
class Phrases:
    """The English of one game's expressions. Every method takes a term of the kind its name says.

    `words` are the words of the step in a place (`to`: "the square you moved to"); without, the general ones.
    """

    nouns: Nouns
    words: Mapping[str, str] | None = None

    # --- players

    def player(self, term: Term) -> str:
        """A player as a subject."""
        match term.op:
            case "me":
                return "you"
            case "enemy":
                return "your opponent"
            case "enemies":
                return "the others"
            case "player":
                return self.nouns.owner(int(str(term.value)))
            case "it":
                return "the player"
            case "neighbour":
                return "the next player" if term.value == 1 else "the previous player"
            case _:
                return self.quoted(term)

    def of_player(self, term: Term) -> str:
        """Whose something is, before a noun."""
        return {"me": "your", "it": "the player's"}.get(term.op) or f"{self.player(term)}'s"

    # --- sets of sites as nouns

    def one(self, term: Term) -> str:
        """One member of a set: "an enemy stone", "an empty point that touches your stones"."""
        return self._noun(term, several=False)

    def all(self, term: Term) -> str:
        """Several members of a set: "your stones", "empty points"."""
        return self._noun(term, several=True)

    def the(self, term: Term) -> str:
        """The whole set, as a subject."""
        if term.kind is Kind.SITE or term.op in {"word", "local", "memory", "last-to", "sites", "group", "chosen"}:
            return self._noun(term, several=True)
        kinds = [part for part in _parts(term) if part.op == "piece"]
        if kinds and self.nouns.unique(int(str(kinds[0].value))):
            return self.one(term)
        return f"all {self.all(term)}" if not self.all(term).startswith(("all ", "the ")) else self.all(term)

    def only_piece(self, term: Term) -> tuple[str, list[Term]]:
        """The piece that is the only one of its kind, where a set asks for it, and what else it asks; else ""."""
        parts = _parts(term)
        kind = next((part for part in parts if part.op == "piece"), None)
        if kind is None or not self.nouns.unique(int(str(kind.value))):
            return "", []
        owner = next((part for part in parts if part.op == "owned"), None)
        rest = [part for part in parts if part is not owner and part is not kind]
        return self._pieces(owner, kind, several=False), rest

    def _noun(self, term: Term, *, several: bool) -> str:
        special = self._special(term, several=several)
        if special is not None:
            return special
        parts = _parts(term)
        owner = next((part for part in parts if part.op == "owned"), None)
        kind = next((part for part in parts if _is_kind(part)), None)
        words = next((part for part in parts if part.op == "join" and all(arg.op == "word" for arg in part.args)), None)
        if words is not None:
            others = [part for part in parts if part is not words]
            said = " and ".join(self.predicate(part, several=True) for part in others)
            return f"those of {self.all(words)} that {said}" if others else self.all(words)
        single = next((part for part in parts if part.op == "word" and part.kind is Kind.SITE), None)
        if single is not None and len(parts) > 1:  # a site that must fit: the site itself is what is meant
            return self._fitting(single, owner, kind, [part for part in parts if part is not single])
        rest = [part for part in parts if part is not owner and part is not kind]
        strange = next((part for part in rest if _is_not_owned(part)), None)
        if owner is None and strange is not None and any(part.op == "occupied" for part in rest):
            rest = [part for part in rest if part is not strange and part.op != "occupied"]
            head = self._strange(strange, kind, several=several)
        elif owner is not None or kind is not None:
            head = self._pieces(owner, kind, several=several)
        else:
            adjective = next((part for part in rest if part.op in {"empty", "occupied"}), None)
            rest = [part for part in rest if part is not adjective]
            noun = f"{adjective.op} {self.nouns.site}" if adjective is not None else self.nouns.site
            head = plural(noun) if several else article(noun)
        if not rest:
            return head
        without = [part.args[0] for part in rest if part.op == "complement" and _is_kind(part.args[0])]
        if without and (owner is not None or kind is not None):
            rest = [part for part in rest if part.op != "complement" or part.args[0] not in without]
            head += f" other than {joined([self._pieces(None, part, several=True) for part in without], 'or')}"
        regions = [part for part in rest if part.op == "sites" and self._place(part)]
        clauses = [self.predicate(part, several=several) for part in rest if part not in regions]
        if regions:
            head += " " + " and ".join(self._place(part) for part in regions)
        return f"{head} that {' and '.join(clauses)}" if clauses else head

    def _strange(self, term: Term, kind: Term | None, *, several: bool) -> str:
        """Pieces that do not belong to a player."""
        noun = self._pieces(None, kind, several=several)
        whose = self.player(term.args[0].args[0])
        return f"{noun} that {'do' if several else 'does'} not belong to {whose}"

    def _fitting(self, site: Term, owner: Term | None, kind: Term | None, parts: list[Term]) -> str:
        mine = owner is not None and owner.args[0].op == "me"
        if mine and kind is None and str(site.value) == "to":
            rest = [part for part in parts if part is not owner]
            head = f"the {self.nouns.piece} that arrives"
            return f"{head}, if it {' and '.join(map(self.predicate, rest))}" if rest else head
        return f"{self.one(site)}, if it {' and '.join(map(self.predicate, parts))}"

    def _place(self, term: Term) -> str:
        """`on a corner`, where a piece or site lies."""
        region = self.nouns.region(term)
        if region is None:
            return ""
        return f"{'not ' if region[1] else ''}on {region[0]}"

    def _special(self, term: Term, *, several: bool) -> str | None:
        """A noun that is made in a way of its own."""
        if term.op == "chosen" and not several and max(map(int.bit_count, term.value)) > 1:  # type: ignore[call-overload]
            return f"one of {self._chosen(term)}"
        make = self._makers.get(term.op)
        if make is not None:
            return make(term)
        if term.op == "join":
            if all(part.op == "piece" for part in term.args):
                return None
            each = self.all if several else self.one
            kept = [part for part in term.args if not is_void(part)] or list(term.args)
            return joined([each(part) for part in kept], "and" if several else "or")
        if term.op == "sites":
            region = self.nouns.region(term)
            if region is None:
                return None if term.value else f"no {self.nouns.site}"
            if region[1]:
                return f"all {plural(self.nouns.site)} but {region[0]}"
            return region[0]
        if term.op == "by-player":
            each = self.all if several else self.one
            return self.each_player([each(part) for part in term.args])
        return None

    @cached_property
    def _makers(self) -> Mapping[str, Callable[[Term], str]]:
        return {
            "word": lambda term: self._word(str(term.value)),
            "local": self._local,
            "memory": self._memory,
            "last-to": lambda _: f"the {self.nouns.site} where the latest step ended",
            "group": self._group,
            "flatten": self._flattened,
            "only": lambda term: self.all(term.args[0]),
            "chosen": self._chosen,
            "attacks": lambda term: f"{plural(self.nouns.site)} attacked by {self.player(term.args[0])}",
            "reach": self._reach,
            "entering": lambda term: self._passing(term, "to which a piece comes onto the board in"),
            "leaving": lambda term: self._passing(term, "from which a piece goes off the board in"),
            "near": self._beside,
            "piles": lambda term: (
                f"{self.all(term.args[0])} with{sizes(self, term, 'size')} {plural(self.nouns.piece)}"
            ),
            "unmoved": lambda _: f"{plural(self.nouns.piece)} that have not moved yet",
        }

    def _piles(self, term: Term) -> str:
        return f"{self.all(term.args[0])} with{sizes(self, term, 'size')} {plural(self.nouns.piece)}"

    @staticmethod
    def _local(term: Term) -> str:
        name = f'"{spoken(str(term.value).removesuffix("?"))}"'
        return name if term.kind is Kind.LIST else f"the {name}"

    def _flattened(self, term: Term) -> str:
        found = self.list_of(term.args[0])
        return f"everything in {found}" if term.args[0].op == "local" else found

    def _word(self, word: str) -> str:
        text = (self.words or {}).get(word) or WORDS[word]
        return text.format(site=self.nouns.site, sites=plural(self.nouns.site))

    def _memory(self, term: Term) -> str:
        return f'the remembered "{spoken(self.nouns.rules.memory[int(str(term.value))].name)}"'

    def _chosen(self, term: Term) -> str:
        text = term.span.text.partition("(")[0] if term.span else "region"
        return f"{self.of_player(term.args[0])} {spoken(text)}"

    def _group(self, term: Term) -> str:
        inside = term.option("of")
        of = "" if inside is None or inside.op == "occupied" else f" of {self.all(inside)}"
        return f"the group{of} with {self.the(term.args[0])}"

    def _reach(self, term: Term) -> str:
        ends, along = term.option("distance"), term.option("along")
        way = f" {self.way(along)}" if along is not None else ""
        return f"{plural(self.nouns.site)} {self.distance(ends)}{way} from {self.the(term.args[0])}"

    def _passing(self, term: Term, how: str) -> str:
        ends, along = term.option("distance"), term.option("along")
        way = f" {self.way(along)}" if along is not None else ""
        return f"{plural(self.nouns.site)} {how} {self.distance(ends)}{way}"

    def _beside(self, term: Term) -> str:
        whose = self.the(term.args[0]) if term.args[0].kind is Kind.SITE else self.one(term.args[0])
        along = term.option("along")
        if along is not None and self.aside(along):
            return f"{plural(self.nouns.site)} one step {self.way(along)} from {whose}"
        return f"{plural(self.nouns.site)} next to {whose}"

    def some(self, term: Term) -> str:
        """Members of a set behind a number: `3 of your men`, `3 enemy men`."""
        found = self.all(term)
        definite = found.startswith(("your ", "the ")) or "'s " in found.partition(" that ")[0]
        return f"of {found}" if definite else found

    def _pieces(self, owner: Term | None, kind: Term | None, *, several: bool) -> str:
        """Pieces of an owner and of a kind."""
        kinds = [] if kind is None else [int(str(part.value)) for part in (kind.args or (kind,))]
        names = [self.nouns.kind(number) for number in kinds] or [self.nouns.piece]
        known = bool(kinds) and all(self.nouns.has_owner(number) for number in kinds)
        unique = bool(kinds) and all(self.nouns.unique(number) for number in kinds)
        if several:
            names = names if unique else [plural(name) for name in names]
        noun = joined(names, "or")
        who = owner.args[0] if owner is not None else None
        if who is None or (known and who.op != "me"):
            return f"the {noun}" if unique else noun if several else article(noun)
        if who.op == "me":
            return f"your {noun}" if several or unique else f"{article(noun)} of yours"
        if who.op in {"enemy", "enemies"}:
            return f"the enemy {noun}" if unique else f"enemy {noun}" if several else f"an enemy {noun}"
        whose = self.of_player(who)
        if several or unique:
            return f"{whose} {noun}"
        return f"one of {whose} {plural(noun)}"

    # --- sets of sites as predicates

    def predicate(self, term: Term, *, several: bool = False, negative: bool = False) -> str:
        """What is said of a site that lies in the set, or with `negative` that does not: "is empty"."""
        is_, does, has = ("are", "do", "have") if several else ("is", "does", "has")
        no = " not" if negative else ""
        verb = "s" if not several else ""

        def acts(what: str) -> str:
            return f"{does} not {what}" if negative else f"{what}{verb}"

        match term.op:
            case "meet" | "join":
                joint = "and" if (term.op == "meet") is not negative else "or"
                parts = [self.predicate(part, several=several, negative=negative) for part in term.args]
                return joined(parts, joint)
            case "complement":
                return self.predicate(term.args[0], several=several, negative=not negative)
            case "empty" | "occupied":
                other = {"empty": "occupied", "occupied": "empty"}[term.op]
                return f"{is_} {other if negative else term.op}"
            case "owned" | "piece":
                return f"{acts('hold')} {self.one(term)}"
            case "near":
                return self._touches(term, several=several, negative=negative)
            case "flatten":
                return f"{acts('belong')} to {self.list_of(term.args[0])}"
            case "group":
                return f"{acts('belong')} to {self._group(term)}"
            case "attacks":
                return f"{is_}{no} attacked by {self.player(term.args[0])}"
            case "unmoved":
                return f"{has} moved" if negative else f"{has} not moved yet"
            case "sites":
                region = self.nouns.region(term)
                if region is None:
                    return f"{is_}{no} in {self.plain(term)}"
                turned = " not" if negative is not region[1] else ""
                return f"{is_}{turned} on {region[0]}"
            case "chosen":
                return f"{is_}{no} in {self._chosen(term)}"
            case _ if term.op in self._makers:
                return f"{is_}{no} {'among ' if term.kind is Kind.SITES else ''}{self._makers[term.op](term)}"
            case _:
                return f"{is_}{no} in `{self.quoted(term)}`"

    def _touches(self, term: Term, *, several: bool, negative: bool) -> str:
        along = term.option("along")
        inner = self.all(term.args[0]) if negative else self.one(term.args[0])
        if along is not None and self.aside(along):
            is_ = "are" if several else "is"
            return f"{is_}{' not' if negative else ''} one step {self.way(along)} from {inner}"
        if negative:
            return f"{'do' if several else 'does'} not touch {inner}"
        return f"{'touch' if several else 'touches'} {inner}"

    # --- lists, numbers and directions

    def list_of(self, term: Term, *, several: bool = False) -> str:
        """A member of a list of rows or groups, or all of them."""
        return list_of(self, term, several=several)

    def number(self, term: Term) -> str:
        """A number as a noun."""
        return number(self, term)

    def distance(self, term: Term | None) -> str:
        """How far: `one step`, `up to 3 steps`, `any number of steps`."""
        return distance(self, term)

    def special(self, term: Term) -> str:
        """A noun that is made in a way of its own, or nothing."""
        make = self._makers.get(term.op)
        return make(term) if make is not None else ""

    def each_player(self, texts: list[str]) -> str:
        """What holds for one player and for another."""
        if len(set(texts)) == 1:
            return texts[0]
        players = self.nouns.rules.players
        return joined([f"{text} (for {spoken(name)})" for text, name in zip(texts, players, strict=True)], "or")

    def way(self, term: Term) -> str:
        """Directions, as an adverb."""
        match term.op:
            case "directions":
                name = self.nouns.way(tuple(term.value))  # type: ignore[arg-type]
                plain = {"orthogonal": "orthogonally", "diagonal": "diagonally", "any": "in any direction"}
                return plain.get(name, spoken(name) if name in COMPASS or " and " in name else f'"{spoken(name)}"')
            case "heading":
                return "in the same direction"
            case "last-heading":
                return "in the direction of the latest move"
            case "opposite":
                return f"against {self.way(term.args[0])}"
            case "bundle":
                return joined([self.way(part) for part in term.args], "or")
            case "relative":
                text = term.span.text if term.span else "forward"
                plain = {"forward-diagonal": "diagonally forward", "backward-diagonal": "diagonally backward"}
                return plain.get(text, text if text in RELATIVE else f'along the "{spoken(text)}"')
            case "by-player":
                return self.each_player([self.way(part) for part in term.args])
            case _:
                return spoken(self.quoted(term))

    def aside(self, along: Term | None, usual: tuple[int, ...] | None = None) -> str:
        """Directions, where they are not those that anybody would think of."""
        board = self.nouns.rules.board
        known = (usual or board.adjacent, board.classes.get(BORDERING))
        if along is None or (along.op == "directions" and along.value in known):
            return ""
        return f" ({self.way(along)})"

    def plain(self, term: Term) -> str:
        """The author's own words with names written out: `home(red)` is red's home."""
        return spoken(re.sub(r"([\w-]+)\(([\w-]+)\)", r"\2's \1", self.quoted(term)))

    def quoted(self, term: Term) -> str:
        """The author's own words."""
        return " ".join(term.span.text.split()) if term.span else term.op


def _parts(term: Term) -> list[Term]:
    """The operands of `and`, however they are nested."""
    return [part for arg in term.args for part in _parts(arg)] if term.op == "meet" else [term]


def is_void(term: Term) -> bool:
    """Whether a set never has a member, as where an option has made a region empty."""
    match term.op:
        case "sites":
            return not term.value
        case "meet":
            return any(map(is_void, term.args))
        case "join":
            return all(map(is_void, term.args))
        case _:
            return False


def _is_not_owned(term: Term) -> bool:
    return term.op == "complement" and term.args[0].op == "owned"


def _is_kind(term: Term) -> bool:
    return term.op == "piece" or (term.op == "join" and all(part.op == "piece" for part in term.args))
