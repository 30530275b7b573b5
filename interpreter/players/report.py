"""What a search is allowed, and what it says."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from interpreter.engine.state import Step
    from interpreter.play.move import Move
    from interpreter.play.position import Position

Found = TypeVar("Found")


@dataclass(frozen=True, slots=True)
class Limits:
    """When a search stops, whichever comes first; it always stops where the result is certain.

    After so many `seconds`, `simulations` (random games) or steps of `depth`, or when `stop()` says so.
    """

    seconds: float | None = None
    simulations: int | None = None
    depth: int | None = None
    stop: Callable[[], bool] | None = None

    def __post_init__(self) -> None:
        if (self.seconds, self.simulations, self.depth, self.stop) == (None, None, None, None):
            raise ValueError("a search needs a limit: seconds, simulations, depth or stop")
        for name in ("seconds", "simulations", "depth"):
            value = getattr(self, name)
            if value is not None and not value > 0:
                raise ValueError(f"{name} must be more than 0, not {value}")


@dataclass(frozen=True, slots=True)
class Candidate:
    """A legal step: how often it was tried, its value for the player to move, and what is certain.

    The value goes from 0 (lost) to 1 (won); `result` is "win", "draw", "loss", or None.
    """

    move: Move
    visits: int
    value: float
    result: str | None = None


@dataclass(frozen=True)
class Report:
    """The outcome of a search in a position.

    `candidates` are all legal steps, the best first; `steps` what is expected after the best one, as engines write it;
    `depth` counts the steps looked ahead; `engine` is what played, with the `reason` why it was not the fastest.
    """

    position: Position
    candidates: tuple[Candidate, ...]
    steps: tuple[Step, ...]
    simulations: int
    seconds: float
    depth: int
    engine: str
    reason: str = ""

    @cached_property
    def line(self) -> tuple[str, ...]:
        """The expected course of the game; worked out when it is asked for, since that may take as long as a search."""
        told, position = [str(self.best)], self.position.after(self.best)
        for step in self.steps:
            try:
                move = move_of(position, step)
            except ValueError:  # the game is over, or chance went another way
                break
            told.append(str(move))
            position = position.after(move)
        return tuple(told)

    @property
    def best(self) -> Move:
        """The step to play."""
        return self.candidates[0].move

    @property
    def value(self) -> float:
        """What the position is worth to the player to move, from 0 (lost) to 1 (won)."""
        return self.candidates[0].value

    @property
    def result(self) -> str | None:
        """What is certain for the player to move: "win", "draw", "loss", or None."""
        results = {candidate.result for candidate in self.candidates}
        if "win" in results:
            return "win"
        if None in results:
            return None
        return "draw" if "draw" in results else "loss"


def move_of(position: Position, step: Step) -> Move:
    """The legal move of a step that a kernel lists. Raises ValueError where the step is not legal."""
    found = matching({move.engine_step: move for move in position.legal_moves})(step)
    if found is None:
        raise ValueError(f"a kernel lists {step}, which is not legal")
    return found


def matching(among: Mapping[Step, Found]) -> Callable[[Step], Found | None]:
    """What finds what belongs to a step of the other engine; it gives None where no step is the same.

    The compiled engine does not tell what sites a step passes over, and of two ways with one result the engines may
    take different ones: the direction only counts where steps differ by it.
    """
    alike: dict[Step, list[Step]] = {}
    for own in among:
        alike.setdefault(_named(own), []).append(own)

    def found(step: Step) -> Found | None:
        same = alike.get(_named(step), [])
        best = next((own for own in same if own.heading == step.heading), same[0] if same else None)
        return None if best is None else among[best]

    return found


def _named(step: Step) -> Step:
    return step._replace(over=0, heading=-1)
