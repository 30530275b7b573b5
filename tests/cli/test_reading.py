from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any

import pytest

import interpreter
from interpreter.cli.reading import Misread, read_step
from interpreter.explaining.explanation import Explanation


@dataclass
class FakeMove:
    text: str
    verb: str = "move"
    origin: str | None = None
    target: str | None = None

    def __str__(self) -> str:
        return self.text


@dataclass
class FakePosition:
    legal_moves: tuple[FakeMove, ...]
    mover: str = "black"
    game: Any = field(
        default_factory=lambda: SimpleNamespace(
            board=SimpleNamespace(sites=[f"{column}{row}" for column in "abcd" for row in range(1, 5)])
        )
    )

    def why(self, step: str) -> Explanation:
        return Explanation(f"the rules refuse {step}")


def walk(text: str) -> FakeMove:
    origin, _, target = text.partition("-")
    return FakeMove(text, "move", origin, target.partition("=")[0])


WALKING = FakePosition(
    (walk("a1-a2"), walk("a1-b1"), walk("c3-c4")),
)
MARKING = FakePosition(
    (
        *(FakeMove(f"{kind}@{site}", "place", None, site) for site in ("a1", "b2") for kind in ("X", "O")),
        FakeMove("pass", "pass"),
    )
)
TAKING = FakePosition((FakeMove("xa4", "remove", None, "a4"), FakeMove("xb3", "remove", None, "b3")))
PROMOTING = FakePosition((walk("a3-a4=queen"), walk("a3-a4=rook"), walk("b3-b4")))


@pytest.mark.parametrize(
    ("position", "typed", "meant"),
    [
        (WALKING, "a1-a2", "a1-a2"),
        (WALKING, " A1 - A2 ", "a1-a2"),
        (WALKING, "a1 a2", "a1-a2"),
        (WALKING, "a1a2", "a1-a2"),
        (WALKING, "a1\u2013a2", "a1-a2"),
        (WALKING, "c3>c4", "c3-c4"),
        (MARKING, "x@a1", "X@a1"),
        (MARKING, "O b2", "O@b2"),
        (MARKING, "Pass", "pass"),
        (TAKING, "a4", "xa4"),
        (TAKING, "X A4", "xa4"),
        (PROMOTING, "a3a4 queen", "a3-a4=queen"),
        (PROMOTING, "a3-a4=ROOK", "a3-a4=rook"),
    ],
)
def test_case_blanks_and_signs_are_forgiven(position: Any, typed: str, meant: str):
    assert str(read_step(position, typed)) == meant


@pytest.mark.parametrize(
    ("position", "typed", "cause", "words", "close"),
    [
        (WALKING, "a1", "ambiguous", "Where to from a1?", ("a1-a2", "a1-b1")),
        (WALKING, "a1-d4", "illegal", '"a1-d4" is not legal: the rules refuse a1-d4.', ("a1-a2", "a1-b1")),
        (WALKING, "b2 B3", "illegal", '"b2 B3" is not legal: the rules refuse b2-b3.', ("a1-a2", "a1-b1", "c3-c4")),
        (WALKING, "d1a2", "illegal", "refuse d1-a2", ("a1-a2",)),
        (WALKING, "Ma2", "illegal", "refuse Ma2", ("a1-a2",)),
        (WALKING, "pass", "illegal", "refuse pass", ()),
        (WALKING, "z9", "unreadable", "no site z9", ()),
        (WALKING, "z9-z8", "unreadable", "no site z9", ()),
        (WALKING, "a1-z9", "unreadable", "no site z9", ("a1-a2", "a1-b1")),
        (WALKING, "hello there", "unreadable", "neither a step nor a command. A step here looks like a1-a2", ()),
        (WALKING, "\x00\x07" * 50, "unreadable", "?...", ()),
        (MARKING, "a1", "ambiguous", "more than one step", ("X@a1", "O@a1")),
        (MARKING, "X@c3", "illegal", "refuse X@c3", ("X@a1", "O@a1", "X@b2")),
        (TAKING, "a1-a2", "illegal", "refuse a1-a2", ("xa4", "xb3")),
        (PROMOTING, "a3-a4", "ambiguous", "more than one step", ("a3-a4=queen", "a3-a4=rook")),
    ],
)
def test_what_is_no_step_is_answered_by_its_cause(
    position: Any, typed: str, cause: str, words: str, close: tuple[str, ...]
):
    found = read_step(position, typed)
    assert isinstance(found, Misread)
    assert (found.cause, found.close) == (cause, close)
    assert words in found.message
    assert all(letter.isprintable() or letter == "\n" for letter in str(found))


@pytest.mark.parametrize(
    ("game", "typed", "answer"),
    [
        ("oware", "f2", '"f2" is not legal: f2 is not in your houses.\n  You could play a1, b1, c1.'),
        ("tic-tac-toe", "x@a1", "`x@a1` is not a step: there is no piece `x`; steps look like a1."),
        ("nim", "xa1:9", '"xa1:9" is not legal: 9 stones should go, and 3 lie on a1.'),
        ("breakthrough", "a2 a4", '"a2 a4" is not legal: a4 is 2 steps away, and the piece goes one step.'),
        ("breakthrough", "a1", '"a1" is not legal: a1 holds your man, and no piece can go from there or to it now.'),
        ("breakthrough", "Pa3", "`Pa3` is not a step: this board has no site `Pa3`"),
        ("breakthrough", "a2xb2", "`a2xb2` is not a step"),
        ("tic-tac-toe", "pass", '"pass" is not legal: now a step of another kind is due (mark one), such as a1.'),
        ("hypergammon", "roll", '"roll" could be more than one step.\n  You could play roll=1-1, roll=2-1'),
        ("hypergammon", "roll=7", '"roll=7" is not legal: such steps are written `roll=1-1`, `roll=2-1`'),
    ],
)
def test_the_best_reason_is_told(game: str, typed: str, answer: str):
    assert str(read_step(interpreter.load(game).initial(), typed)).startswith(answer)


@pytest.mark.parametrize("typed", ["Ba2-Ca2", "ba2 ca2", "BA2CA2", "ba2ca2"])
def test_sites_of_levels_may_be_typed_in_any_case(typed: str):
    assert str(read_step(interpreter.load("raumschach").initial(), typed)) == "Ba2-Ca2"


def test_a_level_that_is_not_there_is_told():
    found = read_step(interpreter.load("raumschach").initial(), "Ba2-Fa2")
    assert isinstance(found, Misread)
    assert found.message == "There is no site fa2 on this board."
