"""A tree of Monte Carlo search: its arrays, how it grows, and what it knows of the steps at its root."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from interpreter.engine.kernel import Sets, new_ints, new_sets
from interpreter.players.tree_kernel import CONTROL, NODE, ONE, place_parts

if TYPE_CHECKING:
    from array import array

    from interpreter.engine.state import State, Step
    from interpreter.players.grounds import Ground

_PLACE = {name: place for place, name in enumerate(CONTROL)}
_FIELD = {name: place for place, name in enumerate(NODE)}
FIRST_ROOM = 1 << 12
STEPS_OF_A_GAME = 2_000  # of a random one; where it is not over by then it counts as a draw
STEPS_OF_A_SLOW_GAME = 100


@dataclass(frozen=True, slots=True)
class Branch:
    """A step at a node: the random games through it, their mean reward for the player to move, and what is certain.

    The reward is from 0 to 1; `certain` is None, or the winner's number, -1 for a draw.
    """

    step: Step
    node: int
    visits: int
    value: float
    certain: int | None


class Tree:
    """The tree of one position. `memory` bounds its arrays, in bytes; beyond it, it grows no more."""

    def __init__(self, ground: Ground, state: State, *, seed: int, curiosity: float, memory: int) -> None:
        self.ground = ground
        shape = ground.shape
        self.position = ground.arrays(state)
        self.out = new_ints(max(1, ground.most_steps) * shape.step_parts)
        node_bytes = 8 * (len(NODE) + shape.step_parts + 2)
        position_bytes = 8 * (place_parts(shape) + shape.sets * ((ground.width + 63) // 64))
        # A position costs more than a node, but most nodes are never come to: half of the memory for either.
        self.most_nodes = max(FIRST_ROOM, memory // 2 // node_bytes)
        self.most_positions = max(FIRST_ROOM, memory // 2 // position_bytes)
        self.control = new_ints(len(CONTROL))
        for name, value in {
            "nodes": 1,
            "positions": 1,
            "seed": seed,
            "limit": STEPS_OF_A_SLOW_GAME if ground.engine == "reference" else STEPS_OF_A_GAME,
            "curiosity": round(curiosity * 1024),
        }.items():
            self.control[_PLACE[name]] = value
        self.steps, self.nodes, self.means, self.bonuses, self.pool = (new_ints(0) for _ in range(5))
        self.pool_sets = new_sets(0, ground.width)
        self._enlarge()
        for place in range(shape.numbers):
            self.pool[place] = self.position.numbers[place]
        for place in range(shape.sets):
            self.pool_sets[place] = self.position.sets[place]

    def __getitem__(self, name: str) -> int:
        return self.control[_PLACE[name]]

    @property
    def visits(self) -> int:
        """Random games that the tree has seen, those of its earlier roots included where they came this way."""
        return self._of(self["root"], "visits")

    @property
    def certain(self) -> int | None:
        """The certain result for the root: None, or the winner's number, -1 for a draw."""
        return _certain(self._of(self["root"], "proven"))

    def _of(self, node: int, name: str) -> int:
        return self.nodes[node * len(NODE) + _FIELD[name]]

    def _arrays(self) -> tuple[array[int] | Sets, ...]:
        """What the kernel keeps a tree in, in the order in which it is told."""
        return self.steps, self.nodes, self.means, self.bonuses, self.pool, self.pool_sets, self.control

    def _enlarge(self) -> None:
        """Twice the room for nodes and positions, as far as the memory goes."""
        shape = self.ground.shape
        nodes = min(self.most_nodes, max(FIRST_ROOM, 2 * self["node_room"]))
        positions = min(self.most_positions, max(FIRST_ROOM, 2 * self["position_room"]))
        self.steps = _longer(self.steps, nodes * shape.step_parts)
        self.nodes = _longer(self.nodes, nodes * len(NODE))
        self.means = _longer(self.means, nodes)
        self.bonuses = _longer(self.bonuses, nodes)
        self.pool = _longer(self.pool, positions * place_parts(shape))
        self.pool_sets = _more_sets(self.pool_sets, positions * shape.sets, self.ground.width)
        self.control[_PLACE["node_room"]] = nodes
        self.control[_PLACE["position_room"]] = positions
        self.control[_PLACE["full"]] = int(nodes == self.most_nodes and positions == self.most_positions)

    def grow(self, rounds: int, batch: int) -> int:
        """Grows by rounds of `batch` random games; gives the rounds made before the result was certain."""
        made = 0
        while made < rounds and self.certain is None:
            done = self.ground.functions["grow"](
                self.position.numbers,
                self.position.sets,
                self.position.history,
                self.out,
                *self._arrays(),
                rounds - made,
                batch,
            )
            made += done
            if made < rounds and self.certain is None:
                self._enlarge()
        return made

    def branches(self, node: int | None = None) -> list[Branch]:
        """The steps at the root, or at another node, the most visited first."""
        node = self["root"] if node is None else node
        parts, first = self.ground.shape.step_parts, self._of(node, "first")
        found = []
        for child in range(first, first + self._of(node, "count")):
            visits, total = self._of(child, "visits"), self._of(child, "total")
            found.append(
                Branch(
                    self.ground.step(self.steps[child * parts : (child + 1) * parts]),
                    child,
                    visits,
                    total / (2 * visits) if visits else self.means[child] / ONE,
                    _certain(self._of(child, "proven")),
                )
            )
        return sorted(found, key=lambda branch: -branch.visits)

    def rerooted(self, node: int, state: State) -> Tree | None:
        """The part of the tree below a node, whose position is given; None where nothing is known of it."""
        if self._of(node, "place") < 0 or self._of(node, "first") == 0:
            return None
        kept = object.__new__(Tree)
        kept.__dict__.update(self.__dict__)
        kept.position = self.ground.arrays(state)
        for name in ("control", "steps", "nodes", "means", "bonuses", "pool"):
            setattr(kept, name, new_ints(len(getattr(self, name))))
        kept.pool_sets = new_sets(len(self.pool_sets), self.ground.width)
        self.ground.functions["transplant"](*self._arrays(), *kept._arrays(), node)
        return kept


def _certain(proof: int) -> int | None:
    return None if proof == 0 else proof - 2 if proof > 1 else -1


def _longer(values: array[int], size: int) -> array[int]:
    values.frombytes(bytes(8 * (size - len(values))))  # in place, so that nothing is copied where there is room
    return values


def _more_sets(values: array[int] | Sets, size: int, width: int) -> array[int] | Sets:
    more = new_sets(size, width)
    if isinstance(more, Sets) and isinstance(values, Sets):
        memoryview(more.memory)[: len(values.memory)] = memoryview(values.memory)
    elif not isinstance(more, Sets) and not isinstance(values, Sets):
        more[: len(values)] = values
    return more
