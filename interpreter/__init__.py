"""Boardwright: board games as text files.

    import interpreter

    game = interpreter.load("wali")
    position = game.initial()
    position = position.play(position.legal_moves[0])

Names are imported when they are first used, so that a program which needs little starts quickly.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from interpreter import records
    from interpreter.checking.validating import validate
    from interpreter.diagnostics import Diagnostic, Severity, Span
    from interpreter.errors import (
        AmbiguousMove,
        BoardwrightError,
        GameFileError,
        IllegalMove,
        MoveError,
        RecordError,
        RuleFaultError,
        UnreadableMove,
    )
    from interpreter.explaining.explanation import Explanation
    from interpreter.play.game import Game, load
    from interpreter.play.move import Move, Occupant, Outcome
    from interpreter.play.playouts import Playouts
    from interpreter.play.position import Position
    from interpreter.resources import library_games

__version__ = "0.1.0"

__all__ = [
    "AmbiguousMove",
    "BoardwrightError",
    "Diagnostic",
    "Explanation",
    "Game",
    "GameFileError",
    "IllegalMove",
    "Move",
    "MoveError",
    "Occupant",
    "Outcome",
    "Playouts",
    "Position",
    "RecordError",
    "RuleFaultError",
    "Severity",
    "Span",
    "UnreadableMove",
    "library_games",
    "load",
    "records",
    "validate",
]

_HOMES = {
    "AmbiguousMove": "errors",
    "BoardwrightError": "errors",
    "Diagnostic": "diagnostics",
    "Explanation": "explaining.explanation",
    "Game": "play.game",
    "GameFileError": "errors",
    "IllegalMove": "errors",
    "Move": "play.move",
    "MoveError": "errors",
    "Occupant": "play.move",
    "Outcome": "play.move",
    "Playouts": "play.playouts",
    "Position": "play.position",
    "RecordError": "errors",
    "RuleFaultError": "errors",
    "Severity": "diagnostics",
    "Span": "diagnostics",
    "UnreadableMove": "errors",
    "library_games": "resources",
    "load": "play.game",
    "validate": "checking.validating",
}


def __getattr__(name: str) -> Any:
    home = _HOMES.get(name)
    if name == "records":
        return import_module("interpreter.records")
    if home is None:
        raise AttributeError(f"module 'interpreter' has no attribute {name!r}")
    return getattr(import_module(f"interpreter.{home}"), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
