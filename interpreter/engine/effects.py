"""What a step does to a position: the verb, then its consequences, all of them seen from right after the verb."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from interpreter.board.board import members, union
from interpreter.engine.values import several
from interpreter.machine.piles import joins
from interpreter.machine.rules import NOWHERE

if TYPE_CHECKING:
    from collections.abc import Sequence

    from interpreter.engine.evaluation import Evaluator
    from interpreter.engine.frame import Frame
    from interpreter.engine.state import State, Step
    from interpreter.language.terms import Term
    from interpreter.machine.piles import Pile
    from interpreter.machine.rules import Effect, Into, Move, Rules


class Part(NamedTuple):
    """Pieces of a pile: the uppermost `amount` of those that lie beneath so many and are of some owners (None: all)."""

    amount: int | None = None
    beneath: int = 0
    owners: tuple[int, ...] | None = None

    def of_pile(self, pile: Sequence[tuple[int, int]]) -> list[int]:
        """Where in a pile the pieces lie that are meant, counted from the bottom."""
        beneath = range(len(pile) - max(0, self.beneath))
        meant = [n for n in beneath if self.owners is None or pile[n][0] in self.owners]
        return meant if self.amount is None else meant[max(0, len(meant) - max(0, self.amount)) :]


WHOLE = Part()


class Draft:
    """A position while a step changes it."""

    def __init__(self, rules: Rules, state: State) -> None:
        self.rules, self.state = rules, state
        self.owned, self.kinds, self.below = list(state.owned), list(state.kinds), list(state.below)
        self.hands = [list(hand) for hand in state.hands]
        self.memory, self.remembered_at = list(state.memory), list(state.remembered_at)
        self.points, self.lost = list(state.points), list(state.lost)
        self.moved = state.moved
        self.resets = False  # whether `quiet` starts again

    @property
    def occupied(self) -> int:
        """The sites with a piece."""
        return union(self.owned)

    def pile(self, site: int) -> Pile:
        """The pieces on a site, the lowest first."""
        owner = next((number for number, bits in enumerate(self.owned) if bits >> site & 1), None)
        if owner is None:
            return ()
        top = owner, next(number for number, bits in enumerate(self.kinds) if bits >> site & 1)
        return (*self.below[site], top) if self.below else (top,)

    def lay(self, site: int, pile: Pile) -> None:
        """Makes a site hold these pieces and no others."""
        bit = 1 << site
        for table in (self.owned, self.kinds):
            for index, bits in enumerate(table):
                table[index] = bits & ~bit
        if pile:
            owner, kind = pile[-1]
            self.owned[owner] |= bit
            self.kinds[kind] |= bit
        else:
            self.moved &= ~bit
        if self.below:
            self.below[site] = pile[:-1]

    def lift(self, site: int, part: Part = WHOLE) -> Pile:
        """Takes pieces of a pile, and gives them, the lowest first."""
        pile = self.pile(site)
        if part is WHOLE:
            self.lay(site, ())
            return pile
        meant = part.of_pile(pile)
        self.lay(site, tuple(piece for n, piece in enumerate(pile) if n not in meant))
        return tuple(pile[n] for n in meant)

    def take(self, sites: int, into: Into = NOWHERE, receiver: int = 0, part: Part = WHOLE) -> int:
        """Takes pieces off their sites; gives the sites that had one. `receiver` is the site they go to, if they do.

        Where `into` is a site and there is none, they are out of the game.
        """
        taken = sites & self.occupied & ~receiver
        if taken and not into.place and part is WHOLE and not self.below:
            for player in range(len(self.lost)):
                self._counted(player, (self.owned[player] & taken).bit_count())
            self.owned = [bits & ~sites for bits in self.owned]
            self.kinds = [bits & ~sites for bits in self.kinds]
            self.moved &= ~sites
            return taken
        for site in members(taken):
            lifted = self.lift(site, part)
            if lifted:
                self._give(lifted, into, receiver)
            else:
                taken &= ~(1 << site)
        return taken

    def _give(self, pile: Pile, into: Into, receiver: int) -> None:
        if receiver:
            for site in members(receiver):
                there = self.pile(site)
                if into.place == "under":
                    self.lay(site, (*pile, *there))
                else:
                    self.arrive(site, pile)
            return
        for owner, kind in pile:
            self._counted(owner, 1)
            player = self.state.mover if into.place == "me" else owner
            if into.place in {"me", "owner"} and player < len(self.hands):
                self.hands[player][self.rules.pieces[kind].held] += 1

    def _counted(self, owner: int, number: int) -> None:
        """Pieces of an owner have left the board: they are lost where another player took them."""
        if self.rules.counts_losses and owner < len(self.lost) and owner != self.state.mover:
            self.lost[owner] += number

    def carry(self, origin: int, target: int) -> None:
        """Moves the only piece on a site to an empty site."""
        here, there = 1 << origin, 1 << target
        for table in (self.owned, self.kinds):
            for index, bits in enumerate(table):
                if bits & here:
                    table[index] = bits & ~here | there
        self.moved &= ~here

    def arrive(self, site: int, pile: Pile, into: Into = NOWHERE, receiver: int = 0) -> bool:
        """Lays pieces on a site: they join what lies there, or take it. Gives whether they took something.

        What they take goes where it goes when they have come, as if it moved there then.
        """
        there = self.pile(site)
        joined = bool(there) and joins(self.rules.pieces, pile[0], there[-1])
        took = bool(there) and not joined
        self.lay(site, (*there, *pile) if joined else pile)
        if took:
            self.moved &= ~(1 << site)
            self._give(there, into, receiver)
        return took

    def finish(self, **changes: Any) -> State:
        """The position that has come about."""
        return self.state._replace(
            owned=tuple(self.owned),
            kinds=tuple(self.kinds),
            below=tuple(self.below),
            hands=tuple(tuple(hand) for hand in self.hands),
            memory=tuple(self.memory),
            remembered_at=tuple(self.remembered_at),
            points=tuple(self.points),
            lost=tuple(self.lost),
            moved=self.moved,
            **changes,
        )


def owner_of(rules: Rules, kind: int, player: int) -> int:
    """Who owns a piece of a kind that a player puts on the board."""
    owner = rules.pieces[kind].owner
    return player if owner is None else owner


def perform(rules: Rules, state: State, move: Move, step: Step, receiver: int) -> tuple[State, bool]:
    """The position right after the verb, and whether it places, captures or removes.

    `receiver` is the site that captured pieces go to, as a bit set, where `into` names one.
    """
    draft = Draft(rules, state)
    changes: dict[str, Any] = {}
    part = Part(step.amount) if step.amount else WHOLE
    if move.verb == "place":
        draft.arrive(step.target, ((owner_of(rules, step.kind, state.mover), step.kind),), move.into, receiver)
        if rules.pieces[step.kind].hand is not None:
            draft.hands[state.mover][step.kind] -= 1
        draft.moved &= ~(1 << step.target)
        draft.resets = True
        changes = {"last_to": 1 << step.target}
    elif move.verb in {"move", "sow"}:
        if move.verb == "sow":
            draft.resets = _sow(draft, step)
        elif draft.below or receiver:
            draft.resets = draft.arrive(step.target, draft.lift(step.origin, part), move.into, receiver)
        else:
            draft.resets = bool(draft.take(1 << step.target, move.into, receiver))
            draft.carry(step.origin, step.target)
        draft.moved |= 1 << step.target
        heading = (step.heading,) if step.heading >= 0 else ()
        changes = {"last_to": 1 << step.target, "last_heading": heading}
    elif move.verb == "remove":
        draft.take(1 << step.target, move.into, receiver, part)
        draft.resets = True
    elif move.verb == "roll":
        thrown = rules.dice[move.dice]
        changes = {"roll": thrown.results[step.kind][0], "dice": thrown.falls[step.kind] if thrown.falls else ()}
    elif move.verb == "swap":
        seats = list(state.seats)
        seats[0], seats[1] = seats[1], seats[0]
        changes = {"seats": tuple(seats)}
    if step.die:
        left = list(state.dice)
        left.remove(step.die)
        changes["dice"] = tuple(left)
    return draft.finish(**changes), draft.resets


def _sow(draft: Draft, step: Step) -> bool:
    """Leaves the pieces of a pile one by one, the lowest first, on the sites of `over`, as they come along the way."""
    steps, site, took = draft.rules.board.steps[step.heading], step.origin, False
    for piece in draft.lift(step.origin):
        site = steps[site]
        for _ in steps:  # past what is skipped
            if step.over >> site & 1:
                break
            site = steps[site]
        took |= draft.arrive(site, (piece,))
        draft.moved |= 1 << site
    return took


class _Due(NamedTuple):
    """A consequence with its values, all of them from before any consequence."""

    effect: Effect
    sites: int
    targets: int
    values: tuple[tuple[int, Any], ...]
    receiver: int
    part: Part
    owner: int | None


def apply_effects(
    rules: Rules, evaluator: Evaluator, effects: tuple[Effect, ...], frame: Frame, promotion: int
) -> tuple[State, bool]:
    """The position after all consequences, and whether one of them captures, places or resets.

    Every expression sees the frame's position; only then the consequences happen, in order.
    """

    def value(term: Term | None, otherwise: Any = 0) -> Any:
        return otherwise if term is None else evaluator.value(term)(frame)

    due = [
        _Due(
            effect,
            value(effect.sites),
            value(effect.target),
            tuple((index, value(term)) for index, term in effect.values),
            value(effect.into.site),
            _part(evaluator, effect, frame),
            value(effect.owner, None),
        )
        for effect in effects
        if effect.condition is None or evaluator.value(effect.condition)(frame)
    ]
    if not due:
        return frame.state, False
    draft = Draft(rules, frame.state)
    for each in due:
        _ACTIONS[each.effect.action](draft, each, promotion)
    return draft.finish(), draft.resets


def _part(evaluator: Evaluator, effect: Effect, frame: Frame) -> Part:
    """The pieces of each pile that a consequence acts on."""
    if effect.amount is None and effect.beneath is None and effect.of is None:
        return WHOLE
    amount, beneath = (
        None if term is None else int(evaluator.value(term)(frame)) for term in (effect.amount, effect.beneath)
    )
    return Part(amount, beneath or 0, None if effect.of is None else several(evaluator, effect.of)(frame))


def _capture(draft: Draft, due: _Due, promotion: int) -> None:
    if _remove(draft, due, promotion):
        draft.resets = True


def _remove(draft: Draft, due: _Due, _: int) -> int:
    return draft.take(due.sites, due.effect.into, due.receiver, due.part)


def _flip(draft: Draft, due: _Due, _: int) -> None:
    """The pieces change sides: they become the mover's, or those of the player who is named."""
    players, heir = len(draft.rules.players), draft.state.mover if due.effect.owner is None else due.owner
    if heir is None:  # nobody gets them
        return
    for site in members(due.sites & draft.occupied):
        pile = list(draft.pile(site))
        for n in due.part.of_pile(pile):
            owner, kind = pile[n]
            pile[n] = (heir if owner < players else owner, kind)
        draft.lay(site, tuple(pile))


