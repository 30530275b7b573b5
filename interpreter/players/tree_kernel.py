"""Monte Carlo tree search in the kernel language: UCT that grows a tree, and proves what can be proven.

A node is a step that was made. The steps of a node that were tried are its children; they lie side by side, so that the
loop that chooses among them reads two numbers of each: the mean reward for the player who chooses, and the bonus for
what is little known. Steps that were not tried yet are a list of one number each, and all are thought to be worth the
same, so that one score stands for them. Rewards are counted in halves (a win is 2, a draw 1), means and bonuses in
parts of `ONE`. A position is stored with a node when the node is first come to, so that walking down the tree makes no
steps.

A node whose result is certain is marked with it, and the mark goes up the tree as far as it can be concluded: one
child that wins for its player is enough, otherwise all children are needed. Such nodes are not played from again.
When the steps of a node are listed, they are tried out for whether one wins at once. Such trials are paid from a credit
that grows a little with every simulation and a lot with every win they find: where there are none, they soon cost
little.

Where chance decides, all outcomes are children at once, and one is drawn, each time anew, by its chance.
"""

from __future__ import annotations

from math import log, sqrt
from typing import TYPE_CHECKING

from interpreter.players.grounds import Search
from interpreter.players.search_text import packed, search_text, unpacked
from interpreter.players.tree_nodes import BY_CHANCE, CONTROL, LIST_HEAD, MARK, NODE, NODES, ONE

if TYPE_CHECKING:
    from interpreter.engine.lowering.kernels import Shape

DEEP = 512
"""Steps from the root that a path down the tree may have."""

WAGE = 4  # steps that may be tried out for each way down the tree
GAIN = 1_024  # and for each win that was found

_ROOTS = 1024  # numbers up to here have their inverse root in a table
_LOGS = 16  # the logarithm of a larger number is looked up by this many of its highest values

