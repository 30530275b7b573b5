"""Pictures of positions and games."""

from __future__ import annotations

from xml.etree import ElementTree as ET

import pytest
from loading import library

from interpreter.explaining.pictures import game_svg, piece_styles, position_svg, shades
from interpreter.resources import library_games

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
    assert len(elements(position_svg(after), "svg")) == 1
    framed = [part for part in elements(position_svg(after), "circle") if "stroke-dasharray" in part.attrib]
    last = after.last_move
    assert last is not None
    assert len(framed) == len([site for site in (last.origin, last.target) if site])


def test_white_has_the_white_pieces_whoever_begins():
    chess, wali = (piece_styles(library(name)) for name in ("chess", "wali"))
    assert chess["white", "pawn"].player == wali["white", "stone"].player == 1


def test_special_sites_and_dark_squares_are_shaded():
    tafl, draughts = library("hnefatafl-7"), library("english-draughts")
    names = {tafl.board.sites[site] for site in shades(tafl)}
    assert names == {"a1", "g1", "a7", "g7", "d4"}
    assert len(shades(draughts)) == 32


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
