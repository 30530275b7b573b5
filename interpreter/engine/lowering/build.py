"""What all functions of a kernel are built from: numbers of sites and decisions, the layout, who writes which part.

A decision of a player is numbered: the state machine's decision nodes times the players. In a playout the number tells
the loop where it stands; in a position it is stored.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from interpreter.engine.lowering.asking import key_at
from interpreter.engine.lowering.columns import COLUMNS, PILED, cells_of, key_of_cells, room_of
from interpreter.engine.lowering.deciding import Deciding
from interpreter.engine.lowering.drawing import Drawing
from interpreter.engine.lowering.expressions import Expressions
from interpreter.engine.lowering.kept import Kept
from interpreter.engine.lowering.keys import position_key
from interpreter.engine.lowering.late import ends_wait
from interpreter.engine.lowering.layout import hand_name, layout_of, memory_name
from interpreter.engine.lowering.making import Making
from interpreter.engine.lowering.numbering import numbering_of
from interpreter.engine.lowering.offers import Offers
from interpreter.engine.lowering.owning import slots_of
from interpreter.engine.lowering.piles import digit_sets
from interpreter.engine.lowering.program import Program
from interpreter.engine.lowering.scene import Scene
from interpreter.engine.lowering.walking import Walking

if TYPE_CHECKING:
    from interpreter.engine.lowering.writer import Writer
    from interpreter.machine.rules import Rules

HISTORY = 4096  # positions that a playout can record


class Build:
    """A kernel in the making. `families` becomes known as decisions are written: how many each offers."""

    def __init__(self, rules: Rules, passes: frozenset[str], *, complete: bool) -> None:
        self.rules, self.passes = rules, passes
        digits = "piles by digits" in passes
        self.numbering = numbering_of(rules.board, padded="gaps" in passes, room=room_of(rules, digits=digits))
        self.program = Program(rules.board, self.numbering)
        complete = complete or "pruned state" not in passes
        self.layout = layout_of(rules, slots_of(rules), self.numbering, passes, complete=complete)
        self.expressions = Expressions(self.program, rules, passes)
        self.making = Making(self.expressions, self.layout)
        self.walking = Walking(self.expressions, self.making)
        self.expressions.key = partial(position_key, self.walking)
        self.deciding = Deciding(self.expressions, Offers(self.expressions), self.making, self.walking)
        self.drawing = Drawing(self.deciding)
        players = range(len(rules.players))
        decisions = [
            (phase, step, player)
            for phase, part in enumerate(rules.phases)
            for step in range(len(part.steps))
            for player in players
        ]
        decisions += [
            (phase, -1, player) for phase, part in enumerate(rules.phases) if part.stuck == "pass" for player in players
        ]
        self.decisions = tuple(decisions)
        self.expressions.number_of = self.number
        self.tests_later = "ends at the draw" in passes and ends_wait(rules)
        self.kept: Kept | None = None
        self.families = [0] * len(self.decisions)
        self.variables = {name: name for name in self.layout.types()}

    def number(self, phase: int, step: int, player: int) -> int:
        """The number of a decision."""
        return self.decisions.index((phase, step, player))

    def scene(self, phase: int, player: int, step: int = 0) -> Scene:
        """What a player sees whose turn it is, before a step of it."""
        marked = self.kept is not None and self.kept.marks_history
        scene = Scene(self.layout, dict(self.variables), player, phase, before=True, kept=self.kept, marked=marked)
        return replace(scene, later=step > 0)

    def record(self, writer: Writer, scene: Scene, phase: int, player: int) -> None:
        """Writes the position into the history where the rules look back."""
        if not self.layout.history:
            return
        with writer.block(f"if recorded < {HISTORY}:"):
            for way in self.layout.history:
                place = str(self.number(phase, 0, player)) if way == "position" else ""
                known = scene.known.get(key_at(place))
                key = known or writer.name(position_key(self.walking, scene, place=place), "key")
                writer.line(f"{self.layout.past('recorded', way)} = {key}")
                if scene.marked:
                    element, bit = Kept.mark(key)
                    writer.line(f"{element} = {element} | (1 << {bit})")
            writer.line("recorded = recorded + 1")

    def first_values(self) -> dict[str, str]:
        """The set-up: each variable with its first value."""
        rules, setting, values = self.rules, self.rules.setting, {}
        for slot in self.layout.slots:
            values[slot.name] = self.program.board_set(setting.owned[slot.owner] & setting.kinds[slot.kind])
        digits = dict(zip(self.layout.digits, digit_sets(setting, len(self.layout.digits)), strict=True))
        for name in self.layout.sets[len(self.layout.slots) :]:
            values[name] = self.program.board_set(digits.get(name, 0))
        piled = key_of_cells(cells_of(setting, self.layout, self.numbering), self.numbering.width // 64)
        first = {"turn": "1", "last_heading": "-1", PILED: str(piled)}
        for name in self.layout.numbers:
            values[name] = first.get(name, "0")
        for kind, piece in enumerate(rules.pieces):
            for player, held in enumerate(piece.hand or ()):
                values[hand_name(player, kind)] = str(held)
        for memory in rules.memory:
            values[memory_name(memory.index)] = self.walking.first_value(memory.kind)
        return values

    def loaded(self, writer: Writer) -> None:
        """Writes how a position is read from arrays."""
        for place, name in enumerate(self.layout.sets):
            writer.line(f"{name} = sets_[{place}]")
        for place, name in enumerate(self.layout.numbers, start=2):
            writer.line(f"{name} = numbers[{place}]")
        if self.layout.cells:
            writer.line(f"{COLUMNS} = sets({self.layout.cells})")
            with writer.block(f"for i in range({self.layout.cells}):"):
                writer.line(f"{COLUMNS}[i] = sets_[i + {len(self.layout.sets)}]")
        writer.line("pc = numbers[0]")
