"""The state machine of a game: nodes and guarded edges, numbered for the engines and as a networkx graph.

A game waits in decision nodes. From there the path leads through the effect of the step taken, the first matching
entry of `next`, the end conditions, and, when the turn is done, the change of phase and of player:

    decision --move--> effect --next--> follow-up? --> test --> decision of the next step
                          |                 |
                          +------done-------+--> test --> turn --until--> test --> change --> arrival

    arrival --> decision | forced pass | result

Where a test takes a player out, the ends behind that one are tested next, and the way goes on from there.

The edges of a node are in order: the first whose guard holds is taken; a guard of None always holds.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cached_property
from typing import TYPE_CHECKING

from interpreter.language.terms import Kind, Term
from interpreter.machine.rules import Result

if TYPE_CHECKING:
    import networkx as nx

    from interpreter.machine.rules import Effect, End, Phase, Rules


class NodeKind(StrEnum):
    """What happens at a node."""

    START = "start"  # the game begins
    DECISION = "decision"  # a player chooses a step
    PASS = "pass"  # noqa: S105 - a word of games, no secret; a player has no step, and the only choice is to pass
    EFFECT = "effect"  # the step's verb, consequences and counters
    FOLLOW_UP = "follow-up"  # is there a candidate for the next step of the turn?
    TEST = "test"  # end conditions after a step, after a turn, on entering a phase, or of a stuck player
    TURN = "turn"  # the turn is done: does the phase change?
    CHANGE = "change"  # the turn passes to the next player
    ARRIVAL = "arrival"  # a turn begins: is there a step?
    OUT = "out"  # a player leaves the game; when one is left, it is over
    RESULT = "result"  # the game is over
    FAULT = "fault"  # the file said that this cannot happen


@dataclass(frozen=True, slots=True)
class Edge:
    """A way out of a node. `guard` is a condition, or None for "otherwise"; `effects` happen on the way."""

    target: int
    guard: Term | None = None
    effects: tuple[Effect, ...] = ()
    label: str = ""


@dataclass(frozen=True, slots=True)
class Node:
    """A place in the machine. `name` is unique; `phase`, `step` and `move` number parts of the rules (-1: none)."""

    number: int
    kind: NodeKind
    name: str
    edges: tuple[Edge, ...] = ()
    phase: int = -1
    step: int = -1
    move: int = -1
    done: bool = False  # of a test: whether the turn is over
    stuck: bool = False  # of a test: whether the player to move next is known to have no step
    reason: str = ""  # of a result
    result: Result | None = None  # of a result, and of a player who leaves


@dataclass(frozen=True)
class Machine:
    """The compiled game."""

    rules: Rules
    nodes: tuple[Node, ...]
    decisions: dict[tuple[int, int], int]  # phase and step -> the decision's node
    arrivals: tuple[int, ...]  # phase -> the node where a turn begins
    turns: tuple[int, ...]  # phase -> the node where a turn is done
    start: int

    @cached_property
    def graph(self) -> nx.DiGraph[str]:
        """The machine as a graph: node attributes `kind`, `phase`, `step`; edge attributes `label`, `order`."""
        import networkx as nx  # noqa: PLC0415 - slow to import, and the engines do not need it

        graph: nx.DiGraph[str] = nx.DiGraph(title=self.rules.title)
        for node in self.nodes:
            phase = self.rules.phases[node.phase].name if node.phase >= 0 else ""
            graph.add_node(node.name, kind=str(node.kind), phase=phase, number=node.number)
        for node in self.nodes:
            for order, edge in enumerate(node.edges):
                target = self.nodes[edge.target].name
                label = edge.label or ("otherwise" if len(node.edges) > 1 else "")
                if graph.has_edge(node.name, target):  # several reasons for one way: one edge names them all
                    label = f"{graph.edges[node.name, target]['label']}; {label}"
                    order = graph.edges[node.name, target]["order"]  # noqa: PLW2901
                graph.add_edge(node.name, target, label=label, order=order)
        return graph


def has_candidates(decision: int) -> Term:
    """The guard "this decision offers at least one step"."""
    return Term("candidates", Kind.YES_NO, value=decision)


def _is_out(player: Term) -> Term:
    return Term("out", Kind.YES_NO, (player,))


ME = Term("me", Kind.PLAYER)
ALONE = Term("alone", Kind.YES_NO)
"""The guard "only one player is left"."""


class _Builder:
    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.nodes: list[Node] = []
        self.decisions: dict[tuple[int, int], int] = {}
        self.results: dict[tuple[str, Result], int] = {}
        self.arrivals: list[int] = []
        self.changes: list[int] = []
        self.turns: list[int] = []
        self.passing: dict[int, int] = {}  # phase -> the node of its forced pass

    def add(self, kind: NodeKind, name: str, **parts: object) -> int:
        self.nodes.append(Node(len(self.nodes), kind, name, **parts))  # type: ignore[arg-type]
        return len(self.nodes) - 1

    def connect(self, node: int, *edges: Edge) -> None:
        self.nodes[node] = replace(self.nodes[node], edges=(*self.nodes[node].edges, *edges))

    def result(self, reason: str, result: Result) -> int:
        key = (reason, result)
        if key not in self.results:
            same = sum(1 for known, _ in self.results if known == reason)
            name = f"end: {reason}" + (f" ({same + 1})" if same else "")
            self.results[key] = self.add(NodeKind.RESULT, name, reason=reason, result=result)
        return self.results[key]

    def test(self, name: str, ends: tuple[End, ...], otherwise: int, phase: int, **flags: bool) -> int:
        """A node that tests end conditions; without any it is left out."""
        if not ends:
            return otherwise
        node = self.add(NodeKind.TEST, name, phase=phase, **flags)
        for place, end in enumerate(ends):
            if end.result.kind == "out":  # the ends behind it are tested in any case
                assert end.result.player is not None  # noqa: S101 - somebody is out
                rest = self.test(f"{name}, after {end.reason}", ends[place + 1 :], otherwise, phase, **flags)
                there = Term("negate", Kind.YES_NO, (_is_out(end.result.player),))
                guard = Term("all", Kind.YES_NO, (there, end.condition), span=end.condition.span)
                leaves = self.leaves(f"out: {end.reason} ({name})", end.reason, end.result, rest, phase)
                self.connect(node, Edge(leaves, guard, label=end.reason), Edge(rest))
                return node
            self.connect(node, Edge(self.result(end.reason, end.result), end.condition, label=end.reason))
        self.connect(node, Edge(otherwise))
        return node

    def leaves(self, name: str, reason: str, result: Result, otherwise: int, phase: int) -> int:
        """A node where a player leaves the game: it is over if one is left."""
        node = self.add(NodeKind.OUT, name, phase=phase, reason=reason, result=result)
        self.connect(node, Edge(self.result(reason, Result("last")), ALONE, label="one is left"), Edge(otherwise))
        return node

    def build(self) -> Machine:
        start = self.add(NodeKind.START, "start", phase=0)
        for number, phase in enumerate(self.rules.phases):
            for index, step in enumerate(phase.steps):
                name = self.label(phase, step.name)
                self.decisions[number, index] = self.add(NodeKind.DECISION, name, phase=number, step=index)
        self.arrivals = self.one_each(NodeKind.ARRIVAL, "a turn begins")
        self.changes = self.one_each(NodeKind.CHANGE, "next player")
        self.turns = self.one_each(NodeKind.TURN, "turn done")
        for number, phase in enumerate(self.rules.phases):
            self.phase(number, phase)
        self.connect(start, Edge(self.arrivals[0]))
        return Machine(self.rules, tuple(self.nodes), self.decisions, tuple(self.arrivals), tuple(self.turns), start)

    def one_each(self, kind: NodeKind, name: str) -> list[int]:
        """A node of a kind for each phase."""
        return [self.add(kind, self.label(phase, name), phase=number) for number, phase in enumerate(self.rules.phases)]

    def label(self, phase: Phase, name: str) -> str:
        return name if len(self.rules.phases) == 1 else f"{phase.name}: {name}"

    def phase(self, number: int, phase: Phase) -> None:
        changes, turns = self.changes, self.turns
        all_ends = (*self.rules.ends, *phase.ends)
        done = self.test(self.label(phase, "turn test"), all_ends, turns[number], number, done=True)
        if phase.until is not None and phase.go is not None and phase.go != number:
            after = self.rules.phases[phase.go]
            entering = self.test(
                f"entering {after.name} from {phase.name}", after.ends, changes[phase.go], phase.go, done=True
            )
            self.connect(turns[number], Edge(entering, phase.until, label=f"until: {after.name}"))
        self.connect(turns[number], Edge(changes[number]))
        if phase.stuck == "pass":
            self.passing[number] = self.add(NodeKind.PASS, self.label(phase, "forced pass"), phase=number)
            effect = self.add(NodeKind.EFFECT, self.label(phase, "passing"), phase=number)
            self.connect(self.passing[number], Edge(effect, label="pass"))
            self.connect(effect, Edge(done))
        self.connect(changes[number], Edge(self.arrivals[number]))
        self.connect(self.arrivals[number], *self.beginnings(number))
        follow_ups: dict[int, int] = {}
        for index, step in enumerate(phase.steps):
            decision = self.decisions[number, index]
            for move in sorted(step.of_all):
                name = self.rules.moves[move].name
                label = name if name == step.name else f"{step.name}, {name}"
                effect = self.add(
                    NodeKind.EFFECT, self.label(phase, f"after {label}"), phase=number, step=index, move=move
                )
                self.connect(decision, Edge(effect, label=name))
                if self.rules.moves[move].verb == "swap":  # a step and a turn of its own
                    self.connect(effect, Edge(done))
                    continue
                for entry in step.next:
                    target = done
                    if entry.target is not None:
                        if entry.target not in follow_ups:
                            follow_ups[entry.target] = self.follow_up(number, phase, entry.target, done)
                        target = follow_ups[entry.target]
                    text = entry.condition.span.text if entry.condition is not None and entry.condition.span else ""
                    self.connect(effect, Edge(target, entry.condition, entry.effects, label=text))
                if not step.next or step.next[-1].condition is not None:
                    self.connect(effect, Edge(done))

    def follow_up(self, number: int, phase: Phase, step: int, done: int) -> int:
        """The way to a further step of the turn: end conditions first, or what happens without a candidate."""
        decision, name = self.decisions[number, step], phase.steps[step].name
        node = self.add(NodeKind.FOLLOW_UP, self.label(phase, f"to {name}"), phase=number, step=step)
        ends = tuple(end for end in (*self.rules.ends, *phase.ends) if not end.after_turn)
        due = decision
        if any(end.result.kind == "out" for end in ends):  # whose turn it is may be out; then it is over
            due = self.add(NodeKind.TEST, self.label(phase, f"still there for {name}"), phase=number)
            self.connect(due, Edge(done, _is_out(ME), label="out"), Edge(decision))
        tested = self.test(self.label(phase, f"test before {name}"), ends, due, number)
        policy = phase.steps[step].if_none
        self.connect(node, Edge(tested, has_candidates(decision), label=f"there is a step for {name}"))
        if policy == "loses":
            lost = self.result(f"no step for {name}", Result("loses", ME))
            self.connect(
                node, Edge(self.test(self.label(phase, f"test without {name}"), ends, lost, number), label="none")
            )
        else:  # a step that is forbidden without a follow-up is not among the candidates, so it never comes here
            self.connect(node, Edge(done, label="none"))
        return node

    def beginnings(self, number: int) -> tuple[Edge, ...]:
        """What the beginning of a turn leads to."""
        phase, decision = self.rules.phases[number], self.decisions[number, 0]
        first = Edge(decision, has_candidates(decision), label="there is a step")
        match phase.stuck:
            case "pass":
                return (first, Edge(self.passing[number], label="stuck: pass"))
            case "loses":
                return (first, Edge(self.result("no step left", Result("loses", ME)), label="stuck: loses"))
            case "out":
                name = self.label(phase, "out: no step left")
                leaves = self.leaves(name, "no step left", Result("out", ME), self.changes[number], number)
                return (first, Edge(leaves, label="stuck: out"))
            case "draw":
                return (first, Edge(self.result("no step left", Result("draw")), label="stuck: draw"))
            case "decide":
                fault = self.fault()
                ends = (*self.rules.ends, *phase.ends)
                return (
                    first,
                    Edge(
                        self.test(self.label(phase, "stuck test"), ends, fault, number, done=True, stuck=True),
                        label="stuck: decide",
                    ),
                )
            case _:
                return (first, Edge(self.fault(), label="stuck: impossible"))

    def fault(self) -> int:
        known = next((node.number for node in self.nodes if node.kind is NodeKind.FAULT), None)
        return self.add(NodeKind.FAULT, "impossible") if known is None else known


def build_machine(rules: Rules) -> Machine:
    """The state machine of rules without errors."""
    return _Builder(rules).build()
