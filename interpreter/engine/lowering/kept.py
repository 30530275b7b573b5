"""What a playout keeps beside its position: a step brings it up to date, instead of computing it anew each time.

Most of it rests on games that only grow (`growing`): a piece is placed, an end condition meets it once, and it stays.
Partitions compare what is with what was.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from interpreter.engine.lowering.forest import Forest, forests_of
from interpreter.engine.lowering.growing import draws_empty_sites, most_games, only_grows
from interpreter.engine.lowering.liberties import Liberties, liberties_of
from interpreter.engine.lowering.partition import Partition, measured_sets

if TYPE_CHECKING:
    from interpreter.engine.lowering.program import Program
    from interpreter.engine.lowering.roster import Roster
    from interpreter.engine.lowering.scene import Scene
    from interpreter.engine.lowering.writer import Writer
    from interpreter.language.terms import Term
    from interpreter.machine.rules import Rules

LIST, LEFT = "empties", "empties_left"
VACANT = "vacant"  # the empty sites as a set
FRACTION = "fraction"  # what is left of the one random number of a game
SHARED = 1 << 33  # choices that one random number may serve: no chance is off by more than one part in 2**31
MARKS = "marks"  # bits of an array, one or none for every position that has stood
MARK_WORDS = 256
WORD = 63  # bits of an int that a line may use, so that none is a sign


@dataclass(frozen=True, slots=True)
class Lines:
    """An array of lines: its name and size, and for each axis the tables of the line and of the bit of every place."""

    name: str
    count: int
    tables: tuple[tuple[str, str], ...]


class Kept:
    """The variables and arrays of one playout, with what they hold at first."""

    def __init__(
        self, program: Program, rules: Rules, passes: frozenset[str], *, history: bool, roster: Roster | None
    ) -> None:
        self.program, self.passes, self.roster = program, passes, roster
        self.wide = program.wide  # of one word, sets are faster than any list
        self.lists_empty = "list of empty sites" in passes and self.wide and draws_empty_sites(rules)
        self.one_number = "one number a game" in passes and 0 < most_games(rules) <= SHARED
        self.counts_empty = self.lists_empty or self.one_number
        self.vacant = "kept empty sites" in passes and not self.wide and only_grows(rules)
        self.marks_history = "marked positions" in passes and history
        self.connects = "kept connections" in passes and only_grows(rules)
        self.connections: dict[tuple[int, Term], str] = {}
        self.lines: dict[tuple[int, Term], Lines] = {}
        self.measured = measured_sets(rules) if "kept groups" in passes else frozenset()
        self.partitions: dict[tuple[str, tuple[int, ...]], Partition] = {}
        self.tells_whole = "told to be whole" in passes and rules.uses("connected")
        joins = {"union-find", "new pieces only"} <= passes
        self.forests: tuple[Forest, ...] = forests_of(program, rules) if joins else ()
        self.liberties: Liberties | None = liberties_of(program, rules) if "kept liberties" in passes else None

    def head(self) -> list[str]:
        """The lines that begin a playout."""
        lines = [f"{name} = {self.program.constant(0)}" for name in self.connections.values()]
        lines += [f"{lines.name} = ints({lines.count})" for lines in self.lines.values()]
        lines += self.head_of_any()
        if self.lists_empty:
            places = sorted(self.program.numbering.place)
            table = self.program.table("EMPTIES", places)
            lines += [f"{LIST} = ints({len(places)})", f"for i in range({len(places)}):"]
            lines += [f"    {LIST}[i] = {table}[i]"]
        if self.counts_empty:
            lines.append(f"{LEFT} = {len(self.program.board.sites)}")
        if self.vacant:
            lines.append(f"{VACANT} = {self.program.every}")
        return lines

    def head_of_any(self) -> list[str]:
        """The lines among these that begin a game in any position alike."""
        lines = [line for partition in self.partitions.values() for line in partition.head(self.program)]
        lines += [line for forest in self.forests for line in forest.head(self.program)]
        lines += self.liberties.head() if self.liberties is not None else []
        lines += [f"{MARKS} = ints({MARK_WORDS})"] if self.marks_history else []
        return [*lines, f"rng, {FRACTION} = random_next(rng)"] if self.one_number else lines

    # --- positions that have stood

    @staticmethod
    def mark(key: str) -> tuple[str, str]:
        """The element of the marks that holds the bit of a position, and the number of the bit, by the position's key.

        Where the bit is not set, the position has not stood: its key need not be compared with those of the history.
        """
        return f"{MARKS}[{key} & {MARK_WORDS - 1}]", f"ushr({key}, 58)"

    # --- empty sites

    def draw(self, writer: Writer, number: str, place: str, target: str) -> None:
        """Takes the site of a number off the list of empty sites: its place, and the set of that one."""
        writer.line(f"{place} = {LIST}[{number}]")
        writer.line(f"{LEFT} = {LEFT} - 1")
        writer.line(f"{LIST}[{number}] = {LIST}[{LEFT}]")
        writer.line(f"{target} = bit({place})")

    def placed(self, writer: Writer, site: str) -> None:
        """Brings the set of empty sites up to date where a piece has been placed on one."""
        if self.vacant:
            writer.line(f"{VACANT} = {VACANT} ^ {site}")

    def looked(self, writer: Writer, scene: Scene) -> None:
        """Makes the set of empty sites what it is in a position."""
        if self.vacant:
            writer.line(f"{VACANT} = {self.empty(scene)}")

    def empty(self, scene: Scene) -> str:
        """The empty sites, told by the pieces that stand."""
        return f"{self.program.every} & ~({' | '.join(scene.names[slot.name] for slot in scene.layout.slots)})"

    # --- groups

    def partition(self, text: str, along: tuple[int, ...]) -> Partition:
        """What is kept of the groups of a set, which is given by its expression."""
        number = len(self.partitions)
        stems = ("seen", "free", "sizes", "label", "group", "sized", *(["whole"] if self.tells_whole else []))
        names = (f"kept_{stem}_{number}" for stem in stems)
        return self.partitions.setdefault((text, along), Partition(*names))

    def share(self, writer: Writer, number: str) -> None:
        """Takes the number of an empty site out of the one number of a game."""
        writer.line(f"{FRACTION}, {number} = share({FRACTION}, {LEFT})")
        writer.line(f"{LEFT} = {LEFT} - 1")

    # --- connections

    def connection(self, player: int, term: Term) -> str | None:
        """The name of a set that only grows, empty at first; None where pieces leave."""
        if not self.connects:
            return None
        return self.connections.setdefault((player, term), f"joined_{len(self.connections)}")

    # --- lines

    def line_words(self, writer: Writer, scene: Scene, term: Term, axes: list[int], grown: str) -> list[str]:
        """The lines through the piece just placed, as ints: a bit for each site that holds a piece of the set.

        None where they are not kept. Several lines share an int, with a gap of a bit between them. The term's set must
        grow by the new pieces alone.
        """
        if "rows by line" not in self.passes or not self.wide:
            return []
        longest = max(self.program.longest(axis) + 1 for axis in axes)
        apiece = WORD // (longest + 1)
        if apiece == 0:
            return []
        place = scene.places.get(grown) or writer.name(f"lowest({grown})", "p")
        tables, count = self._tables(axes, apiece, longest + 1)
        name = self.lines.setdefault((scene.me, term), Lines(f"lines_{len(self.lines)}", count, tuple(tables))).name
        words = [writer.fresh("l") for _ in axes]
        for word, (line, unit) in zip(words, tables, strict=True):
            at = writer.name(f"{line}[{place}]", "at")
            writer.line(f"{word} = {name}[{at}] | {unit}[{place}]")
            writer.line(f"{name}[{at}] = {word}")
        return [" | ".join(words[first : first + apiece]) for first in range(0, len(words), apiece)]

    def _tables(self, axes: list[int], apiece: int, room: int) -> tuple[list[tuple[str, str]], int]:
        """For each axis a table of the line of every place, and one of its bit; and the number of all lines."""
        program, size = self.program, max(self.program.numbering.place) + 1
        tables, count = [], 0
        for number, axis in enumerate(axes):
            line, unit = [0] * size, [0] * size
            for sites in program.walks(axis):
                for spot, site in enumerate(sites):
                    line[program.numbering.place[site]] = count
                    unit[program.numbering.place[site]] = 1 << spot + number % apiece * room
                count += 1
            tables.append((program.table(f"LINE_{axis}", line), program.table(f"UNIT_{axis}_{number}", unit)))
        return tables, count
