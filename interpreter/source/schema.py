"""The check against `grammar/game.schema.json`.

The schema is the one that editors use. This walker reads the part of JSON Schema that it uses, because what a general
validator has to say ("is not valid under any of the given schemas") helps nobody: here the branch an author meant is
chosen by the kind of value or by the verb, and only what is wrong in that branch is told, at its own place.
"""

from __future__ import annotations

import json
import re
from functools import cache
from math import isnan
from typing import TYPE_CHECKING, Any, TypeAlias

from interpreter.diagnostics import Diagnostic, Span
from interpreter.diagnostics.suggesting import closest, listing
from interpreter.resources import folder
from interpreter.source.merging import MOST, KeyPath, is_nothing
from interpreter.source.nodes import Mapping, Node, Scalar, Sequence
from interpreter.source.variants import UNCHANGEABLE, VARIANT_KEYS
from interpreter.source.wording import as_yaml, example, good_name, subject, thing, what_stands, where

if TYPE_CHECKING:
    from collections.abc import Collection

Schema: TypeAlias = "dict[str, Any]"

LONGEST_NAME = 100
"""Characters of a name."""

ONE_THING = {
    "a move": "write two moves, and let the step choose: `do: [one, other]`",
    "a consequence": "write two consequences, each with its own hyphen or its own name",
    "a direction": "keep one of them, or write two directions",
}
"""What says one thing at a time, and the way out for what says several."""

LONGEST_TITLE = 40
"""Characters of a title that can begin a sentence."""


@cache
def game_schema() -> Schema:
    """The schema of a game file."""
    schema: Schema = json.loads((folder("grammar") / "game.schema.json").read_text(encoding="utf-8"))
    return schema


def check(root: Mapping, numbers: Collection[str] = (), *, merged: bool = False) -> tuple[Diagnostic, ...]:
    """What the schema finds wrong with a file as written or as merged.

    `numbers` are the names of number options, which may stand where a whole number does; `merged` says that
    parts of the tree come from a parent or a change.
    """
    walker = _Walker(numbers, merged=merged)
    walker.check(root, game_schema(), (), None)
    return tuple(walker.found[:MOST])


