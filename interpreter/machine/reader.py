"""What all parts of the reading share: expressions at their places, look-ups with did-you-mean, and the report."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from interpreter.diagnostics import Diagnostic, Severity, Span
from interpreter.diagnostics.suggesting import closest, known_names
from interpreter.language import folding
from interpreter.language.elaboration import Elaborator, by_player
from interpreter.language.terms import Kind, Term
from interpreter.language.typing import unknown
from interpreter.source import Mapping, Node, Scalar, Sequence

if TYPE_CHECKING:
    from collections.abc import Iterable

    from interpreter.language.scope import Scope


@dataclass
class Report:
    """Collects findings; the same finding at the same place is kept once (a definition may be used many times)."""

    found: list[Diagnostic] = field(default_factory=list)

    def add(self, diagnostic: Diagnostic) -> None:
        """Takes a finding, unless the same has been said of the same place."""
        said = (diagnostic.code, diagnostic.span, diagnostic.message)
        if not any((old.code, old.span, old.message) == said for old in self.found):
            self.found.append(diagnostic)

    def error(self, code: str, message: str, span: Span, help_: str = "", label: str = "") -> None:
        """Takes an error."""
        self.add(Diagnostic(code, message, span, help=help_, label=label))

    def warning(self, code: str, message: str, span: Span, help_: str = "") -> None:
        """Takes a warning."""
        self.add(Diagnostic(code, message, span, help=help_, severity=Severity.WARNING))

    @property
    def failed(self) -> bool:
        """Whether there are errors."""
        return any(diagnostic.is_error for diagnostic in self.found)


@dataclass(frozen=True)
class Reader:
    """Reads values of the file within a scope."""

    scope: Scope
    report: Report

    def at(self, place: str, *words: str) -> Reader:
        """The same reader at another place, where these words of the step may stand."""
        return replace(self, scope=self.scope.offering(*words, place=place))

    def term(self, node: Node, wanted: Kind | str | None) -> Term:
        """The term of an expression, or of a map player -> expression."""
        elaborator = Elaborator(self.scope, self.report.add)
        if isinstance(node, Scalar):
            return elaborator.scalar(node, wanted)
        if isinstance(node, Mapping):
            values = dict(node.items())
            spans = {entry.key.text: entry.key.span for entry in node.entries}
            return by_player(elaborator, values, lambda value: self.term(value, wanted), spans, node.span)
        if isinstance(node, Sequence) and wanted is Kind.DIRECTIONS and len(node):
            return folding.bundle([self.term(item, wanted) for item in node], node.span)
        self.report.error(
            "wrong-kind", "an expression is expected here", node.span, "write it on one line, for example `empty`"
        )
        return unknown(node.span)

    def optional(self, node: Node | None, wanted: Kind | str | None) -> Term | None:
        """The term, or None where the file says nothing."""
        return None if node is None or is_null(node) else self.term(node, wanted)

    def lookup(self, name: Scalar, what: str, table: Iterable[str], code: str | None = None) -> int | None:
        """The number of a name in a table, or None after reporting that it is unknown."""
        names = tuple(table)
        if name.text in names:
            return names.index(name.text)
        near = closest(name.text, names)
        self.report.error(
            code or f"unknown-{what}",
            f'no {what} is called "{name.text}"',
            name.span,
            "" if near else known_names(names) or f"there is no {what} yet",
            f"did you mean `{near}`?" if near else "",
        )
        return None


def is_null(node: Node) -> bool:
    """Whether a value is empty (`null`)."""
    return isinstance(node, Scalar) and node.value is None


def mapping(node: Node | None) -> Mapping | None:
    """The node where it is a mapping with entries."""
    return node if isinstance(node, Mapping) else None


def scalars(node: Node | None) -> tuple[Scalar, ...]:
    """A single value, or the values of a list."""
    if isinstance(node, Scalar):
        return (node,)
    if isinstance(node, Sequence):
        return tuple(item for item in node if isinstance(item, Scalar))
    return ()
