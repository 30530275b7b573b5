"""Which games of the library use which key, function and word of the language."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

from interpreter.diagnostics import Diagnostic
from interpreter.language.functions import FUNCTIONS
from interpreter.language.scope import CLASSES, KEYWORDS, RELATIVE, WORDS
from interpreter.language.syntax import lexemes
from interpreter.resources import folder, library_games
from interpreter.source import Mapping, Node, Scalar, Sequence, files
from interpreter.source.schema import game_schema
from interpreter.source.schema_paths import below, fitting, said, schemas_at
from interpreter.source.trees import read_tree
from interpreter.source.versions import FUNCTION, KEY, WORD, since

if TYPE_CHECKING:
    from collections.abc import Iterator

    from interpreter.source.schema import Schema


@dataclass(frozen=True, slots=True)
class Term:
    """A key, function or word of the language, its version, and the library games whose files hold it."""

    kind: str
    name: str
    games: tuple[str, ...]
    since: int


def vocabulary() -> tuple[Term, ...]:
    """All of the language: keys, then functions, then words, each sort in alphabetical order."""
    used: dict[tuple[str, str], dict[str, None]] = {}
    for game in library_games():
        for what in _of_game(game):
            used.setdefault(what, {})[game] = None
    words = sorted({*WORDS, *KEYWORDS, *CLASSES, *RELATIVE})
    names = [(KEY, key) for key in sorted(_keys(game_schema()))]
    names += [(FUNCTION, name) for name in sorted(FUNCTIONS)] + [(WORD, word) for word in words]
    return tuple(Term(*what, tuple(used.get(what, ())), since(*what)) for what in names)


def _keys(schema: object) -> set[str]:
    """Every key that the schema declares anywhere."""
    found: set[str] = set()
    if isinstance(schema, dict):
        properties = schema.get("properties")
        if isinstance(properties, dict) and "if" not in schema:
            found.update(properties)
        for part in schema.values():
            found |= _keys(part)
    elif isinstance(schema, list):
        for part in schema:
            found |= _keys(part)
    return found


def _of_game(game: str) -> Iterator[tuple[str, str]]:
    source = files.read(folder("games") / f"{game}.yaml", game)
    root = None if isinstance(source, Diagnostic) else read_tree(source)[0]
    if isinstance(root, Mapping):
        yield from _used(root, schemas_at(()))


def _used(node: Node, schemas: list[Schema]) -> Iterator[tuple[str, str]]:
    own = fitting(schemas, node)
    if isinstance(node, Mapping):
        language = {name for schema in own for name in schema.get("properties", ())}
        for entry in node.entries:
            if entry.key.text in language:
                yield KEY, entry.key.text
            yield from _used(entry.value, below(own, entry.key.text))
    elif isinstance(node, Sequence):
        for position, item in enumerate(node.items, 1):
            yield from _used(item, below(own, str(position)))
    elif node.value is not None and said(own, "x-expression"):
        yield from _in_expression(node)


def _in_expression(scalar: Scalar) -> Iterator[tuple[str, str]]:
    texts = [lexeme.text for lexeme in lexemes(scalar)]
    for text, following in pairwise([*texts, ""]):
        if following == "(" and text in FUNCTIONS:
            yield FUNCTION, text
        elif following != "=":
            yield WORD, text
