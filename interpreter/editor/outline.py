"""The keys of a file as an outline."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lsprotocol import types

from interpreter.diagnostics import Span
from interpreter.source.nodes import Mapping, Scalar, Sequence
from interpreter.source.schema_paths import below, said, schemas_at

if TYPE_CHECKING:
    from interpreter.editor.positions import Positions
    from interpreter.source.nodes import Entry, Node
    from interpreter.source.schema import Schema

LONGEST = 60
"""Characters of a value that are shown."""

OF_KIND = {
    "player": types.SymbolKind.EnumMember,
    "piece": types.SymbolKind.Class,
    "definition": types.SymbolKind.Function,
    "effect": types.SymbolKind.Function,
    "move": types.SymbolKind.Method,
    "phase": types.SymbolKind.Namespace,
    "step": types.SymbolKind.Event,
    "region": types.SymbolKind.Array,
    "direction": types.SymbolKind.EnumMember,
    "option": types.SymbolKind.Enum,
    "choice": types.SymbolKind.EnumMember,
}
"""The sign of a name by what it is the name of; other keys are keys."""


def outline(root: Mapping, positions: Positions) -> list[types.DocumentSymbol]:
    """The keys of a map, each with those below it."""
    return _entries(root, schemas_at(()), positions)


def _entries(node: Mapping, schemas: list[Schema], positions: Positions) -> list[types.DocumentSymbol]:
    declares = next(iter(said(schemas, "x-declares")), "")
    language = {name for schema in schemas for name in schema.get("properties", ())}
    return [
        _symbol(entry, "" if entry.key.text in language else declares, schemas, positions)
        for entry in node.entries
        if entry.key.text.strip()
    ]


def _symbol(entry: Entry, kind: str, schemas: list[Schema], positions: Positions) -> types.DocumentSymbol:
    key, value = entry.key, entry.value
    # A value that is repeated by `*name` stands elsewhere.
    end = max(key.span.end, value.span.end) if value.span.start >= key.span.start else key.span.end
    inside = below(schemas, key.text)
    return types.DocumentSymbol(
        name=key.text,
        detail=_shown(value),
        kind=OF_KIND.get(kind, types.SymbolKind.Key),
        range=positions.range(Span(key.span.source, key.span.start, end)),
        selection_range=positions.range(key.span),
        children=_entries(value, inside, positions) if isinstance(value, Mapping) else [],
    )


def _shown(value: Node) -> str:
    if isinstance(value, Scalar | Sequence):
        text = " ".join(value.span.text.split())
        return text if len(text) <= LONGEST else f"{text[: LONGEST - 3]}..."
    return ""
