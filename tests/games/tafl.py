"""The rules of the tafl games and of their options once more, in plain Python: squares are pairs, pieces are letters.

Written from the rules and not from the game files, so that the two check each other. Slow and simple.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeAlias

Square: TypeAlias = tuple[int, int]
Pieces: TypeAlias = dict[Square, str]
WAYS = ((1, 0), (-1, 0), (0, 1), (0, -1))
SIDES = {"a": "attackers", "d": "defenders", "K": "defenders"}


@dataclass
class Tafl:
    """A board with its special squares, and the options by their names in the game file."""

    size: int
    throne: Square | None
    options: dict[str, str | int]
    king_walks: int = 99
    man_walks: int = 99
    history: list[tuple[frozenset[tuple[Square, str]], str]] = field(default_factory=list)

    def corner(self, square: Square) -> bool:
        return square[0] in {0, self.size - 1} and square[1] in {0, self.size - 1}

    def edge(self, square: Square) -> bool:
        return bool({0, self.size - 1} & set(square))

    def inside(self, square: Square) -> bool:
        return all(0 <= part < self.size for part in square)

    def near(self, square: Square) -> list[Square]:
        around = [(square[0] + x, square[1] + y) for x, y in WAYS]
        return [other for other in around if self.inside(other)]

    # --- moves

    def moves(self, pieces: Pieces, side: str) -> set[tuple[Square, Square]]:
        found = set()
        for start, letter in pieces.items():
            if SIDES[letter] != side:
                continue
            for x, y in WAYS:
                for steps in range(1, 1 + (self.king_walks if letter == "K" else self.man_walks)):
                    end = (start[0] + steps * x, start[1] + steps * y)
                    if not self.inside(end) or end in pieces:
                        break
                    if self._may_stop(letter, end):
                        found.add((start, end))
                    if end == self.throne and not self._may_pass(letter):
                        break
        return found

    def _may_pass(self, letter: str) -> bool:
        passing = self.options["passing-the-throne"]
        return passing == "everybody" or (passing == "king only" and letter == "K")

    def _may_stop(self, letter: str, square: Square) -> bool:
        if letter == "K":
            return square != self.throne or self.options["return-to-throne"] == "king"
        return square != self.throne and not (self.corner(square) and self.options["goal"] == "corner")

    # --- captures

    def _hostile(self, pieces: Pieces, square: Square, to: str) -> bool:
        """Whether an empty special square helps to take a man or the king."""
        if square in pieces or not self.inside(square):
            return False
        if square == self.throne:
            choice = self.options["hostile-throne"]
        elif self.corner(square) and self.options["goal"] == "corner":
            choice = self.options["hostile-corners"]
        else:
            return False
        return choice == "to all" or (choice == "to men only" and to == "man")

    def after(self, pieces: Pieces, start: Square, end: Square) -> Pieces:
        """The position after a move, with everything that it takes taken at once."""
        letter, now = pieces[start], {square: piece for square, piece in pieces.items() if square != start}
        now[end] = letter
        gone = {square for square in self.near(end) if self._man_taken(now, end, square)}
        king = next((square for square, piece in now.items() if piece == "K"), None)
        if letter == "a" and king is not None and end in self.near(king) and self._king_taken(now, end, king):
            gone.add(king)
        return {square: piece for square, piece in now.items() if square not in gone}

    def _man_taken(self, pieces: Pieces, end: Square, victim: Square) -> bool:
        mover, man = pieces[end], pieces.get(victim)
        if man is None or man == "K" or SIDES[man] == SIDES[mover]:
            return False
        beyond = (2 * victim[0] - end[0], 2 * victim[1] - end[1])
        armed, other = self.options["armed-king"], pieces.get(beyond)
        if beyond == self.throne and other == "K" and man == "d":
            guards = sum(pieces.get(square) == "a" for square in self.near(beyond))
            choice = self.options["occupied-throne"]
            return choice == "always hostile" or (choice != "never hostile" and guards == 3)
        if mover == "K" and armed != "helps to capture":
            return False
        if other is not None and SIDES[other] == SIDES[mover]:
            return other != "K" or armed != "takes no part"
        return self._hostile(pieces, beyond, "man")

    def _king_taken(self, pieces: Pieces, end: Square, king: Square) -> bool:
        def against(square: Square) -> bool:
            return pieces.get(square) == "a" or self._hostile(pieces, square, "king")

        around = self.near(king)
        attackers = sum(pieces.get(square) == "a" for square in around)
        pinched = against((2 * king[0] - end[0], 2 * king[1] - end[1]))
        on_throne, beside = king == self.throne, self.throne in around
        match self.options["king-capture"]:
            case "four on the throne":
                return attackers == 4 if on_throne else pinched
            case "three beside the throne":
                return attackers == 4 if on_throne else attackers == 3 if beside else pinched
            case "always four":
                return attackers == 4 or (beside and attackers == 3)
            case "every side":
                return all(against(square) for square in around)
            case _:
                return pinched

    # --- ends

    def result(self, pieces: Pieces, mover: str, quiet: int) -> str | None:
        """The winner after a move, `draw`, or None; the position has been entered in the history."""
        king = next((square for square, piece in pieces.items() if piece == "K"), None)
        if king is not None and (self.edge(king) if self.options["goal"] == "edge" else self.corner(king)):
            return "defenders"
        if king is None:
            return "attackers"
        other = "defenders" if mover == "attackers" else "attackers"
        stuck = not self.moves(pieces, other)
        limit = int(self.options["draw-after"]) * (2 if self.options["draw-counts"] == "rounds" else 1)
        if self.options["long-play"] == "draw" and quiet >= limit and not stuck:
            return "draw"
        if self.options["encirclement"] == "attackers win" and self._shut_in(pieces):
            return "attackers"
        if self.options["repetition"] != "allowed" and self.history.count(self.history[-1]) >= 3:
            return {"draw": "draw", "defenders lose": "attackers", "mover loses": other}[
                str(self.options["repetition"])
            ]
        if stuck:
            return mover if self.options["stalemate"] == "loses" else "draw"
        return None

    def _shut_in(self, pieces: Pieces) -> bool:
        reached = {square for square, piece in pieces.items() if piece != "a"}
        todo = list(reached)
        while todo:
            square = todo.pop()
            if self.edge(square):
                return False
            for other in self.near(square):
                if other not in reached and pieces.get(other) != "a":
                    reached.add(other)
                    todo.append(other)
        return True
