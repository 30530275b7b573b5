"""Draws by guessing: from any position, random games end as often in each way as they must."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from chances import bound, distance, exact
from test_lowering_chances import SMALL, small

import interpreter
from interpreter.engine import kernel
from interpreter.engine.compiled import CompiledEngine
from interpreter.engine.kernel import compile_llvm, verify
from interpreter.engine.lowering.expressions import scale_of
from interpreter.engine.lowering.kernels import search_kernel
from interpreter.engine.lowering.passes import ALL
from interpreter.engine.lowering.positions import Positions

if TYPE_CHECKING:
    from interpreter.engine.random_games import Tally

compiled_only = pytest.mark.skipif(not kernel.available(), reason="it takes many games")
GUESSED = {"lists of pieces": "hopping", "a piece first": "strides"}
GAMES = 40_000
ALONE = """
game: Alone
language: 1
players: [black, white]
board: {shape: rectangle, size: [9, 9]}
pieces: {runner: {owner: black}}
setup: {black: d4 or e5}
moves: {run: {move: mine, along: orthogonal}}
play: {turn: {go: {do: run}}, stuck: pass}
end: {arrived: {if: any(mine and edges), result: me wins}, long: {if: turn > 40, result: draw}}
"""
THERE_AND_BACK = """
game: There and back
language: 1
players: [black, white]
board: {shape: rectangle, size: [9, 9], regions: {left: file(a) or file(b) or file(c) or file(d)}}
pieces: {runner: {owner: each}}
setup: {black: d4 or e5, white: d6 or e7}
moves:
  there: {move: mine, along: orthogonal, when: to in left}
  back: {move: mine, along: orthogonal, when: not to in left}
play: {turn: {first: {do: there, next: [{go: second}]}, second: {do: back}}, stuck: draw}
end:
  astray: {if: made(there) and not last-to in left or made(back) and last-to in left, result: me loses}
  long: {if: turn > 20, result: draw}
"""


def guesses(machine: Any, name: str) -> bool:
    """Whether a pass changes how the random games of a machine are drawn."""
    with_pass, without = (CompiledEngine(machine, passes=passes).playout_kernel for passes in (ALL, ALL - {name}))
    return with_pass.source != without.source


@compiled_only
@pytest.mark.parametrize("title", GUESSED.values())
def test_machine_code_and_python_guess_alike(title: str):
    machine = small(title).machine
    assert CompiledEngine(machine).playouts(12, seed=3) == CompiledEngine(machine, llvm=False).playouts(12, seed=3)


@compiled_only
@pytest.mark.parametrize("title", GUESSED.values())
def test_random_games_from_positions_end_as_often_in_each_way_as_they_must(title: str):
    """Where the first step leads, be it to the next turn or on in this one."""
    game = small(title)
    start = game.engine.initial()
    written = search_kernel(game.rules, ("rollout",), lambda _: "", ())
    module = verify(written.source, written.numbering.width)
    rollout = compile_llvm(module, ("rollout",)).functions["rollout"]
    positions = Positions(game.machine, written, scale_of(game.rules))
    afters = [game.engine.play(start, step) for step in game.engine.legal(start)]
    for state in {after.mover: after for after in afters}.values():
        arrays, counts = positions.arrays(state), Counter[tuple[str, int | None]]()
        for number in range(GAMES):
            seed = number * 0x9E3779B97F4A7C15 % (1 << 63)
            counts[written.endings[rollout(arrays.numbers, arrays.sets, arrays.history, seed, 400)]] += 1
        ways: dict[tuple[str, int | None], Fraction] = {}
        for (way, _), chance in exact(game, start=state).items():
            ways[way] = ways.get(way, Fraction(0)) + chance
        chi_square, freedom = distance(dict(counts), ways)
        assert chi_square < bound(freedom), (counts, ways)


@pytest.mark.parametrize(("name", "title"), GUESSED.items())
def test_where_it_pays(name: str, title: str):
    assert guesses(small(title).machine, name)


@pytest.mark.parametrize(
    ("place", "value"),
    [
        ("step.to", "not mine"),
        ("step.move", "mine or theirs"),
        ("hop.through", "empty or occupied"),
        ("hop.along", "diagonal"),
        ("hop.distance", [2, 3]),
        ("step.then", [{"place": "man", "on": "from"}]),
    ],
    ids=["taking", "moving others", "two steps in a direction", "other directions", "two lengths", "placing"],
)
def test_pieces_are_not_listed_where_more_can_happen(place: str, value: object):
    game = interpreter.load(SMALL["hopping"][0], change={f"moves.{place}": value})
    assert not guesses(game.machine, "lists of pieces")


def listed_games(text: str, folder: Path) -> Tally:
    """Random games of a file whose kernel lists pieces."""
    place = folder / "game.yaml"
    place.write_text(text)
    machine = interpreter.load(place).machine
    assert guesses(machine, "lists of pieces")
    return CompiledEngine(machine, llvm=False).playouts(20, seed=2)


def test_a_player_may_have_no_pieces(tmp_path: Path):
    tally = listed_games(ALONE, tmp_path)
    assert {ending for ending, number in tally.endings.items() if number} == {("arrived", 0), ("long", None)}


def test_each_move_has_ways_of_its_own(tmp_path: Path):
    tally = listed_games(THERE_AND_BACK, tmp_path)
    assert not any(number for (reason, _), number in tally.endings.items() if reason == "astray")


@pytest.mark.parametrize("size", [[2, 40], [40, 2]])
def test_no_way_is_guessed_at_that_a_board_has_no_room_for(size: list[int]):
    small_board = {"board.size": size, "board.regions": {"home": {"black": "a1", "white": "b1"}}}
    setup = {
        "setup": {"man": {"black": "a1 or b2", "white": "b1"}, "rock": "a2"},
        "score": "count(of(it) and home(it))",
    }
    game = interpreter.load(SMALL["hopping"][0], change={**small_board, **setup})
    assert not guesses(game.machine, "lists of pieces")


@pytest.mark.parametrize("title", ["agon", "hare-and-hounds", "amazons"], ids=["anywhere", "one word", "placing"])
def test_pieces_are_not_listed_where_it_would_not_serve(title: str):
    assert not guesses(interpreter.load(title).machine, "lists of pieces")


@pytest.mark.parametrize(
    ("place", "value"),
    [
        ("leap.along", "any"),
        ("leap.move", "mine and not corners"),
        ("leap.leaves", "any(mine)"),
        ("leap.distance", 1),
    ],
    ids=["two moves to one site", "other pieces", "what is left", "one length"],
)
def test_a_piece_comes_first_only_where_each_is_looked_at_by_itself(place: str, value: object):
    game = interpreter.load(SMALL["strides"][0], change={f"moves.{place}": value})
    assert not guesses(game.machine, "a piece first")


def test_a_piece_does_not_come_first_on_a_ring():
    ring = Path(__file__).parent.parent / "semantics" / "as-far-round-a-ring-as-a-throw-says.yaml"
    assert not guesses(interpreter.load(ring).machine, "a piece first")
