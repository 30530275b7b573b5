"""Definitions called by their names where sentences would be too long, and what the names mean."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from typing import TYPE_CHECKING, TypeVar, cast

from interpreter.explaining.conditions import LISTED
from interpreter.explaining.layout import Item, parts_listed
from interpreter.explaining.nouns import begun, spoken
from interpreter.explaining.sets import is_void
from interpreter.language.terms import MEMBER, Kind, Term
from interpreter.machine.rules import Effect, End, Into, Move, Next, Selector

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from interpreter.explaining.consequences import Consequences

LONG = 40
"""A sentence of more words is told with the names of the definitions in it."""
WORTH = 6
"""A definition of fewer words is not called by its name."""
GAIN = 0.9
"""How much of a sentence is left at most where names are worth what has to be told of them."""
WHOLE = {"origin", "target", "onto", "through", "when", "leaves", "condition"}
"""Parts of moves and effects that are told as a whole, however they are defined."""
TELLING = {"meet", "empty", "occupied", "owned", "piece", "sites", "chosen"}
"""What a whole is made of that decides how it is told."""
HOLDING = (Move, Effect, Into, Selector, Next, End)

Part = TypeVar("Part")


@dataclass(frozen=True)
class Naming:
    """What calls the definitions of a game by their names. `definitions` are those that the file has."""

    consequences: Consequences

    def brief(self, part: Part, tell: Callable[[Part], list[Item]], within: object = None) -> list[Item]:
        """A part of the rules as a list, with names of definitions, and what they mean, where it is long without.

        A name means one thing in what the part stands `within`.
        """
        plain = tell(part)
        if not any(map(_is_long, plain)):
            return plain
        meanings = self._nameable(part if within is None else within)
        short = tell(cast("Part", _changed(part, meanings, whole=False)))
        if len(short) == len(plain):
            short = [one if _gains(one, item) else item for item, one in zip(plain, short, strict=True)]
        used = self._used(" ".join(map(_text, short)), meanings)
        return [*short, *used.values()] if used else plain

    def _used(self, text: str, meanings: dict[str, Term]) -> dict[str, Item]:
        """What the names that a text uses mean, and those that this uses in turn."""
        found: dict[str, Item] = {}
        for name, term in meanings.items():
            if f'"{spoken(name)}"'.casefold() in text.casefold() and name not in found:
                inner = {other: meaning for other, meaning in meanings.items() if other != name}
                found[name] = self._meaning(name, cast("Term", _changed(term, inner, whole=True)))
                more = self._used(_text(found[name]), inner)
                found |= {other: said for other, said in more.items() if other not in found}
        return found

    def _meaning(self, name: str, term: Term) -> Item:
        called, tell = spoken(name), self.consequences
        if term.kind is Kind.YES_NO:
            holds = begun(f'"{called}" holds')
            return tell.where(holds, term) or Item(f"{holds} if {tell.clauses.clause(term)}.")
        value = tell.value(term)
        if term.op == "join" and len(value.split()) > LISTED:
            return Item(f'Here "{called}" means all of these:', parts_listed(map(tell.value, term.args)))
        return Item(f'Here "{called}" means {value}.')

    def _nameable(self, part: object) -> dict[str, Term]:
        """The definitions in a part of the rules that mean the same wherever they stand in it, but for short ones."""
        definitions = self.consequences.nouns.definitions
        found: dict[str, dict[Term, None]] = {}  # in the order in which they stand
        for term in _terms(part):
            for inner in term.walk():
                name = definition_of(inner, definitions)
                if name and not any(word.startswith(MEMBER) for word in inner.words):  # it says nothing by itself
                    found.setdefault(name, {})[inner] = None
        for terms in list(found.values()):
            if len(terms) > 1:  # then a call of it with its operands may mean one thing
                for term in terms:
                    if self._plain(term):
                        found.setdefault(_call_of(term), {})[term] = None
        single = {name: next(iter(terms)) for name, terms in found.items() if len(terms) == 1}
        single = {name: term for name, term in single.items() if not is_void(term)}  # an option has made it empty
        return {
            name: term for name, term in single.items() if len(_text(self._meaning(name, term)).split()) >= WORTH + 3
        }

    def _plain(self, term: Term) -> bool:
        """Whether a definition was called with directions and players only, by names that a reader knows."""
        rules = self.consequences.nouns.rules
        _, _, operands = _call_of(term).partition(" (")
        known = {*rules.board.classes, *rules.players}
        return bool(operands) and all(name.strip() in known for name in operands.rstrip(")").split(","))


def definition_of(term: Term, definitions: frozenset[str]) -> str:
    """The name of the definition that a term was written as, with operands or without; nothing where it was not."""
    if term.span is None:
        return ""
    text = term.span.text.strip()
    name, bracket, rest = text.partition("(")
    if name not in definitions:
        return ""
    depth = 1
    for character in rest[:-1]:
        depth += {"(": 1, ")": -1}.get(character, 0)
        if not depth:  # the bracket that is closed at the end is another one
            return ""
    return name if not bracket or rest.endswith(")") else ""


def _names_of(term: Term) -> tuple[str, ...]:
    """What a term may be called, if there is such a definition."""
    if term.span is None:
        return ()
    name = definition_of(term, frozenset({term.span.text.strip().partition("(")[0]}))
    return (name, _call_of(term)) if name else ()


def _call_of(term: Term) -> str:
    """A call of a definition with its operands, as a name: `carried (east)`."""
    assert term.span is not None  # noqa: S101 - it was found by what is written there
    name, _, operands = term.span.text.strip().partition("(")
    return f"{name} ({operands}" if operands else name


def _changed(part: object, names: Mapping[str, Term], *, whole: bool) -> object:
    """A part of the rules in which names stand for what they mean, but for a `whole` and what tells how it is told."""
    if isinstance(part, Term):
        name = next((known for known in _names_of(part) if known in names), "")
        if name and not whole:
            return Term("local", part.kind, value=name, span=part.span)
        whole = whole and part.op == "meet"
        args = tuple(cast("Term", _changed(arg, names, whole=whole and arg.op in TELLING)) for arg in part.args)
        named = tuple((key, cast("Term", _changed(arg, names, whole=False))) for key, arg in part.named)
        value = _changed(part.value, names, whole=False) if isinstance(part.value, Term) else part.value
        return replace(part, args=args, named=named, value=value)
    if isinstance(part, tuple):
        return tuple(_changed(one, names, whole=whole) for one in part)
    if isinstance(part, HOLDING):
        values = {field.name: getattr(part, field.name) for field in fields(part)}
        return replace(part, **{key: _changed(value, names, whole=key in WHOLE) for key, value in values.items()})  # type: ignore[arg-type]
    return part


def _terms(part: object) -> Iterator[Term]:
    """The terms in a part of the rules, outermost only."""
    if isinstance(part, Term):
        yield part
    elif isinstance(part, tuple):
        for one in part:
            yield from _terms(one)
    elif isinstance(part, HOLDING):
        for field in fields(part):
            yield from _terms(getattr(part, field.name))


def _gains(short: Item, item: Item) -> bool:
    return _is_long(item) and len(_text(short).split()) < GAIN * len(_text(item).split())


def _is_long(item: Item) -> bool:
    return any(len(sentence.split()) > LONG for sentence in item.text.split(". ")) or any(map(_is_long, item.items))


def _text(item: Item) -> str:
    return " ".join([item.text, *map(_text, item.items)])
