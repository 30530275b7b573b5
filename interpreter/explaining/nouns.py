"""What things are called in English: the players, the sites, the pieces and the names of a file."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from interpreter.board.board import everything, members

if TYPE_CHECKING:
    from collections.abc import Mapping

    from interpreter.language.terms import Term
    from interpreter.machine.rules import Rules
    from interpreter.play.game import Game

LISTED = 6  # sites that are named one by one; more of them are counted
MANY_LINES = 4  # so many rows or columns are told by the first and the last
EVERYWHERE = {
    "corners": "a corner",
    "edges": "an edge {site}",
    "borders": "a border",
    "faces": "an outer {site}",
    "top": "the top level",
    "bottom": "the bottom level",
    "dark": "a dark {site}",
    "light": "a light {site}",
    "north": "the north side",
    "south": "the south side",
    "east": "the east side",
    "west": "the west side",
    "north-east": "the north-east side",
    "north-west": "the north-west side",
    "south-east": "the south-east side",
    "south-west": "the south-west side",
}
IRREGULAR = {
    "man": "men",
    "knife": "knives",
    "wolf": "wolves",
    "mouse": "mice",
    "goose": "geese",
    "die": "dice",
    "half": "halves",
}


@dataclass(frozen=True)
class Nouns:
    """The nouns of one game.

    `names` are sets of sites by the name that the file or the board gives them, `definitions` those of the file.
    """

    rules: Rules
    names: Mapping[str, int]
    definitions: frozenset[str] = frozenset()

    @cached_property
    def site(self) -> str:
        """What a site of this board is called."""
        board = self.rules.board
        if board.drawn != "cells":
            return "point"
        if board.regions.get("borders"):
            return "place"
        return "square" if board.shape == "rectangle" and not board.levels else "cell"

    @cached_property
    def piece(self) -> str:
        """What any piece is called."""
        names = {piece.name for piece in self.rules.pieces}
        return spoken(names.pop()) if len(names) == 1 else "piece"

    def only_kind(self, owner: int | None = None, *, held: bool = False) -> str:
        """What the pieces of a player, or of any, are called where all are of one kind, on the board or as `held`."""
        rules = self.rules
        kinds = {
            piece.name
            for piece in rules.pieces
            if (owner is None or piece.owner is None or piece.owner == owner or (held and piece.owner == rules.nobody))
            and (piece.hand is not None if held else piece.owner != rules.nobody)
        }
        return spoken(kinds.pop()) if len(kinds) == 1 else ""

    def owner(self, owner: int) -> str:
        """A player by name, or nobody."""
        players = self.rules.players
        return spoken(players[owner]) if owner < len(players) else "nobody"

    def player(self, number: int) -> str:
        """A player in a sentence: `white`, and `the goats` where pieces are called so."""
        name = self.owner(number)
        return f"the {name}" if name in {plural(spoken(piece.name)) for piece in self.rules.pieces} else name

    def of_owner(self, owner: int) -> str:
        """Whose something is, by name."""
        return possessive(self.owner(owner))

    def kind(self, number: int) -> str:
        """What a kind of piece is called."""
        return spoken(self.rules.pieces[number].name)

    def unique(self, kind: int) -> bool:
        """Whether the set-up has one piece of a kind for each owner at most, and no more can come."""
        if self.rules.pieces[kind].hand is not None or any(
            kind in kinds for move in self.rules.moves for kinds in move.pieces
        ):
            return False
        if any(kind in kinds for effect in self.rules.effects() for kinds in effect.pieces):
            return False
        setting = self.rules.setting
        return all((owned & setting.kinds[kind]).bit_count() <= 1 for owned in setting.owned)

    def has_owner(self, kind: int) -> bool:
        """Whether the kind alone says whose the piece is."""
        return self.rules.pieces[kind].owner is not None

    def sites(self, bits: int, joint: str = "and", most: int = LISTED) -> str:
        """The sites of a set: by name where they are at `most` so many, else by what they make up, or counted."""
        board = self.rules.board
        everywhere = " of every level" if board.levels else ""
        for what, lines in (("level", board.levels), ("row", board.ranks), ("column", board.files)):
            within = [name for name, named in lines.items() if named & ~bits == 0 and named.bit_count() > 1]
            if within and sum(lines[name] for name in within) == bits and len(within) < len(lines):
                listed = within if len(within) < MANY_LINES else [f"{within[0]} to {within[-1]}"]
                return f"{what if len(within) == 1 else plural(what)} {joined(listed, joint)}" + (
                    everywhere if what != "level" else ""
                )
        found = [self.called(board.sites[site]) for site in members(bits)]
        if len(found) > LISTED:
            name = next((self.called(name) for name, named in board.regions.items() if named == bits), "")
            if name or (name := self._block(bits, found)) or len(found) > most:
                return name or f"{len(found)} {plural(self.site)}"
        return joined(found, joint) if found else f"no {self.site}"

    def _block(self, bits: int, found: list[str]) -> str:
        """The sites of a rectangle, by two of its corners; nothing where they make none."""
        board = self.rules.board
        if board.shape != "rectangle":
            return ""
        size = 1
        for lines in (board.ranks, board.files, *([board.levels] if board.levels else [])):
            met = [number for number, line in enumerate(lines.values()) if line & bits]
            if not met or met[-1] - met[0] >= len(met):  # beside all lines, or with a gap between
                return ""
            size *= len(met)
        if size != len(found):
            return ""
        return f"the {len(found)} {plural(self.site)} from {found[0]} to {found[-1]}"

    def named(self, term: Term) -> bool:
        """Whether a constant set, or the rest of the board, has a name."""
        if self._own_name(term):
            return True
        bits = int(str(term.value))
        return bool(self._name(bits) or self._name(everything(self.rules.board) & ~bits))

    def _own_name(self, term: Term) -> bool:
        return term.span is not None and term.span.text in self.names

    def adjectival(self, term: Term) -> str:
        """A constant set as a noun without an article: `corner`, `edge square`, `throne`; nothing where it has none."""
        bits = int(str(term.value))
        name = self.called(term.span.text) if term.span is not None and self._own_name(term) else self._name(bits)
        if name.startswith(("a ", "an ")) and " or " not in name:
            return name.partition(" ")[2]
        return name.removeprefix("the ") if name.startswith("the ") and bits.bit_count() == 1 else ""

    def region(self, term: Term, joint: str = "and") -> tuple[str, bool] | None:
        """A constant set: what it is called, and whether it is the rest of the board that is called so.

        The sites of a set that has no name are listed where they are few; of a larger one None is given.
        """
        bits = int(str(term.value))
        rest = everything(self.rules.board) & ~bits
        if self._own_name(term):
            assert term.span is not None  # noqa: S101 - a named set has a place
            return self.called(term.span.text), False
        for named, turned in ((bits, False), (rest, True)):
            name = self._name(named)
            if name:
                return name, turned
        for listed, turned in ((bits, False), (rest, True)):
            if 0 < listed.bit_count() <= LISTED:
                return self.sites(listed, joint), turned
        whole = self.sites(bits, joint)  # rows, columns and rectangles have words
        return None if not bits or whole[0].isdigit() else (whole, False)

    def _name(self, bits: int) -> str:
        """The name of a set, or of the two sets that it is made of; none for the whole board."""
        if bits == everything(self.rules.board):
            return ""
        for name, named in self._called.items():
            if named == bits:
                return name
        for name, named in self._called.items():
            for other, rest in self._called.items():
                if named | rest == bits and named and rest and named != bits:
                    return f"{name} or {other}"
        return ""

    @cached_property
    def _called(self) -> Mapping[str, int]:
        """What sets are called, those named by the file or the board first, then those beside a single site."""
        board = self.rules.board
        found = {self.called(name): bits for name, bits in self.names.items() if name not in board.index}
        for name, bits in list(found.items()):
            if bits.bit_count() == 1:
                site = bits.bit_length() - 1
                beside = {board.steps[way][site] for way in board.adjacent} - {-1}
                found[f"a {self.site} next to {name}"] = sum(1 << other for other in beside)
        return found

    def called(self, name: str) -> str:
        """A named set of sites with its article: `the throne`, `a corner`, `a dark square`."""
        if name in EVERYWHERE:
            return EVERYWHERE[name].format(site=self.site)
        word = len(name) > 2 and name.isalpha()  # and no letters of a row, or of a row and a column
        if name in self.rules.board.index and not word:
            return name
        return f"the {spoken(name)}"

    def way(self, directions: tuple[int, ...]) -> str:
        """What several directions are called together: a class of the board, or their names."""
        board = self.rules.board
        if set(directions) == set(board.classes.get("any", ())):  # among hexagons, all are orthogonal
            return "any"
        return joined([self._class_of(part) or board.directions[part[0]] for part in self.classes(directions)])

    def classes(self, directions: tuple[int, ...]) -> list[tuple[int, ...]]:
        """Directions in parts that have a name each; the largest of these are looked for first."""
        left, found = set(directions), []
        named = [tuple(numbers) for numbers in self.rules.board.classes.values()]
        for numbers in sorted(named, key=len, reverse=True):
            if len(numbers) > 1 and left.issuperset(numbers):
                left.difference_update(numbers)
                found.append(numbers)
        return sorted([*found, *((number,) for number in left)], key=lambda part: directions.index(part[0]))

    def _class_of(self, directions: tuple[int, ...]) -> str:
        wanted, classes = set(directions), self.rules.board.classes
        return next((name for name, numbers in classes.items() if set(numbers) == wanted), "")


def nouns_of(game: Game) -> Nouns:
    """What the things of a game are called."""
    names = {name: region.bits for name, region in game.scope.regions.items() if isinstance(region.bits, int)}
    return Nouns(game.rules, {**names, **game.board.regions}, frozenset(game.scope.definitions))


def spoken(name: str) -> str:
    """A name of a file as words."""
    return name.replace("-", " ")


def begun(text: str) -> str:
    """A text as a sentence begins: with a capital, also where it begins with a name in quotation marks."""
    start = int(text.startswith('"'))
    return f"{text[:start]}{text[start : start + 1].upper()}{text[start + 1 :]}"


def plural(noun: str) -> str:
    """Several of them."""
    *before, last = noun.split(" ")
    if len(last) == 1:
        last += "s"
    elif last in IRREGULAR:
        last = IRREGULAR[last]
    elif last.endswith(("s", "x", "ch", "sh")):
        last += "es"
    elif last.endswith("y") and last[-2:-1] not in "aeiou":
        last = last[:-1] + "ies"
    else:
        last += "s"
    return " ".join([*before, last])


def possessive(noun: str) -> str:
    """Whose something is."""
    return f"{noun}'" if noun.endswith("s") else f"{noun}'s"


def article(noun: str) -> str:
    """One of them."""
    first = noun.partition(" ")[0]
    if first.rstrip(",") == "one":
        return f"a {noun}"
    spelt = len(first) == 1  # a letter by itself is read by its name: an X
    begins = noun.lstrip('"')[:1]
    if re.match(r"uni(?![mn])|us[ea]|eu", noun.lstrip('"'), re.IGNORECASE):  # spoken as beginning with a y
        return f"a {noun}"
    return f"{'an' if begins in ('AEFHILMNORSX' if spelt else 'aeiouAEIOU') else 'a'} {noun}"


def joined(words: list[str] | tuple[str, ...], joint: str = "and") -> str:
    """`a`, `a and b`, `a, b and c`."""
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} {joint} {words[-1]}"
