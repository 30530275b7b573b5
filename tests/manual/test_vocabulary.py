"""What the manual says about the words that few games use is what the library shows."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import TYPE_CHECKING

from interpreter.cli.app import run
from interpreter.editor.usage import vocabulary
from interpreter.resources import library_games

if TYPE_CHECKING:
    import pytest

MANUAL = (Path(__file__).resolve().parents[2] / "grammar" / "README.md").read_text(encoding="utf-8")


def told() -> dict[str, str]:
    """The names of the table of rare words, and what stands as their user."""
    section = re.search(r"^### What few games use\n(.*?)^## ", MANUAL, re.DOTALL | re.MULTILINE)
    assert section
    rows = re.findall(r"^\| (`.*?) \| (.*?) \|", section[1], re.MULTILINE)
    return {name: user for names, user in rows for name in re.findall(r"`([^`(]+)(?:\(\.\.\.\))?`", names)}


def test_a_word_with_one_user_or_none_is_justified():
    assert {term.name for term in vocabulary() if len(term.games) < 2} <= set(told())


def test_no_word_is_called_rare_that_is_not():
    rare = {term.name for term in vocabulary() if len(term.games) < 2}
    assert set(told()) <= rare


def test_the_users_are_those_of_the_library():
    for term in vocabulary():
        if term.name in told() and term.games:
            assert all(game in library_games() for game in term.games)
            assert len(term.games) > 1 or term.games[0] in told()[term.name]


def test_the_command_lists_what_is_used(capfd: pytest.CaptureFixture[str]):
    assert run(["vocabulary", "--json"]) == 0
    listed = {(entry["kind"], entry["name"]): entry["games"] for entry in json.loads(capfd.readouterr().out)}
    assert "othello" in listed["key", "flip"]
    assert {"chess", "xiangqi"} <= set(listed["function", "attacks"])
    assert {"royal-game-of-ur", "einstein"} <= set(listed["word", "roll"])
    assert run(["vocabulary"]) == 0
    assert re.search(r"^ +doubles +1 +backgammon \(equal dice ", capfd.readouterr().out, re.MULTILINE)
