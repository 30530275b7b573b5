"""`best turn`: of all complete turns only the best count, so a step is legal if one of them goes on with it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from interpreter.engine.chance import chances
from interpreter.engine.faults import RulesFault

if TYPE_CHECKING:
    from interpreter.engine.reference import ReferenceEngine
    from interpreter.engine.state import State, Step
    from interpreter.machine.rules import Selector

MOST_STEPS = 20_000  # that a look through the turns of one position may try
NEVER_LESS = frozenset({"count", "size", "dice", "pips"})  # numbers that are not smaller than 0


def cannot_be_beaten(selectors: tuple[Selector, ...]) -> bool:
    """Whether no turn is better than one for which every number is 0."""
    return all(selector.how == "minimise" and selector.term.op in NEVER_LESS for selector in selectors)


class TurnChoice:
    """Looks through the turns of a phase, from wherever in a turn it is asked."""

    def __init__(self, engine: ReferenceEngine, selectors: tuple[Selector, ...]) -> None:
        self.engine = engine
        self.selectors = tuple((selector.how, engine.evaluator.value(selector.term)) for selector in selectors)
        self.limit = (0,) * len(selectors) if cannot_be_beaten(selectors) else None

    def steps(self, state: State, offered: list[Step]) -> list[Step]:
        """Those of the steps that the best turns begin with, or go on with; all of them where chance draws."""
        if len(offered) < 2 or chances(self.engine.rules, offered):
            return offered
        budget = [MOST_STEPS]
        values = [self._worth(state, step, budget) for step in offered]
        best = max(values)
        return [step for step, value in zip(offered, values, strict=True) if value == best]

    def _worth(self, state: State, step: Step, budget: list[int]) -> tuple[Any, ...]:
        """What the best turn that goes on with a step is worth, the most important number first; more is better.

        It is told where the turn is over, or where it goes on with a throw.
        """
        budget[0] -= 1
        if budget[0] < 0:
            raise RulesFault(
                f"a turn may go on in more than {MOST_STEPS:,} ways, too many to find the best", code="rule-fault"
            )
        after, frame = self.engine.made(state, step)
        following = self.engine.offered(after) if after.ending is None and after.turn == state.turn else []
        if not following or chances(self.engine.rules, following):
            return tuple(-term(frame) if how == "minimise" else term(frame) for how, term in self.selectors)
        best: tuple[Any, ...] | None = None
        for further in following:
            worth = self._worth(after, further, budget)
            best = worth if best is None else max(best, worth)
            if best == self.limit:
                break
        assert best is not None  # noqa: S101 - there was a step to try
        return best
