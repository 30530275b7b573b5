"""Reads `moves` and `effects`."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from interpreter.language.calls import distance
from interpreter.language.elaboration import Elaborator
from interpreter.language.names import EMPTY
from interpreter.language.syntax import Syntax, parse_expression
from interpreter.language.terms import Kind, Term, number
from interpreter.machine.reader import Reader, is_null, mapping, scalars
from interpreter.machine.rules import Effect, Move, Piece, Selector
from interpreter.source import Mapping, Node, Scalar, Sequence

if TYPE_CHECKING:
    from interpreter.diagnostics import Span
    from interpreter.language.elaboration import Local

VERBS = ("place", "move", "remove", "pass", "swap")
# The words of the step that a verb gives to what follows it.
WORDS = {
    "place": ("to",),
    "move": ("from", "to", "over", "heading"),
    "remove": ("at",),
    "pass": (),
    "swap": (),
}
ACTIONS = ("capture", "remove", "flip", "place", "promote", "shift", "remember", "reset", "award")
SELECTORS = ("prefer", "minimise", "maximise")


def read_moves(root: Mapping, reader: Reader, pieces: tuple[Piece, ...]) -> tuple[Move, ...]:
    """All moves, in the order of the file."""
    node = mapping(root.get("moves"))
    effects = mapping(root.get("effects"))
    if effects is not None:
        _check_unused(effects, reader)
    return tuple(
        _MoveReader(reader, pieces, effects, name, mapping(value) or Mapping((), value.span), value.span).read()
        for name, value in (node.items() if node else ())
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
        self,
        reader: Reader,
        pieces: tuple[Piece, ...],
        effects: Mapping | None,
        name: str,
        node: Mapping,
        span: Span,
    ) -> None:
        self.reader, self.pieces, self.effects, self.name, self.node, self.span = (
            reader,
            pieces,
            effects,
            name,
            node,
            span,
        )

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
                move = replace(move, origin=self._term("remove", Kind.SITES))
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
            pieces=self._pieces(self.node.get("place"), "place"),
            target=self._term("to", Kind.SITES) or (None if "onto" in self.node else EMPTY),
            onto=self._term("onto", Kind.SITES),
        )

    def _pieces(self, node: Node | None, key: str) -> tuple[tuple[int, ...], ...]:
        """The kinds each player may place."""
        players = self.reader.scope.players
        if isinstance(node, Mapping):
            table: dict[str, tuple[int, ...]] = dict.fromkeys(players, ())
            for entry in node.entries:
                if self.reader.lookup(entry.key, "player", players) is not None:
                    table[entry.key.text] = self._kinds(entry.value, players.index(entry.key.text), key)
            return tuple(table.values())
        return tuple(self._kinds(node, player, key) for player in range(len(players)))

    def _kinds(self, node: Node | None, player: int, key: str) -> tuple[int, ...]:
        names = [piece.name for piece in self.pieces]
        found = [self.reader.lookup(name, "piece", names) for name in scalars(node)]
        kinds = tuple(kind for kind in found if kind is not None)
        return (
            kinds
            if key != "place"
            else tuple(k for k in kinds if self.pieces[k].owner in {None, player, len(self.reader.scope.players)})
        )

    def _moving(self, move: Move) -> Move:
        travel = ("from", "heading")
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
            distance=self._distance(),
            through=self._term("through", Kind.SITES, *travel) or EMPTY,
        )

    def _distance(self) -> Term:
        node = self.node.get("distance")
        reader = self._at("distance", "from")
        elaborator = Elaborator(reader.scope, reader.report.add)
        if isinstance(node, Sequence) and len(node) == 2 and all(isinstance(item, Scalar) for item in node):
            parts = [parse_expression(item) for item in node if isinstance(item, Scalar)]
            if all(isinstance(part, Syntax) for part in parts):
                both = tuple(part for part in parts if isinstance(part, Syntax))
                return distance(elaborator, Syntax("sequence", "", both, node.span))
        elif isinstance(node, Scalar) and not is_null(node):
            syntax = parse_expression(node)
            if isinstance(syntax, Syntax):
                return distance(elaborator, syntax)
            reader.report.add(syntax)
        elif node is not None and not is_null(node):
            reader.report.error(
                "wrong-kind",
                "a distance is a number, `any`, or a list of least and most",
                node.span,
                "for example `[1, 3]`",
            )
        return Term("range", Kind.NUMBER, (number(1), number(1)))

    def _candidate(self, move: Move) -> Move:
        """What is asked of a candidate, and what follows it."""
        words = WORDS[move.verb]
        lets: dict[str, Local] = {}
        scope = self.reader.scope
        node = mapping(self.node.get("let"))
        for entry in node.entries if node else ():
            name, place = entry.key.text, self._at("let", *words)
            if name in scope.known():
                self.reader.report.error(
                    "name-taken", f"`{name}` has a meaning already", entry.key.span, "give it another name"
                )
            value = replace(place, scope=place.scope.binding(lets)).term(entry.value, None)
            lets[name] = Term("local", value.kind, value=name, span=value.span)
            move = replace(move, lets=(*move.lets, (name, value)))
        inner = replace(self.reader, scope=scope.binding(lets))

        def term(key: str, wanted: Kind) -> Term | None:
            return inner.at(f"in `{key}` of the move `{self.name}`", *words).optional(self.node.get(key), wanted)

        into = self.node.get("into")
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
            ),
            into=into_hand(into, self.reader),
        )


def read_selectors(node: Mapping, reader: Reader) -> tuple[Selector, ...]:
    """`prefer`, `minimise`, `maximise`, in that order."""
    return tuple(
        Selector(how, reader.term(value, Kind.YES_NO if how == "prefer" else Kind.NUMBER))
        for how in SELECTORS
        for value in [node.get(how)]
        if value is not None and not is_null(value)
    )


def into_hand(node: Node | None, reader: Reader) -> str:
    """Whose hand captured pieces go to: "me", "owner", or "" for out of play."""
    if not isinstance(node, Scalar) or is_null(node):
        return ""
    text = node.text.replace(" ", "")
    if text in {"hand(me)", "hand"}:
        return "me"
    if text == "hand(owner)":
        return "owner"
    reader.report.error(
        "wrong-kind", f"`into: {node.text}` is not a place for pieces", node.span, "write `hand(me)` or `hand(owner)`"
    )
    return ""


def read_effects(
    node: Node | None, reader: Reader, pieces: tuple[Piece, ...], effects: Mapping | None
) -> tuple[Effect, ...]:
    """Consequences: the name of an effect, a named map of them, or a list."""
    if node is None or is_null(node):
        return ()
    if isinstance(node, Scalar):
        names = [name for name, _ in effects.items()] if effects else []
        index = reader.lookup(node, "effect", names)
        return (
            () if index is None or effects is None else read_effects(effects.entries[index].value, reader, pieces, None)
        )
    if isinstance(node, Sequence):
        return tuple(effect for item in node for effect in read_effects(item, reader, pieces, effects))
    if any(action in node and not isinstance(node.get(action), Mapping) for action in ACTIONS) or (
        len(node) <= 2 and any(action in node for action in ("shift", "remember", "award"))
    ):
        effect = _effect(node, reader, pieces)
        return () if effect is None else (effect,)
    return tuple(effect for _, value in node.items() for effect in read_effects(value, reader, pieces, effects))


def _effect(node: Mapping, reader: Reader, pieces: tuple[Piece, ...]) -> Effect | None:
    action = next(action for action in ACTIONS if action in node)
    value = node.get(action)
    assert value is not None  # noqa: S101 - `action in node`
    effect = Effect(action, reader.optional(node.get("if"), Kind.YES_NO), into=into_hand(node.get("into"), reader))
    names = [piece.name for piece in pieces]
    match action:
        case "capture" | "remove" | "flip":
            return replace(effect, sites=reader.term(value, Kind.SITES))
        case "place" | "promote":
            found = [reader.lookup(name, "piece", names) for name in scalars(value)]
            on = reader.optional(node.get("on"), Kind.SITES)
            if on is None and action == "place":
                reader.report.error(
                    "no-place", "`place` does not say where", value.span, "add `on:` with a set of sites"
                )
                return None
            if on is None:
                on = reader.term(_word("to", value.span), Kind.SITES)
            return replace(effect, sites=on, pieces=tuple(kind for kind in found if kind is not None))
        case "shift":
            table = mapping(value) or Mapping((), value.span)
            origin, target = (reader.optional(table.get(key), Kind.SITES) for key in ("from", "to"))
            if origin is None or target is None:
                reader.report.error("no-place", "`shift` needs `from:` and `to:`", value.span)
                return None
            return replace(effect, sites=origin, target=target)
        case "remember":
            memory = reader.scope.memory
            values: list[tuple[int, Term]] = []
            table = mapping(value) or Mapping((), value.span)
            for entry in table.entries:
                index = reader.lookup(entry.key, "remembered name", memory, "unknown-name")
                if index is not None:
                    values.append((index, reader.term(entry.value, memory[entry.key.text].kind)))
            return replace(effect, values=tuple(values))
        case "award":
            players = reader.scope.players
            if isinstance(value, Mapping):
                pairs = [
                    (reader.lookup(entry.key, "player", players), reader.term(entry.value, Kind.NUMBER))
                    for entry in value.entries
                ]
                return replace(effect, values=tuple((player, term) for player, term in pairs if player is not None))
            return replace(effect, values=((-1, reader.term(value, Kind.NUMBER)),))
        case _:  # reset: quiet is all that can be reset
            return effect


def _word(text: str, span: Span) -> Scalar:
    return Scalar(text, text, span)
