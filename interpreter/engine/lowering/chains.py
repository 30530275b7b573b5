"""Conditions and sets joined: what takes long is asked, and written, where it still matters."""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.engine.lowering import finders
from interpreter.engine.lowering.lists import single
from interpreter.engine.lowering.writer import Writer
from interpreter.language.terms import Kind, Term

if TYPE_CHECKING:
    from collections.abc import Iterator

    from interpreter.engine.lowering.expressions import Expressions
    from interpreter.engine.lowering.scene import Scene

PLAIN = frozenset({"sites", "owned", "piece", "empty", "occupied", "word", "meet", "join", "complement", "by-player"})
PLAIN |= {"me", "enemy", "player", "chosen", "only", "memory", "last-to"}
FEW_SHIFTS = 8
MANY_SHIFTS = 100


def chain(expressions: Expressions, writer: Writer, scene: Scene, term: Term) -> str:
    """`and`, `or`: parts that need lines are written inside the branch that needs them."""
    joined = term.op == "all"
    merged = None if joined else finders.merged_alternatives(scene, term)
    if merged is not None:
        return expressions.condition(writer, scene, merged)
    parts: list[str] = []
    for number, arg in enumerate(term.args):
        trial = Writer()
        trial.depth, trial.counter = writer.depth, writer.counter
        nested = scene.nested()
        text = expressions.condition(trial, nested, arg)
        if trial.lines and parts:
            return _branch(expressions, writer, scene, (term, number), parts)
        writer.lines += trial.lines
        writer.counter = trial.counter
        scene.known.update(nested.known)
        parts.append(text)
    return "(" + (" and " if joined else " or ").join(parts) + ")" if len(parts) > 1 else parts[0]


def in_common(expressions: Expressions, writer: Writer, scene: Scene, term: Term) -> str:
    """Whether a set has a site.

    Where it lies beside a site, that most often leaves none, and what takes many shifts need not be shifted.
    """
    text = f"({expressions.clean(writer, scene, term)} != 0)"
    if "cheap sets first" not in expressions.passes or not expressions.program.wide:
        return text
    parts = {part: _shifts(scene, part) for part in _shared(scene, term)}
    cheap = [part for part, shifts in parts.items() if shifts <= FEW_SHIFTS]
    few = any(part.op == "near" and single(part.args[0]) for part in cheap)
    if not few or len(cheap) == len(parts) or max(parts.values()) >= MANY_SHIFTS:
        return text
    first = " & ".join(expressions.sets(writer, scene, part) for part in cheap)
    return f"({first} != 0 and {text})"


def _shared(scene: Scene, term: Term) -> Iterator[Term]:
    """The sets of which a set is what they have in common."""
    if term.op == "local":
        term = scene.lets[str(term.value)]
    if term.op != "meet" or term in scene.known:
        yield term
        return
    for part in term.args:
        yield from _shared(scene, part)


def _shifts(scene: Scene, term: Term) -> int:
    """How many shifts of a set it takes to write a set, at most; many for what is found in other ways."""
    if term in scene.known:
        return 0
    if term.op == "local":
        return _shifts(scene, scene.lets[str(term.value)])
    inner = sum(_shifts(scene, arg) for arg in term.args)
    if term.op == "near":
        along = term.option("along")
        ways = along.value if along is not None and along.op == "directions" else ()
        return inner + (len(ways) if isinstance(ways, tuple) else MANY_SHIFTS)
    return inner if term.op in PLAIN else MANY_SHIFTS


def _branch(expressions: Expressions, writer: Writer, scene: Scene, left: tuple[Term, int], parts: list[str]) -> str:
    """The parts of a chain from one on, which are asked where those before it have not decided."""
    term, number = left
    joined, result = term.op == "all", writer.fresh("c")
    writer.line(f"{result} = {(' and ' if joined else ' or ').join(parts)}")
    rest = Term(term.op, Kind.YES_NO, term.args[number:]) if number + 1 < len(term.args) else term.args[number]
    with writer.block(f"if {result}:" if joined else f"if not {result}:"):
        text = expressions.condition(writer, scene.nested(), rest)
        writer.line(f"{result} = {text}")
    return result
