"""A rule sheet made from a game: sections of paragraphs, lists and pictures, before any markup."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import TYPE_CHECKING

from interpreter.errors import GameFileError
from interpreter.explaining.choices import changes
from interpreter.explaining.conditions import Clauses
from interpreter.explaining.equipment import Equipment
from interpreter.explaining.layout import Figure, Item, Section, texts
from interpreter.explaining.nouns import joined, nouns_of, spoken
from interpreter.explaining.phrases import Phrases
from interpreter.explaining.sentences import Sentences
from interpreter.language.names import only_empty

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from interpreter.machine.rules import Phase, Rules, Step
    from interpreter.play.game import Game
    from interpreter.play.position import Position

FEW_OF = 6  # what is said of all moves but one in so many is said of them together
SEVERAL, LONG = 3, 6  # what is said of so many moves is said of them together where it has so many words
GAMES, STEPS = 3, 150  # random games in which an example of a capture is looked for
FORGOTTEN = {"turn ends": "when the turn is over", "next turn ends": "when the next turn is over"}
FACTS = ("designer", "origin", "year", "players")


@dataclass(frozen=True)
class RuleSheet:
    """The rule sheet of a game with the options it was loaded with."""

    game: Game

    @property
    def sentences(self) -> Sentences:
        """The sentences of the game."""
        return Sentences(Clauses(Phrases(nouns_of(self.game))))

    def sections(self) -> tuple[Section, ...]:
        """The sheet, in the order in which a player needs it."""
        more = (self.example(), self._options(), self._notes())
        return (*self.rules(), *(section for section in more if section is not None))

    def rules(self) -> tuple[Section, ...]:
        """The sheet without what comes last: example, options and notes. The first two need games and other rules."""
        return (self._introduction(), *self._told())

    def _told(self, also: Iterable[Section] = ()) -> tuple[Section, ...]:
        """The equipment and the rules; words are explained that these use, or others `also`."""
        course = (self._set_up(), *self._turns(), self._ends())
        spoken_of = " ".join(text for section in (*course, *also) for text in texts(section.blocks))
        equipment = Equipment(self.game, self.sentences.nouns, spoken_of)
        return Section("Equipment", (equipment.items(),)), *course

    # --- what is on the table

    def _introduction(self) -> Section:
        about = self.game.about
        facts = [f"{key.capitalize()}: {_told(about[key])}" for key in FACTS if about.get(key)]
        blocks = [" ".join(str(about["summary"]).split())] if about.get("summary") else []
        return Section(self.game.title, (*blocks, *([". ".join(facts) + "."] if facts else [])))

    def _set_up(self) -> Section:
        rules = self.game.rules
        start = self.game.initial()
        first = spoken(rules.players[start.state.mover])
        empty = "The board is empty. " if not start.occupants else ""
        facing = [
            f"{self.sentences.nouns.way(table['forward'])} for {spoken(player)}"
            for player, table in zip(rules.players, rules.facing, strict=True)
            if table.get("forward")
        ]
        names = joined([spoken(player) for player in rules.players])
        turns = f"{names} take turns, in this order" if len(rules.players) > 2 else f"{names} take turns"
        turns += f"; the first turn belongs to {first}"
        turns = turns if len(rules.players) > 1 else f"{names} {'play' if names == 'you' else 'plays'} alone"
        text = f"{empty}{turns[:1].upper()}{turns[1:]}."
        if facing and rules.uses("relative"):
            text += f" Forward is {joined(facing)}."
        return Section("Set-up", ((Figure(start, "", key=True),), text))

    # --- how it is played

    def _turns(self) -> Iterator[Section]:
        phases = self.game.rules.phases
        if len(phases) > 1:
            order = " ".join(
                f"{spoken(phase.name).capitalize()}: {self._until(phase)}"
                for phase in phases
                if phase.until is not None
            )
            names = joined([spoken(phase.name) for phase in phases])
            yield Section("How the game goes", (f"The game has {len(phases)} phases: {names}. {order}",))
        for phase in phases:
            title = "A turn" if len(phases) == 1 else f"A turn: {spoken(phase.name)}"
            yield self._phase(phase, title)

    def _until(self, phase: Phase) -> str:
        assert phase.until is not None  # noqa: S101 - the caller has asked
        assert phase.go is not None  # noqa: S101 - the reader asks for it
        after = self.game.rules.phases[phase.go]
        begins = (
            f"; {spoken(self.game.rules.players[after.starts])} begins it"
            if after.starts is not None
            else ", and the order of turns goes on"
        )
        said = self.sentences.clauses.clause(phase.until)
        when = "" if said == "always" else f" and {said}"
        return f"as soon as a turn is over{when}, {spoken(after.name)} begins{begins}."

    def _phase(self, phase: Phase, title: str) -> Section:
        blocks: list[str | tuple[Item, ...]] = []
        for number, step in enumerate(phase.steps):
            told = {move for before in phase.steps[:number] for move in before.of_all}
            blocks += self._step(step, phase, told)
        if phase.best:
            best = " ".join(self.sentences.selector(selector) for selector in phase.best)
            blocks.append(f"All steps of a turn count together, as they stand when it is over. {best}")
        stuck = self.sentences.stuck(phase)
        return Section(title, (*blocks, *([stuck] if stuck else []), *self._forgotten(phase)))

    def _forgotten(self, phase: Phase) -> Iterator[str]:
        """When what is remembered is forgotten, told once."""
        rules = self.game.rules
        if phase is not rules.phases[-1]:
            return
        for until, when in FORGOTTEN.items():
            names = [f'"{spoken(one.name)}"' for one in rules.memory if one.until == until]
            if names:
                yield f"What is remembered as {joined(names)} is forgotten {when}."

    def _step(self, step: Step, phase: Phase, told_before: set[int]) -> Iterator[str | tuple[Item, ...]]:
        players = self.game.rules.players
        first = step is phase.steps[0]
        alike = len(set(step.moves)) == 1 and len(set(step.otherwise)) <= 1
        if not first:
            name = spoken(step.name).capitalize()
            yield f"**{name}**, a further step of the same turn. {self.sentences.without(step)}"
        for player in range(1) if alike else range(len(players)):
            whose = "" if alike else f"**{spoken(players[player]).capitalize()}.** "
            moves = self._possible(step.moves[player]) or step.moves[player]
            otherwise = self._possible(tuple(index for index in step.others(player) if index not in moves))
            lead = "On your turn, do this" if first else "Do this"
            if len(moves) > 1:
                lead = "On your turn, do one of these" if first else "Do one of these"
            if otherwise:
                lead += " if you can"
            if told_before.issuperset(moves) and not otherwise:
                names = joined([f'"{spoken(self.game.rules.moves[index].name)}"' for index in moves], "or")
                yield f"{whose}What you may do is told above: {names}."
                continue
            yield f"{whose}{lead}:"
            yield from self._moves(moves, player, told_before, shared=alike)
            if otherwise:
                yield "Only if none of that is possible:"
                yield from self._moves(otherwise, player, told_before, shared=alike)
        after = []
        if step.origin is not None:
            here = step.origin.op == "last-to"
            which = "the piece that has just moved" if here else f"what stands on {self.sentences.say.all(step.origin)}"
            after.append(f"Only with {which}.")
        after += [self.sentences.selector(selector) for selector in step.selectors]
        told = self.sentences.entries(step, phase, 0)
        if told or after:
            yield " ".join([*after, *(item.text for item in told if not item.items)])
        if lists := tuple(item for item in told if item.items):
            yield lists

    def _moves(
        self, moves: tuple[int, ...], player: int, known: set[int], *, shared: bool
    ) -> Iterator[str | tuple[Item, ...]]:
        """The moves, and behind them once what is said of them all; those told above by name only."""
        if known.intersection(moves):
            above = [spoken(self.game.rules.moves[index].name).capitalize() for index in moves if index in known]
            yield tuple(Item(f"**{name}**, as above.") for name in above)
            fresh = tuple(index for index in moves if index not in known)
            if fresh:
                yield from self._moves(fresh, player, set(), shared=shared)
            return
        told = [self.sentences.move(self.game.rules.moves[index], player, shared=shared) for index in moves]
        names = [spoken(self.game.rules.moves[index].name) for index in moves]
        common: dict[Item, tuple[str, ...]] = {}  # with the moves of which it is not said
        for item in dict.fromkeys(item for _, *rest in told for item in rest):
            lacking = tuple(name for name, (_, *rest) in zip(names, told, strict=True) if item not in rest)
            if len(told) > 1 and len(lacking) <= len(told) // FEW_OF:
                common[item] = lacking
        for item in dict.fromkeys(item for _, *rest in told for item in rest if item not in common):
            having = [name for name, (_, *rest) in zip(names, told, strict=True) if item in rest]
            if len(having) >= SEVERAL and len(item.text.split()) >= LONG:
                common[item] = tuple(name for name in names if name not in having)
        yield tuple(
            Item(f"**{name.capitalize()}.** {head.text}", tuple(item for item in rest if item not in common))
            for name, (head, *rest) in zip(names, told, strict=True)
        )
        for lacking in sorted(set(common.values()), key=len):
            quoted = {name: f'"{name}"' for name in names}
            if len(lacking) > len(names) // FEW_OF:
                yield f"For {joined([quoted[name] for name in names if name not in lacking])}:"
            else:
                but = f" but {joined([quoted[name] for name in lacking])}" if lacking else ""
                yield f"For each of these{but}:"
            yield tuple(item for item, without in common.items() if without == lacking)

    def _possible(self, moves: tuple[int, ...]) -> tuple[int, ...]:
        """Moves without those that an option has made impossible."""
        return tuple(index for index in moves if not self.sentences.never(self.game.rules.moves[index]))

    def _ends(self) -> Section:
        rules = self.game.rules
        settled = self.sentences.clauses.settled
        items = [self.sentences.end(end) for end in rules.ends if settled(end.condition) is not False]
        for phase in rules.phases:
            where = phase if len(rules.phases) > 1 else None
            items += [self.sentences.end(end, where) for end in phase.ends]
        lost = [phase for phase in rules.phases if phase.stuck in {"loses", "out", "draw"}]
        if lost:
            names = joined([spoken(phase.name) for phase in lost], "or")
            during = "" if len(rules.phases) == 1 else f" (while {names})"
            items.append(Item(f"**No step left**{during}. {self.sentences.stuck(lost[0])}"))
        blocks: list[str | tuple[Item, ...]] = []
        if len(items) > 1:
            blocks.append("When two of these hold at once, the first in the list counts.")
        blocks.append(tuple(items))
        return Section("The end of the game", (*blocks, *self.sentences.score(rules.score)))

    # --- an example, options, notes

    def example(self) -> Section | None:
        """A step that takes or turns pieces, found in random games: the position before it and after it."""
        found = example_of_capture(self.game)
        if found is None:
            return None
        before, steps = found.previous, [str(found.last_move)]
        while before is not None and not before.begins_turn and before.previous is not None:
            steps.insert(0, str(before.last_move))
            before = before.previous
        assert before is not None  # noqa: S101 - a step has been made
        moved = {move.origin for move in found.moves[-len(steps) :] if move.verb != "remove"}
        sites = [site for site in before.occupants if site not in moved and _changed(before, found, site)]
        nouns = self.sentences.nouns
        mover = nouns.owner(before.state.mover)
        landed = {move.target for move in found.moves[-len(steps) :]}
        placed = sum(move.verb == "place" for move in found.moves[-len(steps) :])
        whole = _pieces(before) + placed <= _pieces(found)  # then what lies beneath others has not been taken
        stays = any(site in found.occupants and (whole or site not in landed) for site in sites)
        what = "changes" if stays else "is taken"
        caption = f"{mover}: {', '.join(steps)}; what stood on {joined(sites)} {what}"
        arrows = tuple((move.origin, move.target) for move in found.moves[-len(steps) :] if move.origin and move.target)
        first = Figure(before, f"{mover} to move", sites=tuple(sites), arrows=arrows)
        return Section("An example", ((first, Figure(found, caption, plain=False)),))

    def _options(self) -> Section | None:
        options = self.game.document.options
        if not options:
            return None
        told, items = self._told(), []
        for option in options:
            chosen = self.game.options.get(option.name, option.default)
            text = f"**{spoken(option.name).capitalize()}**: {chosen}."
            if not option.choices:
                text += f" Any number from {option.low} to {option.high}."
            others = [choice for choice in option.choices if choice != str(chosen)]
            items.append(
                Item(
                    " ".join(filter(None, (text, option.about))),
                    tuple(Item(f"Or {choice}.", self._chosen(option.name, choice, told)) for choice in others),
                )
            )
        lead = (
            "This sheet tells the game with the choices named first; under each of the others stands what it changes."
        )
        return Section(
            "Options", (lead if any(item.items for item in items) else lead.partition(";")[0] + ".", tuple(items))
        )

    def _chosen(self, option: str, choice: str, told: tuple[Section, ...]) -> tuple[Item, ...]:
        """What is told otherwise with another choice of an option."""
        try:
            other = self.game.choosing(option, choice)
        except GameFileError:
            return (Item("This does not go together with the other choices named first."),)
        found = changes(told, RuleSheet(other)._told(told))  # noqa: SLF001 - the same class
        if _standing(self.game) != _standing(other):
            found = (*found, Item("The pieces stand otherwise at the start."))
        return found or (Item("With the other choices named first, this changes nothing on this sheet."),)

    def _notes(self) -> Section | None:
        about, options = self.game.about, self.game.document.options
        blocks: list[str | tuple[Item, ...]] = []
        if about.get("notes") and any(self.game.options.get(one.name, one.default) != one.default for one in options):
            blocks.append("These notes are about the game as it is usually played, without the options chosen here.")
        if about.get("notes"):
            blocks.append(" ".join(str(about["notes"]).split()))
        sources = _listed(about["sources"]) if about.get("sources") else []
        if sources:
            blocks += ["Sources:", tuple(Item(text) for text in sources)]
        return Section("Notes", tuple(blocks)) if blocks else None


def _standing(game: Game) -> dict[str, tuple[str | None, str, int]]:
    """What stands where at the start."""
    return {site: (one.owner, one.piece, one.size) for site, one in game.initial().occupants.items()}


def example_of_capture(game: Game) -> Position | None:
    """The first position of random games right after a step took or turned a piece; rather not by taking it only."""
    taken = None
    for number in range(GAMES if _can_take(game.rules) else 0):
        chance, position = random.Random(number), game.initial()  # noqa: S311 - games, not secrets
        for _ in range(STEPS):
            if position.outcome is not None:
                break
            before, position = position, position.after(chance.choice(position.legal_moves))
            last = position.last_move
            if last is None or last.verb == "swap":
                continue
            changed = [site for site in before.occupants if site != last.origin and _changed(before, position, site)]
            if changed and last.verb != "remove" and any(before.occupants[s].owner != before.mover for s in changed):
                return position
            if changed:
                taken = taken or position
        if taken is not None:
            return taken
    return None


def _can_take(rules: Rules) -> bool:
    """Whether any rule takes a piece, turns one, or lets one land where another may stand."""
    actions = {effect.action for effect in rules.effects()}
    return bool(actions & {"capture", "remove", "flip"}) or any(
        move.verb == "remove" or move.onto is not None or (move.verb == "move" and not only_empty(move.target))
        for move in rules.moves
    )


def _changed(before: Position, after: Position, site: str) -> bool:
    """Whether the piece that lay uppermost on a site stands there no more, nor under others that came upon it."""
    was, is_ = before.occupants[site], after.occupants.get(site)
    while is_ is not None and is_.size > was.size:
        is_ = is_.under
    return is_ is None or (was.owner, was.piece) != (is_.owner, is_.piece)


def _pieces(position: Position) -> int:
    """How many pieces are on the board."""
    return sum(one.size for one in position.occupants.values())


def _told(value: object) -> str:
    if isinstance(value, int) and value < 0:
        return f"{-value} BC"
    return "; ".join(_listed(value))


def _listed(value: object) -> list[str]:
    return [" ".join(str(part).split()) for part in (value if isinstance(value, list) else [value])]
