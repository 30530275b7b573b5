"""Conditions joined by `and` and `or`: what needs lines is written where it is asked only if it still matters."""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.engine.lowering import finders
from interpreter.engine.lowering.program import Writer
from interpreter.language.terms import Kind, Term

if TYPE_CHECKING:
    from interpreter.engine.lowering.expressions import Expressions
    from interpreter.engine.lowering.scene import Scene


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
