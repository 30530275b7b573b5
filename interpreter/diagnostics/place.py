"""Places in the author's files."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass, field
from functools import cached_property


@dataclass(frozen=True)
class SourceFile:
    """One text an author wrote: `name` as the author knows it (a path, or a label such as `--change`), and its text."""

    name: str
    text: str = field(repr=False)

    @cached_property
    def line_starts(self) -> tuple[int, ...]:
        """Offset of the first character of each line."""
        return (0, *(offset + 1 for offset, character in enumerate(self.text) if character == "\n"))

    def position(self, offset: int) -> tuple[int, int]:
        """Line and column of an offset, both counted from 1."""
        line = bisect_right(self.line_starts, offset)
        return line, offset - self.line_starts[line - 1] + 1

    def line_text(self, line: int) -> str:
        """The text of a line (counted from 1), without its end."""
        start = self.line_starts[line - 1]
        end = self.text.find("\n", start)
        return self.text[start:] if end < 0 else self.text[start:end]


@dataclass(frozen=True, slots=True)
class Span:
    """A stretch of a source file: offsets `start` (included) to `end` (excluded)."""

    source: SourceFile
    start: int
    end: int

    @property
    def line(self) -> int:
        """First line, counted from 1."""
        return self.source.position(self.start)[0]

    @property
    def column(self) -> int:
        """First column, counted from 1."""
        return self.source.position(self.start)[1]

    @property
    def end_line(self) -> int:
        """Last line, counted from 1."""
        return self.source.position(self.end)[0]

    @property
    def end_column(self) -> int:
        """The column after the last character, counted from 1."""
        return self.source.position(self.end)[1]

    @property
    def text(self) -> str:
        """What stands there."""
        return self.source.text[self.start : self.end]

    def __str__(self) -> str:
        return f"{self.source.name}:{self.line}:{self.column}"
