"""Definitions: parameters, nesting, loops and growth."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import pytest

import interpreter

if TYPE_CHECKING:
    from pathlib import Path

GAME = """game: Definitions
language: 1
players: [black, white]
board: {shape: rectangle, size: [5, 5], adjacent: orthogonal}
pieces:
  man: {owner: each}
define:
%s
moves:
  drop: {place: man, to: "%s"}
play: {turn: drop, stuck: draw}
end: {}
"""


def legal(tmp_path: Path, define: dict[str, str], to: str) -> list[str]:
    path = tmp_path / "game.yaml"
    path.write_text(GAME % ("\n".join(f"  {name}: {value}" for name, value in define.items()), to), encoding="utf-8")
    return [str(move) for move in interpreter.load(path).initial().legal_moves]


def codes(tmp_path: Path, define: dict[str, str], to: str) -> set[str]:
    with pytest.raises(interpreter.GameFileError) as caught:
        legal(tmp_path, define, to)
    return {diagnostic.code for diagnostic in caught.value.diagnostics}


def test_parameters_are_bound_by_place(tmp_path: Path):
    assert legal(tmp_path, {"minus(x, y)": "x and not y"}, "minus(rank(1), edges)") == []
    assert legal(tmp_path, {"minus(x, y)": "x and not y"}, "minus(rank(2), edges)") == ["b2", "c2", "d2"]


def test_an_inner_parameter_hides_an_outer_one(tmp_path: Path):
    define = {"inner(x)": "near(x)", "outer(x)": "inner(a1) or x"}
    assert legal(tmp_path, define, "outer(e5)") == ["b1", "a2", "e5"]


def test_an_argument_is_not_caught_by_a_parameter_of_the_same_name(tmp_path: Path):
    define = {"f(x)": "near(x)", "g(x)": "f(near(x))"}
    assert sorted(legal(tmp_path, define, "g(a1)")) == ["a1", "a3", "b2", "c1"]


def test_a_definition_within_its_own_argument_is_no_loop(tmp_path: Path):
    assert legal(tmp_path, {"f(x)": "near(x)"}, "f(f(a1)) and a1") == ["a1"]


def test_a_parameter_may_be_a_direction(tmp_path: Path):
    assert legal(tmp_path, {"step(x, way)": "near(x, along=way)"}, "step(c3, north)") == ["c4"]
    assert sorted(legal(tmp_path, {"step(x, way)": "near(x, along=way)"}, "step(c3, [north, west])")) == ["b3", "c4"]


def test_a_parameter_may_be_a_number_or_a_player(tmp_path: Path):
    define = {"far(n)": "reach(a1, distance=n, along=east)", "own(p)": "near(of(p) or b2)"}
    assert legal(tmp_path, define, "far(2) or far(3)") == ["c1", "d1"]
    assert len(legal(tmp_path, define, "own(enemy)")) == 4


def test_the_same_definition_gives_a_list_a_set_and_a_condition(tmp_path: Path):
    define = {"pairs": "rows(mine or a1 or b1, length=2)", "there": "any(pairs) and pairs"}
    assert legal(tmp_path, define, "near(pairs) and rank(1) and not pairs") == ["c1"]


@pytest.mark.parametrize(
    "define",
    [
        {"a": "a"},
        {"a": "near(b)", "b": "near(a)"},
        {"a": "b or b", "b": "c and c", "c": "near(a)"},
        {"a": "f(mine)", "f(x)": "near(a)"},
        {"a": "f(mine)", "f(x)": "f(near(x))"},
        {"a": "f(a)", "f(x)": "near(x)"},
    ],
)
def test_loops_are_errors(define: dict[str, str], tmp_path: Path):
    assert "definition-loop" in codes(tmp_path, define, "a")


@pytest.mark.parametrize(
    "define",
    [
        {
            "d0": "mine",
            **{f"n{i}": f"n{i - 1} or near(n{i - 1})" if i else "mine or theirs" for i in range(60)},
            "last": "n59",
        },
        {
            **{f"f{i}(x)": f"f{i - 1}(x) and f{i - 1}(near(x))" if i else "near(x)" for i in range(40)},
            "last": "f39(mine)",
        },
        {"f(x)": "near(x) and near(near(x))", "last": "f(" * 20 + "mine" + ")" * 20},
    ],
    ids=["doubling", "doubling functions", "doubling arguments"],
)
def test_growth_is_refused_or_shared_and_never_hangs(define: dict[str, str], tmp_path: Path):
    define = {name: value for name, value in define.items() if name != "d0"}
    started = time.process_time()
    try:
        legal(tmp_path, define, "last and empty")
    except interpreter.GameFileError as error:
        assert {diagnostic.code for diagnostic in error.diagnostics} <= {"expression-too-long", "definition-too-large"}  # noqa: PT017
    assert time.process_time() - started < 5
