"""The words of expressions, coloured by what they are."""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.editor.names import Known, is_expression, mentions, visits
from interpreter.language.functions import FUNCTIONS
from interpreter.language.scope import KEYWORDS
from interpreter.language.syntax import lexemes

if TYPE_CHECKING:
    from collections.abc import Iterator

    from interpreter.editor.positions import Positions
    from interpreter.source.nodes import Mapping, Scalar

TYPES = (
    "keyword",
    "function",
    "variable",
    "parameter",
    "number",
    "operator",
    "class",
    "enumMember",
    "property",
    "method",
)
MODIFIERS = ("declaration", "defaultLibrary")
DECLARATION, LANGUAGE = 1, 2

OF_KIND = {
    "piece": "class",
    "player": "enumMember",
    "direction": "enumMember",
    "definition": "function",
    "effect": "function",
    "move": "method",
    "step": "method",
    "parameter": "parameter",
    "local name": "parameter",
}
"""The type of a name by what it is the name of; the others are properties."""

SIGNS = ("PLUS", "MINUS", "STAR", "LESS", "LESS_OR_EQUAL", "MORE", "MORE_OR_EQUAL")


def tokens(root: Mapping, known: Known, positions: Positions) -> list[int]:
    """Line, column, width, type and modifiers of each word, every place counted from the one before."""
    found: dict[int, tuple[int, str, int]] = {}
    for visit in visits(root):
        for start, end, kind, modifiers in _of_expression(visit.scalar) if is_expression(visit) else ():
            found[start] = (end, kind, modifiers)
    for mention in mentions(root, known):
        kind = OF_KIND.get(mention.kind, "property")
        found[mention.span.start] = (mention.span.end, kind, DECLARATION if mention.declares else 0)
    source, encoded, line, column = root.span.source, [], 0, 0
    for start, (end, kind, modifiers) in sorted(found.items()):
        place = positions.position(source, start)
        step = place.character - (column if place.line == line else 0)
        width = positions.units(source.text[start:end])
        encoded += [place.line - line, step, width, TYPES.index(kind), modifiers]
        line, column = place.line, place.character
    return encoded


def _of_expression(scalar: Scalar) -> Iterator[tuple[int, int, str, int]]:
    """The words of the language in an expression, and its numbers and signs."""
    found = lexemes(scalar)
    for number, word in enumerate(found):
        if word.span.text != word.text:
            continue
        following = found[number + 1].form if number + 1 < len(found) else ""
        if word.text in KEYWORDS:
            kind, modifiers = "keyword", 0
        elif word.form == "NUMBER":
            kind, modifiers = "number", 0
        elif word.form in SIGNS:
            kind, modifiers = "operator", 0
        elif word.form != "NAME":
            continue
        elif following == "EQUAL":
            kind, modifiers = "parameter", LANGUAGE
        elif following == "LPAR" and word.text in FUNCTIONS:
            kind, modifiers = "function", LANGUAGE
        else:
            kind, modifiers = "variable", LANGUAGE
        yield word.span.start, word.span.end, kind, modifiers
