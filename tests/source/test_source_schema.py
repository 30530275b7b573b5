"""The schema as a file, and the messages of the check against it."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path
from typing import Any

import jsonschema
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from interpreter.diagnostics import SourceFile
from interpreter.diagnostics.rendering import render
from interpreter.resources import folder as package_folder
from interpreter.source import Mapping, to_plain
from interpreter.source.schema import game_schema
from interpreter.source.schema_check import check
from interpreter.source.trees import read_tree

HERE = Path(__file__).parent
SNAPSHOTS = HERE / "mistakes.md"
SECTION = re.compile(r"^## (.*?)\n\n```yaml\n(.*?)\n```\n\n```text\n((?:.*?\n)??)```\n", re.MULTILINE | re.DOTALL)
SCHEMA = game_schema()
VALIDATOR = jsonschema.Draft7Validator(SCHEMA)


def parts(schema: Any, where: str = ""):
    """Every schema inside a schema, with its place."""
    if not isinstance(schema, dict):
        return
    yield where, schema
    for name in ("properties", "definitions", "dependencies"):
        for key, part in schema.get(name, {}).items():
            yield from parts(part, f"{where}/{name}/{key}")
    for name in ("items", "additionalProperties", "propertyNames", "if", "then", "else", "not"):
        yield from parts(schema.get(name), f"{where}/{name}")
    for name in ("anyOf", "allOf"):
        for position, part in enumerate(schema.get(name, ())):
            yield from parts(part, f"{where}/{name}/{position}")


def test_it_is_draft_07_without_one_of():
    jsonschema.Draft7Validator.check_schema(SCHEMA)
    assert SCHEMA["$schema"].endswith("draft-07/schema#")
    assert not [where for where, part in parts(SCHEMA) if "oneOf" in part]


def test_every_key_is_described():
    def described(part: Any) -> bool:
        return bool(part.get("description"))

    missing = [
        f"{where}/{name}"
        for where, schema in parts(SCHEMA)
        # A condition and what follows from it repeat keys that are described where they are declared.
        if not re.search(r"/(if|else|not|dependencies)(/|$)|allOf/\d+/then", where)
        for name, part in schema.get("properties", {}).items()
        if not described(part)
    ]
    assert missing == []


def test_every_game_of_the_library_is_valid_to_other_programs():
    for path in sorted(package_folder("games").glob("*.yaml")):
        tree, _ = read_tree(SourceFile(path.name, path.read_text(encoding="utf-8")))
        assert tree
        assert [error.message for error in VALIDATOR.iter_errors(to_plain(tree))] == [], path.name


def test_it_uses_only_what_the_check_understands():
    understood = """
        $schema $id $ref title description examples definitions type properties items enum additionalProperties
        propertyNames required dependencies const anyOf allOf if then else not pattern minimum maximum minLength
        maxLength minItems maxItems uniqueItems minProperties x-number x-patch x-declares x-keys x-names
        x-expression x-notation x-meant
    """
    assert {key for _, part in parts(SCHEMA) for key in part} <= set(understood.split())


def test_what_is_mentioned_is_declared_somewhere():
    declared = {part["x-declares"] for _, part in parts(SCHEMA) if "x-declares" in part}
    mentioned = {name for _, part in parts(SCHEMA) for key in ("x-keys", "x-names") for name in part.get(key, ())}
    assert mentioned - {"number option"} <= declared
    assert {part["x-expression"] for _, part in parts(SCHEMA) if "x-expression" in part} == {"value", "directions"}


def test_examples_of_the_schema_are_right():
    for where, part in parts(SCHEMA):
        for example in part.get("examples", ()):
            errors = list(VALIDATOR.evolve(schema={**part, "definitions": SCHEMA["definitions"]}).iter_errors(example))
            # The example of a key that holds named things names one of them.
            assert not errors, (where, example, errors[0].message)


def test_mistakes_are_told_as_written_down(compose: Any, load: Any):
    """`mistakes.md` holds fragments with what is said of them; UPDATE_SNAPSHOTS=1 writes it anew."""
    text = SNAPSHOTS.read_text(encoding="utf-8")
    sections = SECTION.findall(text)
    assert len(sections) > 12
    said = {title: render(load(compose(fragment + "\n"))[1]) for title, fragment, _ in sections}
    if os.environ.get("UPDATE_SNAPSHOTS"):
        head = text.split("\n## ")[0]
        blocks = [
            f"## {title}\n\n```yaml\n{fragment}\n```\n\n```text\n{said[title]}\n```\n"
            for title, fragment, _ in sections
        ]
        SNAPSHOTS.write_text("\n".join([head, *blocks]), encoding="utf-8")
        return
    for title, _, expected in sections:
        assert said[title] == expected.rstrip("\n"), title


def test_messages_hold_no_jargon(compose: Any, load: Any):
    text = SNAPSHOTS.read_text(encoding="utf-8")
    for _, fragment, _ in SECTION.findall(text):
        for problem in load(compose(fragment + "\n"))[1]:
            said = f"{problem.message} {problem.help}"
            assert not re.search(
                r"\b(object|array|string|integer|boolean|null|schema|property|mapping|None)\b", said
            ), said


def games() -> list[Path]:
    return sorted(package_folder("games").glob("*.yaml"))


# A tree changed at random: the check and a general validator must agree about what is right.

WORDS = [
    "empty",
    "drop",
    "man",
    "black",
    "draw",
    "pass",
    "me wins",
    "each",
    "rank(1)",
    "a b",
    "",
    "d4",
    "lines",
    "points",
]
VALUES = st.one_of(
    st.sampled_from(WORDS),
    st.integers(-1, 120),
    st.booleans(),
    st.none(),
    st.just(1.5),
    st.lists(st.sampled_from(WORDS), max_size=3),
    st.dictionaries(st.sampled_from(WORDS), st.sampled_from(WORDS), max_size=2),
)

FULL: Any = to_plain(read_tree(SourceFile("full.yaml", (HERE / "full.yaml").read_text(encoding="utf-8")))[0])


def places(value: Any, path: tuple[Any, ...] = ()):
    yield path
    steps = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in steps:
        yield from places(inner, (*path, key))


# Inside a choice of an option the schema for editors allows everything; the check does not.
PLACES = [path for path in places(FULL) if path and (path[:2] != ("options", "rule") or len(path) < 4)]


def changed(path: tuple[Any, ...], new: Any, key: str | None, *, delete: bool) -> Any:
    tree = json.loads(json.dumps(FULL))
    inside = tree
    for step in path[:-1]:
        inside = inside[step]
    if delete:
        del inside[path[-1]]
    elif key is not None and isinstance(inside, dict):
        inside[key] = new
    else:
        inside[path[-1]] = new
    return tree


def test_the_full_game_is_right():
    assert agreement(FULL) == (True, True)


@settings(max_examples=400, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(
    st.sampled_from(PLACES),
    VALUES,
    st.none() | st.sampled_from([*WORDS, "to", "then", "if", "size", "do"]),
    st.booleans(),
)
def test_the_check_agrees_with_a_general_validator(path: Any, new: Any, key: Any, delete: bool):  # noqa: FBT001
    ours, theirs = agreement(changed(path, new, key, delete=delete))
    assert ours == theirs


def agreement(tree: Any) -> tuple[bool, bool]:
    # JSON is YAML, so the tree gets its places from its JSON text. Words for numbers are numbers' names to both.
    root, found = read_tree(SourceFile("tree.json", json.dumps(tree)))
    assert not found
    assert isinstance(root, Mapping)
    assert to_plain(root) == tree
    names = [word for word in WORDS if re.fullmatch(SCHEMA["definitions"]["name"]["pattern"], word)]
    return not check(root, names), VALIDATOR.is_valid(tree)
