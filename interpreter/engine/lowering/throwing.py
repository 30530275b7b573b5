"""Throws of dice: the numbers that they come to, and the draw of one by its chance."""

from __future__ import annotations

from itertools import accumulate
from math import gcd
from typing import TYPE_CHECKING

from interpreter.engine.lowering.program import UnloweredError

if TYPE_CHECKING:
    from interpreter.engine.lowering.program import Program, Writer
    from interpreter.machine.rules import Rules

MOST_WAYS = 1 << 32  # of dice to fall: up to here a draw below so many is off by less than one part in 2**32


def result(program: Program, rules: Rules, dice: int, number: str) -> str:
    """What a throw comes to, by the number of its result."""
    return f"{program.table(f'RESULTS_{dice}', [value for value, _ in rules.dice[dice].results])}[{number}]"


def ways(rules: Rules, dice: int) -> list[int]:
    """In how many of all equally likely ways a throw comes to each result, and to those before it."""
    each = [ways for _, ways in rules.dice[dice].results]
    found = list(accumulate(way // gcd(*each) for way in each))
    if found[-1] > MOST_WAYS:
        raise UnloweredError("dice that fall in more than 2**32 ways have no kernel form")
    return found


def drawn(program: Program, writer: Writer, rules: Rules, dice: int, number: str) -> str:
    """Writes the draw of a result by a number below that of all ways; gives the name of the result's number."""
    found, upto = writer.fresh("d"), ways(rules, dice)
    if upto == list(range(1, len(upto) + 1)):
        writer.line(f"{found} = {number}")
        return found
    table = program.table(f"WAYS_{dice}", upto)
    writer.line(f"{found} = 0")
    with writer.block(f"while {number} >= {table}[{found}]:"):
        writer.line(f"{found} = {found} + 1")
    return found
