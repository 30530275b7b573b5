"""What many games of chance say about a game: who wins, why, how long it takes, how much choice there is.

python examples/many_games.py [GAME] [GAMES]
"""

from __future__ import annotations

import random
import sys
from collections import Counter
from statistics import mean, median

import interpreter


def main(name: str, games: int) -> None:
    """Play and count."""
    game = interpreter.load(name)
    chance = random.Random(1)
    results: Counter[str] = Counter()
    lengths: list[int] = []
    choices: list[int] = []
    for _ in range(games):
        position = game.initial()
        while position.outcome is None:
            choices.append(len(position.legal_moves))
            position = position.play(chance.choice(position.legal_moves))
        results[f"{position.outcome.winner or 'draw'}: {position.outcome.reason}"] += 1
        lengths.append(len(position.moves))
    print(f"{game.title}, {games} games of chance")
    for result, count in results.most_common():
        print(f"  {count / games:6.1%}  {result}")
    print(f"  {median(lengths):.0f} steps in half of the games or less ({min(lengths)} to {max(lengths)})")
    print(f"  {mean(choices):.1f} legal steps on average")


if __name__ == "__main__":
    main(sys.argv[1] if sys.argv[1:] else "hnefatafl-7", int(sys.argv[2]) if sys.argv[2:] else 20)