TREE = """
def grow(
    numbers: ints, sets_: sets, history: ints, out: ints, lists: ints, nodes: ints, marks: ints, pool: ints,
    pool_sets: sets, control: ints, rounds: int, batch: int,
) -> int:
    \"\"\"Grows a tree by rounds of `batch` random games from one leaf.

    Gives the number of rounds: fewer where all is proven, or where there is no room and more can be had.
    \"\"\"
    path = ints(DEEP)
    choosers = ints(DEEP)
    gains = ints(PLAYERS)
    root = control[ROOT]
    path[0] = root
    choosers[0] = control[ROOT_CHOOSER]
    made = 0
    while made < rounds and nodes[root * NODE_PARTS + PROVEN] == 0:
        made = made + 1
        control[CREDIT] = min(control[CREDIT] + WAGE, control[MOST_CREDIT])
        level = 0
        node = root
        loaded = False
        fresh = False
        while not fresh and nodes[node * NODE_PARTS + PROVEN] == 0 and level + 1 < DEEP:
            at = node * NODE_PARTS
            place = nodes[at + PLACE]
            mover = MOVERS[pool[place * PLACE_PARTS]]
            if level > 0:
                for i in range(KEYS):
                    kept = pool[place * PLACE_PARTS + NUMBERS + i]
                    history[(max(1, pool[place * PLACE_PARTS + RECORDED]) - 1) * KEYS + i] = kept
            if nodes[at + LIST] == 0:
                # Where a leaf gets several games, listing takes as long as they do: it waits for as many more.
                if level > 0 and nodes[at] < 2 * batch - 1:
                    break
                load(pool, pool_sets, place, numbers, sets_)
                loaded = True
                found = choices(numbers, sets_, history, out)
                by_chance = CHANCE != 0 and thrown(numbers, sets_, history, 0) >= 0
                if level > 0 and not by_chance and control[CREDIT] >= found:
                    control[CREDIT] = control[CREDIT] - found
                    if wins_at_once(pool, pool_sets, place, numbers, sets_, history, out, found):
                        control[CREDIT] = min(control[CREDIT] + GAIN, control[MOST_CREDIT])
                        nodes[at + PROVEN] = 2 + mover
                        break
                if found == 0 or not listed(out, lists, nodes, control, at, found, by_chance):
                    if found > 0 and control[FULL] == 0:
                        return made - 1
                    break
            first = nodes[at + FIRST]
            best = -1
            drawn = CHANCE != 0 and lists[nodes[at + LIST] + 1] == BY_CHANCE
            if drawn:
                if not loaded:
                    load(pool, pool_sets, place, numbers, sets_)
                    loaded = True
                control[DRAWN] = control[DRAWN] + 1
                best = first + thrown(numbers, sets_, history, seeded(control[SEED], control[DRAWN]))
            else:
                wide = control[CURIOSITY] * root_of_log(nodes[at] + 1) >> 10
                best_score = NEVER
                for child in range(first, first + nodes[at + TRIED]):
                    score = marks[child * MARK_PARTS] + (wide * marks[child * MARK_PARTS + BONUS] >> 10)
                    if score > best_score:
                        best_score = score
                        best = child
                if best >= 0 and nodes[best * NODE_PARTS + PROVEN] != 0 and nodes[at] & 7 == 0:
                    # A draw that is certain: to prove that nothing is better, that has to be looked at now and then.
                    best = open_child(nodes, marks, first, first + nodes[at + TRIED], wide)
                    best_score = marks[best * MARK_PARTS] if best >= 0 else NEVER
                if lists[nodes[at + LIST]] > 0:
                    hope = marks[node * MARK_PARTS]
                    if choosers[level] != mover:
                        hope = (ONE - hope) // max(1, PLAYERS - 1)
                    if hope + wide * control[URGENCY] > best_score:
                        luck = mixed(control[SEED] + control[DRAWN] + level)
                        child = adopted(lists, nodes, marks, control, at, luck)
                        if child >= 0:
                            best = child
                        elif control[FULL] == 0:
                            return made - 1
                        elif best < 0:
                            break
            level = level + 1
            path[level] = best
            choosers[level] = choosers[level - 1] if drawn else mover
            node = best
            if nodes[best * NODE_PARTS + PLACE] < 0 and nodes[best * NODE_PARTS + PROVEN] == 0:
                if not loaded:
                    load(pool, pool_sets, place, numbers, sets_)
                step = nodes[best * NODE_PARTS + STEP]
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
                    for i in range(KEYS):
                        kept = history[(max(1, numbers[RECORDED]) - 1) * KEYS + i]
                        pool[place * PLACE_PARTS + NUMBERS + i] = kept
            else:
                loaded = False
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
                load(pool, pool_sets, nodes[node * NODE_PARTS + PLACE], numbers, sets_)
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
        up = level
        while proof != 0 and up > 0:
            up = up - 1
            at = path[up] * NODE_PARTS
            by_chance = CHANCE != 0 and lists[nodes[at + LIST] + 1] == BY_CHANCE
            if by_chance or proof != 2 + choosers[up + 1]:
                proof = concluded(lists, nodes, at, by_chance)
            if proof != 0:
                nodes[at + PROVEN] = proof
        for up in range(level + 1):
            node = path[up]
            at = node * NODE_PARTS
            visits = nodes[at] + batch
            total = nodes[at + TOTAL] + gains[choosers[up]]
            nodes[at] = visits
            nodes[at + TOTAL] = total
            if nodes[at + PROVEN] == 0:
                marks[node * MARK_PARTS] = total * (ONE // 2) // visits
                marks[node * MARK_PARTS + BONUS] = inverse_root(visits)
            else:
                marks[node * MARK_PARTS] = certain_mean(nodes[at + PROVEN], choosers[up])
                marks[node * MARK_PARTS + BONUS] = 0
    return made


def course(numbers: ints, sets_: sets, history: ints, out: ints, rng: int, most: int) -> tuple[int, int]:
    \"\"\"Plays a random game on from a position, for so many steps at most.

    Gives how many were made, and how many there were to choose from, all together.
    \"\"\"
    made = 0
    offered = 0
    ending = -1
    while ending < 0 and made < most:
        found = choices(numbers, sets_, history, out)
        if found == 0:
            break
        rng, i = random_below(rng, found)
        step = <PACKED>
        ending = play(numbers, sets_, history, <PARTS>)
        made = made + 1
        offered = offered + found
    return made, offered


def transplant(
    lists: ints, nodes: ints, marks: ints, pool: ints, pool_sets: sets, control: ints, new_lists: ints,
    new_nodes: ints, new_marks: ints, new_pool: ints, new_pool_sets: sets, new_control: ints, root: int, chooser: int,
) -> int:
    \"\"\"Copies a node and what lies below it into other arrays, as their root; gives the number of nodes.\"\"\"
    for i in range(CONTROL_PARTS):
        new_control[i] = control[i]
    new_control[ROOT] = 0
    new_control[ROOT_CHOOSER] = chooser
    new_control[POSITIONS] = 0
    new_control[LISTED] = 1
    new_control[CREDIT] = control[MOST_CREDIT]
    new_control[DEEPEST] = 0
    for i in range(NODE_PARTS):
        new_nodes[i] = nodes[root * NODE_PARTS + i]
    for i in range(MARK_PARTS):
        new_marks[i] = marks[root * MARK_PARTS + i]
    used = 1
    node = 0
    while node < used:
        at = node * NODE_PARTS
        node = node + 1
        place = new_nodes[at + PLACE]
        if place >= 0:
            other = new_control[POSITIONS]
            new_control[POSITIONS] = other + 1
            new_nodes[at + PLACE] = other
            for i in range(PLACE_PARTS):
                new_pool[other * PLACE_PARTS + i] = pool[place * PLACE_PARTS + i]
            for i in range(SETS):
                new_pool_sets[other * SETS + i] = pool_sets[place * SETS + i]
        list = new_nodes[at + LIST]
        if list > 0:
            other = new_control[LISTED]
            new_nodes[at + LIST] = other
            for i in range(LIST_HEAD + lists[list]):
                new_lists[other + i] = lists[list + i]
            new_control[LISTED] = other + LIST_HEAD + lists[list]
            first = new_nodes[at + FIRST]
            tried = new_nodes[at + TRIED]
            if lists[list + 1] != BY_CHANCE:
                new_lists[other + 1] = tried
            new_nodes[at + FIRST] = used
            for i in range(tried * NODE_PARTS):
                new_nodes[used * NODE_PARTS + i] = nodes[first * NODE_PARTS + i]
            for i in range(tried * MARK_PARTS):
                new_marks[used * MARK_PARTS + i] = marks[first * MARK_PARTS + i]
            used = used + tried
    new_control[NODES] = used
    return used
"""


