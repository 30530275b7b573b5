"""The key below a picture: what its pieces, shades and lines mean."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from interpreter.drawing import marks as sign
from interpreter.drawing.pieces import Drawn, draw_piece
from interpreter.drawing.shades import filled

if TYPE_CHECKING:
    from collections.abc import Sequence

    from interpreter.drawing.look import Look

SEAM = "seam"
"""The sign of a line between two parts of the board."""
ROW, SIGN, GAP, WORDS = 24.0, 18.0, 18.0, 13.0  # pixels
LETTER = 0.56  # how wide a letter is at most on the average, of its size


@dataclass(frozen=True)
class Side:
    """The edge of the board that belongs to a player."""

    player: int


@dataclass(frozen=True)
class Entry:
    """A sign and what it means: a piece, a side of the board, the name of a shade, or `SEAM`."""

    sign: Drawn | Side | str
    words: str

    @property
    def width(self) -> float:
        """Pixels from the left of its sign to the end of its words."""
        return SIGN + 6 + LETTER * WORDS * len(self.words)


def rows(entries: Sequence[Entry], width: float) -> list[list[Entry]]:
    """The entries in rows that fit a width, in pixels."""
    found: list[list[Entry]] = []
    for entry in entries:
        if found and _length([*found[-1], entry]) <= width:
            found[-1].append(entry)
        else:
            found.append([entry])
    return found


def _length(row: Sequence[Entry]) -> float:
    return sum(entry.width for entry in row) + GAP * (len(row) - 1)


def drawn(entries: Sequence[Entry], top: float, width: float, room: float, look: Look) -> list[str]:
    """The rows in the middle of a picture `width` wide, within `room`, the first one's middle at `top`."""
    parts: list[str] = []
    for number, row in enumerate(rows(entries, room)):
        x, y = (width - _length(row)) / 2, top + ROW * number
        for entry in row:
            parts += _sign(entry.sign, x + SIGN / 2, y, look)
            parts.append(
                sign.text(x + SIGN + 6, y + 0.35 * WORDS, entry.words, size=WORDS, fill=look.ink, anchor="start")
            )
            x += entry.width + GAP
    return parts


def _sign(shown: Drawn | Side | str, x: float, y: float, look: Look) -> list[str]:
    if isinstance(shown, Drawn):
        return draw_piece(shown, (x, y), 1.25 * SIGN, look)
    reach = SIGN / 2 - (2 if isinstance(shown, Side) else 0)  # sides of the board end in round caps
    start, end = (x - reach, y), (x + reach, y)
    if isinstance(shown, Side):
        return sign.side(start, end, shown.player, look)
    if shown == SEAM:
        return [sign.seam(start, end, look.line)]
    return [sign.square(x, y, 0.9 * SIGN, fill=filled(shown, look), stroke=look.line, rounding=0.0)]
