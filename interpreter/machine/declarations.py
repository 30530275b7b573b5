"""Reads what a game is played with: players, regions, pieces, definitions, memory and the set-up."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from interpreter.board.facing import relative_directions
from interpreter.diagnostics import Diagnostic
from interpreter.language.elaboration import MAX_EXPANSIONS, Elaborator
from interpreter.language.scope import STEP_WORDS, Definition, Region, Remembered, Scope, meaning
from interpreter.language.syntax import parse_expression
from interpreter.language.terms import Kind, member
from interpreter.machine.emblems import read_emblem
from interpreter.machine.reader import Reader, Report, is_null, mapping
from interpreter.machine.rules import Piece
from interpreter.source import Mapping, Node, Scalar, Sequence
from interpreter.source.versions import language_of

if TYPE_CHECKING:
    from collections.abc import Mapping as Names

    from interpreter.board.board import Board
    from interpreter.language.terms import Term
    from interpreter.source.document import Document

KINDS = {
    "site": Kind.SITE,
    "sites": Kind.SITES,
    "number": Kind.NUMBER,
    "yes/no": Kind.YES_NO,
    "player": Kind.PLAYER,
    "directions": Kind.DIRECTIONS,
}


def read_players(
    root: Mapping, board: Board, report: Report
) -> tuple[tuple[str, ...], tuple[dict[str, tuple[int, ...]], ...]]:
    """Names of the players in turn order, and for each what forward, backward and so on mean."""
    node = root.get("players")
    if isinstance(node, Sequence):
        names = tuple(item.text for item in node if isinstance(item, Scalar))
        return names, tuple(_own_tracks(board, name) for name in names)
    if not isinstance(node, Mapping):
        return (), ()
    facing: list[dict[str, tuple[int, ...]]] = []
    for entry in node.entries:
        value = entry.value
        faces = value.get("faces") if isinstance(value, Mapping) else None
        table: dict[str, tuple[int, ...]] = {}
        if isinstance(faces, Scalar):
            table = relative_directions(board, faces.text)
            if not table:
                report.error(
                    "unknown-direction",
                    f'this board has no direction "{faces.text}"',
                    faces.span,
                    f"it has {', '.join(board.directions[:12])}",
                )
        facing.append(table | _own_tracks(board, entry.key.text))
    return tuple(name for name, _ in node.items()), tuple(facing)


def _own_tracks(board: Board, player: str) -> dict[str, tuple[int, ...]]:
    """The directions of the tracks that a player has for themselves."""
    return {name: (own[player],) for name, own in board.tracks.items() if player in own}


def _check_tracks(reader: Reader, root: Mapping) -> None:
    """A track with a path for each player has one for every player, and for nobody else."""
    board, players = mapping(root.get("board")), reader.scope.players
    tracks = mapping(board.get("tracks")) if board else None
    for entry in tracks.entries if tracks else ():
        own = mapping(entry.value)
        known = [reader.lookup(player.key, "player", players) for player in own.entries] if own else []
        missing = [player for player in players if own and player not in own]
        if missing and None not in known:
            reader.report.error(
                "unknown-player",
                f"the track `{entry.key.text}` says nothing for {', '.join(missing)}",
                entry.key.span,
                "give every player a path",
            )


def read_scope(document: Document, board: Board, report: Report) -> Scope:
    """Everything that expressions of the game may name."""
    root = document.root
    players, facing = read_players(root, board, report)
    if not players:
        report.error(
            "missing-key", "a game needs at least one player", root.span, "for example `players: [black, white]`"
        )
    definitions = _definitions(root)
    scope = Scope(
        board=board,
        players=players,
        facing=facing,
        language=language_of(root),
        pieces=tuple(key.text for key in _keys(mapping(root.get("pieces")))),
        values=_values(root, document.numbers),
        definitions=definitions,
        memory=_memory(root),
        numbers=document.numbers,
        moves=tuple(key.text for key in _keys(mapping(root.get("moves")))),
        steps=_steps(root),
    )
    _check_names(scope, root, report)
    _check_tracks(Reader(scope, report), root)
    return _with_regions(scope, root, report)


def _values(root: Mapping, numbers: Names[str, int]) -> tuple[int, ...]:
    """What the kinds of pieces are worth."""
    node = mapping(root.get("pieces"))
    found = [value.get("value") if isinstance(value, Mapping) else None for _, value in (node.items() if node else ())]
    texts = [str(node.value) if isinstance(node, Scalar) else "" for node in found]
    return tuple(int(text) if text.isdecimal() else numbers.get(text, 0) for text in texts)


def check_definitions(scope: Scope, report: Report) -> None:
    """Reads every definition once where it stands, so that one that nobody uses is checked too.

    Comes after all that uses definitions: a finding in one that is used names the place that uses it. Definitions that
    grow too large together are not all read: the first that is too large has been told.
    """
    offered = replace(scope, words=frozenset({*STEP_WORDS, "heading", "it"}))
    budget = [5 * MAX_EXPANSIONS]
    for definition in scope.definitions.values():
        bodies = [definition.body] if isinstance(definition.body, Scalar) else list(definition.body.values())
        for body in bodies:
            found = _readings(offered, definition, body, budget)
            if budget[0] < 0:
                return
            if all(found):  # it reads neither as a value, also of a member, nor as directions
                for diagnostic in found[0]:
                    report.add(diagnostic)


def _readings(scope: Scope, definition: Definition, body: Scalar, budget: list[int]) -> list[list[Diagnostic]]:
    """What is wrong with a definition for each kind of place it may be used in."""
    if definition.parameters:
        syntax = parse_expression(body)
        return [[syntax] if isinstance(syntax, Diagnostic) else []]
    found: list[list[Diagnostic]] = []
    inside = replace(scope, it=member(0, Kind.SITES), level=1)
    for place, wanted in ((scope, None), (scope, Kind.DIRECTIONS), (inside, None)):
        problems: list[Diagnostic] = []
        Elaborator(place, problems.append, (definition,), budget=budget).scalar(body, wanted)
        found.append(problems)
        if not problems:
            break
    return found


def _definitions(root: Mapping) -> dict[str, Definition]:
    result: dict[str, Definition] = {}
    node = mapping(root.get("define"))
    for entry in node.entries if node else ():
        name, _, rest = entry.key.text.partition("(")
        parameters = tuple(part.strip() for part in rest.rstrip(") ").split(",") if part.strip())
        body: Scalar | dict[str, Scalar] | None = None
        if isinstance(entry.value, Scalar):
            body = entry.value
        elif isinstance(entry.value, Mapping):
            body = {player: value for player, value in entry.value.items() if isinstance(value, Scalar)}
        if body is None:
            continue
        result[name.strip()] = Definition(name.strip(), parameters, body, entry.key.span)
    return result


def _memory(root: Mapping) -> dict[str, Remembered]:
    result: dict[str, Remembered] = {}
    node = mapping(root.get("memory"))
    for index, (name, value) in enumerate(node.items() if node else ()):
        kind, until = (value.get("is"), value.get("until")) if isinstance(value, Mapping) else (None, None)
        result[name] = Remembered(
            name,
            KINDS.get(kind.text, Kind.SITES) if isinstance(kind, Scalar) else Kind.SITES,
            until.text if isinstance(until, Scalar) else "game ends",
            index,
        )
    return result


def _steps(root: Mapping) -> tuple[str, ...]:
    names: list[str] = []
    phases = mapping(root.get("phases"))
    for phase in [root.get("play"), *(value for _, value in (phases.items() if phases else ()))]:
        turn = phase.get("turn") if isinstance(phase, Mapping) else None
        if isinstance(turn, Scalar):
            names.append(turn.text)
        elif isinstance(turn, Mapping):
            names += [name for name, _ in turn.items()]
    return tuple(dict.fromkeys(names))


def _check_names(scope: Scope, root: Mapping, report: Report) -> None:
    """A name means one thing, so that a rule can be read without knowing where it stands."""
    seen: dict[str, str] = {}
    board = mapping(root.get("board"))
    players = root.get("players")
    names = [(key, "a player") for key in _keys(players)]
    for table, what in (
        (root.get("pieces"), "a piece"),
        (board.get("regions") if board else None, "a region"),
        (root.get("define"), "a definition"),
        (root.get("memory"), "a remembered name"),
    ):
        names += [(key, what) for key in _keys(table)]
    seen.update(dict.fromkeys(scope.numbers, "a number option"))
    for site in scope.board.sites:
        if board is not None and (told := meaning(site, scope.language)):
            message = f"a site is called `{site}`, which is {told}"
            where = board.get("lines") or board.get("sites") or board
            report.error("name-taken", message, where.span, "give the site another name")
    for key, what in names:
        name, _, rest = key.text.partition("(")
        name = name.strip()
        called = what in {"a definition", "a region"}
        other = (
            seen.get(name)
            or meaning(name, scope.language, called=called)
            or ("a site of the board" if name in scope.board.index else None)
        )
        if what == "a player" and name in scope.board.regions:
            other = other or "a region of this board"
        if other:
            report.error("name-taken", f"`{name}` is {other} already", key.span, "give this one another name")
        seen[name] = what
        for parameter in rest.rstrip(") ").split(","):
            if told := meaning(parameter.strip(), scope.language):
                message = f"`{parameter.strip()}` is {told} already"
                report.error("name-taken", message, key.span, "give the parameter another name")


def _keys(node: Node | None) -> list[Scalar]:
    """The names that a list or a map declares."""
    if isinstance(node, Mapping):
        return [entry.key for entry in node.entries]
    return [item for item in node if isinstance(item, Scalar)] if isinstance(node, Sequence) else []


def _with_regions(scope: Scope, root: Mapping, report: Report) -> Scope:
    board = mapping(root.get("board"))
    node = mapping(board.get("regions")) if board else None
    waiting = list(node.entries) if node else []
    while waiting:
        later = []
        for entry in waiting:
            trial = Report()
            bits = _region(Reader(replace(scope, static=True), trial), entry.value)
            if bits is None:
                later.append((entry, trial))
            else:
                scope = replace(scope, regions={**scope.regions, entry.key.text: Region(entry.key.text, bits)})
        if len(later) == len(waiting):  # no region became known: what is said of these stands
            for entry, trial in later:
                for diagnostic in trial.found:
                    report.add(diagnostic)
                # It stays known by name, so that its name gives no second message.
                scope = replace(scope, regions={**scope.regions, entry.key.text: Region(entry.key.text, 0)})
            break
        waiting = [entry for entry, _ in later]
    return scope


def _region(reader: Reader, value: Node) -> int | tuple[int, ...] | None:
    """The sites of a region, one set for each player where they differ, or None after a finding."""
    term = reader.term(value, Kind.SITES)
    if term.op != "by-player":
        return constant_set(reader, term)
    parts = [constant_set(reader, part) for part in term.args]
    known = tuple(part for part in parts if part is not None)
    return known if len(known) == len(parts) else None


def constant_set(reader: Reader, term: Term) -> int | None:
    """The sites of a set that does not depend on the position, or None after a finding."""
    if term.op == "sites":
        return int(str(term.value))
    if term.kind is not Kind.UNKNOWN and term.span:
        reader.report.error(
            "needs-position",
            "this set changes during the game, and here stands one that is fixed",
            term.span,
            "name sites, ranks, files or regions, joined by and, or, not and near",
        )
    return None


def read_pieces(root: Mapping, scope: Scope, report: Report) -> tuple[Piece, ...]:
    """The kinds of pieces."""
    node = mapping(root.get("pieces"))
    result: list[Piece] = []
    reader = Reader(scope, report)
    for entry in node.entries if node else ():
        value = mapping(entry.value) or Mapping((), entry.key.span)
        owner_node, letter, pile = value.get("owner"), value.get("letter"), value.get("pile")
        owner: int | None = None
        if isinstance(owner_node, Scalar) and owner_node.text == "nobody":
            owner = len(scope.players)
        elif isinstance(owner_node, Scalar) and owner_node.text != "each":
            owner = reader.lookup(owner_node, "player", scope.players)
        result.append(
            Piece(
                entry.key.text,
                owner,
                _hand(reader, value.get("hand"), owner),
                letter.text if isinstance(letter, Scalar) else "",
                len(result),
                entry.key.span,
                pile.text if isinstance(pile, Scalar) and not is_null(pile) else "",
                read_emblem(value.get("emblem"), report),
            )
        )
    return tuple(_held(reader, node, number, result) for number in range(len(result)))


def _held(reader: Reader, node: Mapping | None, number: int, pieces: list[Piece]) -> Piece:
    """A kind, and what a piece of it is in a hand."""
    value = mapping(node.entries[number].value) if node else None
    name = value.get("held as") if value else None
    if not isinstance(name, Scalar) or is_null(name):
        return pieces[number]
    held = reader.lookup(name, "piece", [piece.name for piece in pieces])
    if held is None:
        return pieces[number]
    if pieces[held].hand is None:
        reader.report.error(
            "wrong-hand", f"{name.text} is not held in hand", name.span, f"add `hand: 0` to `{name.text}`"
        )
    return replace(pieces[number], held=held)


def _hand(reader: Reader, node: Node | None, owner: int | None) -> tuple[int, ...] | None:
    """What each player holds at the start; one number is for all, or for the only player who may own the kind."""
    players = reader.scope.players
    if node is None or is_null(node):
        return None
    if isinstance(node, Scalar):
        count = read_count(reader, node)
        only = owner if owner is not None and owner < len(players) else None
        return tuple(count if only in {None, player} else 0 for player in range(len(players)))
    if isinstance(node, Mapping):
        counts = dict.fromkeys(players, 0)
        for entry in node.entries:
            if reader.lookup(entry.key, "player", players) is not None and isinstance(entry.value, Scalar):
                counts[entry.key.text] = read_count(reader, entry.value)
        return tuple(counts.values())
    return None


def read_count(reader: Reader, node: Scalar) -> int:
    """A whole number that does not depend on the position, 0 after a finding."""
    term = reader.term(node, Kind.NUMBER)
    if term.op == "number" and isinstance(term.value, int) and term.value >= 0:
        return term.value
    if term.kind is not Kind.UNKNOWN:
        reader.report.error("wrong-kind", "a whole number, 0 or more, is expected here", node.span)
    return 0
