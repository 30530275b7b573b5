"""What rows, groups and runs between two ends have in common: sizes, unions, and lines that can be walked."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from interpreter.language.terms import Kind, Term

if TYPE_CHECKING:
    from contextlib import AbstractContextManager

    from interpreter.engine.lowering.expressions import Expressions
    from interpreter.engine.lowering.program import Program
    from interpreter.engine.lowering.scene import Scene
    from interpreter.engine.lowering.writer import Writer

AT_ONCE = 64  # parts of one expression; what is nested much deeper is no kernel


def union(parts: list[str]) -> str:
    """The union of sets; the name of the empty set, which must be declared, where there is none."""
    return f"({summed(parts, '|')})" if len(parts) > 1 else parts[0] if parts else "NOWHERE"


def counted(parts: list[str]) -> str:
    """The number of members of several sets together."""
    return f"({' + '.join(f'count({part})' for part in parts)})" if parts else "0"


def summed(parts: list[str], sign: str = "+") -> str:
    """A sum, or a union by its sign, that is nested no deeper than it must be."""
    while len(parts) > AT_ONCE:
        parts = [f"({f' {sign} '.join(parts[at : at + AT_ONCE])})" for at in range(0, len(parts), AT_ONCE)]
    return f" {sign} ".join(parts) or "0"


def single(term: Term) -> bool:
    """Whether a set is one site at most."""
    return term.kind is Kind.SITE


def first(program: Program, term: Term | None, sites: str) -> str:
    """The member of a set, given by its name and its term, that comes first in the order of the board."""
    places = program.numbering.place
    if (term is not None and single(term)) or list(places) == sorted(places):
        return f"{sites} & -{sites}"
    program.constant(0)
    order = program.table("ORDER", list(places))
    lines = [f"    for i in range({len(places)}):", f"        if has(rest, {order}[i]):"]
    lines += [f"            return bit({order}[i])", "    return NOWHERE"]
    name = program.helper("first_of", lambda name: [f"def {name}(rest: bits) -> bits:", *lines])
    return f"{name}({sites})"


def in_order(program: Program, writer: Writer, term: Term | None, sites: str) -> AbstractContextManager[str]:
    """A loop over the members of a set in the order of the board; gives the name of the set of the one."""
    return writer.members(sites, first=partial(first, program, term))


def bounds(term: Term, longest: int) -> tuple[int, int]:
    """The least and the most members of an item of a list, by fixed size filters; none has more than `longest`."""
    exact = _fixed(term, "length", -1)
    least = max(_fixed(term, "min", 1), exact)
    most = min(_fixed(term, "max", longest), exact if exact >= 0 else longest)
    return least, most


def _fixed(term: Term, name: str, default: int) -> int:
    """A size filter, which is a fixed number."""
    found = term.option(name)
    return default if found is None else int(str(found.value))


def fixed(term: Term) -> bool:
    """Whether a number is a whole one that no position changes."""
    return term.op == "number" and isinstance(term.value, int)


def sized(expressions: Expressions, writer: Writer, scene: Scene, term: Term) -> list[str]:
    """What the filters of sizes ask of each `{item}`."""
    tests = []
    for name, sign in (("length", "=="), ("min", ">="), ("max", "<=")):
        bound = term.option(name)
        if bound is not None:
            size = writer.name(expressions.number(writer, scene, bound))
            tests.append(f"count({{item}}) * {expressions.scale} {sign} {size}")
    return tests


def has_loop(steps: tuple[int, ...]) -> bool:
    """Whether walking in a direction comes back to where it began.

    No direction leads two sites to one, so that a site on no line from a beginning is on a closed one.
    """
    walked = 0
    for start in set(range(len(steps))) - set(steps):
        site = start
        while site >= 0:
            site, walked = steps[site], walked + 1
    return walked < len(steps)
