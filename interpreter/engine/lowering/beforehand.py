"""Conditions on where a step begins and ends that are known before any game: how far both are from fixed sites."""

from __future__ import annotations

import operator
from typing import TYPE_CHECKING, Any

from interpreter.engine.conditions import COMPARISONS
from interpreter.engine.lowering.reaching import within
from interpreter.language.calls import MAX_DISTANCE

if TYPE_CHECKING:
    from collections.abc import Callable

    from interpreter.board import Board
    from interpreter.engine.lowering.families import Family
    from interpreter.engine.lowering.program import Program
    from interpreter.language.terms import Term
    from interpreter.machine.rules import Move


def is_known(move: Move, term: Term) -> bool:
    """Whether a condition compares distances from fixed sites, of steps whose directions and lengths are told apart."""
    if move.verb != "move" or move.along is None or move.distance is None or term.op not in {"compare", "equal"}:
        return False
    ways = move.distance.args if move.distance.op == "by-player" else (move.distance,)
    lengths = [end.value for way in ways for end in way.args]
    told = all(isinstance(length, int) and length < MAX_DISTANCE for length in lengths)
    return told and all(map(_is_known, term.args))


def _is_known(number: Term) -> bool:
    if number.op == "number":
        return isinstance(number.value, int)
    along = number.option("along")
    if number.op != "distance" or along is None or along.op != "directions":
        return False
    site, fixed = number.args
    return site.op == "word" and site.value in {"from", "to"} and fixed.op == "sites"


def ends(program: Program, family: Family, term: Term) -> str:
    """The sites where steps of a family end for which such a condition holds."""
    board, found = program.board, 0
    one, other = (_values(board, number) for number in term.args)
    sign = operator.eq if term.op == "equal" else COMPARISONS[str(term.value)]
    for start in range(len(board.sites)):
        site = start
        for _ in range(family.length):
            site = board.steps[family.direction][site] if site >= 0 else -1
        if site >= 0 and sign(one(start, site), other(start, site)):
            found |= 1 << site
    return program.board_set(found)


def _values(board: Board, number: Term) -> Callable[[int, int], int]:
    """A number by the sites where a step begins and ends."""
    value: Any = number.value
    if number.op == "number":
        return lambda _start, _end: value
    along, (word, fixed) = number.option("along"), number.args
    sites, ways, begins = fixed.value, along.value if along else (), word.value == "from"
    reached = within(board, int(str(sites)), tuple(ways))  # type: ignore[arg-type]

    def steps(site: int) -> int:
        return next((length for length, inside in enumerate(reached) if inside >> site & 1), len(board.sites))

    return lambda start, end: steps(start if begins else end)
