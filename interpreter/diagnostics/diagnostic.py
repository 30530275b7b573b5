"""What Boardwright has to say about a file."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from interpreter.diagnostics.place import Span


class Severity(StrEnum):
    """An error makes the game unusable; a warning is something its author probably did not mean."""

    ERROR = "error"
    WARNING = "warning"


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One finding.

    `code` names a page that `boardwright explain` prints; `message` says what is wrong in the author's words; `span` is
    the place (None only where no place exists, such as a file that cannot be read); `label` stands beside the marked
    text; `help` is the way out; `related` are further places, each with a remark.
    """

    code: str
    message: str
    span: Span | None = None
    label: str = ""
    help: str = ""
    severity: Severity = Severity.ERROR
    related: tuple[tuple[Span, str], ...] = ()

    @property
    def is_error(self) -> bool:
        """Whether the game cannot be used."""
        return self.severity is Severity.ERROR
