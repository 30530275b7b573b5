"""Alpha-beta search in the kernel language: to a depth, with a table of positions seen; resumed where it was left.

Values are those for the first player: `WIN` less the steps to it for a win, 0 for a draw, the negative for a loss, and
what `evaluation` lets one guess beyond the last step looked at. The player to move wants the largest or the smallest,
so that turns of several steps are no matter. Where the depth is used up, steps that come to the site of another's piece
are looked into further, for a position is not to be guessed amid an exchange; the player to move may also let it be.
Steps that come late in the order are looked into one step less far first, and as far as others when they are not poor.

The search keeps its own stack in arrays, for functions of the kernel language do not call themselves, and may be left
after so many positions and taken up again.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from interpreter.language.names import only_empty
from interpreter.players.evaluation import guess_text
from interpreter.players.grounds import Search
from interpreter.players.search_text import BROUGHT_FORWARD, search_text, taste_text
from interpreter.players.worths import roam_text

if TYPE_CHECKING:
    from interpreter.engine.lowering.shape import Shape

WIN = 1 << 20
CAPTURE = 1 << 50
"""The urgency of steps that take a piece by coming to its site."""
LEVELS = 200
"""Steps that a line may have; beyond them a position is guessed."""
ROOM = 1 << 16
"""Steps of all positions of a line together."""
HINTED = 1 << 60
"""The order of a step that the table says is best."""
CONTROL = ("level", "state", "value", "open", "seen", "best", "table")
"""Where the search stands; the value found and whether it rests on a guess; positions looked at; the best step; and
the positions that the table holds (a power of two)."""

FRAME = (
    "cursor", "count", "base", "alpha", "beta", "low", "high", "top", "top_at", "depth", "key", "guessed", "ahead",
    "tested", "first_free", "second_free",
)  # fmt: skip
"""Of a position on the line: its list of steps and how far it is; the window it was given and the one that is left; the
best value and step so far; the steps left to look ahead; its key in the table; whether a guess is below it; how many
steps are expected from it on; whether its present step is looked into less far, to see whether it is poor; and how many
steps each player had to choose from when it was last the player's turn."""
LESS_AFTER, LESS_FROM = 3, 4
"""Steps behind so many are looked into less far at first, from so many steps left to look ahead on."""

TAKING = '''
@inline
def theirs(numbers: ints, sets_: sets) -> bits:
    """Where pieces of others stand."""
    found = NO_SITES
    for place in range(SLOTS):
        if OWNERS[place] != MOVERS[numbers[0]]:
            found = found | sets_[place]
    return found


@inline
def taking(numbers: ints, sets_: sets, worths: ints, steps: ints, at: int) -> int:
    """How soon a step should be tried that comes to a piece of another: what is worth most by what is worth least."""
    value = CAPTURE
    target = bit(steps[at + 1])
    for place in range(SLOTS):
        if sets_[place] & target != 0:
            value = value + 64 * worths[place]
    if steps[at] >= 0:
        origin = bit(steps[at])
        for place in range(SLOTS):
            if sets_[place] & origin != 0:
                value = value - worths[place]
    return value
'''

