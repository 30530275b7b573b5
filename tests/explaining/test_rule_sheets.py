"""Rule sheets made from game files."""

from __future__ import annotations

from functools import lru_cache
from html.parser import HTMLParser
from typing import TYPE_CHECKING

import pytest
from loading import library

import interpreter
from interpreter.explaining.layout import Item
from interpreter.explaining.markup import as_html, as_markdown
from interpreter.explaining.rulesheet import RuleSheet
from interpreter.resources import library_games

if TYPE_CHECKING:
    from pathlib import Path

    from interpreter.explaining.layout import Section

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


def test_what_follows_a_step_under_a_condition_is_told_with_it():
    text = as_markdown(sections("international-draughts"))
    assert "the piece becomes a king (only if the square it arrives on is in your last row and holds a man)" in text


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
    "focus": [
        "Move a man of yours and those under it, 1 to 5 men in all as you choose, orthogonally, as many steps",
        "Your men beneath the 5 uppermost on the square it arrives on are captured and go into your hand.",
        "The men beneath the 5 uppermost on the square it arrives on are captured.",
    ],
    "nim": ["Take a stone off the board and as many of those under it as you like."],
    "lasca": ["The uppermost piece on the squares in between is captured and goes under what stands on the square"],
    "dvonn": [
        "2 dvonns for white and 1 dvonn for black, held in hand, which belong to nobody on the board.",
        "onto an occupied cell; it lies down on what stands there.",
        "do not belong to a group of occupied cells that holds an occupied cell with a dvonn are removed.",
        "A player's score is the number of pieces in the player's piles.",
    ],
    "wali": [
        "12 stones for black and 12 stones for white, held in hand.",
        "Place a stone from your hand on an empty point that does not touch your stones.",
        "as soon as a turn is over and black has no step and white has no step, marching begins",
        "Move a stone of yours one step orthogonally to an empty point.",
        'If there is a row of exactly 3 of your stones (orthogonally) through the point it arrives on, "capture"',
        "Take an enemy stone off the board.",
        "If there is no enemy stone on the board, you win.",
        "at the end of a turn at least 100 steps in a row were made without a placement or a capture",
        # what its sources leave open, and the file decides
        "Who can drop must drop, and nothing is taken while dropping.",
        "Stones that could not be dropped are out of the game",
        "the player whose turn it is makes the first march",
        "One stone is taken for each march, also for two rows at once, and it must be taken; it may stand in a row.",
        "Diagonals do not count. Four in a row are allowed and take nothing, but three one way and four the other",
        "a three left behind by leaving a four takes nothing. A row that is made again counts again.",
        "A player who cannot march passes.",
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
        'If "merged" holds, "shrink" follows in the same turn.',
        'You remember that cell as "joint", the size of the largest of "joined" plus 1 as "target" and whether there',
        "A group is made of stones of both colours. Its size is measured before the stone lands",
        "a cell that touches no group counts as none and so comes first. Nobody may pass.",
        "Removals, of stones of either colour, are made one stone at a time, each leaving the rest connected",
        "The stone just placed is never among the removable ones",
        "an odd number of cells, so there is no draw",
    ],
    "order-and-chaos": [
        "Place an X or an O on an empty square.",
        "If there is a row of at least 5 Xs or there is a row of at least 5 Os, the game is won by order.",
        "If there is no empty square, the game is won by chaos.",
        "Five or six alike in a row win, in a row, a column or any diagonal, whoever places the last of them, also on",
        "let six not count: option `longer-rows`",
        "option `early-end`",
        "Order begins, and marks never move. There is no draw.",
    ],
    "hnefatafl-7": [
        "8 attackers.",
        "1 king for defenders.",
        "passing only over empty squares not on the throne, to an empty square not on the throne or a corner.",
        "Move your king any number of steps orthogonally, passing only over empty squares, to an empty square.",
        "Every enemy piece other than the king enclosed between the piece that arrives and a piece of yours, an empty",
        "corner or the empty throne (orthogonally) is captured.",
        "The king is captured in each of these cases:",
        "an attacker, an empty corner or the empty throne (orthogonally) and the king is not on the throne.",
        "there are exactly 4 attackers that touch the king",
        "If the king is on a corner, the game is won by defenders.",
        "If the king is not on the board, the game is won by attackers.",
        "If you have no step, you lose.",
        "If at least 100 steps in a row were made without a capture and the next player has a step, the game",
        "the throne, where it takes four attackers; beside the throne and on the edge two are enough. He is armed",
        "The empty throne and the corners are hostile to everybody; the throne with the king on it is not.",
        "the king may do both, and return to it",
        "traps a man and the king together takes both, and one move may take up to three men",
        "Who moves between two enemies is safe, until one of the two makes a new closing move.",
        "A side without a move loses, also one whose men are all taken.",
        "Positions may be repeated, and shutting the defenders in wins nothing by itself. Attackers may block corners.",
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


def test_notes_of_other_options_than_the_usual_ones_are_told_to_be_so():
    usual, small = (
        as_markdown(RuleSheet(interpreter.load("order-and-chaos", options=options)).sections())
        for options in ({}, {"board-size": 3, "in-a-row": 3})
    )
    assert "a row of at least 3 Xs" in small
    assert "without the options chosen here" in small
    assert "without the options chosen here" not in usual


READ = [
    ("surakarta", "Only if the way passes the small south west, the small south east, the small north east or the"),
    ("surakarta", 'any number of steps along the "small", either way, passing only over empty points and the point'),
    ("royal-game-of-ur", "does not hold a man of yours and does not hold an enemy man on the shelter"),
    (
        "royal-game-of-ur",
        'Move a man of yours along the "road", as many steps as the number thrown, passing',
    ),
    ("shogi", "If the square it comes from or the square it arrives on is in your zone, the piece becomes a promoted"),
    ("shogi", 'Only if the sum of the number of squares in the "there", 4 times the number of rooks, bishops, dragons'),
    (
        "shogi",
        'Here "held" means the sum of the number of pieces in your hand, 4 times the number of rooks in your hand',
    ),
    ("shogi", 'Here "needed" means 28 (for black) or 27 (for white).'),
    ("shogi", "your opponent can make a step called walk, push, spear, jump,"),
    ("shogi", "Otherwise you lose your points"),
    ("oware", 'If the last square is among the "prey" and "spared" does not hold, the "row of prey" is captured'),
    ("oware", 'Here "prey" means your opponent\'s houses with 2 or 3 seeds.'),
    ("oware", '"Spared" holds if all occupied squares in your opponent\'s houses are among the "row of prey".'),
    ("oware", 'follow without a gap against the "circuit" from the last square.'),
    (
        "xiangqi",
        'in the same direction, over empty points only, from the "screen"; what stands there is captured.\n  - Here',
    ),
    ("xiangqi", "one step diagonally from an empty point that touches the point it comes from and does not hold"),
    ("filler", 'If the "land" times 2 is more than 49, you win.\n  - Here'),
    (
        "quantik",
        'the number of different pieces among the "row" is 4 or the number of different pieces',
    ),
    ("ataxx", '"Far": 2 straight on, 2 one way and 1 across it or 2 one way and 2 across it, over anything.'),
    ("bagh-chal", "the number of pieces in goats' hand"),
    ("dots-and-boxes", "Place a line on an empty border.\n  - A box is put on"),
    ("backgammon", "- 15 men for white and 15 men for black.\n"),
    ("wali", "- Points touch along the lines.\n"),
    ("kalah", 'the last point and the "opposite house" are captured and go on your store'),
    ("penguins", "passing only over ones, twos or threes, to a one, two or three;"),
    ("tablut", "the king is on a square next to the throne"),
    ("agon", "Move your queen that is enclosed between two enemy pieces to an empty cell not on the throne."),
    ("international-draughts", 'What you may do is told above: "jump" or "long jump".'),
    ("international-draughts", "there is exactly one enemy piece that"),
    ("three-mens-morris", "white has no man in hand and black has no man in hand"),
    ("gomoku", "Place a black stone (for black) or a white stone (for white) on an empty point."),
    ("bagh-chal", "- 20 goats for goats, held in hand."),
    ("peg-solitaire", "Solver plays alone."),
    ("pente", "Opening: as soon as a turn is over, playing begins"),
    ("quantik", 'does not hold an enemy ball and is not 1 to 3 steps "round" from'),
    ("shogi", 'For each of these but "declare":\n\n- It is allowed only if afterwards your king is not attacked'),
    ("agon", "Only if there is no piece of yours enclosed between two enemy pieces.\n"),
    ("fanorona", 'the direction of the move is not the remembered "way"'),
    ("amazons", "any number of steps in any direction, over empty squares only, from the square where the latest step"),
    ("backgammon", "to a point that does not hold at least 2 enemy men"),
    ("lines-of-action", "Move a man of yours east or west, as many steps as the number of occupied squares that"),
    ("sea-battle", "passing only over empty squares, to an empty square."),
]


@pytest.mark.parametrize(("name", "sentence"), READ)
def test_sentences_that_are_not_easily_made(name: str, sentence: str):
    assert sentence in as_markdown(sections(name))


def test_which_sites_touch_is_told_where_rules_ask_for_it():
    assert "touch" not in as_markdown(sections("chess"))
    assert "touch" not in as_markdown(sections("tic-tac-toe"))


def test_a_name_means_one_thing_in_the_rules_of_a_move():
    for name in ("quoridor", "oware", "jungle", "shogi", "filler"):
        for section in sections(name):
            for item in (part for block in section.blocks if not isinstance(block, str) for part in block):
                inner = [one.text for one in item.items] if isinstance(item, Item) else []
                named = [text.partition(" means ")[0] for text in inner if text.startswith('Here "')]
                assert len(named) == len(set(named)), (name, named)


def test_a_region_that_an_option_has_emptied_is_not_spoken_of():
    assert "throne" not in as_markdown(sections("sea-battle")[1:-2]).lower()


def test_angle_brackets_of_a_file_are_no_markup(tmp_path: Path):
    path = tmp_path / "loud.yaml"
    path.write_text("game: <b>Loud</b> & clear\nextends: tic-tac-toe\n", encoding="utf-8")
    assert "<h1>&lt;b&gt;Loud&lt;/b&gt; &amp; clear</h1>" in as_html(RuleSheet(interpreter.load(path)).sections())
