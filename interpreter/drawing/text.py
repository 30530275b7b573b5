"""Boards drawn with letters, readable without colour."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from interpreter.board import layout
from interpreter.board.board import members
from interpreter.board.compass import HEXAGONAL_SHAPES, LETTERED_ROWS
from interpreter.board.diagram import grid_of
from interpreter.drawing.fences import fenced_text
from interpreter.drawing.plane import drawable, turned
from interpreter.drawing.scattered import drawn, scattered

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from interpreter.board import Board

EMPTY = "."
BRACKETS = "[]"
COLUMNS = 76
"""Of a board whose points lie on no grid, unless more or fewer are told."""

# How links are drawn, by (across, up) of their direction; two slanting links that cross have a sign of their own.
SIGNS = {
    False: {(1, 0): "-", (0, 1): "|", (1, 1): "/", (1, -1): "\\", "crossing": "X"},
    True: {(1, 0): "\u2500", (0, 1): "\u2502", (1, 1): "\u2571", (1, -1): "\u2572", "crossing": "\u2573"},
}


@dataclass
class Canvas:
    """Characters by row (downwards) and column."""

    characters: dict[tuple[int, int], str] = field(default_factory=dict)

    def write(self, row: int, column: int, text: str) -> None:
        """Put a text where its first character stands."""
        for place, character in enumerate(text):
            self.characters[row, column + place] = character

    def text(self) -> str:
        """The rows, without blanks at their ends."""
        if not self.characters:
            return ""
        left = min(column for _, column in self.characters)
        ends: dict[int, int] = {}
        for row, column in self.characters:
            ends[row] = max(ends.get(row, left), column)
        top, bottom = min(ends), max(ends)
        return "\n".join(
            "".join(
                self.characters.get((row, column), " ") for column in range(left, ends.get(row, left - 1) + 1)
            ).rstrip()
            for row in range(top, bottom + 1)
        )


def board_text(
    board: Board,
    tokens: Mapping[int, str],
    *,
    marks: Mapping[int, str] | None = None,
    empties: Mapping[int, str] | None = None,
    coordinates: bool = True,
    unicode: bool = False,
    flipped: bool = False,
    columns: int = COLUMNS,
) -> str:
    """The board as text.

    `tokens` are the letters of what stands on the sites; `empties` may give an empty site another sign than `.`;
    `marks` puts two characters round a site, such as `[]` round those of the last step. `unicode` draws the lines of a
    board given by lines with box characters, `flipped` shows it turned by half a circle. The points of a board that
    lies on no grid have their names beside them; where these and the lines find no room in so many `columns`, its
    sites are listed.
    """
    signs = {site: tokens.get(site) or (empties or {}).get(site) or EMPTY for site in range(len(board.sites))}
    marks = {site: mark if len(mark) == 2 else BRACKETS for site, mark in (marks or {}).items()}
    if board.regions.get("borders"):
        canvas = Canvas()
        for (row, column), text in fenced_text(
            board, tokens, signs, marks, coordinates=coordinates, flipped=flipped
        ).items():
            canvas.write(row, column, text)
        return canvas.text() + _also(board, "parted by walls", board.walls)
    rows = _from_behind(board) if flipped else layout(board)
    if not rows:
        names = board.sites if coordinates else ("",) * len(board.sites)
        found = _scattered(board, signs, marks, names, unicode=unicode, flipped=flipped, columns=columns)
        return found or _listed(board, signs, marks, coordinates=coordinates)
    joined = board.linked
    widest = max(map(len, signs.values()))
    if board.shape == "rectangle" and coordinates:
        widest = max(widest, *map(len, board.files))
    pitch = widest + 1
    if board.shape in HEXAGONAL_SHAPES:
        pitch += pitch % 2
    if joined or board.walls:
        pitch = 2 * pitch
    height = 2 if joined or board.walls else 1
    # Where each site's text ends; texts of several letters end where those of one do.
    ends = {
        site: (height * row, (indent * pitch) // 2 + place * pitch)
        for row, (indent, sites) in enumerate(rows)
        for place, site in enumerate(sites)
        if site is not None
    }
    canvas = Canvas()
    unseen = _draw_links(canvas, board, ends, pitch, unicode=unicode, flipped=flipped) if joined else []
    behind = [] if joined else _draw_walls(canvas, board, ends)
    for site, (row, column) in ends.items():
        canvas.write(row, column - len(signs[site]) + 1, signs[site])
    _draw_marks(canvas, signs, ends, marks)
    if coordinates:
        _draw_coordinates(canvas, board, signs, ends, pitch)
    return canvas.text() + _also(board, "joined", unseen) + _also(board, "parted by walls", behind)


def _also(board: Board, what: str, unseen: Sequence[tuple[int, int]]) -> str:
    """A line for the pairs of sites of which the picture does not show what they are."""
    pairs = ", ".join(f"{board.sites[start]}-{board.sites[end]}" for start, end in unseen)
    return f"\nalso {what}: {pairs}" if pairs else ""


def _from_behind(board: Board) -> Sequence[tuple[int, Sequence[int | None]]]:
    """The rows from the other side; of a board of several levels each is turned where it lies."""
    return layout(turned(board, 180)) if board.levels else _turned(layout(board))


def _turned(rows: Sequence[tuple[int, Sequence[int | None]]]) -> list[tuple[int, Sequence[int | None]]]:
    """The rows from the other side; what a row is indented by is counted in halves of a cell."""
    widest = max((indent + 2 * len(sites) for indent, sites in rows), default=0)
    return [(widest - indent - 2 * len(sites), sites[::-1]) for indent, sites in reversed(rows)]


def _draw_marks(
    canvas: Canvas, signs: Mapping[int, str], ends: Mapping[int, tuple[int, int]], marks: Mapping[int, str]
) -> None:
    """Brackets stand in the gaps between cells; two of them that meet in one gap become one stroke."""
    gaps: dict[tuple[int, int], str] = {}
    for site, mark in marks.items():
        if site in ends:
            row, column = ends[site]
            for place, sign in ((column - len(signs[site]), mark[0]), (column + 1, mark[1])):
                gaps[row, place] = "|" if (row, place) in gaps else sign
    canvas.characters.update(gaps)


def _draw_coordinates(
    canvas: Canvas, board: Board, signs: Mapping[int, str], ends: Mapping[int, tuple[int, int]], pitch: int
) -> None:
    """Names of the rows at the left, close to the first cell where rows are indented; names of columns below."""
    by_row: dict[int, list[int]] = {}
    for site, (row, _) in ends.items():
        by_row.setdefault(row, []).append(site)
    if board.shape in HEXAGONAL_SHAPES and hangs(board):
        _draw_ends(canvas, board, signs, ends, by_row)
        return
    by_letter = board.shape in LETTERED_ROWS
    lettered, numbered = _line_of(board.files, ends), _line_of(board.ranks, ends)
    named = lettered if by_letter else numbered
    names = {ends[site][0]: name for site, name in named.items()}
    begins = _draw_names_beside(canvas, board, signs, ends, [site for site in ends if site not in named])
    indented = board.shape in HEXAGONAL_SHAPES
    # Left of the longest text, a mark before it, and a blank.
    left = min(column - max(len(signs[site]) + 1, min(pitch, 3)) for site, (_, column) in ends.items()) - 1
    left = min([left, *begins.values()])
    for row, name in names.items():
        first = min(ends[site][1] for site in by_row[row]) - pitch - 1 if indented else left
        canvas.write(row, min(first, begins.get(row, first)) - len(name) + 1, name)
    if by_letter:
        return
    below = max(by_row) + 1
    if board.levels:
        _draw_levels(canvas, board, ends)
        return
    if board.shape == "rhombus":
        bottom = max(names)
        columns = {name: ends[site][1] - pitch // 2 for site, name in lettered.items() if ends[site][0] == bottom}
    else:
        columns = {name: ends[site][1] for site, name in lettered.items()}
    for name, column in columns.items():
        canvas.write(below, column - len(name) + 1, name)
    canvas.write(below, left - max(map(len, names.values())) + 1, " ")


def _line_of(lines: Mapping[str, int], ends: Mapping[int, tuple[int, int]]) -> dict[int, str]:
    """The name of the rank, or file, on which each site lies that lies on one."""
    return {site: name for name, bits in lines.items() for site in members(bits) if site in ends}


def _draw_names_beside(
    canvas: Canvas,
    board: Board,
    signs: Mapping[int, str],
    ends: Mapping[int, tuple[int, int]],
    sites: Sequence[int],
) -> dict[int, int]:
    """Names of sites on no rank, at the ends of their rows; gives back the columns left of them, by row."""
    left: dict[int, int] = {}
    middle = sum(column for _, column in ends.values()) / len(ends)
    for site in sites:
        (row, column), name = ends[site], board.sites[site]
        beside = [other for here, other in ends.values() if here == row]
        if column == min(beside) and (len(beside) > 1 or column <= middle):
            begin = column - len(signs[site]) - 1 - len(name)
            canvas.write(row, begin, name)
            left[row] = begin - 2
        elif column == max(beside):
            canvas.write(row, column + 3, name)
    return left


def _draw_levels(canvas: Canvas, board: Board, ends: Mapping[int, tuple[int, int]]) -> None:
    """Below each level the names of its columns, and close before them its own: `Aa b c`."""
    for name, level in board.levels.items():
        below = max(ends[site][0] for site in members(level)) + 1
        columns = {file: min(members(sites & level), default=-1) for file, sites in board.files.items()}
        places = {file: ends[site][1] - len(file) + 1 for file, site in columns.items() if site >= 0}
        for file, place in places.items():
            canvas.write(below, place, file)
        canvas.write(below, min(places.values()) - len(name), name)


def hangs(board: Board) -> bool:
    """Whether a file of a slanted board ends above its bottom, where its name would stand below that of another."""
    if board.shape in LETTERED_ROWS:
        return False
    lowest = [min(board.places[site][1] for site in members(bits)) for bits in board.files.values()]
    return max(lowest) - min(lowest) > 0.5


def _draw_ends(
    canvas: Canvas,
    board: Board,
    signs: Mapping[int, str],
    ends: Mapping[int, tuple[int, int]],
    by_row: Mapping[int, Sequence[int]],
) -> None:
    """At both ends of each row the name of the site that stands there."""
    widest = max(map(len, board.sites))
    for row, sites in by_row.items():
        first, last = (far(sites, key=lambda site: ends[site][1]) for far in (min, max))
        canvas.write(row, ends[first][1] - len(signs[first]) - 1 - widest, board.sites[first].rjust(widest))
        canvas.write(row, ends[last][1] + 3, board.sites[last])


def _draw_links(
    canvas: Canvas, board: Board, ends: Mapping[int, tuple[int, int]], pitch: int, *, unicode: bool, flipped: bool
) -> list[tuple[int, int]]:
    """Draw the links that run level, upright or at half a right angle; give back the others."""
    signs = SIGNS[unicode]
    cells = [(-x, -y) if flipped else (x, y) for x, y in grid_of(board) or ()]
    unseen = []
    for start, end in links(board):
        (x, y), (to_x, to_y) = sorted((cells[start], cells[end]))
        across, up = to_x - x, to_y - y
        if across and up and across != abs(up):
            unseen.append((start, end))
            continue
        row, column = ends[start if cells[start] == (x, y) else end]
        length = max(across, abs(up))
        direction = (across and 1, (up > 0) - (up < 0))
        sign = signs[direction]
        steps = length * pitch if not up else 2 * length
        for step in range(1, steps):
            place = (
                (row, column + step) if not up else (row - step * direction[1], column + across * pitch * step // steps)
            )
            crossed = across and up and canvas.characters.get(place, sign) not in (sign, " ")
            canvas.characters[place] = signs["crossing"] if crossed else sign
    return unseen


def _draw_walls(canvas: Canvas, board: Board, ends: Mapping[int, tuple[int, int]]) -> list[tuple[int, int]]:
    """Draw a stroke between the sites that a wall parts; give back those with a corner between them."""
    shown = drawable(board, board.walls)
    slanted, unseen = board.shape in HEXAGONAL_SHAPES, [pair for pair in board.walls if pair not in shown]
    for start, end in shown:
        (row, column), (to_row, to_column) = sorted((ends[start], ends[end]))
        middle = (row + to_row) // 2, (column + to_column) // 2
        if row == to_row:
            canvas.write(*middle, "|")
        elif column == to_column:
            canvas.write(middle[0], middle[1] - 1, "---")
        elif slanted:
            canvas.write(*middle, "/" if to_column > column else "\\")
        else:
            unseen.append((start, end))
    return unseen


def links(board: Board) -> tuple[tuple[int, int], ...]:
    """Pairs of sites joined by a step in any direction of the board itself, each pair once, if a line can join them."""
    found: dict[tuple[int, int], None] = {}
    for direction in board.classes["any"]:
        for start, end in enumerate(board.steps[direction]):
            if end >= 0:
                found[min(start, end), max(start, end)] = None
    return drawable(board, found)


def _scattered(
    board: Board,
    signs: Mapping[int, str],
    marks: Mapping[int, str],
    names: Sequence[str],
    *,
    unicode: bool,
    flipped: bool,
    columns: int,
) -> str:
    """The points where they lie, or nothing where that cannot be read."""
    texts = [f"{mark[0]}{signs[site]}{mark[1]}{names[site]} " for site in signs for mark in [marks.get(site, "  ")]]
    places = [(-x, -y) if flipped else (x, y) for x, y in board.places]
    picture = scattered(places, texts, [len(sign) for sign in signs.values()], links(board), columns)
    if picture is None:
        return ""
    characters, unseen = drawn(picture, unicode=unicode)
    return Canvas(characters).text() + _also(board, "joined", unseen)


def _listed(board: Board, signs: Mapping[int, str], marks: Mapping[int, str], *, coordinates: bool) -> str:
    """A line for each site: its name, what stands there, and the sites it is joined to."""
    width = max(map(len, board.sites))
    beside: list[list[str]] = [[] for _ in board.sites]
    for start, end in links(board):
        beside[start].append(board.sites[end])
        beside[end].append(board.sites[start])
    rows = []
    for site, name in enumerate(board.sites):
        mark = marks.get(site, "  ")
        row = f"{name.ljust(width)} {mark[0]}{signs[site]}{mark[1]}"
        rows.append(f"{row}  {' '.join(beside[site])}".rstrip() if coordinates else row.rstrip())
    return "\n".join(rows)
