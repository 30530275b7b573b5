"""Games in which pieces are placed one at a time: an end condition can only become true through the new piece.

The pass "new pieces only" rests on it: groups are filled from the new piece alone, and of several rows over different
pieces only those of the piece just placed are looked for. Where pieces also leave, no group comes to join anything by
that; but a row that is too long may become one of the right length, so there it holds of groups alone.
"""

from __future__ import annotations

from math import factorial
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from interpreter.language.terms import Term
    from interpreter.machine.rules import End, Rules

LISTS = frozenset({"rows", "groups", "between"})
HARMLESS = frozenset({"remember", "reset", "award"})
TAKING = frozenset({"capture", "remove"})
OF_A_PLAYER = frozenset({"me", "enemy", "enemies", "by-player", "relative", "next", "it"})
FIXED = frozenset({"sites", "sets", "directions", "number", "word", "complement", "meet", "join"})
FIXED |= {"chosen", "by-player", "me", "enemy", "player"}


def only_grows(rules: Rules) -> bool:
    """Whether a step can only add pieces, one at a time, to a board that is empty at first.

    End conditions must be tested after every step, so that nothing grows unseen between two tests.
    """
    return grows_singly(rules) and not any(effect.action in TAKING for effect in rules.effects())


def grows_singly(rules: Rules) -> bool:
    """The same where pieces may also leave: in a step no more than one comes."""
    return (
        not any(rules.setting.owned)
        and not rules.piling
        and len(rules.phases) == 1
        and all(move.verb in {"place", "pass", "swap"} and move.onto is None for move in rules.moves)
        and all(effect.action in HARMLESS | TAKING for effect in rules.effects())
        and not any(end.after_turn for end in (*rules.ends, *rules.phases[0].ends))
    )


def draws_empty_sites(rules: Rules) -> bool:
    """Whether every piece is placed by a decision between all empty sites, with no question asked of them.

    There may be other steps beside it, but nothing else may be placed.
    """
    if not only_grows(rules):
        return False
    for step in rules.phases[0].steps:
        if step.selectors or any(step.otherwise):
            return False
        for moves in step.moves:
            placing = [rules.moves[move] for move in moves if rules.moves[move].verb == "place"]
            if len(placing) != 1 or moves[0] != rules.moves.index(placing[0]):
                return False
            move = placing[0]
            if move.target is None or move.target.op != "empty" or move.when is not None or move.leaves is not None:
                return False
    return all(
        not move.selectors
        and move.chance <= 1  # else sites are drawn with weights
        and (move.verb != "place" or all(len(k) == 1 and rules.pieces[k[0]].hand is None for k in move.pieces))
        for move in rules.moves
    )


def most_games(rules: Rules) -> int:
    """At most so many sequences of decisions make a game, where every one fills an empty site; 0 elsewhere."""
    if rules.dice or not draws_empty_sites(rules) or any(move.verb != "place" for move in rules.moves):
        return 0
    return factorial(len(rules.board.sites))


def decides_alone(end: End, *, leaving: bool = False) -> bool:
    """Whether an end over lists is asked at every test and, where it holds, ends the game, or that of its player.

    Only then do all the pieces placed so far go through it one by one, none of which made it true. With `leaving`
    pieces may also leave between two tests.
    """
    if leaving and any(part.op in LISTS - {"groups"} for part in end.condition.walk()):
        return False
    if end.result.kind != "out":
        return _decides_alone(end.condition)
    lists = [part.args[0] for part in end.condition.walk() if part.op in LISTS]
    of_me = all(inside.op == "owned" and inside.args[0].op == "me" for inside in lists)
    return of_me and end.result.player is not None and end.result.player.op == "me" and _decides_alone(end.condition)


def _decides_alone(term: Term) -> bool:
    if term.op in {"either", "by-player"}:
        return all(_decides_alone(arg) for arg in term.args)
    return term.op == "exists" and term.args[0].op in LISTS


def grows_by_new_piece(term: Term) -> bool:
    """Whether, between two tests of a condition over a list, its set can only have grown by the piece just placed.

    The mover's pieces grow by his own steps; a kind's pieces grow at every step, but then the condition must be the
    same one for all players. What else is asked of the members must never change.
    """
    inside = term.args[0]
    if any(part.op not in FIXED for _, asked in term.named for part in asked.walk()):
        return False
    if inside.op == "owned" and inside.args[0].op == "me":
        return True
    return inside.op == "piece" and not any(part.op in OF_A_PLAYER for part in term.walk())
