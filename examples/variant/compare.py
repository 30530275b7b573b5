"""Does the variant play differently? A few games of chance of the parent and of `short-arms.yaml`.

python examples/variant/compare.py [GAMES]
"""

from __future__ import annotations

import random
import sys
from collections import Counter
from pathlib import Path
from statistics import mean

import interpreter


def main(games: int = 20) -> None:
    """Play both and print what came of it."""
    variant = Path(__file__).parent / "short-arms.yaml"
    for game in (interpreter.load("hnefatafl-7"), interpreter.load(variant)):
        chance = random.Random(1)
        winners: Counter[str] = Counter()
        lengths: list[int] = []
        for _ in range(games):
            position = game.initial()
            while position.outcome is None:
                position = position.play(chance.choice(position.legal_moves))
            winners[position.outcome.winner or "nobody"] += 1
            lengths.append(len(position.moves))
        shares = ", ".join(f"{winner} {count}" for winner, count in winners.most_common())
        print(
            f"{game.title}: {len(game.initial().legal_moves)} first steps, {mean(lengths):.0f} steps a game, {shares}"
        )


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
