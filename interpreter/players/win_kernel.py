"""Wins within so many steps, in the kernel language: does a player, the attacker, win then? Resumed where it was left.

The search looks at all steps of one player against all of the other to a fixed depth, and asks nothing but that. It
leaves a position out where the bound of `needs` says that the attacker cannot have won in time. The table keeps of each
position the fewest steps in which the attacker is known to win, and the most in which that is known to fail; of four
places the one is taken that cost the least work.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.board.board import union
from interpreter.players.goals import Reach, goals
from interpreter.players.grounds import Search
from interpreter.players.needs import need_text
from interpreter.players.search_text import BROUGHT_FORWARD, SOUGHT, search_text, taste_text

if TYPE_CHECKING:
    from interpreter.engine.lowering.shape import Shape

LEVELS = 400
"""Steps that a line may have."""

ROOM = 1 << 16
"""Steps of all positions of a line together."""

NEVER = 1023
"""The steps to what does not come about, however many there are."""

CONTROL = ("level", "state", "wins", "ever", "seen", "best", "table", "attacker")
"""Where the search stands; whether the attacker wins, and if not, whether never; positions looked at; the best step, or
the one that keeps the attacker from it; the positions that the table holds (a power of two); the player asked about."""

FRAME = ("cursor", "count", "base", "left", "key", "since", "closed")
"""Of a position on the line: its list of steps and how far it is; the steps left to look ahead; its key in the table;
how many positions had been looked at before it; and whether no step looked into so far rests on the depth."""

GOAL, CAPTURE = 1 << 58, 1 << 56
"""The urgency of steps that come where their player wants to be, and of those that take."""

URGENCY = '''
@inline
def urgency(numbers: ints, sets_: sets, steps: ints, at: int) -> int:
    """How much sooner than others a step should be tried."""
'''

WINS = """
def within(
    numbers: ints, sets_: sets, history: ints, out: ints, saved: ints, saved_sets: sets, frames: ints, lists: ints,
    order: ints, keys: ints, infos: ints, tastes: ints, control: ints, budget: int,
) -> int:
    \"\"\"Goes on with a search for so many positions; 1 when it is done.\"\"\"
    level = control[LEVEL]
    state = control[STATE]
    wins = control[WON] != 0
    ever = control[EVER] != 0
    attacker = control[ATTACKER]
    mask = control[TABLE] - 1
    seen = 0
    while level >= 0:
        f = level * FRAME_PARTS
        base = frames[f + BASE]
        if state == ARRIVED:
            if seen == budget:
                control[LEVEL] = level
                control[STATE] = state
                control[SEEN] = control[SEEN] + seen
                return 0
            seen = seen + 1
            left = frames[f + LEFT]
            known = False
            hint = -1
            if level > 0 and need(numbers, sets_, attacker) > left:
                known = True
                wins = False
                ever = False
            elif TABLED == 1:
                key = hashed(numbers, sets_) + attacker
                frames[f + KEY] = key
                slot = sought(keys, infos, mask, key)
                if keys[slot] == key:
                    info = infos[slot]
                    hint = (info >> 8 & 4095) - 1
                    failing = (info >> 20 & NEVER) - 1
                    wins = info >> 30 <= left
                    ever = failing == NEVER - 1
                    known = level > 0 and (wins or failing >= left)
            found = 0
            if not known:
                if left > 0 and level + 1 < LEVELS:
                    found = choices(numbers, sets_, history, out)
                if found == 0 or base + found > ROOM:
                    known = True
                    wins = False
                    ever = False
            if known:
                level = level - 1
                state = RETURNED
            else:
                for i in range(found):
                    for j in range(STEP_PARTS):
                        lists[(base + i) * ITEM_PARTS + j] = out[i * STEP_PARTS + j]
                    lists[(base + i) * ITEM_PARTS + STEP_PARTS] = i
                    order[base + i] = 1 << 60 if i == hint else (
                        urgency(numbers, sets_, out, i * STEP_PARTS) + tastes[taste(out, i * STEP_PARTS)]
                    )
                save(saved, saved_sets, level, numbers, sets_)
                frames[f + CURSOR] = 0
                frames[f + COUNT] = found
                frames[f + SINCE] = control[SEEN] + seen
                frames[f + CLOSED] = 1
                state = NEXT
        elif state == RETURNED:
            mine = MOVERS[saved[level * NUMBERS]] == attacker
            if not wins and not ever:
                frames[f + CLOSED] = 0
            if mine == wins:
                at = (base + frames[f + CURSOR] - 1) * ITEM_PARTS
                tasted = taste(lists, at)
                tastes[tasted] = tastes[tasted] + frames[f + LEFT] * frames[f + LEFT]
            if mine == wins or frames[f + CURSOR] == frames[f + COUNT]:
                best = frames[f + CURSOR] - 1
                if mine == wins:
                    best = lists[(base + best) * ITEM_PARTS + STEP_PARTS]
                else:
                    best = -1
                    ever = not wins and frames[f + CLOSED] == 1
                if level == 0:
                    control[BEST] = best
                if TABLED == 1:
                    key = frames[f + KEY]
                    slot = sought(keys, infos, mask, key)
                    winning = NEVER
                    failing = -1
                    if keys[slot] == key:
                        winning = infos[slot] >> 30
                        failing = (infos[slot] >> 20 & NEVER) - 1
                    if wins:
                        winning = min(winning, frames[f + LEFT])
                    else:
                        failing = max(failing, NEVER - 1 if ever else frames[f + LEFT])
                    work = control[SEEN] + seen - frames[f + SINCE]
                    size = 1
                    while work > 0:
                        size = size + 2
                        work = work >> 1
                    keys[slot] = key
                    infos[slot] = winning << 30 | failing + 1 << 20 | min(best, 4094) + 1 << 8 | size
                level = level - 1
            else:
                state = NEXT
        else:
            first = base + frames[f + CURSOR]
            bring_forward(lists, order, first, base + frames[f + COUNT])
            frames[f + CURSOR] = frames[f + CURSOR] + 1
            go_back(saved, saved_sets, level, numbers, sets_)
            part = first * ITEM_PARTS
            ending = play(numbers, sets_, history, <PARTS>)
            if ending >= 0:
                wins = WINNERS[ending] == attacker
                ever = True
                state = RETURNED
            else:
                g = f + FRAME_PARTS
                frames[g + LEFT] = frames[f + LEFT] - 1
                frames[g + BASE] = base + frames[f + COUNT]
                level = level + 1
                state = ARRIVED
    control[LEVEL] = level
    control[WON] = int(wins)
    control[EVER] = int(ever)
    control[SEEN] = control[SEEN] + seen
    return 1
