"""What the schema says of a place that is known by its path alone, whether or not something stands there yet.

The check picks the branch that fits a value; here every branch is kept, so that an editor can tell what could follow.
Beside the keys of JSON Schema it reads what the schema notes about names: `x-declares` (what the keys of a map or the
entries of a list are the names of), `x-keys` and `x-names` (what keys and values mention by name), `x-expression` (what
kind of expression stands there) and `x-notation` (that steps of the game do).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.source.nodes import Mapping, Scalar, Sequence
from interpreter.source.schema import Schema, flat, game_schema, holds
from interpreter.source.variants import UNCHANGEABLE

if TYPE_CHECKING:
    from collections.abc import Iterator

    from interpreter.source.merging import KeyPath
    from interpreter.source.nodes import Node

PASSED_ON = ("description", "examples", "x-names", "x-expression", "x-notation")
"""What is said of a value as a whole and holds for each of its branches."""

INHERITED = ("x-names", "x-expression", "x-notation")
"""What is said of a list or map and holds for the values in it."""


def schemas_at(path: KeyPath) -> list[Schema]:
    """Every schema that a value at this path may have to meet; none where no value can stand."""
    found = list(branches(game_schema()))
    for part in path:
        found = below(found, part)
    return found


def branches(schema: Schema, said: Schema | None = None) -> Iterator[Schema]:
    """A schema with all that it may turn out to be, references followed."""
    schema = {**flat(schema), **(said or {})}
    if schema.get("x-patch"):
        keys = {name: part for name, part in game_schema()["properties"].items() if name not in UNCHANGEABLE}
        yield {**schema, "properties": keys}
        return
    yield schema
    outer = {name: schema[name] for name in PASSED_ON if name in schema}
    for part in (*schema.get("anyOf", ()), *schema.get("allOf", ())):
        yield from branches(part, outer)
    for name in ("then", "else"):
        if name in schema:
            yield from branches(schema[name], outer)


def below(schemas: list[Schema], part: str) -> list[Schema]:
    """The schemas of the value under a key, or of an entry of a list (whose part of a path is its number)."""
    inside = [schema["properties"][part] for schema in schemas if part in schema.get("properties", {})]
    if not inside:
        names = ("additionalProperties", "items") if part.isdecimal() else ("additionalProperties",)
        inside = [
            {**{key: schema[key] for key in INHERITED if key in schema}, **flat(schema[name])}
            for schema in schemas
            for name in names
            if isinstance(schema.get(name), dict)
        ]
    return [branch for schema in inside for branch in branches(schema)]


def keys_beside(schemas: list[Schema], map_: Mapping) -> dict[str, Schema]:
    """The keys that a map may have, each with its schema, without those that do not go with what stands there."""
    keys: dict[str, Schema] = {}
    allowed: set[str] | None = None
    for schema in schemas:
        for name, part in schema.get("properties", {}).items():
            if "description" in flat(part):
                keys.setdefault(name, flat(part))
        for condition in (schema, *schema.get("allOf", ())):
            if "if" in condition and holds(map_, condition["if"]):
                only = condition["then"].get("propertyNames", {}).get("enum")
                allowed = allowed if only is None else set(only) & (allowed or set(only))
    return {name: part for name, part in keys.items() if allowed is None or name in allowed}


def said(schemas: list[Schema], name: str) -> tuple[str, ...]:
    """What the schemas note under a keyword such as `x-names`, each thing once."""
    notes = [schema[name] for schema in schemas if name in schema]
    return tuple(dict.fromkeys(note for noted in notes for note in ([noted] if isinstance(noted, str) else noted)))


def fitting(schemas: list[Schema], node: Node) -> list[Schema]:
    """Those of the schemas that are meant for a value of this kind."""
    wanted = {Mapping: {"object"}, Sequence: {"array"}}.get(type(node))
    if isinstance(node, Scalar):
        wanted = {"string", "number", "integer", "boolean", "null"}
    return [
        schema for schema in schemas if "type" not in schema or not (wanted or set()).isdisjoint(_kinds(schema["type"]))
    ]


def _kinds(kinds: str | list[str]) -> list[str]:
    return [kinds] if isinstance(kinds, str) else kinds
