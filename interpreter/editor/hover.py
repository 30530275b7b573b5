"""What there is to say about the word under the pointer."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from interpreter.authoring.manual import lookup
from interpreter.diagnostics import SourceFile, Span
from interpreter.editor.completion import key_text
from interpreter.editor.cursor import cursor_at
from interpreter.language.functions import FUNCTIONS
from interpreter.source.nodes import Mapping
from interpreter.source.schema_paths import keys_beside, said, schemas_at

if TYPE_CHECKING:
    from interpreter.editor.names import Mention

WORD = re.compile(r"[A-Za-z][A-Za-z0-9]*(?:[- ][A-Za-z0-9]+)*(?=:)|[A-Za-z][A-Za-z0-9]*(?:-[A-Za-z0-9]+)*|[<>]=?|[-+*]")
"""A key of one or more words, a word, or a sign of an expression."""

MOST_LINES = 8
"""Lines of a declaration that are shown."""


def about_word(source: SourceFile, offset: int) -> tuple[str, Span] | None:
    """What the schema and the manual say of the word at an offset, as Markdown, with its place."""
    begin = source.text.rfind("\n", 0, offset) + 1
    line = source.line_text(source.position(begin)[0])
    found = next((word for word in WORD.finditer(line) if begin + word.start() <= offset <= begin + word.end()), None)
    if found is None:
        return None
    span = Span(source, begin + found.start(), begin + found.end())
    cursor = cursor_at(source.text, span.end)
    if cursor.in_comment:
        return None
    schemas = schemas_at(cursor.path)
    if cursor.is_key and cursor.before == found.group():
        text = _about_key(found.group(), cursor.path)
    elif said(schemas, "x-expression"):
        called = source.text[span.end : span.end + 1] == "("
        text = _about_operand(found.group(), called=called)
    else:
        text = next((str(schema["description"]) for schema in schemas if "enum" in schema), "")
    return (text, span) if text else None


def _about_key(name: str, path: tuple[str, ...]) -> str:
    keys = keys_beside(schemas_at(path), Mapping((), Span(SourceFile("", ""), 0, 0)))
    if name not in keys:
        return ""
    rows = [f"_{entry.section}_: {entry.text}" for entry in lookup(name, ("key",), among=keys)]
    return "\n\n".join([f"**{name}**: {key_text(name, keys[name])}", *rows])


def _about_operand(name: str, *, called: bool) -> str:
    kinds = ("function",) if called and name in FUNCTIONS else ("word", "direction", "operator")
    told = lookup(name, kinds) or lookup(name, ("function",))
    return "\n\n".join([f"**{name}**", *(entry.text for entry in told)]) if told else ""


def about_name(mention: Mention, declared: list[Mention]) -> str:
    """What a name of the file is the name of, and how it is declared."""
    lines = [f"**{mention.name}**: {mention.kind}"]
    for place in declared:
        source = place.span.source
        shown = source.name.replace("\\", "/").rpartition("/")[2]
        lines += ["", f"{shown}, line {place.span.line}", "", "```yaml", *_declaration(place.span), "```"]
    return "\n".join(lines)


def _declaration(span: Span) -> list[str]:
    """The line of a declaration, and those indented below it."""
    first, source = span.line, span.source
    lines = [source.line_text(first)]
    indent = len(lines[0]) - len(lines[0].lstrip(" "))
    for number in range(first + 1, min(first + MOST_LINES, len(source.line_starts)) + 1):
        line = source.line_text(number)
        if line.strip() and len(line) - len(line.lstrip(" ")) <= indent:
            break
        lines.append(line)
    while lines and not lines[-1].strip():
        lines.pop()
    return [line[indent:].rstrip() for line in lines]
