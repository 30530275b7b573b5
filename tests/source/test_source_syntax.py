from typing import Any

import pytest


@pytest.mark.parametrize(
    ("fragment", "marked"),
    [
        ("end:\n  full: {if: count(empty, along=any) is 2, result: draw}\n", "count(empty, along=any) is 2"),
        ("end:\n  full: {if: rows(man, length=[3, 4]), result: draw}\n", "rows(man, length=[3, 4])"),
        ("moves:\n  drop:\n    place: man\n    distance: [count(empty, along=any), 2]\n", "count(empty, along=any)"),
        ("define: {a: 'x', b: f(a, b, c), d: e}\n", "f(a, b, c)"),
    ],
)
def test_a_comma_in_braces_is_told_as_such(fragment: str, marked: str, compose: Any, load: Any):
    _, found = load(compose(fragment))
    assert [problem.code for problem in found] == ["comma-in-braces"]
    assert found[0].span.text == marked


@pytest.mark.parametrize(
    "fragment",
    [
        "end:\n  full: {if: 'count(empty, along=any) is 2', result: draw}\n",
        "end:\n  full: {if: (count(empty)) is 2, result: draw}\n",
        "end:\n  full:\n    if: rows(man, length=[3, 4])\n    result: draw\n",
    ],
)
def test_quotes_and_lines_of_their_own_need_no_care(fragment: str, compose: Any, codes: Any):
    assert codes(compose(fragment)) == []


def test_both_places_of_a_duplicate_key_are_shown(load: Any):
    _, (problem, *_) = load("game: a\nmoves:\n  x: 1\n  x: 2\n")
    assert problem.span.line == 4
    assert problem.related[0][0].line == 3


def test_a_key_without_colon(base: str, load: Any):
    for text, line in (
        (base.replace("game: Fill", "game Fill"), 1),
        (base.replace("language: 1", "language 1"), 2),
        (base.replace("board:", "board"), 4),
    ):
        _, (problem,) = load(text)
        assert "no colon" in problem.message
        assert problem.span.line == line


def test_a_line_too_far_right(base: str, load: Any):
    _, (problem,) = load(base.replace("  size: [3, 3]", "    size: [3, 3]"))
    assert "further to the right" in problem.message
    assert problem.span.line == 6


def test_a_second_colon(base: str, load: Any):
    _, (problem,) = load(base.replace("game: Fill", "game: Fill: again"))
    assert "second colon" in problem.message
