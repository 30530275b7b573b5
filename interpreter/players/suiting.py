"""Which search suits the rules of a game. What it is told by was found by matches: `tests/benchmarks/matches.jsonl`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.language.names import only_empty
from interpreter.players.extents import extent
from interpreter.players.goals import Row, goals

if TYPE_CHECKING:
    from interpreter.machine.rules import Move, Phase, Rules

TAKING = {"capture", "flip"}
"""The consequences by which pieces are taken or turned."""
DECIDING = {"wins", "loses", "highest", "lowest"}
"""The results that name a winner."""


def to_look_at_everything(rules: Rules) -> bool:
    """Whether alpha-beta suits a game better than random games do."""
    return counts_pieces(rules) or builds_rows(rules)


def counts_pieces(rules: Rules) -> bool:
    """Whether looking at everything and counting pieces suits a game better than random games do.

    It does where a count of pieces tells who is ahead at whatever step the search stops: two players, without chance,
    may take in every turn, by moving a piece or by removing one afterwards (what is placed may stand well or badly, but
    counts one); nobody is told how to begin a turn, for then most positions are in the middle of an exchange; and some
    condition names a winner, for where the last to move wins, free steps count and not pieces.
    """
    if len(rules.players) != 2 or rules.has_chance:
        return False
    turns = [(phase, me) for phase in rules.phases for me in range(len(rules.players))]
    return all(_free(rules, phase, me) and _may_take(rules, phase, me) for phase, me in turns) and any(
        end.result.kind in DECIDING for end in rules.every_end()
    )


def builds_rows(rules: Rules) -> bool:
    """Whether looking at everything and counting open rows suits a game better than random games do.

    It does where two players, without chance, do nothing but place pieces on empty sites, all of them or such as are
    named beforehand, and a row wins: a threat is seen at once where a random game mostly overlooks it. Where pieces
    fall, as in Connect Four, the few sites that are open decide who must give way in the end, and random games tell
    that better.
    """
    if len(rules.players) != 2 or rules.has_chance:
        return False
    targets = [move.target for move in rules.moves if move.verb == "place"]
    placing = len(targets) == len(rules.moves) and all(term and term.op in {"empty", "sites"} for term in targets)
    return placing and any(isinstance(goal, Row) for goal in goals(rules))


def _free(rules: Rules, phase: Phase, me: int) -> bool:
    """Whether a player may begin a turn with any step that the moves allow."""
    chosen = any(step.selectors or step.others(me) for step in phase.steps)
    return not (chosen or phase.best or any(rules.moves[move].selectors for move in phase.steps[0].moves[me]))


def _may_take(rules: Rules, phase: Phase, me: int) -> bool:
    """Whether a player may take or turn others in a turn, by moving a piece first or by removing one."""
    begins = [rules.moves[move] for move in phase.steps[0].moves[me]]
    offered = [rules.moves[move] for step in phase.steps for move in step.offered(me)]
    return any(map(_takes, begins)) or any(_removes(rules, move, me) for move in offered)


def _takes(move: Move) -> bool:
    """Whether a piece moves, and may take or turn others by that."""
    acts = any(effect.action in TAKING for effect in move.effects)
    return move.verb == "move" and (acts or not only_empty(move.target))


def _removes(rules: Rules, move: Move, me: int) -> bool:
    """Whether pieces of the other are removed."""
    return move.verb == "remove" and {owner for owner, _ in extent(rules, move.origin, me).pieces} == {1 - me}
