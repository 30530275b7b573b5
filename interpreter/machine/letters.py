"""How pieces are drawn in a diagram when the file does not say."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from interpreter.machine.rules import Piece


def letters_of(players: tuple[str, ...], pieces: tuple[Piece, ...]) -> dict[str, tuple[int, int]]:
    """Letter -> owner and kind; the first letter of each owner and kind is the one used for drawing.

    The only kind of a game is drawn by its owner's initial. Otherwise a kind that each player has is drawn in upper
    case for the first player and in lower case for the second; a kind with one owner, by its letter.
    """
    result: dict[str, tuple[int, int]] = {}

    def offer(letter: str, owner: int, kind: int) -> None:
        if letter and letter not in result:
            result[letter] = (owner, kind)

    shared = [kind for kind, piece in enumerate(pieces) if piece.owner is None]
    initials = [player[0].lower() for player in players]
    if len(shared) == 1 and len(set(initials)) == len(players):
        taken = {(piece.letter or piece.name[0]).lower() for piece in pieces if piece.owner is not None}
        for owner, initial in enumerate(initials):
            if initial not in taken:
                offer(initial, owner, shared[0])
    for kind, piece in enumerate(pieces):
        letter = piece.letter or piece.name[0]
        if piece.owner is not None:
            offer(letter, piece.owner, kind)
        else:
            offer(letter.upper(), 0, kind)
            if len(players) > 1:
                offer(letter.lower(), 1, kind)
    for kind, piece in enumerate(pieces):  # a kind with one owner may be written in either case, if that is free
        letter = piece.letter or piece.name[0]
        if piece.owner is not None:
            offer(letter.swapcase(), piece.owner, kind)
    return result
