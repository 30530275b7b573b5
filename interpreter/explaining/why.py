"""The reason why a step is not legal in a position, or why the game ended, with its place in the file."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from interpreter.board.board import members
from interpreter.engine.faults import RulesFault
from interpreter.engine.frame import Frame
from interpreter.errors import IllegalMove
from interpreter.explaining.blame import Blame, Cause
from interpreter.explaining.conditions import Clauses
from interpreter.explaining.explanation import Explanation
from interpreter.explaining.nouns import joined, nouns_of, spoken
from interpreter.explaining.phrases import Phrases
from interpreter.explaining.steps import Judge, Refusal, nearest
from interpreter.explaining.wishes import wish_of
from interpreter.machine.graph import NodeKind
from interpreter.play.notation import find_step, names_kinds, step_text
from interpreter.source import Mapping, Scalar

if TYPE_CHECKING:
    from interpreter.diagnostics import Span
    from interpreter.machine.graph import Edge, Node
    from interpreter.machine.rules import Step as TurnStep
    from interpreter.play.move import Move
    from interpreter.play.position import Position
    from interpreter.source import Node as FileNode

MOST_BETTER = 12
MOST_KINDS = 4  # of steps that are due
MOST_EXAMPLES = 6


@dataclass(frozen=True)
class Why:
    """Answers for one position."""

    position: Position

    @cached_property
    def clauses(self) -> Clauses:
        """The English of this game's rules."""
        return Clauses(Phrases(nouns_of(self.position.game)))

    def step(self, text: str) -> Explanation:
        """Why a step is not legal. Raises UnreadableMove or AmbiguousMove as playing it would."""
        position = self.position
        if position.state.ending is not None:
            ended = self.end()
            return Explanation(f"the game is over. {ended.text}", ended.rule, ended.span, ended.sites)
        legal = [str(move) for move in position.legal_moves]
        try:
            find_step(text, legal, position.game.rules)
        except IllegalMove:
            return self._refused(text)
        return Explanation(f"`{text}` is legal", legal=True)

    def _refused(self, text: str) -> Explanation:
        game, node = self.position.game, self._decision()
        due = game.rules.phases[node.phase].steps[node.step]
        wish = wish_of(text, game.rules)
        refusals: list[Refusal] = []
        if wish is not None:
            judge = Judge(game.engine, self.clauses, self.position.state._replace(node=node.number), node)
            try:
                refusals = judge.refusals(wish)
            except RulesFault as fault:
                return Explanation(f"the rules fail here: {fault}", span=fault.term.span if fault.term else None)
        placing = any(game.rules.moves[refusal.move].verb == "place" for refusal in refusals)
        if wish is not None and wish.alone and (not placing or self.position.at(game.board.sites[wish.target])):
            halved = self._halved(wish.target, due)
            if halved is not None:
                return halved
        if not refusals:
            return self._not_due(due.name, due.span, node)
        return self._explained(nearest(refusals), node)

    def _decision(self) -> Node:
        """The decision that is due, or, where a player must pass, the one that offers nothing."""
        machine = self.position.game.machine
        node = machine.nodes[self.position.state.node]
        return machine.nodes[machine.decisions[node.phase, 0]] if node.kind is NodeKind.PASS else node

    def _not_due(self, name: str, span: Span, node: Node) -> Explanation:
        """No move that is due has the form of the wish."""
        position = self.position
        if position.step == "pass":
            return Explanation(f"{position.mover} has no {spoken(name)} to make, and must pass", f"{name}", span)
        rules = position.game.rules
        step = rules.phases[node.phase].steps[node.step]
        kinds = [spoken(rules.moves[index].name) for index in step.offered(position.state.mover)]
        names = f" ({joined(kinds, 'or')})" if len(kinds) <= MOST_KINDS else ""
        example = position.legal_moves[0]
        return Explanation(f"now a step of another kind is due{names}, such as {example}", name, span)

    def _halved(self, site: int, due: TurnStep) -> Explanation | None:
        """What a site by itself lacks where pieces go from one to another; None where it is a step, or none goes."""
        position, name = self.position, self.position.game.board.sites[site]
        moving = [move for move in position.legal_moves if move.verb == "move"]
        going = [move for move in moving if move.origin == name]
        coming = [move for move in moving if move.target == name]
        if going:
            text = f"where the piece on {name} should go is missing, as in {_listed(going)}"
        elif coming:
            text = f"which piece should go to {name} is missing, as in {_listed(coming)}"
        elif moving:
            engine = position.game.engine
            stands = Blame(engine, self.clauses, Frame(position.state, engine.geometry.every, before=True)).stands(site)
            text = f"{stands}, and no piece can go from there or to it now"
        else:
            return None
        return Explanation(text, due.name, due.span, (name,))

    def _explained(self, refusal: Refusal, node: Node) -> Explanation:
        game = self.position.game
        phase = game.rules.phases[node.phase]
        step = phase.steps[node.step]
        path = refusal.place
        if path == ("from",):
            path = ("turn", step.name, "from")
        span, rule = self._rule(path, node) if path else (None, "")
        part = refusal.cause.term.span
        if part is not None:
            span = part
        elif span is None:
            move = game.rules.moves[refusal.move]
            span = move.span
        if not rule:
            value = game.rules.moves[refusal.move].name if refusal.move >= 0 else step.name
            default = self._default(path[-1]) if path else ""
            rule = f"{path[-1]}: {default}" if default else value
        name = game.rules.moves[refusal.move].name if refusal.move >= 0 else ""
        player = self.position.state.mover
        choice = names_kinds(game.rules, step.offered(player), player)
        return Explanation(
            refusal.cause.text,
            rule,
            span,
            self._names(refusal.cause.sites),
            tuple(step_text(game.rules, one, choice_of_kind=choice) for one in refusal.better[:MOST_BETTER]),
            name,
        )

    @staticmethod
    def _default(key: str) -> str:
        """What a key means where the file does not say it."""
        return {"to": "empty", "through": "empty", "distance": "1"}.get(key, "")

    def _rule(self, path: tuple[str, ...], node: Node) -> tuple[Span | None, str]:
        """The place of a rule in the file and its text with its key."""
        root = self.position.game.document.root
        found: FileNode | None = root
        if path[0] == "turn":
            phases = root.get("phases")
            phase = self.position.game.rules.phases[node.phase].name
            found = phases.get(phase) if isinstance(phases, Mapping) else root.get("play")
        for key in path:
            found = found.get(key) if isinstance(found, Mapping) else None
        if found is None:
            return None, ""
        text = " ".join((found.text if isinstance(found, Scalar) else found.span.text).split())
        return found.span, f"{path[-1]}: {text}" if len(path) > 2 else text

    def _names(self, bits: int) -> tuple[str, ...]:
        return tuple(self.position.game.board.sites[site] for site in members(bits))

    # --- how a game ended

    def end(self) -> Explanation:
        """Why the game is over. Raises ValueError while it goes on."""
        position, outcome = self.position, self.position.outcome
        if outcome is None:
            raise ValueError("the game is not over: ask about a step, such as why('a1')")
        result = f"won by {spoken(outcome.winner)}" if outcome.winner else "a draw"
        taken = self._last_edge()
        if taken is None:
            return Explanation(f"{result}: {outcome.reason}", outcome.reason)
        _, frame, edge = taken
        game = position.game
        if edge.guard is None:
            stuck = position.state.mover
            return Explanation(f"{result}: {game.players[stuck]} has no step left", outcome.reason)
        cause: Cause = Blame(game.engine, self.clauses, frame).truth(edge.guard, holds=True)
        rule = f"if: {' '.join(edge.guard.span.text.split())}" if edge.guard.span else outcome.reason
        return Explanation(f"{result}: {outcome.reason}: {cause.text}", rule, edge.guard.span, self._names(cause.sites))

    def _last_edge(self) -> tuple[Node, Frame, Edge] | None:
        """The way that led to the result, with what its condition saw."""
        before, last = self.position.previous, self.position.last_move
        if before is None or last is None:
            return None
        way: list[tuple[Node, Frame, Edge]] = []
        engine = self.position.game.engine
        engine.play(before.state, last.engine_step, lambda node, frame, edge: way.append((node, frame, edge)))
        return way[-1] if way else None


def _listed(moves: list[Move]) -> str:
    """Some steps, one behind the other."""
    return ", ".join(map(str, moves[:MOST_EXAMPLES])) + (", ..." if len(moves) > MOST_EXAMPLES else "")
