"""Piles of several sorts of pieces: under the uppermost piece of each place lies a column.

A sort is an owner and a kind; sorts count from one. A column is as many sets as a sort has binary digits, its planes:
member n of each stands for the n-th piece from the bottom. The uppermost pieces are in the slots, as in other games, so
that rules which do not speak of piles cost what they cost without.
"""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

from interpreter.engine.lowering.amounts import NO_END, endless, pieces_of, pieces_on
from interpreter.engine.lowering.lists import counted as all_counted
from interpreter.engine.lowering.lists import union
from interpreter.engine.lowering.piles import counted
from interpreter.engine.lowering.program import WORD, UnloweredError, mixed, salt, signed
from interpreter.language.functions import OF_PILES

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from interpreter.engine.lowering.expressions import Expressions
    from interpreter.engine.lowering.layout import Layout, Slot
    from interpreter.engine.lowering.numbering import Numbering
    from interpreter.engine.lowering.program import Program
    from interpreter.engine.lowering.scene import Scene
    from interpreter.engine.lowering.writer import Writer
    from interpreter.language.terms import Term
    from interpreter.machine.piles import Pile, Setting
    from interpreter.machine.rules import Rules

ENDLESS = 128  # pieces that a pile may come to have where they come without end; more are a fault
TOO_HIGH = "too_high"  # the variable that says that a pile has more pieces than a column holds
FIRST_SALT = 1 << 10  # numbers of cells in a key: those before are of other parts
COLUMNS = "columns"  # the array of all planes, place by place
PILED = "piled"  # the variable of what columns add to the key of a position, where that is kept from step to step


def planes_of(rules: Rules, sorts: int, *, digits: bool) -> int:
    """How many planes a column has; 0 where no piece lies on another of another sort."""
    return sorts.bit_length() if rules.piling and not counted(rules, several=digits) else 0


def room_of(rules: Rules, *, digits: bool) -> int:
    """How many pieces a column must hold: all there are, or, where they come without end, as many as it is given."""
    if not rules.piling or counted(rules, several=digits):
        return 0
    return ENDLESS if endless(rules) else pieces_of(rules)


# --- positions


def cells_of(setting: Setting, layout: Layout, numbering: Numbering) -> list[int]:
    """The planes of a setting, place by place. Raises UnloweredError where there are more pieces than they hold."""
    cells = [0] * layout.cells
    if not cells:
        return cells
    high = max(map(len, setting.below)) + 1 if TOO_HIGH in layout.numbers else pieces_on(setting)
    if high > numbering.width:
        raise UnloweredError(f"piles of more than {numbering.width} pieces are not compiled")
    if layout.tallest and any(len(pile) >= layout.tallest for pile in setting.below):
        raise UnloweredError("a pile of more pieces than the set-up lets come together is not compiled")
    sorts = {(slot.owner, slot.kind): number for number, slot in enumerate(layout.slots, start=1)}
    for site, pile in enumerate(setting.below):
        first = numbering.place[site] * layout.planes
        for layer, piece in enumerate(pile):
            for plane in range(layout.planes):
                cells[first + plane] |= (sorts[piece] >> plane & 1) << layer
    return cells


def below_of(cells: Sequence[int], layout: Layout, numbering: Numbering) -> tuple[Pile, ...]:
    """What lies under the uppermost pieces, site by site."""
    found = []
    for place in numbering.place:
        planes = cells[place * layout.planes : (place + 1) * layout.planes]
        height = max(plane.bit_length() for plane in planes)
        codes = [sum((plane >> layer & 1) << n for n, plane in enumerate(planes)) for layer in range(height)]
        found.append(tuple((layout.slots[code - 1].owner, layout.slots[code - 1].kind) for code in codes))
    return tuple(found)


# --- what is written


