"""Who wins, by proof-number search: it finds deep lines in which one side has few choices."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from interpreter.engine.kernel import new_ints, new_sets
from interpreter.players.grounds import Ground, ground_of
from interpreter.players.proof_kernel import (
    CONTROL,
    DECIDED,
    FRAME,
    ITEM,
    LEVELS,
    NEVER,
    PROOF_SEARCH,
    ROOM,
    TOO_DEEP,
)
from interpreter.players.report import move_of
from interpreter.players.search_text import parts_of

if TYPE_CHECKING:
    from array import array
    from collections.abc import Callable

    from interpreter.engine.lowering.positions import Arrays
    from interpreter.play.game import Game
    from interpreter.play.move import Move, Outcome
    from interpreter.play.position import Position

PULSE = 20_000  # positions between two looks at the clock
SLOW_PULSE = 20
_PLACE = {name: place for place, name in enumerate(CONTROL)}
_FIELD = {name: place for place, name in enumerate(FRAME)}


@dataclass(frozen=True, slots=True)
class Proof:
    """The winner's number, None where no one wins; a course of the game that comes to it, and how it ends."""

    winner: int | None
    line: tuple[str, ...]
    outcome: Outcome | None


@dataclass
class Prover:
    """What is known of a game: a table of positions, in which `table` have room (a power of two), of 16 bytes each.

    For games without chance whose rules ask for no earlier positions, which `suits` tells.
    """

    game: Game
    table: int
    ground: Ground = field(init=False)
    seen: int = field(init=False, default=0)
    keys: array[int] = field(init=False)
    infos: array[int] = field(init=False)

    def __post_init__(self) -> None:
        self.ground = ground_of(self.game, PROOF_SEARCH)
        self.keys, self.infos = new_ints(self.table), new_ints(self.table)

    @property
    def suits(self) -> bool:
        """Whether the search is for this game."""
        return not self.ground.shape.chance and self.ground.shape.recorded < 0

    def proof(self, position: Position, over: Callable[[], bool]) -> Proof | None:
        """The result of a position, None where it was not found before the time was `over`.

        The line shows it as far as there is time.
        """
        if not self.suits:
            return None
        players = range(len(self.game.players))
        questions = [Question(self, position, player) for player in players]
        pulse = PULSE if self.ground.engine == "llvm" else SLOW_PULSE
        # The reference engine remembers the positions of one question only.
        together = self.ground.engine != "reference"
        while not any(question.answer for question in questions) and None in [q.answer for q in questions]:
            for question in questions:
                while question.answer is None:
                    question.ask(pulse)
                    if question.hopeless or over():
                        return None
                    if together:
                        break
        winner = next((player for player in players if questions[player].answer), None)
        line: list[str] = []
        while position.outcome is None:
            # Where no one wins, each player in turn keeps the other from it.
            attacker = winner if winner is not None else (position.state.mover + 1) % len(players)
            question = Question(self, position, attacker)
            while question.answer is None and not question.hopeless and not over():
                question.ask(pulse)
            if question.answer is None:
                break
            line.append(str(question.best))
            position = position.after(question.best)
        return Proof(winner, tuple(line), position.outcome)


class Question:
    """Whether a player wins from a position; `answer` is None as long as it is open, `hopeless` when it stays so."""

    def __init__(self, prover: Prover, position: Position, attacker: int) -> None:
        self.prover, self.position = prover, position
        self.answer: bool | None = None
        self.hopeless = False
        ground = prover.ground
        shape = ground.shape
        self.arrays: Arrays | None = None  # until it is asked
        self.control, self.frames = new_ints(len(CONTROL)), new_ints((LEVELS + 1) * len(FRAME))
        self.control[_PLACE["attacker"]], self.control[_PLACE["table"]] = attacker, prover.table
        self.frames[_FIELD["proof_limit"]] = self.frames[_FIELD["disproof_limit"]] = NEVER
        self.out = new_ints(max(1, ground.most_steps) * shape.step_parts)
        self.saved, self.saved_sets = new_ints(LEVELS * shape.numbers), new_sets(LEVELS * shape.sets, ground.width)
        self.items = new_ints(ROOM * len(ITEM))

    def ask(self, budget: int) -> None:
        """Looks at so many positions more."""
        self.arrays = self.arrays or self.prover.ground.arrays(self.position.state)
        before = self.control[_PLACE["seen"]]
        came_to = self.prover.ground.functions["prove"](
            *self.arrays,
            self.out,
            self.saved,
            self.saved_sets,
            self.frames,
            self.items,
            self.prover.keys,
            self.prover.infos,
            self.control,
            budget,
        )
        self.prover.seen += self.control[_PLACE["seen"]] - before
        self.hopeless = came_to == TOO_DEEP
        if came_to == DECIDED:
            self.answer = self.control[_PLACE["proof"]] == 0

    @property
    def best(self) -> Move:
        """The step that the answer rests on, or where all steps come to the same, the one that resisted longest."""
        item = self.items[self.frames[_FIELD["cursor"]] * len(ITEM)]
        step = self.prover.ground.step(parts_of(item, self.prover.ground.shape))
        return move_of(self.position, step)
