"""The kernel that counts sequences of steps or turns from a position: perft."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

LEVELS = 64  # steps that a sequence may have
TOO_LONG, TOO_MANY = -1, -2  # instead of a count
PROBES = 64  # places in which a key is looked for

PERFT = '''
def is_new(seen: ints, first: int, room: int, turn: int, key: int) -> int:
    """Whether a turn comes to a key for the first time: 1 or 0; -1 where there is no room to note it."""
    for probe in range(PROBES):
        place = first + 2 * ((key + probe) & (room - 1))
        if seen[place] != turn:
            seen[place] = turn
            seen[place + 1] = key
            return 1
        if seen[place + 1] == key:
            return 0
    return -1


def position_key(numbers: ints, sets_: sets, key: int) -> int:
    """A number that positions share that differ in no number or set but counters that no rule asks for."""
    for i in range(NUMBERS):
        if not (IGNORED):
            key = mixed(key ^ numbers[i])
    for i in range(SETS):
        for j in range(WORDS):
            key = mixed(key ^ word(sets_[i], j))
    return key


def perft(
    numbers: ints, sets_: sets, history: ints, out: ints, saved: ints, saved_sets: sets, lists: ints, cursor: ints,
    seen: ints, depth: int, room: int,
) -> int:
    """Sequences of exactly `depth` steps, or, with `room`, of turns, each of which comes to a position of its own.

    `room` is a power of two: how many positions may be noted that one turn comes to.
    """
    total = 0
    level = 0
    turns = 0
    fresh = True
    cursor[2] = depth
    while level >= 0:
        base = level * CURSOR_PARTS
        if fresh:
            fresh = False
            if room > 0 and (level == 0 or cursor[base + 2] != cursor[base + 2 - CURSOR_PARTS]):
                turns = turns + 1
                cursor[base + 3] = turns
                cursor[base + 4] = 0
            if numbers[0] >= FIRST_PASS:
                found = 1
                for i in range(STEP_PARTS):
                    out[i] = -1
                out[3] = FORCED_PASS
            else:
                found = legal(numbers, sets_, history, out)
                if found < 0:
                    return TOO_LONG
            if room == 0 and cursor[base + 2] == 1:
                total = total + found
                found = 0
            else:
                for i in range(found * STEP_PARTS):
                    lists[level * LIST_PARTS + i] = out[i]
                for i in range(NUMBERS):
                    saved[level * NUMBERS + i] = numbers[i]
                for i in range(SETS):
                    saved_sets[level * SETS + i] = sets_[i]
            cursor[base] = 0
            cursor[base + 1] = found
        elif cursor[base] < cursor[base + 1]:
            at = level * LIST_PARTS + cursor[base] * STEP_PARTS
            cursor[base] = cursor[base] + 1
            for i in range(NUMBERS):
                numbers[i] = saved[level * NUMBERS + i]
            for i in range(SETS):
                sets_[i] = saved_sets[level * SETS + i]
            before = numbers[TURN]
            ending = play(
                numbers, sets_, history, lists[at], lists[at + 1], lists[at + 2], lists[at + 3], lists[at + 4],
                lists[at + 5]
            )
            left = cursor[base + 2]
            told = cursor[base + 4]
            counts = True
            if room > 0:
                if TOLD:
                    told = mixed(told ^ (lists[at + 3] + 1)) ^ lists[at + 2]
                if ending >= 0 or numbers[TURN] != before:
                    first = 2 * room * ((left - 1) % LEVELS)
                    new = is_new(seen, first, room, cursor[base + 3], position_key(numbers, sets_, told))
                    if new < 0:
                        return TOO_MANY
                    counts = new == 1
                    left = left - 1
            else:
                left = left - 1
            if not counts:
                continue
            if left == 0:
                total = total + 1
            elif ending < 0:
                if level + 1 == LEVELS:
                    return TOO_LONG
                level = level + 1
                cursor[base + CURSOR_PARTS + 2] = left
                cursor[base + CURSOR_PARTS + 3] = cursor[base + 3]
                cursor[base + CURSOR_PARTS + 4] = told
                fresh = True
        else:
            level = level - 1
    return total
'''
# Of a level: the next step of its list, the length of the list, the depth that is left, the number of the turn that is
# under way, and what tells it from others besides the position it comes to.
CURSOR_PARTS = 5


def perft_text(values: dict[str, int], *, ignored: Iterable[int], told: Iterable[int]) -> str:
    """The function for a layout.

    `values` are NUMBERS and SETS (of a position), WORDS (of a set), TURN (where its turn stands), FIRST_PASS (the first
    decision that is a forced pass), FORCED_PASS (its move), STEP_PARTS and LIST_PARTS (numbers of a step, and of the
    longest list). `ignored` are the numbers in which two positions may differ that are the same to every rule, `told`
    the moves that tell a turn from others that come to the same position.
    """
    text = PERFT.strip()
    texts = {"IGNORED": _one_of("i", ignored), "TOLD": _one_of("lists[at + 3]", told)}
    own = {"CURSOR_PARTS": CURSOR_PARTS, "LEVELS": LEVELS, "PROBES": PROBES}
    own |= {"TOO_LONG": TOO_LONG, "TOO_MANY": TOO_MANY}
    for name, value in {**texts, **values, **own}.items():
        text = text.replace(name, str(value))
    return text


def _one_of(name: str, values: Iterable[int]) -> str:
    return " or ".join(f"{name} == {value}" for value in values) or "False"
