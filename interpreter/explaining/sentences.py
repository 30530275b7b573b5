"""Moves, turns and ends as sentences of a rule sheet."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from interpreter.explaining.layout import Item
from interpreter.explaining.nouns import Nouns, article, joined, plural, spoken
from interpreter.explaining.sets import any_site, is_void
from interpreter.language.names import only_empty
from interpreter.language.terms import Kind

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from interpreter.explaining.conditions import Clauses
    from interpreter.explaining.phrases import Phrases
    from interpreter.language.terms import Term
    from interpreter.machine.rules import Effect, End, Into, Move, Next, Phase, Result, Selector, Step

DEFAULT_STEP = "one step"
WORDS_OF = {
    "place": {"to": "that {site}"},
    "remove": {"at": "that {site}"},
    "sow": {"from": "the {site} you emptied", "to": "the last {site}", "over": "the {sites} sown before it"},
}
"""What the words of the step are called where one verb alone speaks of them."""
EVERYBODY = 0
"""The player whose pieces are told where all have the same moves."""


@dataclass(frozen=True)
class Sentences:
    """The sentences of one game. The player whose turn it is, or who has just moved, is "you"."""

    clauses: Clauses

    @property
    def say(self) -> Phrases:
        """The phrases."""
        return self.clauses.phrases

    @property
    def nouns(self) -> Nouns:
        """What things are called."""
        return self.say.nouns

    # --- moves

    def move(self, move: Move, player: int) -> list[Item]:
        """A move: what it does, what is asked of it, what follows it."""
        return self._worded(move.verb)._told(move, player)  # noqa: SLF001 - the same class

    def _worded(self, verb: str) -> Sentences:
        """The same sentences, with the words of the step as they are called for a verb."""
        phrases = replace(self.say, words=WORDS_OF.get(verb))
        return replace(self, clauses=replace(self.clauses, phrases=phrases))

    def _told(self, move: Move, player: int) -> list[Item]:
        return [
            Item(self._verb(move, player)),
            *map(Item, self._drawn(move)),
            *map(Item, self._asked(move)),
            *self._effects(move.effects, player),
            *map(Item, self._left(move)),
        ]

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
                found.append(f'Here "{spoken(name)}" means {self._value(term)}.')
        if move.when is not None:
            found += [f"Only if {said}." for said in self.clauses.each(move.when)]
        return found + [self.selector(selector) for selector in move.selectors]

    def _left(self, move: Move) -> list[str]:
        if move.leaves is None:
            return []
        return [f"It is allowed only if afterwards {said}." for said in self.clauses.each(move.leaves)]

    def _verb(self, move: Move, player: int) -> str:
        match move.verb:
            case "place":
                return self._placing(move, player)
            case "move":
                return self._moving(move)
            case "remove":
                origin = self.say.one(move.origin) if move.origin is not None else self.nouns.piece
                origin = f"a {self.nouns.piece} of {origin}" if origin.startswith("the group") else origin
                long = " that " in origin
                taken = f"off the board {origin}" if long else f"{origin} off the board"
                return f"Take {taken}{self._into(move.into)}."
            case "sow":
                return self._sowing(move)
            case "pass":
                return "Pass."
            case "roll":
                return f"Roll the {spoken(self.nouns.rules.dice[move.dice].name)}."
            case _:
                return "Swap seats with the other player."

    def _into(self, into: Into) -> str:
        """Where what is taken goes."""
        site = "" if into.site is None else self.say.all(into.site)
        return {
            "me": " and goes into your hand",
            "owner": " and goes back to its owner's hand",
            "on": f" and goes on {site}",
            "under": f" and goes under what stands on {site}",
        }.get(into.place, "")

    def _sowing(self, move: Move) -> str:
        piece = self.nouns.piece
        origin = self.say.one(move.origin) if move.origin is not None else f"a {self.nouns.site}"
        way = self.say.way(move.along) if move.along is not None else ""
        way = f" {way}" if not way or way.startswith("along") else f" along {way}"
        skipped = f", but none on {self.say.one(move.skipped)}" if move.skipped is not None else ""
        each = f"each {self.nouns.site} that follows"
        return f"Take up all {plural(piece)} of {origin} and leave one on {each}{way}{skipped}."

    def _placing(self, move: Move, player: int) -> str:
        kinds = move.pieces[player] if move.pieces else ()
        what = joined([article(self.nouns.kind(kind)) for kind in kinds] or [article(self.nouns.piece)], "or")
        if player == EVERYBODY and len(set(move.pieces)) > 1:  # each player has pieces of other kinds
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
            places.append(f"{self.say.one(move.onto)} (what stands there is captured)")
        return f"Place {what}{hand} on {joined(places, 'or')}."

    def _moving(self, move: Move) -> str:
        assert move.origin is not None  # noqa: S101 - the verb's own operand
        text = f"Move {self.say.one(move.origin)}"
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
        taking = not only_empty(move.target)
        surely = taking and move.target is not None and self._occupied(move.target)
        takes = f"; what stands there{'' if surely else ', if anything,'} is captured" if taking else ""
        into = self._into(move.into)
        return f"{text} {'onto' if surely else 'to'} {target}{takes}{into if taking else ''}."

    def _leaps(self, move: Move) -> bool:
        return move.distance is None

    def _distance(self, term: Term | None) -> str:
        if term is not None and term.op == "by-player":
            return self.say.each_player([self._distance(arg) for arg in term.args])
        return self.say.distance(term)

    @staticmethod
    def _occupied(term: Term) -> bool:
        """Whether a set holds only sites with a piece."""
        if term.op == "meet":
            return any(Sentences._occupied(part) for part in term.args)
        return term.op in {"owned", "piece", "occupied"}

    def _value(self, term: Term) -> str:
        match term.kind:
            case Kind.NUMBER:
                return self.say.number(term)
            case Kind.YES_NO:
                return f"whether {self.clauses.clause(term)}"
            case Kind.LIST:
                return self.say.list_of(term, several=True)
            case Kind.PLAYER | Kind.PLAYERS:
                return self.say.player(term)
            case Kind.DIRECTIONS:
                return self.say.way(term)
            case _:
                return self.say.all(term)

    def selector(self, selector: Selector) -> str:
        """What is chosen among candidates."""
        if selector.how == "prefer":
            return f"If you can, you must choose so that {self.clauses.clause(selector.term)}."
        which = "smallest" if selector.how == "minimise" else "largest"
        return f"You must choose so that {self.say.number(selector.term)} is the {which} possible."

    # --- consequences

    def _effects(self, effects: tuple[Effect, ...], player: int) -> list[Item]:
        found = []
        for effect in effects:
            said = self.effect(effect, player)
            begun = f"{said[:1].upper()}{said[1:]}"
            if said and effect.condition is not None:
                cases = self.clauses.cases(effect.condition)
                if cases:
                    found.append(Item(f"{begun} in each of these cases:", tuple(Item(f"{case}.") for case in cases)))
                else:
                    found.append(Item(f"If {self.clauses.clause(effect.condition)}, {said}."))
            elif said:
                found.append(Item(f"{begun}."))
        return found

    def _conditional(self, effect: Effect, player: int) -> str:
        """A consequence as a clause with its condition."""
        said = self.effect(effect, player)
        return (
            f"{said} (only if {self.clauses.clause(effect.condition)})"
            if said and effect.condition is not None
            else said
        )

    def effect(self, effect: Effect, player: int) -> str:
        """A consequence as a clause; nothing where it only starts a count again."""
        make = self._actions.get(effect.action)
        return make(effect, player) if make is not None else ""

    @property
    def _actions(self) -> Mapping[str, Callable[[Effect, int], str]]:
        return {
            "capture": lambda effect, _: self._taken(effect, "captured"),
            "remove": lambda effect, _: self._taken(effect, "removed"),
            "flip": self._flipped,
            "place": self._placed,
            "promote": self._promoted,
            "shift": self._shifted,
            "remember": lambda effect, _: self._remembered(effect),
            "award": lambda effect, _: self._awarded(effect),
            "reset": lambda _, __: "the count of steps without a capture starts again",
        }

    def _sites(self, effect: Effect) -> str:
        term = effect.sites
        if term is None:
            return f"the {self.nouns.piece}"
        said = self.say.all(term)
        if term.op == "flatten":
            for start in ("a ", "an "):
                if said.startswith(start):
                    return f"every {said.removeprefix(start)}"
            return said
        if term.op == "memory" and term.kind is Kind.SITES:
            return f'what stands on the remembered "{self.say.memory(term)}"'
        if said.startswith((f"the {self.nouns.site}", plural(self.nouns.site), f"the {plural(self.nouns.site)}")):
            return f"what stands on {said}"
        return said

    def _taken(self, effect: Effect, how: str) -> str:
        into = self._into(effect.into)
        said = self._sites(effect)
        single = said.startswith(("the ", "an ", "a ", "what ", "every"))
        return f"{said} {'is' if single else 'are'} {how}{into}"

    def _flipped(self, effect: Effect, _: int) -> str:
        said = self._acted(effect)
        one = said.startswith(("every", "what ", "a ", "an ", "the piece"))
        whose = "yours" if effect.owner is None else self._possession(effect.owner)
        return f"{said} {'becomes' if one else 'become'} {whose}"

    def _possession(self, owner: Term) -> str:
        who = self.say.player(owner)
        return "yours" if who == "you" else f"{who}'s"

    def _acted(self, effect: Effect) -> str:
        """The pieces of `on`, which is `to` where the file does not say it."""
        arrives = effect.sites is not None and effect.sites.op == "word" and effect.sites.value == "to"
        return "the piece" if arrives else self._sites(effect)

    def _placed(self, effect: Effect, player: int) -> str:
        kind = article(self.nouns.kind(effect.pieces[player][0]))
        return f"{kind} is put on {self._sites(effect).removeprefix('what stands on ')}"

    def _promoted(self, effect: Effect, player: int) -> str:
        kinds = [article(self.nouns.kind(kind)) for kind in effect.pieces[player]]
        chosen = " (you choose)" if len(kinds) > 1 else ""
        return f"{self._acted(effect)} becomes {joined(kinds, 'or')}{chosen}"

    def _shifted(self, effect: Effect, _: int) -> str:
        target = self.say.all(effect.target) if effect.target is not None else ""
        return f"{self._sites(effect)} goes to {target}"

    def _remembered(self, effect: Effect) -> str:
        memory = self.nouns.rules.memory
        kept = [self._kept(memory[index].name, index, term) for index, term in effect.values]
        lead = "you remember "
        if all(text.startswith(lead) for text in kept):
            return lead + joined([text.removeprefix(lead) for text in kept])
        return joined(kept)

    def _kept(self, name: str, index: int, term: Term) -> str:
        """What is remembered, or added to what is."""
        if term.op == "join":
            more = [part for part in term.args if not (part.op == "memory" and part.value == index)]
            if len(more) < len(term.args):
                return f'you add {joined([self.say.all(part) for part in more])} to "{spoken(name)}"'
        if term.op == "truth":
            return f'"{spoken(name)}" {"holds" if term.value else "does not hold"} from now on'
        value = self._value(term)
        if term.kind is Kind.DIRECTIONS:
            value = "the direction of the move" if term.op == "heading" else f"the direction {value}"
        return f'you remember {value} as "{spoken(name)}"'

    def _awarded(self, effect: Effect) -> str:
        return joined([self._scores(player, term) for player, term in effect.values])

    def _scores(self, player: int, term: Term) -> str:
        who = "you" if player < 0 else self.nouns.owner(player)
        own = term.args[1] if term.op == "minus" and term.args[0].value == 0 else None
        if own is not None and own.op == "points" and own.args[0].op == "me" and player < 0:
            return "you lose your points"
        return f"{who} score{'' if player < 0 else 's'} {self.say.number(term)}"

    # --- turns

    def entry(self, entry: Next, step: Step, phase: Phase, player: int, *, first: bool) -> str:
        """How a turn goes on after a step."""
        follow = "the turn is over" if entry.target is None else self._follow(phase.steps[entry.target], step)
        then = joined([*(said for effect in entry.effects if (said := self._conditional(effect, player))), follow])
        if entry.condition is None:
            return f"{'Afterwards' if first else 'Otherwise'} {then}."
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
        return {
            "pass": "If you have no step, you must pass.",
            "loses": "If you have no step, you lose.",
            "out": "If you have no step, you are out. The last player who is left wins.",
            "draw": "If the player to move has no step, the game is a draw.",
        }.get(phase.stuck, "")

    # --- ends

    def end(self, end: End, phase: Phase | None = None) -> str:
        """An end condition with its result."""
        when = " at the end of a turn" if end.after_turn else ""
        said = self.clauses.clause(end.condition)
        while_ = f" (while {spoken(phase.name)})" if phase is not None else ""
        return f"**{end.reason[:1].upper()}{end.reason[1:]}**{while_}. If{when} {said}, {self.result(end.result)}."

    def result(self, result: Result) -> str:
        """Who has won."""
        if result.kind == "draw":
            return "the game is a draw"
        if result.kind in {"highest", "lowest"}:
            return f"the {result.kind} score wins (equal scores are a draw)"
        assert result.player is not None  # noqa: S101 - wins and loses name a player
        if result.kind == "out":
            return f"{self.out(result.player)}; the last player who is left wins"
        if result.player.op == "player":
            how = "won" if result.kind == "wins" else "lost"
            return f"the game is {how} by {self.say.player(result.player)}"
        who = self.say.player(result.player)
        verb = result.kind if who != "you" else result.kind.removesuffix("s") if result.kind == "wins" else "lose"
        return f"{who} {verb}"

    def out(self, player: Term) -> str:
        """Who leaves the game."""
        who = self.say.player(player)
        return f"{who} {'are' if who == 'you' else 'is'} out"

    def score(self, terms: tuple[Term, ...]) -> list[str]:
        """What counts."""
        if not terms:
            return []
        if len(set(terms)) == 1:
            return [f"A player's score is {self.say.number(terms[0])}."]
        players = self.nouns.rules.players
        return [
            f"The score of {spoken(name)} is {self.say.number(term)}."
            for name, term in zip(players, terms, strict=True)
        ]
