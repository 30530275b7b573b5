"""Typed expressions: what both engines execute.

A term has an operation, a kind and operands. Everything that the author may leave out stands in it explicitly (the
directions of `near`, the set `group` lives in), definitions are expanded, and lists are flattened where a set is
wanted, so an engine needs no defaults and no names.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterator

    from interpreter.diagnostics import Span


MEMBER = "it "  # begins the words for members; no name of a file holds a space


class Kind(StrEnum):
    """What an expression gives. The values are the words of the language and of its messages."""

    SITE = "site"
    SITES = "sites"
    LIST = "list"
    NUMBER = "number"
    YES_NO = "yes/no"
    PLAYER = "player"
    PLAYERS = "players"
    DIRECTIONS = "directions"
    OPEN = "set or condition"  # `not LIST`, `LIST or LIST`: its place decides; args are the set and the condition
    UNKNOWN = "unknown"  # of an expression whose error has been reported


@dataclass(frozen=True)
class Term:
    """One operation.

    `value` is its constant part (a bit set, a number, an index, a word), `named` its named operands.
    """

    op: str
    kind: Kind
    args: tuple[Term, ...] = ()
    value: Hashable = None
    named: tuple[tuple[str, Term], ...] = ()
    span: Span | None = field(default=None, compare=False, repr=False)

    def __hash__(self) -> int:
        return self._hash

    @cached_property
    def _hash(self) -> int:
        """Computed once: terms are looked up often, and their depth is not small."""
        return hash((self.op, self.kind, self.args, self.value, self.named))

    def option(self, name: str) -> Term | None:
        """The named operand, or None."""
        return next((term for key, term in self.named if key == name), None)

    def walk(self) -> Iterator[Term]:
        """The term and all terms inside it."""
        yield self
        for term in self.args:
            yield from term.walk()
        for _, term in self.named:
            yield from term.walk()

    @cached_property
    def words(self) -> frozenset[str]:
        """Words of the step (`from`, `to`, ...), names of `let` and members of lists that the value depends on."""
        own = {str(self.value)} if self.op in {"word", "local"} else set()
        if self.op in {"heading", "made", "die", "amount", "it"}:
            own = {self.op}
        if self.op == "member":
            own = {member_word(int(str(self.value)))}
        found = frozenset(own).union(*(term.words for term in self.args), *(term.words for _, term in self.named))
        if self.op != "those":
            return found
        of, test = self.args
        return of.words | test.words - {member_word(int(str(self.value)))}


def number(value: Hashable, span: Span | None = None) -> Term:
    """A constant number."""
    return Term("number", Kind.NUMBER, value=value, span=span)


def site_set(bits: int, span: Span | None = None, kind: Kind = Kind.SITES) -> Term:
    """A constant set of sites, as a bit set."""
    return Term("sites", kind, value=bits, span=span)


def member(level: int, kind: Kind) -> Term:
    """What `it` is in a test: a member of a list, as a set, or a site of a set; the tests around it are its level."""
    return Term("member", kind, value=level)


def member_word(level: int) -> str:
    """What stands in `words` for the member of a level."""
    return f"{MEMBER}{level}"


def truth(span: Span | None, *, value: bool) -> Term:
    """A constant yes or no."""
    return Term("truth", Kind.YES_NO, value=value, span=span)
