"""Sequences of steps or turns counted by the reference engine."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
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
    """Sequences of steps that make exactly `depth` turns. The memo is empty at first."""
    if depth == 0:
        return 1
    found = memo.get((state, depth))
    if found is None:
        found = 0
        for step in engine.legal(state):
            after = engine.play(state, step)
            done = after.ending is not None or after.turn != state.turn
            found += count_turns(engine, after, depth - 1 if done else depth, memo)
        if len(memo) < MEMO_LIMIT:
            memo[state, depth] = found
    return found
