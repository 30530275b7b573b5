"""The source of a kernel while it is written: constants, helper functions, what they say of the board."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING

from interpreter.engine.lowering.numbering import Numbering, shifts_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from interpreter.board.board import Board
    from interpreter.engine.lowering.writer import Writer


MOST_COPIED = 300
"""Lines of a helper, times the words of a set, times its calls: where copies would be more, it is called.

LLVM takes long over long chains of operations on wide sets; where a kernel holds many copies of one, calling it instead
halves the time of compiling and costs a twentieth of the speed (measured with Fetlar).
"""


WORD = (1 << 64) - 1
MOST_IN_A_ROW = 16
"""Parts of a union that are written one behind the other."""


class UnloweredError(Exception):
    """A rule that has no kernel form yet; the game is played by the reference engine."""


class Program:
    """A kernel's module: what functions share."""

    def __init__(self, board: Board, numbering: Numbering) -> None:
        self.board, self.numbering = board, numbering
        self.constants: dict[str, str] = {}
        self._sets: dict[int, str] = {}  # the names of constant sets
        self._shifts: dict[tuple[int, int], tuple[tuple[int, int], ...]] = {}
        self.helpers: dict[str, str] = {}
        self.parameters: dict[str, list[str]] = {}  # of functions of a position
        self.functions: list[str] = []
        self.every = self.constant(numbering.every, "EVERY")

    @property
    def wide(self) -> bool:
        """Whether a set takes several words."""
        return self.numbering.width > WORD.bit_length()

    def kept(self, writer: Writer, text: str, gate: str) -> str:
        """A set as a variable of its own, from which members may be taken; empty unless the gate, if any, holds."""
        name = writer.fresh("f")
        self.constant(0)
        writer.line(f"{name} = {text}" if not gate else f"{name} = ({text}) if {gate} else NOWHERE")
        return name

    def constant(self, bits: int, name: str = "") -> str:
        """The name of a constant set of the kernel."""
        if bits == 0:
            return "NOWHERE" if self.constants.setdefault("NOWHERE", "NOWHERE: bits = 0") else ""
        if bits not in self._sets:
            self._sets[bits] = name or f"SET_{len(self.constants)}"
            self.constants[self._sets[bits]] = f"{self._sets[bits]}: bits = {bits:#x}"
        return self._sets[bits]

    def table(self, name: str, values: list[int], kind: str = "ints") -> str:
        """The name of a constant table of the kernel, which is written once."""
        self.constants.setdefault(name, f"{name}: {kind} = ({', '.join(map(str, values))},)")
        return name

    def board_set(self, sites: int) -> str:
        """The name of a constant set of the board."""
        return self.constant(self.numbering.bits(sites))

    def shifts(self, direction: int, times: int = 1) -> tuple[tuple[int, int], ...]:
        """The index differences of `times` steps in a direction, each with the set of sites that may take it."""
        found = self._shifts.get((direction, times))
        if found is None:
            found = self._shifts[direction, times] = shifts_of(self.board, self.numbering.place, direction, times)
        return found

    def shifted(self, text: str, direction: int, times: int = 1, *, exact: bool = False) -> str:
        """A set moved in a direction; without `exact` it may hold bits that are no site (never a wrong site)."""
        if self.board.walks[direction]:
            raise UnloweredError(
                "`entering` and `leaving` are not compiled along tracks that come to a site twice (name a "
                "region instead)"
            )
        parts = []
        shifts = self.shifts(direction, times)
        free = self.numbering.gapped and times == 1 and not exact
        for difference, mask in shifts:
            taken = text if free else f"({text} & {self.constant(mask)})"
            parts.append(f"({taken} << {difference})" if difference >= 0 else f"({taken} >> {-difference})")
        return _joined(parts) if len(parts) == 1 else f"({_joined(parts)})" if parts else self.constant(0)

    def shifted_far(self, text: str, direction: int, times: int) -> str:
        """A site moved so many steps in a direction as it can go."""
        if not self.numbering.gapped:
            return self.shifted(text, direction, times)
        for _ in range(times):
            text = self.shifted(text, direction)
        return text

    def longest(self, direction: int) -> int:
        """The most steps that can be walked in a direction; on a closed line, once around."""
        lines, size = self.walks(direction), len(self.board.steps[direction])
        closed = sum(map(len, lines)) < size
        return size if closed else max((len(line) - 1 for line in lines), default=0)

    def walks(self, direction: int) -> list[list[int]]:
        """The lines in a direction; where it is not closed, every site of the board is on one of them."""
        steps, found = self.board.steps[direction], []
        for start in set(range(len(steps))) - set(steps):
            line, site = [start], steps[start]
            while site >= 0:
                line.append(site)
                site = steps[site]
            found.append(line)
        return found

    def near_place(self, place: str, along: tuple[int, ...]) -> str:
        """The neighbours of one site, by its place: they are looked up. The place behind all others has none."""
        board, numbering = self.board, self.numbering
        values = [0] * (max(numbering.place) + 2)
        for site, at in enumerate(numbering.place):
            found = {board.steps[direction][site] for direction in along if direction >= 0} - {-1}
            found |= {to for direction in along for start, to in pairwise(board.walks[direction]) if start == site}
            found |= {start for way in along if way < 0 for start, to in enumerate(board.steps[~way]) if to == site}
            values[at] = sum(1 << numbering.place[other] for other in found)
        return f"{self.table('NEAR_' + _named(along), values, 'sets')}[{place}]"

    def near_one(self, place: str, along: tuple[int, ...]) -> str:
        """The neighbours of one site, by its place, or of none, by the width of sets: without a branch."""
        return self.near_place(f"min({place}, {max(self.numbering.place) + 1})", along)

    def near(self, text: str, along: tuple[int, ...]) -> str:
        """A call that gives the neighbours of a set; it may hold bits that are no site."""
        name = self.helper(
            f"near_{_named(along)}",
            lambda name: [
                "@inline",
                f"def {name}(at: bits) -> bits:",
                f"    return {self._stepped('at', along) or 'NOWHERE & at'}",
            ],
        )
        if not along:
            self.constant(0)
        return f"{name}({text})"

    def _stepped(self, text: str, along: tuple[int, ...]) -> str:
        """The sites one step from a set in some directions; on a track, from wherever it comes to them.

        What goes the same number of places on, in whatever direction, is shifted at once.
        """
        moved: dict[int, int] = {}
        for direction in along:
            for difference, mask in self._moves(direction):
                moved[difference] = moved.get(difference, 0) | mask
        free = self.numbering.gapped and not any(way < 0 or self.board.walks[way] for way in along)
        masked = {by: text if free else f"({text} & {self.constant(mask)})" for by, mask in moved.items()}
        return _joined([_moved(taken, by) for by, taken in masked.items()])

    def _moves(self, direction: int) -> tuple[tuple[int, int], ...]:
        """How many places on each site's next one is: pairs of that and of sites; of a way back, see `_both_ways`."""
        if direction >= 0:
            return self.shifts(direction) or tuple(self._walked(direction))
        forth = self._moves(~direction)
        return tuple((-by, mask << by if by >= 0 else mask >> -by) for by, mask in forth)

    def _walked(self, direction: int) -> list[tuple[int, int]]:
        """The same as `shifts` for a track that comes to a site twice; nothing for other directions."""
        moved: dict[int, int] = {}
        for start, to in pairwise(self.numbering.place[site] for site in self.board.walks[direction]):
            moved[to - start] = moved.get(to - start, 0) | 1 << start
        return sorted(moved.items())

    def _both_ways(self, along: tuple[int, ...]) -> tuple[int, ...]:
        """Directions with their opposites: in a group, a step links both of its ends.

        The way back along a one-way direction, which is no direction of the board, is `~` of its number.
        """
        opposites = [self.board.opposite[direction] for direction in along]
        back = [~way if other < 0 else other for way, other in zip(along, opposites, strict=True)]
        return tuple(sorted({*along, *back}))

    def fill(self, seed: str, inside: str, along: tuple[int, ...]) -> str:
        """A call that gives everything connected to a seed within a set of sites."""
        along = self._both_ways(along)
        near = self.near("", along).removesuffix("()")
        name = self.helper(
            f"fill_{_named(along)}",
            lambda name: [
                f"def {name}(seed: bits, inside: bits) -> bits:",
                "    filled = seed & inside",
                f"    grown = filled | ({near}(filled) & inside)",
                "    while grown != filled:",
                f"        filled = grown | ({near}(grown) & inside)",
                f"        grown = filled | ({near}(filled) & inside)",
                "    return filled",
            ],
        )
        return f"{name}({seed}, {inside})"

    def clear_fill(self, seed: str, inside: str, along: tuple[int, ...], met: str, *, one: bool) -> str:
        """A call that fills until the sites beside it meet a set; gives what was filled, and whether nothing was met.

        The directions must come with their opposites; what is given is all that is connected only if nothing was met.
        Most often the sites beside the seed meet it: where that is `one` site at most, they are looked up.
        """
        near, looked_up = self.near("", along).removesuffix("()"), one and self.wide
        first = self.near_one("lowest(filled)", along) if looked_up else f"{near}(filled)"
        name = self.helper(
            f"clear_fill_{'one_' if looked_up else ''}{_named(along)}",
            lambda name: [
                f"def {name}(seed: bits, inside: bits, met: bits) -> tuple[bits, bool]:",
                "    filled = seed & inside",
                f"    around = {first}",
                "    more = around & inside & ~filled",
                "    while more != 0 and around & met == 0:",
                "        filled = filled | more",
                f"        around = {near}(filled)",
                "        more = around & inside & ~filled",
                "    return filled, around & met == 0",
            ],
        )
        return f"{name}({seed}, {inside}, {met})"

    def mutual(self, along: tuple[int, ...]) -> bool:
        """Whether directions come with their opposites."""
        return along == tuple(sorted({*along, *(self.board.opposite[direction] for direction in along)}))

    def flood(self, seed: str, inside: str, along: tuple[int, ...]) -> str:
        """The same as `fill`, site by site: faster for a few sites on a board of several words."""
        along = self._both_ways(along)
        near = self.near_place("at", along)
        name = self.helper(
            f"flood_{_named(along)}",
            lambda name: [
                f"def {name}(seed: bits, inside: bits) -> bits:",
                "    filled = seed & inside",
                "    rest = filled",
                "    while rest != 0:",
                "        at = lowest(rest)",
                f"        rest = (rest ^ (rest & -rest)) | ({near} & inside & ~filled)",
                "        filled = filled | rest",
                "    return filled",
            ],
        )
        return f"{name}({seed}, {inside})"

    def slide(self, seed: str, through: str, direction: int) -> str:
        """A call that gives a seed and all that is reached from it by walking through a set in one direction."""
        longest = max(self.longest(direction), 1)
        self.shifted(seed, direction)  # refuses what is no shift

        def text(name: str) -> list[str]:
            shifts = self.shifts(direction)
            lines = ["@inline", f"def {name}(seed: bits, through: bits) -> bits:", "    reached = seed"]
            if len(shifts) != 1:
                lines += [f"    reached = reached | ({self.shifted('reached', direction)} & through)"] * longest
                return [*lines, "    return reached"]
            # Doubling: what is passed in one stride is passed by strides of two, four and so on. Sites that are entered
            # from nowhere are never open, so no stride leads around the edge.
            difference, mask = shifts[0]
            entered = mask << difference if difference >= 0 else mask >> -difference
            masked = "through" if self.numbering.gapped else f"through & {self.constant(entered)}"
            return [*lines[:2], *self.strides(longest, masked, lambda what, stride: _moved(what, difference * stride))]

        return f"{self.helper(f'slide_{direction}', text)}({seed}, {through})"

    def strides(self, longest: int, through: str, moved: Callable[[str, int], str]) -> list[str]:
        """Lines of a function that gives a seed and what is reached from it in so many steps through a set, or fewer.

        `moved` gives what a set, by its name, becomes by a stride of so many steps.
        """
        lines, stride, walked = ["    reached = seed", f"    open = {through}"], 1, 0
        while walked < longest:
            lines.append(f"    reached = reached | ({moved('reached', stride)} & open)")
            walked += stride
            if stride < longest - walked:  # else what is left is walked by the same stride once more
                lines.append(f"    open = open & {moved('open', stride)}")
                stride *= 2
        return [*lines, "    return reached"]

    def question(
        self,
        name: str,
        kind: str,
        variables: dict[str, str],
        names: dict[str, str],
        written: Callable[[dict[str, str]], list[str]],
        *,
        apart: bool = True,
    ) -> str:
        """A call of a function of a position, which takes only the variables that it reads; never inlined if `apart`.

        `variables` has their kinds, `names` what they are called where the function is called; `written` gives the
        function's lines for its own names.
        """
        if name not in self.parameters:
            lines = written({variable: variable for variable in variables})
            words = set(re.findall(r"\w+", "\n".join(lines)))
            self.parameters[name] = [variable for variable in variables if variable in words]
            head = ", ".join(f"{variable}: {variables[variable]}" for variable in self.parameters[name])
            self.helper(
                name, lambda _: ["@never_inline" if apart else "@inline", f"def {name}({head}) -> {kind}:", *lines]
            )
        return f"{name}({', '.join(names[variable] for variable in self.parameters[name])})"

    def helper(self, name: str, text: object) -> str:
        """The name of a helper function, which is written once."""
        if name not in self.helpers:
            self.helpers[name] = ""  # keeps the order: what it calls comes first
            lines = text(name)  # type: ignore[operator]
            del self.helpers[name]
            self.helpers[name] = "\n".join(lines)
        return name

    def texts(self) -> list[str]:
        """Helpers and functions, in an order in which each stands behind what it calls."""
        whole = "\n".join([*self.helpers.values(), *self.functions])
        words = self.numbering.width // 64

        def settled(name: str, text: str) -> str:
            copied = (whole.count(f"{name}(") - 1) * (text.count("\n") - 1) * words
            return text.replace("@inline", "@never_inline", 1) if copied > MOST_COPIED else text

        return [*(settled(name, text) for name, text in self.helpers.items()), *self.functions]


