"""Boards that are triangulated discs: the neighbours of a site follow each other round it, three by three adjacent.

So it is on a board of hexagons without holes. There, a group cuts sites off from the border only by a closed line of
its own, and the piece that closes it touches the rest of the group in two places that are apart.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from interpreter.board.board import Board


@dataclass(frozen=True, slots=True)
class Disc:
    """`around` has for each site its neighbours in their order round it; on the border, from one end to the other.

    `border` is the set of the sites that are not surrounded.
    """

    around: tuple[tuple[int, ...], ...]
    border: int


@lru_cache(maxsize=64)
def disc_of(board: Board, along: tuple[int, ...]) -> Disc | None:
    """The disc that sites form where those one step apart touch; None for other boards."""
    if any(board.walks[direction] for direction in along):
        return None
    sites, beside = range(len(board.sites)), beside_of(board, along)
    orders = [_in_order(beside[site], beside) for site in sites]
    around = tuple(order for order in orders if order is not None)
    if len(around) < len(orders) or not _connected(beside):
        return None
    border = {site for site in sites if around[site][-1] not in beside[around[site][0]] or len(around[site]) == 2}
    corners = sum(len(order) - (site in border) for site, order in enumerate(around))
    edges = sum(map(len, around))
    # A surface of triangles whose vertices, edges and faces come to 1, and that has a border, is a disc.
    if not border or 6 * len(sites) - 3 * edges + 2 * corners != 6:
        return None
    return Disc(around, sum(1 << site for site in border))


def orders_of(board: Board, along: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    """The neighbours of each site: on a disc in order, with -1 for what lies outside the board."""
    disc = disc_of(board, along)
    if disc is None:
        return tuple(tuple(sorted(found)) for found in beside_of(board, along))
    return tuple((*order, -1) if disc.border >> site & 1 else order for site, order in enumerate(disc.around))


def beside_of(board: Board, along: tuple[int, ...]) -> list[set[int]]:
    """The neighbours of each site, in directions that come with their opposites."""
    return [{board.steps[direction][site] for direction in along} - {-1, site} for site in range(len(board.sites))]


def _in_order(sites: set[int], beside: list[set[int]]) -> tuple[int, ...] | None:
    """Sites as a closed line, or one with two ends, in which each touches those before and behind it and no others."""
    touching = {site: beside[site] & sites for site in sites}
    ends = [site for site in sorted(sites) if len(touching[site]) == 1]
    if len(sites) < 2 or len(ends) not in {0, 2} or any(not 1 <= len(found) <= 2 for found in touching.values()):
        return None
    order = [ends[0] if ends else min(sites)]
    while True:
        after = sorted(touching[order[-1]] - set(order))
        if not after:
            return tuple(order) if len(order) == len(sites) else None
        order.append(after[0])


def _connected(beside: list[set[int]]) -> bool:
    """Whether all sites are connected."""
    met, new = {0}, {0}
    while new:
        new = {other for site in new for other in beside[site]} - met
        met |= new
    return len(met) == len(beside)
