"""Positions of the reference engine as the arrays of a kernel, and back."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any, NamedTuple

from interpreter.board.board import members, union
from interpreter.engine.kernel import new_ints, pack_sets, unpack_sets
from interpreter.engine.lowering.columns import PILED, below_of, cells_of, key_of_cells
from interpreter.engine.lowering.kernels import HISTORY, Kernel
from interpreter.engine.lowering.keys import planes_of_slots
from interpreter.engine.lowering.layout import (
    SET_KINDS,
    die_name,
    faces,
    hand_name,
    lost_name,
    memory_name,
    points_name,
    remembered_name,
)
from interpreter.engine.lowering.piles import digit_sets
from interpreter.engine.lowering.program import salt, signed
from interpreter.engine.state import FORCED_PASS, Ending, State, Step
from interpreter.language.terms import Kind
from interpreter.machine.graph import NodeKind

if TYPE_CHECKING:
    from array import array

    from interpreter.engine.kernel import Sets
    from interpreter.machine.graph import Machine
    from interpreter.machine.piles import Pile

MASK = (1 << 64) - 1


class Arrays(NamedTuple):
    """A position in the form that a kernel changes in place."""

    numbers: array[int]
    sets: array[int] | Sets
    history: array[int]


class Positions:
    """Converts positions of one game."""

    def __init__(self, machine: Machine, kernel: Kernel, scale: int) -> None:
        self.machine, self.rules, self.kernel, self.scale = machine, machine.rules, kernel, scale
        self.passes = {node.phase: node.number for node in machine.nodes if node.kind is NodeKind.PASS}

    # --- to a kernel

    def arrays(self, state: State) -> Arrays:
        """The arrays of a position that is not over."""
        numbering, layout = self.kernel.numbering, self.kernel.layout
        values = self._values(state)
        sets = [numbering.bits(values[name]) for name in layout.sets]
        cells = cells_of(state.setting, layout, numbering)
        sets += cells
        values[PILED] = key_of_cells(cells, numbering.width // 64) if PILED in layout.numbers else 0
        history = [0] * (HISTORY * len(layout.history) or 1)
        if layout.history and state.history is not None:
            links = list(state.history)[::-1]
            keys = [self._key(link.key, way) for link in links for way in layout.history]
            history[: len(keys)] = keys
            values["recorded"] = len(links)
        numbers = [self._decision(state), -1, *(values.get(name, 0) for name in layout.numbers)]
        return Arrays(new_ints(numbers), pack_sets(sets, numbering.width), new_ints(history))

    def _decision(self, state: State) -> int:
        node = self.machine.nodes[state.node]
        return self.kernel.decisions.index((node.phase, -1 if node.kind is NodeKind.PASS else node.step, state.mover))

    def _values(self, state: State) -> dict[str, int]:
        """Every variable with its value; sets are sets of the board."""
        values: dict[str, int] = {}
        for slot in self.kernel.layout.slots:
            values[slot.name] = state.owned[slot.owner] & state.kinds[slot.kind]
        digits = self.kernel.layout.digits
        placed = any(move.verb == "place" for move in self.rules.moves)
        held = sum(map(sum, state.hands)) if placed else 0
        values |= dict(zip(digits, digit_sets(state.setting, len(digits), held), strict=True))
        values |= {"quiet": state.quiet, "passes": state.passes, "turn": state.turn}
        values |= {die_name(face): state.dice.count(face) for face in faces(self.rules)}
        values |= {"gone": state.out, "roll": state.roll, "last_to": state.last_to, "moved": state.moved}
        values["last_heading"] = state.last_heading[0] if state.last_heading else -1
        for player in range(len(self.rules.players)):
            for kind in range(len(self.rules.pieces)):
                values[hand_name(player, kind)] = state.hands[player][kind]
            values[points_name(player)] = self._scaled(state.points[player])
            values[lost_name(player)] = state.lost[player]
        for memory in self.rules.memory:
            value: Any = state.memory[memory.index]
            if memory.kind is Kind.NUMBER:
                value = self._scaled(value)
            values[memory_name(memory.index)] = _plain(value)
            values[remembered_name(memory.index)] = state.remembered_at[memory.index]
        return values

    def _scaled(self, number: Any) -> int:
        return number if isinstance(number, int) and self.scale == 1 else int(Fraction(number) * self.scale)

    def _key(self, key: tuple[Any, ...], way: str) -> int:
        """What the kernel would have recorded for a position of the history, of which the whole or the sites count."""
        setting, hands, mover, node, memory, moved, out = key
        layout, numbering = self.kernel.layout, self.kernel.numbering
        words = numbering.width // 64
        parts: list[int] = []

        def add(sites: int) -> None:
            bits = numbering.bits(sites)
            parts.extend(bits >> 64 * number & MASK for number in range(words))

        standing = [setting.owned[slot.owner] & setting.kinds[slot.kind] for slot in layout.slots]
        for slots in planes_of_slots(standing, coded=layout.coded):
            add(union(slots))
        for sites in digit_sets(setting, len(layout.digits)):
            add(sites)
        if way == "position":
            numbers = [
                hands[player][kind]
                for player in range(len(self.rules.players))
                for kind in range(len(self.rules.pieces))
                if hand_name(player, kind) in layout.numbers
            ]
            for name in self.rules.memory:
                value = memory[name.index]
                if name.kind in SET_KINDS:
                    add(value)
                else:
                    numbers.append(_plain(value))
            if "moved" in layout.sets:
                add(moved)
            if "gone" in layout.numbers:
                numbers.append(out)
            numbers.append(self.kernel.decisions.index((self.machine.nodes[node].phase, 0, mover)))
            parts += numbers
        if len(parts) % 2:
            parts.append(0)
        salted = [part + salt(number) & MASK for number, part in enumerate(parts)]
        result = sum(_folded(one, other) for one, other in zip(salted[::2], salted[1::2], strict=True))
        return signed(result + key_of_cells(cells_of(setting, layout, numbering), words))

    # --- from a kernel

    def state(self, arrays: Arrays, before: State, step: Step) -> State:
        """The position in arrays after a step from `before`, which gives what a kernel does not keep."""
        layout, numbering, rules = self.kernel.layout, self.kernel.numbering, self.rules
        stored = list(unpack_sets(arrays.sets))
        sets = dict(zip(layout.sets, map(numbering.sites, stored[: len(layout.sets)]), strict=True))
        numbers = dict(zip(layout.numbers, list(arrays.numbers)[2:], strict=True))
        owned, kinds = [0] * (len(rules.players) + 1), [0] * len(rules.pieces)
        for slot in layout.slots:
            owned[slot.owner] |= sets[slot.name]
            kinds[slot.kind] |= sets[slot.name]
        hands = tuple(
            tuple(numbers.get(hand_name(player, kind), 0) for kind in range(len(rules.pieces)))
            for player in range(len(rules.players))
        )
        ending = arrays.numbers[1]
        phase, index, mover = self.kernel.decisions[arrays.numbers[0]]
        node = self.passes[phase] if index < 0 else self.machine.decisions[phase, index]
        seats = list(before.seats)
        if step != FORCED_PASS and rules.moves[step.move].verb == "swap":
            seats[0], seats[1] = seats[1], seats[0]
        return State(
            owned=tuple(owned),
            kinds=tuple(kinds),
            below=self._below(sets, stored[len(layout.sets) :]),
            hands=hands,
            mover=mover,
            node=node,
            memory=tuple(self._remembered(memory.kind, memory.index, sets, numbers) for memory in rules.memory),
            remembered_at=tuple(numbers[remembered_name(memory.index)] for memory in rules.memory),
            last_to=sets.get("last_to", 0),
            last_heading=(numbers["last_heading"],) if numbers.get("last_heading", -1) >= 0 else (),
            quiet=numbers["quiet"],
            passes=numbers["passes"],
            turn=numbers["turn"],
            points=tuple(self._exact(numbers.get(points_name(player), 0)) for player in range(len(rules.players))),
            lost=tuple(numbers.get(lost_name(player), 0) for player in range(len(rules.players))),
            moved=sets.get("moved", 0),
            seats=tuple(seats),
            history=None,
            roll=numbers.get("roll", 0),
            out=numbers.get("gone", 0),
            dice=tuple(face for face in reversed(faces(rules)) for _ in range(numbers[die_name(face)])),
            ending=None if ending < 0 else Ending(self.kernel.endings[ending][1], self.kernel.endings[ending][0]),
        )

    def _below(self, sets: dict[str, int], cells: list[int]) -> tuple[Pile, ...]:
        """What lies under the uppermost pieces, from the digits of their number or from columns."""
        layout = self.kernel.layout
        if layout.cells:
            return below_of(cells, layout, self.kernel.numbering)
        if not layout.digits:
            return ()
        below: list[Pile] = [()] * len(self.rules.board.sites)
        for slot in layout.slots:
            for site in members(sets[slot.name]):
                size = sum((sets[digit] >> site & 1) << place for place, digit in enumerate(layout.digits))
                below[site] = ((slot.owner, slot.kind),) * (size - 1)
        return tuple(below)

    def _exact(self, number: int) -> int | Fraction:
        value = Fraction(number, self.scale)
        return int(value) if value.denominator == 1 else value

    def _remembered(self, kind: Kind, index: int, sets: dict[str, int], numbers: dict[str, int]) -> object:
        name = memory_name(index)
        if kind in SET_KINDS:
            return sets[name]
        if kind is Kind.YES_NO:
            return numbers[name] != 0
        if kind is Kind.DIRECTIONS:
            return tuple(way for way in range(numbers[name].bit_length()) if numbers[name] >> way & 1)
        if kind is Kind.PLAYER:
            return None if numbers[name] < 0 else numbers[name]
        return self._exact(numbers[name])


def _plain(value: Any) -> int:
    """A remembered value as a number: nobody is -1, directions are a bit each."""
    if isinstance(value, tuple):
        return sum(1 << way for way in value)
    return -1 if value is None else int(value)


def _folded(one: int, other: int) -> int:
    """The halves of a product of two words, in one, as the kernels compute it."""
    product = one * other
    return (product >> 64) ^ (product & MASK)
