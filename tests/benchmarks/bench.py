"""What the sections of the report share: which games, a folder for a while, what was measured already."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import playing

import interpreter
from interpreter.engine.faults import RulesFault
from interpreter.engine.lowering.program import UnloweredError

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

    from interpreter.play.game import Game

FOUNDING = ("order-and-chaos", "hnefatafl-7", "wali", "rive")
AS_MEASURED: dict[str, dict[str, object]] = {"hex": {"swap": "no"}, "go": {"lines": 9}}
"""Options with which others measured the games; the programs in C play the same."""


@dataclass
class Bench:
    """One run of measurements.

    `told` says how far it is; `place` is a folder that goes when the run ends; `report` the one of the report, None
    where nothing is written. `ratios` are steps a second beside C, as far as that was measured.
    """

    names: tuple[str, ...]
    place: Path
    told: Callable[[str], None]
    report: Path | None
    ratios: dict[str, float] = field(default_factory=dict)
    _speeds: dict[str, playing.Speed | str] = field(default_factory=dict)

    def chosen(self, names: tuple[str, ...]) -> list[str]:
        """Those of some games that are measured."""
        return [name for name in names if name in self.names]

    def speed(self, name: str, options: Mapping[str, object] | None = None) -> playing.Speed | str:
        """The speed of a game's compiled random games, measured once; or why there is none."""
        key = f"{name} {sorted((options or {}).items())}"
        if key not in self._speeds:
            self.told(f"{name}, compiled")
            self._speeds[key] = speed_of(name, options=options)
        return self._speeds[key]


def speed_of(name: str | Path, **how: Any) -> playing.Speed | str:
    """The speed of compiled random games, or why there is none."""
    try:
        return playing.speed(interpreter.load(name, **how))
    except (UnloweredError, interpreter.GameFileError, RulesFault) as missing:
        return str(missing).splitlines()[0]


def loop_of(game: Game, limit: int = playing.LIMIT) -> playing.Loop | str:
    """Random games of a game, ready to be measured beside others, or why there are none."""
    try:
        return playing.Loop(game, limit=limit)
    except (UnloweredError, RulesFault, playing.NothingToMeasureError) as missing:
        return str(missing)
