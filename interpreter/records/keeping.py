"""Records on disk: written from a position, and read."""

from __future__ import annotations

import json
import os
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from interpreter.errors import RecordError
from interpreter.records.following import follow, game_of, outcome_text
from interpreter.records.json_form import as_json, from_json
from interpreter.records.pgn_form import as_pgn, from_pgn
from interpreter.records.record import LARGEST, Record, RecordStep, one_line
from interpreter.records.text_form import as_text, from_text
from interpreter.resources import folder, library_games
from interpreter.saving import save_text

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from interpreter.play.game import Game
    from interpreter.play.position import Position

__all__ = ["FORMS", "comment_on", "from_any", "noted", "read_record", "record_of", "retold", "write_record"]

FORMS: Mapping[str, Callable[[Record, Sequence[str]], str]] = {
    "text": lambda record, _: as_text(record),
    "json": lambda record, _: as_json(record),
    "pgn": as_pgn,
}
"""The forms of a record by name: what writes a record, given the players in the order in which the game names them."""


def record_of(
    position: Position,
    *,
    change: Mapping[str, object] | None = None,
    seed: int | None = None,
    beside: Path | None = None,
    notes: Record | None = None,
) -> Record:
    """The record of the game that led to a position.

    `change` are the changes the game was loaded with, `seed` the seed its steps were chosen by; `beside` is the folder
    the record will stand in, from which the path of a game file is told; `notes` is a record whose comments and
    variations are taken over as far as its steps are the same. Raises RecordError where the game did not begin at the
    start.
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
        steps=tuple(_noted(steps[::-1], notes.steps if notes else ())),
        comment=notes.comment if notes else "",
    )


def _noted(steps: list[RecordStep], notes: Sequence[RecordStep]) -> Iterator[RecordStep]:
    """The steps, with what is said of the same steps from the start on."""
    same = 0
    for step, note in zip(steps, notes, strict=False):
        if step.text != note.text:
            break
        same += 1
        yield replace(step, comment=note.comment, variations=note.variations)
    yield from steps[same:]


def noted(position: Position, text: str, notes: Record | None = None) -> Record:
    """The record of the game that led to a position, with something said of its last step, or of the start.

    It takes the place of what `notes` says of that step. Raises RecordError where the game did not begin at the start.
    """
    record = record_of(position, notes=notes)
    if not record.steps:
        return replace(record, comment=one_line(text))
    return replace(record, steps=(*record.steps[:-1], replace(record.steps[-1], comment=one_line(text))))


def comment_on(position: Position, notes: Record) -> str:
    """What a record says of a position: of the last step that led to it, if it led there by the same steps."""
    moves = position.moves
    if [str(move) for move in moves] != [step.text for step in notes.steps[: len(moves)]]:
        return ""
    return notes.steps[len(moves) - 1].comment if moves else notes.comment


def retold(record: Record, *, anyway: bool = False, beside: Path | None = None) -> tuple[Record, tuple[str, ...]]:
    """A record as its game would write it, with the turn of each step, hash and outcome; and the players by name.

    Comments and variations stay. Raises what `replay` raises.
    """
    game = game_of(record, anyway=anyway)
    position, steps = follow(game.initial(), record.steps, record, anyway=anyway)
    told = record_of(position, change=dict(record.changes), seed=record.seed, beside=beside)
    return replace(told, steps=steps, comment=record.comment), game.players


def write_record(
    position: Position,
    path: str | Path,
    *,
    change: Mapping[str, object] | None = None,
    seed: int | None = None,
    notes: Record | None = None,
) -> Record:
    """Save the game that led to a position, whole or not at all; the arguments are those of `record_of`.

    A path that ends in `.json` or `.pgn` gets that form. Raises RecordError if it cannot be saved.
    """
    record = record_of(position, change=change, seed=seed, beside=Path(path).absolute().parent, notes=notes)
    form = Path(path).suffix.casefold().removeprefix(".")
    try:
        save_text(path, FORMS.get(form, FORMS["text"])(record, position.game.players))
    except OSError as error:
        raise RecordError(
            f"the record cannot be saved: {(error.strerror or str(error)).lower()}",
            place=str(path),
            way_out="name a file in a folder you may write to",
        ) from error
    return record


def read_record(path: str | Path) -> Record:
    """The record in a file, in any of its forms. Raises RecordError if there is none."""
    place = str(path)
    try:
        with Path(path).open("rb") as stream:
            content = stream.read(LARGEST + 1)
    except (OSError, ValueError) as error:
        reason = (getattr(error, "strerror", None) or str(error)).lower()
        raise RecordError(
            f"the record cannot be read: {reason}", place=place, way_out="check the name and that you may read the file"
        ) from error
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
    return from_any(text, place)


def from_any(text: str, place: str = "") -> Record:
    """The record that a text holds, in the form in which it begins. Raises RecordError."""
    forms = {"{": from_json, "[": from_pgn, "%": from_pgn}
    return forms.get(text.removeprefix("\ufeff").lstrip()[:1], from_text)(text, place)


def _game_name(game: Game, beside: Path) -> str:
    path = game.document.path.resolve()
    if path.parent == folder("games").resolve() and path.stem in library_games():
        return path.stem
    try:
        relative = Path(os.path.relpath(path, beside.resolve())).as_posix()
    except ValueError:  # another drive
        return path.as_posix()
    return relative if relative.startswith("../") else f"./{relative}"


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
