"""Lists that are never made: what is asked of groups and runs between two ends is computed at once; see `rows`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.board.board import longest
from interpreter.engine.lowering import everywhere, liberties, members, reaching, rows, runs
from interpreter.engine.lowering.growing import grows_by_new_piece
from interpreter.engine.lowering.lists import bounds, counted, single, sized, union
from interpreter.engine.lowering.partition import joined, partition_of
from interpreter.engine.lowering.rays import seen
from interpreter.language.terms import Kind, Term

if TYPE_CHECKING:
    from interpreter.engine.lowering.expressions import Expressions
    from interpreter.engine.lowering.members import Item
    from interpreter.engine.lowering.scene import Scene
    from interpreter.engine.lowering.writer import Writer


def exists(expressions: Expressions, writer: Writer, scene: Scene, term: Term) -> str:
    """Whether a list, or a set of sites that pass a test, has a member."""
    together = everywhere.passing(expressions, writer, scene, term) if term.kind is not Kind.LIST else ""
    if together:
        return f"({together} != 0)"
    shut = liberties.shut_in(expressions, writer, scene, term)
    if shut:
        return f"({shut} != 0)"
    match _form(expressions, term):
        case "rows":
            return rows.exists(expressions, writer, scene, term)
        case "between":
            return f"({union([end for end, _ in _closed(expressions, writer, scene, term)])} != 0)"
        case _:
            if scene.grown is not None and set(dict(term.named)) == {"along", "including"} and grows_by_new_piece(term):
                return _joined_by_new_piece(expressions, writer, scene, term, scene.grown)
            return _looped(expressions, writer, scene, term, "exists")


def flattened(expressions: Expressions, writer: Writer, scene: Scene, term: Term) -> str:
    """The union of the members; of a set of sites that pass a test, the set."""
    together = everywhere.passing(expressions, writer, scene, term) if term.kind is not Kind.LIST else ""
    if together:
        return together
    shut = liberties.shut_in(expressions, writer, scene, term)
    if shut:
        return shut
    match _form(expressions, term):
        case "rows":
            return rows.flattened(expressions, writer, scene, term)
        case "between":
            return union([run for _, run in _closed(expressions, writer, scene, term)])
        case _:
            return _looped(expressions, writer, scene, term, "flatten")


def measured(expressions: Expressions, writer: Writer, scene: Scene, term: Term, what: str) -> str:
    """The number of members (`length`), or the size of the `largest` (0 without members)."""
    match _form(expressions, term, what):
        case "rows" if what == "length":
            return rows.counted(expressions, writer, scene, term)
        case "rows":
            return rows.largest(expressions, writer, scene, term)
        case "between" if what == "length":
            return counted([end for end, _ in _closed(expressions, writer, scene, term)])
        case "between":  # one run at most in each direction
            sizes = [writer.name(f"count({run})") for _, run in _closed(expressions, writer, scene, term)]
            best = writer.name(sizes[0] if sizes else "0")
            for size in sizes[1:]:
                best = writer.name(f"max({best}, {size})")
            return best
        case _:
            known = Term(what, Kind.NUMBER, (term,))
            if known not in scene.known:  # one loop gives the number and the sizes
                _looped(expressions, writer, scene, term, "measured")
            return scene.known[known]


def _form(expressions: Expressions, term: Term, what: str = "") -> str:
    """How what is asked of a list is found: in a way of its own for all its members at once, or one by one."""
    return term.op if runs.at_once(expressions, term, what) else "one by one"


# --- between


def _closed(expressions: Expressions, writer: Writer, scene: Scene, term: Term) -> list[tuple[str, str]]:
    """For each direction, the closing ends and the runs they close."""
    program, board = expressions.program, expressions.program.board
    start = writer.name(expressions.sets(writer, scene, term.args[0]))
    end = expressions.named(writer, scene, term.args[1])
    of = term.option("of")
    assert of is not None  # noqa: S101 - the checker asks for it
    inside = expressions.named(writer, scene, of)
    directions = expressions.along(scene, term)
    farthest = max(longest(board, directions), 2)
    least, most = bounds(term, farthest)
    parts = []
    if least == 1 and most >= farthest and reaching.sees(expressions, term.args[0], directions):
        return _seen(expressions, writer, scene, (start, inside, end), directions)
    for direction in directions:
        back = board.opposite[direction]
        if least == most:
            front = start
            for _ in range(least):
                front = writer.name(f"{program.shifted(front, direction)} & {inside}")
            closing = writer.name(f"{program.shifted(front, direction)} & {end} & ~{inside}")
            run, cells = closing, []
            for _ in range(least):
                run = writer.name(program.shifted(run, back))
                cells.append(run)
            parts.append((closing, union(cells)))
            continue
        first = writer.name(f"{program.shifted(start, direction)} & {inside}")
        run = writer.name(program.slide(first, inside, direction))
        closing = writer.name(f"{program.shifted(run, direction)} & {end} & ~{inside}")
        if single(term.args[0]):
            parts.append((closing, f"({run} if {closing} != 0 else NOWHERE)"))
            program.constant(0)
        else:
            cells_name = writer.name(program.slide(closing, run, back))
            parts.append((closing, f"({cells_name} & ~{closing})"))
    return parts


def _seen(
    expressions: Expressions, writer: Writer, scene: Scene, sets: tuple[str, str, str], directions: tuple[int, ...]
) -> list[tuple[str, str]]:
    """The same for runs of any length from one site, of what lies between: each is what is seen in a direction."""
    start, inside, end = sets
    expressions.program.constant(0)
    place = reaching.place(writer, scene, start)
    stops = writer.name(f"{expressions.program.every} & ~{inside}")
    ends = writer.name(f"{stops} & {end}")
    parts = []
    for direction in directions:
        sight = writer.name(seen(expressions.program, place, stops, direction))
        run = writer.name(f"{sight} & {inside}")
        met = writer.name(f"{sight} & {ends}")
        parts.append((f"({met} if {run} != 0 else NOWHERE)", f"({run} if {met} != 0 else NOWHERE)"))
    return parts


# --- groups


def _joined_by_new_piece(expressions: Expressions, writer: Writer, scene: Scene, term: Term, grown: str) -> str:
    """Whether the group of the piece just placed meets all of `including=`: no other group has changed."""
    including = term.option("including")
    assert including is not None  # noqa: S101 - asked by the caller
    inside = expressions.named(writer, scene, term.args[0])
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
    new = Term("grown", Kind.SITES, term.args, along)  # conditions that join other sets share the group
    group = scene.known.get(new)
    if group is None:
        whole = liberties.whole(scene, term.args[0], reaching.place(writer, scene, grown), along)
        group = scene.known[new] = writer.name(whole or expressions.program.fill(grown, inside, along))
    return f"({' and '.join(f'{group} & {end} != 0' for end in ends)})"


def group_meets(expressions: Expressions, writer: Writer, scene: Scene, term: Term) -> str:
    """Whether the sites beside a group meet a set, without finding the group wholly; "" for other sets."""
    if "stopped fills" not in expressions.passes or term.op != "meet":
        return ""
    near = next((arg for arg in term.args if arg.op == "near" and arg.args[0].op == "group"), None)
    rest = tuple(arg for arg in term.args if arg is not near)
    if near is None or not rest:
        return ""
    group, along, of = near.args[0], expressions.along(scene, near), near.args[0].option("of")
    if of is None or expressions.along(scene, group) != along or not expressions.program.mutual(along):
        return ""
    breathes = liberties.breathes(expressions, writer, scene, group, along) if rest == (liberties.EMPTY,) else ""
    if breathes:
        return breathes
    seed, inside = expressions.sets(writer, scene, group.args[0]), expressions.clean(writer, scene, of)
    met = expressions.clean(writer, scene, Term("meet", Kind.SITES, rest))
    filled, clear, one = writer.fresh("g"), writer.fresh("clear"), single(group.args[0])
    writer.line(f"{filled}, {clear} = {expressions.program.clear_fill(seed, inside, along, met, one=one)}")
    return f"(not {clear})"


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


def _filters(expressions: Expressions, writer: Writer, scene: Scene, term: Term) -> tuple[str, str, list[str], str]:
    """The set whose groups are meant, sites of which each holds one, what is asked of a `{item}`, and `clear-of`."""
    program, along = expressions.program, expressions.along(scene, term)
    inside = writer.name(expressions.clean(writer, scene, term.args[0]))
    options = {name: found for name, found in term.named if name != "along"}
    sets = {
        name: writer.name(expressions.sets(writer, scene, options[name]))
        for name in ("through", "touching", "clear-of", "inside")
        if name in options
    }
    including = options.get("including")
    met = [writer.name(expressions.sets(writer, scene, arg)) for arg in including.args] if including else []
    tests, seeds = [], inside
    if "through" in sets:
        seeds = f"{inside} & {sets['through']}"
    elif "touching" in sets:
        touching, one = sets["touching"], program.wide and single(options["touching"])
        near = program.near_one(reaching.place(writer, scene, touching), along) if one else ""
        seeds = f"{inside} & {near or program.near(touching, along)}"
    elif met:
        seeds = f"{inside} & {met[0]}"
        met = met[1:]
    if "through" in sets and "touching" in sets:
        tests.append(f"{{item}} & {program.near(sets['touching'], along)} != 0")
    tests += [f"{{item}} & {name} != 0" for name in met]
    if "inside" in sets:
        tests.append(f"{{item}} & ~{sets['inside']} == 0")
    tests += sized(expressions, writer, scene, term)
    return inside, seeds, tests, sets.get("clear-of", "")


def group(expressions: Expressions, writer: Writer, scene: Scene, term: Term) -> str:
    """The group of a seed, which may be of several sites."""
    of = term.option("of")
    assert of is not None  # noqa: S101 - the checker fills it in
    along, seed = expressions.along(scene, term), expressions.sets(writer, scene, term.args[0])
    if seed == "NOWHERE":  # the step lacks the word
        return seed
    partition = partition_of(expressions, writer, scene, of, along) if single(term.args[0]) else None
    if partition is None:
        return expressions.program.fill(seed, expressions.clean(writer, scene, of), along)
    seed = writer.name(f"{seed} & {expressions.named(writer, scene, of)}")
    expressions.program.constant(0)
    return f"({partition.of(seed)} if {seed} != 0 else NOWHERE)"


def connected(expressions: Expressions, writer: Writer, scene: Scene, term: Term) -> str:
    """Whether all sites of a set are connected.

    A group without one of its sites is if what lay beside that site is, and it most often is right there.
    """
    program, along = expressions.program, expressions.along(scene, term)
    gap = _gap(term.args[0]) if "gap in a group" in expressions.passes else None
    if gap is None or not program.mutual(along) or expressions.along(scene, gap[0]) != along:
        inside = expressions.named(writer, scene, term.args[0])
        return f"({program.fill(f'{inside} & -{inside}', inside, along)} == {inside})"
    whole, site = (expressions.named(writer, scene, part) for part in gap)
    rest = writer.name(f"{whole} & ~{site}")
    text = joined(program, f"{program.near(site, along)} & {rest}", rest, along)
    of = gap[0].option("of")
    partition = None if of is None else partition_of(expressions, writer, scene, of, along)
    if partition is None or not partition.whole:
        return text
    found = writer.kept(text, "c")
    writer.line(f"{partition.whole} = {rest} if {found} else {partition.whole}")
    return found


def _gap(term: Term) -> tuple[Term, Term] | None:
    """The group and the site of `group(...) and not SITE`."""
    if term.op != "meet" or len(term.args) != 2:
        return None
    for whole, rest in (term.args, term.args[::-1]):
        if whole.op == "group" and single(whole.args[0]) and rest.op == "complement" and single(rest.args[0]):
            return whole, rest.args[0]
    return None


def lead(expressions: Expressions, writer: Writer, scene: Scene, lists: list[Term]) -> str:
    """More than, equal to or less than 0: which of two lists has more of the largest members that they differ in.

    In each turn of the loop the largest members that are smaller than those before are found and counted.
    """
    limit, result, size = writer.fresh("limit"), writer.fresh("lead"), writer.fresh("size")
    writer.line(f"{limit} = {len(expressions.program.board.sites) + 1}")
    writer.line(f"{result} = 0")
    with writer.block(f"while {limit} != 0 and {result} == 0:"):
        inside, found = scene.nested(), []
        for term in lists:
            large, number = writer.fresh("large"), writer.fresh("number")
            writer.line(f"{large} = 0")
            writer.line(f"{number} = 0")
            larger = f"{size} > {large} and {size} < {limit}"
            lines = (
                f"{size} = count({{item}})",
                f"{number} = 1 if {larger} else ({number} + 1 if {size} == {large} else {number})",
                f"{large} = {size} if {larger} else {large}",
            )
            _each(expressions, writer, inside, term, members.written(writer, lines), distinct=True)
            found.append((large, number))
        (large, number), (other, others) = found
        writer.line(f"{result} = {large} - {other} if {large} != {other} else {number} - {others}")
        writer.line(f"{limit} = {large}")
    return result


def _looped(expressions: Expressions, writer: Writer, scene: Scene, term: Term, what: str) -> str:
    """A loop over the members of a list, or over the sites of a set, that keeps what is asked."""
    expressions.program.constant(0)
    result = writer.fresh("r")
    large = f"{result}large"
    lines = {
        "exists": [f"{result} = True"],
        "flatten": [f"{result} = {result} | {{item}}"],
        "measured": [f"{large} = max({large}, count({{item}}))", f"{result} = {result} + 1"],
    }[what]
    if what == "measured":
        for name, which in ((result, "length"), (large, "largest")):
            writer.line(f"{name} = 0")
            scene.known[Term(which, Kind.NUMBER, (term,))] = name
    else:
        writer.line(f"{result} = {'False' if what == 'exists' else 'NOWHERE'}")
    until = result if what == "exists" else ""
    _each(expressions, writer, scene, term, members.written(writer, lines), until=until, distinct=what == "measured")
    return result


def _each(
    expressions: Expressions,
    writer: Writer,
    scene: Scene,
    term: Term,
    write: Item,
    *,
    until: str = "",
    distinct: bool,
) -> None:
    """What is written for each member of a list, `until` a variable is true; with `distinct`, for equal runs once.

    The sites of a set are taken for its members.
    """
    match term.op:
        case "local" if term.kind is Kind.LIST and term in scene.known:
            members.each_stored(writer, scene.known[term], write, until=until)
        case "local" | "by-player" if term.kind is Kind.LIST:
            found = expressions.listed(scene, term)
            _each(expressions, writer, scene, found, write, until=until, distinct=distinct)
        case "those":
            tested = members.tested(expressions, writer, scene, term, write)
            _each(expressions, writer, scene, term.args[0], tested, until=until, distinct=distinct)
        case "groups":
            _each_group(expressions, writer, scene, term, write, until=until)
        case "rows":
            runs.each_row(expressions, writer, scene, term, write, until=until)
        case "between":
            runs.each_run(expressions, writer, scene, term, write, until=until, distinct=distinct)
        case _:
            stop = f" and not {until}" if until else ""
            with writer.members(expressions.clean(writer, scene, term), stop) as site:
                write(site)


def stored(expressions: Expressions, writer: Writer, scene: Scene, term: Term) -> str:
    """The name of an array of the members of a list, each once, as they are now."""
    limit = members.most(expressions, expressions.listed(scene, term))
    name, write = members.storing(writer, limit)
    _each(expressions, writer, scene, term, write, distinct=True)
    return name


def _each_group(expressions: Expressions, writer: Writer, scene: Scene, term: Term, write: Item, *, until: str) -> None:
    """What is written for each of a list of groups, `until` a variable is true."""
    program = expressions.program
    program.constant(0)
    along = expressions.along(scene, term)
    inside, seeds, tests, clear_of = _filters(expressions, writer, scene, term)
    partition = partition_of(expressions, writer, scene, term.args[0], along)
    # A group that meets what it must be clear of need not be found wholly.
    stops = "stopped fills" in expressions.passes and clear_of and program.mutual(along) and partition is None
    if clear_of and not stops:
        tests.append(f"{program.near('{item}', along)} & {clear_of} == 0")
    rest, group = writer.fresh("rest"), writer.fresh("g")
    writer.line(f"{rest} = {seeds}")
    stop = f" and not {until}" if until else ""
    with writer.block(f"while {rest} != 0{stop}:"):
        if stops:
            clear = writer.fresh("clear")
            tests.insert(0, clear)
            fill = program.clear_fill(f"{rest} & -{rest}", inside, along, clear_of, one=True)
            writer.line(f"{group}, {clear} = {fill}")
        else:
            seed = f"{rest} & -{rest}"
            writer.line(f"{group} = {partition.of(rest) if partition else program.fill(seed, inside, along)}")
        writer.line(f"{rest} = {rest} & ~{group}")
        runs.where(writer, tests, group, write)