class Columns:
    """Writes how piles are read, laid and measured. A pile is the names of its planes, the uppermost piece included."""

    def __init__(self, expressions: Expressions) -> None:
        self.expressions, self.program = expressions, expressions.program

    def _each(self, scene: Scene, pattern: str) -> list[str]:
        return [pattern.format(n) for n in range(scene.layout.planes)]

    def helper(self, name: str, head: str, results: str, lines: list[str]) -> str:
        """The name of a function with `at` where a place's planes begin."""
        self.program.constant(0)
        return self.program.helper(name, lambda name: [f"def {name}({head}) -> {results}:", *lines])

    def results(self, scene: Scene) -> str:
        """The type of a pile."""
        return "bits" if scene.layout.planes == 1 else f"tuple[{', '.join(['bits'] * scene.layout.planes)}]"

    def none(self, scene: Scene) -> list[str]:
        """No pieces."""
        return [self.program.constant(0)] * scene.layout.planes

    def one(self, scene: Scene, slots: Sequence[tuple[Slot, str]]) -> list[str]:
        """A pile of one piece, of a slot whose condition holds ("": the only one)."""
        self.program.constant(0)
        first = self.program.constant(1)
        planes: list[list[str]] = [[] for _ in range(scene.layout.planes)]
        for slot, condition in slots:
            for number in self._digits(scene, slot):
                planes[number].append(f"({first} if {condition} else NOWHERE)" if condition else first)
        return [union(parts) for parts in planes]

    def _digits(self, scene: Scene, slot: Slot) -> list[int]:
        code = scene.layout.slots.index(slot) + 1
        return [plane for plane in range(scene.layout.planes) if code >> plane & 1]

    def of_sort(self, scene: Scene, pile: Sequence[str], slot: Slot) -> str:
        """The pieces of a sort in a pile."""
        own = self._digits(scene, slot)
        return f"({' & '.join(name if n in own else f'~{name}' for n, name in enumerate(pile))})"

    def height(self, pile: Sequence[str]) -> str:
        """The number of pieces of a pile."""
        return f"count({union(list(pile))})"

    # --- reading and laying

    def pile(self, writer: Writer, scene: Scene, site: str) -> list[str]:
        """All pieces on a site."""
        planes = range(scene.layout.planes)
        lines = [
            f"    at = lowest(site) * {len(planes)}",
            f"    layer = bit(count({' | '.join(f'columns[at + {n}]' for n in planes)}))",
            *(f"    p{n} = columns[at + {n}] | (layer if site & top{n} != 0 else NOWHERE)" for n in planes),
            f"    return {', '.join(self._each(scene, 'p{}'))}",
        ]
        head = f"site: bits, {', '.join(self._each(scene, 'top{}: bits'))}, columns: sets"
        name = self.helper("pile_of", head, self.results(scene), lines)
        tops = [
            union([scene.names[slot.name] for slot in scene.layout.slots if n in self._digits(scene, slot)])
            for n in planes
        ]
        return self.named(writer, scene, f"{name}({site}, {', '.join(tops)}, {scene.names[COLUMNS]})")

    def named(self, writer: Writer, scene: Scene, call: str) -> list[str]:
        """The pile that a call gives, under names of its own."""
        names = [writer.fresh("q") for _ in range(scene.layout.planes)]
        writer.line(f"{', '.join(names)} = {call}")
        return names

    def lay(self, writer: Writer, scene: Scene, site: str, pile: Sequence[str]) -> None:
        """Makes a site hold a pile and nothing else."""
        planes = range(scene.layout.planes)
        lines = [
            f"    at = lowest(site) * {len(planes)}",
            f"    top = bit(count({' | '.join(self._each(scene, 'p{}'))}) - 1)",
            *(f"    columns[at + {n}] = p{n} & ~top" for n in planes),
            f"    return {', '.join(self._each(scene, '(site if p{} & top != 0 else NOWHERE)'))}",
        ]
        head = f"site: bits, {', '.join(self._each(scene, 'p{}: bits'))}, columns: sets"
        name = self.helper("laid", head, self.results(scene), lines)
        with self._rekeyed(writer, scene, site):
            tops = self.named(writer, scene, f"{name}({site}, {', '.join(pile)}, {scene.names[COLUMNS]})")
        for slot in scene.layout.slots:
            own = scene.names[slot.name]
            writer.line(f"{own} = ({own} & ~{site}) | {self.of_sort(scene, tops, slot)}")

    def on(self, writer: Writer, scene: Scene, lower: Sequence[str], upper: Sequence[str]) -> list[str]:
        """A pile that lies on another."""
        height = writer.name(self.height(lower), "h")
        self.told_too_high(writer, scene, f"{height} + {self.height(upper)}")
        return [writer.name(f"{low} | ({high} << {height})") for low, high in zip(lower, upper, strict=True)]

    def told_too_high(self, writer: Writer, scene: Scene, height: str) -> None:
        """Notices a pile that has more pieces than a column holds, where there can be one."""
        if TOO_HIGH in scene.names:
            name = scene.names[TOO_HIGH]
            writer.line(f"{name} = 1 if {height} > {self.program.numbering.width} else {name}")

    def several(self, scene: Scene, slot: Slot, amount: str) -> list[str]:
        """A pile of so many pieces of one slot, as a column holds them."""
        own = self._digits(scene, slot)
        nothing = self.program.constant(0)
        return [f"(~(ALL << {amount}))" if plane in own else nothing for plane in range(scene.layout.planes)]

    def split(self, writer: Writer, pile: Sequence[str], amount: str) -> tuple[list[str], list[str]]:
        """What stays of a pile, and what its uppermost pieces are, so many of them."""
        left = writer.name(f"max(0, {self.height(pile)} - max(0, {amount}))", "h")
        stays = [writer.name(f"{plane} & ~(ALL << {left})") for plane in pile]
        return stays, [writer.name(f"{plane} >> {left}") for plane in pile]

    def carry(self, writer: Writer, scene: Scene, origin: str, target: str) -> None:
        """Moves the column of a site to one that has none."""
        planes = range(scene.layout.planes)
        lines = [f"    {name} = lowest({site}) * {len(planes)}" for name, site in (("at", "origin"), ("to", "target"))]
        for n in planes:
            lines += [f"    columns[to + {n}] = columns[at + {n}]", f"    columns[at + {n}] = NOWHERE"]
        name = self.helper("carried", "origin: bits, target: bits, columns: sets", "None", lines)
        with self._rekeyed(writer, scene, origin, target):
            writer.line(f"{name}({origin}, {target}, {scene.names[COLUMNS]})")

    def clear(self, writer: Writer, scene: Scene, sites: str) -> None:
        """Takes the columns of some sites away."""
        lines = [*_loop(scene.layout.planes), *self._each(scene, "        columns[at + {}] = NOWHERE")]
        name = self.helper("cleared", "rest: bits, columns: sets", "None", lines)
        with self._rekeyed(writer, scene, sites):
            writer.line(f"{name}({sites}, {scene.names[COLUMNS]})")

    def recode(self, writer: Writer, scene: Scene, sites: str, images: dict[Slot, Slot]) -> None:
        """Makes pieces of the columns of some sites those of other slots."""
        planes = range(scene.layout.planes)
        kept = [f"p{n}" for n in planes]
        lines = [*_loop(len(planes)), *(f"        p{n} = columns[at + {n}]" for n in planes)]
        for n in planes:
            parts = [
                self.of_sort(scene, kept, slot)
                for slot in scene.layout.slots
                if n in self._digits(scene, images.get(slot, slot))
            ]
            lines.append(f"        columns[at + {n}] = {union(parts)}")
        name = "recoded_" + "_".join(str(scene.layout.slots.index(images.get(s, s))) for s in scene.layout.slots)
        recoded = self.helper(name, "rest: bits, columns: sets", "None", lines)
        with self._rekeyed(writer, scene, sites):
            writer.line(f"{recoded}({sites}, {scene.names[COLUMNS]})")

    @contextmanager
    def _rekeyed(self, writer: Writer, scene: Scene, *sites: str) -> Iterator[None]:
        """Keeps what columns add to the key of a position, while the lines inside change those of some sites."""
        if PILED not in scene.names:
            yield
            return
        key, columns = column_key(self.program, scene.layout.planes), scene.names[COLUMNS]
        whole = " | ".join(sites)
        before = writer.name(f"{key}({whole}, {columns})", "k")
        yield
        after = writer.name(f"{key}({whole}, {columns})", "k")
        kept = scene.names[PILED]
        writer.line(f"{kept} = {kept} - {before} + {after}")

    def recoded(
        self, writer: Writer, scene: Scene, pile: Sequence[str], layers: str, images: dict[Slot, Slot]
    ) -> list[str]:
        """A pile in which the pieces of some layers are those of other slots."""
        named = []
        for n, plane in enumerate(pile):
            parts = [
                self.of_sort(scene, pile, slot)
                for slot in scene.layout.slots
                if n in self._digits(scene, images.get(slot, slot))
            ]
            named.append(writer.name(f"({plane} & ~{layers}) | ({layers} & ({union(parts)}))"))
        return named

    # --- measuring

    def size(self, scene: Scene, sites: str, slots: Sequence[Slot] | None = None) -> str:
        """The number of pieces on some occupied sites; with `slots`, of those sorts only."""
        own = scene.layout.slots if slots is None else tuple(slots)
        lines = ["    total = 0", *_loop(scene.layout.planes)]
        lines += [f"        total = total + {self._below(scene, own)}", "    return total"]
        name = self.helper(f"below{_which(scene, own)}", "rest: bits, columns: sets", "int", lines)
        return f"(count({sites} & {self._tops(scene, own)}) + {name}({sites}, {scene.names[COLUMNS]}))"

    def sized(self, scene: Scene, sites: str, least: str, most: str, slots: Sequence[Slot] | None = None) -> str:
        """Those of some occupied sites on which so many pieces lie, by numbers in the scale of the game.

        With `slots`, pieces of those sorts only are counted.
        """
        own = scene.layout.slots if slots is None else tuple(slots)
        whole = own == scene.layout.slots  # the uppermost piece of an occupied site counts, whatever it is
        height = f"({self._below(scene, own)} + {1 if whole else 'count(site & tops)'})"
        scaled = height if self.expressions.scale == 1 else f"({height} * {self.expressions.scale})"
        lines = [
            "    found = NOWHERE",
            *_loop(scene.layout.planes, "site"),
            f"        size = {scaled}",
            "        found = found | (site if least <= size and size <= most else NOWHERE)",
            "    return found",
        ]
        head, tops = ("", "") if whole else ("tops: bits, ", f"{self._tops(scene, own)}, ")
        head = f"rest: bits, {head}least: int, most: int, columns: sets"
        name = self.helper(f"sized{_which(scene, own)}", head, "bits", lines)
        return f"{name}({sites}, {tops}{least}, {most}, {scene.names[COLUMNS]})"

    def least(self, _: Writer, scene: Scene, sites: str, number: str) -> str:
        """Those of some occupied sites on which at least so many pieces lie, by a number in the scale of the game."""
        return self.sized(scene, sites, number, str(NO_END))

    def _below(self, scene: Scene, own: tuple[Slot, ...]) -> str:
        """How many pieces of some sorts lie under the uppermost one of a place."""
        names = self._each(scene, "columns[at + {}]")
        if own == scene.layout.slots:
            return self.height(names)
        return all_counted([self.of_sort(scene, names, slot) for slot in own])

    def _tops(self, scene: Scene, own: tuple[Slot, ...]) -> str:
        return self.expressions.join([scene.names[slot.name] for slot in own])

    def chosen(self, writer: Writer, scene: Scene, term: Term, slots: Sequence[Slot]) -> str:
        """`piles(S, size=, min=, max=)`, counting pieces of some sorts."""
        occupied = self.expressions.occupied(scene)
        sites = writer.name(f"{self.expressions.named(writer, scene, term.args[0])} & {occupied}")
        bounds = {
            name: writer.name(self.expressions.number(writer, scene, bound), "h")
            for name, bound in term.named
            if name not in OF_PILES
        }
        least = [bounds[name] for name in ("size", "min") if name in bounds]
        most = [bounds[name] for name in ("size", "max") if name in bounds]
        low = f"max({', '.join(least)})" if len(least) == 2 else least[0] if least else "0"
        high = f"min({', '.join(most)})" if len(most) == 2 else most[0] if most else str(NO_END)
        return self.sized(scene, sites, low, high, slots)


