"""Conditions as English clauses: "there is no enemy stone", "the king is on the corners"."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from interpreter.explaining.nouns import article, begun, joined, plural, spoken
from interpreter.explaining.numbers import held, repeated, times
from interpreter.explaining.sets import enclosed_owner, is_void, parts_of
from interpreter.language.terms import Kind, Term

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from interpreter.explaining.phrases import Phrases

LEADING = {
    "at least": "at least as large as",
    "more than": "larger than",
    "at most": "at most as large as",
    "less than": "smaller than",
}
COMPARED = {">=": "at least", ">": "more than", "<=": "at most", "<": "less than"}
RUNNING = {
    "passes": "{how} {number} turns in a row were passed",
    "quiet": "{how} {number} steps in a row were made without {what}",
}
LISTED = 32
"""A condition of more words is told as a list of its parts."""
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
                return f'the step was{no} "{self._move(term)}"'
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
        settled = self.settled(term)
        if settled is not None:
            return "always" if settled is not negative else "never"
        args = [part for part in _operands(term, term.op) if self.settled(part) is not (term.op == "all")]
        if not args:
            return "always" if (term.op == "all") is not negative else "never"
        parts = [(self._together(group, joint, negative=negative), self._depth(group[0])) for group in _grouped(args)]
        if len(parts) == 1:
            return parts[0][0]
        deepest = max(depth for _, depth in parts)
        if not deepest:
            return joined([text for text, _ in parts], joint)
        texts = [f"either {text}" if joint == "and" and depth else text for text, depth in parts]
        return f"{';' if deepest > 1 else ','} {joint} ".join(texts)

    def each(self, term: Term) -> list[str]:
        """The parts of a condition all of which must hold, each as a clause."""
        parts = [part for part in _operands(term, "all") if self.settled(part) is not True] if term.op == "all" else []
        grouped = [self._together(group, "and", negative=False) for group in _grouped(parts)]
        return grouped or ([] if self.settled(term) else [self.clause(term)])

    def listed(self, term: Term) -> tuple[str, list[str]] | None:
        """How a condition holds and its parts, as entries of a list; None where it is better told in one sentence."""
        if term.op not in {"all", "either"} or self.settled(term) is not None:
            return None
        args = [part for part in _operands(term, term.op) if self.settled(part) is None]
        deep = term.op == "either" and self._depth(term) > 1
        if len(args) < 2 or not (deep or len(self.clause(term).split()) > LISTED):
            return None
        said = [self.clause(part) for part in args]
        lead = "in each of these cases" if term.op == "either" else "if all of this holds"
        return lead, [f"{begun(text)}." for text in said]

    def _together(self, group: list[Term], joint: str, *, negative: bool) -> str:
        """Conditions that say the same of several things, as one clause."""
        first, *others = group
        if not others:
            return self.clause(first, negative=negative)
        if first.op == "within":
            sites = joined([self.phrases.the(part.args[0]) for part in group], joint)
            return self._passes(sites, negative=negative)
        if first.op == "may":
            who = self.phrases.player(first.args[0])
            names = joined([f'"{spoken(str(part.value))}"' for part in group])
            return f"{who} can make {_of_them(joint, negative=negative)} the steps {names}"
        names = joined([f'"{self._move(part)}"' for part in group], joint)
        return f"the step was{' not' if negative else ''} {names}"

    def _move(self, term: Term) -> str:
        """The name of the move that `made` asks for."""
        return spoken(self.phrases.nouns.rules.moves[int(str(term.value))].name)

    def _depth(self, term: Term) -> int:
        """How deep `and` and `or` are nested in what is said of a condition."""
        if term.op == "negate":
            return self._depth(term.args[0])
        if term.op not in {"all", "either"}:
            return 0
        args = [part for part in _operands(term, term.op) if self.settled(part) is None]
        return max(map(self._depth, args), default=0) + (len(_grouped(args)) > 1)

    def settled(self, term: Term) -> bool | None:
        """Whether a condition always holds, or never, as options leave it; None where it depends."""
        match term.op:
            case "truth":
                return bool(term.value)
            case "negate":
                inner = self.settled(term.args[0])
                return None if inner is None else not inner
            case "any":
                return False if is_void(term.args[0]) else None
            case "made":
                when = self.phrases.nouns.rules.moves[int(str(term.value))].when
                return False if when is not None and self.settled(when) is False else None
            case "within":
                return False if is_void(term.args[1]) and self.phrases.only_piece(term.args[0])[0] else None
            case "all" | "either":
                found = {self.settled(part) for part in term.args}
                decisive = term.op == "either"
                return decisive if decisive in found else None if None in found else not decisive
            case _:
                return None

    @staticmethod
    def _passes(sites: str, *, negative: bool) -> str:
        return f"the way {'does not pass' if negative else 'passes'} {sites}"

    def _exists(self, term: Term, negative: bool) -> str:  # noqa: FBT001 (an entry of a table)
        found = self.phrases.list_of(term.args[0])
        if term.args[0].op == "local":
            return f"there is {'nothing' if negative else 'something'} in {found}"
        if found.startswith("the "):  # the only piece of its kind, between two others
            return found.replace(" enclosed", f" is{' not' if negative else ''} enclosed", 1)
        return f"there is {_none(found) if negative else found}"

    def _lies(self, term: Term, negative: bool) -> str:  # noqa: FBT001 (as above)
        inner, outer = term.args
        if _is_way(outer):
            return self._passes(self.phrases.the(inner), negative=negative)
        known, many = tuple(parts_of(inner)), self._many(inner)
        said = self.phrases.predicate(outer, negative=negative and not many, several=many, known=known)
        if inner.kind is Kind.SITE and outer.op == "sites" and self.phrases.nouns.adjectival(outer):
            said = said.replace(" on ", " ", 1)  # a place is a corner, and a piece is on it
        each = "all of " if inner.op in {"sites", "local", "memory"} else ""
        return f"{f'not {each}' if negative and many else ''}{self.phrases.the(inner)} {said}"

    def _connected(self, term: Term, negative: bool) -> str:  # noqa: FBT001 (as above)
        many = self._many(term.args[0])
        form = ("do not form" if many else "does not form") if negative else "form" if many else "forms"
        return f"{self.phrases.the(term.args[0])} {form} one connected group"

    def _stuck(self, term: Term, negative: bool) -> str:  # noqa: FBT001 (as above)
        who = self.phrases.player(term.args[0]) if term.args else "the next player"
        return f"{who} {'have' if who in {'you', 'the others'} else 'has'} {'a' if negative else 'no'} step"

    def _may(self, term: Term, negative: bool) -> str:  # noqa: FBT001 (as above)
        who = self.phrases.player(term.args[0])
        return f'{who} {"cannot" if negative else "can"} make the step "{spoken(str(term.value))}"'

    def _by_player(self, term: Term, negative: bool) -> str:  # noqa: FBT001 (as above)
        return self.phrases.each_player([self.clause(part, negative=negative) for part in term.args])

    def _known(self, term: Term, negative: bool) -> str:  # noqa: FBT001 (as above)
        """A remembered yes or no, or one that `let` has named."""
        name = spoken((str(term.value) if term.op == "local" else self.phrases.quoted(term)).removesuffix("?"))
        return f'"{name}" {"does not hold" if negative else "holds"}'

    def _any(self, term: Term, negative: bool) -> str:  # noqa: FBT001 (as above)
        return self._there(term.args[0], negative=negative)

    def _there(self, term: Term, *, negative: bool) -> str:
        """`there is no enemy stone`; of the only piece of its kind, what it does: `the king is on a corner`."""
        say = self.phrases
        parts = parts_of(term)
        words = [part for part in parts if part.op == "join" and all(arg.op == "word" for arg in part.args)]
        if len(words) == 1 and len(parts) > 1:
            rest = [part for part in parts if part is not words[0]]
            names = joined([say.one(arg) for arg in words[0].args], "nor" if negative else "or")
            said = joined([say.predicate(part) for part in rest])
            return f"{'neither ' if negative else ''}{names} {said}"
        single = next((part for part in parts if part.op == "word" and part.kind is Kind.SITE), None)
        if single is not None and len(parts) > 1:
            rest = [part for part in parts if part is not single]
            said = joined([say.predicate(part, negative=negative) for part in rest], "or" if negative else "and")
            return f"{say.one(single)} {said}"
        piece, rest = say.only_piece(term)
        if not piece:
            found = say.one(term)
            if term.op in {"chosen", "group", "only"}:
                return f"there is {'nothing' if negative else 'something'} in {say.all(term)}"
            where = " on the board" if self._reserves and {part.op for part in parts} <= {"owned", "piece"} else ""
            return f"there is {_none(found) if negative else found}{where}"
        if not rest:
            return f"{piece} is {'not ' if negative else ''}on the board"
        joint = "or" if negative else "and"
        known = tuple(owner for part in rest if (owner := enclosed_owner(part)) is not None)
        return f"{piece} {joined([say.predicate(part, negative=negative, known=known) for part in rest], joint)}"

    @cached_property
    def _reserves(self) -> bool:
        """Whether pieces are held in hand, so that those on the board have to be told from them."""
        return any(sum(piece.hand or ()) for piece in self.phrases.nouns.rules.pieces)

    def _counted(self, term: Term, how: str) -> str:
        """`there are at least 3 stones of yours`, or a comparison of two numbers."""
        left, right = term.args
        say, few = self.phrases, how.replace("less", "fewer")
        if left.op == "lead":
            ours, others = (f"the {say.list_of(part, several=True)}" for part in left.args)
            return f"{ours} are {LEADING[how]} {others} (the largest of each first, then the next)"
        if left.op == "counter" and left.value == "turn" and right.op == "number":
            last = int(str(right.value)) + {"more than": 1, "less than": -1}.get(how, 0)
            return f"it is turn {last} or {'later' if how in {'at least', 'more than'} else 'earlier'}"
        if left.op in {"hand", "points"} and right.op == "number":
            return self._having(left, few, int(str(right.value)))
        if left.op == "sides" and isinstance(left.value, Term):
            return f"{few} {say.number(right)} sides of the board are met by {say.all(left.value)}"
        counts = RUNNING.get(str(left.value)) if left.op == "counter" and right.op == "number" else None
        if left.op == "repeats" and right.op == "number":
            return f"{repeated(left)} has stood {how} {times(right)} before"
        if counts is not None:
            return counts.format(how=how, number=say.number(right), what=say.progress)
        if left.op == "count" and left.args[0].op not in {"group", "member"} and right.op == "number":
            return f"there are {few} {say.number(right)} {say.some(left.args[0])}"
        if left.op == "length" and right.op == "number" and left.args[0].op == "local":
            return f"there are {few} {say.number(right)} of {say.list_of(left.args[0])}"
        if left.op == "length" and right.op == "number":
            return f"there are {few} {say.number(right)} {say.list_of(left.args[0], several=True)}"
        return f"{say.number(left)} is {how} {say.number(right)}"

    def _equal(self, term: Term, negative: bool) -> str:  # noqa: FBT001 (as above)
        left, right = term.args
        say, no = self.phrases, " not" if negative else ""
        if left.kind is Kind.NUMBER:
            return self._exactly(left, right, negative=negative)
        if left.kind in {Kind.PLAYER, Kind.PLAYERS}:
            who = say.player(left)
            if who == "you" and right.op == "player":
                return f"you {'do not play' if negative else 'play'} {say.player(right)}"
            return f"{who} {'are' if who == 'you' else 'is'}{no} {say.player(right)}"
        if left.kind is Kind.DIRECTIONS:
            which = "the direction of the move" if left.op == "heading" else f"the direction ({say.quoted(left)})"
            return f"{which} is{no} {say.special(right) or say.way(right)}"
        if left.kind is Kind.YES_NO:
            return f"`{say.quoted(term)}`{' does not hold' if negative else ''}"
        return f"{say.the(left)} {'are' if self._many(left) else 'is'}{no} {say.the(right)}"

    def _exactly(self, left: Term, right: Term, *, negative: bool) -> str:
        """`there are exactly 4 attackers`, `you have no man in hand`, or that two numbers are the same."""
        say, no = self.phrases, " not" if negative else ""
        if right.op == "number" and right.value == 0 and not negative and (parts := _summands(left)):
            return joined([self._none_held(part) for part in parts])
        if left.op == "counter" and left.value == "turn" and right.op == "number":
            return f"it is{no} turn {say.number(right)}"
        if left.op == "counter" and right.op == "number" and not negative:
            return RUNNING[str(left.value)].format(how="exactly", number=say.number(right), what=say.progress)
        if left.op == "remainder" and right.op == "number":
            return self._leaves(left, right, negative=negative)
        if left.op == "repeats" and right.op == "number":
            never = right.value == 0 and not negative
            how = "not " if never else "not exactly " if negative else ""
            return f"{repeated(left)} has {how}stood{'' if never else f' {times(right)}'} before"
        if left.op == "count" and left.args[0].op not in {"group", "member"} and right.op == "number":
            how = "not exactly" if negative else "exactly"
            some = say.one(left.args[0]) if right.value == 1 else say.some(left.args[0])
            if right.value == 1 and some.startswith(("a ", "an ")):
                return f"there is {how} one {some.partition(' ')[2]}"
            return f"there are {how} {say.number(right)} {say.some(left.args[0])}"
        return f"{say.number(left)} is{no} {say.number(right)}"

    def _leaves(self, term: Term, left: Term, *, negative: bool) -> str:
        """Of a number that is divided: `... is even`, `... is a multiple of 3`, `... divided by 3 leaves 1`."""
        of, by = term.args
        said, no = self.phrases.number(of), " not" if negative else ""
        if by.value == 2 and left.value in {0, 1}:
            return f"{said} is{no} {'odd' if left.value else 'even'}"
        if left.value == 0:
            return f"{said} is{no} a multiple of {by.value}"
        return f"{said} divided by {by.value} {'does not leave' if negative else 'leaves'} {self.phrases.number(left)}"

    def _none_held(self, term: Term) -> str:
        who = self.phrases.player(term.args[0])
        return f"{who} {'have' if who in {'you', 'the others'} else 'has'} no {held(self.phrases, term)} in hand"

    def _having(self, term: Term, how: str, number: int) -> str:
        """`you have at least 6 points`, `your opponent has a man in hand`."""
        who = self.phrases.player(term.args[0])
        noun, where = ("point", "") if term.op == "points" else (held(self.phrases, term), " in hand")
        many = f"{how} {number} {noun if number == 1 else plural(noun)}"
        if (how, number) in {("more than", 0), ("at least", 1)}:
            many = article(noun)
        return f"{who} {'have' if who in {'you', 'the others'} else 'has'} {many}{where}"

    def _many(self, term: Term) -> bool:
        several = term.op == "sites" and int(str(term.value)).bit_count() > 1
        several = several or (term.kind is Kind.SITES and term.op in {"local", "memory"})
        return term.kind is not Kind.SITE and (several or self.phrases.the(term).startswith("all "))


def _none(noun: str) -> str:
    """`no stone of yours` for `a stone of yours`."""
    for start in ("a ", "an ", "the "):
        noun = noun.removeprefix(start)
    head, that, rest = noun.partition(" that ")
    return f"no {head.replace(' or a ', ' or ').replace(' or an ', ' or ')}{that}{rest}"


def _of_them(joint: str, *, negative: bool) -> str:
    """How many of several can be, where each can be or where one can."""
    if negative:
        return "none of" if joint == "and" else "not all of"
    return "all of" if joint == "and" else "one of"


def _operands(term: Term, op: str) -> list[Term]:
    """The operands of `and` or `or`, however they are nested."""
    return [part for arg in term.args for part in (_operands(arg, op) if arg.op == op else [arg])]


def _grouped(terms: list[Term]) -> list[list[Term]]:
    """Conditions that differ in one word only, put together."""
    found: dict[object, list[Term]] = {}
    for number, term in enumerate(terms):
        key: object = number
        if term.op in {"may", "made"}:
            key = (term.op, term.args)
        elif term.op == "within" and _is_way(term.args[1]):
            key = (term.op, term.args[1])
        found.setdefault(key, []).append(term)
    return list(found.values())


def _is_way(term: Term) -> bool:
    """Whether a set is the whole way of a piece: where it comes from, what lies in between, and where it arrives."""
    return term.op == "join" and {part.value for part in term.args if part.op == "word"} == {"from", "over", "to"}


def _summands(term: Term) -> list[Term]:
    """What pieces in hand are added up, where nothing else is."""
    if term.op == "plus":
        left, right = (_summands(part) for part in term.args)
        return [*left, *right] if left and right else []
    return [term] if term.op == "hand" else []
