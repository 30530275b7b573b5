"""Rectangles of several levels: names, directions, lines, regions, diagrams."""

from __future__ import annotations

import pytest
from making import board, built, names, node, step

from interpreter.board import Board, layout, parse_cells, relative_directions

CUBE = "{shape: rectangle, size: [4, 4, 4]}"
LARGE = "{shape: rectangle, size: [5, 5, 5], directions: {knight: {leap: [1, 2]}, far: {leap: [[1, 1, 2], [0, 3]]}}}"


def lines(made: Board, length: int) -> int:
    """How many straight lines of so many sites there are, each counted once."""
    ends = 0
    for table in (made.steps[direction] for direction in made.classes["any"]):
        for site in range(len(made.sites)):
            for _ in range(length - 1):
                site = table[site] if site >= 0 else -1  # noqa: PLW2901
            ends += site >= 0
    return ends // 2


def test_a_site_is_called_by_level_column_and_row():
    made = board("{shape: rectangle, size: [3, 2, 2]}")
    assert made.sites == ("Aa1", "Ab1", "Ac1", "Aa2", "Ab2", "Ac2", "Ba1", "Bb1", "Bc1", "Ba2", "Bb2", "Bc2")


@pytest.mark.parametrize(("side", "count"), [(3, 49), (4, 76), (5, 109)])
def test_the_lines_of_a_cube_are_those_that_are_known(side: int, count: int):
    # A cube of n cells on a side has ((n + 2)^3 - n^3) / 2 lines of n cells.
    assert lines(board(f"{{shape: rectangle, size: [{side}, {side}, {side}]}}"), side) == count


def test_classes_of_directions_are_told_by_the_dimensions_they_lead_through():
    made = board(LARGE)
    sizes = {name: len(made.classes[name]) for name in ("orthogonal", "diagonal", "triagonal", "any", "knight")}
    assert sizes == {"orthogonal": 6, "diagonal": 12, "triagonal": 8, "any": 26, "knight": 24}
    assert len(made.classes["far"]) == 24 + 6
    assert "triagonal" not in board("{shape: rectangle, size: 4}").classes


def test_directions_lead_up_and_down_and_back():
    made = board(CUBE)
    assert step(made, "Aa1", "up") == "Ba1"
    assert step(made, "Bb2", "down-south-west") == "Aa1"
    assert step(made, "Db2", "up") is None
    assert step(made, "Ad1", "east") is None
    for direction, back in enumerate(made.opposite):
        for site, end in enumerate(made.steps[direction]):
            assert end < 0 or made.steps[back][end] == site


def test_touching_is_at_faces_unless_told():
    made = board(CUBE)
    assert names(made, made.neighbours[made.index["Bb2"]]) == {"Ba2", "Bc2", "Bb1", "Bb3", "Ab2", "Cb2"}
    slanting = board("{shape: rectangle, size: [4, 4, 4], adjacent: triagonal}")
    assert names(slanting, slanting.neighbours[slanting.index["Aa1"]]) == {"Bb2"}


@pytest.mark.parametrize(
    ("faces", "forward", "slanting"),
    [
        ("north", {"north"}, {"north-east", "north-west", "up-north", "down-north"}),
        ("down", {"down"}, {"down-north", "down-south", "down-east", "down-west"}),
        ("up-north", {"north", "up"}, {"north-east", "north-west", "up-north", "up-east", "up-west"}),
    ],
)
def test_forward_is_what_the_direction_faced_is_made_of(faces: str, forward: set[str], slanting: set[str]):
    made = board(CUBE)
    found = {
        word: {made.directions[direction] for direction in directions}
        for word, directions in relative_directions(made, faces).items()
    }
    assert found["forward"] == forward
    assert found["forward-diagonal"] == slanting
    assert not found["forward"] & found["backward"]
    assert len(found["forward"] | found["backward"] | found["sideways"]) == 6


def test_regions_are_layers_and_what_they_have_in_common():
    made = board(CUBE)
    regions = made.regions
    assert {name: regions[name].bit_count() for name in ("corners", "edges", "faces", "top", "north")} == {
        "corners": 8,
        "edges": 32,
        "faces": 56,
        "top": 16,
        "north": 16,
    }
    assert names(made, regions["top"] & regions["north"] & regions["west"]) == {"Da4"}
    assert regions["dark"] >> made.index["Aa1"] & 1
    assert regions["light"] >> made.index["Ba1"] & 1
    assert regions["bottom"] == made.levels["A"]


def test_holes_take_sites_and_levels_away():
    made = board("{shape: rectangle, size: [3, 3, 3], holes: [Bb2, level(A)]}")
    assert len(made.sites) == 17
    assert list(made.levels) == ["B", "C"]
    assert step(made, "Ba2", "east") is None


@pytest.mark.parametrize(("diagonals", "ways", "of_second"), [("none", 6, 6), ("alternate", 18, 6), ("all", 26, 26)])
def test_diagonals_of_two_and_three_dimensions_are_joined_or_not(diagonals: str, ways: int, of_second: int):
    made = board(f"{{shape: rectangle, size: [4, 4, 4], diagonals: {diagonals}}}")
    assert made.neighbours[made.index["Bb2"]].bit_count() == of_second
    assert made.neighbours[made.index["Bb3"]].bit_count() == ways
    for site, near in enumerate(made.neighbours):  # what is joined is joined both ways
        assert all(made.neighbours[other] >> site & 1 for other in range(len(made.sites)) if near >> other & 1)


def test_a_diagram_has_the_levels_beside_each_other_and_the_lowest_at_the_left():
    made = board("{shape: rectangle, size: [2, 2, 2]}")
    cells, findings = parse_cells(made, node("a .   . b\n. c   d ."))
    assert not findings
    assert {made.sites[site]: token for site, token, _ in cells} == {"Aa2": "a", "Bb2": "b", "Ab1": "c", "Ba1": "d"}


def test_many_levels_lie_in_several_rows():
    made = board("{shape: rectangle, size: [10, 10, 10]}")
    rows = [[site for site in row if site is not None] for _, row in layout(made)]
    assert sum(map(len, rows)) == 1000
    assert max(map(len, rows)) == 20
    assert made.sites[rows[0][0]] == "Aa10"
    assert made.sites[rows[-1][-1]] == "Jj1"


def test_a_diagram_of_levels_one_above_the_other_is_told_how_they_lie():
    made = board("{shape: rectangle, size: [2, 2, 2]}")
    _, (finding,) = parse_cells(made, node(". .\n. .\n\n. .\n. ."))
    assert finding.message == "the diagram has 4 rows, the board has 2"
    assert "the levels beside each other, the lowest at the left" in finding.help


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[4, 4, 4, 4]", "one number, two (columns, rows) or three (columns, rows, levels), not 4 numbers"),
        ("[2, 2, 27]", "27 levels; the limit is 26"),
    ],
)
def test_a_wrong_size_is_told(text: str, message: str):
    _, (finding,) = built(f"{{shape: rectangle, size: {text}}}")
    assert message in finding.message


def test_a_level_of_holes_counts_as_one_between_others():
    assert board("{shape: rectangle, size: [3, 3, 3], holes: level(B)}").extents == (3, 3, 3)
    assert board("{shape: rectangle, size: [3, 3, 3], holes: level(A)}").extents == (3, 3, 2)
