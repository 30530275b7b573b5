"""Positions and whole games as SVG pictures, for any game: its board, its pieces, its special sites."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING

from interpreter.board.board import members, union
from interpreter.drawing.key import SEAM, Entry, Side
from interpreter.drawing.look import LOOKS, Look
from interpreter.drawing.pieces import EMBLEMS, Drawn, Shape
from interpreter.drawing.plane import turned, within_levels
from interpreter.drawing.shades import SHADES
from interpreter.drawing.svg import Sheet
from interpreter.explaining.nouns import joined, plural, spoken
from interpreter.explaining.special import sides, tracks_one_way, zones
from interpreter.source import nodes

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from interpreter.board import Board
    from interpreter.board.board import Point
    from interpreter.machine.rules import Rules
    from interpreter.play.game import Game
    from interpreter.play.move import Occupant
    from interpreter.play.position import Position

SECONDS = 1.0
"""How long each position of an animated game is shown; the last one stays longer."""
STAYS = 3
CLEAR = 0.5
"""How far the middle of a player's pieces lies from that of the board where the player has a side."""
ALIKE = 0.7
"""The cosine of the angle from which on two players look the same way."""
MANY = 4
"""Pieces that stand on dark sites alone show that these matter, where they fill one in so many."""
SEATS = {"black": 0, "dark": 0, "white": 1, "light": 1}
"""Players whose names say how their pieces look."""


def position_svg(  # noqa: PLR0913 (each is one thing to be seen or not)
    position: Position,
    *,
    look: Look = LOOKS["light"],
    seen_by: str | None = None,
    title: str = "",
    coordinates: bool = True,
    marks: Mapping[str, str] | None = None,
    arrows: Iterable[tuple[str, str]] = (),
    plain: bool = False,
    caption: str = "",
    room_for: Sequence[str] = (),
    key: bool = True,
) -> str:
    """A position as an SVG document.

    `seen_by` is the player at the lower side, `marks` are further signs by site (`dot`, `ring`, `cross`, or a short
    text), `arrows` lead from site to site. The last step and what ended the game are marked, unless the picture is to
    be `plain`. Below the board stands a `key` of what a reader may not know, under it what players hold in hand and
    the dice that are due, and last a `caption`, where there is room for the longest text of `room_for` as well.
    Raises KeyError for a player or a site that the game does not have.
    """
    game = position.game
    caption = _below(position, caption)
    sheet = _sheet(game, seen_by, look, title, (caption, *room_for), key=key)
    given = {game.board.index[site]: mark for site, mark in (marks or {}).items()}
    over = sheet.signs(
        pieces_of(position),
        last=() if plain else last_sites(position),
        marks=given if plain else {**dict.fromkeys(reason_sites(position), "ring"), **given},
        arrows=[(game.board.index[start], game.board.index[end]) for start, end in arrows],
    )
    ground = sheet.ground(shades(game), pieces_of(position) if coordinates else None)
    return sheet.document([*ground, *over, *sheet.caption(caption)])


def game_svgs(
    positions: Sequence[Position],
    *,
    look: Look = LOOKS["light"],
    seen_by: str | None = None,
    captions: Sequence[str] = (),
) -> list[str]:
    """Positions one after the other, as pictures of one size; `captions` stand below them."""
    captions = captions or [""] * len(positions)
    room = [_below(position, caption) for position, caption in zip(positions, captions, strict=True)]
    return [
        position_svg(position, look=look, seen_by=seen_by, caption=caption, room_for=room)
        for position, caption in zip(positions, captions, strict=True)
    ]


def game_svg(
    positions: Sequence[Position],
    *,
    look: Look = LOOKS["light"],
    seen_by: str | None = None,
    title: str = "",
    captions: Sequence[str] = (),
) -> str:
    """Positions one after the other, as one SVG document that moves by itself and begins again at its end.

    `captions` stand below them, one with each.
    """
    game = positions[0].game
    captions = [
        _below(position, caption)
        for position, caption in zip(positions, captions or [""] * len(positions), strict=True)
    ]
    sheet = _sheet(game, seen_by, look, title, tuple(captions))
    body = sheet.ground(shades(game), {})
    beats = len(positions) + STAYS
    for number, position in enumerate(positions):
        end = number + 1 if position is not positions[-1] else beats
        times = [number / beats, end / beats]
        signs = sheet.signs(
            pieces_of(position),
            last=last_sites(position),
            marks=dict.fromkeys(reason_sites(position), "ring"),
        )
        signs += sheet.caption(captions[number])
        body.append('<g visibility="hidden">' + _shown(times, beats * SECONDS) + "\n".join(signs) + "</g>")
    return sheet.document(body)


def _sheet(
    game: Game, seen_by: str | None, look: Look, title: str, captions: tuple[str, ...], *, key: bool = True
) -> Sheet:
    rules = game.rules
    parts = tuple(part for zone in zones(game) if zone.large for part in zone.parts)
    told = key_of(game) if key else ()
    edges = {seat: side.sites for seat, side in zip(_seats(rules.players), sides(game), strict=True) if side}
    by_seat = tuple(edges.get(seat, 0) for seat in range(max(edges, default=-1) + 1))
    return Sheet(board_for(game, seen_by), look, title, captions, by_seat, tracks_one_way(rules), parts, told)


