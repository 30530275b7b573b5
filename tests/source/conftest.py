"""A small game to make mistakes in, and files to write them to."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from interpreter.diagnostics.rendering import render
from interpreter.source.document import load_document

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from interpreter.diagnostics import Diagnostic
    from interpreter.source.document import Document

    Loaded = tuple[Document | None, tuple[Diagnostic, ...]]
    Loader = Callable[..., Loaded]

BASE = """\
game: Fill
language: 1
players: [black, white]
board:
  shape: rectangle
  size: [3, 3]
  adjacent: orthogonal
pieces:
  man: {owner: each}
moves:
  drop: {place: man, to: empty}
play:
  turn: drop
  stuck: draw
end:
  board full: {if: count(empty) is 0, result: draw}
"""

SECTION = re.compile(r"^(?=[^\s#-])", re.MULTILINE)


def sections(text: str) -> dict[str, str]:
    """The top-level parts of a file by their key."""
    return {part.split(":")[0].strip(): part for part in SECTION.split(text) if part.strip()}


def with_fragment(fragment: str) -> str:
    """The base game with the parts that the fragment writes; a variant, a list or a broken file stands alone."""
    parts = sections(fragment)
    alone = "extends" in parts or fragment.startswith("-") or "---" in parts or "game" in parts
    if alone:
        return fragment if "extends" in parts or "\n---" in fragment or fragment.startswith("-") else BASE
    return "".join({**sections(BASE), **parts}.values())


@pytest.fixture
def base() -> str:
    return BASE


@pytest.fixture
def compose() -> Callable[[str], str]:
    return with_fragment


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with the base game as `parent.yaml`; the tests run inside it."""
    (tmp_path / "parent.yaml").write_text(BASE, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def load(folder: Path) -> Loader:
    """Write a text (or bytes) to `game.yaml` and load it."""

    def load_text(text: str | bytes, **choices: dict[str, object]) -> Loaded:
        path = folder / "game.yaml"
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return load_document("game.yaml", **choices)

    return load_text


@pytest.fixture
def codes(load: Loader):
    """The codes found in a text."""

    def codes_of(text: str | bytes, **choices: dict[str, object]) -> list[str]:
        document, found = load(text, **choices)
        assert (document is None) == any(problem.is_error for problem in found)
        assert all(
            render([problem], form) for problem in found for form in ("full", "concise", "json", "plain", "github")
        )
        return [problem.code for problem in found]

    return codes_of