LINES = """
@inline
def decided(ending: int, steps: int) -> int:
    \"\"\"The value of an ending after so many steps.\"\"\"
    winner = WINNERS[ending]
    return 0 if winner < 0 else WIN - steps if winner == 0 else steps - WIN


def expect(frames: ints, expected: ints, lists: ints, at: int, level: int) -> None:
    \"\"\"What is expected from a position on: the step at a place of the lists, and what is expected after it.\"\"\"
    row = level * LEVELS * STEP_PARTS
    after = frames[(level + 1) * FRAME_PARTS + AHEAD]
    for part in range(STEP_PARTS):
        expected[row + part] = lists[at + part]
    for part in range(after * STEP_PARTS):
        expected[row + STEP_PARTS + part] = expected[row + LEVELS * STEP_PARTS + part]
    frames[level * FRAME_PARTS + AHEAD] = after + 1


def look(
    numbers: ints, sets_: sets, history: ints, out: ints, saved: ints, saved_sets: sets, frames: ints, lists: ints,
    order: ints, keys: ints, values: ints, infos: ints, tastes: ints, worths: ints, control: ints, expected: ints,
    budget: int,
) -> int:
    \"\"\"Goes on with a search for so many positions; 1 when it is done.\"\"\"
    level = control[LEVEL]
    state = control[STATE]
    value = control[VALUE]
    open = control[OPEN]
    seen = 0
    while level >= 0:
        f = level * FRAME_PARTS
        if state == ARRIVED:
            if seen == budget:
                control[LEVEL] = level
                control[STATE] = state
                control[SEEN] = control[SEEN] + seen
                return 0
            seen = seen + 1
            depth = frames[f + DEPTH]
            base = frames[f + BASE]
            mover = MOVERS[numbers[0]]
            hint = -1
            found = 0
            known = False
            if TABLED == 1:
                key = hashed(numbers, sets_)
                frames[f + KEY] = key
                slot = key & control[TABLE] - 1
                if keys[slot] == key:
                    info = infos[slot]
                    hint = info & 4095
                    far = info >> 14
                    bound = info >> 12 & 3
                    if far >= depth and level > 0:
                        value = values[slot]
                        if value >= WON:
                            value = value - level
                        elif value <= -WON:
                            value = value + level
                        known = bound == 0 or bound == 1 and value >= frames[f + BETA] or (
                            bound == 2 and value <= frames[f + ALPHA]
                        )
                        open = int(far < FAR)
            if not known:
                if level + 1 < LEVELS:
                    found = choices(numbers, sets_, history, out)
                known = found == 0 or base + found > ROOM
                before = max(0, f - FRAME_PARTS)
                frames[f + FIRST_FREE] = found if level == 0 or mover == 0 else frames[before + FIRST_FREE]
                frames[f + SECOND_FREE] = found if level == 0 or mover > 0 else frames[before + SECOND_FREE]
                if known or depth == 0:
                    value = guess(numbers, sets_, worths, frames[f + FIRST_FREE] - frames[f + SECOND_FREE])
                    open = 1
                    enough = value >= frames[f + BETA] if mover == 0 else value <= frames[f + ALPHA]
                    known = known or TAKES == 0 or enough
            kept = 0
            if not known:
                there = NO_SITES
                if TAKES == 1:
                    there = theirs(numbers, sets_)
                for i in range(found):
                    at = i * STEP_PARTS
                    urgent = 0
                    if TAKES == 1 and out[at + 1] >= 0 and bit(out[at + 1]) & there != 0:
                        urgent = taking(numbers, sets_, worths, out, at)
                    if depth > 0 or urgent > 0:
                        for j in range(STEP_PARTS):
                            lists[(base + kept) * ITEM_PARTS + j] = out[at + j]
                        lists[(base + kept) * ITEM_PARTS + STEP_PARTS] = i
                        order[base + kept] = HINTED if i == hint else urgent + tastes[taste(out, at)]
                        kept = kept + 1
            if kept == 0:
                level = level - 1
                state = RETURNED
            else:
                save(saved, saved_sets, level, numbers, sets_)
                frames[f + CURSOR] = 0
                frames[f + COUNT] = kept
                frames[f + LOW] = frames[f + ALPHA]
                frames[f + HIGH] = frames[f + BETA]
                frames[f + TOP] = -2 * WIN if mover == 0 else 2 * WIN
                frames[f + TOP_AT] = 0
                frames[f + GUESSED] = 0
                if depth == 0:  # what is taken need not be
                    frames[f + TOP] = value
                    frames[f + TOP_AT] = 4095
                    frames[f + GUESSED] = 1
                    if mover == 0:
                        frames[f + LOW] = max(frames[f + LOW], value)
                    else:
                        frames[f + HIGH] = min(frames[f + HIGH], value)
                state = NEXT
        elif state == RETURNED and frames[f + TESTED] == 1 and (
            value > frames[f + LOW] if MOVERS[saved[level * NUMBERS]] == 0 else value < frames[f + HIGH]
        ):
            state = AGAIN
        elif state == RETURNED:
            at = (frames[f + BASE] + frames[f + CURSOR] - 1) * ITEM_PARTS
            frames[f + GUESSED] = frames[f + GUESSED] | open
            if MOVERS[saved[level * NUMBERS]] == 0:
                if value > frames[f + TOP]:
                    frames[f + TOP] = value
                    frames[f + TOP_AT] = lists[at + STEP_PARTS]
                    if value > frames[f + LOW]:
                        frames[f + LOW] = value
                        expect(frames, expected, lists, at, level)
            elif value < frames[f + TOP]:
                frames[f + TOP] = value
                frames[f + TOP_AT] = lists[at + STEP_PARTS]
                if value < frames[f + HIGH]:
                    frames[f + HIGH] = value
                    expect(frames, expected, lists, at, level)
            if frames[f + LOW] >= frames[f + HIGH]:
                frames[f + CURSOR] = frames[f + COUNT]
                tasted = taste(lists, at)
                tastes[tasted] = tastes[tasted] + frames[f + DEPTH] * frames[f + DEPTH]
            state = NEXT
        elif state == NEXT and frames[f + CURSOR] == frames[f + COUNT]:
            value = frames[f + TOP]
            open = frames[f + GUESSED]
            if value >= WON or value <= -WON:
                open = 0
            if TABLED == 1:
                slot = frames[f + KEY] & control[TABLE] - 1
                bound = 0
                if value >= frames[f + BETA]:
                    bound = 1
                elif value <= frames[f + ALPHA]:
                    bound = 2
                keys[slot] = frames[f + KEY]
                values[slot] = value + level if value >= WON else value - level if value <= -WON else value
                far = FAR if open == 0 else frames[f + DEPTH]
                infos[slot] = far << 14 | bound << 12 | min(frames[f + TOP_AT], 4095)
            if level == 0:
                control[BEST] = frames[f + TOP_AT]
            level = level - 1
            state = RETURNED
        else:
            first = frames[f + BASE] + frames[f + CURSOR]
            frames[f + TESTED] = 0
            if state == AGAIN:
                first = first - 1
            else:
                bring_forward(lists, order, first, frames[f + BASE] + frames[f + COUNT])
                behind = frames[f + CURSOR] >= LESS_AFTER and order[first] < CAPTURE
                frames[f + TESTED] = int(behind and frames[f + DEPTH] >= LESS_FROM)
                frames[f + CURSOR] = frames[f + CURSOR] + 1
            go_back(saved, saved_sets, level, numbers, sets_)
            mover = MOVERS[numbers[0]]
            part = first * ITEM_PARTS
            g = f + FRAME_PARTS
            frames[g + AHEAD] = 0
            ending = play(numbers, sets_, history, <PARTS>)
            if ending >= 0:
                value = decided(ending, level + 1)
                open = 0
                frames[f + TESTED] = 0
                state = RETURNED
            else:
                frames[g + ALPHA] = frames[f + LOW]
                frames[g + BETA] = frames[f + HIGH]
                frames[g + DEPTH] = max(0, frames[f + DEPTH] - 1 - frames[f + TESTED])
                frames[g + BASE] = frames[f + BASE] + frames[f + COUNT]
                if frames[f + TESTED] == 1:
                    if mover == 0:
                        frames[g + BETA] = frames[f + LOW] + 1
                    else:
                        frames[g + ALPHA] = frames[f + HIGH] - 1
                level = level + 1
                state = ARRIVED
    control[LEVEL] = level
    control[VALUE] = value
    control[OPEN] = open
    control[SEEN] = control[SEEN] + seen
    return 1
"""


