from __future__ import annotations

from typing import Any

from interpreter.source import to_plain
from interpreter.source.document import document_hash, load_document, resolved_yaml


def test_every_line_says_where_it_comes_from(load: Any):
    document, _ = load("game: Larger\nextends: parent.yaml\nchange: {board: {size: 5}}\n")
    lines = resolved_yaml(document).splitlines()
    assert [line.split("#")[1].strip() for line in lines if "size" in line] == ["game.yaml:3"]
    assert [line.split("#")[1].strip() for line in lines if "shape" in line] == ["parent.yaml:5"]


def test_it_is_a_game_file_of_the_same_rules(folder: Any, base: str, load: Any):
    text = (
        base
        + "setup: |\n  . b .\n  . . .\n  w . .\n"
        + "define: {a: 'x: y', b: 'no'}\noptions: {n: {number: 3, from: 1, to: 4}}\n"
    )
    document, found = load(text.replace("[3, 3]", "[n, 3]"))
    assert not found
    (folder / "resolved.yaml").write_text(resolved_yaml(document))
    again, found = load_document("resolved.yaml")
    assert not found
    assert to_plain(again.root) == to_plain(document.root)
    assert document_hash(again) == document_hash(document)


def test_the_hash_names_the_rules_alone(base: str, load: Any):
    first = document_hash(load(base)[0])
    for same in (
        base.replace("game: Fill", "game: Other"),
        base + "about: {year: 1999}\n",
        base.replace("{owner: each}", "{owner: each, letter: m}"),
        base.replace("  size: [3, 3]", "  sites: points   # drawn so\n  size:\n    - 3\n    - 3"),
    ):
        assert document_hash(load(same)[0]) == first
    for other in (
        base.replace("[3, 3]", "[3, 4]"),
        base.replace("empty}", "corners}"),
        base.replace("result: draw", "result: me wins"),
    ):
        assert document_hash(load(other)[0]) != first
