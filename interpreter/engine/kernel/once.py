"""Which locals are given a value in one place only: they need no memory, for their names stand for their values.

The verifier sees to it that nothing is read before it has a value, so that one place comes before every reading of it.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from interpreter.engine.kernel.language import For, If, Let, LetMany, While

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from interpreter.engine.kernel.language import Function, Statement

__all__ = ["given_once", "names_given"]


def given_once(function: Function) -> frozenset[str]:
    """The parameters and locals of a function that are given a value once, counters of loops apart."""
    counts = Counter(name for name, _ in function.parameters)
    counts.update(names_given(function.body))
    return frozenset(name for name, count in counts.items() if count == 1)


def names_given(statements: Sequence[Statement]) -> Iterator[str]:
    """The names that statements give values, once for each place; a counter, which moves by itself, twice."""
    for statement in statements:
        match statement:
            case Let(_, name):
                yield name
            case LetMany(_, names):
                yield from names
            case If(_, _, yes, no):
                yield from names_given(yes)
                yield from names_given(no)
            case While(_, _, body):
                yield from names_given(body)
            case For(_, name, _, _, _, body):
                yield from (name, name)
                yield from names_given(body)
            case _:
                pass
