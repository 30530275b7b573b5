"""Files to make mistakes in."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from small_game import BASE

import interpreter

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from interpreter.diagnostics import Diagnostic


@pytest.fixture
def validated(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., list[Diagnostic]]:
    """Writes a text to `game.yaml`, beside the small game as `parent.yaml`, and gives what is said of it."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "parent.yaml").write_text(BASE, encoding="utf-8")

    def validate(text: str | bytes, *, games: int = 0, **choices: Any) -> list[Diagnostic]:
        path = tmp_path / "game.yaml"
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        # As many games whatever the machine's speed, so that their findings are the same everywhere.
        return interpreter.validate("game.yaml", games=games, seconds=3600, **choices)

    return validate
