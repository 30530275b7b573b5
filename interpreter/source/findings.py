"""What a check has found so far, and what it must know on its way."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from interpreter.diagnostics import Diagnostic

if TYPE_CHECKING:
    from collections.abc import Collection

    from interpreter.diagnostics import Span
    from interpreter.source.merging import KeyPath


@dataclass
class Findings:
    """The findings of one check.

    `numbers` are the names of number options; `merged` says that parts of the tree come from a parent or a change;
    `language` is the version in which what is checked is written;
    `patch` is set inside a change, where everything may be left out; `siblings` are the names beside the named thing
    that is being checked; `misspelt` are the paths of keys told as misspelt, so that they are not missed as well.
    """

    numbers: Collection[str]
    merged: bool
    language: int = 1
    patch: bool = False
    found: list[Diagnostic] = field(default_factory=list)
    siblings: list[str] = field(default_factory=list)
    misspelt: set[KeyPath] = field(default_factory=set)

    def tell(self, code: str, message: str, span: Span, label: str = "", help: str = "") -> None:  # noqa: A002
        """Add a finding."""
        self.found.append(Diagnostic(code, message, span, label=label, help=help))
