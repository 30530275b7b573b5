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

SLOW = {"go", "omega-chess", "xiangqi"}  # a first capture comes late on a large board
VOID = {"meta", "rect", "circle", "line", "polygon", "path", "animate"}


@lru_cache(maxsize=64)
def sections(name: str) -> tuple[Section, ...]:
    return RuleSheet(library(name)).sections()


@lru_cache(maxsize=64)
def rules(name: str) -> tuple[Section, ...]:
    """The sheet without example and options, which take longer than all the rest."""
    return RuleSheet(library(name)).rules()


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
    text = as_markdown(rules("royal-game-of-ur"))
    assert '"Road" of light, a way over the board: d1, c1, b1, a1, a2, b2, c2,' in text
    assert "c1 and round again." in as_markdown(rules("surakarta"))


def test_what_follows_a_step_under_a_condition_is_told_with_it():
    text = as_markdown(rules("international-draughts"))
    assert "the piece becomes a king (only if the square it arrives on is in your last row and holds a man)" in text


@pytest.mark.parametrize("name", [name for name in library_games() if name not in SLOW])
def test_every_game_has_a_sheet_in_english(name: str):
    example = RuleSheet(library(name)).example()
    sheet = (*rules(name), *([example] if example is not None else []))
    assert [section.title for section in sheet][:3] == [library(name).title, "Equipment", "Set-up"]
    text = as_markdown(sheet)
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
    "tanbo": [
        "Place a stone on an empty point for which there is exactly one stone of yours that touches it.",
    ],
    "lifeline": ["of yours that touches a group of empty cells touching it and does not belong to it is captured"],
    "veletas": [
        'What stands on the "goes to me" squares becomes a black flag (for black) or a white flag (for white).'
    ],
    "nim": ["Take a stone off the board and as many of those under it as you like."],
    "lasca": ["The uppermost piece on the square in between is captured and goes under what stands on the square"],
    "dvonn": [
        "2 dvonns for white and 1 dvonn for black, held in hand, which belong to nobody on the board.",
        "  - It lies down on what stands where it arrives.",
        "do not belong to a group of occupied cells that holds a cell with a dvonn is removed.",
        "A player's score is the number of pieces in the player's piles.",
    ],
    "wali": [
        "12 stones for each player, held in hand.",
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
        'the size of the largest of "joined" (0 where there is none) is the smallest possible.',
        'the group with the cell remembered as "joint" without that cell forms one connected group',
        'you go on with "shrink" again. Otherwise "add" follows in the same turn.',
        "If there is no empty cell, the highest score wins",
        "A player's score is the number of the player's stones.",
        'If "merged" holds, "shrink" follows in the same turn. Otherwise the turn is over.',
        'You remember:\n    - as "joint", that cell;\n',
        'as "merged", whether there are at least 2 of "joined".\n',
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
        "passing only over empty squares other than the throne, to an empty square other than the throne or a corner.",
        "Move your king any number of steps orthogonally, passing only over empty squares, to an empty square.",
        "Every enemy piece other than the king enclosed between the piece that arrives and a piece of yours, an empty",
        "corner or the empty throne (orthogonally) is captured.",
        "The king is captured in each of these cases:",
        "an attacker, an empty corner or the empty throne (orthogonally) and the king is not on the throne.",
        "there are exactly 4 attackers that touch the king",
        "If the king is on a corner, the game is won by the defenders.",
        "If the king is not on the board, the game is won by the attackers.",
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
    figures = RuleSheet(library("english-draughts")).example().blocks[0]
    before, after = (figure.position for figure in figures)
    assert len(after.occupants) < len(before.occupants)
    assert figures[0].sites
    assert figures[0].arrows


def test_a_piece_beneath_another_that_becomes_something_else_is_not_said_to_be_taken():
    caption = RuleSheet(library("tak")).example().blocks[0][1].caption
    assert caption.endswith(" changes")


def test_a_sheet_tells_the_options_it_was_made_with():
    game = interpreter.load("hnefatafl-7", options={"goal": "edge"})
    assert "If the king is on an edge square, the game is won by the defenders." in as_markdown(RuleSheet(game).rules())


CLASH = """
game: Clash
language: 1
players: [white, black]
board: {shape: rectangle, size: 3}
pieces: {man: {owner: each, letter: m}}
moves: {drop: {place: man, to: empty}}
play: {turn: drop, stuck: pass}
end: {full: {if: no(empty), result: draw}}
options:
  wide: {no: {}, yes: {board: {size: [5, 3]}}}
  high: {no: {}, yes: {board: {size: [3, 5]}}}
"""
CHOICES = {
    "wali": """\
- **Dropping**: apart.
  - Or no three.
    - Left out: Points touch along the lines.
    - Changed: **Drop.** Place a stone from your hand on an empty point.
    - Added to "drop": It is allowed only if afterwards there is no row of at least 3 of your stones""",
    "rive": """\
- **After a capture**: place again.
  - Or turn ends.
    - Changed: If the size of the group with the cell remembered as "joint" is more than the remembered "target",""",
    "order-and-chaos": """\
- **In a row**: 5. Any number from 3 to 19.
- **Longer rows**: win too.
  - Or do not count.
    - Changed: **Line of one mark**. If there is a row of exactly 5 Xs or there is a row of exactly 5 Os, the game""",
    "hnefatafl-7": """\
    - Left out: The king is captured in each of these cases.
- **Armed king**: helps to capture.
  - Or stands as anvil only.
    - Changed: Every enemy piece other than the king enclosed between the piece that arrives (if it is not the king)""",
    "tsoro-yematatu": """\
  - Or forbidden.
    - Left out: **Jump.** Move a stone of yours 2 steps along a line, passing only over occupied points, to an empty""",
    "amazons": """\
  - Or eight.
    - Changed: A board of 8 x 8 squares.
    - The pieces stand otherwise at the start.""",
}


@pytest.mark.parametrize("name", CHOICES)
def test_under_each_choice_stands_what_it_changes(name: str):
    assert CHOICES[name] in as_markdown([section for section in sections(name) if section.title == "Options"])


def test_a_choice_that_changes_nothing_beside_the_others_is_told_to_do_so():
    game = interpreter.load("hnefatafl-7", options={"goal": "edge"})
    text = as_markdown(RuleSheet(game).sections())
    assert "- Or to nobody.\n    - With the other choices named first, this changes nothing on this sheet." in text


def test_a_choice_that_does_not_go_with_others_is_told_not_to(tmp_path: Path):
    path = tmp_path / "clash.yaml"
    path.write_text(CLASH, "utf-8")
    text = as_markdown(RuleSheet(interpreter.load(path, options={"wide": "yes"})).sections())
    assert "- Or yes.\n    - This does not go together with the other choices named first." in text


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
    ("royal-game-of-ur", "a cell without a man of yours that does not hold an enemy man on the shelter"),
    (
        "royal-game-of-ur",
        'Move a man of yours along the "road", as many steps as the number thrown, passing',
    ),
    ("shogi", "If the square it comes from or the square it arrives on is in your zone, the piece becomes a promoted"),
    ("shogi", 'Only if the sum of the number of "there" squares, 4 times the number of rooks, bishops, dragons'),
    (
        "shogi",
        'Here "held" means the sum of the number of pieces in your hand, 4 times the number of rooks in your hand',
    ),
    ("shogi", 'Here "needed" means 28 (for black) or 27 (for white).'),
    ("shogi", 'your opponent can make one of the steps "walk", "push", "spear", "jump",'),
    ("shogi", "Otherwise you lose your points"),
    ("oware", 'is one of the "prey" squares and "spared" does not hold, what stands on the "row of prey" squares is'),
    ("oware", 'Here "prey" means your opponent\'s houses with 2 or 3 seeds.'),
    ("oware", '"Spared" holds if all occupied squares in your opponent\'s houses are among the "row of prey" squares.'),
    ("oware", 'follow without a gap against the "circuit" from the last square.'),
    (
        "xiangqi",
        'in the same direction, over empty points only, from the "screen" points.\n',
    ),
    ("xiangqi", "a point without a piece of yours that is one step diagonally from an empty point that touches"),
    ("filler", 'If "land" times 2 is more than 49, you win.\n  - Here'),
    (
        "quantik",
        "You win in each of these cases:\n  - The number of different pieces among the square of the new piece and",
    ),
    ("ataxx", '"Far": 2 steps straight on, 2 one way and 1 across it or 2 steps diagonally, over anything.'),
    ("bagh-chal", "the number of goats in the goats' hand"),
    ("dots-and-boxes", "Place a line on an empty border.\n  - A box is put on"),
    ("backgammon", "- 15 men for each player.\n"),
    ("wali", "- Points touch along the lines.\n"),
    ("kalah", 'what stands on the last point and the "opposite house" points is captured and goes on your store'),
    ("tak", "The uppermost piece beneath the uppermost one on the square it arrives on becomes a flat."),
    ("toguz-kumalak", 'the number of balls on the "last" points is even.'),
    ("penguins", "passing only over ones, twos or threes, to a one, two or three.\n"),
    ("tablut", "the king is on a square next to the throne"),
    ("agon", "Move your queen that is enclosed between two enemy pieces to an empty cell other than the throne."),
    ("international-draughts", 'What you may do is told above: "jump" or "long jump".'),
    ("international-draughts", "there is exactly one enemy piece that"),
    ("three-mens-morris", "white has no man in hand and black has no man in hand"),
    ("gomoku", "Place a black stone (for black) or a white stone (for white) on an empty point."),
    ("bagh-chal", "- 20 goats, held in hand."),
    ("peg-solitaire", "Solver plays alone."),
    ("pente", "Opening: as soon as a turn is over, playing begins"),
    ("quantik", 'orthogonally from an enemy ball and is not 1 to 3 steps "round" from'),
    ("shogi", 'For each of these but "declare":\n\n- It is allowed only if afterwards your king is not attacked'),
    ("agon", "Only if there is no piece of yours enclosed between two enemy pieces.\n"),
    ("fanorona", 'the direction of the move is not the remembered "way"'),
    ("amazons", "any number of steps in any direction, over empty squares only, from the square where the latest step"),
    ("backgammon", "to a point that holds fewer than 2 enemy men"),
    ("lines-of-action", 'east or west, as many steps as the number of occupied "on line" squares, passing'),
    ("sea-battle", "passing only over empty squares, to an empty square."),
    ("jungle", "- 1 rat (value 1), 1 cat (value 2), 1 wolf (value 3), 1 dog (value 4),"),
    ("jungle", "- River: b4, c4, e4, f4,"),
    ("dobutsu-shogi", "- Hens (in hand a chick), as many as are needed."),
    ("quantik", '"Round": from each of these to the next: a1, b1, b2, a2 and round again; c1,'),
    ("tab", "- Sticks: a throw gives 1, 2, 3, 4 or 6."),
    ("xiangqi", "- Palace: the 9 points from d1 to f3 for red and the 9 points from d8 to f10 for black."),
    ("xiangqi", "- Bank: rows 1 to 5 for red and rows 6 to 10 for black."),
    ("fox-and-geese", "Move the reynard 2 steps along a line, passing only over geese,"),
    ("fox-and-geese", 'If the step was "leap" and you can make the step "leap", "leap on" follows'),
    ("chess", 'at least 100 steps in a row were made without a capture, "advance" or "double step", the game'),
    ("agon", 'steps in a row were made without "rescue queen" or "rescue guard"'),
    ("chinese-checkers", "If it is turn 600 or later, the game is a draw."),
    ("connect-four", "through the square of the new disc, you win."),
    ("connect-four", "or is one step north of an occupied square"),
    ("magpie", "no group of squares without an attacker that holds a defender or king and an edge square"),
    ("copenhagen-hnefatafl", "no attacker that touches the group of empty squares with the king, the game"),
    ("yavalath", "through the cell of the new stone, you lose."),
    ("adugo", "If the next player has no step and you play the dogs, the game is won by the dogs."),
    ("turkish-draughts", "your men in your last row become kings and the turn is over"),
    ("mu-torere", "to an empty point other than the middle."),
    ("andernach-chess", 'you remember "captures" as "taken". At the same time what stands on the square it arrives on'),
    ("toguz-kumalak", 'Here "last" means the point one step against the "circuit" from the last point.'),
    ("kaooa", "- **Drop.** Place a crow from your hand on an empty point."),
    ("kaooa", "If the number of crows that were captured is at least 4"),
    ("slither", 'there is no "slanting east" point or "slanting west" point'),
    ("go", "touching one of the player's stones that touch no stones of others, plus 7.5."),
    ("chess", 'For "hop", "slant", "straight", "sweep" and "walk":\n\n- What stands where it arrives, if anything, is'),
    (
        "filler",
        'Here "territory" means a group of reds, oranges, yellows, greens, blues or violets that holds a1 or g7.',
    ),
    (
        "chess",
        "The game is a draw if all of this holds:\n  - There is no pawn, rook or queen.\n  - There are fewer than",
    ),
    ("fanorona", 'If the step was not "walk" and "more" holds, "go on" follows in the same turn.'),
    (
        "fanorona",
        '- "More" holds in each of these cases:\n  - There is a "free" point enclosed between the point where',
    ),
    ("jungle", '"On one shore" holds in each of these cases:\n    - The square it comes from is on the river and'),
    ("majorities", '- "Carried (east)" holds and "slanting" holds.'),
    ("majorities", '"Carried (north west)" holds if there are at least 5 rows of all cells (north-west)'),
    ("quoridor", 'Here "further" means all of these:\n    - places reached from that place by going to the cell'),
    ("tak", "**Road**. You win at the end of a turn in each of these cases:\n  - There is a group of your flats"),
    ("tanbo", 'all groups of your stones that touch no "bud" points and all groups of enemy stones that'),
    ("toguz-kumalak", '- "May be tuz" holds.'),
    ("filler", 'Here "own" means a group of reds, oranges, yellows, greens, blues or violets that holds your seat.'),
    ("tab", 'Move a man of yours not on a "waiting" square along'),
    (
        "backgammon",
        "on pieces of its sort, and what else stands there is captured and goes back to its owner's hand.",
    ),
    (
        "quoridor",
        "reached from that place by going to the cell whose north border it is, then one step east, then to its north",
    ),
    ("tori-shogi", "that is reached from the square it comes from by going one step forward, then one step forward."),
    ("rive", "- A letter names a row, and a number the cell in it, counted from the left: a1 is the first of its row."),
    ("kaooa", "Each line tells a point, what stands on it, and the points that it is joined to."),
    ("kalah", '"Across": from each of these to the next: b1 and b3, either way; c1'),
    ("quoridor", "- 10 walls for each player, held in hand, which belong to nobody on the board."),
    ("score-four", "on an empty cell that is on the bottom level or is one step up from an occupied cell."),
    ("raumschach", "the piece becomes a queen, a rook, a bishop, a unicorn or a knight (you choose)."),
    ("raumschach", "Move a unicorn of yours any number of steps triagonally, passing"),
    ("raumschach", '"Triagonally" is on the slant of all three: row, column, and up or down.'),
    ("raumschach", "Forward is north and up for white and south and down for black."),
    ("qubic", "- A board of 4 x 4 x 4 cells.\n- It has levels, A at the bottom to D at the top, which"),
    ("tabula", "- Last quarter: a2, b2, c2, d2, e2 and f2."),
]


