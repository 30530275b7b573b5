"""A position in one line of text, for any game, after the manner of FEN.

    3b2/6/2w3/6/6/6 black drop.drop hands=0,11/0,11 turn=3

First the board, row by row from the top as it is drawn, `/` between rows: the letter of a piece, `[name]` where that is
longer than a character or none (`[white:man]` is owner and kind), a pile in round brackets, its lowest piece first, a
number for so many empty sites. A space in a name is written `_`. Then the player to move, and the phase and step that
are due (`phase.-`: a forced pass). What follows are the counters, hands and remembered values that are not as they were
at the start, by name. What earlier positions were is not told, so that a repetition counts from here.
"""

from __future__ import annotations

import re
from collections import Counter
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from interpreter.board.board import members
from interpreter.board.diagram import layout
from interpreter.diagnostics.suggesting import closest
from interpreter.engine.state import State, first_state
from interpreter.errors import BoardwrightError
from interpreter.language.terms import Kind
from interpreter.machine.graph import NodeKind
from interpreter.play.position import Position

if TYPE_CHECKING:
    from collections.abc import Iterator

    from interpreter.play.game import Game

CELL = re.compile(r"(?P<empty>\d+)|\((?P<pile>[^()]*)\)|\[(?P<long>[^\[\]]*)\]|(?P<letter>.)")
LISTS = ("points", "lost", "seats", "remembered_at")
NUMBERS = ("quiet", "passes", "turn", "roll")
SITES = ("last_to", "moved")
FIELDS = ("hands", *NUMBERS, *SITES, "last_heading", "memory", *LISTS, "out", "dice")
EXACT = re.compile(r"-?[0-9]{1,9}(/[0-9]{1,9})?")
LARGEST = 999_999_999
"""How large a counter of a position may be: the compiled engine counts in words of the machine."""


class PositionTextError(BoardwrightError, ValueError):
    """A text is no position of the game; the message says what is wrong where."""


def position_text(position: Position) -> str:
    """A position as text. Raises ValueError for a game that is over, in which no step is due."""
    if position.state.ending is not None:
        raise ValueError("the game is over: only a position in which a step is due has a text")
    game, state = position.game, position.state
    first, node = first_state(game.rules, game.machine.start), game.machine.nodes[state.node]
    phase = game.rules.phases[node.phase]
    step = "-" if node.kind is NodeKind.PASS else phase.steps[node.step].name
    words = ["/".join(_row(game, state, row) for row in _rows(game)), game.players[state.mover], f"{phase.name}.{step}"]
    for name in FIELDS:
        value = getattr(state, name)
        if value != getattr(first, name):
            words += _field(game, name, value)
    return " ".join(map(_word, words))


def position_of_text(game: Game, text: str) -> Position:
    """The position that a text tells. Raises PositionTextError."""
    words = text.split()
    if len(words) < 3:
        raise PositionTextError("a position is written BOARD PLAYER PHASE.STEP, then what else differs from the start")
    state = _board_read(game, words[0])._replace(mover=_among(game.players, words[1], "player"))
    state = state._replace(node=_node_read(game, words[2]))
    for word in words[3:]:
        name, sign, value = word.partition("=")
        if not sign:
            raise PositionTextError(f"`{word}` is not written name=value")
        try:
            state = _with_field(game, state, name, value)
        except (ValueError, ZeroDivisionError) as error:
            if isinstance(error, PositionTextError):
                raise
            raise PositionTextError(f"`{word}` has a value that cannot be read") from None
    position = Position(game, game.engine.resumed(state))
    if not position.legal_moves:
        raise PositionTextError(f"{words[1]} has no step {words[2]} there, so none is due")
    return position


# --- the board


def _rows(game: Game) -> list[tuple[int, ...]]:
    rows = [tuple(site for site in row if site is not None) for _, row in layout(game.board)]
    return [row for row in rows if row] or [tuple(range(len(game.board.sites)))]


def _row(game: Game, state: State, sites: tuple[int, ...]) -> str:
    text, empty = "", 0
    for site in (*sites, -1):
        pile = state.pile(site) if site >= 0 else ()
        if site >= 0 and not pile:
            empty += 1
            continue
        text += str(empty) if empty else ""
        empty = 0
        cells = "".join(_cell(game, owner, kind) for owner, kind in pile)
        text += f"({cells})" if len(pile) > 1 else cells
    return text


