"""Sequences of steps or turns counted by the reference engine."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from interpreter.engine.reference import ReferenceEngine
    from interpreter.engine.state import State

__all__ = ["count_steps", "count_turns"]

MEMO_LIMIT = 500_000  # positions that are remembered, a few hundred megabytes

Memo = dict[tuple["State", int], int]


def count_steps(engine: ReferenceEngine, state: State, depth: int, memo: Memo) -> int:
    """Sequences of exactly `depth` steps. The memo is empty at first."""
    if depth == 0:
        return 1
    legal = engine.legal(state)
    if depth == 1:
        return len(legal)
    found = memo.get((state, depth))
    if found is None:
        found = sum(count_steps(engine, engine.play(state, step), depth - 1, memo) for step in legal)
        if len(memo) < MEMO_LIMIT:
            memo[state, depth] = found
    return found


def count_turns(engine: ReferenceEngine, state: State, depth: int, memo: Memo) -> int:
    """Sequences of exactly `depth` turns, each of which comes to a position of its own. The memo is empty at first."""
    if depth == 0:
        return 1
    found = memo.get((state, depth))
    if found is None:
        found = sum(count_turns(engine, after, depth - 1, memo) for after in _ends_of_turns(engine, state))
        if len(memo) < MEMO_LIMIT:
            memo[state, depth] = found
    return found


def _ends_of_turns(engine: ReferenceEngine, state: State) -> Iterable[State]:
    """The positions to which a turn may come, with each throw and each swap of sides that may lead there."""
    found: dict[tuple[object, ...], State] = {}
    under_way: list[tuple[State, tuple[tuple[int, int], ...]]] = [(state, ())]
    while under_way:
        before, told = under_way.pop()
        for step in engine.legal(before):
            after = engine.play(before, step)
            shown = step.move >= 0 and engine.rules.moves[step.move].tells_turns
            now = (*told, (step.move, step.kind)) if shown else told
            if after.ending is None and after.turn == state.turn:
                under_way.append((after, now))
            else:
                found.setdefault((engine.compared(after), now), after)
    return found.values()