@pytest.mark.parametrize(("name", "sentence"), READ)
def test_sentences_that_are_not_easily_made(name: str, sentence: str):
    assert sentence in as_markdown(rules(name))


CHOSEN = [
    ("tab", {"begin": "with any throw"}, "**Begin.**", 'along the "ring", as many steps as the number thrown, passing'),
    ("shogi", {"declaring": "not allowed"}, "Declare", "It is allowed only if afterwards your king is not attacked"),
    ("royal-game-of-ur", {"rosettes": "only shelter"}, "never", "**Leave.**"),
    ("jungle", {"elephant": "takes the rat"}, "always", "**Tread.** Move your elephant one step orthogonally"),
    ("pente", {"second-stone": "three points away"}, "no that", "that point is not on the 25 points from h8 to l12."),
    ("copenhagen-hnefatafl", {"goal": "edge"}, "refuge", "of yours (orthogonally) are captured."),
    (
        "oware",
        {"grand-slam": "takes everything"},
        "one of ,",
        'is one of the "prey" squares, what stands on the "row of prey" squares is captured',
    ),
]


@pytest.mark.parametrize(("name", "options", "absent", "sentence"), CHOSEN)
def test_what_options_settle_is_left_out(name: str, options: dict[str, str], absent: str, sentence: str):
    sheet = RuleSheet(interpreter.load(name, options=options)).rules()
    text = as_markdown(sheet[1:])
    assert sentence in text
    assert absent not in text


