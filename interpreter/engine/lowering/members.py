"""What is done with each member of a list: what is written for it, tests that it must pass, and arrays of members."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from interpreter.engine.lowering.expressions import Expressions
    from interpreter.engine.lowering.scene import Scene
    from interpreter.engine.lowering.writer import Writer
    from interpreter.language.terms import Term

    Item: TypeAlias = Callable[[str], None]  # writes what is done with a member, which is given by its name


def written(writer: Writer, lines: Sequence[str]) -> Item:
    """Lines for a member, which they call `{item}`."""

    def write(item: str) -> None:
        for line in lines:
            writer.line(line.format(item=item))

    return write


def tested(expressions: Expressions, writer: Writer, scene: Scene, term: Term, write: Item) -> Item:
    """The same for those members only that pass the test of a term."""

    def write_tested(item: str) -> None:
        inside = scene.of_member(int(str(term.value)), item)
        with writer.block(f"if {expressions.condition(writer, inside, term.args[1])}:"):
            write(item)

    return write_tested


# --- members that are kept while the position changes


def most(expressions: Expressions, term: Term) -> int:
    """No list has more members: each direction, or the groups, part the sites among them."""
    along, sites = term.option("along"), len(expressions.program.board.sites)
    if term.op == "those":
        return most(expressions, term.args[0])
    if along is None or term.op == "groups":
        return sites
    return sites * max(1, len(expressions.directions.possible(along)))


def storing(writer: Writer, limit: int) -> tuple[str, Item]:
    """The name of a new array, and what stores a member in it."""
    name = writer.fresh("list")
    writer.line(f"{name} = sets({limit})")
    writer.line(f"{_number(name)} = 0")
    return name, written(writer, [f"{name}[{_number(name)}] = {{item}}", f"{_number(name)} = {_number(name)} + 1"])


def each_stored(writer: Writer, name: str, write: Item, *, until: str) -> None:
    """What is written for each member of an array, `until` a variable is true."""
    at, item = writer.fresh("i"), writer.fresh("g")
    stop = f" and not {until}" if until else ""
    writer.line(f"{at} = 0")
    with writer.block(f"while {at} < {_number(name)}{stop}:"):
        writer.line(f"{item} = {name}[{at}]")
        writer.line(f"{at} = {at} + 1")
        write(item)


def _number(name: str) -> str:
    return f"{name}_number"
