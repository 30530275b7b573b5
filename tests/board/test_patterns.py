"""Rectangles, hexagons, rhombuses, triangles."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from making import beside, board, names, step

from interpreter.board import Board, everything, relative_directions

sizes = st.integers(1, 9)
shapes = st.one_of(
    st.builds(lambda x, y: f"{{shape: rectangle, size: [{x}, {y}]}}", sizes, sizes),
    st.builds(lambda x, y: f"{{shape: rhombus, size: [{x}, {y}]}}", sizes, sizes),
    st.builds(lambda side: f"{{shape: hexagon, size: {side}}}", st.integers(1, 6)),
    st.builds(lambda side: f"{{shape: triangle, size: {side}}}", sizes),
)


@settings(max_examples=60, deadline=None)
@given(shapes)
def test_stepping_there_and_back(text: str):
    made = board(text)
    for direction, table in enumerate(made.steps):
        back = made.steps[made.opposite[direction]]
        assert made.opposite[made.opposite[direction]] == direction
        assert all(target < 0 or back[target] == site for site, target in enumerate(table))


@settings(max_examples=30, deadline=None)
@given(shapes)
def test_the_graph_equals_the_tables(text: str):
    made = board(text)
    edges = {
        (made.sites[site], made.sites[target], name)
        for name, table in zip(made.directions, made.steps, strict=True)
        for site, target in enumerate(table)
        if target >= 0
    }
    assert set(made.graph.edges(keys=True)) == edges
    assert all(key == data["direction"] for _, _, key, data in made.graph.edges(keys=True, data=True))
    assert list(made.graph.nodes) == list(made.sites)


@settings(max_examples=40, deadline=None)
@given(shapes)
def test_regions_lie_on_the_board_and_corners_on_the_edges(text: str):
    made = board(text)
    for bits in [*made.regions.values(), *made.ranks.values(), *made.files.values()]:
        assert 0 <= bits <= everything(made)
    assert made.regions["corners"] & ~made.regions["edges"] == 0
    assert sum(made.ranks.values()) == sum(made.files.values()) == everything(made)
    for corner in ("north", "south"):
        assert made.regions.get(corner, 0) & ~made.regions["edges"] == 0


@settings(max_examples=40, deadline=None)
@given(shapes)
def test_neighbours_stand_one_apart_and_cells_have_room(text: str):
    made = board(text)
    for name in made.classes["orthogonal"]:
        for site, target in enumerate(made.steps[name]):
            if target >= 0:
                (x, y), (to_x, to_y) = made.places[site], made.places[target]
                assert (x - to_x) ** 2 + (y - to_y) ** 2 == pytest.approx(1)
    assert len(made.outlines) == len(made.sites)


def test_a_rectangle_is_numbered_from_the_bottom_left():
    made = board("{shape: rectangle, size: [3, 2]}")
    assert made.sites == ("a1", "b1", "c1", "a2", "b2", "c2")
    assert (made.width, made.height, made.drawn) == (3, 2, "cells")
    assert beside(made, "a1") == {"b1", "a2"}
    assert step(made, "b1", "north-west") == "a2"


def test_columns_go_on_after_z():
    assert board("{shape: rectangle, size: [28, 1]}").sites[25:] == ("z1", "aa1", "ab1")


def test_adjacent_says_what_touches():
    for adjacent, count in (("orthogonal", 4), ("diagonal", 4), ("any", 8), ("[north, diagonal]", 5)):
        made = board(f"{{shape: rectangle, size: 3, adjacent: {adjacent}}}")
        assert len(beside(made, "b2")) == count


def test_regions_of_a_rectangle():
    made = board("{shape: rectangle, size: 8}")
    assert names(made, made.regions["corners"]) == {"a1", "h1", "a8", "h8"}
    assert made.regions["edges"].bit_count() == 28
    assert "a1" in names(made, made.regions["dark"])
    assert made.regions["dark"] | made.regions["light"] == everything(made)
    assert made.ranks["8"] == made.regions["north"]
    assert made.files["a"] == made.regions["west"]


@pytest.mark.parametrize("side", range(1, 8))
def test_a_hexagon_has_the_cells_it_should(side: int):
    made = board(f"{{shape: hexagon, size: {side}}}")
    assert len(made.sites) == 3 * side * (side - 1) + 1
    assert made.regions["corners"].bit_count() == (6 if side > 1 else 1)
    assert made.regions["edges"].bit_count() == max(6 * (side - 1), 1)


def test_a_hexagon_is_numbered_within_its_rows():
    made = board("{shape: hexagon, size: 3}")
    assert " ".join(made.sites) == "a1 a2 a3 b1 b2 b3 b4 c1 c2 c3 c4 c5 d1 d2 d3 d4 e1 e2 e3"
    assert beside(made, "c3") == {"c2", "c4", "d2", "d3", "b2", "b3"}
    assert beside(made, "a1") == {"a2", "b1", "b2"}
    assert step(made, "a1", "north-west") == "b1"
    assert step(made, "c1", "north-east") == "d1"
    assert step(made, "e1", "south-west") == "d1"
    assert names(made, made.regions["corners"]) == {"a1", "a3", "c1", "c5", "e1", "e3"}
    assert made.classes["diagonal"] == ()
    assert made.classes["orthogonal"] == made.classes["any"] == tuple(range(6))


def test_a_rhombus_leans_to_the_right():
    made = board("{shape: rhombus, size: 3}")
    assert beside(made, "b2") == {"a2", "c2", "b1", "b3", "a3", "c1"}
    assert beside(made, "a1") == {"b1", "a2"}
    assert step(made, "b2", "north-east") == "b3"
    assert step(made, "b2", "north-west") == "a3"
    assert names(made, made.regions["corners"]) == {"a1", "c1", "a3", "c3"}
    assert names(made, made.regions["west"]) == {"a1", "a2", "a3"}


def test_a_triangle_has_three_sides():
    made = board("{shape: triangle, size: 4}")
    assert " ".join(made.sites) == "a1 a2 a3 a4 b1 b2 b3 c1 c2 d1"
    assert names(made, made.regions["corners"]) == {"a1", "a4", "d1"}
    assert names(made, made.regions["east"]) == {"a4", "b3", "c2", "d1"}
    assert beside(made, "b2") == {"b1", "b3", "a2", "a3", "c1", "c2"}


def test_a_star_has_six_points():
    made = board("{shape: star, size: 2}")
    assert len(made.sites) == 37
    assert " ".join(made.sites[:4]) == "a1 b1 b2 c1"
    assert names(made, made.regions["south"]) == {"a1", "b1", "b2"}
    assert names(made, made.regions["north"]) == {"i1", "h1", "h2"}
    assert names(made, made.regions["south-west"]) == {"c1", "c2", "d1"}
    assert names(made, made.regions["north-east"]) == {"g6", "g7", "f6"}
    assert names(made, made.regions["corners"]) == {"a1", "i1", "c1", "c7", "g1", "g7"}
    assert beside(made, "e3") == {"e2", "e4", "d3", "d4", "f3", "f4"}
    assert step(made, "a1", "north-east") == "b2"
    assert made.regions["edges"].bit_count() == 24


def test_a_leap_has_all_turns_and_reflections():
    made = board("{shape: rectangle, size: 8, directions: {far: {leap: [1, 2]}, wide: {leap: [2, 2]}}}")
    assert len(made.classes["far"]) == 8
    assert len(made.classes["wide"]) == 4
    assert made.directions[8:10] == ("far-1", "far-2")
    assert len(made.classes["any"]) == 8
    reached = {made.sites[made.steps[d][made.index["a1"]]] for d in made.classes["far"] if made.steps[d][0] >= 0}
    assert reached == {"b3", "c2"}
    assert all(made.opposite[d] in made.classes["far"] for d in made.classes["far"])


def test_leaps_among_hexagons():
    made = board("{shape: hexagon, size: 5, directions: {far: {leap: [1, 2]}, slant: {leap: [1, 1]}}}")
    assert len(made.classes["far"]) == 12
    assert len(made.classes["slant"]) == 6
    middle = made.index["e5"]
    assert len({made.steps[d][middle] for d in made.classes["far"]}) == 12


def test_steps_of_a_direction_of_ones_own():
    made = board("{shape: rectangle, size: 3, directions: {slide: {steps: [a1 c3, a1 b3, c3 b1]}}}")
    assert made.directions[8:] == ("slide-1", "slide-2")
    assert step(made, "a1", "slide-1") == "c3"
    assert step(made, "a1", "slide-2") == "b3"
    assert made.opposite[8] == -1


def _relative(made: Board, faces: str) -> dict[str, set[str]]:
    return {
        name: {made.directions[direction] for direction in found}
        for name, found in relative_directions(made, faces).items()
    }


def test_forward_on_squares():
    found = _relative(board("{shape: rectangle, size: 3, directions: {far: {leap: [1, 2]}}}"), "north")
    assert found == {
        "forward": {"north"},
        "forward-diagonal": {"north-east", "north-west"},
        "sideways": {"east", "west"},
        "backward-diagonal": {"south-east", "south-west"},
        "backward": {"south"},
    }


def test_forward_among_hexagons():
    made = board("{shape: hexagon, size: 3}")
    found = _relative(made, "north-east")
    assert found["forward"] == {"north-east"}
    assert found["forward-diagonal"] == {"east", "north-west"}
    assert found["backward"] == {"south-west"}
    found = _relative(made, "north")
    assert found["forward"] == {"north-east", "north-west"}
    assert found["sideways"] == {"east", "west"}
    assert relative_directions(made, "up") == {}
