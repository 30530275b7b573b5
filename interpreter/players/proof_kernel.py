"""Proof-number search in the kernel language: depth-first, with a table, resumed where it was left.

The question is whether one player, the attacker, wins. The proof number of a position says how many positions at least
must still be won to answer yes, the disproof number how many must not be won to answer no; the search always goes where
the question seems to be decided most cheaply, however deep that is. It goes down while the numbers stay below the
thresholds given from above (Nagai, Df-pn algorithm for searching AND/OR trees and its applications, 2002), with a
margin so that it does not jump to and fro (Pawlewicz and Lew, Improving depth-first PN-search: 1 + epsilon trick,
2006). Where numbers are added up, positions that are come to on several ways would count several times; the largest of
them counts, and one for each of the others (Ueda et al., Weak proof-number search, 2008).

An answer rests on answers found before, so that circles of positions give no wrong ones; they can make a search without
end, which is left when it is too deep.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.players.grounds import Search
from interpreter.players.search_text import SOUGHT, packed, search_text, unpacked

if TYPE_CHECKING:
    from interpreter.engine.lowering.shape import Shape

LEVELS = 400
"""Steps that a line may have."""

ROOM = 1 << 16
"""Steps of all positions of a line together."""

NEVER = 1 << 26
"""The number of what cannot be proven or disproven."""

CONTROL = ("level", "state", "proof", "disproof", "seen", "attacker", "table")
"""Where the search stands; the numbers found last; positions looked at; the player asked about; the positions that the
table holds (a power of two)."""

FRAME = ("cursor", "count", "base", "proof_limit", "disproof_limit", "key", "since")
"""Of a position on the line: the step that is looked into, its list of steps, the thresholds, its key in the table, and
how many positions had been looked at before it."""

ITEM = ("step", "proof", "disproof")
"""Of a step in a list: the step, and the numbers of the position behind it."""

UNDECIDED, DECIDED, TOO_DEEP = range(3)
"""What a call comes to."""

PROOFS = """
def gathered(items: ints, base: int, steps: int, mine: int, other: int) -> tuple[int, int, int, int, int]:
    \"\"\"The numbers of a position from those of its steps, by the columns of the player who chooses and of the other.

    Gives the number to reach for, the other one, the best step, the second best number, and how many steps are open.
    \"\"\"
    best = 0
    least = NEVER
    second = NEVER
    most = 0
    open = 0
    for i in range(steps):
        number = items[(base + i) * ITEM_PARTS + mine]
        against = items[(base + i) * ITEM_PARTS + other]
        if number < least:
            second = least
            least = number
            best = i
        elif number < second:
            second = number
        if against > 0:
            open = open + 1
            most = max(most, against)
    against = min(NEVER, most + max(0, open - 1))
    return least, NEVER if least == 0 else against, best, second, open


