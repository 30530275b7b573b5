"""Questions of expressions that need the whole engine: `can`, `stuck`, `repeats`, `attacks`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from interpreter.engine.attacks import Aim, aims_of, attacked
from interpreter.engine.frame import Frame
from interpreter.engine.state import key_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from interpreter.engine.reference import ReferenceEngine


class Questions:
    """Answers for one engine. Each answer is a function of a frame and of the constant or the players asked about."""

    def __init__(self, engine: ReferenceEngine) -> None:
        self.engine = engine
        self.aims: dict[tuple[int, int], tuple[Aim, ...]] = {}  # of a phase and a player, once they have been asked for
        self.answers: dict[str, Callable[..., Any]] = {
            "can": self._can,
            "may": self._may,
            "stuck": self._stuck,
            "attacks": self._attacks,
            "repeats": self._repeats,
            "candidates": self.any_candidate,
        }

    def any_candidate(self, frame: Frame, decision: int) -> bool:
        """Whether the mover would find a step at a decision node."""
        state = frame.state._replace(node=decision)
        before = Frame(state, self.engine.geometry.every, before=True)
        return bool(self.engine.candidates(before, self.engine.machine.nodes[decision], one=True))

    def _phase(self, frame: Frame) -> int:
        return self.engine.machine.nodes[frame.state.node].phase if frame.phase is None else frame.phase

    def _heir(self, frame: Frame) -> int:
        return self.engine.next_player(frame.state) if frame.heir is None else frame.heir

    def _can(self, frame: Frame, name: str) -> bool:
        phase = self._phase(frame)
        for index, step in enumerate(self.engine.rules.phases[phase].steps):
            if step.name == name:
                return self.any_candidate(frame, self.engine.machine.decisions[phase, index])
        return False

    def _may(self, frame: Frame, question: tuple[str, tuple[int, ...]]) -> bool:
        """Whether a player, were it that player's turn, would find a candidate for a step or for a move."""
        engine, (name, players), phase = self.engine, question, self._phase(frame)
        state = frame.state
        if not players:  # nobody
            return False
        if players[0] != state.mover:
            state = engine.turn_start(state, players[0], phase)
        steps = engine.rules.phases[phase].steps
        index = next((index for index, step in enumerate(steps) if step.name == name), None)
        if index is not None:
            return self.any_candidate(Frame(state, 0), engine.machine.decisions[phase, index])
        move = next((index for index, move in enumerate(engine.rules.moves) if move.name == name), None)
        if move is None:  # a step of another phase
            return False
        decision = engine.machine.decisions[phase, 0]
        before = Frame(state._replace(node=decision), engine.geometry.every, before=True)
        node = engine.machine.nodes[decision]
        return bool(engine.of_moves(before, node, (move,), engine.geometry.every, one=True))

    def _stuck(self, frame: Frame, players: tuple[int, ...] | None) -> bool:
        """Whether a player, or without one the player to move next, would find no step when a turn begins."""
        if players is None:
            if not frame.done:
                return False
            if frame.stuck is not None:
                return frame.stuck
            players = (self._heir(frame),)
        if not players:  # nobody
            return False
        phase = self._phase(frame)
        found = self.engine.turn_start(frame.state, players[0], phase)
        return not self.any_candidate(Frame(found, 0), self.engine.machine.decisions[phase, 0])

    def _repeats(self, frame: Frame, compare: str) -> int:
        """How often the position has stood before, at the starts of turns."""
        state, history = frame.state, frame.state.history
        if history is None:
            return 0
        if compare == "sites":
            sites = state.setting
            count = sum(link.sites == sites for link in history)
        else:
            if frame.done:
                state = self.engine.turn_start(state, self._heir(frame), self._phase(frame))
            elif not frame.before:
                return 0  # within a turn no position has stood at the start of one
            key = key_of(state)
            count = sum(link.key == key for link in history)
        # Before the first step of a turn the position itself is the latest entry.
        standing = frame.before and history.key == key_of(state)
        return count - 1 if standing else count

    def _attacks(self, frame: Frame, players: tuple[int, ...], among: int = -1) -> int:
        """The sites that players attack, of those that are asked about (-1: of all)."""
        bits = 0
        for player in players:
            where = self._phase(frame), player
            if where not in self.aims:
                self.aims[where] = aims_of(self.engine, *where)
            bits |= attacked(self.engine, self.aims[where], frame.state, player, among & ~bits)
        return bits
