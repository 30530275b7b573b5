"""What can stand at a place of a file."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from interpreter.authoring.manual import lookup
from interpreter.diagnostics import SourceFile, Span
from interpreter.editor.names import CHOICE, DEFINITION, IN_EXPRESSIONS, LOCAL, PARAMETER, WORD, bare_kinds
from interpreter.language.functions import FUNCTIONS
from interpreter.language.scope import KEYWORDS, WORDS
from interpreter.language.syntax import Lexeme, lexemes
from interpreter.language.terms import Kind
from interpreter.source import files
from interpreter.source.nodes import Entry, Mapping, Scalar
from interpreter.source.scalars import plain_value
from interpreter.source.schema_paths import keys_beside, said, schemas_at
from interpreter.source.wording import as_yaml, inner

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from interpreter.editor.cursor import Cursor
    from interpreter.editor.vocabulary import Vocabulary
    from interpreter.source.merging import KeyPath
    from interpreter.source.schema import Schema

CODE = re.compile(r"`([a-z][a-z ()]+)`")
PARTIAL = re.compile(r"[A-Za-z][A-Za-z0-9-]*$")
KEY, VALUE, NAME, FUNCTION, ARGUMENT, OPERATOR, LANGUAGE = (
    "key",
    "value",
    "name",
    "function",
    "argument",
    "operator",
    "word",
)


@dataclass(frozen=True)
class Proposal:
    """A text that can stand here: how it is shown, and what is written in the place of the `typed` characters."""

    label: str
    kind: str
    detail: str = ""
    about: str = ""
    text: str = ""
    typed: int = 0
    rank: int = 0


def proposals(cursor: Cursor, vocabulary: Vocabulary | None, path: Path) -> list[Proposal]:
    """What can stand at a place, each label once."""
    if cursor.in_comment:
        return []
    schemas = schemas_at(cursor.path)
    found: list[Proposal] = []
    if cursor.is_key:
        found += _keys(cursor, schemas, vocabulary)
    if not cursor.is_key or (not cursor.beside and cursor.path):
        found += _values(cursor, schemas, vocabulary, path)
    once: dict[str, Proposal] = {}
    for proposal in found:
        once.setdefault(proposal.label, proposal)
    return list(once.values())


def key_text(name: str, schema: Schema) -> str:
    """What is said of a key: what the schema says, and an example."""
    examples = schema.get("examples") or [None]
    shown = f"\n\n```yaml\n{name}: {as_yaml(examples[0])}\n```" if examples[0] is not None else ""
    return f"{schema.get('description', '')}{shown}"


def _keys(cursor: Cursor, schemas: list[Schema], vocabulary: Vocabulary | None) -> Iterator[Proposal]:
    typed = len(cursor.before)
    for name, schema in keys_beside(schemas, _map(cursor)).items():
        if name not in cursor.beside:
            about = str(schema.get("description", ""))
            yield Proposal(name, KEY, about, key_text(name, schema), f"{name}: ", typed)
    if vocabulary is None:
        return
    names = [(name, kind) for kind in said(schemas, "x-keys") for name in vocabulary.of_kind(kind)]
    declares = next(iter(said(schemas, "x-declares")), "")
    if declares and inner(cursor.path) != cursor.path:  # a change of what the parent has
        there = vocabulary.map_at(inner(cursor.path))
        names += [(entry.key.text, declares) for entry in there.entries] if there else []
    for name, kind in names:
        if name not in cursor.beside:
            yield Proposal(name, NAME, kind, "", f"{as_yaml(name)}: ", typed)


def _map(cursor: Cursor) -> Mapping:
    """The keys beside the cursor as a map, for what the schema asks of it."""
    nowhere = Span(SourceFile("", ""), 0, 0)
    return Mapping(
        tuple(
            Entry(Scalar(key, key, nowhere), Scalar(plain_value(value), value, nowhere))
            for key, value in cursor.beside.items()
        ),
        nowhere,
    )


def _values(cursor: Cursor, schemas: list[Schema], vocabulary: Vocabulary | None, path: Path) -> Iterator[Proposal]:
    before = cursor.before.lstrip("\"'")
    typed = len(before)
    if cursor.path == ("extends",):
        yield from (Proposal(name, VALUE, "a game", "", name, typed) for name in files.parent_names(path))
    for schema in schemas:
        about = str(schema.get("description", ""))
        for value in schema.get("enum", ()):
            if isinstance(value, str):
                yield Proposal(value, VALUE, "", about, value, typed)
        if not {"x-names", "x-expression"}.isdisjoint(schema):
            words = CODE.findall(str(schema.get("title", "")))
            yield from (Proposal(word, VALUE, "", about, word, typed) for word in words)
    if vocabulary is None:
        return
    for kind in said(schemas, "x-names"):
        names = _choices(vocabulary, cursor.path[-1]) if kind == CHOICE else vocabulary.of_kind(kind)
        yield from (Proposal(name, NAME, kind, "", as_yaml(name), typed) for name in names)
    kinds = said(schemas, "x-expression")
    if kinds:
        yield from _expression(before, cursor.path, vocabulary, Kind.DIRECTIONS if "directions" in kinds else None)


def _choices(vocabulary: Vocabulary, option: str) -> list[str]:
    choices = vocabulary.map_at(("options", option))
    return [] if choices is None or "number" in choices else [entry.key.text for entry in choices.entries]


def _expression(before: str, path: KeyPath, vocabulary: Vocabulary, wanted: Kind | str | None) -> Iterator[Proposal]:
    """What can follow in an expression."""
    partial = PARTIAL.search(before)
    typed = len(partial.group()) if partial else 0
    read = _read(before[: len(before) - typed])
    function, position, argument, used = _call(read)
    named = (FUNCTIONS[function].named or {}) if function in FUNCTIONS else {}
    if argument:
        wanted = named.get(argument)
    elif function:
        wanted = None
    if read and read[-1].form in ("NAME", "NUMBER", "RPAR", "RSQB"):
        for word in KEYWORDS:
            yield Proposal(word, OPERATOR, "", _told(word, "operator"), word, typed)
        return
    if kinds := bare_kinds(function, position):
        for kind in kinds:
            yield from (Proposal(name, NAME, kind, "", name, typed) for name in vocabulary.of_kind(kind))
        return
    if not argument:
        yield from (
            Proposal(f"{name}=", ARGUMENT, f"of {function}", _told(function, "function"), f"{name}=", typed)
            for name in named
            if name not in used
        )
    yield from _operands(path, vocabulary, wanted, typed)


def _operands(path: KeyPath, vocabulary: Vocabulary, wanted: Kind | str | None, typed: int) -> Iterator[Proposal]:
    """Names and words, names first; of those whose kind is known, where directions are wanted, only directions."""
    ways = wanted is Kind.DIRECTIONS
    for kind in (LOCAL, DEFINITION) if ways else IN_EXPRESSIONS:
        yield from (Proposal(name, NAME, kind, "", name, typed) for name in vocabulary.of_kind(kind))
    inside = inner(path)
    if inside[:1] == ("define",) and len(inside) > 1:
        parameters = WORD.findall(inside[1].partition("(")[2])
        yield from (Proposal(name, NAME, PARAMETER, "", name, typed) for name in parameters)
    if not ways:
        yield from (Proposal(name, NAME, "region of the board", "", name, typed) for name in vocabulary.regions())
    yield from (
        Proposal(name, LANGUAGE, "direction", _told(name, "direction"), name, typed, 0 if ways else 2)
        for name in vocabulary.directions()
    )
    for name, gives in WORDS.items():
        if gives is Kind.DIRECTIONS or not ways:
            yield Proposal(name, LANGUAGE, gives.value, _told(name, "word"), name, typed, 1)
    if not ways:
        yield from (Proposal(name, NAME, "site", "", name, typed, 3) for name in vocabulary.sites())
    yield Proposal("not", OPERATOR, "", _told("not", "operator"), "not", typed, 1)
    for name, function in FUNCTIONS.items():
        if function.gives is Kind.DIRECTIONS or not ways:
            told = _told(name, "function")
            yield Proposal(f"{name}()", FUNCTION, function.example, told, f"{name}(", typed, 1)


def _told(word: str, kind: str) -> str:
    return "\n\n".join(entry.text for entry in lookup(word, (kind,)))


def _read(text: str) -> tuple[Lexeme, ...]:
    source = SourceFile("", text)
    return lexemes(Scalar(text, text, Span(source, 0, len(text))))


def _call(read: Iterable[Lexeme]) -> tuple[str, int, str, set[str]]:
    """The function whose brackets are open, the number of the operand, the argument it is, and the arguments used."""
    open_: list[tuple[str, int, str, set[str]]] = []
    before: list[Lexeme] = []
    for word in read:
        match word.form:
            case "LPAR":
                called = before[-1].text if before and before[-1].form == "NAME" else ""
                open_.append((called, 0, "", set()))
            case "LSQB" if open_:
                open_.append(open_[-1])
            case "RPAR" | "RSQB" if open_:
                open_.pop()
            case "COMMA" if open_ and not (open_[-2:-1] and open_[-2] == open_[-1]):
                function, position, _, used = open_[-1]
                open_[-1] = (function, position + 1, "", used)
            case "EQUAL" if open_ and before:
                function, position, _, used = open_[-1]
                open_[-1] = (function, position, before[-1].text, {*used, before[-1].text})
            case _:
                pass
        before.append(word)
    return open_[-1] if open_ else ("", 0, "", set())
