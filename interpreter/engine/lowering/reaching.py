"""Paths: how long they may be, where they end, and what is reached from a set of sites."""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.board.board import beginnings, union
from interpreter.engine.lowering.lists import has_loop, single
from interpreter.engine.lowering.program import UnloweredError
from interpreter.engine.lowering.rays import ascends, seen
from interpreter.engine.lowering.rounds import round_ends
from interpreter.language.calls import MAX_DISTANCE

if TYPE_CHECKING:
    from collections.abc import Mapping

    from interpreter.board import Board
    from interpreter.engine.lowering.expressions import Expressions
    from interpreter.engine.lowering.program import Program
    from interpreter.engine.lowering.scene import Scene
    from interpreter.engine.lowering.writer import Writer
    from interpreter.language.terms import Term


def reached(expressions: Expressions, writer: Writer, scene: Scene, term: Term) -> str:
    """`reach(S, along=, through=, distance=)`."""
    through, ends, program = term.option("through"), term.option("distance"), expressions.program
    assert through is not None  # noqa: S101 - the checker fills them in
    assert ends is not None  # noqa: S101
    start = writer.name(expressions.sets(writer, scene, term.args[0]))
    passable = expressions.named(writer, scene, through)
    directions, walks = expressions.along(scene, term), program.board.walks
    tracks = [way for way in directions if walks[way]]
    found = _along_lines(
        expressions, writer, scene, term, (start, passable), tuple(w for w in directions if not walks[w])
    )
    if tracks:
        low, high = distances(expressions, writer, scene, ends)
        found += [f"{round_ends(program, way)}({start}, {passable}, {low}, {high})" for way in tracks]
    return expressions.join(found)


def _along_lines(
    expressions: Expressions,
    writer: Writer,
    scene: Scene,
    term: Term,
    sets: tuple[str, str],
    directions: tuple[int, ...],
) -> list[str]:
    """The ends along directions that come to no site twice, in sets; `sets` names the starts and what is passable."""
    ends, program, (start, passable) = term.option("distance"), expressions.program, sets
    assert ends is not None  # noqa: S101 - the checker fills them in
    if is_fixed(scene, ends):
        least, most = distance(scene, ends)
        if least == 1 and most >= MAX_DISTANCE and sees(expressions, term.args[0], directions):
            at, stops = place(writer, scene, start), writer.name(f"{program.every} & ~{passable}")
            return [seen(program, at, stops, direction) for direction in directions]
        if passable == program.every and single(term.args[0]) and all(way >= 0 for way in directions):
            at = place(writer, scene, start)
            return [_ends(program, at, direction, least, most) for direction in directions]
        found = [paths(program, writer, start, passable, direction, least, most) for direction in directions]
        return [text for one in found for _, text in one]
    low, high = distances(expressions, writer, scene, ends)
    return [f"{_within_bounds(program, way)}({start}, {passable}, {low}, {high})" for way in directions]


def _ends(program: Program, at: str, direction: int, least: int, most: int) -> str:
    """The ends of paths through whatever there is from one site, by its place, looked up; none from no site."""
    longest = min(most, program.longest(direction))
    size = max(program.numbering.place) + 2
    ends, _ = _by_length(program, (direction,), longest, size)
    found = [0] * size
    for length in range(least, longest + 1):
        for spot in range(size):
            found[spot] |= ends[length * size + spot]
    name = program.table(f"ENDS_{direction}_{least}_{longest}", found, "sets")
    return f"{name}[min({at}, {size - 1})]"


def _within_bounds(program: Program, direction: int) -> str:
    """The name of a function that gives the ends of paths of which the least and the most length are computed."""
    lines = [
        "    found = NOWHERE",
        "    length = 1",
        f"    while seed != 0 and length <= most and length <= {program.longest(direction)}:",
        f"        seed = {program.shifted('seed', direction)} & {program.every}",
        "        if length >= least:",
        "            found = found | seed",
        "        seed = seed & through",
        "        length = length + 1",
        "    return found",
    ]
    program.constant(0)
    head = "seed: bits, through: bits, least: int, most: int"
    return program.helper(f"within_bounds_{direction}", lambda name: [f"def {name}({head}) -> bits:", *lines])


