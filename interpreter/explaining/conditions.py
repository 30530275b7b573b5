"""Conditions as English clauses: "there is no enemy stone", "the king is on the corners"."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from interpreter.explaining.nouns import article, joined, spoken
from interpreter.language.terms import Kind

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from interpreter.explaining.phrases import Phrases
    from interpreter.language.terms import Term

COMPARED = {">=": "at least", ">": "more than", "<=": "at most", "<": "less than"}
OPPOSITE = {">=": "<", ">": "<=", "<=": ">", "<": ">="}


@dataclass(frozen=True)
class Clauses:
    """The clauses of one game's conditions."""

    phrases: Phrases

    def clause(self, term: Term, *, negative: bool = False) -> str:
        """The condition as a clause; with `negative`, its opposite."""
        no = " not" if negative else ""
        match term.op:
            case "all" | "either":
                return self._several(term, negative=negative)
            case "negate":
                return self.clause(term.args[0], negative=not negative)
            case "truth":
                return "always" if bool(term.value) is not negative else "never"
            case "compare":
                sign = OPPOSITE[str(term.value)] if negative else str(term.value)
                return self._counted(term, COMPARED[sign])
            case "can":
                return f'"{spoken(str(term.value))}" is{no} possible'
            case "made":
                return f"the step was{no} {article(spoken(self.phrases.nouns.rules.moves[int(str(term.value))].name))}"
            case _ if term.op in self._table:
                return self._table[term.op](term, negative)
            case _:
                return f"`{self.phrases.quoted(term)}`{' does not hold' if negative else ''}"

    @cached_property
    def _table(self) -> Mapping[str, Callable[[Term, bool], str]]:
        return {
            "any": self._any,
            "exists": self._exists,
            "equal": self._equal,
            "within": self._lies,
            "connected": self._connected,
            "stuck": self._stuck,
            "may": self._may,
            "by-player": self._by_player,
            "memory": self._known,
            "local": self._known,
        }

    def _several(self, term: Term, *, negative: bool) -> str:
        joint = "and" if (term.op == "all") is not negative else "or"
        args = _operands(term, term.op)
        parts = [self.clause(part, negative=negative) for part in args]
        nested = any(part.op in {"all", "either"} for part in args)
        return f", {joint} ".join(parts) if nested else joined(parts, joint)

    def _exists(self, term: Term, negative: bool) -> str:  # noqa: FBT001 (an entry of a table)
        found = self.phrases.list_of(term.args[0])
        if term.args[0].op == "local":
            return f"there is {'nothing' if negative else 'something'} in {found}"
        if found.startswith("the "):  # the only piece of its kind, between two others
            return found.replace(" enclosed", f" is{' not' if negative else ''} enclosed", 1)
        return f"there is {_none(found) if negative else found}"

    def _lies(self, term: Term, negative: bool) -> str:  # noqa: FBT001 (as above)
        inner, outer = term.args
        said = self.phrases.predicate(outer, negative=negative, several=self._many(inner))
        return f"{self.phrases.the(inner)} {said}"

    def _connected(self, term: Term, negative: bool) -> str:  # noqa: FBT001 (as above)
        return f"{self.phrases.the(term.args[0])} {'do not form' if negative else 'form'} one connected group"

    def _stuck(self, term: Term, negative: bool) -> str:  # noqa: FBT001 (as above)
        who = self.phrases.player(term.args[0]) if term.args else "the next player"
        return f"{who} {'have' if who in {'you', 'the others'} else 'has'} {'a' if negative else 'no'} step"

    def _may(self, term: Term, negative: bool) -> str:  # noqa: FBT001 (as above)
        who = self.phrases.player(term.args[0])
        return f"{who} {'cannot' if negative else 'can'} make a step called {spoken(str(term.value))}"

    def _by_player(self, term: Term, negative: bool) -> str:  # noqa: FBT001 (as above)
        return self.phrases.each_player([self.clause(part, negative=negative) for part in term.args])

    def _known(self, term: Term, negative: bool) -> str:  # noqa: FBT001 (as above)
        """A remembered yes or no, or one that `let` has named."""
        return f"{'not ' if negative else ''}{spoken(self.phrases.quoted(term))}"

    def _any(self, term: Term, negative: bool) -> str:  # noqa: FBT001 (as above)
        return self._there(term.args[0], negative=negative)

    def _there(self, term: Term, *, negative: bool) -> str:
        """`there is no enemy stone`; of the only piece of its kind, what it does: `the king is on a corner`."""
        say = self.phrases
        piece, rest = say.only_piece(term)
        if not piece:
            found = say.one(term)
            if found.startswith('the "') or term.op in {"chosen", "group", "only"}:
                return f"there is {'nothing' if negative else 'something'} in {found}"
            return f"there is {_none(found) if negative else found}"
        if not rest:
            return f"{piece} is {'not ' if negative else ''}on the board"
        joint = "or" if negative else "and"
        return f"{piece} {joined([say.predicate(part, negative=negative) for part in rest], joint)}"

    def _counted(self, term: Term, how: str) -> str:
        """`there are at least 3 stones of yours`, or a comparison of two numbers."""
        left, right = term.args
        say = self.phrases
        if left.op == "count" and left.args[0].op != "group" and right.op == "number":
            return f"there are {how} {say.number(right)} {say.some(left.args[0])}"
        if left.op == "length" and right.op == "number" and left.args[0].op == "local":
            return f"there are {how} {say.number(right)} of {say.list_of(left.args[0])}"
        if left.op == "length" and right.op == "number":
            return f"there are {how} {say.number(right)} {say.list_of(left.args[0], several=True)}"
        return f"{say.number(left)} is {how} {say.number(right)}"

    def _equal(self, term: Term, negative: bool) -> str:  # noqa: FBT001 (as above)
        left, right = term.args
        say, no = self.phrases, " not" if negative else ""
        if left.kind is Kind.NUMBER:
            if left.op == "count" and right.op == "number":
                how = "not exactly" if negative else "exactly"
                return f"there are {how} {say.number(right)} {say.some(left.args[0])}"
            return f"{say.number(left)} is{no} {say.number(right)}"
        if left.kind in {Kind.PLAYER, Kind.PLAYERS}:
            who = say.player(left)
            return f"{who} {'are' if who == 'you' else 'is'}{no} {say.player(right)}"
        if left.kind is Kind.DIRECTIONS:
            return f"the direction ({say.quoted(left)}) is{no} {say.way(right)}"
        if left.kind is Kind.YES_NO:
            return f"`{say.quoted(term)}`{' does not hold' if negative else ''}"
        return f"{say.the(left)} {'are' if self._many(left) else 'is'}{no} {say.the(right)}"

    def _many(self, term: Term) -> bool:
        return term.kind is not Kind.SITE and self.phrases.the(term).startswith("all ")


def _none(noun: str) -> str:
    """`no stone of yours` for `a stone of yours`."""
    for start in ("a ", "an ", "the "):
        noun = noun.removeprefix(start)
    return f"no {noun}"


def _operands(term: Term, op: str) -> list[Term]:
    """The operands of `and` or `or`, however they are nested."""
    return [part for arg in term.args for part in (_operands(arg, op) if arg.op == op else [arg])]
