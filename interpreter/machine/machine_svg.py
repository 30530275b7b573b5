"""The sketch of a machine drawn as SVG; readable in black and white."""

from __future__ import annotations

import re
from collections import defaultdict
from dataclasses import dataclass
from html import escape
from textwrap import wrap
from typing import TYPE_CHECKING

from interpreter.diagnostics.excerpt import columns, printable
from interpreter.machine.graph import NodeKind
from interpreter.machine.layering import lay_out

if TYPE_CHECKING:
    from interpreter.machine.layering import Layout, Slot
    from interpreter.machine.sketch import Sketch, Spot, Way

MARGIN = 24.0
HEADING = 40.0
PHASE_HEADING = 50.0
PHASE_MARGIN = 14.0
LOOP = 26.0  # how far a way back to its own box reaches to the side
WIDEST = 30  # characters of a line
IN_A_ROW = 4  # results beside each other
LEGEND = (
    "thick box: a player chooses a step",
    "double frame: the game is over",
)

_INK, _LINE, _LABEL = "#2b2b2b", "#6b5d48", "#5a4a30"
_DECISION, _PLAIN, _RESULT, _BAND = "#f3d99a", "#fffdf8", "#dfe9da", "#f7f2e6"
_TIP = (
    '<defs><marker id="tip" viewBox="0 0 10 10" refX="9" refY="5" markerWidth="8" markerHeight="8" orient="auto">'
    f'<path d="M0 0L10 5L0 10z" fill="{_LINE}"/></marker></defs>'
)
_NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


@dataclass(frozen=True)
class _Face:
    """A style of text: size, weight, family, and the width of a letter."""

    size: int
    weight: str
    family: str
    letter: float

    @property
    def line(self) -> float:
        return self.size * 1.3

    def width(self, text: str) -> float:
        return columns(text) * self.letter


# Letters are as wide as their family's widest common font draws them, so a text never leaves its box.
_TITLE = _Face(15, "bold", "sans-serif", 9.6)
_SMALL = _Face(12, "normal", "sans-serif", 7.2)
_CODE = _Face(11, "normal", "monospace", 6.75)

_Text = list[tuple[str, _Face]]


def draw(sketch: Sketch) -> str:
    """The picture as one SVG document."""
    spots = {spot.number: spot for spot in sketch.spots}
    texts = {spot.number: _text_of(spot) for spot in sketch.spots}
    loops = {way.source: way for way in sketch.ways if way.source == way.target}
    ways = [way for way in sketch.ways if way.source != way.target]
    labels: list[_Text] = [_lines(way.label, _CODE) for way in ways]
    rows = _rows(sketch, ways)
    several = len(sketch.phases) > 1
    above = {}
    if several:
        for number in range(1, len(sketch.phases)):
            first = min(rows[spot.number] for spot in sketch.spots if spot.phase == number)
            above[first] = PHASE_HEADING + PHASE_MARGIN
    boxes = {
        number: (rows[number], width + 2 * _loop_width(loops.get(number)), height)
        for number, spot in spots.items()
        for width, height in [_size(spot, texts[number])]
    }
    layout = lay_out(boxes, [(way.source, way.target) for way in ways], [_extent(text) for text in labels], above)
    shown = [part for number in spots for part in _box(spots[number], texts[number], layout.boxes[number])]
    for number, way in loops.items():
        shown += _loop(way, layout.boxes[number], _size(spots[number], texts[number])[0])
    body = [*_bands(sketch, layout, rows), *_routes(layout, spots, texts), *shown]
    for text, slot in zip(labels, layout.labels, strict=True):
        if slot is not None:
            body += _written(text, slot.x, slot.y)
    legend = " · ".join(LEGEND)
    width = max(layout.width, _TITLE.width(sketch.title), _SMALL.width(legend)) + 2 * MARGIN
    top = HEADING + (PHASE_HEADING if several else 0.0)
    height = top + layout.height + MARGIN + 30
    shift = MARGIN + (width - 2 * MARGIN - layout.width) / 2
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:.0f}" height="{height:.0f}" '
        f'viewBox="0 0 {width:.0f} {height:.0f}" role="img">'
    )
    return "\n".join(
        [
            head,
            f"<title>{_clean(sketch.title)}</title>",
            _TIP,
            f'<rect width="{width:.0f}" height="{height:.0f}" fill="white"/>',
            _text(width / 2, MARGIN + 4, sketch.title, _TITLE),
            _text(width / 2, height - 14, legend, _SMALL),
            f'<g transform="translate({shift:.1f} {top:.1f})">',
            *body,
            "</g>",
            "</svg>",
            "",
        ]
    )


