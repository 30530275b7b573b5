"""The position that a command is about: of a game after some steps, or of a record."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from interpreter.cli.declaring import Argument, Option
from interpreter.cli.faults import UsageFault
from interpreter.cli.parameters import load_game
from interpreter.cli.replaying import spoken_steps

if TYPE_CHECKING:
    from interpreter.play.position import Position

RecordOrGame = Annotated[str, Argument("RECORD|GAME", "A record, or a game; see --steps.")]
At = Annotated[
    int | None,
    Option("--step", "-n", metavar="N", help="After the first N steps only; -1 leaves out the last."),
]


def position_of(
    what: str,
    steps: str,
    option: list[str] | None,
    change: list[str] | None,
    at: int | None = None,
    *,
    text: str | None = None,
) -> Position:
    """The position after the steps of a record, or after `steps` of a game; with `at`, after the first ones only.

    With `text`, the position of a game that it tells.
    """
    if text is not None:
        if steps or at is not None:
            raise UsageFault("--position says where to begin; leave out --steps and --step")
        return load_game(what, option, change).position_of(text)
    from interpreter.records import play_steps, read_record, replay  # noqa: PLC0415
    from interpreter.resources import library_games  # noqa: PLC0415

    is_record = Path(what).is_file() and Path(what).suffix not in {".yaml", ".yml"} and what not in library_games()
    if is_record and (option or change or steps):
        raise UsageFault("a record brings its own steps, options and changes; leave out --steps, --option and --change")
    position = (
        replay(read_record(what)) if is_record else play_steps(load_game(what, option, change), spoken_steps(steps))
    )
    return position if at is None else _after(position, at)


def _after(position: Position, number: int) -> Position:
    """An earlier position of the same game; a negative number counts from the end."""
    last = len(position.moves)
    wanted = number if number >= 0 else last + number
    if not 0 <= wanted <= last:
        raise UsageFault(f"--step {number}: there are {last} steps, so write a number from 0 to {last}")
    while len(position.moves) > wanted and position.previous is not None:
        position = position.previous
    return position
