"""A finding points to the right characters of the file, however the scalar is written."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from interpreter.machine.compiling import read_rules
from interpreter.source.document import load_document

if TYPE_CHECKING:
    from pathlib import Path

GAME = """game: Places
language: 1
players: [black, white]
board: {{shape: rectangle, size: [5, 5]}}
pieces:
  man: {{owner: each}}
moves:
  drop:
    place: man
    when: {value}
play: {{turn: drop, stuck: draw}}
end: {{}}
"""


@pytest.mark.parametrize(
    "value",
    [
        "any(mine) and any(wrong)",
        '"any(mine) and any(wrong)"',
        "'any(mine) and any(wrong)'",
        "   any(mine)  and   any( wrong )   # any(wrong) is a comment",
        ">\n      any(mine)\n      and any(wrong)",
        ">-\n      any(mine)\n\n      and\n      any(wrong)\n",
        "|\n      any(mine)\n        and any(wrong)",
        "any(mine)\n      and any(wrong)",
        '"any(mine)\n      and any(wrong)"',
        '"any(mine)\\n and any(wrong)"',
        '"any(mine)\\tand any(wrong)"',
        '"any(mine) \\\n      and any(wrong)"',
        "'any(mine)\n\n      and any(wrong)'",
        "&x any(mine) and any(wrong)",
        "|2-\n      any(mine) and any(wrong)",
    ],
)
def test_the_mark_lies_on_the_wrong_word(value: str, tmp_path: Path):
    path = tmp_path / "places.yaml"
    text = GAME.format(value=value)
    path.write_text(text, encoding="utf-8")
    document, problems = load_document(path)
    assert document is not None, problems
    _, found = read_rules(document)
    assert [problem.code for problem in found] == ["unknown-name"]
    span = found[0].span
    assert span is not None
    assert (span.start, span.text) == (text.index("wrong"), "wrong")


@pytest.mark.parametrize(
    "value", ['"any(mine) and any(wr\\x6fng)"', '"\\x61ny(mine) and any(wrong)"', '"\\u0061ny(wrong)"']
)
def test_escapes_that_hide_letters_mark_a_part_of_the_scalar(value: str, tmp_path: Path):
    path = tmp_path / "places.yaml"
    text = GAME.format(value=value)
    path.write_text(text, encoding="utf-8")
    document, _ = load_document(path)
    assert document is not None
    _, found = read_rules(document)
    span = found[0].span
    assert span is not None
    start = text.index(value)
    assert start <= span.start <= span.end <= start + len(value)
    assert span.text in {"wrong", value}, "a mark is right, or it marks the whole"


def test_an_error_in_a_definition_names_both_places(tmp_path: Path):
    path = tmp_path / "places.yaml"
    text = GAME.format(value="bad").replace("moves:", "define:\n  bad: any(worse)\n  worse: near(wrong)\nmoves:")
    path.write_text(text, encoding="utf-8")
    document, _ = load_document(path)
    assert document is not None
    _, found = read_rules(document)
    assert [problem.code for problem in found] == ["unknown-name"]
    assert found[0].span is not None
    assert found[0].span.start == text.index("wrong")
    uses = {text.index("worse)"), text.index("bad\nplay")}
    assert found[0].related
    assert {span.start for span, _ in found[0].related} <= uses
