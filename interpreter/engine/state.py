"""A position of the reference engine: immutable numbers and bit sets."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from interpreter.board.board import union
from interpreter.language.terms import Kind
from interpreter.machine.piles import Setting

if TYPE_CHECKING:
    from collections.abc import Iterator

    from interpreter.machine.piles import Pile
    from interpreter.machine.rules import Rules

Key = tuple[object, ...]
FIRST_VALUES: dict[Kind, object] = {
    Kind.SITE: 0,
    Kind.SITES: 0,
    Kind.NUMBER: 0,
    Kind.YES_NO: False,
    Kind.PLAYER: None,
    Kind.DIRECTIONS: (),
}


class History:
    """Positions at the starts of turns, the latest first; a chain, so that positions share their past."""

    __slots__ = ("key", "previous", "sites")

    def __init__(self, key: Key, sites: Key, previous: History | None) -> None:
        self.key, self.sites, self.previous = key, sites, previous

    def __iter__(self) -> Iterator[History]:
        link: History | None = self
        while link is not None:
            yield link
            link = link.previous


class Ending(NamedTuple):
    """How a game ended: the winner's number (None: a draw, or nobody), and the reason in the file's words."""

    winner: int | None
    reason: str


class State(NamedTuple):
    """Everything that decides how the game can go on.

    `owned[o]` and `kinds[k]` are bit sets of sites and speak of the uppermost piece, `below[site]` holds the pieces
    under it (and is empty in games without piles), `hands[player][kind]` counts, `node` the decision that is due (or
    the result), `memory` the remembered values and `remembered_at` the turns in which they were set, `moved` the
    sites of pieces that have moved, `seats[side]` who plays a side, `roll` the number thrown in this turn (0 before),
    `dice` the dice of it that are not used yet, the highest first, `lost[player]` how many pieces others have taken
    from a player, `out` is a bit set of the players who have left the game while others play on. `moved`, `last_to`,
    `last_heading` and `lost` stay as at the start unless a rule asks for them, so that positions differ only in what
    matters.
    """

    owned: tuple[int, ...]
    kinds: tuple[int, ...]
    below: tuple[Pile, ...]
    hands: tuple[tuple[int, ...], ...]
    mover: int
    node: int
    memory: tuple[object, ...]
    remembered_at: tuple[int, ...]
    last_to: int
    last_heading: tuple[int, ...]
    quiet: int
    passes: int
    turn: int
    points: tuple[object, ...]
    moved: int
    seats: tuple[int, ...]
    history: History | None
    ending: Ending | None
    lost: tuple[int, ...]
    roll: int = 0
    out: int = 0
    dice: tuple[int, ...] = ()

    def in_play(self, player: int) -> int:
        """The player, or who comes after him in turn order, if he is out."""
        players = len(self.hands)
        return next((who for n in range(players) if not self.out >> (who := (player + n) % players) & 1), player)

    @property
    def occupied(self) -> int:
        """The sites with a piece."""
        return union(self.owned)

    @property
    def setting(self) -> Setting:
        """Where the pieces stand."""
        return Setting(self.owned, self.kinds, self.below)

    def pile(self, site: int) -> Pile:
        """The pieces on a site, the lowest first."""
        owner = next((number for number, bits in enumerate(self.owned) if bits >> site & 1), None)
        if owner is None:
            return ()
        kind = next(number for number, bits in enumerate(self.kinds) if bits >> site & 1)
        return (*self.below[site], (owner, kind)) if self.below else ((owner, kind),)

    def size(self, site: int) -> int:
        """How many pieces lie on an occupied site."""
        return len(self.below[site]) + 1 if self.below else 1


class Step(NamedTuple):
    """A decision of a player, in numbers; -1 where a part is missing. `over` is a bit set.

    `amount` is how many pieces of a pile go (0: all of them; where the player chooses the number, it is never 0), `die`
    the number on the die that is spent (0: none). Of a throw, `kind` numbers the result.
    Legal steps are in the order of these parts, which is the canonical one.
    """

    origin: int
    target: int
    kind: int
    promotion: int
    move: int
    over: int
    heading: int
    amount: int = 0
    die: int = 0


FORCED_PASS = Step(-1, -1, -1, -1, -1, 0, -1)


def first_state(rules: Rules, start: int) -> State:
    """The set-up, before the first turn begins."""
    hands = tuple(
        tuple(piece.hand[player] if piece.hand is not None else 0 for piece in rules.pieces)
        for player in range(len(rules.players))
    )
    return State(
        **rules.setting._asdict(),
        hands=hands,
        mover=rules.phases[0].starts or 0,
        node=start,
        memory=tuple(FIRST_VALUES[memory.kind] for memory in rules.memory),
        remembered_at=(0,) * len(rules.memory),
        last_to=0,
        last_heading=(),
        quiet=0,
        passes=0,
        turn=1,
        points=(0,) * len(rules.players),
        moved=0,
        seats=tuple(range(len(rules.players))),
        history=None,
        ending=None,
        lost=(0,) * len(rules.players),
    )


def key_of(state: State) -> Key:
    """What two positions must share to count as a repetition."""
    return (state.setting, state.hands, state.mover, state.node, state.memory, state.moved, state.out)
