"""The board every other room works with: numbered sites, tables of steps, sets of sites."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, reduce
from operator import or_
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    import networkx as nx

Point = tuple[float, float]


@dataclass(frozen=True)
class Board:
    """A board of any shape. A set of sites is a whole number whose bit `i` stands for site `i`.

    `steps[d][s]` is the site one step from `s` in direction `d`, or -1; a direction never leads two sites to one, nor
    one to two. `opposite[d]` is the direction that leads back, or -1. `classes` holds, by name, the directions meant by
    `orthogonal`, `diagonal`, `any`, by an author's own name, and by each direction's name. `places` are the centres of
    the sites (y upwards, neighbours about 1 apart), `outlines` the polygons of cells, empty when sites are points.
    A board of several `levels` holds them by letter, from the bottom; their places lie beside each other in the plane.
    Where the board is `linked`, it is not its pattern that shows which sites touch, and the links are drawn. `walls`
    are pairs of sites that would touch by the pattern and do not, the lower number first.
    `tracks` holds the directions that are a different one for each player: by name, by player. `walks[d]` is the path
    of a direction that comes to a site more than once, whose table of steps is therefore empty; of others it is empty.
    """

    shape: str
    sites: tuple[str, ...]
    index: dict[str, int]
    directions: tuple[str, ...]
    steps: tuple[tuple[int, ...], ...]
    opposite: tuple[int, ...]
    classes: dict[str, tuple[int, ...]]
    adjacent: tuple[int, ...]
    neighbours: tuple[int, ...]
    regions: dict[str, int]
    ranks: dict[str, int]
    files: dict[str, int]
    levels: dict[str, int]
    width: int
    height: int
    drawn: str
    places: tuple[Point, ...]
    outlines: tuple[tuple[Point, ...], ...]
    linked: bool
    walls: tuple[tuple[int, int], ...]
    tracks: dict[str, dict[str, int]]
    walks: tuple[tuple[int, ...], ...]

    def __hash__(self) -> int:
        return hash((self.shape, self.sites, self.directions, self.adjacent))

    @property
    def extents(self) -> tuple[int, ...]:
        """Columns and rows, and levels where there are several, from the lowest to the highest that has a site."""
        letters = list(self.levels)
        return (self.width, self.height, *((ord(letters[-1]) - ord(letters[0]) + 1,) if letters else ()))

    @cached_property
    def graph(self) -> nx.MultiDiGraph[str]:
        """The board as a graph: nodes are site names, edges carry their direction as key and as `direction`."""
        import networkx as nx  # noqa: PLC0415  (slow to import, and rarely asked for)

        graph: nx.MultiDiGraph[str] = nx.MultiDiGraph(shape=self.shape)
        graph.add_nodes_from((name, {"place": place}) for name, place in zip(self.sites, self.places, strict=True))
        for direction, table in zip(self.directions, self.steps, strict=True):
            for origin, target in enumerate(table):
                if target >= 0:
                    graph.add_edge(self.sites[origin], self.sites[target], key=direction, direction=direction)
        return graph


def members(bits: int) -> Iterator[int]:
    """The sites of a set, lowest first."""
    while bits:
        low = bits & -bits
        yield low.bit_length() - 1
        bits ^= low


def union(sets: Iterable[int]) -> int:
    """The sites that are in any of some sets of sites."""
    return reduce(or_, sets, 0)


def everything(board: Board) -> int:
    """The set of all sites."""
    return (1 << len(board.sites)) - 1


def beginnings(steps: tuple[int, ...], walk: tuple[int, ...]) -> int:
    """The sites at which a direction comes onto the board: those that it leads on from and not to.

    `walk` is the path of a direction that comes to a site more than once, else empty; a closed path begins nowhere.
    """
    if walk:
        return 0 if walk[0] == walk[-1] else 1 << walk[0]
    reached = {end for end in steps if end >= 0}
    return union(1 << site for site, end in enumerate(steps) if end >= 0 and site not in reached)


def longest(board: Board, directions: Iterable[int]) -> int:
    """How many sites the longest way along any one of these directions has; all of them, where one goes round."""
    most = 1
    for direction in directions:
        table = board.steps[direction]
        left = {site for site, end in enumerate(table) if end >= 0}
        for start in left - set(table):
            site, length = start, 1
            while (end := table[site]) >= 0:
                left.discard(site)
                site, length = end, length + 1
            most = max(most, length)
        if left:
            return len(board.sites)
    return most
