"""Diagrams of positions."""

from __future__ import annotations

import pytest
from making import MORRIS, board

from interpreter.board import Board, layout, parse_cells
from interpreter.diagnostics import Diagnostic, SourceFile, Span
from interpreter.source import Scalar


def read(made: Board, *rows: str) -> tuple[dict[str, tuple[str, str]], tuple[Diagnostic, ...]]:
    """What a block scalar under the key `setup` says: token and place, by site."""
    head = "game: Test\nsetup: |\n"
    body = "".join(f"  {row}\n" for row in rows)
    text = "".join(f"{row}\n" for row in rows)
    source = SourceFile("g.yaml", head + body + "next: 1\n")
    diagram = Scalar(text, text, Span(source, len(head) - 2, len(head) + len(body)), "block")
    cells, findings = parse_cells(made, diagram)
    for _, token, span in cells:
        assert span.text == token
    return {made.sites[site]: (token, f"{span.line}:{span.column}") for site, token, span in cells}, findings


def test_rows_go_from_top_to_bottom():
    made = board("{shape: rectangle, size: [3, 2]}")
    assert read(made, "a b .", ". . X") == ({"a2": ("a", "3:3"), "b2": ("b", "3:5"), "c1": ("X", "4:7")}, ())


def test_equal_rows_are_told_apart():
    made = board("{shape: rectangle, size: [2, 3]}")
    assert read(made, ". a", ". a", ". a")[0] == {"b3": ("a", "3:5"), "b2": ("a", "4:5"), "b1": ("a", "5:5")}


def test_a_hexagon_may_be_indented():
    made = board("{shape: hexagon, size: 2}")
    expected = {"c1": "a", "b2": "b", "a2": "c"}
    for rows in ((" a .", ". b .", " . c"), ("a .", ". b .", ". c")):
        assert {site: token for site, (token, _) in read(made, *rows)[0].items()} == expected


def test_a_rhombus_has_its_highest_row_first():
    made = board("{shape: rhombus, size: [3, 2]}")
    assert read(made, "  a . .", " . . b")[0].keys() == {"a2", "c1"}


def test_a_board_of_lines_has_a_token_for_each_site():
    made = board(MORRIS)
    rows = ("w . b", ". . .", ". . .", ". . . . . .", ". . .", ". . .", ". w .")
    drawn = ("w-----.-----b", "| .---.---. |", ". . .", ".-.-.   .-.-.", ". . .", ". . .", "|     |     |", ". w .")
    for diagram in (rows, drawn):
        cells, findings = read(made, *diagram)
        assert not findings
        assert {site: token for site, (token, _) in cells.items()} == {"a7": "w", "g7": "b", "d1": "w"}


def test_a_short_row_is_named_where_it_stands():
    made = board("{shape: rectangle, size: [7, 2]}")
    cells, (finding,) = read(made, ". . . . . . .", ". . a . . .")
    assert cells == {}
    assert finding.code == "diagram-rows"
    assert finding.message == "row 2 from the top has 6 cells, the board has 7 columns"
    assert finding.span is not None
    assert (finding.span.line, finding.span.column, finding.span.text) == (4, 3, ". . a . . .")


def test_missing_rows_are_counted():
    _, (finding,) = read(board("{shape: hexagon, size: 2}"), ". .", ". . .")
    assert finding.message == "the diagram has 2 rows, the board has 3"


def test_a_board_without_a_grid_has_no_diagram():
    made = board("{shape: lines, lines: [p q r]}")
    assert layout(made) == ()
    _, (finding,) = read(made, ". . .")
    assert finding.code == "diagram-shape"


def test_text_that_was_folded_is_still_reported():
    made = board("{shape: rectangle, size: [2, 2]}")
    source = SourceFile("g.yaml", "setup: a b\n  c d\n")
    cells, findings = parse_cells(made, Scalar("a b c d", "a b c d", Span(source, 7, 16)))
    assert cells == ()
    assert findings[0].span is not None


@pytest.mark.parametrize("escaped", ['"a b\\nc d\\n"', '"a\\x20b\\n. d"'])
def test_quoted_diagrams_are_read(escaped: str):
    made = board("{shape: rectangle, size: [2, 2]}")
    source = SourceFile("g.yaml", f"setup: {escaped}\n")
    text = "a b\nc d\n"
    cells, findings = parse_cells(made, Scalar(text, text, Span(source, 7, 7 + len(escaped)), "quoted"))
    assert not findings
    assert [token for _, token, _ in cells] == ["a", "b", "c", "d"]


def test_the_layout_of_each_shape():
    assert layout(board("{shape: hexagon, size: 2}")) == ((1, (5, 6)), (0, (2, 3, 4)), (1, (0, 1)))
    assert layout(board("{shape: triangle, size: 2}")) == ((1, (2,)), (0, (0, 1)))
    assert layout(board("{shape: rhombus, size: 2}")) == ((1, (2, 3)), (0, (0, 1)))
    assert layout(board("{shape: lines, lines: [a1 b1, b1 c2]}")) == ((0, (None, None, 2)), (0, (0, 1, None)))
