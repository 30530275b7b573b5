"""Situations that rule sheets leave open or that are easily got wrong, each under all symmetries of its board."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, TypeAlias

import pytest
from symmetries import legal, letters_of, played, set_up, step_image, symmetries
from test_recorded_games import GAMES, records

import interpreter

if TYPE_CHECKING:
    from interpreter.play.game import Game
    from interpreter.play.position import Position

Scenes: TypeAlias = "list[tuple[dict[str, str], Position]]"


def seen(
    name: str,
    diagram: str,
    steps: str = "",
    to_move: str | None = None,
    phase: str | None = None,
    options: dict[str, object] | None = None,
    change: dict[str, object] | None = None,
):
    """The position after the steps, through every symmetry of the board: pairs of symmetry and position."""
    game = interpreter.load(name, options=options, change=change)
    return [
        (image, played(set_up(game, diagram, image, to_move, phase), steps, image)) for image in symmetries(game.board)
    ]


def winners(scenes: Scenes):
    """Who won, or None, in all of them; they must agree."""
    found = {(None if at.outcome is None else at.outcome.winner or "draw") for _, at in scenes}
    assert len(found) == 1
    return found.pop()


@pytest.mark.parametrize(
    ("name", "change", "count"),
    [
        ("hnefatafl-7", None, 8),
        ("tablut", None, 8),
        ("order-and-chaos", None, 8),
        ("wali", None, 4),
        ("rive", None, 12),
        ("rive", {"board.size": 2}, 12),
    ],
)
def test_a_board_has_its_symmetries(name: str, change: dict[str, object] | None, count: int):
    game = interpreter.load(name, change=change)
    found = symmetries(game.board)
    assert len({tuple(sorted(image.items())) for image in found}) == len(found) == count
    assert all(site == image for site, image in found[0].items())
    assert step_image("xa2", {"a2": "f1"}) == "xf1"
    assert step_image("X@a2", {"a2": "f1"}) == "X@f1"


@pytest.mark.parametrize("name", GAMES)
def test_a_recorded_game_is_legal_through_every_symmetry(name: str):
    library_name, options = GAMES[name]
    game, record = interpreter.load(library_name, options=options), min(records(name), key=lambda r: len(r["moves"]))
    for image in symmetries(game.board):
        position = game.initial()
        for step, count in zip(record["moves"], record["legal"], strict=True):
            assert len(position.legal_moves) == count
            position = position.play(step_image(step, image))
        assert position.outcome is not None
        assert (position.outcome.winner or "draw") == record["outcome"]


# --- tafl games ------------------------------------------------------------------------------------------------------


def test_one_step_takes_a_man_and_the_king():
    scenes = seen(
        "hnefatafl-7",
        """
        . . a . . . .
        . . K . . . .
        . . . d a . .
        . . . . . . .
        . . . . . . .
        . . a . . . .
        . . . . . . .
        """,
        "c2-c5",
    )
    assert winners(scenes) == "attackers"
    for image, position in scenes:
        assert letters_of(position, image) == {"c7": "a", "c5": "a", "e5": "a"}


# Hostile squares: (diagram, what arrives, who moves, whether d5 or the named man is gone)
HOSTILE = [
    # A defender between an attacker and the throne on which his king stands: safe.
    (
        ". . . . . . . a . . . . . . . . . d . . . . . . K . . . . . . . . . . . . . . . . . . . . . . . .",
        "a6-d6",
        "d5",
        0,
    ),
    # The same with the king gone from the throne: taken.
    (
        ". . . . . . . a . . . . . . . . . d . . . . . . . . . . . . . . . . K . . . . . . . . . . . . . .",
        "a6-d6",
        "d5",
        1,
    ),
    # An attacker between a corner and an attacker who arrives is his friend's neighbour and nothing else.
    (
        ". a . . . . . . . . . . . . . . . . . . . . . a . . . . . . . . . . . . . . . . . . . K . . . . .",
        "c4-c7",
        "b7",
        0,
    ),
    # A defender between a corner and an attacker: taken.
    (
        ". d . . . . . . . . . . . . . . . . . . . . . a . . . . . . . . . . . . . . . . . . . K . . . . .",
        "c4-c7",
        "b7",
        1,
    ),
    # A corner with an attacker on it, set up by hand, does not help the attackers' enemies.
    (
        "a a . . . . . . . . . . . . . . . . . . . . . d . . . . . . . . . . . . . . . . . . . K . . . . .",
        "c4-c7",
        "b7",
        0,
    ),
    (
        "a d . . . . . . . . . . . . . . . . . . . . . a . . . . . . . . . . . . . . . . . . . K . . . . .",
        "c4-c7",
        "b7",
        1,
    ),
]


@pytest.mark.parametrize(("diagram", "step", "site", "gone"), HOSTILE)
def test_a_hostile_square_with_the_victim_s_friend_on_it_never_captures(diagram: str, step: str, site: str, gone: int):
    game = interpreter.load("hnefatafl-7")
    for image in symmetries(game.board):
        start = set_up(game, diagram, image)
        mover = start.at(image[step[:2]]).owner
        position = played(set_up(game, diagram, image, mover), step, image)
        assert (position.at(image[site]) is None) == bool(gone)


THRONE = """
    . . . . . . .
    . . . . . . .
    . . . a . . .
    . . a K . . a
    . . . {} . . .
    . . . . . . .
    . d . . . . .
