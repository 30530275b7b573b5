"""Families: sets of targets that share all else of a candidate but where the piece comes from."""

from __future__ import annotations

from dataclasses import dataclass, replace


@dataclass(frozen=True, slots=True)
class Family:
    """`name` is the kernel's set of targets; `kind` is placed and `promotion` chosen, or -1.

    `direction` is -1 without one; `length` is the number of steps along it, 0 for a slide through `through`; `origins`
    the set of pieces that may have come. Families of one move with one `source` hold the same targets, unless they were
    `parted`. `pairs` says that every one of the origins may come to every one of the targets, or, where `ends` names an
    array, to those of them that it has at the origin's place. `alike` are families of moves named earlier in the file,
    each with the set of its targets that were left to this one, because they come to the same. `dice` numbers what is
    thrown, or is -1: such a set holds one bit, which stands for all results. `die` is the number on the die that a step
    uses up, or 0; `amount` the number of pieces that are chosen to go, or 0. `weight` is how often a candidate counts
    where chance draws.
    """

    name: str
    move: int
    kind: int = -1
    direction: int = -1
    promotion: int = -1
    length: int = 0
    origins: str = ""
    through: str = ""
    source: str = ""
    pairs: bool = False
    ends: str = ""
    dice: int = -1
    die: int = 0
    amount: int = 0
    weight: int = 1
    alike: tuple[tuple[str, Family], ...] = ()

    @property
    def spread(self) -> bool:
        """Whether a member of the set stands for several candidates."""
        return self.pairs or self.dice >= 0 or self.weight > 1


def parted(families: list[Family]) -> list[Family]:
    """The same families, of which each may hold targets that others lack."""
    return [replace(family, source="") for family in families]
