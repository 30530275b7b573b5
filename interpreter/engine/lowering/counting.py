"""The kernel that counts sequences of steps or turns from a position: perft."""

from __future__ import annotations

LEVELS = 64  # steps that a sequence may have

PERFT = '''
def perft(
    numbers: ints, sets_: sets, history: ints, out: ints, saved: ints, saved_sets: sets, lists: ints, cursor: ints,
    depth: int, by_turn: int,
) -> int:
    """Sequences of exactly `depth` steps, or turns; -1 where a sequence is longer than there is room for."""
    total = 0
    level = 0
    fresh = True
    cursor[2] = depth
    while level >= 0:
        base = level * CURSOR_PARTS
        if fresh:
            fresh = False
            if numbers[0] >= FIRST_PASS:
                found = 1
                for i in range(STEP_PARTS):
                    out[i] = -1
                out[3] = FORCED_PASS
            else:
                found = legal(numbers, sets_, history, out)
                if found < 0:
                    return -1
            if by_turn == 0 and cursor[base + 2] == 1:
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
            if by_turn == 0 or ending >= 0 or numbers[TURN] != before:
                left = left - 1
            if left == 0:
                total = total + 1
            elif ending < 0:
                if level + 1 == LEVELS:
                    return -1
                level = level + 1
                cursor[level * CURSOR_PARTS + 2] = left
                fresh = True
        else:
            level = level - 1
    return total
'''
CURSOR_PARTS = 3  # of a level: the next step of its list, the length of the list, and the depth that is left


def perft_text(values: dict[str, int]) -> str:
    """The function for a layout.

    `values` are NUMBERS and SETS (of a position), TURN (where its turn stands), FIRST_PASS (the first decision that is
    a forced pass), FORCED_PASS (its move), STEP_PARTS and LIST_PARTS (numbers of a step, and of the longest list).
    """
    text = PERFT.strip()
    for name, value in {**values, "CURSOR_PARTS": CURSOR_PARTS, "LEVELS": LEVELS}.items():
        text = text.replace(name, str(value))
    return text
