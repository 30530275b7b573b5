"""Games in which pieces are placed and never leave: an end condition can only become true through the new piece.

The pass "new pieces only" rests on it: groups are filled from the new piece alone, and of several rows over different
pieces only those of the piece just placed are looked for.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from interpreter.language.terms import Term
    from interpreter.machine.rules import Rules

HARMLESS = frozenset({"remember", "reset", "award"})
OF_A_PLAYER = frozenset({"me", "enemy", "enemies", "by-player", "relative", "neighbour", "it"})


def only_grows(rules: Rules) -> bool:
    """Whether a step can only add pieces, one at a time, to a board that is empty at first.

    End conditions must be tested after every step, so that nothing grows unseen between two tests.
    """
    return (
        not any(rules.owned)
        and len(rules.phases) == 1
        and all(move.verb in {"place", "pass", "swap"} and move.onto is None for move in rules.moves)
        and all(effect.action in HARMLESS for effect in rules.effects())
        and not any(end.after_turn for end in (*rules.ends, *rules.phases[0].ends))
    )


def grows_by_new_piece(term: Term) -> bool:
    """Whether, between two tests of a condition over a list, its set can only have grown by the piece just placed.

    The mover's pieces grow by his own steps; a kind's pieces grow at every step, but then the condition must be the
    same one for all players.
    """
    inside = term.args[0]
    if inside.op == "owned" and inside.args[0].op == "me":
        return True
    return inside.op == "piece" and not any(part.op in OF_A_PLAYER for part in term.walk())
