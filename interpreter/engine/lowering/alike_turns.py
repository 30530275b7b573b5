"""Steps after which every turn is worth the same, so that none of them need be tried for the best."""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.engine.lowering import throwing
from interpreter.language.folding import OPERATIONS

if TYPE_CHECKING:
    from collections.abc import Collection

    from interpreter.engine.lowering.families import Family
    from interpreter.engine.lowering.scene import Scene
    from interpreter.language.terms import Term
    from interpreter.machine.rules import Effect, Phase, Rules

OF_DICE = frozenset({"dice", "pips"})  # numbers that are 0 when all dice are used
OF_MEMORY = frozenset({"count", "memory", "number", *OPERATIONS})  # terms that read nothing else


def matters(rules: Rules, scene: Scene, step: int, families: list[Family]) -> str:
    """When some turns may be better than others, where there are several candidates; "" for never.

    Not where all that is offered ends the turn and leaves alone what it is worth, nor where it uses the last die.
    """
    plain = plain_moves(rules, scene.phase, step)
    asked = [family for family in families if family.move not in plain]
    if not asked:
        return ""
    text = f"{' | '.join(family.name for family in asked)} != 0"
    if uses_dice(rules, scene.phase, {family.move for family in families}):
        return f"{text} and {throwing.of_unused(rules, scene, 'dice')} > 1"
    return text


def uses_dice(rules: Rules, phase: int, moves: Collection[int]) -> bool:
    """Whether the fewest dice left make the best turn, and each of some moves uses one."""
    best = rules.phases[phase].best
    few = all(selector.how == "minimise" and selector.term.op in OF_DICE for selector in best)
    return few and all(rules.moves[move].spends for move in moves)


def plain_moves(rules: Rules, phase: int, step: int) -> frozenset[int]:
    """The moves that surely end the turn, and leave alone what it is worth."""
    return frozenset(
        number
        for number, move in enumerate(rules.moves)
        if _ends_plainly(rules.phases[phase], step, move.effects, number)
    )


def _ends_plainly(phase: Phase, step: int, effects: tuple[Effect, ...], move: int) -> bool:
    """Whether a move surely ends the turn and leaves alone what its worth is told by, which is memory only."""
    terms = [selector.term for selector in phase.best]
    if any(part.op not in OF_MEMORY for term in terms for part in term.walk()):
        return False
    read = {part.value for term in terms for part in term.walk() if part.op == "memory"}
    due = list(effects)
    for entry in phase.steps[step].next:
        held = True if entry.condition is None else _known(entry.condition, move)
        if held is False:
            continue
        if entry.target is not None:
            return False
        due += entry.effects
        if held:
            break
    return not any(index in read for effect in due if effect.action == "remember" for index, _ in effect.values)


def _known(condition: Term, move: int) -> bool | None:
    """What a condition comes to after a move, where `made` alone tells."""
    match condition.op:
        case "truth":
            return bool(condition.value)
        case "made":
            return condition.value == move
        case "negate":
            inner = _known(condition.args[0], move)
            return None if inner is None else not inner
        case "all" | "either":
            deciding = condition.op == "either"
            parts = [_known(arg, move) for arg in condition.args]
            return deciding if deciding in parts else None if None in parts else not deciding
        case _:
            return None
