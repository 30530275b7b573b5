"""Diagrams: a board as rows of text, top row first."""

from __future__ import annotations

import math
import re
from typing import TYPE_CHECKING

from interpreter.board.compass import HEXAGONAL_SHAPES
from interpreter.board.naming import grid_cells
from interpreter.diagnostics import Diagnostic, Span

if TYPE_CHECKING:
    from interpreter.board.board import Board
    from interpreter.source.nodes import Scalar

Row = tuple[int, tuple[int | None, ...]]
Cell = tuple[int, str, Span]

CLOSE = 1e-6

# In a diagram of a board given by its lines, the lines themselves may be drawn; they are read as blanks.
DRAWN_LINES = str.maketrans(dict.fromkeys("-|/\\\u2500\u2502\u2571\u2572\u2573", " "))


def layout(board: Board) -> tuple[Row, ...]:
    """The rows of the board from the top: an indent, counted in half cells, and the sites from left to right.

    None stands where the grid of a board has no site. A board that lies on no grid has no rows. The rows of a board of
    several levels hold those of the levels that lie beside each other.
    """
    if "borders" in board.regions:
        return ()
    if board.shape in HEXAGONAL_SHAPES:
        rows: dict[float, dict[int, int]] = {}
        for site, (x, y) in enumerate(board.places):
            rows.setdefault(round(y, 6), {})[round(2 * x)] = site
        return tuple(
            (min(row), tuple(row.get(x) for x in range(min(row), max(row) + 1, 2)))
            for _, row in sorted(rows.items(), reverse=True)
        )
    cells = grid_of(board)
    if cells is None or not board.ranks:
        return ()
    at = {cell: site for site, cell in enumerate(cells)}
    left, right = min(x for x, _ in cells), max(x for x, _ in cells)
    bottom, top = min(y for _, y in cells), max(y for _, y in cells)
    return tuple((0, tuple(at.get((x, y)) for x in range(left, right + 1))) for y in range(top, bottom - 1, -1))


def grid_of(board: Board) -> tuple[tuple[int, int], ...] | None:
    """Column and row of each site of a board whose sites lie in columns and rows, else None.

    The sites of a rectangle lie where they are drawn, others where their names say.
    """
    if board.shape != "rectangle":
        return grid_cells(board.sites)
    cells = tuple((round(x), round(y)) for x, y in board.places)
    return (
        cells if all(math.dist(cell, place) < CLOSE for cell, place in zip(cells, board.places, strict=True)) else None
    )


def parse_cells(board: Board, diagram: Scalar) -> tuple[tuple[Cell, ...], tuple[Diagnostic, ...]]:
    """What stands where, as (site, token, place of the token in the file); `.` is an empty site and is left out.

    Tokens are separated by spaces; how far a row is indented does not matter. A diagram of a board given by its lines
    has a token for each site of a rank. Where rows or cells are missing or too many, nothing is read.
    """
    rows = [tuple(site for site in row if site is not None) for _, row in layout(board)]
    rows = [row for row in rows if row]
    if not rows:
        finding = Diagnostic(
            "diagram-shape",
            "this board lies on no grid, so its positions cannot be drawn as a diagram",
            diagram.span,
            help="write a map instead, a player or piece with its sites: {red: p or q}",
        )
        return (), (finding,)
    drawn_lines = board.linked
    found = [line for line in _lines(diagram) if (line[0].translate(DRAWN_LINES) if drawn_lines else line[0]).strip()]
    if len(found) != len(rows):
        beside = ", the levels beside each other, the lowest at the left" if board.levels else ""
        finding = Diagnostic(
            "diagram-rows",
            f"the diagram has {_count(len(found), 'row')}, the board has {len(rows)}",
            diagram.span,
            help=f"write one line of text for each row, the top row first{beside}, "
            "after a | at the end of the key's line",
        )
        return (), (finding,)
    cells: list[Cell] = []
    report = []
    for number, (row, (text, start)) in enumerate(zip(rows, found, strict=True), 1):
        tokens = list(re.finditer(r"\S+", text.translate(DRAWN_LINES) if drawn_lines else text))
        if len(tokens) != len(row):
            report.append(_wrong_width(board, diagram, number, len(tokens), len(row), (text, start)))
            continue
        for site, token in zip(row, tokens, strict=True):
            if token[0] != ".":
                cells.append((site, token[0], _span(diagram, start, *token.span())))
    if len(report) == len(rows) > 1:  # the whole diagram is of another board
        report = [_other_board(board, diagram, report[0])]
    return (() if report else tuple(cells)), tuple(report)


def _other_board(board: Board, diagram: Scalar, first: Diagnostic) -> Diagnostic:
    full = board.shape == "rectangle" and math.prod(board.extents) == len(board.sites)
    size = " x ".join(map(str, board.extents)) if full else f"with {len(board.sites)} sites"
    return Diagnostic(
        "diagram-rows",
        f"this diagram is of another board: every row differs from the board {size} ({first.message})",
        diagram.span,
        help="a variant with another board draws a set-up of its own, under `change:` with `setup: |`",
    )


def _wrong_width(
    board: Board, diagram: Scalar, number: int, found: int, wanted: int, line: tuple[str, int | None]
) -> Diagnostic:
    if board.shape == "rectangle" and wanted == board.width:
        size = _count(wanted, "column")
        message = f"row {number} from the top has {_count(found, 'cell')}, the board has {size}"
    else:
        message = f"row {number} from the top has {_count(found, 'cell')}, the board has {wanted} there"
    text, start = line
    begin = len(text) - len(text.lstrip())
    return Diagnostic(
        "diagram-rows",
        message,
        _span(diagram, start, begin, len(text.rstrip())),
        help="write one token for each cell, with spaces between them; . is an empty cell",
    )


def _lines(diagram: Scalar) -> list[tuple[str, int | None]]:
    """The lines of a diagram that are not blank, each with its offset in the file where it can be found there."""
    raw = diagram.span.text
    position = 0
    found: list[tuple[str, int | None]] = []
    for line in diagram.text.split("\n"):
        text = line.strip()
        if not text:
            continue
        # A line of the file is looked for as a whole, so that a short row is not found inside a longer one.
        match = re.compile(rf"^[^\S\n]*(?P<text>{re.escape(text)})[^\S\n]*$", re.MULTILINE).search(raw, position)
        if match is None and diagram.style != "block":
            match = re.compile(rf"(?P<text>{re.escape(text)})").search(raw, position)
        if match is None:
            found.append((text, None))
        else:
            found.append((text, diagram.span.start + match.start("text")))
            position = match.end("text")
    return found


def _span(diagram: Scalar, start: int | None, begin: int, end: int) -> Span:
    """A stretch of a line, or the whole diagram where the line was not found in the file."""
    if start is None:
        return diagram.span
    return Span(diagram.span.source, start + begin, start + end)


def _count(number: int, noun: str) -> str:
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"
