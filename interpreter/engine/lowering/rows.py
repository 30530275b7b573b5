"""Rows without ever making a list of them: all rows of a set in a direction are found at once.

Where only one site is asked about, its windows are looked up: the runs of the least length that hold it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from interpreter.engine.lowering import reaching
from interpreter.engine.lowering.growing import grows_by_new_piece
from interpreter.engine.lowering.lists import bounds, single, union
from interpreter.engine.lowering.lists import counted as all_counted

if TYPE_CHECKING:
    from interpreter.engine.lowering.expressions import Expressions
    from interpreter.engine.lowering.scene import Scene
    from interpreter.engine.lowering.writer import Writer
    from interpreter.language.terms import Term

MOST_BITS = 11  # of the sets that a table of them all is worth its room for
MOST_WINDOWS = 2  # of a site in a direction: looking up more takes longer than finding all rows


@dataclass(frozen=True, slots=True)
class _Axis:
    """A direction and its opposite; rows have `least` to `most` sites, and none has more than `longest`."""

    direction: int
    back: int
    least: int
    most: int
    longest: int

    @property
    def open(self) -> bool:
        """Whether a row may be as long as it likes: then each run of the least length is part of one."""
        return self.most >= self.longest


def exists(expressions: Expressions, writer: Writer, scene: Scene, term: Term) -> str:
    """Whether there is a row."""
    axes, through = _axes(expressions, scene, term), term.option("through")
    if _by_new_piece(scene, term):
        # No row stood before the piece just placed, so every row that is found leads through it.
        kept = _in_kept_lines(writer, scene, term, axes)
        if kept:
            return kept
        through = None
    if through is None and "rows by table" in expressions.passes:
        looked_up = _in_table(expressions, writer, scene, term, axes)
        if looked_up:
            return looked_up
    if through is not None:
        found = _in_windows(expressions, writer, scene, term, axes, through)
        found = found or _round_site(expressions, writer, scene, term, axes)
        if found:
            return found
    bits = writer.name(expressions.clean(writer, scene, term.args[0]))
    if through is None:
        return f"({union([_ends(expressions, writer, bits, axis) for axis in axes])} != 0)"
    met = expressions.named(writer, scene, through)
    return f"({union([f'({_cells(expressions, writer, bits, axis)} & {met})' for axis in axes])} != 0)"


def flattened(expressions: Expressions, writer: Writer, scene: Scene, term: Term) -> str:
    """The sites of all rows."""
    through, parts = term.option("through"), []
    bits = writer.name(expressions.clean(writer, scene, term.args[0]))
    met = None if through is None else expressions.named(writer, scene, through)
    for axis in _axes(expressions, scene, term):
        cells = _cells(expressions, writer, bits, axis)
        if met is not None:
            seed = writer.name(f"{cells} & {met}")
            slides = [expressions.program.slide(seed, cells, way) for way in (axis.direction, axis.back)]
            cells = f"({' | '.join(slides)})"
        parts.append(cells)
    return union(parts)


def counted(expressions: Expressions, writer: Writer, scene: Scene, term: Term) -> str:
    """The number of rows; where they lead through something, it is one site at most."""
    through = term.option("through")
    axes = _axes(expressions, scene, term)
    bits = writer.name(expressions.clean(writer, scene, term.args[0]))
    if through is None:
        return all_counted([_last(expressions, writer, bits, axis) for axis in axes])
    met = expressions.named(writer, scene, through)
    return all_counted([f"({_cells(expressions, writer, bits, axis)} & {met})" for axis in axes])


def largest(expressions: Expressions, writer: Writer, scene: Scene, term: Term) -> str:
    """The sites of the largest row; 0 without rows."""
    through = term.option("through")
    bits = writer.name(expressions.clean(writer, scene, term.args[0]))
    met = None if through is None else expressions.named(writer, scene, through)
    best, rest, row = writer.fresh("best"), writer.fresh("rest"), writer.fresh("g")
    writer.line(f"{best} = 0")
    for axis in _axes(expressions, scene, term):
        writer.line(f"{rest} = {_last(expressions, writer, bits, axis)}")
        with writer.block(f"while {rest} != 0:"):
            writer.line(f"{row} = {expressions.program.slide(f'{rest} & -{rest}', bits, axis.back)}")
            writer.line(f"{rest} = {rest} ^ ({rest} & -{rest})")
            better = f"max({best}, count({row}))"
            writer.line(
                f"{best} = {better}" if met is None else f"{best} = ({better}) if {row} & {met} != 0 else {best}"
            )
    return best


# --- axes


def _axes(expressions: Expressions, scene: Scene, term: Term) -> list[_Axis]:
    """The directions of a term, one of two opposite ones, in which there can be rows."""
    program, board = expressions.program, expressions.program.board
    program.constant(0)
    found: list[_Axis] = []
    for direction in expressions.along(scene, term):
        back = board.opposite[direction]
        if any(axis.direction == back for axis in found):
            continue
        longest = program.longest(direction) + 1
        least, most = bounds(term, longest)
        if max(2, least) <= longest:
            found.append(_Axis(direction, back, max(2, least), most, longest))
    return found


# --- rows of a set


def _moved(expressions: Expressions, text: str, direction: int, times: int) -> str:
    """A set of runs moved several steps: where the numbering has gaps, a run cannot lie across one."""
    program = expressions.program
    if program.numbering.gapped:
        first = program.shifted("", direction)  # "( << n)"
        if first.startswith("("):
            sign, amount = first.strip("()").split()
            return f"({text} {sign} {int(amount) * times})"
        return program.constant(0)
    return program.shifted(text, direction, times)


def _runs(expressions: Expressions, writer: Writer, bits: str, direction: int, length: int) -> str:
    """The last sites of runs of a length (of longer runs, each site that ends that many)."""
    found, have = bits, 1
    while have < length:
        more = min(have, length - have)
        found = writer.name(f"{found} & {_moved(expressions, found, direction, more)}")
        have += more
    return found


def _ends(expressions: Expressions, writer: Writer, bits: str, axis: _Axis) -> str:
    """A set that is empty where there is no row."""
    if axis.open:
        return _runs(expressions, writer, bits, axis.direction, axis.least)
    return _last(expressions, writer, bits, axis)


def _last(expressions: Expressions, writer: Writer, bits: str, axis: _Axis) -> str:
    """The last site of each row."""
    runs = _runs(expressions, writer, bits, axis.direction, axis.least)
    beyond = expressions.program.shifted(bits, axis.back)
    if axis.open:
        return writer.name(f"{runs} & ~{beyond}")
    longer = (
        writer.name(f"{runs} & {_moved(expressions, runs, axis.direction, 1)}")
        if axis.most == axis.least
        else _runs(expressions, writer, bits, axis.direction, axis.most + 1)
    )
    return writer.name(f"{runs} & ~{longer} & ~{beyond}")


def _cells(expressions: Expressions, writer: Writer, bits: str, axis: _Axis) -> str:
    """The sites of all rows."""
    last = _ends(expressions, writer, bits, axis)
    if not axis.open and axis.least != axis.most:
        return writer.name(expressions.program.slide(last, bits, axis.back))
    cells, have = last, 1
    while have < axis.least:
        more = min(have, axis.least - have)
        cells = writer.name(f"{cells} | {_moved(expressions, cells, axis.back, more)}")
        have += more
    return cells


def _in_table(expressions: Expressions, writer: Writer, scene: Scene, term: Term, axes: list[_Axis]) -> str:
    """Whether a set holds a row, looked up; "" where there are too many sets."""
    program, numbering = expressions.program, expressions.program.numbering
    bits = max(numbering.place) + 1
    if bits > MOST_BITS or not all(axis.open for axis in axes):
        return ""
    runs = {
        sum(1 << numbering.place[site] for site in line[first : first + axis.least])
        for axis in axes
        for line in program.walks(axis.direction)
        for first in range(len(line) - axis.least + 1)
    }
    name = "ROWS_" + "_".join(f"{axis.direction}_{axis.least}" for axis in axes)
    table = program.table(name, [int(any(held & run == run for run in runs)) for held in range(1 << bits)])
    return f"({table}[word({expressions.clean(writer, scene, term.args[0])}, 0)] != 0)"


# --- rows through one site


def _by_new_piece(scene: Scene, term: Term) -> bool:
    """Whether every row leads through the piece just placed, or is not asked about."""
    through = term.option("through")
    met = through is None or (through.op == "word" and through.value == "to")
    return scene.grown is not None and met and grows_by_new_piece(term)


def _in_kept_lines(writer: Writer, scene: Scene, term: Term, axes: list[_Axis]) -> str:
    """Whether the lines of the piece just placed hold a row; "" where they are not kept."""
    if scene.kept is None or scene.grown is None or len({(axis.least, axis.open) for axis in axes}) != 1:
        return ""
    axis = axes[0]
    lines = scene.kept.line_words(writer, scene, term, [axis.direction for axis in axes], scene.grown)
    found = []
    for line in lines:
        word = writer.name(line)
        runs = _doubled(writer, word, 1, axis.least)
        if not axis.open:
            longer = _doubled(writer, runs, axis.least, axis.most + 1)
            runs = writer.name(f"{runs} & ~{longer} & ~ushr({word}, 1)")
        found.append(runs)
    return f"({' | '.join(found)} != 0)" if found else ""


def _doubled(writer: Writer, found: str, have: int, length: int) -> str:
    """Of lines as ints, the last sites of runs of a length, from those of a shorter length."""
    while have < length:
        more = min(have, length - have)
        found = writer.name(f"{found} & ({found} << {more})")
        have += more
    return found


def _in_windows(
    expressions: Expressions, writer: Writer, scene: Scene, term: Term, axes: list[_Axis], through: Term
) -> str:
    """Whether a row leads through one site, by its windows; "" where finding all rows is as fast."""
    program, numbering = expressions.program, expressions.program.numbering
    met = scene.words.get(str(through.value)) if through.op == "word" else None
    spare = numbering.every != (1 << numbering.width) - 1  # some bit is no site: a mask that holds it is never filled
    if "windows" not in expressions.passes or met is None or numbering.gapped or not spare:
        return ""
    tables = []
    for axis in axes:
        if not axis.open or axis.longest - axis.least + 1 > MOST_WINDOWS:
            return ""
        for number in range(axis.longest - axis.least + 1):
            values = _windows(expressions, axis, number)
            tables.append(program.table(f"WINDOW_{axis.direction}_{axis.least}_{number}", values, "sets"))
    if not tables:
        return ""
    bits = writer.name(expressions.clean(writer, scene, term.args[0]))
    place = scene.places.get(met) or writer.name(f"lowest({met})", "p")
    outside = writer.name(f"~{bits}")
    return f"({' or '.join(f'{table}[{place}] & {outside} == 0' for table in tables)})"


def _round_site(expressions: Expressions, writer: Writer, scene: Scene, term: Term, axes: list[_Axis]) -> str:
    """Whether a row leads through one site; "" where that is found in other ways.

    What lies round the site is moved to a place that is the same for all sites, so that what is not near it costs
    nothing. There, every run of the least length in line with the site leads through it.
    """
    program, through = expressions.program, term.option("through")
    if "rows round a site" not in expressions.passes or through is None or not single(through):
        return ""
    if not program.wide or not program.numbering.gapped or not all(axis.open for axis in axes):
        return ""
    strides = [program.shifts(axis.direction)[0][0] for axis in axes]
    far = max((abs(stride) * (axis.least - 1) for stride, axis in zip(strides, axes, strict=True)), default=0)
    if not axes or 2 * far >= program.numbering.width:
        return ""
    bits = writer.name(expressions.clean(writer, scene, term.args[0]))
    place = reaching.place(writer, scene, expressions.named(writer, scene, through))
    near = writer.name(f"({bits} >> ({place} - {far}) if {place} >= {far} else {bits} << ({far} - {place}))")
    parts = []
    for stride, axis in zip(strides, axes, strict=True):
        line = program.constant(sum(1 << far + stride * steps for steps in range(1 - axis.least, axis.least)))
        parts.append(_runs(expressions, writer, writer.name(f"{near} & {line}"), axis.direction, axis.least))
    return f"({union(parts)} != 0)"


def _windows(expressions: Expressions, axis: _Axis, number: int) -> list[int]:
    """For every place, its window of a number; all bits where it has no such one."""
    program, numbering = expressions.program, expressions.program.numbering
    found = [(1 << numbering.width) - 1] * (max(numbering.place) + 1)
    for line in program.walks(axis.direction):
        for spot, site in enumerate(line):
            first = max(0, spot - axis.least + 1) + number
            if first <= spot and first + axis.least <= len(line):
                window = line[first : first + axis.least]
                found[numbering.place[site]] = sum(1 << numbering.place[other] for other in window)
    return found
