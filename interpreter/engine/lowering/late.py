"""End conditions that a playout tests when the next turn's candidate is drawn, not when the turn is done.

The pass "ends at the draw" rests on it: whether the next player is `stuck` is then known from the draw itself, and the
conditions are written once a player, not once behind every step.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from interpreter.engine.lowering.scene import Scene
    from interpreter.machine.rules import End, Rules


def ends_wait(rules: Rules) -> bool:
    """Whether some end condition asks if the next player is stuck, and all can wait until that turn has begun.

    None may speak of the step, or of what is forgotten when a turn ends; the phase must stay the same.
    """
    ends = rules.every_end()
    return (
        not rules.has_chance
        and not rules.eliminates
        and all(phase.until is None for phase in rules.phases)
        and not any(move.verb == "swap" for move in rules.moves)
        and any(part.op == "stuck" and not part.args for end in ends for part in end.condition.walk())
        and not any(end.condition.words - {"it"} or _forgets(rules, end) for end in ends)
    )


def asks_stepper(rules: Rules) -> bool:
    """Whether end conditions may ask, when a player has no step, who made the step before, and it may be anyone.

    Else it is the player before in turn.
    """
    anyone = (
        rules.eliminates
        or any(phase.starts is not None for phase in rules.phases)
        or any(move.verb == "swap" for move in rules.moves)
    )
    return anyone and any(phase.stuck == "decide" for phase in rules.phases)


def turn_done(scene: Scene, players: int, ends: tuple[End, ...], total: str) -> Scene:
    """The scene of a player whose turn begins, as the player before left it; `total` counts the candidates."""
    names = dict(scene.names)
    if "turn" in names:
        names["turn"] = f"({names['turn']} - 1)"
    done = replace(
        scene.after(names=names, me=(scene.me - 1) % players, done=True, heir=scene.me, before=False), places={}
    )
    for end in ends:
        for part in end.condition.walk():
            if part.op == "stuck" and not part.args:
                done.known[part] = f"({total} == 0)"
    return done


def _forgets(rules: Rules, end: End) -> bool:
    terms = [end.condition, *([end.result.player] if end.result.player is not None else [])]
    dated = {memory.index for memory in rules.memory if memory.until is not None}
    return any(part.op == "memory" and part.value in dated for term in terms for part in term.walk())
