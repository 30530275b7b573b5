from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any

import pytest

from interpreter.cli.reading import Misread, read_step


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
    pieces: dict[str, tuple[str | None, str]] = field(default_factory=dict)
    game: Any = field(
        default_factory=lambda: SimpleNamespace(
            board=SimpleNamespace(sites=[f"{column}{row}" for column in "abcd" for row in range(1, 5)])
        )
    )

    def at(self, site: str) -> Any:
        found = self.pieces.get(site)
        return SimpleNamespace(owner=found[0], piece=found[1]) if found else None


def walk(text: str) -> FakeMove:
    origin, _, target = text.partition("-")
    return FakeMove(text, "move", origin, target.partition("=")[0])


WALKING = FakePosition(
    (walk("a1-a2"), walk("a1-b1"), walk("c3-c4")),
    pieces={
        "a1": ("black", "man"),
        "c3": ("black", "man"),
        "d1": ("black", "man"),
        "d4": ("white", "man"),
        "b4": (None, "arrow"),
    },
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
        (WALKING, "a1-d4", "illegal", "the piece on a1 cannot go to d4", ("a1-a2", "a1-b1")),
        (WALKING, "b2-b3", "illegal", "b2 is empty", ("a1-a2", "a1-b1", "c3-c4")),
        (WALKING, "d4-d3", "illegal", "d4 holds a white man", ("a1-a2", "a1-b1", "c3-c4")),
        (WALKING, "b4-b3", "illegal", "b4 holds an arrow", ("a1-a2", "a1-b1", "c3-c4")),
        (WALKING, "d1-a2", "illegal", "it has no step now", ("a1-a2",)),
        (WALKING, "z9", "unreadable", "no site z9", ()),
        (WALKING, "z9-z8", "unreadable", "no site z9", ()),
        (WALKING, "a1-z9", "unreadable", "no site z9", ("a1-a2", "a1-b1")),
        (WALKING, "hello there", "unreadable", "neither a step nor a command. A step here looks like a1-a2", ()),
        (WALKING, "\x00\x07" * 50, "unreadable", "?...", ()),
        (MARKING, "a1", "ambiguous", "more than one step", ("X@a1", "O@a1")),
        (MARKING, "X@c3", "illegal", "c3 is empty", ("X@a1", "O@a1", "X@b2")),
        (TAKING, "a1-a2", "illegal", "not the step that is due", ("xa4", "xb3")),
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
