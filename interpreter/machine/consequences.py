"""Reads consequences: `then`, `effects`, and what they act on."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from interpreter.language.elaboration import Elaborator
from interpreter.language.syntax import Syntax, parse_expression
from interpreter.language.terms import Kind, Term
from interpreter.machine.reader import Reader, is_null, mapping, scalars
from interpreter.machine.rules import NOWHERE, Effect, Into, Piece
from interpreter.source import Mapping, Node, Scalar, Sequence

if TYPE_CHECKING:
    from interpreter.diagnostics import Span

ACTIONS = ("capture", "remove", "flip", "become", "place", "promote", "shift", "remember", "reset", "award")
BESIDE = ("if", "on", "into", "amount", "beneath", "of")  # keys that stand beside an action


def read_into(node: Node | None, reader: Reader, pieces: tuple[Piece, ...]) -> Into:
    """Where captured pieces go: `hand(me)`, `hand(owner)`, `under(site)`, or a site."""
    if not isinstance(node, Scalar) or is_null(node):
        return NOWHERE
    hand = {"hand": "me", "hand(me)": "me", "hand(owner)": "owner"}.get(node.text.replace(" ", ""))
    if hand is not None:
        return Into(hand)
    syntax = parse_expression(node)
    if isinstance(syntax, Syntax) and syntax.form == "call" and syntax.text == "under" and len(syntax.parts) == 1:
        needs_piles(reader, pieces, "`under`", node.span)
        return Into("under", Elaborator(reader.scope, reader.report.add).term(syntax.parts[0], Kind.SITE))
    return Into("on", reader.term(node, Kind.SITE))


def needs_piles(reader: Reader, pieces: tuple[Piece, ...], what: str, span: Span) -> None:
    """Something that has no meaning where no piece lies on another."""
    if not any(piece.pile for piece in pieces):
        name = pieces[0].name if pieces else "seed"
        reader.report.error(
            "no-pile", f"{what} speaks of piles, and no piece of this game lies on another", span,
            f"let pieces lie on each other: `{name}: {{pile: alike}}`",
        )  # fmt: skip


def read_amount(node: Node | None, reader: Reader, pieces: tuple[Piece, ...], what: str = "`amount`") -> Term | None:
    """How many pieces of a pile are meant, by a number; `what` is how messages call the key."""
    if node is None or is_null(node):
        return None
    needs_piles(reader, pieces, what, node.span)
    return reader.term(node, Kind.NUMBER)


def _read_owners(node: Node | None, reader: Reader, pieces: tuple[Piece, ...]) -> Term | None:
    """Whose pieces of a pile are meant."""
    if node is None or is_null(node):
        return None
    needs_piles(reader, pieces, "`of`", node.span)
    return reader.term(node, Kind.PLAYERS)


def read_effects(
    node: Node | None, reader: Reader, pieces: tuple[Piece, ...], effects: Mapping | None, *, choice: bool = False
) -> tuple[Effect, ...]:
    """Consequences: the name of an effect, a named map of them, or a list.

    `choice` says that the player may choose what a piece is promoted to: only in the `then` of a move.
    """
    if node is None or is_null(node):
        return ()
    if isinstance(node, Scalar):
        names = [name for name, _ in effects.items()] if effects else []
        index = reader.lookup(node, "effect", names)
        return (
            ()
            if index is None or effects is None
            else read_effects(effects.entries[index].value, reader, pieces, None, choice=choice)
        )
    if isinstance(node, Sequence):
        return tuple(effect for item in node for effect in read_effects(item, reader, pieces, effects, choice=choice))
    if _is_consequence(node):
        if "become" in node:
            return _become(node, reader, pieces)
        effect = _effect(node, reader, pieces, choice=choice)
        return () if effect is None else (effect,)
    return tuple(
        effect for _, value in node.items() for effect in read_effects(value, reader, pieces, effects, choice=choice)
    )


def _is_consequence(node: Mapping) -> bool:
    """Whether a map is one consequence, rather than named ones (which may be named like a consequence)."""
    keys = [name for name, _ in node.items()]
    found = [name for name in keys if name in ACTIONS]
    if not found or not set(keys) <= {*ACTIONS, *BESIDE}:
        return False
    inner = node.get(found[0])
    return not (isinstance(inner, Mapping) and any(action in inner for action in ACTIONS))


def read_kinds(node: Node | None, reader: Reader, pieces: tuple[Piece, ...]) -> tuple[tuple[int, ...], ...]:
    """For each player, the kinds that a value names. A player may place a piece that belongs to another."""
    players = reader.scope.players
    if isinstance(node, Mapping):
        table: dict[str, tuple[int, ...]] = dict.fromkeys(players, ())
        for entry in node.entries:
            number = reader.lookup(entry.key, "player", players)
            if number is not None:
                table[entry.key.text] = read_kinds(entry.value, reader, pieces)[number]
        return tuple(table.values())
    names = [piece.name for piece in pieces]
    found = [reader.lookup(name, "piece", names) for name in scalars(node)]
    return (tuple(kind for kind in found if kind is not None),) * len(players)


def _become(node: Mapping, reader: Reader, pieces: tuple[Piece, ...]) -> tuple[Effect, ...]:
    """What pieces become: another player's, another kind, or both, one after the other."""
    value = node.get("become")
    assert value is not None  # noqa: S101 - the caller has looked
    sites = reader.optional(node.get("on"), Kind.SITES) or reader.term(_word("to", value.span), Kind.SITES)
    shared = replace(_shared("flip", node, reader, pieces), sites=sites)
    names = {piece.name for piece in pieces}
    kinds = [part for part in scalars(value) if part.text in names]
    players = [part for part in scalars(value) if part.text not in names]
    if max(len(kinds), len(players)) > 1:
        reader.report.error(
            "wrong-kind", "a piece becomes of one kind, and one player's", value.span,
            "name one kind, one player, or one of each; where the player chooses the kind, write `promote:`",
        )  # fmt: skip
        return ()
    found = [replace(shared, owner=reader.term(player, Kind.PLAYER)) for player in players]
    if kinds or isinstance(value, Mapping):
        each = read_kinds(value if isinstance(value, Mapping) else kinds[0], reader, pieces)
        if any(len(own) != 1 for own in each):
            if not reader.report.failed:
                reader.report.error("wrong-kind", "`become` needs one piece for every player", value.span)
            return ()
        # A piece is still of those that `of` speaks of when its kind changes, and not when its owner has; and what is
        # nobody's may go to a player once it is of a kind that players have.
        first = shared.of is not None or all(pieces[kind].owner is None for own in each for kind in own)
        found.insert(0 if first else len(found), replace(shared, action="promote", pieces=each))
    return tuple(found)


