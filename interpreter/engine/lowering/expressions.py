"""Terms -> expressions of the kernel language."""

from __future__ import annotations

from fractions import Fraction
from math import lcm
from typing import TYPE_CHECKING, Any

from interpreter.engine.lowering import asking, finders, holdings, leaving, persons, reaching, throwing
from interpreter.engine.lowering.attacking import attacks
from interpreter.engine.lowering.chains import chain, in_common
from interpreter.engine.lowering.columns import Columns
from interpreter.engine.lowering.directions import Directions
from interpreter.engine.lowering.kept import LEFT, VACANT
from interpreter.engine.lowering.layout import memory_name
from interpreter.engine.lowering.lists import single
from interpreter.engine.lowering.piles import Piles
from interpreter.engine.lowering.program import Program, UnloweredError
from interpreter.engine.lowering.scene import number_of
from interpreter.engine.lowering.slots import contents, together
from interpreter.engine.lowering.sowing import Sowing
from interpreter.language.terms import Kind, Term, member_word

if TYPE_CHECKING:
    from collections.abc import Callable

    from interpreter.engine.lowering.layout import Slot
    from interpreter.engine.lowering.scene import Scene
    from interpreter.engine.lowering.writer import Writer
    from interpreter.machine.rules import Rules

SETS = (Kind.SITE, Kind.SITES)
LONG = 4  # slots from which on their union gets a name, so that all that ask for it share it


