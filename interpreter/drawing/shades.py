"""How sites are shaded: plainly, with slanting lines or with grains, to be told apart without colour."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from interpreter.drawing.look import Look

PATTERNS: Mapping[str, str] = {
    "hatch": '<path d="M-2 2L2 -2M0 8L8 0M6 10L10 6" stroke="{line}" stroke-width="1.2"/>',
    "grain": '<circle cx="2" cy="2" r="1.1" fill="{line}"/><circle cx="6" cy="6" r="1.1" fill="{line}"/>',
}
SHADES = ("tint", *PATTERNS)


def filled(shade: str, look: Look) -> str:
    """What an element that is shaded is filled with."""
    return f"url(#{_name(shade, look)})" if shade in PATTERNS else look.tint


def patterns(shades: Iterable[str], look: Look) -> list[str]:
    """The definitions that some shades need; their names tell the colours, for pictures that share a page."""
    return [
        f'<pattern id="{_name(shade, look)}" width="8" height="8" patternUnits="userSpaceOnUse">'
        f'<rect width="8" height="8" fill="{look.cell}"/>{PATTERNS[shade].format(line=look.line)}</pattern>'
        for shade in dict.fromkeys(shades)
        if shade in PATTERNS
    ]


def _name(shade: str, look: Look) -> str:
    return f"{shade}-{look.line.removeprefix('#')}-{look.cell.removeprefix('#')}"
