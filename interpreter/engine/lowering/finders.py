"""Rows, groups and runs between two ends, without ever making a list: what is asked of the list is computed at once."""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.engine.lowering.growing import grows_by_new_piece
from interpreter.engine.lowering.program import UnloweredError, Writer
from interpreter.language.terms import Kind, Term

if TYPE_CHECKING:
    from interpreter.engine.lowering.expressions import Expressions
    from interpreter.engine.lowering.scene import Scene


def exists(expressions: Expressions, writer: Writer, scene: Scene, term: Term) -> str:
    """Whether the list has a member."""
    match term.op:
        case "rows":
            kept = _rows_by_new_piece(expressions, writer, scene, term)
            return kept or f"({_union(_row_cells(expressions, writer, scene, term, ends=True))} != 0)"
        case "between":
            return f"({_union([end for end, _ in _closed(expressions, writer, scene, term)])} != 0)"
        case _:
            if scene.grown is not None and set(dict(term.named)) == {"along", "including"} and grows_by_new_piece(term):
                return _joined_by_new_piece(expressions, writer, scene, term, scene.grown)
            return _group_loop(expressions, writer, scene, term, "exists")


def flattened(expressions: Expressions, writer: Writer, scene: Scene, term: Term) -> str:
    """The union of the members."""
    match term.op:
        case "rows":
            return _union(_row_cells(expressions, writer, scene, term, ends=False))
        case "between":
            return _union([run for _, run in _closed(expressions, writer, scene, term)])
        case _:
            return _group_loop(expressions, writer, scene, term, "flatten")


def measured(expressions: Expressions, writer: Writer, scene: Scene, term: Term, what: str) -> str:
    """The number of members (`length`), or the size of the `largest` or `smallest` (0 without members)."""
    match term.op:
        case "rows" if what == "length":
            return _counted(_row_cells(expressions, writer, scene, term, ends=True, each=True))
        case "between" if what == "length" and _single(term.args[0]):
            return _counted([end for end, _ in _closed(expressions, writer, scene, term)])
        case "groups":
            known = Term(what, Kind.NUMBER, (term,))
            if known not in scene.known:  # one loop gives the number and the sizes
                _group_loop(expressions, writer, scene, term, "measured")
            return scene.known[known]
        case _:
            raise UnloweredError(f"`{what}` of `{term.op}` has no kernel form yet")


def _union(parts: list[str]) -> str:
    return f"({' | '.join(parts)})" if len(parts) > 1 else parts[0] if parts else "NOWHERE"


def _counted(parts: list[str]) -> str:
    return f"({' + '.join(f'count({part})' for part in parts)})" if parts else "0"


def _single(term: Term) -> bool:
    """Whether a set is one site at most."""
    return term.kind is Kind.SITE


def _fixed(term: Term, name: str, default: int) -> int:
    """A size filter, which must be a fixed number."""
    found = term.option(name)
    if found is None:
        return default
    if found.op != "number" or not isinstance(found.value, int):
        raise UnloweredError(f"`{name}=` that is computed has no kernel form yet")
    return found.value


def _bounds(term: Term, longest: int) -> tuple[int, int]:
    exact = _fixed(term, "length", -1)
    least = max(_fixed(term, "min", 1), exact)
    most = min(_fixed(term, "max", longest), exact if exact >= 0 else longest)
    return least, most


def _refuse(term: Term, *allowed: str) -> None:
    for name, _ in term.named:
        if name not in {"along", "of", "length", "min", "max", *allowed}:
            raise UnloweredError(f"`{name}=` of `{term.op}` has no kernel form yet")


# --- rows


