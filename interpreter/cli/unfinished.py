"""Games in progress, kept on disk after every step, so that nothing is lost when a terminal is."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from interpreter.errors import BoardwrightError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from interpreter.play.game import Game
    from interpreter.play.position import Position
    from interpreter.records import Record

__all__ = ["forget", "keep", "kept_game"]


def folder() -> Path:
    """Where they lie: `BOARDWRIGHT_STATE`, or the place the platform has for what programs remember."""
    chosen = os.environ.get("BOARDWRIGHT_STATE")
    if chosen:
        return Path(chosen)
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local") / "boardwright" / "unfinished"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "boardwright"
    return Path(os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state") / "boardwright"


def _path(game: Game) -> Path:
    return folder() / f"{game.name}-{game.hash.rpartition(':')[2][:12]}.txt"


def keep(position: Position, change: Mapping[str, object], notes: Record | None = None) -> bool:
    """Writes a game down, with notes; whether that could be done: only a game that began at the start can be kept."""
    from interpreter.records import write_record  # noqa: PLC0415

    with suppress(BoardwrightError, OSError, RuntimeError):  # a home that cannot be found is a RuntimeError
        path = _path(position.game)
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        write_record(position, path, change=change, notes=notes)
        return True
    return False


def forget(game: Game) -> None:
    """Drops what is kept of a game."""
    with suppress(OSError, RuntimeError):
        _path(game).unlink(missing_ok=True)


def kept_game(game: Game) -> tuple[Position, Record] | None:
    """The position at which a game was left, and its record; or None."""
    from interpreter.records import play_steps, read_record  # noqa: PLC0415

    with suppress(BoardwrightError, OSError, RuntimeError):
        path = _path(game)
        if not path.is_file():
            return None
        record = read_record(path)
        if record.hash == game.hash and record.steps:
            return play_steps(game, record.steps, place=str(path)), record
    return None