def salt(number: int) -> int:
    """What is added to a part of a position before it goes into a key, by the number of the part; in 64 bits.

    These are outputs of SplitMix64: of salts that are multiples of one number, products come to the same too often.
    """
    return mixed((number + 1) * 0x9E3779B97F4A7C15 & WORD) | 1


def mixed(value: int) -> int:
    """SplitMix64's output function, as the kernels compute it, of 64 bits without a sign."""
    value = (value ^ value >> 30) * 0xBF58476D1CE4E5B9 & WORD
    value = (value ^ value >> 27) * 0x94D049BB133111EB & WORD
    return value ^ value >> 31


def signed(value: int) -> int:
    """A number of 64 bits, whatever it has beyond them left out, as the kernels read it."""
    value &= WORD
    return value - (1 << 64) if value >> 63 else value


def _joined(parts: list[str]) -> str:
    """The union of sets; a long row would nest as deep as it is long."""
    while len(parts) > MOST_IN_A_ROW:
        parts = [f"({' | '.join(parts[at : at + MOST_IN_A_ROW])})" for at in range(0, len(parts), MOST_IN_A_ROW)]
    return " | ".join(parts)


def _named(along: tuple[int, ...]) -> str:
    """Directions as a part of a name; `_both_ways` tells which are negative."""
    return "_".join(str(way) if way >= 0 else f"back{~way}" for way in along)


def _moved(text: str, amount: int) -> str:
    return f"({text} << {amount})" if amount >= 0 else f"({text} >> {-amount})"
