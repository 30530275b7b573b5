"""Every key of the schema misspelt, with a value of the wrong kind, and in the wrong place: one message, there."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import TYPE_CHECKING, Any

import jsonschema
import pytest

import interpreter
from interpreter.diagnostics import SourceFile
from interpreter.resources import folder
from interpreter.source import Entry, Mapping, Sequence
from interpreter.source.trees import read_tree

if TYPE_CHECKING:
    from collections.abc import Iterator

    from interpreter.diagnostics import Diagnostic
    from interpreter.source import Node

GAMES = Path(__file__).parent / "games"
SCHEMA: dict[str, Any] = json.loads((folder("grammar") / "game.schema.json").read_text(encoding="utf-8"))
VALIDATOR = jsonschema.Draft7Validator(SCHEMA)
WRONG_VALUES = {"[[[]]]": [[[]]], "{zz: {zz: [[]]}}": {"zz": {"zz": [[]]}}, "3.25": 3.25, "-": "-"}
INNER = ("allOf", "anyOf")


def parts(schema: dict[str, Any], name: str, node: Node | None) -> Iterator[tuple[str, dict[str, Any]]]:
    """The schemas that speak of a node, with the names of their definitions; without a node, all of them."""
    if "$ref" in schema:
        name = schema["$ref"].rsplit("/", 1)[1]
        schema = SCHEMA["definitions"][name]
    kind = "object" if isinstance(node, Mapping) else "array" if isinstance(node, Sequence) else None
    types = schema.get("type", kind)
    if node is not None and kind and kind not in types:
        return
    yield name, schema
    inner = [part for key in INNER for part in schema.get(key, ())]
    for part in [*inner, *(schema[key] for key in ("then", "else") if key in schema)]:
        yield from parts(part, name, node)


def keys(schema: dict[str, Any], name: str, node: Node) -> Iterator[tuple[str, Entry, list[dict[str, Any]], Mapping]]:
    """The keys of a tree that the schema declares: name of the definition, entry, schemas of its value, the map."""
    found = list(parts(schema, name, node))
    for item in node.items if isinstance(node, Sequence) else ():
        for inside, part in found:
            yield from keys(part.get("items", {}), inside, item)
    for entry in node.entries if isinstance(node, Mapping) else ():
        declared = [
            (inside, part["properties"][entry.key.text])
            for inside, part in found
            if entry.key.text in part.get("properties", {})
        ]
        if declared and isinstance(node, Mapping):
            yield declared[0][0], entry, [part for _, part in declared], node
        others = [(inside, part.get("additionalProperties")) for inside, part in found]
        for inside, part in declared or others:
            if isinstance(part, dict):
                yield from keys(part, inside, entry.value)


def declared_keys() -> set[tuple[str, str]]:
    found = set()
    for name, schema in [("game", SCHEMA), *SCHEMA["definitions"].items()]:
        todo = [schema]
        while todo:
            part = todo.pop()
            found |= {(name, key) for key in part.get("properties", {})}
            todo += [inner for key in INNER for inner in part.get(key, ())]
            todo += [part[key] for key in ("then", "else", "additionalProperties", "items") if part.get(key)]
            todo += part.get("properties", {}).values()
    return found


def occurrences() -> Iterator[tuple[Path, str, Entry, list[dict[str, Any]], Mapping]]:
    """Every key of the schema once, in one of the games."""
    seen = set()
    for path in sorted(GAMES.glob("*.yaml")):
        root, _ = read_tree(SourceFile(path.name, path.read_text(encoding="utf-8")))
        assert root is not None
        for name, entry, values, around in keys(SCHEMA, "game", root):
            if (name, entry.key.text) not in seen:
                seen.add((name, entry.key.text))
                yield path, name, entry, values, around


OCCURRENCES = list(occurrences())
EACH = pytest.mark.parametrize(
    ("path", "name", "entry", "values"),
    [
        pytest.param(path, name, entry, values, id=f"{name} {entry.key.text}")
        for path, name, entry, values, _ in OCCURRENCES
    ],
)


FOLLOWED = {("game", "options"), ("option", "number")}
"""Without them a name that stands for a number elsewhere is none."""

# For each kind of map that has a list of keys, a few that belong elsewhere.
OPEN = {"option", "setting"}
KEYS = sorted({key for _, key in declared_keys()})
MISPLACED = [
    (name, key)
    for number, name in enumerate(sorted({name for _, name, *_ in OCCURRENCES} - OPEN))
    for key in KEYS[number % 7 :: 7]
    if (name, key) not in declared_keys()
]


@pytest.fixture
def said(tmp_path: Path) -> Any:
    """What is said of a game with a stretch of its text replaced, with the text's place in it."""
    for path in GAMES.glob("*.yaml"):
        shutil.copy(path, tmp_path)

    def validate(path: Path, start: int, end: int, new: str) -> list[Diagnostic]:
        text = path.read_text(encoding="utf-8")
        changed = tmp_path / path.name
        changed.write_text(text[:start] + new + text[end:], encoding="utf-8")
        return [finding for finding in interpreter.validate(changed, games=0) if finding.is_error]

    return validate


def test_the_games_are_right_and_hold_every_key():
    for path in GAMES.glob("*.yaml"):
        found = interpreter.validate(path, games=0)
        assert [
            problem for problem in found if not problem.message.startswith("where `")
        ] == []  # choices hold keys only
    assert declared_keys() - {(name, entry.key.text) for _, name, entry, _, _ in OCCURRENCES} == set()


@EACH
def test_a_misspelt_key(path: Path, name: str, entry: Entry, values: Any, said: Any):  # noqa: ARG001
    key, span = entry.key.text, entry.key.span
    found = said(path, span.start, span.end, key + key[-1])
    assert f'did you mean "{key}"?' in found[0].label + found[0].help
    assert found[0].span.start == span.start
    assert len(found) == 1 or (name, key) in FOLLOWED


@EACH
def test_a_value_of_the_wrong_kind(path: Path, name: str, entry: Entry, values: Any, said: Any):
    key, span = entry.key, entry.value.span
    schemas = [VALIDATOR.evolve(schema={**part, "definitions": SCHEMA["definitions"]}) for part in values]
    # What a choice may change is open in the schema for editors, and checked all the same.
    wrong = next(
        (text for text, value in WRONG_VALUES.items() if any(not schema.is_valid(value) for schema in schemas)),
        "[[[]]]",
    )
    found = said(path, span.start, span.end, wrong)
    assert key.span.start <= found[0].span.start <= span.start + len(wrong)
    assert len(found) == 1 or (name, key.text) in FOLLOWED


@pytest.mark.parametrize(("place", "key"), MISPLACED)
def test_a_key_in_the_wrong_place(place: str, key: str, said: Any):
    path, around = next((path, around) for path, name, _, _, around in OCCURRENCES if name == place)
    first = around.entries[0].key.span
    line = path.read_text(encoding="utf-8")[: first.start].rsplit("\n", 1)[-1]
    written = f"{key}: 1, " if around.span.text.startswith("{") else f"{key}: 1\n{line.replace('-', ' ')}"
    found = said(path, first.start, first.start, written)
    assert [finding.span.start for finding in found] == [first.start]
    assert found[0].code in ("unknown-key", "key-does-not-go", "two-verbs", "not-changeable", "change-needed")
    assert f"`{key}`" in found[0].message