def _cell(game: Game, owner: int, kind: int) -> str:
    letter = game.letters.get((owner, kind), "")
    if len(letter) == 1 and letter.isprintable() and not letter.isdigit() and letter not in "[]()/ ":
        return letter
    owners = (*game.players, "-")
    return f"[{owners[owner]}:{game.rules.pieces[kind].name}]"


def _board_read(game: Game, text: str) -> State:
    rows = _rows(game)
    parts = text.split("/")
    if len(parts) != len(rows):
        raise PositionTextError(f"the board has {len(rows)} rows, and the text {len(parts)}")
    piles: list[tuple[tuple[int, int], ...]] = [()] * len(game.board.sites)
    for number, (part, sites) in enumerate(zip(parts, rows, strict=True), start=1):
        found = list(_cells_read(game, part))
        if len(found) != len(sites):
            raise PositionTextError(f"row {number} has {len(sites)} sites, and the text {len(found)}")
        for site, pile in zip(sites, found, strict=True):
            piles[site] = pile
    owned, kinds = [0] * (len(game.players) + 1), [0] * len(game.rules.pieces)
    for site, pile in enumerate(piles):
        if pile:
            owned[pile[-1][0]] |= 1 << site
            kinds[pile[-1][1]] |= 1 << site
    state = first_state(game.rules, game.machine.start)
    if not state.below and any(len(pile) > 1 for pile in piles):
        raise PositionTextError("this game has no piles")
    below = tuple(pile[:-1] for pile in piles) if state.below else state.below
    return state._replace(owned=tuple(owned), kinds=tuple(kinds), below=below)


def _cells_read(game: Game, text: str) -> Iterator[tuple[tuple[int, int], ...]]:
    for found in CELL.finditer(text):
        if found["empty"]:
            yield from ((),) * min(int(found["empty"]), 10_000)
        elif found["pile"] is not None:
            yield tuple(piece for pile in _cells_read(game, found["pile"]) for piece in pile)
        else:
            yield (_piece_read(game, found["letter"] or found["long"]),)


def _piece_read(game: Game, name: str) -> tuple[int, int]:
    owner, sign, kind = name.partition(":")
    if sign:
        kinds = [piece.name for piece in game.rules.pieces]
        return _among((*game.players, "-"), owner, "player"), _among(kinds, kind, "piece")
    known = {letter: piece for piece, letter in game.letters.items()}
    if name not in known:
        raise PositionTextError(f"no piece is drawn as `{name}`; there are {', '.join(sorted(known))}")
    return known[name]


# --- what is due


def _node_read(game: Game, text: str) -> int:
    name, _, due = text.rpartition(".")
    phase = _among([part.name for part in game.rules.phases], name, "phase")
    if due == "-":
        for node in game.machine.nodes:
            if node.kind is NodeKind.PASS and node.phase == phase:
                return node.number
        raise PositionTextError(f"nobody passes in the phase {name}")
    step = _among([part.name for part in game.rules.phases[phase].steps], due, "step")
    return game.machine.decisions[phase, step]


def _among(names: Any, name: str, what: str) -> int:
    known = [_word(each) for each in names]
    if name not in known:
        raise PositionTextError(f"there is no {what} `{name}`; there are {', '.join(known)}")
    return known.index(name)


def _word(text: str) -> str:
    """A text without spaces, which stand between the parts of a position."""
    return "_".join(text.split())


# --- what else differs from the start


def _field(game: Game, name: str, value: Any) -> list[str]:
    match name:
        case "hands":
            return [f"hands={'/'.join(','.join(map(str, hand)) for hand in value)}"]
        case "memory":
            return [
                f"memory.{memory.name}={_value_text(game, memory.kind, value[memory.index])}"
                for memory in game.rules.memory
            ]
        case "points" | "lost" | "seats" | "remembered_at" | "dice":
            return [f"{name}={','.join(map(str, value))}"]
        case "out":
            return [f"out={','.join(player for number, player in enumerate(game.players) if value >> number & 1)}"]
        case "last_heading":
            return [f"{name}={_value_text(game, Kind.DIRECTIONS, value)}"]
        case _:
            return [f"{name}={_value_text(game, Kind.SITES, value) if name in SITES else value}"]


