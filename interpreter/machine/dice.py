"""Reads `dice`: what is thrown together, and the numbers that a throw can come to."""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.language.scope import meaning
from interpreter.machine.reader import mapping
from interpreter.machine.rules import Dice
from interpreter.source import Mapping, Scalar, Sequence

if TYPE_CHECKING:
    from interpreter.machine.reader import Report
    from interpreter.source import Node

MOST_RESULTS = 1000
EXAMPLE = "for example `{faces: [1, 2, 3, 4, 5, 6], number: 2}`"


def read_dice(root: Mapping, report: Report) -> tuple[Dice, ...]:
    """All dice, in the order of the file."""
    node = mapping(root.get("dice"))
    found = []
    for entry in node.entries if node else ():
        if meaning(entry.key.text):
            report.error("name-taken", f"`{entry.key.text}` is a word of the language already", entry.key.span)
        value = mapping(entry.value) or Mapping((), entry.value.span)
        faces, number = _faces(value.get("faces")), _whole(value.get("number"), 1)
        throws = _throws(faces, number)
        if throws is None:
            report.error(
                "too-many-results",
                f"a throw of `{entry.key.text}` has no numbers, or more than {MOST_RESULTS:,}",
                entry.value.span,
                EXAMPLE,
            )
            continue
        reads = _reads(mapping(value.get("reads")), throws, report)
        results: dict[int, int] = {}
        for total, ways in throws.items():
            counts_as = reads.get(total, total)
            results[counts_as] = results.get(counts_as, 0) + ways
        found.append(Dice(entry.key.text, tuple(sorted(results.items()))))
    return tuple(found)


def _whole(node: Node | None, otherwise: int) -> int:
    value = node.value if isinstance(node, Scalar) else None
    return value if isinstance(value, int) and not isinstance(value, bool) else otherwise


def _faces(node: Node | None) -> tuple[int, ...]:
    if isinstance(node, Sequence):
        return tuple(_whole(item, 0) for item in node)
    return tuple(range(1, _whole(node, 0) + 1)) if _whole(node, 0) <= MOST_RESULTS else ()


def _throws(faces: tuple[int, ...], number: int) -> dict[int, int] | None:
    """For each sum, in how many ways the dice come to it; None where there are none or too many."""
    if not 0 < number <= MOST_RESULTS:
        return None
    sums = {0: 1}
    for _ in range(number):
        following: dict[int, int] = {}
        for total, ways in sums.items():
            for face in faces:
                following[total + face] = following.get(total + face, 0) + ways
        sums = following
        if not 0 < len(sums) <= MOST_RESULTS:
            return None
    return sums


def _reads(node: Mapping | None, throws: dict[int, int], report: Report) -> dict[int, int]:
    found: dict[int, int] = {}
    for entry in node.entries if node else ():
        total = int(entry.key.text) if entry.key.text.isdecimal() else -1
        if total not in throws:
            report.error(
                "wrong-value",
                f"no throw comes to {entry.key.text}",
                entry.key.span,
                f"a throw comes to {min(throws)} at least and {max(throws)} at most",
            )
        found[total] = _whole(entry.value, total)
    return found
