"""The schema of game files, `grammar/game.schema.json`, and how the check reads it.

Editors read the same file. Only the part of JSON Schema that it uses is understood here; a test keeps the two together.
"""

from __future__ import annotations

import json
import re
from functools import cache
from typing import TYPE_CHECKING, Any, TypeAlias

from interpreter.diagnostics import Span
from interpreter.resources import folder
from interpreter.source.nodes import Mapping, Node, Scalar, Sequence
from interpreter.source.wording import example

if TYPE_CHECKING:
    from interpreter.source.merging import KeyPath

Schema: TypeAlias = "dict[str, Any]"

LONGEST_NAME = 100
"""Characters of a name."""

LONGEST_TITLE = 40
"""Characters of a title that can begin a sentence."""


@cache
def game_schema() -> Schema:
    """The schema of a game file."""
    schema: Schema = json.loads((folder("grammar") / "game.schema.json").read_text(encoding="utf-8"))
    return schema


def flat(schema: Schema) -> Schema:
    """A schema with its reference followed; what is said beside the reference counts more."""
    while True:
        reference = schema.get("$ref")
        parts = schema.get("allOf", ())
        if reference is None and len(parts) == 1 and set(parts[0]) == {"$ref"}:
            reference = parts[0]["$ref"]
        if reference is None:
            return schema
        target = game_schema()["definitions"][reference.rsplit("/", 1)[1]]
        own = {name: value for name, value in schema.items() if name not in ("$ref", "allOf")}
        schema = {**target, **own}


def only_required(branches: list[Schema]) -> bool:
    """Whether branches only say which key must be there, as the verbs of a move do."""
    return all(set(branch) == {"required"} for branch in branches)


def _kind(node: Node) -> set[str]:
    """The JSON kinds of a value."""
    if isinstance(node, Mapping):
        return {"object"}
    if isinstance(node, Sequence):
        return {"array"}
    match node.value:
        case None:
            return {"null"}
        case bool():
            return {"boolean"}
        case int():
            return {"integer", "number"}
        case float():
            return {"number", "integer"} if node.value.is_integer() else {"number"}
        case _:
            return {"string"}


def is_kind(node: Node, kinds: str | list[str] | None) -> bool:
    """Whether a value is of one of the JSON kinds."""
    if kinds is None:
        return True
    return not _kind(node).isdisjoint([kinds] if isinstance(kinds, str) else kinds)


def branch_for(node: Node, branches: list[Schema]) -> Schema | None:
    """The branch for a value of this kind."""
    return next((branch for branch in branches if is_kind(node, flat(branch).get("type"))), None)


def holds(node: Mapping, condition: Schema) -> bool:
    """The conditions that the schema uses: keys that stand there, and a key with a certain value."""
    if not all(name in node for name in condition.get("required", ())):
        return False
    if "anyOf" in condition and not any(holds(node, part) for part in condition["anyOf"]):
        return False
    for name, wanted in condition.get("properties", {}).items():
        value = node.get(name)
        if not isinstance(value, Scalar) or value.value != wanted["const"]:
            return False
    return True


@cache
def _pattern(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern)


def matches(pattern: str, text: str) -> bool:
    """Whether a text has the form of a pattern as a whole."""
    # `$` also matches before a final line end, which JSON Schema does not mean.
    return len(text) <= LONGEST_NAME and bool(_pattern(pattern).fullmatch(text))


def titled(schema: Schema) -> str:
    """A schema's title where it can begin a sentence."""
    title = str(schema.get("title", "it"))
    return title if len(title) < LONGEST_TITLE else "it"


def home_of(name: str) -> str:
    """The part of a game that a key which stands at the top belongs to."""
    for part in ("board", "about", "play"):
        if name in flat(game_schema()["properties"][part]).get("properties", {}):
            return part
    return ""


def example_of(name: str) -> str:
    """A help line with an example of a key at the left edge of a file."""
    return example(name, flat(game_schema()["properties"][name]))


def key_of(path: KeyPath) -> str:
    """The last key of a path, unless the path leads into a list."""
    return path[-1] if path and not path[-1].isdecimal() else ""


def span_of(node: Node, key: Scalar | None) -> Span:
    """The place of a value, or of its key where nothing is written."""
    return key.span if key and node.span.start == node.span.end else node.span


def first_key(node: Mapping) -> Span:
    """The first key of a map."""
    return node.entries[0].key.span if node.entries else first_line(node.span)


def first_line(span: Span) -> Span:
    """The first line of a place."""
    end = span.source.text.find("\n", span.start, span.end)
    return span if end < 0 else Span(span.source, span.start, end)
