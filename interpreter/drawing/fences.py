"""Rectangles whose borders are sites, drawn with letters: a dot at each corner, a stroke for what lies on a border."""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.board.board import members

if TYPE_CHECKING:
    from collections.abc import Mapping

    from interpreter.board import Board

WIDE, TALL = 4, 2  # characters from one cell to the next, across and down


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
    at = {site: (round(-TALL * turn * y), round(WIDE * turn * x)) for site, (x, y) in enumerate(board.places)}
    sorts = {tokens[site] for site in members(borders) if site in tokens}
    texts: dict[tuple[int, int], str] = {}
    for site in members(borders):
        row, column = at[site]
        level = _is_level(board, site)
        for way in (-1, 1):
            corner = (row, column + way * WIDE // 2) if level else (row + way * TALL // 2, column)
            texts[corner] = "+"
        if site not in tokens:
            continue
        letter = tokens[site] if len(sorts) > 1 else "-" if level else "|"
        texts[row, column] = letter
        around = marks.get(site, "--" if level else "")
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
        for name, sites in board.ranks.items():
            texts[at[next(members(sites))][0], left_end - 2 - len(name)] = name
        for name, sites in board.files.items():
            texts[bottom + 1, at[next(members(sites))][1] - len(name) + 1] = name
    return texts


def _is_level(board: Board, site: int) -> bool:
    """Whether a border lies level: its outline is wider than tall."""
    across, up = [x for x, _ in board.outlines[site]], [y for _, y in board.outlines[site]]
    return max(across) - min(across) > max(up) - min(up)
