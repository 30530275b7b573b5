"""A step as somebody wants it: what a text asks for, before any rule is asked."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from interpreter.play.notation import PATTERN

if TYPE_CHECKING:
    from interpreter.machine.rules import Rules

MOST_DIGITS = 6  # of a number in a step


@dataclass(frozen=True, slots=True)
class Wish:
    """The parts of a wanted step; -1 where the text does not name one. `verbs` are those that its form allows.

    `number` is what stands behind a colon: how many pieces go, or the number on a die.
    """

    verbs: tuple[str, ...]
    origin: int = -1
    target: int = -1
    kind: int = -1
    promotion: int = -1
    number: int = -1

    @property
    def alone(self) -> bool:
        """Whether it names a site and nothing else."""
        return self == Wish(self.verbs, target=self.target) and "place" in self.verbs


def wish_of(text: str, rules: Rules) -> Wish | None:
    """What a text asks for; None where it names no step of this game."""
    wanted = "".join(text.split()).casefold()
    if wanted.partition("=")[0] in {"pass", "swap", "roll"}:
        return Wish((wanted.partition("=")[0],))
    found = PATTERN.fullmatch(wanted)
    if found is None:
        return None
    sites = {name.casefold(): number for number, name in enumerate(rules.board.sites)}
    kinds = {piece.name.casefold(): number for number, piece in enumerate(rules.pieces)}
    whole = (found["removal"] or "") + found["first"]
    removal = bool(found["removal"]) and whole not in sites
    first = sites.get(found["first"] if removal else whole, -1)
    second = -1 if found["second"] is None else sites.get(found["second"], -1)
    kind = -1 if found["piece"] is None else kinds.get(found["piece"], -1)
    promotion = -1 if found["promotion"] is None else kinds.get(found["promotion"], -1)
    named = ((found["second"], second), (found["piece"], kind), (found["promotion"], promotion))
    if first < 0 or any(text is not None and number < 0 for text, number in named):
        return None
    behind = found["name"] or ""
    number = int(behind) if behind.isdecimal() and len(behind) <= MOST_DIGITS else -1
    if second >= 0:
        return Wish(("move",), first, second, kind, promotion, number)
    return Wish(("remove",) if removal else ("place", "remove", "sow"), -1, first, kind, promotion, number)
