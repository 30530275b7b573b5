"""What lies on the table: the board, the pieces, the dice, and the parts of the board that the rules speak of."""

from __future__ import annotations

import re
from dataclasses import dataclass
from math import prod
from typing import TYPE_CHECKING

from interpreter.board.board import everything
from interpreter.board.compass import LETTERED_ROWS
from interpreter.board.reading import names_in
from interpreter.explaining.layout import Item
from interpreter.explaining.nouns import Nouns, article, joined, plural, spoken
from interpreter.explaining.numbers import throw
from interpreter.source import Mapping, to_plain

if TYPE_CHECKING:
    from collections.abc import Iterator

    from interpreter.machine.rules import Piece
    from interpreter.play.game import Game


TOUCHING = {
    "cells": {
        "orthogonal": "at their sides",
        "diagonal": "at their corners",
        "any": "at their sides and at their corners",
    },
    "points": {
        "orthogonal": "along the lines",
        "diagonal": "on the slant",
        "any": "along the lines and on the slant",
    },
    "levels": {
        "orthogonal": "along the lines and straight up and down",
        "diagonal": "on the slant of two dimensions",
        "triagonal": "on the slant of three dimensions",
        "any": "straight and on the slant of two and three dimensions",
    },
}
"""How cells, points, and the sites of a board of several levels touch."""
ASKED = ("near", "group", "groups", "connected", "distance")
"""What depends on which sites touch."""


WORDS = {
    False: {
        "orthogonally": '"Orthogonally" is along a row or a column, never on the slant.',
        "diagonally": '"Diagonally" is on the slant.',
        "in any direction": '"In any direction" is along a row or a column, or on the slant.',
    },
    True: {
        "orthogonally": '"Orthogonally" is along a row or a column, or straight up or down, never on the slant.',
        "diagonally": '"Diagonally" is on the slant of two of these ways.',
        "triagonally": '"Triagonally" is on the slant of all three: row, column, and up or down.',
        "in any direction": '"In any direction" is straight, or on the slant of two or of three dimensions.',
    },
}
"""Words for directions on a rectangle, and what they mean; second, where it has several levels."""
COMPASS = re.compile(r"\b(north|south|east|west)\b")
ROW = re.compile(r"\brows? of (?:at least|exactly|two|\d)[^(.,]*(\(?)")
LISTED = 12  # sites of a named region that are told one by one