class _Walker:
    """One walk down a tree and the schema together."""

    def __init__(self, numbers: Collection[str], *, merged: bool) -> None:
        self.found: list[Diagnostic] = []
        self.numbers = numbers
        self.merged = merged
        self.siblings: list[str] = []
        self.misspelt: set[KeyPath] = set()
        self.patch = False

    def tell(self, code: str, message: str, span: Span, label: str = "", help: str = "") -> None:  # noqa: A002
        self.found.append(Diagnostic(code, message, span, label=label, help=help))

    def check(self, node: Node, schema: Schema, path: KeyPath, key: Scalar | None) -> None:
        """Check a value that stands under `key` at `path`."""
        if len(self.found) >= MOST or (self.patch and is_nothing(node)):
            return
        schema = flat(schema)
        if schema.get("x-patch"):
            self._patch(node, schema, path, key)
            return
        branches = schema.get("anyOf", ())
        if branches and not _only_required(branches):
            branch = _branch(node, branches)
            if branch is None:
                self._wrong_kind(node, schema, path, key)
                return
            # The outer description and example say more than those of the branch.
            branch = flat(branch)
            told = ("description", "examples", "title") if branch.get("x-number") else ("description", "examples")
            self.check(node, {**branch, **{name: schema[name] for name in told if name in schema}}, path, key)
            return
        if not _is_kind(node, schema.get("type")):
            self._wrong_kind(node, schema, path, key)
            return
        if isinstance(node, Scalar):
            self._scalar(node, schema, path, key)
        elif isinstance(node, Sequence):
            self._list(node, schema, path)
        else:
            self._map(node, schema, path, key)

    # Scalars

    def _scalar(self, node: Scalar, schema: Schema, path: KeyPath, key: Scalar | None) -> None:
        if "const" in schema:
            self._const(node, schema, path, key)
        elif "enum" in schema and node.value not in schema["enum"]:
            self._enum(node, schema, path)
        elif schema.get("x-number") and isinstance(node.value, str):
            if node.text not in self.numbers:
                near = closest(node.text, self.numbers)
                label = f'did you mean "{near}"?' if near else ""
                self.tell(
                    "wrong-kind",
                    f"{where(path)} must be {schema['title']}, not {what_stands(node)}",
                    _span(node, key),
                    label,
                    "write it in digits; a name must be that of a number option, declared under `options`"
                    if _matches(schema["pattern"], node.text)
                    else example(_key(path), schema),
                )
        elif isinstance(node.value, str) and not self._text_fits(node, schema, path, key):
            return
        elif isinstance(node.value, int | float) and not isinstance(node.value, bool):
            self._number(node, schema, path)

    def _const(self, node: Scalar, schema: Schema, path: KeyPath, key: Scalar | None) -> None:
        if node.value == schema["const"] and not isinstance(node.value, bool):
            return
        if isinstance(node.value, int) and node.value > schema["const"]:
            self.tell(
                "newer-language",
                f"the file is written in language {node.value}, and this program understands language 1",
                node.span,
                help="use a newer version of Boardwright, or write `language: 1` if the file is in fact of version 1",
            )
            return
        self.tell(
            "wrong-value", f"{where(path)} must be {schema['title']}", _span(node, key), help="write `language: 1`"
        )

    def _enum(self, node: Scalar, schema: Schema, path: KeyPath) -> None:
        allowed = [value for value in schema["enum"] if isinstance(value, str)]
        near = closest(node.text, allowed)
        description = str(schema.get("description", ""))
        self.tell(
            "wrong-value",
            f"{where(path)} must be {listing(allowed, 'or')}, not {what_stands(node)}",
            node.span,
            f'did you mean "{near}"?' if near else "",
            # A description that says what the values mean is a help; one that only says what is asked is none.
            description if "`" in description else "",
        )

    def _text_fits(self, node: Scalar, schema: Schema, path: KeyPath, key: Scalar | None) -> bool:
        text = node.text
        pattern = schema.get("pattern")
        title = schema.get("title", "a text")
        if schema.get("minLength") and not text.strip():
            self.tell("missing-value", f"{where(path)} is empty", _span(node, key), help=example(_key(path), schema))
        elif len(text) > schema.get("maxLength", len(text)):
            self.tell("wrong-value", f"{where(path)} must be {title}, not {what_stands(node)}", node.span)
        elif pattern and not _matches(pattern, text):
            if title.startswith(("a name", "the name")):
                self._bad_name(node, path)
            else:
                self.tell(
                    "wrong-value",
                    f"{where(path)} must be {title}, not {what_stands(node)}",
                    node.span,
                    help=example(_key(path), schema),
                )
        else:
            return True
        return False

    def _bad_name(self, node: Scalar, path: KeyPath) -> None:
        good = good_name(node.text)
        several = re.fullmatch(r"\s*[\w-]+(\s*,\s*[\w-]+)+\s*", node.text)
        way_out = f'write "{good}"' if good else "begin it with a letter"
        if several and path:
            way_out = f"for several names write a list: [{', '.join(re.findall(r'[A-Za-z0-9-]+', node.text))}]"
        self.tell(
            "bad-name",
            f"{what_stands(node).removeprefix('the text ')} cannot be a name",
            node.span,
            help=f"{way_out}; names are letters and digits, begin with a letter, and join words with hyphens",
        )

    def _number(self, node: Scalar, schema: Schema, path: KeyPath) -> None:
        low, high = schema.get("minimum"), schema.get("maximum")
        value = node.value
        if not isinstance(value, int | float):
            return
        if isnan(value) or (low is not None and value < low) or (high is not None and value > high):
            bounds = f"from {low} to {high}" if high is not None else f"at least {low}"
            self.tell("wrong-value", f"{where(path)} must be {bounds}, not {node.text}", node.span)

    # Lists

    def _list(self, node: Sequence, schema: Schema, path: KeyPath) -> None:
        least, most = schema.get("minItems", 0), schema.get("maxItems")
        if len(node) < least or (most is not None and len(node) > most):
            wanted = f"must be {schema['title']}" if "title" in schema else f"needs at least {least} entries"
            has = "it is empty" if not node.items else f"it has {len(node)} entr{'y' if len(node) == 1 else 'ies'}"
            self.tell("wrong-length", f"{where(path)} {wanted}, and {has}", node.span, help=example(_key(path), schema))
            return
        for position, item in enumerate(node.items, 1):
            self.check(item, schema.get("items", {}), (*path, str(position)), None)
        if schema.get("uniqueItems"):
            seen: dict[str, Span] = {}
            for item in node.items:
                if isinstance(item, Scalar) and item.text in seen:
                    self.found.append(
                        Diagnostic(
                            "repeated-entry",
                            f"{where(path)} names `{item.text}` twice",
                            item.span,
                            help="delete one of the two",
                            related=((seen[item.text], "first named here"),),
                        )
                    )
                elif isinstance(item, Scalar):
                    seen[item.text] = item.span

    # Maps

    def _map(
        self, node: Mapping, schema: Schema, path: KeyPath, key: Scalar | None, known: Collection[str] = ()
    ) -> None:
        """Check a map. `known` are the keys of the whole where `schema` is a part that holds under a condition."""
        at = key.span if key else _first(node)
        known = schema.get("properties", known)
        if not self.patch:
            self._demands(node, schema, path, at, known)
        elif schema.get("additionalProperties") is False:
            self._unknown_keys(node, schema, path)
        if "if" in schema:
            branch = schema["then"] if _holds(node, schema["if"]) else schema.get("else", {})
            self._map(node, branch, path, key, known)
        for part in schema.get("allOf", ()):
            self._map(node, part, path, key, known)
        self._entries(node, schema, path)

    def _demands(self, node: Mapping, schema: Schema, path: KeyPath, at: Span, known: Collection[str]) -> None:
        """What a map must hold, and which keys may stand together. A patch is not asked: its parent says the rest."""
        verbs = [name for branch in schema.get("anyOf", ()) for name in branch["required"]]
        missing = [name for name in schema.get("required", ()) if name not in node]
        used = [entry.key for entry in node.entries if entry.key.text in verbs]
        strangers = schema.get("additionalProperties") is False and [
            entry.key for entry in node.entries if entry.key.text not in schema["properties"]
        ]
        if verbs and not used:
            self._no_verb(schema, path, at, verbs, strangers[0] if strangers else None)
        elif strangers:
            missing = self._unknown_keys(node, schema, path, missing)
        several = len(used) > 1 and schema.get("title") in ONE_THING
        if several:
            self._two_verbs(schema, path, used)
        missing = [name for name in missing if (*path, name) not in self.misspelt]
        if missing or len(node) < schema.get("minProperties", 0):
            self._missing(schema, path, at, missing)
        self._only(node, schema, path, known)
        for name, needs in schema.get("dependencies", {}).items():
            asked = node.key(name)
            if asked is None or (several and name in verbs):
                continue
            if isinstance(needs, list):
                self._beside(node, path, asked, needs)
            elif "not" in needs and all(other in node for other in needs["not"]["required"]):
                self._both(node, asked, needs["not"]["required"])
            else:
                self._map(node, needs, path, asked, known)

    def _entries(self, node: Mapping, schema: Schema, path: KeyPath) -> None:
        properties = schema.get("properties", {})
        others = schema.get("additionalProperties")
        misplaced = not path and "extends" in node
        siblings = [entry.key.text for entry in node.entries]
        for entry in node.entries:
            name = entry.key.text
            here = (*path, name)
            if misplaced and name not in VARIANT_KEYS:
                continue
            if name in properties:
                self.check(entry.value, properties[name], here, entry.key)
            elif isinstance(others, dict):
                self.siblings = siblings
                # An entry that is deleted may have any name: only one that exists can be.
                if "propertyNames" in schema and not (self.patch and is_nothing(entry.value)):
                    self._text_fits(entry.key, flat(schema["propertyNames"]), (), entry.key)
                if not self._unnamed_consequence(entry.key, entry.value, others, path):
                    self.check(entry.value, others, here, entry.key)

    def _unnamed_consequence(self, key: Scalar, value: Node, schema: Schema, path: KeyPath) -> bool:
        """`then: {capture: over}`: a consequence stands where a named map of them is meant."""
        consequence = flat(schema)
        if consequence.get("title") != "a consequence" or isinstance(value, Mapping):
            return False
        if key.text not in consequence["properties"]:
            return False
        self.tell(
            "unnamed-consequence",
            f"{where(path)} must be a list of consequences, or a map that names each of them",
            key.span,
            f"`{key.text}` is a consequence, not a name",
            f"begin the line with a hyphen: `- {key.text}: {what_was_written(value)}`",
        )
        return True

    def _only(self, node: Mapping, schema: Schema, path: KeyPath, known: Collection[str]) -> None:
        """`propertyNames` with a list: keys that go together."""
        allowed = schema.get("propertyNames", {}).get("enum")
        for entry in node.entries if allowed else ():
            name = entry.key.text
            if name in allowed or name not in known:
                continue
            title = schema["title"]
            if title == "extends":
                self.tell(
                    "change-needed",
                    f"in a variant, `{name}` stands under `change:`",
                    entry.key.span,
                    help=f"write `change:`, and below it, further to the right, `{name}:` with what differs",
                )
            else:
                self.tell(
                    "key-does-not-go",
                    f"{within(path)}`{name}` does not go with `{title}`",
                    entry.key.span,
                    help=f"with `{title}` go {listing([key for key in allowed if key not in (title, 'shape')])}",
                )

    def _unknown_keys(self, node: Mapping, schema: Schema, path: KeyPath, missing: Collection[str] = ()) -> list[str]:
        """Tell of the keys that are none; gives the `missing` ones without those that are only misspelt."""
        keys = schema["properties"]
        strangers = [entry.key.text for entry in node.entries if entry.key.text not in keys]
        left = list(missing)
        for entry in node.entries:
            name = entry.key.text
            if name in keys:
                continue
            if len(self.found) >= MOST:
                break
            near = closest(name, keys)
            label = f'did you mean "{near}"?' if near else ""
            if near:
                self.misspelt.add((*path, near))
            if near in left:
                left.remove(near)
            elif len(left) == len(strangers) == 1:
                label = f"`{left.pop()}` is missing; is it meant here?"
            home = _home(name) if not path or schema.get("x-patch") else ""
            help_line = f"{_titled(schema)} has the keys {listing(keys)}"
            if home:
                help_line = f"`{name}` belongs under `{home}:`, further to the right"
            self.tell(
                "unknown-key",
                f"{within(path)}`{name}` is not a key",
                entry.key.span,
                "" if home else label,
                help_line,
            )
        return left

    def _no_verb(self, schema: Schema, path: KeyPath, at: Span, verbs: list[str], stranger: Scalar | None) -> None:
        if not path:
            self.tell("missing-key", f"the file has neither {listing(verbs, 'nor')}", at, help=_example_of(verbs[0]))
            return
        lacks = f"{thing(path)} has no verb" if "move" in verbs else f"{where(path)} does not say what happens"
        near = closest(stranger.text, verbs) if stranger else None
        label = f'did you mean "{near}"?' if near else ""
        inherited = closest(path[-1], self.siblings) if self.merged and not stranger else None
        if inherited:
            label = f"added here; was the inherited `{inherited}` meant?"
        also = f", and `{stranger.text}` is not a key" if stranger else ""
        self.tell(
            "no-verb",
            lacks + also,
            stranger.span if stranger else at,
            label,
            f"{_titled(schema)} has one of {listing(verbs, 'or')}; {example(_key(path), schema)}",
        )

    def _two_verbs(self, schema: Schema, path: KeyPath, used: list[Scalar]) -> None:
        self.found.append(
            Diagnostic(
                "two-verbs",
                f"{where(path)} says {listing([key.text for key in used])}, but only one of them is allowed",
                used[1].span,
                help=ONE_THING[schema["title"]],
                related=((used[0].span, "the first one"),),
            )
        )

    def _missing(self, schema: Schema, path: KeyPath, at: Span, missing: list[str]) -> None:
        if not missing:
            self.tell("missing-value", f"{where(path)} is empty", at, help=example(_key(path), schema))
            return
        subjects = thing(path) if path else "the file"
        if path and subjects != subject(path) and not subjects.endswith(subject(path)):
            subjects = where(path)
        way_out = example(_key(path), schema) if path else _example_of(missing[0])
        beside = f" beside `{schema['title']}`" if schema.get("title", "").startswith("shape:") else ""
        self.tell("missing-key", f"{subjects} lacks {listing(missing)}{beside}", at, help=way_out)

    def _beside(self, node: Mapping, path: KeyPath, asked: Scalar, needs: list[str]) -> None:
        for name in needs:
            if name not in node:
                self.tell(
                    "missing-key",
                    f"{within(path)}`{asked.text}` needs `{name}` beside it",
                    asked.span,
                    help=f"write `{name}: ...`, or delete `{asked.text}`",
                )

    def _both(self, node: Mapping, asked: Scalar, others: list[str]) -> None:
        other = node.key(others[0])
        self.found.append(
            Diagnostic(
                "key-does-not-go",
                f"a game has `{asked.text}` or {listing(others, 'or')}, not both",
                asked.span,
                help="`play` is for games with one phase; keep one of the two",
                related=((other.span, "the other one"),) if other else (),
            )
        )

    def _wrong_kind(self, node: Node, schema: Schema, path: KeyPath, key: Scalar | None) -> None:
        title = schema.get("title") or schema.get("description", "something else").rstrip(".")
        if isinstance(node, Scalar) and node.value is None:
            self.tell(
                "missing-value",
                f"{where(path)} has no value",
                _span(node, key),
                help=f"it must be {title}; {example(_key(path), schema)}",
            )
            return
        span = node.span if isinstance(node, Scalar) else _head(node.span)
        quotes = isinstance(node, Scalar) and "string" in schema.get("type", ()) and "boolean" not in schema["type"]
        way_out = "put it in quotes if a text is meant" if quotes else example(_key(path), schema)
        self.tell("wrong-kind", f"{where(path)} must be {title}, not {what_stands(node)}", span, help=way_out)

    # Patches

    def _patch(self, node: Node, schema: Schema, path: KeyPath, key: Scalar | None) -> None:
        """`change`, or a choice of an option: any part of a game, without what its parent says already."""
        if not isinstance(node, Mapping):
            self._wrong_kind(node, schema, path, key)
            return
        self.patch = True
        keys = game_schema()["properties"]
        for entry in node.entries:
            name = entry.key.text
            if name in UNCHANGEABLE:
                self.tell(
                    "not-changeable",
                    f"{subject(path)} cannot change `{name}`",
                    entry.key.span,
                    help=f"write `{name}:` at the left edge of the file"
                    if path == ("change",)
                    else "an option changes rules only",
                )
            elif name in keys:
                self.check(entry.value, keys[name], (*path, name), entry.key)
        known = {"properties": {name: {} for name in keys if name not in UNCHANGEABLE}, "x-patch": True}
        strangers = tuple(entry for entry in node.entries if entry.key.text not in UNCHANGEABLE)
        self._unknown_keys(Mapping(strangers, node.span), {**known, "title": "a change"}, path)
        self.patch = False


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


