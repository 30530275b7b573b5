"""Text of an expression -> its shape, with the place of every part in the author's file."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from lark import Token, Transformer, UnexpectedCharacters, UnexpectedInput, UnexpectedToken

from interpreter.diagnostics import Diagnostic, Span
from interpreter.language.grammar import parser

if TYPE_CHECKING:
    from lark.tree import Meta

    from interpreter.source import Scalar

MAX_LENGTH = 2000  # characters: longer than any rule reads, short enough that parsing is instant
MAX_DEPTH = 40  # brackets within brackets, and
MAX_OPERATORS = 60  # words such as `and` and `+`: what recursion can hold

# What authors write from habit, and the word of this language for it.
HABITS = {
    "=<": "`<=`",
    "=>": "`>=`",
    "==": "`is`",
    "!=": "`is not`",
    "<>": "`is not`",
    "&&": "`and`",
    "||": "`or`",
    "&": "`and`",
    "|": "`or`",
    "!": "`not`",
    "=": "`is`",
    "/": "a multiplication: there is no division",
    "%": "`remainder(n, 2)`; for squares of one colour `dark` or `light`",
    ":": "`is`, or `name=value` inside brackets",
    "{": "`[` and `]` around a list",
    '"': "the bare word: names need no quotes here",
    "'": "the bare word: names need no quotes here",
    "_": "a hyphen: names are written in-a-row",
}


@dataclass(frozen=True, slots=True)
class Syntax:
    """One part of an expression.

    `form` is the grammar's name for it (either, both, opposed, same, different, inside, compared, plus, minus, times,
    number, name, call, sequence, parentheses, named); `text` a name, a number or a comparison sign; `parts` are its
    operands.
    """

    form: str
    text: str
    parts: tuple[Syntax, ...]
    span: Span


class _Place:
    """Maps offsets in an expression's text to the file: quotes, folds and indentation are skipped over."""

    def __init__(self, scalar: Scalar) -> None:
        self.whole = scalar.span
        raw = scalar.span.text
        offsets: list[int] = []
        at = 0
        for character in scalar.text:
            if character.isspace():
                offsets.append(at)
                continue
            found = raw.find(character, at)
            if found < 0:  # an escape hides it
                offsets = []
                break
            offsets.append(found)
            at = found + 1
        self.offsets = offsets

    def span(self, start: int, end: int) -> Span:
        """The place of `text[start:end]`."""
        if not self.offsets or start >= len(self.offsets):
            return Span(self.whole.source, self.whole.end, self.whole.end) if self.offsets else self.whole
        last = self.offsets[min(end, len(self.offsets)) - 1] + 1 if end > start else self.offsets[start]
        return Span(self.whole.source, self.whole.start + self.offsets[start], self.whole.start + last)


class _Shape(Transformer[Token, Syntax]):
    def __init__(self, place: _Place) -> None:
        super().__init__()
        self.place = place

    def __default__(self, data: Token | str, children: list[Any], meta: Meta) -> Syntax | list[Syntax]:
        """Every rule of the grammar has the same shape; Lark calls this for each."""
        if data == "arguments":
            return [child for child in children if isinstance(child, Syntax)]
        text = next((str(child) for child in children if isinstance(child, Token)), "")
        parts: list[Syntax] = []
        for child in children:
            if isinstance(child, Syntax):
                parts.append(child)
            elif isinstance(child, list):
                parts.extend(child)
        return Syntax(str(data), text, tuple(parts), self.place.span(meta.start_pos, meta.end_pos))


@lru_cache(maxsize=4096)
def parse_expression(scalar: Scalar) -> Syntax | Diagnostic:
    """The shape of the expression in a scalar, or what is wrong with it."""
    text, place = scalar.text, _Place(scalar)
    if not text.strip():
        return Diagnostic("missing-value", "an expression is expected here", scalar.span, help="for example `empty`")
    if len(text) > MAX_LENGTH:
        return Diagnostic(
            "expression-too-long",
            f"this expression has {len(text)} characters; {MAX_LENGTH} is the most that is read",
            scalar.span,
            help="give its parts names under `define:`",
        )
    if _depth(text) > MAX_DEPTH or len(re.findall(r"\b(?:and|or|not|is|in)\b|[-+*<>]", text)) > MAX_OPERATORS:
        return Diagnostic(
            "expression-too-long",
            "this expression has more parts than anyone can read at once",
            scalar.span,
            help="give its parts names under `define:`",
        )
    glued = re.search(r"[A-Za-z0-9)](-)\s", text)
    if glued:
        return Diagnostic(
            "expression-syntax", "minus needs a space on both sides", place.span(*glued.span(1)), help="write ` - `"
        )
    try:
        tree = parser().parse(text)
    except UnexpectedInput as problem:
        return _explain(problem, text, place)
    return _Shape(place).transform(tree)


