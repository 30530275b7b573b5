"""Which search suits the rules of a game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.language.names import only_empty

if TYPE_CHECKING:
    from interpreter.machine.rules import Move, Rules

TAKING = {"capture", "flip"}
"""The consequences by which pieces are taken or turned."""
DECIDING = {"wins", "loses", "highest", "lowest"}
"""The results that name a winner."""


def counts_pieces(rules: Rules) -> bool:
    """Whether looking at everything and counting pieces suits a game better than random games do.

    It does where a count of pieces tells who is ahead at whatever step the search stops: two players, without chance,
    begin each turn by moving a piece, and may take by that (what is placed may stand well or badly, but counts one);
    nobody is told what to take or to prefer, for then most positions are in the middle of an exchange; and some
    condition names a winner, for where the last to move wins, free steps count and not pieces. All this was found by
    matches, which `tests/benchmarks/matches.jsonl` keeps.
    """
    if len(rules.players) != 2 or rules.has_chance or _prefers(rules):
        return False
    begins = [[rules.moves[move] for move in own] for phase in rules.phases for own in phase.steps[0].moves]
    takes = all(any(map(_takes, moves)) for moves in begins)
    return takes and any(end.result.kind in DECIDING for end in rules.every_end())


def _takes(move: Move) -> bool:
    """Whether a piece moves, and may take or turn others by that."""
    acts = any(effect.action in TAKING for effect in move.effects)
    return move.verb == "move" and (acts or not only_empty(move.target))


def _prefers(rules: Rules) -> bool:
    """Whether rules choose among the steps that could be made."""
    steps = [step for phase in rules.phases for step in phase.steps]
    return (
        any(step.selectors or any(step.otherwise) for step in steps)
        or any(move.selectors for move in rules.moves)
        or any(phase.best for phase in rules.phases)
    )