"""


@pytest.mark.parametrize(
    ("king_capture", "three", "four"),
    [
        ("four on the throne", None, "attackers"),
        ("three beside the throne", None, "attackers"),
        ("always four", None, "attackers"),
        ("every side", None, "attackers"),
        ("always two", "attackers", "attackers"),
    ],
)
def test_the_king_on_the_throne(king_capture: str, three: str | None, four: str | None):
    options = {"king-capture": king_capture}
    assert winners(seen("hnefatafl-7", THRONE.format("."), "g4-e4", options=options)) == three
    assert winners(seen("hnefatafl-7", THRONE.format("a"), "g4-e4", options=options)) == four


def test_only_an_arrival_beside_the_king_takes_him_on_the_throne():
    diagram = THRONE.format("a").replace("K . . a", "K a . .").replace(". d . . . . .", ". d . . . a .")
    scenes = seen("hnefatafl-7", diagram, "f1-e1")
    assert winners(scenes) is None


BESIDE = """
    . a . . . . .
    . . . . . . .
    . . {} . . . .
    . . K . . . .
    . . {} . . . .
    . . . . . . .
    . . . . d . .
"""


@pytest.mark.parametrize(
    ("options", "one", "two", "three"),
    [
        ({}, "attackers", "attackers", "attackers"),
        ({"king-capture": "three beside the throne"}, None, None, "attackers"),
        ({"king-capture": "always four"}, None, None, "attackers"),
        ({"king-capture": "every side"}, None, None, "attackers"),
        ({"king-capture": "always two"}, "attackers", "attackers", "attackers"),
        ({"hostile-throne": "to men only"}, None, None, None),
        ({"hostile-throne": "to nobody"}, None, None, None),
        ({"king-capture": "every side", "hostile-throne": "to men only"}, None, None, None),
    ],
)
def test_the_king_beside_the_empty_throne(
    options: dict[str, object], one: str | None, two: str | None, three: str | None
):
    """With one attacker arriving on b4 and none, one or two others beside him."""
    assert winners(seen("hnefatafl-7", BESIDE.format(".", "."), "b7-b4", options=options)) == one
    assert winners(seen("hnefatafl-7", BESIDE.format("a", "."), "b7-b4", options=options)) == two
    assert winners(seen("hnefatafl-7", BESIDE.format("a", "a"), "b7-b4", options=options)) == three


def test_the_king_beside_the_throne_in_brandubh():
    assert winners(seen("brandubh", BESIDE.format(".", "."), "b7-b4")) is None
    assert winners(seen("brandubh", BESIDE.format("a", "."), "b7-b4")) is None
    assert winners(seen("brandubh", BESIDE.format("a", "a"), "b7-b4")) == "attackers"


def test_the_king_beside_a_corner():
    diagram = """
        . K . a . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . . . d . .
    """
    for options, winner in (
        ({}, "attackers"),
        ({"hostile-corners": "to men only"}, None),
        ({"hostile-corners": "to nobody"}, None),
        ({"king-capture": "always four"}, None),
        ({"king-capture": "every side"}, None),
    ):
        assert winners(seen("hnefatafl-7", diagram, "d7-c7", options=options)) == winner


CROSS = """
    . . . . . . .
    . . . . . . .
    . . . . . . .
    . . . . . . .
    . . . . . . .
    . . . a . . .
    . . . . . K .
