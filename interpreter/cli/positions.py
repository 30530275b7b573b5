"""The position that a command is about: of a game after some steps, or of a record."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NamedTuple

from interpreter.cli.declaring import Argument, Option
from interpreter.cli.faults import UsageFault
from interpreter.cli.parameters import load_game

if TYPE_CHECKING:
    from interpreter.play.game import Game
    from interpreter.play.position import Position
    from interpreter.records import Record, RecordStep

RecordOrGame = Annotated[str, Argument("RECORD|GAME", "A record, or a game; see --steps.")]
At = Annotated[
    int | None,
    Option("--step", "-n", metavar="N", help="After the first N steps only; -1 leaves out the last."),
]
Along = Annotated[
    int | None,
    Option("--variation", min=1, metavar="N", help="Along the Nth variation of a record, counted as they are written."),
]


class Standing(NamedTuple):
    """A position, and what its record says after each number of steps up to it (nothing where there is none)."""

    position: Position
    comments: tuple[str, ...] = ()

    @property
    def comment(self) -> str:
        """What is said of the position."""
        return self.comments[-1] if self.comments else ""


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
    return standing(what, steps, option, change, at, text=text).position


def standing(
    what: str,
    steps: str,
    option: list[str] | None,
    change: list[str] | None,
    at: int | None = None,
    *,
    text: str | None = None,
    variation: int | None = None,
) -> Standing:
    """The same, with what is said in a record; with `variation`, along one of its variations."""
    if text is not None:
        if steps or at is not None or variation:
            raise UsageFault("--position says where to begin; leave out --steps, --step and --variation")
        return Standing(told_position(load_game(what, option, change), text))
    from interpreter.records import play_steps, read_record  # noqa: PLC0415
    from interpreter.resources import library_games  # noqa: PLC0415

    if not (Path(what).is_file() and Path(what).suffix not in {".yaml", ".yml"} and what not in library_games()):
        if variation:
            raise UsageFault("--variation is for records; a game has none")
        return Standing(_after(play_steps(load_game(what, option, change), spoken_steps(steps)), at))
    if option or change or steps:
        raise UsageFault("a record brings its own steps, options and changes; leave out --steps, --option and --change")
    return recorded(read_record(what), at, variation=variation)


def told_position(game: Game, text: str) -> Position:
    """The position that --position tells. Raises PositionTextError with the place of the slip and an example."""
    from interpreter.play.position_text import PositionTextError  # noqa: PLC0415 (only this option needs it)

    try:
        return game.position_of(text)
    except PositionTextError as error:
        start = game.initial().text
        raise PositionTextError(f'--position: {error}\n  {game.title} begins at "{start}"') from None


def recorded(record: Record, at: int | None = None, *, variation: int | None = None, anyway: bool = False) -> Standing:
    """The position after some steps of a record, or at its end."""
    from interpreter.records import replay, way_of  # noqa: PLC0415

    position = _after(replay(record, anyway=anyway, variation=variation), at)
    steps = way_of(record, variation) if variation else record.steps
    comments = (record.comment, *(step.comment for step in steps))
    return Standing(position, comments[: len(position.moves) + 1])


def spoken_steps(text: str) -> list[RecordStep]:
    """Steps written one after the other, with blanks or commas between them; turn numbers are passed over."""
    from interpreter.records import RecordStep  # noqa: PLC0415

    words = text.replace(",", " ").split()
    return [RecordStep(word, 0) for word in words if not (word.endswith(".") and word[:-1].isdigit())]


def _after(position: Position, number: int | None) -> Position:
    """An earlier position of the same game; a negative number counts from the end."""
    if number is None:
        return position
    last = len(position.moves)
    wanted = number if number >= 0 else last + number
    if not 0 <= wanted <= last:
        there = "is 1 step" if last == 1 else f"are {last} steps"
        raise UsageFault(f"--step {number}: there {there}, so write a number from 0 to {last}")
    for _ in range(last - wanted):
        position = position.previous or position
    return position
