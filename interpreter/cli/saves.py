"""Records as they are saved, loaded and written in at the table; each answer is what to say, or what was asked for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.errors import BoardwrightError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from interpreter.play.position import Position
    from interpreter.records import Record

__all__ = ["loaded", "saved", "with_note"]


def saved(position: Position, name: str, change: Mapping[str, object], notes: Record | None) -> str:
    """Saves the game that led to a position."""
    from interpreter.records import write_record  # noqa: PLC0415

    if not name:
        return "Write `save FILE`, for instance `save game.txt`."
    try:
        write_record(position, name, change=change, notes=notes)
    except BoardwrightError as error:
        return str(error)
    return f"Saved: {name}. `boardwright replay {name}` shows it again."


def loaded(position: Position, name: str) -> tuple[Position, Record] | str:
    """The position at the end of a record of the same game, and the record."""
    from interpreter.records import play_steps, read_record, same_rules  # noqa: PLC0415

    if not name:
        return "Write `load FILE`, the name of a record of this game."
    try:
        record = read_record(name)
        if not same_rules(record, position.game):
            return f"{name} is a record of another game ({record.game}), or of other options or changes."
        return play_steps(position.game, record.steps, place=name), record
    except BoardwrightError as error:
        return str(error)


def with_note(position: Position, text: str, notes: Record | None) -> Record | str:
    """The notes, with something said of the last step."""
    from interpreter.records import noted  # noqa: PLC0415

    if not text:
        return "Write `note TEXT`, what is to be said of the last step."
    try:
        return noted(position, text, notes)
    except BoardwrightError as error:
        return str(error)
