"""`boardwright list`, `show`, `moves` and `graph`: what games there are, and what is in one."""

from __future__ import annotations

from math import prod
from typing import TYPE_CHECKING, Annotated

from interpreter.cli.declaring import Option
from interpreter.cli.faults import UsageFault
from interpreter.cli.parameters import Changes, FromPosition, GameName, Json, Options, Steps, load_game
from interpreter.cli.positions import RecordOrGame, position_of
from interpreter.cli.screen import columns, counted, say, say_json, styled, table, wrapped

if TYPE_CHECKING:
    from interpreter.board import Board
    from interpreter.play.game import Game
    from interpreter.source.options import Option as GameOption


def list_games(*, as_json: Json = False) -> None:
    """List the games of the library."""
    from interpreter.cli.library import library  # noqa: PLC0415

    entries = library()
    if as_json:
        say_json([{"name": entry.name, "title": entry.title, "extends": entry.parent} for entry in entries])
        return
    rows = [
        (entry.name, entry.title + (f" (a variant of {entry.parent})" if entry.parent else "")) for entry in entries
    ]
    say(table(rows, ""))
    say()
    say(f"{counted(len(entries), 'game')}. `boardwright show NAME` tells more, `boardwright play NAME` plays it.")


def show(game: GameName, *, option: Options = None, change: Changes = None, as_json: Json = False) -> None:
    """Show a game: its board, pieces, options and what is known about it."""
    loaded = load_game(game, option, change)
    if as_json:
        say_json(_plain(loaded))
        return
    from interpreter.cli.picture import board_picture, hands  # noqa: PLC0415
    from interpreter.explaining.legend import legend  # noqa: PLC0415

    start = loaded.initial()
    say(styled(loaded.title, "bold"))
    for key, value in loaded.about.items():
        say(wrapped(f"{key}: {_spoken(value)}", "  ", ""))
    say()
    say(board_picture(start))
    say()
    board = loaded.board
    size = f"{' x '.join(map(str, board.extents))}, " if prod(board.extents) == len(board.sites) else ""
    say(f"Board    {board.shape}, {size}{counted(len(board.sites), 'site')}{_levels(board)}")
    say(f"Players  {', '.join(loaded.players)}")
    say(f"Pieces   {legend(loaded)}")
    if stock := hands(start):
        say(stock)
    if loaded.document.options:
        say()
        say("Options (--option NAME=VALUE)")
        say(table([(f"{option.name}", _choices(option, loaded)) for option in loaded.document.options]))


def _levels(board: Board) -> str:
    """The letters of the levels, where there are several."""
    letters = list(board.levels)
    if len(letters) == board.extents[-1]:
        return f", levels {letters[0]} to {letters[-1]}" if len(letters) > 1 else ""
    return f", levels {', '.join(letters)}" if letters else ""


def _choices(option: GameOption, game: Game) -> str:
    chosen = game.options.get(option.name, option.default)
    if option.choices:
        text = ", ".join(f"[{choice}]" if choice == str(chosen) else choice for choice in option.choices)
    else:
        text = f"[{chosen}], a number from {option.low} to {option.high}"
    return text + (f". {option.about}" if option.about else "")


def _plain(game: Game) -> dict[str, object]:
    board = game.board
    start = game.initial()
    return {
        "name": game.name,
        "title": game.title,
        "hash": game.hash,
        "about": dict(game.about),
        "players": list(game.players),
        "board": {
            "shape": board.shape,
            "sites": list(board.sites),
            "width": board.width,
            "height": board.height,
            "levels": list(board.levels),
        },
        "pieces": [piece.name for piece in game.rules.pieces],
        "setup": {site: [occupant.owner, occupant.piece] for site, occupant in start.occupants.items()},
        "options": [
            {
                "name": option.name,
                "choices": list(option.choices) or None,
                "from": option.low,
                "to": option.high,
                "default": option.default,
                "chosen": game.options.get(option.name, option.default),
            }
            for option in game.document.options
        ],
    }


def _spoken(value: object) -> str:
    if isinstance(value, list | tuple):
        return "; ".join(map(_spoken, value))
    if isinstance(value, dict):
        return "; ".join(f"{key}: {_spoken(item)}" for key, item in value.items())
    return str(value)


def moves(
    what: RecordOrGame,
    *,
    steps: Steps = "",
    from_position: FromPosition = None,
    option: Options = None,
    change: Changes = None,
    as_json: Json = False,
) -> None:
    """List the legal steps at the start of a game, after some steps, at the end of a record, or in a position."""
    from interpreter.cli.picture import announced, due  # noqa: PLC0415

    position = position_of(what, steps, option, change, text=from_position)
    legal = [str(move) for move in position.legal_moves]
    if as_json:
        say_json({"mover": position.mover, "step": position.step, "legal": legal})
    elif position.outcome is not None:
        say(announced(position.outcome))
    else:
        say(f"{due(position)}: {counted(len(legal), 'legal step')}")
        say(columns(legal))


def graph(
    game: GameName,
    *,
    mermaid: Annotated[bool, Option("--mermaid", help="Write Mermaid instead of DOT.")] = False,
    svg: Annotated[str | None, Option("--svg", metavar="FILE", help="Draw it into an SVG file.")] = None,
    option: Options = None,
    change: Changes = None,
) -> None:
    """Write the state machine of a game, as DOT, as Mermaid, or drawn into an SVG file."""
    if mermaid and svg is not None:
        raise UsageFault("choose one of --mermaid and --svg FILE")
    from interpreter.machine import pictures  # noqa: PLC0415

    machine = load_game(game, option, change).machine
    if svg is not None:
        from interpreter.saving import save_text  # noqa: PLC0415

        save_text(svg, pictures.to_svg(machine))
        say(f"Drawn: {svg}")
    else:
        say((pictures.to_mermaid(machine) if mermaid else pictures.to_dot(machine)).rstrip("\n"))