@dataclass(frozen=True, slots=True)
class Lexeme:
    """A word, number or sign of an expression; `form` is the grammar's name for it, such as NAME, NUMBER, AND, LPAR."""

    form: str
    text: str
    span: Span


def lexemes(scalar: Scalar) -> tuple[Lexeme, ...]:
    """The words and signs of an expression, also of one that cannot be parsed: up to the first that is unknown."""
    place = _Place(scalar)
    return tuple(Lexeme(form, text, place.span(start, start + len(text))) for form, text, start in _tokens(scalar.text))


@lru_cache(maxsize=4096)
def _tokens(text: str) -> tuple[tuple[str, str, int], ...]:
    """Forms, texts and offsets; a text is cut once, wherever it moves in its file while that is written."""
    found = []
    try:
        for token in parser().lex(text):
            found.append((token.type, str(token), token.start_pos or 0))  # noqa: PERF401 (what was read counts)
    except UnexpectedInput:
        pass
    return tuple(found)


def _depth(text: str) -> int:
    depth = deepest = 0
    for character in text:
        depth += (character in "([") - (character in ")]")
        deepest = max(deepest, depth)
    return deepest


def _explain(problem: UnexpectedInput, text: str, place: _Place) -> Diagnostic:
    start = problem.pos_in_stream if problem.pos_in_stream is not None else len(text)
    if start < 0 or (isinstance(problem, UnexpectedToken) and problem.token.type == "$END"):
        start = len(text)
    rest = text[start:]
    for habit, word in HABITS.items():
        if rest.startswith(habit):
            return Diagnostic(
                "expression-syntax",
                f"`{habit}` is not part of the language",
                place.span(start, start + len(habit)),
                help=f"write {word}",
            )
    if text.count("(") > text.count(")") and not rest:
        opening = _unclosed(text)
        return Diagnostic(
            "expression-syntax",
            "a bracket is opened and never closed",
            place.span(opening, opening + 1),
            label="opened here",
            help="add `)` where its contents end",
        )
    if isinstance(problem, UnexpectedCharacters):
        return Diagnostic(
            "expression-syntax",
            f"the character `{text[start]}` has no meaning here",
            place.span(start, start + 1),
            help="expressions are words, numbers, brackets, commas and < <= > >= + - *",
        )
    if not rest:
        return Diagnostic(
            "expression-syntax",
            "the expression stops too early",
            place.span(*_last_word(text)),
            label="something must follow",
        )
    token = re.match(r"-?[A-Za-z0-9]+(?:-[A-Za-z0-9]+)*|<=|>=|.", rest, re.DOTALL)
    word = token.group() if token else rest[0]
    span = place.span(start, start + len(word))
    if re.fullmatch(r"-[0-9]+(\.[0-9]+)?", word):
        return Diagnostic("expression-syntax", "minus needs a space on both sides", span, help=f"write `- {word[1:]}`")
    if word in {"<", "<=", ">", ">=", "is", "in"}:
        return Diagnostic(
            "expression-syntax",
            f"two comparisons in a row: `{word}` cannot follow another one",
            span,
            help="join two comparisons with `and`: `1 < n and n < 3`",
        )
    if word == "not":
        return Diagnostic(
            "expression-syntax",
            "`not` cannot follow what stands before it",
            span,
            help="write `and not` for sites that are in one set and not in another, or `is not` to compare",
        )
    if word in {"and", "or"}:
        return Diagnostic(
            "expression-syntax",
            f"`{word}` has nothing to join here",
            span,
            help="something must stand on each side of it",
        )
    if word == ",":
        return Diagnostic(
            "expression-syntax",
            "a comma stands only inside brackets",
            span,
            help="join two sets, or two conditions, by `and` or `or`",
        )
    if word in {")", "]"}:
        return Diagnostic(
            "expression-syntax",
            f"`{word}` closes no bracket, or comes too early",
            span,
            help="delete it, or write what is missing before it",
        )
    return Diagnostic(
        "expression-syntax",
        f"`{word}` is not expected here",
        span,
        help="is an `and`, an `or` or a comma missing before it?",
    )


def _last_word(text: str) -> tuple[int, int]:
    found = re.search(r"(\S+)\s*$", text)
    return found.span(1) if found else (0, len(text))


def _unclosed(text: str) -> int:
    stack: list[int] = []
    for offset, character in enumerate(text):
        if character in "([":
            stack.append(offset)
        elif character in ")]" and stack:
            stack.pop()
    return stack[-1] if stack else 0
