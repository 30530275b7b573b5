"""Games of the library with random damage: never a traceback, and every finding has a page and a place."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import interpreter
from interpreter.diagnostics import SourceFile, catalog
from interpreter.diagnostics.rendering import render
from interpreter.resources import folder
from interpreter.source import Mapping, Node, Scalar, Sequence
from interpreter.source.trees import read_tree

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

TEXTS = [
    path.read_text(encoding="utf-8")
    for path in sorted(folder("games").glob("*.yaml"))
    if "\nextends:" not in path.read_text(encoding="utf-8")
]
# Scenarios play many steps; without them there is time for more damage.
RULES = [text.split("\nscenarios:")[0] + "\n" for text in TEXTS]
FEW = settings(
    max_examples=int(os.environ.get("DAMAGES", "25")), deadline=None, suppress_health_check=list(HealthCheck)
)
PLACES = st.floats(0, 1, exclude_max=True)
SIGNS = st.sampled_from([*":{}[]()|>#&*!,'\"-\n \t0", "and ", " not ", "any", "null", "[]", "{}", "\u00e9"])


def checked(text: str, folder: Path) -> None:
    path = folder / "game.yaml"
    path.write_text(text, encoding="utf-8")
    found = interpreter.validate(path, games=0)
    for finding in found:
        assert catalog.page(finding.code)
        assert finding.message
        assert finding.span is not None or finding.code in ("empty-file", "file-not-found")
        for span, _ in [(finding.span, ""), *finding.related]:
            assert span is None or 0 <= span.start <= span.end <= len(span.source.text) + 1
    assert isinstance(render(found), str)


def nodes(node: Node) -> Iterator[Node]:
    """Every value of a tree."""
    yield node
    inner = node.items if isinstance(node, Sequence) else ()
    for value in [entry.value for entry in node.entries] if isinstance(node, Mapping) else inner:
        yield from nodes(value)


def pick(items: list[Any], place: float) -> Any:
    return items[int(place * len(items))]


def at_lines(text: str, place: float, other: float, how: str) -> str:
    lines = text.splitlines(keepends=True)
    here, there = int(place * len(lines)), int(other * len(lines))
    match how:
        case "delete":
            del lines[here : here + 1 + there % 3]
        case "duplicate":
            lines.insert(there, lines[here])
        case "exchange":
            lines[here], lines[there] = lines[there], lines[here]
        case _:
            lines[here] = "  " + lines[here] if how == "right" else lines[here].removeprefix("  ")
    return "".join(lines)


HOWS = ("delete", "duplicate", "exchange", "right", "left")


@FEW
@given(text=st.sampled_from(TEXTS), place=PLACES, other=PLACES, how=st.sampled_from(HOWS))
def test_damaged_lines(text: str, place: float, other: float, how: str, tmp_path: Path):
    checked(at_lines(text, place, other, how), tmp_path)


@FEW
@given(
    text=st.sampled_from(RULES), place=PLACES, length=st.integers(0, 6), new=st.lists(SIGNS, max_size=2).map("".join)
)
def test_damaged_characters(text: str, place: float, length: int, new: str, tmp_path: Path):
    start = int(place * len(text))
    checked(text[:start] + new + text[start + length :], tmp_path)


@FEW
@given(text=st.sampled_from(RULES), place=PLACES, other=PLACES, how=st.sampled_from(["delete", "exchange", "copy"]))
def test_damaged_values(text: str, place: float, other: float, how: str, tmp_path: Path):
    root, _ = read_tree(SourceFile("game.yaml", text))
    assert root is not None
    scalars = [node for node in nodes(root) if isinstance(node, Scalar) and node.span.end > node.span.start]
    one, two = sorted((pick(scalars, place), pick(scalars, other)), key=lambda node: node.span.start)
    first, second = one.span, two.span
    new = "null" if how == "delete" else second.text
    changed = text[: first.start] + new + text[first.end : second.start]
    changed += (first.text if how == "exchange" and first.start < second.start else second.text) + text[second.end :]
    checked(changed, tmp_path)


@FEW
@given(text=st.sampled_from(RULES), words=st.lists(st.tuples(PLACES, PLACES), min_size=1, max_size=3))
def test_exchanged_words(text: str, words: list[tuple[float, float]], tmp_path: Path):
    parts = text.split(" ")
    for one, other in words:
        here, there = int(one * len(parts)), int(other * len(parts))
        parts[here], parts[there] = parts[there], parts[here]
    checked(" ".join(parts), tmp_path)
