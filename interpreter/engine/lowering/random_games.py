"""Random games in a kernel: from the set-up, or from a position."""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.engine.lowering.best_turns import spot_lines
from interpreter.engine.lowering.build import HISTORY
from interpreter.engine.lowering.columns import first_cells
from interpreter.engine.lowering.ends import UNDECIDED
from interpreter.engine.lowering.forest import joined
from interpreter.engine.lowering.kept import Kept
from interpreter.engine.lowering.late import asks_stepper
from interpreter.engine.lowering.persons import by_number
from interpreter.engine.lowering.resuming import loaded_kept
from interpreter.engine.lowering.roads import STEPPER, Loop
from interpreter.engine.lowering.writer import Writer

if TYPE_CHECKING:
    from interpreter.engine.lowering.build import Build
    from interpreter.engine.lowering.persons import Cases
    from interpreter.engine.lowering.scene import Scene
    from interpreter.machine.rules import Move

# The state of the next game's random numbers is computed while a game is played, so that the next need not wait for it.
PLAYOUTS = '''def playouts(number: int, first: int, seed: int, limit: int, tally: ints) -> int:
    """Random games: adds steps, unfinished games and endings to the tally; gives the longest game."""
    longest = 0
    history = ints(<HISTORY>)
    ahead = seeded(seed, first)
    for i in range(number):
        rng = ahead
        ahead = seeded(seed, first + i + 1)
        longest = max(longest, playout(rng, limit, tally, history))
    return longest'''


