"""Boards as text: one picture for each shape."""

from __future__ import annotations

from textwrap import dedent
from typing import TYPE_CHECKING

import pytest
from making import MORRIS, board

from interpreter.drawing import board_text

if TYPE_CHECKING:
    from interpreter.board import Board

CROSSED = "{shape: lines, lines: [a1 b1 c1, a2 b2 c2, a1 a2, b1 b2, c1 c2, a1 b2, b1 a2, a1 c2]}"


def picture(text: str) -> str:
    return dedent(text).strip("\n")


def drawn(made: Board, tokens: dict[str, str], *, marked: tuple[str, ...] = (), **rest: bool) -> str:
    return board_text(
        made,
        {made.index[site]: token for site, token in tokens.items()},
        marks={made.index[site]: "[]" for site in marked},
        **rest,
    )


def test_a_rectangle():
    made = board("{shape: rectangle, size: [6, 3]}")
    assert drawn(made, {"a1": "w", "c2": "b"}, marked=("a1", "b1", "f3")) == picture(
        """
        3  . . . . .[.]
        2  . . b . . .
        1 [w|.]. . . .
           a b c d e f
        """
    )
    assert drawn(made, {"a1": "w"}, coordinates=False) == ". . . . . .\n. . . . . .\nw . . . . ."


def test_an_empty_site_may_have_a_sign_of_its_own():
    made = board("{shape: rectangle, size: [3, 1]}")
    assert board_text(made, {2: "b"}, empties={0: "x", 2: "x"}, coordinates=False) == "x . b"


def test_wide_names_and_tokens_keep_their_columns():
    made = board("{shape: rectangle, size: [28, 10]}")
    rows = drawn(made, {"aa3": "b"}).split("\n")
    assert rows[7][rows[-1].index("aa") + 1] == "b"
    assert rows[0].startswith("10 ")
    assert drawn(board("{shape: rectangle, size: [2, 1]}"), {"b1": "+K"}) == "1   . +K\n    a  b"


def test_a_pile_in_the_first_column_stands_clear_of_the_name_of_its_row():
    made = board("{shape: rectangle, size: [2, 1]}")
    assert drawn(made, {"a1": "1234"}) == "1  1234    .\n      a    b"
    assert drawn(made, {"a1": "1234"}, marked=("a1",)) == "1 [1234]   .\n      a    b"


def test_a_hexagon():
    made = board("{shape: hexagon, size: 3}")
    assert drawn(made, {"c3": "b", "a1": "w"}, marked=("c3",)) == picture(
        """
          e  . . .
         d  . . . .
        c  . .[b]. .
         b  . . . .
          a  w . .
        """
    )


def test_a_rhombus():
    assert drawn(board("{shape: rhombus, size: [4, 3]}"), {"d1": "r"}).split("\n") == [
        "  3  . . . .",
        " 2  . . . .",
        "1  . . . r",
        "  a b c d",
    ]


def test_the_rows_of_a_slanted_board_whose_files_end_above_its_bottom_tell_the_sites_at_their_ends():
    made = board("{shape: rhombus, size: [4, 3], holes: a1 d3}")
    assert drawn(made, {"d1": "r"}).split("\n") == [" a3  . . .  c3", "a2  . . . .  d2", " b1  . . r  d1"]
    assert drawn(made, {"a2": "www", "d1": "b"}).split("\n")[1].split() == ["a2", "www", ".", ".", ".", "d2"]


def test_a_triangle():
    assert drawn(board("{shape: triangle, size: 3}"), {"b2": "r"}) == picture(
        """
          c  .
         b  . r
        a  . . .
        """
    )


def test_lines():
    assert drawn(board(MORRIS), {"a1": "w", "d6": "b"}, marked=("d6",)) == picture(
        """
        7   .-----------.-----------.
            |           |           |
        6   |   .------[b]------.   |
            |   |       |       |   |
        5   |   |   .---.---.   |   |
            |   |   |       |   |   |
        4   .---.---.       .---.---.
            |   |   |       |   |   |
        3   |   |   .---.---.   |   |
            |   |       |       |   |
        2   |   .-------.-------.   |
            |           |           |
        1   w-----------.-----------.
            a   b   c   d   e   f   g
        """
    )


def test_borders():
    made = board("{shape: rectangle, size: [2, 2], sites: [cells, borders]}")
    assert drawn(made, {"a1": "x", "a1n": "l", "a1e": "l", "b2n": "l"}, marked=("b2n", "a1")) == picture(
        """
           +   +[-]+
        2    .   .
           +---+   +
        1   [x]| .
           +   +   +
             a   b
        """
    )
    mixed = drawn(made, {"a1n": "l", "a1e": "w"}, coordinates=False, flipped=True)
    assert mixed == "+   +   +\n  . w .\n+   +-l-+\n  .   .\n+   +   +"


@pytest.mark.parametrize("unicode", [False, True])
def test_crossing_lines_and_lines_that_cannot_be_drawn(*, unicode: bool):
    expected = picture(
        """
        2   .---.---.
            | X |   |
        1   .---.---.
            a   b   c
        also joined: a1-c2
        """
    )
    if unicode:
        for plain, fine in (("---", "\u2500" * 3), ("|", "\u2502"), ("X", "\u2573")):
            expected = expected.replace(plain, fine)
    assert drawn(board(CROSSED), {}, unicode=unicode) == expected


def test_a_graph_without_a_grid_is_listed():
    made = board("{shape: graph, sites: [p, q, rr], links: [p q, q rr]}")
    assert drawn(made, {"q": "w"}, marked=("q",)) == picture(
        """
        p   .   q
        q  [w]  p rr
        rr  .   q
        """
    )
