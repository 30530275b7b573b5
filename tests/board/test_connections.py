"""Boards given by their lines or links."""

from __future__ import annotations

from making import MORRIS, beside, board, names, step

from interpreter.board import relative_directions


def test_a_board_of_three_nested_squares():
    made = board(MORRIS)
    assert len(made.sites) == 24
    assert sum(bits.bit_count() for bits in made.neighbours) == 2 * 32
    assert made.directions == ("north", "south", "east", "west")
    assert step(made, "a7", "east") == "d7"
    assert step(made, "d7", "east") == "g7"
    assert step(made, "c4", "east") is None
    assert beside(made, "d6") == {"b6", "f6", "d7", "d5"}
    assert names(made, made.regions["corners"]) == {"a1", "a7", "g1", "g7"}
    assert names(made, made.ranks["4"]) == {"a4", "b4", "c4", "e4", "f4", "g4"}
    assert (made.width, made.height, made.drawn) == (7, 7, "points")
    assert made.places[made.index["g7"]] == (6, 6)
    assert relative_directions(made, "north")["forward"] == (0,)


def test_two_lines_that_go_on_straight_are_one():
    made = board("{shape: lines, lines: [a1 b1 c1, c1 d1 e1]}")
    assert made.directions == ("east", "west")
    assert step(made, "c1", "east") == "d1"


def test_two_lines_that_part_have_directions_of_their_own():
    made = board("{shape: lines, lines: [a1 b2 c3, c3 d6 e9]}")
    assert step(made, "c3", "north-east") is None
    assert step(made, "c3", "line-2") == "d6"
    assert step(made, "d6", "line-2-back") == "c3"
    assert made.directions[made.opposite[made.directions.index("line-2")]] == "line-2-back"
    assert beside(made, "c3") == {"b2", "d6"}


def test_a_closed_line_goes_round():
    made = board("{shape: lines, lines: [a1 b1 b2 a2 a1]}")
    place, seen = "a1", []
    for _ in range(4):
        place = step(made, place, "line-1") or ""
        seen.append(place)
    assert seen == ["b1", "b2", "a2", "a1"]


def test_other_names_take_their_directions_from_coordinates():
    made = board(
        "{shape: lines, lines: [p q r, p s], coordinates: {p: [0, 0], q: [2, 0], r: [4, 0], s: [0, 2]},"
        " directions: {far: {leap: [4, 0]}}}"
    )
    assert step(made, "p", "east") == "q"
    assert step(made, "p", "north") == "s"
    assert made.places == ((0, 0), (1, 0), (2, 0), (0, 1))
    assert made.ranks == {}
    assert names(made, made.regions["north"]) == {"s"}


def test_names_without_places_are_laid_out_the_same_way_each_time():
    text = "{shape: lines, lines: [p q r, r s t, p t]}"
    made = board(text)
    assert made.places == board(text).places
    assert len(set(made.places)) == 5
    assert set(made.directions) == {f"line-{number}{back}" for number in (1, 2, 3) for back in ("", "-back")}
    assert beside(made, "r") == {"q", "s"}


def test_a_grid_with_far_names_is_no_grid():
    made = board("{shape: lines, lines: [a1 zzz9999]}")
    assert made.ranks == {}


def test_links_lead_both_ways_and_directions_one_way():
    made = board("{shape: graph, sites: [p, q, r], links: [p q, [q, r]], directions: {up: {steps: [p r]}}}")
    assert beside(made, "q") == {"p", "r"}
    assert beside(made, "r") == {"q"}
    assert step(made, "p", "up") == "r"
    assert made.opposite[made.directions.index("up")] == -1
    assert "up" in made.classes
    assert made.graph.has_edge("p", "r", key="up")


def test_each_slot_of_a_graph_holds_single_links():
    pairs = [f"s{a} s{b}" for a in range(6) for b in range(a)]
    made = board(f"{{shape: graph, sites: [{', '.join(f's{n}' for n in range(6))}], links: [{', '.join(pairs)}]}}")
    for table in made.steps:
        for target in table:
            assert target < 0 or table[target] < 0
    assert all(bits.bit_count() == 5 for bits in made.neighbours)


def test_a_graph_with_coordinates_has_compass_words():
    made = board("{shape: graph, sites: {p: [0, 0], q: [1, 0], r: [0, 1]}, links: [p q, q r, r p]}")
    assert step(made, "p", "east") == "q"
    assert step(made, "q", "north-west") == "r"
    assert made.drawn == "points"
