"""The kinds of values of the kernel language, the signatures of its functions, and the errors of the room."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, TypeAlias

from interpreter.errors import BoardwrightError

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["ARRAYS", "ELEMENT", "KernelError", "KernelFault", "Kind", "Signature", "Signatures"]

Kind: TypeAlias = Literal["int", "bool", "bits", "ints", "sets"]
ARRAYS: tuple[Kind, ...] = ("ints", "sets")
ELEMENT: dict[Kind, Kind] = {"ints": "int", "sets": "bits"}


class KernelError(BoardwrightError):
    """A text is not a kernel: `line` (from 1) of the module, `message` why, `text` the source line."""

    def __init__(self, message: str, line: int, text: str = "", name: str = "kernel") -> None:
        super().__init__(message, line, text, name)
        self.message = message
        self.line = line
        self.text = text
        self.name = name

    def __str__(self) -> str:
        quoted = f"\n  {self.text.strip()}" if self.text.strip() else ""
        return f"{self.name}:{self.line}: {self.message}{quoted}"


class KernelFault(BoardwrightError):  # noqa: N818 - a fault of a run, not of the text
    """A checked run came to something that has no meaning (an index out of an array, no fuel left).

    `function` and `line` name the place in the kernel where they are known.
    """

    def __init__(self, message: str, function: str = "", line: int = 0) -> None:
        super().__init__(message, function, line)
        self.message = message
        self.function = function
        self.line = line

    def __str__(self) -> str:
        return f"{self.message} (in {self.function}, line {self.line})" if self.function else self.message


@dataclass(frozen=True, slots=True)
class Signature:
    """What a function takes and gives."""

    parameters: tuple[Kind, ...]
    results: tuple[Kind, ...]

    @property
    def direct(self) -> bool:
        """Whether the C entry returns the result instead of writing it to memory."""
        return len(self.results) == 1 and self.results[0] != "bits"


@dataclass(frozen=True, slots=True)
class Signatures:
    """What a caller of compiled code must know: the width of a set and the signature of each exported function."""

    width: int
    functions: Mapping[str, Signature]
