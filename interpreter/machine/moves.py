"""Reads `moves` and `effects`."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from interpreter.language.calls import distance
from interpreter.language.elaboration import Elaborator
from interpreter.language.names import EMPTY
from interpreter.language.scope import meaning
from interpreter.language.syntax import Syntax, parse_expression
from interpreter.language.terms import Kind, Term, number
from interpreter.machine.consequences import needs_piles, read_amount, read_effects, read_into, read_kinds
from interpreter.machine.reader import Reader, is_null, mapping, scalars
from interpreter.machine.rules import Move, Piece, Selector
from interpreter.source import Mapping, Node, Scalar, Sequence

if TYPE_CHECKING:
    from interpreter.language.elaboration import Local

MOST_WEIGHT = 1000  # of a candidate that chance draws
VERBS = ("place", "move", "remove", "sow", "pass", "swap", "roll")
# The words of the step that a verb gives to what follows it.
WORDS = {
    "place": ("to",),
    "move": ("from", "to", "over", "heading"),
    "remove": ("at",),
    "sow": ("from", "to", "over", "heading"),
    "pass": (),
    "swap": (),
    "roll": (),
}
ONE_STEP = Term("range", Kind.NUMBER, (number(1), number(1)))
SELECTORS = ("prefer", "minimise", "maximise")


def read_moves(root: Mapping, reader: Reader, pieces: tuple[Piece, ...]) -> tuple[Move, ...]:
    """All moves, in the order of the file."""
    node = mapping(root.get("moves"))
    effects = mapping(root.get("effects"))
    if effects is not None:
        _check_unused(effects, reader)
    return tuple(
        _MoveReader(reader, pieces, effects, mapping(entry.value) or Mapping((), entry.value.span), entry.key).read()
        for entry in (node.entries if node else ())
    )


def _check_unused(effects: Mapping, reader: Reader) -> None:
    names = [name for name, _ in effects.items()]
    for entry in effects.entries:
        if names.count(entry.key.text) > 1:
            reader.report.error("name-taken", f"the effect `{entry.key.text}` is there twice", entry.key.span)


def verb_of(node: Mapping) -> str | None:
    """The verb of a move as it stands in the file, or None where there is none."""
    return next((verb for verb in VERBS if verb in node), None)


class _MoveReader:
    """Reads one move; what it is called is part of every message."""

    def __init__(
        self, reader: Reader, pieces: tuple[Piece, ...], effects: Mapping | None, node: Mapping, key: Scalar
    ) -> None:
        self.reader, self.pieces, self.effects, self.node = reader, pieces, effects, node
        self.name, self.span = key.text, key.span

    def read(self) -> Move:
        verb = verb_of(self.node)
        if verb is None:
            self.reader.report.error(
                "no-verb",
                f"the move `{self.name}` does not say what it does",
                self.span,
                f"give it one of {', '.join(VERBS)}",
            )
            return Move(self.name, "pass", self.span)
        move = Move(self.name, verb, self.span)
        match verb:
            case "place":
                move = self._placing(move)
            case "move":
                move = self._moving(move)
            case "remove":
                move = replace(move, origin=self._term("remove", Kind.SITES), amount=self._amount("at"))
            case "sow":
                move = self._sowing(move)
            case "roll":
                name = self.node.get("roll")
                dice = self.reader.lookup(name, "dice", self.reader.scope.dice) if isinstance(name, Scalar) else None
                move = replace(move, dice=-1 if dice is None else dice)
            case _:
                pass
        return self._candidate(move)

    def _at(self, key: str, *words: str) -> Reader:
        return self.reader.at(f"in `{key}` of the move `{self.name}`", *words)

    def _term(self, key: str, wanted: Kind, *words: str) -> Term | None:
        return self._at(key, *words).optional(self.node.get(key), wanted)

    def _placing(self, move: Move) -> Move:
        return replace(
            move,
            pieces=read_kinds(self.node.get("place"), self.reader, self.pieces),
            target=self._term("to", Kind.SITES) or (None if "onto" in self.node else EMPTY),
            onto=self._term("onto", Kind.SITES),
        )

    def _moving(self, move: Move) -> Move:
        amount = self._amount("from")
        chosen = ("amount",) if amount is not None and amount.op == "range" else ()
        travel = ("from", "heading", *chosen)
        along = self._at("along", "from").optional(self.node.get("along"), Kind.DIRECTIONS)
        if along is None:
            for key in ("distance", "through"):
                if self.node.get(key) is not None:
                    self.reader.report.error(
                        "no-direction",
                        f"`{key}` of the move `{self.name}` has no direction to go by",
                        (self.node.key(key) or self.node).span,
                        "add `along:`, for example `along: orthogonal`",
                    )
        return replace(
            move,
            origin=self._term("move", Kind.SITES),
            target=self._term("to", Kind.SITES, *travel) or EMPTY,
            along=along,
            distance=self._distance(self.node.get("distance"), self._at("distance", "from", *chosen)),
            through=self._term("through", Kind.SITES, *travel) or EMPTY,
            amount=amount,
        )

    def _sowing(self, move: Move) -> Move:
        needs_piles(self.reader, self.pieces, "`sow`", (self.node.key("sow") or self.node).span)
        along = self._at("along", "from").optional(self.node.get("along"), Kind.DIRECTIONS)
        walks = self.reader.scope.board.walks
        if along is not None and any(walks[way] for way in _named_ways(along)):
            self.reader.report.error(
                "no-direction",
                f"the move `{self.name}` cannot sow along a track that comes to a site twice",
                (self.node.get("along") or self.node).span,
                "let the track come to each site once, or make two tracks of it",
            )
        return replace(
            move,
            origin=self._term("sow", Kind.SITES),
            along=along,
            skipped=self._term("except", Kind.SITES, "from", "heading"),
        )

    def _amount(self, *words: str) -> Term | None:
        """How many pieces of a pile go: a number, or a range from which the player chooses."""
        node, reader = self.node.get("amount"), self._at("amount", *words)
        if not isinstance(node, Sequence) and not (isinstance(node, Scalar) and node.text == "any"):
            return read_amount(node, reader, self.pieces)
        needs_piles(reader, self.pieces, "`amount`", node.span)
        return self._range(node, reader, "an amount")

    def _distance(self, node: Node | None, reader: Reader) -> Term:
        if node is None or is_null(node):
            return ONE_STEP
        if not isinstance(node, Mapping):
            return self._range(node, reader, "a distance")
        each = {entry.key.text: entry for entry in node.entries}
        missing = [player for player in reader.scope.players if player not in each]
        for entry in node.entries:
            reader.lookup(entry.key, "player", reader.scope.players)
        if missing:
            reader.report.error(
                "unknown-player",
                f"this map says nothing for {', '.join(missing)}",
                node.span,
                "give every player a value",
            )
            return ONE_STEP
        ranges = tuple(self._distance(each[player].value, reader) for player in reader.scope.players)
        return Term("by-player", Kind.NUMBER, ranges, span=node.span)

    @staticmethod
    def _range(node: Node, reader: Reader, what: str) -> Term:
        """`n`, `[least, most]` or `any`."""
        parts = [parse_expression(item) for item in scalars(node)]
        found = [part for part in parts if isinstance(part, Syntax)]
        for part in parts:
            if not isinstance(part, Syntax):
                reader.report.add(part)
        whole = isinstance(node, Scalar) and len(found) == 1
        if whole or (len(parts) == 2 and len(found) == 2):
            syntax = found[0] if whole else Syntax("sequence", "", tuple(found), node.span)
            return distance(Elaborator(reader.scope, reader.report.add), syntax, what)
        if len(found) == len(parts):
            reader.report.error(
                "wrong-kind",
                f"{what} is a number, `any`, or a list of least and most",
                node.span,
                "for example `[1, 3]`",
            )
        return ONE_STEP

    def _candidate(self, move: Move) -> Move:
        """What is asked of a candidate, and what follows it."""
        words = (*WORDS[move.verb], *(("amount",) if move.chooses_amount else ()))
        lets: dict[str, Local] = {}
        scope = self.reader.scope
        node = mapping(self.node.get("let"))
        for entry in node.entries if node else ():
            name, place = entry.key.text, self._at("let", *words)
            if name in scope.known() or meaning(name, scope.language):
                self.reader.report.error(
                    "name-taken", f"`{name}` has a meaning already", entry.key.span, "give it another name"
                )
            value = replace(place, scope=place.scope.binding(lets)).term(entry.value, None)
            readings = {name: value}
            if value.kind is Kind.OPEN:  # a set here, a condition there: both are kept
                readings = {name: value.args[0], f"{name}?": value.args[1]}
            locals_ = tuple(Term("local", term.kind, value=key, span=value.span) for key, term in readings.items())
            lets[name] = Term("open", Kind.OPEN, locals_, span=value.span) if len(locals_) > 1 else locals_[0]
            move = replace(move, lets=(*move.lets, *readings.items()))
        inner = replace(self.reader, scope=scope.binding(lets))

        def term(key: str, wanted: Kind) -> Term | None:
            return inner.at(f"in `{key}` of the move `{self.name}`", *words).optional(self.node.get(key), wanted)

        return replace(
            move,
            when=term("when", Kind.YES_NO),
            leaves=term("leaves", Kind.YES_NO),
            selectors=read_selectors(self.node, inner.at(f"in a choice of the move `{self.name}`", *words)),
            effects=read_effects(
                self.node.get("then"),
                inner.at(f"in `then` of the move `{self.name}`", *words),
                self.pieces,
                self.effects,
                choice=True,
            ),
            chance=self._chance(),
            into=read_into(
                self.node.get("into"), inner.at(f"in `into` of the move `{self.name}`", *words), self.pieces
            ),
        )

    def _chance(self) -> int:
        """How much each candidate weighs in the draw, 0 where a player chooses."""
        node = self.node.get("chance")
        value = node.value if isinstance(node, Scalar) else None
        if node is None or is_null(node):
            return 0
        if not isinstance(value, int) or not 0 < value <= MOST_WEIGHT:
            self.reader.report.error(
                "wrong-value",
                f"`chance` of the move `{self.name}` is no whole number from 1 to {MOST_WEIGHT:,}",
                node.span,
                "write `chance: 1` where all candidates are as likely, or a larger number where some come oftener",
            )
            return 1
        return value


def _named_ways(term: Term) -> frozenset[int]:
    """The directions that a term names, whatever else it holds."""
    ways: list[int] = []
    for part in term.walk():
        value: Any = part.value
        if part.op == "directions":
            ways += value
        elif part.op == "relative":
            ways += [way for each in value for way in each]
    return frozenset(ways)


def read_selectors(node: Mapping, reader: Reader) -> tuple[Selector, ...]:
    """`prefer`, `minimise`, `maximise`, in that order."""
    return tuple(
        Selector(how, reader.term(value, Kind.YES_NO if how == "prefer" else Kind.NUMBER))
        for how in SELECTORS
        for value in [node.get(how)]
        if value is not None and not is_null(value)
    )
