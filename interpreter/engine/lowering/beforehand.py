"""Conditions on where a step begins and ends that are known before any game.

They ask whether either lies among fixed sites, or how far both are from such.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from interpreter.engine.conditions import COMPARISONS
from interpreter.engine.lowering.belonging import constant
from interpreter.engine.lowering.reaching import within
from interpreter.language.calls import MAX_DISTANCE

if TYPE_CHECKING:
    from interpreter.board import Board
    from interpreter.engine.lowering.families import Family
    from interpreter.engine.lowering.program import Program
    from interpreter.language.terms import Term
    from interpreter.machine.rules import Move

Test = Callable[[int, int], bool]  # of the sites where a step begins and ends


def is_told(move: Move) -> bool:
    """Whether the directions and lengths of a move's steps are told apart."""
    if move.verb != "move" or move.along is None or move.distance is None:
        return False
    ways = move.distance.args if move.distance.op == "by-player" else (move.distance,)
    lengths = [end.value for way in ways for end in way.args]
    return all(isinstance(length, int) and length < MAX_DISTANCE for length in lengths)


def test_of(board: Board, me: int, term: Term) -> Test | None:
    """A condition as a test of the sites where a player's step begins and ends; None where more decides."""
    match term.op:
        case "all" | "either":
            tests = [test_of(board, me, arg) for arg in term.args]
            told = [test for test in tests if test is not None]
            every = all if term.op == "all" else any
            return None if len(told) < len(tests) else lambda start, end: every(test(start, end) for test in told)
        case "negate":
            inner = test_of(board, me, term.args[0])
            return None if inner is None else lambda start, end: not inner(start, end)
        case "within":
            return _within(board, me, *term.args)
        case "compare" | "equal" if all(map(_is_known, term.args)):
            one, other = (_values(board, number) for number in term.args)
            sign = operator.eq if term.op == "equal" else COMPARISONS[str(term.value)]
            return lambda start, end: sign(one(start, end), other(start, end))
        case _:
            return None


def _within(board: Board, me: int, site: Term, inside: Term) -> Test | None:
    sites = constant(board, me, inside)
    if not _is_end(site) or sites is None:
        return None
    begins = site.value == "from"
    return lambda start, end: bool(sites >> (start if begins else end) & 1)


def _is_end(site: Term) -> bool:
    return site.op == "word" and site.value in {"from", "to"}


def _is_known(number: Term) -> bool:
    if number.op == "number":
        return isinstance(number.value, int)
    along = number.option("along")
    if number.op != "distance" or along is None or along.op != "directions":
        return False
    site, fixed = number.args
    return _is_end(site) and fixed.op == "sites"


def ends(program: Program, family: Family, test: Test) -> str:
    """The sites where steps of a family end that pass a test."""
    board, found = program.board, 0
    for start in range(len(board.sites)):
        site = start
        for _ in range(family.length):
            site = board.steps[family.direction][site] if site >= 0 else -1
        if site >= 0 and test(start, site):
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
