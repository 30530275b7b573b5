"""How far away wins are at least, and results in the fewest steps."""

from __future__ import annotations

import pytest

import interpreter
from interpreter.players import Limits, solve
from interpreter.players.distances import layers
from interpreter.players.goals import Reach, goals
from interpreter.players.grounds import Search, ground_of, reference_ground
from interpreter.players.needs import need_text
from interpreter.players.proof_kernel import PROOF_SEARCH
from interpreter.players.proof_number import Prover
from interpreter.players.search_text import search_text
from interpreter.players.win_kernel import WIN_SEARCH
from interpreter.players.wins import Deepening, Wins

NEED = Search(
    ("needed",),
    ("legal", "play"),
    lambda shape: search_text(
        shape,
        {},
        {},
        need_text(shape)
        + """


def needed(numbers: ints, sets_: sets, history: ints, attacker: int) -> int:
    return need(numbers, sets_, attacker)
""",
    ),
)


def needed(position: interpreter.Position, player: str) -> int:
    """The steps until a player can have won, at least."""
    ground = ground_of(position.game, NEED)
    return int(ground.functions["needed"](*ground.arrays(position.state), position.game.players.index(player)))


def reaches(game: interpreter.Game) -> list[Reach]:
    return [goal for goal in goals(game.rules) if isinstance(goal, Reach)]


def sites(game: interpreter.Game, names: str) -> int:
    return sum(1 << game.board.index[name] for name in names.split())


def test_a_goal_is_as_far_as_its_pieces_go():
    game = interpreter.load("breakthrough", options={"board-width": 3, "board-height": 5})
    white, black = sorted(reaches(game), key=lambda reach: reach.player)
    assert (white.region, black.region) == (sites(game, "a5 b5 c5"), sites(game, "a1 b1 c1"))
    assert layers(game.rules, (0, 0), white.region) == tuple(
        sites(game, f"a{row} b{row} c{row}") for row in (5, 4, 3, 2, 1)
    )


def test_a_piece_that_slides_is_never_far_and_stops_where_it_must():
    game = interpreter.load("hnefatafl-7")
    (king,) = reaches(game)
    assert (king.player, king.region) == (1, sites(game, "a1 a7 g1 g7"))
    corners, edges, others = layers(game.rules, (1, 2), king.region)
    assert corners == king.region
    assert edges | corners == sum(1 << place for place, name in enumerate(game.board.sites) if {*name} & {*"ag17"})
    assert (corners | edges | others).bit_count() == 49


def test_how_long_a_win_takes_at_least():
    game = interpreter.load("breakthrough", options={"board-width": 3, "board-height": 5})
    position = game.initial()
    assert (needed(position, "white"), needed(position, "black")) == (5, 6)
    assert needed(position.play("a2-a3"), "white") == 4
    last = game.position_of("3/b2/3/3/2w white play.move")
    assert (needed(last, "white"), needed(last, "black")) == (1, 2)  # white takes the last man


@pytest.mark.parametrize("name", ["hnefatafl-7", "connect-four", "dobutsu-shogi"])
def test_where_a_step_may_win_nothing_is_left_out(name: str):
    position = interpreter.load(name).initial()
    assert [needed(position, player) for player in position.game.players] == [1, 1]


def test_no_game_is_shorter_than_what_is_needed():
    game = interpreter.load("breakthrough", options={"board-width": 3, "board-height": 5})
    position, steps = game.initial(), []
    while position.outcome is None:
        steps.append(position)
        position = position.play(position.legal_moves[(len(steps) * 7) % len(position.legal_moves)])
    assert position.outcome.winner is not None
    for left, earlier in enumerate(reversed(steps), 1):
        assert needed(earlier, position.outcome.winner) <= left


def test_a_win_is_found_in_the_fewest_steps_that_it_can_be_forced_in():
    game = interpreter.load("breakthrough", options={"board-width": 3, "board-height": 5})
    solution = solve(game.initial(), Limits(seconds=600))
    assert (solution.solved, solution.winner, solution.depth, len(solution.line)) == (True, "black", 18, 18)
    position = game.initial()
    for step in solution.line:
        position = position.play(step)
    assert position.outcome == solution.outcome


def test_a_limit_is_kept_to():
    game = interpreter.load("breakthrough")
    assert not solve(game.initial(), Limits(simulations=30_000)).solved
    assert solve(game.initial(), Limits(depth=4)).depth == 4


def test_little_memory_is_enough_for_little():
    position = interpreter.load("tic-tac-toe").initial()
    solution = solve(position, Limits(seconds=600), memory=1)
    assert (solution.solved, solution.winner) == (True, None)
    with pytest.raises(ValueError, match="at least 1 megabyte, not 0"):
        solve(position, Limits(seconds=1), memory=0)


@pytest.mark.parametrize("search", [WIN_SEARCH, PROOF_SEARCH])
def test_the_reference_engine_finds_the_same(search: Search):
    game = interpreter.load("tic-tac-toe")
    game.workshop[search] = reference_ground(game.engine, search, "to compare")
    position = game.initial().play("a1").play("b1").play("b2")
    if search is WIN_SEARCH:
        answers = [Deepening(Wins(game, 1 << 12), position, player).settle(lambda: False) for player in (0, 1)]
        assert answers == [True, False]
    else:
        proof = Prover(game, 1 << 12).proof(position, lambda: False)
        assert proof is not None
        assert (proof.winner, proof.outcome and proof.outcome.winner) == (0, "x")


def test_rules_are_compiled_for_it():
    for name in ("breakthrough", "kalah"):
        assert Wins(interpreter.load(name), 1 << 8).ground.engine == "llvm"