def place_parts(shape: Shape) -> int:
    """Numbers of a stored position: its own, and its keys in the history."""
    return shape.numbers + shape.keys


def tree_text(shape: Shape) -> str:
    """The functions for a game; they call its `legal`, `play`, `thrown` and `rollout`."""
    inverse = [ONE, *(round(ONE / sqrt(n)) for n in range(1, _ROOTS))]
    logs = []
    for number in range(64 * _LOGS):
        halvings, high = divmod(number, _LOGS)
        logs.append(round(1024 * sqrt(max(0.0, halvings * log(2) + log(max(1, high))))))
    values = {
        "PACKED": packed("out", "i * STEP_PARTS", shape),
        "PARTS": unpacked("step", shape),
    }
    text = f"{NODES.strip()}\n\n\n{TREE.strip()}"
    for name, value in values.items():
        text = text.replace(f"<{name}>", value)
    numbers = {
        **{name.upper(): place for place, name in enumerate(CONTROL)},
        **{name.upper(): place for place, name in enumerate(NODE) if place},
        **{name.upper(): place for place, name in enumerate(MARK) if place},
        "ONE": ONE,
        "DEEP": DEEP,
        "WAGE": WAGE,
        "GAIN": GAIN,
        "ROOTS": _ROOTS,
        "LOGS": _LOGS,
        "CONTROL_PARTS": len(CONTROL),
        "NODE_PARTS": len(NODE),
        "MARK_PARTS": len(MARK),
        "LIST_HEAD": LIST_HEAD,
        "BY_CHANCE": BY_CHANCE,
        "NEVER": -(1 << 40),
        "PLACE_PARTS": place_parts(shape),
        "RECORDED": max(0, shape.recorded),  # without a history there are no keys to look for
        "KEYS": shape.keys,
        "PLAYERS": shape.players,
        "CHANCE": int(shape.chance),
    }
    return search_text(shape, numbers, {"INVERSE_ROOT": inverse, "ROOT_OF_LOG": logs}, text)


TREE_SEARCH = Search(("grow", "course", "transplant"), ("legal", "play", "thrown", "rollout"), tree_text)
"""The search as a ground needs it."""
