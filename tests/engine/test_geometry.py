"""Sets, runs, paths and groups of the engine against slow and plain counterparts on graphs."""

from __future__ import annotations

from typing import TYPE_CHECKING

import networkx as nx
import pytest
from boards import BOARDS, bits_of, board, numbers, one_way
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from interpreter.engine.geometry import geometry_of

if TYPE_CHECKING:
    from pathlib import Path

    from interpreter.board.board import Board

MANY = settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
EACH_BOARD = pytest.mark.parametrize("name", BOARDS)


def ways(found: Board) -> list[tuple[int, ...]]:
    """Some collections of directions: the classes of the board and every direction by itself."""
    return [tuple(found.adjacent), *(tuple(numbers) for numbers in found.classes.values() if numbers)]


@EACH_BOARD
@given(data=st.data())
@MANY
def test_near(name: str, folder: Path, data: st.DataObject):
    found = board(name, folder)
    along = data.draw(st.sampled_from(ways(found)))
    some = frozenset(data.draw(st.sets(st.integers(0, len(found.sites) - 1))))
    graph = one_way(found, along)
    assert numbers(geometry_of(found).near(bits_of(some), along)) == {end for site in some for end in graph[site]}


@EACH_BOARD
@given(data=st.data())
@MANY
def test_groups(name: str, folder: Path, data: st.DataObject):
    """Maximal connected sets, whichever way a link is walked."""
    found = board(name, folder)
    along = data.draw(st.sampled_from(ways(found)))
    some = frozenset(data.draw(st.sets(st.integers(0, len(found.sites) - 1))))
    geometry = geometry_of(found)
    groups = geometry.groups(bits_of(some), along)
    expected = list(nx.connected_components(one_way(found, along).subgraph(some).to_undirected()))
    assert sorted(map(sorted, map(numbers, groups))) == sorted(map(sorted, expected))
    for group in expected:
        start = data.draw(st.sampled_from(sorted(group)))
        assert numbers(geometry.fill(1 << start, bits_of(some), along)) == group


def plain_rows(found: Board, some: frozenset[int], along: tuple[int, ...]) -> set[frozenset[int]]:
    """Maximal runs of two sites or more: every site extended both ways, by the tables of steps alone."""
    rows = set()
    for direction in along:
        steps = found.steps[direction]
        before = {target: site for site, target in enumerate(steps) if target >= 0}
        for site in some:
            run = [site]
            while steps[run[-1]] in some and steps[run[-1]] not in run:
                run.append(steps[run[-1]])
            while before.get(run[0], -1) in some and before[run[0]] not in run:
                run.insert(0, before[run[0]])
            if len(run) > 1:
                rows.add(frozenset(run))
    return rows


@EACH_BOARD
@given(data=st.data())
@MANY
def test_rows(name: str, folder: Path, data: st.DataObject):
    found = board(name, folder)
    along = data.draw(st.sampled_from(ways(found)))
    some = frozenset(data.draw(st.sets(st.integers(0, len(found.sites) - 1))))
    rows = geometry_of(found).rows(bits_of(some), along)
    expected = plain_rows(found, some, along)
    assert len(rows) == len(expected), "a row is found once"
    assert set(map(numbers, rows)) == expected
    through = frozenset(data.draw(st.sets(st.integers(0, len(found.sites) - 1), max_size=3)))
    met = geometry_of(found).rows(bits_of(some), along, bits_of(through))
    assert len(met) == len(set(met))
    assert set(map(numbers, met)) == {row for row in expected if row & through}


@EACH_BOARD
@given(data=st.data())
@MANY
def test_between(name: str, folder: Path, data: st.DataObject):
    found = board(name, folder)
    along = data.draw(st.sampled_from(ways(found)))
    sets = st.sets(st.integers(0, len(found.sites) - 1))
    start, end, inside = (frozenset(data.draw(sets)) for _ in range(3))
    runs = geometry_of(found).between(bits_of(start), bits_of(end), bits_of(inside), along)
    expected = set()
    for site in start:
        for direction in along:
            run, at = [], found.steps[direction][site]
            while at in inside and at not in run:
                run.append(at)
                at = found.steps[direction][at]
            if run and at in end:
                expected.add(frozenset(run))
    assert len(runs) == len(expected)
    assert set(map(numbers, runs)) == expected


@EACH_BOARD
@given(data=st.data())
@MANY
def test_paths(name: str, folder: Path, data: st.DataObject):
    found = board(name, folder)
    site = data.draw(st.integers(0, len(found.sites) - 1))
    direction = data.draw(st.integers(0, len(found.directions) - 1))
    least = data.draw(st.integers(1, 4))
    most = least + data.draw(st.integers(0, 4))
    through = frozenset(data.draw(st.sets(st.integers(0, len(found.sites) - 1))))
    expected, way = [], [site]
    for distance in range(1, most + 1):
        at = found.steps[direction][way[-1]]
        if at < 0 or not set(way[1:]) <= through:
            break
        if distance >= least:
            expected.append((at, frozenset(way[1:])))
        if at in way[1:]:
            break
        way.append(at)
    got = geometry_of(found).paths(site, direction, least, most, bits_of(through))
    assert [(end, numbers(over)) for end, over in got] == expected


@EACH_BOARD
def test_opposite_directions_undo_each_other(name: str, folder: Path):
    found = board(name, folder)
    for direction, back in enumerate(found.opposite):
        if back < 0:
            continue
        for site, target in enumerate(found.steps[direction]):
            if target >= 0:
                assert found.steps[back][target] == site
