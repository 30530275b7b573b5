"""What a candidate would lead to, asked of it before it is made: `leaves`, and a follow-up that must exist."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Protocol

from interpreter.engine.attacks import attacking

if TYPE_CHECKING:
    from interpreter.engine.lowering.expressions import Expressions
    from interpreter.engine.lowering.making import Making
    from interpreter.engine.lowering.scene import Scene
    from interpreter.engine.lowering.writer import Writer
    from interpreter.language.terms import Term
    from interpreter.machine.rules import Move, Next, Step

UNKNOWN = frozenset({"stuck", "repeats", "score"})  # they may read anything
CHANGES = {"award": "points", "reset": "quiet", "remember": "memory"}  # the words that read what a consequence changes


class Existence(Protocol):
    """What tells whether a decision has a candidate."""

    def existence(self, writer: Writer, scene: Scene, index: int, player: int, *, begins: bool = False) -> str:
        """A condition."""


class Leading:
    """Writes the way from a trial step to the next decision, as far as it matters for whether the step is allowed."""

    def __init__(self, expressions: Expressions, making: Making, deciding: Existence) -> None:
        self.expressions, self.making, self.deciding = expressions, making, deciding
        self.rules = expressions.rules

    def forbids(self, step: Step) -> tuple[Next, ...]:
        """The entries of `next` that forbid the step where they lead to no candidate."""
        steps = next(p.steps for p in self.rules.phases if any(step.span is one.span for one in p.steps))
        return tuple(
            entry for entry in step.next if entry.target is not None and steps[entry.target].if_none == "forbidden"
        )

    def matters(self, step: Step, move: Move) -> bool:
        """Whether what the step's `next` entries do can change the answer to what the move asks of a position."""
        done = [effect for entry in step.next for effect in entry.effects]
        known = "nothing unread" in self.expressions.passes and all(effect.action in CHANGES for effect in done)
        if not done or not known or self.forbids(step):
            return bool(done)
        read = self._read(move)
        changed = {CHANGES[effect.action] for effect in done}
        written = {index for effect in done if effect.action == "remember" for index, _ in effect.values}
        return any(
            part.op in UNKNOWN or (part.op in changed and (part.op != "memory" or part.value in written))
            for part in read
        )

    def _read(self, move: Move) -> list[Term]:
        """All parts of what a move asks of the position it leaves, and of what they ask in turn."""
        read = [] if move.leaves is None else list(move.leaves.walk())
        asked = {part.op for part in read}
        terms: list[Term | None] = []
        if asked & {"can", "may"}:
            terms += [term for one in self.rules.moves for term in one.terms()]
        elif "attacks" in asked:
            players, phases = range(len(self.rules.players)), range(len(self.rules.phases))
            moves = [one for phase in phases for player in players for one in attacking(self.rules, phase, player)]
            terms += [term for one in moves for term in (one.origin, one.target, one.through, one.along, one.distance)]
        return read + [part for term in dict.fromkeys(terms) if term is not None for part in term.walk()]

    def allowed(self, writer: Writer, scene: Scene, step: Step, move: Move, name: str) -> None:
        """Sets a variable to whether a step that was made on trial is allowed; it is True before."""
        looks = move.asks_whether_done or bool(self.forbids(step))
        if move.verb == "swap":
            self._left(writer, scene, move, name, done=True)
        elif looks or self.matters(step, move):
            self._entries(writer, scene, step, move, name, 0, looks=looks)
        else:
            self._left(writer, scene, move, name, done=not step.next)

    def _entries(
        self, writer: Writer, scene: Scene, step: Step, move: Move, name: str, number: int, *, looks: bool
    ) -> None:
        """The entries of `next` from one on."""
        if number == len(step.next):
            self._left(writer, scene, move, name, done=True)
            return
        entry = step.next[number]
        if entry.condition is None:
            self._entry(writer, scene, entry, move, name, looks=looks)
            return
        with writer.block(f"if {self.expressions.condition(writer, scene, entry.condition)}:"):
            self._entry(writer, scene.nested(), entry, move, name, looks=looks)
        with writer.block("else:"):
            self._entries(writer, scene.nested(), step, move, name, number + 1, looks=looks)

    def _entry(self, writer: Writer, scene: Scene, entry: Next, move: Move, name: str, *, looks: bool) -> None:
        scene = self.making.next_effects(writer, scene, entry.effects)
        if entry.target is None or not looks:
            self._left(writer, scene, move, name, done=entry.target is None)
            return
        there = self.deciding.existence(writer, scene, entry.target, scene.me)
        with writer.block(f"if {there}:"):
            self._left(writer, scene.nested(), move, name, done=False)
        with writer.block("else:"):
            if self.rules.phases[scene.phase].steps[entry.target].if_none == "forbidden":
                writer.line(f"{name} = False")
            else:
                self._left(writer, scene.nested(), move, name, done=True)

    def _left(self, writer: Writer, scene: Scene, move: Move, name: str, *, done: bool) -> None:
        """What the move asks of the position it leaves."""
        if move.leaves is not None:
            heir = (scene.me + 1) % len(self.rules.players)
            seen = replace(scene, done=done, heir=heir, known=dict(scene.known))
            writer.line(f"{name} = {self.expressions.condition(writer, seen, move.leaves)}")