"""


@pytest.mark.parametrize(
    ("options", "man", "king"),
    [
        ({}, ["d3"], ["d3", "d4", "d5", "d6", "d7"]),
        ({"passing-the-throne": "everybody"}, ["d3", "d5", "d6", "d7"], ["d3", "d4", "d5", "d6", "d7"]),
        ({"passing-the-throne": "nobody"}, ["d3"], ["d3", "d4"]),
        ({"return-to-throne": "nobody"}, ["d3"], ["d3", "d5", "d6", "d7"]),
        ({"passing-the-throne": "nobody", "return-to-throne": "nobody"}, ["d3"], ["d3"]),
    ],
)
def test_the_empty_throne_as_a_way(options: dict[str, object], man: list[str], king: list[str]):
    for image, position in seen("hnefatafl-7", CROSS, options=options):
        way = {step for step in legal(position) if step.startswith(image["d2"])}
        assert way & {step_image(f"d2-d{n}", image) for n in range(3, 8)} == {
            step_image(f"d2-{site}", image) for site in man
        }
    swapped = CROSS.replace("K", "x").replace("a", "K").replace("x", "a")
    for image, position in seen("hnefatafl-7", swapped, to_move="defenders", options=options):
        assert legal(position) & {step_image(f"d2-d{n}", image) for n in range(3, 8)} == {
            step_image(f"d2-{site}", image) for site in king
        }


def test_between_two_enemies_is_safe_until_a_new_closing_move():
    diagram = """
        . . . . . . .
        . . . d . . .
        . . a . a . .
        . . . . . . .
        . d . . . . K
        . . . . . . .
        . . . . . . a
    """
    for image, position in seen("hnefatafl-7", diagram, "d6-d5 g1-f1 b3-c3 f1-f2", to_move="defenders"):
        assert letters_of(position, image)["d5"] == "d"
        later = played(position, "c3-b3 e5-e6 b3-c3 e6-e5", image)
        assert later.at(image["d5"]) is None


def test_three_men_are_taken_at_once():
    diagram = """
        . . . a . . .
        . . . d . . .
        . a d . d a .
        . . . . . . .
        . . . a . . .
        . . . . . . .
        . . . . . K .
    """
    for image, position in seen(
        "hnefatafl-7",
        diagram.replace(". a d . d a .", ". a d . d a ."),
        "d3-d5",
        options={"passing-the-throne": "everybody"},
    ):
        assert set(letters_of(position, image)) == {"d7", "b5", "d5", "f5", "f1"}


def test_the_king_may_be_armed_or_not():
    hammer = """
        . d a . K . .
        . . . . . . .
        a . . . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
    """
    anvil = hammer.replace("d", "x").replace("K", "d").replace("x", "K")
    for armed, by_king, beside_king in (
        ("helps to capture", True, True),
        ("stands as anvil only", False, True),
        ("takes no part", False, False),
    ):
        options = {"armed-king": armed}
        for diagram, taken in ((hammer, by_king), (anvil, beside_king)):
            for image, position in seen("hnefatafl-7", diagram, "e7-d7", to_move="defenders", options=options):
                assert (position.at(image["c7"]) is None) == taken


def test_the_throne_with_the_king_on_it():
    diagram = """
        . . . a . . .
        . . . . . . .
        . . . d . . .
        . . a K {} . .
        . . . a . . .
        . . . . . . .
        . . . . . . .
    """
    for choice, with_two, with_three in (
        ("never hostile", False, False),
        ("hostile when three attackers stand beside it", False, True),
        ("always hostile", True, True),
    ):
        options = {"occupied-throne": choice}
        for letter, taken in ((".", with_two), ("a", with_three)):
            scenes = seen("hnefatafl-7", diagram.format(letter), "d7-d6", options=options)
            assert winners(scenes) is None
            assert all((position.at(image["d5"]) is None) == taken for image, position in scenes)


def test_losing_without_a_move_comes_before_the_limit():
    diagram = """
        . . . . . . .
        . . . . . . .
        . . . K . . .
        . . . . . . .
        . . . . . . .
        . . d . . . .
        a d . . . . .
    """
    options = {"draw-after": 2}
    # a1 is set up by hand: the attacker there is shut in by c2-a2.
    for _, position in seen("hnefatafl-7", diagram, "c2-a2", to_move="defenders", options=options):
        assert (position.outcome.winner, position.outcome.reason) == ("defenders", "no step left")


def test_moves_and_rounds():
    for counts, steps in (("moves", 4), ("rounds", 8)):
        game = interpreter.load("hnefatafl-7", options={"draw-after": 4, "draw-counts": counts})
        position = game.initial()
        for step in ("d2-c2 d3-c3 c2-d2 c3-d3 " * 2).split()[:steps]:
            assert position.outcome is None
            position = position.play(step)
        assert (position.outcome.winner, position.outcome.reason) == (None, "no progress")


# --- Order and Chaos -------------------------------------------------------------------------------------------------

ROW = """
    . . . . . .
    . . . . . .
    {}
    . . . . . .
    . . . . . .
    . . . . . .
