"""Lists of pieces: the place of each piece, by a number that it keeps, and the number of what stands on each place.

They are kept beside the sets where pieces only move to empty sites, so that none ever comes or leaves.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from interpreter.engine.lowering.scene import Scene
from interpreter.engine.lowering.slots import lies_empty, possible_slots

if TYPE_CHECKING:
    from interpreter.engine.lowering.deciding import Deciding
    from interpreter.engine.lowering.layout import Layout
    from interpreter.engine.lowering.writer import Writer
    from interpreter.machine.rules import Move, Rules

STANDS = "stands"  # by place, one more than the number of the piece on it among its owner's; 0 where none stands
HARMLESS = frozenset({"remember", "reset", "award"})


@dataclass(frozen=True, slots=True)
class Roster:
    """The arrays of one playout; `owners` are the players and nobody."""

    owners: tuple[int, ...]
    places: int  # so many numbers an array has that holds something for each place

    def pieces(self, owner: int) -> str:
        """The array of the places of an owner's pieces."""
        return f"pieces_{owner}"

    def number(self, owner: int) -> str:
        """The variable that counts an owner's pieces."""
        return f"pieces_of_{owner}"

    def begun(self, writer: Writer, scene: Scene) -> None:
        """Writes the lists of the position that stands."""
        writer.line(f"{STANDS} = ints({self.places})")
        for owner in self.owners:
            pieces, number = self.pieces(owner), self.number(owner)
            writer.line(f"{pieces} = ints({self.places})")
            writer.line(f"{number} = 0")
            slots = scene.of(owner)
            if not slots:
                continue
            with writer.members(" | ".join(slots)) as piece:
                writer.line(f"{pieces}[{number}] = lowest({piece})")
                writer.line(f"{number} = {number} + 1")
                writer.line(f"{STANDS}[lowest({piece})] = {number}")

    def moved(self, writer: Writer, scene: Scene) -> None:
        """Writes that the mover's piece has gone from one site to another."""
        start, end, number = (writer.fresh(prefix) for prefix in ("p", "p", "n"))
        writer.line(f"{start} = lowest({scene.words['from']})")
        writer.line(f"{end} = lowest({scene.words['to']})")
        writer.line(f"{number} = {STANDS}[{start}]")
        writer.line(f"{STANDS}[{start}] = 0")
        writer.line(f"{STANDS}[{end}] = {number}")
        writer.line(f"{self.pieces(scene.me)}[{number} - 1] = {end}")


def roster_of(deciding: Deciding, layout: Layout) -> Roster | None:
    """The lists that are worth keeping: on a board of several words, where pieces do nothing but move."""
    expressions, program, rules = deciding.expressions, deciding.program, deciding.rules
    if "lists of pieces" not in expressions.passes or not program.wide or not _only_moves(rules):
        return None
    if any(
        deciding.looks_ahead(step, rules.moves[move]) for p in rules.phases for step in p.steps for move in step.of_all
    ):
        return None
    for me in range(len(rules.players)):
        scene = Scene(layout, {}, me, phase=0)
        for move in rules.moves:
            if move.verb == "move" and not _goes_freely(deciding, scene, move):
                return None
    return Roster(tuple(range(len(rules.players) + 1)), max(program.numbering.place) + 1)


def _only_moves(rules: Rules) -> bool:
    return (
        not (rules.piling or rules.dice or any(phase.best for phase in rules.phases))
        and all(move.verb in {"move", "pass"} for move in rules.moves)
        and all(effect.action in HARMLESS for effect in rules.effects())
    )


def _goes_freely(deciding: Deciding, scene: Scene, move: Move) -> bool:
    """Whether a move moves pieces of the mover only, and only to empty sites."""
    origins = possible_slots(deciding.expressions, scene, move.origin)
    return (
        all(slot.owner == scene.me for slot in origins)
        and move.target is not None
        and lies_empty(deciding.expressions, scene, move.target)
    )
