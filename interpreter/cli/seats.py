"""Who sits where: people and machines at one table."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from interpreter.cli.faults import UsageFault

if TYPE_CHECKING:
    from collections.abc import Mapping

    from interpreter.play.game import Game
    from interpreter.play.move import Move
    from interpreter.play.position import Position
    from interpreter.players import AlphaBeta, MonteCarlo, Player, Report

__all__ = ["HUMAN", "Seats", "seats_of"]

HUMAN = "human"


@dataclass
class Seats:
    """The level of every player, `human` for a person. Machines are woken when they first have to play."""

    game: Game
    levels: Mapping[str, str]
    seed: int = 0
    _players: dict[str, Player] = field(default_factory=dict)
    _adviser: AlphaBeta | MonteCarlo | None = None

    def level(self, position: Position) -> str:
        """Who makes the next step; after a swap a person or machine plays the other side."""
        mover = position.mover
        return HUMAN if mover is None else self.levels[position.seats.get(mover, mover)]

    @property
    def people(self) -> list[str]:
        """The players that people play."""
        return [name for name, level in self.levels.items() if level == HUMAN]

    def move(self, position: Position) -> Move:
        """What the machine whose turn it is plays."""
        from interpreter.players import opponent  # noqa: PLC0415 (a table of people needs none)

        mover = position.mover or ""
        seat = position.seats.get(mover, mover)
        if seat not in self._players:
            place = list(self.levels).index(seat)
            self._players[seat] = opponent(self.game, self.levels[seat], seed=self.seed * 101 + place)
        return self._players[seat](position)

    def advice(self, position: Position) -> Report:
        """What the search that suits the game says of a position in a second."""
        from interpreter.players import Limits  # noqa: PLC0415 (only who asks needs it)
        from interpreter.players.levels import engine_of  # noqa: PLC0415

        self._adviser = self._adviser or engine_of(self.game)
        return self._adviser.search(position, Limits(seconds=1.0))

    def report(self, position: Position) -> Report | None:
        """What the search behind the last step said, where there was one."""
        before = position.undo()
        if before is None or before.mover is None:
            return None
        player = self._players.get(before.seats.get(before.mover, before.mover))
        return getattr(player, "report", None)


def seats_of(game: Game, given: Mapping[str, str], seed: int) -> Seats:
    """The seats as options name them: a player's name, in any case, and a level. Raises UsageFault."""
    from interpreter.diagnostics.suggesting import closest  # noqa: PLC0415

    levels = dict.fromkeys(game.players, HUMAN)
    names = {name.casefold(): name for name in game.players}
    for option, level in given.items():
        player = names.get(option.casefold())
        if player is None:
            near = closest(option, [*game.players, "seed", "save", "resume", "auto", "option", "change"])
            raise UsageFault(
                f"there is no option --{option}"
                + (f"; did you mean --{near}?" if near else ".")
                + f" The players of this game are {', '.join(game.players)}"
            )
        levels[player] = _known_level(player, level)
    return Seats(game, levels, seed)


def _known_level(player: str, level: str) -> str:
    from interpreter.diagnostics.suggesting import closest  # noqa: PLC0415
    from interpreter.players import LEVELS  # noqa: PLC0415

    known = [HUMAN, *LEVELS]
    if level.casefold() in known:
        return level.casefold()
    near = closest(level, known)
    raise UsageFault(
        f"--{player} {level}: write one of {', '.join(known)}" + (f"; did you mean {near}?" if near else "")
    )
