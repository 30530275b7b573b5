"""Records on disk: written from a position, read, and replayed."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import TYPE_CHECKING

from interpreter.errors import IllegalMove, MoveError, RecordError
from interpreter.records.record import LARGEST, Record, RecordStep, as_text, from_text
from interpreter.resources import folder, library_games
from interpreter.saving import save_text

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from interpreter.play.game import Game
    from interpreter.play.move import Outcome
    from interpreter.play.position import Position

__all__ = ["outcome_text", "play_steps", "read_record", "record_of", "replay", "write_record"]


def record_of(
    position: Position,
    *,
    change: Mapping[str, object] | None = None,
    seed: int | None = None,
    beside: Path | None = None,
) -> Record:
    """The record of the game that led to a position.

    `change` are the changes the game was loaded with, `seed` the seed its steps were chosen by; `beside` is the folder
    the record will stand in, from which the path of a game file is told. Raises RecordError where the game did not
    begin at the start.
    """
    game = position.game
    steps = []
    here = position
    while (before := here.undo()) is not None:
        steps.append(RecordStep(str(here.last_move), before.turn))
        here = before
    start = game.initial()
    if (here.occupants, here.mover, here.phase, here.step) != (start.occupants, start.mover, start.phase, start.step):
        raise RecordError(
            "this game began from a position of its own, and a record begins at the start",
            way_out="save the steps of a game that was played from `game.initial()`",
        )
    language = game.document.root.get("language")
    return Record(
        game=_game_name(game, beside or Path.cwd()),
        language=int(getattr(language, "text", "1")),
        hash=game.hash,
        options=tuple((name, str(value)) for name, value in game.options.items()),
        changes=tuple((path, _value_text(path, value)) for path, value in (change or {}).items()),
        seed=seed,
        outcome=outcome_text(position.outcome),
        steps=tuple(reversed(steps)),
    )


def write_record(
    position: Position, path: str | Path, *, change: Mapping[str, object] | None = None, seed: int | None = None
) -> Record:
    """Save the game that led to a position, whole or not at all. Raises RecordError if it cannot be saved."""
    record = record_of(position, change=change, seed=seed, beside=Path(path).absolute().parent)
    try:
        save_text(path, as_text(record))
    except OSError as error:
        raise RecordError(
            f"the record cannot be saved: {(error.strerror or str(error)).lower()}",
            place=str(path),
            way_out="name a file in a folder you may write to",
        ) from None
    return record


def read_record(path: str | Path) -> Record:
    """The record in a file. Raises RecordError if there is none."""
    place = str(path)
    try:
        with Path(path).open("rb") as stream:
            content = stream.read(LARGEST + 1)
    except (OSError, ValueError) as error:
        reason = (getattr(error, "strerror", None) or str(error)).lower()
        raise RecordError(
            f"the record cannot be read: {reason}", place=place, way_out="check the name and that you may read the file"
        ) from None
    if len(content) > LARGEST:
        raise RecordError(
            f"the file is larger than a record may be ({LARGEST:,} bytes)",
            place=place,
            way_out="check that it is a record",
        )
    try:
        text = content.decode("utf-8")
    except UnicodeDecodeError as error:
        raise RecordError(
            "the file is not UTF-8 text",
            place=place,
            line=content.count(b"\n", 0, error.start) + 1,
            way_out="a record is a text file; check that it is one, or restore it",
        ) from None
    return from_text(text, place)


def replay(record: Record, *, anyway: bool = False) -> Position:
    """The position at the end of a record.

    Raises RecordError for the first step that is not legal, for a turn or an outcome that is not the recorded one, and
    for a game that is no longer the one recorded; `anyway` looks past all but the first. Raises GameFileError where
    the game itself cannot be loaded.
    """
    from interpreter.play.game import load  # noqa: PLC0415 (records are read without the rooms that play them)

    game = load(_game_source(record), options=dict(record.options), change=dict(record.changes))
    if game.hash != record.hash and not anyway:
        raise RecordError(
            f"the game `{record.game}` is no longer the one that was recorded",
            place=record.place,
            line=record.line("hash"),
            way_out="restore the game file, or replay anyway (`--anyway`) by the rules of today",
        )
    position = play_steps(game, record.steps, place=record.place, anyway=anyway)
    outcome = outcome_text(position.outcome)
    if outcome != record.outcome and not anyway:
        raise RecordError(
            f"the record says the outcome is `{record.outcome or 'unfinished'}`, "
            f"and after its steps it is `{outcome or 'unfinished'}`",
            place=record.place,
            line=record.line("outcome"),
            way_out="the record was changed or cut off; restore it, or replay anyway (`--anyway`)",
        )
    return position


def play_steps(game: Game, steps: Iterable[RecordStep], *, place: str = "", anyway: bool = False) -> Position:
    """The position after some steps from the start. Raises RecordError for the first that is not legal."""
    position = game.initial()
    for number, step in enumerate(steps, start=1):
        where = f"step {number}, `{step.text}`"
        if position.outcome is not None:
            raise RecordError(
                f"{where}: the game was over before it: {outcome_text(position.outcome)}",
                place=place,
                line=step.line or None,
                way_out="delete what follows the end of the game",
            )
        if step.line and step.turn != position.turn and not anyway:
            raise RecordError(
                f"{where} stands in turn {step.turn} and belongs to turn {position.turn}",
                place=place,
                line=step.line,
                way_out="a turn is missing or cut in two; restore it, or replay anyway (`--anyway`)",
            )
        try:
            position = position.play(step.text)
        except MoveError as error:
            raise RecordError(
                f"{where} is not legal here: {_cause(error)}", place=place, line=step.line or None
            ) from error
    return position


def _cause(error: MoveError) -> object:
    """Why a step cannot be played, without saying again that it cannot."""
    return error.reason if isinstance(error, IllegalMove) and error.reason is not None else error


def outcome_text(outcome: Outcome | None) -> str | None:
    """`black (nothing left to take)`, `draw (no progress)`, or None while the game goes on."""
    return None if outcome is None else f"{outcome.winner or 'draw'} ({outcome.reason})"


def _game_name(game: Game, beside: Path) -> str:
    path = game.document.path.resolve()
    if path.parent == folder("games").resolve() and path.stem in library_games():
        return path.stem
    try:
        relative = Path(os.path.relpath(path, beside.resolve())).as_posix()
    except ValueError:  # another drive
        return path.as_posix()
    return relative if relative.startswith("../") else f"./{relative}"


def _game_source(record: Record) -> str | Path:
    if record.game in library_games():
        return record.game
    return Path(record.place).parent / record.game if record.place else Path(record.game)


def _value_text(path: str, value: object) -> str:
    """One line of YAML text."""
    import yaml  # noqa: PLC0415 (needed only for a change)

    if isinstance(value, str):
        if value.isprintable() and value == value.strip() and value:
            return value
        value = yaml.safe_load(value)
    try:
        return json.dumps(value, ensure_ascii=False)
    except (TypeError, ValueError):
        raise RecordError(
            f"the change of `{path}` cannot be written down", way_out="use text, numbers, lists and maps"
        ) from None
