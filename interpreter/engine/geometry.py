"""Sets of sites as whole numbers: neighbours, runs, paths and connected groups of any board."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING

from interpreter.board.board import beginnings, members

if TYPE_CHECKING:
    from collections.abc import Iterator

    from interpreter.board.board import Board


@dataclass(frozen=True)
class Geometry:
    """Tables of a board: steps and opposites of its directions, and the set of all sites."""

    steps: tuple[tuple[int, ...], ...]
    opposite: tuple[int, ...]
    every: int
    walks: tuple[tuple[int, ...], ...] = ()
    tables: dict[tuple[int, ...], tuple[int, ...]] = field(default_factory=dict, compare=False, repr=False)
    rays: dict[int, tuple[int, ...]] = field(default_factory=dict, compare=False, repr=False)
    linked: dict[tuple[int, ...], tuple[int, ...]] = field(default_factory=dict, compare=False, repr=False)

    def neighbours(self, along: tuple[int, ...]) -> tuple[int, ...]:
        """For each site, the set of sites one step away along any of the directions."""
        table = self.tables.get(along)
        if table is None:
            sets = [0] * self.every.bit_length()
            for direction in along:
                for site, target in enumerate(self.steps[direction]):
                    sets[site] |= 1 << target if target >= 0 else 0
                for site, target in pairwise(self.walk(direction)):
                    sets[site] |= 1 << target
            table = self.tables[along] = tuple(sets)
        return table

    def near(self, bits: int, along: tuple[int, ...]) -> int:
        """The sites one step from the members of a set, along any of the directions."""
        table, result = self.neighbours(along), 0
        while bits:
            low = bits & -bits
            result |= table[low.bit_length() - 1]
            bits ^= low
        return result

    def links(self, along: tuple[int, ...]) -> tuple[int, ...]:
        """For each site, the sites it is linked to: a step links both of its ends, whichever way it is walked."""
        table = self.linked.get(along)
        if table is None:
            sets = list(self.neighbours(along))
            for site, reached in enumerate(self.neighbours(along)):
                for other in members(reached):
                    sets[other] |= 1 << site
            table = self.linked[along] = tuple(sets)
        return table

    def fill(self, seed: int, inside: int, along: tuple[int, ...]) -> int:
        """Everything connected to a seed within a set (the seed must lie in it)."""
        table = self.links(along)
        filled = frontier = seed
        while frontier:
            reached = 0
            while frontier:
                low = frontier & -frontier
                reached |= table[low.bit_length() - 1]
                frontier ^= low
            frontier = reached & inside & ~filled
            filled |= frontier
        return filled

    def groups(self, bits: int, along: tuple[int, ...]) -> list[int]:
        """The maximal connected parts of a set."""
        found = []
        while bits:
            group = self.fill(bits & -bits, bits, along)
            found.append(group)
            bits &= ~group
        return found

    def run(self, site: int, inside: int, direction: int) -> int:
        """The straight run inside a set that starts at a site and goes one way; it stops where a loop closes."""
        steps, bits = self.steps[direction], 0
        while site >= 0 and inside >> site & 1 and not bits >> site & 1:
            bits |= 1 << site
            site = steps[site]
        return bits

    def ray(self, site: int, direction: int) -> int:
        """All sites that lie in a direction from a site."""
        table = self.rays.get(direction)
        if table is None:
            every = self.every
            table = self.rays[direction] = tuple(
                self.run(step, every, direction) if step >= 0 else 0 for step in self.steps[direction]
            )
        return table[site]

    def axes(self, along: tuple[int, ...]) -> list[int]:
        """One direction of each pair of opposites."""
        chosen: list[int] = []
        for direction in along:
            if self.opposite[direction] not in chosen:
                chosen.append(direction)
        return chosen

    def rows(self, bits: int, along: tuple[int, ...], through: int | None = None) -> list[int]:
        """Maximal straight runs of at least two sites; with `through`, only those that meet it."""
        found = []
        for direction in self.axes(along):
            back = self.opposite[direction]
            if back < 0:  # a one-way direction: runs are read from where they begin
                runs = [self.run(site, bits, direction) for site in members(bits & ~self.near(bits, (direction,)))]
                found += [run for run in runs if run & run - 1 and (through is None or run & through)]
                continue
            todo = bits if through is None else bits & through
            while todo:
                site = (todo & -todo).bit_length() - 1
                row = self.run(site, bits, direction) | self.run(site, bits, back)
                todo &= ~row
                if row & row - 1:
                    found.append(row)
        return found

    def between(self, start: int, end: int, inside: int, along: tuple[int, ...]) -> list[int]:
        """Straight runs inside a set that follow a site of `start` and are closed by a site of `end`."""
        found: list[int] = []
        for site in members(start):
            for direction in along:
                steps = self.steps[direction]
                at, run = steps[site], 0
                while at >= 0 and inside >> at & 1 and not run >> at & 1:
                    run |= 1 << at
                    at = steps[at]
                if run and at >= 0 and end >> at & 1 and run not in found:
                    found.append(run)
        return found

    def paths(self, site: int, direction: int, least: int, most: int, through: int) -> Iterator[tuple[int, int]]:
        """Ends of the paths from a site in one direction, with the set of sites strictly between."""
        if self.walk(direction):
            yield from self._walked(site, direction, range(least, most + 1), through)
            return
        steps, over, at = self.steps[direction], 0, site
        for distance in range(1, most + 1):
            at = steps[at]
            if at < 0:
                return
            if distance >= least:
                yield at, over
            if not through >> at & 1 or over >> at & 1:  # blocked, or around a loop
                return
            over |= 1 << at

    def entered(self, direction: int, least: int, most: int, through: int) -> int:
        """Where the paths end that come onto the board along a direction: its first sites are one step away."""
        found = 0
        for site in members(beginnings(self.steps[direction], self.walk(direction))):
            if least <= 1 <= most:
                found |= 1 << site
            if through >> site & 1:
                for end, _ in self.paths(site, direction, max(least - 1, 1), most - 1, through):
                    found |= 1 << end
        return found

    def distance(self, start: int, end: int, along: tuple[int, ...]) -> int:
        """The number of steps from one set to another; the number of sites where no way leads."""
        length, seen, front = 0, start, start
        while front and not front & end:
            front = self.near(front, along) & ~seen
            seen |= front
            length += 1
        return length if front else self.every.bit_length()

    def walk(self, direction: int) -> tuple[int, ...]:
        """The path of a direction that comes to a site more than once, or nothing."""
        return self.walks[direction] if self.walks else ()

    def _walked(self, site: int, direction: int, lengths: range, through: int) -> Iterator[tuple[int, int]]:
        """The same along a track that may come to a site more than once: from each place where it does, once around."""
        walk = self.walk(direction)
        closed = walk[0] == walk[-1]
        way = walk[:-1] if closed else walk
        for start in (place for place, passed in enumerate(way) if passed == site):
            rest = (*way[start + 1 :], *(way[: start + 1] if closed else ()))
            over = 0
            for distance, at in enumerate(rest, start=1):
                if distance in lengths:
                    yield at, over
                if not through >> at & 1:
                    break
                over |= 1 << at


@lru_cache(maxsize=64)
def geometry_of(board: Board) -> Geometry:
    """The tables of a board."""
    return Geometry(board.steps, board.opposite, (1 << len(board.sites)) - 1, board.walks)