def _row_cells(
    expressions: Expressions, writer: Writer, scene: Scene, term: Term, *, ends: bool, each: bool = False
) -> list[str]:
    """For each axis, a set that is empty unless there are rows: their last sites (`ends`), or all their sites.

    With `through`, only rows that meet it count; with `each`, every row must give exactly one site.
    """
    _refuse(term, "through")
    program, board = expressions.program, expressions.program.board
    longest = max(board.width, board.height, 2) if board.width else len(board.sites)
    least, most = _bounds(term, longest)
    least = max(2, least)
    through = term.option("through")
    if through is not None and each and not _single(through):
        raise UnloweredError("counting rows through a set has no kernel form yet")
    bits = writer.name(expressions.clean(writer, scene, term.args[0]))
    meets = None if through is None else expressions.named(writer, scene, through)
    parts = []
    for direction in _axes(board.opposite, expressions.along(scene, term)):
        back = board.opposite[direction]
        if back < 0 or has_loop(board.steps[direction]):
            raise UnloweredError("rows along one-way or closed directions have no kernel form yet")
        any_end = ends and not each and meets is None
        last = _row_ends(expressions, writer, bits, direction, (least, most, longest), any_end=any_end)
        if meets is None and ends:
            parts.append(last)
            continue
        cells = _row_back(expressions, writer, bits, last, back, least if least == most else 0)
        if meets is None:
            parts.append(cells)
        elif ends:
            parts.append(f"({cells} & {meets})")
        else:
            seed = writer.name(f"{cells} & {meets}")
            parts.append(f"({program.slide(seed, cells, direction)} | {program.slide(seed, cells, back)})")
    return parts


def _rows_by_new_piece(expressions: Expressions, writer: Writer, scene: Scene, term: Term) -> str:
    """Whether there is a row through the piece just placed, by its lines alone; "" where they are not kept.

    No row stood before that piece, so every row that is found leads through it.
    """
    through = term.option("through")
    met = through is None or (through.op == "word" and through.value == "to")
    if scene.kept is None or scene.grown is None or not met or not grows_by_new_piece(term):
        return ""
    board = expressions.program.board
    directions = expressions.along(scene, term)
    if any(has_loop(board.steps[direction]) or board.opposite[direction] < 0 for direction in directions):
        return ""
    axes = _axes(board.opposite, directions)
    longest = max((expressions.program.longest(axis) + 1 for axis in axes), default=1)
    least, most = _bounds(term, longest)
    least = max(2, least)
    lines = scene.kept.line_words(writer, scene, term, axes, scene.grown)
    if lines is None:
        return ""
    found = []
    for line in lines:
        word = writer.name(line)
        runs = _doubled(writer, word, 1, least)
        if most < longest:
            longer = _doubled(writer, runs, least, most + 1)
            runs = writer.name(f"{runs} & ~{longer} & ~ushr({word}, 1)")
        found.append(runs)
    return f"({' | '.join(found)} != 0)"


def _doubled(writer: Writer, found: str, have: int, length: int) -> str:
    """Of lines as ints, the last sites of runs of a length, from those of a shorter length."""
    while have < length:
        more = min(have, length - have)
        found = writer.name(f"{found} & ({found} << {more})")
        have += more
    return found


def _axes(opposite: tuple[int, ...], along: tuple[int, ...]) -> list[int]:
    chosen: list[int] = []
    for direction in along:
        if opposite[direction] not in chosen:
            chosen.append(direction)
    return chosen


def has_loop(steps: tuple[int, ...]) -> bool:
    """Whether walking in a direction comes back to where it began."""
    for start in range(len(steps)):
        site, count = steps[start], 0
        while site >= 0 and count <= len(steps):
            if site == start:
                return True
            site, count = steps[site], count + 1
    return False


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


def _row_ends(
    expressions: Expressions,
    writer: Writer,
    bits: str,
    direction: int,
    sizes: tuple[int, int, int],
    *,
    any_end: bool,
) -> str:
    """The last sites of rows of least to most sites; no row is longer than the longest.

    With `any_end` it is enough that the set is empty where there is no row.
    """
    least, most, longest = sizes
    back = expressions.program.board.opposite[direction]
    runs = _runs(expressions, writer, bits, direction, least)
    if any_end and most >= longest:
        return runs  # every longer row holds such a run
    if least == most or most < longest:
        longer = (
            writer.name(f"{runs} & {_moved(expressions, runs, direction, 1)}")
            if most == least
            else _runs(expressions, writer, bits, direction, most + 1)
        )
        return writer.name(f"{runs} & ~{longer} & ~{expressions.program.shifted(bits, back)}")
    return writer.name(f"{runs} & ~{expressions.program.shifted(bits, back)}")


