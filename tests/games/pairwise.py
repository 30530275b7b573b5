"""Few choices of all options that hold every pair of choices at least once."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

Value: TypeAlias = str | int
Pair: TypeAlias = frozenset[tuple[str, Value]]


def covering(options: Mapping[str, Sequence[Value]]) -> list[dict[str, Value]]:
    """Greedy: each row starts from a pair that is still missing and takes what covers most of the others."""
    missing: dict[Pair, None] = {
        frozenset({(one, a), (other, b)}): None
        for one, other in combinations(options, 2)
        for a in options[one]
        for b in options[other]
    }
    rows: list[dict[str, Value]] = []
    while missing:
        row: dict[str, Value] = dict(next(iter(missing)))
        for name, values in options.items():
            if name not in row:
                row[name] = max(
                    values,
                    key=lambda value, name=name, row=row: sum(
                        frozenset({(name, value), chosen}) in missing for chosen in row.items()
                    ),
                )
        for pair in combinations(row.items(), 2):
            missing.pop(frozenset(pair), None)
        rows.append({name: row[name] for name in options})
    return rows
