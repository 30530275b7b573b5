"""Rule sheets made from game files."""

from __future__ import annotations

from functools import lru_cache
from html.parser import HTMLParser
from typing import TYPE_CHECKING

import pytest
from loading import library

import interpreter
from interpreter.explaining.markup import as_html, as_markdown
from interpreter.explaining.rulesheet import RuleSheet
from interpreter.resources import library_games

if TYPE_CHECKING:
    from pathlib import Path

    from interpreter.explaining.rulesheet import Section

SLOW = {"go", "xiangqi"}  # a first capture comes late on a large board
VOID = {"meta", "rect", "circle", "line", "polygon", "path", "animate"}


@lru_cache(maxsize=64)
def sections(name: str) -> tuple[Section, ...]:
    return RuleSheet(library(name)).sections()


class Balance(HTMLParser):
    """Notes elements that are not closed, or closed and never opened."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.wrong: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        del attrs
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag not in VOID and (not self.open or self.open.pop() != tag):
            self.wrong.append(tag)


def test_the_way_of_a_track_is_told():
    text = as_markdown(sections("royal-game-of-ur"))
    assert '"Road" of light, a way over the board: d1, c1, b1, a1, a2, b2, c2,' in text
    assert "c1 and round again." in as_markdown(sections("surakarta"))


@pytest.mark.parametrize("name", [name for name in library_games() if name not in SLOW])
def test_every_game_has_a_sheet_in_english(name: str):
    sheet = sections(name)
    assert [section.title for section in sheet][:3] == [library(name).title, "Equipment", "Set-up"]
    text = as_markdown(tuple(section for section in sheet if section.title not in {"Notes", "Options"}))
    assert "`" not in text.replace("```", ""), "an expression that has no words"
    assert "The end of the game" in text
    balance = Balance()
    balance.feed(as_html(sheet))
    assert not balance.wrong
    assert not balance.open


SAID = {
    "wali": [
        "12 stones for black and 12 stones for white, held in hand.",
        "Place a stone from your hand on an empty point that does not touch your stones.",
        "as soon as a turn is over and black has no step and white has no step, marching begins",
        "Move a stone of yours one step orthogonally to an empty point.",
        'If there is a row of exactly 3 of your stones (orthogonally) with the point it arrives on, "capture" follows',
        "Take an enemy stone off the board.",
        "If there is no enemy stone, you win.",
        "at the end of a turn the number of steps in a row without a placement or a capture is at least 100",
        "If you have no step, you must pass.",
    ],
    "rive": [
        "A board of 37 cells in the shape of a hexagon.",
        'Here "joined" means groups of occupied cells touching that cell.',
        'You must choose so that the size of the largest of "joined" is the smallest possible.',
        "form one connected group",
        'you go on with "shrink" again. Otherwise "add" follows in the same turn.',
        "If there is no empty cell, the highest score wins",
        "A player's score is the number of the player's stones.",
    ],
    "order-and-chaos": [
        "Place an X or an O on an empty square.",
        "If there is a row of at least 5 Xs or there is a row of at least 5 Os, the game is won by order.",
        "If there is no empty square, the game is won by chaos.",
    ],
    "hnefatafl-7": [
        "8 attackers.",
        "1 king for defenders.",
        "passing over empty squares not on the throne only, to an empty square not on the throne or a corner.",
        "Move your king any number of steps orthogonally, passing over empty squares only, to an empty square.",
        "Every enemy piece other than the king enclosed between the piece that arrives and a piece of yours, an empty",
        "square on a corner or an empty square on the throne (orthogonally) is captured.",
        "there are exactly 4 attackers that touch the king",
        "If the king is on a corner, the game is won by defenders.",
        "If the king is not on the board, the game is won by attackers.",
        "If you have no step, you lose.",
    ],
}


@pytest.mark.parametrize("name", SAID)
def test_what_the_sheets_say(name: str):
    text = as_markdown(sections(name))
    for sentence in SAID[name]:
        assert sentence in text


def test_the_example_is_a_capture():
    figures = next(section for section in sections("english-draughts") if section.title == "An example").blocks[0]
    before, after = (figure.position for figure in figures)
    assert len(after.occupants) < len(before.occupants)
    assert figures[0].sites
    assert figures[0].arrows


def test_a_sheet_tells_the_options_it_was_made_with():
    game = interpreter.load("hnefatafl-7", options={"goal": "edge"})
    assert "If the king is on an edge square, the game is won by defenders." in as_markdown(RuleSheet(game).sections())


def test_angle_brackets_of_a_file_are_no_markup(tmp_path: Path):
    path = tmp_path / "loud.yaml"
    path.write_text("game: <b>Loud</b> & clear\nextends: tic-tac-toe\n", encoding="utf-8")
    assert "<h1>&lt;b&gt;Loud&lt;/b&gt; &amp; clear</h1>" in as_html(RuleSheet(interpreter.load(path)).sections())
