"""Steps as text: what is written, what is forgiven, and why the rest is refused."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import interpreter
from games import game, texts

CROWDED = """
. . . m
. M . .
Q . . .
"""


def test_every_form_of_a_step():
    drops = texts(game("Drops").initial())
    assert {"man@a1", "king@c3", "pass"} <= set(drops)
    steps = game("Steps").initial()
    assert texts(steps) == ["a1-a2", "b1-c1"]
    assert "swap" in texts(steps.play("a1-a2"))
    promoted = game("Steps").position("m . . .\n. M . .\n. . . .")
    assert {"b2-b3=queen", "b2-b3=knight"} <= set(texts(promoted))


def test_steps_that_read_alike_are_told_apart_by_their_move():
    position = game("Steps").position(CROWDED)
    assert {"a1-c1:fly", "a1-c1:glide"}.isdisjoint(texts(position)) is False or "a1-c1" in texts(position)
    near = [text for text in texts(position) if text.startswith("a1-c1")]
    assert near in (["a1-c1:fly", "a1-c1:glide"], ["a1-c1:glide", "a1-c1:fly"])


def test_a_removal_is_written_with_an_x():
    position = game("Steps").position(CROWDED).play("a1-c1:glide")
    assert (position.step, position.mover, texts(position)) == ("take", "black", ["xd3"])
    assert position.play("xd3").outcome == interpreter.Outcome("black", "alone")


@pytest.mark.parametrize("typed", ["a1-a2", "A1-A2", "a1a2", "A1 a2", " a1-a2 ", "a1 - a2", "A1 -a2\n", "a1\t-\ta2"])
def test_case_spaces_and_hyphens_are_forgiven(typed: str):
    assert game("Steps").initial().play(typed).at("a2") == interpreter.Occupant("black", "man")


@pytest.mark.parametrize(
    ("typed", "meant"), [("MAN@A1", "man@a1"), ("king @ b2", "king@b2"), ("PASS", "pass"), ("Pass ", "pass")]
)
def test_other_forms_are_forgiven_too(typed: str, meant: str):
    assert str(game("Drops").initial().play(typed).last_move) == meant


def test_what_is_left_out_is_forgiven_where_one_reading_remains():
    position = game("Drops").position(hands={"black": {"man": 0}, "white": {"man": 4}})
    assert str(position.play("b2").last_move) == "king@b2"


@pytest.mark.parametrize(
    ("typed", "close"),
    [("b2", {"man@b2", "king@b2"}), ("B2", {"man@b2", "king@b2"})],
)
def test_what_fits_several_steps_is_ambiguous(typed: str, close: set[str]):
    with pytest.raises(interpreter.AmbiguousMove) as caught:
        game("Drops").initial().play(typed)
    assert set(caught.value.close) == close
    assert typed in str(caught.value)


@pytest.mark.parametrize(
    ("typed", "close"),
    [("b2-b3", {"b2-b3=queen", "b2-b3=knight"}), ("a1-c1", {"a1-c1:fly", "a1-c1:glide"})],
)
def test_a_missing_choice_is_ambiguous(typed: str, close: set[str]):
    position = game("Steps").position("m . . .\n. M . .\nQ . . .")
    with pytest.raises(interpreter.AmbiguousMove) as caught:
        position.play(typed)
    assert set(caught.value.close) == close


@pytest.mark.parametrize("typed", ["a1-a3", "a1-b1", "d3-d2", "xa1", "pass", "swap", "a1", "a1-a2=queen", "queen@a1"])
def test_what_is_readable_and_not_legal_is_illegal(typed: str):
    with pytest.raises(interpreter.IllegalMove) as caught:
        game("Steps").initial().play(typed)
    assert caught.value.text == typed
    assert typed in str(caught.value)


@pytest.mark.parametrize(
    "typed",
    [
        "",
        " ",
        "?",
        "-",
        "@",
        "=",
        "a1-",
        "-a1",
        "a9-a1",
        "a1-z9",
        "h8",
        "bishop@a1",
        "a1-a2=bishop",
        "x",
        "xx",
        "xh8",
        "a1-a2-a3",
        "a1--a2",
        "1a",
        "é1",
        "resign",
        "a1\x00a2",
        "a1-a2; drop",
        "a" * 10_000,
        "\U0001f600",
    ],
)
def test_what_cannot_be_read_is_unreadable(typed: str):
    with pytest.raises(interpreter.UnreadableMove) as caught:
        game("Steps").initial().play(typed)
    assert caught.value.text == typed
    assert len(str(caught.value)) < 400


def test_an_illegal_step_names_legal_ones_that_are_close():
    with pytest.raises(interpreter.IllegalMove) as caught:
        game("Steps").initial().play("a1-a3")
    assert "a1-a2" in caught.value.close
    assert "a1-a2" in str(caught.value)


def test_the_errors_have_one_root_and_are_value_errors():
    for error in (interpreter.IllegalMove, interpreter.AmbiguousMove, interpreter.UnreadableMove):
        assert issubclass(error, interpreter.MoveError)
        assert issubclass(error, interpreter.BoardwrightError)
        assert issubclass(error, ValueError)


def test_a_game_that_is_over_takes_no_step():
    position = game("Drops").initial().play("pass").play("pass")
    for step in ("pass", "king@a1", "nonsense"):
        with pytest.raises(interpreter.IllegalMove, match="over"):
            position.play(step)


@given(st.text(max_size=20))
@settings(max_examples=150, deadline=None)
def test_any_text_is_played_or_refused(typed: str):
    for title in ("Drops", "Steps"):
        position = game(title).initial()
        try:
            after = position.play(typed)
        except interpreter.MoveError as error:
            assert error.text == typed  # noqa: PT017
            assert all(known in texts(position) for known in error.close)  # noqa: PT017
        else:
            assert str(after.last_move) in texts(position)


@given(st.text(alphabet="abcd123x@-=:mMqk ", max_size=12))
@settings(max_examples=150, deadline=None)
def test_any_soup_of_notation_is_played_or_refused(typed: str):
    test_any_text_is_played_or_refused.hypothesis.inner_test(typed)
