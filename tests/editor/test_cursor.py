"""Where in a file the cursor is, told from a text that is not right yet. `^` marks the cursor."""

from __future__ import annotations

import pytest

from interpreter.editor.cursor import cursor_at

KEYS = [
    ("^", (), ""),
    ("ga^me: x\nlanguage: 1\n", (), "ga"),
    ("moves:\n  ^", ("moves",), ""),
    ("moves:\n^", (), ""),
    ("moves:\n  drop:\n    place: man\n    ^\n    to: x\nplay: 1", ("moves", "drop"), ""),
    ("moves:\n  drop: {place: man, t^", ("moves", "drop"), "t"),
    ("moves:\n  drop: {place: man,\n    t^", ("moves", "drop"), "t"),
    ("moves:\n  drop:\n    then:\n    - if: x\n      cap^", ("moves", "drop", "then", "1"), "cap"),
    ("moves:\n  drop:\n    then:\n      - ^", ("moves", "drop", "then", "1"), ""),
    ("moves:\n  drop:\n    then: [{if: x, cap^", ("moves", "drop", "then", "1"), "cap"),
    ("a:\n  b c: {x: 1}\n  d^", ("a",), "d"),
    ('a: {b: "x, y", ^', ("a",), ""),
    ("a:\n  # a remark\n\n  ^", ("a",), ""),
]

VALUES = [
    ("game: x^", ("game",), "x"),
    ("moves:\n  drop:\n    to: empty and ^", ("moves", "drop", "to"), "empty and "),
    ("moves:\n  drop: {place: man, to: em^", ("moves", "drop", "to"), "em"),
    ("moves:\n  drop: {place: [man, ^", ("moves", "drop", "place", "1"), ""),
    ("moves:\n  drop: {to: near(a, along=[east^", ("moves", "drop", "to"), "near(a"),
    ("end:\n  king escapes:\n    result: me ^\n", ("end", "king escapes", "result"), "me "),
    ('moves:\n  drop: {to: "rows(mine, le^', ("moves", "drop", "to"), '"rows(mine, le'),
    ("define:\n  a: >-\n    foo and\n    ba^", ("define", "a"), ">-\n    foo and\n    ba"),
    ("setup: |\n  . . #^ .\n", ("setup",), "|\n  . . #"),
    ("a:\n  to: x # y\n  of: z^", ("a", "of"), "z"),
]


def split(text: str) -> tuple[str, int]:
    return text.replace("^", "", 1), text.index("^")


@pytest.mark.parametrize(("text", "path", "before"), KEYS)
def test_a_key_may_stand_here(text: str, path: tuple[str, ...], before: str):
    found = cursor_at(*split(text))
    assert (found.is_key, found.path, found.before) == (True, path, before)


@pytest.mark.parametrize(("text", "path", "before"), [value for value in VALUES if "along" not in value[0]])
def test_a_value_may_stand_here(text: str, path: tuple[str, ...], before: str):
    found = cursor_at(*split(text))
    assert (found.is_key, found.path, found.before) == (False, path, before)


def test_the_keys_beside_are_seen_above_and_below():
    text, offset = split("board:\n  size: [7, 7] # columns\n  reg^\n  shape: rectangle\nplay: 1\n")
    assert dict(cursor_at(text, offset).beside) == {"size": "[7, 7]", "shape": "rectangle"}
    text, offset = split("a: {x: 1, y: [2, 3], z^")
    assert dict(cursor_at(text, offset).beside) == {"x": "1", "y": "[2, 3]"}


def test_nothing_stands_in_a_comment():
    assert cursor_at(*split("game: x # foo^")).in_comment
    assert not cursor_at(*split("game: x#foo^")).in_comment
    assert not cursor_at(*split('game: "x # foo^"')).in_comment
