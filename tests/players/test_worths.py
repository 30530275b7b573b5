"""What pieces are worth, found by playing."""

from __future__ import annotations

import pytest

import interpreter
from interpreter.players import AlphaBeta, Limits
from interpreter.players.worths import PIECE, worths


def worth(name: str) -> dict[tuple[int, str], int]:
    """What a piece of an owner and kind is worth in a game."""
    game = interpreter.load(name)
    ground = AlphaBeta(game).ground
    assert ground.shape.lowered is not None
    found = worths(game, ground)
    slots = ground.shape.lowered.slots
    return {(owner, game.rules.pieces[kind].name): value for (owner, kind), value in zip(slots, found, strict=True)}


def test_pieces_that_find_more_steps_are_worth_more():
    found = worth("chess")
    for side in (0, 1):
        pawn, knight, rook, queen = (found[side, kind] for kind in ("pawn", "knight", "rook", "queen"))
        assert PIECE == pawn < knight < rook < queen
    assert found[0, "queen"] == found[1, "queen"]
    assert worth("chess") == found  # always the same


@pytest.mark.parametrize("name", ["breakthrough", "order-and-chaos"])
def test_pieces_of_one_kind_and_pieces_that_never_move_are_worth_the_same(name: str):
    assert set(worth(name).values()) == {PIECE}


@pytest.mark.parametrize("guard", [".", "p"])
def test_nothing_is_taken_that_costs_more_than_it_brings(guard: str):
    position = interpreter.load("chess").position(f"""
        . . . . . . . k
        . . . . . . . .
        . . {guard} . . . . .
        . . . p . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . Q . . . K
    """)
    report = AlphaBeta(position.game).search(position, Limits(depth=1))
    assert (str(report.best) == "d1-d5") == (guard == ".")
