"""Shape of an expression -> typed term: names are looked up, kinds checked, definitions expanded."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import TYPE_CHECKING, TypeAlias, TypeVar

from interpreter.diagnostics import Diagnostic, Span
from interpreter.diagnostics.suggesting import closest
from interpreter.language import folding
from interpreter.language.calls import elaborate_call
from interpreter.language.names import elaborate_name
from interpreter.language.syntax import Syntax, parse_expression
from interpreter.language.terms import Kind, Term, number
from interpreter.language.typing import PHRASES, SETS, fit, unknown
from interpreter.source import Scalar

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from interpreter.language.scope import Definition, Scope


NAMED = ("name", "call")  # what a list can be
MAX_EXPANSIONS = 400  # definitions that use definitions twice grow fast; a rule that can be read stays far below
LONGEST = 80  # characters of advice that can be read at a glance


@dataclass(frozen=True)
class Elaborator:
    """Turns expressions of one place into terms. Every mistake goes to `report`; the term then is of kind UNKNOWN."""

    scope: Scope
    report: Callable[[Diagnostic], None]
    expanding: tuple[Definition, ...] = ()  # definitions being expanded, outermost first
    used_at: Span | None = None
    budget: list[int] = field(default_factory=lambda: [MAX_EXPANSIONS])  # expansions left in this expression

    def scalar(self, scalar: Scalar, wanted: Kind | str | None) -> Term:
        """The term of an expression as it stands in the file."""
        syntax = parse_expression(scalar)
        if isinstance(syntax, Diagnostic):
            self.fail(syntax)
            return unknown(scalar.span)
        try:
            return self.term(syntax, wanted)
        except RecursionError:
            return self.fail(
                Diagnostic(
                    "expression-too-long",
                    "this expression, with the definitions inside it, has more levels than can be read",
                    scalar.span,
                    help="let definitions build on each other less often",
                )
            )

    def term(self, syntax: Syntax, wanted: Kind | str | None = None) -> Term:
        """The term of a part of an expression, as the kind its place wants."""
        term = self._form(syntax, wanted)
        if any(part.kind is Kind.UNKNOWN for part in (*term.args, *(named for _, named in term.named))):
            return unknown(syntax.span)
        fitted = fit(term if term.span else replace(term, span=syntax.span), wanted)
        if isinstance(fitted, Diagnostic):
            return self.fail(fitted)
        return fitted

    def fail(self, diagnostic: Diagnostic) -> Term:
        """Reports a mistake; inside a definition, the place that uses it is named too."""
        if self.used_at and diagnostic.span:
            diagnostic = replace(diagnostic, related=(*diagnostic.related, (self.used_at, "used here")))
        self.report(diagnostic)
        return unknown(diagnostic.span) if diagnostic.span else Term("unknown", Kind.UNKNOWN)

    def within(self, scope: Scope) -> Elaborator:
        """The same elaborator for another scope."""
        return replace(self, scope=scope)

    def _form(self, syntax: Syntax, wanted: Kind | str | None) -> Term:
        match syntax.form:
            case "parentheses":
                return self.term(syntax.parts[0], wanted)
            case "number":
                value = Fraction(syntax.text)
                return number(int(value) if value.denominator == 1 else value, syntax.span)
            case "name":
                return elaborate_name(self, syntax, wanted)
            case "call":
                return elaborate_call(self, syntax, wanted)
            case "either" | "both":
                return self._join(syntax, wanted)
            case "opposed":
                return self._negate(syntax)
            case "plus" | "minus" | "times":
                operands = tuple(self.term(part, Kind.NUMBER) for part in syntax.parts)
                return folding.arithmetic(syntax.form, operands, syntax.span)
            case "compared":
                return self._order(syntax)
            case "same" | "different":
                return self._compare(syntax)
            case "inside":
                operands = tuple(self.term(part, Kind.SITES) for part in syntax.parts)
                return Term("within", Kind.YES_NO, operands, span=syntax.span)
            case "sequence":
                return self._sequence(syntax, wanted)
            case _:  # a named argument outside a call cannot be parsed
                return unknown(syntax.span)

    def _operands(self, syntax: Syntax, form: str) -> list[Syntax]:
        """Operands of a chain such as `a or b or c`, which parses as pairs."""
        if syntax.form != form:
            return [syntax]
        return [leaf for part in syntax.parts for leaf in self._operands(part, form)]

    def _join(self, syntax: Syntax, wanted: Kind | str | None) -> Term:
        parts = self._operands(syntax, syntax.form)
        hint = Kind.DIRECTIONS if wanted is Kind.DIRECTIONS else None
        terms = [self.term(part, hint) for part in parts]
        kinds = {term.kind for term in terms} - {Kind.UNKNOWN}
        if wanted is Kind.DIRECTIONS:
            return folding.bundle(terms, syntax.span)
        if not kinds:
            return unknown(syntax.span)
        if kinds <= {Kind.LIST, Kind.OPEN}:
            return self._open(self._joined(syntax, terms, Kind.SITES), self._joined(syntax, terms, Kind.YES_NO))
        if wanted is Kind.SITES and Kind.YES_NO in kinds:  # the place decides, and not what stands beside it
            return self._joined(syntax, terms, Kind.SITES)
        return self._joined(
            syntax, terms, Kind.SITES if kinds & set(SETS) and Kind.YES_NO not in kinds else Kind.YES_NO
        )

    def _joined(self, syntax: Syntax, terms: list[Term], target: Kind) -> Term:
        """The operands of `and` or `or` as sets, or as conditions."""
        parts = self._operands(syntax, syntax.form)
        fitted = tuple(
            self._fit(term, target, _in_brackets(syntax, before, after, term))
            for term, before, after in zip(terms, [None, *parts[:-1]], [*parts[1:], None], strict=True)
        )
        if any(term.kind is Kind.UNKNOWN for term in fitted):
            return unknown(syntax.span)
        if target is Kind.YES_NO:
            op = "either" if syntax.form == "either" else "all"
            return Term(op, Kind.YES_NO, fitted, span=syntax.span)
        return folding.sets("join" if syntax.form == "either" else "meet", fitted, self.scope.board, syntax.span)

    @staticmethod
    def _open(as_set: Term, as_condition: Term) -> Term:
        """A list joined or negated: a set or a condition, as its place will have it."""
        return Term("open", Kind.OPEN, (as_set, as_condition), span=as_set.span)

    def _fit(self, term: Term, wanted: Kind, advice: str = "") -> Term:
        fitted = fit(term, wanted)
        if not isinstance(fitted, Diagnostic):
            return fitted
        return self.fail(replace(fitted, help=f"{fitted.help}; or {advice}") if advice else fitted)

    def _negate(self, syntax: Syntax) -> Term:
        term = self.term(syntax.parts[0])
        if term.kind in {Kind.LIST, Kind.OPEN}:
            return self._open(self._negated(syntax, term, Kind.SITES), self._negated(syntax, term, Kind.YES_NO))
        return self._negated(syntax, term, Kind.YES_NO if term.kind is Kind.YES_NO else Kind.SITES)

    def _negated(self, syntax: Syntax, term: Term, target: Kind) -> Term:
        inner = self._fit(term, target)
        if inner.kind is Kind.UNKNOWN:
            return inner
        if target is Kind.YES_NO:
            return Term("negate", Kind.YES_NO, (inner,), span=syntax.span)
        return folding.sets("complement", (inner,), self.scope.board, syntax.span)

    def _order(self, syntax: Syntax) -> Term:
        """A comparison of two numbers, or of two lists: then of which one leads."""
        trial = replace(self, report=lambda _: None)
        lists = all(part.form in NAMED and trial.term(part).kind is Kind.LIST for part in syntax.parts)
        operands = tuple(self.term(part, Kind.LIST if lists else Kind.NUMBER) for part in syntax.parts)
        if lists:
            operands = (Term("lead", Kind.NUMBER, operands, span=syntax.span), number(0))
        return Term("compare", Kind.YES_NO, operands, value=syntax.text, span=syntax.span)

    def _compare(self, syntax: Syntax) -> Term:
        left, right = self._sides(syntax)
        families = [
            Kind.SITES
            if term.kind in {*SETS, Kind.LIST, Kind.OPEN}
            else Kind.PLAYER
            if term.kind is Kind.PLAYERS
            else term.kind
            for term in (left, right)
        ]
        if Kind.UNKNOWN in families:
            return unknown(syntax.span)
        if families[0] is not families[1]:
            fitted = fit(right, families[0])
            return self.fail(
                fitted
                if isinstance(fitted, Diagnostic)
                else Diagnostic("wrong-kind", "these two cannot be compared", syntax.span)
            )
        if families[0] is Kind.SITES:
            left, right = self._fit(left, Kind.SITES), self._fit(right, Kind.SITES)
        same = Term("equal", Kind.YES_NO, (left, right), span=syntax.span)
        return same if syntax.form == "same" else Term("negate", Kind.YES_NO, (same,), span=syntax.span)

    def _sides(self, syntax: Syntax) -> tuple[Term, ...]:
        """Both sides of `is`. Beside a direction, a name such as `north` or `forward` is a direction too."""
        found: list[list[Diagnostic]] = [[], []]
        sides = [
            replace(self, report=problems.append).term(part) for part, problems in zip(syntax.parts, found, strict=True)
        ]
        for side, other in ((0, 1), (1, 0)):
            if sides[other].kind is Kind.DIRECTIONS and sides[side].kind is not Kind.DIRECTIONS:
                found[side] = []
                elaborator = replace(self, report=found[side].append)
                sides[side] = elaborator.term(syntax.parts[side], Kind.DIRECTIONS)
                break
        for problem in (*found[0], *found[1]):
            self.report(problem)
        return tuple(sides)

    def _sequence(self, syntax: Syntax, wanted: Kind | str | None) -> Term:
        if wanted is Kind.DIRECTIONS:
            return folding.bundle([self.term(part, Kind.DIRECTIONS) for part in syntax.parts], syntax.span)
        return self.fail(
            Diagnostic(
                "wrong-kind",
                "a list in square brackets cannot stand here",
                syntax.span,
                help="use `or` to put sets together; square brackets serve `along=[...]` and `including=[...]`",
            )
        )

    def expand(self, definition: Definition, syntax: Syntax, wanted: Kind | str | None) -> Term:
        """The term of a definition where it is used."""
        if any(active is definition for active in self.expanding):
            chain = " -> ".join([*(active.name for active in self.expanding), definition.name])
            return self.fail(
                Diagnostic(
                    "definition-loop",
                    f"the definition `{definition.name}` needs itself: {chain}",
                    definition.span,
                    help="say one of them without the other",
                )
            )
        self.budget[0] -= 1
        if self.budget[0] < 0:
            return self.fail(
                Diagnostic(
                    "expression-too-long",
                    f"this expression uses definitions more than {MAX_EXPANSIONS} times, counting those inside others",
                    syntax.span,
                    help="let definitions build on each other less often",
                )
            )
        if len(syntax.parts) != len(definition.parameters) or any(part.form == "named" for part in syntax.parts):
            takes = (
                f"{definition.name}({', '.join(definition.parameters)})" if definition.parameters else definition.name
            )
            return self.fail(
                Diagnostic(
                    "wrong-arguments",
                    f"`{definition.name}` is defined as `{takes}`",
                    syntax.span,
                    help=f"write `{takes}`",
                    related=((definition.span, "defined here"),),
                )
            )
        # Inside, the names of the call are out of sight, except those of `let`: they belong to the step.
        names: dict[str, Local] = {name: local for name, local in self.scope.locals.items() if isinstance(local, Term)}
        for name, part in zip(definition.parameters, syntax.parts, strict=True):
            names[name] = Argument(part, self)
        scope = replace(self.scope, locals=names, meanings=())
        inside = replace(
            self, scope=scope, expanding=(*self.expanding, definition), used_at=self.used_at or syntax.span
        )
        if not isinstance(definition.body, Scalar):
            spans = {name: scalar.span for name, scalar in definition.body.items()}
            return by_player(inside, definition.body, lambda body: inside.scalar(body, wanted), spans, syntax.span)
        return replace(inside.scalar(definition.body, wanted), span=syntax.span)


@dataclass(frozen=True, slots=True)
class Argument:
    """An argument of a definition: it is read where it is used, so that its place decides what it means."""

    syntax: Syntax
    elaborator: Elaborator


Local: TypeAlias = Term | Argument
Value = TypeVar("Value")


def by_player(
    elaborator: Elaborator,
    values: Mapping[str, Value],
    read: Callable[[Value], Term],
    spans: Mapping[str, Span],
    span: Span,
) -> Term:
    """The term of a map player -> value: the value of the player to move. `read` gives the term of one value."""
    players = elaborator.scope.players
    for name, place in spans.items():
        if name not in players:
            near = closest(name, players)
            return elaborator.fail(
                Diagnostic(
                    "unknown-player",
                    f"there is no player called `{name}`",
                    place,
                    help=f"did you mean `{near}`?" if near else f"the players are {', '.join(players)}",
                )
            )
    missing = [player for player in players if player not in values]
    if missing:
        return elaborator.fail(
            Diagnostic(
                "unknown-player",
                f"this map says nothing for {', '.join(missing)}",
                span,
                help="give every player a value",
            )
        )
    terms = tuple(read(values[player]) for player in players)
    if any(term.kind is Kind.UNKNOWN for term in terms):
        return unknown(span)
    families = {Kind.SITES if term.kind is Kind.SITE else term.kind for term in terms}
    if len(families) > 1:
        kinds = ", ".join(f"{PHRASES[term.kind]} for {player}" for term, player in zip(terms, players, strict=True))
        return elaborator.fail(
            Diagnostic(
                "wrong-kind", f"the values of a map are of one kind; here are {kinds}", span, help="say both alike"
            )
        )
    kind = Kind.SITES if any(term.kind is Kind.SITES for term in terms) else terms[0].kind
    return Term("by-player", kind, terms, span=span)


def _in_brackets(syntax: Syntax, before: Syntax | None, after: Syntax | None, term: Term) -> str:
    """What to write where a set stands beside `A in B`: `in` binds more tightly than `and`, and a set was meant."""
    joining = "or" if syntax.form == "either" else "and"
    word = {"inside": "in", "same": "is", "different": "is not"}.get(before.form) if before else None
    if term.kind not in SETS or term.span is None:
        return ""
    if before is not None and word is not None:
        left, right = (part.span.text for part in before.parts)
        meant = f"{left} {word} ({right} {joining} {term.span.text})"
    elif after is not None and after.form == "inside":
        left, right = (part.span.text for part in after.parts)
        meant = f"({term.span.text} {joining} {left}) in {right}"
    else:
        return ""
    return f"put the sets in brackets: `{meant}`" if len(meant) <= LONGEST and "\n" not in meant else ""
