"""The rules of a game as typed, frozen values: everything the file says, with names replaced by numbers.

Players, pieces, moves, phases and steps are numbered in the order of the file. An owner is a player's number;
the number after the last player stands for "nobody".
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from interpreter.board.board import Board
    from interpreter.diagnostics import Span
    from interpreter.language.scope import Remembered
    from interpreter.language.terms import Term
    from interpreter.machine.emblems import Emblem
    from interpreter.machine.piles import Setting


@dataclass(frozen=True, slots=True)
class Piece:
    """A kind of piece. `owner` is an owner's number, or None where each player has pieces of this kind.

    `hand` is the stock of each player at the start, or None where pieces do not come from a hand; `held` the number of
    the kind that a piece of this kind is in a hand; `pile` says what a piece lies down on: "alike" (its kind and
    owner), "mixed" (anything) or "" (nothing). `emblem` is what pictures show on it.
    """

    name: str
    owner: int | None
    hand: tuple[int, ...] | None
    letter: str
    held: int
    span: Span
    pile: str = ""
    emblem: Emblem | None = None


@dataclass(frozen=True, slots=True)
class Into:
    """Where captured pieces go. `place` is "me" or "owner" (a hand), "on" or "under" `site`, or "" for out of play."""

    place: str = ""
    site: Term | None = None


NOWHERE = Into()


@dataclass(frozen=True, slots=True)
class Dice:
    """Dice that are thrown together: the numbers a throw can come to, each with the number of ways it comes about.

    Where the dice are used one by one, `falls` holds for each result the dice that may then be used, the highest first;
    else it is empty. `number` is how many are thrown.
    """

    name: str
    results: tuple[tuple[int, int], ...]
    falls: tuple[tuple[int, ...], ...] = ()
    number: int = 1

    def text(self, result: int) -> str:
        """How a throw is written: `4`, or the dice one by one, `4-2`."""
        return "-".join(map(str, self.falls[result][: self.number])) if self.falls else str(self.results[result][0])


@dataclass(frozen=True, slots=True)
class Effect:
    """One consequence. `action` is capture, remove, flip, place, promote, shift, remember, reset or award.

    `sites` is what it acts on (for `shift`: where pieces leave), `target` where they arrive; `pieces` what each player
    places or promotes to (several: the player's choice); `values` the remembered values or the points of each player
    (-1: of the mover); `into` where captured pieces go; `amount` how many pieces of each pile (None: all of them; one
    where they are placed), counted from the top among those that lie `beneath` so many and are `of` some players;
    `owner` who gets what is flipped (None: the mover). `become` is read as a flip, a promotion, or both.
    """

    action: str
    condition: Term | None = None
    sites: Term | None = None
    target: Term | None = None
    pieces: tuple[tuple[int, ...], ...] = ()
    values: tuple[tuple[int, Term], ...] = ()
    into: Into = NOWHERE
    amount: Term | None = None
    owner: Term | None = None
    beneath: Term | None = None
    of: Term | None = None


@dataclass(frozen=True, slots=True)
class Selector:
    """`prefer`, `minimise` or `maximise` among candidates."""

    how: str
    term: Term


@dataclass(frozen=True, slots=True)
class Move:
    """A named move. `verb` is place, move, remove, sow, pass, swap or roll.

    `pieces` are the kinds each player may place; `origin` what is moved or removed; `target` where it may arrive (a
    placed piece only where that is empty) and `onto` where a placed piece may arrive on empty and occupied sites
    alike; `along` None means anywhere; `distance` is a `range` term, or one for each player; `skipped` is what sowing
    passes over; `amount` how many pieces of a pile go (None: all of them; a `range` term: as the player chooses);
    `dice` numbers what is thrown; `chance` is how much each candidate weighs where chance draws, else 0.
    """

    name: str
    verb: str
    span: Span
    pieces: tuple[tuple[int, ...], ...] = ()
    origin: Term | None = None
    target: Term | None = None
    onto: Term | None = None
    along: Term | None = None
    distance: Term | None = None
    through: Term | None = None
    lets: tuple[tuple[str, Term], ...] = ()
    when: Term | None = None
    leaves: Term | None = None
    selectors: tuple[Selector, ...] = ()
    effects: tuple[Effect, ...] = ()
    into: Into = NOWHERE
    skipped: Term | None = None
    amount: Term | None = None
    dice: int = -1
    chance: int = 0

    @property
    def tells_turns(self) -> bool:
        """Whether turns that come to the same position differ by it: a throw nobody chooses, or a swap of sides."""
        return self.verb in {"roll", "swap"}

    @property
    def chooses_amount(self) -> bool:
        """Whether the player chooses how many pieces of a pile go."""
        return self.amount is not None and self.amount.op == "range"

    @property
    def asks_whether_done(self) -> bool:
        """Whether `leaves` asks what depends on whether the turn is done: who is stuck then, and what stands again."""
        parts = () if self.leaves is None else self.leaves.walk()
        return any(
            (part.op == "stuck" and not part.args) or (part.op == "repeats" and part.value != "sites") for part in parts
        )

    @property
    def by_chance(self) -> bool:
        """Whether chance makes the move, and no player."""
        return self.verb == "roll" or self.chance > 0

    def asked(self) -> list[Term]:
        """All terms of the move but those of its consequences, outermost only."""
        found = [
            self.origin,
            self.target,
            self.onto,
            self.along,
            self.distance,
            self.through,
            self.when,
            self.leaves,
            self.into.site,
            self.skipped,
            self.amount,
            *(term for _, term in self.lets),
            *(selector.term for selector in self.selectors),
        ]
        return [term for term in found if term is not None]

    def terms(self) -> list[Term]:
        """All terms of the move, outermost only."""
        return [*self.asked(), *(term for term in effect_terms(self.effects) if term is not None)]

    @property
    def spends(self) -> bool:
        """Whether each step of the move is made with a die, which is used up by it: whether its rules ask for one."""
        return any(part.op == "die" for term in self.asked() for part in term.walk())


@dataclass(frozen=True, slots=True)
class Next:
    """One entry of `next`: the step to go to (None: the turn is done), when, and with what consequences."""

    target: int | None
    condition: Term | None
    effects: tuple[Effect, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Step:
    """A decision within a turn. `moves` and `otherwise` hold, for each player, the moves that may be made."""

    name: str
    moves: tuple[tuple[int, ...], ...]
    otherwise: tuple[tuple[int, ...], ...]
    origin: Term | None
    selectors: tuple[Selector, ...]
    next: tuple[Next, ...]
    if_none: str  # "skip", "loses" or "forbidden"
    span: Span

    def others(self, player: int) -> tuple[int, ...]:
        """The moves of a player under `else`."""
        return self.otherwise[player] if self.otherwise else ()

    def offered(self, player: int) -> tuple[int, ...]:
        """All moves of a player, each once: those under `do`, then those under `else`."""
        return tuple(dict.fromkeys((*self.moves[player], *self.others(player))))

    @property
    def of_all(self) -> tuple[int, ...]:
        """The moves of all players, each once."""
        return tuple(dict.fromkeys(move for own in (*self.moves, *self.otherwise) for move in own))


@dataclass(frozen=True, slots=True)
class Result:
    """Who has won. `kind` is wins, loses, out, last, draw, highest or lowest; `player` a term for the first three.

    Who is out leaves the game while others play on; last is who is left when all others are out.
    """

    kind: str
    player: Term | None = None


@dataclass(frozen=True, slots=True)
class End:
    """An end condition, with the reason that players are shown."""

    reason: str
    condition: Term
    result: Result
    after_turn: bool
    span: Span


@dataclass(frozen=True, slots=True)
class Phase:
    """A part of the game. `steps[0]` begins a turn; `stuck` is pass, loses, out, draw, decide or impossible.

    `best` chooses among complete turns.
    """

    name: str
    steps: tuple[Step, ...]
    stuck: str
    until: Term | None
    go: int | None
    starts: int | None
    ends: tuple[End, ...]
    span: Span
    best: tuple[Selector, ...] = ()


@dataclass(frozen=True)
class Rules:
    """A whole game; `setting` is its set-up."""

    title: str
    board: Board
    players: tuple[str, ...]
    facing: tuple[dict[str, tuple[int, ...]], ...]
    pieces: tuple[Piece, ...]
    letters: tuple[tuple[str, int, int], ...]  # how pieces are drawn: letter, owner, kind; the first one is used
    memory: tuple[Remembered, ...]
    setting: Setting
    moves: tuple[Move, ...]
    phases: tuple[Phase, ...]
    ends: tuple[End, ...]
    score: tuple[Term, ...]
    dice: tuple[Dice, ...] = ()

    @property
    def nobody(self) -> int:
        """The owner's number of pieces that belong to no player."""
        return len(self.players)

    @property
    def has_chance(self) -> bool:
        """Whether chance makes any move."""
        return any(move.by_chance for move in self.moves)

    @cached_property
    def piling(self) -> bool:
        """Whether pieces may lie on one another."""
        return any(piece.pile for piece in self.pieces)

    @cached_property
    def counts_losses(self) -> bool:
        """Whether a rule asks what a player has lost."""
        return self.uses("lost")

    @cached_property
    def unread_counters(self) -> frozenset[str]:
        """The counters of every position that no rule asks for: positions may be the same whatever they show."""
        return frozenset({"quiet", "passes"}) - self.values("counter")

    @cached_property
    def dated(self) -> frozenset[int]:
        """The memories of which the turn counts in which they were set: positions are the same whenever others were."""
        return frozenset(memory.index for memory in self.memory if memory.until == "next turn ends")

    @cached_property
    def eliminates(self) -> bool:
        """Whether a player may leave the game while others play on."""
        return any(end.result.kind == "out" for end in self.every_end()) or any(
            phase.stuck == "out" for phase in self.phases
        )

    def terms(self) -> tuple[Term, ...]:
        """All terms of the rules, outermost only."""
        found: list[Term | None] = [*self.score, *(end.condition for end in self.ends)]
        found += [end.result.player for end in self.ends]
        found += [term for move in self.moves for term in move.terms()]
        for phase in self.phases:
            found += [selector.term for selector in phase.best]
            found += [phase.until, *(end.condition for end in phase.ends), *(end.result.player for end in phase.ends)]
            for step in phase.steps:
                found += [step.origin, *(selector.term for selector in step.selectors)]
                for entry in step.next:
                    found += [entry.condition, *effect_terms(entry.effects)]
        return tuple(term for term in found if term is not None)

    def every_end(self) -> tuple[End, ...]:
        """The end conditions of the game and of all its phases."""
        return (*self.ends, *(end for phase in self.phases for end in phase.ends))

    def effects(self) -> tuple[Effect, ...]:
        """All consequences of moves and of entries of `next`."""
        of_moves = [effect for move in self.moves for effect in move.effects]
        steps = (step for phase in self.phases for step in phase.steps)
        return (*of_moves, *(effect for step in steps for entry in step.next for effect in entry.effects))

    def uses(self, op: str) -> bool:
        """Whether any rule uses an operation."""
        return op in self._values

    def values(self, op: str) -> frozenset[object]:
        """With what values rules use an operation: which words, which counters, which moves were made."""
        return self._values.get(op, frozenset())

    @cached_property
    def _values(self) -> dict[str, frozenset[object]]:
        found: dict[str, set[object]] = {}
        for term in self.terms():
            for part in term.walk():
                found.setdefault(part.op, set()).add(part.value)
        return {op: frozenset(values) for op, values in found.items()}


def effect_terms(effects: tuple[Effect, ...]) -> list[Term]:
    """The terms of consequences."""
    found: list[Term | None] = []
    for effect in effects:
        found += [effect.condition, effect.sites, effect.target, effect.into.site, effect.amount, effect.owner]
        found += [effect.beneath, effect.of]
        found += [term for _, term in effect.values]
    return [term for term in found if term is not None]
