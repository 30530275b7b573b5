"""What lies on the table: the board, the pieces, the dice, and the parts of the board that the rules speak of."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from interpreter.explaining.layout import Item
from interpreter.explaining.nouns import Nouns, joined, plural, spoken
from interpreter.explaining.numbers import throw
from interpreter.source import Mapping, to_plain

if TYPE_CHECKING:
    from collections.abc import Iterator

    from interpreter.machine.rules import Piece
    from interpreter.play.game import Game


TOUCHING = {
    "orthogonal": ("at their sides", "along the lines"),
    "diagonal": ("at their corners", "on the slant"),
    "any": ("at their sides and at their corners", "along the lines and on the slant"),
}
"""How cells, and points, of a rectangle touch."""
ASKED = ("near", "group", "groups", "connected", "distance")
"""What depends on which sites touch."""


@dataclass(frozen=True)
class Equipment:
    """The equipment of a game, told with the game's nouns."""

    game: Game
    nouns: Nouns

    def items(self) -> tuple[Item, ...]:
        """The board, the pieces and dice, and the parts of the board that the rules speak of."""
        nouns, board = self.nouns, self.game.board
        full = board.shape == "rectangle" and board.width * board.height == len(board.sites)
        size = f"{board.width} x {board.height}" if full else str(len(board.sites))
        size += f" {plural(nouns.site)}"
        if "borders" in board.regions:
            size = f"{board.width} x {board.height} squares, whose sides are places too"
        shape = "" if board.shape == "rectangle" else f" in the shape of a {board.shape}"
        if board.linked:
            shape = " joined by links" if board.shape == "graph" else " joined by lines"
        items = [Item(f"A board of {size}{shape}.")]
        if board.shape == "rectangle" and not board.linked and "borders" not in board.regions:
            touching = TOUCHING.get(nouns.way(board.adjacent), ("", ""))[board.drawn != "cells"]
            if touching and self._touching_matters():
                items.append(Item(f"{plural(nouns.site).capitalize()} touch {touching}."))
        items += [Item(text) for text in self._stock()]
        for dice in self.game.rules.dice:
            items.append(Item(f"{spoken(dice.name).capitalize()}: {throw(dice)}."))
        return (*items, *self._regions(), *self._leaps(), *self._tracks())

    def _touching_matters(self) -> bool:
        """Whether a rule asks which sites touch."""
        asked = (part for term in self.game.rules.terms() for part in term.walk() if part.op in ASKED)
        ways = [part.option("along") for part in asked]
        usual = set(self.game.board.adjacent)
        return any(way is None or (way.op == "directions" and set(way.value) == usual) for way in ways)  # type: ignore[call-overload]

    def _regions(self) -> Iterator[Item]:
        """The named sites that the rules speak of."""
        nouns, rules = self.nouns, self.game.rules
        told = rules.values("sites") | rules.values("chosen")
        for name, region in self.game.scope.regions.items():
            bits = region.bits
            if isinstance(bits, int):
                if not bits:
                    continue  # an option has made it empty
                if bits in told or any(isinstance(known, int) and known & bits == bits for known in told):
                    yield Item(f"{spoken(name).capitalize()}: {nouns.sites(bits)}.")
            elif bits in told or set(bits) & told:
                pairs = zip(bits, rules.players, strict=True)
                each = [f"{nouns.sites(part)} for {spoken(player)}" for part, player in pairs]
                yield Item(f"{spoken(name).capitalize()}: {joined(each)}.")

    def _leaps(self) -> Iterator[Item]:
        """Directions of the file's own that leap."""
        board = self.game.document.root.get("board")
        table = board.get("directions") if isinstance(board, Mapping) else None
        for name, value in table.items() if isinstance(table, Mapping) else ():
            leap = to_plain(value.get("leap")) if isinstance(value, Mapping) and value.get("leap") else None  # type: ignore[arg-type]
            leaps = leap if isinstance(leap, list) else []
            ways = [leaps] if leaps and all(isinstance(part, int) for part in leaps) else leaps
            told = [
                f"{far} one way and {across} across it" if far and across else f"{far + across} straight on"
                for far, across in ways
            ]
            if told:
                yield Item(f'"{spoken(name).capitalize()}": {joined(told, "or")}, over anything.')

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
        """How many pieces of each kind there are."""
        rules, nouns = self.game.rules, self.nouns
        for kind, piece in enumerate(rules.pieces):
            name = spoken(piece.name)
            if piece.hand is not None:
                each = [
                    f"{count} {plural(name) if count != 1 else name} for {spoken(player)}"
                    for player, count in zip(rules.players, piece.hand, strict=True)
                    if count and self._may_own(piece, player)
                ]
                if each:
                    whose = "" if piece.owner != rules.nobody else ", which belong to nobody on the board"
                    yield f"{joined(each)}, held in hand{whose}."
                    continue
            each = []
            for owner in range(len(rules.players) + 1):
                count = self._standing(owner, kind)
                if count:
                    counted = f"{count} {plural(name) if count != 1 else name}"
                    own = nouns.owner(owner)
                    shared = own == plural(name) or owner == rules.nobody
                    each.append(counted if shared else f"{counted} for {own}")
            placed = piece.hand is None and any(kind in kinds for move in rules.moves for kinds in move.pieces)
            placed = placed or any(kind in kinds for effect in rules.effects() for kinds in effect.pieces)
            more = "; more come into play" if each and placed else ""
            whose = "" if piece.owner is None or piece.owner == rules.nobody else f" of {nouns.owner(piece.owner)}"
            if piece.owner == rules.nobody:
                whose = " that belong to nobody"
            yield (f"{joined(each)}{more}." if each else f"{plural(name).capitalize()}{whose}, as many as are needed.")

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
