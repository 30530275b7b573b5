"""UCT as textbooks have it, to measure others by: c = sqrt(2), uniform random games, every search from nothing."""

from __future__ import annotations

from dataclasses import dataclass, field
from math import inf, log, sqrt
from typing import TYPE_CHECKING

from interpreter.engine.kernel import new_ints
from interpreter.engine.lowering.shape import FORCED_PASS
from interpreter.players.grounds import Ground, Search, ground_of
from interpreter.players.report import move_of

if TYPE_CHECKING:
    from interpreter.engine.lowering.positions import Arrays
    from interpreter.play.game import Game
    from interpreter.play.move import Move
    from interpreter.play.position import Position

CURIOSITY = sqrt(2)
STEPS_OF_A_GAME = 2_000
FUNCTIONS = ("legal", "play", "thrown", "rollout")
PARTS = Search(FUNCTIONS, FUNCTIONS, lambda _: "")


@dataclass
class _Node:
    """A step: who chose it, how often it was tried and what it brought him; its children once it was tried twice."""

    parts: tuple[int, ...]
    chooser: int
    visits: int = 0
    reward: float = 0.0
    children: list[_Node] | None = None

    def worth(self, visits_of_parent: int) -> float:
        if not self.visits:
            return inf
        return self.reward / self.visits + CURIOSITY * sqrt(log(visits_of_parent) / self.visits)


def _best(children: list[_Node], visits: int) -> _Node:
    return max(children, key=lambda child: child.worth(visits))


@dataclass
class PlainUct:
    """A player that makes so many simulations a step."""

    game: Game
    simulations: int
    seed: int = 0
    ground: Ground = field(init=False)
    _drawn: int = 0

    def __post_init__(self) -> None:
        self.ground = ground_of(self.game, PARTS)

    def __call__(self, position: Position) -> Move:
        """The step tried most."""
        root = _Node((), -1)
        for _ in range(self.simulations):
            self._simulate(root, self.ground.arrays(position.state))
        best = max(root.children or [], key=lambda child: child.visits)
        return move_of(position, self.ground.step(best.parts))

    def _simulate(self, root: _Node, arrays: Arrays) -> None:
        path, node, ending = [root], root, -1
        shape, functions = self.ground.shape, self.ground.functions
        chance = shape.chance
        while ending < 0 and (node is root or node.visits):
            if node.children is None:
                node.children = self._children(arrays)
            by_chance = functions["thrown"](*arrays, self._seed()) if chance else -1
            node = node.children[by_chance] if by_chance >= 0 else _best(node.children, max(1, node.visits))
            path.append(node)
            ending = functions["play"](*arrays, *node.parts)
        if ending < 0:
            ending = functions["rollout"](*arrays, self._seed(), STEPS_OF_A_GAME)
        winner = shape.winners[ending] if ending >= 0 else -1
        for visited in path:
            visited.visits += 1
            visited.reward += 0.5 if winner < 0 else float(winner == visited.chooser)

    def _seed(self) -> int:
        self._drawn += 1
        return (self.seed * 1_000_003 + self._drawn) * 0x9E3779B97F4A7C15 % (1 << 63)

    def _children(self, arrays: Arrays) -> list[_Node]:
        shape = self.ground.shape
        mover, parts = shape.movers[arrays.numbers[0]], shape.step_parts
        if arrays.numbers[0] >= shape.first_pass:
            return [_Node(tuple(FORCED_PASS if place == 3 else -1 for place in range(parts)), mover)]
        out = new_ints(max(1, self.ground.most_steps) * parts)
        count = self.ground.functions["legal"](*arrays, out)
        return [_Node(tuple(out[n * parts : (n + 1) * parts]), mover) for n in range(count)]
