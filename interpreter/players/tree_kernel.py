"""Monte Carlo tree search in the kernel language: UCT that grows a tree, and proves what can be proven.

A node is a step that a player may make. Its children lie side by side, so that the loop that chooses among them reads
two numbers of each: the mean reward for the player who chooses, and the bonus for what is little known. Rewards are
counted in halves (a win is 2, a draw 1), means and bonuses in parts of `ONE`. A position is stored with a node when the
node is first come to, so that walking down the tree makes no steps.

A node whose result is certain is marked with it, and the mark goes up the tree as far as it can be concluded: one
child that wins for its player is enough, otherwise all children are needed. Such nodes are not played from again.

Where chance makes the step, the child is drawn by its chance; in games with chance nothing is concluded.
"""

from __future__ import annotations

from math import log, sqrt
from typing import TYPE_CHECKING

from interpreter.players.grounds import Search
from interpreter.players.search_text import search_text

if TYPE_CHECKING:
    from interpreter.engine.lowering.kernels import Shape

ONE = 1 << 20
"""The reward of a win, in means and bonuses."""

DEEP = 512
"""Steps from the root that a path down the tree may have."""

CONTROL = (
    "root",
    "nodes",
    "positions",
    "node_room",
    "position_room",
    "full",
    "seed",
    "drawn",
    "deepest",
    "limit",
    "curiosity",
)
"""The numbers of `control`: where the tree begins; how much of it is used and there is room for, and whether it stays
so; the seed of the random games and how many were drawn from it; the length of the longest path; the steps of a random
game; and the constant of UCT in 1024ths."""

NODE = ("visits", "total", "first", "count", "place", "proven")
"""The numbers of a node: random games through it, what they brought the player who chose it, its children (the first
one and their number; none: 0), where its position is stored (-1: nowhere), and its result (0: unknown, 1: a draw, from
2 on: that player wins)."""

_ROOTS = 1024  # numbers up to here have their inverse root in a table
_LOGS = 16  # the logarithm of a larger number is looked up by this many of its highest values

