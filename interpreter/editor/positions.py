"""Lines and columns as an editor counts them, from offsets as the program does, and back."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from lsprotocol import types

if TYPE_CHECKING:
    from interpreter.diagnostics import SourceFile, Span

WIDTHS = {
    types.PositionEncodingKind.Utf8.value: "utf-8",
    types.PositionEncodingKind.Utf16.value: "utf-16-le",
    types.PositionEncodingKind.Utf32.value: "utf-32-le",
}
"""The codec whose units an editor counts columns in."""

UNIT = {"utf-8": 1, "utf-16-le": 2, "utf-32-le": 4}
"""Bytes of a unit."""


@dataclass(frozen=True)
class Positions:
    """Counts columns in the units of an encoding; lines and columns begin at 0."""

    encoding: str = types.PositionEncodingKind.Utf16.value

    def units(self, text: str) -> int:
        """The width of a text."""
        if text.isascii():
            return len(text)
        codec = WIDTHS.get(self.encoding, "utf-16-le")
        return len(text.encode(codec, "surrogatepass")) // UNIT[codec]

    def position(self, source: SourceFile, offset: int) -> types.Position:
        """The place of an offset."""
        line, column = source.position(min(max(offset, 0), len(source.text)))
        before = source.line_text(line)[: column - 1]
        return types.Position(line - 1, self.units(before))

    def range(self, span: Span) -> types.Range:
        """The range of a span."""
        return types.Range(self.position(span.source, span.start), self.position(span.source, span.end))

    def offset(self, source: SourceFile, position: types.Position) -> int:
        """The offset of a place; one beyond the end of its line, or of the text, is its end."""
        if position.line >= len(source.line_starts):
            return len(source.text)
        text = source.line_text(position.line + 1)
        used = 0
        for column, character in enumerate(text):
            if used >= position.character:
                return source.line_starts[position.line] + column
            used += self.units(character)
        return source.line_starts[position.line] + len(text)
