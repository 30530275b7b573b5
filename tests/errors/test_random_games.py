"""What random games say when their time is up before they are over."""

from __future__ import annotations

from itertools import count
from types import SimpleNamespace
from typing import TYPE_CHECKING

import pytest
from small_game import with_parts

import interpreter
from interpreter.checking import games

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize(
    ("end", "told"),
    [
        ("", ["never-ends"]),
        ("too long: {if: turn >= 700, result: draw}", []),
        ("often: {if: repeats >= 700, result: draw}", []),
    ],
)
def test_a_long_game_that_is_cut_off_never_ends_unless_turns_or_positions_are_counted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, end: str, told: list[str]
):
    monkeypatch.setattr(games, "time", SimpleNamespace(monotonic=count().__next__))  # a second for every step
    path = tmp_path / "game.yaml"
    rest = "moves: {wait: {pass: yes}}\nplay: {turn: wait, stuck: draw}\n"
    parts = f"{rest}end:\n  waited: {{if: passes > 9000, result: draw}}\n  {end}\n"
    path.write_text(with_parts(parts), encoding="utf-8")
    played = games.play_games(interpreter.load(path), games=4, seconds=600, seed=1)
    assert played.unfinished == len(told)
    assert [finding.code for finding in games.findings(interpreter.load(path), played)] == told
