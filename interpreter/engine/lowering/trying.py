"""A candidate drawn at random that must be asked something before it stands: drawn again until one passes."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import chain, groupby
from typing import TYPE_CHECKING, Protocol

from interpreter.engine.lowering import variables
from interpreter.engine.lowering.asking import keys_after
from interpreter.engine.lowering.binding import Drawn
from interpreter.engine.lowering.pieces import Taken
from interpreter.engine.lowering.scene import STEP_SETS

if TYPE_CHECKING:
    from collections.abc import Callable

    from interpreter.engine.lowering.binding import Binding
    from interpreter.engine.lowering.deciding import Deciding
    from interpreter.engine.lowering.families import Family
    from interpreter.engine.lowering.pieces import Kinds
    from interpreter.engine.lowering.scene import Scene
    from interpreter.engine.lowering.writer import Writer
    from interpreter.language.terms import Term
    from interpreter.machine.rules import Into, Move, Step

STAYS = ("turn", "recorded")  # what no step changes, but the turn after it


class Draws(Protocol):
    """What draws a candidate, whatever is asked of it."""

    def offer(self, writer: Writer, families: list[Family], total: str) -> Offered:
        """Writes the number of candidates; gives them to be drawn from."""

    def by_bundle(
        self, writer: Writer, bundles: list[list[Family]], which: str, inner: Callable[[list[Family], int], None]
    ) -> None:
        """A branch for each bundle of families."""

    def kinds(self, families: list[Family], first: int, drawn: Drawn) -> Kinds:
        """What the drawn candidate puts down."""


class Offered(Protocol):
    """Candidates to be drawn from."""

    def draw(self, writer: Writer, which: str, target: str) -> None:
        """Draws one: the number of its family, and its target."""

    def remove(self, writer: Writer, which: str, target: str) -> None:
        """Takes out what was drawn."""


@dataclass(frozen=True, slots=True)
class _Trial:
    """The position after the candidate that is tried, and the words of its step, in variables of their own.

    `known` has the names of its keys as the next turn begins, where it is asked whether the position has stood before.
    """

    names: dict[str, str]
    words: dict[str, str]
    made: str
    known: dict[Term, str]


class Trying:
    """Writes draws from candidates of which some may turn out not to be allowed."""

    def __init__(self, deciding: Deciding, binding: Binding, draws: Draws) -> None:
        self.deciding, self.binding, self.draws = deciding, binding, draws
        self.program, self.rules, self.making = deciding.program, deciding.rules, deciding.making

    def draw(self, writer: Writer, scene: Scene, step: Step, families: list[Family], total: str) -> Drawn:
        """Draws until a candidate passes what is asked of it; the others are taken out, so the draw stays uniform."""
        target, which, good = writer.fresh("t"), writer.fresh("w"), writer.fresh("ok")
        self.program.constant(0)
        writer.line(f"{target} = NOWHERE")
        writer.line(f"{which} = 0")
        writer.line(f"{good} = False")
        place = "" if scene.liberties is None else writer.fresh("p")
        if place:
            writer.line(f"{place} = 0")
        trial = self._trial(writer, scene, step, families) if self._once(step, families) else None
        offered = self.draws.offer(writer, families, total)
        drawn = Drawn(target, which, "", place)
        bundles = self.deciding.bundles(step, families)
        with writer.block(f"while {total} > 0 and not {good}:"):
            offered.draw(writer, which, target)
            if place:
                writer.line(f"{place} = lowest({target})")
            if trial is None:
                self.draws.by_bundle(
                    writer,
                    bundles,
                    which,
                    lambda bundle, first: self._asked(writer, scene, step, bundle, (drawn, first, good)),
                )
            else:
                self._made(writer, scene, step, bundles, drawn, trial, good)
            with writer.block(f"if not {good}:"):
                offered.remove(writer, which, target)
                if trial is not None:
                    self._afresh(writer, scene, trial)
        return drawn if trial is None else replace(drawn, made=self._seen(scene, families, trial, drawn))

    def _asked(
        self, writer: Writer, scene: Scene, step: Step, families: list[Family], place: tuple[Drawn, int, str]
    ) -> None:
        """Whether what was drawn of some families of one move passes."""
        drawn, first, good = place
        if not self.deciding.asks(step, self.rules.moves[families[0].move]):
            writer.line(f"{good} = True")
            return
        bound = self.binding.any_of(writer, scene.nested(), families, first, drawn)
        writer.line(f"{good} = {self.deciding.check(writer, bound, step, families[0])}")

    # --- a trial that stands where it passes

    def _once(self, step: Step, families: list[Family]) -> bool:
        """Whether the candidate that passes need not be made a second time."""
        moves = [self.rules.moves[family.move] for family in families]
        verbs = {move.verb for move in moves}
        return (
            "tried once" in self.deciding.expressions.passes
            and self.deciding.walking.asks_sites_only(step)
            and any(self.deciding.looks_ahead(step, move) for move in moves)
            and (verbs <= {"place", "move", "pass", "swap"} or verbs == {"remove"})
            and not any(family.pairs for family in families)
            and not any(move.leaves and move.leaves.words & {"die", "amount"} for move in moves)
        )

    def _trial(self, writer: Writer, scene: Scene, step: Step, families: list[Family]) -> _Trial:
        """The variables of a trial, with what they hold before."""
        passes = any(self.rules.moves[family.move].verb in {"pass", "swap"} for family in families)
        used = self.rules.values("word") - (set() if passes else {"to"})  # which else is what was drawn
        words = {word: writer.fresh("w") for word in STEP_SETS if word in used}
        names = {variable: name if variable in STAYS else writer.fresh("y") for variable, name in scene.names.items()}
        known = {term: writer.fresh("key") for term in self._keys(scene, step, families)}
        trial = _Trial(names, words, writer.fresh("m"), known)
        for name in known.values():
            writer.line(f"{name} = 0")
        for name in words.values():
            writer.line(f"{name} = NOWHERE")
        writer.line(f"{trial.made} = -1")
        variables.declare(writer, scene.layout, names)
        self._afresh(writer, scene, trial)
        return trial

    def _keys(self, scene: Scene, step: Step, families: list[Family]) -> dict[Term, str]:
        """The keys by which it is asked whether the position that a step leaves has stood: they are recorded, too."""
        if step.next or "one key a turn" not in self.deciding.expressions.passes:
            return {}
        asked = dict.fromkeys(self.rules.moves[family.move].leaves for family in families)
        parts = [part for leaves in asked if leaves is not None for part in leaves.walk()]
        ways = dict.fromkeys(str(part.value) for part in parts if part.op == "repeats")
        return keys_after(self.deciding.expressions, scene, ways)

    def _afresh(self, writer: Writer, scene: Scene, trial: _Trial) -> None:
        variables.copy(writer, scene.layout, trial.names, scene.names)

    def _made(
        self,
        writer: Writer,
        scene: Scene,
        step: Step,
        bundles: list[list[Family]],
        drawn: Drawn,
        trial: _Trial,
        good: str,
    ) -> None:
        """Makes what was drawn on trial, and asks what is asked of it."""
        families = list(chain.from_iterable(bundles))
        asked = self._asked_alike(step, bundles)
        number_of = {index: number for number, own in enumerate(asked) for index in own}
        every = len(asked) == 1 and len(asked[0]) == len({family.move for family in families})
        way = "" if every or not asked else writer.fresh("a")
        alike, captured = self._taken(writer, scene, bundles, drawn, trial)

        def one(bundle: list[Family], first: int) -> None:
            index = bundle[0].move
            move = self.rules.moves[index]
            bound = self.binding.any_of(writer, scene.nested(), bundle, first, drawn)
            pending = self.deciding.pending(writer, bound, move)
            writer.line(f"{good} = {pending}")
            with writer.block(f"if {good}:"):
                tried = bound.renamed(trial.names)
                tried.captured = captured if index in alike else None
                after = self.making.made(writer, tried, move, index, self.draws.kinds(bundle, first, drawn))
                for term, text in self._keys(after, step, families).items():
                    writer.line(f"{trial.known[term]} = {text}")
                after.known.update(trial.known)
                for word, name in trial.words.items():
                    writer.line(f"{name} = {after.words.get(word, 'NOWHERE')}")
                writer.line(f"{trial.made} = {index}")
                if index in number_of and way:
                    writer.line(f"{way} = {number_of[index]}")
                elif index not in number_of and self.deciding.looks_ahead(step, move):
                    self._allowed(writer, after, step, move, good)

        if way:
            writer.line(f"{way} = -1")
        self.draws.by_bundle(writer, bundles, drawn.which, one)
        for number, own in enumerate(asked):
            with writer.block(f"if {good} and {way} == {number}:" if way else f"if {good}:"):
                seen = self._seen(scene, [family for family in families if family.move in own], trial, drawn)
                self._allowed(writer, seen, step, self.rules.moves[own[0]], good)

    def _asked_alike(self, step: Step, bundles: list[list[Family]]) -> list[tuple[int, ...]]:
        """Moves of which the same is asked when they have been made, so that the lines that ask it are written once."""
        asked: dict[Term, list[int]] = {}
        for index in (bundle[0].move for bundle in bundles):
            leaves = self.rules.moves[index].leaves
            if leaves is not None and not _of_its_course(leaves):
                asked.setdefault(leaves, []).append(index)
        if self.deciding.leading.forbids(step):
            return []
        return [tuple(dict.fromkeys(own)) for own in asked.values() if len(own) > 1]

    def _allowed(self, writer: Writer, scene: Scene, step: Step, move: Move, good: str) -> None:
        """Whether what has been made on trial is allowed."""
        led = self.deciding.trial(writer, scene) if self.deciding.leading.matters(step, move) else scene
        self.deciding.leading.allowed(writer, led, step, move, good)

    def _taken(
        self, writer: Writer, scene: Scene, bundles: list[list[Family]], drawn: Drawn, trial: _Trial
    ) -> tuple[frozenset[int], tuple[str, ...]]:
        """Takes what stands on the target, in lines that are written once for the most moves in a row that take alike.

        Gives these moves, and the condition under which a piece was taken, if anything reads it.
        """
        runs = [(way, frozenset(one[0].move for one in run)) for way, run in groupby(bundles, key=self._way_to_take)]
        way, moves = max(runs, key=lambda run: len(run[1]) if run[0] else 0)
        piles = bool(scene.layout.digits or scene.layout.cells)
        if way is None or len(moves) < 2 or piles or "taken together" not in self.deciding.expressions.passes:
            return frozenset(), ()
        numbers = [n for n, family in enumerate(chain.from_iterable(bundles)) if family.move in moves]
        first, last = numbers[0], numbers[-1]
        counted = "quiet" in scene.names
        took = writer.fresh("b")
        if counted:
            writer.line(f"{took} = False")
        with writer.block(f"if {f'{drawn.which} >= {first} and ' if first else ''}{drawn.which} <= {last}:"):
            found = self.making.pieces.take(writer, scene.renamed(trial.names), way[0], drawn.target, Taken(way[1]))
            if counted and found:
                writer.line(f"{took} = {' or '.join(found)}")
        return moves, (took,) if counted else ()

    def _way_to_take(self, bundle: list[Family]) -> tuple[Term | None, Into] | None:
        """What the captures of a move depend on beside its target; None where they are not the first that it does."""
        move = self.rules.moves[bundle[0].move]
        first = (
            move.verb == "move" and move.into.site is None and not move.lets and not self.deciding.offers.pending(move)
        )
        return (move.target, move.into) if first else None

    def _seen(self, scene: Scene, families: list[Family], trial: _Trial, drawn: Drawn) -> Scene:
        """The scene after the candidate on trial."""
        moves = list(dict.fromkeys(family.move for family in families))
        verbs = {self.rules.moves[index].verb for index in moves}
        words = dict(trial.words)
        if verbs <= {"place", "move"}:
            words["to"] = drawn.target
        places = {words["to"]: drawn.place} if drawn.place and "to" in words else {}
        made = moves[0] if len(moves) == 1 else trial.made
        changes = {"lets": {}, "before": False, "heading": None, "kept": None, "known": dict(trial.known)}
        return scene.after(names=trial.names, words=words, places=places, made=made, **changes)


def _of_its_course(leaves: Term) -> bool:
    """Whether what a move asks reads its names or its way, which are told apart only where the move is made."""
    return "heading" in leaves.words or any(part.op == "local" for part in leaves.walk())
