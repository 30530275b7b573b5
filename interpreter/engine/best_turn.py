"""`best turn`: of all complete turns only the best count, so a step is legal if one of them goes on with it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from interpreter.engine.faults import RulesFault

if TYPE_CHECKING:
    from interpreter.engine.reference import ReferenceEngine
    from interpreter.engine.state import State, Step
    from interpreter.machine.rules import Selector

MOST_STEPS = 20_000  # that a look through the turns of one position may try


class TurnChoice:
    """Looks through the turns of a phase, from wherever in a turn it is asked."""

    def __init__(self, engine: ReferenceEngine, selectors: tuple[Selector, ...]) -> None:
        self.engine = engine
        self.selectors = tuple((selector.how, engine.evaluator.value(selector.term)) for selector in selectors)

    def steps(self, state: State, offered: list[Step]) -> list[Step]:
        """Those of the steps that the best turns begin with, or go on with."""
        if len(offered) < 2:
            return offered
        budget = [MOST_STEPS]
        values = [self._worth(state, step, budget) for step in offered]
        best = max(values)
        return [step for step, value in zip(offered, values, strict=True) if value == best]

    def _worth(self, state: State, step: Step, budget: list[int]) -> tuple[Any, ...]:
        """What the best turn that goes on with a step is worth, the most important number first; more is better."""
        budget[0] -= 1
        if budget[0] < 0:
            raise RulesFault(
                f"a turn may go on in more than {MOST_STEPS:,} ways, too many to find the best", code="rule-fault"
            )
        after, frame = self.engine.made(state, step)
        if after.ending is None and after.turn == state.turn:
            return max(self._worth(after, following, budget) for following in self.engine.offered(after))
        return tuple(-term(frame) if how == "minimise" else term(frame) for how, term in self.selectors)
