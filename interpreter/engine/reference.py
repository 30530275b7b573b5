"""The reference engine: walks the state machine of a game over immutable positions.

It says what a game means. Clarity comes before speed, but sites are bits of whole numbers and expressions are built
into functions once.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

from interpreter.engine.best_turn import TurnChoice
from interpreter.engine.candidates import (
    MoveCode,
    bind,
    considered,
    move_code,
    selected,
    selector_code,
)
from interpreter.engine.effects import apply_effects, perform
from interpreter.engine.evaluation import Evaluator
from interpreter.engine.faults import RulesFault
from interpreter.engine.frame import Frame
from interpreter.engine.geometry import geometry_of
from interpreter.engine.questions import Questions
from interpreter.engine.state import FIRST_VALUES, FORCED_PASS, Ending, History, State, Step, first_state, key_of
from interpreter.machine.graph import NodeKind

if TYPE_CHECKING:
    from collections.abc import Callable

    from interpreter.machine.graph import Edge, Machine, Node
    from interpreter.machine.rules import Phase, Result

    Watcher: TypeAlias = Callable[[Node, Frame, Edge], None]


class ReferenceEngine:
    """Executes one game."""

    def __init__(self, machine: Machine) -> None:
        self.machine, self.rules = machine, machine.rules
        self.geometry = geometry_of(self.rules.board)
        self.players = len(self.rules.players)
        self.questions = Questions(self)
        self.evaluator = Evaluator(self.geometry, self.players, self.questions.answers)
        self.codes = tuple(move_code(self.evaluator, self.rules, index) for index in range(len(self.rules.moves)))
        self.keeps_history = self.rules.uses("repeats")
        self.forbids = tuple(any(step.if_none == "forbidden" for step in phase.steps) for phase in self.rules.phases)
        self.keeps_last_to = self.rules.uses("last-to")
        self.keeps_heading = self.rules.uses("last-heading")
        self.keeps_moved = self.rules.uses("unmoved")
        self.step_selectors = {
            node.number: selector_code(self.evaluator, self._step_of(node).selectors)
            for node in machine.nodes
            if node.kind is NodeKind.DECISION
        }

        self.turn_choices = {
            number: TurnChoice(self, phase.best) for number, phase in enumerate(self.rules.phases) if phase.best
        }

    # --- what the outside asks

    def initial(self) -> State:
        """The position before the first step."""
        return self.begin(first_state(self.rules, self.machine.start), 0)

    def begin(self, state: State, phase: int) -> State:
        """A position in which the mover's turn begins in a phase."""
        waiting = self._recorded(state._replace(node=self.machine.decisions[phase, 0]))
        frame = Frame(waiting, self.geometry.every, before=True)
        frame.me = (state.mover - 1) % self.players  # who would have stepped last
        return self._walk(waiting, self.machine.nodes[self.machine.arrivals[phase]], frame, FORCED_PASS)

    def resumed(self, state: State) -> State:
        """A position of which nothing earlier is known: what repeats it counts from here."""
        return self._recorded(state._replace(history=None))

    def legal(self, state: State) -> list[Step]:
        """The legal steps in canonical order: by origin, target, kind, promotion and move."""
        found, choice = self.offered(state), self.turn_choices.get(self.machine.nodes[state.node].phase)
        return found if choice is None else choice.steps(state, found)

    def offered(self, state: State) -> list[Step]:
        """The steps that are legal as far as the step itself goes, whatever turns it may lead to."""
        if state.ending is not None:
            return []
        node = self.machine.nodes[state.node]
        if node.kind is NodeKind.PASS:
            return [FORCED_PASS]
        found = self.candidates(Frame(state, self.geometry.every, before=True), node)
        found.sort()
        return self._distinct(state, found)

    def play(self, state: State, step: Step, seen: Watcher | None = None) -> State:
        """The position after a legal step and all that follows from it; `seen` is told the way that is taken."""
        return self.made(state, step, seen)[0]

    def made(self, state: State, step: Step, seen: Watcher | None = None) -> tuple[State, Frame]:
        """The position after a step, and what is seen right after its consequences, before the turn goes on or ends."""
        after, frame, edge = self._made(state, step)
        return self._walk(after, self.machine.nodes[edge.target], frame, step, seen), frame

    def score(self, state: State) -> tuple[Any, ...]:
        """The score of each player; empty where the game has none."""
        frame = Frame(state, self.geometry.every)
        values = []
        for player, term in enumerate(self.rules.score):
            frame.it = player
            frame.known = {}
            values.append(self.evaluator.value(term)(frame))
        return tuple(values)

    # --- candidates

    def _step_of(self, node: Node) -> Any:
        return self.rules.phases[node.phase].steps[node.step]

    def candidates(self, frame: Frame, node: Node, *, one: bool = False) -> list[Step]:
        """The steps of a decision; with `one`, at least one of them if there is any."""
        step = self._step_of(node)
        starts = self.geometry.every if step.origin is None else self.evaluator.value(step.origin)(frame)
        found = self.of_moves(frame, node, step.moves[frame.me], starts, one=one)
        if not found:
            found = self.of_moves(frame, node, step.others(frame.me), starts, one=one)
        selectors = self.step_selectors[node.number]
        if selectors and not one:
            found = selected(found, selectors, lambda candidate, term: self.valued(frame, candidate, term))
        return found

    def of_moves(
        self, frame: Frame, node: Node, moves: tuple[int, ...], starts: int, *, one: bool = False
    ) -> list[Step]:
        """The steps of some moves of a decision, before the selectors of the whole step."""
        found: list[Step] = []
        for index in moves:
            code = self.codes[index]
            if one:
                found += self._first(frame, code, node, starts)
                if found:
                    break
            elif code.plain and not self.forbids[node.phase]:
                found += code.offers(frame, starts)
            else:
                own = self.allowed(frame, code, node, starts)
                found += selected(own, code.selectors, lambda candidate, term: self.valued(frame, candidate, term))
        return found

    def allowed(self, frame: Frame, code: MoveCode, node: Node, starts: int) -> list[Step]:
        """The steps of a move before its own `prefer`, `minimise` and `maximise` choose among them."""
        return [
            chosen
            for step in considered(code, frame, starts)
            for chosen in self.promotions(frame, code, step)
            if self._allowed(frame, code, node, chosen)
        ]

    def _first(self, frame: Frame, code: MoveCode, node: Node, starts: int) -> list[Step]:
        for step in considered(code, frame, starts):
            for chosen in self.promotions(frame, code, step):
                if self._allowed(frame, code, node, chosen):
                    return [chosen]
        return []

    def valued(self, frame: Frame, step: Step, term: Any) -> Any:
        """The value of a function where a step is considered."""
        code = self.codes[step.move]
        bind(code, frame, step, code.move.verb)
        return term(frame)

    def promotions(self, frame: Frame, code: MoveCode, step: Step) -> list[Step]:
        """The step once for each piece it may promote to, where the player has that choice."""
        if not code.chooses_kind:
            return [step]
        promotions = [effect for effect in code.move.effects if effect.action == "promote"]
        after, _ = self._performed(frame, code, step)
        seen = self._frame_after(after, frame, step)
        for effect in promotions:
            kinds = effect.pieces[frame.me]
            if len(kinds) > 1 and (effect.condition is None or self.evaluator.value(effect.condition)(seen)):
                return [step._replace(promotion=kind) for kind in kinds]
        return [step]

    def _allowed(self, frame: Frame, code: MoveCode, node: Node, step: Step) -> bool:
        """`leaves`, and a follow-up that must exist."""
        if code.leaves is None and not self.forbids[node.phase]:
            return True
        seen, lacking = self.foreseen(frame, step)
        return lacking is None and (code.leaves is None or bool(code.leaves(seen)))

    def foreseen(self, frame: Frame, step: Step) -> tuple[Frame, Node | None]:
        """What `leaves` sees of a step, and the follow-up that must come next and cannot, if that forbids the step."""
        _, seen, edge = self._made(frame.state, step, frame.locals)
        target = self.machine.nodes[edge.target]
        seen.done = target.kind is not NodeKind.FOLLOW_UP
        matters = self.rules.moves[step.move].asks_whether_done or self.forbids[target.phase]
        if not seen.done and matters:
            follow_up = self.machine.decisions[target.phase, target.step]
            if not self._follows(seen, follow_up):  # then the turn ends, or the step is forbidden
                seen.done = True
                return seen, target if self._step_of(target).if_none == "forbidden" else None
        return seen, None

    def _follows(self, frame: Frame, follow_up: int) -> bool:
        """Whether a follow-up has a candidate. Each may ask the same of what may follow it: there must be an end."""
        try:
            return self.questions.any_candidate(frame, follow_up)
        except RecursionError:
            name = self._step_of(self.machine.nodes[follow_up]).name
            raise RulesFault(
                f"whether `{name}` has a candidate depends on whether it has one after that, and so on without end; "
                "let something forbid that a turn comes back to where it was"
            ) from None

    def compared(self, state: State) -> State:
        """What is equal of two positions that are the same to every rule."""
        same: dict[str, Any] = dict.fromkeys(self.rules.unread_counters, 0)
        dates = tuple(at if index in self.rules.dated else 0 for index, at in enumerate(state.remembered_at))
        return state._replace(history=None, remembered_at=dates, **same)

    def _distinct(self, state: State, found: list[Step]) -> list[Step]:
        """Candidates that look alike and lead to the same position are one step."""
        alike: dict[tuple[int, ...], list[Step]] = {}
        for step in found:
            chosen = step.amount if step.move >= 0 and self.rules.moves[step.move].chooses_amount else 0
            alike.setdefault((*step[:4], chosen, step.die), []).append(step)
        if len(alike) == len(found):
            return found
        kept: list[Step] = []
        for steps in alike.values():
            results: list[tuple[object, ...]] = []
            for step in steps:
                shown = self.rules.moves[step.move].verb in {"pass", "swap"} and self.rules.moves[step.move].verb
                after = (shown, self.compared(self.play(state, step))) if len(steps) > 1 else ()
                if after not in results:
                    results.append(after)
                    kept.append(step)
        return sorted(kept)

    # --- making a step

    def _performed(self, before: Frame, code: MoveCode, step: Step) -> tuple[State, bool]:
        """The position right after the verb; the frame is bound to the step."""
        receiver = 0 if code.receiver is None else code.receiver(before)
        return perform(self.rules, before.state, code.move, step, receiver)

    def _frame_after(self, state: State, before: Frame, step: Step) -> Frame:
        frame = Frame(state, self.geometry.every)
        frame.consider(step, self.rules.moves[step.move].verb if step.move >= 0 else "pass")
        frame.locals = before.locals
        return frame

    def _made(self, state: State, step: Step, names: dict[str, object] | None = None) -> tuple[State, Frame, Edge]:
        """Verb, `then`, counters, and the first matching `next` with its own `then`."""
        node = self.machine.nodes[state.node]
        if step.move < 0:
            after = state._replace(quiet=state.quiet + 1, passes=state.passes + 1)
            effect = self.machine.nodes[node.edges[0].target]
            return after, self._frame_after(after, Frame(state, 0), step), effect.edges[0]
        code = self.codes[step.move]
        before = Frame(state, self.geometry.every, before=True)
        if names is None:
            bind(code, before, step, code.move.verb)
        else:
            before.locals = names
        after, resets = self._performed(before, code, step)
        frame = self._frame_after(after, before, step)
        effects = code.move.effects
        if effects:
            after, more = apply_effects(self.rules, self.evaluator, effects, frame, step.promotion)
            resets = resets or more
        passed = code.move.verb == "pass"
        after = after._replace(
            quiet=0 if resets else state.quiet + 1,
            passes=state.passes + 1 if passed else 0,
            moved=after.moved if self.keeps_moved else 0,
            last_to=after.last_to if self.keeps_last_to else 0,
            last_heading=after.last_heading if self.keeps_heading else (),
        )
        frame = self._frame_after(after, before, step)
        effect_node = next(
            self.machine.nodes[edge.target] for edge in node.edges if self.machine.nodes[edge.target].move == step.move
        )
        edge = self._taken(effect_node, frame)
        if edge.effects:
            after, more = apply_effects(self.rules, self.evaluator, edge.effects, frame, step.promotion)
            if more:
                after = after._replace(quiet=0)
            frame = self._frame_after(after, before, step)
        return after, frame, edge

    def _taken(self, node: Node, frame: Frame) -> Edge:
        for edge in node.edges:
            if edge.guard is None or self.evaluator.value(edge.guard)(frame):
                return edge
        raise RulesFault(f"no way leads on from {node.name}")  # the builder ends every list with an open edge

    # --- walking on to the next decision

    def _walk(self, state: State, node: Node, frame: Frame, step: Step, seen: Watcher | None = None) -> State:
        """Follows the machine from a node until a player must decide or the game is over."""
        stepper = subject = frame.me  # who stepped; who a result is about
        while True:
            match node.kind:
                case NodeKind.DECISION | NodeKind.PASS:
                    return state._replace(node=node.number)
                case NodeKind.RESULT:
                    assert node.result is not None  # noqa: S101 - every result node has one
                    winner = self._winner(state, node.result, subject)
                    return state._replace(node=node.number, ending=Ending(winner, node.reason))
                case NodeKind.OUT:
                    assert node.result is not None  # noqa: S101 - it says who leaves
                    state = state._replace(out=state.out | 1 << self._named(state, node.result, subject))
                    edge = self._taken(node, Frame(state, self.geometry.every))
                case NodeKind.FAULT:
                    raise self._fault(state)
                case NodeKind.FOLLOW_UP:
                    edge = self._taken(node, Frame(state, self.geometry.every, before=True))
                case NodeKind.TEST:
                    # The words of the step stay bound; whether the turn is over is new.
                    frame = self._frame_after(state, frame, step)
                    frame.me = subject = stepper
                    frame.done, frame.stuck = node.done, True if node.stuck else None
                    frame.phase, frame.heir = node.phase, self._heir(state, node.phase, step)
                    edge = self._taken(node, frame)
                case NodeKind.TURN:
                    frame.done, frame.known = True, {}
                    frame.phase, frame.heir = node.phase, self._heir(state, node.phase, step)
                    edge = self._taken(node, frame)
                case NodeKind.CHANGE:
                    state = self._handed_over(state, node, step)
                    edge = self._taken(node, frame)
                case _:  # arrival
                    subject = state.mover
                    edge = self._taken(node, Frame(state, self.geometry.every, before=True))
            if seen is not None:
                seen(node, frame, edge)
            node = self.machine.nodes[edge.target]

    def _heir(self, state: State, phase: int, step: Step) -> int:
        """Who moves next when a turn is done and another phase may begin."""
        if step.move >= 0 and self.rules.moves[step.move].verb == "swap":
            return state.in_play(state.mover)  # the same side, by its new seat
        starts = self.rules.phases[phase].starts
        if starts is not None and phase != self.machine.nodes[state.node].phase:
            return state.in_play(starts)
        return self.next_player(state)

    def _handed_over(self, state: State, node: Node, step: Step) -> State:
        """The next player's turn begins."""
        return self._recorded(self.turn_start(state, self._heir(state, node.phase, step), node.phase))

    def next_player(self, state: State) -> int:
        """Whose turn comes after the mover's, unless a phase says otherwise."""
        return state.in_play((state.mover + 1) % self.players)

    def turn_start(self, state: State, player: int, phase: int) -> State:
        """The position as a player finds it when a turn begins: what was remembered for the turn is gone."""
        memory = tuple(
            FIRST_VALUES[name.kind]
            if name.until == "turn ends" or (name.until == "next turn ends" and at < state.turn)
            else value
            for name, value, at in zip(self.rules.memory, state.memory, state.remembered_at, strict=True)
        )
        return state._replace(
            mover=player,
            node=self.machine.decisions[phase, 0],
            memory=memory,
            turn=state.turn + 1,
            roll=0,
            dice=(),
        )

    def _recorded(self, state: State) -> State:
        if not self.keeps_history:
            return state
        return state._replace(history=History(key_of(state), state.setting, state.history))

    def _winner(self, state: State, result: Result, me: int) -> int | None:
        if result.kind == "draw":
            return None
        if result.kind in {"highest", "lowest"}:
            scores = self.score(state)
            among = {player: scores[player] for player in self._left(state)}
            best = max(among.values()) if result.kind == "highest" else min(among.values())
            winners = [player for player, score in among.items() if score == best]
            return winners[0] if len(winners) == 1 else None
        if result.kind == "last":
            return next(iter(self._left(state)), None)
        player = self._named(state, result, me)
        if result.kind == "wins":
            return player
        return 1 - player if self.players == 2 else None

    def _left(self, state: State) -> list[int]:
        """The players who are not out."""
        return [player for player in range(self.players) if not state.out >> player & 1]

    def _named(self, state: State, result: Result, me: int) -> int:
        """The player that a result names, who wins, loses or leaves."""
        assert result.player is not None  # noqa: S101 - such results name one
        frame = Frame(state, self.geometry.every)
        frame.me = me
        return int(self.evaluator.value(result.player)(frame))

    def _fault(self, state: State) -> RulesFault:
        phase: Phase = self.rules.phases[self.machine.nodes[state.node].phase]
        player = self.rules.players[state.mover]
        if phase.stuck == "decide":
            return RulesFault(
                f"{player} has no step in the phase `{phase.name}`, and no `end` says what that means",
                code="stuck-undecided",
            )
        return RulesFault(
            f"{player} has no step in the phase `{phase.name}`, which the file calls impossible", code="stuck-happened"
        )
