"""The way through the machine after a step: `next`, end conditions, change of phase and of player.

Where it leads is told to a `Road`: in a playout the loop goes on with another decision, in a single step the state is
stored.
"""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING, Protocol

from interpreter.engine.lowering import late, leaving
from interpreter.engine.lowering.columns import TOO_HIGH
from interpreter.engine.lowering.growing import decides_alone, only_grows
from interpreter.engine.lowering.layout import SET_KINDS, die_name, faces, memory_name, remembered_name
from interpreter.engine.lowering.program import UnloweredError, Writer
from interpreter.language.terms import Kind
from interpreter.machine.rules import effect_terms

if TYPE_CHECKING:
    from collections.abc import Iterator
    from contextlib import AbstractContextManager

    from interpreter.engine.lowering.expressions import Expressions
    from interpreter.engine.lowering.making import Making
    from interpreter.engine.lowering.scene import Scene
    from interpreter.machine.rules import End, Next, Phase, Result, Step

FAULT = 0  # the ending of a game that comes to what the file called impossible
UNDECIDED = 1  # the ending of a game in which no end condition says what a player without a step means
TOO_MANY = 2  # the ending of a game with a turn that may go on in too many ways to find the best
PILE_TOO_HIGH = 3  # the ending of a game with a pile of more pieces than a kernel can hold
NO_STEP = "no step left"
MOST_IN_A_ROW = 4  # players who may be found without a step one after the other: each order of them is written out


class Road(Protocol):
    """Where the way through the machine leads.

    `looks_later` says that a decision without a candidate is met when it is due, not before; `tests_later` that end
    conditions after a turn are tested then, too; `stays` that it is followed to the end of the turn and no further.
    """

    looks_later: bool
    tests_later: bool
    stays: bool

    def made(self, writer: Writer, scene: Scene) -> None:
        """A step has been made with all its consequences, and the way begins."""

    def decide(self, writer: Writer, scene: Scene, phase: int, step: int) -> None:
        """The mover decides on a further step of the turn."""

    def begin(self, writer: Writer, scene: Scene, phase: int, player: int) -> None:
        """A player's turn begins in a phase: there may or may not be a step."""

    def end(self, writer: Writer, ending: str) -> None:
        """The game is over; `ending` gives the number of its ending."""