def what_was_written(node: Node) -> str:
    """A value on one line, as an author could write it in a help line."""
    return as_yaml(node.text) if isinstance(node, Scalar) else "..."


def within(path: KeyPath) -> str:
    """The words "in the move `drop`, ", or nothing at the top of the file."""
    inside = thing(path)
    return "" if inside == "the game" else f"in {inside}, "


def _only_required(branches: list[Schema]) -> bool:
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


def _is_kind(node: Node, kinds: str | list[str] | None) -> bool:
    if kinds is None:
        return True
    return not _kind(node).isdisjoint([kinds] if isinstance(kinds, str) else kinds)


def _branch(node: Node, branches: list[Schema]) -> Schema | None:
    """The branch for a value of this kind."""
    return next((branch for branch in branches if _is_kind(node, flat(branch).get("type"))), None)


def _holds(node: Mapping, condition: Schema) -> bool:
    """The conditions that the schema uses: keys that stand there, and a key with a certain value."""
    if not all(name in node for name in condition.get("required", ())):
        return False
    for name, wanted in condition.get("properties", {}).items():
        value = node.get(name)
        if not isinstance(value, Scalar) or value.value != wanted["const"]:
            return False
    return True


@cache
def _pattern(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern)


def _matches(pattern: str, text: str) -> bool:
    # `$` also matches before a final line end, which JSON Schema does not mean.
    return len(text) <= LONGEST_NAME and bool(_pattern(pattern).fullmatch(text))


def _titled(schema: Schema) -> str:
    title = str(schema.get("title", "it"))
    return title if len(title) < LONGEST_TITLE else "it"


def _home(name: str) -> str:
    """The part of a game that a key which stands at the top belongs to."""
    for part in ("board", "about", "play"):
        if name in flat(game_schema()["properties"][part]).get("properties", {}):
            return part
    return ""


def _example_of(name: str) -> str:
    return example(name, flat(game_schema()["properties"][name]))


def _key(path: KeyPath) -> str:
    return path[-1] if path and not path[-1].isdecimal() else ""


def _span(node: Node, key: Scalar | None) -> Span:
    """The place of a value, or of its key where nothing is written."""
    return key.span if key and node.span.start == node.span.end else node.span


def _first(node: Mapping) -> Span:
    return node.entries[0].key.span if node.entries else _head(node.span)


def _head(span: Span) -> Span:
    """The first line of a place."""
    end = span.source.text.find("\n", span.start, span.end)
    return span if end < 0 else Span(span.source, span.start, end)