TREE = """
@inline
def inverse_root(n: int) -> int:
    \"\"\"ONE / sqrt(n).\"\"\"
    halvings = 0
    while n >= ROOTS:
        n = n >> 2
        halvings = halvings + 1
    return INVERSE_ROOT[n] >> halvings


@inline
def root_of_log(n: int) -> int:
    \"\"\"sqrt(log(n)) in 1024ths.\"\"\"
    halvings = 0
    while n >= LOGS:
        n = n >> 1
        halvings = halvings + 1
    return ROOT_OF_LOG[halvings * LOGS + n]


@inline
def certain_mean(proof: int, chooser: int) -> int:
    \"\"\"The mean of a node whose result is certain.\"\"\"
    return 8 * ONE if proof == 2 + chooser else ONE // 2 if proof == 1 else -8 * ONE


def concluded(nodes: ints, at: int) -> int:
    \"\"\"The result of a node none of whose children wins for the player who chooses, or 0.\"\"\"
    first = nodes[at + FIRST]
    result = -1
    for child in range(first, first + nodes[at + COUNT]):
        proof = nodes[child * NODE_PARTS + PROVEN]
        if proof == 0:
            return 0
        if result < 0:
            result = proof
        elif result != proof:
            if PLAYERS > 2:
                return 0
            result = 1
    return max(result, 0)


def load(pool: ints, pool_sets: sets, place: int, numbers: ints, sets_: sets) -> int:
    \"\"\"Makes a stored position the one to be played from; gives the player to move.\"\"\"
    for i in range(NUMBERS):
        numbers[i] = pool[place * PLACE_PARTS + i]
    for i in range(SETS):
        sets_[i] = pool_sets[place * SETS + i]
    return MOVERS[numbers[0]]


def grow(
    numbers: ints, sets_: sets, history: ints, out: ints, steps: ints, nodes: ints, means: ints, bonuses: ints,
    pool: ints, pool_sets: sets, control: ints, rounds: int, batch: int,
) -> int:
    \"\"\"Grows a tree by rounds of `batch` random games from one leaf.

    Gives the number of rounds: fewer where all is proven, or where there is no room and more can be had.
    \"\"\"
    path = ints(DEEP)
    choosers = ints(DEEP)
    gains = ints(PLAYERS)
    root = control[ROOT]
    made = 0
    while made < rounds and nodes[root * NODE_PARTS + PROVEN] == 0:
        made = made + 1
        level = 0
        node = root
        path[0] = root
        loaded = False
        fresh = False
        while not fresh and nodes[node * NODE_PARTS + PROVEN] == 0 and level + 1 < DEEP:
            at = node * NODE_PARTS
            place = nodes[at + PLACE]
            <RECALL>
            if nodes[at + FIRST] == 0:
                mover = load(pool, pool_sets, place, numbers, sets_)
                loaded = True
                found = choices(numbers, sets_, history, out)
                first = control[NODES]
                if found == 0 or first + found > control[NODE_ROOM]:
                    if found > 0 and control[FULL] == 0:
                        return made - 1
                    break
                control[NODES] = first + found
                nodes[at + FIRST] = first
                nodes[at + COUNT] = found
                mean = ONE // PLAYERS
                if level > 0:
                    mean = means[node] if choosers[level] == mover else (ONE - means[node]) // max(1, PLAYERS - 1)
                for child in range(first, first + found):
                    for i in range(STEP_PARTS):
                        steps[child * STEP_PARTS + i] = out[(child - first) * STEP_PARTS + i]
                    for i in range(NODE_PARTS):
                        nodes[child * NODE_PARTS + i] = 0
                    nodes[child * NODE_PARTS + PLACE] = -1
                    means[child] = mean
                    bonuses[child] = ONE
            mover = MOVERS[pool[place * PLACE_PARTS]]
            by_chance = -1
            if CHANCE != 0:
                mover = load(pool, pool_sets, place, numbers, sets_)
                control[DRAWN] = control[DRAWN] + 1
                by_chance = thrown(numbers, sets_, history, seeded(control[SEED], control[DRAWN]))
            wide = control[CURIOSITY] * root_of_log(nodes[at] + 1) >> 10
            first = nodes[at + FIRST]
            best = first + max(0, by_chance)
            best_score = -(1 << 40)
            for child in range(first, first + (nodes[at + COUNT] if by_chance < 0 else 0)):
                score = means[child] + (wide * bonuses[child] >> 10)
                if score > best_score:
                    best_score = score
                    best = child
            level = level + 1
            path[level] = best
            choosers[level] = mover
            node = best
            loaded = False
            if nodes[best * NODE_PARTS + PLACE] < 0 and nodes[best * NODE_PARTS + PROVEN] == 0:
                mover = load(pool, pool_sets, place, numbers, sets_)
                part = best * STEP_PARTS
                ending = play(numbers, sets_, history, <PARTS>)
                loaded = True
                fresh = True
                if ending >= 0:
                    nodes[best * NODE_PARTS + PROVEN] = 2 + WINNERS[ending] if WINNERS[ending] >= 0 else 1
                elif control[POSITIONS] == control[POSITION_ROOM]:
                    if control[FULL] == 0:
                        return made - 1
                else:
                    place = control[POSITIONS]
                    control[POSITIONS] = place + 1
                    nodes[best * NODE_PARTS + PLACE] = place
                    for i in range(NUMBERS):
                        pool[place * PLACE_PARTS + i] = numbers[i]
                    for i in range(SETS):
                        pool_sets[place * SETS + i] = sets_[i]
                    <KEEP>
        control[DEEPEST] = max(control[DEEPEST], level)

        # What the leaf is worth.
        for player in range(PLAYERS):
            gains[player] = 0
        proof = nodes[node * NODE_PARTS + PROVEN]
        if proof == 1:
            for player in range(PLAYERS):
                gains[player] = batch
        elif proof > 1:
            gains[proof - 2] = 2 * batch
        else:
            if not loaded:
                mover = load(pool, pool_sets, nodes[node * NODE_PARTS + PLACE], numbers, sets_)
            for i in range(batch):
                control[DRAWN] = control[DRAWN] + 1
                ending = rollout(numbers, sets_, history, seeded(control[SEED], control[DRAWN]), control[LIMIT])
                winner = WINNERS[ending] if ending >= 0 else -1
                if winner >= 0:
                    gains[winner] = gains[winner] + 2
                else:
                    for player in range(PLAYERS):
                        gains[player] = gains[player] + 1

        # What is certain goes up the tree as far as it reaches, then what was won.
        up = level if CHANCE == 0 else 0
        while proof != 0 and up > 0:
            if proof != 2 + choosers[up]:
                proof = concluded(nodes, path[up - 1] * NODE_PARTS)
            if proof != 0:
                nodes[path[up - 1] * NODE_PARTS + PROVEN] = proof
            up = up - 1
        for up in range(level + 1):
            at = path[up] * NODE_PARTS
            visits = nodes[at] + batch
            nodes[at] = visits
            if up > 0:
                total = nodes[at + TOTAL] + gains[choosers[up]]
                nodes[at + TOTAL] = total
                bonuses[path[up]] = inverse_root(visits)
                if nodes[at + PROVEN] == 0:
                    means[path[up]] = total * (ONE // 2) // visits
                else:
                    means[path[up]] = certain_mean(nodes[at + PROVEN], choosers[up])
    return made


def transplant(
    steps: ints, nodes: ints, means: ints, bonuses: ints, pool: ints, pool_sets: sets, control: ints,
    new_steps: ints, new_nodes: ints, new_means: ints, new_bonuses: ints, new_pool: ints, new_pool_sets: sets,
    new_control: ints, root: int,
) -> int:
    \"\"\"Copies a node and what lies below it into other arrays, as their root; gives the number of nodes.\"\"\"
    for i in range(CONTROL_PARTS):
        new_control[i] = control[i]
    new_control[ROOT] = 0
    new_control[POSITIONS] = 0
    new_control[DEEPEST] = 0
    for i in range(NODE_PARTS):
        new_nodes[i] = nodes[root * NODE_PARTS + i]
    used = 1
    at = 0
    while at < used:
        place = new_nodes[at * NODE_PARTS + PLACE]
        if place >= 0:
            other = new_control[POSITIONS]
            new_control[POSITIONS] = other + 1
            new_nodes[at * NODE_PARTS + PLACE] = other
            for i in range(PLACE_PARTS):
                new_pool[other * PLACE_PARTS + i] = pool[place * PLACE_PARTS + i]
            for i in range(SETS):
                new_pool_sets[other * SETS + i] = pool_sets[place * SETS + i]
        first = new_nodes[at * NODE_PARTS + FIRST]
        if first > 0:
            new_nodes[at * NODE_PARTS + FIRST] = used
            for child in range(first, first + new_nodes[at * NODE_PARTS + COUNT]):
                for i in range(NODE_PARTS):
                    new_nodes[used * NODE_PARTS + i] = nodes[child * NODE_PARTS + i]
                for i in range(STEP_PARTS):
                    new_steps[used * STEP_PARTS + i] = steps[child * STEP_PARTS + i]
                new_means[used] = means[child]
                new_bonuses[used] = bonuses[child]
                used = used + 1
        at = at + 1
    new_control[NODES] = used
    return used
"""