def _rows(sketch: Sketch, ways: list[Way]) -> dict[int, int]:
    """The row of each spot: phases below each other; within a phase the longest way from its beginning."""
    out: dict[int, list[int]] = defaultdict(list)
    for way in ways:
        out[way.source].append(way.target)
    rows: dict[int, int] = {}
    base = 0
    for number in range(len(sketch.phases)):
        spots = [spot for spot in sketch.spots if spot.phase == number]
        members = {spot.number for spot in spots}
        order = _forward(spots, out)
        level = dict.fromkeys(members, 0)
        place = {source: position for position, source in enumerate(order)}
        for source in order:
            for target in out[source]:
                if target in members and place[target] > place[source]:
                    level[target] = max(level[target], level[source] + 1)
        crowded: dict[int, int] = defaultdict(int)
        for spot in spots:
            if spot.kind is NodeKind.RESULT:
                crowded[level[spot.number]] += 1
                level[spot.number] += (crowded[level[spot.number]] - 1) // IN_A_ROW
        rows |= {member: base + row for member, row in level.items()}
        base += max(level.values(), default=-1) + 1
    return rows


def _forward(spots: list[Spot], out: dict[int, list[int]]) -> list[int]:
    """The spots of a phase so that, but for the ways that lead back, each comes before those it leads to."""
    first = (NodeKind.START, NodeKind.ARRIVAL)
    todo = sorted(spots, key=lambda spot: (spot.kind not in first, spot.kind is not NodeKind.START))
    members, seen, order = {spot.number for spot in spots}, set(), []
    for root in todo:
        stack = [(root.number, iter(out[root.number]))] if root.number not in seen else []
        seen.add(root.number)
        while stack:
            number, targets = stack[-1]
            target = next((t for t in targets if t in members and t not in seen), None)
            if target is None:
                order.append(number)
                stack.pop()
            else:
                seen.add(target)
                stack.append((target, iter(out[target])))
    return order[::-1]


def _text_of(spot: Spot) -> _Text:
    if spot.kind is NodeKind.START:
        return []
    main = _TITLE if spot.kind in (NodeKind.DECISION, NodeKind.RESULT) else _SMALL
    text = _lines(spot.title, main) + _lines(spot.remark, _SMALL)
    return text + (_lines(f"if {spot.condition}", _CODE) if spot.condition else [])


def _lines(text: str, face: _Face) -> _Text:
    return [(line, face) for line in wrap(printable(text), WIDEST, break_on_hyphens=False)]


def _extent(text: _Text) -> tuple[float, float]:
    if not text:
        return 0.0, 0.0
    return max(face.width(line) for line, face in text) + 8, sum(face.line for _, face in text) + 4


def _size(spot: Spot, text: _Text) -> tuple[float, float]:
    if spot.kind is NodeKind.START:
        return 16.0, 16.0
    width, height = _extent(text)
    return max(width + 24, 90.0), height + (22 if spot.kind in (NodeKind.DECISION, NodeKind.RESULT) else 10)


def _box(spot: Spot, text: _Text, slot: Slot) -> list[str]:
    width, height = _size(spot, text)
    left, top = slot.x - width / 2, slot.y - height / 2

    def frame(fill: str, stroke: float, radius: float, inset: float = 0.0, more: str = "") -> str:
        return (
            f'<rect x="{left + inset:.1f}" y="{top + inset:.1f}" width="{width - 2 * inset:.1f}" '
            f'height="{height - 2 * inset:.1f}" rx="{radius:g}" fill="{fill}" stroke="{_INK}" '
            f'stroke-width="{stroke:g}"{more}/>'
        )

    match spot.kind:
        case NodeKind.START:
            return [f'<circle cx="{slot.x:.1f}" cy="{slot.y:.1f}" r="8" fill="{_INK}"/>']
        case NodeKind.DECISION:
            shape = [frame(_DECISION, 2.6, 8)]
        case NodeKind.RESULT:
            shape = [frame(_PLAIN, 1.2, 3), frame(_RESULT, 1.2, 2, 4)]
        case NodeKind.PASS:
            shape = [frame(_PLAIN, 1.6, 8, more=' stroke-dasharray="5 4"')]
        case _:
            shape = [frame(_PLAIN, 1.2, height / 2)]
    return [*shape, *_written(text, slot.x, slot.y)]


def _written(text: _Text, x: float, y: float) -> list[str]:
    y -= sum(face.line for _, face in text) / 2
    parts = []
    for line, face in text:
        y += face.line
        parts.append(_text(x, y - face.line * 0.28, line, face))
    return parts


def _text(x: float, y: float, line: str, face: _Face) -> str:
    colour = _LABEL if face is _CODE else _INK
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="middle" font-family="{face.family}" font-size="{face.size}" '
        f'font-weight="{face.weight}" fill="{colour}">{_clean(line)}</text>'
    )


