"""What can go wrong, by cause. Every error says what was read, where, and how to go on."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from interpreter.diagnostics import Diagnostic
    from interpreter.explaining.explanation import Explanation

__all__ = [
    "AmbiguousMove",
    "BoardwrightError",
    "GameFileError",
    "IllegalMove",
    "LayoutError",
    "MoveError",
    "RecordError",
    "RuleFaultError",
    "UnreadableMove",
]


class BoardwrightError(Exception):
    """The root of all errors this package raises on purpose."""


class GameFileError(BoardwrightError):
    """A game file cannot be used; `diagnostics` say why, each with its place."""

    def __init__(self, diagnostics: tuple[Diagnostic, ...]) -> None:
        super().__init__(diagnostics)
        self.diagnostics = diagnostics

    def __str__(self) -> str:
        lines = []
        for diagnostic in self.diagnostics:
            place = f"{diagnostic.span}: " if diagnostic.span else ""
            hints = [hint for hint in (diagnostic.label, diagnostic.help) if hint]
            way_out = f" ({'; '.join(hints)})" if hints else ""
            lines.append(f"{place}{diagnostic.severity}[{diagnostic.code}]: {diagnostic.message}{way_out}")
        return "\n".join(lines)


class MoveError(BoardwrightError, ValueError):
    """A step cannot be played.

    `text` is the step as given, `message` says why it cannot be played, `close` are legal steps that resemble it.
    """

    def __init__(self, text: str, message: str, close: tuple[str, ...] = ()) -> None:
        super().__init__(text, message, close)
        self.text = text
        self.message = message
        self.close = close

    def __str__(self) -> str:
        return f"{self.message}; close to it: {', '.join(self.close)}" if self.close else self.message


class IllegalMove(MoveError):  # noqa: N818 - named by the cause
    """The step can be read, and the rules do not allow it here; `reason` says which rule, where it is known."""

    def __init__(self, text: str, message: str, close: tuple[str, ...] = (), reason: Explanation | None = None) -> None:
        super().__init__(text, message, close)
        self.reason = reason

    def __str__(self) -> str:
        message = f"{self.message}: {self.reason}" if self.reason is not None else self.message
        return f"{message}; close to it: {', '.join(self.close)}" if self.close else message


class AmbiguousMove(MoveError):  # noqa: N818 - named by the cause
    """The text fits several legal steps, named in `close`."""


class UnreadableMove(MoveError):  # noqa: N818 - named by the cause
    """The text is no step of this game's notation."""


class LayoutError(BoardwrightError):
    """A file cannot be laid out without a change of what it says; it is left as it was."""


class RuleFaultError(BoardwrightError):
    """Play came to a place for which the rules of the file have no answer, or two."""


class RecordError(BoardwrightError, ValueError):
    """A record cannot be read, written or replayed.

    `place` names the file, `line` (counted from 1) the line where it has one, `way_out` says how to go on.
    """

    def __init__(self, message: str, *, place: str = "", line: int | None = None, way_out: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.place = place
        self.line = line
        self.way_out = way_out

    def __str__(self) -> str:
        where = self.place if self.line is None else f"{self.place or 'record'}:{self.line}"
        text = f"{where}: {self.message}" if where else self.message
        return f"{text}\n  {self.way_out}" if self.way_out else text
