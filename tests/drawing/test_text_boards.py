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


STAR = (
    "{shape: graph, sites: [m, a, b, c, d], links: [a b, b c, c d, d a, m a, m b, m c, m d], "
    "coordinates: {m: [1, 1], a: [0, 0], b: [2, 0], c: [2.1, 2], d: [0, 2]}}"
)
EVERY_PAIR = (
    "{shape: graph, sites: [p, q, r, s, t, u], "
    "links: [p q, p r, p s, p t, p u, q r, q s, q t, q u, r s, r t, r u, s t, s u, t u]}"
)
FAR_APART = "{shape: graph, sites: [p, q, r], links: [p q, q r], coordinates: {p: [0, 0], q: [20, 0.1], r: [0.1, 0]}}"


def test_points_on_no_grid_stand_where_they_lie_with_their_names():
    made = board(STAR)
    assert dedent(drawn(made, {"a": "w", "m": "b"}, marked=("m", "c"))) == picture(
        """
         . d ---[.]c
         | \\   / |
         |  [b]m |
         | /   \\ |
         w a --- . b
        """
    )
    assert dedent(drawn(made, {"a": "w"}, coordinates=False)) == picture(
        """
         .  ---- .
         | \\   / |
         |   .   |
         | /   \\ |
         w  ---- .
        """
    )


def test_such_a_board_is_turned_too():
    turned = drawn(board(STAR), {"a": "w"}, flipped=True)
    assert turned.splitlines()[-1].split() == [".", "c", "---", ".", "d"]


def test_lines_without_room_are_told_below():
    made = board(
        "{shape: graph, sites: [a, b, c, d], links: [a b, b c, a c, c d, a d], "
        "coordinates: {a: [0, 0], b: [1, 0], c: [2, 0], d: [1, 1]}}"
    )
    assert drawn(made, {}).splitlines()[-1] == "also joined: a-c"


@pytest.mark.parametrize("text", [EVERY_PAIR, FAR_APART])
def test_points_that_leave_no_room_are_listed(text: str):
    made = board(text)
    listed = drawn(made, {made.sites[1]: "w"}, marked=(made.sites[1],)).splitlines()
    assert [line.split()[0] for line in listed] == list(made.sites)
    assert "[w]" in listed[1]


def test_walls_are_strokes_between_sites():
    made = board("{shape: rectangle, size: 3, walls: [a1 b1, b2 b3, a2 b3]}")
    assert drawn(made, {"a1": "w"}, marked=("a1",)).split("\n") == [
        "3   .   .   .",
        "       ---",
        "2   .   .   .",
        "",
        "1  [w]| .   .",
        "    a   b   c",
        "also parted by walls: a2-b3",
    ]
    slanted = board("{shape: hexagon, size: 2, walls: [a1 a2, a1 b2, b2 c1]}")
    assert drawn(slanted, {}, coordinates=False).split("\n") == [
        "  .   .",
        "   /",
        ".   .   .",
        "   \\",
        "  . | .",
    ]


def test_extra_sites_are_named_at_the_ends_of_their_rows():
    made = board("{shape: rectangle, size: 2, extra: {den: a1 west, far: b2 north-east}}")
    assert drawn(made, {"den": "w"}).split("\n") == [
        "             .  far",
        "2        . .",
        "1 den  w . .",
        "         a b",
    ]


def test_levels_lie_beside_each_other_and_are_named_before_their_columns():
    made = board("{shape: rectangle, size: [3, 2, 3]}")
    assert drawn(made, {"Aa1": "w", "Bb2": "b", "Cc1": "w"}, marked=("Bb2",)) == picture(
        """
        2  . . .   .[b].   . . .
        1  w . .   . . .   . . w
          Aa b c  Ba b c  Ca b c
        """
    )


def test_levels_are_turned_where_they_lie():
    made = board("{shape: rectangle, size: [3, 2, 2]}")
    assert drawn(made, {"Aa1": "w", "Bb2": "b"}, flipped=True) == picture(
        """
        1  . . w   . . .
        2  . . .   . b .
          Ac b a  Bc b a
        """
    )


def test_many_levels_stand_in_rows():
    made = board("{shape: rectangle, size: [9, 1, 4]}")
    assert drawn(made, {"Ba1": "w", "Ci1": "b"}) == picture(
        """
        1  . . . . . . . . .   w . . . . . . . .
          Aa b c d e f g h i  Ba b c d e f g h i

        1  . . . . . . . . b   . . . . . . . . .
          Ca b c d e f g h i  Da b c d e f g h i
        """
    )


def test_lines_are_drawn_within_a_level_only():
    made = board("{shape: rectangle, size: [2, 2, 2], sites: points, diagonals: none}")
    assert drawn(made, {"Ba1": "w"}) == picture(
        """
        2   .---.       .---.
            |   |       |   |
        1   .---.       w---.
           Aa   b      Ba   b
        """
    )


def test_walls_between_levels_are_told_below():
    made = board("{shape: rectangle, size: [2, 1, 2], walls: [Aa1 Ba1, Ba1 Bb1]}")
    assert drawn(made, {}, coordinates=False).split("\n") == [".   .       . | .", "also parted by walls: Aa1-Ba1"]


def test_borders_of_hexagons_are_strokes_between_their_corners():
    made = board("{shape: hexagon, size: 2, sites: [cells, borders]}")
    stones = {"a1nw": "w", "a1ne": "w", "a1e": "w", "b2": "b"}
    assert drawn(made, stones).split("\n") == [
        "     + + + + +",
        "  c    .   .",
        "   + + + + + + +",
        "b    .   b   .",
        "   + +/+\\+ + + +",
        "  a    . | .",
        "     + + + + +",
    ]