def _place(draft: Draft, due: _Due, _: int) -> None:
    kind = due.effect.pieces[draft.state.mover][0]
    piece = owner_of(draft.rules, kind, draft.state.mover), kind
    amount = 1 if due.part.amount is None else due.part.amount
    if amount <= 0:
        return
    for site in members(due.sites):
        there = draft.pile(site)
        if not there or joins(draft.rules.pieces, piece, there[-1]):
            draft.lay(site, (*there, *(piece,) * (amount if draft.below else 1)))
            draft.resets = True


def _promote(draft: Draft, due: _Due, promotion: int) -> None:
    allowed = due.effect.pieces[draft.state.mover]
    kind = promotion if promotion in allowed else allowed[0]
    there = due.sites & draft.occupied
    if due.part is not WHOLE:
        _promote_some(draft, there, due.part, kind)
        return
    draft.kinds = [bits & ~there for bits in draft.kinds]
    draft.kinds[kind] |= there
    # What was nobody's cannot stay so where each player has such pieces: it is the mover's, as if placed.
    fixed, unowned = draft.rules.pieces[kind].owner, len(draft.rules.players)
    heir = owner_of(draft.rules, kind, draft.state.mover)
    changing = there & draft.owned[unowned] if fixed is None else there
    draft.owned = [bits & ~changing for bits in draft.owned]
    draft.owned[heir] |= changing