def _row_back(expressions: Expressions, writer: Writer, bits: str, last: str, back: int, length: int) -> str:
    """All sites of the rows that end at given sites; `length` is 0 where they differ in length."""
    if length:
        cells, have = last, 1
        while have < length:
            more = min(have, length - have)
            cells = writer.name(f"{cells} | {_moved(expressions, cells, back, more)}")
            have += more
        return cells
    return writer.name(expressions.program.slide(last, bits, back))


# --- between


def _closed(expressions: Expressions, writer: Writer, scene: Scene, term: Term) -> list[tuple[str, str]]:
    """For each direction, the closing ends and the runs they close."""
    _refuse(term)
    program, board = expressions.program, expressions.program.board
    start = writer.name(expressions.sets(writer, scene, term.args[0]))
    end = expressions.named(writer, scene, term.args[1])
    of = term.option("of")
    assert of is not None  # noqa: S101 - the checker asks for it
    inside = expressions.named(writer, scene, of)
    longest = max(board.width, board.height, 2) if board.width else len(board.sites)
    least, most = _bounds(term, longest)
    parts = []
    for direction in expressions.along(scene, term):
        back = board.opposite[direction]
        if back < 0 or has_loop(board.steps[direction]):
            raise UnloweredError("`between` along one-way or closed directions has no kernel form yet")
        if least == most:
            front = start
            for _ in range(least):
                front = writer.name(f"{program.shifted(front, direction)} & {inside}")
            closing = writer.name(f"{program.shifted(front, direction)} & {end} & ~{inside}")
            run, cells = closing, []
            for _ in range(least):
                run = writer.name(program.shifted(run, back))
                cells.append(run)
            parts.append((closing, _union(cells)))
            continue
        if least > 1 or most < longest:
            raise UnloweredError("`between` with a range of lengths has no kernel form yet")
        first = writer.name(f"{program.shifted(start, direction)} & {inside}")
        run = writer.name(program.slide(first, inside, direction))
        closing = writer.name(f"{program.shifted(run, direction)} & {end} & ~{inside}")
        if _single(term.args[0]):
            parts.append((closing, f"({run} if {closing} != 0 else NOWHERE)"))
            program.constant(0)
        else:
            cells_name = writer.name(program.slide(closing, run, back))
            parts.append((closing, f"({cells_name} & ~{closing})"))
    return parts


# --- groups


def _joined_by_new_piece(expressions: Expressions, writer: Writer, scene: Scene, term: Term, grown: str) -> str:
    """Whether the group of the piece just placed meets all of `including=`: no other group has changed."""
    including = term.option("including")
    assert including is not None  # noqa: S101 - asked by the caller
    inside = writer.name(expressions.clean(writer, scene, term.args[0]))
    along = expressions.along(scene, term)
    ends = [writer.name(expressions.sets(writer, scene, arg)) for arg in including.args]
    joined = scene.kept.connection(scene.me, term) if scene.kept is not None and len(ends) == 2 else None
    if joined is not None:
        # What is connected to the first set is kept from step to step, and every piece joins it once.
        place = scene.places.get(grown)
        near = expressions.program.near(grown, along) if place is None else expressions.program.near_place(place, along)
        fill = expressions.program.fill if place is None else expressions.program.flood
        with writer.block(f"if {near} & {joined} | {grown} & {ends[0]} != 0:"):
            writer.line(f"{joined} = {joined} | {fill(grown, f'{inside} & ~{joined}', along)}")
        return f"({joined} & {ends[1]} != 0)"
    group = writer.fresh("g")
    writer.line(f"{group} = {expressions.program.fill(grown, inside, along)}")
    return f"({' and '.join(f'{group} & {end} != 0' for end in ends)})"


