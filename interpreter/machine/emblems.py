"""The `emblem` of a kind of piece: one that is known by name, or a shape of the author's own."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from interpreter.source.nodes import Mapping, Scalar

if TYPE_CHECKING:
    from interpreter.machine.reader import Report
    from interpreter.source.nodes import Node

SIDE = 24
"""The side of the square in which a path is drawn, where the file does not say it."""
LARGEST = 10_000
"""How large a number of a path may be."""
TAKES = {"m": "nn", "l": "nn", "h": "n", "v": "n", "c": "n" * 6, "s": "n" * 4, "q": "n" * 4, "t": "nn", "a": "nnnffnn"}
"""What each command of a path takes: numbers, and flags, which are 0 or 1."""
SPANS = {"c": 3, "s": 3, "q": 3, "t": 3, "a": 3}
LEAST = 3
"""As how many points a curve counts, and how many enclose something; any other command adds one."""
COMMAND = re.compile(r"[\s,]*([A-Za-z])")
NUMBER = re.compile(r"[\s,]*([-+]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][-+]?[0-9]+)?)")
FLAG = re.compile(r"[\s,]*([01])")
EXAMPLE = 'a path is that of SVG, such as `path: "M4 20 L12 4 L20 20 Z"`: it begins with M, and y grows downwards'


@dataclass(frozen=True, slots=True)
class Emblem:
    """What is drawn on a piece: a `name`, or a `path` of SVG in a square from 0 to `side`."""

    name: str = ""
    path: str = ""
    side: int = SIDE


def read_emblem(node: Node | None, report: Report) -> Emblem | None:
    """The emblem of a kind, if it has one; a path that cannot be drawn is reported."""
    if isinstance(node, Scalar) and node.text and node.value is not None:
        return Emblem(node.text)
    path = node.get("path") if isinstance(node, Mapping) else None
    if not isinstance(path, Scalar) or not isinstance(node, Mapping):
        return None
    wrong = fault_of(path.text)
    if wrong:
        report.error("wrong-emblem", f"the path of the emblem cannot be drawn: {wrong}", path.span, EXAMPLE)
        return None
    side = node.get("size")
    size = side.value if isinstance(side, Scalar) and isinstance(side.value, int) else SIDE
    return Emblem(path=" ".join(path.text.replace(",", " ").split()), side=size)


def fault_of(path: str) -> str:
    """What is wrong with the data of a path, or nothing."""
    at, first, points = 0, True, 0
    while path[at:].strip(" \t\r\n,"):
        found = COMMAND.match(path, at)
        command = found[1] if found else ""
        if not found or command.lower() not in {*TAKES, "z"}:
            return f"`{_shown(path, at)}` is no command of a path; they are M L H V C S Q T A Z"
        if first and command.lower() != "m":
            return "it does not begin with M, which says where to begin"
        at, first, rounds = found.end(), False, 0
        while takes := TAKES.get(command.lower()):
            end, wrong = _numbers(path, at, takes)
            if wrong and (not rounds or end > at):
                return f"{wrong}; {command} takes {len(takes)} {'numbers' if len(takes) > 1 else 'number'}"
            if wrong:
                break
            at, rounds = end, rounds + 1
            points += SPANS.get(command.lower(), 1)
    if first:
        return "it is empty"
    return "" if points >= LEAST else "it encloses nothing that could be filled"


def _numbers(path: str, at: int, takes: str) -> tuple[int, str]:
    """Where the numbers of a command end, and what is wrong with them."""
    for number, kind in enumerate(takes):
        found = (FLAG if kind == "f" else NUMBER).match(path, at)
        if not found:
            return at, f"`{_shown(path, at)}` stands where number {number + 1} should"
        if abs(float(found[1])) > LARGEST:
            return found.end(), f"{found[1]} is larger than {LARGEST:,}"
        at = found.end()
    return at, ""


def _shown(path: str, at: int) -> str:
    return path[at:].lstrip(" \t\r\n,")[:12] or "the end"