"""


@pytest.mark.parametrize("mark", ["X", "O"])
@pytest.mark.parametrize("player", ["order", "chaos"])
@pytest.mark.parametrize(
    ("row", "both", "exact"),
    [
        ("X X X . X .", "order", "order"),
        ("X X X . X X", "order", None),
        (". X X . X X", "order", "order"),
        ("X X X . X O", "order", "order"),
        ("O X X . X X", "order", "order"),
        ("X X O . X X", None, None),
        ("X X X . O X", None, None),
    ],
)
def test_rows_of_five_and_six(row: str, both: str | None, exact: str | None, mark: str, player: str):
    if mark == "O":
        row = row.translate(str.maketrans("XO", "OX"))
    for name, winner in (("order-and-chaos", both), ("order-and-chaos-exact", exact)):
        assert winners(seen(name, ROW.format(row), f"{mark}@d4", to_move=player)) == winner


def test_a_diagonal_of_five_completed_by_chaos():
    diagram = """
        . . . . . .
        . . . . X .
        . . . X . .
        . . . . . .
        . X . . . .
        X . . . . .
    """
    assert winners(seen("order-and-chaos", diagram, "X@c3", to_move="chaos")) == "order"
    assert winners(seen("order-and-chaos", diagram, "O@c3", to_move="chaos")) is None


FULL = """
    O X X X O O
    O O O X X X
    X X O X X X
    O X X X O O
    X O O O X X
    X X X X . O
