from pathlib import Path
from typing import Any

import pytest

from interpreter.source import to_plain

OPTIONS = """\
options:
  swap:
    yes: {}
    no:
      moves: {drop: {leaves: any(mine)}}
  other:
    plain: {}
    strict:
      moves: {drop: {leaves: no(theirs)}}
    gone:
      moves: {drop: {to: null}}
  width: {number: 3, from: 2, to: 9}
"""


@pytest.fixture
def text(base: str):
    return base.replace("size: [3, 3]", "size: [width, 4]").replace("is 0", "is width") + OPTIONS


def test_defaults(text: str, load: Any):
    document, found = load(text)
    assert not found
    assert document.chosen == {"swap": "yes", "other": "plain", "width": 3}
    assert document.numbers == {"width": 3}
    assert to_plain(document.root)["board"]["size"] == [3, 4]
    assert "options" not in document.root
    swap, _, width = document.options
    assert (swap.choices, swap.default, swap.span.text) == (("yes", "no"), "yes", "swap")
    assert (width.choices, width.default, width.low, width.high) == ((), 3, 2, 9)


@pytest.mark.parametrize("value", ["no", False, "No"])
def test_a_choice_may_be_said_in_several_ways(text: str, load: Any, value: Any):
    document, found = load(text, options={"swap": value})
    assert not found
    assert document.chosen["swap"] == "no"
    assert to_plain(document.root)["moves"]["drop"]["leaves"] == "any(mine)"


@pytest.mark.parametrize("value", [7, "7", 7.0])
def test_a_number(text: str, load: Any, value: Any):
    document, found = load(text, options={"width": value})
    assert not found
    assert to_plain(document.root)["board"]["size"] == [7, 4]
    # Inside an expression the name stays: the language knows it by `numbers`.
    assert to_plain(document.root)["end"]["board full"]["if"] == "count(empty) is width"


@pytest.mark.parametrize(
    ("options", "code"),
    [
        ({"swop": "no"}, "unknown-option"),
        ({"swap": "maybe"}, "unknown-choice"),
        ({"swap": None}, "unknown-choice"),
        ({"swap": [1]}, "unknown-choice"),
        ({"width": 1}, "option-out-of-range"),
        ({"width": 10}, "option-out-of-range"),
        ({"width": "wide"}, "option-out-of-range"),
        ({"width": "9" * 5000}, "option-out-of-range"),
        ({"width": "\u0663"}, "option-out-of-range"),
        ({"width": True}, "option-out-of-range"),
        ({"width": 2.5}, "option-out-of-range"),
        ({"swap": "no", "other": "strict"}, "options-overlap"),
    ],
)
def test_wrong_choices(text: str, codes: Any, options: Any, code: str):
    assert codes(text, options=options) == [code]


def test_an_unknown_option_is_answered_with_the_list(text: str, load: Any):
    _, (problem,) = load(text, options={"swop": 1})
    assert 'did you mean "swap"?' in problem.help
    assert "`width`" in problem.help


def test_parts_of_one_path_overlap_too(base: str, codes: Any):
    text = (
        base
        + "options:\n  a: {x: {}, y: {moves: {drop: {to: corners}}}}\n"
        + "  b: {x: {}, y: {moves: {drop: null, put: {place: man}}}}\n"
    )
    assert codes(text, options={"a": "y", "b": "y"}) == ["options-overlap"]


@pytest.mark.parametrize(
    ("options", "code"),
    [
        ("{a: {x: {}, y: {}}}", "choice-changes-nothing"),
        ("{a: {x: {}, y: {board: {size: [3, 3]}}}}", "choice-changes-nothing"),
        ("{a: {x: {}, y: }}", "choice-changes-nothing"),
        ("{a: {x: {}, y: {moves: {drip: null}}}}", "nothing-to-delete"),
        ("{a: {x: {}, y: {game: other}}}", "not-changeable"),
        ("{a: {}}", "missing-value"),
        ("{a: 3}", "wrong-kind"),
        ("{a: {number: 3}}", "missing-key"),
        ("{a: {number: x, from: 1, to: 2}}", "wrong-kind"),
        ("{a: {number: 3, from: 4, to: 9}}", "wrong-option"),
        ("{a b: {number: 5, from: 4, to: 9}}", "bad-name"),
        ("{a: {number: 5, from: 4, to: 9, step: 2}}", "unknown-key"),
    ],
)
def test_wrong_options(base: str, codes: Any, options: Any, code: str):
    assert code in codes(base + f"options: {options}\n")


