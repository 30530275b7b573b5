"""The `tracks` an author lays on a board: paths of sites whose names are directions."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import pairwise
from typing import TYPE_CHECKING

from interpreter.board.directions import BORDERING, RELATIVE_NAMES, classes_of
from interpreter.board.naming import is_direction_name
from interpreter.board.reading import choice, quoted, shown
from interpreter.diagnostics import Diagnostic
from interpreter.source.nodes import Mapping, Scalar, Sequence

if TYPE_CHECKING:
    from collections.abc import Collection

    from interpreter.board.topology import Table, Topology
    from interpreter.source.nodes import Node

MOST = 100
LONGEST = 1000
BACK = "-back"
"""How the name of the direction that leads back along a track ends."""
EXAMPLE = "write its sites in order, as in road: a1 b1 b2; a track that names its first site again at the end is closed"


@dataclass(frozen=True)
class Tracks:
    """The tracks of a board.

    `directions` are those along the tracks: a track `road` has `road` and `road-back`; a player's own `road-light` and
    `road-light-back`. `own` are the tracks that are a different one for each player: name -> player -> direction.
    `walks` are the paths of directions that come to a site more than once, and whose tables are therefore empty.
    """

    directions: dict[str, dict[str, Table]] = field(default_factory=dict)
    own: dict[str, dict[str, str]] = field(default_factory=dict)
    walks: dict[str, tuple[int, ...]] = field(default_factory=dict)


def read_tracks(board: Mapping, topology: Topology, taken: Collection[str], report: list[Diagnostic]) -> Tracks:
    """The tracks of a board. `taken` are names of directions that the author has added."""
    node = board.get("tracks")
    if node is None:
        return Tracks()
    if not isinstance(node, Mapping) or len(node) > MOST:
        found = shown(node) if not isinstance(node, Mapping) else f"{len(node):,} names"
        report.append(Diagnostic("board-track", f"tracks are a map of names, not {found}", node.span, help=EXAMPLE))
        return Tracks()
    result = Tracks()
    known = {*classes_of(topology), BORDERING, *RELATIVE_NAMES, *topology.steps, *taken}
    for entry in node.entries:
        name = entry.key.text
        own_paths = entry.value if isinstance(entry.value, Mapping) else None
        each = [(player.key.text, player.value) for player in own_paths.entries] if own_paths else []
        parts = [(f"{name}-{player}", value) for player, value in each] or [(name, entry.value)]
        names = {name, f"{name}{BACK}", *(part for part, _ in parts), *(f"{part}{BACK}" for part, _ in parts)}
        clash = sorted(names & known)
        if clash or not is_direction_name(name):
            problem = f"{quoted(name)} cannot be the name of a track"
            if clash:
                problem = f"a track {quoted(name)} is a direction {quoted(clash[0])}, and there is one already"
            help_line = "write another name: letters and digits, with hyphens between words"
            report.append(Diagnostic("board-track", problem, entry.key.span, help=help_line))
            continue
        known |= names
        for part, value in parts:
            path = _path(value, topology, report)
            for direction, way in ((part, path), (f"{part}{BACK}", path[::-1])):
                twice = len(set(way[1:])) < len(way[1:]) or len(set(way[:-1])) < len(way[:-1])
                result.directions[direction] = {direction: _table(() if twice else way, len(topology.sites))}
                if twice:
                    result.walks[direction] = way
        if each:
            for suffix in ("", BACK):
                result.own[name + suffix] = {player: f"{name}-{player}{suffix}" for player, _ in each}
    return result


def _path(node: Node, topology: Topology, report: list[Diagnostic]) -> tuple[int, ...]:
    """The sites of a track in order; a closed one ends with its first."""
    items = node.items if isinstance(node, Sequence) else (node,)
    names = [name for item in items if isinstance(item, Scalar) for name in item.text.split()]
    index = {name: site for site, name in enumerate(topology.sites)}
    if len(names) < 2 or len(names) > LONGEST:
        report.append(
            Diagnostic(
                "board-track",
                f"a track is a path of 2 to {LONGEST:,} sites, not {shown(node)}",
                node.span,
                help=EXAMPLE,
            )
        )
        return ()
    unknown = next((name for name in names if name not in index), None)
    if unknown is not None:
        report.append(
            Diagnostic(
                "board-track",
                f"the board has no site {quoted(unknown)}",
                node.span,
                help=choice(unknown, topology.sites),
            )
        )
        return ()
    still = next((start for start, end in pairwise(names) if start == end), None)
    if still is not None:
        message = f"the track does not move on from {quoted(still)}"
        report.append(
            Diagnostic("board-track", message, node.span, help="name each site once as the track comes to it")
        )
        return ()
    return tuple(index[name] for name in names)


def _table(path: tuple[int, ...], sites: int) -> Table:
    table = [-1] * sites
    for start, end in pairwise(path):
        table[start] = end
    return tuple(table)
