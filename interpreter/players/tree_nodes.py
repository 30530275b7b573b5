"""The nodes of a tree in the kernel language: how they are stored, and what is done with one of them."""

from __future__ import annotations

ONE = 1 << 20
"""The reward of a win, in means and bonuses."""

CONTROL = (
    "root",
    "root_chooser",
    "nodes",
    "listed",
    "positions",
    "node_room",
    "list_room",
    "position_room",
    "full",
    "seed",
    "drawn",
    "deepest",
    "limit",
    "curiosity",
    "urgency",
    "credit",
    "most_credit",
)
"""The numbers of `control`: where the tree begins, and the player whose rewards are counted there; how many nodes,
numbers of lists and positions are used and there is room for, and whether it stays so; the seed of the random games and
how many were drawn from it; the length of the longest path; the steps of a random game; the constant of UCT, and the
bonus of what was not tried, in 1024ths; and how many steps may be tried out for whether they win at once, now and at
most."""

NODE = ("visits", "total", "list", "first", "tried", "place", "proven", "step")
"""The numbers of a node: random games through it, what they brought the player who chose it, where its list begins (0:
none yet), its children (the first one and their number), where its position is stored (-1: nowhere), its result (0:
unknown, 1: a draw, from 2 on: that player wins), and the step itself.

A list begins with its length and the number of children that there is room for; where chance decides, with nothing and
a mark of that."""

MARK = ("mean", "bonus")
"""What is read of a node when a step is chosen."""

LIST_HEAD = 2
"""Numbers of a list before the steps."""

BY_CHANCE = -1
"""The mark of a list whose steps chance makes."""

NODES = """
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


def concluded(lists: ints, nodes: ints, at: int, by_chance: bool) -> int:
    \"\"\"The result of a node none of whose children wins for a player who chooses, or 0.\"\"\"
    if lists[nodes[at + LIST]] > 0:
        return 0
    first = nodes[at + FIRST]
    result = -1
    for child in range(first, first + nodes[at + TRIED]):
        proof = nodes[child * NODE_PARTS + PROVEN]
        if proof == 0:
            return 0
        if result < 0:
            result = proof
        elif result != proof:
            if PLAYERS > 2 or by_chance:
                return 0
            result = 1
    return max(result, 0)


def load(pool: ints, pool_sets: sets, place: int, numbers: ints, sets_: sets) -> None:
    \"\"\"Makes a stored position the one to be played from.\"\"\"
    for i in range(NUMBERS):
        numbers[i] = pool[place * PLACE_PARTS + i]
    for i in range(SETS):
        sets_[i] = pool_sets[place * SETS + i]


def wins_at_once(
    pool: ints, pool_sets: sets, place: int, numbers: ints, sets_: sets, history: ints, out: ints, found: int
) -> bool:
    \"\"\"Whether one of the steps listed at a stored position ends the game, won by the player who makes it.\"\"\"
    mover = MOVERS[numbers[0]]
    for i in range(found):
        step = <PACKED>
        ending = play(numbers, sets_, history, <PARTS>)
        if ending >= 0 and WINNERS[ending] == mover:
            return True
        load(pool, pool_sets, place, numbers, sets_)
    for i in range(KEYS):
        kept = pool[place * PLACE_PARTS + NUMBERS + i]
        history[(max(1, pool[place * PLACE_PARTS + RECORDED]) - 1) * KEYS + i] = kept
    return False


@inline
def begin(nodes: ints, node: int, step: int) -> None:
    \"\"\"A node that was never come to.\"\"\"
    for i in range(NODE_PARTS):
        nodes[node * NODE_PARTS + i] = 0
    nodes[node * NODE_PARTS + PLACE] = -1
    nodes[node * NODE_PARTS + STEP] = step


def listed(out: ints, lists: ints, nodes: ints, control: ints, at: int, found: int, by_chance: bool) -> bool:
    \"\"\"Writes down the steps of a node; what chance may do becomes its children at once. False without room.\"\"\"
    list = control[LISTED]
    first = control[NODES]
    if list + LIST_HEAD + found > control[LIST_ROOM] or by_chance and first + found > control[NODE_ROOM]:
        return False
    nodes[at + LIST] = list
    lists[list] = 0 if by_chance else found
    lists[list + 1] = BY_CHANCE if by_chance else 0
    if by_chance:
        control[LISTED] = list + LIST_HEAD
        control[NODES] = first + found
        nodes[at + FIRST] = first
        nodes[at + TRIED] = found
        for i in range(found):
            begin(nodes, first + i, <PACKED>)
    else:
        control[LISTED] = list + LIST_HEAD + found
        for i in range(found):
            lists[list + LIST_HEAD + i] = <PACKED>
    return True


def adopted(lists: ints, nodes: ints, marks: ints, control: ints, at: int, luck: int) -> int:
    \"\"\"Makes one of the steps of a list, drawn at random, a child; gives the node, or -1 without room.\"\"\"
    list = nodes[at + LIST]
    left = lists[list]
    first = nodes[at + FIRST]
    tried = nodes[at + TRIED]
    if tried == lists[list + 1]:
        room = min(tried + left, 2 * tried + 2)
        moved = control[NODES]
        if moved + room > control[NODE_ROOM]:
            return -1
        control[NODES] = moved + room
        for i in range(tried * NODE_PARTS):
            nodes[moved * NODE_PARTS + i] = nodes[first * NODE_PARTS + i]
        for i in range(tried * MARK_PARTS):
            marks[moved * MARK_PARTS + i] = marks[first * MARK_PARTS + i]
        first = moved
        nodes[at + FIRST] = first
        lists[list + 1] = room
    nodes[at + TRIED] = tried + 1
    taken = list + LIST_HEAD + umulhi(luck, left)
    begin(nodes, first + tried, lists[taken])
    lists[taken] = lists[list + LIST_HEAD + left - 1]
    lists[list] = left - 1
    return first + tried


def open_child(nodes: ints, marks: ints, first: int, end: int, wide: int) -> int:
    \"\"\"The best of some children whose results are not certain; -1 where there is none.\"\"\"
    best = -1
    best_score = NEVER
    for child in range(first, end):
        score = marks[child * MARK_PARTS] + (wide * marks[child * MARK_PARTS + BONUS] >> 10)
        if nodes[child * NODE_PARTS + PROVEN] == 0 and score > best_score:
            best_score = score
            best = child
    return best
"""
