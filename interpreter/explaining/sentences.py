"""Moves, turns and ends as sentences of a rule sheet."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from interpreter.explaining.consequences import Consequences, Telling
from interpreter.explaining.layout import Item
from interpreter.explaining.naming import LONG, Naming
from interpreter.explaining.nouns import article, begun, joined, plural, spoken
from interpreter.explaining.piles import landing, share
from interpreter.explaining.sets import any_site, is_void, surely_held
from interpreter.language.names import only_empty

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from interpreter.language.terms import Term
    from interpreter.machine.rules import End, Move, Next, Phase, Result, Selector, Step

DEFAULT_STEP = "one step"
WORDS_OF = {
    "place": {"to": "that {site}"},
    "remove": {"at": "that {site}"},
    "sow": {"from": "the {site} you emptied", "to": "the last {site}", "over": "the {sites} sown before it"},
}
"""What the words of the step are called where one verb alone speaks of them."""
AFTER_PLACING = {"to": "the {site} of the new {piece}"}
"""The same, where the step is over, in a game whose pieces are only placed."""
OVER_ONE = {"over": "the {site} in between"}
"""The same, of a move that passes one site."""


@dataclass(frozen=True)
class Sentences(Telling):
    """The sentences of one game. The player whose turn it is, or who has just moved, is "you"."""

    @property
    def consequences(self) -> Consequences:
        """What follows a step."""
        return Consequences(self.clauses)

    # --- moves

    def move(self, move: Move, player: int, *, shared: bool = False) -> list[Item]:
        """A move: what it does, what is asked of it, what follows it. `shared` is one that all players have."""
        words = WORDS_OF.get(move.verb) or (OVER_ONE if _passes_one(move) else None)
        return self._worded(words)._told(move, player, shared=shared)  # noqa: SLF001 - the same class

    def after(self, moves: Iterable[Move]) -> Sentences:
        """The same sentences, with the words of the step as they are called once one of some moves was made."""
        made = [move for move in moves if move.verb not in {"pass", "swap", "roll"}]
        verbs = {move.verb for move in made}
        words = None
        if verbs == {"place"}:
            words = AFTER_PLACING
        elif len(verbs) == 1 and verbs != {"move"}:
            words = WORDS_OF.get(verbs.pop())
        elif made and all(map(_passes_one, made)):
            words = OVER_ONE
        return self._worded(words)

    def _worded(self, words: Mapping[str, str] | None) -> Sentences:
        """The same sentences, with the words of the step called otherwise."""
        return replace(self, clauses=replace(self.clauses, phrases=replace(self.say, words=words)))

    def never(self, move: Move) -> bool:
        """Whether a move is never possible, as options leave it."""
        barred = move.when is not None and self.clauses.settled(move.when) is False
        return barred or (move.origin is not None and is_void(move.origin))

    def _told(self, move: Move, player: int, *, shared: bool) -> list[Item]:
        naming = Naming(self.consequences)
        head, *meanings = naming.brief(move, lambda one: [Item(self._verb(one, player, shared=shared))])
        found = [
            head,
            *map(Item, self._drawn(move)),
            *naming.brief(move, lambda one: list(map(Item, self._asked(one)))),
            *map(Item, self._landing(move)),
            *(
                item
                for effect in move.effects
                for item in naming.brief(effect, lambda one: self.consequences.items((one,), player), within=move)
            ),
            *naming.brief(move, lambda one: list(map(Item, self._left(one)))),
            *meanings,
        ]
        return list(dict.fromkeys(found))

    def _drawn(self, move: Move) -> list[str]:
        """How chance makes a move, where it does so without dice."""
        if not move.chance:
            return []
        weight = "" if move.chance == 1 else f", and counts {move.chance} times"
        return [f"Chance makes this, not you: each possibility is as likely as another{weight}."]

    def _asked(self, move: Move) -> list[str]:
        found = []
        for name, term in move.lets:
            if not name.endswith("?"):
                found.append(f'Here "{spoken(name)}" means {self.consequences.value(term)}.')
        if move.when is not None:
            found += [f"Only if {said}." for said in self.clauses.each(move.when)]
        return found + [self.selector(selector) for selector in move.selectors]

    def _left(self, move: Move) -> list[str]:
        if move.leaves is None:
            return []
        return [f"It is allowed only if afterwards {said}." for said in self.clauses.each(move.leaves)]

    def _verb(self, move: Move, player: int, *, shared: bool) -> str:
        match move.verb:
            case "place":
                return self._placing(move, player, shared=shared)
            case "move":
                return self._moving(move)
            case "remove":
                some = move.origin is None or move.origin.op == "occupied"
                origin = self.say.one(move.origin) if move.origin and not some else article(self.nouns.piece)
                origin = f"a {self.nouns.piece} of {origin}" if origin.startswith("the group") else origin
                long = " that " in origin
                taken = f"off the board {origin}" if long else f"{origin} off the board"
                taken += share(self.say, move.amount)
                return f"Take {taken}{self.consequences.into(move.into)}."
            case "sow":
                return self._sowing(move)
            case "pass":
                return "Pass."
            case "roll":
                return f"Roll the {spoken(self.nouns.rules.dice[move.dice].name)}."
            case _:
                return "Swap seats with the other player."

    def _sowing(self, move: Move) -> str:
        piece = self.nouns.piece
        origin = self.say.one(move.origin) if move.origin is not None else f"a {self.nouns.site}"
        way = self.say.way(move.along) if move.along is not None else ""
        way = f" {way}" if not way or way.startswith("along") else f" along {way}"
        skipped = f", but none on {self.say.one(move.skipped)}" if move.skipped is not None else ""
        each = f"each {self.nouns.site} that follows"
        return f"Take up all {plural(piece)} of {origin} and leave one on {each}{way}{skipped}."

    def _placing(self, move: Move, player: int, *, shared: bool) -> str:
        kinds = move.pieces[player] if move.pieces else ()
        what = joined([article(self.nouns.kind(kind)) for kind in kinds] or [article(self.nouns.piece)], "or")
        if shared and len(set(move.pieces)) > 1:  # each player has pieces of other kinds
            each = [joined([article(self.nouns.kind(kind)) for kind in own], "or") for own in move.pieces]
            what = self.say.each_player(each)
        held = all(self.nouns.rules.pieces[kind].hand is not None for kind in kinds)
        hand = " from your hand" if held and kinds else ""
        places = []
        if move.target is not None and not (is_void(move.target) and move.onto is not None):
            said = self.say.one(move.target)
            named = self.nouns.region(move.target) if move.target.op == "sites" else None
            places.append(said if named is None else f"an empty {self.nouns.site} of {said}")
        if move.onto is not None:
            places.append(self.say.one(move.onto))
        return f"Place {what}{hand} on {joined(places, 'or')}."

    def _moving(self, move: Move) -> str:
        assert move.origin is not None  # noqa: S101 - the verb's own operand
        text = f"Move {self.say.one(move.origin)}"
        if move.origin.op == "piles" and move.amount is not None and move.amount.value == 1:
            text = f"Move the uppermost {self.nouns.piece} of {self.say.one(move.origin)}"
        elif move.amount is not None:
            text += f"{share(self.say, move.amount)},"
        if move.along is not None:
            far = self._distance(move.distance)
            way = self.say.way(move.along)
            if far.startswith("as many steps"):
                text += f" {way}, {far}"
            else:
                text += f" one {way}" if way.startswith('"') and far == DEFAULT_STEP else f" {far} {way}"
            if move.through is not None and far != DEFAULT_STEP and not self._leaps(move):
                free = any_site(self.say, move.through)
                text += ", passing over anything," if free else f", passing only over {self.say.all(move.through)},"
        target = self.say.one(move.target) if move.target is not None else "an empty site"
        surely = move.target is not None and surely_held(move.target)
        return f"{text} {'onto' if surely else 'to'} {target}."

    def _landing(self, move: Move) -> list[str]:
        """What becomes of what stands where a piece arrives, where anything may."""
        target = move.target
        if move.verb not in {"place", "move"} or (move.onto is None and (move.verb == "place" or only_empty(target))):
            return []
        whole = move.onto if target is None or is_void(target) else target  # all that it may arrive on
        surely = whole is not None and surely_held(whole)
        return [landing(self.nouns.rules, self.consequences.into(move.into), surely=surely)]

    def _leaps(self, move: Move) -> bool:
        return move.distance is None

    def _distance(self, term: Term | None) -> str:
        if term is not None and term.op == "by-player":
            return self.say.each_player([self._distance(arg) for arg in term.args])
        return self.say.distance(term)

    def selector(self, selector: Selector) -> str:
        """What is chosen among candidates."""
        if selector.how == "prefer":
            return f"If you can, you must choose so that {self.clauses.clause(selector.term)}."
        which = "smallest" if selector.how == "minimise" else "largest"
        none = " (0 where there is none)" if selector.term.op in {"largest", "smallest"} else ""
        return f"You must choose so that {self.say.number(selector.term)}{none} is the {which} possible."

    # --- turns

    def entries(self, step: Step, phase: Phase, player: int) -> list[Item]:
        """How a turn goes on after a step, one sentence for each case that is not the usual one."""
        moves = self.nouns.rules.moves
        told = self.after(moves[index] for own in (*step.moves, *step.otherwise) for index in own)
        found: list[Item] = []
        meanings: list[Item] = []
        possible = [
            entry
            for entry in step.next
            if entry.condition is None or self.clauses.settled(entry.condition) is not False
        ]
        for number, entry in enumerate(possible):
            if entry.target is not None or entry.effects:
                said, *names = told._entry_told(entry, step, phase, player, first=number == 0)  # noqa: SLF001 - the same class
                found.append(said)
                meanings += names
        goes_on = any(entry.target is not None for entry in possible)
        if (
            goes_on
            and all(entry.condition is not None or entry.target is None for entry in possible)
            and not any(entry.condition is None and entry.effects for entry in possible)
        ):
            found.append(Item("Otherwise the turn is over."))
        return [*found, *dict.fromkeys(meanings)]

    def _entry_told(self, entry: Next, step: Step, phase: Phase, player: int, *, first: bool) -> list[Item]:
        return Naming(self.consequences).brief(
            entry, lambda one: [Item(self._entry(one, step, phase, player, first=first))]
        )

    def _entry(self, entry: Next, step: Step, phase: Phase, player: int, *, first: bool) -> str:
        follow = "the turn is over" if entry.target is None else self._follow(phase.steps[entry.target], step)
        effects = [said for effect in entry.effects if (said := self.consequences.conditional(effect, player))]
        if entry.condition is None:
            when = "Afterwards" if first else "Otherwise"
            if len(" ".join(effects).split()) > LONG:  # what they ask is asked before any of them happens
                also = " ".join(f"At the same time {said}." for said in effects[1:])
                return f"{when} {effects[0]}. {also} Then {follow}."
            return f"{when} {joined([*effects, follow])}."
        then = joined([*effects, follow])
        return f"{'If' if first else 'Otherwise, if'} {self.clauses.clause(entry.condition)}, {then}."

    @staticmethod
    def _follow(target: Step, step: Step) -> str:
        if target.name == step.name:
            return f'you go on with "{spoken(target.name)}" again'
        return f'"{spoken(target.name)}" follows in the same turn'

    def without(self, step: Step) -> str:
        """What happens when a further step of a turn is not possible."""
        return {
            "loses": "If you cannot, you lose.",
            "forbidden": "A step after which you could not is not allowed.",
        }.get(step.if_none, "If you cannot, the turn is over.")

    def stuck(self, phase: Phase) -> str:
        """What happens to a player without a step."""
        how = "loses" if phase.stuck == "out" and self._of_two else phase.stuck
        return {
            "pass": "If you have no step, you must pass.",
            "loses": "If you have no step, you lose.",
            "out": "If you have no step, you are out. The last player who is left wins.",
            "draw": "If the player to move has no step, the game is a draw.",
        }.get(how, "")

    @property
    def _of_two(self) -> bool:
        """Whether there are two players, one of whom wins when the other is out."""
        return len(self.nouns.rules.players) == 2

    # --- ends

    def end(self, end: End, phase: Phase | None = None) -> Item:
        """An end condition with its result."""
        after = self.after(self.nouns.rules.moves)
        told, *meanings = Naming(after.consequences).brief(end, lambda one: [after._end(one, phase)])  # noqa: SLF001
        return replace(told, items=(*told.items, *meanings))

    def _end(self, end: End, phase: Phase | None) -> Item:
        when = " at the end of a turn" if end.after_turn else ""
        while_ = f" (while {spoken(phase.name)})" if phase is not None else ""
        name, result = f"**{end.reason[:1].upper()}{end.reason[1:]}**{while_}.", self.result(end.result)
        listed = self.consequences.where(f"{name} {begun(result)}{when}", end.condition)
        return listed or Item(f"{name} If{when} {self.clauses.clause(end.condition)}, {result}.")

    def result(self, result: Result) -> str:
        """Who has won."""
        if result.kind == "draw":
            return "the game is a draw"
        if result.kind in {"highest", "lowest"}:
            return f"the {result.kind} score wins (equal scores are a draw)"
        assert result.player is not None  # noqa: S101 - wins and loses name a player
        kind = "loses" if result.kind == "out" and self._of_two else result.kind
        if kind == "out":
            return f"{self.out(result.player)}; the last player who is left wins"
        if result.player.op == "player":
            how = "won" if kind == "wins" else "lost"
            return f"the game is {how} by {self.say.player(result.player)}"
        who = self.say.player(result.player)
        return f"{who} {kind if who != 'you' else kind.removesuffix('s')}"

    def out(self, player: Term) -> str:
        """Who leaves the game."""
        who = self.say.player(player)
        return f"{who} {'are' if who == 'you' else 'is'} out"

    def score(self, terms: tuple[Term, ...]) -> list[str]:
        """What counts."""
        if not terms:
            return []
        if len(set(terms)) == 1:
            counted = "what the player has scored" if terms[0].op == "points" else self.say.number(terms[0])
            return [f"A player's score is {counted}."]
        players = self.nouns.rules.players
        return [
            f"The score of {spoken(name)} is {self.say.number(term)}."
            for name, term in zip(players, terms, strict=True)
        ]


def _passes_one(move: Move) -> bool:
    """Whether a move always passes exactly one site."""
    far = move.distance
    if far is None or move.verb != "move":
        return False
    bounds = far.args if far.op == "range" else (far,)
    return all(bound.op == "number" and bound.value == 2 for bound in bounds)
