"""The machine as people read it: decisions, the beginning and the end of a turn, and results.

The machine has a node for everything that happens. A picture of it needs fewer: effects, follow-ups and tests are only
passed through, so what leads out of them is drawn as leading out of the node before them.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING

from interpreter.machine.graph import NodeKind

if TYPE_CHECKING:
    from collections.abc import Iterator

    from interpreter.language.terms import Term
    from interpreter.machine.graph import Edge, Machine, Node
    from interpreter.machine.rules import Result, Rules

KEPT = {NodeKind.START, NodeKind.DECISION, NodeKind.PASS, NodeKind.TURN, NodeKind.ARRIVAL, NodeKind.RESULT}
OTHERWISE = "otherwise"
UNTIL = "until "
LONGEST = 120
"""Characters of a condition that are shown."""


@dataclass(frozen=True, slots=True)
class Spot:
    """A node of the sketch: its number in the machine, its heading, a remark, and for a result its condition."""

    number: int
    kind: NodeKind
    phase: int
    title: str
    remark: str = ""
    condition: str = ""


@dataclass(frozen=True, slots=True)
class Way:
    """An edge of the sketch, by the numbers of its ends."""

    source: int
    target: int
    label: str = ""


@dataclass(frozen=True, slots=True)
class Sketch:
    """What a picture shows; `phases` are the names of the phases, in order."""

    title: str
    phases: tuple[str, ...]
    spots: tuple[Spot, ...]
    ways: tuple[Way, ...]


def sketch(machine: Machine) -> Sketch:
    """The machine without the nodes that are only passed through."""
    drawing = _Drawing(machine)
    ways = [way for node in machine.nodes if node.kind in KEPT for way in drawing.ways(node)]
    leads_to = defaultdict(set)
    for way in ways:
        leads_to[way.target].add(machine.nodes[way.source].phase)
    spots = []
    for node in machine.nodes:
        if node.kind is NodeKind.RESULT:
            phase = max(leads_to[node.number], default=0)
            conditions = drawing.conditions[node.number]
            condition = conditions[0] if len(conditions) == 1 else ""
            spots.append(
                Spot(node.number, node.kind, phase, node.reason, result_text(node.result, machine.rules), condition)
            )
        elif node.kind in KEPT:
            spots.append(Spot(node.number, node.kind, node.phase, *_title(node, machine.rules)))
    return Sketch(machine.rules.title, tuple(phase.name for phase in machine.rules.phases), tuple(spots), tuple(ways))


def result_text(result: Result | None, rules: Rules) -> str:
    """`black wins`, `the mover loses`, `draw`, `highest score wins`."""
    if result is None or result.kind == "draw":
        return "draw"
    if result.kind == "last":
        return "the last player wins"
    if result.player is None:
        return f"{result.kind} score wins"
    who = result.player
    if who.op == "player" and isinstance(who.value, int):
        return f"{rules.players[who.value]} {result.kind}"
    if who.op == "next":
        return f"the next player {result.kind}"
    return f"{'the mover' if who.op == 'me' else 'the other player'} {result.kind}"


def condition_text(condition: Term | None) -> str:
    """A condition as it stands in the file, on one line, cut where it is very long."""
    text = " ".join(condition.span.text.split()) if condition is not None and condition.span else ""
    return text if len(text) <= LONGEST else text[: LONGEST - 3] + "..."


def _title(node: Node, rules: Rules) -> tuple[str, str]:
    match node.kind:
        case NodeKind.DECISION:
            step = rules.phases[node.phase].steps[node.step]
            names = [rules.moves[move].name for move in step.of_all]
            return step.name, "" if names == [step.name] else " or ".join(names)
        case NodeKind.PASS:
            return "pass", "nothing else is possible"
        case NodeKind.TURN:
            return "the turn is over", ""
        case NodeKind.ARRIVAL:
            return "a turn begins", ""
        case _:
            return "", ""


class _Drawing:
    def __init__(self, machine: Machine) -> None:
        self.machine = machine
        self.conditions: dict[int, list[str]] = defaultdict(list)
        # The test at the end of a turn is part of the turn's end, and not of each step that leads there.
        self.same: dict[int, int] = {}
        for node in reversed(machine.nodes):  # a test that goes on behind a player who leaves has a higher number
            for edge in node.edges[-1:] if node.kind is NodeKind.TEST else ():
                target = self.same.get(edge.target, edge.target)
                if machine.nodes[target].kind is NodeKind.TURN:
                    self.same[node.number] = target

    def ways(self, node: Node) -> Iterator[Way]:
        """The ways out of a node that is drawn, one for each target."""
        labels: dict[int, list[str]] = {}
        for target, label in self._leaving(node):
            if target == node.number and node.kind is NodeKind.TURN:  # behind a player who has left, it ends as before
                continue
            known = labels.setdefault(target, [])
            if label not in known:
                known.append(label)
        for target, texts in labels.items():
            # An unconditional way needs no label; several conditional ways are alternatives.
            yield Way(node.number, target, "" if "" in texts else ", or ".join(texts))

    def _leaving(self, node: Node) -> Iterator[tuple[int, str]]:
        if node.kind is NodeKind.TURN:
            for test in (number for number, turn in self.same.items() if turn == node.number):
                for edge in self.machine.nodes[test].edges[:-1]:
                    yield from self._follow(self.machine.nodes[test], edge, "")
        if node.kind is NodeKind.DECISION:
            yield from self._after_moves(node)
            return
        for edge in node.edges:
            yield from self._follow(node, edge, "")

    def _after_moves(self, node: Node) -> Iterator[tuple[int, str]]:
        """What follows the moves of a decision; where they differ, the label names the move."""
        nodes = self.machine.nodes
        after: dict[int, dict[tuple[int, str], None]] = {}
        for edge in node.edges:
            effect = nodes[edge.target]
            after[effect.move] = {way: None for out in effect.edges for way in self._follow(effect, out, "")}
        for move, ways in after.items():
            for target, label in ways:
                everywhere = all((target, label) in other for other in after.values())
                name = self.machine.rules.moves[move].name
                yield target, label if everywhere else f"after {name}: {label}" if label else f"after {name}"

    def _follow(self, node: Node, edge: Edge, label: str) -> Iterator[tuple[int, str]]:
        """From an edge on to the nodes that are drawn."""
        label = self._label(node, edge) or label
        target = self.machine.nodes[self.same.get(edge.target, edge.target)]
        if target.kind is NodeKind.RESULT:
            text = condition_text(edge.guard) if node.kind is NodeKind.TEST else ""
            if text and text not in self.conditions[target.number]:
                self.conditions[target.number].append(text)
            # The result says itself why it comes about; only an end that is tested as a phase begins needs to say when.
            when = label if label.startswith(UNTIL) else ""
            yield target.number, "no step is possible" if node.stuck or node.kind is NodeKind.ARRIVAL else when
        elif target.kind in KEPT:
            yield target.number, label
        else:
            for following in target.edges:
                yield from self._follow(target, following, label)

    def _label(self, node: Node, edge: Edge) -> str:
        nodes = self.machine.nodes
        match node.kind:
            case NodeKind.EFFECT if edge.guard is not None:
                return condition_text(edge.guard)
            case NodeKind.EFFECT if len(node.edges) > 1:
                return OTHERWISE
            case NodeKind.FOLLOW_UP if edge is node.edges[-1]:
                return f"no step for {self.machine.rules.phases[node.phase].steps[node.step].name}"
            case NodeKind.TURN if edge.guard is not None:
                return f"{UNTIL}{condition_text(edge.guard)}"
            case NodeKind.TURN:
                return "next player"
            case NodeKind.ARRIVAL if any(nodes[other.target].kind is not NodeKind.FAULT for other in node.edges[1:]):
                return "a step is possible" if edge.guard is not None else "no step is possible"
            case _:
                return ""
