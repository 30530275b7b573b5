"""What is said about a step that is not legal, or about how a game ended."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from interpreter.diagnostics import Span


@dataclass(frozen=True, slots=True)
class Explanation:
    """The reason, in a sentence, with the rule behind it.

    `rule` is the rule as it stands in the file, with its key, and `span` the part of it that decides (None where the
    file says nothing and a default holds); `sites` are the sites that made it so, by name; `better` the steps that the
    rules prefer; `move` the name of the move whose rule it is. `legal` says that the step is legal after all.
    """

    text: str
    rule: str = ""
    span: Span | None = None
    sites: tuple[str, ...] = ()
    better: tuple[str, ...] = ()
    move: str = ""
    legal: bool = False

    def __str__(self) -> str:
        where = f", {self.span.source.name}:{self.span.line}" if self.span else ""
        return f"{self.text}: `{self.rule}`{where}" if self.rule else f"{self.text}{where}"