def line_text(shape: Shape, *, wanted: bool = True) -> str:
    """The functions for a game; they call its `legal` and `play`. Without `wanted` nothing counts that ends ask for."""
    parts = ", ".join(f"lists[part + {i}]" for i in range(shape.step_parts))
    numbers = {
        **{name.upper(): place for place, name in enumerate(CONTROL)},
        **{name.upper(): place for place, name in enumerate(FRAME)},
        "FRAME_PARTS": len(FRAME),
        "ITEM_PARTS": shape.step_parts + 1,
        "ARRIVED": 0,
        "NEXT": 1,
        "RETURNED": 2,
        "AGAIN": 3,
        "LESS_AFTER": LESS_AFTER,
        "LESS_FROM": LESS_FROM,
        "CAPTURE": CAPTURE,
        "WIN": WIN,
        "WON": WIN - 2 * LEVELS,
        "FAR": 1 << 20,
        "HINTED": HINTED,
        "LEVELS": LEVELS,
        "ROOM": ROOM,
        "TAKES": int(_comes_to_pieces(shape)),
        "TABLED": int(shape.recorded < 0),  # with a history, equal positions may go on differently
    }
    shared = [taste_text(shape), BROUGHT_FORWARD.strip(), roam_text(shape)]
    own = [guess_text(shape, wanted=wanted), "NO_SITES: bits = 0", TAKING.strip()]
    lines = LINES.strip().replace("<PARTS>", parts)
    return search_text(shape, numbers, {}, "\n\n\n".join([*shared, *own, lines]))


def _comes_to_pieces(shape: Shape) -> bool:
    """Whether some step may end on the site of a piece."""
    moves = shape.lowered.rules.moves if shape.lowered is not None else ()
    return any(not only_empty(move.target) for move in moves)


LINE_SEARCH = Search(("look", "roam"), ("legal", "play"), line_text)
"""The search as a ground needs it."""

PLAIN_SEARCH = Search(("look", "roam"), ("legal", "play"), partial(line_text, wanted=False))
"""The search that counts pieces and steps alone, to compare with."""
