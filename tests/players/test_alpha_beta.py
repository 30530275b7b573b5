"""Alpha-beta: certain results, the same ones by every engine, and limits."""

from __future__ import annotations

import pytest

import interpreter
from interpreter.players import AlphaBeta, Limits, MonteCarlo, UnsolvableError, solve
from interpreter.players.grounds import reference_ground
from interpreter.players.proof_number import Prover
from interpreter.players.win_kernel import WIN_SEARCH
from interpreter.players.wins import Deepening, Wins


def played(game: interpreter.Game, steps: str) -> interpreter.Position:
    position = game.initial()
    for step in steps.split():
        position = position.play(step)
    return position


def value_by_rules(position: interpreter.Position, known: dict[object, int]) -> int:
    """The value for the first player, by the reference engine: 1, 0 or -1; `known` are those of positions seen."""
    first, second = position.game.players
    if position.outcome is not None:
        return {None: 0, first: 1, second: -1}[position.outcome.winner]
    key = (position.state.owned, position.state.mover)
    if key not in known:
        values = [value_by_rules(position.after(move), known) for move in position.legal_moves]
        known[key] = max(values) if position.mover == first else min(values)
    return known[key]


def test_noughts_and_crosses_is_a_draw():
    solution = solve(interpreter.load("tic-tac-toe").initial(), Limits(seconds=600))
    assert (solution.solved, solution.winner, len(solution.line)) == (True, None, 9)


@pytest.mark.parametrize(("width", "height", "winner"), [(4, 4, None), (5, 4, None), (4, 5, None)])
def test_small_connect_four(width: int, height: int, winner: str | None):
    game = interpreter.load("connect-four", options={"board-width": width, "board-height": height})
    solution = solve(game.initial(), Limits(seconds=600))
    assert (solution.solved, solution.winner) == (True, winner)


def test_rive_on_seven_sites_is_won_by_black():
    game = interpreter.load("rive", options={"side": 2})
    solution = solve(game.initial(), Limits(seconds=600))
    assert (solution.solved, solution.winner) == (True, "black")
    position = game.initial()
    for step in solution.line:
        position = position.play(step)
    assert position.outcome == solution.outcome


def test_proofs_agree_with_alpha_beta_and_their_lines_come_to_the_result():
    width, height = 4, 4
    game = interpreter.load("connect-four", options={"board-width": width, "board-height": height})
    position, prover = game.initial(), Prover(game, 1 << 16)
    for step in ("", "a1", "b1", "a2", "a3"):
        position = position.play(step) if step else position
        proof = prover.proof(position, lambda: False)
        solution = solve(position, Limits(seconds=600))
        assert proof is not None
        assert (None if proof.winner is None else game.players[proof.winner]) == solution.winner
        assert proof.outcome is not None
        assert proof.outcome.winner == solution.winner


def test_three_in_a_row_on_four_by_four_is_won_by_order():
    game = interpreter.load("order-and-chaos", options={"board-size": 4, "in-a-row": 3})
    proof = Prover(game, 1 << 16).proof(game.initial(), lambda: False)
    assert proof is not None
    assert game.players[proof.winner or 0] == "order"
    position = game.initial()
    for step in proof.line:
        position = position.play(step)
    assert position.outcome == proof.outcome


def test_a_proof_that_takes_too_long_is_given_up():
    game = interpreter.load("connect-four")
    assert Prover(game, 1 << 16).proof(game.initial(), lambda: True) is None


def test_every_value_agrees_with_a_search_to_the_end():
    game = interpreter.load("tic-tac-toe")

    search, wins, known = AlphaBeta(game), Wins(game, 1 << 16), dict[object, int]()
    for steps in ("a1", "b1 b2", "a1 c1 b1", "c1 c2 c3", "b1 c1 b2", "a1 b1"):
        position = played(game, steps)
        found = search.deepen(position, Limits(seconds=600))
        assert found.certain
        value = value_by_rules(position, known)
        assert (found.value > 0) - (found.value < 0) == value
        answers = [Deepening(wins, position, player).settle(lambda: False) for player in (0, 1)]
        assert answers == [value > 0, value < 0]


def test_late_positions_come_to_what_the_rules_say():
    game = interpreter.load("connect-four")

    known: dict[object, int] = {}
    for columns in (
        "ddddgfdbfdgccacbgcagffbcbegcgbb",
        "ffdedaedbbefgceebgadcfgbfgbafeg",
    ):
        position = game.initial()
        for column in columns:
            step = next(move for move in position.legal_moves if str(move).startswith(column))
            position = position.play(step)
        solution = solve(position, Limits(seconds=600))
        assert solution.solved
        assert solution.winner == {0: None, 1: game.players[0], -1: game.players[1]}[value_by_rules(position, known)]


