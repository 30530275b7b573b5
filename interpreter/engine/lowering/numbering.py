"""How the sites of a board are numbered in a kernel, so that a step in a direction is one shift of a whole set.

A board whose sites lie on a grid, straight or slanting, gets `row * stride + column`; where it fits into the same
machine word, a gap between the rows makes masks superfluous: what is shifted over the edge falls into the gap.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from interpreter.board.board import Board

WORDS = (64, 128, 192, 256, 320, 384, 448, 512)


@dataclass(frozen=True)
class Numbering:
    """Where each site of the board stands in a kernel's sets.

    `place[site]` is its bit; `width` the bits of a set; `every` all sites; `gapped` says that an unmasked shift of
    board sites never meets a wrong site: what leaves the board lands on no site at all.
    """

    place: tuple[int, ...]
    width: int
    every: int
    gapped: bool

    def bits(self, sites: int) -> int:
        """A set of the board as a set of the kernel."""
        result, site = 0, 0
        while sites >> site:
            if sites >> site & 1:
                result |= 1 << self.place[site]
            site += 1
        return result

    def sites(self, bits: int) -> int:
        """A set of the kernel as a set of the board."""
        return sum(1 << site for site, place in enumerate(self.place) if bits >> place & 1)


def word(bits: int) -> int:
    """The machine word that holds so many bits."""
    return next((size for size in WORDS if bits <= size), -(-bits // 64) * 64)


@lru_cache(maxsize=64)
def numbering_of(board: Board, *, padded: bool = True, room: int = 0) -> Numbering:
    """The numbering of which a step in every direction takes the fewest shifts of words; then the fewest words.

    At last, one without masks. Where rows lie askew, counting sites one after the other takes a shift for each row.
    Sets have room for so many members.
    """
    plain = tuple(range(len(board.sites)))
    best = _judged(board, plain)
    for place in _grids(board) if padded else ():
        judged = _judged(board, place)
        if judged[0] < best[0]:
            best = judged
    _, place, gapped = best
    every = sum(1 << spot for spot in place)
    return Numbering(place, word(max(max(place) + 1, room)), every, gapped)


def _judged(board: Board, place: tuple[int, ...]) -> tuple[tuple[int, int, bool], tuple[int, ...], bool]:
    ways = [way for way in range(len(board.directions)) if not board.walks[way]]  # the others are no shifts
    shifts = [shifts_of(board, place, direction) for direction in ways]
    gapped = all(len(found) <= 1 for found in shifts) and all(
        _falls_off(board, place, direction, found) for direction, found in zip(ways, shifts, strict=True)
    )
    words = word(max(place) + 1) // 64
    return (words * sum(len(found) for found in shifts), words, not gapped), place, gapped


def _falls_off(board: Board, place: tuple[int, ...], direction: int, shifts: tuple[tuple[int, int], ...]) -> bool:
    """Whether every site without a step in a direction is shifted onto no site."""
    if not shifts:
        return True
    difference, taken = set(place), shifts[0][0]
    return all(board.steps[direction][site] >= 0 or place[site] + taken not in difference for site in range(len(place)))


def shifts_of(board: Board, place: tuple[int, ...], direction: int, times: int = 1) -> tuple[tuple[int, int], ...]:
    """The index differences of `times` steps in a direction, each with the (kernel) set of sites that may take it."""
    masks: dict[int, int] = {}
    for site, start in enumerate(place):
        target = site
        for _ in range(times):
            target = board.steps[direction][target] if target >= 0 else -1
        if target >= 0:
            difference = place[target] - start
            masks[difference] = masks.get(difference, 0) | 1 << start
    return tuple(sorted(masks.items()))


def _grids(board: Board) -> list[tuple[int, ...]]:
    """Numberings by row and column, for sites that lie on a grid, straight or slanting."""
    rows = sorted({round(y, 3) for _, y in board.places})
    row = [rows.index(round(y, 3)) for _, y in board.places]
    found: list[tuple[int, ...]] = []
    for slant, unit in ((0.0, 1), (0.5, 1), (-0.5, 1), (0.0, 2)):
        if unit == 2 and found:  # what lies between the columns needs columns of its own
            break
        columns = [unit * (x - slant * line) for (x, _), line in zip(board.places, row, strict=True)]
        least = min(columns)
        whole = [round(column - least) for column in columns]
        if any(abs(column - least - number) > 0.01 for column, number in zip(columns, whole, strict=True)):
            continue
        wide = max(whole) + 1
        for gap in (0, 1):
            place = tuple(line * (wide + gap) + column for line, column in zip(row, whole, strict=True))
            if len(set(place)) == len(place):
                found.append(place)
    return found
