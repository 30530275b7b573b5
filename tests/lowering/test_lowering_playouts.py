"""Random games on kernels: the same for any number of threads and on both machines, and never longer than asked."""

from __future__ import annotations

from pathlib import Path

import pytest

import interpreter
from interpreter.engine import kernel
from interpreter.engine.compiled import CompiledEngine
from interpreter.engine.faults import RulesFault
from interpreter.engine.lowering.passes import ALL

SEMANTICS = Path(__file__).parent.parent / "semantics"
compiled_only = pytest.mark.skipif(not kernel.available(), reason="llvmlite is not installed")
PLAYED = {"dara": 2, "hnefatafl-7": 3, "magpie": 1, "order-and-chaos": 20, "rive": 2, "wali": 4, "wali-prost": 4}


@compiled_only
@pytest.mark.parametrize(("name", "games"), PLAYED.items())
def test_machine_code_and_python_play_the_same_games(name: str, games: int):
    machine = interpreter.load(name).machine
    limit = 300
    both = [CompiledEngine(machine, llvm=llvm).playouts(games, seed=11, limit=limit) for llvm in (True, False)]
    assert both[0] == both[1]
    assert both[0].steps > 0


@compiled_only
@pytest.mark.parametrize("name", ["order-and-chaos", "rive"])
def test_threads_change_nothing(name: str):
    game = interpreter.load(name)
    one, *others = [game.playouts(1_001, seed=3, threads=threads) for threads in (1, 2, 3)]
    assert others == [one, one]
    assert one.games == 1_001 == sum(one.outcomes.values())
    assert game.playouts(1_001, seed=4) != one


@compiled_only
def test_games_are_numbered():
    """A part of the games can be played by itself, and the parts come to the whole."""
    engine = interpreter.load("wali").compiled
    whole = engine.playouts(50, seed=5)
    parts = [engine.playouts(20, seed=5), engine.playouts(30, seed=5, first=20)]
    assert whole.steps == sum(part.steps for part in parts)
    assert whole.longest == max(part.longest for part in parts)
    assert whole.endings == {way: sum(part.endings[way] for part in parts) for way in whole.endings}


@pytest.mark.parametrize("llvm", [pytest.param(True, marks=compiled_only), False], ids=["llvm", "python"])
def test_the_limit_of_steps(llvm: bool):  # noqa: FBT001 - which of the two runs it
    engine = CompiledEngine(interpreter.load("order-and-chaos").machine, llvm=llvm)
    cut = engine.playouts(10, limit=3)
    assert (cut.unfinished, cut.steps, cut.longest) == (10, 30, 3)
    assert not any(cut.endings.values())
    whole = engine.playouts(10, limit=36)
    assert (whole.unfinished, sum(whole.endings.values())) == (0, 10)
    some = engine.playouts(10, limit=whole.longest - 1)
    assert some.unfinished > 0
    assert some.unfinished + sum(some.endings.values()) == 10


@pytest.mark.parametrize("passes", [ALL, frozenset()], ids=["with all passes", "without any"])
@pytest.mark.parametrize(
    "name", ["stuck-draw", "stuck-is-out", "ends-come-before-the-stuck-policy", "players-leave-the-game"]
)
def test_a_game_that_ends_with_the_last_step_of_the_limit_is_finished(name: str, passes: frozenset[str]):
    """Also one that ends because the next player has no step."""
    machine = interpreter.load(SEMANTICS / f"{name}.yaml").machine
    engine = CompiledEngine(machine, llvm=False, passes=passes)
    whole = engine.playouts(20)
    assert whole.unfinished == 0
    assert engine.playouts(20, limit=whole.longest) == whole


def test_best_turns_are_tried_beside_positions_that_have_stood():
    """Both keep arrays beside the position."""
    machine = interpreter.load(SEMANTICS / "a-best-turn-beside-positions-that-stood.yaml").machine
    found = CompiledEngine(machine, llvm=False).playouts(20)
    assert (found.endings["again", None], found.longest) == (20, 12)


def test_no_games_at_all():
    found = interpreter.load("order-and-chaos").playouts(0)
    assert (found.games, found.steps, found.mean_steps, found.outcomes) == (0, 0, 0, {})


@pytest.mark.parametrize("wrong", [{"games": -1}, {"games": 1, "threads": 0}, {"games": 1, "limit": 0}])
def test_numbers_that_cannot_be(wrong: dict[str, int]):
    with pytest.raises(ValueError, match="0 or more games"):
        interpreter.load("order-and-chaos").playouts(**wrong)


@pytest.mark.parametrize(
    "wrong", [{"seed": 1 << 63}, {"seed": -(1 << 64)}, {"limit": 1 << 70}, {"first": (1 << 63) - 1}]
)
def test_numbers_beyond_64_bits(wrong: dict[str, int]):
    with pytest.raises(ValueError, match="does not fit 64 bits"):
        interpreter.load("order-and-chaos").playouts(2, **wrong)


COINS = """
game: Coins
language: 1
players: [red, green]
board: {shape: rectangle, size: [6, 6]}
pieces: {man: {owner: each}}
dice: {coins: {faces: [0, 1], number: 40}}
moves: {throw: {roll: coins}, drop: {place: man, to: empty}}
play: {turn: {throw: {next: drop}, drop: {}}, stuck: draw}
end: {}
"""


def test_rules_without_a_kernel_form_are_played_by_the_reference_engine(tmp_path: Path):
    (tmp_path / "coins.yaml").write_text(COINS, encoding="utf-8")
    game = interpreter.load(tmp_path / "coins.yaml")
    found = game.playouts(3, limit=5)
    assert found.engine == "reference"
    assert "more than 2**32 ways" in found.reason
    assert found == game.playouts(3, limit=5)


def test_rules_that_fail_are_told():
    game = interpreter.load(SEMANTICS / "faults" / "stuck-impossible-happens.yaml")
    with pytest.raises(interpreter.RuleFaultError, match="impossible"):
        game.playouts(3)


WANDERING = """
game: Wandering
language: 1
players: [black, white]
board: {shape: rectangle, size: [6, 6]}
pieces:
  man: {owner: each}
memory:
  gone: {is: number, until: turn ends}
setup: {black: c3, white: f6}
moves:
  go: {move: mine, along: any, then: [{remember: {gone: gone + 1}}]}
play:
  turn:
    first: {do: go, next: more}
    more: {do: go, from: last-to, next: [{if: gone < 8, go: more}]}
  best turn: {maximise: count(mine and rank(6))}
  stuck: draw
end: {}
"""


@compiled_only
def test_turns_that_are_too_many_to_find_the_best_are_told(tmp_path: Path):
    (tmp_path / "wandering.yaml").write_text(WANDERING, encoding="utf-8")
    game = interpreter.load(tmp_path / "wandering.yaml")
    for ask in (lambda: game.playouts(1), lambda: game.compiled.legal(game.engine.initial())):
        with pytest.raises((interpreter.RuleFaultError, RulesFault), match="too many ways to find the best"):
            ask()
