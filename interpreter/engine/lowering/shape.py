"""A game as a search sees it: how its positions and steps are stored, who moves, who wins."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from interpreter.engine.lowering.layout import Layout
    from interpreter.engine.lowering.numbering import Numbering
    from interpreter.machine.rules import Rules

STEP_PARTS = 6  # a step in an array: origin, target, kind, move, direction, promotion
FORCED_PASS = -2  # the move of a forced pass


@dataclass(frozen=True, slots=True)
class Lowered:
    """The rules of a game, and where the kernel keeps what they speak of."""

    rules: Rules
    numbering: Numbering
    layout: Layout

    @property
    def slots(self) -> tuple[tuple[int, int], ...]:
        """The owner and the kind of the pieces in each of the first sets of a position."""
        return tuple((slot.owner, slot.kind) for slot in self.layout.slots)


@dataclass(frozen=True, slots=True)
class Shape:
    """What the text of a search must know of a game.

    A position has so many `numbers` and `sets`, of which the first number is its decision; `recorded` is the place of
    the length of its history among the numbers (-1 without one), and each position in it has so many `keys`. `movers`
    has the player of each decision, those from `first_pass` on are forced passes; `winners` the winner of each ending,
    or -1. A step has `step_parts` numbers. `chance` says that some steps are made by chance; `lowered` is None where
    positions are not kept in sets.
    """

    players: int
    numbers: int
    sets: int
    recorded: int
    first_pass: int
    movers: tuple[int, ...]
    winners: tuple[int, ...]
    step_parts: int
    chance: bool = False
    lowered: Lowered | None = None
    keys: int = 0
