"""What a rule sees while its kernel is written: names of the state's variables, words of the step, and who is `me`.

A player's number, the phase and often the move are known when the kernel is written; such parts of a rule cost nothing
when it runs.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from interpreter.language.terms import member_word

if TYPE_CHECKING:
    from interpreter.engine.lowering.kept import Kept
    from interpreter.engine.lowering.layout import Layout
    from interpreter.engine.lowering.liberties import Liberties
    from interpreter.language.terms import Term


@dataclass(frozen=True, slots=True)
class Runtime:
    """A number that is only known when the kernel runs: the variable that holds it, and what it may be."""

    name: str
    values: tuple[int, ...]


def number_of(value: int | Runtime | None) -> str:
    """A number that may only be known when the kernel runs; -1 for none."""
    return value.name if isinstance(value, Runtime) else str(-1 if value is None else value)


STEP_SETS = ("to", "from", "at", "over")  # the words of a step that are sets


@dataclass
class Scene:
    """The surroundings of a rule.

    `names` maps variables of the layout to names of the kernel; `words` maps `from to at over` to names of sets
    (absent: the step lacks the word); `heir` is the player to move next once the turn is `done`, `later` says that the
    turn goes on with this decision; `stuck` that the heir is known to have no step; `made` is the move's number, the
    name of a variable that holds it, or None before the step; `grown` is the site that was added since the end
    conditions were last tested, where nothing else can have changed; `heading` is the direction of the step (-1 or
    None: it has none), and `last` that of the step before, where a case has settled it; `remembered` has directions
    that are remembered (-1: none), by the number of the name, where a case has settled them; `promotion` is the kind
    that was chosen, or -1, `die` the number on the die that the step uses up, and `amount` the number of pieces that
    were chosen to go, or 0; `known` holds values that have been computed and still stand; `places` gives the places of
    sets of one site where they are known; `kept` is what a playout keeps beside its position, where that is up to date;
    `liberties` are groups as they were before the step; `marked` says that a playout marks the positions that have
    stood; `apiece` that candidates may be told by their origins and targets alone; `gone` are players who are known to
    have left the game; `captured` are the conditions under which the step took a piece, where that is written already.
    """

    layout: Layout
    names: dict[str, str]
    me: int
    phase: int
    words: dict[str, str] = field(default_factory=dict)
    lets: dict[str, Term] = field(default_factory=dict)
    made: int | str | None = None
    heading: int | Runtime | None = None
    last: int | None = None
    remembered: dict[int, int] = field(default_factory=dict)
    it: int | None = None
    promotion: int | Runtime = -1
    die: int | Runtime = 0
    amount: int | Runtime = 0
    done: bool = False
    before: bool = False
    later: bool = False
    stuck: bool = False
    heir: int | None = None
    grown: str | None = None
    known: dict[Term, str] = field(default_factory=dict)
    places: dict[str, str] = field(default_factory=dict)
    kept: Kept | None = None
    liberties: Liberties | None = None
    marked: bool = False
    apiece: bool = False
    gone: tuple[int, ...] = ()
    captured: tuple[str, ...] | None = None

    def after(self, **changes: object) -> Scene:
        """The same scene with other parts and nothing known."""
        return replace(self, **{"known": {}, "grown": None, "captured": None, **changes})  # type: ignore[arg-type]

    def undecided(self, **changes: object) -> Scene:
        """The same scene before a decision: no step has been made, and nothing is known."""
        fresh = {"words": {}, "lets": {}, "before": True, "later": False, "done": False, "made": None, "heading": None}
        return self.after(**{**fresh, "promotion": -1, "die": 0, "amount": 0, "liberties": None, **changes})

    def nested(self) -> Scene:
        """The same scene inside a block: what becomes known there is forgotten outside."""
        return replace(self, known=dict(self.known))

    def of_member(self, level: int, name: str) -> Scene:
        """The same scene inside the test of a member, which has a name: nothing is known of it yet."""
        word = member_word(level)
        known = {term: text for term, text in self.known.items() if word not in term.words}
        return replace(self, words={**self.words, word: name}, known=known)

    def renamed(self, names: dict[str, str]) -> Scene:
        """The same scene, whose variables have other names."""
        return replace(self, names=names, known=dict(self.known), kept=None)

    def of(self, owner: int) -> list[str]:
        """The slots of an owner."""
        return [self.names[slot.name] for slot in self.layout.slots if slot.owner == owner]

    def holding(self, kind: int) -> list[str]:
        """The slots of a kind."""
        return [self.names[slot.name] for slot in self.layout.slots if slot.kind == kind]
