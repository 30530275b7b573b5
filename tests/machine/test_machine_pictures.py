"""The pictures of machines: what they show, that they are valid, and that nothing in them overlaps."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from itertools import combinations, pairwise
from typing import TYPE_CHECKING

import pytest

import interpreter
from interpreter.machine.graph import NodeKind
from interpreter.machine.layering import lay_out
from interpreter.machine.pictures import to_dot, to_mermaid, to_svg
from interpreter.machine.sketch import sketch
from interpreter.resources import library_games

if TYPE_CHECKING:
    from collections.abc import Callable

    from interpreter.machine.graph import Machine

LIBRARY = sorted(library_games())
QUOTED = r'"(?:[^"\\\n]|\\.)*"'
DOT_LINES = re.compile(
    rf"""digraph\ machine\ \{{ | \s*\}}
    | \s*label={QUOTED};\ .*; | \s*node\ \[fontname=\S+\];\ edge\ \[.*\];
    | \s*subgraph\ cluster_\d+\ \{{
    | \s*n\d+\ \[label={QUOTED},\ [^\]]*\];
    | \s*n\d+\ ->\ n\d+(\ \[label={QUOTED}\])?;""",
    re.VERBOSE,
)
MERMAID_LINES = re.compile(
    r"""flowchart\ TD
    | \s*subgraph\ p\d+\["[^"]+"\] | \s*end
    | \s*n\d+(\[|\(\[|\(\(|\{\{)"[^"]+"(\]|\]\)|\)\)|\}\})
    | \s*n\d+\ -->(\|"[^"|]+"\|)?\ n\d+
    | \s*classDef\ \w+\ [\w:#,. -]+ | \s*class\ n\d+(,n\d+)*\ \w+""",
    re.VERBOSE,
)
HOSTILE = """\
game: 'A "game" <of> \\ &amp; ]] --> ends'
play:
  turn: drop
  stuck: loses
end:
  'five "alike" <b> | ]]> end #35; `x` \\': {if: "rows(mine, min=5)", result: me wins}
  end: {if: count(mine) > 20 or count(theirs) < 0 - 1, result: draw}
"""


def texts(svg: str) -> str:
    return " ".join(text for element in ET.fromstring(svg).iter() for text in [element.text] if text)  # noqa: S314


@pytest.mark.parametrize("name", LIBRARY)
def test_every_library_game_can_be_drawn(name: str):
    machine = interpreter.load(name).machine
    check_dot(machine)
    check_mermaid(machine)
    check_svg(machine)


def check_dot(machine: Machine) -> None:
    lines = to_dot(machine).rstrip("\n").split("\n")
    assert [line for line in lines if not DOT_LINES.fullmatch(line)] == []
    assert sum("{" in line and "label" not in line for line in lines) == sum(line.strip() == "}" for line in lines)
    numbers = {int(found[1]) for line in lines if (found := re.match(r"\s*n(\d+) \[", line))}
    assert numbers == {node.number for node in machine.nodes}
    assert sum("->" in re.sub(QUOTED, "", line) for line in lines) == machine.graph.number_of_edges()


def check_mermaid(machine: Machine) -> None:
    text = to_mermaid(machine)
    assert [line for line in text.rstrip("\n").split("\n") if not MERMAID_LINES.fullmatch(line)] == []
    declared = re.findall(r"^\s*(n\d+)[\[({]", text, re.MULTILINE)
    assert len(declared) == len(set(declared))
    assert set(re.findall(r"\bn\d+\b", text)) == set(declared)


def check_svg(machine: Machine) -> None:
    said = texts(to_svg(machine))
    for phase in machine.rules.phases:
        assert all(step.name in said for step in phase.steps)
        assert len(machine.rules.phases) == 1 or phase.name in said
    for node in machine.nodes:
        if node.kind is NodeKind.RESULT:
            assert all(word in said for word in node.reason.split() if len(word) < 20)


def test_a_picture_says_what_happens(machine: Callable[[str], Machine]):
    for picture in (to_svg(machine("")), to_mermaid(machine(""))):
        for text in ("drop", "take", "a turn begins", "the turn is over", "next player", "five in a row"):
            assert text in picture
        assert "no step is possible" in picture
        assert "the mover wins" in picture
    assert "rows(mine, through=to," in texts(to_svg(machine("")))
    assert "the mover loses" in to_svg(machine("play: {turn: drop, stuck: loses}\n"))
    assert "black wins" in to_svg(machine("end:\n  full: {if: no(empty), result: black wins}\n"))
    assert "the other player loses" in to_svg(machine("end:\n  full: {if: no(empty), result: enemy loses}\n"))


def test_the_sketch_leaves_out_what_is_passed_through(machine: Callable[[str], Machine]):
    picture = sketch(machine(""))
    numbers = {spot.number for spot in picture.spots}
    names = {spot.number: spot.title for spot in picture.spots}
    assert all(way.source in numbers and way.target in numbers for way in picture.ways)
    ways = {(names[way.source], names[way.target]): way.label for way in picture.ways}
    assert ways["drop", "take"] == "rows(mine, through=to, length=3)"
    assert ways["drop", "the turn is over"] == "no step for take, or otherwise"
    assert ways["take", "the turn is over"] == ""
    assert ways["the turn is over", "a turn begins"] == "next player"
    assert ("the turn is over", "five in a row") in ways


def test_moves_of_one_step_that_lead_on_differently_are_told_apart(machine: Callable[[str], Machine]):
    parts = (
        "moves:\n  drop: {place: man}\n  take: {remove: theirs}\n  change: {swap: sides, when: turn is 2}\n"
        "play:\n  turn:\n    drop: {do: [drop, change], next: [{if: made(drop) and turn > 4, go: take}]}\n"
        "    take: {}\n  stuck: draw\n"
    )
    labels = [way.label for way in sketch(machine(parts)).ways]
    assert "after drop: made(drop) and turn > 4" in labels


def test_who_is_out_leads_to_the_last_one_and_back_to_the_turn(machine: Callable[[str], Machine]):
    parts = "players: [black, white, red]\nend:\n  full: {if: turn > 9, result: draw}\n"
    parts += "  alone: {if: no(theirs), result: next is out}\n"
    picture = sketch(machine(parts))
    told = {spot.title: spot.remark for spot in picture.spots}
    assert told["alone"] == "the last player wins"
    assert all(way.source != way.target for way in picture.ways if way.label == "")


def test_phases_are_frames(machine: Callable[[str], Machine]):
    parts = (
        "phases:\n  early: {turn: drop, stuck: pass, until: turn > 3, go: late}\n  late: {turn: take, stuck: draw}\n"
    )
    made = machine(parts)
    assert "subgraph cluster_1" in to_dot(made)
    assert 'subgraph p1["late"]' in to_mermaid(made)
    assert {"early", "late"} <= set(texts(to_svg(made)).split())
    assert "until turn > 3" in texts(to_svg(made))


def test_texts_of_the_author_are_escaped(machine: Callable[[str], Machine]):
    made = machine(HOSTILE)
    check_dot(made)
    check_mermaid(made)
    assert 'A "game" <of> \\ &amp; ]] --> ends' in texts(to_svg(made))


def test_very_long_names_are_wrapped(machine: Callable[[str], Machine]):
    condition = " or ".join(["turn > 7"] * 20)
    reason, other = ("long " * 150).strip(), "x" * 900
    made = machine(f"end:\n  {reason}: {{if: {condition}, result: me wins}}\n  {other}: {{if: no, result: draw}}\n")
    width = float(ET.fromstring(to_svg(made)).attrib["width"])  # noqa: S314
    assert width < 1500
    check_dot(made)
    check_mermaid(made)


def test_pictures_are_the_same_every_time(machine: Callable[[str], Machine]):
    for draw in (to_dot, to_mermaid, to_svg):
        assert draw(machine("")) == draw(machine(""))


def boxes_and_texts(svg: str) -> tuple[list[tuple[float, ...]], list[tuple[float, ...]]]:
    """Left, top, right, bottom of every box and of every text outside boxes."""
    boxes, labels = [], []
    group = ET.fromstring(svg).find("{*}g")  # noqa: S314
    assert group is not None
    for element in group:
        of = element.attrib
        if element.tag.endswith("rect") and of["x"] != "-12":
            x, y, width, height = (float(of[key]) for key in ("x", "y", "width", "height"))
            boxes.append((x, y, x + width, y + height))
        elif element.tag.endswith("text") and of.get("text-anchor") == "middle":
            x, y, size = float(of["x"]), float(of["y"]), float(of["font-size"])
            half = len(element.text or "") * size * 0.6 / 2
            labels.append((x - half, y - size * 0.8, x + half, y + size * 0.2))
    inside = [text for text in labels if any(contains(box, text) for box in boxes)]
    return boxes, [text for text in labels if text not in inside]


def contains(box: tuple[float, ...], text: tuple[float, ...]) -> bool:
    return box[0] <= text[0] and box[1] <= text[1] and text[2] <= box[2] and text[3] <= box[3]


def overlap(one: tuple[float, ...], other: tuple[float, ...]) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


@pytest.mark.parametrize("name", LIBRARY)
def test_labels_overlap_neither_boxes_nor_each_other(name: str):
    boxes, labels = boxes_and_texts(to_svg(interpreter.load(name).machine))
    assert boxes
    assert not [(box, label) for box in boxes for label in labels if overlap(box, label)]
    assert not [pair for pair in combinations(labels, 2) if overlap(*pair)]


def test_layout_keeps_apart_what_stands_in_a_row():
    boxes = {number: (number // 5, 60.0 + 7 * number, 30.0) for number in range(20)}
    ways = [(a, b) for a in boxes for b in boxes if boxes[a][0] != boxes[b][0] and (a * 7 + b) % 5 == 0]
    layout = lay_out(boxes, ways, [(50.0, 14.0)] * len(ways), {})
    rows: dict[int, list[tuple[float, float]]] = {}
    slots = {id(slot): slot for route in layout.routes for slot in route} | {
        id(slot): slot for slot in layout.boxes.values()
    }
    for slot in slots.values():
        rows.setdefault(slot.row, []).append((slot.x - slot.width / 2, slot.x + slot.width / 2))
    for found in rows.values():
        found.sort()
        assert all(one[1] <= other[0] + 1e-6 for one, other in pairwise(found))
    assert all(0 <= slot.x <= layout.width for slot in slots.values())
