"""The state machine as DOT, as Mermaid, and drawn as SVG.

DOT has every node of the machine. Mermaid and SVG are for people: nodes that are only passed through are left out.
"""

from __future__ import annotations

from textwrap import wrap
from typing import TYPE_CHECKING

from interpreter.diagnostics.excerpt import printable
from interpreter.machine.graph import NodeKind
from interpreter.machine.machine_svg import draw
from interpreter.machine.sketch import Spot, sketch

if TYPE_CHECKING:
    from collections.abc import Iterable

    from interpreter.machine.graph import Machine

WIDEST = 36
"""Characters of a line of text in a picture."""

SHAPES = {
    NodeKind.START: "shape=circle, style=filled, fillcolor=black, fontcolor=white",
    NodeKind.DECISION: 'shape=box, style="rounded,filled,bold", fillcolor="#f3d99a", fontsize=18',
    NodeKind.PASS: 'shape=box, style="rounded,dashed,bold"',
    NodeKind.EFFECT: "shape=plain",
    NodeKind.FOLLOW_UP: 'shape=diamond, style=filled, fillcolor="#f4efe4"',
    NodeKind.TEST: 'shape=diamond, style=filled, fillcolor="#f4efe4"',
    NodeKind.TURN: "shape=oval",
    NodeKind.CHANGE: "shape=oval",
    NodeKind.ARRIVAL: "shape=oval",
    NodeKind.OUT: "shape=octagon",
    NodeKind.RESULT: 'shape=doubleoctagon, style=filled, fillcolor="#d5e3d0"',
    NodeKind.FAULT: "shape=octagon, style=dashed",
}
BOXES = {
    NodeKind.START: ("((", "))"),
    NodeKind.DECISION: ("[", "]"),
    NodeKind.RESULT: ("{{", "}}"),
}
CLASSES = (
    "classDef decision fill:#f3d99a,stroke:#5b4a22,stroke-width:3px,color:#222",
    "classDef result fill:#d5e3d0,stroke:#3f5c35,stroke-width:2px,color:#222",
    "classDef pass stroke-dasharray:5 4",
)


def to_dot(machine: Machine) -> str:
    """The whole machine in the language of Graphviz; each phase is a cluster."""
    graph = machine.graph
    lines = [
        "digraph machine {",
        f'  label={_dot(graph.graph["title"])}; labelloc=t; fontname="sans-serif"; fontsize=20;',
        '  node [fontname="sans-serif"]; edge [fontname="monospace", fontsize=11];',
    ]
    several = len(machine.rules.phases) > 1
    for number, phase in enumerate(machine.rules.phases):
        inside = [
            _dot_node(name, facts, phase.name if several else "")
            for name, facts in graph.nodes.items()
            if facts["phase"] == phase.name and facts["kind"] != NodeKind.START
        ]
        head = [f"  subgraph cluster_{number} {{", f'    label={_dot(phase.name)}; style="rounded,dashed";']
        lines += [*head, *inside, "  }"] if several else inside
    for name, facts in graph.nodes.items():
        if not facts["phase"] or facts["kind"] == NodeKind.START:
            lines.append(_dot_node(name, facts, ""))
    for source, target, facts in sorted(graph.edges(data=True), key=lambda edge: edge[2]["order"]):
        label = f" [label={_dot(facts['label'])}]" if facts["label"] else ""
        lines.append(f"  n{graph.nodes[source]['number']} -> n{graph.nodes[target]['number']}{label};")
    return "\n".join([*lines, "}", ""])


def to_mermaid(machine: Machine) -> str:
    """The machine as people read it, as a Mermaid flowchart, which many sites draw inside Markdown."""
    picture = sketch(machine)
    lines = ["flowchart TD"]
    several = len(picture.phases) > 1
    for number, phase in enumerate(picture.phases):
        inside = [
            f"    {_mermaid_spot(spot)}"
            for spot in picture.spots
            if spot.phase == number and spot.kind not in (NodeKind.START, NodeKind.RESULT)
        ]
        lines += [f"  subgraph p{number}[{_mermaid([phase])}]", *inside, "  end"] if several else inside
    lines += [f"    {_mermaid_spot(spot)}" for spot in picture.spots if spot.kind in (NodeKind.START, NodeKind.RESULT)]
    for way in picture.ways:
        label = f"|{_mermaid(wrapped(way.label))}|" if way.label else ""
        lines.append(f"    n{way.source} -->{label} n{way.target}")
    lines += [f"    {text}" for text in CLASSES]
    for kind in (NodeKind.DECISION, NodeKind.RESULT, NodeKind.PASS):
        numbers = ",".join(f"n{spot.number}" for spot in picture.spots if spot.kind is kind)
        lines += [f"    class {numbers} {kind}"] if numbers else []
    return "\n".join([*lines, ""])


def to_svg(machine: Machine) -> str:
    """The machine as people read it, as one SVG document."""
    return draw(sketch(machine))


def wrapped(text: str) -> list[str]:
    """A text in lines short enough for a picture."""
    return wrap(printable(text), WIDEST, break_on_hyphens=False) or [""]


def _dot_node(name: str, facts: dict[str, object], phase: str) -> str:
    text = name.removeprefix(f"{phase}: ") if phase else name
    return f"    n{facts['number']} [label={_dot(text)}, {SHAPES[NodeKind(str(facts['kind']))]}];"


def _dot(text: str) -> str:
    """A quoted string of DOT; a backslash and a quotation mark would end it or mean something."""
    lines = (line.replace("\\", "\\\\").replace('"', '\\"') for line in wrapped(text))
    return '"' + "\\n".join(lines) + '"'


def _mermaid_spot(spot: Spot) -> str:
    opening, closing = BOXES.get(spot.kind, ("([", "])"))
    lines = wrapped(spot.title or str(spot.kind))
    lines += wrapped(spot.remark) if spot.remark else []
    lines += wrapped(f"if {spot.condition}") if spot.condition else []
    return f"n{spot.number}{opening}{_mermaid(lines)}{closing}"


def _mermaid(lines: Iterable[str]) -> str:
    """A quoted text; whatever is not a plain letter, digit or mark is written as an entity, so nothing is obeyed."""
    return '"' + "<br/>".join("".join(_entity(sign) for sign in line) for line in lines) + '"'


def _entity(sign: str) -> str:
    plain = sign.isalnum() or sign in " -_,.()=:+"
    return sign if plain else f"#{ord(sign)};"
