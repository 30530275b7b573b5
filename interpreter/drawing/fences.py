"""Boards whose borders are sites, drawn with letters: a sign at each corner, a stroke for what lies on a border."""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.board.board import members
from interpreter.board.compass import HEXAGONAL_SHAPES, LETTERED_ROWS
from interpreter.board.hexagonal import ROW_HEIGHT

if TYPE_CHECKING:
    from collections.abc import Mapping

    from interpreter.board import Board

WIDE, TALL = 4, 2  # characters from one cell to the next, across and down
ENDS = {"-": (0, 2), "|": (1, 0), "/": (0, 1), "\\": (0, 1)}
"""How far the ends of a border lie from its middle, down and across."""


def fenced_text(
    board: Board,
    tokens: Mapping[int, str],
    signs: Mapping[int, str],
    marks: Mapping[int, str],
    *,
    coordinates: bool,
    flipped: bool,
) -> dict[tuple[int, int], str]:
    """Texts by row (downwards) and column of their first character.

    `tokens` are what stands on borders and cells, `signs` what is shown on cells. Where pieces of several sorts lie on
    borders, their letters stand in the strokes.
    """
    borders = board.regions["borders"]
    turn = -1 if flipped else 1
    rise = TALL / (ROW_HEIGHT if board.shape in HEXAGONAL_SHAPES else 1.0)
    at = {site: (round(-rise * turn * y), round(WIDE * turn * x)) for site, (x, y) in enumerate(board.places)}
    sorts = {tokens[site] for site in members(borders) if site in tokens}
    texts: dict[tuple[int, int], str] = {}
    for site in members(borders):
        row, column = at[site]
        stroke = _stroke(board, site)
        down, right = ENDS[stroke]
        for way in (-1, 1):
            texts[row + way * down, column + way * right] = "+"
        if site not in tokens:
            continue
        letter = tokens[site] if len(sorts) > 1 else stroke
        texts[row, column] = letter
        around = marks.get(site, "--" if stroke == "-" else "")
        for way, sign in zip((-1, 1), around, strict=False):
            texts[row, column + way] = sign
    for site in members(board.regions["cells"]):
        row, column = at[site]
        texts[row, column - len(signs[site]) + 1] = signs[site]
        if site in marks:
            texts[row, column - len(signs[site])] = marks[site][0]
            texts[row, column + 1] = marks[site][1]
    if coordinates:
        left_end, bottom = min(column for _, column in at.values()), max(row for row, _ in at.values())
        by_letter, slanted = board.shape in LETTERED_ROWS, board.shape in HEXAGONAL_SHAPES
        for name, sites in (board.files if by_letter else board.ranks).items():
            row, column = min((at[site] for site in members(sites)), key=lambda place: place[1])
            texts[row, (column - WIDE // 2 if slanted else left_end) - 2 - len(name)] = name
        for name, sites in {} if by_letter else board.files.items():
            column = max(at[site] for site in members(sites))[1] - slanted
            texts[bottom + 1, column - len(name) + 1] = name
    return texts


def _stroke(board: Board, site: int) -> str:
    """The sign for what lies on a border, by the way in which it runs."""
    (x, y), (to_x, to_y), *_ = board.outlines[site]
    across, up = round(to_x - x, 3), round(to_y - y, 3)
    return "-" if not up else "|" if not across else "/" if across * up > 0 else "\\"