def test_which_sites_touch_is_told_where_rules_ask_for_it():
    assert "touch" not in as_markdown(rules("chess"))
    assert "touch" not in as_markdown(rules("tic-tac-toe"))


def test_words_for_directions_are_explained_where_they_are_used():
    explained = '"Orthogonally" is along a row or a column, never on the slant.'
    assert explained in as_markdown(rules("wali"))
    assert explained not in as_markdown(rules("tic-tac-toe"))
    assert "A row of pieces goes straight on, also on the slant" in as_markdown(rules("tic-tac-toe"))
    assert "A row of pieces" not in as_markdown(rules("wali"))  # there each is told to be orthogonal


def test_what_a_player_may_do_in_any_case_is_not_told_again_for_when_nothing_else_is_possible():
    tigers = as_markdown(rules("bagh-chal")).partition("**Tigers.**")[2]
    assert tigers.count("**Walk.**") == 1


def test_regions_that_the_sheet_does_not_speak_of_are_not_listed():
    text = as_markdown(rules("quoridor"))
    assert "- Rim: 36 places." in text
    assert "Ends of files" not in text
    assert "- First:" not in as_markdown(rules("othello"))


def test_a_name_means_one_thing_in_the_rules_of_a_move():
    for name in ("quoridor", "oware", "jungle", "shogi", "filler"):
        for section in rules(name):
            for item in (part for block in section.blocks if not isinstance(block, str) for part in block):
                inner = [one.text for one in item.items] if isinstance(item, Item) else []
                named = [text.partition(" means ")[0] for text in inner if text.startswith('Here "')]
                assert len(named) == len(set(named)), (name, named)


