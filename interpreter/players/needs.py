"""How many steps a game lasts at least until a player can have won: a bound that is drawn from its ends.

A search that asks whether a player wins within so many steps need not look into positions where the bound says no. The
bound is the least over all that can make the player win; what the rules do not tell beforehand can happen with the next
step. A piece that must come to a region takes the steps that it takes alone, and pieces that must be gone are taken one
by one, where no step can take or bring more.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.board.board import everything
from interpreter.players.distances import layers
from interpreter.players.extents import anything, extent
from interpreter.players.goals import winner

if TYPE_CHECKING:
    from interpreter.engine.lowering.shape import Lowered, Shape
    from interpreter.language.terms import Term
    from interpreter.machine.rules import Rules
    from interpreter.players.extents import Slot

FAR = 1 << 20
"""What is never."""
QUIET = {"capture", "remove", "remember", "reset", "award"}
"""Consequences that bring no piece anywhere."""
TAKING = {"capture", "remove"}

HEAD = '''
@inline
def need(numbers: ints, sets_: sets, attacker: int) -> int:
    """The steps until a player can have won, at least."""
'''


def need_text(shape: Shape) -> str:
    """The function `need` of a game."""
    lowered = shape.lowered
    constants: dict[str, str] = {}
    body = ["    return 1"]
    if lowered is not None:
        bounds = [_Bounds(lowered, attacker, constants).text() for attacker in range(shape.players)]
        body = []
        for attacker, bound in enumerate(bounds):
            body += [f"    if attacker == {attacker}:", f"        return max(1, {bound})"] if bound else []
        body.append("    return 1")
    return "\n\n\n".join(["\n".join(constants.values()), HEAD.strip() + "\n" + "\n".join(body)])


class _Bounds:
    """Writes what a player needs; the empty text means that nothing is known."""

    def __init__(self, lowered: Lowered, attacker: int, constants: dict[str, str]) -> None:
        self.lowered, self.rules, self.attacker, self.constants = lowered, lowered.rules, attacker, constants
        effects = {effect.action for effect in self.rules.effects()}
        verbs = {move.verb for move in self.rules.moves}
        into = [move.into.site for move in self.rules.moves] + [effect.into.site for effect in self.rules.effects()]
        plain = verbs <= {"move", "pass", "remove"} and not self.rules.piling and not any(into)
        self.steady = plain and effects <= QUIET and _moves_own(self.rules)
        self.one_by_one = plain and not effects & TAKING
        self.in_turn = takes_turns(self.rules)

    def text(self) -> str:
        """The bound over everything that makes the player win."""
        rules = self.rules
        losing = any(phase.stuck in {"loses", "out", "decide"} for phase in rules.phases)
        losing |= any(step.if_none == "loses" for phase in rules.phases for step in phase.steps)
        if losing or len(rules.players) != 2:
            return ""
        found: list[str] = []
        for end in rules.every_end():
            for me in range(len(rules.players)):
                who = winner(rules, end, me)
                if who in {self.attacker, None}:
                    found.append(self.bound(end.condition, me) if who is not None else "")
        return _least(found)

    def bound(self, term: Term, me: int) -> str:
        """The bound of a condition."""
        if term.op == "all":
            known = [found for found in (self.bound(part, me) for part in term.args) if found]
            return _nested("max", dict.fromkeys(known))
        if term.op == "either":
            return _least([self.bound(part, me) for part in term.args])
        if term.op in {"any", "within"}:
            where = extent(self.rules, term.args[0], me)
            for part in term.args[1:]:
                where = where & extent(self.rules, part, me)
            return self._reach(where.pieces, where.sites)
        if term.op == "negate" and term.args[0].op == "any":
            return self._taken(term.args[0].args[0], me)
        return ""

    def _reach(self, pieces: frozenset[Slot], region: int) -> str:
        """The fewest steps by which one of some pieces comes to a region."""
        if not self.steady or region == everything(self.rules.board):
            return ""
        text, slots = str(FAR), [slot for slot in self.lowered.slots if slot in pieces]
        parts = [layers(self.rules, slot, region) for slot in slots]
        for steps in reversed(range(max(map(len, parts), default=0))):
            met = [
                f"sets_[{self.lowered.slots.index(slot)}] & {self._set(part[steps])} != 0"
                for slot, part in zip(slots, parts, strict=True)
                if steps < len(part)
            ]
            text = f"({steps} if {' or '.join(met)} else {text})"
        movers = {owner for owner, _ in slots}
        return self._plies(text, movers.pop()) if len(movers) == 1 else text

    def _plies(self, steps: str, mover: int) -> str:
        """The steps of both players in which one of them makes so many."""
        return f"(2 * {steps} - int(MOVERS[numbers[0]] == {mover}))" if self.in_turn else steps

    def _taken(self, term: Term, me: int) -> str:
        """The steps by which all of some pieces are taken."""
        where = extent(self.rules, term, me)
        exact = term.op == "owned" and where != anything(self.rules)
        if not exact or not self.one_by_one:
            return ""
        slots = [place for place, slot in enumerate(self.lowered.slots) if slot in where.pieces]
        steps = f"({' + '.join(f'count(sets_[{place}])' for place in slots)})"
        takers = _takers(self.rules, where.pieces)
        return self._plies(steps, takers.pop()) if len(takers) == 1 else steps

    def _set(self, sites: int) -> str:
        """The name of a constant set."""
        bits = self.lowered.numbering.bits(sites)
        name = f"AHEAD_{bits:x}"
        self.constants[name] = f"{name}: bits = {bits:#x}"
        return name


def takes_turns(rules: Rules) -> bool:
    """Whether two players make one step each, in turn, with none left out."""
    alone = all(
        len(phase.steps) == 1 and all(entry.target is None for entry in phase.steps[0].next) and phase.starts is None
        for phase in rules.phases
    )
    return len(rules.players) == 2 and alone and not any(move.verb == "swap" for move in rules.moves)


def _moves_own(rules: Rules) -> bool:
    """Whether nobody ever moves pieces of others."""
    return all(
        owner == me
        for me in range(len(rules.players))
        for move in rules.moves
        if move.verb == "move"
        for owner, _ in extent(rules, move.origin, me).pieces
    )


def _takers(rules: Rules, pieces: frozenset[Slot]) -> set[int]:
    """The players who can land on any of some pieces, or remove them."""
    return {
        me
        for move in rules.moves
        for me in range(len(rules.players))
        if extent(rules, move.origin if move.verb == "remove" else move.target, me).pieces & pieces
    }


def _least(found: list[str]) -> str:
    """The least of some bounds; nothing is known where one of them is unknown."""
    return "" if not all(found) or not found else _nested("min", dict.fromkeys(found))


def _nested(function: str, texts: dict[str, None]) -> str:
    """A function of two numbers over several."""
    text = ""
    for part in texts:
        text = f"{function}({text}, {part})" if text else part
    return text
