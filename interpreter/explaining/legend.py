"""What the letters and signs of a board in text mean."""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.explaining.nouns import joined, spoken
from interpreter.explaining.special import zones

if TYPE_CHECKING:
    from interpreter.play.game import Game


def legend(game: Game) -> str:
    """`black: b token; white: w token; + empty throne`; a piece whose letter is its name is named once."""
    parts = []
    for number, owner in enumerate((*map(spoken, game.players), "belonging to nobody")):
        kinds = [
            (spoken(game.rules.pieces[kind].name), letter)
            for (whose, kind), letter in game.letters.items()
            if whose == number
        ]
        told = [name if letter == name else f"{letter} {name}" for name, letter in kinds]
        if told:
            parts.append(f"{owner}: {', '.join(told)}")
    places = [zone.name for zone in zones(game) if not zone.large and zone.name]
    if places:
        parts.append(f"+ empty {joined(places, 'or')}")
    return "; ".join(parts)
