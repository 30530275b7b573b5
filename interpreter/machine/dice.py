"""Reads `dice`: what is thrown together, and what a throw can come to: a sum, or dice to be used one by one."""

from __future__ import annotations

from collections import Counter
from itertools import combinations_with_replacement
from math import comb, factorial, prod
from typing import TYPE_CHECKING

from interpreter.language.scope import meaning
from interpreter.machine.reader import mapping
from interpreter.machine.rules import Dice
from interpreter.source import Mapping, Scalar, Sequence
from interpreter.source.versions import language_of

if TYPE_CHECKING:
    from interpreter.machine.reader import Report
    from interpreter.source import Node

MOST_RESULTS = 1000
MOST_FACES = 20  # of dice that are used one by one
MOST_UNUSED = 12
EXAMPLE = "for example `{faces: [1, 2, 3, 4, 5, 6], number: 2}`"


def read_dice(root: Mapping, report: Report) -> tuple[Dice, ...]:
    """All dice, in the order of the file."""
    node = mapping(root.get("dice"))
    found = []
    for entry in node.entries if node else ():
        name = entry.key.text
        # `die` is the usual name of dice, and as a word no name is meant by it.
        if meaning(name, language_of(root)) and name != "die":
            report.error("name-taken", f"`{name}` is a word of the language already", entry.key.span)
        value = mapping(entry.value) or Mapping((), entry.value.span)
        thrown = (_one_by_one if "apart" in value else _added_up)(name, value, report)
        if thrown is not None:
            found.append(thrown)
    return tuple(found)


def _added_up(name: str, value: Mapping, report: Report) -> Dice | None:
    """Dice of which a throw is a sum."""
    faces, number = _faces(value.get("faces")), _whole(value.get("number"), 1)
    if "doubles" in value:
        report.error(
            "wrong-value",
            "`doubles` says how many dice equal ones count as, and these are added up",
            (value.key("doubles") or value).span,
            "add `apart: yes`, so that they are used one by one",
        )
    throws = _throws(faces, number)
    if throws is None:
        report.error(
            "too-many-results",
            f"a throw of `{name}` has no numbers, or more than {MOST_RESULTS:,}",
            value.span,
            EXAMPLE,
        )
        return None
    reads = _reads(mapping(value.get("reads")), throws, report)
    results: dict[int, int] = {}
    for total, ways in throws.items():
        counts_as = reads.get(total, total)
        results[counts_as] = results.get(counts_as, 0) + ways
    return Dice(name, tuple(sorted(results.items())))


def _one_by_one(name: str, value: Mapping, report: Report) -> Dice | None:
    """Dice of which each is used by itself; where all fall alike, as if there were so many as `doubles` says."""
    faces, number = _faces(value.get("faces")), _whole(value.get("number"), 1)
    each, doubles = Counter(faces), _whole(value.get("doubles"), number)
    if "reads" in value:
        report.error(
            "wrong-value",
            "`reads` is for sums, and dice that are used one by one have none",
            (value.key("reads") or value).span,
            "delete `reads:`, or `apart:`",
        )
    if not each or min(each) < 1 or max(each) > MOST_FACES or not 0 < max(number, doubles) <= MOST_UNUSED:
        report.error(
            "wrong-value",
            f"dice that are used one by one show numbers from 1 to {MOST_FACES}, and count as {MOST_UNUSED} at most",
            value.span,
            "for example `{faces: 6, number: 2, apart: yes, doubles: 4}`",
        )
        return None
    if comb(len(each) + number - 1, number) > MOST_RESULTS:
        report.error(
            "too-many-results", f"`{name}` can fall in more than {MOST_RESULTS:,} ways", value.span, "throw fewer dice"
        )
        return None
    results, falls = [], []
    for fall in combinations_with_replacement(sorted(each), number):
        alike = Counter(fall)
        orders = factorial(number) // prod(map(factorial, alike.values()))
        results.append((sum(fall), orders * prod(each[face] for face in fall)))
        falls.append(fall[:1] * doubles if number > 1 and len(alike) == 1 else fall[::-1])
    return Dice(name, tuple(results), tuple(falls), number)


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
