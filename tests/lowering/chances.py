"""The exact chances of uniformly random games, worked out with fractions by the reference engine."""

from __future__ import annotations

import sys
from collections import Counter
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING

sys.path.insert(0, str(Path(__file__).parent.parent / "games"))

from symmetries import symmetries

from interpreter.engine.chance import chances

if TYPE_CHECKING:
    from collections.abc import Callable

    from interpreter.engine.state import State
    from interpreter.play.game import Game

Way = tuple[str, "int | None"]  # reason and winner
Weighted = dict[tuple[Way, int], Fraction]  # a way to end, and after how many steps -> its chance


def exact(game: Game, *, symmetric: bool = False, start: State | None = None) -> Weighted:
    """Every way a random game ends, from its start or a position, with its length and its chance.

    Positions that differ only in what no rule reads are one; with `symmetric`, so are those that differ by a symmetry
    of the board (right for games that know no directions and begin on an empty board).
    """
    read = {part.value for term in game.rules.terms() for part in term.walk() if part.op == "counter"}
    unread = {name: 0 for name in ("turn", "quiet", "passes") if name not in read}
    assert not game.rules.uses("repeats"), "the past of a position is not part of it here"
    images = _images(game) if symmetric else [lambda bits: bits]
    known: dict[State, Weighted] = {}

    def from_here(state: State) -> Weighted:
        if state.ending is not None:
            return {((state.ending.reason, state.ending.winner), 0): Fraction(1)}
        plain = state._replace(**unread, history=None)
        key = min(
            plain._replace(owned=tuple(map(image, plain.owned)), kinds=tuple(map(image, plain.kinds)))
            for image in images
        )
        if key not in known:
            legal = game.engine.legal(state)
            found: Counter[tuple[Way, int]] = Counter()
            weights = chances(game.rules, legal) or (Fraction(1, len(legal)),) * len(legal)
            for step, weight in zip(legal, weights, strict=True):
                for (way, length), chance in from_here(game.engine.play(state, step)).items():
                    found[way, length + 1] += chance * weight
            known[key] = dict(found)
        return known[key]

    return from_here(start or game.engine.initial())


def _images(game: Game) -> list[Callable[[int], int]]:
    index, sites = game.board.index, game.board.sites
    found = []
    for image in symmetries(game.board):
        to = [index[image[site]] for site in sites]
        whole = [
            sum(1 << to[site] for site in range(len(sites)) if bits >> site & 1) for bits in range(1 << len(sites))
        ]
        found.append(whole.__getitem__)
    return found


def bound(freedom: int) -> float:
    """What chi-square with so many degrees of freedom exceeds once in a million (after Wilson and Hilferty)."""
    spread = 2 / (9 * freedom)
    return float(freedom * (1 - spread + 4.7534 * spread**0.5) ** 3)


def distance(counts: dict[Way, int], expected: dict[Way, Fraction]) -> tuple[float, int]:
    """Chi-square of counts against expected chances, and its degrees of freedom; what is rarely met is put together."""
    games = sum(counts.values())
    assert set(counts) <= set(expected), "a way to end that cannot be"
    cells, rare = [], [0.0, 0]
    for way, chance in expected.items():
        wanted, got = float(chance * games), counts.get(way, 0)
        if wanted < 5:
            rare = [rare[0] + wanted, rare[1] + got]
        else:
            cells.append((wanted, got))
    cells += [(rare[0], int(rare[1]))] if rare[0] >= 5 else []
    return sum((got - wanted) ** 2 / wanted for wanted, got in cells), max(1, len(cells) - 1)
