"""Pictures of positions and games."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING
from xml.etree import ElementTree as ET

import pytest
from loading import library

import interpreter
from interpreter.drawing.look import LOOKS
from interpreter.explaining.pictures import board_for, game_svg, piece_styles, position_svg, shades
from interpreter.explaining.special import zones
from interpreter.resources import library_games

if TYPE_CHECKING:
    from pathlib import Path

    from interpreter.board import Board
    from interpreter.play.position import Position

SVG = "{http://www.w3.org/2000/svg}"


def elements(picture: str, tag: str) -> list[ET.Element]:
    return list(ET.fromstring(picture).iter(SVG + tag))  # noqa: S314


@pytest.mark.parametrize("name", [name for name in library_games() if name not in {"go", "gomoku"}])
def test_every_game_is_drawn_with_all_its_pieces_apart(name: str):
    game = library(name)
    styles = piece_styles(game)
    assert len(set(styles.values())) == len(styles)
    start = game.initial()
    after = start.after(start.legal_moves[0])
    assert ET.fromstring(position_svg(after)).tag == f"{SVG}svg"  # noqa: S314
    drawn = [*elements(position_svg(after), "circle"), *elements(position_svg(after), "polygon")]
    framed = [part for part in drawn if "stroke-dasharray" in part.attrib]
    last = after.last_move
    assert last is not None
    assert len(framed) == len([site for site in (last.origin, last.target) if site])


def test_white_has_the_white_pieces_whoever_begins():
    chess, wali = (piece_styles(library(name)) for name in ("chess", "wali"))
    assert chess["white", "pawn"].player == wali["white", "stone"].player == 1


def test_a_kind_has_the_emblem_that_the_file_gives_it(tmp_path: Path):
    shapes = piece_styles(library("quantik"))
    assert [shapes["white", kind].emblem.high for kind in ("ball", "cone", "cube", "cylinder")] == [24] * 4  # type: ignore[union-attr]
    assert (
        piece_styles(library("xiangqi"))["red", "chariot"].emblem
        == piece_styles(library("chess"))["white", "rook"].emblem
    )
    path = tmp_path / "pictured.yaml"
    path.write_text(
        "game: Pictured\nextends: wali\nchange: {pieces: {stone: {emblem: {path: 'M0 0 H9 V9 Z', size: 9}}}}\n",
        encoding="utf-8",
    )
    game = interpreter.load(path)
    assert game.hash == library("wali").hash  # how a piece looks is no rule
    assert len(elements(position_svg(game.initial().play("a1")), "path")) == 1


def test_special_sites_and_dark_squares_are_shaded():
    tafl, draughts = library("hnefatafl-7"), library("english-draughts")
    names = {tafl.board.sites[site] for site in shades(tafl)}
    assert names == {"a1", "g1", "a7", "g7", "d4"}
    assert len(shades(draughts)) == 32
    assert not shades(library("ataxx"))  # whose four pieces happen to stand on dark squares


def test_a_single_special_site_at_the_edge_is_called_by_its_name():
    game = interpreter.load("tic-tac-toe", change={"end.poison": {"if": "any(mine and a1)", "result": "me loses"}})
    assert [zone.name for zone in zones(game)] == ["a1"]


def words_of(position: Position) -> list[str]:
    return [part.text or "" for part in elements(position_svg(position, coordinates=False), "text")]


def test_parts_of_the_board_are_shaded_each_in_its_own_way_and_named_below():
    jungle = library("jungle")
    shaded = {jungle.board.sites[site]: shade for site, shade in shades(jungle).items()}
    assert len({shaded["b5"], shaded["c1"], shaded["d1"]}) == 3  # the river, a trap, a den
    assert not {"a1", "g9", "d5"} & shaded.keys()  # dark squares do not matter here, though all pieces stand on them
    assert {"river", "trap", "den", "blue", "red"} <= set(words_of(jungle.initial()))
    assert len(elements(position_svg(jungle.initial()), "pattern")) == 2


def test_a_line_shows_where_a_large_part_of_the_board_ends():
    for name, part, number in (("xiangqi", "bank", 9), ("shogi", "zone", 18), ("oware", "houses", 6)):
        start = library(name).initial()
        lines = [line for line in elements(position_svg(start), "line") if "stroke-dasharray" in line.attrib]
        assert len(lines) == number + 1  # one in the key
        assert part in words_of(start)


def test_cells_are_not_shaded_where_borders_are_sites_too():
    assert shades(library("dots-and-hexagons")) == shades(library("dots-and-boxes")) == {}


def test_only_what_rules_ask_for_is_shaded():
    for name in ("surakarta", "connect-four", "bagh-chal", "konane"):
        assert not shades(library(name))
    palace = {library("xiangqi").board.sites[site] for site in shades(library("xiangqi"))}
    assert palace == {f"{file}{rank}" for file in "def" for rank in (1, 2, 3, 8, 9, 10)}


def test_the_edge_that_ends_ask_for_looks_like_the_pieces_of_its_player():
    game = library("breakthrough")
    lines = elements(position_svg(game.initial(), key=False), "line")
    thick = [line.attrib for line in lines if line.attrib["stroke-width"] == "4"]
    highest = min(thick, key=lambda line: float(line["y1"]) + float(line["y2"]))
    assert highest["stroke"] == LOOKS["light"].pale  # white's goal lies beyond black's pieces
    assert "goal of white" in words_of(game.initial())


def test_the_sides_of_a_board_of_points_lie_outside_its_lines():
    lines = elements(position_svg(library("slither").initial(), key=False), "line")
    sides = [line.attrib for line in lines if line.attrib["stroke-width"] == "4"]
    across = {line["y1"] for line in sides if line["y1"] == line["y2"]}
    assert (len(sides), len(across)) == (28, 2)


def test_letters_and_players_whose_names_do_not_say_how_they_look_are_explained():
    assert {"elephant", "advisor", "red"} <= set(words_of(library("xiangqi").initial()))
    assert not words_of(library("chess").initial())


def test_the_dice_that_are_due_stand_below_the_board():
    position = library("backgammon").initial().play("roll=5-3")
    assert "Thrown: 5 and 3" in words_of(position)
    assert "Thrown: 3" in words_of(position.play("a2-e1"))
    assert "Thrown: 4" in words_of(library("royal-game-of-ur").initial().play("roll=4"))


def test_the_winning_row_is_ringed():
    position = library("tic-tac-toe").initial()
    for step in ["a1", "a2", "b1", "b2", "c1"]:
        position = position.play(step)
    wide = [part for part in elements(position_svg(position), "circle") if part.attrib.get("stroke-width") == "4"]
    assert len(wide) == 3


def test_a_player_sees_the_board_from_the_own_side():
    start = library("chess").initial()
    seen = position_svg(start, seen_by="black")
    assert seen != position_svg(start, seen_by="white") == position_svg(start)
    ranks = [part.text for part in elements(seen, "text") if (part.text or "").isdigit()]
    heights = [float(part.attrib["y"]) for part in elements(seen, "text") if (part.text or "").isdigit()]
    assert [rank for _, rank in sorted(zip(heights, ranks, strict=True))] == [*"12345678"]


def test_a_game_in_motion_shows_each_position_in_its_time():
    positions = [library("tic-tac-toe").initial()]
    for step in ["a1", "a2", "b1"]:
        positions.append(positions[-1].play(step))
    shown = elements(game_svg(positions), "animate")
    assert len(shown) == 4
    assert {part.attrib["dur"] for part in shown} == {"7s"}
    assert shown[1].attrib["values"] == "hidden;visible;hidden"


def test_a_player_who_does_not_play_sees_nothing():
    with pytest.raises(KeyError, match="red"):
        position_svg(library("chess").initial(), seen_by="red")


def middle_of(board: Board, bits: int) -> tuple[float, float]:
    places = [place for site, place in enumerate(board.places) if bits >> site & 1]
    return sum(x for x, _ in places) / len(places), sum(y for _, y in places) / len(places)


@pytest.mark.parametrize(("players", "number"), [("two", 2), ("three", 3), ("four", 4), ("six", 6)])
def test_every_player_sees_the_own_side_at_the_bottom(players: str, number: int):
    game = interpreter.load("chinese-checkers", options={"number-of-players": players})
    assert len(game.players) == number
    for player, own in zip(game.players, game.rules.setting.owned, strict=False):
        board = board_for(game, player)
        x, y = middle_of(board, own)
        lowest = min(up for _, up in board.places)
        assert abs(x - middle_of(board, (1 << len(board.sites)) - 1)[0]) < 0.1
        assert y == pytest.approx(lowest + 2 * 0.866, abs=0.1)  # the point of the star that is the lowest


def test_dots_are_drawn_where_borders_meet():
    empty = position_svg(library("dots-and-boxes").initial(), key=False)
    assert empty.count("<circle") == 4 * 4  # of 3 x 3 boxes
    assert "<circle" not in position_svg(library("tic-tac-toe").initial(), key=False)


def test_players_who_stand_on_one_side_of_the_board_face_each_other():
    game = interpreter.load("hypergammon")  # all men stand at the right end
    for player, own in zip(game.players, game.rules.setting.owned, strict=False):
        board = board_for(game, player)
        assert {round(up) for site, (_, up) in enumerate(board.places) if own >> site & 1} == {
            round(min(up for _, up in board.places))
        }
        assert len({round(across) for across, _ in board.places}) == 12


def test_names_of_rows_and_columns_turn_with_the_board(tmp_path: Path):
    path = tmp_path / "race.yaml"
    path.write_text(
        "game: Race\nlanguage: 1\nplayers: {left: {faces: east}, right: {faces: west}}\n"
        "board: {shape: rectangle, size: [4, 2]}\npieces: {man: {owner: each}}\nsetup: {left: a1, right: d1}\n"
        "moves: {step: {move: mine, along: forward, to: empty}}\nplay: {turn: step, stuck: loses}\n"
        "end: {met: {if: turn > 9, result: draw}}\n",
        encoding="utf-8",
    )
    position = interpreter.load(path).initial()
    plain, turned = (position_svg(position, seen_by=player, key=False) for player in (None, "left"))
    width, height = (int(re.search(rf'{word}="(\d+)"', plain)[1]) for word in ("width", "height"))
    assert f'width="{height}" height="{width}"' in turned
    names = {name: float(x) for x, name in re.findall(r'<text x="([\d.]+)".*?>(\w)</text>', turned)}
    assert names["1"] > names["2"] > 0
    assert names["a"] == names["b"] == names["c"] == names["d"]


def test_what_a_board_shows_besides_its_sites():
    loops = position_svg(interpreter.load("surakarta").initial()).count("C")
    assert loops == 8
    hexes = position_svg(interpreter.load("hex", change={"board.size": 3}).initial())
    assert hexes.count('stroke-width="7"') == 2 * hexes.count('stroke-width="4"') // 2 > 20
    assert "rotate(" in position_svg(interpreter.load("kalah").initial())


def test_pieces_say_what_they_are():
    einstein = interpreter.load("einstein").initial().play("six@a5")
    assert ">6</text>" in position_svg(einstein)
    crosses = interpreter.load("tic-tac-toe").initial().play("b2")
    assert position_svg(crosses).count("<path") == 1
    lasca = interpreter.load("lasca").initial()
    while all(one.under is None for one in lasca.occupants.values()):
        lasca = lasca.play(lasca.legal_moves[0])
    alone = lasca.undo()
    assert alone is not None
    assert len(lasca.occupants) < len(alone.occupants)
    discs = [len(elements(position_svg(position, plain=True), "circle")) for position in (lasca, alone)]
    assert discs[0] == discs[1]


def test_what_is_in_hand_stands_below_the_board():
    position = library("wali").initial().play("a1")
    words = [part.text for part in elements(position_svg(position, caption="The first drop."), "text")]
    assert "In hand: black 11 stones; white 12 stones" in " ".join(word or "" for word in words)
    assert words[-1] == "The first drop."
    assert "In hand" not in position_svg(library("chess").initial())
    assert "In hand: 20 goats" in position_svg(library("bagh-chal").initial())


def test_the_way_of_a_track_that_is_sown_along_has_arrows():
    heads = [
        part for part in elements(position_svg(library("oware").initial()), "path") if "rotate" in str(part.attrib)
    ]
    assert len(heads) == 12
    heads = [
        part for part in elements(position_svg(library("surakarta").initial()), "path") if "rotate" in str(part.attrib)
    ]
    assert not heads  # there men go round both ways


def test_levels_stay_in_their_order_and_are_turned_where_they_lie():
    game = interpreter.load("raumschach")
    white, black = (board_for(game, player) for player in ("white", "black"))
    level_a, level_e = (middle_of(white, game.board.levels[letter]) for letter in "AE")
    assert level_a[0] < level_e[0]
    assert middle_of(black, game.board.levels["A"]) == level_a
    king = game.board.index["Ac1"]
    assert white.places[king][1] < level_a[1] < black.places[king][1]
    names = re.findall(r">(\w)</text>", position_svg(game.initial(), key=False))
    assert [names.count(letter) for letter in "ACE"] == [1, 1, 1]
    assert names.count("3") == 5
