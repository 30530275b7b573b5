"""Where the way through the machine leads: on in the loop of a random game, or into a position that is stored."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from interpreter.engine.lowering import late

if TYPE_CHECKING:
    from interpreter.engine.lowering.build import Build
    from interpreter.engine.lowering.scene import Scene
    from interpreter.engine.lowering.writer import Writer


STEPPER = "stepper"
"""The variable of a random game that holds who made the step before, where that is not the player before in turn."""


ARRIVING = "arriving"
"""The variable of a single step that says that a turn has begun of which it has not been looked yet who makes it."""
MOST_IN_A_ROW = 4  # players who may be found without a step one after the other, with each order of them written out


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


class Loop:
    """The road of a playout: the loop goes on with a number."""

    looks_later, stays = True, False

    def __init__(self, build: Build) -> None:
        self.build = build
        self.tests_later = build.tests_later

    def made(self, writer: Writer, scene: Scene) -> None:
        """See Road: nothing is looked at here."""

    def decide(self, writer: Writer, scene: Scene, phase: int, step: int) -> None:
        """See Road."""
        writer.line(f"pc = {self.build.number(phase, step, scene.me)}")

    def begin(self, writer: Writer, scene: Scene, phase: int, player: int) -> None:
        """See Road; the position is recorded where the rules look back."""
        if not self.tests_later:
            self.build.record(writer, scene, phase, player)
        if late.asks_stepper(self.build.rules):
            writer.line(f"{STEPPER} = {scene.me}")
        writer.line(f"pc = {self.build.number(phase, 0, player)}")

    def end(self, writer: Writer, ending: str) -> None:
        """See Road; the loop is left."""
        writer.line(f"ending = {ending}")
        writer.line("break")


class Store(Loop):
    """The road of a single step: whether the next player has one is looked at at once."""

    looks_later = False

    def __init__(self, build: Build) -> None:
        super().__init__(build)
        self.tests_later = False

    def begin(self, writer: Writer, scene: Scene, phase: int, player: int) -> None:
        """See Road; the decision stored is the one that is met, were it a forced pass or the end."""
        self.build.record(writer, scene, phase, player)
        if self.looks_in_a_loop(phase):
            writer.line(f"pc = {self.build.number(phase, 0, player)}")
            writer.line(f"{ARRIVING} = True")
            return
        self.arrived(writer, scene, phase, player)

    def looks_in_a_loop(self, phase: int) -> bool:
        """Whether it is looked in a loop who of many players has a step, for there are many orders of them."""
        rules = self.build.rules
        return rules.phases[phase].stuck == "out" and len(rules.players) > MOST_IN_A_ROW

    def arrived(self, writer: Writer, scene: Scene, phase: int, player: int) -> None:
        """A turn has begun: whether there is a step is looked at."""
        arrived = scene.after(me=player, phase=phase, done=False, heir=None)
        there = self.build.deciding.existence(writer, arrived, 0, player)
        with writer.block(f"if {there}:"):
            writer.line(f"pc = {self.build.number(phase, 0, player)}")
        with writer.block("else:"):
            if self.build.rules.phases[phase].stuck == "pass":
                writer.line(f"pc = {self.build.number(phase, -1, player)}")
            else:
                self.build.walking.no_step(writer, arrived.nested(), self, phase, (("", scene.me),))

    def end(self, writer: Writer, ending: str) -> None:
        """See Road."""
        writer.line(f"ending = {ending}")