def _routes(layout: Layout, spots: dict[int, Spot], texts: dict[int, _Text]) -> list[str]:
    """Each way as a line from the edge of its first box to the edge of its last."""
    widths = {id(layout.boxes[number]): _size(spots[number], texts[number])[0] for number in spots}
    labelled = {id(slot) for slot in layout.labels if slot is not None}
    docks = _docks(layout, widths)
    parts = []
    for number, route in enumerate(layout.routes):
        down = route[-1].row > route[0].row
        # A row without height holds nothing, so a way need not pass it at a place of its own.
        passed = [slot for slot in route[1:-1] if layout.bands[slot.row][1] > 0]
        sign = 1 if down else -1
        x, y = docks[number, 0], route[0].y + sign * route[0].height / 2
        pieces = [f"M{x:.1f} {y:.1f}"]
        for slot in passed:
            top, height = layout.bands[slot.row]
            near, far = (top, top + height) if down else (top + height, top)
            pieces.append(_bend(x, y, slot.x, near))
            if id(slot) in labelled:  # the line is broken where its label stands
                edge = slot.height / 2 + 2
                pieces.append(f"L{slot.x:.1f} {slot.y - sign * edge:.1f}M{slot.x:.1f} {slot.y + sign * edge:.1f}")
            pieces.append(f"L{slot.x:.1f} {far:.1f}")
            x, y = slot.x, far
        pieces.append(_bend(x, y, docks[number, 1], route[-1].y - sign * route[-1].height / 2))
        parts.append(_arrow("".join(pieces)))
    return parts


def _docks(layout: Layout, widths: dict[int, float]) -> dict[tuple[int, int], float]:
    """Where each way leaves (0) and reaches (1) its boxes: spread over the side, in the order of the other ends."""
    sides: dict[tuple[int, bool], list[tuple[float, tuple[int, int]]]] = defaultdict(list)
    boxes = {id(slot): slot for slot in layout.boxes.values()}
    for number, route in enumerate(layout.routes):
        full = [slot for slot in route if id(slot) in boxes or layout.bands[slot.row][1] > 0]
        for end, (dock, beside) in enumerate(((full[0], full[1]), (full[-1], full[-2]))):
            sides[id(dock), beside.row > dock.row].append((beside.x, (number, end)))
    docks = {}
    for (box, _), found in sides.items():
        room = min(widths[box] - 24, 44.0 * (len(found) - 1))
        for position, (_, key) in enumerate(sorted(found)):
            share = position / (len(found) - 1) - 0.5 if len(found) > 1 else 0.0
            docks[key] = boxes[box].x + room * share
    return docks


def _bend(x: float, y: float, to_x: float, to_y: float) -> str:
    if abs(x - to_x) < 1:
        return f"L{to_x:.1f} {to_y:.1f}"
    middle = (y + to_y) / 2
    return f"C{x:.1f} {middle:.1f} {to_x:.1f} {middle:.1f} {to_x:.1f} {to_y:.1f}"


def _loop_width(way: Way | None) -> float:
    return 0.0 if way is None else LOOP + _extent(_lines(way.label, _CODE))[0] + 6


def _loop(way: Way, slot: Slot, width: float) -> list[str]:
    """A way from a box back to itself, at its right side; the label stands beside it."""
    x, high, low = slot.x + width / 2, slot.y - slot.height / 4, slot.y + slot.height / 4
    far = x + LOOP * 1.2
    text = _lines(way.label, _CODE)
    curve = f"M{x:.1f} {low:.1f}C{far:.1f} {low + 6:.1f} {far:.1f} {high - 6:.1f} {x:.1f} {high:.1f}"
    return [_arrow(curve), *_written(text, x + LOOP + _extent(text)[0] / 2, slot.y)]


def _arrow(path: str) -> str:
    return f'<path d="{path}" fill="none" stroke="{_LINE}" stroke-width="1.4" marker-end="url(#tip)"/>'


def _bands(sketch: Sketch, layout: Layout, rows: dict[int, int]) -> list[str]:
    """A frame with a name behind each phase, where there are several."""
    if len(sketch.phases) < 2:
        return []
    parts = []
    for number, name in enumerate(sketch.phases):
        own = [rows[spot.number] for spot in sketch.spots if spot.phase == number]
        top = layout.bands[2 * min(own)][0] - PHASE_HEADING + 10
        last, tall = layout.bands[2 * max(own)]
        width, height = layout.width + 24, last + tall + 12 - top
        frame = f'<rect x="-12" y="{top:.1f}" width="{width:.1f}" height="{height:.1f}" rx="10" fill="{_BAND}" '
        text = f'<text x="2" y="{top + 22:.1f}" font-family="sans-serif" font-size="15" font-style="italic" '
        parts.append(f'{frame}stroke="{_LINE}" stroke-width="1" stroke-dasharray="2 3"/>')
        parts.append(f'{text}fill="{_LABEL}">{_clean(printable(name))}</text>')
    return parts


def _clean(text: str) -> str:
    return escape(_NOT_XML.sub("\ufffd", text))
