"""What the manual says of a word, looked up."""

from __future__ import annotations

import pytest

from interpreter.authoring.manual import Entry, entries, lookup, page
from interpreter.language.functions import FUNCTIONS
from interpreter.language.scope import CLASSES, KEYWORDS, RELATIVE, WORDS


def test_everything_that_may_stand_in_an_expression_is_found():
    for kind, names in (("word", WORDS), ("function", FUNCTIONS), ("direction", (*CLASSES, *RELATIVE))):
        for name in names:
            (entry,) = lookup(name, (kind,))
            assert len(entry.text) > 3
    assert all(lookup(name, ("operator",)) for name in KEYWORDS)


def test_a_key_is_told_for_the_place_where_it_stands():
    # Only the tables count all of whose keys may stand there.
    of_a_step = lookup(
        "from", ("key",), among=("do", "else", "from", "prefer", "minimise", "maximise", "next", "if none")
    )
    assert [entry.text.partition("\n")[0] for entry in of_a_step] == ["Only the pieces on these sites."]
    assert len(lookup("from", ("key",))) > 1


def test_a_page_has_every_meaning():
    text = page("to")
    assert text
    assert text.startswith("# to\n\n## key, under `moves`: where a placed piece goes\n\nWhere it may land, ")
    assert "## key, under `options`\n\n" in text
    assert "## word, under Words\n\nWhere the piece of this move lands.\n\n- gives: site\n" in text
    assert page("nonsense") is None


@pytest.mark.parametrize(
    ("word", "told"),
    [
        ("custodial", "## term custodial capture, under 7. Terms\n\nTaking a piece by standing on both sides of it."),
        ("jump", "**Capture by jumping**"),
        ("chain", "goes on with the same piece"),
        ("corner", "neighbours of the victim"),
        ("Forced", "a capture is compulsory"),
        ("option", "## key, under The file\n\nWhat the players may choose before the game."),
    ],
)
def test_words_of_the_trade_are_found(word: str, told: str):
    assert told in (page(word) or "")


@pytest.mark.parametrize(
    "entry", [entry for entry in entries() if entry.kind == "function"], ids=lambda entry: entry.word
)
def test_a_function_is_told_with_its_example(entry: Entry):
    assert entry.text.startswith(f"`{entry.word}")
    assert entry.text.count("```") in (2, 4, 6)