"""


def urgency_text(shape: Shape) -> str:
    """The function `urgency` of a game: steps that come where a player wants to be are tried first, then captures."""
    lines = ["    return 0"]
    constants: dict[str, str] = {}
    if shape.lowered is not None:
        rules, bits = shape.lowered.rules, shape.lowered.numbering.bits
        owners = [owner for owner, _ in shape.lowered.slots]
        lines = ["    if steps[at + 1] < 0:", "        return 0", "    target = bit(steps[at + 1])"]
        lines.append("    value = 0")
        for player in range(shape.players):
            wanted = union(goal.region for goal in goals(rules) if isinstance(goal, Reach) and goal.player == player)
            constants[f"WANTED_{player}"] = f"WANTED_{player}: bits = {bits(wanted):#x}"
            theirs = " | ".join(f"sets_[{place}]" for place, owner in enumerate(owners) if owner != player)
            lines.append(f"    if MOVERS[numbers[0]] == {player}:")
            lines += [f"        value = {GOAL} * int(target & WANTED_{player} != 0)"]
            lines += [f"        value = value + {CAPTURE} * int(target & ({theirs}) != 0)"] if theirs else []
        lines.append("    return value")
    return "\n".join([*constants.values(), "", "", URGENCY.strip(), *lines])


def win_text(shape: Shape) -> str:
    """The functions for a game; they call its `legal` and `play`."""
    parts = ", ".join(f"lists[part + {i}]" for i in range(shape.step_parts))
    numbers = {
        **{name.upper(): place for place, name in enumerate(CONTROL)},
        **{name.upper(): place for place, name in enumerate(FRAME)},
        "WON": CONTROL.index("wins"),
        "FRAME_PARTS": len(FRAME),
        "ITEM_PARTS": shape.step_parts + 1,
        "ARRIVED": 0,
        "NEXT": 1,
        "RETURNED": 2,
        "LEVELS": LEVELS,
        "ROOM": ROOM,
        "NEVER": NEVER,
        "TABLED": int(shape.recorded < 0),  # with a history, equal positions may go on differently
    }
    shared = [taste_text(shape), SOUGHT.strip(), BROUGHT_FORWARD.strip()]
    own = [need_text(shape), urgency_text(shape), WINS.strip().replace("<PARTS>", parts)]
    return search_text(shape, numbers, {}, "\n\n\n".join([*shared, *own]))


WIN_SEARCH = Search(("within",), ("legal", "play"), win_text)
"""The search as a ground needs it."""