class Expressions:
    """Writes the expressions of one game.

    `sets` may give bits that are no site (a set moved over the edge); `clean` never does. `existence` writes whether a
    decision has a candidate and comes from the room of steps.
    """

    def __init__(self, program: Program, rules: Rules, passes: frozenset[str]) -> None:
        self.program, self.rules, self.passes = program, rules, passes
        self.scale = scale_of(rules)
        self.directions = Directions(rules)
        self.piles, self.columns, self.sowing = Piles(self), Columns(self), Sowing(self)
        self.existence: Callable[..., str] | None = None
        self.key: Callable[..., str] | None = None  # the number of a position, for `repeats`
        self.number_of: Callable[[int, int, int], int] | None = None  # of a decision: phase, step, player

    def many(self, scene: Scene) -> Piles | Columns:
        """Who writes how large piles are."""
        return self.piles if scene.layout.digits else self.columns

    # --- sets

    def clean(self, writer: Writer, scene: Scene, term: Term) -> str:
        """A set that holds sites only."""
        text = self.sets(writer, scene, term)
        return text if _is_clean(scene, term) else f"({text} & {self.program.every})"

    def named(self, writer: Writer, scene: Scene, term: Term) -> str:
        """A set of sites under a name; equal terms share it while the scene stands."""
        known = scene.known.get(term)
        if known is None:
            known = scene.known[term] = writer.name(self.clean(writer, scene, term))
        return known

    def sets(self, writer: Writer, scene: Scene, term: Term) -> str:  # noqa: C901, PLR0912 - one case an operation
        """A set as an expression."""
        known = scene.known.get(term)
        if known is not None:
            return known
        cases = self.directions.unsettled(scene, term)
        if cases:
            return self._told_apart(writer, term, cases, self.sets, self.program.constant(0))
        held = contents(self, scene, term)
        if held is not None:
            return self._held(writer, scene, *held)
        match term.op:
            case "sites":
                return self.program.board_set(int(str(term.value)))
            case "owned":
                return self._owned(writer, scene, term.args[0])
            case "word":
                return scene.words.get(str(term.value), self.program.constant(0))
            case "member":
                return scene.words[member_word(int(str(term.value)))]
            case "those":
                return finders.flattened(self, writer, scene, term)
            case "local":
                return self.sets(writer, scene, self._let(scene, term))
            case "memory":
                return scene.names[memory_name(int(str(term.value)))]
            case "last-to":
                return scene.names["last_to"]
            case "unmoved":
                occupied = self.occupied(scene)
                return f"({occupied} & ~{scene.names['moved']})"
            case "join":
                return self.join(self._parts(writer, scene, term))
            case "meet":
                return self._meet(writer, scene, term)
            case "complement":
                return f"({self.program.every} & ~{self.sets(writer, scene, term.args[0])})"
            case "only":
                return self.sets(writer, scene, term.args[0])
            case "by-player":
                return self.sets(writer, scene, term.args[scene.me])
            case "chosen":
                return self._chosen(writer, scene, term)
            case "near":
                return self.program.near(self.sets(writer, scene, term.args[0]), self.along(scene, term))
            case "group":  # costs so much that equal terms share it wherever it stands
                scene.known[term] = writer.name(finders.group(self, writer, scene, term))
                return scene.known[term]
            case "piles" if scene.layout.digits or scene.layout.cells:
                return holdings.piles(self, writer, scene, term)
            case "entering" | "leaving":
                return reaching.entered(self, writer, scene, term)
            case "reach":
                return reaching.reached(self, writer, scene, term)
            case "placed":  # of several disjoint sets, the one that holds the piece just placed
                names = [writer.name(self.sets(writer, scene, arg)) for arg in term.args]
                text = names[-1]
                for name in reversed(names[:-1]):
                    text = f"({name} if {name} & {scene.grown} != 0 else {text})"
                return text
            case "attacks":
                return attacks(self, writer, scene, term.args[0], self.program.every)
            case "flatten":
                return finders.flattened(self, writer, scene, self.listed(scene, term.args[0]))
            case _:
                raise UnloweredError(f"`{term.op}` is not compiled here")

    def _meet(self, writer: Writer, scene: Scene, term: Term) -> str:
        """What several sets share; what is attacked is only asked of what the others share."""
        asked = [arg for arg in term.args if _asks_attacks(arg)]
        others = self._parts(writer, scene, term)
        if not asked or not others:
            return "(" + " & ".join(others or [self.sets(writer, scene, arg) for arg in asked]) + ")"
        among = writer.name(f"{' & '.join(others)} & {self.program.every}")
        for arg in asked:
            of = arg.args[0] if arg.op == "attacks" else arg.args[0].args[0]
            found = attacks(self, writer, scene, of, among)
            among = writer.name(found if arg.op == "attacks" else f"{among} & ~{found}")
        return among

    def _parts(self, writer: Writer, scene: Scene, term: Term) -> list[str]:
        """What is met or joined, but for what asks attacks: those told by their slots alone are one part."""
        held = {arg: contents(self, scene, arg) for arg in term.args}
        told = [found for found in held.values() if found is not None]
        others = [arg for arg in term.args if held[arg] is None and not (term.op == "meet" and _asks_attacks(arg))]
        first = [self._held(writer, scene, *together(term.op, told))] if told else []
        return first + [self.sets(writer, scene, arg) for arg in others]

    def _held(self, writer: Writer, scene: Scene, slots: frozenset[Slot], empty: bool) -> str:  # noqa: FBT001
        """The sites of some slots, with all empty sites or not: what `contents` gives."""
        if empty and not slots and scene.kept is not None and scene.kept.vacant:
            return VACANT
        names = [scene.names[slot.name] for slot in scene.layout.slots if (slot in slots) is not empty]
        if empty and not names:
            return self.program.every
        named = self.join(names)
        text = f"({self.program.every} & ~{named})" if empty else named
        if len(names) < LONG:
            return text
        key = Term("held", Kind.SITES, value=text)
        if key not in scene.known:
            scene.known[key] = writer.name(text)
        return scene.known[key]

    def occupied(self, scene: Scene) -> str:
        """All sites on which something stands."""
        return self.join([scene.names[slot.name] for slot in scene.layout.slots])

    def join(self, names: list[str]) -> str:
        """The union of sets."""
        names = [name for name in names if name != "NOWHERE"]
        return f"({' | '.join(names)})" if len(names) > 1 else names[0] if names else self.program.constant(0)

    def _owned(self, writer: Writer, scene: Scene, term: Term) -> str:
        player = writer.name(self.number(writer, scene, term))
        text = self.program.constant(0)
        for owner in range(len(self.rules.players)):
            text = f"({self.join(scene.of(owner))} if {player} == {owner} else {text})"
        return text

    def _chosen(self, writer: Writer, scene: Scene, term: Term) -> str:
        table: Any = term.value
        owners = self.players(scene, term.args[0])
        if owners is not None:
            return self.program.board_set(table[owners[0]])
        player, text = writer.name(self.number(writer, scene, term.args[0])), self.program.constant(0)
        for owner, sites in enumerate(table):
            text = f"({self.program.board_set(sites)} if {player} == {owner} else {text})"
        return text

    def players(self, scene: Scene, term: Term) -> tuple[int, ...] | None:
        """The players a term means, where that is known when the kernel is written."""
        return persons.known(self.rules, scene, term)

    def along(self, scene: Scene, term: Term) -> tuple[int, ...]:
        """The directions of an operation."""
        return self.directions.fixed(scene, _option(term, "along"))

    def _told_apart(
        self,
        writer: Writer,
        term: Term,
        cases: dict[str, Scene],
        write: Callable[[Writer, Scene, Term], str],
        none: str,
    ) -> str:
        """A value that is computed in another way in each case."""
        result = writer.fresh("c")
        writer.line(f"{result} = {none}")
        for condition, settled in cases.items():
            with writer.block(f"if {condition}:"):
                writer.line(f"{result} = {write(writer, settled, term)}")
        return result

    # --- lists

    def _let(self, scene: Scene, term: Term) -> Term:
        return scene.lets[str(term.value)]

    def listed(self, scene: Scene, term: Term) -> Term:
        """A list, with the names of `let` looked up, and the one of the player to move."""
        if term.op == "by-player":
            return self.listed(scene, term.args[scene.me])
        return self.listed(scene, self._let(scene, term)) if term.op == "local" and term not in scene.known else term

    # --- numbers

    def number(self, writer: Writer, scene: Scene, term: Term) -> str:  # noqa: C901, PLR0912 - as above
        """A number as an expression, times the game's scale; a player as his number (-1: nobody)."""
        known = scene.known.get(term)
        if known is not None:
            return known
        cases = self.directions.unsettled(scene, term)
        if cases:
            return self._told_apart(writer, term, cases, self.number, "0")
        owners = self.players(scene, term) if term.kind is Kind.PLAYER else None
        if owners is not None:
            return str(owners[0])
        match term.op:
            case "number":
                return str(int(Fraction(str(term.value)) * self.scale))
            case "count" if _is_listed(scene, term.args[0]):
                return self._scaled(LEFT)
            case "count":
                return self._scaled(f"count({self.clean(writer, scene, term.args[0])})")
            case "size":
                return self._scaled(holdings.size(self, writer, scene, term))
            case "distance":
                return self._scaled(reaching.steps_between(self, writer, scene, term))
            case "length" | "largest":
                return self._scaled(finders.measured(self, writer, scene, self.listed(scene, term.args[0]), term.op))
            case "lead":
                return finders.lead(self, writer, scene, [self.listed(scene, arg) for arg in term.args])
            case "plus" | "minus":
                left, right = (self.number(writer, scene, arg) for arg in term.args)
                return f"({left} {'+' if term.op == 'plus' else '-'} {right})"
            case "times":
                left, right = (self.number(writer, scene, arg) for arg in term.args)
                return f"({left} * {right})" if self.scale == 1 else f"({left} * {right} // {self.scale})"
            case "remainder":
                left, right = (self.number(writer, scene, arg) for arg in term.args)
                return f"({left} % {right})"
            case "counter":
                return self._scaled(scene.names[str(term.value)])
            case "roll":
                return self._scaled(scene.names["roll"])
            case "die" | "dice" | "pips":
                return self._scaled(throwing.of_unused(self.rules, scene, term.op))
            case "amount":
                return self._scaled(number_of(scene.amount))
            case "hand":
                return self._scaled(holdings.in_hand(self, writer, scene, term))
            case "lost":
                return self._scaled(holdings.lost(self, writer, scene, term))
            case "different" | "sides":
                sets = [self.clean(writer, scene, arg) for arg in term.args]
                return self._scaled(f"({' + '.join(f'int({one} != 0)' for one in sets) or 0})")
            case "points":
                return holdings.points(self, writer, scene, term)
            case "memory":
                return scene.names[memory_name(int(str(term.value)))]
            case "repeats":
                return self._scaled(asking.repeats(self, writer, scene, term))
            case "next":
                players = len(self.rules.players)
                return leaving.in_play(scene, (scene.me + 1) % players, players)
            case "local":
                return self.number(writer, scene, self._let(scene, term))
            case "by-player":
                return self.number(writer, scene, term.args[scene.me])
            case _:
                raise UnloweredError(f"`{term.op}` is not compiled here")

    def _scaled(self, text: str) -> str:
        return text if self.scale == 1 else f"({text} * {self.scale})"

    # --- conditions

    def condition(self, writer: Writer, scene: Scene, term: Term) -> str:  # noqa: C901, PLR0912 - as above
        """A condition as an expression. What needs lines of its own is only computed where it is asked for."""
        known = scene.known.get(term)
        if known is not None:
            return known
        cases = {} if term.op == "equal" else self.directions.unsettled(scene, term)
        if cases:
            return self._told_apart(writer, term, cases, self.condition, "False")
        match term.op:
            case "truth":
                return str(bool(term.value))
            case "all" | "either":
                return chain(self, writer, scene, term)
            case "negate":
                return f"(not {self.condition(writer, scene, term.args[0])})"
            case "any" if _is_listed(scene, term.args[0]):
                return f"({LEFT} != 0)"
            case "any" if term.args[0].op == "those":
                return finders.exists(self, writer, scene, term.args[0])
            case "any":
                beside = finders.group_meets(self, writer, scene, term.args[0])
                return beside or in_common(self, writer, scene, term.args[0])
            case "exists":
                return finders.exists(self, writer, scene, self.listed(scene, term.args[0]))
            case "compare":
                left, right = (self.number(writer, scene, arg) for arg in term.args)
                return f"({left} {term.value} {right})"
            case "equal":
                return self._equal(writer, scene, term)
            case "within":
                inner, outer = self.named(writer, scene, term.args[0]), self.sets(writer, scene, term.args[1])
                if single(term.args[0]):
                    return f"({inner} & {outer} != 0)"
                return f"({inner} != 0 and {inner} & ~{outer} == 0)"
            case "connected":
                return finders.connected(self, writer, scene, term)
            case "made":
                if isinstance(scene.made, str):
                    return f"({scene.made} == {term.value})"
                return str(scene.made == term.value)
            case "memory":
                return f"({scene.names[memory_name(int(str(term.value)))]} != 0)"
            case "local":
                return self.condition(writer, scene, self._let(scene, term))
            case "by-player":
                return self.condition(writer, scene, term.args[scene.me])
            case "can" | "stuck":
                return asking.asked(self, writer, scene, term)
            case "may":
                return asking.may(self, writer, scene, term)
            case _:
                raise UnloweredError(f"`{term.op}` is not compiled here")

    def _equal(self, writer: Writer, scene: Scene, term: Term) -> str:
        left, right = term.args
        if left.kind in SETS or right.kind in SETS:
            return f"({self.clean(writer, scene, left)} == {self.clean(writer, scene, right)})"
        if left.kind is Kind.YES_NO:
            return f"({self.condition(writer, scene, left)} == {self.condition(writer, scene, right)})"
        if left.kind is Kind.DIRECTIONS:
            return f"({self.directions.mask(scene, left)} == {self.directions.mask(scene, right)})"
        if Kind.PLAYERS in {left.kind, right.kind}:
            groups = [self.players(scene, part) for part in (left, right) if part.kind is Kind.PLAYERS]
            if len(groups) == 2 or None in groups:
                return str(groups[0] == groups[1])
            one = writer.name(self.number(writer, scene, left if right.kind is Kind.PLAYERS else right))
            return "(" + " or ".join(f"{one} == {player}" for player in groups[0] or ()) + ")"
        return f"({self.number(writer, scene, left)} == {self.number(writer, scene, right)})"


