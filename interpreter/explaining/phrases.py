"""Typed expressions as English: sets as nouns and as predicates, lists, numbers and directions.

The player to move is "you". A phrase says what the expression means, with everything that its author left out.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING

from interpreter.board.directions import BORDERING
from interpreter.explaining.lists import list_of
from interpreter.explaining.members import passing_test
from interpreter.explaining.nouns import Nouns, article, joined, plural, possessive, spoken
from interpreter.explaining.numbers import counted, distance, number
from interpreter.explaining.piles import piled
from interpreter.explaining.predicates import predicate
from interpreter.explaining.sets import any_site, enclosed_owner, is_void, noun_of, parts_of, pieces, surely_held
from interpreter.explaining.ways import away, beside, passing, way
from interpreter.language.names import only_empty
from interpreter.language.terms import Kind, member_word

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from interpreter.language.terms import Term
    from interpreter.machine.rules import Effect

WHOLE = ("word", "local", "memory", "member", "last-to", "sites", "group", "chosen")  # sets that are meant as one
YOURS, THEIRS = "of yours", "enemy"
WORDS = {
    "from": "the {site} it comes from",
    "to": "the {site} it arrives on",
    "at": "the {site} it is taken from",
    "over": "the {sites} in between",
}


def starts_count(effect: Effect) -> bool:
    """Whether a consequence makes a step one from which quiet steps are counted anew, in any case."""
    return effect.action == "reset" and effect.condition is None


def _of_any_kind(term: Term) -> Term | None:
    """Groups of one kind, of another and so on, alike in all else, as groups of any of the kinds."""
    inner = [part.args[0] if part.op == "flatten" else part for part in term.args]
    if any(part.op != "groups" or part.args[0].op != "piece" or part.named != inner[0].named for part in inner):
        return None
    kinds = replace(term, args=tuple(part.args[0] for part in inner), kind=Kind.SITES, span=None)
    found = replace(inner[0], args=(kinds,))
    return replace(term.args[0], args=(found,)) if term.args[0].op == "flatten" else found


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
                return self.nouns.player(int(str(term.value)))
            case "it":
                return "the player"
            case "next":
                return "the next player"
            case _:
                return self.quoted(term)

    def owner_of(self, term: Term) -> int | None:
        """The number of a player who is called by name."""
        return int(str(term.value)) if term.op == "player" else None

    def of_player(self, term: Term) -> str:
        """Whose something is, before a noun."""
        return {"me": "your", "it": "the player's"}.get(term.op) or possessive(self.player(term))

    # --- sets of sites as nouns

    def one(self, term: Term) -> str:
        """One member of a set: "an enemy stone", "an empty point that touches your stones"."""
        return self._noun(term, several=False)

    def all(self, term: Term) -> str:
        """Several members of a set: "your stones", "empty points"."""
        return self._noun(term, several=True)

    def the(self, term: Term) -> str:
        """The whole set, as a subject."""
        if term.kind is Kind.SITE or term.op in WHOLE:
            return self._noun(term, several=True)
        kinds = [part for part in parts_of(term) if part.op == "piece"]
        if kinds and self.nouns.unique(int(str(kinds[0].value))):
            return self.one(term)
        return f"all {self.all(term)}" if not self.all(term).startswith(("all ", "the ")) else self.all(term)

    def only_piece(self, term: Term) -> tuple[str, list[Term]]:
        """The piece that is the only one of its kind, where a set asks for it, and what else it asks; else ""."""
        parts = parts_of(term)
        kind = next((part for part in parts if part.op == "piece"), None)
        if kind is None or not self.nouns.unique(int(str(kind.value))):
            return "", []
        owner = next((part for part in parts if part.op == "owned"), None)
        rest = [part for part in parts if part is not owner and part is not kind]
        if owner is None:
            owner = next((found for part in parts if (found := enclosed_owner(part)) is not None), None)
        return pieces(self, owner, kind, several=False), rest

    def _noun(self, term: Term, *, several: bool) -> str:
        special = self._special(term, several=several)
        return noun_of(self, term, several=several) if special is None else special

    def _special(self, term: Term, *, several: bool) -> str | None:
        """A noun that is made in a way of its own."""
        if term.op == "chosen" and not several and max(map(int.bit_count, term.value)) > 1:  # type: ignore[call-overload]
            whole = self._chosen(term)
            return f"one of {whole}" if whole.endswith("s") else f"{article(self.nouns.site)} of {whole}"
        if not several and term.op == "local" and term.kind is Kind.SITES:
            return article(self.marked(term, several=False))
        if term.op == "piles":
            return piled(self, term, several=several)
        if term.op == "those":
            return passing_test(self, term, several=several)
        if any_site(self, term):
            return f"all {plural(self.nouns.site)}" if several else f"any {self.nouns.site}"
        make = self._makers.get(term.op)
        if make is not None:
            return make(term)
        if term.op == "join":
            if all(part.op == "piece" for part in term.args):
                return None
            if (single := _of_any_kind(term)) is not None:
                return self._noun(single, several=several)
            kept = [part for part in term.args if not is_void(part)] or list(term.args)
            each = self._every if several else self.one
            return joined([each(part) for part in kept], "and" if several else "or")
        if term.op == "sites":
            region = self.nouns.region(term, "and" if several else "or")
            if region is None:
                return None if term.value else f"no {self.nouns.site}"
            if region[1]:
                return f"all {plural(self.nouns.site)} but {region[0]}"
            return region[0]
        if term.op == "by-player":
            each = self.all if several else self.one
            return self.each_player([each(part) for part in term.args])
        return None

    def _every(self, term: Term) -> str:
        """The same of a part of a set, which may be the sites of all groups of a list."""
        listed = term.op == "flatten" and term.args[0].op in {"groups", "rows"}
        return f"all {self.list_of(term.args[0], several=True)}" if listed else self.all(term)

    @cached_property
    def _makers(self) -> Mapping[str, Callable[[Term], str]]:
        return {
            "word": lambda term: self._word(str(term.value)),
            "member": lambda term: self._word(member_word(int(str(term.value)))),
            "local": self._local,
            "memory": self._memory,
            "last-to": lambda _: f"the {self.nouns.site} where the latest step ended",
            "group": self._group,
            "flatten": self._flattened,
            "only": lambda term: self.all(term.args[0]),
            "chosen": self._chosen,
            "attacks": lambda term: f"{plural(self.nouns.site)} attacked by {self.player(term.args[0])}",
            "reach": lambda term: f"{plural(self.nouns.site)} {away(self, term)}",
            "entering": lambda term: f"{plural(self.nouns.site)} reached from outside the board {passing(self, term)}",
            "leaving": lambda term: (
                f"{plural(self.nouns.site)} from which a piece goes off the board {passing(self, term)}"
            ),
            "near": lambda term: beside(self, term),
            "unmoved": lambda _: f"{plural(self.nouns.piece)} that have not moved yet",
        }

    def _local(self, term: Term) -> str:
        if term.kind is Kind.SITES:
            return f"the {self.marked(term, several=True)}"
        name = f'"{spoken(str(term.value).removesuffix("?"))}"'
        if term.kind in {Kind.LIST, Kind.NUMBER}:
            return name
        return f"the {name} {self.nouns.site}" if term.kind is Kind.SITE else f"the {name}"

    def marked(self, term: Term, *, several: bool) -> str:
        """The sites of a set that a word of its own names, without an article: `"prey" squares`."""
        return f'"{spoken(str(term.value))}" {plural(self.nouns.site) if several else self.nouns.site}'

    def _flattened(self, term: Term) -> str:
        found = self.list_of(term.args[0])
        return f"everything in {found}" if term.args[0].op == "local" else found

    def _word(self, word: str) -> str:
        text = (self.words or {}).get(word) or WORDS.get(word, "it")
        piece = self.nouns.only_kind() or self.nouns.piece
        return text.format(site=self.nouns.site, sites=plural(self.nouns.site), piece=piece)

    def _memory(self, term: Term) -> str:
        if term.kind in {Kind.SITE, Kind.SITES}:
            site = self.nouns.site if term.kind is Kind.SITE else plural(self.nouns.site)
            return f'the {site} remembered as "{self.memory(term)}"'
        return f'the remembered "{self.memory(term)}"'

    def memory(self, term: Term) -> str:
        """The name under which something is remembered."""
        return spoken(self.nouns.rules.memory[int(str(term.value))].name)

    def _chosen(self, term: Term) -> str:
        text = term.span.text.partition("(")[0] if term.span else "region"
        return f"{self.of_player(term.args[0])} {spoken(text)}"

    def _group(self, term: Term) -> str:
        inside, seed = term.option("of"), term.args[0]
        begun = seed.args[0] if seed.op == "only" else seed
        if inside is not None and inside.op == "join" and begun in inside.args:  # what it begins from is told anyway
            rest = tuple(part for part in inside.args if part != begun)
            inside = replace(inside, args=rest) if len(rest) > 1 else rest[0]
        of = "" if inside is None or inside.op == "occupied" else f" of {self.all(inside)}"
        return f"the group{of} with {self.the(seed)}"

    def some(self, term: Term) -> str:
        """Members of a set behind a number: `3 of your men`, `3 enemy men`, `3 squares in rows of men`."""
        found = counted(self, term)
        definite = found.startswith(("your ", "the ")) or "'s " in found.partition(" that ")[0]
        return f"of {found}" if definite else found

    def predicate(
        self, term: Term, *, several: bool = False, negative: bool = False, known: tuple[Term, ...] = ()
    ) -> str:
        """What is said of a site that lies in the set, or with `negative` that does not: "is empty".

        `known` are parts of a set in which the site is known to lie.
        """
        return predicate(self, term, several=several, negative=negative, known=known)

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

    @cached_property
    def progress(self) -> str:
        """What a count of quiet steps counts from, as far as the game has it: a placement or a capture."""
        moves = self.nouns.rules.moves
        takes = any(effect.action == "capture" for effect in self.nouns.rules.effects()) or any(
            move.verb == "remove" or not only_empty(move.target) or move.onto is not None for move in moves
        )
        found = ["a placement"] if any(move.verb == "place" for move in moves) else []
        found += ["a capture"] if takes else []
        found += [
            f'"{spoken(move.name)}"'
            for move in moves
            if any(map(starts_count, move.effects)) and not (move.target is not None and surely_held(move.target))
        ]
        return joined(found or ["a placement or a capture"], "or")

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
        return way(self, term)

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