def _which(scene: Scene, own: tuple[Slot, ...]) -> str:
    """What tells the function of some sorts from that of all."""
    every = scene.layout.slots
    return "" if own == every else "_" + "_".join(str(every.index(slot)) for slot in own)


def _loop(planes: int, site: str = "") -> list[str]:
    """The lines that begin a loop over the places of `rest`; `site` names the set of the place."""
    here = [f"        {site} = rest & -rest"] if site else []
    return [
        "    while rest != 0:",
        *here,
        f"        at = lowest(rest) * {planes}",
        "        rest = rest ^ (rest & -rest)",
    ]


def column_key(program: Program, planes: int) -> str:
    """The name of a function that mixes the columns of occupied places into one number."""
    words = program.numbering.width // 64

    def text(name: str) -> list[str]:
        lines = [f"def {name}(rest: bits, columns: sets) -> int:", "    key = 0", *_loop(planes)]
        for plane in range(planes):
            lines.append(f"        if columns[at + {plane}] != 0:")
            for number in range(words):
                salted = f"word(columns[at + {plane}], {number}) + SALT * (at + {plane} + {FIRST_SALT}) + {number}"
                lines.append(f"            key = key + mixed({salted})")
        return [*lines, "    return key"]

    program.constants.setdefault("SALT", f"SALT = {salt(0):#x}")
    return program.helper("column_key", text)


def key_of_cells(cells: Sequence[int], words: int) -> int:
    """What that function gives for the planes of all places, as a signed number of 64 bits."""
    key = 0
    for number, cell in enumerate(cells):
        for part in range(words if cell else 0):
            key += mixed(((cell >> 64 * part) + salt(0) * (number + FIRST_SALT) + part) & WORD)
    return signed(key)


def first_cells(setting: Setting, layout: Layout, program: Program) -> Iterator[str]:
    """The lines that begin a playout: the columns of the set-up."""
    if layout.cells:
        yield f"{COLUMNS} = sets({layout.cells})"
        for number, cell in enumerate(cells_of(setting, layout, program.numbering)):
            if cell:
                yield f"{COLUMNS}[{number}] = {program.constant(cell)}"