class RandomGames:
    """Writes random games: the loop, and in it each decision drawn, made, and followed to the next."""

    def __init__(self, build: Build) -> None:
        self.build, self.rules, self.layout = build, build.rules, build.layout
        self.walking, self.drawing = build.walking, build.drawing

    def playout(self) -> str:
        """A game from the set-up; its result goes into a tally."""
        writer, first = Writer(), self.rules.phases[0].starts or 0
        writer.line(f"pc = {self.build.number(0, 0, first)}")
        kept = self._kept()
        self.build.record(writer, self.build.scene(0, first), 0, first)
        self.played_out(writer)
        writer.line("tally[0] = tally[0] + steps")
        with writer.block("if ending < 0:"):
            writer.line("tally[1] = tally[1] + 1")
        with writer.block("else:"):
            writer.line("tally[2 + ending] = tally[2 + ending] + 1")
        writer.line("return steps")
        head = Writer()
        head.counter = writer.counter  # no name is used twice
        for name, value in self.build.first_values().items():
            head.line(f"{name} = {value}")
        for line in first_cells(self.rules.setting, self.layout, self.build.program):
            head.line(line)
        for line in kept.head():
            head.line(line)
        if kept.roster is not None:
            kept.roster.begun(head, self.build.scene(0, first))
        lines = ["def playout(rng: int, limit: int, tally: ints, history: ints) -> int:", '    """One random game."""']
        return "\n".join([*lines, *head.lines, *writer.lines])

    def playouts(self) -> str:
        """Many games; what one leaves in the history is written over by the next."""
        return PLAYOUTS.replace("<HISTORY>", str(HISTORY * len(self.layout.history) or 1))

    def rollout(self) -> str:
        """A game from a position, which stays as it is; gives its ending, or -1 at the limit of steps.

        What stands in the history behind the position is written over.
        """
        writer, head = Writer(), Writer()
        kept = self._kept()
        self.played_out(writer)
        writer.line("return ending")
        head.counter = writer.counter  # no name is used twice
        self.build.loaded(head)
        for phase, step, player in self.build.decisions:
            if step < 0:  # a forced pass is what its decision comes to
                with head.block(f"if pc == {self.build.number(phase, step, player)}:"):
                    head.line(f"pc = {self.build.number(phase, 0, player)}")
        loaded_kept(kept, head, self.build.expressions, lambda player: self.build.scene(0, player))
        lines = ["def rollout(numbers: ints, sets_: sets, history: ints, rng: int, limit: int) -> int:"]
        return "\n".join([*lines, *head.lines, *writer.lines])

    def _kept(self) -> Kept:
        """What a random game keeps beside the position, while it is written."""
        build = self.build
        roster = self.drawing.ways.lists(self.layout)
        build.kept = Kept(build.program, self.rules, build.passes, history=bool(self.layout.history), roster=roster)
        return build.kept

    def played_out(self, writer: Writer) -> None:
        """The loop of a random game."""
        for line in spot_lines(self.rules, self.layout):
            writer.line(line)
        writer.line("ending = -1")
        writer.line("steps = 0")
        if asks_stepper(self.rules):
            writer.line(f"{STEPPER} = {((self.rules.phases[0].starts or 0) - 1) % len(self.rules.players)}")
        with writer.block("while True:"):
            # Where one decision leads to the next, the compiler jumps there: `elif` would go around the loop.
            playable = [decision for decision in self.build.decisions if decision[1] >= 0]
            for phase, step, player in sorted(playable, key=lambda one: (one[0], one[2], one[1])):
                with writer.block(f"if pc == {self.build.number(phase, step, player)}:"):
                    self.turn(writer, phase, step, player)
        self.build.kept = None

    def turn(self, writer: Writer, phase: int, step: int, player: int) -> None:
        """A decision in a playout: draw, make, walk on."""
        scene, road = self.build.scene(phase, player, step), Loop(self.build)
        scene.liberties = scene.kept.liberties if scene.kept is not None else None
        certain = step == 0 and self.rules.phases[phase].stuck == "impossible" and not self.build.tests_later
        if certain:  # then nothing is drawn that is not made
            self._stopped(writer)
        families, drawn, total = self.drawing.draw(writer, scene, step)
        number = self.build.number(phase, step, player)
        # Where the steps are listed as well, a list may need more room than a draw has families.
        self.build.families[number] = max(self.build.families[number], len(families))
        decide = self.rules.phases[phase].stuck == "decide"
        if self.build.tests_later and step == 0:
            with (
                writer.block(f"if steps > 0{f' or {total} == 0' if decide else ''}:"),
                self.walking.turn_was_done(writer, scene, road, total) as inner,
            ):
                writer.line("pass")
                self.build.record(writer, scene.after(known=inner.known), phase, player)
        with writer.block(f"if {total} == 0:"):
            if step == 0 and self.rules.phases[phase].stuck == "pass":
                self._counted(writer)
                self.walking.forced_pass(writer, scene.nested(), road)
            elif step == 0 and self.build.tests_later and decide:
                road.end(writer, str(UNDECIDED))
            elif step == 0:  # as a follow-up it is only come to where there is a candidate
                self.walking.no_step(writer, scene.after(), road, phase, self._steppers(writer, player))
            elif self.walking.looks_later(self.rules.phases[phase]):
                self.walking.turn_over(writer, scene.after(before=False), road)
            else:  # such a step is only come to where there is a candidate
                road.end(writer, "0")
        if not families:
            return

        def after(made: Scene, move: Move) -> None:
            if made.liberties is not None:
                made = made.liberties.stepped(writer, self.build.expressions, made)
            if move.verb == "place" and made.kept is not None:
                made = joined(self.build.expressions, writer, made, made.kept.forests)
            if move.verb == "move" and made.kept is not None and made.kept.roster is not None:
                made.kept.roster.moved(writer, made)
            self.walking.after_step(writer, made, road, step, swapped=move.verb == "swap")

        with writer.block("else:"):
            if certain:
                writer.line("steps = steps + 1")
            else:
                self._counted(writer)
            self.drawing.make(writer, scene.nested(), families, drawn, after)

    def _steppers(self, writer: Writer, player: int) -> Cases:
        """Who may have made the step before a player's turn."""
        players = len(self.rules.players)
        if asks_stepper(self.rules):
            return by_number(writer, STEPPER, players)
        return (("", (player - 1) % players),)

    def _counted(self, writer: Writer) -> None:
        """A step is about to be made, if the limit lets it: that there is none may be the end of the game."""
        self._stopped(writer)
        writer.line("steps = steps + 1")

    def _stopped(self, writer: Writer) -> None:
        """No step is made beyond the limit."""
        with writer.block("if steps >= limit:"):
            writer.line("break")
