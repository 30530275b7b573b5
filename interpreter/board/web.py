"""Directions of boards that are given by their lines or links rather than by a pattern."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from itertools import count, pairwise
from typing import TYPE_CHECKING

from interpreter.board.compass import OPPOSITE, SQUARE, sense

if TYPE_CHECKING:
    from collections.abc import Sequence

    from interpreter.board.board import Point
    from interpreter.board.topology import Table


@dataclass
class Web:
    """Steps collected so far.

    By direction, `out` says where each site leads and `into` from where it is reached; by site, `slots` holds the
    numbers of the `link-1`, `link-2`, ... in which it has a link.
    A direction stays a function both ways, and a compass direction stays straight: it never runs from one line onto
    another with a bend, because rows and slides follow it.
    """

    places: Sequence[Point] | None
    out: dict[str, dict[int, int]] = field(default_factory=dict)
    into: dict[str, dict[int, int]] = field(default_factory=dict)
    slots: dict[int, set[int]] = field(default_factory=dict)

    def free(self, name: str, start: int, end: int) -> bool:
        """Whether the direction can hold this step (or holds it already)."""
        leads, reached = self.out.get(name, {}), self.into.get(name, {})
        return leads.get(start, end) == end and reached.get(end, start) == start

    def add(self, name: str, start: int, end: int) -> None:
        """Put a step into a direction."""
        self.out.setdefault(name, {})[start] = end
        self.into.setdefault(name, {})[end] = start

    def add_path(self, name: str, back: str, path: Sequence[int]) -> None:
        """Put the steps along a path into one direction, and the steps back into another."""
        for start, end in pairwise(path):
            self.add(name, start, end)
            self.add(back, end, start)

    def add_by_compass(self, path: Sequence[int]) -> bool:
        """Put a path into the compass direction it runs in, if it runs in one and nothing there clashes with it."""
        if self.places is None:
            return False
        senses = {self._sense(start, end) for start, end in pairwise(path)}
        name = senses.pop()
        if senses or name is None:
            return False
        back = OPPOSITE[name]
        for start, end in pairwise(path):
            if not (self.free(name, start, end) and self.free(back, end, start)):
                return False
            before = self.into.get(name, {}).get(start)
            after = self.out.get(name, {}).get(end)
            if (before is not None and not self._straight(before, start, end)) or (
                after is not None and not self._straight(start, end, after)
            ):
                return False
        self.add_path(name, back, path)
        return True

    def add_by_slot(self, start: int, end: int) -> None:
        """Put a link into the first `link-1`, `link-2`, ... in which neither of its sites has a link yet."""
        used = self.slots.setdefault(start, set()), self.slots.setdefault(end, set())
        slot = next(number for number in count(1) if not any(number in taken for taken in used))
        for taken in used:
            taken.add(slot)
        self.add_path(f"link-{slot}", f"link-{slot}-back", (start, end))

    def tables(self, sites: int) -> dict[str, Table]:
        """The directions with their tables, those of the compass first."""
        names = [name for name in SQUARE if name in self.out] + [name for name in self.out if name not in SQUARE]
        return {name: tuple(self.out[name].get(site, -1) for site in range(sites)) for name in names}

    def _sense(self, start: int, end: int) -> str | None:
        places = self.places or ()
        (x, y), (to_x, to_y) = places[start], places[end]
        return sense(to_x - x, to_y - y)

    def _straight(self, first: int, second: int, third: int) -> bool:
        places = self.places or ()
        (x0, y0), (x1, y1), (x2, y2) = places[first], places[second], places[third]
        turn = math.atan2(y2 - y1, x2 - x1) - math.atan2(y1 - y0, x1 - x0)
        return abs(math.remainder(turn, math.tau)) < math.radians(1)