@dataclass(frozen=True)
class Equipment:
    """The equipment of a game, told with the game's nouns. `text` is what the rest of the sheet says of it."""

    game: Game
    nouns: Nouns
    text: str = ""

    def items(self) -> tuple[Item, ...]:
        """The board, the pieces and dice, and the parts of the board that the rules speak of."""
        nouns, board = self.nouns, self.game.board
        extra = self._extra()
        full = board.shape == "rectangle" and prod(board.extents) == len(board.sites) - len(extra)
        size = " x ".join(map(str, board.extents)) if full else str(len(board.sites))
        size += f" {plural(nouns.site)}"
        if "borders" in board.regions:
            cells = board.regions["cells"].bit_count()
            size = f"{board.width} x {board.height}" if cells == prod(board.extents) else str(cells)
            size += " squares" if board.shape == "rectangle" else " hexagons"
        shape = "" if board.shape == "rectangle" else f" in the shape of a {board.shape}"
        if board.linked:
            shape = " joined by links" if board.shape == "graph" else " joined by lines"
        sides = ", whose sides are places too" if "borders" in board.regions else ""
        items = [Item(f"A board of {size}{shape}{sides}.")]
        if extra:
            lie = "lies" if len(extra) == 1 else "lie"
            items.append(Item(f"Beside {'them' if full else 'the others'} {lie} {'; '.join(extra)}."))
        if board.levels:
            letters = list(board.levels)
            first, last = f"{letters[0]} at the bottom", f"{letters[-1]} at the top"
            between = (
                f"{first} to {last}" if len(letters) == board.extents[-1] else joined([first, *letters[1:-1], last])
            )
            told = f"It has levels, {between}, which the picture shows beside each other."
            above = (
                f"{plural(nouns.site).capitalize()} whose names differ in their first letter lie one above the other."
            )
            items.append(Item(f"{told} {above}"))
        if board.shape == "rectangle" and not board.linked and "borders" not in board.regions:
            touching = TOUCHING["levels" if board.levels else board.drawn].get(nouns.way(board.adjacent), "")
            if touching and self._touching_matters():
                items.append(Item(f"{plural(nouns.site).capitalize()} touch {touching}."))
        if board.shape in LETTERED_ROWS:
            counted = f"a number the {nouns.site} in it, counted from the left"
            items.append(Item(f"A letter names a row, and {counted}: {board.sites[0]} is the first of its row."))
        items += [Item(text) for text in self._stock()]
        for dice in self.game.rules.dice:
            items.append(Item(f"{spoken(dice.name).capitalize()}: {throw(dice)}."))
        return (*items, *self._walls(), *self._regions(), *self._own_ways(), *self._tracks(), *self._words())

    def _extra(self) -> list[str]:
        """Where each site lies that is beside the shape of the board."""
        board = self.game.document.root.get("board")
        table = board.get("extra") if isinstance(board, Mapping) else None
        each = [(name, *names_in(place)) for name, place in table.items()] if isinstance(table, Mapping) else []
        return [f"{self.nouns.called(name)}, {way} of {site}" for name, site, way in each]

    def _walls(self) -> Iterator[Item]:
        """The sites that are parted."""
        board, site = self.game.board, self.nouns.site
        pairs = [" and ".join(self.nouns.called(board.sites[end]) for end in pair) for pair in board.walls]
        if len(pairs) > LISTED:
            yield Item(f"Walls stand between {len(pairs)} pairs of {plural(site)}, as the picture shows.")
        elif pairs:
            what = f"No line joins these {plural(site)}" if board.drawn == "points" else "Walls stand between these"
            yield Item(f"{what}: {'; '.join(pairs)}.")

    def _words(self) -> Iterator[Item]:
        """What is meant by words for directions and rows that the sheet uses."""
        board = self.game.board
        plain = board.shape == "rectangle" and not board.linked
        found = [said for word, said in WORDS[bool(board.levels)].items() if plain and word in self.text]
        if not all(ROW.findall(self.text)):  # of a row in brackets it is told which way it goes
            slant = ", also on the slant and from level to level" if board.levels else ", also on the slant"
            ways = slant if plain else " along a line" if board.linked else " in any direction"
            found.append(f"A row of pieces goes straight on{ways}, without a gap.")
        if COMPASS.search(self.text):
            found.append(
                f"North is {'towards the upper edge of' if board.levels else 'up in'} the picture, east is right."
            )
        if found:
            yield Item(" ".join(found))

    def _touching_matters(self) -> bool:
        """Whether a rule asks which sites touch."""
        asked = (part for term in self.game.rules.terms() for part in term.walk() if part.op in ASKED)
        ways = [part.option("along") for part in asked]
        usual = set(self.game.board.adjacent)
        return any(way is None or (way.op == "directions" and set(way.value) == usual) for way in ways)  # type: ignore[call-overload]

    def _regions(self) -> Iterator[Item]:
        """The named sites that the rules, and so the sheet, speak of."""
        nouns, rules = self.nouns, self.game.rules
        told = rules.values("sites") | rules.values("chosen")
        known = [bits for bits in told if isinstance(bits, int)]
        known += [everything(rules.board) & ~bits for bits in known]
        for name, region in self.game.scope.regions.items():
            bits = region.bits
            if not (bits if isinstance(bits, int) else any(bits)):
                continue  # an option has made it empty
            if not re.search(rf"\b{re.escape(spoken(name))}\b", self.text):
                continue
            if isinstance(bits, int) and not any(whole & bits == bits for whole in known):
                continue
            if not isinstance(bits, int) and bits not in told and not set(bits) & told:
                continue
            if isinstance(bits, int):
                yield Item(f"{spoken(name).capitalize()}: {nouns.sites(bits, most=LISTED)}.")
            else:
                pairs = zip(bits, rules.players, strict=True)
                each = [f"{nouns.sites(part, most=LISTED)} for {spoken(player)}" for part, player in pairs]
                yield Item(f"{spoken(name).capitalize()}: {joined(each)}.")

    def _own_ways(self) -> Iterator[Item]:
        """Directions of the file's own: those that leap, and those that go from site to site as it tells."""
        board = self.game.document.root.get("board")
        table = board.get("directions") if isinstance(board, Mapping) else None
        for name, value in table.items() if isinstance(table, Mapping) else ():
            ways = to_plain(value)
            if not isinstance(ways, dict):
                continue
            leap, steps = ways.get("leap"), ways.get("steps")
            leaps = leap if isinstance(leap, list) else []
            leaps = [leaps] if leaps and all(isinstance(part, int) for part in leaps) else leaps
            told = f"{joined([_leap(*far) for far in leaps], 'or')}, over anything" if leaps else ""
            if isinstance(steps, list):
                told = f"from each of these to the next: {'; '.join(_path(str(path).split()) for path in steps)}"
            if told:
                yield Item(f'"{spoken(name).capitalize()}": {told}.')

    def _tracks(self) -> Iterator[Item]:
        """The tracks, site by site."""
        board = self.game.document.root.get("board")
        table = board.get("tracks") if isinstance(board, Mapping) else None
        for name, value in table.items() if isinstance(table, Mapping) else ():
            own = value.items() if isinstance(value, Mapping) else [("", value)]
            for player, path in own:
                parts = to_plain(path)
                sites = " ".join(map(str, parts)).split() if isinstance(parts, list) else str(parts).split()
                whose = f" of {spoken(player)}" if player else ""
                closed = sites[0] == sites[-1]
                way = f"{', '.join(sites[:-1])} and round again" if closed else ", ".join(sites)
                yield Item(f'"{spoken(name).capitalize()}"{whose}, a way over the board: {way}.')

    def _stock(self) -> Iterator[str]:
        """How many pieces of each kind there are: one line for kinds of which each player has as many as another."""
        rules = self.game.rules
        lines: dict[str, list[str]] = {}  # what is said of all kinds of a line -> those kinds, in the order of the file
        for kind, piece in enumerate(rules.pieces):
            counts, more = self._counts(kind)
            owners = {owner for owner, name in enumerate(rules.players) if self._may_own(piece, name)}
            if not counts:
                whose = " that belong to nobody" if piece.owner == rules.nobody else self._whose(kind)
                lines.setdefault(f"{whose}, as many as are needed", []).append(self._named(kind, 0))
            elif (
                len(owners) > 1
                and (piece.owner is None or piece.hand)
                and owners == {*counts}
                and len({*counts.values()}) == 1
            ):
                lines.setdefault(f" for each player{more}", []).append(self._named(kind, counts[0]))
            else:
                lines[f"{self._each(kind, counts)}{more}"] = [""]
        for said, named in lines.items():
            told = joined(named)
            yield f"{told[:1].upper()}{told[1:]}{said}."

    def _whose(self, kind: int) -> str:
        """Whose pieces of a kind are, where its name does not tell."""
        owner = self.game.rules.pieces[kind].owner
        own = "" if owner is None else self.nouns.owner(owner)
        return f" of {own}" if own and own not in self.nouns.kind(kind) and own != plural(self.nouns.kind(kind)) else ""

    def _counts(self, kind: int) -> tuple[dict[int, int], str]:
        """How many pieces of a kind each owner has at first, and what else is to be said of them."""
        rules, piece = self.game.rules, self.game.rules.pieces[kind]
        if piece.hand is not None and any(piece.hand):
            held = {
                owner: count
                for owner, count in enumerate(piece.hand)
                if count and self._may_own(piece, rules.players[owner])
            }
            strange = ", which belong to nobody on the board" if piece.owner == rules.nobody else ""
            return held, f", held in hand{strange}"
        counts = {owner: count for owner in range(len(rules.players) + 1) if (count := self._standing(owner, kind))}
        placed = piece.hand is None and any(kind in kinds for move in rules.moves for kinds in move.pieces)
        placed = placed or any(kind in kinds for effect in rules.effects() for kinds in effect.pieces)
        return counts, "; more come into play" if counts and placed else ""

    def _each(self, kind: int, counts: dict[int, int]) -> str:
        """`16 attackers`, `1 king for defenders`, `2 dvonns for white and 1 dvonn for black`."""
        rules, name = self.game.rules, spoken(self.game.rules.pieces[kind].name)
        told = []
        for owner, count in counts.items():
            own = self.nouns.owner(owner)
            plain = own in {name, plural(name)} or owner == rules.nobody or len(rules.players) == 1
            told.append(f"{self._named(kind, count)}{'' if plain else f' for {own}'}")
        return joined(told)

    def _named(self, kind: int, count: int) -> str:
        """So many pieces of a kind, with what a piece is worth and what it is in a hand."""
        rules, piece = self.game.rules, self.game.rules.pieces[kind]
        name = spoken(piece.name)
        told = f"{count} {name if count == 1 else plural(name)}" if count else plural(name)
        values = self.game.scope.values
        notes = [f"value {values[kind]}"] if any(values) and values[kind] else []
        if piece.held != kind:
            notes.append(f"in hand {article(spoken(rules.pieces[piece.held].name))}")
        return f"{told} ({', '.join(notes)})" if notes else told

    def _may_own(self, piece: Piece, player: str) -> bool:
        """Whether a player may hold pieces of a kind."""
        if piece.owner == self.game.rules.nobody:
            return True
        return piece.owner is None or piece.owner == self.game.rules.players.index(player)

    def _standing(self, owner: int, kind: int) -> int:
        """How many pieces of a kind an owner has in the set-up, those inside piles too."""
        setting = self.game.rules.setting
        above = (setting.owned[owner] & setting.kinds[kind]).bit_count()
        return above + sum(pile.count((owner, kind)) for pile in setting.below)


def _path(sites: list[str]) -> str:
    """Sites one after the other: `a1, b1 and c1`, `a1 and b1, either way`, `a1, b1, b2 and round again`."""
    if sites[0] != sites[-1] or len(sites) == 1:
        return joined(sites)
    return (
        f"{sites[0]} and {sites[1]}, either way"
        if sites[2:] == sites[:1]
        else f"{', '.join(sites[:-1])} and round again"
    )


def _leap(*far: int) -> str:
    """One leap: `2 steps straight on`, `2 steps diagonally`, `2 one way and 1 across it`."""
    parts = [part for part in far if part]
    if len(set(parts)) == 1:
        return f"{parts[0]} step{'s' * (parts[0] > 1)} {('straight on', 'diagonally', 'triagonally')[len(parts) - 1]}"
    which = ("one way", "across it", "across both")
    return joined([f"{part} {way}" for part, way in zip(parts, which, strict=False)])
