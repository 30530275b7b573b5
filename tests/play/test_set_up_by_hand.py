"""Positions that are set up by hand."""

from __future__ import annotations

import pytest

import interpreter
from games import game, texts


def test_a_diagram_says_what_stands_where():
    position = game("Steps").position("m . . q\n. # . .\nM . K .")
    assert position.occupants == {
        "a1": interpreter.Occupant("black", "man"),
        "c1": interpreter.Occupant("black", "knight"),
        "b2": interpreter.Occupant(None, "rock"),
        "a3": interpreter.Occupant("white", "man"),
        "d3": interpreter.Occupant("white", "queen"),
    }
    assert (position.mover, position.turn, position.quiet, position.undo()) == ("black", 1, 0, None)


def test_indentation_and_empty_lines_do_not_matter():
    plain = game("Steps").position("m . . q\n. # . .\nM . K .")
    for text in ("\n  m . . q\n  . # . .\n  M . K .\n", "m  .  .  q\n.  #  .  .\nM  .  K  ."):
        assert game("Steps").position(text).occupants == plain.occupants


def test_who_is_to_move():
    position = game("Steps").position("m . . q\n. # . .\nM . K .", to_move="white")
    assert position.mover == "white"
    assert all(text[:2] in {"a3", "d3"} for text in texts(position))


def test_without_a_diagram_the_setup_stands():
    position = game("Steps").position(None, to_move="white")
    assert position.occupants == game("Steps").initial().occupants
    assert position.mover == "white"


def test_pieces_that_have_moved():
    tab = interpreter.load("tab")
    diagram = {"diagram": "b . . . . . . . .\n" + ". . . . . . . . .\n" * 2 + "w . . w . . . . .", "to_move": "white"}
    assert texts(tab.position(**diagram).play("roll=2")) == ["pass"]
    assert texts(tab.position(**diagram, moved="a1 or a4").play("roll=2")) == ["a1-c1"]


@pytest.mark.parametrize(
    ("name", "moved", "said"),
    [
        ("tab", "a1 or b2 or c2", "no piece that could have moved stands on b2 c2"),
        ("tab", "a11", 'no piece, region or definition is called "a11"'),
        ("tab", "mine", "`mine` changes during the game, and this set is fixed"),
        ("chess", "e1", "no rule of this game asks whether a piece has moved, so it is not remembered"),
    ],
)
def test_pieces_that_cannot_have_moved(name: str, moved: str, said: str):
    with pytest.raises(interpreter.GameFileError) as caught:
        interpreter.load(name).position(moved=moved)
    assert [problem.message for problem in caught.value.diagnostics] == [said]


def test_what_stands_on_the_board_is_not_in_the_hand():
    position = game("Drops").position(". . .\n. m .\nM M .")
    assert (position.hand("black"), position.hand("white")) == ({"man": 2}, {"man": 3})
    given = game("Drops").position(". . .\n. m .\nM M .", hands={"black": {"man": 1}, "white": {"man": 0}})
    assert (given.hand("black"), given.hand("white")) == ({"man": 1}, {"man": 0})
    crowded = game("Drops").position("M M M\nM M M\n. . .")
    assert crowded.hand("black") == {"man": 0}


def test_a_position_without_a_step_is_over():
    position = game("Steps").position("m . . .\n. . . .\n. . . .")
    assert position.outcome == interpreter.Outcome("white", "no step left")
    assert position.mover is None


@pytest.mark.parametrize(
    ("diagram", "to_move", "phase", "code"),
    [
        ("m . .\n. . .", None, None, None),
        ("m . . . .\n. . . .\n. . . .", None, None, None),
        ("z . . .\n. . . .\n. . . .", None, None, "unknown-letter"),
        ("", None, None, None),
        ("x" * 10_000, None, None, None),
        (None, "red", None, "unknown-player"),
        (None, None, "endgame", "unknown-phase"),
    ],
)
def test_what_cannot_be_set_up_is_told(diagram: str | None, to_move: str | None, phase: str | None, code: str | None):
    with pytest.raises(interpreter.GameFileError) as caught:
        game("Steps").position(diagram, to_move, phase)
    assert caught.value.diagnostics
    assert code is None or code in {diagnostic.code for diagnostic in caught.value.diagnostics}
    assert str(caught.value)


@pytest.mark.parametrize(
    "hands", [{"red": {"man": 1}}, {"black": {"pawn": 1}}, {"black": {"man": -1}}, {"black": {"king": 2}}]
)
def test_hands_that_cannot_be(hands: dict[str, dict[str, int]]):
    with pytest.raises(interpreter.GameFileError):
        game("Drops").position(None, hands=hands)


def test_history_begins_where_it_is_set_up():
    position = game("Steps").position(". . . m\n. M . .\n. . . .")
    assert position.moves == ()
    assert position.play("b2-b1").undo() is position


def test_one_number_in_hand_is_for_whom_the_piece_may_belong_to():
    start = interpreter.load("bagh-chal").initial()
    assert (start.hand("goats"), start.hand("tigers")) == ({"goat": 20}, {"tiger": 0})
