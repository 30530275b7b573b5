"""Each optimisation can be left out, and then the same games are played."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

import pytest

import interpreter
from interpreter.engine.compiled import CompiledEngine
from interpreter.engine.lowering.passes import ALL, PASSES

if TYPE_CHECKING:
    from interpreter.machine.graph import Machine

GAMES = ("order-and-chaos", "hnefatafl-7", "wali", "rive", "hex", "dara", "othello")


@pytest.fixture(scope="module")
def machines():
    return {name: interpreter.load(name).machine for name in GAMES}


@pytest.mark.parametrize("left_out", [name for name, found in PASSES.items() if not found.redraws])
@pytest.mark.parametrize("game", ["order-and-chaos", "wali", "rive", "hex"])
def test_the_same_games_are_played_without_a_pass(game: str, left_out: str, machines: dict[str, Machine]):
    machine = machines[game]
    small = CompiledEngine(machine, llvm=False, passes=ALL - {left_out})
    assert small.playouts(6, seed=3) == CompiledEngine(machine, llvm=False).playouts(6, seed=3)


@pytest.mark.parametrize("game", ["order-and-chaos", "dara"])
@pytest.mark.parametrize("left_out", [name for name, found in PASSES.items() if found.redraws])
def test_other_draws_give_the_same_chances(game: str, left_out: str, machines: dict[str, Machine]):
    machine = machines[game]
    with_pass, without = (
        CompiledEngine(machine, passes=passes).playouts(4000, seed=11) for passes in (ALL, ALL - {left_out})
    )
    for ending, count in with_pass.endings.items():
        # Two shares of 4,000 games each: five standard deviations of their difference at the widest.
        assert abs(Fraction(count - without.endings[ending], 4000)) < Fraction(5, 80), ending
    assert abs(with_pass.steps - without.steps) < 0.04 * with_pass.steps


def test_every_pass_is_used_somewhere(machines: dict[str, Machine]):
    """A pass that changes no kernel of these games has no reason to be there."""
    idle = set(ALL)
    for machine in machines.values():
        whole = CompiledEngine(machine).playout_kernel.source
        idle = {name for name in idle if CompiledEngine(machine, passes=ALL - {name}).playout_kernel.source == whole}
    assert not idle
