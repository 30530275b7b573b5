"""A layered layout for small graphs: rows of boxes from top to bottom, with ways between them that cross no box.

Boxes stand in even rows. A way that passes a row gets a slot of its own there, and its label is such a slot in an odd
row, so a way runs straight down inside a row and bends only between rows; nothing can overlap.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

GAP = 26.0  # between neighbours in a row
BEND = 30.0  # between rows, where ways bend
SWEEPS = 24
SETTLING = 120
SLOT = 10.0  # width of a way that passes a row


@dataclass
class Slot:
    """A box, a label, or the place where a way passes a row; `x` and `y` are its centre."""

    row: int
    width: float
    height: float
    x: float = 0.0
    y: float = 0.0


@dataclass(frozen=True)
class Layout:
    """Where everything stands. `routes` are for each way the slots it passes, from its source to its target."""

    boxes: dict[int, Slot]
    routes: list[list[Slot]]
    labels: list[Slot | None]
    width: float
    height: float
    bands: list[tuple[float, float]]  # top and height of each row; a row that only ways pass has no height


def lay_out(
    boxes: Mapping[int, tuple[int, float, float]],
    ways: Sequence[tuple[int, int]],
    labels: Sequence[tuple[float, float]],
    above: Mapping[int, float],
) -> Layout:
    """Places boxes (number -> row, width, height) and ways (source, target) with labels (width, height; 0 for none).

    Rows are numbered by the caller; a way may lead up or down, but not within a row. `above` is room to be left above a
    row.
    """
    placed = {number: Slot(2 * row, width, height) for number, (row, width, height) in boxes.items()}
    rows: dict[int, list[Slot]] = defaultdict(list)
    for slot in placed.values():
        rows[slot.row].append(slot)
    routes: list[list[Slot]] = []
    named: list[Slot | None] = []
    links: dict[int, list[tuple[Slot, float]]] = defaultdict(list)
    for (source, target), (width, height) in zip(ways, labels, strict=True):
        start, end = placed[source], placed[target]
        down = 1 if end.row > start.row else -1
        passed = [Slot(row, SLOT, 0.0) for row in range(start.row + down, end.row, down)]
        named.append(None)
        if width:
            # Downwards the label stands near its source; upwards in the middle, where there is room.
            label = passed[0 if down > 0 else len(passed) // 4 * 2]
            label.width, label.height = width, height
            named[-1] = label
        for slot in passed:
            rows[slot.row].append(slot)
        route = [start, *passed, end]
        routes.append(route)
        inner = {id(slot) for slot in passed}
        for one, other in pairwise(route):
            # Long ways should be straight: the slots between boxes pull each other harder than the boxes do.
            pull = 8.0 if id(one) in inner and id(other) in inner else 1.0
            links[id(one)].append((other, pull))
            links[id(other)].append((one, pull))
    ordered = [rows[row] for row in range(max(rows, default=0) + 1)]
    _order(ordered, links)
    _spread(ordered, links)
    left = min((slot.x - slot.width / 2 for slots in ordered for slot in slots), default=0.0)
    width = max((slot.x + slot.width / 2 for slots in ordered for slot in slots), default=0.0) - left
    y, bands = 0.0, []
    for number, slots in enumerate(ordered):
        height = max((slot.height for slot in slots), default=0.0)
        y += (BEND if number else 0.0) * (height > 0) + above.get(number // 2, 0.0) * (number % 2 == 0)
        for slot in slots:
            slot.x -= left
            slot.y = y + height / 2
        bands.append((y, height))
        y += height
    return Layout(placed, routes, named, width, y, bands)


def _order(rows: list[list[Slot]], links: Mapping[int, list[tuple[Slot, float]]]) -> None:
    """Sorts each row by the middle of what it is tied to above, then below; keeps the order with fewest crossings."""
    best, fewest = [list(slots) for slots in rows], _crossings(rows, links)
    for sweep in range(SWEEPS):
        down = sweep % 2 == 0
        for row in range(len(rows)) if down else range(len(rows) - 1, -1, -1):
            beside = rows[row - 1] if down and row else rows[row + 1] if not down and row + 1 < len(rows) else []
            place = {id(slot): position for position, slot in enumerate(beside)}
            own = {id(slot): float(position) for position, slot in enumerate(rows[row])}

            def middle(slot: Slot, place: dict[int, int] = place, own: dict[int, float] = own) -> float:
                found = [place[id(other)] for other, _ in links[id(slot)] if id(other) in place]
                return sum(found) / len(found) if found else own[id(slot)]

            rows[row].sort(key=middle)
        crossings = _crossings(rows, links)
        if crossings < fewest:
            best, fewest = [list(slots) for slots in rows], crossings
    rows[:] = best


def _crossings(rows: list[list[Slot]], links: Mapping[int, list[tuple[Slot, float]]]) -> int:
    total = 0
    for upper, lower in pairwise(rows):
        place = {id(slot): position for position, slot in enumerate(lower)}
        ends = [sorted(place[id(other)] for other, _ in links[id(slot)] if id(other) in place) for slot in upper]
        flat = [end for found in ends for end in found]
        total += sum(1 for first, one in enumerate(flat) for other in flat[first + 1 :] if other < one)
    return total


def _spread(rows: list[list[Slot]], links: Mapping[int, list[tuple[Slot, float]]]) -> None:
    """Gives each slot its x: near what it is tied to, in the order of its row, without overlap."""
    for slots in rows:
        x = 0.0
        for slot in slots:
            slot.x = x + slot.width / 2
            x += slot.width + GAP
        for slot in slots:
            slot.x -= (x - GAP) / 2
    for sweep in range(SETTLING):
        for slots in rows if sweep % 2 == 0 else rows[::-1]:
            wanted = []
            for slot in slots:
                ties = links[id(slot)]
                pull = sum(weight for _, weight in ties)
                wanted.append((sum(other.x * weight for other, weight in ties) / pull if pull else slot.x, pull or 1.0))
            _settle(slots, wanted)


def _settle(slots: list[Slot], wanted: list[tuple[float, float]]) -> None:
    """The places nearest to the wanted ones at which no two slots of a row overlap.

    Neighbours that want to overlap are joined to a block that stands at the weighted middle of its members' wishes.
    """
    offsets = [0.0]
    for one, other in pairwise(slots):
        offsets.append(offsets[-1] + (one.width + other.width) / 2 + GAP)
    blocks: list[tuple[float, float, int]] = []  # wish of the whole, weight, members
    for (x, weight), offset in zip(wanted, offsets, strict=False):
        block = (x - offset, weight, 1)
        while blocks and blocks[-1][0] > block[0]:
            before = blocks.pop()
            total = before[1] + block[1]
            block = ((before[0] * before[1] + block[0] * block[1]) / total, total, before[2] + block[2])
        blocks.append(block)
    number = 0
    for x, _, members in blocks:
        for slot, offset in zip(slots[number : number + members], offsets[number : number + members], strict=True):
            slot.x = x + offset
        number += members
