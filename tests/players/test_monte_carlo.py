"""What a search by random games must do: see what is certain, keep to its limits, and give the same answer again."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import pytest

import interpreter
from interpreter.engine.compiled import CompiledEngine
from interpreter.players import Limits, MonteCarlo
from interpreter.players.grounds import compiled_ground, ground_of, reference_ground
from interpreter.players.tree import Tree, games_of_a_leaf
from interpreter.players.tree_kernel import TREE_SEARCH

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture(scope="module")
def noughts() -> interpreter.Game:
    return interpreter.load("tic-tac-toe")


def played(game: interpreter.Game, steps: str) -> interpreter.Position:
    position = game.initial()
    for step in steps.split():
        position = position.play(step)
    return position


def test_a_win_in_one_step_is_certain(noughts: interpreter.Game):
    report = MonteCarlo(noughts).search(played(noughts, "a1 b2 a2 b3"), Limits(simulations=400))
    assert (str(report.best), report.result, report.value) == ("a3", "win", 1.0)


def test_the_only_step_that_does_not_lose_is_found(noughts: interpreter.Game):
    report = MonteCarlo(noughts).search(played(noughts, "a1 b2 a2"), Limits(simulations=2_000))
    assert str(report.best) == "a3"
    assert {str(c.move) for c in report.candidates if c.result == "loss"} == {"b1", "b3", "c1", "c2", "c3"}


def test_a_reply_that_wins_at_once_is_seen_when_the_steps_are_listed():
    game = interpreter.load("connect-four")
    position = played(game, "d1 a1 d2 a2 d3")

    def lost(*, trials: bool) -> set[str]:
        report = MonteCarlo(game, seed=1, trials=trials).search(position, Limits(simulations=40))
        return {str(candidate.move)[0] for candidate in report.candidates if candidate.result == "loss"}

    assert lost(trials=True) == set("abcefg") > lost(trials=False)


def test_a_draw_is_proven_and_ends_the_search(noughts: interpreter.Game):
    report = MonteCarlo(noughts).search(played(noughts, "b2 a3 c1"), Limits(simulations=200_000))
    assert report.result == "draw"
    assert report.simulations < 200_000


def test_two_machines_that_prove_play_to_a_draw(noughts: interpreter.Game):
    players = {name: MonteCarlo(noughts, seed=seed) for seed, name in enumerate(noughts.players)}
    position = noughts.initial()
    while position.mover is not None:
        position = position.play(players[position.mover].search(position, Limits(simulations=20_000)).best)
    assert position.outcome is not None
    assert position.outcome.winner is None


@pytest.mark.parametrize("name", ["wali", "go"])  # Go has a history, and sets of several words
def test_the_same_seed_gives_the_same_answer(name: str):
    game = interpreter.load(name, change={"board.size": [5, 5]} if name == "go" else {})
    limits = Limits(simulations=300)

    def course(seed: int) -> list[tuple[str, int]]:
        search, position, told = MonteCarlo(game, seed=seed), game.initial(), []
        for _ in range(4):
            report = search.search(position, limits)
            told.append((str(report.best), report.candidates[0].visits))
            position = position.play(report.best)
        return told

    assert course(1) == course(1)
    assert course(1) != course(2)


def test_threads_share_the_work():
    game = interpreter.load("wali")
    report = MonteCarlo(game, threads=2, seed=3).search(game.initial(), Limits(simulations=500))
    assert sum(candidate.visits for candidate in report.candidates) == report.simulations == 500
    again = MonteCarlo(game, threads=2, seed=3).search(game.initial(), Limits(simulations=500))
    assert [c.visits for c in again.candidates] == [c.visits for c in report.candidates]


def test_limits_are_kept():
    game = interpreter.load("wali")
    search = MonteCarlo(game)
    start = time.process_time()
    report = search.search(game.initial(), Limits(seconds=0.2))
    assert report.simulations > 0
    assert time.process_time() - start < 1.0
    asked = iter([False, False, True])
    assert MonteCarlo(game).search(game.initial(), Limits(stop=lambda: next(asked))).simulations < 10_000
    with pytest.raises(ValueError, match="needs a limit"):
        Limits()
    with pytest.raises(ValueError, match="seconds must be more than 0"):
        Limits(seconds=-1)


def test_what_was_seen_is_kept_for_the_next_turn():
    game = interpreter.load("wali")
    search = MonteCarlo(game, seed=1)
    position = game.initial()
    first = search.search(position, Limits(simulations=2_000))
    position = position.play(first.best)
    position = position.play(first.line[1])
    report = search.search(position, Limits(simulations=100))
    assert sum(candidate.visits for candidate in report.candidates) > report.simulations == 100


def test_memory_is_bounded():
    game = interpreter.load("order-and-chaos")
    search = MonteCarlo(game, memory=1 << 20)
    report = search.search(game.initial(), Limits(simulations=20_000))
    assert report.simulations == 20_000


def test_several_games_of_a_leaf_where_games_are_short():
    def games(name: str) -> int:
        game = interpreter.load(name)
        return games_of_a_leaf(ground_of(game, TREE_SEARCH), game.initial().state)

    assert games("order-and-chaos") > games("wali") == 1


def test_many_simulations_give_the_same_answer_again_however_they_are_made():
    game = interpreter.load("order-and-chaos")
    reports = [MonteCarlo(game, seed=2).search(game.initial(), Limits(simulations=3_001)) for _ in range(2)]
    assert [report.simulations for report in reports] == [3_001, 3_001]
    assert [c.visits for c in reports[0].candidates] == [c.visits for c in reports[1].candidates]


def test_a_game_that_is_over_has_no_step(noughts: interpreter.Game):
    with pytest.raises(ValueError, match="the game is over"):
        MonteCarlo(noughts).search(played(noughts, "a1 b1 a2 b2 a3"), Limits(simulations=10))


def test_machine_code_and_python_grow_the_same_tree(noughts: interpreter.Game):
    trees = []
    for llvm in (True, False):
        ground = compiled_ground(CompiledEngine(noughts.machine, llvm=llvm), TREE_SEARCH)
        tree = Tree(ground, noughts.initial().state, seed=5, curiosity=0.7, memory=1 << 22)
        tree.grow(60, 1)
        trees.append([(branch.step, branch.visits, branch.value) for branch in tree.branches()])
    assert trees[0] == trees[1]


def test_rules_that_are_not_compiled_are_searched_all_the_same(noughts: interpreter.Game):
    position = played(noughts, "a1 b2 a2 b3")
    tree = Tree(
        reference_ground(noughts.engine, TREE_SEARCH, ""), position.state, seed=1, curiosity=0.7, memory=1 << 20
    )
    tree.grow(300, 1)
    assert tree.certain == 0
    assert [branch.step.target for branch in tree.branches() if branch.certain == 0] == [noughts.board.index["a3"]]


LOTTERY = """
game: Lottery
language: 1
players: [black, white]
board: {shape: rectangle, size: [2, 1]}
dice:
  coins: {faces: [0, 1], number: 2}