def entered(expressions: Expressions, writer: Writer, scene: Scene, term: Term) -> str:
    """`entering(D, distance=, through=)`, and `leaving`, which is the same from the other end."""
    through, ends, program = term.option("through"), term.option("distance"), expressions.program
    assert through is not None  # noqa: S101 - the checker fills them in
    assert ends is not None  # noqa: S101
    passable = expressions.named(writer, scene, through)
    board, found = program.board, []
    for direction in expressions.along(scene, term):
        way = board.opposite[direction] if term.op == "leaving" else direction
        heads = beginnings(board.steps[way], board.walks[way]) if way >= 0 else 0
        if not heads:
            continue
        first = writer.name(program.board_set(heads))
        fixed = is_fixed(scene, ends)
        least, most = distance(scene, ends) if fixed else (1, MAX_DISTANCE)
        start, most = f"({first} & {passable})", min(most, MAX_DISTANCE)
        onward = paths(program, writer, start, passable, way, max(1, least - 1), most - 1)
        fronts = [*([(1, first)] if least == 1 <= most else []), *((length + 1, front) for length, front in onward)]
        if fixed:
            found += [front for _, front in fronts]
        else:
            low, high = distances(expressions, writer, scene, ends)
            nowhere = program.constant(0)
            found += [
                f"({front} if {low} <= {length} and {length} <= {high} else {nowhere})" for length, front in fronts
            ]
    return expressions.join(found)


def steps_between(expressions: Expressions, writer: Writer, scene: Scene, term: Term) -> str:
    """`distance(A, B)`: the number of steps from one set to another; the number of sites where no way leads."""
    program, along = expressions.program, expressions.along(scene, term)
    start, end = (expressions.named(writer, scene, arg) for arg in term.args)
    length, far = writer.fresh("d"), len(program.board.sites)
    if term.args[1].op == "sites":  # the sites from which no more than so many steps lead are known beforehand
        writer.line(f"{length} = {far}")
        for number, sites in reversed(list(enumerate(within(program.board, int(str(term.args[1].value)), along)))):
            writer.line(f"{length} = {number} if {start} & {program.board_set(sites)} != 0 else {length}")
        return length
    seen_, front = writer.fresh("seen"), writer.fresh("front")
    for name, text in ((length, "0"), (seen_, start), (front, start)):
        writer.line(f"{name} = {text}")
    with writer.block(f"while {front} != 0 and {front} & {end} == 0:"):
        writer.line(f"{front} = {program.near(front, along)} & {program.every} & ~{seen_}")
        writer.line(f"{seen_} = {seen_} | {front}")
        writer.line(f"{length} = {length} + 1")
    return f"({length} if {front} != 0 else {far})"


def within(board: Board, end: int, along: tuple[int, ...]) -> list[int]:
    """The sites from which 0, 1, 2, ... steps or fewer lead to a set."""
    found: list[int] = []
    reached = end
    while reached and (not found or found[-1] != reached):
        found.append(reached)
        reached |= union(
            1 << site for way in along for site, to in enumerate(board.steps[way]) if to >= 0 and reached >> to & 1
        )
    return found


def sees(expressions: Expressions, start: Term, directions: tuple[int, ...]) -> bool:
    """Whether what is met from a start is found by rays: it must be one site at most."""
    program = expressions.program
    return (
        "rays" in expressions.passes
        and single(start)
        and all(ascends(program, way) is not None and not has_loop(program.board.steps[way]) for way in directions)
    )


def place(writer: Writer, scene: Scene, name: str) -> str:
    """The place of a set of one site, by its name; the width of sets where it is empty."""
    return scene.places.get(name) or writer.name(f"lowest({name})", "p")


# --- how far


def is_fixed(scene: Scene, term: Term) -> bool:
    """Whether a distance is known when the kernel is written."""
    if term.op == "by-player":
        return is_fixed(scene, term.args[scene.me])
    return all(_settled(scene, end) is not None for end in term.args)


def _settled(scene: Scene, end: Term) -> int | None:
    """A bound of a distance as it is known when the kernel is written."""
    chosen = {"die": scene.die, "amount": scene.amount}
    value = chosen[end.op] or None if end.op in chosen else end.value
    return value if isinstance(value, int) else None


def distance(scene: Scene, term: Term) -> tuple[int, int]:
    """Least and most distance, which must be known when the kernel is written."""
    if term.op == "by-player":
        return distance(scene, term.args[scene.me])
    low, high = (_settled(scene, end) for end in term.args)
    if low is None or high is None:
        raise UnloweredError(
            "a computed distance is not compiled here (write the least and the most, as in `[1, 3]`, and ask the rest "
            "of `count(over)` in `when`)"
        )
    return max(1, low), high


