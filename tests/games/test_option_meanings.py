"""What the choices of options mean, where scenarios and disputed situations do not show it."""

from __future__ import annotations

import pytest
from symmetries import legal

import interpreter

BACK_AND_FORTH = "d2-c2 d3-c3 c2-d2 c3-d3 "


def play(name: str, steps: str, options: dict[str, object] | None = None, **setting: str):
    position = interpreter.load(name, options=options).position(**setting)
    for step in steps.split():
        position = position.play(step)
    return position


# --- Hnefatafl -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("choice", "winner"), [("draw", None), ("defenders lose", "attackers"), ("mover loses", "attackers")]
)
def test_the_third_repetition(choice: str, winner: str | None):
    options = {"repetition": choice}
    assert play("hnefatafl-7", BACK_AND_FORTH + "d2-c2 d3-c3 c2-d2", options).outcome is None
    over = play("hnefatafl-7", BACK_AND_FORTH * 2, options).outcome
    assert (over.winner, over.reason) == (winner, "third repetition")
    assert play("hnefatafl-7", BACK_AND_FORTH * 2).outcome is None


def test_who_repeats_loses_also_when_the_attackers_do():
    # The start is not repeated here: the first position that comes back is one that the attackers bring about.
    steps = "d1-c1 " + "d3-c3 c1-b1 c3-d3 b1-c1 " * 2
    over = play("hnefatafl-7", steps, {"repetition": "mover loses"}).outcome
    assert (over.winner, over.reason) == ("defenders", "third repetition")


def test_a_stalemate_may_be_a_draw():
    diagram = """
        . . . . . . .
        . . . . . . .
        . . . K . . .
        . . . . . . .
        . . d . . . .
        . . . . . . .
        . a . . . . .
    """
    for choice, winner in (("loses", "defenders"), ("draw", None)):
        over = play(
            "hnefatafl-7", "c3-c1", {"stalemate": choice}, diagram=diagram, to_move="defenders", phase="play"
        ).outcome
        assert over is not None
        assert over.winner == winner


SHUT_IN = """
    . a . . . . .
    . . . . . . .
    . . . . . . .
    a . a . . . .
    a K a . . . {}
    a d a . . . .
    . a . . . . .
"""


def test_encirclement_needs_all_defenders():
    options = {"encirclement": "attackers win"}
    over = play("hnefatafl-7", "b7-b5", options, diagram=SHUT_IN.format("."), to_move="attackers").outcome
    assert (over.winner, over.reason) == ("attackers", "king's side shut in")
    assert play("hnefatafl-7", "b7-b5", options, diagram=SHUT_IN.format("d"), to_move="attackers").outcome is None
    assert play("hnefatafl-7", "b7-c7", options, diagram=SHUT_IN.format("."), to_move="attackers").outcome is None
    assert play("hnefatafl-7", "b7-b5", diagram=SHUT_IN.format("."), to_move="attackers").outcome is None


def test_the_defenders_may_begin():
    game = interpreter.load("tablut", options={"moves-first": "defenders"})
    assert game.initial().mover == "defenders"
    assert game.players == ("defenders", "attackers")
    assert game.initial().play("e7-d7").mover == "attackers"


def test_a_game_may_go_on_for_ever():
    options = {"draw-after": 2, "long-play": "never ends"}
    assert play("hnefatafl-7", BACK_AND_FORTH, options).outcome is None


# --- Wali ------------------------------------------------------------------------------------------------------------

MARCH = {"to_move": "black", "phase": "marching"}
DIAGRAM = """
    {}
    {}
    {}
    {}
    {}
"""


def board(*rows: str) -> str:
    return DIAGRAM.format(*rows)


def marching(rows: tuple[str, ...], hands: dict[str, int], options: dict[str, object]):
    stock = {player: {"stone": count} for player, count in hands.items()}
    game = interpreter.load("wali", options=options)
    return game.position(board(*rows), "black", "marching", stock)


def test_leftover_stones_may_be_dropped_instead_of_a_march():
    rows = ("b . . . . .", ". . . . . .", ". . . . . .", ". . . . . .", ". . . . . w")
    options = {"leftover-stones": "may be dropped instead of a march", "dropping": "anywhere"}
    position = marching(rows, {"black": 3, "white": 0}, options)
    assert {"c3", "b5", "a5-b5", "a5-a4"} <= legal(position)
    later = position.play("b5").play("f1-f2").play("c5")
    # A row made by dropping takes nothing.
    assert (later.mover, later.step) == ("white", "march")
    assert legal(marching(rows, {"black": 3, "white": 0}, {"dropping": "anywhere"})) == {"a5-b5", "a5-a4"}


