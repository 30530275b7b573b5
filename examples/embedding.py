"""A game inside another program: load it, look at it, play it, and be told by cause what does not work."""

from __future__ import annotations

import interpreter


def main() -> None:
    """Play the opening of a game and show what a program can ask."""
    game = interpreter.load("wali", change={"board.size": [4, 4]})
    print(f"{game.title}: {' and '.join(game.players)}, {len(game.board.sites)} points")

    position = game.initial()
    print(f"{position.mover} to {position.step}, {len(position.legal_moves)} legal steps")

    after = position.play("a1")  # positions never change; each step gives a new one
    print(f"a1 holds {after.at('a1')}; before, it held {position.at('a1')}")

    try:
        after.play("a1")
    except interpreter.IllegalMove as error:
        print(f"illegal: {error}")
    try:
        after.play("towards the middle")
    except interpreter.UnreadableMove as error:
        print(f"unreadable: {error}")

    while position.outcome is None:
        position = position.play(position.legal_moves[0])
    print(f"{len(position.moves)} steps later: {position.outcome.winner or 'nobody'} wins, {position.outcome.reason}")


if __name__ == "__main__":
    main()
