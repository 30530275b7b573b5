"""Boards that cannot be built say why, at once."""

from __future__ import annotations

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from making import built, codes, node

from interpreter.board import build_board
from interpreter.diagnostics import Diagnostic
from interpreter.resources import PACKAGE

WRONG = {
    "3": "board-shape",
    "[]": "board-shape",
    "{size: 8}": "board-shape",
    "{shape: [hexagon]}": "board-shape",
    "{shape: hexagn, size: 3}": "board-shape",
    "{shape: rectangle}": "board-size",
    "{shape: rectangle, size: 0}": "board-size",
    "{shape: rectangle, size: -3}": "board-size",
    "{shape: rectangle, size: eight}": "board-size",
    "{shape: rectangle, size: 2.5}": "board-size",
    "{shape: rectangle, size: true}": "board-size",
    "{shape: rectangle, size: [3, 3, 3, 3]}": "board-size",
    "{shape: rectangle, size: [3, 3, 0]}": "board-size",
    "{shape: rectangle, size: [3, 3, 27]}": "board-size",
    "{shape: rectangle, size: [11, 10, 10]}": "board-too-large",
    "{shape: rhombus, size: [3, 3, 3]}": "board-size",
    "{shape: rectangle, size: [3, 3, 3], sites: [cells, borders]}": "board-sites",
    "{shape: rectangle, size: [3, 3, 3], lines: [Aa1 Bb2]}": "board-line",
    "{shape: rectangle, size: [3, 3, 3], extra: {tower: Aa1 up}}": "board-sites",
    "{shape: rectangle, size: [3, 3, 3], holes: level(D)}": "board-sites",
    "{shape: rectangle, size: [3, 3, 3], directions: {far: {leap: [1, 2, 0, 1]}}}": "board-direction",
    "{shape: rectangle, size: [3, 3, 3], directions: {triagonal: {leap: [1, 2]}}}": "board-direction",
    "{shape: rectangle, size: {a: 3}}": "board-size",
    "{shape: hexagon, size: [3, 3]}": "board-size",
    "{shape: rectangle, size: 1000000000}": "board-too-large",
    "{shape: rectangle, size: [1, 1001]}": "board-too-large",
    f"{{shape: hexagon, size: 1{'0' * 4000}}}": "board-too-large",
    "{shape: triangle, size: 45}": "board-too-large",
    "{shape: star, size: 13}": "board-too-large",
    "{shape: rhombus, size: 32}": "board-too-large",
    "{shape: rectangle, size: 3, sites: holes}": "board-sites",
    "{shape: rectangle, size: 3, adjacent: orthogonl}": "board-direction",
    "{shape: rectangle, size: 3, adjacent: [any, {}]}": "board-direction",
    "{shape: rectangle, size: 3, directions: far}": "board-direction",
    "{shape: rectangle, size: 3, directions: {far: {}}}": "board-direction",
    "{shape: rectangle, size: 3, directions: {far: {leap: [0, 0]}}}": "board-direction",
    "{shape: rectangle, size: 3, directions: {far: {leap: [1, 1000000000]}}}": "board-direction",
    "{shape: rectangle, size: 3, directions: {far: {leap: [1, 2, 1]}}}": "board-direction",
    "{shape: rectangle, size: 3, directions: {north: {leap: [1, 2]}}}": "board-direction",
    "{shape: rectangle, size: 3, directions: {a b: {leap: [1, 2]}}}": "board-direction",
    "{shape: rectangle, size: 3, directions: {far: {steps: [a1 z9]}}}": "board-direction",
    "{shape: lines, lines: [p q], directions: {far: {leap: [1, 2]}}}": "board-direction",
    "{shape: lines}": "board-line",
    "{shape: lines, lines: [p]}": "board-line",
    "{shape: lines, lines: [p q p]}": "board-line",
    "{shape: lines, lines: [p q r q]}": "board-line",
    "{shape: lines, lines: [1 2 3]}": "board-line",
    "{shape: lines, lines: [p q], coordinates: {p: [0, 0]}}": "board-coordinates",
    "{shape: lines, lines: [p q], coordinates: {p: [0, 0], q: [0, 0]}}": "board-coordinates",
    "{shape: lines, lines: [p q], coordinates: {p: [0, 0], q: [.inf, 0]}}": "board-coordinates",
    "{shape: lines, lines: [p q], coordinates: {p: [0, 0], qq: [1, 0]}}": "board-coordinates",
    "{shape: graph}": "board-sites",
    "{shape: graph, sites: [p, p], links: [p p]}": "board-sites",
    "{shape: graph, sites: [p, 7], links: []}": "board-sites",
    "{shape: graph, sites: [p, q]}": "board-link",
    "{shape: graph, sites: [p, q], links: [p r]}": "board-link",
    "{shape: graph, sites: [p, q], links: [p p]}": "board-link",
    "{shape: graph, sites: [p, q], links: [{from: p}]}": "board-link",
}


@pytest.mark.parametrize("text", WRONG)
def test_a_wrong_board_has_its_code(text: str):
    began = time.process_time()
    assert codes(text) == {WRONG[text]}
    assert time.process_time() - began < 1


@pytest.mark.parametrize("text", WRONG)
def test_messages_are_short_and_show_a_way_out(text: str):
    for finding in built(text)[1]:
        assert finding.help
        assert len(finding.message) < 160
        assert (PACKAGE / "diagnostics" / "pages" / f"{finding.code}.md").is_file()


def test_too_many_sites_links_and_names():
    many = [f"s{number}" for number in range(1001)]
    assert built("{{shape: graph, sites: [{}], links: []}}".format(", ".join(many)))[1][0].code == "board-too-large"
    assert built("{{shape: lines, lines: [{}]}}".format(" ".join(many)))[1][0].code == "board-too-large"
    pairs = ", ".join(["s1 s2"] * 10_001)
    assert codes(f"{{shape: graph, sites: [s1, s2], links: [{pairs}]}}") == {"board-too-large"}


def test_a_misspelt_name_is_suggested():
    findings = built("{shape: rectangle, size: 3, adjacent: orthogonl}")[1]
    assert findings[0].help == 'did you mean "orthogonal"?'


def test_the_largest_boards_are_built_quickly():
    sites = ", ".join(f"s{number}" for number in range(1000))
    star = ", ".join(f"s0 s{number}" for number in range(1, 1000))
    began = time.process_time()
    for text in (
        "{shape: rectangle, size: [25, 40]}",
        "{shape: hexagon, size: 18}",
        f"{{shape: graph, sites: [{sites}], links: [{star}]}}",
    ):
        assert not built(text)[1]
    assert time.process_time() - began < 8


values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=6) | st.sampled_from(["a1", "a1 b1"]),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(["leap", "steps", "from", "p", "a1"]), inner, max_size=3)
    ),
    max_leaves=6,
)
keys = ("size", "sites", "lines", "links", "coordinates", "directions", "adjacent")
shapes = st.sampled_from(["rectangle", "hexagon", "rhombus", "triangle", "star", "lines", "graph"])


@settings(max_examples=300, deadline=None)
@given(shapes, st.dictionaries(st.sampled_from(keys), values, max_size=5))
def test_nothing_in_a_board_raises(shape: str, rest: dict[str, object]):
    made, findings = build_board(node({"shape": shape, **rest}))
    assert (made is None) == any(finding.is_error for finding in findings)
    assert all(isinstance(finding, Diagnostic) for finding in findings)