def key_of(game: Game) -> tuple[Entry, ...]:
    """What the signs of a picture mean: players whose names do not say it, letters of kinds, and parts of the board."""
    styles, seats = piece_styles(game), _seats(game.rules.players)
    shown = {style.player for style in styles.values()}
    found = [
        Entry(Drawn(seat), spoken(player))
        for player, seat in zip(game.players, seats, strict=True)
        if seat in shown and SEATS.get(player) != seat
    ]
    found += [
        Entry(Side(seat), f"{side.name or 'side'} of {spoken(player)}")
        for player, seat, side in zip(game.players, seats, sides(game), strict=True)
        if side
    ]
    if "borders" not in game.board.regions:  # pieces that stand on borders are bars, without a letter
        letters = {(style.letter, kind): None for (_, kind), style in styles.items() if style.letter}
        found += [Entry(Drawn(letter=letter), spoken(kind)) for letter, kind in letters]
    shade = shading(game)
    for zone in zones(game):
        if zone.name:
            found.append(Entry(SEAM if zone.large else shade[zone.name], zone.name))
    return tuple(found)


def _below(position: Position, caption: str) -> str:
    """What stands below the board: what each player holds, the dice that are due, and the caption."""
    held = []
    for player in position.game.players:
        stock = [
            f"{count} {spoken(kind) if count == 1 else plural(spoken(kind))}"
            for kind, count in position.hand(player).items()
            if count
        ]
        named = all(plural(spoken(kind)) == spoken(player) for kind, count in position.hand(player).items() if count)
        held += [joined(stock) if named else f"{spoken(player)} {joined(stock)}"] if stock else []
    in_hand = f"In hand: {'; '.join(held)}" if held else ""
    return "\n".join(filter(None, (in_hand, thrown(position), caption)))


def thrown(position: Position) -> str:
    """The dice of this turn: those that are not used yet, or what was thrown; nothing before a throw."""
    if position.outcome is not None or not position.roll:
        return ""
    return f"Thrown: {joined([str(die) for die in position.dice])}" if position.dice else f"Thrown: {position.roll}"


def _shown(times: Sequence[float], seconds: float) -> str:
    """The animation that shows a group between two times, given as parts of the whole."""
    start, end = times
    values, keys = ["visible"], [start]
    if start > 0:
        values, keys = ["hidden", *values], [0.0, *keys]
    if end < 1:
        values, keys = [*values, "hidden"], [*keys, end]
    return (
        f'<animate attributeName="visibility" calcMode="discrete" values="{";".join(values)}" '
        f'keyTimes="{";".join(f"{key:.5g}" for key in keys)}" dur="{seconds:g}s" repeatCount="indefinite"/>'
    )


def board_for(game: Game, seen_by: str | None) -> Board:
    """The board as a player sees it: the player's own side is at the bottom."""
    if seen_by is None:
        return game.board
    if seen_by not in game.players:
        raise KeyError(f"there is no player {seen_by!r}")
    across, up = _ahead(game, game.players.index(seen_by))
    if not (across or up):
        return game.board
    angle = 90 - math.degrees(math.atan2(up, across))
    step = 180 if game.board.levels else 90 if game.board.shape == "rectangle" else 30
    angle = step * round(angle / step) % 360
    return turned(game.board, angle) if angle else game.board


def _ahead(game: Game, player: int) -> tuple[float, float]:
    """Where a player looks: forward, or, where nothing says which way that is, away from the pieces at the start."""
    places = within_levels(game.board)
    across = up = 0.0
    for direction in game.rules.facing[player].get("forward", ()):
        for start, end in enumerate(game.board.steps[direction]):
            if end >= 0:
                across += places[end][0] - places[start][0]
                up += places[end][1] - places[start][1]
    own = [places[site] for site in members(game.rules.setting.owned[player])]
    if abs(across) + abs(up) > CLEAR or not own:
        return across, up
    middle, here = _middle(places), _middle(own)
    across, up = middle[0] - here[0], middle[1] - here[1]
    if math.hypot(across, up) <= CLEAR:
        return 0.0, 0.0
    others = [bits for other, bits in enumerate(game.rules.setting.owned[:-1]) if bits and other != player]
    for there in (_middle([places[site] for site in members(bits)]) for bits in others):
        along = across * (middle[0] - there[0]) + up * (middle[1] - there[1])
        if along > ALIKE * math.hypot(across, up) * math.dist(middle, there) > 0:
            return there[0] - here[0], there[1] - here[1]  # both stand on one side of the board, and face each other
    return across, up


def _middle(places: Sequence[Point]) -> Point:
    """The point in the middle of some."""
    return sum(x for x, _ in places) / len(places), sum(y for _, y in places) / len(places)


def pieces_of(position: Position) -> dict[int, Drawn]:
    """How the pieces of a position are drawn: site -> piece."""
    game, styles = position.game, piece_styles(position.game)
    told = any(piece.pile for piece in game.rules.pieces)
    return {
        game.board.index[site]: replace(
            styles[found.owner, found.piece],
            count=found.size if told else 0,
            below=tuple(styles[one.owner, one.piece].player for one in _under(found)),
        )
        for site, found in position.occupants.items()
    }


