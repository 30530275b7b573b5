"""When the rules of a file have no answer, or two."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from interpreter.language.terms import Term


class RulesFault(Exception):  # noqa: N818 - a fault of the rules, not of the program
    """The rules were followed to a place where they say nothing, or contradict themselves.

    `term` is the expression concerned, where there is one.
    """

    def __init__(self, message: str, term: Term | None = None, code: str = "rule-fault") -> None:
        super().__init__(message)
        self.term, self.code = term, code