def test_a_choice_that_breaks_the_schema_is_told_when_chosen(base: str, codes: Any):
    text = base + "options: {a: {x: {}, y: {moves: {drop: {move: mine}}}}}\n"
    assert codes(text) == []
    assert codes(text, options={"a": "y"}) == ["two-verbs"]


@pytest.mark.parametrize(
    ("path", "value", "expected"),
    [
        ("board.size", [6, 5], {"board": {"size": [6, 5]}}),
        ("board.size", "[6, 5]", {"board": {"size": [6, 5]}}),
        ("board.size", (6, 5), {"board": {"size": [6, 5]}}),
        ("board.size", 4, {"board": {"size": 4}}),
        ('end."board full".if', "f(a, along=any)", {"end": {"board full": {"if": "f(a, along=any)"}}}),
        ("score", 7.5, {"score": 7.5}),
        ("score", True, {"score": True}),
        ("moves.drop", {"place": "man", "to": "corners"}, {"moves": {"drop": {"to": "corners"}}}),
        ("setup", ". . .\n. b .\n. . .", {"setup": ". . .\n. b .\n. . ."}),
        ("define.new.black", "corners", {"define": {"new": {"black": "corners"}}}),
        ("board.size", [3, 3], {"board": {"size": [3, 3]}}),
    ],
)  # fmt: skip
def test_changes(base: str, load: Any, path: str, value: Any, expected: Any):
    document, found = load(base, change={path: value})
    assert not found

    def contained(wanted: object, actual: object) -> bool:
        if isinstance(wanted, dict):
            return isinstance(actual, dict) and all(contained(wanted[key], actual[key]) for key in wanted)
        return wanted == actual

    assert contained(expected, to_plain(document.root))


def test_a_change_deletes(base: str, load: Any):
    for nothing in (None, "null", ""):
        document, found = load(base, change={"board.adjacent": nothing})
        assert not found
        assert "adjacent" not in document.root.get("board")


@pytest.mark.parametrize(
    ("path", "value", "code"),
    [
        ("", 1, "wrong-path"),
        ("board.", 1, "wrong-path"),
        (".board", 1, "wrong-path"),
        ("board..size", 1, "wrong-path"),
        ('end."board full', 1, "wrong-path"),
        ('end."board full"if', 1, "wrong-path"),
        ("board.size.columns", 1, "wrong-path"),
        ("players.black", 1, "wrong-path"),
        ("bord.size", 1, "wrong-path"),
        ("game", "x", "wrong-path"),
        ("board.sise", 1, "unknown-key"),
        ("board.size", "{", "yaml-syntax"),
        ("board.size", "a: b: c", "yaml-syntax"),
        ("board.size", "\x00", "control-character"),
        ("board.size", "\ud800", "control-character"),
        ("board.size", object(), "wrong-change"),
        ("board.size", "wide", "wrong-kind"),
        ("moves.drip", None, "nothing-to-delete"),
    ],
)
def test_wrong_changes(base: str, codes: Any, path: str, value: Any, code: str):
    assert codes(base, change={path: value}) == [code]


def test_a_changed_value_points_to_the_change(base: str, load: Any):
    _, (problem,) = load(base, change={"play.stuck": "lose"})
    assert str(problem.span) == "--change play.stuck:1:1"
    assert problem.span.text == "lose"


def test_a_variant_chooses_for_its_parent(folder: Path, text: str, load: Any):
    (folder / "parent.yaml").write_text(text)
    document, found = load("game: A\nextends: parent.yaml\nchoose: {swap: false, width: 5}\n")
    assert not found
    assert document.chosen == {"swap": "no", "other": "plain", "width": 5}
    assert to_plain(document.root)["board"]["size"] == [5, 4]
    assert "choose" not in document.root
    document, found = load("game: A\nextends: parent.yaml\nchoose: {swap: no}\n", options={"swap": "yes"})
    assert document.chosen["swap"] == "yes"


@pytest.mark.parametrize(
    ("chosen", "code"),
    [
        ("{swop: no}", "unknown-option"),
        ("{swap: maybe}", "unknown-choice"),
        ("{width: 50}", "option-out-of-range"),
        ("{width: [5]}", "wrong-kind"),
        ("{width: }", "missing-value"),
        ("no", "wrong-kind"),
    ],
)
def test_wrong_choices_of_a_variant(folder: Path, text: str, load: Any, chosen: str, code: str):
    (folder / "parent.yaml").write_text(text)
    document, (problem, *others) = load(f"game: A\nextends: parent.yaml\nchoose: {chosen}\n")
    assert document is None
    assert problem.code == code
    assert problem.span.source.name == "game.yaml"
    assert not others


def test_only_a_variant_chooses(base: str, codes: Any):
    assert codes(base + "choose: {swap: no}\n") == ["missing-key"]