class Walking:
    """Writes the way from a step to the next decision."""

    def __init__(self, expressions: Expressions, making: Making) -> None:
        self.expressions, self.making = expressions, making
        self.program, self.rules = expressions.program, expressions.rules
        self.endings: list[tuple[str, int | None]] = [
            ("impossible", None),
            ("undecided", None),
            ("too many turns", None),
            ("too high a pile", None),
        ]
        self.of_the_turn = ["roll", *map(die_name, faces(self.rules))]  # variables that a turn begins with as 0
        self.growing = "new pieces only" in expressions.passes and only_grows(self.rules)

    def ending(self, reason: str, winner: int | None) -> int:
        """The number of a way to end."""
        key = (reason, winner)
        if key not in self.endings:
            self.endings.append(key)
        return self.endings.index(key)

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
            not self.growing
            and not any(term.words & {"heading", "die", "amount"} for term in later)
            and not any(part.op == "local" for term in later for part in term.walk())
            and not any(effect.action == "promote" for effect in entries)
        )

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
            with self._tested(writer, scene, road, ends) as inner:
                self._goes_on(writer, inner, road, entry.target)
            return
        assert self.expressions.existence is not None  # noqa: S101 - set before anything is written
        there = self.expressions.existence(writer, scene, entry.target, scene.me)
        with writer.block(f"if {there}:"), self._tested(writer, scene.nested(), road, ends) as inner:
            self._goes_on(writer, inner, road, entry.target)
        with writer.block("else:"):
            if follow_up.if_none == "loses":
                with self._tested(writer, scene.nested(), road, ends):
                    road.end(writer, str(self._lost(f"no step for {follow_up.name}", scene.me)))
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

    # --- end conditions

    def _tested(self, writer: Writer, scene: Scene, road: Road, ends: tuple[End, ...]) -> _Else:
        return _Else(self, writer, scene, road, ends)

    def finish(self, writer: Writer, scene: Scene, road: Road, reason: str, result: Result) -> None:
        """Ends the game with a result."""
        if result.kind == "draw":
            road.end(writer, str(self.ending(reason, None)))
            return
        if result.kind in {"highest", "lowest"}:
            road.end(writer, self._compared(writer, scene, reason, highest=result.kind == "highest"))
            return
        assert result.player is not None  # noqa: S101 - wins and loses name a player
        owners = self.expressions.players(scene, result.player)
        if owners is None:
            raise UnloweredError("a result for a player that is computed has no kernel form yet")
        number = self.ending(reason, owners[0]) if result.kind == "wins" else self._lost(reason, owners[0])
        road.end(writer, str(number))

    def one_left(self, writer: Writer, scene: Scene, road: Road, reason: str) -> None:
        """Only one player is left, who wins."""
        text = str(self.ending(reason, None))
        for who, others in leaving.others(len(self.rules.players)):
            text = f"({self.ending(reason, who)} if {scene.names['gone']} == {others} else {text})"
        road.end(writer, text)

    def _lost(self, reason: str, loser: int) -> int:
        return self.ending(reason, 1 - loser if len(self.rules.players) == 2 else None)

    def _compared(self, writer: Writer, scene: Scene, reason: str, *, highest: bool) -> str:
        if self.rules.eliminates:
            raise UnloweredError("scores where players leave the game have no kernel form yet")
        scores = []
        for player, term in enumerate(self.rules.score):
            seen = replace(scene, it=player, known={})
            scores.append(writer.name(self.expressions.number(writer, seen, term), "score"))
        text = str(self.ending(reason, None))
        sign = ">" if highest else "<"
        for player, score in enumerate(scores):
            best = " and ".join(f"{score} {sign} {other}" for n, other in enumerate(scores) if n != player) or "True"
            text = f"({self.ending(reason, player)} if {best} else {text})"
        return text

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
        with self._tested(writer, done, road, (*self.rules.ends, *phase.ends)) as inner:
            self._turned(writer, inner, road, swapped=swapped)

    def turn_was_done(self, writer: Writer, scene: Scene, road: Road, total: str) -> AbstractContextManager[Scene]:
        """End conditions after the turn before, for a player of whose `total` candidates one has been drawn.

        What is written inside stands where none of them holds.
        """
        ends = (*self.rules.ends, *self.rules.phases[scene.phase].ends)
        return self._tested(writer, late.turn_done(scene, len(self.rules.players), ends, total), road, ends)

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
            with self._tested(writer, entering, road, after.ends) as entered:
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
        ready = scene.undecided()
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

    def no_step(self, writer: Writer, scene: Scene, road: Road, phase: int) -> None:
        """What a player without a step gets, but for a forced pass; `scene.me` is that player."""
        policy, players = self.rules.phases[phase].stuck, len(self.rules.players)
        if policy == "out":
            gone = replace(scene, gone=(*scene.gone, scene.me))
            if players > MOST_IN_A_ROW:
                raise UnloweredError("`stuck: out` among many players has no kernel form yet")
            leaving.leave(writer, scene, str(scene.me))
            if len(gone.gone) >= players - 1:
                self.one_left(writer, scene, road, NO_STEP)
                return
            with writer.block(f"if {leaving.alone(scene, players)}:"):
                self.one_left(writer, scene, road, NO_STEP)
            with writer.block("else:"):
                self._hand_over(writer, gone, road, phase, (scene.me + 1) % players)
        elif policy == "loses":
            road.end(writer, str(self._lost(NO_STEP, scene.me)))
        elif policy == "draw":
            road.end(writer, str(self.ending(NO_STEP, None)))
        elif policy == "decide":
            stepper = (scene.me - 1) % players
            seen = scene.after(me=stepper, done=True, stuck=True, heir=scene.me, before=False)
            with self._tested(writer, seen, road, (*self.rules.ends, *self.rules.phases[phase].ends)):
                road.end(writer, str(UNDECIDED))
        else:
            road.end(writer, str(FAULT))

    def forced_pass(self, writer: Writer, scene: Scene, road: Road) -> None:
        """The only step of a player who has none where the file says `stuck: pass`."""
        names = scene.names
        for counter in ("quiet", "passes"):
            if counter in names:
                writer.line(f"{names[counter]} = {names[counter]} + 1")
        self.turn_done(writer, scene.after(words={}, lets={}, before=False, made=-1), road)


class _Else:
    """End conditions one after the other; the lines inside stand where none of them holds."""

    def __init__(self, walking: Walking, writer: Writer, scene: Scene, road: Road, ends: tuple[End, ...]) -> None:
        self.walking, self.writer, self.scene, self.road, self.ends = walking, writer, scene, road, ends
        self.depth = 0

    def __enter__(self) -> Scene:
        self.depth = self.writer.depth
        scene = self.scene
        grown = None
        if (
            self.walking.growing
            and isinstance(scene.made, int)
            and self.walking.rules.moves[scene.made].verb == "place"
        ):
            grown = scene.words.get("to")
        for end in self.ends:
            seen = replace(scene, grown=grown if decides_alone(end) else None)
            condition = self.walking.expressions.condition(self.writer, seen, end.condition)
            if condition == "False":
                continue
            if end.result.kind == "out":
                scene = self._out(scene, end, condition)
                continue
            with self.writer.block(f"if {condition}:"):
                self.walking.finish(self.writer, scene.nested(), self.road, end.reason, end.result)
            self.writer.line("else:")
            self.writer.depth += 1
            scene = scene.nested()
        return scene

    def _out(self, scene: Scene, end: End, condition: str) -> Scene:
        """An end that takes a player out; those behind it are tested in any case."""
        assert end.result.player is not None  # noqa: S101 - it says who
        writer, walking = self.writer, self.walking
        player = walking.expressions.number(writer, scene, end.result.player)
        with writer.block(f"if {condition} and not {leaving.is_out(scene, player)}:"):
            leaving.leave(writer, scene, player)
        with writer.block(f"if {leaving.alone(scene, len(walking.rules.players))}:"):
            walking.one_left(writer, scene, self.road, end.reason)
        writer.line("else:")
        writer.depth += 1
        return leaving.without_next(scene)

    def __exit__(self, *_: object) -> None:
        self.writer.depth = self.depth