def test_who_marches_first():
    rows = ("b . b . b .", ". b . b . b", "b . b . b .", ". b . b . .", "w . w . w .")
    hands = {"black": {"stone": 1}, "white": {"stone": 0}}
    for choice, first in (("next in turn", "white"), ("black", "black")):
        game = interpreter.load("wali", options={"first-march": choice})
        position = game.position(board(*rows), "black", "dropping", hands).play("f2")
        assert (position.phase, position.mover) == ("marching", first)


def test_a_blocked_player_passes_or_loses():
    rows = ("b w . . . .", ". . w . . .", "w . . . . .", ". . . . . .", ". . . . . .")
    options = {"blocked-player": "passes"}
    game = interpreter.load("wali", options=options)
    position = game.position(board(*rows), "white", "marching").play("a3-a4")
    assert legal(position) == {"pass"}
    game = interpreter.load("wali", options={"blocked-player": "loses"})
    over = game.position(board(*rows), "white", "marching").play("a3-a4").outcome
    assert over.winner == "white"


ROW = (". . . . . .", ". . b . . .", "b b . . . .", ". . . . . .")


@pytest.mark.parametrize(
    ("choice", "white", "taken"),
    [
        ("any", "w w w . . w", {"xa1", "xb1", "xc1", "xf1"}),
        ("not in a row while others are left", "w w w . . w", {"xf1"}),
        ("not in a row while others are left", "w w w . . .", {"xa1", "xb1", "xc1"}),
        ("never in a row", "w w w . . w", {"xf1"}),
    ],
)
def test_which_stones_may_be_taken(choice: str, white: str, taken: set[str]):
    position = play("wali", "c4-c3", {"which-stones": choice}, diagram=board(*ROW, white), **MARCH)
    assert legal(position) == taken


def test_a_capture_that_finds_no_stone_is_skipped():
    position = play("wali", "c4-c3", {"which-stones": "never in a row"}, diagram=board(*ROW, "w w w . . ."), **MARCH)
    assert (position.mover, position.step) == ("white", "march")


def test_long_rows_may_be_forbidden():
    rows = (". . . . . .", ". . b . . .", "b b . b . .", ". . . . . .", "w . w . . w")
    assert "c4-c3" in legal(play("wali", "", {}, diagram=board(*rows), **MARCH))
    assert "c4-c3" not in legal(play("wali", "", {"long-rows": "forbidden"}, diagram=board(*rows), **MARCH))


def test_leaving_fewer_than_three():
    for choice, winner in (("take all", None), ("leave fewer than three", "black")):
        over = play("wali", "c4-c3 xa1", {"winning": choice}, diagram=board(*ROW, "w . w . . w"), **MARCH).outcome
        assert (over and over.winner) == winner


def test_dropping_rules():
    start = "a1 f5 b1 f4 "
    for choice, allowed in (("no three", False), ("no four", True), ("anywhere", True)):
        position = play("wali", start, {"dropping": choice})
        assert ("c1" in legal(position)) == allowed
    for choice, allowed in (("no four", False), ("anywhere", True)):
        position = play("wali", start + "c1 d4", {"dropping": choice})
        assert ("d1" in legal(position)) == allowed


# --- Order and Chaos -------------------------------------------------------------------------------------------------


def test_chaos_may_begin():
    assert interpreter.load("order-and-chaos", options={"moves-first": "chaos"}).initial().mover == "chaos"


def test_an_early_end_never_changes_the_winner():
    import random

    late = interpreter.load("order-and-chaos", options={"board-size": 4, "in-a-row": 4})
    early = interpreter.load(
        "order-and-chaos",
        options={"board-size": 4, "in-a-row": 4, "early-end": "when no line is possible"},
    )
    chance, sooner = random.Random(4), 0
    for _ in range(60):
        one, two = late.initial(), early.initial()
        while one.outcome is None:
            step = str(chance.choice(one.legal_moves))
            one = one.play(step)
            two = two if two.outcome is not None else two.play(step)
        assert one.outcome.winner == two.outcome.winner
        sooner += two.turn < one.turn
    assert sooner


# --- Rive ------------------------------------------------------------------------------------------------------------


def test_a_capture_may_end_the_turn():
    for choice, mover in (("place again", "white"), ("turn ends", "black")):
        position = play("rive", "a1 b3 c1 b2 xa1 xb3", {"side": 2, "after-a-capture": choice})
        assert (position.step, position.mover) == ("add", mover)
