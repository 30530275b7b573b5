"""Reads what a game is played with: players, regions, pieces, definitions, memory and the set-up."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from interpreter.board.board import relative_directions
from interpreter.board.diagram import parse_cells
from interpreter.language.scope import Definition, Region, Remembered, Scope, meaning
from interpreter.language.terms import Kind
from interpreter.machine.letters import letters_of
from interpreter.machine.reader import Reader, Report, is_null, mapping
from interpreter.machine.rules import Piece
from interpreter.source import Mapping, Node, Scalar, Sequence

if TYPE_CHECKING:
    from interpreter.board.board import Board
    from interpreter.diagnostics import Span
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
        return names, tuple({} for _ in names)
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
        facing.append(table)
    return tuple(name for name, _ in node.items()), tuple(facing)


def read_scope(document: Document, board: Board, report: Report) -> Scope:
    """Everything that expressions of the game may name."""
    root = document.root
    players, facing = read_players(root, board, report)
    if not players:
        report.error(
            "missing-key", "a game needs at least one player", root.span, "for example `players: [black, white]`"
        )
    definitions = _definitions(root, report)
    scope = Scope(
        board=board,
        players=players,
        facing=facing,
        pieces=tuple(name for name, _ in (mapping(root.get("pieces")) or _EMPTY(root)).items()),
        definitions=definitions,
        memory=_memory(root),
        numbers=document.numbers,
        moves=tuple(name for name, _ in (mapping(root.get("moves")) or _EMPTY(root)).items()),
        steps=_steps(root),
    )
    _check_names(scope, root, report)
    return _with_regions(scope, root, report)


def _EMPTY(root: Mapping) -> Mapping:  # noqa: N802 - reads as the constant it is
    return Mapping((), root.span)


def _definitions(root: Mapping, report: Report) -> dict[str, Definition]:
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
        if name.strip() in result:
            report.error(
                "name-taken", f"`{name.strip()}` is defined twice", entry.key.span, "give one of them another name"
            )
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
    for key, what in names:
        name, _, rest = key.text.partition("(")
        name = name.strip()
        called = what in {"a definition", "a region"}
        other = (
            seen.get(name)
            or meaning(name, called=called)
            or ("a site of the board" if name in scope.board.index else None)
        )
        if other:
            report.error("name-taken", f"`{name}` is {other} already", key.span, "give this one another name")
        seen[name] = what
        for parameter in rest.rstrip(") ").split(","):
            if meaning(parameter.strip()):
                message = f"`{parameter.strip()}` is {meaning(parameter.strip())} already"
                report.error("name-taken", message, key.span, "give the parameter another name")


def _keys(node: Node | None) -> list[Scalar]:
    """The names that a list or a map declares."""
    if isinstance(node, Mapping):
        return [entry.key for entry in node.entries]
    return [item for item in node if isinstance(item, Scalar)] if isinstance(node, Sequence) else []


def _with_regions(scope: Scope, root: Mapping, report: Report) -> Scope:
    board = mapping(root.get("board"))
    node = mapping(board.get("regions")) if board else None
    for entry in node.entries if node else ():
        name, value = entry.key.text, entry.value
        reader = Reader(replace(scope, static=True), report)
        bits: int | tuple[int, ...] | None
        if isinstance(value, Mapping):
            term = reader.term(value, Kind.SITES)
            parts = [_constant(reader, part) for part in term.args] if term.op == "by-player" else []
            bits = tuple(part for part in parts if part is not None)
            bits = bits if parts and len(bits) == len(parts) else None
        else:
            bits = _constant(reader, reader.term(value, Kind.SITES))
        # A region that could not be read stays known, so that its name gives no second message.
        scope = replace(scope, regions={**scope.regions, name: Region(name, 0 if bits is None else bits)})
    return scope


def _constant(reader: Reader, term: object) -> int | None:
    from interpreter.language.terms import Term  # noqa: PLC0415 - only its type is tested

    assert isinstance(term, Term)  # noqa: S101 - narrows the type
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
        owner_node, letter = value.get("owner"), value.get("letter")
        owner: int | None = None
        if isinstance(owner_node, Scalar) and owner_node.text == "nobody":
            owner = len(scope.players)
        elif isinstance(owner_node, Scalar) and owner_node.text != "each":
            owner = reader.lookup(owner_node, "player", scope.players)
        result.append(
            Piece(
                entry.key.text,
                owner,
                _hand(reader, value.get("hand")),
                letter.text if isinstance(letter, Scalar) else "",
                entry.key.span,
            )
        )
    return tuple(result)


def _hand(reader: Reader, node: Node | None) -> tuple[int, ...] | None:
    players = reader.scope.players
    if node is None or is_null(node):
        return None
    if isinstance(node, Scalar):
        count = _count(reader, node)
        return (count,) * len(players)
    if isinstance(node, Mapping):
        counts = dict.fromkeys(players, 0)
        for entry in node.entries:
            if reader.lookup(entry.key, "player", players) is not None and isinstance(entry.value, Scalar):
                counts[entry.key.text] = _count(reader, entry.value)
        return tuple(counts.values())
    return None


def _count(reader: Reader, node: Scalar) -> int:
    term = reader.term(node, Kind.NUMBER)
    if term.op == "number" and isinstance(term.value, int) and term.value >= 0:
        return term.value
    if term.kind is not Kind.UNKNOWN:
        reader.report.error("wrong-kind", "a whole number, 0 or more, is expected here", node.span)
    return 0


def read_position(
    node: Node | None, scope: Scope, pieces: tuple[Piece, ...], letters: dict[str, tuple[int, int]], report: Report
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Owners and kinds of a set-up, a diagram or a map; also used for positions of scenarios."""
    owned, kinds = [0] * (len(scope.players) + 1), [0] * len(pieces)
    placed: dict[int, Span] = {}

    def put(bits: int, owner: int, kind: int, span: Span) -> None:
        for site in range(len(scope.board.sites)):
            if bits >> site & 1:
                if site in placed:
                    report.error(
                        "set-up-twice",
                        f"two pieces are set up on {scope.board.sites[site]}",
                        span,
                        "a site holds one piece",
                    )
                    return
                placed[site] = span
        owned[owner] |= bits
        kinds[kind] |= bits

    if isinstance(node, Mapping) and "diagram" in node:
        letters = {**letters, **_own_letters(mapping(node.get("letters")), scope, pieces, report)}
        node = node.get("diagram")
    if isinstance(node, Scalar) and not is_null(node):
        cells, problems = parse_cells(scope.board, node)
        for problem in problems:
            report.add(problem)
        unknown: set[str] = set()
        for site, token, span in cells:
            if token in letters:
                put(1 << site, *letters[token], span)
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
        for site_bits, owner, kind, span in _sites_by_name(node, scope, pieces, report):
            put(site_bits, owner, kind, span)
    return tuple(owned), tuple(kinds)


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
) -> list[tuple[int, int, int, Span]]:
    reader = Reader(replace(scope, static=True), report)
    names = [piece.name for piece in pieces]
    result: list[tuple[int, int, int, Span]] = []

    def add(value: Node, owner: int | None, kind: int, span: Span) -> None:
        fixed = pieces[kind].owner
        if fixed is None and owner is None:
            report.error(
                "set-up-owner",
                f"whose {names[kind]} is this?",
                span,
                f"write `{names[kind]}: {{{scope.players[0]}: ...}}`",
            )
            return
        if fixed is not None and owner is not None and fixed != owner:
            report.error("set-up-owner", f"{scope.players[owner]} has no piece of the kind {names[kind]}", span)
            return
        bits = _constant(reader, reader.term(value, Kind.SITES))
        result.append((bits or 0, fixed if fixed is not None else owner or 0, kind, value.span))

    for entry in node.entries:
        name = entry.key.text
        inner = entry.value if isinstance(entry.value, Mapping) else None
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


def read_setup(
    root: Mapping, scope: Scope, pieces: tuple[Piece, ...], report: Report
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Owners and kinds at the start."""
    return read_position(root.get("setup"), scope, pieces, letters_of(scope.players, pieces), report)


def read_letters(root: Mapping, scope: Scope, pieces: tuple[Piece, ...]) -> dict[str, tuple[int, int]]:
    """How pieces are drawn in diagrams: letter -> owner and kind. The file's own letters come first."""
    setup = mapping(root.get("setup"))
    own = _own_letters(mapping(setup.get("letters")), scope, pieces, Report()) if setup else {}
    return {**own, **{letter: what for letter, what in letters_of(scope.players, pieces).items() if letter not in own}}