"""


@pytest.mark.parametrize("name", ["order-and-chaos", "order-and-chaos-exact", "order-and-chaos-early"])
def test_five_on_the_last_square(name: str):
    assert winners(seen(name, FULL, "X@e1", to_move="chaos")) == "order"
    scenes = seen(name, FULL, "O@e1", to_move="chaos")
    assert winners(scenes) == "chaos"
    assert {at.outcome.reason for _, at in scenes} == {"board full"}


# --- Wali ------------------------------------------------------------------------------------------------------------

WHITE = "w . w . . w"


def march(rows: tuple[str, ...], steps: str, name: str = "wali", options: dict[str, object] | None = None):
    diagram = "\n".join([*rows, WHITE])
    return seen(name, diagram, steps, to_move="black", phase="marching", options=options)


@pytest.mark.parametrize(
    ("rows", "step", "then"),
    [
        ((". . . . . .", ". . b . . .", "b b . . . .", ". . . . . ."), "c4-c3", "capture"),  # three
        ((". . . . . .", ". . b . . .", "b b . b . .", ". . . . . ."), "c4-c3", "march"),  # four
        ((". . . . . .", ". . b . . .", "b b . b b .", ". . . . . ."), "c4-c3", "march"),  # five
        (
            (". . b . . .", ". . b . . .", "b b . b . .", ". . b . . ."),
            "d3-c3",
            "capture",
        ),  # three one way, four the other
        ((". . b . . .", ". . b . . .", "b b . . b .", ". . . . b ."), "e3-d3", "march"),  # beside a row, not in it
        ((". . . . . .", ". . . . . .", "b b b b . .", ". . . . . ."), "d3-e3", "march"),  # a three left behind
        ((". . . . . .", ". . . . . .", "b b b b . .", ". . . . . ."), "d3-d4", "march"),
        ((". b . . . .", "b . b . . .", ". . . b . .", ". . . . . ."), "b5-b4", "capture"),  # again a row of three
        ((". . . . . .", ". . b . . .", ". b . b . .", "b . . . . ."), "d3-d2", "march"),  # diagonals do not count
    ],
)
def test_which_rows_take_a_stone(rows: tuple[str, ...], step: str, then: str):
    for image, position in march(rows, step):
        assert position.step == then
        if then == "capture":
            assert legal(position) == {step_image(f"x{site}", image) for site in ("a1", "c1", "f1")}
        after = played(position, "xa1" if then == "capture" else "", image)
        assert after.mover == "white"


def test_three_one_way_and_four_the_other_capture_once():
    rows = (". . b . . .", ". . b . . .", "b b . b . .", ". . b . . .")
    for image, position in march(rows, "d3-c3 xa1"):
        assert (position.step, position.mover, position.at(image["a1"])) == ("march", "white", None)


def test_a_row_that_is_made_again_counts_again():
    rows = (". . . . . .", ". . b . . .", "b b . . . .", ". . . . . .")
    for image, position in march(rows, "c4-c3 xa1 c1-d1 c3-c4 d1-c1 c4-c3"):
        assert legal(position) == {step_image(f"x{site}", image) for site in ("c1", "f1")}


def test_who_cannot_drop_passes_while_the_other_drops_on():
    diagram = """
        w . w . w .
        . w . w . w
        w . w . w .
        . w . w . w
        b . b . b .
    """
    game = interpreter.load("wali")
    for image in symmetries(game.board):
        start = set_up(game, diagram, image, "black")
        hands = {"black": {"stone": 3}, "white": {"stone": 3}}
        letters = "\n".join(
            " ".join(start.tokens.get(game.board.index[f"{file}{rank}"], ".") for file in "abcdef")
            for rank in range(5, 0, -1)
        )
        position = played(game.position(letters, "black", "dropping", hands), "b5 pass d5", image)
        assert (position.phase, position.mover, legal(position)) == ("dropping", "white", {"pass"})
        position = played(position, "pass f5", image)
        # Neither can drop now: black has no stone left, and white no point.
        assert (position.phase, position.mover) == ("marching", "white")


def test_stones_in_rows_are_safe_in_dara_while_others_are_left():
    rows = (". . . . . .", ". . b . . .", "b b . . . .", ". . . . . .")
    for white, taken in (
        ("w w w . . w", {"f1"}),
        ("w w w . . .", {"a1", "b1", "c1"}),
        ("w w . w . .", {"a1", "b1", "d1"}),
    ):
        diagram = "\n".join([*rows, white])
        for image, position in seen("dara", diagram, "c4-c3", to_move="black", phase="marching"):
            assert legal(position) == {step_image(f"x{site}", image) for site in taken}


@pytest.mark.parametrize(
    ("options", "rows", "step", "captures"),
    [
        ({"captures": "one for each row"}, (". . b . . .", ". . b . . .", "b b . b . .", ". . . . . ."), "d3-c3", 2),
        ({}, (". . b . . .", ". . b . . .", "b b . b . .", ". . . . . ."), "d3-c3", 1),
        ({"diagonal-rows": "count"}, (". . . . . .", ". . b . . .", ". b . . . .", "b . . . . ."), "c4-d4", 0),
        ({"diagonal-rows": "count"}, (". . . . . .", ". . . b . .", ". b . . . .", "b . . . . ."), "d4-c4", 1),
        ({"row-takes": "three or more"}, (". . . . . .", ". . b . . .", "b b . b . .", ". . . . . ."), "c4-c3", 1),
    ],
)
def test_options_of_rows(options: dict[str, object], rows: tuple[str, ...], step: str, captures: int):
    for image, position in march(rows, step, options=options):
        now = position
        for site in ("a1", "c1")[:captures]:
            assert now.step == "capture"
            now = played(now, f"x{site}", image)
        assert (now.step, now.mover) == ("march", "white")


def test_a_capture_may_be_declined_where_it_is_optional():
    rows = (". . . . . .", ". . b . . .", "b b . . . .", ". . . . . .")
    for image, position in march(rows, "c4-c3", options={"capturing": "optional"}):
        assert legal(position) == {step_image(f"x{site}", image) for site in ("a1", "c1", "f1")} | {"pass"}
        assert position.play("pass").mover == "white"
        assert position.play("pass").at(image["a1"]) is not None


# --- Rive ------------------------------------------------------------------------------------------------------------


def touching(game: Game, site: str):
    bits = game.board.neighbours[game.board.index[site]]
    return {name for name, number in game.board.index.items() if bits >> number & 1}


def parts(game: Game, sites: set[str]):
    """The connected parts of a set of sites, found without the game's own rules."""
    left, found = set(sites), []
    while left:
        part, todo = set(), [left.pop()]
        while todo:
            site = todo.pop()
            part.add(site)
            near = touching(game, site) & left
            left -= near
            todo += near
        found.append(part)
    return found