def _shared(action: str, node: Mapping, reader: Reader, pieces: tuple[Piece, ...]) -> Effect:
    """What all consequences may say: when they follow, and on which pieces of piles they act."""
    return Effect(
        action,
        reader.optional(node.get("if"), Kind.YES_NO),
        amount=read_amount(node.get("amount"), reader, pieces),
        beneath=read_amount(node.get("beneath"), reader, pieces, "`beneath`"),
        of=_read_owners(node.get("of"), reader, pieces),
    )


def _effect(node: Mapping, reader: Reader, pieces: tuple[Piece, ...], *, choice: bool) -> Effect | None:
    action = next(action for action in ACTIONS if action in node)
    value = node.get(action)
    assert value is not None  # noqa: S101 - `action in node`
    effect = replace(_shared(action, node, reader, pieces), into=read_into(node.get("into"), reader, pieces))
    match action:
        case "capture" | "remove" | "flip":
            return replace(effect, sites=reader.term(value, Kind.SITES))
        case "place" | "promote":
            kinds = read_kinds(value, reader, pieces)
            on = reader.optional(node.get("on"), Kind.SITES)
            if on is None and action == "place":
                reader.report.error(
                    "missing-key", "`place` does not say where", value.span, "add `on:` with a set of sites"
                )
                return None
            if on is None:
                on = reader.term(_word("to", value.span), Kind.SITES)
            if not all(kinds):
                if not reader.report.failed:
                    reader.report.error("wrong-kind", f"`{action}` needs a piece for every player", value.span)
                return None
            if max(map(len, kinds), default=0) > 1 and not (choice and action == "promote"):
                reader.report.error(
                    "wrong-kind",
                    f"`{action}` names one piece here: a player chooses only what the `then` of a move promotes to",
                    value.span,
                    "name one piece, or one for each player",
                )
                return None
            return replace(effect, sites=on, pieces=kinds)
        case "shift":
            table = mapping(value) or Mapping((), value.span)
            origin, target = (reader.optional(table.get(key), Kind.SITES) for key in ("from", "to"))
            if origin is None or target is None:
                reader.report.error("missing-key", "`shift` needs `from:` and `to:`", value.span)
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