def test_a_region_that_an_option_has_emptied_is_not_spoken_of():
    assert "throne" not in as_markdown(rules("sea-battle")[1:]).lower()


def test_angle_brackets_of_a_file_are_no_markup(tmp_path: Path):
    path = tmp_path / "loud.yaml"
    path.write_text("game: <b>Loud</b> & clear\nextends: tic-tac-toe\n", encoding="utf-8")
    assert "<h1>&lt;b&gt;Loud&lt;/b&gt; &amp; clear</h1>" in as_html(RuleSheet(interpreter.load(path)).sections())


def test_how_high_piles_are_is_told_where_any_pile_counts(tmp_path: Path):
    path = tmp_path / "hills.yaml"
    path.write_text(
        "{game: Hills, language: 1, players: [black, white], board: {shape: rectangle, size: 3},\n"
        "pieces: {man: {owner: each, pile: mixed}}, setup: {black: rank(1), white: rank(3)},\n"
        'moves: {walk: {move: mine, along: any, to: "empty or piles(not nowhere, max=size(from))"},\n'
        'drop: {place: man, onto: "theirs and not piles(occupied, min=2)"}},\n'
        "play: {turn: {act: {do: [walk, drop]}}, stuck: loses}, end: {}}\n",
        encoding="utf-8",
    )
    text = as_markdown(RuleSheet(interpreter.load(path)).sections())
    assert "an empty square or a square with no more men than the number of men on the square it comes from" in text
    assert "Place a man on an enemy man that does not hold at least 2 men." in text


LEAPS = """
game: Leaps
language: 1
players: [black, white]
board: {shape: rectangle, size: [6, 6], directions: {knight: {leap: [1, 2]}, far: {leap: [0, 3]}}}
pieces: {man: {owner: each}, wizard: {owner: each}}
setup: {man: {black: a1, white: f6}, wizard: {black: b1, white: e6}}
moves:
  walk: {move: mine and man, along: [north, knight]}
  hop: {move: mine and wizard, along: [orthogonal, knight, far]}
play: {turn: {act: {do: [walk, hop]}}, stuck: loses}
end: {home: {if: to in corners, result: me wins}}
"""


def test_leaps_beside_other_directions_are_called_by_their_names(tmp_path: Path):
    path = tmp_path / "leaps.yaml"
    path.write_text(LEAPS, encoding="utf-8")
    sheet = as_markdown(RuleSheet(interpreter.load(path)).rules())
    assert '- **Walk.** Move your man one step north or "knight" to an empty square.' in sheet
    assert '- **Hop.** Move your wizard one step orthogonally, "knight" or "far" to an empty square.' in sheet
