"""What rules ask of the group that a new piece belongs to: which sets of sites it meets, and what it closes in.

Where a player's pieces come one at a time and never leave, the answers follow from those to the groups that a piece
joins, so that no group need be found (see `forest`).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from interpreter.engine.lowering.disc import disc_of
from interpreter.engine.lowering.growing import only_grows

if TYPE_CHECKING:
    from collections.abc import Iterator

    from interpreter.board.board import Board
    from interpreter.language.terms import Term
    from interpreter.machine.rules import Rules

Along = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked of the group of the new piece along directions; `sets` are sets of sites of the board.

    Whether it meets `any` or `every` one of these, or the `number` of those it meets; whether the piece made the group
    a `ring` round sites inside the board, or one of the sites in the only set `filled`: in the group with all around.
    """

    form: Literal["any", "every", "number", "ring", "filled"]
    along: Along
    sets: tuple[int, ...] = ()


def questions_of(rules: Rules) -> dict[Along, dict[Term, tuple[Question, ...]]]:
    """All that is asked of such groups, by directions: each term, and for each player what it asks.

    Groups of which anything else is asked, so that they must be found in any case, are left out.
    """
    placing = [move for move in rules.moves if move.verb == "place"]
    of_the_mover = all(rules.pieces[kind].owner is None for move in placing for kinds in move.pieces for kind in kinds)
    if not only_grows(rules) or not of_the_mover or any(phase.best for phase in rules.phases):
        return {}
    decisive = frozenset(
        part for end in rules.every_end() if end.result.kind != "out" for part in _parts(end.condition)
    )
    found: dict[Along, dict[Term, tuple[Question, ...]]] = {}
    missed: set[Along] = set()

    def look(term: Term) -> None:
        read = [_read(rules.board, me, term, decisive=term in decisive) for me in range(len(rules.players))]
        told = tuple(question for question in read if question is not None)
        if told and len(told) == len(read):
            found.setdefault(told[0].along, {})[term] = told
            return
        along = _grown(rules.board, term)
        if along is not None:
            missed.add(along)
        for part in (*term.args, *(inner for _, inner in term.named)):
            look(part)

    for term in rules.terms():
        look(term)
    return {along: told for along, told in found.items() if along not in missed}


def _parts(condition: Term) -> Iterator[Term]:
    """The conditions of which any makes a condition true."""
    if condition.op != "either":
        yield condition
        return
    for part in condition.args:
        yield from _parts(part)


def _read(board: Board, me: int, term: Term, *, decisive: bool) -> Question | None:
    """What a term asks of the group of the new piece.

    Where a condition is decisive, the game goes on only while it is false: then it is true by the new piece alone.
    """
    match term.op:
        case "any":
            part = _part(board, me, term.args[0])
            if part is not None:
                return Question("any", part[0], (part[1],))
            return _filled(board, me, term.args[0]) if decisive else None
        case "count":
            part = _part(board, me, term.args[0])
            return None if part is None else Question("number", part[0], tuple(_single(part[1])))
        case "sides":
            parts = [_part(board, me, arg) for arg in term.args]
            told = [part for part in parts if part is not None]
            if len(told) < len(parts) or len({along for along, _ in told}) != 1:
                return None
            return Question("number", told[0][0], tuple(sites for _, sites in told))
        case "exists" if decisive and term.args[0].op == "groups":
            return _joined(board, me, term.args[0]) or _ring(board, me, term.args[0])
        case _:
            return None


def _joined(board: Board, me: int, term: Term) -> Question | None:
    """`groups(mine, including=[...])`: only the group of the new piece has changed."""
    including, along = term.option("including"), _along(board, term)
    if including is None or along is None or len(term.named) != 2 or not _mine(term.args[0]):
        return None
    sets = [constant(board, me, arg) for arg in including.args]
    told = tuple(sites for sites in sets if sites is not None)
    return Question("every", along, told) if len(told) == len(sets) else None


