"""The groups of a set, kept while a game is played: only those beside what has changed are found anew.

Whoever asks for a group brings the partition up to date first, by what the set was when it was last asked. So it does
not matter what changed the set, or how often.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from interpreter.engine.lowering.writer import Writer
from interpreter.language.terms import Kind, Term

if TYPE_CHECKING:
    from interpreter.engine.lowering.expressions import Expressions
    from interpreter.engine.lowering.program import Program
    from interpreter.engine.lowering.scene import Scene
    from interpreter.machine.rules import Rules

MEASURES = frozenset({"largest", "length"})
OF_PIECES = frozenset({"occupied", "owned", "piece", "join", "meet", "complement", "sites", "empty"})
OF_PIECES |= {"me", "enemy", "enemies", "player", "next", "by-player"}


@dataclass(frozen=True, slots=True)
class Partition:
    """Names of what a playout keeps of one set.

    `seen` is the set when its groups were last looked at. Groups are numbered: `free` has the numbers that none has,
    `label` the number at each place, `group` the sites of each number. `sized` has the union of all groups of a size,
    less one; `sizes` those sizes, less one, for which it is not empty. `whole` is a set that was last found to be
    connected, or "" where no rule asks that of a group without one of its sites.
    """

    seen: str
    free: str
    sizes: str
    label: str
    group: str
    sized: str
    whole: str = ""

    def head(self, program: Program) -> list[str]:
        """The lines that begin a playout: nothing has been looked at."""
        nowhere, sites = program.constant(0), len(program.board.sites)
        return [
            f"{self.seen} = {nowhere}",
            f"{self.free} = ALL",
            f"{self.sizes} = {nowhere}",
            f"{self.label} = ints({program.numbering.width})",
            f"{self.group} = sets({sites})",
            f"{self.sized} = sets({sites})",
            *([f"{self.whole} = {nowhere}"] if self.whole else []),
        ]

    def of(self, site: str) -> str:
        """The group of a site of the set."""
        return f"{self.group}[{self.label}[lowest({site})]]"

    def updated(self, writer: Writer, program: Program, name: str, along: tuple[int, ...]) -> None:
        """Lines that bring everything up to date with the set as it is now, by its name."""
        arrays = f"{self.sizes}, {self.label}, {self.group}, {self.sized}"
        if self.whole:
            shrunk = f"{_shrunk(program)}({self.seen}, {name}, {self.whole}, {arrays})"
            writer.line(f"{self.seen}, {self.sizes} = {shrunk}")
        with writer.block(f"if {self.seen} != {name}:"):
            update = _update(program, along)
            writer.line(f"{self.free}, {self.sizes} = {update}({self.seen}, {name}, {self.free}, {arrays})")
            writer.line(f"{self.seen} = {name}")


def partition_of(
    expressions: Expressions, writer: Writer, scene: Scene, term: Term, along: tuple[int, ...]
) -> Partition | None:
    """The partition of a set, brought up to date; None where none is kept."""
    if scene.kept is None or (term, along) not in scene.kept.measured or not expressions.program.mutual(along):
        return None
    trial = Writer()
    text = expressions.clean(trial, scene.after(), term)
    if trial.lines:
        return None
    found = scene.kept.partition(text, along)
    known = Term("partition", Kind.LIST, (term,), along)
    if known not in scene.known:
        found.updated(writer, expressions.program, expressions.named(writer, scene, term), along)
        scene.known[known] = found.seen
    return found


def measured_sets(rules: Rules) -> frozenset[tuple[Term, tuple[int, ...]]]:
    """The sets of which sizes of groups are asked, and along which directions; the pieces alone make them up."""
    lets = {(name, term) for move in rules.moves for name, term in move.lets}
    found = set()
    for part in (part for term in rules.terms() for part in term.walk() if part.op in MEASURES):
        asked = part.args[0]
        for groups in [term for name, term in lets if name == asked.value] if asked.op == "local" else [asked]:
            along = groups.option("along")
            pieces = groups.op == "groups" and all(inner.op in OF_PIECES for inner in groups.args[0].walk())
            if pieces and along is not None and isinstance(along.value, tuple):
                found.add((groups.args[0], along.value))
    return frozenset(found)


def joined(program: Program, beside: str, inside: str, along: tuple[int, ...]) -> str:
    """A call that tells whether some sites of a set are all connected within it.

    One of them is filled from until it meets them all. Most often that is soon; else the others are filled from in
    turn with it, and the smaller part tells that it is one by itself.
    """
    near = program.near("", along).removesuffix("()")
    name = program.helper(
        "joined_" + "_".join(map(str, along)),
        lambda name: [
            f"def {name}(beside: bits, inside: bits) -> bool:",
            "    one = beside & -beside",
            f"    one = one | ({near}(one) & inside)",
            f"    one = one | ({near}(one) & inside)",
            "    others = beside & ~one",
            "    apart = True",
            "    while beside & ~one != 0:",
            f"        grown = one | ({near}(one) & inside)",
            "        if grown == one:",
            "            return False",
            "        one = grown",
            "        if apart:",
            f"            grown = others | ({near}(others) & inside)",
            "            apart = grown & one == 0",
            "            if apart and grown == others:",
            "                return False",
            "            others = grown",
            "    return True",
        ],
    )
    return f"{name}({beside}, {inside})"


def ranked(program: Program) -> str:
    """The name of a function that adds a group to the unions of groups by size; gives the sizes that occur."""
    return program.helper(
        "ranked",
        lambda name: [
            "@inline",
            f"def {name}(part: bits, sizes: bits, sized: sets) -> bits:",
            "    size = count(part) - 1",
            "    sized[size] = sized[size] | part",
            "    return sizes | bit(size)",
        ],
    )


def _unranked(program: Program) -> str:
    """The name of a function that takes a group out of the unions by size again."""
    return program.helper(
        "unranked",
        lambda name: [
            "@inline",
            f"def {name}(part: bits, sizes: bits, sized: sets) -> bits:",
            "    size = count(part) - 1",
            "    sized[size] = sized[size] & ~part",
            "    return sizes & ~bit(size) if sized[size] == 0 else sizes",
        ],
    )


def _labelled(program: Program) -> str:
    """The name of a function that writes a number at sites."""
    return program.helper(
        "labelled",
        lambda name: [
            "@inline",
            f"def {name}(sites: bits, number: int, label: ints) -> int:",
            "    rest = sites",
            "    while rest != 0:",
            "        label[lowest(rest)] = number",
            "        rest = rest & ~(rest & -rest)",
            "    return number",
        ],
    )


def _shrunk(program: Program) -> str:
    """The name of a function that takes sites out of a group where the others are known to be connected.

    Gives the set that has now been looked at, and sizes. Most often there is nothing else to be done.
    """
    rank, unrank = ranked(program), _unranked(program)
    return program.helper(
        "shrunk",
        lambda name: [
            "@inline",
            f"def {name}(",
            "    seen: bits, now: bits, whole: bits, sizes: bits, label: ints, group: sets, sized: sets",
            ") -> tuple[bits, bits]:",
            "    lost = seen & ~now",
            "    if lost != 0:",
            "        number = label[lowest(lost)]",
            "        part = group[number]",
            "        if whole != 0 and part & ~lost == whole and lost & ~part == 0:",
            f"            sizes = {unrank}(part, sizes, sized)",
            "            group[number] = whole",
            f"            sizes = {rank}(whole, sizes, sized)",
            "            seen = seen ^ lost",
            "    return seen, sizes",
        ],
    )


def _update(program: Program, along: tuple[int, ...]) -> str:
    """The name of a function that takes a partition from one set to another; gives free numbers, and sizes.

    A group that lost sites falls apart where those beside them are no longer connected: one part keeps its number. A
    site that came joins all groups beside it, under the number of the largest.
    """
    rank, unrank, labelled = ranked(program), _unranked(program), _labelled(program)
    near = program.near("", along).removesuffix("()")
    near_place = program.near_place("place", along)
    whole_yet = joined(program, "beside", "rest", along)
    fill = program.fill("rest & -rest", "rest", along)
    return program.helper(
        "update_" + "_".join(map(str, along)),
        lambda name: [
            f"def {name}(",
            "    seen: bits, now: bits, free: bits, sizes: bits, label: ints, group: sets, sized: sets",
            ") -> tuple[bits, bits]:",
            "    gone = seen & ~now",
            "    while gone != 0:",
            "        number = label[lowest(gone)]",
            "        whole = group[number]",
            "        rest = whole & now",
            f"        beside = {near}(whole & gone) & rest",
            "        gone = gone & ~whole",
            f"        sizes = {unrank}(whole, sizes, sized)",
            "        if rest == 0:",
            "            free = free | bit(number)",
            "        else:",
            "            part = rest",
            f"            if not {whole_yet}:",
            f"                part = {fill}",
            "            group[number] = part",
            f"            sizes = {rank}(part, sizes, sized)",
            "            rest = rest & ~part",
            "            while rest != 0:",
            f"                part = {fill}",
            "                rest = rest & ~part",
            f"                number = {labelled}(part, lowest(free), label)",
            "                free = free & ~bit(number)",
            "                group[number] = part",
            f"                sizes = {rank}(part, sizes, sized)",
            "    come = now & ~seen",
            "    while come != 0:",
            "        place = lowest(come)",
            "        come = come & ~bit(place)",
            "        whole = bit(place)",
            f"        beside = {near_place} & now & ~come",
            "        kept = NOWHERE",
            "        number = -1",
            "        while beside != 0:",
            "            other = label[lowest(beside)]",
            "            part = group[other]",
            "            beside = beside & ~part",
            "            whole = whole | part",
            f"            sizes = {unrank}(part, sizes, sized)",
            "            if number < 0 or count(part) > count(kept):",
            "                if number >= 0:",
            "                    free = free | bit(number)",
            "                number = other",
            "                kept = part",
            "            else:",
            "                free = free | bit(other)",
            "        if number < 0:",
            "            number = lowest(free)",
            "            free = free & ~bit(number)",
            "        group[number] = whole",
            f"        sizes = {rank}(whole, sizes, sized)",
            f"        number = {labelled}(whole & ~kept, number, label)",
            "    return free, sizes",
        ],
    )
