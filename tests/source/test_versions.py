"""What happens to files when the language grows: tried with words that are given to a second version."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

import pytest

import interpreter
from interpreter.cli.app import run
from interpreter.diagnostics.rendering import render
from interpreter.source.schema import game_schema
from interpreter.source.versions import FUNCTION, KEY, LATER, WORD, newest

if TYPE_CHECKING:
    from pathlib import Path

GAME = """\
game: Growth
language: {language}
players: [black, white]
board: {{shape: rectangle, size: [3, 3]}}
pieces:
  man: {{owner: each}}
{more}moves:
  drop: {{place: man, to: {to}, {keys}}}
play: {{turn: drop, stuck: loses}}
end: {{}}
"""
USES = {
    "key": ({"keys": "prefer: yes"}, "prefer"),
    "key-of-a-place": ({"keys": "maximise: 1"}, "maximise"),
    "function": ({"to": "near(mine)"}, "near"),
    "argument": ({"to": "'sites(rows(mine, inside=edges))'"}, "inside="),
    "word": ({"to": "unmoved"}, "unmoved"),
    "direction": ({"to": "'reach(mine, along=sideways)'"}, "sideways"),
}


@pytest.fixture
def grown(monkeypatch: pytest.MonkeyPatch) -> None:
    """A second version of the language, with some words that are of the first in truth."""
    monkeypatch.setitem(game_schema()["properties"]["language"], "maximum", 2)
    for word in (
        (KEY, "prefer"),
        (KEY, "a move: maximise"),
        (FUNCTION, "near"),
        (FUNCTION, "rows: inside"),
        (WORD, "unmoved"),
        (WORD, "sideways"),
    ):
        monkeypatch.setitem(LATER, word, 2)


def found(folder: Path, language: int = 1, more: str = "", to: str = "empty", keys: str = "when: yes") -> str:
    path = folder / "game.yaml"
    path.write_text(GAME.format(language=language, more=more, to=to, keys=keys), encoding="utf-8")
    return render(interpreter.validate(path, games=0))


@pytest.mark.usefixtures("grown")
@pytest.mark.parametrize("use", USES)
def test_a_later_word_says_which_version_it_needs(tmp_path: Path, use: str):
    parts, word = USES[use]
    said = found(tmp_path, **parts)
    assert f"error[newer-word]: `{word}` came with version 2 of the language, and this file says 1\n" in said
    assert said.count("error[") == 1
    assert "= help: write `language: 2`" in said
    assert "newer-word" not in found(tmp_path, 2, **parts)


@pytest.mark.usefixtures("grown")
def test_a_later_word_in_a_change(tmp_path: Path):
    found(tmp_path)
    child = tmp_path / "child.yaml"
    text = "game: Child\nextends: game.yaml\n{}change: {{moves: {{drop: {{prefer: yes}}}}}}\n"
    child.write_text(text.format(""), encoding="utf-8")
    assert "`prefer` came with version 2 of the language, and this file says 1" in render(interpreter.validate(child))
    child.write_text(text.format("language: 2\n"), encoding="utf-8")
    assert render(interpreter.validate(child, games=0)) == ""


@pytest.mark.usefixtures("grown")
def test_a_later_word_may_be_a_name_of_an_earlier_file(tmp_path: Path):
    more = "define:\n  unmoved: corners\n  near(x): x\n"
    assert found(tmp_path, more=more, to="empty and near(unmoved)") == ""
    game = interpreter.load(tmp_path / "game.yaml")
    assert [str(step) for step in game.initial().legal_moves] == ["a1", "c1", "a3", "c3"]
    assert found(tmp_path, 2, more=more, to="empty and near(unmoved)").count("[name-taken]") == 2


@pytest.mark.usefixtures("grown")
def test_a_variant_is_not_of_an_earlier_version_than_its_parent(tmp_path: Path):
    found(tmp_path, 2)
    child = tmp_path / "child.yaml"
    child.write_text("game: Child\nlanguage: 1\nextends: game.yaml\n", encoding="utf-8")
    said = render(interpreter.validate(child))
    assert "the parent is written in language 2, and this file says 1" in said
    assert "write `language: 2`, or leave it out" in said


@pytest.mark.usefixtures("grown")
def test_a_file_of_a_version_that_is_not_known_yet(tmp_path: Path):
    said = found(tmp_path, 3, keys="glow: yes")
    assert said.startswith("error[newer-language]: the file is written in language 3, and this program understands")
    assert said.count("error[") == 1


@pytest.mark.usefixtures("grown")
def test_the_reference_tells_the_version_of_a_word(capfd: pytest.CaptureFixture[str]):
    assert run(["explain", "near"]) == 0
    assert "Since version 2 of the language." in capfd.readouterr().out
    assert run(["explain", "groups"]) == 0
    assert "Since version 1 of the language." in capfd.readouterr().out
    assert run(["vocabulary", "--json"]) == 0
    since = {(entry["kind"], entry["name"]): entry["since"] for entry in json.loads(capfd.readouterr().out)}
    assert since["function", "near"] == 2
    assert since["function", "groups"] == 1
    assert run(["vocabulary"]) == 0
    assert re.search(r"^ +near +[0-9]+ .*?\(since\s+version 2\)", capfd.readouterr().out, re.MULTILINE | re.DOTALL)


def test_later_words_are_of_a_version_that_is_read():
    assert all(1 < version <= newest() for version in LATER.values())
