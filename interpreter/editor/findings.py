"""What is wrong with a file, as its editor underlines it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from lsprotocol import types

from interpreter.checking.validating import validate
from interpreter.diagnostics import Diagnostic, Span
from interpreter.diagnostics.suggesting import suggested
from interpreter.editor.names import written
from interpreter.source.nodes import Scalar

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from interpreter.editor.buffers import Buffers
    from interpreter.editor.positions import Positions

SOURCE = "boardwright"
SEVERITIES = {True: types.DiagnosticSeverity.Error, False: types.DiagnosticSeverity.Warning}


@dataclass(frozen=True)
class Finding:
    """A finding with its place in the open file; what is wrong in a parent is told where the parent is named."""

    diagnostic: Diagnostic
    span: Span


def check(buffers: Buffers, path: Path, *, play: bool) -> list[Finding]:
    """Everything there is to say about a file as it stands in the editor; with `play`, by playing it too."""
    if not buffers.is_game(path):
        return []
    found = validate(path, scenarios=play, games=20 if play else 0, read=buffers.read)
    source = buffers.source(path)
    start = Span(source, 0, 0)
    parent = start
    family = buffers.family(path)
    if family and isinstance(extends := family[0].root.get("extends"), Scalar):
        parent = written(extends) or extends.span
    findings = []
    for diagnostic in found:
        place = diagnostic.span
        own = place if place is not None and place.source == source else None
        findings.append(Finding(diagnostic, own or (parent if place else start)))
    return findings


def shown(finding: Finding, positions: Positions, uri_of: Callable[[str], str]) -> types.Diagnostic:
    """A finding as an editor shows it."""
    diagnostic = finding.diagnostic
    elsewhere = diagnostic.span if diagnostic.span and diagnostic.span.source != finding.span.source else None
    lines = [f"{elsewhere}: {diagnostic.message}" if elsewhere else diagnostic.message]
    lines += [text for text in (diagnostic.label, diagnostic.help) if text]
    related = [(elsewhere, diagnostic.message)] if elsewhere else []
    return types.Diagnostic(
        range=positions.range(finding.span),
        message="\n".join(lines),
        severity=SEVERITIES[diagnostic.is_error],
        code=diagnostic.code,
        source=SOURCE,
        related_information=[
            types.DiagnosticRelatedInformation(
                types.Location(uri_of(span.source.name), positions.range(span)), message or diagnostic.message
            )
            for span, message in (*related, *diagnostic.related)
        ],
    )


def fixes(finding: Finding, positions: Positions, uri: str, uri_of: Callable[[str], str]) -> list[types.CodeAction]:
    """What can be done about a finding at a keystroke."""
    found = []
    for title, text in _replacements(finding):
        edit = types.TextEdit(positions.range(finding.span), text)
        found.append(
            types.CodeAction(
                title=title,
                kind=types.CodeActionKind.QuickFix,
                diagnostics=[shown(finding, positions, uri_of)],
                edit=types.WorkspaceEdit(changes={uri: [edit]}),
                is_preferred=True,
            )
        )
    return found


def _replacements(finding: Finding) -> list[tuple[str, str]]:
    """Titles, each with what the marked text is replaced by."""
    if finding.diagnostic.span != finding.span:
        return []
    text = finding.span.text
    if better := suggested(finding.diagnostic):
        return [(f"Write `{better[0]}`", better[1])]
    if finding.diagnostic.code == "comma-in-braces" and '"' not in text and "\n" not in text:
        return [("Put the expression in quotes", f'"{text}"')]
    return []
