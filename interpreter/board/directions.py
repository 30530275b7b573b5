"""The `directions` an author adds to a board, and its `adjacent`."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from interpreter.board.compass import HEXAGONAL_SHAPES, turned, turned_in_space
from interpreter.board.naming import is_direction_name
from interpreter.board.reading import choice, quoted, shown, whole
from interpreter.board.topology import lattice_steps
from interpreter.diagnostics import Diagnostic
from interpreter.source.nodes import Mapping, Scalar, Sequence

if TYPE_CHECKING:
    from interpreter.board.topology import Cell, Table, Topology
    from interpreter.source.nodes import Node

CLASSES = ("orthogonal", "diagonal", "any")
BORDERING = "bordering"  # the class of all directions between a cell and its borders, where those are sites
RELATIVE_NAMES = ("forward", "backward", "forward-diagonal", "backward-diagonal", "sideways", "heading", "last-heading")
FARTHEST = 1000
MOST = 100
EXAMPLE = "write a leap, as in long-leap: {leap: [1, 2]}, or steps, as in slide: {steps: [a1 c3, c3 e1]}"


def classes_of(topology: Topology) -> tuple[str, ...]:
    """The names of classes of directions; what is slanted in three dimensions is a class where there are so many."""
    return (*CLASSES, "triagonal") if topology.levels else CLASSES


def extra_directions(board: Mapping, topology: Topology, report: list[Diagnostic]) -> dict[str, dict[str, Table]]:
    """By the author's name, the numbered directions it stands for."""
    node = board.get("directions")
    if node is None:
        return {}
    if not isinstance(node, Mapping):
        report.append(
            Diagnostic("board-direction", f"directions are a map of names, not {shown(node)}", node.span, help=EXAMPLE)
        )
        return {}
    if len(node) > MOST:
        report.append(
            Diagnostic(
                "board-direction",
                f"{len(node):,} directions are added here; the limit is {MOST}",
                node.span,
                help="give several steps one name: {steps: [a1 c3, c3 e1]}",
            )
        )
        return {}
    found: dict[str, dict[str, Table]] = {}
    taken = {*classes_of(topology), BORDERING, *RELATIVE_NAMES, *topology.steps}
    for entry in node.entries:
        name = entry.key.text
        problem = ""
        if name in taken:
            problem = f"the board already has a direction called {quoted(name)}"
        elif not is_direction_name(name):
            problem = f"{quoted(name)} cannot be the name of a direction"
        if problem:
            help_line = "write another name: letters and digits, with hyphens between words"
            report.append(Diagnostic("board-direction", problem, entry.key.span, help=help_line))
            continue
        tables = _tables(entry.value, topology, report)
        named = {f"{name}-{number}": table for number, table in enumerate(tables, 1)} if len(tables) > 1 else {}
        if len(tables) == 1:
            named = {name: tables[0]}
        clash = next((direction for direction in named if direction in taken and direction != name), None)
        if clash:
            report.append(
                Diagnostic(
                    "board-direction",
                    f"{quoted(name)} stands for several directions, and the name of one, {quoted(clash)}, is taken",
                    entry.key.span,
                    help="give one of the two another name",
                )
            )
            continue
        taken.update(named, [name])
        found[name] = named
    return found


def _tables(node: Node, topology: Topology, report: list[Diagnostic]) -> list[Table]:
    leap = node.get("leap") if isinstance(node, Mapping) else None
    steps = node.get("steps") if isinstance(node, Mapping) else None
    if leap is None and steps is None:
        report.append(
            Diagnostic("board-direction", "a direction is given by the key leap or steps", node.span, help=EXAMPLE)
        )
        return []
    tables = [] if leap is None else _leaps(leap, topology, report)
    return tables if steps is None else tables + _steps(steps, topology, report)


