"""The names of a game: where each is declared, and where it is mentioned.

Which keys and values are names is said by the schema (`x-declares`, `x-keys`, `x-names`), which words of an expression
are, by the grammar of expressions and the table of functions.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from interpreter.board.tracks import BACK
from interpreter.diagnostics import Span
from interpreter.language.functions import FUNCTIONS, MOVE, PIECE, STEP
from interpreter.language.syntax import Lexeme, lexemes
from interpreter.source.merging import is_nothing
from interpreter.source.nodes import Mapping, Node, Scalar, Sequence
from interpreter.source.schema_paths import below, fitting, said, schemas_at
from interpreter.source.wording import inner

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from interpreter.source.merging import KeyPath
    from interpreter.source.schema import Schema

PARAMETER, LOCAL, DEFINITION = "parameter", "local name", "definition"
OPTION, NUMBER, CHOICE = "option", "number option", "choice"
DIRECTION = "direction"

IN_EXPRESSIONS = (LOCAL, DEFINITION, PIECE, "region", "remembered value", "player", DIRECTION, NUMBER)
"""Kinds of names that a word of an expression may mention, the first that fits counts."""

TOGETHER = (frozenset({MOVE, STEP}),)
"""Kinds that share names: a step without `do` is the move of its name."""

WORD = re.compile(r"[A-Za-z][A-Za-z0-9]*(?:-[A-Za-z0-9]+)*")
IN_STEPS = re.compile(rf"{WORD.pattern}(?=@)|(?<=[=:]){WORD.pattern}")
"""Names in the notation of steps: `man@c3`, `b7-b8=king`, `a1-a3:jump`; the rest are sites and verbs."""

Known: TypeAlias = "dict[str, set[str]]"
"""The kinds that each name is declared as."""


@dataclass(frozen=True, slots=True)
class Mention:
    """A name where it stands. `scope` tells apart names that count only within something, such as parameters."""

    kind: str
    name: str
    span: Span
    declares: bool = False
    scope: KeyPath = ()

    def same(self, other: Mention) -> bool:
        """Whether the other one means the same thing."""
        alike = self.kind == other.kind or any({self.kind, other.kind} <= kinds for kinds in TOGETHER)
        return alike and self.name == other.name and self.scope == other.scope


@dataclass(frozen=True, slots=True)
class Visit:
    """A value of the tree with what the schema says of it; of a key, `value` is what stands under it."""

    path: KeyPath
    scalar: Scalar
    schemas: list[Schema]
    declares: str = ""
    value: Node | None = None


def visits(root: Mapping) -> Iterator[Visit]:
    """Every name that is a key or an entry of a list, and every single value, in the order of the file."""
    yield from _visits(root, schemas_at(()), ())


def _visits(node: Node, schemas: list[Schema], path: KeyPath) -> Iterator[Visit]:
    own = fitting(schemas, node)
    declares = next(iter(said(own, "x-declares")), "")
    if isinstance(node, Mapping):
        language = {name for schema in own for name in schema.get("properties", ())}
        for entry in node.entries:
            name = entry.key.text
            if name not in language:
                yield Visit((*path, name), entry.key, own, declares, entry.value)
            yield from _visits(entry.value, below(own, name), (*path, name))
    elif isinstance(node, Sequence):
        for position, item in enumerate(node.items, 1):
            inside = _visits(item, below(own, str(position)), (*path, str(position)))
            yield from (
                (Visit((*path, str(position)), item, own, declares),)
                if declares and isinstance(item, Scalar)
                else inside
            )
    else:
        yield Visit(path, node, own)


def is_expression(visit: Visit) -> bool:
    """Whether a visited value is an expression."""
    return visit.value is None and visit.scalar.value is not None and bool(said(visit.schemas, "x-expression"))


def declarations(root: Mapping) -> list[Mention]:
    """Where a file declares names, in its order."""
    return [mention for visit in visits(root) for mention in _declared(visit)]


def known_names(roots: Iterable[Mapping]) -> Known:
    """What the names that a file and its parents declare are the names of."""
    known: Known = {}
    for root in roots:
        for mention in declarations(root):
            known.setdefault(mention.name, set()).add(mention.kind)
    return known


def mentions(root: Mapping, known: Known) -> list[Mention]:
    """Every name in a file, in its order; `known` are those that it and its parents declare."""
    found: list[Mention] = []
    for visit in visits(root):
        if visit.declares:
            found += _declared(visit)
        elif is_expression(visit):
            found += _in_expression(visit, known)
        else:
            kinds = said(visit.schemas, "x-names" if visit.value is None else "x-keys")
            found += _mentioned(visit, kinds, known)
    return found


def _declared(visit: Visit) -> Iterator[Mention]:
    kind, key = visit.declares, visit.scalar
    if not kind:
        return
    declares = visit.value is None or not is_nothing(visit.value) or kind in (STEP, "player")
    if kind == DEFINITION:
        name = key.text.partition("(")[0].strip()
        for position, word in enumerate(word for word in lexemes(key) if word.form == "NAME"):
            if word.span.text != word.text:
                return
            if position:
                yield Mention(PARAMETER, word.text, word.span, declares, (DEFINITION, name))
            else:
                yield Mention(kind, word.text, word.span, declares)
        return
    span = written(key)
    if kind == OPTION and isinstance(visit.value, Mapping) and "number" in visit.value:
        kind = NUMBER
    if span is not None:
        scope = inner_scope(visit.path) if kind == CHOICE else ()
        yield Mention(kind, key.text, span, declares, scope)


def inner_scope(path: KeyPath) -> KeyPath:
    """What a choice belongs to: its option."""
    return ("option", path[-2])


def _in_expression(visit: Visit, known: Known) -> Iterator[Mention]:
    path = inner(visit.path)
    parameters = _parameters(path)
    for word, called, bare in words(visit.scalar):
        if word.span.text != word.text:
            continue
        if bare:
            kind = next((kind for kind in bare if kind in known.get(word.text, ())), "")
            if kind:
                yield Mention(kind, word.text, word.span)
        elif word.text in parameters:
            yield Mention(PARAMETER, word.text, word.span, scope=(DEFINITION, path[1].partition("(")[0].strip()))
        elif kind := meaning_of(word.text, known, called=called):
            yield Mention(kind, word.text, word.span)
        elif (track := word.text.removesuffix(BACK)) != word.text and DIRECTION in known.get(track, ()):
            yield Mention(DIRECTION, track, Span(word.span.source, word.span.start, word.span.end - len(BACK)))


def _parameters(path: KeyPath) -> set[str]:
    """Parameters of the definition that a path leads into."""
    if len(path) < 2 or path[0] != "define":
        return set()
    return set(WORD.findall(path[1].partition("(")[2]))


def meaning_of(name: str, known: Known, *, called: bool = False) -> str:
    """The kind of thing that a word of an expression mentions; empty for a word of the language."""
    kinds = known.get(name, ())
    if called and name in FUNCTIONS and not {DEFINITION, "region"} & set(kinds):
        return ""
    return next((kind for kind in IN_EXPRESSIONS if kind in kinds), "")


def words(scalar: Scalar) -> Iterator[tuple[Lexeme, bool, tuple[str, ...]]]:
    """The names in an expression: each with whether brackets follow, and the kinds of things whose bare name is meant.

    Names of arguments (`through=`) are left out.
    """
    found = lexemes(scalar)
    calls: list[tuple[str, int]] = []  # functions that are open, each with the number of commas so far
    for number, word in enumerate(found):
        following = found[number + 1].form if number + 1 < len(found) else ""
        if word.form in ("LPAR", "LSQB"):
            before = found[number - 1] if number else None
            calls.append((before.text if before and before.form == "NAME" and word.form == "LPAR" else "", 0))
        elif word.form in ("RPAR", "RSQB"):
            calls = calls[:-1]
        elif word.form == "COMMA" and calls:
            calls[-1] = (calls[-1][0], calls[-1][1] + 1)
        elif word.form == "NAME" and following != "EQUAL":
            yield word, following == "LPAR", bare_kinds(*calls[-1]) if calls else ()


def bare_kinds(function: str, position: int) -> tuple[str, ...]:
    """The kinds of things whose bare name is an operand of a function, such as a step in `can(again)`."""
    if function not in FUNCTIONS:
        return ()
    operands = (*FUNCTIONS[function].required, *FUNCTIONS[function].optional)
    kinds = operands[position].split(" or ") if position < len(operands) else ()
    return tuple(kind for kind in kinds if kind in (PIECE, STEP, MOVE))


def _mentioned(visit: Visit, kinds: tuple[str, ...], known: Known) -> Iterator[Mention]:
    """Names in a value or a key that is one name, or, as results and steps are, some words."""
    scalar, whole, pattern = visit.scalar, written(visit.scalar), WORD
    if visit.value is None and any(schema.get("x-notation") for schema in visit.schemas):
        kinds, pattern = (PIECE, MOVE, DIRECTION), IN_STEPS
    if not kinds or whole is None:
        return
    for kind in kinds if pattern is WORD else ():
        if kind in known.get(scalar.text, ()):
            yield Mention(kind, scalar.text, whole, scope=("option", visit.path[-1]) if kind == CHOICE else ())
            return
    for found in pattern.finditer(whole.text):
        for kind in kinds:
            if kind != CHOICE and kind in known.get(found.group(), ()):
                span = Span(whole.source, whole.start + found.start(), whole.start + found.end())
                yield Mention(kind, found.group(), span)
                break


def written(scalar: Scalar) -> Span | None:
    """The place of a text without its quotes; None where an escape or a fold hides it."""
    at = scalar.span.text.find(scalar.text.rstrip("\n"))
    if at < 0 or not scalar.text:
        return None
    return Span(scalar.span.source, scalar.span.start + at, scalar.span.start + at + len(scalar.text.rstrip("\n")))
