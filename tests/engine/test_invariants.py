"""What holds in every position of every game of the library, tried on random games."""

from __future__ import annotations

import random
from functools import cache
from typing import TYPE_CHECKING

import pytest

import interpreter

if TYPE_CHECKING:
    from interpreter.engine.state import State

GAMES = interpreter.library_games()
EACH_GAME = pytest.mark.parametrize("name", GAMES)
STEPS = 80
SLOW, FEW = {"go", "chess", "omega-chess", "shogi", "xiangqi"}, 12  # games whose steps take long to find


@cache
def game(name: str) -> interpreter.Game:
    return interpreter.load(name, change={"board.size": [7, 7]} if name == "go" else {})


@cache
def walk(name: str) -> tuple[interpreter.Position, ...]:
    """The positions of a random game, the last one included."""
    chance = random.Random(name)
    positions = [game(name).initial()]
    while positions[-1].legal_moves and len(positions) < (FEW if name in SLOW else STEPS):
        positions.append(positions[-1].play(chance.choice(positions[-1].legal_moves)))
    return tuple(positions)


def all_of(state: State) -> tuple[object, ...]:
    """A state with its history spelled out: the states of two games never share one."""
    return (state._replace(history=None), tuple(link.key for link in state.history or ()))


@EACH_GAME
def test_owners_and_kinds_partition_the_occupied_sites(name: str):
    for position in walk(name):
        state = position.state
        assert sum(bits.bit_count() for bits in state.owned) == state.occupied.bit_count()
        assert sum(bits.bit_count() for bits in state.kinds) == state.occupied.bit_count()
        kinds = 0
        for bits in state.kinds:
            kinds |= bits
        assert kinds == state.occupied
        assert state.occupied < 1 << len(position.game.board.sites)
        assert all(count >= 0 for hand in state.hands for count in hand)
        for owner, piece in ((occupant.owner, occupant.piece) for occupant in position.occupants.values()):
            fixed = next(kind.owner for kind in position.game.rules.pieces if kind.name == piece)
            assert fixed is None or (*position.game.players, None)[fixed] == owner


@EACH_GAME
def test_undo_gives_the_position_before(name: str):
    before: interpreter.Position | None = None
    for position in walk(name):
        assert position.undo() is before
        before = position
    assert before is not None
    while before.previous is not None:
        assert before.last_move is not None
        assert all_of(before.previous.play(before.last_move).state) == all_of(before.state)
        before = before.previous
    assert all_of(before.state) == all_of(game(name).initial().state)
    assert before.undo() is None


@EACH_GAME
def test_legal_steps_are_sorted_and_each_is_there_once(name: str):
    for position in walk(name):
        texts = [str(move) for move in position.legal_moves]
        assert len(set(texts)) == len(texts)
        order = [
            (step.origin, step.target, step.kind, step.promotion, step.move)
            for step in (move.engine_step for move in position.legal_moves)
        ]
        assert order == sorted(order)
        assert (position.outcome is not None) == (not texts)
        assert (position.mover is None) == (position.outcome is not None)


@EACH_GAME
def test_every_legal_step_can_be_played_as_a_move_and_as_text(name: str):
    for position in walk(name)[::16]:
        before = position.state
        for move in position.legal_moves:
            after = position.play(move)
            assert all_of(position.play(str(move)).state) == all_of(after.state)
            assert after.turn in {position.turn, position.turn + 1}
            assert after.quiet in {0, position.quiet + 1}
            assert after.passes in {0, position.passes + 1}
            assert (after.passes == 0) == (move.verb != "pass")
        assert position.state == before


@EACH_GAME
def test_steps_that_are_not_legal_raise(name: str):
    for position in walk(name)[::20]:
        legal = {str(move) for move in position.legal_moves}
        for site in position.game.board.sites[:8]:
            for text in (site, f"x{site}", f"{site}-{position.game.board.sites[-1]}"):
                if text not in legal and not any(known.endswith(f"@{text}") for known in legal):
                    with pytest.raises((interpreter.IllegalMove, interpreter.AmbiguousMove)):
                        position.play(text)


@EACH_GAME
def test_perft_counts_what_can_be_played(name: str):
    first = game(name).initial()
    assert game(name).perft(0) == 1
    assert game(name).perft(1) == len(first.legal_moves)
    assert game(name).perft(2) == sum(len(first.play(move).legal_moves) for move in first.legal_moves)


@EACH_GAME
def test_a_turn_counts_the_steps_of_one_player(name: str):
    before: interpreter.Position | None = None
    for position in walk(name):
        if before is not None and position.outcome is None:
            assert position.turn - before.turn in {0, 1}
            if position.turn == before.turn:
                assert position.mover == before.mover
        before = position
