"""Directions as a player sees them who faces one of them: forward, sideways, backward."""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.board.compass import HEXAGONAL_ANGLES, HEXAGONAL_SHAPES, SOLID, SQUARE_ANGLES

if TYPE_CHECKING:
    from interpreter.board.board import Board

# How far a direction may lie from the one a player faces, in degrees, and what it is then called. On squares the
# eight directions lie 0, 45, 90, 135 and 180 degrees off. Among hexagons they lie 0, 60, 120 and 180 degrees off, or,
# for a player who faces a corner of the hexagon (north or south), 30, 90 and 150.
RELATIVE = (
    (44, "forward"),
    (74, "forward-diagonal"),
    (106, "sideways"),
    (136, "backward-diagonal"),
    (180, "backward"),
)


def relative_directions(board: Board, faces: str) -> dict[str, tuple[int, ...]]:
    """What `forward`, `backward`, `forward-diagonal`, `backward-diagonal` and `sideways` mean to a player.

    `faces` is a direction of the board; among hexagons `north` and `south`, which point at a corner of the hexagon, are
    understood too: forward is then both directions on that side. A direction without a compass name knows only forward
    and backward. On a board of several levels forward are the orthogonal directions that the one faced is made of: for
    a player who faces `up-north`, both. Nothing is returned (an empty dict) where the board has no such direction.
    """
    if board.levels and faces in SOLID:
        return _in_space(board, faces)
    angles = HEXAGONAL_ANGLES if board.shape in HEXAGONAL_SHAPES else SQUARE_ANGLES
    facing = angles.get(faces, 90 if faces == "north" else 270 if faces == "south" else None)
    known = faces in board.directions or (angles is HEXAGONAL_ANGLES and faces in ("north", "south"))
    if not known:
        return {}
    found: dict[str, list[int]] = {name: [] for _, name in RELATIVE}
    if facing is None:
        forward = board.directions.index(faces)
        found["forward"].append(forward)
        if board.opposite[forward] >= 0:
            found["backward"].append(board.opposite[forward])
    else:
        for number, name in enumerate(board.directions):
            if name in angles:
                turn = abs((angles[name] - facing + 180) % 360 - 180)
                found[next(word for limit, word in RELATIVE if turn <= limit)].append(number)
    return {name: tuple(numbers) for name, numbers in found.items()}


def _in_space(board: Board, faces: str) -> dict[str, tuple[int, ...]]:
    """Orthogonal directions lead forward, backward or sideways; diagonal ones that lead sideways only have no word."""
    words = {
        "forward": ("orthogonal", 1),
        "forward-diagonal": ("diagonal", 1),
        "sideways": ("orthogonal", 0),
        "backward-diagonal": ("diagonal", -1),
        "backward": ("orthogonal", -1),
    }

    def ahead(direction: int) -> int:
        way = sum(own * other for own, other in zip(SOLID[board.directions[direction]], SOLID[faces], strict=True))
        return (way > 0) - (way < 0)

    return {
        word: tuple(direction for direction in board.classes[kind] if ahead(direction) == sign)
        for word, (kind, sign) in words.items()
    }
