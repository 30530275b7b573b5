"""The kernel of a game: random playouts, the legal steps of a position, and a step made in it.

A decision of a player is numbered: the state machine's decision nodes times the players. In a playout the number tells
the loop where it stands; in a position it is stored.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from interpreter.engine.kernel.runtime import RANDOM
from interpreter.engine.lowering.counting import perft_text
from interpreter.engine.lowering.deciding import Deciding
from interpreter.engine.lowering.drawing import Drawing
from interpreter.engine.lowering.expressions import Expressions
from interpreter.engine.lowering.families import Family
from interpreter.engine.lowering.kept import Kept
from interpreter.engine.lowering.late import ends_wait
from interpreter.engine.lowering.layout import Layout, hand_name, layout_of, memory_name
from interpreter.engine.lowering.making import Kinds, Making
from interpreter.engine.lowering.numbering import Numbering, numbering_of
from interpreter.engine.lowering.offers import Offers
from interpreter.engine.lowering.passes import ALL
from interpreter.engine.lowering.piles import digit_sets
from interpreter.engine.lowering.program import Program, UnloweredError, Writer
from interpreter.engine.lowering.resuming import loaded_kept
from interpreter.engine.lowering.scene import Runtime, Scene
from interpreter.engine.lowering.shape import Shape
from interpreter.engine.lowering.walking import UNDECIDED, Walking

if TYPE_CHECKING:
    from collections.abc import Callable

    from interpreter.machine.rules import Move, Rules

STEP_PARTS = 6  # a step in an array: origin, target, kind, move, direction, promotion
FORCED_PASS = -2  # the move of a forced pass
PIECE = 10  # what a piece is worth in a search, where a step to choose from is worth 1
MOST_LINES = 24_000  # of a kernel: a longer one would take a minute to compile
HISTORY = 4096  # positions that a playout can record


PLAYOUTS = '''
def playouts(number: int, first: int, seed: int, limit: int, tally: ints) -> int:
    """Random games: adds steps, unfinished games and endings to the tally; gives the longest game."""
    longest = 0
    for i in range(number):
        longest = max(longest, playout(seeded(seed, first + i), limit, tally))
    return longest
'''


@dataclass(frozen=True)
class Kernel:
    """Source text and what is needed to call it."""

    source: str
    numbering: Numbering
    layout: Layout
    decisions: tuple[tuple[int, int, int], ...]  # phase, step (-1: forced pass) and player of each number
    endings: tuple[tuple[str, int | None], ...]
    exported: tuple[str, ...]
    shape: Shape
    most_steps: int = 0  # no decision offers more
    families: tuple[int, ...] = ()  # of each decision; 0 for a forced pass, and where none was written


class _Loop:
    """The road of a playout: the loop goes on with a number."""

    looks_later = True

    def __init__(self, build: _Build) -> None:
        self.build = build
        self.tests_later = build.tests_later

    def decide(self, writer: Writer, scene: Scene, phase: int, step: int) -> None:
        writer.line(f"pc = {self.build.number(phase, step, scene.me)}")

    def begin(self, writer: Writer, scene: Scene, phase: int, player: int) -> None:
        if not self.tests_later:
            self.build.record(writer, scene, phase, player)
        writer.line(f"pc = {self.build.number(phase, 0, player)}")

    def end(self, writer: Writer, ending: str) -> None:
        writer.line(f"ending = {ending}")


class _Store(_Loop):
    """The road of a single step: whether the next player has one is looked at at once."""

    looks_later = False

    def __init__(self, build: _Build) -> None:
        super().__init__(build)
        self.tests_later = False

    def begin(self, writer: Writer, scene: Scene, phase: int, player: int) -> None:
        self.build.record(writer, scene, phase, player)
        arrived = scene.after(me=player, phase=phase, done=False, heir=None)
        there = self.build.deciding.existence(writer, arrived, 0, player)
        with writer.block(f"if {there}:"):
            writer.line(f"pc = {self.build.number(phase, 0, player)}")
        with writer.block("else:"):
            if self.build.rules.phases[phase].stuck == "pass":
                writer.line(f"pc = {self.build.number(phase, -1, player)}")
            else:
                self.build.walking.no_step(writer, arrived.nested(), self, phase)


class _Build:
    def __init__(self, rules: Rules, passes: frozenset[str], *, complete: bool) -> None:
        self.rules, self.passes = rules, passes
        self.numbering = numbering_of(rules.board, padded="gaps" in passes)
        self.program = Program(rules.board, self.numbering)
        self.layout = layout_of(rules, complete=complete or "pruned state" not in passes)
        self.expressions = Expressions(self.program, rules, passes)
        self.making = Making(self.expressions)
        self.walking = Walking(self.expressions, self.making)
        self.expressions.key = self.walking.key
        self.deciding = Deciding(self.expressions, Offers(self.expressions), self.making, self.walking)
        self.drawing = Drawing(self.deciding)
        players = range(len(rules.players))
        decisions = [
            (phase, step, player)
            for phase, part in enumerate(rules.phases)
            for step in range(len(part.steps))
            for player in players
        ]
        decisions += [
            (phase, -1, player) for phase, part in enumerate(rules.phases) if part.stuck == "pass" for player in players
        ]
        self.decisions = tuple(decisions)
        self.expressions.number_of = self.number
        self.tests_later = "ends at the draw" in passes and ends_wait(rules)
        self.kept: Kept | None = None
        self.families = [0] * len(self.decisions)
        self.variables = {name: name for name in (*self.layout.sets, *self.layout.numbers)}

    def number(self, phase: int, step: int, player: int) -> int:
        return self.decisions.index((phase, step, player))

    def scene(self, phase: int, player: int) -> Scene:
        return Scene(self.layout, dict(self.variables), player, phase, before=True, kept=self.kept)

    def record(self, writer: Writer, scene: Scene, phase: int, player: int) -> None:
        """Writes the position into the history where the rules look back."""
        if not self.layout.history:
            return
        place = self.number(phase, 0, player) if self.layout.history == "position" else None
        with writer.block(f"if recorded < {HISTORY}:"):
            writer.line(f"history[recorded] = {self.walking.key(scene, place=place)}")
            writer.line("recorded = recorded + 1")

    # --- playouts

    def playout(self) -> str:
        """A game from the set-up; its result goes into a tally."""
        writer, first = Writer(), self.rules.phases[0].starts or 0
        writer.line(f"pc = {self.number(0, 0, first)}")
        if self.layout.history:
            self.record(writer, self.scene(0, first), 0, first)
        kept = self.played_out(writer)
        writer.line("tally[0] = tally[0] + steps")
        with writer.block("if ending < 0:"):
            writer.line("tally[1] = tally[1] + 1")
        with writer.block("else:"):
            writer.line("tally[2 + ending] = tally[2 + ending] + 1")
        writer.line("return steps")
        head = Writer()
        for name, value in self.first_values().items():
            head.line(f"{name} = {value}")
        for line in kept.head():
            head.line(line)
        if self.layout.history:
            head.line(f"history = ints({HISTORY})")
        lines = ["def playout(rng: int, limit: int, tally: ints) -> int:", '    """One random game."""']
        return "\n".join([*lines, *head.lines, *writer.lines])

    def rollout(self) -> str:
        """A game from a position, which stays as it is; gives its ending, or -1 at the limit of steps.

        What stands in the history behind the position is written over.
        """
        writer, head = Writer(), Writer()
        kept = self.played_out(writer)
        writer.line("return ending")
        head.counter = writer.counter  # no name is used twice
        self._loaded(head)
        for phase, step, player in self.decisions:
            if step < 0:  # a forced pass is what its decision comes to
                with head.block(f"if pc == {self.number(phase, step, player)}:"):
                    head.line(f"pc = {self.number(phase, 0, player)}")
        loaded_kept(kept, head, self.expressions, lambda player: self.scene(0, player))
        lines = ["def rollout(numbers: ints, sets_: sets, history: ints, rng: int, limit: int) -> int:"]
        return "\n".join([*lines, *head.lines, *writer.lines])

    def played_out(self, writer: Writer) -> Kept:
        """The loop of a random game; gives what it keeps beside the position."""
        kept = self.kept = Kept(self.program, self.rules, self.passes)
        writer.line("ending = -1")
        writer.line("steps = 0")
        with writer.block(f"while ending < 0 and steps {'<=' if self.tests_later else '<'} limit:"):
            playable = [decision for decision in self.decisions if decision[1] >= 0]
            for place, (phase, step, player) in enumerate(playable):
                last = place == len(playable) - 1
                number = self.number(phase, step, player)
                if len(playable) == 1:
                    self.turn(writer, phase, step, player)
                    continue
                with writer.block("else:" if last else f"{'if' if place == 0 else 'elif'} pc == {number}:"):
                    self.turn(writer, phase, step, player)
        self.kept = None
        return kept

    def turn(self, writer: Writer, phase: int, step: int, player: int) -> None:
        """A decision in a playout: draw, make, walk on."""
        scene, road = self.scene(phase, player), _Loop(self)
        if self.tests_later and step > 0:
            self._stopped(writer, "steps == limit")
        families, drawn, total = self.drawing.draw(writer, scene, step)
        self.families[self.number(phase, step, player)] = len(families)
        decide = self.rules.phases[phase].stuck == "decide"
        if self.tests_later and step == 0:
            with (
                writer.block(f"if steps > 0{f' or {total} == 0' if decide else ''}:"),
                self.walking.turn_was_done(writer, scene, road, total),
            ):
                writer.line("pass")
                self.record(writer, scene, phase, player)
            self._stopped(writer, "ending >= 0 or steps == limit")
        with writer.block(f"if {total} == 0:"):
            if step == 0 and self.rules.phases[phase].stuck == "pass":
                writer.line("steps = steps + 1")
                self.walking.forced_pass(writer, scene.nested(), road)
            elif step == 0 and self.tests_later and decide:
                road.end(writer, str(UNDECIDED))
            elif step == 0:  # as a follow-up it is only come to where there is a candidate
                self.walking.no_step(writer, scene.after(), road, phase)
            elif self.walking.looks_later(self.rules.phases[phase]):
                self.walking.turn_over(writer, scene.after(before=False), road)
            else:  # such a step is only come to where there is a candidate
                road.end(writer, "0")
        if not families:
            return

        def after(made: Scene, move: Move) -> None:
            self.walking.after_step(writer, made, road, step, swapped=move.verb == "swap")

        with writer.block("else:"):
            writer.line("steps = steps + 1")
            self.drawing.make(writer, scene.nested(), families, drawn, after)

    def _stopped(self, writer: Writer, condition: str) -> None:
        with writer.block(f"if {condition}:"):
            writer.line("break")

    def playouts(self) -> str:
        return PLAYOUTS.strip()

    def first_values(self) -> dict[str, str]:
        """The set-up: each variable with its first value."""
        rules, setting, values = self.rules, self.rules.setting, {}
        for slot in self.layout.slots:
            values[slot.name] = self.program.board_set(setting.owned[slot.owner] & setting.kinds[slot.kind])
        digits = dict(zip(self.layout.digits, digit_sets(setting, len(self.layout.digits)), strict=True))
        for name in self.layout.sets[len(self.layout.slots) :]:
            values[name] = self.program.board_set(digits.get(name, 0))
        for name in self.layout.numbers:
            values[name] = {"turn": "1", "last_heading": "-1"}.get(name, "0")
        for kind, piece in enumerate(rules.pieces):
            for player, held in enumerate(piece.hand or ()):
                values[hand_name(player, kind)] = str(held)
        for memory in rules.memory:
            values[memory_name(memory.index)] = self.walking.first_value(memory.kind)
        return values

    # --- positions

    def _loaded(self, writer: Writer) -> None:
        for place, name in enumerate(self.layout.sets):
            writer.line(f"{name} = sets_[{place}]")
        for place, name in enumerate(self.layout.numbers, start=2):
            writer.line(f"{name} = numbers[{place}]")
        writer.line("pc = numbers[0]")

    def legal(self) -> str:
        """All legal steps of a position, five numbers each; gives their number."""
        writer = Writer()
        self._loaded(writer)
        writer.line("found = 0")
        for phase, step, player in self.decisions:
            if step < 0:
                continue
            with writer.block(f"if pc == {self.number(phase, step, player)}:"):
                scene = self.scene(phase, player)
                families = self.deciding.exact(writer, scene, step)
                sites = len(self.rules.board.sites)
                self.families[self.number(phase, step, player)] = sum(sites if f.pairs else 1 for f in families)
                for family in families:
                    self._listed(writer, scene, family)
        writer.line("return found")
        head = "def legal(numbers: ints, sets_: sets, history: ints, out: ints) -> int:"
        return "\n".join([head, *writer.lines])

    def _listed(self, writer: Writer, scene: Scene, family: Family) -> None:
        rest, target = writer.fresh("rest"), writer.fresh("t")
        writer.line(f"{rest} = {family.name}")
        verb = self.rules.moves[family.move].verb
        with writer.block(f"while {rest} != 0:"):
            writer.line(f"{target} = {rest} & -{rest}")
            writer.line(f"{rest} = {rest} ^ {target}")
            if family.pairs:
                self._listed_pairs(writer, family, target)
                return
            origin = f"lowest({self.deciding.offers.origin(family, target)})" if family.origins else "-1"
            site = f"lowest({target})" if verb in {"place", "move", "remove"} else "-1"
            if verb == "sow":
                words = self.deciding.offers.bind(writer, scene.nested(), family, target).words
                origin, site = f"lowest({words['from']})", f"lowest({words['to']})"
            parts = (origin, site, family.kind, family.move, family.direction, family.promotion)
            for place, text in enumerate(parts):
                writer.line(f"out[found * {STEP_PARTS} + {place}] = {text}")
            writer.line("found = found + 1")

    def _listed_pairs(self, writer: Writer, family: Family, target: str) -> None:
        """Every origin with one target."""
        origins, origin = writer.fresh("rest"), writer.fresh("o")
        writer.line(f"{origins} = {family.origins}")
        with writer.block(f"while {origins} != 0:"):
            writer.line(f"{origin} = {origins} & -{origins}")
            writer.line(f"{origins} = {origins} ^ {origin}")
            for place, text in enumerate((f"lowest({origin})", f"lowest({target})", -1, family.move, -1, -1)):
                writer.line(f"out[found * {STEP_PARTS} + {place}] = {text}")
            for taken, other in family.alike:
                came = self.deciding.offers.origin(other, target)
                with writer.block(f"if {taken} & {target} != 0 and {came} == {origin}:"):
                    writer.line(f"out[found * {STEP_PARTS} + 3] = {other.move}")
                    writer.line(f"out[found * {STEP_PARTS} + 4] = {other.direction}")
            writer.line("found = found + 1")

    def play(self) -> str:
        """Makes a step in a position, which is changed in place."""
        writer = Writer()
        self._loaded(writer)
        writer.line("ending = -1")
        writer.line("origin = bit(origin_)")
        writer.line("target = bit(target_)")
        road = _Store(self)
        for phase, step, player in self.decisions:
            number = self.number(phase, step, player)
            scene = self.scene(phase, player)
            if step < 0:
                with writer.block(f"if at == {number}:"):
                    self.walking.forced_pass(writer, scene, road)
                continue
            decision = self.rules.phases[phase].steps[step]
            moves = decision.moves[player] + (decision.otherwise[player] if decision.otherwise else ())
            for index in dict.fromkeys(moves):
                move = self.rules.moves[index]
                with writer.block(f"if at == {number} and move == {index}:"):
                    self._played(writer, scene.nested(), road, step, index, move)
        for place, name in enumerate(self.layout.sets):
            writer.line(f"sets_[{place}] = {name}")
        for place, name in enumerate(self.layout.numbers, start=2):
            writer.line(f"numbers[{place}] = {name}")
        writer.line("numbers[0] = pc")
        writer.line("numbers[1] = ending")
        writer.line("return ending")
        parameters = "numbers: ints, sets_: sets, history: ints, origin_: int, target_: int, kind: int, move: int"
        head = [f"def play({parameters}, heading: int, promotion: int) -> int:", "    at = numbers[0]"]
        return "\n".join([*head, *writer.lines])

    def _played(self, writer: Writer, scene: Scene, road: _Loop, step: int, index: int, move: Move) -> None:
        names = {"place": {"to": "target"}, "remove": {"at": "target"}, "move": {"to": "target", "from": "origin"}}
        scene = scene.after(
            words=dict(names.get(move.verb, {})), lets=dict(move.lets), promotion=Runtime("promotion", ())
        )
        if move.along is not None:
            scene.heading = Runtime("heading", tuple(sorted(self.expressions.directions.possible(move.along))))
        if move.verb == "move" and self.deciding.offers.uses_over:
            scene.words["over"] = self._over(writer, move)
        if move.verb == "sow":
            family = Family("", index, direction=self.making.piles.way(scene, move))
            scene = self.deciding.offers.bind(writer, scene, family, "origin")
        kinds = Kinds()
        if move.verb == "place":
            choices = move.pieces[scene.me]
            kinds = Kinds(tuple((kind, f"kind == {kind}" if len(choices) > 1 else "") for kind in choices))
        made = self.making.made(writer, scene, move, index, kinds)
        self.walking.after_step(writer, made, road, step, swapped=move.verb == "swap")

    def _over(self, writer: Writer, move: Move) -> str:
        """The sites between origin and target, by the direction that the step names."""
        name = writer.fresh("v")
        writer.line(f"{name} = {self.program.constant(0)}")
        if move.along is None:
            return name
        for direction in sorted(self.expressions.directions.possible(move.along)):
            with writer.block(f"if heading == {direction}:"):
                forth = self.program.slide("origin", f"({self.program.every} & ~target)", direction)
                back = self.program.slide(
                    "target", f"({self.program.every} & ~origin)", self.program.board.opposite[direction]
                )
                writer.line(f"{name} = {forth} & {back} & ~origin & ~target")
        return name

    def perft(self) -> str:
        """Counts sequences from a position."""
        return perft_text(
            {
                "LIST_PARTS": max(self.families) * len(self.rules.board.sites) * STEP_PARTS,
                "STEP_PARTS": STEP_PARTS,
                "FORCED_PASS": FORCED_PASS,
                "FIRST_PASS": sum(1 for _, step, _ in self.decisions if step >= 0),
                "NUMBERS": len(self.layout.numbers) + 2,
                "SETS": len(self.layout.sets),
                "TURN": self.layout.numbers.index("turn") + 2,
            }
        )

    def shape(self) -> Shape:
        """What a search must know; to be asked when all that it calls has been written."""
        layout = self.layout
        return Shape(
            players=len(self.rules.players),
            numbers=len(layout.numbers) + 2,
            sets=len(layout.sets),
            recorded=layout.numbers.index("recorded") + 2 if layout.history else -1,
            first_pass=sum(1 for _, step, _ in self.decisions if step >= 0),
            movers=tuple(player for *_, player in self.decisions),
            winners=tuple(-1 if winner is None else winner for _, winner in self.walking.endings),
            step_parts=STEP_PARTS,
            chance=bool(self.rules.dice),
            weights=tuple(self._weight(name) for name in layout.sets),
        )

    def _weight(self, name: str) -> int:
        owner = next((slot.owner for slot in self.layout.slots if slot.name == name), -1)
        return {0: PIECE, 1: -PIECE}.get(owner, 0)

    def kernel(
        self, functions: tuple[str, ...], *, parts: tuple[str, ...] = (), more: Callable[[Shape], str] | None = None
    ) -> Kernel:
        """The kernel of some functions; `parts` are written beside them, `more` writes functions that call these."""
        texts = {
            "playout": self.playout,
            "playouts": self.playouts,
            "legal": self.legal,
            "play": self.play,
            "perft": self.perft,
            "rollout": self.rollout,
        }
        wanted = [name for name in texts if name in functions or name in parts]
        if "playouts" in wanted:
            wanted.insert(wanted.index("playouts"), "playout")
        # A search calls its parts from several places, and copies of them would only be compiled more slowly.
        marks = dict.fromkeys(parts, "@never_inline\n")
        self.program.functions = [marks.get(name, "") + texts[name]() for name in dict.fromkeys(wanted)]
        if more is not None:
            self.program.functions.append(more(self.shape()))
        head = "\n".join(self.program.constants.values())
        body = "\n\n\n".join([RANDOM.strip(), *self.program.texts()])
        source = f"{head}\n\n\n{body}\n"
        if source.count("\n") > MOST_LINES:
            raise UnloweredError("the rules need so long a kernel that it is not made")
        return Kernel(
            source,
            self.numbering,
            self.layout,
            self.decisions,
            tuple(self.walking.endings),
            functions,
            self.shape(),
            max(self.families) * len(self.rules.board.sites),
            tuple(self.families),
        )


def playout_kernel(rules: Rules, passes: frozenset[str] = ALL) -> Kernel:
    """The kernel of random playouts.

    Raises UnloweredError for rules that have no kernel form yet.
    """
    return _Build(rules, passes, complete=False).kernel(("playouts",))


def position_kernel(rules: Rules, passes: frozenset[str] = ALL) -> Kernel:
    """The kernel that finds, makes and counts steps in positions, with all variables of a position."""
    return _Build(rules, passes, complete=True).kernel(("legal", "play", "perft"))


def search_kernel(
    rules: Rules,
    functions: tuple[str, ...],
    more: Callable[[Shape], str],
    parts: tuple[str, ...] = ("legal", "play", "rollout"),
    passes: frozenset[str] = ALL,
) -> Kernel:
    """The kernel of a search: `more` writes its exported `functions`, which call those named in `parts`."""
    return _Build(rules, passes, complete=False).kernel(functions, parts=parts, more=more)


__all__ = [
    "FORCED_PASS",
    "HISTORY",
    "STEP_PARTS",
    "Kernel",
    "Shape",
    "UnloweredError",
    "playout_kernel",
    "position_kernel",
    "search_kernel",
]
