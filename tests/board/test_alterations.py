"""What is taken from the pattern of a board, and added to it."""

from __future__ import annotations

import pytest
from making import beside, board, codes, names, step

from interpreter.board.board import longest
from interpreter.drawing.text import board_text


def test_alternate_diagonals_leave_every_second_site():
    made = board("{shape: rectangle, size: [5, 4], diagonals: alternate}")
    assert beside(made, "a1") == {"a2", "b1", "b2"}
    assert beside(made, "b1") == {"a1", "c1", "b2"}
    assert len(beside(made, "c3")) == 8
    assert step(made, "a1", "north-east") == "b2"
    assert step(made, "b1", "north-east") is None
    assert made.linked


def test_no_diagonals_and_all():
    none = board("{shape: rectangle, size: 3, diagonals: none}")
    assert none.classes["any"] == none.classes["orthogonal"]
    assert none.classes["diagonal"] == ()
    assert len(beside(board("{shape: rectangle, size: 3, diagonals: all}"), "b2")) == 8


@pytest.mark.parametrize("holes", ["corners b2", "[a1 a3, c1, c3 b2]"])
def test_holes_are_no_sites(holes: str):
    made = board(f"{{shape: rectangle, size: 3, holes: {holes}}}")
    assert made.sites == ("b1", "a2", "c2", "b3")
    assert beside(made, "b1") == set()
    assert step(made, "b1", "north-west") == "a2"
    assert made.regions["corners"] == 0
    assert names(made, made.ranks["2"]) == {"a2", "c2"}
    assert len(made.places) == len(made.outlines) == 4


def test_a_rank_without_sites_is_none():
    assert set(board("{shape: rectangle, size: 3, holes: north}").ranks) == {"1", "2"}


def test_rows_of_hexagons_keep_their_gaps():
    made = board("{shape: hexagon, size: 2, holes: b2}")
    assert board_text(made, {}).split("\n") == [" c  . .", "b  .   .", " a  . ."]


def test_lines_add_links_and_sites():
    made = board("{shape: rectangle, size: 3, diagonals: alternate, lines: [c3 d4 e5, c3 e3, d4 f4]}")
    assert made.sites[9:] == ("d4", "e5", "e3", "f4")
    assert step(made, "b2", "north-east") == "c3"
    assert step(made, "c3", "north-east") == "d4"  # the line goes on where the board ends
    assert beside(made, "c3") == {"b3", "c2", "b2", "d4", "e3"}
    assert made.places[made.index["f4"]] == (5, 3)
    assert names(made, made.files["e"]) == {"e5", "e3"}
    assert len(made.outlines) == len(made.sites)


def test_a_line_may_lead_over_a_hole():
    made = board("{shape: rectangle, size: [3, 1], holes: b1, lines: [a1 c1]}")
    assert step(made, "a1", "east") == "c1"


def test_sites_with_other_names_have_coordinates():
    made = board("{shape: rectangle, size: 3, lines: [b3 nest], coordinates: {nest: [2, 4]}}")
    assert step(made, "b3", "north") == "nest"
    assert made.places[-1] == (1, 3)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("{shape: rectangle, size: 3, holes: a4}", "board-sites"),
        ("{shape: rectangle, size: 2, holes: edges}", "board-sites"),
        ("{shape: rectangle, size: 3, diagonals: some}", "board-link"),
        ("{shape: rectangle, size: 3, lines: [b3 nest]}", "board-coordinates"),
        ("{shape: rectangle, size: 3, lines: [b3]}", "board-line"),
        (
            "{shape: rectangle, size: 30, lines: [" + ", ".join(f"a1 z{n}" for n in range(40, 200)) + "]}",
            "board-too-large",
        ),
    ],
)
def test_what_cannot_be_used_is_said(text: str, code: str):
    assert codes(text) == {code}


def test_borders_are_sites_between_cells():
    made = board("{shape: rectangle, size: [2, 2], sites: [cells, borders]}")
    assert len(made.sites) == 4 + 12
    assert names(made, made.regions["cells"]) == {"a1", "b1", "a2", "b2"}
    assert names(made, made.regions["borders"]) == set(made.sites[4:])
    assert beside(made, "a1") == {"b1", "a2"}
    assert step(made, "a1", "north-border") == step(made, "a2", "south-border") == "a1n"
    assert step(made, "a1n", "south-border-back") == "a2"
    assert step(made, "a1", "west-border") == "a1w"
    assert made.places[made.index["a1n"]] == (0, 0.5)
    assert all(way not in made.classes["any"] for way in made.classes["bordering"])
    opposite = made.directions[made.opposite[made.directions.index("east-border")]]
    assert opposite == "east-border-back"


