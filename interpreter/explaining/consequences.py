"""Consequences as sentences of a rule sheet: what is captured, placed, promoted, remembered."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from interpreter.explaining.layout import Item, parts_listed
from interpreter.explaining.nouns import Nouns, article, begun, joined, plural, possessive, spoken
from interpreter.explaining.phrases import starts_count
from interpreter.explaining.piles import taken
from interpreter.language.terms import Kind

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from interpreter.explaining.conditions import Clauses
    from interpreter.explaining.phrases import Phrases
    from interpreter.language.terms import Term
    from interpreter.machine.rules import Effect, Into

ONE = ("every", "what ", "a ", "an ", "the piece", "the uppermost piece")
"""How what becomes something else begins where it is spoken of as one."""


@dataclass(frozen=True)
class Telling:
    """What tells a part of the rules with the clauses of a game, and the phrases and nouns that these are made of."""

    clauses: Clauses

    @property
    def say(self) -> Phrases:
        """The phrases."""
        return self.clauses.phrases

    @property
    def nouns(self) -> Nouns:
        """What things are called."""
        return self.say.nouns


@dataclass(frozen=True)
class Consequences(Telling):
    """What follows a step. The player whose turn it is, or who has just moved, is "you"."""

    def items(self, effects: tuple[Effect, ...], player: int) -> list[Item]:
        """Consequences as entries of a list, each with its condition."""
        found, clause = [], self.clauses.clause
        for effect in effects:
            if len(items := self._kept_one_by_one(effect)) > 1:
                found.append(Item("You remember:", items))
                continue
            said = self.clause(effect, player)
            if said and effect.condition is not None:
                found.append(
                    self.where(begun(said), effect.condition) or Item(f"If {clause(effect.condition)}, {said}.")
                )
            elif said:
                found.append(Item(f"{begun(said)}."))
        return found

    def where(self, said: str, condition: Term) -> Item | None:
        """What holds, or happens, where a condition does, with the parts of this as a list; None where it is short."""
        listed = self.clauses.listed(condition)
        if listed is None:
            return None
        lead, parts = listed
        return Item(f"{said} {lead}:", tuple(map(Item, parts)))

    def conditional(self, effect: Effect, player: int) -> str:
        """A consequence as a clause with its condition."""
        said = self.clause(effect, player)
        return (
            f"{said} (only if {self.clauses.clause(effect.condition)})"
            if said and effect.condition is not None
            else said
        )

    def clause(self, effect: Effect, player: int) -> str:
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
            "reset": lambda effect, _: (
                "" if starts_count(effect) else f"steps without {self.say.progress} are counted anew"
            ),
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
            return f"every {said}" if said.startswith("one of ") else said
        parts = term.args if term.op == "join" else (term,)
        if all(part.op == "local" or (len(parts) > 1 and part.op in {"word", "near"}) for part in parts):
            return f"what stands on {said}"
        if said.startswith(
            ("occupied ", f"the {self.nouns.site}", plural(self.nouns.site), f"the {plural(self.nouns.site)}")
        ):
            return f"what stands on {said}"
        return said

    def _taken(self, effect: Effect, how: str) -> str:
        said = self._sites(effect)
        if effect.amount or effect.beneath or effect.of:
            said, single = taken(self.say, effect, said)
            return f"{said} {'is' if single else 'are'} {how}{self.into(effect.into, single=single)}"
        single = said.startswith("what ") or (
            said.startswith(("the ", "an ", "a ", "every")) and (effect.sites is None or effect.sites.op != "join")
        )
        return f"{said} {'is' if single else 'are'} {how}{self.into(effect.into, single=single)}"

    def _flipped(self, effect: Effect, _: int) -> str:
        said = self._acted(effect)
        whose = "yours" if effect.owner is None else self._possession(effect.owner)
        return f"{said} {'becomes' if said.startswith(ONE) else 'become'} {whose}"

    def _possession(self, owner: Term) -> str:
        who = self.say.player(owner)
        return "yours" if who == "you" else possessive(who)

    def _acted(self, effect: Effect) -> str:
        """The pieces of `on`, which is `to` where the file does not say it."""
        if effect.amount or effect.beneath or effect.of:
            return taken(self.say, effect, self._sites(effect))[0].removesuffix(",")
        arrives = effect.sites is not None and effect.sites.op == "word" and effect.sites.value == "to"
        return "the piece" if arrives else self._sites(effect)

    def _placed(self, effect: Effect, player: int) -> str:
        kind = article(self.nouns.kind(effect.pieces[player][0]))
        where = self._sites(effect).removeprefix("what stands on ")
        if effect.sites is not None and effect.sites.kind is not Kind.SITE:
            one = self.say.one(effect.sites)
            where = f"every {one.partition(' ')[2]}" if one.startswith(("a ", "an ")) else where
        return f"{kind} is put on {where}"

    def _promoted(self, effect: Effect, player: int) -> str:
        said = self._acted(effect)
        chosen = " (you choose)" if len(effect.pieces[player]) > 1 else ""
        single = effect.sites is None or said.startswith(ONE) or self.say.only_piece(effect.sites)[0]
        noun = article if single else plural
        each = [joined([noun(self.nouns.kind(kind)) for kind in own], "or") for own in effect.pieces]
        kinds = each[player] if chosen else self.say.each_player(each)
        return f"{said} {'becomes' if single else 'become'} {kinds}{chosen}"

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

    def _kept_one_by_one(self, effect: Effect) -> tuple[Item, ...]:
        """What is remembered in any case, where it is of several sorts and nothing is added to what was."""
        if effect.action != "remember" or effect.condition is not None:
            return ()
        names = [self.nouns.rules.memory[index].name for index, _ in effect.values]
        kept = [self._kept(name, *value) for name, value in zip(names, effect.values, strict=True)]
        if not all(text.startswith("you remember ") for text in kept):
            return ()
        return parts_listed(
            f'as "{spoken(name)}", {text.removeprefix("you remember ").rpartition(" as ")[0]}'
            for name, text in zip(names, kept, strict=True)
        )

    def _kept(self, name: str, index: int, term: Term) -> str:
        """What is remembered, or added to what is."""
        if term.op == "join":
            more = [part for part in term.args if not (part.op == "memory" and part.value == index)]
            if len(more) < len(term.args):
                return f'you add {joined([self.say.all(part) for part in more])} to "{spoken(name)}"'
        if term.op in {"plus", "minus"} and term.args[0].op == "memory" and term.args[0].value == index:
            does, onto = ("add", "to") if term.op == "plus" else ("take", "from")
            return f'you {does} {self.say.number(term.args[1])} {onto} "{spoken(name)}"'
        if term.op == "truth":
            return f'"{spoken(name)}" {"holds" if term.value else "does not hold"} from now on'
        value = self.value(term)
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

    def into(self, into: Into, *, single: bool = True) -> str:
        """Where what is taken goes: one piece, or several."""
        site = "" if into.site is None else self.say.all(into.site)
        go, owner = ("goes", "its owner's") if single else ("go", "their owners'")
        return {
            "me": f" and {go} into your hand",
            "owner": f" and {go} back to {owner} hand{'' if single else 's'}",
            "on": f" and {go} on {site}",
            "under": f" and {go} under what stands on {site}",
        }.get(into.place, "")

    def value(self, term: Term) -> str:
        """What a term gives, as a noun."""
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