def _value_text(game: Game, kind: Kind, value: Any) -> str:
    match kind:
        case Kind.SITE | Kind.SITES:
            return ",".join(game.board.sites[site] for site in members(value))
        case Kind.DIRECTIONS:
            return ",".join(game.board.directions[direction] for direction in value)
        case Kind.PLAYER:
            return "" if value is None else game.players[value]
        case Kind.YES_NO:
            return "yes" if value else "no"
        case _:
            return str(value)


def _with_field(game: Game, state: State, name: str, value: str) -> State:
    whole = name.removeprefix("memory.")
    if name != whole:
        number = _among([memory.name for memory in game.rules.memory], whole, "remembered value")
        memory = list(state.memory)
        memory[number] = _value_read(game, game.rules.memory[number].kind, value)
        return state._replace(memory=tuple(memory))
    if name == "hands":
        hands = tuple(tuple(_count(count) for count in hand.split(",")) for hand in value.split("/"))
        if [len(hand) for hand in hands] != [len(hand) for hand in state.hands]:
            raise PositionTextError(f"`{name}={value}` needs a number for each piece of each player")
        return state._replace(hands=hands)
    if name == "dice":
        return state._replace(dice=_dice_read(game, value))
    if name in LISTS:
        numbers = tuple(_exact(part) for part in value.split(","))
        if len(numbers) != len(getattr(state, name)):
            raise PositionTextError(f"`{name}={value}` needs {len(getattr(state, name))} numbers")
        if name == "seats" and sorted(numbers) != list(range(len(game.players))):
            raise PositionTextError(f"`{name}={value}` must name each side once, from 0")
        return _changed(state, name, numbers)
    if name in SITES:
        return _changed(state, name, _value_read(game, Kind.SITES, value))
    if name == "last_heading":
        return _changed(state, name, _value_read(game, Kind.DIRECTIONS, value))
    if name == "out":
        return state._replace(out=_out_read(game, state, value.split(",")))
    if name in NUMBERS:
        return _changed(state, name, _count(value))
    remembered = [memory.name for memory in game.rules.memory]
    near = name if name in remembered else closest(name, [*FIELDS, *remembered])
    meant = f"memory.{near}" if near in remembered else near
    raise PositionTextError(f"nothing is called `{name}`" + (f"; did you mean `{meant}`?" if meant else ""))


def _out_read(game: Game, state: State, names: list[str]) -> int:
    """Who is out: neither the player to move, nor so many that the game would be over."""
    out = {_among(game.players, name, "player") for name in names}
    if state.mover in out:
        raise PositionTextError(f"{game.players[state.mover]} is to move, and so is not out")
    if len(out) > len(game.players) - 2:
        raise PositionTextError(f"only {game.players[state.mover]} would be left, so that the game would be over")
    return sum(1 << player for player in out)


def _count(text: str) -> int:
    if (count := int(text)) < 0 or count > LARGEST:
        raise PositionTextError(f"a counter of a position is from 0 to {LARGEST:,}, not {text}")
    return count


def _dice_read(game: Game, value: str) -> tuple[int, ...]:
    """Dice that are not used yet, which must be left of some throw."""
    wanted = Counter(int(part) for part in value.split(","))
    if not any(wanted <= Counter(fall) for dice in game.rules.dice for fall in dice.falls):
        raise PositionTextError(f"no throw leaves the dice {value}")
    return tuple(sorted(wanted.elements(), reverse=True))


def _changed(state: State, name: str, value: Any) -> State:
    changes: dict[str, Any] = {name: value}
    return state._replace(**changes)


def _value_read(game: Game, kind: Kind, value: str) -> Any:
    names = value.split(",") if value else []
    match kind:
        case Kind.SITE | Kind.SITES:
            return sum(1 << _among(game.board.sites, name, "site") for name in dict.fromkeys(names))
        case Kind.DIRECTIONS:
            return tuple(_among(game.board.directions, name, "direction") for name in names)
        case Kind.PLAYER:
            return _among(game.players, value, "player") if value else None
        case Kind.YES_NO:
            return value == "yes"
        case _:
            return _exact(value)


def _exact(text: str) -> int | Fraction:
    if not EXACT.fullmatch(text):
        raise PositionTextError(f"a number in a position is written like 12, -3 or 1/2, up to {LARGEST:,}, not {text}")
    value = Fraction(text)
    return int(value) if value.denominator == 1 else value
