"""From a game's file to its rules and its state machine."""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.errors import GameFileError
from interpreter.machine.circles import check_circles
from interpreter.machine.compiling import read_rules
from interpreter.machine.graph import Machine, build_machine
from interpreter.source.document import Document, read_document

if TYPE_CHECKING:
    from interpreter.diagnostics import Diagnostic
    from interpreter.play.origin import Origin

__all__ = ["compile_document", "read_game"]

# Findings that stand on their own in a file whose keys are wrong elsewhere; others may only follow from that.
NAMING = frozenset(
    {
        "condition-as-set",
        "expression-syntax",
        "expression-too-long",
        "set-as-condition",
        "wrong-arguments",
        "wrong-kind",
    }
)


def read_game(origin: Origin) -> tuple[Document, Machine]:
    """The document and the machine of a game. Raises GameFileError, whose `diagnostics` say all that is wrong."""
    document, problems = read_document(origin.name, options=origin.options, change=origin.change, read=origin.read)
    machine, more = compile_document(document, problems)
    if document is None or machine is None:
        raise GameFileError(tuple(problem for problem in (*problems, *more) if problem.is_error))
    return document, machine


def compile_document(
    document: Document | None, problems: tuple[Diagnostic, ...]
) -> tuple[Machine | None, tuple[Diagnostic, ...]]:
    """The machine of a document that has no errors, and what else is to say about it."""
    if document is None:
        return None, ()
    rules, more = read_rules(document)
    if any(problem.is_error for problem in problems):
        # What stands where something is wrong already is not worth a second finding.
        lines = {(problem.span.source, problem.span.line) for problem in problems if problem.span}
        return None, tuple(
            problem
            for problem in more
            if problem.code in NAMING and problem.span and (problem.span.source, problem.span.line) not in lines
        )
    if rules is None:
        return None, more
    circles = check_circles(rules)
    return (None if circles else build_machine(rules)), (*more, *circles)
