"""A step that a player may make, and how a game ended."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from fractions import Fraction

    from interpreter.engine.state import Step


@dataclass(frozen=True, slots=True)
class Move:
    """One legal step; `str(move)` is its notation.

    `verb` is place, move, remove, sow, pass, swap or roll; `name` the move in the game file ("" for a forced
    pass); `origin` and `target` are site names, `piece` the kind that is placed, `promotion` the kind that is chosen,
    None where absent; `chance` how likely it is where chance decides, None where a player does.
    """

    text: str
    verb: str
    name: str
    origin: str | None
    target: str | None
    piece: str | None
    promotion: str | None
    engine_step: Step = field(repr=False)
    chance: Fraction | None = None

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended: the winner's name, None for a draw, and the reason as the game file calls it."""

    winner: str | None
    reason: str

    def __str__(self) -> str:
        return f"{self.winner} wins ({self.reason})" if self.winner else f"draw ({self.reason})"


@dataclass(frozen=True, slots=True)
class Occupant:
    """A piece on a site: its owner's name, None for nobody, its kind, and the piece it lies on, None for the board."""

    owner: str | None
    piece: str
    under: Occupant | None = None

    @property
    def size(self) -> int:
        """How many pieces lie there."""
        size, occupant = 1, self.under
        while occupant is not None:
            size, occupant = size + 1, occupant.under
        return size