pieces:
  man: {owner: each}
moves:
  bet: {place: man, to: empty}
  toss: {roll: coins}
play:
  turn:
    bet: {next: toss}
    toss: {}
  stuck: draw
end:
  won: {if: made(toss) and (roll is 2 or roll is 1 and a1 in mine), result: me wins}
  lost: {if: made(toss), result: enemy wins}
"""


@pytest.mark.parametrize("ground", ["compiled", "reference"])
def test_a_step_before_a_throw_is_worth_what_the_throw_brings_on_average(ground: str, tmp_path: Path):
    path = tmp_path / "lottery.yaml"
    path.write_text(LOTTERY, encoding="utf-8")
    game = interpreter.load(path)
    if ground == "reference":
        game.workshop[TREE_SEARCH] = reference_ground(game.engine, TREE_SEARCH, "to compare")
    report = MonteCarlo(game, seed=1, curiosity=50).search(game.initial(), Limits(simulations=2_000))
    values = {str(candidate.move): candidate.value for candidate in report.candidates}
    assert values == {"a1": pytest.approx(3 / 4, abs=0.05), "b1": pytest.approx(1 / 4, abs=0.05)}


def test_a_list_of_steps_has_room_for_every_result_of_a_throw(tmp_path: Path):
    path = tmp_path / "lottery.yaml"
    path.write_text(LOTTERY, encoding="utf-8")
    game = interpreter.load(path)
    thrown = game.initial().play("a1").legal_moves
    assert compiled_ground(CompiledEngine(game.machine), TREE_SEARCH).most_steps >= len(thrown) == 3
