"""`boardwright ugi`: a machine for other programs."""

from __future__ import annotations

import sys

from interpreter.cli.parameters import Changes, GameName, Options, load_game


def ugi(game: GameName, *, option: Options = None, change: Changes = None) -> None:
    """Play for another program, which asks over lines of text: the Universal Game Interface.

    Try: ugi, position startpos, go movetime 1000, quit.
    """
    from interpreter.players.ugi import Ugi  # noqa: PLC0415

    Ugi(load_game(game, option, change)).converse(sys.stdin)
