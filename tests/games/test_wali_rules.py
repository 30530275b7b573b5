"""Wali and its variants beside their rules in plain Python, in random games, under every pair of choices."""

from __future__ import annotations

import random

import pytest
from pairwise import covering
from wali import HAND, PASS, Point, Step, Wali

import interpreter
from interpreter.source.document import load_document


def rows() -> list[dict[str, str | int]]:
    document, _ = load_document("wali")
    return covering({option.name: option.choices or (20, 100) for option in document.options})


def step_of(move: interpreter.Move) -> Step:
    def point(site: str | None) -> Point | None:
        return None if site is None else (ord(site[0]) - ord("a"), int(site[1:]) - 1)

    if move.verb == "pass":
        return PASS
    what = {"place": "drop", "move": "march", "remove": "take"}[move.verb]
    return what, point(move.origin), point(move.target)


def compare(game: interpreter.Game, seed: int, limit: int) -> None:
    """Plays a random game in both and compares the legal steps, the position and the result after each step."""
    rules = Wali(game.options, {}, {"black": HAND, "white": HAND})
    position, chance = game.initial(), random.Random(seed)
    for _ in range(limit):
        moves = {step_of(move): move for move in position.legal_moves}
        assert set(moves) == rules.legal()
        assert position.mover == rules.mover
        assert (position.phase == "marching") == rules.marching
        # Rows are sought, so that captures are met.
        steps = sorted(moves, key=str)
        rowing = [step for step in steps if step[0] == "march" and rules.play(step).mover == rules.mover]
        step = chance.choice(rowing if rowing and chance.random() < 0.6 else steps)
        rules, position = rules.play(step), position.after(moves[step])
        assert (position.outcome and (position.outcome.winner or "draw")) == (rules.winner or None)
        assert {site: there.owner for site, there in position.occupants.items()} == {
            f"{'abcdef'[x]}{y + 1}": owner for (x, y), owner in rules.stones.items()
        }
        if position.outcome is not None:
            return


@pytest.mark.parametrize("chosen", rows())
def test_wali_under_its_options(chosen: dict[str, str | int]):
    game = interpreter.load("wali", options=chosen)
    for seed in range(2):
        compare(game, seed, 220)


@pytest.mark.parametrize("name", ["wali", "wali-prost", "dara", "dara-niger"])
def test_wali_and_its_variants(name: str):
    game = interpreter.load(name)
    for seed in range(2):
        compare(game, seed, 220)
