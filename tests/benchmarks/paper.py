"""The report as a text: tables in Markdown, sections that are replaced one by one, and a chart in SVG."""

from __future__ import annotations

import math
import re
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

Row = tuple[str, ...]

COLOURS = ("#1b6ca8", "#c0392b", "#2e8b57", "#8e5ea2")
WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 720, 420, 70, 150, 30, 50


def table(head: Row, rows: Sequence[Row]) -> list[str]:
    """A table in Markdown: the first column to the left, the others to the right."""
    lines = [" | ".join(head), " | ".join(["---", *["---:"] * (len(head) - 1)]), *(" | ".join(row) for row in rows)]
    return [*(f"| {line} |" for line in lines), ""]


class Paper:
    """A file of sections, in a fixed order of titles; those that are not put keep what stood there before."""

    def __init__(self, path: Path, heading: str, titles: Sequence[str]) -> None:
        self.path, self.heading, self.titles = path, heading, titles
        before = path.read_text(encoding="utf-8") if path.is_file() else ""
        parts = re.split(r"^## (.+)\n", before, flags=re.MULTILINE)
        self.sections = dict(zip(parts[1::2], (text.strip("\n") for text in parts[2::2]), strict=True))

    def put(self, title: str, lines: Sequence[str]) -> None:
        """Replaces a section, and writes the file."""
        self.sections[title] = "\n".join(lines).strip("\n")
        texts = [f"## {title}\n\n{self.sections[title]}\n" for title in self.titles if title in self.sections]
        self.path.write_text("\n".join([f"# {self.heading}\n", *texts]), encoding="utf-8")


class Point(NamedTuple):
    """A measured point; both coordinates are above zero."""

    x: float
    y: float


def chart(title: str, across: str, up: str, lines: Mapping[str, Sequence[Point]]) -> str:
    """Lines over logarithmic axes, as SVG."""
    points = [point for line in lines.values() for point in line]
    low_x, high_x = _decade([point.x for point in points])
    low_y, high_y = _decade([point.y for point in points])

    def place(point: Point) -> tuple[float, float]:
        x = math.log(point.x / low_x) / math.log(high_x / low_x)
        y = math.log(point.y / low_y) / math.log(high_y / low_y)
        return LEFT + x * (WIDTH - LEFT - RIGHT), HEIGHT - BOTTOM - y * (HEIGHT - TOP - BOTTOM)

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-size="12">',
        "<style>text { font-family: sans-serif }</style>",
        f'<title>{title}</title><rect width="100%" height="100%" fill="white"/>',
    ]
    for value in _marks(low_x, high_x):
        x, _ = place(Point(value, low_y))
        parts.append(f'<path d="M{x:.1f} {TOP}V{HEIGHT - BOTTOM}" stroke="#ddd"/>')
        parts.append(f'<text x="{x:.1f}" y="{HEIGHT - BOTTOM + 18}" text-anchor="middle">{value:g}</text>')
    for value in _marks(low_y, high_y):
        _, y = place(Point(low_x, value))
        parts.append(f'<path d="M{LEFT} {y:.1f}H{WIDTH - RIGHT}" stroke="#ddd"/>')
        parts.append(f'<text x="{LEFT - 8}" y="{y + 4:.1f}" text-anchor="end">{value:g}</text>')
    middle = (LEFT + WIDTH - RIGHT) / 2
    parts.append(f'<text x="{middle:.0f}" y="{HEIGHT - 10}" text-anchor="middle">{across}</text>')
    parts.append(f'<text x="16" y="{HEIGHT / 2:.0f}" transform="rotate(-90 16 {HEIGHT / 2:.0f})">{up}</text>')
    for number, (name, line) in enumerate(lines.items()):
        colour, places = COLOURS[number % len(COLOURS)], [place(point) for point in line]
        path = "L".join(f"{x:.1f} {y:.1f}" for x, y in places)
        parts.append(f'<path d="M{path}" fill="none" stroke="{colour}" stroke-width="2"/>')
        parts += [f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3" fill="{colour}"/>' for x, y in places]
        parts.append(f'<text x="{places[-1][0] + 8:.1f}" y="{places[-1][1] + 4:.1f}" fill="{colour}">{name}</text>')
    return "\n".join([*parts, "</svg>"]) + "\n"


def _decade(values: Sequence[float]) -> tuple[float, float]:
    """Bounds of an axis: powers of ten around the values."""
    return 10 ** math.floor(math.log10(min(values))), 10 ** math.ceil(math.log10(max(values) * 1.0001))


def _marks(low: float, high: float) -> list[float]:
    marks = []
    decade = low
    while decade <= high:
        marks += [decade * step for step in (1, 2, 5) if decade * step <= high]
        decade *= 10
    return marks
