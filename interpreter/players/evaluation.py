"""What a position seems to be worth, in the kernel language: everything that is counted is drawn from the rules.

Pieces count, on the board and in hands, by what their kinds are worth, and so do the steps that a player has to choose
from: those of both players, for otherwise whoever is to move would seem to be ahead. What an end asks for counts by
what is missing: half a piece where one step or one stone is missing, a quarter where two are, and so on, so that a
piece is never given away for a goal that is not reached by that.
"""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING

from interpreter.engine.lowering.layout import hand_name
from interpreter.engine.lowering.numbering import shifts_of
from interpreter.players.distances import layers
from interpreter.players.goals import Fill, Row, goals
from interpreter.players.worths import PIECE

if TYPE_CHECKING:
    from interpreter.engine.lowering.shape import Lowered, Shape
    from interpreter.players.goals import Goal

STEP = 6
"""What a step to choose from is worth."""
NEARER = 6
"""What a piece is worth that is a step nearer to sites that are to be filled."""
LONGEST = 7
"""The longest rows that are looked for before they stand."""

GUESS = '''
@inline
def guess(numbers: ints, sets_: sets, worths: ints, free: int) -> int:
    """What a position seems to be worth to the first player, who has so many free steps more than the second."""
    value = <STEP> * free
'''


def guess_text(shape: Shape, *, wanted: bool = True) -> str:
    """The function `guess` of a game; without `wanted` nothing counts that ends ask for."""
    lines: list[str] = []
    if shape.lowered is not None and shape.players <= 2:
        lines = _Counting(shape.lowered).lines(goals(shape.lowered.rules) if wanted else ())
    names = [line for line in lines if not line.startswith(" ")]
    body = [line for line in lines if line.startswith(" ")]
    head = GUESS.strip().replace("<STEP>", str(STEP))
    return "\n".join([*names, "", "", head, *body, "    return value"])


def missing(number: int) -> int:
    """What it is worth that so many steps or stones are missing."""
    return PIECE >> number


class _Counting:
    """Writes what is counted: lines of the function, and constants, which are not indented."""

    def __init__(self, lowered: Lowered) -> None:
        self.lowered, self.rules = lowered, lowered.rules
        self.text: list[str] = []
        self.constants: dict[int, str] = {}

    def lines(self, wanted: tuple[Goal, ...]) -> list[str]:
        """The lines, with what is counted of these goals."""
        for place, (owner, _) in enumerate(self.lowered.slots):
            if owner < len(self.rules.players):
                self._add(owner, f"worths[{place}]", f"count(sets_[{place}])")
        slots, numbers = self.lowered.slots, self.lowered.layout.numbers
        for slot in product(range(len(self.rules.players)), range(len(self.rules.pieces))):
            if hand_name(*slot) in numbers:
                worth = f"worths[{slots.index(slot)}]" if slot in slots else PIECE
                self._add(slot[0], worth, f"numbers[{numbers.index(hand_name(*slot)) + 2}]")
        for number, goal in enumerate(wanted):
            self._goal(number, goal)
        constants = [f"{name}: bits = {bits:#x}" for bits, name in self.constants.items()]
        return [*constants, *self.text]

    def _add(self, player: int, worth: int | str, count: str) -> None:
        if worth:
            self.text.append(f"    value = value {'-' if player else '+'} {worth} * {count}")

    def _set(self, bits: int) -> str:
        """The name of a constant set of the kernel."""
        return self.constants.setdefault(bits, f"WORTH_{len(self.constants)}")

    def _goal(self, number: int, goal: Goal) -> None:
        if isinstance(goal, Row):
            if goal.length <= LONGEST:
                self._row(f"r{number}_", goal)
            return
        for place, slot in enumerate(self.lowered.slots):
            if slot not in goal.pieces:
                continue
            found = layers(self.rules, slot, goal.region)
            for steps, sites in enumerate(found):
                worth = NEARER * (len(found) - steps) if isinstance(goal, Fill) else missing(steps) if steps else 0
                bits = self.lowered.numbering.bits(sites)
                self._add(goal.player, worth, f"count(sets_[{place}] & {self._set(bits)})")

    def _row(self, prefix: str, row: Row) -> None:
        """Counts the runs of the length that hold no other piece, by how many of the pieces each holds."""
        own = [f"sets_[{place}]" for place, slot in enumerate(self.lowered.slots) if slot in row.pieces]
        other = [f"sets_[{place}]" for place, slot in enumerate(self.lowered.slots) if slot not in row.pieces]
        self.text.append(f"    {prefix}own = {' | '.join(own)}")
        if other:
            self.text.append(f"    {prefix}other = {' | '.join(other)}")
        board, done = self.rules.board, set[int]()
        for way in row.along:
            back = board.opposite[way]
            if back < 0 or back in done or board.walks[way]:
                continue
            done.add(way)
            starts = self._starts(way, row.length)
            if starts:
                self._runs(f"{prefix}{way}_", row, back, starts, prefix, taken=bool(other))

    def _starts(self, way: int, length: int) -> int:
        """The sites where a run of a length begins, as a set of the kernel."""
        steps, found = self.rules.board.steps[way], 0
        for start in range(len(steps)):
            site = start
            for _ in range(length - 1):
                site = steps[site] if site >= 0 else -1
            found |= 1 << start if site >= 0 else 0
        return self.lowered.numbering.bits(found)

    def _runs(self, name: str, row: Row, back: int, starts: int, prefix: str, *, taken: bool) -> None:
        """Adds the sites of all runs up side by side, in binary digits: digit by digit, one set for each."""
        digits = row.length.bit_length()
        add = self.text.append
        add(f"    {name}own = {prefix}own")
        for digit in range(digits):
            add(f"    {name}d{digit} = {f'{name}own' if not digit else self._set(0)}")
        if taken:
            add(f"    {name}other = {prefix}other")
            add(f"    {name}any = {prefix}other")
        for _ in range(row.length - 1):
            add(f"    {name}own = {self._shifted(f'{name}own', back)}")
            add(f"    {name}c = {name}own")
            for digit in range(digits):
                add(f"    {name}t = {name}d{digit} & {name}c")
                add(f"    {name}d{digit} = {name}d{digit} ^ {name}c")
                add(f"    {name}c = {name}t")
            if taken:
                add(f"    {name}other = {self._shifted(f'{name}other', back)}")
                add(f"    {name}any = {name}any | {name}other")
        add(f"    {name}open = {self._set(starts)}{f' & ~{name}any' if taken else ''}")
        for count in range(1, row.length):
            alike = [f"{'' if count >> digit & 1 else '~'}{name}d{digit}" for digit in range(digits)]
            self._add(
                row.player, missing(2 * (row.length - count) - 1), f"count({' & '.join([f'{name}open', *alike])})"
            )

    def _shifted(self, text: str, way: int) -> str:
        parts = []
        for difference, mask in shifts_of(self.rules.board, self.lowered.numbering.place, way):
            moved = f"<< {difference}" if difference >= 0 else f">> {-difference}"
            parts.append(f"({text} & {self._set(mask)}) {moved}")
        return " | ".join(f"({part})" for part in parts) if parts else self._set(0)
