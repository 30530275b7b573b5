"""What a decision offers, as families: sets of targets that share all else but where the piece comes from.

A slide's target has one origin in a direction, the first piece met on the way back, so a family of all slides of one
move in one direction is one set, found for all origins at once.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from interpreter.engine.lowering import amounts, beforehand, everywhere, pairing
from interpreter.engine.lowering.circuits import Circuits, goes_round
from interpreter.engine.lowering.families import Family
from interpreter.engine.lowering.layout import Layout, die_name, faces, hand_name
from interpreter.engine.lowering.numbering import shifts_of
from interpreter.engine.lowering.owning import slots_of
from interpreter.engine.lowering.rounds import passed
from interpreter.engine.lowering.runs import at_once
from interpreter.engine.lowering.scene import Scene
from interpreter.engine.lowering.sliding import slides
from interpreter.engine.lowering.slots import lies_empty
from interpreter.engine.lowering.travelling import Travelling, walks_by_itself
from interpreter.language.terms import Kind, Term

if TYPE_CHECKING:
    from interpreter.engine.lowering.expressions import Expressions
    from interpreter.engine.lowering.sowing import Ways
    from interpreter.engine.lowering.writer import Writer
    from interpreter.machine.rules import Move, Step

SLOW = frozenset({"attacks", "can", "may", "stuck"})
EVERYWHERE = Term("complement", Kind.SITES, (Term("sites", Kind.SITES, value=0),))
TARGET = -1  # the level of a site that stands for the target of a step: members have levels from 0 on
FAR = 4  # steps from which on what lies between is shorter to walk than to name
STEP_WORDS = frozenset({"from", "to", "at", "over", "heading", "made"})


class Offers:
    """Writes the families of decisions."""

    def __init__(self, expressions: Expressions) -> None:
        self.expressions = expressions
        self.program, self.rules = expressions.program, expressions.rules
        self.travelling, self.circuits = Travelling(expressions), Circuits(expressions)

    # --- families of moves

    def families(self, writer: Writer, scene: Scene, step: Step, moves: tuple[int, ...]) -> list[Family]:
        """The families of some moves, before what is asked of each candidate (`pending`)."""
        starts = None if step.origin is None else self.expressions.named(writer, scene, step.origin)
        found: list[Family] = []
        for index in moves:
            move = self.rules.moves[index]
            for seen in self._with_each_choice(scene, move):
                own = self._cheap_first(writer, seen, index, move, starts)
                for part in conjuncts(move.when):
                    closed, inside = self._closed_from(move, part), self._inside(move, part)
                    self._narrowed(writer, seen, move, part, own)
                    if own and (closed or inside):
                        ends = self._closing(writer, seen, closed) if closed else ""
                        ends = writer.name(ends) if ends else self._set(writer, seen, inside)
                        for family in own:
                            writer.line(f"{family.name} = {family.name} & {ends}")
                die, amount = (0, 0) if seen is scene else (int(str(seen.die)), int(str(seen.amount)))
                chosen = {"die": die, "amount": amount, "weight": max(1, move.chance)}
                found += [replace(family, **chosen) for family in own]  # type: ignore[arg-type]
        return found

    def _with_each_choice(self, scene: Scene, move: Move) -> list[Scene]:
        """The scene, once for each number that a die may show, or of pieces that may be chosen to go."""
        dice = faces(self.rules) if move.spends else (0,)
        numbers = amounts.choices(self.rules, move) if move.chooses_amount else (0,)
        if not (move.spends or move.chooses_amount):
            return [scene]
        known = {term: text for term, text in scene.known.items() if not term.words & {"die", "amount"}}
        return [replace(scene, die=die, amount=amount, known=dict(known)) for die in dice for amount in numbers]

    def _cheap_first(self, writer: Writer, scene: Scene, index: int, move: Move, starts: str | None) -> list[Family]:
        """The families of a move; what takes long to tell is only asked where the rest of its rules leaves a step."""
        quick = replace(move, when=_quick(move.when), target=_quick(move.target), through=_quick(move.through))
        first = self._of_move(writer, scene, index, quick, starts, self._gate(writer, scene, quick))
        if quick == move or not first or any(family.pairs for family in first):
            return (
                first
                if quick == move
                else self._of_move(writer, scene, index, move, starts, self._gate(writer, scene, move))
            )
        names = [(writer.fresh("f"), writer.fresh("u")) for _ in first]
        for name in (name for pair in names for name in pair):
            writer.line(f"{name} = {self.program.constant(0)}")
        with writer.block(f"if {' | '.join(family.name for family in first)} != 0:"):
            inner = scene.nested()
            found = self._of_move(writer, inner, index, move, starts, self._gate(writer, inner, move))
            for (name, through), family in zip(names, found, strict=True):
                writer.line(f"{name} = {family.name}")
                writer.line(f"{through} = {family.through or 'NOWHERE'}")
        return [
            replace(family, name=name, through=through, source="")
            for (name, through), family in zip(names, first, strict=True)
        ]

    def _gate(self, writer: Writer, scene: Scene, move: Move) -> str:
        """The part of `when` that no candidate changes, as a name, or ""."""
        parts = [part for part in conjuncts(move.when) if not self.depends(move, part)]
        texts = [f"{scene.names[die_name(int(str(scene.die)))]} > 0"] if move.spends else []
        if parts:
            term = parts[0] if len(parts) == 1 else Term("all", Kind.YES_NO, tuple(parts))
            texts.append(self.expressions.condition(writer, scene, term))
        return writer.name(" and ".join(texts)) if texts else ""

    def pending(self, move: Move) -> list[Term]:
        """The parts of `when` that must be asked of each candidate; on some tracks they were asked of its path."""
        if goes_round(self.expressions, move):
            return []
        of_the_piece = self._of_the_piece(move)
        return [part for part in self._asked(move) if part not in of_the_piece]

    def _asked(self, move: Move) -> list[Term]:
        return [
            part
            for part in conjuncts(move.when)
            if self.depends(move, part)
            and self._closed_from(move, part) is None
            and self._inside(move, part) is None
            and self._passing(move, part) is None
            and not self.known(move, part)
        ]

    def _narrowed(self, writer: Writer, scene: Scene, move: Move, part: Term, families: list[Family]) -> None:
        """Takes out of families what fails a part of `when` that is asked of all targets at once, or known before."""
        passing = self._passing(move, part)
        if passing is not None and families:
            sites = writer.name(everywhere.passing(self.expressions, writer, scene, passing))
            for family in families:
                writer.line(f"{family.name} = {family.name} & {sites}")
            return
        tests = self.known(move, part)
        for family in families if tests else ():
            writer.line(f"{family.name} = {family.name} & {beforehand.ends(self.program, family, tests[scene.me])}")

    def known(self, move: Move, part: Term) -> list[beforehand.Test]:
        """A part of `when` as a test for each player, where it is known before the game; none elsewhere."""
        asks = "told by the step" in self.expressions.passes and self.depends(move, part) and beforehand.is_told(move)
        if not asks or goes_round(self.expressions, move):
            return []
        players = range(len(self.rules.players))
        tests = [beforehand.test_of(self.program.board, me, part) for me in players]
        told = [test for test in tests if test is not None]
        return told if len(told) == len(tests) else []

    def _passing(self, move: Move, part: Term) -> Term | None:
        """All sites for which a part of `when` holds, if it depends on the target alone and is asked of all at once."""
        if not {"targets at once", "tests at once"} <= self.expressions.passes or move.verb not in {"place", "move"}:
            return None
        named = {name for name, _ in move.lets}
        if part.words & (STEP_WORDS | named) != {"to"} or goes_round(self.expressions, move):
            return None
        of = Term("those", Kind.SITES, (EVERYWHERE, _replaced(part)), value=TARGET)
        layout = Layout(slots_of(self.rules), sets=(), numbers=(), history=())
        scenes = [Scene(layout, {}, me, phase=0) for me in range(len(self.rules.players))]
        return of if all(everywhere.askable(self.expressions, scene, of.args[1], of) for scene in scenes) else None

    def _of_the_piece(self, move: Move) -> list[Term]:
        """The parts of `when` that depend on where a piece stands alone, if it walks by itself: asked of it once."""
        if "asked of the piece" not in self.expressions.passes or not walks_by_itself(move):
            return []
        named = {name for name, _ in move.lets}
        return [part for part in self._asked(move) if part.words & (STEP_WORDS | named) == {"from"}]

    def _inside(self, move: Move, term: Term) -> Term | None:
        """The set in which a candidate's one site must lie, where it is the same for all candidates."""
        if "ends at once" not in self.expressions.passes or term.op != "within":
            return None
        if move.verb not in {"place", "remove"} and (move.along is None or goes_round(self.expressions, move)):
            return None
        site, inside = term.args
        own = site.op == "word" and site.value == ("at" if move.verb == "remove" else "to") and move.verb != "sow"
        return inside if own and not self.depends(move, inside) else None

    def _closed_from(self, move: Move, term: Term) -> Term | None:
        """The list of "there is a run between the target and ...", which can be asked of all targets at once."""
        if "ends at once" not in self.expressions.passes or term.op != "exists" or move.verb == "remove":
            return None
        found = term.args[0]
        if found.op == "local":
            found = dict(move.lets)[str(found.value)]
        if found.op != "between" or {name for name, _ in found.named} != {"along", "of"}:
            return None
        if not at_once(self.expressions, found):
            return None
        others = (found.args[1], *(operand for _, operand in found.named))
        start = found.args[0]
        if start.op != "word" or start.value != "to" or any(self.depends(move, other) for other in others):
            return None
        return found

    def _closing(self, writer: Writer, scene: Scene, term: Term) -> str:
        """All sites from which a run is closed, found by walking back from what closes it."""
        board = self.program.board
        of = term.option("of")
        assert of is not None  # noqa: S101 - the checker asks for it
        inside = self.expressions.named(writer, scene, of)
        end = writer.name(f"{self.expressions.named(writer, scene, term.args[1])} & ~{inside}")
        directions = self.expressions.along(scene, term)
        backs = tuple(board.opposite[way] for way in directions)
        abreast = "directions abreast" in self.expressions.passes
        walks = slides(self.program, writer, end, inside, backs, abreast=abreast)
        parts = [self.program.shifted(f"({walked} & {inside})", back) for back, walked in walks.items()]
        return f"({' | '.join(parts)})" if parts else self.program.constant(0)

    def apiece(self, move: Move) -> bool:
        """Whether the steps of a move may be told by their origins and targets alone."""
        return not (self.uses_over or self.pending(move) or move.leaves is not None)

    def depends(self, move: Move, term: Term) -> bool:
        """Whether a term asks something of the candidate."""
        names = {name for name, _ in move.lets}
        return bool(term.words & (STEP_WORDS | names))

    def _of_move(
        self, writer: Writer, scene: Scene, index: int, move: Move, starts: str | None, gate: str
    ) -> list[Family]:
        match move.verb:
            case "place":
                return self._placing(writer, scene, index, move, gate)
            case "remove":
                text = f"{self._set(writer, scene, move.origin)} & {self.expressions.occupied(scene)}"
                text = f"{text} & {starts}" if starts else text
                if move.amount is not None:
                    text = amounts.allowing(self.expressions, writer, scene, move, writer.name(text))
                return [Family(self.program.kept(writer, text, gate), index)]
            case "sow":
                assert move.along is not None  # noqa: S101 - filled in by the reader
                own, occupied = self._set(writer, scene, move.origin), self.expressions.occupied(scene)
                text = f"{own} & {occupied} & {starts}" if starts else f"{own} & {occupied}"
                return [
                    Family(self._sown(writer, scene, move, way, text, [gate, test]), index, direction=way)
                    for way, test in self.expressions.directions.guarded(scene, move.along).items()
                ]
            case "move":
                return self._moving(writer, scene, index, move, starts, gate)
            case _:  # pass, swap and roll: one candidate, which stands as the first bit
                return [Family(self.program.kept(writer, self.program.constant(1), gate), index, dice=move.dice)]

    def _sown(self, writer: Writer, scene: Scene, move: Move, way: int, piles: str, gates: list[str]) -> str:
        """The piles that can be sown in a direction, under a name; none unless its gates, if any, hold."""
        text = self.expressions.sowing.origins(writer, scene, move, way, piles)
        return self.program.kept(writer, text, " and ".join(filter(None, gates)))

    def _set(self, writer: Writer, scene: Scene, term: Term | None) -> str:
        assert term is not None  # noqa: S101 - the verb's own operand
        return self.expressions.named(writer, scene, term)

    def _placing(self, writer: Writer, scene: Scene, index: int, move: Move, gate: str) -> list[Family]:
        parts = []
        if move.target is not None:
            text = self.expressions.named(writer, scene, move.target)
            if not lies_empty(self.expressions, scene, move.target):
                text = f"({text} & ~{self.expressions.occupied(scene)})"
            parts.append(text)
        if move.onto is not None:
            parts.append(self.expressions.named(writer, scene, move.onto))
        target = writer.name(" | ".join(parts))
        found = []
        for kind in move.pieces[scene.me]:
            text, source = target, target
            if self.rules.pieces[kind].hand is not None:
                source = ""
                text = f"({target} if {scene.names[hand_name(scene.me, kind)]} > 0 else {self.program.constant(0)})"
            found.append(Family(self.program.kept(writer, text, gate), index, kind=kind, source=source))
        return found

    def _moving(
        self, writer: Writer, scene: Scene, index: int, move: Move, starts: str | None, gate: str
    ) -> list[Family]:
        origins = self.travelling.origins(writer, scene, move, starts)
        if goes_round(self.expressions, move):
            like = Family("", index, origins=origins)
            return self.circuits.families(writer, scene, move, like, gate, self._asked(move))
        if move.along is not None:
            like = Family("", index, origins=origins, pairs=scene.apiece and self.apiece(move))
            return self.travelling.families(writer, scene, move, like, gate, self._of_the_piece(move))
        target = move.target
        assert target is not None  # noqa: S101 - filled in by the reader
        if not target.words & STEP_WORDS and lies_empty(self.expressions, scene, target):
            ends = self.expressions.named(writer, scene, target)
            name = self.program.kept(writer, f"{ends} if {origins} != 0 else {self.program.constant(0)}", gate)
            return [Family(name, index, origins=origins, pairs=True)]
        return [self._anywhere(writer, scene, target, Family("", index, origins=origins, pairs=True), gate)]

    def _anywhere(self, writer: Writer, scene: Scene, target: Term, like: Family, gate: str) -> Family:
        """A family of moves to sites that are not the same for every origin."""
        family = replace(like, name=writer.fresh("f"), ends=pairing.room(self.program, writer))
        writer.line(f"{family.name} = {self.program.constant(0)}")
        same = "" if target.words & STEP_WORDS else self.expressions.named(writer, scene, target)
        origins = writer.name(f"{like.origins} if {gate} else NOWHERE") if gate else like.origins
        with writer.members(origins) as origin:
            bound = scene.after(words={"from": origin}, heading=None)
            ends = same or self.expressions.clean(writer, bound, target)
            pairing.add(writer, family, origin, writer.name(f"{ends} & ~{origin}"))
        return family

    # --- the words of a candidate

    def bind(
        self,
        writer: Writer,
        scene: Scene,
        family: Family,
        target: str,
        origin: str = "",
        over: str = "",
        ways: Ways | None = None,
    ) -> Scene:
        """The scene with the words of a candidate of a family; `target` names the set of its one target.

        `ways` are the directions in which a pile may be sown, where that is not the one of the family.
        """
        move = self.rules.moves[family.move]
        words: dict[str, str] = {}
        if move.verb == "place":
            words = {"to": target}
        elif move.verb == "remove":
            words = {"at": target}
        elif move.verb == "sow":
            words = self.expressions.sowing.words(writer, scene, move, target, ways or {family.direction: ""})
        elif move.verb == "move":
            words = {"to": target, "from": origin or writer.name(self.origin(family, target))}
            if self.uses_over:
                words["over"] = over or writer.name(self.over(family, target, words["from"]))
        bound = replace(scene, words=words, lets=dict(move.lets), made=None, known=dict(scene.known))
        heading = family.direction if family.direction >= 0 else None
        return replace(bound, heading=heading, promotion=family.promotion, die=family.die, amount=family.amount)

    @property
    def uses_over(self) -> bool:
        """Whether any rule speaks of `over`."""
        return "over" in self.rules.values("word")

    def origin(self, family: Family, target: str) -> str:
        """Where the piece that arrives at a target comes from."""
        back = self.program.board.opposite[family.direction]
        if family.length:
            return f"({self.program.shifted_far(target, back, family.length)} & {family.origins})"
        walked = self.program.slide(target, family.through, back)
        return f"({self.program.shifted(walked, back)} & {family.origins})"

    def over(self, family: Family, target: str, origin: str = "") -> str:
        """The sites strictly between origin and target."""
        if family.pairs:
            known = family.direction >= 0 and not self.program.board.walks[family.direction]
            call = f"{passed(self.program, family.direction)}({origin}, {target})" if known else ""
            return call or self.program.constant(0)
        back = self.program.board.opposite[family.direction]
        if family.length > FAR:
            short_of = f"{self.program.every} & ~{self.origin(family, target)}"
            return f"({self.program.slide(target, short_of, back)} & ~{target})"
        if family.length:
            texts = [self.program.shifted_far(target, back, times) for times in range(1, family.length)]
            return f"(({' | '.join(texts)}) & {self.program.every})" if texts else self.program.constant(0)
        return f"({self.program.slide(target, family.through, back)} & ~{target})"

    def strides(self, direction: int) -> int | None:
        """The shift of a direction where it is one shift without a mask."""
        if not self.program.numbering.gapped:
            return None
        found = shifts_of(self.program.board, self.program.numbering.place, direction)
        return found[0][0] if len(found) == 1 else None


def _replaced(term: Term) -> Term:
    """A condition on the target as a test of a site."""
    if term.op == "word" and term.value == "to":
        return Term("member", Kind.SITE, value=TARGET)
    named = tuple((name, _replaced(part)) for name, part in term.named)
    return replace(term, args=tuple(map(_replaced, term.args)), named=named)


def _quick(term: Term | None) -> Term | None:
    """What is left of a set or a condition without the parts that ask what somebody could do."""
    if term is None or not any(part.op in SLOW for part in term.walk()):
        return term
    if term.op not in {"all", "meet"}:
        return None if term.kind is Kind.YES_NO else EVERYWHERE
    parts = [part for part in map(_quick, term.args) if part is not None]
    return Term(term.op, term.kind, tuple(parts)) if parts else None


def conjuncts(term: Term | None) -> list[Term]:
    """The conditions that `and` joins."""
    if term is None:
        return []
    return [part for arg in term.args for part in conjuncts(arg)] if term.op == "all" else [term]