def _leaps(node: Node, topology: Topology, report: list[Diagnostic]) -> list[Table]:
    """The turns and reflections of a leap, or of each of a list of leaps."""
    several = isinstance(node, Sequence) and all(isinstance(item, Sequence) for item in node.items)
    pairs = list(node.items[:MOST]) if isinstance(node, Sequence) and several else [node]
    found: dict[Cell, None] = {}
    for pair in pairs:
        leap = tuple(number for item in _items(pair) if (number := whole(item)) is not None)
        most = 3 if topology.levels else 2
        if not 2 <= len(leap) == len(_items(pair)) <= most or not any(leap) or max(map(abs, leap)) > FARTHEST:
            farther = " and, between levels, a third: how far in the dimension left" if topology.levels else ""
            flat = "a third number is for boards that have levels; " if len(leap) > most == 2 else ""
            report.append(
                Diagnostic(
                    "board-direction",
                    f"a leap is two whole numbers, how far across and how far up, not both 0{farther}",
                    pair.span,
                    help=f"{flat}write leap: [1, 2]; all turns and reflections are meant",
                )
            )
            return []
        found.update(dict.fromkeys(_turns(leap, topology)))
    if topology.lattice is None:
        report.append(
            Diagnostic(
                "board-direction",
                "a leap is measured in columns and rows, and this board has none",
                node.span,
                help="write the steps one by one, as in {steps: [p r, r p]}",
            )
        )
        return []
    return list(lattice_steps(topology.lattice, {str(number): leap for number, leap in enumerate(found)}).values())


def _items(node: Node) -> tuple[Node, ...]:
    return tuple(node.items) if isinstance(node, Sequence) else ()


def _turns(leap: Cell, topology: Topology) -> tuple[Cell, ...]:
    if topology.levels:
        return turned_in_space((leap[0], leap[1], leap[2] if len(leap) == 3 else 0))
    return turned((leap[0], leap[1]), hexagonal=topology.shape in HEXAGONAL_SHAPES)


def _steps(node: Node, topology: Topology, report: list[Diagnostic]) -> list[Table]:
    """Steps from site to site; where two leave or reach one site, each has a direction of its own."""
    index = {name: site for site, name in enumerate(topology.sites)}
    tables: list[tuple[list[int], set[int]]] = []
    items = node.items if isinstance(node, Sequence) else (node,)
    for item in items:
        names = item.text.split() if isinstance(item, Scalar) else []
        if len(names) < 2 or len(items) > FARTHEST or len(names) > FARTHEST:
            report.append(
                Diagnostic(
                    "board-direction",
                    "steps are a list of texts that each name two sites or more",
                    item.span,
                    help="write steps: [a1 c3, c3 e1]",
                )
            )
            return []
        unknown = next((name for name in names if name not in index), None)
        if unknown is not None:
            report.append(
                Diagnostic(
                    "board-direction",
                    f"the board has no site {quoted(unknown)}",
                    item.span,
                    help=choice(unknown, topology.sites),
                )
            )
            return []
        for start, end in pairwise(names):
            _add_step(tables, index[start], index[end], len(index))
    return [tuple(table) for table, _ in tables]


def _add_step(tables: list[tuple[list[int], set[int]]], start: int, end: int, sites: int) -> None:
    for table, reached in tables:
        if table[start] == end:
            return
        if table[start] < 0 and end not in reached:
            break
    else:
        table, reached = [-1] * sites, set()
        tables.append((table, reached))
    table[start] = end
    reached.add(end)


def touching_directions(
    board: Mapping, topology: Topology, extra: dict[str, dict[str, Table]], report: list[Diagnostic]
) -> tuple[str, ...] | None:
    """The names under `adjacent`, or None where the author does not say."""
    node = board.get("adjacent")
    if node is None:
        return None
    known = [*classes_of(topology), *topology.steps, *extra, *(name for named in extra.values() for name in named)]
    items = node.items if isinstance(node, Sequence) else (node,)
    names = []
    for item in items[:MOST]:
        if isinstance(item, Scalar) and item.text in known:
            names.append(item.text)
            continue
        report.append(
            Diagnostic(
                "board-direction",
                f"the board has no direction called {shown(item)}",
                item.span,
                help=choice(item.text, known) if isinstance(item, Scalar) else "write adjacent: orthogonal",
            )
        )
    return tuple(names)