@pytest.mark.parametrize(("side", "games"), [(2, 40), (3, 12), (4, 4)])
def test_a_placement_in_rive(side: int, games: int):
    """The rules of Rive once more in plain Python, beside random games."""
    game = interpreter.load("rive", options={"side": side})
    chance = random.Random(side)
    for _ in range(games):
        position, placed, target = game.initial(), "", 0
        while position.outcome is None:
            stones, moves = set(position.occupants), {move.target: move for move in position.legal_moves}
            if position.step == "add":
                sizes = {
                    site: max((len(p) for p in parts(game, stones) if p & touching(game, site)), default=0)
                    for site in game.board.sites
                    if site not in stones
                }
                assert set(moves) == {site for site, size in sizes.items() if size == min(sizes.values())}
                placed = chance.choice(sorted(moves))
                joined, target = [p for p in parts(game, stones) if p & touching(game, placed)], sizes[placed] + 1
                mover, position = position.mover, position.after(moves[placed])
                assert (position.step == "shrink") == (len(joined) >= 2)
                if len(joined) < 2:
                    assert position.outcome is not None or position.mover != mover
            else:
                group = next(part for part in parts(game, stones) if placed in part)
                assert len(group) > target
                assert placed not in moves
                assert set(moves) == {site for site in group if len(parts(game, group - {site})) == 1}
                gone = chance.choice(sorted(moves))
                mover, position = position.mover, position.after(moves[gone])
                assert position.step == ("shrink" if len(group) - 1 > target else "add")
                assert position.mover == mover
        # The stone that fills the board is never a capture.
        assert position.last_move.verb == "place"
        counts = [len([1 for there in position.occupants.values() if there.owner == name]) for name in game.players]
        assert position.outcome.winner == game.players[counts.index(max(counts))]


def test_three_single_stones_are_joined_through_every_symmetry():
    game = interpreter.load("rive", options={"side": 2})
    for image in symmetries(game.board):
        position = played(game.initial(), "a1 b3 c1 b2", image)
        assert legal(position) == {step_image(f"x{site}", image) for site in ("a1", "b3", "c1")}
        position = played(position, "xa1 xb3", image)
        assert (position.step, position.mover) == ("add", "white")
