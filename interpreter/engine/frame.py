"""What an expression sees: a position, and the words of the step that is considered or was just made."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

    from interpreter.engine.state import State, Step


class Frame:
    """The surroundings of an evaluation.

    `here` (the word `from`), `to`, `at`, `over` are bit sets, `die`, `amount` numbers, 0 where the step lacks the word;
    `done` says that the turn is over, so that bare `stuck` asks about `heir`, the player who is to move next; `before`
    that the step has not been made yet; `phase` is the phase that questions are about (None: the phase of the
    position). `known` keeps values that do not depend on the step, for as long as the position stands.
    """

    __slots__ = (
        "amount",
        "at",
        "before",
        "die",
        "done",
        "empty",
        "heading",
        "heir",
        "here",
        "it",
        "known",
        "locals",
        "made",
        "me",
        "members",
        "occupied",
        "over",
        "phase",
        "state",
        "stuck",
        "to",
    )

    def __init__(self, state: State, every: int, *, done: bool = False, before: bool = False) -> None:
        self.state: State = state
        self.me: int = state.mover
        self.occupied = state.occupied
        self.empty = every & ~self.occupied
        self.done, self.before = done, before
        self.stuck: bool | None = None  # set where the answer is known
        self.heir: int | None = None
        self.phase: int | None = None
        self.here = self.to = self.at = self.over = self.die = self.amount = 0
        self.heading: tuple[int, ...] = ()
        self.made = -1
        self.it: int = -1
        self.members: dict[int, int] = {}  # those that tests are asked of, by their levels
        self.locals: dict[str, object] = {}
        self.known: dict[object, object] = {}

    def consider(self, step: Step, verb: str) -> None:
        """Binds the words to a step."""
        self.made = step.move
        target = 1 << step.target if step.target >= 0 else 0
        self.here = 1 << step.origin if step.origin >= 0 else 0
        self.to, self.at = (0, target) if verb == "remove" else (target, 0)
        self.over, self.die, self.amount = step.over, step.die, step.amount
        self.heading = (step.heading,) if step.heading >= 0 else ()


def kept(function: Callable[[Frame], Any], key: object) -> Callable[[Frame], Any]:
    """The function, asked at most once a position; only for values that no word of the step changes."""

    def value(frame: Frame) -> Any:
        found = frame.known.get(key)
        if found is None:
            found = frame.known[key] = function(frame)
        return found

    return value
