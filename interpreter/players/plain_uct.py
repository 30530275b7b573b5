"""UCT as textbooks have it, to measure others by: c = sqrt(2), uniform random games, every search from nothing.

A simulation begins at the position, goes from child to child by the largest mean reward + c * sqrt(ln(visits of the
parent) / visits), children that were never tried first and in random order, and plays a random game from the first
node that is new. What is played is the step tried most. Nothing is proven, and nothing kept for the next turn.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from math import log, sqrt
from typing import TYPE_CHECKING

from interpreter.engine.kernel import new_ints
from interpreter.players.grounds import Ground, Search, ground_of
from interpreter.players.report import move_of
from interpreter.players.search_text import packed, parts_of, search_text, unpacked

if TYPE_CHECKING:
    from interpreter.engine.lowering.shape import Shape
    from interpreter.play.game import Game
    from interpreter.play.move import Move
    from interpreter.play.position import Position

CURIOSITY = sqrt(2)
STEPS_OF_A_GAME = 2_000
ONE = 1 << 20  # the reward of a win, in means and bonuses
NODE = ("visits", "reward", "first", "count", "chooser", "step")
"""The numbers of a node: how often it was tried, and what that brought the player who chose it, in halves; where its
children are, and their number, 0 before it was tried twice; who chose it, and the step."""
FIRST_ROOM = 1 << 12  # nodes

UCT = """
def best_child(nodes: ints, at: int, wides: ints, bonuses: ints) -> int:
    \"\"\"The child of a node to be tried next.\"\"\"
    wide = wides[nodes[at + VISITS]]
    first = nodes[at + FIRST]
    best = first
    best_worth = -1
    for child in range(first, first + nodes[at + COUNT]):
        visits = nodes[child * NODE_PARTS + VISITS]
        if visits == 0:
            return child
        worth = nodes[child * NODE_PARTS + REWARD] * (ONE // 2) // visits + wide * bonuses[visits] // ONE
        if worth > best_worth:
            best_worth = worth
            best = child
    return best


def expand(nodes: ints, at: int, used: int, out: ints, found: int, chooser: int, rng: int) -> None:
    \"\"\"Makes the steps that were listed the children of a node; in random order, unless `rng` is 0.\"\"\"
    nodes[at + FIRST] = used
    nodes[at + COUNT] = found
    for i in range(found):
        for j in range(NODE_PARTS):
            nodes[(used + i) * NODE_PARTS + j] = 0
        nodes[(used + i) * NODE_PARTS + CHOOSER] = chooser
        other = i
        if rng != 0:
            rng, other = random_below(rng, i + 1)
        nodes[(used + i) * NODE_PARTS + STEP] = nodes[(used + other) * NODE_PARTS + STEP]
        nodes[(used + other) * NODE_PARTS + STEP] = <PACKED>


def simulate(
    numbers: ints, sets_: sets, history: ints, out: ints, start: ints, start_sets: sets, nodes: ints, path: ints,
    wides: ints, bonuses: ints, seed: int, made: int, simulations: int, used: int, room: int,
) -> tuple[int, int]:
    \"\"\"Goes on with simulations from a position until so many are made, or there is no room for nodes.

    Gives how many were made, and how many nodes there are.
    \"\"\"
    while made < simulations:
        go_back(start, start_sets, 0, numbers, sets_)
        rng = seeded(seed, made)
        level = 0
        node = 0
        ending = -1
        while ending < 0 and (level == 0 or nodes[node * NODE_PARTS] > 0):
            at = node * NODE_PARTS
            rng, luck = random_next(rng)
            drawn = thrown(numbers, sets_, history, luck) if CHANCE != 0 else -1
            if nodes[at + COUNT] == 0:
                found = choices(numbers, sets_, history, out)
                if used + found > room:
                    return made, used
                rng, luck = random_next(rng)
                expand(nodes, at, used, out, found, MOVERS[numbers[0]], luck | 1 if drawn < 0 else 0)
                used = used + found
            node = nodes[at + FIRST] + drawn if drawn >= 0 else best_child(nodes, at, wides, bonuses)
            level = level + 1
            path[level] = node
            step = nodes[node * NODE_PARTS + STEP]
            ending = play(numbers, sets_, history, <PARTS>)
        if ending < 0:
            ending = rollout(numbers, sets_, history, rng, STEPS_OF_A_GAME)
        winner = WINNERS[ending] if ending >= 0 else -1
        nodes[0] = nodes[0] + 1
        for i in range(1, level + 1):
            at = path[i] * NODE_PARTS
            nodes[at] = nodes[at] + 1
            nodes[at + REWARD] = nodes[at + REWARD] + (1 if winner < 0 else 2 if winner == nodes[at + CHOOSER] else 0)
        made = made + 1
    return made, used
"""


def uct_text(shape: Shape) -> str:
    """The functions for a game; they call its `legal`, `play`, `thrown` and `rollout`."""
    text = UCT.strip().replace("<PACKED>", packed("out", "i * STEP_PARTS", shape))
    numbers = {name.upper(): place for place, name in enumerate(NODE)}
    numbers |= {"ONE": ONE, "NODE_PARTS": len(NODE), "CHANCE": int(shape.chance), "STEPS_OF_A_GAME": STEPS_OF_A_GAME}
    return search_text(shape, numbers, {}, text.replace("<PARTS>", unpacked("step", shape)))


PLAIN_UCT = Search(("simulate",), ("legal", "play", "thrown", "rollout"), uct_text)


@dataclass
class PlainUct:
    """A player that makes so many simulations a step."""

    game: Game
    simulations: int
    seed: int = 0
    ground: Ground = field(init=False)

    def __post_init__(self) -> None:
        self.ground = ground_of(self.game, PLAIN_UCT)
        counts = range(1, self.simulations + 1)
        self._wides = new_ints([0, *(round(ONE * CURIOSITY * sqrt(log(visits))) for visits in counts)])
        self._bonuses = new_ints([0, *(round(ONE / sqrt(visits)) for visits in counts)])

    def __call__(self, position: Position) -> Move:
        """The step tried most."""
        start, now, shape = self.ground.arrays(position.state), self.ground.arrays(position.state), self.ground.shape
        out = new_ints(max(1, self.ground.most_steps) * shape.step_parts)
        nodes, path = new_ints(FIRST_ROOM * len(NODE)), new_ints(self.simulations + 2)
        made, used, seed = 0, 1, self.seed * 1_000_003 + len(position.moves)
        simulate = self.ground.functions["simulate"]
        while True:
            given = (*now, out, start.numbers, start.sets, nodes, path, self._wides, self._bonuses, seed)
            made, used = simulate(*given, made, self.simulations, used, len(nodes) // len(NODE))
            if made == self.simulations:
                break
            nodes.frombytes(bytes(8 * len(nodes)))
        _, _, first, count, *_ = nodes[: len(NODE)]
        best = max(range(first, first + count), key=lambda child: nodes[child * len(NODE)])
        step = nodes[best * len(NODE) + NODE.index("step")]
        return move_of(position, self.ground.step(parts_of(step, shape)))
