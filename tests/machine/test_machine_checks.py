"""What the checks of the machine find, and what they leave alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

import interpreter

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

# code, the text at the place it names, a file that has the mistake, a file like it without
CASES = {
    "a step that no next names": (
        "unreachable-step",
        "take",
        "play:\n  turn:\n    drop: {}\n    take: {}\n  stuck: draw\n",
        "play:\n  turn:\n    drop: {next: take}\n    take: {}\n  stuck: draw\n",
    ),
    "a step that only an unreachable step names": (
        "unreachable-step",
        "take",
        "play:\n  turn:\n    drop: {}\n    take: {next: again}\n    again: {do: drop, next: take}\n  stuck: draw\n",
        "play:\n  turn:\n    drop: {next: take}\n    take: {next: again}\n    again: {do: drop}\n  stuck: draw\n",
    ),
    "a phase that no go names": (
        "unreachable-phase",
        "late",
        "phases:\n  early: {turn: drop, stuck: draw}\n  late: {turn: take, stuck: draw}\n",
        "phases:\n  early: {turn: drop, stuck: draw, until: turn > 3, go: late}\n  late: {turn: take, stuck: draw}\n",
    ),
    "a game without an end": (
        "endless-game",
        "play",
        "play: {turn: drop, stuck: pass}\nend: {}\n",
        "play: {turn: drop, stuck: loses}\nend: {}\n",
    ),
    "a phase without a way to an end": (
        "endless-game",
        "late",
        (
            "phases:\n"
            "  early: {turn: drop, stuck: draw, until: turn > 3, go: late}\n"
            "  late: {turn: drop, stuck: pass}\n"
            "end: {}\n"
        ),
        (
            "phases:\n"
            "  early: {turn: drop, stuck: pass, until: turn > 3, go: late}\n"
            "  late: {turn: drop, stuck: draw}\n"
            "end: {}\n"
        ),
    ),
    "an entry of next after one that always holds": (
        "dead-next",
        '{if: "rows(mine, min=3)", go: take}',
        (
            'play:\n  turn:\n    drop:\n      next: [{go: done}, {if: "rows(mine, min=3)", go: take}]\n'
            "    take: {}\n  stuck: draw\n"
        ),
        (
            'play:\n  turn:\n    drop:\n      next: [{if: "rows(mine, min=3)", go: take}, {go: done}]\n'
            "    take: {}\n  stuck: draw\n"
        ),
    ),
    "an entry of next that never holds": (
        "dead-next",
        "{if: no, go: take}",
        "play:\n  turn:\n    drop:\n      next: [{if: no, go: take}, {go: done}]\n    take: {}\n  stuck: draw\n",
        "play:\n  turn:\n    drop:\n      next: [{if: turn > 2, go: take}, {go: done}]\n    take: {}\n  stuck: draw\n",
    ),
    "an entry of next after yes": (
        "dead-next",
        "{go: done}",
        "play:\n  turn:\n    drop:\n      next: [{if: yes, go: take}, {go: done}]\n    take: {}\n  stuck: draw\n",
        "play:\n  turn:\n    drop:\n      next: [{if: turn > 1, go: take}, {go: done}]\n    take: {}\n  stuck: draw\n",
    ),
    "a move that asks whether the mover is stuck": (
        "asks-itself",
        "stuck",
        "moves:\n  drop: {place: man, when: not stuck}\n  take: {remove: theirs}\n",
        "moves:\n  drop: {place: man, when: turn > 0}\n  take: {remove: theirs}\n",
    ),
    "two steps that ask for each other": (
        "asks-itself",
        "can(take)",
        "moves:\n  drop: {place: man, when: can(take)}\n  take: {remove: theirs, when: can(drop)}\n",
        "moves:\n  drop: {place: man, when: can(take)}\n  take: {remove: theirs}\n",
    ),
    "nobody can win": (
        "nobody-wins",
        "full",
        "end:\n  full: {if: no(empty), result: draw}\n",
        "end:\n  full: {if: no(empty), result: lowest score wins}\nscore: count(of(it))\n",
    ),
    "a move that no step offers": (
        "unused-move",
        "take",
        "play: {turn: drop, stuck: draw}\n",
        "play:\n  turn:\n    either: {do: [drop, take]}\n  stuck: draw\n",
    ),
}
WARNINGS = {"nobody-wins", "unused-move"}


@pytest.mark.parametrize(("code", "place", "wrong", "right"), CASES.values(), ids=CASES)
def test_each_check(code: str, place: str, wrong: str, right: str, game_file: Callable[[str], Path]):
    found = [finding for finding in interpreter.validate(game_file(wrong), games=0) if finding.code == code]
    assert found
    assert all(finding.is_error is (code not in WARNINGS) for finding in found)
    span = found[0].span
    assert span is not None
    assert span.text.startswith(place)
    assert found[0].help
    assert code not in {finding.code for finding in interpreter.validate(game_file(right), games=0)}


def test_the_small_game_has_nothing_to_find(game_file: Callable[[str], Path]):
    assert interpreter.validate(game_file("")) == []


def test_several_findings_of_the_machine_come_together(game_file: Callable[[str], Path]):
    parts = (
        "moves:\n  drop: {place: man}\n  take: {remove: theirs}\n  march: {move: mine, along: any}\n"
        "play:\n  turn:\n    drop: {next: [{go: done}, {if: turn > 2, go: done}]}\n    take: {}\n  stuck: pass\n"
        "end: {}\n"
    )
    codes = {finding.code for finding in interpreter.validate(game_file(parts), games=0)}
    assert codes >= {"unreachable-step", "dead-next", "endless-game", "unused-move", "nobody-wins"}
