"""Steps that chance makes: how likely each is, and games in which every step is drawn."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import random
    from collections.abc import Sequence

    from interpreter.engine.state import Step
    from interpreter.machine.rules import Rules


def chances(rules: Rules, steps: Sequence[Step]) -> tuple[Fraction, ...]:
    """How likely each of the legal steps is; nothing where a player chooses."""
    if not steps or steps[0].move < 0 or not rules.moves[steps[0].move].by_chance:
        return ()
    moves = [rules.moves[step.move] for step in steps]
    ways = [
        rules.dice[move.dice].results[step.kind][1] if move.verb == "roll" else move.chance
        for step, move in zip(steps, moves, strict=True)
    ]
    return tuple(Fraction(way, sum(ways)) for way in ways)


def drawn(rules: Rules, steps: Sequence[Step], source: random.Random) -> Step:
    """One of the legal steps at random: by its chance, or, where a player chooses, each as likely as another."""
    weights = chances(rules, steps)
    return source.choices(steps, weights)[0] if weights else source.choice(steps)
