"""A tree of Monte Carlo search: its arrays, how it grows, and what it knows of the steps at its root."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from interpreter.engine.kernel import Sets, new_ints, new_sets
from interpreter.players.search_text import parts_of
from interpreter.players.tree_kernel import place_parts
from interpreter.players.tree_nodes import BY_CHANCE, CONTROL, MARK, NODE, ONE

if TYPE_CHECKING:
    from array import array

    from interpreter.engine.state import State, Step
    from interpreter.players.grounds import Ground

_PLACE = {name: place for place, name in enumerate(CONTROL)}
_FIELD = {name: place for place, name in enumerate(NODE)}
_USED = {"node": "nodes", "list": "listed", "position": "positions"}
FIRST_ROOM = 1 << 12
URGENCY = 1.0  # the bonus of steps that were not tried yet; that of a step tried once is 1
STEPS_OF_A_GAME = 2_000  # of a random one; where it is not over by then it counts as a draw
STEPS_OF_A_SLOW_GAME = 100
MOST_TRIALS = 1 << 14  # steps that a search may try out before any of them has paid
WAY = 64  # steps of a random game that take as long as a way down the tree, and one more for each step listed behind it
LONG = 400  # steps of a random game, beyond which one is enough for any leaf
MOST_GAMES = 4  # random games from one leaf
SAMPLE = 4  # random games by which their length is told


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
    """The tree of one position. `memory` bounds its arrays, in bytes; beyond it, it grows no more.

    Without `trials`, steps are not tried out for whether one wins at once.
    """

    def __init__(
        self, ground: Ground, state: State, *, seed: int, curiosity: float, memory: int, trials: bool = True
    ) -> None:
        self.ground = ground
        shape = ground.shape
        self.out = new_ints(max(1, ground.most_steps) * shape.step_parts)
        self.memory = memory
        self.control = new_ints(len(CONTROL))
        slow = ground.engine == "reference"
        for name, value in {
            "limit": STEPS_OF_A_SLOW_GAME if slow else STEPS_OF_A_GAME,
            "curiosity": round(curiosity * 1024),
            "urgency": round(URGENCY * 1024),
            "most_credit": 0 if not trials else STEPS_OF_A_SLOW_GAME if slow else MOST_TRIALS,
        }.items():
            self.control[_PLACE[name]] = value
        self.lists, self.nodes, self.marks, self.pool = (new_ints(0) for _ in range(4))
        self.pool_sets = new_sets(0, ground.width)
        self._enlarge()
        self.plant(state, seed)

    def plant(self, state: State, seed: int) -> None:
        """Forgets everything and begins with a position; the memory stays."""
        shape = self.ground.shape
        self.position = self.ground.arrays(state)
        for name, value in {"root": 0, "root_chooser": 0, "nodes": 1, "listed": 1, "positions": 1}.items():
            self.control[_PLACE[name]] = value
        for name, value in {"seed": seed, "drawn": 0, "deepest": 0, "credit": self["most_credit"]}.items():
            self.control[_PLACE[name]] = value
        self.nodes[: len(NODE)] = new_ints(len(NODE))
        self.marks[: len(MARK)] = new_ints([ONE // shape.players, ONE])
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

    @property
    def arrays(self) -> tuple[array[int] | Sets, ...]:
        """What the kernel keeps a tree in, in the order in which it is told."""
        return self.lists, self.nodes, self.marks, self.pool, self.pool_sets, self.control

    def _enlarge(self) -> None:
        """Twice the room for what is nearly used up, as far as the memory goes."""
        shape = self.ground.shape
        words = (self.ground.width + 63) // 64
        costs = {"node": len(NODE) + len(MARK), "list": 1, "position": place_parts(shape) + shape.sets * words}
        rooms = {name: self[f"{name}_room"] for name in costs}
        short = [name for name, used in _USED.items() if 4 * self[used] >= 3 * rooms[name]] or list(costs)
        larger = {name: max(FIRST_ROOM, 2 * rooms[name]) if name in short else rooms[name] for name in costs}
        if rooms["node"] and sum(8 * costs[name] * larger[name] for name in costs) > self.memory:
            self.control[_PLACE["full"]] = 1
            return
        self.nodes = _longer(self.nodes, larger["node"] * len(NODE))
        self.marks = _longer(self.marks, larger["node"] * len(MARK))
        self.lists = _longer(self.lists, larger["list"])
        self.pool = _longer(self.pool, larger["position"] * place_parts(shape))
        if larger["position"] > rooms["position"]:
            self.pool_sets = _more_sets(self.pool_sets, larger["position"] * shape.sets, self.ground.width)
        for name, room in larger.items():
            self.control[_PLACE[f"{name}_room"]] = room

    def grow(self, rounds: int, batch: int) -> int:
        """Grows by rounds of `batch` random games; gives the rounds made before the result was certain."""
        made = 0
        while made < rounds and self.certain is None:
            done = self.ground.functions["grow"](
                self.position.numbers,
                self.position.sets,
                self.position.history,
                self.out,
                *self.arrays,
                rounds - made,
                batch,
            )
            made += done
            if made < rounds and self.certain is None:
                self._enlarge()
        return made

    def branches(self, node: int | None = None) -> list[Branch]:
        """The steps tried at the root, or at another node, the most visited first."""
        node = self["root"] if node is None else node
        first = self._of(node, "first")
        found = []
        for child in range(first, first + self._of(node, "tried")):
            visits, total = self._of(child, "visits"), self._of(child, "total")
            found.append(
                Branch(
                    self.ground.step(parts_of(self._of(child, "step"), self.ground.shape)),
                    child,
                    visits,
                    total / (2 * visits) if visits else 1 / self.ground.shape.players,
                    _certain(self._of(child, "proven")),
                )
            )
        return sorted(found, key=lambda branch: -branch.visits)

    def course(self, node: int, most: int) -> tuple[Step, ...]:
        """The steps that are expected after a node: winning ones, otherwise those tried most."""
        found: list[Step] = []
        while len(found) < most and self._of(node, "tried"):
            if self.lists[self._of(node, "list") + 1] == BY_CHANCE:
                break
            mover = self.ground.shape.movers[self.pool[self._of(node, "place") * place_parts(self.ground.shape)]]
            first = self._of(node, "first")
            children = range(first, first + self._of(node, "tried"))
            winning = [child for child in children if self._of(child, "proven") == 2 + mover]
            node = max(winning or children, key=lambda child: self._of(child, "visits"))
            found.append(self.ground.step(parts_of(self._of(node, "step"), self.ground.shape)))
        return tuple(found)

    def rerooted(self, node: int, chooser: int, state: State, spare: Tree | None) -> Tree | None:
        """The part of the tree below a node that `chooser` chose, whose position is given; None where it is unknown.

        It is copied into `spare`, a tree that is needed no more, where there is one.
        """
        if self._of(node, "place") < 0 or self._of(node, "list") == 0:
            return None
        kept = spare or object.__new__(Tree)
        for name in ("ground", "out", "memory"):
            setattr(kept, name, getattr(self, name))
        kept.position = self.ground.arrays(state)
        for name in ("control", "lists", "nodes", "marks", "pool"):
            setattr(kept, name, _longer(getattr(kept, name, new_ints(0)), len(getattr(self, name))))
        if spare is None or len(kept.pool_sets) < len(self.pool_sets):
            kept.pool_sets = new_sets(len(self.pool_sets), self.ground.width)
        self.ground.functions["transplant"](*self.arrays, *kept.arrays, node, chooser)
        return kept


def games_of_a_leaf(ground: Ground, state: State) -> int:
    """How many random games from one leaf take about as long as coming to it does, by games from a position.

    Where games are short, the way down the tree takes most of the time, and several games from its end tell more for it
    than one.
    """
    if ground.engine == "reference":
        return 1
    out, steps, offered = new_ints(max(1, ground.most_steps) * ground.shape.step_parts), 0, 0
    for number in range(SAMPLE):
        arrays = ground.arrays(state)
        made, listed = ground.functions["course"](*arrays, out, number, LONG)
        steps, offered = steps + made, offered + listed
    return max(1, min(MOST_GAMES, round((WAY + offered / steps) * SAMPLE / steps)))


def _certain(proof: int) -> int | None:
    return None if proof == 0 else proof - 2 if proof > 1 else -1


def _longer(values: array[int], size: int) -> array[int]:
    values.frombytes(bytes(8 * max(0, size - len(values))))  # in place, so that nothing is copied where there is room
    return values


def _more_sets(values: array[int] | Sets, size: int, width: int) -> array[int] | Sets:
    more = new_sets(size, width)
    if isinstance(more, Sets) and isinstance(values, Sets):
        memoryview(more.memory)[: len(values.memory)] = memoryview(values.memory)
    elif not isinstance(more, Sets) and not isinstance(values, Sets):
        more[: len(values)] = values
    return more
