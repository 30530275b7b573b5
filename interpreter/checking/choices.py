"""The other choices of a file's options: each must make a game, for players choose it without the author's help."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from interpreter.diagnostics import Severity
from interpreter.play.reading import compile_document
from interpreter.source.document import rechosen
from interpreter.source.nodes import Mapping, Scalar

if TYPE_CHECKING:
    from collections.abc import Iterator

    from interpreter.diagnostics import Diagnostic
    from interpreter.source.document import Document
    from interpreter.source.nodes import Node
    from interpreter.source.options import Option


def check_choices(document: Document) -> Iterator[Diagnostic]:
    """What makes a file useless with one other choice of one option: the first error of each, as a warning.

    Of an option that is a number, the lowest and the highest are tried. Choices that scenarios play by are left out:
    what is wrong with them is told there.
    """
    played = _played(document.root.get("scenarios"))
    for option in document.options:
        for choice in _others(option):
            if (option.name, str(choice)) in played:
                continue
            other, problems = rechosen(document, {option.name: choice})
            _, more = compile_document(other, problems)
            wrong = next((problem for problem in (*problems, *more) if problem.is_error), None)
            if wrong is not None:
                message = f"where `{option.name}` is `{choice}`, {wrong.message}"
                inherited = option.span.source is not document.files[0]
                way_out = (
                    f"`options: {{{option.name}: null}}` leaves it out of the variant" if inherited else "the option"
                )
                yield replace(
                    wrong,
                    message=message,
                    span=wrong.span or option.span,
                    severity=Severity.WARNING,
                    related=(*wrong.related, (option.span, way_out)),
                )


def _played(scenarios: Node | None) -> set[tuple[str, str]]:
    """Options with choices, as scenarios name them."""
    titled = [entry.value for entry in scenarios.entries] if isinstance(scenarios, Mapping) else []
    named = [node.get("options") for node in titled if isinstance(node, Mapping)]
    return {
        (name, choice.text)
        for options in named
        if isinstance(options, Mapping)
        for name, choice in options.items()
        if isinstance(choice, Scalar)
    }


def _others(option: Option) -> tuple[str | int, ...]:
    """The choices that are not the one made without a word."""
    ends = (option.low, option.high) if not option.choices else ()
    found: dict[str | int, None] = dict.fromkeys((*option.choices, *(end for end in ends if end is not None)))
    return tuple(choice for choice in found if choice != option.default)
