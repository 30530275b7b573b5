"""What the finders of the language say of a position, against plain graphs."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import networkx as nx
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import interpreter

if TYPE_CHECKING:
    from pathlib import Path

GAME = """game: Looks
language: 1
players: [black, white]
board: {shape: rectangle, size: [4, 4], adjacent: orthogonal}
pieces:
  man: {owner: each}
define:
  those-beside(group): those(groups(theirs, touching=group), count(it) > 1)
  look: %s
moves:
  drop: {place: man, to: empty}
play: {turn: drop, stuck: draw}
end: {}
score:
  black: look
  white: 0
"""
POSITIONS = st.lists(st.sampled_from([0, 0, 1, 1, 2]), min_size=16, max_size=16)


class Sets(NamedTuple):
    """The sites of each owner, numbered from the lower left."""

    black: set[int]
    white: set[int]
    empty: set[int]


def grid(*, slanting: bool) -> nx.Graph:
    graph = nx.Graph()
    graph.add_nodes_from(range(16))
    for site in range(16):
        column, row = site % 4, site // 4
        for right, up in ((1, 0), (0, 1), (1, 1), (-1, 1)):
            if (slanting or not (right and up)) and 0 <= column + right < 4 and row + up < 4:
                graph.add_edge(site, site + right + 4 * up)
    return graph


STRAIGHT, EVERY = grid(slanting=False), grid(slanting=True)


def near(graph: nx.Graph, some: set[int]) -> set[int]:
    return {end for site in some for end in graph[site]}


def groups(graph: nx.Graph, some: set[int]) -> list[set[int]]:
    return list(nx.connected_components(graph.subgraph(some)))


# An expression that gives a number, and the same number counted slowly from the sets of black, white and empty sites.
LOOKS = {
    "count(near(mine))": lambda at: len(near(STRAIGHT, at.black)),
    "count(near(mine, along=any))": lambda at: len(near(EVERY, at.black)),
    "count(groups(mine))": lambda at: len(groups(STRAIGHT, at.black)),
    "count(groups(mine or theirs, along=any))": lambda at: len(groups(EVERY, at.black | at.white)),
    "largest(groups(mine))": lambda at: max(map(len, groups(STRAIGHT, at.black)), default=0),
    "count(groups(mine, touching=theirs))": lambda at: sum(
        bool(near(STRAIGHT, g) & at.white) for g in groups(STRAIGHT, at.black)
    ),
    "count(groups(mine, clear-of=empty))": lambda at: sum(
        not near(STRAIGHT, g) & at.empty for g in groups(STRAIGHT, at.black)
    ),
    "count(groups(mine, including=[west, east]))": lambda at: sum(
        any(s % 4 == 0 for s in g) and any(s % 4 == 3 for s in g) for g in groups(STRAIGHT, at.black)
    ),
    "count(sites(groups(mine, min=2, max=3)))": lambda at: sum(
        len(g) for g in groups(STRAIGHT, at.black) if 2 <= len(g) <= 3
    ),
    "count(group(b2, of=mine))": lambda at: len(next((g for g in groups(STRAIGHT, at.black) if 5 in g), ())),
    "count(group(b2))": lambda at: len(next((g for g in groups(STRAIGHT, at.black | at.white) if 5 in g), ())),
    "count(near(mine) and empty) - count(near(theirs) and not mine)": lambda at: (
        len(near(STRAIGHT, at.black) & at.empty) - len(near(STRAIGHT, at.white) - at.black)
    ),
    "count(rows(mine, length=2, along=orthogonal))": lambda at: sum(
        len(run) == 2 for line in LINES for run in runs(line, at.black)
    ),
    "count(those(groups(mine), count(near(it) and empty) is 1))": lambda at: sum(
        len(near(STRAIGHT, g) & at.empty) == 1 for g in groups(STRAIGHT, at.black)
    ),
    "count(those(rows(not nowhere, along=orthogonal), count(it and mine) > count(it and theirs)))": lambda at: sum(
        len(at.black & set(line)) > len(at.white & set(line)) for line in LINES
    ),
    "count(those(empty, count(near(it, along=any) and mine) >= 2))": lambda at: sum(
        len(near(EVERY, {site}) & at.black) >= 2 for site in at.empty
    ),
    "largest(those(groups(mine), no(those-beside(it))))": lambda at: max(
        (
            len(g)
            for g in groups(STRAIGHT, at.black)
            if not any(len(h) > 1 and near(STRAIGHT, g) & h for h in groups(STRAIGHT, at.white))
        ),
        default=0,
    ),
    "count(reach(b2, along=orthogonal, distance=any))": lambda at: seen(5, at.empty),
}
LINES = [[4 * row + column for column in range(4)] for row in range(4)]
LINES += [[4 * row + column for row in range(4)] for column in range(4)]


def runs(line: list[int], some: set[int]) -> list[list[int]]:
    found: list[list[int]] = [[]]
    for site in line:
        if site in some:
            found[-1].append(site)
        else:
            found.append([])
    return [run for run in found if run]


def seen(site: int, empty: set[int]) -> int:
    count = 0
    for right, up in ((1, 0), (-1, 0), (0, 1), (0, -1)):
        column, row = site % 4 + right, site // 4 + up
        while 0 <= column < 4 and 0 <= row < 4:
            count += 1
            if 4 * row + column not in empty:
                break
            column, row = column + right, row + up
    return count


@pytest.mark.parametrize("look", LOOKS)
def test_finders(look: str, tmp_path: Path):
    path = tmp_path / "looks.yaml"
    path.write_text(GAME % look, encoding="utf-8")
    game = interpreter.load(path)
    state = game.initial().state
    slow = LOOKS[look]

    @given(POSITIONS)
    @settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
    def check(cells: list[int]) -> None:
        sets = Sets(*({site for site, cell in enumerate(cells) if cell == who} for who in (1, 2, 0)))
        owned = tuple(sum(1 << site for site in some) for some in (sets.black, sets.white, set()))
        position = state._replace(owned=owned, kinds=(owned[0] | owned[1],))
        assert game.engine.score(position)[0] == slow(sets)

    check()