def _promote_some(draft: Draft, sites: int, part: Part, kind: int) -> None:
    """Some pieces of each pile become of a kind, and not just the uppermost."""
    fixed, players = draft.rules.pieces[kind].owner, len(draft.rules.players)
    for site in members(sites):
        pile = list(draft.pile(site))
        for n in part.of_pile(pile):
            owner = pile[n][0]
            pile[n] = (
                owner if fixed is None and owner < players else owner_of(draft.rules, kind, draft.state.mover),
                kind,
            )
        draft.lay(site, tuple(pile))


def _shift(draft: Draft, due: _Due, _: int) -> None:
    """The pieces move together: each leaves before any arrives, and what stands where one arrives is gone."""
    pairs = [pair for pair in zip(members(due.sites), members(due.targets), strict=False) if pair[0] != pair[1]]
    lifted = [(target, draft.lift(origin)) for origin, target in pairs]
    for target, pile in lifted:
        if pile:
            draft.lay(target, pile)
            draft.moved |= 1 << target


def _remember(draft: Draft, due: _Due, _: int) -> None:
    for index, value in due.values:
        draft.memory[index] = value
        draft.remembered_at[index] = draft.state.turn


def _reset(draft: Draft, _: _Due, __: int) -> None:
    draft.resets = True


def _award(draft: Draft, due: _Due, _: int) -> None:
    for player, points in due.values:
        index = draft.state.mover if player < 0 else player
        draft.points[index] = draft.points[index] + points


_ACTIONS = {
    "capture": _capture,
    "remove": _remove,
    "flip": _flip,
    "place": _place,
    "promote": _promote,
    "shift": _shift,
    "remember": _remember,
    "reset": _reset,
    "award": _award,
}
