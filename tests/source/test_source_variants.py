from pathlib import Path
from typing import Any

import pytest

from interpreter.source import to_plain
from interpreter.source.document import load_document


def variant(*lines: str) -> str:
    return "\n".join(("game: Larger", "extends: parent.yaml", *lines, ""))


def test_a_variant_merges_deeply_and_keeps_places(load: Any):
    document, found = load(variant("change:", "  board: {size: 5}", "  moves: {drop: {leaves: any(mine)}}"))
    assert not found
    rules = to_plain(document.root)
    assert rules["game"] == "Larger"
    assert rules["language"] == 1
    assert rules["board"] == {"shape": "rectangle", "size": 5, "adjacent": "orthogonal"}
    assert rules["moves"]["drop"] == {"place": "man", "to": "empty", "leaves": "any(mine)"}
    assert document.root.get("board").get("size").span.source.name == "game.yaml"
    assert document.root.get("board").get("shape").span.source.name == "parent.yaml"
    assert [source.name for source in document.files] == ["game.yaml", "parent.yaml"]
    assert "change" not in document.root
    assert "extends" not in document.root


def test_null_deletes_and_lists_are_replaced(load: Any):
    document, found = load(variant("change:", "  players: [red, blue, green]", "  board: {adjacent: null}"))
    assert not found
    rules = to_plain(document.root)
    assert rules["players"] == ["red", "blue", "green"]
    assert "adjacent" not in rules["board"]


def test_about_is_merged_and_scenarios_are_replaced(folder: Path, base: str, load: Any):
    (folder / "parent.yaml").write_text(
        base + "about: {year: 1999, origin: here}\nscenarios:\n  one: {expect: {legal: 9}}\n"
    )
    document, found = load(variant("about: {origin: there}", "scenarios:", "  two: {expect: {legal: 25}}"))
    assert not found
    rules = to_plain(document.root)
    assert rules["about"] == {"year": 1999, "origin": "there"}
    assert list(rules["scenarios"]) == ["two"]
    document, _ = load(variant())
    assert "scenarios" not in document.root


def test_options_of_parent_and_child_stand_together(folder: Path, base: str, load: Any):
    (folder / "parent.yaml").write_text(
        base + "options:\n  width: {number: 3, from: 2, to: 9}\n  rule: {a: {}, b: {score: 1}}\n"
    )
    document, found = load(
        variant("options:", "  rule: {b: {score: 2}}", "  more: {x: {}, y: {board: {size: 4}}}"), options={"rule": "b"}
    )
    assert not found
    assert document.chosen == {"width": 3, "rule": "b", "more": "x"}
    assert to_plain(document.root)["score"] == 2
    document, _ = load(variant("options:", "  rule: null"))
    assert list(document.chosen) == ["width"]


def test_grandparents(folder: Path, load: Any):
    (folder / "middle.yaml").write_text(variant("change: {board: {size: 4}, score: 1}"))
    document, found = load("game: Third\nextends: middle.yaml\nchange: {board: {size: 6}}\n")
    assert not found
    assert to_plain(document.root)["board"]["size"] == 6
    assert to_plain(document.root)["score"] == 1
    assert len(document.files) == 3


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("game: A\nextends: game.yaml\n", "endless-extends"),
        ("game: A\nextends: nowhere.yaml\n", "file-not-found"),
        ("game: A\nextends: paernt\n", "unknown-parent"),
        ("game: A\nextends: [parent.yaml]\n", "wrong-kind"),
        ("game: A\nextends:\n", "missing-value"),
        ("game: A\nextends: parent.yaml\nmoves: {}\n", "change-needed"),
        ("game: A\nextends: parent.yaml\nchange: {game: B}\n", "not-changeable"),
        ("game: A\nextends: parent.yaml\nchange: {moves: {drip: null}}\n", "nothing-to-delete"),
        ("game: A\nextends: parent.yaml\nchange: {moves: {drip: {to: empty}}}\n", "no-verb"),
        ("game: A\nextends: parent.yaml\nchange: {moves: {drop: {move: mine}}}\n", "two-verbs"),
        ("game: A\nextends: parent.yaml\nchange: {board: null}\n", "missing-key"),
        ("game: A\nextends: parent.yaml\nchange: [board]\n", "wrong-kind"),
        ("game: A\nextends: parent.yaml\nchange: {bord: {size: 3}}\n", "unknown-key"),
        ("game: A\nextends: parent.yaml\nchange: {board: {sise: 3}}\n", "unknown-key"),
        ("extends: parent.yaml\n", "missing-key"),
    ],
)
def test_wrong_variants(text: str, code: str, codes: Any):
    assert set(codes(text)) == {code}


def test_a_circle_of_files(folder: Path):
    (folder / "one.yaml").write_text("game: A\nextends: two.yaml\n")
    (folder / "two.yaml").write_text("game: B\nextends: one.yaml\n")
    document, (problem,) = load_document("one.yaml")
    assert document is None
    assert problem.code == "endless-extends"
    assert problem.span.source.name == "two.yaml"


def test_a_mistake_in_the_parent_is_told_once_and_there(folder: Path, base: str, load: Any):
    (folder / "parent.yaml").write_text(base.replace("stuck: draw", "stuck: drawn"))
    _, found = load(variant())
    assert [(problem.code, problem.span.source.name) for problem in found] == [("wrong-value", "parent.yaml")]


def test_an_added_move_points_to_the_inherited_one(load: Any):
    _, (problem,) = load(variant("change: {moves: {drops: {to: corners}}}"))
    assert "`drop`" in problem.label


def test_a_choice_that_a_variant_took_the_ground_from_is_to_be_worded_anew(folder: Path, base: str, load: Any):
    (folder / "parent.yaml").write_text(
        base.replace("to: empty}", "to: empty, then: {first: {capture: corners}, second: {capture: theirs}}}")
        + "options: {corners: {count: {}, are safe: {moves: {drop: {then: {first: null}}}}}}\n"
    )
    change = "change: {moves: {drop: {then: [{capture: theirs}]}}}"
    _, (problem,) = load(variant(change))
    assert problem.code == "nothing-to-delete"
    assert "the variant game.yaml replaced" in problem.help
    assert "`options: {corners: {are safe: ...}}`" in problem.help
    assert load(variant(change, "options: {corners: {are safe: {moves: {drop: {to: edges}}}}}"))[1] == ()
