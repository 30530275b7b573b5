"""Groups joined by union-find: what is asked of them is what is found where groups are filled."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest
from comparing import from_position

import interpreter
from interpreter.engine import kernel
from interpreter.engine.compiled import CompiledEngine
from interpreter.engine.lowering.disc import beside_of, disc_of
from interpreter.engine.lowering.passes import ALL

FILLED = ALL - {"union-find"}
CHAINS = str(Path(__file__).parent / "games" / "chains.yaml")
RING = "groups(not chain, touching=to, inside=not edges)"
compiled_only = pytest.mark.skipif(not kernel.available(), reason="it takes many games")


def joins(engine: CompiledEngine) -> bool:
    return "def join_" in engine.playout_kernel.source


@compiled_only
@pytest.mark.parametrize(
    ("name", "options"), [(CHAINS, {}), ("havannah", {"side": 5}), ("havannah", {"side": 9}), ("y", {"side": 11})]
)
def test_the_same_games_are_played(name: str, options: dict[str, object]):
    machine = interpreter.load(name, options=options).machine
    joined, filled = CompiledEngine(machine), CompiledEngine(machine, passes=FILLED)
    assert (joins(joined), joins(filled)) == (True, False)
    played = joined.playouts(1000, seed=5)
    assert played == filled.playouts(1000, seed=5)
    reached = {reason for (reason, _), number in played.endings.items() if number}
    assert reached >= {end.reason for end in machine.rules.ends}
    few = joined.playouts(3, seed=6)
    assert few == CompiledEngine(machine, llvm=False).playouts(3, seed=6)


@pytest.mark.parametrize(("name", "steps"), [(CHAINS, 14), ("havannah", 40)])
def test_random_games_from_a_position_know_its_groups(name: str, steps: int):
    game = interpreter.load(name, options={} if name == CHAINS else {"side": 5})
    found = [from_position(game, steps, passes, games=20) for passes in (ALL, FILLED)]
    assert found[0] == found[1]
    assert len(set(found[0])) > 2


@pytest.mark.parametrize(
    ("name", "options"),
    [("gonnect", {}), ("hex", {}), ("y", {"side": 7}), ("catchup", {})],
    ids=["stones leave", "two sets", "one word", "sizes"],
)
def test_groups_are_not_joined_where_that_is_wrong_or_slow(name: str, options: dict[str, object]):
    assert not joins(CompiledEngine(interpreter.load(name, options=options).machine))


@pytest.mark.parametrize(
    ("end", "condition", "joined"),
    [
        ("many", "count(chain and home(me)) > 4", True),
        ("many", "count(near(chain)) > 9", False),  # the group must be found in any case
        ("ring", f"turn > 9 and {RING}", False),  # a ring may stand that ended nothing
        ("many", f"turn > 9 and {RING}", True),  # `ring` ends the game with the first
        ("ring", "groups(not chain, touching=to, inside=not home(me))", False),
    ],
)
def test_groups_are_joined_where_all_that_is_asked_of_them_is_told(end: str, condition: str, joined: bool):  # noqa: FBT001 - a case
    assert joins(CompiledEngine(interpreter.load(CHAINS, change={f"end.{end}.if": condition}).machine)) is joined


@pytest.mark.parametrize(
    ("name", "change", "border"),
    [
        ("havannah", {}, 42),
        ("havannah", {"board.holes": ["h8"]}, None),
        ("hex", {}, 40),
        ("y", {}, 30),
        (CHAINS, {}, 22),
        (CHAINS, {"board.diagonals": "all"}, None),
        ("gonnect", {}, None),
    ],
)
def test_a_disc_of_triangles(name: str, change: dict[str, object], border: int | None):
    board = interpreter.load(name, change=change).rules.board
    along = tuple(range(len(board.directions)))
    disc = disc_of(board, along)
    assert border == (None if disc is None else disc.border.bit_count())
    if disc is not None:
        beside = beside_of(board, along)
        assert [set(order) for order in disc.around] == beside
        assert all(two in beside[one] for order in disc.around for one, two in pairwise(order))
