"""Rows and runs between two ends that are found one by one, where they cannot all be found at once.

They can be where a direction leads back too and never round, where sizes are fixed, and where nothing is asked of one
of them that is not asked of all; see `rows` and `finders`.
"""

from __future__ import annotations

from contextlib import nullcontext
from typing import TYPE_CHECKING

from interpreter.engine.lowering.lists import fixed, has_loop, single, sized

if TYPE_CHECKING:
    from collections.abc import Sequence

    from interpreter.engine.lowering.expressions import Expressions
    from interpreter.engine.lowering.members import Item
    from interpreter.engine.lowering.program import Program
    from interpreter.engine.lowering.scene import Scene
    from interpreter.engine.lowering.writer import Writer
    from interpreter.language.terms import Term

AT_ONCE = {"rows": frozenset({"along", "through"}), "between": frozenset({"along", "of"})}
SIZES = ("length", "min", "max")


def at_once(expressions: Expressions, term: Term, what: str = "") -> bool:
    """Whether all members of a list of rows or runs are found at once, for what is asked of them."""
    if term.op not in AT_ONCE:
        return False
    board, along = expressions.program.board, term.option("along")
    assert along is not None  # noqa: S101 - the checker fills it in
    sizes = {name: found for name, found in term.named if name in SIZES}
    if any(name not in AT_ONCE[term.op] and name not in sizes for name, _ in term.named):
        return False
    if not all(map(fixed, sizes.values())):
        return False
    for way in expressions.directions.possible(along):
        if board.opposite[way] < 0 or board.walks[way] or has_loop(board.steps[way]):
            return False
    if term.op == "rows":
        through = term.option("through")
        return what != "length" or through is None or single(through)
    return (what not in {"length", "largest"} or single(term.args[0])) and set(sizes) <= {"length"}


def each_row(expressions: Expressions, writer: Writer, scene: Scene, term: Term, write: Item, *, until: str) -> None:
    """What is written for each row, `until` a variable is true."""
    stop = f" and not {until}" if until else ""
    program, board, met, axes = expressions.program, expressions.program.board, term.option("through"), [-1]
    bits = writer.name(expressions.clean(writer, scene, term.args[0]))
    through = writer.name(expressions.clean(writer, scene, met)) if met is not None else ""
    tests = _tests(expressions, writer, scene, term)
    rest, row, at = writer.fresh("rest"), writer.fresh("g"), writer.fresh("t")
    for way in expressions.along(scene, term):
        back = board.opposite[way]
        if board.walks[way] or way in axes:
            continue
        axes.append(back)
        # Runs that lead one way only are read from where they begin.
        seeds = f"{bits} & ~{program.shifted(bits, way)}" if back < 0 else f"{bits} & {through}" if through else bits
        writer.line(f"{rest} = {seeds}")
        with writer.block(f"while {rest} != 0{stop}:"):
            writer.line(f"{row}, {at} = {_walked(program, way)}({rest} & -{rest}, {bits})")
            if back >= 0:
                other = writer.fresh("g")
                writer.line(f"{other}, {at} = {_walked(program, back)}({rest} & -{rest}, {bits})")
                writer.line(f"{row} = {row} | {other}")
            writer.line(f"{rest} = {rest} & ~{row}")
            asked = [f"{row} & {through} != 0"] if through else []
            where(writer, [f"count({row}) > 1", *asked, *tests], row, write)


def each_run(
    expressions: Expressions,
    writer: Writer,
    scene: Scene,
    term: Term,
    write: Item,
    *,
    until: str,
    distinct: bool,
) -> None:
    """What is written for each run between two ends, `until` a variable is true; with `distinct`, for each set once."""
    stop = f" and not {until}" if until else ""
    program, of = expressions.program, term.option("of")
    assert of is not None  # noqa: S101 - the checker asks for it
    start, end, inside = (writer.name(expressions.clean(writer, scene, part)) for part in (*term.args, of))
    met = term.option("through")
    through = [f"{{item}} & {writer.name(expressions.clean(writer, scene, met))} != 0"] if met is not None else []
    tests = [*through, *_tests(expressions, writer, scene, term)]
    ways = [way for way in expressions.along(scene, term) if not program.board.walks[way]]
    run, at, found, number = (writer.fresh(prefix) for prefix in ("g", "t", "list", "n"))
    if distinct:
        starts = 1 if single(term.args[0]) else len(program.board.sites)
        writer.line(f"{found} = sets({max(1, starts * len(ways))})")
        writer.line(f"{number} = 0")
        tests.append(f"{_unlike(program)}({{item}}, {found}, {number})")

    def noted(item: str) -> None:
        if distinct:
            writer.line(f"{found}[{number}] = {item}")
            writer.line(f"{number} = {number} + 1")
        write(item)

    for way in ways:
        with writer.members(start, stop) as one:
            writer.line(f"{run}, {at} = {_walked(program, way)}({program.shifted(one, way)}, {inside})")
            where(writer, [f"{run} != 0 and {at} & {end} != 0", *tests], run, noted)


def where(writer: Writer, tests: Sequence[str], item: str, write: Item) -> None:
    """What is written for one member, where it passes."""
    with writer.block(f"if {' and '.join(test.format(item=item) for test in tests)}:") if tests else nullcontext():
        write(item)


def _tests(expressions: Expressions, writer: Writer, scene: Scene, term: Term) -> list[str]:
    """What is asked of each `{item}`, but for `through`."""
    program, along, tests = expressions.program, expressions.along(scene, term), []
    for name, operand in term.named:
        if name == "including":
            sets = [writer.name(expressions.sets(writer, scene, arg)) for arg in operand.args]
            tests += [f"{{item}} & {met} != 0" for met in sets]
        elif name in {"touching", "clear-of", "inside"}:
            met = writer.name(expressions.clean(writer, scene, operand))
            tests.append(
                {
                    "touching": f"{{item}} & {program.near(met, along)} != 0",
                    "clear-of": f"{program.near('{item}', along)} & {met} == 0",
                    "inside": f"{{item}} & ~{met} == 0",
                }[name]
            )
    return [*tests, *sized(expressions, writer, scene, term)]


def _walked(program: Program, direction: int) -> str:
    """A function that walks within a set in a direction: what it passes, and where it stops, once around at most."""
    return program.helper(
        f"walked_{direction}",
        lambda name: [
            f"def {name}(at: bits, inside: bits) -> tuple[bits, bits]:",
            f"    run = {program.constant(0)}",
            "    while at & inside & ~run != 0:",
            "        run = run | at",
            f"        at = {program.shifted('at', direction)}",
            "    return run, at",
        ],
    )


def _unlike(program: Program) -> str:
    """A function that tells whether a set is none of the first of a list."""
    return program.helper(
        "unlike",
        lambda name: [
            f"def {name}(item: bits, found: sets, number: int) -> bool:",
            "    for i in range(number):",
            "        if found[i] == item:",
            "            return False",
            "    return True",
        ],
    )
