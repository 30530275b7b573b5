import pytest
from pairwise import covering
from walking import walk

import interpreter
from interpreter.resources import library_games
from interpreter.source.document import load_document

FOUNDING = ("hnefatafl-7", "order-and-chaos", "rive", "wali")


def values(name: str):
    """Every choice of every option; of a number the default, the smallest, and one not much larger."""
    document, _ = load_document(name)
    return {
        option.name: option.choices or tuple(sorted({option.low, option.default, min(option.high, option.low + 5)}))
        for option in document.options
    }


def rows():
    return [(name, row) for name in FOUNDING for row in covering(values(name))]


def test_every_pair_of_choices_is_in_some_row():
    options = {"a": ("x", "y", "z"), "b": (1, 2), "c": ("p", "q")}
    found = covering(options)
    pairs = {(row["a"], row["b"]) for row in found} | {(row["b"], row["c"]) for row in found}
    pairs |= {(row["a"], row["c"]) for row in found}
    assert len(pairs) == 6 + 4 + 6


@pytest.mark.parametrize(("name", "chosen"), rows())
def test_every_pair_of_choices_plays(name: str, chosen: dict[str, str | int]):
    game = interpreter.load(name, options=chosen)
    assert game.options == chosen
    walk(game, 3, 100)


@pytest.mark.parametrize(
    ("name", "option", "choice"),
    [(name, option, choice) for name in FOUNDING for option, found in values(name).items() for choice in found],
)
def test_every_choice_by_itself_plays(name: str, option: str, choice: str | int):
    walk(interpreter.load(name, options={option: choice}), 7, 40)


@pytest.mark.parametrize("name", [name for name in library_games() if name not in FOUNDING])
def test_a_variant_leaves_its_parent_s_questions_open(name: str):
    document, _ = load_document(name)
    for option in document.options:
        for choice in option.choices:
            assert load_document(name, options={option.name: choice})[0] is not None
