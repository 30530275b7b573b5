"""Tests of sites that are asked of all sites at once: each is a set, of the sites for which it holds.

How many neighbours of a kind a site has is counted for all sites together, in binary: a set for each digit.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.engine.lowering.runs import at_once
from interpreter.language.terms import Kind, Term, member_word

if TYPE_CHECKING:
    from interpreter.engine.lowering.expressions import Expressions
    from interpreter.engine.lowering.scene import Scene
    from interpreter.engine.lowering.writer import Writer

TURNED = {"<": ">=", "<=": ">"}  # comparisons that hold where another does not


def passing(expressions: Expressions, writer: Writer, scene: Scene, term: Term) -> str:
    """The sites of a set that pass its test; "" where they must be asked one by one."""
    if "tests at once" not in expressions.passes or not askable(expressions, scene, term.args[1], term):
        return ""
    base = writer.name(expressions.clean(writer, scene, term.args[0]))
    return f"({base} & {_asked(expressions, writer, scene, term.args[1], term)})"


def _asked(expressions: Expressions, writer: Writer, scene: Scene, test: Term, of: Term) -> str:
    """The sites for which a test holds; where it is denied, with bits that are no site."""
    match test.op:
        case "all" | "either":
            parts = [_asked(expressions, writer, scene, part, of) for part in test.args]
            return f"({(' & ' if test.op == 'all' else ' | ').join(parts)})"
        case "negate":
            return f"(~{_asked(expressions, writer, scene, test.args[0], of)})"
        case "any":
            near, rest = _beside(test.args[0], of) or (None, ())
            if near is None:
                return _met(expressions, writer, scene, rest)
            back = tuple(expressions.program.board.opposite[way] for way in expressions.along(scene, near))
            return expressions.program.near(_met(expressions, writer, scene, rest), back)
        case "within":
            return writer.name(expressions.clean(writer, scene, test.args[1]))
        case "exists":
            return _enclosed(expressions, writer, scene, test.args[0])
        case _:
            digits = _counted(expressions, writer, scene, test.args[0].args[0], of)
            number, sign = int(str(test.args[1].value)), "is" if test.op == "equal" else str(test.value)
            return _compared(expressions, digits, sign, number)


# --- what can be asked at once


def askable(expressions: Expressions, scene: Scene, test: Term, of: Term) -> bool:
    """Whether a test can be asked of all sites at once."""
    match test.op:
        case "all" | "either" | "negate":
            return all(askable(expressions, scene, part, of) for part in test.args)
        case "any":
            return _is_beside(expressions, scene, test.args[0], of)
        case "within":
            return _is_member(test.args[0], of) and _free(test.args[1], of)
        case "exists":
            return _is_enclosed(expressions, test.args[0], of)
        case "compare" | "equal":
            counted, number = test.args
            whole = number.op == "number" and isinstance(number.value, int)
            return whole and counted.op == "count" and _is_beside(expressions, scene, counted.args[0], of)
        case _:
            return False


def _is_beside(expressions: Expressions, scene: Scene, term: Term, of: Term) -> bool:
    """Whether a set is what lies beside a site, or the site itself, and in sets that are the same for all sites."""
    found, board = _beside(term, of), expressions.program.board
    if found is None:
        return False
    if found[0] is None:
        return True
    along = expressions.along(scene, found[0])
    if any(board.walks[way] or board.opposite[way] < 0 for way in along):
        return False
    for site in range(len(board.sites)):
        ends = [board.steps[way][site] for way in along if board.steps[way][site] >= 0]
        if len(ends) > len(set(ends)):  # two ways to one neighbour, which would count twice
            return False
    return True


def _is_enclosed(expressions: Expressions, term: Term, of: Term) -> bool:
    """Whether a list is of the runs between two sets, the same for all sites, that are the site itself."""
    site, length = term.option("of"), term.option("length")
    return (
        at_once(expressions, term)
        and site is not None
        and _is_member(site, of)
        and (length is None or length.value == 1)
        and all(_free(part, of) for part in term.args)
    )


def _beside(term: Term, of: Term) -> tuple[Term | None, tuple[Term, ...]] | None:
    """The `near(it)` of a set, or None for `it` alone, and what it is met with; None for other sets."""
    parts = term.args if term.op == "meet" else (term,)
    asked = [part for part in parts if not _free(part, of)]
    rest = tuple(part for part in parts if _free(part, of))
    if len(asked) != 1:
        return None
    if _is_member(asked[0], of):
        return None, rest
    return (asked[0], rest) if asked[0].op == "near" and _is_member(asked[0].args[0], of) else None


def _is_member(term: Term, of: Term) -> bool:
    return term.op == "member" and term.value == of.value


def _free(term: Term, of: Term) -> bool:
    return member_word(int(str(of.value))) not in term.words


# --- sets


def _met(expressions: Expressions, writer: Writer, scene: Scene, parts: tuple[Term, ...]) -> str:
    """What several sets share; without any, all sites."""
    if not parts:
        return expressions.program.every
    return expressions.named(writer, scene, Term("meet", Kind.SITES, parts) if len(parts) > 1 else parts[0])


def _counted(expressions: Expressions, writer: Writer, scene: Scene, term: Term, of: Term) -> list[str]:
    """The digits of how many sites of a set lie beside each site, or are it; the least comes first."""
    near, rest = _beside(term, of) or (None, ())
    met = _met(expressions, writer, scene, rest)
    if near is None:
        return [met]
    digits: list[str] = []
    for number, way in enumerate(expressions.along(scene, near), start=1):
        back = expressions.program.board.opposite[way]
        carry = writer.name(expressions.program.shifted(met, back))
        for place, digit in enumerate(digits):
            digits[place], carry = writer.name(f"{digit} ^ {carry}"), writer.name(f"{digit} & {carry}")
        if number >= 1 << len(digits):
            digits.append(carry)
    return digits


def _enclosed(expressions: Expressions, writer: Writer, scene: Scene, term: Term) -> str:
    """The sites that have one set on one side, and another on the opposite side."""
    program = expressions.program
    one, other = (expressions.named(writer, scene, part) for part in term.args)
    found = [
        f"({program.shifted(one, way)} & {program.shifted(other, program.board.opposite[way])})"
        for way in expressions.along(scene, term)
    ]
    return expressions.join(found)


def _compared(expressions: Expressions, digits: list[str], sign: str, number: int) -> str:
    """The sites of which the number in binary compares so with another."""
    program = expressions.program
    if sign in TURNED:
        return f"(~{_compared(expressions, digits, TURNED[sign], number)})"
    if sign == ">":
        return _compared(expressions, digits, ">=", number + 1)
    most = (1 << len(digits)) - 1
    if number > most or (sign == "is" and number < 0):
        return program.constant(0)
    if sign == "is":
        parts = [digit if number >> place & 1 else f"~{digit}" for place, digit in enumerate(digits)]
        return f"({' & '.join(parts)})" if parts else program.every
    text = program.every
    for place, digit in enumerate(digits) if number > 0 else ():  # from the least digit on
        text = f"({digit} {'&' if number >> place & 1 else '|'} {text})"
    return text
