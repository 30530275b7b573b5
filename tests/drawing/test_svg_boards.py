"""Boards as SVG."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from making import MORRIS, board

from interpreter.drawing import Drawn, board_svg
from interpreter.drawing.pieces import Shape

if TYPE_CHECKING:
    from interpreter.board import Board

BOARDS = {
    "rectangle": "{shape: rectangle, size: [6, 5]}",
    "points": "{shape: rectangle, size: [6, 5], sites: points}",
    "hexagon": "{shape: hexagon, size: 3}",
    "rhombus": "{shape: rhombus, size: [5, 4]}",
    "triangle": "{shape: triangle, size: 4}",
    "lines": MORRIS,
    "links": "{shape: graph, sites: [p, q, r], links: [p q, q r]}",
    "far": "{shape: lines, lines: [p q, q r], coordinates: {p: [0, 0], q: [0.001, 0], r: [1000000, 0]}}",
    "round": "{shape: graph, sites: {p: [0, 0], q: [1, 0]}, links: [p q]}",
    "levels": "{shape: rectangle, size: [9, 3, 5]}",
    "levels of points": "{shape: rectangle, size: [3, 3, 3], sites: points, diagonals: all}",
    "single": "{shape: hexagon, size: 1}",
}
SVG = "{http://www.w3.org/2000/svg}"


def parsed(made: Board, pieces: dict[int, Drawn], **rest: object) -> ET.Element:
    return ET.fromstring(board_svg(made, pieces, **rest))  # type: ignore[arg-type]  # noqa: S314


@pytest.mark.parametrize("name", BOARDS)
def test_everything_lies_inside_the_picture(name: str):
    made = board(BOARDS[name])
    root = parsed(made, {0: Drawn(0), len(made.sites) - 1: Drawn(1, "k")}, last=[0], title=name)
    width, height = float(root.attrib["width"]), float(root.attrib["height"])
    assert 0 < width < 3000
    assert 0 < height < 3000
    for element in root.iter():
        for key, limit in (("x", width), ("cx", width), ("x1", width), ("y", height), ("cy", height), ("y2", height)):
            assert 0 <= float(element.attrib.get(key, 0)) <= limit
    for polygon in root.iter(f"{SVG}polygon"):
        for corner in polygon.attrib["points"].split():
            x, y = map(float, corner.split(","))
            assert 0 < x < width
            assert 0 < y < height


def test_cells_and_points():
    assert len(list(parsed(board(BOARDS["hexagon"]), {}).iter(f"{SVG}polygon"))) == 19
    lines = list(parsed(board(BOARDS["lines"]), {}).iter(f"{SVG}line"))
    assert len(lines) == 32
    assert len(list(parsed(board(BOARDS["points"]), {}).iter(f"{SVG}line"))) == 49


def test_players_differ_in_shape():
    made = board(BOARDS["rectangle"])
    pictures = [board_svg(made, {0: Drawn(player)}, coordinates=False) for player in (0, 1, 2, 3, 4, 5, None)]
    shapes = [
        tuple(element.tag for element in ET.fromstring(picture).iter() if element.tag != f"{SVG}polygon")  # noqa: S314
        for picture in pictures
    ]
    assert len(set(pictures)) == 7
    assert len(set(shapes[:2])) == 2


def test_the_last_step_is_framed():
    made = board(BOARDS["rectangle"])
    framed = [element for element in parsed(made, {}, last=[3, 4]).iter() if "stroke-dasharray" in element.attrib]
    assert len(framed) == 2


def test_coordinates_are_written():
    made = board(BOARDS["rectangle"])
    assert sorted(element.text or "" for element in parsed(made, {}).iter(f"{SVG}text")) == [*"12345", *"abcdef"]
    assert not list(parsed(made, {}, coordinates=False).iter(f"{SVG}text"))


def test_a_slanted_file_that_ends_above_the_bottom_has_its_sites_named():
    whole = {text.text for text in parsed(board(BOARDS["rhombus"]), {}).iter(f"{SVG}text")}
    assert whole == {*"abcde", *"1234"}
    cut = board("{shape: rhombus, size: [5, 4], holes: a1 e4}")
    assert {text.text for text in parsed(cut, {}).iter(f"{SVG}text")} == set(cut.sites)


@settings(max_examples=40, deadline=None)
@given(st.text(max_size=12), st.text(max_size=3), st.text(max_size=5))
def test_any_text_gives_valid_xml(title: str, letter: str, mark: str):
    root = parsed(board("{shape: rectangle, size: 2}"), {0: Drawn(0, letter)}, title=title, marks={1: mark})
    assert root.tag == f"{SVG}svg"


def test_a_shape_of_its_own_is_drawn_within_its_disc():
    made = board(BOARDS["hexagon"])
    root = parsed(made, {0: Drawn(0, emblem=Shape("M0 0 H24 V24 Z", 0, 24))})
    square = next(part for part in root.iter(f"{SVG}svg") if part is not root)  # it cuts off what leaves it
    disc = next(iter(root.iter(f"{SVG}circle")))
    assert square.attrib["viewBox"] == "0 0 24 24"
    assert [path.attrib["d"] for path in square] == ["M0 0 H24 V24 Z"]
    side, radius = float(square.attrib["width"]), float(disc.attrib["r"])
    assert float(square.attrib["x"]) + side / 2 == pytest.approx(float(disc.attrib["cx"]), abs=0.1)
    assert side / math.sqrt(2) < radius


def test_a_wall_is_a_thick_line_on_the_edge_of_two_cells():
    made = board("{shape: rectangle, size: 2, walls: [a1 b1]}")
    thick = [line.attrib for line in parsed(made, {}).iter(f"{SVG}line") if line.attrib["stroke-width"] == "6"]
    assert len(thick) == 1
    assert thick[0]["x1"] == thick[0]["x2"]
    crossing = [*parsed(board("{shape: rectangle, size: 2, walls: [a1 b2]}"), {}).iter(f"{SVG}line")]
    assert len(crossing) == 1


def test_walls_between_levels_are_told_below():
    plain, walled = (
        parsed(board(f"{{shape: rectangle, size: [2, 2, 2]{walls}}}"), {})
        for walls in ("", ", walls: [Aa1 Ba1, Aa1 Ab1]")
    )
    assert "also parted by walls: Aa1-Ba1" in [text.text for text in walled.iter(f"{SVG}text")]
    assert float(walled.attrib["height"]) > float(plain.attrib["height"])


def test_points_that_a_wall_parts_have_no_line_between_them():
    def lines(walls: str) -> int:
        return len([*parsed(board(f"{{shape: rectangle, size: 2, sites: points{walls}}}"), {}).iter(f"{SVG}line")])

    assert lines(", walls: [a1 b1]") == lines("") - 1


def test_extra_sites_are_named():
    made = board("{shape: rectangle, size: 2, extra: {tower: a1 south-west}}")
    assert {text.text for text in parsed(made, {}).iter(f"{SVG}text")} == {*"12", *"ab", "tower"}


def test_borders_are_not_named():
    for shape, names in (("rectangle", {*"12", *"ab"}), ("hexagon", {"a1", "a2", "b1", "b2", "b3", "c1", "c2"})):
        made = board(f"{{shape: {shape}, size: 2, sites: [cells, borders]}}")
        assert {text.text for text in parsed(made, {}).iter(f"{SVG}text")} == names
