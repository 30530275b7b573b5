"""Reads positions: the set-up of a game, and those of scenarios; diagrams, or maps of sites."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from interpreter.board.board import members
from interpreter.board.diagram import parse_cells
from interpreter.language.terms import Kind
from interpreter.machine.consequences import needs_piles
from interpreter.machine.declarations import constant_set, read_count
from interpreter.machine.letters import letters_of
from interpreter.machine.piles import Pile, Setting, joins, read_pile, setting_of
from interpreter.machine.reader import Reader, Report, is_null, mapping
from interpreter.source import Mapping, Node, Scalar, Sequence

if TYPE_CHECKING:
    from interpreter.diagnostics import Span
    from interpreter.language.scope import Scope
    from interpreter.machine.rules import Piece


def read_position(
    node: Node | None, scope: Scope, pieces: tuple[Piece, ...], letters: dict[str, tuple[int, int]], report: Report
) -> Setting:
    """Where pieces stand in a set-up, a diagram or a map; also used for positions of scenarios.

    In a map, what comes later lies on what stands before, where pieces may lie on each other.
    """
    piles: dict[int, Pile] = {}

    def put(bits: int, pile: Pile, span: Span) -> None:
        for site in members(bits if pile else 0):
            there = piles.get(site, ())
            if there and not joins(pieces, pile[0], there[-1]):
                report.error(
                    "set-up-twice",
                    f"two pieces are set up on {scope.board.sites[site]}",
                    span,
                    "a site holds one piece, unless its kind says `pile:`",
                )
                return
            piles[site] = (*there, *pile)

    if isinstance(node, Mapping) and "diagram" in node:
        letters = {**letters, **_own_letters(mapping(node.get("letters")), scope, pieces, report)}
        node = node.get("diagram")
    if isinstance(node, Scalar) and not is_null(node):
        cells, problems = parse_cells(scope.board, node)
        for problem in problems:
            report.add(problem)
        unknown: set[str] = set()
        for site, token, span in cells:
            pile = read_pile(token, pieces, letters)
            if pile is not None:
                put(1 << site, pile, span)
            elif token not in unknown:
                unknown.add(token)
                known = ", ".join(
                    f"{letter} ({_owner(scope, owner, pieces[kind].name)})" for letter, (owner, kind) in letters.items()
                )
                report.error(
                    "unknown-letter",
                    f"no piece is drawn as `{token}`",
                    span,
                    f"letters here: {known}; `.` is an empty site",
                )
    elif isinstance(node, Mapping):
        for bits, pile, span in _sites_by_name(node, scope, pieces, report):
            put(bits, pile, span)
    return setting_of(piles, len(scope.players) + 1, pieces, len(scope.board.sites))


def _owner(scope: Scope, owner: int, kind: str) -> str:
    return f"{scope.players[owner]}'s {kind}" if owner < len(scope.players) else kind


def _own_letters(
    node: Mapping | None, scope: Scope, pieces: tuple[Piece, ...], report: Report
) -> dict[str, tuple[int, int]]:
    reader, names = Reader(scope, report), [piece.name for piece in pieces]
    result: dict[str, tuple[int, int]] = {}
    for letter, value in node.items() if node else ():
        words = [item for item in value if isinstance(item, Scalar)] if isinstance(value, Sequence) else [value]
        owner: int | None = None
        kind: int | None = None
        for word in words:
            if isinstance(word, Scalar) and word.text in scope.players:
                owner = scope.players.index(word.text)
            elif isinstance(word, Scalar):
                kind = reader.lookup(word, "piece", names)
        if kind is not None:
            fixed = pieces[kind].owner
            result[letter] = (fixed if fixed is not None else owner or 0, kind)
    return result


def _sites_by_name(
    node: Mapping, scope: Scope, pieces: tuple[Piece, ...], report: Report
) -> list[tuple[int, Pile, Span]]:
    reader = Reader(replace(scope, static=True), report)
    names = [piece.name for piece in pieces]
    result: list[tuple[int, Pile, Span]] = []

    def add(value: Node, owner: int | None, kind: int, span: Span) -> None:
        fixed = pieces[kind].owner
        if fixed is None and owner is None:
            report.error(
                "set-up-owner",
                f"whose {names[kind]} is this?",
                span,
                f"write `{names[kind]}: {{{next(iter(scope.players), 'black')}: ...}}`",
            )
            return
        if fixed is not None and owner is not None and fixed != owner:
            report.error(
                "set-up-owner",
                f"{scope.players[owner]} has no piece of the kind {names[kind]}",
                span,
                f"it belongs to {scope.players[fixed] if fixed < len(scope.players) else 'nobody'}, as `pieces` says",
            )
            return
        several, amount = _is_pile(value), 1
        if isinstance(value, Mapping) and several:
            number = value.get("amount")
            needs_piles(reader, pieces, "`amount`", (value.key("amount") or value).span)
            amount = read_count(reader, number) if isinstance(number, Scalar) else 0
            value = value.get("on") or value
        bits = constant_set(reader, reader.term(value, Kind.SITES))
        piece = fixed if fixed is not None else owner or 0, kind
        result.append((bits or 0, (piece,) * amount, value.span))

    for entry in node.entries:
        name = entry.key.text
        inner = entry.value if isinstance(entry.value, Mapping) and not _is_pile(entry.value) else None
        if name in scope.players:
            owner = scope.players.index(name)
            if inner is None:
                candidates = [k for k, piece in enumerate(pieces) if piece.owner in {None, owner}]
                if len(candidates) != 1:
                    report.error(
                        "set-up-owner",
                        f"{name} has more than one kind of piece" if candidates else f"{name} has no kind of piece",
                        entry.key.span,
                        f"say which: `{name}: {{{names[candidates[0]] if candidates else 'man'}: ...}}`",
                    )
                    continue
                add(entry.value, owner, candidates[0], entry.key.span)
                continue
            for piece in inner.entries:
                kind = reader.lookup(piece.key, "piece", names)
                if kind is not None:
                    add(piece.value, owner, kind, piece.key.span)
            continue
        kind = reader.lookup(entry.key, "piece", [*names])
        if kind is None:
            continue
        if inner is None:
            add(entry.value, None, kind, entry.key.span)
            continue
        for player in inner.entries:
            number = reader.lookup(player.key, "player", scope.players)
            if number is not None:
                add(player.value, number, kind, player.key.span)
    return result


def _is_pile(node: Node) -> bool:
    """Whether a value is `{on: sites, amount: number}` rather than a map from player or piece."""
    return isinstance(node, Mapping) and "on" in node


def read_setup(root: Mapping, scope: Scope, pieces: tuple[Piece, ...], report: Report) -> Setting:
    """Where pieces stand at the start."""
    return read_position(root.get("setup"), scope, pieces, letters_of(scope.players, pieces), report)


def read_letters(root: Mapping, scope: Scope, pieces: tuple[Piece, ...]) -> dict[str, tuple[int, int]]:
    """How pieces are drawn in diagrams: letter -> owner and kind. The file's own letters come first."""
    setup = mapping(root.get("setup"))
    own = _own_letters(mapping(setup.get("letters")), scope, pieces, Report()) if setup else {}
    return {**own, **{letter: what for letter, what in letters_of(scope.players, pieces).items() if letter not in own}}
