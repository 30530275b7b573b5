"""The state of a game as the variables of a kernel: one set for each owner and kind, and the counters its rules use."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from interpreter.engine.lowering.amounts import endless, tallest
from interpreter.engine.lowering.columns import COLUMNS, PILED, TOO_HIGH, planes_of
from interpreter.engine.lowering.piles import digits_of
from interpreter.language.terms import Kind

if TYPE_CHECKING:
    from interpreter.engine.lowering.numbering import Numbering
    from interpreter.machine.rules import Rules

SET_KINDS = frozenset({Kind.SITE, Kind.SITES})
MANY = 16  # words of slots: keys of so many are made faster from codes


class Slot(NamedTuple):
    """The set of the pieces of one owner and kind; every piece on the board is in exactly one slot."""

    name: str
    owner: int
    kind: int


@dataclass(frozen=True)
class Layout:
    """The variables of a kernel, in the order in which they are stored. All names are valid in the kernel language."""

    slots: tuple[Slot, ...]
    sets: tuple[str, ...]  # slots first
    numbers: tuple[str, ...]
    history: tuple[str, ...]  # what `repeats` compares: "position", "sites", both or nothing
    digits: tuple[str, ...] = ()  # the sets that count piles, the lowest digit first
    planes: int = 0  # of a column of pieces that lie under others
    cells: int = 0  # planes of all places
    tallest: int = 0  # how many pieces a pile may have; 0 where it may have any number
    coded: bool = False  # whether keys of positions tell the slots by the bits of their codes

    @cached_property
    def every_slot(self) -> frozenset[Slot]:
        """The slots, as a set."""
        return frozenset(self.slots)

    def types(self) -> dict[str, str]:
        """Each variable with its type."""
        columns = {COLUMNS: "sets"} if self.cells else {}
        return {**dict.fromkeys(self.sets, "bits"), **dict.fromkeys(self.numbers, "int"), **columns}

    def past(self, number: str, way: str) -> str:
        """The element of the history that has the key of a position, by the position's number and what is compared."""
        if len(self.history) == 1:
            return f"history[{number}]"
        return f"history[({number}) * {len(self.history)} + {self.history.index(way)}]"

    @property
    def stored_sets(self) -> int:
        """The sets of a position in an array: the variables, and behind them the planes."""
        return len(self.sets) + self.cells


def hand_name(player: int, kind: int) -> str:
    """The variable that counts what a player holds of a kind."""
    return f"hand_{player}_{kind}"


def memory_name(index: int) -> str:
    """The variable of a remembered value."""
    return f"memory_{index}"


def remembered_name(index: int) -> str:
    """The variable that says in which turn a value was remembered."""
    return f"remembered_{index}"


def idle_names(rules: Rules) -> frozenset[str]:
    """The variables that tell no positions apart: counters that no rule asks for, and turns without effect."""
    undated = (memory.index for memory in rules.memory if memory.index not in rules.dated)
    return rules.unread_counters.union(map(remembered_name, undated))


def points_name(player: int) -> str:
    """The variable of a player's points."""
    return f"points_{player}"


def lost_name(player: int) -> str:
    """The variable that counts the pieces others have taken from a player."""
    return f"lost_{player}"


def die_name(face: int) -> str:
    """The variable that counts the dice that show a number and are not used yet."""
    return f"die_{face}"


def faces(rules: Rules) -> list[int]:
    """The numbers on dice that are used one by one."""
    return sorted({face for dice in rules.dice for fall in dice.falls for face in fall})


def layout_of(
    rules: Rules, slots: tuple[Slot, ...], numbering: Numbering, passes: frozenset[str], *, complete: bool
) -> Layout:
    """The variables of a game; without `complete` only those that its rules read.

    With "kept keys of piles", what piles add to the key of a position is one of them, where the rules look back. With
    "piles by digits", piles of several sorts are counted where that tells them.
    """
    used = rules.values("counter")
    planes = planes_of(rules, len(slots), digits="piles by digits" in passes)
    counts = () if planes else digits_of(rules)
    sets = [*(slot.name for slot in slots), *counts]
    sets += [memory_name(memory.index) for memory in rules.memory if memory.kind in SET_KINDS]
    sets += ["last_to"] if rules.uses("last-to") else []
    sets += ["moved"] if rules.uses("unmoved") else []
    numbers = [counter for counter in ("quiet", "passes") if complete or counter in used]
    if complete or "turn" in used or rules.dated:
        numbers.append("turn")
    places = {move.into.place for move in rules.moves} | {effect.into.place for effect in rules.effects()}
    numbers += [TOO_HIGH] if planes and endless(rules) else []
    numbers += ["roll"] if rules.dice and (complete or rules.uses("roll")) else []
    numbers += [die_name(face) for face in faces(rules)]
    returns = bool(places & {"me", "owner"})
    kept = {piece.held for piece in rules.pieces} if returns else set()
    for kind, piece in enumerate(rules.pieces):
        if piece.hand is not None or kind in kept:
            numbers += [hand_name(player, kind) for player in range(len(rules.players))]
    numbers += ["last_heading"] if rules.uses("last-heading") else []
    numbers += [memory_name(memory.index) for memory in rules.memory if memory.kind not in SET_KINDS]
    numbers += [remembered_name(memory.index) for memory in rules.memory if complete or memory.index in rules.dated]
    if any(effect.action == "award" for effect in rules.effects()) or rules.uses("points"):
        numbers += [points_name(player) for player in range(len(rules.players))]
    if rules.counts_losses:
        numbers += [lost_name(player) for player in range(len(rules.players))]
    if rules.eliminates:
        numbers.append("gone")
    history = _compared(rules)
    if history:
        numbers += ["recorded", *([PILED] if planes and "kept keys of piles" in passes else [])]
    cells = (max(numbering.place) + 1) * planes
    coded = "coded keys" in passes and len(slots) * (numbering.width // 64) >= MANY
    return Layout(slots, tuple(sets), tuple(numbers), history, counts, planes, cells, tallest(rules), coded)


def _compared(rules: Rules) -> tuple[str, ...]:
    """What `repeats` compares.

    Asked before a step, it leaves out the position itself, and only a whole position tells whether that is recorded.
    """
    steps = [step for phase in rules.phases for step in phase.steps]
    before = [term for move in rules.moves for term in move.asked() if term is not move.leaves]
    before += [selector.term for step in steps for selector in step.selectors]
    before += [step.origin for step in steps if step.origin is not None]
    asked = any(part.op == "repeats" for term in before for part in term.walk())
    return tuple(sorted({str(way) for way in rules.values("repeats")} | ({"position"} if asked else set())))
