"""Diagnostics as text: for people, for screen readers, for editors and for continuous integration."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Literal, TypeAlias, get_args

from interpreter.diagnostics.diagnostic import Diagnostic, Severity
from interpreter.diagnostics.excerpt import excerpt, printable
from interpreter.diagnostics.suggesting import suggested

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from interpreter.diagnostics.place import Span

Format: TypeAlias = Literal["full", "concise", "json", "github", "plain"]
FORMATS: tuple[Format, ...] = get_args(Format)

RESET = "\x1b[0m"
COLOURS = {
    "error": "\x1b[1;31m",
    "warning": "\x1b[1;33m",
    "gutter": "\x1b[34m",
    "help": "\x1b[36m",
    "strong": "\x1b[1m",
}


def render(diagnostics: Iterable[Diagnostic], format: Format = "full", *, color: bool = False) -> str:  # noqa: A002
    """The findings in one of the `FORMATS`, in the order given; `color` adds terminal colours to the full format."""
    found = list(diagnostics)
    if format == "json":
        # ASCII: no character of the author's file reaches a terminal as an order, and any encoding can carry it.
        return json.dumps([as_record(diagnostic) for diagnostic in found], indent=2)
    forms: dict[str, Callable[[Diagnostic], str]] = {"concise": _concise, "github": _github, "plain": _plain}
    if format == "full":
        return "\n\n".join(_full(diagnostic, color=color) for diagnostic in found)
    if format not in forms:
        raise ValueError(f"there is no format {format!r}; the formats are {', '.join(FORMATS)}")
    return "\n".join(forms[format](diagnostic) for diagnostic in found)


def as_record(diagnostic: Diagnostic) -> dict[str, object]:
    """A finding as plain values, for JSON. Lines and columns count from 1; without a place they are null.

    `instead` is what would stand in the place if the word that was probably meant were written there, else null.
    """
    better = suggested(diagnostic)
    return {
        **_place_record(diagnostic.span),
        "code": diagnostic.code,
        "severity": str(diagnostic.severity),
        "message": diagnostic.message,
        "label": diagnostic.label,
        "help": diagnostic.help,
        "instead": better[1] if better else None,
        "related": [{**_place_record(span), "message": remark} for span, remark in diagnostic.related],
    }


def _place_record(span: Span | None) -> dict[str, object]:
    if span is None:
        return dict.fromkeys(("file", "line", "column", "end_line", "end_column"))
    return {
        "file": span.source.name,
        "line": span.line,
        "column": span.column,
        "end_line": span.end_line,
        "end_column": span.end_column,
    }


def _full(diagnostic: Diagnostic, *, color: bool) -> str:
    def paint(text: str, name: str) -> str:
        return f"{COLOURS[name]}{text}{RESET}" if color and text else text

    severity = str(diagnostic.severity)
    lines = [paint(f"{severity}[{diagnostic.code}]", severity) + paint(f": {printable(diagnostic.message)}", "strong")]
    spans = [(diagnostic.span, diagnostic.label)] if diagnostic.span else []
    places = [*spans, *diagnostic.related]
    margin = max((len(str(span.line)) for span, _ in places), default=1)
    bar = paint(f"{' ' * margin} |", "gutter")
    for position, (span, remark) in enumerate(places):
        main = position == 0 and diagnostic.span is not None
        shown = excerpt(span)
        mark = ("^" if main else "-") * shown.width
        arrow = "-->" if main else ":::"
        lines += [
            f"{' ' * margin}{paint(arrow, 'gutter')} {printable(str(span))}",
            bar,
            f"{paint(f'{span.line:>{margin}} |', 'gutter')} {shown.line}".rstrip(),
            f"{bar} {' ' * shown.start}{paint(f'{mark} {printable(remark)}'.rstrip(), severity if main else 'gutter')}",
        ]
    if diagnostic.help:
        lines += [bar] if places else []
        first, *more = (printable(line) for line in diagnostic.help.split("\n"))  # a help may show a board
        lines.append(f"{' ' * margin} {paint('=', 'gutter')} {paint('help:', 'help')} {first}")
        lines += [f"{' ' * (margin + 9)}{line}".rstrip() for line in more]
    return "\n".join(lines)


def _concise(diagnostic: Diagnostic) -> str:
    place = f"{printable(str(diagnostic.span))}: " if diagnostic.span else ""
    remark = diagnostic.label if diagnostic.label.startswith("did you mean") else ""
    first_line = (remark or diagnostic.help).split("\n")[0]
    way_out = f" ({printable(first_line)})" if first_line else ""
    return f"{place}{diagnostic.severity}[{diagnostic.code}]: {printable(diagnostic.message)}{way_out}"


def _plain(diagnostic: Diagnostic) -> str:
    """Sentences only, as a screen reader reads them."""
    kind = "Error" if diagnostic.severity is Severity.ERROR else "Warning"
    lines = [f"{kind}: {_sentence(diagnostic.message)}"]
    if diagnostic.span:
        lines.append(f"Place: {_spoken_place(diagnostic.span)}")
    if diagnostic.label:
        lines.append(f"Remark: {_sentence(diagnostic.label)}")
    lines += [f"See also: {_sentence(remark)} {_spoken_place(span)}" for span, remark in diagnostic.related]
    if diagnostic.help:
        first, *more = diagnostic.help.split("\n")
        lines += [f"Help: {_sentence(first)}", *(printable(line) for line in more)]
    lines.append(f"Code: {diagnostic.code}.")
    return "\n".join(lines) + "\n"


def _spoken_place(span: Span) -> str:
    marked = printable(span.text.split("\n")[0].strip())
    words = f', at the words "{marked}"' if marked else ""
    return f"file {printable(span.source.name)}, line {span.line}, column {span.column}{words}."


def _sentence(text: str) -> str:
    text = printable(text)
    return text if text.endswith((".", "?", "!")) else f"{text}."


def _github(diagnostic: Diagnostic) -> str:
    """A workflow command, which GitHub shows beside the line."""
    properties = {"title": f"{diagnostic.severity}[{diagnostic.code}]"}
    span = diagnostic.span
    # A change given on the command line is a place, but not a file of the repository.
    if span and not span.source.name.startswith("--"):
        properties = {
            "file": span.source.name,
            "line": str(span.line),
            "endLine": str(span.end_line),
            "col": str(span.column),
            "endColumn": str(span.end_column),
            **properties,
        }
    written = ",".join(f"{name}={_escaped(value, ':,')}" for name, value in properties.items())
    said = "\n".join(part for part in (diagnostic.message, diagnostic.label, diagnostic.help) if part)
    return f"::{diagnostic.severity} {written}::{_escaped(said)}"


def _escaped(text: str, further: str = "") -> str:
    lines = "\n".join(printable(line) for line in text.split("\n"))
    for sign in f"%\r\n{further}":
        lines = lines.replace(sign, f"%{ord(sign):02X}")
    return lines
