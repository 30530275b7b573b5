"""`best turn` in a kernel: all turns that a position may come to are walked through, and the best ones are marked.

Steps are tried one by one on positions in arrays, with a stack of those that are still to be tried. What a turn is
worth is told right after its last step, so that only the way to the next decision is followed, no end of a turn.
Random games that look no further than a step that cannot be bettered are given up for too many turns more seldom.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.engine.best_turn import MOST_STEPS, cannot_be_beaten
from interpreter.engine.lowering import pairing, throwing
from interpreter.engine.lowering.alike_turns import matters, uses_dice
from interpreter.engine.lowering.columns import COLUMNS
from interpreter.engine.lowering.ends import TOO_MANY
from interpreter.engine.lowering.listing import Listing
from interpreter.engine.lowering.roads import Store
from interpreter.engine.lowering.shape import STEP_PARTS
from interpreter.engine.lowering.writer import Writer

if TYPE_CHECKING:
    from interpreter.engine.lowering.build import Build
    from interpreter.engine.lowering.deciding import Deciding
    from interpreter.engine.lowering.families import Family
    from interpreter.engine.lowering.layout import Layout
    from interpreter.engine.lowering.scene import Scene
    from interpreter.engine.lowering.single_steps import SingleSteps
    from interpreter.machine.rules import Rules, Selector

LEVELS = 64  # steps that a turn may have
ROOM = 1 << 10  # steps that are still to be tried, of the position itself and of those behind it together
ENDS = 2  # numbers beside those of a position on the stack: which step is next, and where its list ends
SPOT = "spot"  # the arrays of a random game that hold a position to be looked at

POSITION = {"numbers": "ints", "sets_": "sets", "history": "ints"}
LISTED = "lists"  # of those, the list of steps
WORKING = {LISTED: "ints", "picked": "ints", "worths": "ints", "stack": "ints", "stacked": "sets"}

JUDGED = '''
def worth(<PARAMETERS>, root: int, found: int, tried: int) -> int:
    """Finds what the best turn is worth that goes on with one of the steps listed up to `found`.

    Gives how many steps have been tried in all, -1 for too many.
    """
    limited = LIMITED[numbers[0]] == 1
    value = ints(<VALUES>)
    for i in range(<NUMBERS>):
        stack[i] = numbers[i]
    for i in range(<SETS>):
        stacked[i] = sets_[i]
    stack[<END>] = found
    known = False
    level = 0
    at = root
    while at >= 0:
        tried = tried + 1
        if tried > <MOST_STEPS>:
            return -1
        for i in range(<NUMBERS>):
            numbers[i] = stack[level * <ENTRY> + i]
        for i in range(<SETS>):
            sets_[i] = stacked[level * <SETS> + i]
        listed = stack[level * <ENTRY> + <END>]
        more = listed
        if try_out(numbers, sets_, history, <PARTS>, value):
            more = offered(numbers, sets_, history, lists, listed)
            if more < 0:
                return -1
        if more > listed:
            level = level + 1
            if level == <LEVELS>:
                return -1
            for i in range(<NUMBERS>):
                stack[level * <ENTRY> + i] = numbers[i]
            for i in range(<SETS>):
                stacked[level * <SETS> + i] = sets_[i]
            stack[level * <ENTRY> + <NEXT>] = listed
            stack[level * <ENTRY> + <END>] = more
        else:
            order = 0
            for i in range(<VALUES>):
                if order == 0 and known:
                    order = int(value[i] > worths[root * <VALUES> + i]) - int(value[i] < worths[root * <VALUES> + i])
            beaten = not limited
            for i in range(<VALUES>):
                if order > 0 or not known:
                    worths[root * <VALUES> + i] = value[i]
                beaten = beaten or worths[root * <VALUES> + i] != 0
            known = True
            if not beaten:
                level = 0
        while level > 0 and stack[level * <ENTRY> + <NEXT>] == stack[level * <ENTRY> + <END>]:
            level = level - 1
        at = -1
        if level > 0:
            at = stack[level * <ENTRY> + <NEXT>]
            stack[level * <ENTRY> + <NEXT>] = at + 1
    for i in range(<NUMBERS>):
        numbers[i] = stack[i]
    for i in range(<SETS>):
        sets_[i] = stacked[i]
    return tried


def marked(found: int, picked: ints, worths: ints) -> int:
    """Marks those of the listed steps that are worth most; gives their number."""
    best = 0
    kept = 0
    for at in range(found):
        order = 0
        for i in range(<VALUES>):
            if order == 0:
                other = worths[best * <VALUES> + i]
                order = int(worths[at * <VALUES> + i] > other) - int(worths[at * <VALUES> + i] < other)
        if order > 0:
            for i in range(at):
                picked[i] = 0
            kept = 0
            best = at
        picked[at] = int(order >= 0)
        kept = kept + picked[at]
    return kept


def judged(<PARAMETERS>, found: int) -> int:
    """Marks those of the listed steps that the best turns go on with; gives their number, -1 for too many turns."""
    tried = 0
    for root in range(found):
        tried = worth(<ARGUMENTS>, root, found, tried)
        if tried < 0:
            return -1
    return marked(found, picked, worths)


def legal(numbers: ints, sets_: sets, history: ints, out: ints) -> int:
    """Lists the legal steps of a position; gives their number, -1 where there are too many turns to find the best."""
<WORKING>
    found = offered(numbers, sets_, history, lists, 0)
    if found < 0:
        return -1
    choose = found > 1 and CHOSEN_FROM[numbers[0]] == 1
    if choose and judged(<ARGUMENTS>, found) < 0:
        return -1
    kept = 0
    for at in range(found):
        if not choose or picked[at] == 1:
            for i in range(<STEP_PARTS>):
                out[kept * <STEP_PARTS> + i] = lists[at * <STEP_PARTS> + i]
            kept = kept + 1
    return kept


def best_drawn(<PARAMETERS>, first: int, chance: int) -> int:
    """Draws among the best by 64 random bits: the number of a step among those that are offered; -1 as above.

    The step of the number `first` has been drawn, and stands in the list where it may be all that is looked at.
    """
<DRAWN>
    left = umulhi(chance, kept)
    for at in range(found):
        if picked[at] == 1:
            if left == 0:
                return at
            left = left - 1
    return -1
'''

ALL_JUDGED = """
    found = offered(numbers, sets_, history, lists, 0)
    if found <= 0:
        return -1
    kept = judged(<ARGUMENTS>, found)
    if kept < 0:
        return -1