RECALL = """if level > 0:
                history[max(1, pool[place * PLACE_PARTS + RECORDED]) - 1] = pool[place * PLACE_PARTS + NUMBERS]"""
KEEP = "pool[place * PLACE_PARTS + NUMBERS] = history[max(1, numbers[RECORDED]) - 1]"


def place_parts(shape: Shape) -> int:
    """Numbers of a stored position: its own, and its key in the history."""
    return shape.numbers + 1


def tree_text(shape: Shape) -> str:
    """The functions for a game; they call its `legal`, `play`, `thrown` and `rollout`."""
    inverse = [ONE, *(round(ONE / sqrt(n)) for n in range(1, _ROOTS))]
    logs = []
    for number in range(64 * _LOGS):
        halvings, high = divmod(number, _LOGS)
        logs.append(round(1024 * sqrt(max(0.0, halvings * log(2) + log(max(1, high))))))
    values = {
        "RECALL": RECALL if shape.recorded >= 0 else "pass",
        "KEEP": KEEP if shape.recorded >= 0 else "pass",
        "PARTS": ", ".join(f"steps[part + {i}]" for i in range(shape.step_parts)),
    }
    text = TREE.strip()
    for name, value in values.items():
        text = text.replace(f"<{name}>", value)
    numbers = {
        **{name.upper(): place for place, name in enumerate(CONTROL)},
        **{name.upper(): place for place, name in enumerate(NODE) if place},
        "ONE": ONE,
        "DEEP": DEEP,
        "ROOTS": _ROOTS,
        "LOGS": _LOGS,
        "CONTROL_PARTS": len(CONTROL),
        "NODE_PARTS": len(NODE),
        "PLACE_PARTS": place_parts(shape),
        "RECORDED": shape.recorded,
        "PLAYERS": shape.players,
        "CHANCE": int(shape.chance),
    }
    return search_text(shape, numbers, {"INVERSE_ROOT": inverse, "ROOT_OF_LOG": logs}, text)


TREE_SEARCH = Search(("grow", "transplant"), ("legal", "play", "thrown", "rollout"), tree_text)
"""The search as a ground needs it."""