def merged_alternatives(scene: Scene, term: Term) -> Term | None:
    """`rows(A ...) or rows(B ...)` over pieces of several kinds as rows of the kind just placed, where that is all."""
    if scene.grown is None or len(term.args) < 2:
        return None
    lists = [arg.args[0] for arg in term.args if arg.op == "exists" and arg.args[0].op == "rows"]
    if len(lists) < len(term.args) or not all(grows_by_new_piece(found) for found in lists):
        return None
    if len({found.named for found in lists}) > 1 or any(found.args[0].op != "piece" for found in lists):
        return None
    placed = Term("placed", Kind.SITES, tuple(found.args[0] for found in lists))
    return Term("exists", Kind.YES_NO, (Term("rows", Kind.LIST, (placed,), named=lists[0].named),))


def _group_loop(expressions: Expressions, writer: Writer, scene: Scene, term: Term, what: str) -> str:
    """A loop over the groups of a set that keeps what is asked."""
    if term.op != "groups":
        raise UnloweredError(f"`{what}` of `{term.op}` has no kernel form yet")
    program = expressions.program
    program.constant(0)
    along = expressions.along(scene, term)
    inside = writer.name(expressions.clean(writer, scene, term.args[0]))
    options = {name: found for name, found in term.named if name != "along"}
    sets = {
        name: writer.name(expressions.sets(writer, scene, options[name]))
        for name in ("through", "touching", "clear-of")
        if name in options
    }
    including = options.get("including")
    members = [writer.name(expressions.sets(writer, scene, arg)) for arg in including.args] if including else []
    tests, seeds = [], inside
    if "through" in sets:
        seeds = f"{inside} & {sets['through']}"
    elif "touching" in sets:
        seeds = f"{inside} & {program.near(sets['touching'], along)}"
    elif members:
        seeds = f"{inside} & {members[0]}"
        members = members[1:]
    if "through" in sets and "touching" in sets:
        tests.append(f"{{group}} & {program.near(sets['touching'], along)} != 0")
    tests += [f"{{group}} & {name} != 0" for name in members]
    if "clear-of" in sets:
        tests.append(f"{program.near('{group}', along)} & {sets['clear-of']} == 0")
    for name, sign in (("length", "=="), ("min", ">="), ("max", "<=")):
        if name in options:
            size = writer.name(expressions.number(writer, scene, options[name]))
            tests.append(f"count({{group}}) * {expressions.scale} {sign} {size}")
    result, rest, group = writer.fresh("r"), writer.fresh("rest"), writer.fresh("g")
    large, small = f"{result}large", f"{result}small"
    if what == "measured":
        for name, which in ((result, "length"), (large, "largest"), (small, "smallest")):
            writer.line(f"{name} = 0")
            scene.known[Term(which, Kind.NUMBER, (term,))] = name
    else:
        writer.line(f"{result} = {'False' if what == 'exists' else 'NOWHERE'}")
    writer.line(f"{rest} = {seeds}")
    stop = f" and not {result}" if what == "exists" else ""
    with writer.block(f"while {rest} != 0{stop}:"):
        writer.line(f"{group} = {program.fill(f'{rest} & -{rest}', inside, along)}")
        writer.line(f"{rest} = {rest} & ~{group}")
        lines = {
            "exists": [f"{result} = True"],
            "flatten": [f"{result} = {result} | {group}"],
            "measured": [
                f"{large} = max({large}, count({group}))",
                f"{small} = count({group}) if {result} == 0 else min({small}, count({group}))",
                f"{result} = {result} + 1",
            ],
        }[what]
        if tests:
            with writer.block(f"if {' and '.join(test.format(group=group) for test in tests)}:"):
                for line in lines:
                    writer.line(line)
        else:
            for line in lines:
                writer.line(line)
    return result