def _under(occupant: Occupant) -> list[Occupant]:
    """What lies under a piece, the lowest first."""
    found: list[Occupant] = []
    while occupant.under is not None:
        occupant = occupant.under
        found.insert(0, occupant)
    return found


def piece_styles(game: Game) -> dict[tuple[str | None, str], Drawn]:
    """How each kind of each owner is drawn.

    A kind with an emblem has that; one kind of each owner needs nothing, and what is left has its letter.
    """
    rules = game.rules
    owners: dict[str | None, list[str]] = {}
    for piece in rules.pieces:
        whose = (
            list(rules.players)
            if piece.owner is None
            else [rules.players[piece.owner] if piece.owner < len(rules.players) else None]
        )
        for owner in whose:
            owners.setdefault(owner, []).append(piece.name)
    found: dict[tuple[str | None, str], Drawn] = {}
    seats, values, shapes = _seats(rules.players), _values(game), _shapes(rules)
    for owner, kinds in owners.items():
        number = None if owner is None else seats[rules.players.index(owner)]
        bare = [kind for kind in kinds if kind not in shapes]
        lone = bare[0] if len(bare) == 1 else None
        for kind in kinds:
            if kind in shapes:
                found[owner, kind] = Drawn(number, emblem=shapes[kind])
            elif kind == lone and owner is not None and owner.casefold() in EMBLEMS:
                found[owner, kind] = Drawn(emblem=EMBLEMS[owner.casefold()])
            else:
                found[owner, kind] = Drawn(number, "" if kind == lone else values.get(kind, _letter(game, owner, kind)))
    return found


def _shapes(rules: Rules) -> dict[str, Shape]:
    """The emblem of each kind that has one: the file's, or that of its name."""
    found = {}
    for piece in rules.pieces:
        own = piece.emblem
        shape = EMBLEMS.get(own.name if own is not None and own.name else piece.name.casefold())
        if own is not None and own.path:
            shape = Shape(own.path, 0, own.side)
        if shape is not None:
            found[piece.name] = shape
    return found


def _values(game: Game) -> dict[str, str]:
    """The numbers on the pieces, where the file gives each kind a value of its own."""
    node = game.document.root.get("pieces")
    kinds = node.items() if isinstance(node, nodes.Mapping) else ()
    told = {
        kind: value.text
        for kind, part in kinds
        if isinstance(part, nodes.Mapping) and isinstance(value := part.get("value"), nodes.Scalar)
    }
    return told if len(set(told.values())) == len(game.rules.pieces) > 1 else {}


def _seats(players: tuple[str, ...]) -> list[int]:
    """Which way of drawing each player has: who is called white has the white pieces, whoever begins."""
    told = {player: SEATS[player] for player in players if player in SEATS}
    free = iter(number for number in range(len(players) + len(SEATS)) if number not in told.values())
    return [told[player] if player in told else next(free) for player in players]


def _letter(game: Game, owner: str | None, kind: str) -> str:
    names: tuple[str | None, ...] = (*game.players, None)
    for letter, whose, number in game.rules.letters:
        if names[whose] == owner and game.rules.pieces[number].name == kind:
            return letter.upper()
    return kind[:1].upper()


def shading(game: Game) -> dict[str, str]:
    """How the small parts of the board are shaded, by name; plainly first, unless dark sites are shaded so."""
    free = SHADES[bool(_dark(game)) :]
    small = [zone.name for zone in zones(game) if not zone.large]
    return {name: free[number % len(free)] for number, name in enumerate(small)}


def shades(game: Game) -> dict[int, str]:
    """The sites that are shaded: those with rules of their own, and the dark ones where dark and light matter."""
    shade = shading(game)
    found = dict.fromkeys(members(_dark(game)), SHADES[0])
    for zone in zones(game):
        if not zone.large:
            found |= dict.fromkeys(members(zone.sites), shade[zone.name])
    return found


def _dark(game: Game) -> int:
    """The dark sites where dark and light matter: rules ask for them, or all pieces stand and stay on dark ones."""
    rules = game.rules
    dark = game.board.regions.get("dark", 0)
    if not rules.values("sites").isdisjoint({dark, game.board.regions.get("light", 0)} - {0}):
        return dark
    stands = union(rules.setting.owned)
    if stands & ~dark or stands.bit_count() * MANY < dark.bit_count():
        return 0
    targets = [game.board.index[move.target] for move in game.initial().legal_moves if move.target]
    return dark if all(dark >> target & 1 for target in targets) else 0


def last_sites(position: Position) -> list[int]:
    """The sites of the last step."""
    last = position.last_move
    return [position.game.board.index[site] for site in (last.origin, last.target) if site] if last else []


def reason_sites(position: Position) -> Iterable[int]:
    """The sites that ended the game, unless that is the whole board."""
    if position.outcome is None:
        return ()
    found = [position.game.board.index[site] for site in position.why().sites]
    return found if len(found) < len(position.game.board.sites) else ()