def test_hexagons_have_six_borders_and_share_them():
    made = board("{shape: hexagon, size: 2, sites: [cells, borders]}")
    assert len(made.sites) == 7 + 30
    ways = made.classes["bordering"]
    around = {made.sites[made.steps[way][made.index["b2"]]] for way in ways if made.steps[way][made.index["b2"]] >= 0}
    assert around == {"a1ne", "a2nw", "b1e", "b2e", "b2ne", "b2nw"}
    assert step(made, "c1", "south-east-border") == step(made, "b2", "north-west-border") == "b2nw"
    assert beside(made, "b2") == {"a1", "a2", "b1", "b3", "c1", "c2"}


def test_a_row_and_a_column_are_holes():
    made = board("{shape: rectangle, size: 3, holes: [file(b), rank(3)]}")
    assert made.sites == ("a1", "c1", "a2", "c2")


def test_holes_keep_the_borders_of_the_cells_beside_them():
    made = board("{shape: rectangle, size: [3, 1], holes: b1, sites: [cells, borders]}")
    assert made.sites == ("a1", "c1", "a1s", "a1e", "a1n", "a1w", "c1s", "c1e", "c1n", "c1w")


def test_a_direction_cannot_be_called_like_one_to_the_borders():
    text = "{shape: rectangle, size: 2, sites: [cells, borders], directions: {east-border: {steps: [a1 b1]}}}"
    assert codes(text) == {"board-direction"}


def test_a_wall_parts_two_sites_both_ways_and_no_others():
    made = board("{shape: rectangle, size: 3, walls: [a1 a2, [b2, c3]], directions: {hop: {leap: [0, 1]}}}")
    assert step(made, "a1", "north") is None
    assert step(made, "a2", "south") is None
    assert step(made, "b2", "north-east") is None
    assert step(made, "a1", "north-east") == "b2"
    assert beside(made, "a2") == {"b2", "a3"}
    hops = made.classes["hop"]
    assert made.index["a2"] in [made.steps[way][made.index["a1"]] for way in hops]  # a leap goes over it


@pytest.mark.parametrize(
    ("text", "site", "around"),
    [
        ("{shape: rectangle, size: 3, adjacent: any, extra: {den: b1 south}}", "den", {"a1", "b1", "c1"}),
        ("{shape: rectangle, size: 3, diagonals: alternate, extra: {den: a2 west}}", "den", {"a1", "a2", "a3"}),
        ("{shape: hexagon, size: 2, extra: {den: a1 south-east}}", "den", {"a1", "a2"}),
        ("{shape: rhombus, size: 2, extra: {den: [b1, east]}, walls: [b1 den]}", "den", {"b2"}),
        ("{shape: triangle, size: 2, extra: {den: b1 north-east, attic: den north-west}}", "attic", {"den"}),
        ("{shape: rectangle, size: 1, extra: {den: a1 east}}", "den", {"a1"}),
    ],
)
def test_an_extra_site_is_joined_to_what_lies_round_it(text: str, site: str, around: set[str]):
    made = board(text)
    assert beside(made, site) == around
    assert len(made.places) == len(set(made.places)) == len(made.outlines) == len(made.sites)


def test_an_extra_site_is_on_no_line_of_the_shape_but_has_its_colour():
    made = board("{shape: rectangle, size: 2, extra: {den: a1 south-west}}")
    for bits in [*made.ranks.values(), *made.files.values(), made.regions["edges"], made.regions["corners"]]:
        assert "den" not in names(made, bits)
    assert "den" in names(made, made.regions["dark"])


def test_slides_go_on_over_extra_sites():
    made = board("{shape: rectangle, size: 2, extra: {den: a1 south-west, nest: b2 north-east}}")
    assert longest(made, made.classes["diagonal"]) == 4


@pytest.mark.parametrize(
    ("extra", "code"),
    [
        ("{den: a1}", "board-sites"),
        ("{den: z9 west}", "board-sites"),
        ("{den: b2 west}", "board-sites"),
        ("{den: a1 up}", "board-direction"),
        ("{a1: a1 west}", "board-sites"),
        ("{7: a1 west}", "board-sites"),
        ("[a1 west]", "board-sites"),
        ("{" + ", ".join(f"d{n}: a1 west" for n in range(10, 1010)) + "}", "board-too-large"),
    ],
)
def test_an_extra_site_that_cannot_be_is_refused(extra: str, code: str):
    assert code in codes(f"{{shape: rectangle, size: 3, extra: {extra}}}")


@pytest.mark.parametrize("walls", ["[a1 c1]", "[a1]", "a1 a2", "[a1 z9]", "[a1 a1]"])
def test_a_wall_that_parts_nothing_is_refused(walls: str):
    assert codes(f"{{shape: rectangle, size: 3, walls: {walls}}}") == {"board-link"}
