"""One game on two engines, step by step: the reference engine says what is right."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import TYPE_CHECKING

from interpreter.engine.faults import RulesFault

if TYPE_CHECKING:
    from interpreter.engine.compiled import CompiledEngine
    from interpreter.engine.lowering.positions import Arrays
    from interpreter.engine.reference import ReferenceEngine
    from interpreter.engine.state import State, Step
    from interpreter.play.game import Game

# What a kernel does not keep, and what no longer matters when a game is over.
KEPT_ELSEWHERE = {"history": None}
OVER = {"node": 0, "mover": 0, "memory": (), "remembered_at": (), "turn": 0}


class DifferenceError(AssertionError):
    """The engines do not agree."""


@dataclass(frozen=True)
class Walk:
    """How far the engines were compared: steps played and games that came to an end."""

    steps: int
    ended: int


def facts(state: State) -> dict[str, object]:
    """A position by the names of its parts, without what a kernel does not keep."""
    found = state._replace(**KEPT_ELSEWHERE)
    return (found if state.ending is None else found._replace(**OVER))._asdict()


def told(step: Step) -> tuple[int, ...]:
    """What tells steps apart."""
    return step.origin, step.target, step.kind, step.promotion, step.move


def plain(arrays: Arrays) -> tuple[list[int], list[int], list[int]]:
    """Arrays as lists, the history as far as it is written."""
    from interpreter.engine.kernel import unpack_sets

    history = list(arrays.history)
    while history and history[-1] == 0:
        history.pop()
    return list(arrays.numbers), list(unpack_sets(arrays.sets)), history


def same_steps(reference: ReferenceEngine, compiled: CompiledEngine, state: State) -> list[Step]:
    """The legal steps, on which the engines agree."""
    expected, found = reference.legal(state), compiled.legal(state)
    if [told(step) for step in expected] != [told(step) for step in found]:
        missing, extra = (
            [step for step in one if told(step) not in {told(o) for o in other}][:5]
            for one, other in ((expected, found), (found, expected))
        )
        raise DifferenceError(f"legal: {len(expected)} and {len(found)}; missing {missing}, too many {extra}\n{state}")
    return expected


def same_after(
    reference: ReferenceEngine, compiled: CompiledEngine, state: State, step: Step, arrays: Arrays
) -> State | None:
    """The position after a step, made in `arrays`; None where the rules fail in both engines."""
    try:
        after = reference.play(state, step)
    except RulesFault as fault:
        try:
            compiled.make(arrays, step)
        except RulesFault:
            return None
        raise DifferenceError(f"{step}: the rules fail ({fault}) in one engine\n{state}") from fault
    compiled.make(arrays, step)
    found = compiled.positions.state(arrays, state, step)
    expected, got = facts(after), facts(found)
    if expected != got:
        differing = {name: (value, got[name]) for name, value in expected.items() if value != got[name]}
        raise DifferenceError(f"{step}: {differing}\n{state}")
    if after.ending is None:
        converted = plain(compiled.positions.arrays(after))
        if converted != plain(arrays):
            raise DifferenceError(f"{step}: converted {converted}, made {plain(arrays)}\n{after}")
    return after


def walk(
    reference: ReferenceEngine, compiled: CompiledEngine, *, games: int = 1, limit: int = 400, seed: int = 0
) -> Walk:
    """Random games on both engines at once. Raises DifferenceError where they differ.

    Each step is made in the arrays that the steps before it were made in, so that they are never freshened up by a
    conversion; and the position is converted anew each time, and must come to the same arrays.
    """
    steps = ended = 0
    for number in range(games):
        chance = random.Random(f"{seed}:{number}")
        state: State | None = reference.initial()
        assert state is not None
        if state.ending is not None:
            continue
        arrays = compiled.positions.arrays(state)
        for _ in range(limit):
            legal = same_steps(reference, compiled, state)
            state = same_after(reference, compiled, state, chance.choice(legal), arrays)
            steps += 1
            if state is None or state.ending is not None:
                ended += 1
                break
    return Walk(steps, ended)


def from_position(game: Game, steps: int, passes: frozenset[str], *, games: int) -> list[int]:
    """How random games end that begin where some steps lead, in a kernel of some passes; -1 at the limit of steps."""
    from interpreter.engine.kernel import run_python, verify
    from interpreter.engine.lowering.expressions import scale_of
    from interpreter.engine.lowering.kernels import search_kernel
    from interpreter.engine.lowering.positions import Positions

    engine, chance = game.engine, random.Random(3)
    state = engine.initial()
    for _ in range(steps):
        after = engine.play(state, chance.choice(engine.legal(state)))
        state = after if after.ending is None else state
    written = search_kernel(game.rules, ("rollout",), lambda _: "", (), passes)
    rollout = run_python(verify(written.source, written.numbering.width), checked=False)["rollout"]
    arrays = Positions(game.machine, written, scale_of(game.rules)).arrays(state)
    return [rollout(arrays.numbers, arrays.sets, arrays.history, number, 400) for number in range(games)]
