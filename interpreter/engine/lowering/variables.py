"""The variables of a position as a whole: a second set of them, copied or compared."""

from __future__ import annotations

import re
from contextlib import contextmanager
from typing import TYPE_CHECKING

from interpreter.engine.lowering.columns import COLUMNS

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping

    from interpreter.engine.lowering.layout import Layout
    from interpreter.engine.lowering.program import Program
    from interpreter.engine.lowering.writer import Writer


def declare(writer: Writer, layout: Layout, names: Mapping[str, str]) -> None:
    """Makes room for the columns of a second set of variables; other variables need none."""
    if layout.cells:
        writer.line(f"{names[COLUMNS]} = sets({layout.cells})")


def copy(writer: Writer, layout: Layout, names: Mapping[str, str], source: Mapping[str, str]) -> None:
    """Gives variables what others hold; those of the same name stay as they are."""
    for variable, name in names.items():
        if name == source[variable]:
            continue
        if variable == COLUMNS:
            with writer.block(f"for i in range({layout.cells}):"):
                writer.line(f"{name}[i] = {source[variable]}[i]")
        else:
            writer.line(f"{name} = {source[variable]}")


@contextmanager
def on_trial(writer: Writer, layout: Layout, source: Mapping[str, str]) -> Iterator[dict[str, str]]:
    """A second set of variables for the lines written inside, which alone may read them.

    Most of those lines change few variables. The others, whose copies would have to be read, compiled and dropped
    again, stand for themselves; and what nothing reads is not written.
    """
    names = {variable: writer.fresh("y") for variable in source}
    declare(writer, layout, names)
    start = len(writer.lines)
    copy(writer, layout, names, source)
    inside = len(writer.lines)
    yield names
    changed = {name for line in writer.lines[inside:] for name in _assigned(line)}
    kept = {
        name: source[variable]
        for variable, name in names.items()
        if variable != COLUMNS and changed.isdisjoint((name, source[variable]))
    }
    dropped = {f"{name} = {original}" for name, original in kept.items()}
    lines = [line for line in writer.lines[start:inside] if line.strip() not in dropped]
    lines += [_WORD.sub(lambda word: kept.get(word[0], word[0]), line) for line in writer.lines[inside:]]
    writer.lines[start:] = _without_unread(lines, set(names.values()) - {names.get(COLUMNS)})


def _without_unread(lines: list[str], names: Collection[str]) -> list[str]:
    """Lines without those that give values to variables which nothing reads but these lines themselves."""
    read: set[str] = set()
    for line in lines:
        given = _assigned(line)
        words = _WORD.findall(line.partition(" = ")[2] if given else line)
        read.update(word for word in words if [word] != given)
    unread = {name for name in names if name not in read}
    found: list[str] = []
    for line in lines:
        given = _assigned(line)
        if not (len(given) == 1 and given[0] in unread) or _ASKS.search(line):
            found.append(line)
        elif found and found[-1].endswith(":"):  # a block holds something
            found.append(line[: len(line) - len(line.lstrip())] + "pass")
    return found


_ASKS = re.compile(r"\b(?!count\b)[a-z]\w*\(")  # calls other functions
_WORD = re.compile(r"\b[a-z]\w*")
_TARGETS = re.compile(r"\s*(?:for )?(\w+(?:, \w+)*) (?:=|in) ")


def _assigned(line: str) -> list[str]:
    """The variables that a line gives values."""
    found = _TARGETS.match(line)
    return found[1].split(", ") if found else []


def same(
    program: Program, layout: Layout, names: Mapping[str, str], others: Mapping[str, str], apart_from: Collection[str]
) -> list[str]:
    """Conditions under which two sets of variables hold the same, apart from some."""
    left_out = {COLUMNS, *apart_from}
    found = [f"{name} == {others[variable]}" for variable, name in names.items() if variable not in left_out]
    if layout.cells:
        lines = [f"    for i in range({layout.cells}):", "        if one[i] != other[i]:", "            return False"]
        head = "one: sets, other: sets"
        name = program.helper("alike", lambda name: [f"def {name}({head}) -> bool:", *lines, "    return True"])
        found.append(f"{name}({names[COLUMNS]}, {others[COLUMNS]})")
    return found
