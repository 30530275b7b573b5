"""Candidates as lists of numbers: where a step begins and ends, and what tells it from others."""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.engine.lowering import amounts, pairing, throwing
from interpreter.engine.lowering.program import UnloweredError
from interpreter.engine.lowering.shape import STEP_PARTS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from interpreter.engine.lowering.deciding import Deciding
    from interpreter.engine.lowering.families import Family
    from interpreter.engine.lowering.scene import Scene
    from interpreter.engine.lowering.writer import Writer

NAMES = ("origin", "site", "kind", "move", "direction", "promotion")
PUT = (
    "@inline",
    f"def put(out: ints, found: int, {', '.join(f'{name}: int' for name in NAMES)}) -> int:",
    *(f"    out[found * {STEP_PARTS} + {place}] = {name}" for place, name in enumerate(NAMES)),
    "    return found + 1",
)  # a step in a list; gives how many there are then


class Listing:
    """Writes how candidates come into a list, whose name is `out`; the variable `found` tells how many are in it."""

    def __init__(self, deciding: Deciding, out: str) -> None:
        self.deciding, self.out = deciding, out
        self.program, self.expressions, self.rules = deciding.program, deciding.expressions, deciding.rules

    def all(self, writer: Writer, scene: Scene, family: Family, room: int) -> None:
        """Lists the candidates of a family; with `room`, the function gives -1 where the list has no more."""
        if family.pairs:
            with pairing.each(writer, family) as pair:
                self.pair(writer, scene, family, pair, room)
            return
        with writer.members(family.name) as target:
            if room:
                with writer.block(f"if found == {room}:"):
                    writer.line("return -1")
            self.one(writer, scene, family, target)

    def one(self, writer: Writer, scene: Scene, family: Family, target: str) -> None:
        """Lists a candidate by its target."""
        verb = self.rules.moves[family.move].verb
        origin = f"lowest({self.deciding.offers.origin(family, target)})" if family.origins else "-1"
        site = f"lowest({target})" if verb in {"place", "move", "remove"} else "-1"
        if verb == "sow":
            words = self.deciding.offers.bind(writer, scene.nested(), family, target).words
            origin, site = f"lowest({words['from']})", f"lowest({words['to']})"
        if family.dice >= 0:
            self._each_result(writer, family)
            return
        what = self._what(writer, scene, family, target)
        self._put(writer, (origin, site, what, family.move, family.direction, family.promotion))

    def _put(self, writer: Writer, parts: Sequence[object]) -> None:
        """Adds a step to the list."""
        name = self.program.helper("put", lambda _: PUT)
        writer.line(f"found = {name}({self.out}, found, {', '.join(map(str, parts))})")

    def _what(self, writer: Writer, scene: Scene, family: Family, target: str, origin: str = "") -> str:
        """What stands for the kind in a list: a kind or an amount, and the die beside it."""
        amount = self._amount(writer, scene, family, target, origin)
        return f"{amount} + {throwing.beside_kind(0, family.die)}" if amount else str(self._kind(family))

    def _amount(self, writer: Writer, scene: Scene, family: Family, target: str, origin: str = "") -> str:
        """How many pieces of a pile go, which is listed in place of a kind; "" where that is not asked."""
        move = self.rules.moves[family.move]
        if move.amount is None:
            return ""
        if family.die and family.amount >= throwing.BESIDE - 1:
            raise UnloweredError(
                "a choice of so many pieces is not compiled beside dice (say how many may go, as in `amount: [1, 3]`)"
            )
        if family.amount:
            return str(family.amount)
        bound = self.deciding.offers.bind(writer, scene.nested(), family, target, origin)
        site = bound.words["at" if move.verb == "remove" else "from"]
        return amounts.listed(self.expressions, writer, bound, move, site)

    def _kind(self, family: Family) -> int:
        if family.die and max(len(self.rules.pieces), len(self.rules.board.sites)) >= throwing.BESIDE:
            raise UnloweredError(
                "dice that are used one by one are not compiled on so many sites, or with so many kinds of pieces"
            )
        return throwing.beside_kind(family.kind, family.die)

    def results(self, family: Family) -> int:
        """How many results a throw has."""
        return len(self.rules.dice[family.dice].results) if family.dice >= 0 else 0

    def _each_result(self, writer: Writer, family: Family) -> None:
        """Every result of a throw."""
        number = writer.fresh("d")
        with writer.block(f"for {number} in range({self.results(family)}):"):
            self._put(writer, ("-1", "-1", number, family.move, "-1", "-1"))

    def pair(self, writer: Writer, scene: Scene, family: Family, pair: tuple[str, str], room: int = 0) -> None:
        """Lists an origin with a target."""
        origin, target = pair
        if room:
            with writer.block(f"if found == {room}:"):
                writer.line("return -1")
        what = self._what(writer, scene, family, target, origin)
        sites = (f"lowest({origin})", f"lowest({target})")
        self._put(writer, (*sites, what, family.move, family.direction, family.promotion))
        for taken, other in family.alike:
            came = self.deciding.offers.origin(other, target)
            with writer.block(f"if {taken} & {target} != 0 and {came} == {origin}:"):
                writer.line(f"{self.out}[found * {STEP_PARTS} - {STEP_PARTS - 3}] = {other.move}")
                writer.line(f"{self.out}[found * {STEP_PARTS} - {STEP_PARTS - 4}] = {other.direction}")