def prove(
    numbers: ints, sets_: sets, history: ints, out: ints, saved: ints, saved_sets: sets, frames: ints, items: ints,
    keys: ints, infos: ints, control: ints, budget: int,
) -> int:
    \"\"\"Goes on with a search for so many positions.\"\"\"
    level = control[LEVEL]
    state = control[STATE]
    proof = control[PROOF]
    disproof = control[DISPROOF]
    attacker = control[ATTACKER]
    mask = control[TABLE] - 1
    end = control[SEEN] + budget
    while level >= 0:
        f = level * FRAME_PARTS
        base = frames[f + BASE]
        if state == ARRIVED:
            if control[SEEN] >= end:
                control[LEVEL] = level
                control[STATE] = state
                return UNDECIDED
            control[SEEN] = control[SEEN] + 1
            found = choices(numbers, sets_, history, out)
            if level + 1 == LEVELS or base + found > ROOM:
                return TOO_DEEP
            save(saved, saved_sets, level, numbers, sets_)
            wins = MOVERS[numbers[0]] == attacker
            frames[f + COUNT] = found
            for i in range(found):
                at = (base + i) * ITEM_PARTS
                step = <PACKED>
                items[at] = step
                if i > 0:
                    go_back(saved, saved_sets, level, numbers, sets_)
                ending = play(numbers, sets_, history, <PARTS>)
                proof = 1
                disproof = 1
                if ending >= 0:
                    won = WINNERS[ending] == attacker
                    proof = 0 if won else NEVER
                    disproof = NEVER if won else 0
                else:
                    key = hashed(numbers, sets_) + attacker
                    slot = sought(keys, infos, mask, key)
                    if keys[slot] == key:
                        proof = infos[slot] >> 36
                        disproof = infos[slot] >> 8 & (1 << 28) - 1
                items[at + ITEM_PROOF] = proof
                items[at + ITEM_DISPROOF] = disproof
                if wins and proof == 0 or not wins and disproof == 0:
                    frames[f + COUNT] = i + 1
                    break
            state = NEXT
        elif state == RETURNED:
            at = (base + frames[f + CURSOR]) * ITEM_PARTS
            items[at + ITEM_PROOF] = proof
            items[at + ITEM_DISPROOF] = disproof
            state = NEXT
        else:
            wins = MOVERS[saved[level * NUMBERS]] == attacker
            mine = ITEM_PROOF if wins else ITEM_DISPROOF
            other = ITEM_DISPROOF if wins else ITEM_PROOF
            number, against, best, second, open = gathered(items, base, frames[f + COUNT], mine, other)
            if against > 0:  # otherwise all has failed, and what was looked into last has resisted longest
                frames[f + CURSOR] = best
            proof = number if wins else against
            disproof = against if wins else number
            if proof >= frames[f + PROOF_LIMIT] or disproof >= frames[f + DISPROOF_LIMIT]:
                if level > 0:
                    key = frames[f + KEY]
                    slot = sought(keys, infos, mask, key)
                    work = control[SEEN] - frames[f + SINCE]
                    size = 0
                    while work > 0:
                        size = size + 2
                        work = work >> 1
                    keys[slot] = key
                    infos[slot] = proof << 36 | disproof << 8 | size
                level = level - 1
                state = RETURNED
            else:
                limit = min(frames[f + PROOF_LIMIT] if wins else frames[f + DISPROOF_LIMIT], second + 1 + (second >> 2))
                far = (frames[f + DISPROOF_LIMIT] if wins else frames[f + PROOF_LIMIT]) - max(0, open - 1)
                go_back(saved, saved_sets, level, numbers, sets_)
                step = items[(base + best) * ITEM_PARTS]
                play(numbers, sets_, history, <PARTS>)
                level = level + 1
                f = level * FRAME_PARTS
                frames[f + CURSOR] = 0
                frames[f + BASE] = base + frames[f - FRAME_PARTS + COUNT]
                frames[f + PROOF_LIMIT] = min(NEVER, limit if wins else far)
                frames[f + DISPROOF_LIMIT] = min(NEVER, far if wins else limit)
                frames[f + KEY] = hashed(numbers, sets_) + attacker
                frames[f + SINCE] = control[SEEN]
                state = ARRIVED
    control[PROOF] = proof
    control[DISPROOF] = disproof
    return DECIDED
"""


def proof_text(shape: Shape) -> str:
    """The functions for a game; they call its `legal` and `play`."""
    numbers = {
        **{name.upper(): place for place, name in enumerate(CONTROL)},
        **{name.upper(): place for place, name in enumerate(FRAME)},
        **{f"ITEM_{name.upper()}": place for place, name in enumerate(ITEM) if place},
        "FRAME_PARTS": len(FRAME),
        "ITEM_PARTS": len(ITEM),
        "ARRIVED": 0,
        "NEXT": 1,
        "RETURNED": 2,
        "UNDECIDED": UNDECIDED,
        "DECIDED": DECIDED,
        "TOO_DEEP": TOO_DEEP,
        "LEVELS": LEVELS,
        "ROOM": ROOM,
        "NEVER": NEVER,
    }
    text = PROOFS.strip().replace("<PACKED>", packed("out", "i * STEP_PARTS", shape))
    text = "\n\n\n".join([SOUGHT.strip(), text.replace("<PARTS>", unpacked("step", shape))])
    return search_text(shape, numbers, {}, text)


PROOF_SEARCH = Search(("prove",), ("legal", "play"), proof_text)
"""The search as a ground needs it."""
