"""The check of a tree against the schema.

A general validator has little to say to an author ("is not valid under any of the given schemas"). Here the branch
that was meant is chosen by the kind of value or by the verb, and only what is wrong there is told, at its own place.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.source.findings import Findings
from interpreter.source.merging import MOST, KeyPath, is_nothing
from interpreter.source.nodes import Mapping, Node, Scalar, Sequence
from interpreter.source.schema import (
    Schema,
    branch_for,
    first_key,
    flat,
    game_schema,
    holds,
    is_kind,
    only_required,
)
from interpreter.source.schema_maps import (
    ONE_THING,
    missing_keys,
    needs_beside,
    no_verb,
    not_both,
    only_these,
    two_verbs,
    unknown_keys,
    unnamed_consequence,
)
from interpreter.source.schema_values import check_list, check_scalar, text_fits, wrong_kind
from interpreter.source.variants import UNCHANGEABLE, VARIANT_KEYS
from interpreter.source.versions import KEY, since, too_new
from interpreter.source.wording import subject

if TYPE_CHECKING:
    from collections.abc import Collection

    from interpreter.diagnostics import Diagnostic, Span

OPTION = "choices, or a number with its range"
"""The title of an option."""


def check(
    root: Mapping, numbers: Collection[str] = (), *, merged: bool = False, language: int = 1
) -> tuple[Diagnostic, ...]:
    """What the schema finds wrong with a file as written or as merged.

    `numbers` are the names of number options, which may stand where a whole number does; `merged` says that
    parts of the tree come from a parent or a change; `language` is the version in which it is written.
    """
    findings = Findings(numbers, merged, language)
    _check(findings, root, game_schema(), (), None)
    return tuple(findings.found[:MOST])


def _check(findings: Findings, node: Node, schema: Schema, path: KeyPath, key: Scalar | None) -> None:
    """Check a value that stands under `key` at `path`."""
    if len(findings.found) >= MOST or (findings.patch and is_nothing(node)):
        return
    schema = flat(schema)
    if schema.get("x-patch"):
        _patch(findings, node, schema, path, key)
        return
    branches = schema.get("anyOf", ())
    if branches and not only_required(branches):
        branch = branch_for(node, branches)
        if branch is None:
            wrong_kind(findings, node, schema, path, key)
            return
        # The outer description and example say more than those of the branch.
        branch = flat(branch)
        told = ("description", "examples", "title") if branch.get("x-number") else ("description", "examples")
        _check(findings, node, {**branch, **{name: schema[name] for name in told if name in schema}}, path, key)
        return
    if not is_kind(node, schema.get("type")):
        wrong_kind(findings, node, schema, path, key)
        return
    if isinstance(node, Scalar):
        check_scalar(findings, node, schema, path, key)
    elif isinstance(node, Sequence):
        if check_list(findings, node, schema, path):
            for position, item in enumerate(node.items, 1):
                _check(findings, item, schema.get("items", {}), (*path, str(position)), None)
    else:
        _map(findings, node, schema, path, key)


def _map(
    findings: Findings, node: Mapping, schema: Schema, path: KeyPath, key: Scalar | None, known: Collection[str] = ()
) -> None:
    """Check a map. `known` are the keys of the whole where `schema` is a part that holds under a condition."""
    if schema.get("title") == OPTION and "then" in schema and _is_number_option(findings, node, schema, path, key):
        return
    at = key.span if key else first_key(node)
    known = (*known, *schema.get("properties", ()))
    if not findings.patch:
        _demands(findings, node, schema, path, at, known)
    elif schema.get("additionalProperties") is False:
        unknown_keys(findings, node, schema, path)
    if "if" in schema:
        # A key that decides counts where it is only misspelt.
        meant = any((*path, name) in findings.misspelt for name in schema["if"].get("required", ()))
        meant = meant and "properties" not in schema["if"]
        branch = schema["then"] if meant or holds(node, schema["if"]) else schema.get("else", {})
        _map(findings, node, branch, path, key, known)
    for part in schema.get("allOf", ()):
        _map(findings, node, part, path, key, known)
    _entries(findings, node, schema, path)


def _is_number_option(findings: Findings, node: Mapping, schema: Schema, path: KeyPath, key: Scalar | None) -> bool:
    """An option that holds numbers and no `number`: its keys are told as such, not as choices."""
    numbers = [entry.value.value for entry in node.entries if isinstance(entry.value, Scalar)]
    if "number" in node or not numbers or not any(isinstance(number, int) for number in numbers):
        return False
    number_option = {**schema["then"], "examples": [{"number": 100, "from": 10, "to": 1000}]}
    _map(findings, node, number_option, path, key)
    return True


def _demands(
    findings: Findings, node: Mapping, schema: Schema, path: KeyPath, at: Span, known: Collection[str]
) -> None:
    """What a map must hold, and which keys may stand together. A patch is not asked: its parent says the rest."""
    verbs = [name for branch in schema.get("anyOf", ()) for name in branch["required"]]
    missing = [name for name in schema.get("required", ()) if name not in node]
    used = [entry.key for entry in node.entries if entry.key.text in verbs]
    strangers = schema.get("additionalProperties") is False and [
        entry.key for entry in node.entries if entry.key.text not in schema["properties"]
    ]
    if verbs and not used:
        if not path and missing:  # told together, as one finding of the whole file
            missing.append(verbs[0])
        elif not any((*path, verb) in findings.misspelt for verb in verbs):
            no_verb(findings, schema, path, at, verbs, strangers[0] if strangers else None)
    elif strangers:
        missing = unknown_keys(findings, node, schema, path, missing)
    several = len(used) > 1 and schema.get("title") in ONE_THING
    if several:
        two_verbs(findings, schema, path, used)
    missing = [name for name in missing if (*path, name) not in findings.misspelt]
    if missing or len(node) < schema.get("minProperties", 0):
        missing_keys(findings, schema, path, at, missing)
    only_these(findings, node, schema, path, known)
    for name, needs in schema.get("dependencies", {}).items():
        asked = node.key(name)
        if asked is None or (several and name in verbs):
            continue
        if isinstance(needs, list):
            needs_beside(findings, node, path, asked, needs)
        elif "not" in needs and all(other in node for other in needs["not"]["required"]):
            not_both(findings, node, asked, needs["not"]["required"])
        else:
            _map(findings, node, needs, path, asked, known)


def _entries(findings: Findings, node: Mapping, schema: Schema, path: KeyPath) -> None:
    properties = schema.get("properties", {})
    others = schema.get("additionalProperties")
    misplaced = not path and "extends" in node
    siblings = [entry.key.text for entry in node.entries]
    for entry in node.entries:
        name = entry.key.text
        here = (*path, name)
        if misplaced and name not in VARIANT_KEYS:
            continue
        if name in properties and (came := since(KEY, name, str(schema.get("title")))) > findings.language:
            findings.found.append(too_new(name, came, findings.language, entry.key.span))
        elif name in properties:
            _check(findings, entry.value, properties[name], here, entry.key)
        elif isinstance(others, dict):
            findings.siblings = siblings
            # An entry that is deleted may have any name: only one that exists can be.
            if "propertyNames" in schema and not (findings.patch and is_nothing(entry.value)):
                text_fits(findings, entry.key, flat(schema["propertyNames"]), (), entry.key)
            if not unnamed_consequence(findings, node, entry, others, path):
                _check(findings, entry.value, others, here, entry.key)


def _patch(findings: Findings, node: Node, schema: Schema, path: KeyPath, key: Scalar | None) -> None:
    """`change`, or a choice of an option: any part of a game, without what its parent says already."""
    if not isinstance(node, Mapping):
        wrong_kind(findings, node, schema, path, key)
        return
    findings.patch = True
    keys = game_schema()["properties"]
    for entry in node.entries:
        name = entry.key.text
        if name in UNCHANGEABLE:
            findings.tell(
                "not-changeable",
                f"{subject(path)} cannot change `{name}`",
                entry.key.span,
                help=f"write `{name}:` at the left edge of the file"
                if path == ("change",)
                else "an option changes rules only",
            )
        elif name in keys and (came := since(KEY, name)) > findings.language:
            findings.found.append(too_new(name, came, findings.language, entry.key.span))
        elif name in keys:
            _check(findings, entry.value, keys[name], (*path, name), entry.key)
    known = {"properties": {name: {} for name in keys if name not in UNCHANGEABLE}, "x-patch": True}
    strangers = tuple(entry for entry in node.entries if entry.key.text not in UNCHANGEABLE)
    unknown_keys(findings, Mapping(strangers, node.span), {**known, "title": "a change"}, path)
    findings.patch = False