def _ring(board: Board, me: int, term: Term) -> Question | None:
    """`groups(not GROUP, touching=to, inside=S)`, where S is all of a disc but its border."""
    inside, touching, along = term.option("inside"), term.option("touching"), _along(board, term)
    if inside is None or touching is None or along is None or len(term.named) != 3 or not _is_new(touching):
        return None
    disc = disc_of(board, along)
    if term.args[0].op != "complement" or _grown(board, term.args[0].args[0]) != along or disc is None:
        return None
    return Question("ring", along) if constant(board, me, inside) == _every(board) & ~disc.border else None


def _filled(board: Board, me: int, term: Term) -> Question | None:
    """`GROUP and S and not near(not GROUP)`: where a site comes in, it is the new piece or a neighbour of it."""
    if term.op != "meet":
        return None
    groups = [arg for arg in term.args if _grown(board, arg) is not None]
    full = [arg.args[0] for arg in term.args if arg.op == "complement" and arg.args[0].op == "near"]
    rest = [arg for arg in term.args if arg not in groups and not (arg.op == "complement" and arg.args[0] in full)]
    if len(groups) != 1 or len(full) != 1:
        return None
    along, outside = _grown(board, groups[0]), full[0].args[0]
    if along is None or _along(board, full[0]) != along or outside.op != "complement" or outside.args[0] != groups[0]:
        return None
    sites = _common(board, me, rest)
    return None if sites is None else Question("filled", along, (sites,))


def _part(board: Board, me: int, term: Term) -> tuple[Along, int] | None:
    """The directions of a group of which a term gives the sites in some set, and that set."""
    along = _grown(board, term)
    if along is not None:
        return along, _every(board)
    if term.op != "meet":
        return None
    parts = {arg: part for arg in term.args if (part := _part(board, me, arg)) is not None}
    rest = _common(board, me, [arg for arg in term.args if arg not in parts])
    if len(parts) != 1 or rest is None:
        return None
    ((along, sites),) = parts.values()
    return along, sites & rest


def _grown(board: Board, term: Term) -> Along | None:
    """The directions along which a term is the group of the new piece among its player's."""
    of = term.option("of") if term.op == "group" and _is_new(term.args[0]) else None
    return _along(board, term) if of is not None and _mine(of) else None


def _along(board: Board, term: Term) -> Along | None:
    """The directions of a term, where each comes with its opposite."""
    found = term.option("along")
    value: Any = None if found is None or found.op != "directions" else found.value
    ways = None if value is None else frozenset(value)
    if ways is None or any(board.walks[way] or board.opposite[way] not in ways for way in ways):
        return None
    return tuple(sorted(ways))


def _mine(term: Term) -> bool:
    return term.op == "owned" and term.args[0].op == "me"


def _is_new(term: Term) -> bool:
    return term.op == "word" and term.value == "to"


def _common(board: Board, me: int, terms: list[Term]) -> int | None:
    """What sets have in common that never change; None where one may."""
    common = _every(board)
    for term in terms:
        sites = constant(board, me, term)
        if sites is None:
            return None
        common &= sites
    return common


def constant(board: Board, me: int, term: Term) -> int | None:
    """The sites of a set that never changes, as a player sees it."""
    value: Any = term.value
    match term.op:
        case "sites":
            return int(value)
        case "chosen":
            players = {"me": me, "enemy": 1 - me, "player": term.args[0].value}
            who: Any = players.get(term.args[0].op)
            return None if who is None else int(value[who])
        case "by-player":
            return constant(board, me, term.args[me])
        case "complement":
            sites = constant(board, me, term.args[0])
            return None if sites is None else _every(board) & ~sites
        case "meet":
            return _common(board, me, list(term.args))
        case _:
            return None


def _every(board: Board) -> int:
    return (1 << len(board.sites)) - 1


def _single(sites: int) -> Iterator[int]:
    """The members of a set as sets of one."""
    while sites:
        yield sites & -sites
        sites &= sites - 1
