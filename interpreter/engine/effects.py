"""What a step does to a position: the verb, then its consequences, all of them seen from right after the verb."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from interpreter.board.board import members

if TYPE_CHECKING:
    from interpreter.engine.evaluation import Evaluator
    from interpreter.engine.frame import Frame
    from interpreter.engine.state import State, Step
    from interpreter.machine.rules import Effect, Move, Rules


class Draft:
    """A position while a step changes it."""

    def __init__(self, rules: Rules, state: State) -> None:
        self.rules, self.state = rules, state
        self.owned, self.kinds = list(state.owned), list(state.kinds)
        self.hands = [list(hand) for hand in state.hands]
        self.memory, self.remembered_at = list(state.memory), list(state.remembered_at)
        self.points = list(state.points)
        self.moved = state.moved
        self.resets = False  # whether `quiet` starts again

    def take(self, sites: int, into: str = "") -> int:
        """Takes pieces off the board; gives the sites that had one."""
        taken = 0
        for owner, owned in enumerate(self.owned):
            gone = owned & sites
            if not gone:
                continue
            taken |= gone
            self.owned[owner] = owned & ~sites
            receiver = self.state.mover if into == "me" else owner
            if into and receiver < len(self.hands):
                for piece, bits in zip(self.rules.pieces, self.kinds, strict=True):
                    self.hands[receiver][piece.held] += (bits & gone).bit_count()
        if taken:
            self.kinds = [bits & ~sites for bits in self.kinds]
            self.moved &= ~sites
        return taken

    def put(self, site: int, owner: int, kind: int) -> None:
        """Puts a piece on an empty site."""
        self.owned[owner] |= 1 << site
        self.kinds[kind] |= 1 << site

    def carry(self, origin: int, target: int) -> None:
        """Moves a piece to an empty site."""
        here, there = 1 << origin, 1 << target
        for table in (self.owned, self.kinds):
            for index, bits in enumerate(table):
                if bits & here:
                    table[index] = bits & ~here | there
        self.moved = self.moved & ~here | there

    def finish(self, **changes: Any) -> State:
        """The position that has come about."""
        return self.state._replace(
            owned=tuple(self.owned),
            kinds=tuple(self.kinds),
            hands=tuple(tuple(hand) for hand in self.hands),
            memory=tuple(self.memory),
            remembered_at=tuple(self.remembered_at),
            points=tuple(self.points),
            moved=self.moved,
            **changes,
        )


def owner_of(rules: Rules, kind: int, player: int) -> int:
    """Who owns a piece of a kind that a player puts on the board."""
    owner = rules.pieces[kind].owner
    return player if owner is None else owner


def perform(rules: Rules, state: State, move: Move, step: Step) -> tuple[State, bool]:
    """The position right after the verb, and whether it places, captures or removes."""
    draft = Draft(rules, state)
    changes: dict[str, Any] = {}
    if move.verb == "place":
        draft.take(1 << step.target, move.into)
        draft.put(step.target, owner_of(rules, step.kind, state.mover), step.kind)
        if rules.pieces[step.kind].hand is not None:
            draft.hands[state.mover][step.kind] -= 1
        draft.resets = True
        changes = {"last_to": 1 << step.target}
    elif move.verb == "move":
        draft.resets = bool(draft.take(1 << step.target, move.into))
        draft.carry(step.origin, step.target)
        heading = (step.heading,) if step.heading >= 0 else ()
        changes = {"last_to": 1 << step.target, "last_heading": heading}
    elif move.verb == "remove":
        draft.take(1 << step.target, move.into)
        draft.resets = True
    elif move.verb == "swap":
        seats = list(state.seats)
        seats[0], seats[1] = seats[1], seats[0]
        changes = {"seats": tuple(seats)}
    return draft.finish(**changes), draft.resets


def apply_effects(
    rules: Rules, evaluator: Evaluator, effects: tuple[Effect, ...], frame: Frame, promotion: int
) -> tuple[State, bool]:
    """The position after all consequences, and whether one of them captures, places or resets.

    Every expression sees the frame's position; only then the consequences happen, in order.
    """
    value = evaluator.value
    due: list[tuple[Effect, Any, Any]] = []
    for effect in effects:
        if effect.condition is not None and not value(effect.condition)(frame):
            continue
        sites = None if effect.sites is None else value(effect.sites)(frame)
        other: Any = None if effect.target is None else value(effect.target)(frame)
        if effect.values:
            other = [(index, value(term)(frame)) for index, term in effect.values]
        due.append((effect, sites, other))
    if not due:
        return frame.state, False
    draft = Draft(rules, frame.state)
    for effect, sites, other in due:
        _ACTIONS[effect.action](draft, effect, sites, other, promotion)
    return draft.finish(), draft.resets


def _capture(draft: Draft, effect: Effect, sites: int, _: Any, __: int) -> None:
    if draft.take(sites, effect.into):
        draft.resets = True


def _remove(draft: Draft, effect: Effect, sites: int, _: Any, __: int) -> None:
    draft.take(sites, effect.into)


def _flip(draft: Draft, _: Effect, sites: int, __: Any, ___: int) -> None:
    """The pieces change sides: they become the mover's."""
    turned = 0
    for owner in range(len(draft.rules.players)):
        turned |= draft.owned[owner] & sites
        draft.owned[owner] &= ~sites
    draft.owned[draft.state.mover] |= turned


def _place(draft: Draft, effect: Effect, sites: int, _: Any, __: int) -> None:
    occupied = 0
    for owned in draft.owned:
        occupied |= owned
    kind = effect.pieces[draft.state.mover][0]
    for site in members(sites & ~occupied):
        draft.put(site, owner_of(draft.rules, kind, draft.state.mover), kind)
        draft.resets = True


def _promote(draft: Draft, effect: Effect, sites: int, _: Any, promotion: int) -> None:
    allowed = effect.pieces[draft.state.mover]
    kind = promotion if promotion in allowed else allowed[0]
    occupied = 0
    for owned in draft.owned:
        occupied |= owned
    there = sites & occupied
    draft.kinds = [bits & ~there for bits in draft.kinds]
    draft.kinds[kind] |= there
    fixed = draft.rules.pieces[kind].owner
    if fixed is not None:
        draft.owned = [bits & ~there for bits in draft.owned]
        draft.owned[fixed] |= there


def _shift(draft: Draft, _effect: Effect, sites: int, targets: int, _promotion: int) -> None:
    """The pieces move together: each leaves before any arrives, and what stands where one arrives is gone."""
    lifted = []
    for origin, target in zip(members(sites), members(targets), strict=False):
        owner = next((number for number, owned in enumerate(draft.owned) if owned >> origin & 1), None)
        if owner is not None and origin != target:
            kind = next(number for number, bits in enumerate(draft.kinds) if bits >> origin & 1)
            lifted.append((origin, target, owner, kind))
    for origin, *_ in lifted:
        draft.take(1 << origin)
    for _, target, owner, kind in lifted:
        draft.take(1 << target)
        draft.put(target, owner, kind)
        draft.moved |= 1 << target


def _remember(draft: Draft, _: Effect, __: Any, values: Any, ___: int) -> None:
    for index, value in values:
        draft.memory[index] = value
        draft.remembered_at[index] = draft.state.turn


def _reset(draft: Draft, _: Effect, __: Any, ___: Any, ____: int) -> None:
    draft.resets = True


def _award(draft: Draft, _: Effect, __: Any, values: Any, ___: int) -> None:
    for player, points in values:
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