def bounds(scene: Scene, term: Term) -> tuple[Term, Term]:
    """Least and most distance as terms."""
    if term.op == "by-player":
        return bounds(scene, term.args[scene.me])
    least, most = term.args
    return least, most


def distances(expressions: Expressions, writer: Writer, scene: Scene, term: Term) -> tuple[str, str]:
    """Least and most distance as numbers; of a decimal the whole part."""
    least, most = bounds(scene, term)
    low = writer.name(expressions.number(writer, scene, least))
    high = low if least == most else writer.name(expressions.number(writer, scene, most))
    if expressions.scale == 1:
        return low, high
    low = writer.name(f"{low} // {expressions.scale}")
    return low, low if least == most else writer.name(f"{high} // {expressions.scale}")


# --- where to


def paths(
    program: Program, writer: Writer, start: str, through: str, direction: int, least: int, most: int
) -> list[tuple[int, str]]:
    """The ends of paths from a set of starts: pairs of a length (0: any) and the ends of that length."""
    if least == 1 and most >= MAX_DISTANCE:
        walked = program.slide(start, through, direction)
        # One step beyond all that was walked, starts included: every end of every length.
        return [(0, f"({program.shifted(f'({walked})', direction)} & {program.every})")]
    found, front = [], start
    longest = min(most, program.longest(direction))
    if through == program.every and all(len(program.shifts(direction, n)) < 2 for n in range(least, longest + 1)):
        return [(n, f"({program.shifted(start, direction, n)})") for n in range(least, longest + 1)]
    for length in range(1, longest + 1):
        front = writer.name(f"{program.shifted(front, direction)} & {program.every}")
        if length >= least:
            found.append((length, front))
        if length < longest:
            front = writer.name(f"{front} & {through}")
    return found


def at_length(
    program: Program, writer: Writer, sets: tuple[str, str], length: str, directions: Mapping[int, str]
) -> str:
    """The ends of all paths from one site that have a length which only the kernel knows, looked up in tables.

    Each direction has the condition under which it may be taken. The paths lead to no site twice.
    """
    (start, through), size = sets, max(program.numbering.place) + 1
    most = max(map(program.longest, directions), default=0)
    at = writer.name(f"min(max({length}, 0), {most + 1}) * {size} + lowest({start})", "i")
    free = through == program.every and not any(directions.values())
    texts, nowhere = [], program.constant(0)
    for ways in [tuple(directions)] if free else [(way,) for way in directions]:
        ends, passed = _by_length(program, ways, most, size)
        name = "_".join(map(str, ways))
        text = f"{program.table(f'ENDS_{name}', ends, 'sets')}[{at}]"
        tests = [] if free else [f"{program.table(f'PASSED_{name}', passed, 'sets')}[{at}] & ~{through} == 0"]
        tests += [directions[way] for way in ways if directions[way]]
        texts.append(f"({text} if {' and '.join(tests)} else {nowhere})" if tests else text)
    return f"({' | '.join(texts)})" if texts else nowhere


def _by_length(program: Program, ways: tuple[int, ...], most: int, size: int) -> tuple[list[int], list[int]]:
    """By length and place, the sites where paths in some directions end, and those that they pass.

    There are none of length 0, nor of one more than the most.
    """
    ends, passed, place = [0] * (most + 2) * size, [0] * (most + 2) * size, program.numbering.place
    for way in ways:
        steps = program.board.steps[way]
        for start, spot in enumerate(place):
            site, over = steps[start], 0
            for length in range(1, most + 1):
                if site < 0:
                    break
                ends[length * size + spot] |= 1 << place[site]
                passed[length * size + spot] |= over
                over |= 1 << place[site]
                site = steps[site]
    return ends, passed


def each_length(
    expressions: Expressions, writer: Writer, scene: Scene, ends: Term, sets: tuple[str, str], direction: int
) -> list[tuple[int, str]]:
    """The same for starts and what is passable, length by length, as far as a distance says that may be computed."""
    start, through = sets
    if is_fixed(scene, ends):
        least, most = distance(scene, ends)
        return paths(expressions.program, writer, start, through, direction, least, min(most, MAX_DISTANCE - 1))
    low, high = distances(expressions, writer, scene, ends)
    nowhere = expressions.program.constant(0)
    return [
        (length, f"({front} if {low} <= {length} and {length} <= {high} else {nowhere})")
        for length, front in paths(expressions.program, writer, start, through, direction, 1, MAX_DISTANCE - 1)
    ]
