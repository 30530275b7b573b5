"""The rules of Wali and of its options once more, in plain Python: points are pairs, stones are owner by point.

Written from the rules and not from the game file, so that the two check each other. Slow and simple.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TypeAlias

Point: TypeAlias = tuple[int, int]
Stones: TypeAlias = dict[Point, str]
Step: TypeAlias = tuple[str, Point | None, Point | None]  # what, from, to
WIDTH, HEIGHT, HAND = 6, 5, 12
POINTS = [(x, y) for x in range(WIDTH) for y in range(HEIGHT)]
SIDES = ((1, 0), (0, 1))
SLANTS = ((1, 1), (1, -1))
PASS: Step = ("pass", None, None)


@dataclass(frozen=True)
class Wali:
    """A position: what stands where, whose step it is, what is due."""

    options: dict[str, str | int]
    stones: Stones
    hands: dict[str, int]
    mover: str = "black"
    marching: bool = False
    due: int = 0  # captures that may still be made in this turn
    quiet: int = 0
    winner: str = ""

    @property
    def other(self) -> str:
        return "white" if self.mover == "black" else "black"

    # --- rows

    def runs(self, stones: Stones, point: Point) -> list[int]:
        """Lengths of the runs of one owner through a point, one for each direction that counts."""
        owner, found = stones[point], []
        for x, y in SIDES + (SLANTS if self.options["diagonal-rows"] == "count" else ()):
            length = 1
            for sign in (1, -1):
                at = (point[0] + sign * x, point[1] + sign * y)
                while stones.get(at) == owner:
                    length, at = length + 1, (at[0] + sign * x, at[1] + sign * y)
            found.append(length)
        return found

    def rows(self, stones: Stones, point: Point) -> int:
        """How many rows through a point take a stone, or make one safe."""
        exactly = self.options["row-takes"] == "three exactly"
        return sum(length == 3 if exactly else length >= 3 for length in self.runs(stones, point))

    # --- steps

    def drops(self, player: str) -> set[Step]:
        if not self.hands[player]:
            return set()
        rule, found = self.options["dropping"], set()
        for point in POINTS:
            if point in self.stones:
                continue
            near = [(point[0] + sign * x, point[1] + sign * y) for x, y in SIDES for sign in (1, -1)]
            longest = max(self.runs({**self.stones, point: player}, point))
            bad = {
                "apart": any(self.stones.get(other) == player for other in near),
                "no three": longest >= 3,
                "no four": longest >= 4,
                "anywhere": False,
            }
            if not bad[str(rule)]:
                found.add(("drop", None, point))
        return found

    def marches(self, player: str) -> set[Step]:
        found = set()
        for point in [point for point, owner in self.stones.items() if owner == player]:
            for x, y in [(sign * x, sign * y) for x, y in SIDES for sign in (1, -1)]:
                end = (point[0] + x, point[1] + y)
                if end in POINTS and end not in self.stones:
                    after = {other: owner for other, owner in self.stones.items() if other != point} | {end: player}
                    if self.options["long-rows"] == "allowed" or max(self.runs(after, end)) < 4:
                        found.add(("march", point, end))
        return found

    def begins(self, player: str) -> set[Step]:
        """The steps with which a player may begin a turn."""
        if not self.marching:
            return self.drops(player)
        late = self.options["leftover-stones"] != "out of the game"
        return self.marches(player) | (self.drops(player) if late else set())

    def victims(self) -> set[Step]:
        theirs = {point for point, owner in self.stones.items() if owner == self.other}
        loose = {point for point in theirs if not self.rows(self.stones, point)}
        choice = self.options["which-stones"]
        chosen = theirs if choice == "any" else loose if loose or choice == "never in a row" else theirs
        return {("take", None, point) for point in chosen}

    def legal(self) -> set[Step]:
        if self.winner:
            return set()
        if self.due:
            return self.victims() | ({PASS} if self.options["capturing"] == "optional" else set())
        return self.begins(self.mover) or {PASS}

    def play(self, step: Step) -> Wali:
        what, start, end = step
        stones, hands, quiet, due = dict(self.stones), dict(self.hands), self.quiet + 1, 0
        if what == "pass":
            return replace(self, quiet=quiet, due=0).tested(ends=True)
        assert end is not None
        if what == "take":
            del stones[end]
            return replace(self, stones=stones, quiet=0, due=self.due - 1).tested(ends=False)
        if start is None:
            hands[self.mover] -= 1
            quiet = 0
        else:
            del stones[start]
        stones[end] = self.mover
        if what == "march":
            due = self.rows(stones, end)
            if self.options["captures"] == "one":
                due = min(due, 1)
        return replace(self, stones=stones, hands=hands, quiet=quiet, due=due).tested(ends=False)

    # --- ends

    def tested(self, *, ends: bool) -> Wali:
        """The position after a step: won, or a capture is due, or the turn is over."""
        left = list(self.stones.values()).count(self.other)
        if self.marching and left < (1 if self.options["winning"] == "take all" else 3):
            return replace(self, winner=self.mover)
        if self.due and not ends and (self.victims() or self.options["capturing"] == "optional"):
            return self
        over = replace(self, due=0)
        if over.marching and over.options["long-play"] == "draw" and over.quiet >= int(over.options["draw-after"]):
            return replace(over, winner="draw")
        player, stuck = over.other, not (over.drops("black") or over.drops("white"))
        if not over.marching and stuck:
            over = replace(over, marching=True)
            player = "black" if over.options["first-march"] == "black" else player
        over = replace(over, mover=player)
        if over.marching and over.options["blocked-player"] == "loses" and not over.begins(player):
            return replace(over, winner=over.other)
        return over
