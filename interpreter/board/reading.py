"""Reading values of the `board` key, with a diagnostic for each that cannot be used."""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.board.topology import LIMIT
from interpreter.diagnostics import Diagnostic
from interpreter.diagnostics.suggesting import closest
from interpreter.source.nodes import Mapping, Scalar, Sequence

if TYPE_CHECKING:
    from collections.abc import Iterable

    from interpreter.source.nodes import Node

LONGEST_QUOTE = 40
BOTH_SORTS = ["cells", "borders"]


def quoted(text: str) -> str:
    """A piece of the author's text, shortened where it is long, for use in a message."""
    text = " ".join(text.split())
    return f'"{text}"' if len(text) <= LONGEST_QUOTE else f'"{text[: LONGEST_QUOTE - 3]}..."'


def shown(node: Node) -> str:
    """A value as a message names it."""
    if isinstance(node, Scalar):
        return quoted(node.text)
    return "a list" if isinstance(node, Sequence) else "a map"


def choice(text: str, names: Iterable[str]) -> str:
    """A help line: the name that was probably meant, or else the names there are."""
    known = list(names)
    found = closest(text, known)
    if found:
        return f'did you mean "{found}"?'
    return "known here: " + ", ".join(known[:12]) + (", ..." if len(known) > 12 else "")


def names_in(node: Node) -> list[str]:
    """The names in a text with blanks between them, or in a list; none in anything else."""
    if isinstance(node, Scalar):
        return node.text.split()
    return [item.text for item in node.items if isinstance(item, Scalar)] if isinstance(node, Sequence) else []


def whole(node: Node | None) -> int | None:
    """The whole number a value is, or None."""
    if isinstance(node, Scalar) and isinstance(node.value, int) and not isinstance(node.value, bool):
        return node.value
    return None


def number(node: Node | None) -> float | None:
    """The finite number a value is, if it is of a size that coordinates may have; or None."""
    if isinstance(node, Scalar) and isinstance(node.value, int | float) and not isinstance(node.value, bool):
        return float(node.value) if -1e6 <= node.value <= 1e6 else None
    return None


def positive(node: Node, report: list[Diagnostic]) -> int | None:
    """A number of cells, from 1 up."""
    value = whole(node)
    if value is None or value < 1:
        example = "size: [6, 5] or size: 8"
        report.append(
            Diagnostic(
                "board-size",
                f"a board's size is counted in whole numbers from 1 up, not {shown(node)}",
                node.span,
                help=f"write a number, or the name of a number option: {example}",
            )
        )
        return None
    return value


# What a size may be, by how many numbers it may have: in words, and what to write.
SIZES = {
    1: ("one number (cells on a side)", "size: 4           # cells on a side"),
    2: ("one number or two (columns, rows)", "size: [6, 5]      # columns, rows"),
    3: ("one number, two (columns, rows) or three (columns, rows, levels)", "size: [6, 5]      # columns, rows"),
}


def read_size(board: Mapping, report: list[Diagnostic], *, most: int) -> tuple[int, ...] | None:
    """The `size` of a board: columns, rows and, if `most` is 3, levels; one number stands for both columns and rows."""
    node = board.get("size")
    allowed, example = SIZES[most]
    if node is None:
        report.append(Diagnostic("board-size", "the board has no size", board.span, help=f"write {example}"))
        return None
    if isinstance(node, Mapping) or (isinstance(node, Sequence) and not 2 <= len(node) <= most):
        what = f"{len(node)} numbers" if isinstance(node, Sequence) else "a map"
        message = f"this board's size is {allowed}, not {what}"
        report.append(Diagnostic("board-size", message, node.span, help=f"write {example}"))
        return None
    values = [positive(item, report) for item in (node.items if isinstance(node, Sequence) else (node, node))]
    sizes = tuple(value for value in values if value is not None)
    return sizes if len(sizes) == len(values) else None


def within_limit(board: Mapping, sites: int, report: list[Diagnostic]) -> bool:
    """Whether a board of so many sites may be built."""
    if sites <= LIMIT:
        return True
    node = board.get("size") or board
    count = f"{sites:,}" if sites < 10**15 else "far too many"
    report.append(
        Diagnostic(
            "board-too-large",
            f"this board would have {count} sites; the limit is {LIMIT:,}",
            node.span,
            help="make the board smaller",
        )
    )
    return False


def read_drawn(board: Mapping, report: list[Diagnostic], *, default: str, allowed: tuple[str, ...]) -> str:
    """How the sites are drawn, as `cells` or `points`: what `sites` says."""
    node = board.get("sites")
    if node is None:
        return default
    if isinstance(node, Scalar) and node.text in allowed:
        return node.text
    if isinstance(node, Sequence) and [item.text for item in node.items if isinstance(item, Scalar)] == BOTH_SORTS:
        return "cells"
    report.append(
        Diagnostic(
            "board-sites",
            f"the sites of a board are {' or '.join(allowed)}, not {shown(node)}",
            node.span,
            help=f"write sites: {allowed[0]}",
        )
    )
    return default
