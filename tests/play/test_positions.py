"""Positions, moves and outcomes as programs see them."""

from __future__ import annotations

import dataclasses
import pickle

import pytest

import interpreter
from games import game, texts


def test_a_position_tells_what_is_due():
    position = game("Steps").initial()
    assert (position.mover, position.phase, position.step, position.turn) == ("black", "play", "act", 1)
    assert (position.quiet, position.passes, position.outcome, position.last_move) == (0, 0, None, None)
    assert position.moves == ()
    assert position.undo() is None
    assert position.game is game("Steps")


def test_what_stands_where():
    position = game("Steps").initial()
    assert position.at("a1") == interpreter.Occupant("black", "man")
    assert position.at("b2") == interpreter.Occupant(None, "rock")
    assert position.at("d1") is None
    assert list(position.occupants) == ["a1", "b1", "b2", "d3"]
    for wrong in ("z9", "", "A1"):
        with pytest.raises(KeyError):
            position.at(wrong)


def test_a_hand_counts_down():
    position = game("Drops").initial()
    assert position.hand("black") == {"man": 4}
    after = position.play("man@a1").play("king@b1")
    assert (after.hand("black"), after.hand("white")) == ({"man": 3}, {"man": 4})
    with pytest.raises(KeyError):
        position.hand("red")


def test_a_move_tells_its_parts():
    promotion = next(
        move for move in game("Steps").position("m . . .\n. M . .\n. . . .").legal_moves if str(move) == "b2-b3=knight"
    )
    assert (promotion.verb, promotion.name, promotion.origin, promotion.target) == ("move", "walk", "b2", "b3")
    assert (promotion.promotion, promotion.piece) == ("knight", None)
    placement = next(move for move in game("Drops").initial().legal_moves if str(move) == "king@b2")
    assert (placement.verb, placement.name, placement.origin, placement.target) == ("place", "drop", None, "b2")
    assert (placement.piece, placement.promotion) == ("king", None)
    waiting = next(move for move in game("Drops").initial().legal_moves if str(move) == "pass")
    assert (waiting.verb, waiting.name, waiting.origin, waiting.target) == ("pass", "wait", None, None)


def test_moves_compare_by_what_they_are():
    first, second = (game("Drops").initial().legal_moves for _ in range(2))
    assert first == second
    assert len(set(first) | set(second)) == len(first)


def test_a_move_of_an_equal_position_is_accepted_and_of_another_refused():
    position, twin = game("Drops").initial(), game("Drops").initial()
    assert position.play(twin.legal_moves[0]).moves == (twin.legal_moves[0],)
    after = position.play("man@a1")
    with pytest.raises(interpreter.IllegalMove):
        after.play(next(move for move in position.legal_moves if str(move) == "man@a1"))
    with pytest.raises(interpreter.IllegalMove):
        game("Steps").initial().play(position.legal_moves[0])


def test_playing_leaves_the_position_as_it_was():
    position = game("Steps").initial()
    before, legal, state = position.occupants, position.legal_moves, position.state
    after = position.play("a1-a2")
    assert (position.occupants, position.legal_moves, position.state) == (before, legal, state)
    assert after.undo() is position
    assert after.previous is position
    assert [str(move) for move in after.moves] == ["a1-a2"]
    two_ways = (position.play("b1-c1"), position.play("a1-a2"))
    assert two_ways[0].occupants != two_ways[1].occupants


def test_what_a_position_gives_cannot_change_it():
    position = game("Steps").initial()
    position.occupants.clear()
    game("Drops").initial().hand("black")["man"] = 0
    assert position.at("a1") is not None
    assert game("Drops").initial().hand("black") == {"man": 4}
    assert isinstance(position.legal_moves, tuple)
    assert isinstance(position.moves, tuple)


@pytest.mark.parametrize("name", ["state", "previous", "game", "last_move", "turn", "mover"])
def test_positions_are_frozen(name: str):
    with pytest.raises((dataclasses.FrozenInstanceError, AttributeError)):
        setattr(game("Drops").initial(), name, None)


def test_moves_and_outcomes_are_frozen():
    for value, field in (
        (game("Drops").initial().legal_moves[0], "text"),
        (interpreter.Outcome("black", "corner"), "winner"),
        (interpreter.Occupant("black", "man"), "piece"),
    ):
        with pytest.raises(dataclasses.FrozenInstanceError):
            setattr(value, field, "other")


def test_an_outcome_names_the_winner_and_the_reason():
    position = game("Drops").initial()
    for step in ("king@a1", "king@b2", "king@c1"):
        position = position.play(step)
    assert position.outcome == interpreter.Outcome("black", "corner")
    assert str(position.outcome) == "black wins (corner)"
    assert (position.mover, position.step, position.legal_moves) == (None, "", ())
    draw = game("Drops").initial().play("pass").play("pass")
    assert draw.outcome == interpreter.Outcome(None, "quiet")
    assert str(draw.outcome) == "draw (quiet)"


def test_undo_from_the_end_goes_on():
    draw = game("Drops").initial().play("pass").play("pass")
    before = draw.undo()
    assert before is not None
    assert before.outcome is None
    assert before.play("king@a1").outcome is None


def test_counters():
    position = game("Drops").initial().play("pass")
    assert (position.turn, position.quiet, position.passes) == (2, 1, 1)
    position = position.play("king@b2")
    assert (position.turn, position.quiet, position.passes) == (3, 0, 0)


def test_a_swap_exchanges_seats_and_keeps_the_side():
    position = game("Steps").initial().play("a1-a2")
    assert position.seats == {"black": "black", "white": "white"}
    after = position.play("swap")
    assert after.seats == {"black": "white", "white": "black"}
    assert (after.mover, after.turn, after.occupants) == ("white", 3, position.occupants)
    assert "swap" not in texts(after)


def test_a_turn_begins():
    position = game("Steps").position(". . . m\n. M . .\nQ . . .")
    assert position.begins_turn
    within = position.play("a1-c1:glide")
    assert not within.begins_turn
    assert (within.mover, within.turn) == ("black", 1)
    assert game("Steps").initial().play("a1-a2").begins_turn


def test_perft_by_step_and_by_turn():
    steps = game("Steps")
    assert [steps.perft(depth) for depth in (0, 1)] == [1, 2]
    assert (
        steps.perft(2, by="turn")
        == steps.perft(2, by="step")
        == sum(len(steps.initial().play(move).legal_moves) for move in steps.initial().legal_moves)
    )
    for depth, by in ((-1, "step"), (1, "move"), (2, "")):
        with pytest.raises(ValueError, match="perft"):
            steps.perft(depth, by=by)


def test_ways_to_one_position_are_one_turn():
    pairs = game("Pairs")
    first = pairs.initial().state
    assert [pairs.perft(depth) for depth in (1, 2, 3, 4)] == [5, 20, 60, 120]
    assert [pairs.perft(depth, by="turn") for depth in (1, 2, 3)] == [10, 30, 0]
    assert [pairs.compiled.perft(first, depth, by_turn=True) for depth in (1, 2, 3)] == [10, 30, 0]


def test_a_move_survives_being_stored():
    move = game("Drops").initial().legal_moves[0]
    assert pickle.loads(pickle.dumps(move)) == move  # noqa: S301 - our own bytes