"""
# Of steps drawn one after the other, the first that is among the best is any of those with the same chance.
DRAWN_FIRST = """
    limited = LIMITED[numbers[0]] == 1
    if limited:
        if worth(<ARGUMENTS>, 0, 1, 0) < 0:
            return -1
        beaten = False
        for i in range(<VALUES>):
            beaten = beaten or worths[i] != 0
        if not beaten:
            return first
    found = offered(numbers, sets_, history, lists, 0)
    if found <= 0:
        return -1
    for at in range(found):
        picked[at] = at
    tried = 0
    rest = found
    while rest > 0:
        chance, drawn = random_below(chance, rest)
        root = picked[drawn]
        rest = rest - 1
        picked[drawn] = picked[rest]
        tried = worth(<ARGUMENTS>, root, found, tried)
        if tried < 0:
            return -1
        beaten = not limited
        for i in range(<VALUES>):
            beaten = beaten or worths[root * <VALUES> + i] != 0
        if not beaten:
            return root
    kept = marked(found, picked, worths)
    _, chance = random_next(chance)
"""


class _Trial(Store):
    """The road of a step that is tried: `going` says if the turn may go on, and `value` what it is worth so far."""

    stays = looks_later = True

    def __init__(self, build: Build, best: tuple[Selector, ...]) -> None:
        super().__init__(build)
        self.best = best

    def made(self, writer: Writer, scene: Scene) -> None:
        """See Road."""
        expressions = self.build.expressions
        for place, selector in enumerate(self.best):
            seen = scene.nested()
            if selector.how == "prefer":
                text = f"int({expressions.condition(writer, seen, selector.term)})"
            else:
                text = expressions.number(writer, seen, selector.term)
            writer.line(f"value[{place}] = {'-' if selector.how == 'minimise' else ''}({text})")

    def decide(self, writer: Writer, scene: Scene, phase: int, step: int) -> None:
        """See Road."""
        super().decide(writer, scene, phase, step)
        rules, walking = self.build.rules, self.build.walking
        if throwing.throws(rules, phase, step, scene.me):
            return
        offered = rules.phases[phase].steps[step].offered(scene.me)
        if not uses_dice(rules, phase, offered) or not walking.looks_later(rules.phases[phase]):
            writer.line("going = True")
            return
        with writer.block(f"if {throwing.of_unused(rules, scene, 'dice')} > 1:"):
            writer.line("going = True")
        with writer.block("else:"):  # a step that uses the last die leaves nothing, whichever it is
            there = self.build.deciding.existence(writer, scene.nested(), step, scene.me)
            for place in range(len(self.best)):
                writer.line(f"value[{place}] = 0 if {there} else value[{place}]")

    def end(self, writer: Writer, ending: str) -> None:
        """See Road: the turn is over, whatever it comes to."""


class BestTurns:
    """Writes the choice among turns of one game."""

    def __init__(self, build: Build, steps: SingleSteps) -> None:
        self.build, self.rules, self.steps = build, build.rules, steps

    def legal(self) -> str:
        """The functions that list the legal steps; to be written after nothing else."""
        offered = self.steps.offered(ROOM)
        table = [
            int(bool(self.rules.phases[phase].best) and not throwing.throws(self.rules, phase, step, player))
            for phase, step, player in self.build.decisions
        ]
        self.build.program.table("CHOSEN_FROM", table)
        limited = [int(cannot_be_beaten(self.rules.phases[phase].best)) for phase, _, _ in self.build.decisions]
        self.build.program.table("LIMITED", limited)
        layout, first = self.build.layout, any(limited) and "best by chance" in self.build.passes
        numbers = len(layout.numbers) + 2
        text = JUDGED.strip().replace("<DRAWN>", (DRAWN_FIRST if first else ALL_JUDGED).strip("\n"))
        for name, value in {
            "PARAMETERS": ", ".join(f"{name}: {kind}" for name, kind in (POSITION | WORKING).items()),
            "ARGUMENTS": ", ".join(POSITION | WORKING),
            "WORKING": "\n".join(f"    {line}" for line in working_lines(self.rules, layout)),
            "LEVELS": LEVELS,
            "NUMBERS": numbers,
            "NEXT": numbers,
            "END": numbers + 1,
            "ENTRY": numbers + ENDS,
            "SETS": layout.stored_sets,
            "VALUES": values_of(self.rules),
            "STEP_PARTS": STEP_PARTS,
            "MOST_STEPS": MOST_STEPS,
            "PARTS": ", ".join(f"lists[at * {STEP_PARTS} + {part}]" for part in range(STEP_PARTS)),
        }.items():
            text = text.replace(f"<{name}>", str(value))
        return f"{offered}\n\n\n{self._try_out()}\n\n\n{text}"

    def _try_out(self) -> str:
        """Makes a step, and tells whether the turn goes on, and what it is worth if it does not."""
        head = (
            "def try_out(numbers: ints, sets_: sets, history: ints, origin_: int, target_: int, kind: int, move: int, "
            "heading: int, promotion: int, value: ints) -> bool:"
        )
        writer = Writer()
        writer.line("at = numbers[0]")
        writer.line("going = False")
        roads = [_Trial(self.build, phase.best) if phase.best else None for phase in self.rules.phases]
        self.steps.made(writer, roads)
        writer.line("return going")
        return "\n".join([head, *writer.lines])


# --- in random games


def best_number(
    deciding: Deciding,
    writer: Writer,
    scene: Scene,
    index: int,
    offered: tuple[list[Family], list[str]],
    names: tuple[str, str],
) -> None:
    """Draws the number of a candidate of a step anew, where only the best turns count.

    `offered` are the families and the names of how many each offers, `names` the variables of the number of all
    candidates and of the one that was drawn.
    """
    (families, counts), (total, number), rules = offered, names, deciding.rules
    number_of, condition = deciding.expressions.number_of, matters(rules, scene, index, families)
    assert number_of is not None  # noqa: S101 - set before anything is written
    if not condition:
        return
    with writer.block(f"if {total} > 1 and {condition}:"):
        for place, name in enumerate(scene.layout.sets):
            writer.line(f"{SPOT}_sets[{place}] = {scene.names[name]}")
        if scene.layout.cells:
            with writer.block(f"for i in range({scene.layout.cells}):"):
                writer.line(f"{SPOT}_sets[i + {len(scene.layout.sets)}] = {scene.names[COLUMNS]}[i]")
        for place, name in enumerate(scene.layout.numbers, start=2):
            writer.line(f"{SPOT}[{place}] = {scene.names[name]}")
        writer.line(f"{SPOT}[0] = {number_of(scene.phase, index, scene.me)}")
        if cannot_be_beaten(rules.phases[scene.phase].best) and "best by chance" in deciding.expressions.passes:
            _list_first(deciding, writer, scene, (families, counts), number)
        chance = writer.fresh("r")
        writer.line(f"rng, {chance} = random_next(rng)")
        writer.line(f"{number} = best_drawn({SPOT}, {SPOT}_sets, history, {', '.join(WORKING)}, {number}, {chance})")
        with writer.block(f"if {number} < 0:"):
            writer.line(f"ending = {TOO_MANY}")
            writer.line("break")


def _list_first(
    deciding: Deciding, writer: Writer, scene: Scene, offered: tuple[list[Family], list[str]], number: str
) -> None:
    """Puts the candidate that was drawn first into the list of those that are looked at."""
    listing, left = Listing(deciding, LISTED), writer.fresh("r")
    writer.line(f"{left} = {number}")
    writer.line("found = 0")
    for family, count in zip(*offered, strict=True):
        with writer.block(f"if {left} >= 0 and {left} < {count}:"):
            if family.pairs:
                pair = (writer.fresh("o"), writer.fresh("t"))
                pairing.pick(deciding.program, writer, family, left, pair)
                listing.pair(writer, scene.nested(), family, pair)
            else:
                listing.one(writer, scene.nested(), family, writer.name(f"pick({family.name}, {left})"))
        writer.line(f"{left} = {left} - {count}")


def spot_lines(rules: Rules, layout: Layout) -> list[str]:
    """The lines with which a random game begins, for positions that are looked at."""
    if not any(phase.best for phase in rules.phases):
        return []
    own = [f"{SPOT} = ints({len(layout.numbers) + 2})", f"{SPOT}_sets = sets({layout.stored_sets})"]
    return [*own, *working_lines(rules, layout)]


def working_lines(rules: Rules, layout: Layout) -> list[str]:
    """The lines that make the arrays in which turns are looked through."""
    rooms = {
        "lists": ROOM * STEP_PARTS,
        "picked": ROOM,
        "worths": ROOM * values_of(rules),
        "stack": LEVELS * (len(layout.numbers) + 2 + ENDS),
        "stacked": LEVELS * layout.stored_sets,
    }
    return [f"{name} = {kind}({rooms[name]})" for name, kind in WORKING.items()]


def values_of(rules: Rules) -> int:
    """How many numbers tell what a turn is worth."""
    return max(len(phase.best) for phase in rules.phases)