def test_a_search_finds_a_win_and_keeps_to_its_limits():
    game = interpreter.load("connect-four")
    report = AlphaBeta(game).search(played(game, "d1 a1 d2 a2 d3 a3"), Limits(depth=3))
    assert (str(report.best), report.result) == ("d4", "win")
    report = AlphaBeta(game).search(game.initial(), Limits(simulations=3_000))
    assert report.result is None
    assert report.simulations < 30_000
    assert AlphaBeta(game).search(game.initial(), Limits(depth=4)).depth == 4


def test_the_line_that_is_expected_is_told_to_its_end():
    game = interpreter.load("tic-tac-toe")
    search = AlphaBeta(game)
    for steps in ("", "b2", "b2 a1"):  # the second time, the table knows the value without another look
        position = played(game, steps)
        report = search.search(position, Limits(seconds=600))
        assert report.line[0] == str(report.best)
        for step in report.line:
            position = position.play(step)
        assert position.outcome is not None
        assert position.outcome.winner is None


@pytest.mark.parametrize("name", ["breakthrough", "three-mens-morris"])
def test_the_line_that_is_expected_is_as_long_as_the_search_was_deep(name: str):
    game = interpreter.load(name)  # a position may come again in the second, so that no table is kept
    line = AlphaBeta(game).search(game.initial(), Limits(depth=4)).line
    assert len(line) == 4
    played(game, " ".join(line))


def test_a_seed_chooses_among_steps_that_seem_alike_and_chooses_the_same_again():
    position = interpreter.load("breakthrough").initial()

    def answer(seed: int) -> str:
        search = AlphaBeta(position.game, table=1 << 12, seed=seed)
        return str(search.search(position, Limits(simulations=2_000)).best)

    answers = [answer(seed) for seed in range(6)]
    assert len(set(answers)) > 1
    assert answers == [answer(seed) for seed in range(6)]


def test_a_number_of_positions_is_kept_to():
    search = AlphaBeta(interpreter.load("breakthrough"), table=1 << 12)
    assert search.search(search.game.initial(), Limits(simulations=3_000)).simulations == 3_000


def test_games_that_cannot_be_solved_say_so():
    with pytest.raises(UnsolvableError, match="one or two players"):
        AlphaBeta(interpreter.load("tests/semantics/three-players.yaml"))


def test_repetition_is_seen():
    """A game with a history is searched without the table, for equal positions may go on differently."""
    game = interpreter.load("tests/semantics/repeats-of-sites.yaml")
    report = AlphaBeta(game).search(game.initial(), Limits(depth=4))
    assert report.best in game.initial().legal_moves


@pytest.mark.parametrize("search", [AlphaBeta, MonteCarlo])
def test_a_step_with_two_ways_round_is_one_step_whichever_way_it_is_listed(search: type[AlphaBeta | MonteCarlo]):
    game = interpreter.load("surakarta")
    position = game.position_of("ww3w/wb1b2/3b2/b1w3/2b1b1/b1b1bb black play.move turn=25")
    report = search(game).search(position, Limits(simulations=2_000))
    assert next(each for each in report.candidates if str(each.move) == "d4-c3").visits > 0


MATES = {  # White mates in two: published problems and their keys
    "2brrb2/8/p7/7Q/1p1kpPp1/1P1pN1K1/3P4/8": "h5-a5",  # Loyd 1859
    "kbK5/pp6/1P6/8/8/8/8/R7": "a1-a6",  # Morphy
    "r1b2k1r/ppp1bppp/8/1B1Q4/5q2/2P5/PPP2PPP/R3R1K1": "d5-d8",
    "1r1kr3/Nbppn1pp/1b6/8/6Q1/3B1P2/Pq3P1P/3RR1K1": "g4-d7",
    "r1nk3r/2b2ppp/p3b3/3NN3/Q2P3q/B2B4/P4PPP/4R1K1": "a4-d7",
    "5rkr/pp2Rp2/1b1p1Pb1/3P2Q1/2n3P1/2p5/P4P2/4R1K1": "g5-g6",
    "r1b2k1r/ppppq3/5N1p/4P2Q/4PP2/1B6/PP5P/n2K2R1": "h5-h6",
    "5rk1/1p1q2bp/p2pN1p1/2pP2Bn/2P3P1/1P6/P4QKP/5R2": "f2-f8",
}


def test_it_finds_mates_in_two():
    search = AlphaBeta(interpreter.load("chess"))
    for board, key in MATES.items():
        report = search.search(search.game.position_of(f"{board} white play.move"), Limits(depth=3))
        assert (str(report.best), report.result) == (key, "win")
        assert report.depth in {2, 3}  # a mate that takes a piece is seen one step early


def test_a_game_that_goes_round_in_circles_has_no_winner_by_the_reference_engine():
    game = interpreter.load("mu-torere", options={"repetition": "goes on"})
    game.workshop[WIN_SEARCH] = reference_ground(game.engine, WIN_SEARCH, "to compare")
    wins = Wins(game, 1 << 16)
    for player in (0, 1):
        question = Deepening(wins, game.initial(), player)
        assert question.settle(lambda question=question: question.depth > 9) is None