def scale_of(rules: Rules) -> int:
    """What all numbers are multiplied by, so that the decimals of the rules are whole."""
    return lcm(*(Fraction(str(value)).denominator for value in rules.values("number")), 1)


def _option(term: Term, name: str) -> Term:
    found = term.option(name)
    assert found is not None  # noqa: S101 - the checker fills it in
    return found


def _is_listed(scene: Scene, term: Term) -> bool:
    """Whether a set is that of the empty sites, and a playout counts them."""
    return term.op == "empty" and scene.kept is not None and scene.kept.counts_empty


def _asks_attacks(term: Term) -> bool:
    """Whether a set is what players attack, or what they do not."""
    return term.op == "attacks" or (term.op == "complement" and term.args[0].op == "attacks")


def _is_clean(scene: Scene, term: Term) -> bool:
    """Whether a set's expression cannot hold bits that are no site."""
    match term.op:
        case "near":
            return False
        case "join" | "by-player":
            return all(_is_clean(scene, arg) for arg in term.args)
        case "meet":
            return any(_is_clean(scene, arg) for arg in term.args)
        case "only":
            return _is_clean(scene, term.args[0])
        case "local":  # names of values are those of sites
            return term in scene.known or _is_clean(scene, scene.lets[str(term.value)])
        case _:
            return True
