"""The way through the machine after a step: `next`, end conditions, change of phase and of player.

Where it leads is told to a `Road`: in a playout the loop goes on with another decision, in a single step the state is
stored.
"""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING

from interpreter.engine.lowering import late, leaving, persons
from interpreter.engine.lowering.columns import TOO_HIGH
from interpreter.engine.lowering.ends import FAULT, NO_STEP, PILE_TOO_HIGH, UNDECIDED, Ends
from interpreter.engine.lowering.layout import SET_KINDS, die_name, faces, memory_name, remembered_name
from interpreter.language.terms import Kind
from interpreter.machine.rules import effect_terms

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from contextlib import AbstractContextManager

    from interpreter.engine.lowering.expressions import Expressions
    from interpreter.engine.lowering.making import Making
    from interpreter.engine.lowering.persons import Cases
    from interpreter.engine.lowering.roads import Road
    from interpreter.engine.lowering.scene import Scene
    from interpreter.engine.lowering.writer import Writer
    from interpreter.machine.rules import Next, Phase, Step


class Walking:
    """Writes the way from a step to the next decision."""

    def __init__(self, expressions: Expressions, making: Making) -> None:
        self.expressions, self.making = expressions, making
        self.program, self.rules = expressions.program, expressions.rules
        self.of_the_turn = ["roll", *map(die_name, faces(self.rules))]  # variables that a turn begins with as 0
        self.ends = Ends(expressions)

    # --- after a step

    def asks_sites_only(self, step: Step) -> bool:
        """Whether what comes after a step asks of it no more than its sites and the move that was made."""
        entries = [effect for entry in step.next for effect in entry.effects]
        later = effect_terms(tuple(entries))
        later += [entry.condition for entry in step.next if entry.condition is not None]
        later += [end.condition for end in self.rules.every_end()]
        later += [phase.until for phase in self.rules.phases if phase.until is not None]
        later += [selector.term for phase in self.rules.phases for selector in phase.best]
        return (
            not any(term.words & {"heading", "die", "amount"} for term in later)
            and not any(part.op == "local" for term in later for part in term.walk())
            and not any(effect.action == "promote" for effect in entries)
        )

    def parts(self, moves: Iterable[int]) -> bool:
        """Whether what follows a step is written for each of its moves: one swaps, or ends ask for the new piece."""
        verbs = {self.rules.moves[index].verb for index in moves}
        return self.ends.growing or "swap" in verbs

    def after_step(self, writer: Writer, scene: Scene, road: Road, step: int, *, swapped: bool = False) -> None:
        """From the effect of a step to wherever it leads."""
        phase = self.rules.phases[scene.phase]
        if swapped:
            road.made(writer, scene)
            self.turn_done(writer, scene, road, swapped=True)
            return
        with self._held(writer, scene, road) as inner:
            self._entries(writer, inner, road, phase, step, 0)

    def _entries(self, writer: Writer, scene: Scene, road: Road, phase: Phase, step: int, number: int) -> None:
        entries = phase.steps[step].next
        if number == len(entries):
            road.made(writer, scene)
            self.turn_done(writer, scene, road)
            return
        entry = entries[number]
        if entry.condition is None:
            self._entry(writer, scene, road, phase, step, number)
            return
        condition = self.expressions.condition(writer, scene, entry.condition)
        with writer.block(f"if {condition}:"):
            self._entry(writer, scene.nested(), road, phase, step, number)
        with writer.block("else:"):
            self._entries(writer, scene.nested(), road, phase, step, number + 1)

    def _entry(self, writer: Writer, scene: Scene, road: Road, phase: Phase, step: int, number: int) -> None:
        entry = phase.steps[step].next[number]
        if not entry.effects:
            self._led(writer, scene, road, phase, entry)
            return
        scene = self.making.next_effects(writer, scene, entry.effects)
        with self._held(writer, scene, road) as inner:
            self._led(writer, inner, road, phase, entry)

    @contextmanager
    def _held(self, writer: Writer, scene: Scene, road: Road) -> Iterator[Scene]:
        """What follows where no pile has become too high."""
        if TOO_HIGH not in scene.names:
            yield scene
            return
        with writer.block(f"if {scene.names[TOO_HIGH]} != 0:"):
            road.end(writer, str(PILE_TOO_HIGH))
        with writer.block("else:"):
            yield scene.nested()

    def _led(self, writer: Writer, scene: Scene, road: Road, phase: Phase, entry: Next) -> None:
        """Where an entry of `next` leads."""
        road.made(writer, scene)
        if entry.target is None:
            self.turn_done(writer, scene, road)
            return
        follow_up = phase.steps[entry.target]
        ends = tuple(end for end in (*self.rules.ends, *phase.ends) if not end.after_turn)
        if entry.target > 0 and road.looks_later and self.looks_later(phase):
            with self.ends.tested(writer, scene, road, ends) as inner:
                self._goes_on(writer, inner, road, entry.target)
            return
        assert self.expressions.existence is not None  # noqa: S101 - set before anything is written
        there = self.expressions.existence(writer, scene, entry.target, scene.me)
        with writer.block(f"if {there}:"), self.ends.tested(writer, scene.nested(), road, ends) as inner:
            self._goes_on(writer, inner, road, entry.target)
        with writer.block("else:"):
            if follow_up.if_none == "loses":
                with self.ends.tested(writer, scene.nested(), road, ends):
                    road.end(writer, str(self.ends.lost(f"no step for {follow_up.name}", scene.me)))
            else:
                self.turn_done(writer, scene.nested(), road)

    def _goes_on(self, writer: Writer, scene: Scene, road: Road, step: int) -> None:
        """The turn goes on with a further step, unless whose turn it is has just left the game."""
        if not any(end.result.kind == "out" for end in self.rules.every_end()):
            road.decide(writer, scene, scene.phase, step)
            return
        with writer.block(f"if {leaving.is_out(scene, str(scene.me))}:"):
            self.turn_done(writer, scene.nested(), road)
        with writer.block("else:"):
            road.decide(writer, scene.nested(), scene.phase, step)

    def looks_later(self, phase: Phase) -> bool:
        """Whether a follow-up's candidates need not be looked for before it is decided.

        The end conditions must be the same with and without a candidate; then a decision that finds none goes on from
        there (`turn_over`), and nothing is computed twice.
        """
        ends = (*self.rules.ends, *phase.ends)
        asking = {"stuck", "repeats"}
        return "look later" in self.expressions.passes and (
            all(step.if_none == "skip" for step in phase.steps)
            and not self.rules.eliminates
            and not any(end.after_turn for end in ends)
            and not any(part.op in asking for end in ends for part in end.condition.walk())
            and (phase.until is None or not phase.until.words)
        )

    def turn_over(self, writer: Writer, scene: Scene, road: Road) -> None:
        """The turn is done and the end conditions have been tested: change of phase and of player."""
        self._turned(writer, replace(scene, done=True, heir=(scene.me + 1) % len(self.rules.players), known={}), road)

    # --- turns

    def turn_done(self, writer: Writer, scene: Scene, road: Road, *, swapped: bool = False) -> None:
        """End conditions after a turn, change of phase, change of player."""
        if road.stays:
            return
        phase = self.rules.phases[scene.phase]
        heir = scene.me if swapped else (scene.me + 1) % len(self.rules.players)
        done = replace(scene, done=True, heir=heir, known=dict(scene.known))
        if road.tests_later:
            self._turned(writer, done, road, swapped=swapped)
            return
        with self.ends.tested(writer, done, road, (*self.rules.ends, *phase.ends)) as inner:
            self._turned(writer, inner, road, swapped=swapped)

    def turn_was_done(self, writer: Writer, scene: Scene, road: Road, total: str) -> AbstractContextManager[Scene]:
        """End conditions after the turn before, for a player of whose `total` candidates one has been drawn.

        What is written inside stands where none of them holds.
        """
        ends = (*self.rules.ends, *self.rules.phases[scene.phase].ends)
        return self.ends.tested(writer, late.turn_done(scene, len(self.rules.players), ends, total), road, ends)

    def _turned(self, writer: Writer, scene: Scene, road: Road, *, swapped: bool = False) -> None:
        phase, heir = self.rules.phases[scene.phase], scene.heir
        assert heir is not None  # noqa: S101 - the turn is done
        if phase.until is None or phase.go is None or phase.go == scene.phase:
            self._hand_over(writer, scene, road, scene.phase, heir)
            return
        condition = self.expressions.condition(writer, scene, phase.until)
        with writer.block(f"if {condition}:"):
            after = self.rules.phases[phase.go]
            starts = heir if after.starts is None or swapped else after.starts
            entering = replace(scene, phase=phase.go, heir=starts, known={})
            with self.ends.tested(writer, entering, road, after.ends) as entered:
                self._hand_over(writer, entered, road, phase.go, starts)
        with writer.block("else:"):
            self._hand_over(writer, scene.nested(), road, scene.phase, heir)

    def _hand_over(self, writer: Writer, scene: Scene, road: Road, phase: int, player: int) -> None:
        names = scene.names
        for memory in self.rules.memory:
            variable = names[memory_name(memory.index)]
            first = self.first_value(memory.kind)
            if memory.until == "turn ends":
                writer.line(f"{variable} = {first}")
            elif memory.until == "next turn ends":
                date = names[remembered_name(memory.index)]
                writer.line(f"{variable} = {first} if {date} < {names['turn']} else {variable}")
        if "turn" in names:
            writer.line(f"{names['turn']} = {names['turn']} + 1")
        for variable in self.of_the_turn:
            if variable in names:
                writer.line(f"{names[variable]} = 0")
        ready = scene.undecided(known={term: text for term, text in scene.known.items() if term.op == "key"})
        if "gone" not in names:
            road.begin(writer, ready, phase, player)
            return
        for who in leaving.in_turn(writer, scene, player, len(self.rules.players)):
            road.begin(writer, ready, phase, who)

    def first_value(self, kind: Kind) -> str:
        """What a remembered name holds before it is set."""
        if kind in SET_KINDS:
            return self.program.constant(0)
        return "-1" if kind is Kind.PLAYER else "0"

    def expiring(self, scene: Scene, player: int, phase: int) -> Scene:
        """The scene as a player finds it when the next turn begins; nothing is written."""
        names = dict(scene.names)
        for memory in self.rules.memory:
            if memory.until == "turn ends":
                names[memory_name(memory.index)] = self.first_value(memory.kind)
            elif memory.until == "next turn ends":
                date, variable = names[remembered_name(memory.index)], names[memory_name(memory.index)]
                first = self.first_value(memory.kind)
                names[memory_name(memory.index)] = f"({first} if {date} < {names['turn']} else {variable})"
        if "turn" in names:
            names["turn"] = f"({names['turn']} + 1)"
        names |= {variable: "0" for variable in self.of_the_turn if variable in names}
        return scene.undecided(names=names, me=player, phase=phase)

    def no_step(self, writer: Writer, scene: Scene, road: Road, phase: int, steppers: Cases) -> None:
        """What a player without a step gets, but for a forced pass; `scene.me` is that player.

        `steppers` are those who may have made the step before.
        """
        policy, players = self.rules.phases[phase].stuck, len(self.rules.players)
        if policy == "out":
            gone = replace(scene, gone=(*scene.gone, scene.me))
            leaving.leave(writer, scene, str(scene.me))
            if len(gone.gone) >= players - 1:
                self.ends.one_left(writer, scene, road, NO_STEP)
                return
            with writer.block(f"if {leaving.alone(scene, players)}:"):
                self.ends.one_left(writer, scene, road, NO_STEP)
            with writer.block("else:"):
                self._hand_over(writer, gone, road, phase, (scene.me + 1) % players)
        elif policy == "loses":
            road.end(writer, str(self.ends.lost(NO_STEP, scene.me)))
        elif policy == "draw":
            road.end(writer, str(self.ends.number(NO_STEP, None)))
        elif policy == "decide":
            ends = (*self.rules.ends, *self.rules.phases[phase].ends)

            def decided(stepper: int) -> tuple[str, ...]:
                seen = scene.after(me=stepper, done=True, stuck=True, heir=scene.me, before=False)
                with self.ends.tested(writer, seen, road, ends):
                    road.end(writer, str(UNDECIDED))
                return ()

            persons.done(writer, steppers, decided)
        else:
            road.end(writer, str(FAULT))

    def forced_pass(self, writer: Writer, scene: Scene, road: Road) -> None:
        """The only step of a player who has none where the file says `stuck: pass`."""
        names = scene.names
        for counter in ("quiet", "passes"):
            if counter in names:
                writer.line(f"{names[counter]} = {names[counter]} + 1")
        self.turn_done(writer, scene.after(words={}, lets={}, before=False, made=-1), road)
