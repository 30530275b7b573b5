"""What a library game comes to, written out, is the same game."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

import interpreter
from interpreter.resources import library_games
from interpreter.source.document import document_hash, load_document, resolved_yaml

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize("name", library_games())
def test_the_resolved_file_is_the_same_game(name: str, tmp_path: Path):
    document, _ = load_document(name)
    assert document is not None
    path = tmp_path / "resolved.yaml"
    path.write_text(resolved_yaml(document), encoding="utf-8")
    assert interpreter.validate(path, games=0) == []
    again, _ = load_document(path)
    assert again is not None
    assert document_hash(again) == document_hash(document)


def test_a_forgotten_value_is_told(tmp_path: Path):
    path = tmp_path / "slow.yaml"
    path.write_text("game: Slow\nextends: wali\nchange:\n  moves:\n    march: {to: }\n", encoding="utf-8")
    (found,) = interpreter.validate(path)
    assert found.code == "missing-value"
    assert found.span is not None
    assert (found.span.line, found.span.text) == (5, "to")
    assert "null" in found.help


@pytest.mark.parametrize("name", ["hnefatafl-7", "copenhagen-hnefatafl", "order-and-chaos-exact", "wali"])
def test_options_can_be_kept_open(name: str, tmp_path: Path):
    document, _ = load_document(name)
    assert document is not None
    path = tmp_path / "open.yaml"
    path.write_text(resolved_yaml(document, keep_options=True), encoding="utf-8")
    assert [problem for problem in interpreter.validate(path, games=0) if problem.is_error] == []
    again, _ = load_document(path)
    assert again is not None
    assert document_hash(again) == document_hash(document)
    kept = {option.name for option in again.options}
    settled = {option.name for option in document.options if option.choices and option.default != option.choices[0]}
    assert kept == {option.name for option in document.options} - settled
    for option in again.options:
        for choice in option.choices:
            alike = [load_document(which, options={option.name: choice})[0] for which in (name, path)]
            assert alike[0] is not None
            assert alike[1] is not None
            assert document_hash(alike[0]) == document_hash(alike[1])
