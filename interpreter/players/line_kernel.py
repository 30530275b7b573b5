"""Alpha-beta search in the kernel language: to a depth, with a table of positions seen; resumed where it was left.

Values are those for the first player: `WIN` less the steps to it for a win, 0 for a draw, the negative for a loss, and
what `evaluation` lets one guess beyond the last step looked at. The player to move wants
the largest or the smallest, so that turns of several steps are no matter. The search keeps its own stack in arrays, for
functions of the kernel language do not call themselves, and may be left after so many positions and taken up again.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from interpreter.players.evaluation import guess_text
from interpreter.players.grounds import Search
from interpreter.players.search_text import BROUGHT_FORWARD, search_text, taste_text

if TYPE_CHECKING:
    from interpreter.engine.lowering.shape import Shape

WIN = 1 << 20
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
    "cursor", "count", "base", "alpha", "beta", "low", "high", "top", "top_at", "depth", "key", "guessed", "ahead"
)  # fmt: skip
"""Of a position on the line: its list of steps and how far it is; the window it was given and the one that is left; the
best value and step so far; the steps left to look ahead; its key in the table; whether a guess is below it; and how
many steps are expected from it on."""

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
    order: ints, keys: ints, values: ints, infos: ints, tastes: ints, control: ints, expected: ints, budget: int,
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
                if depth > 0 and level + 1 < LEVELS:
                    found = choices(numbers, sets_, history, out)
                if found == 0 or base + found > ROOM:
                    value = guess(numbers, sets_, history, out)
                    open = 1
                    known = True
            if known:
                level = level - 1
                state = RETURNED
            else:
                for i in range(found):
                    for j in range(STEP_PARTS):
                        lists[(base + i) * ITEM_PARTS + j] = out[i * STEP_PARTS + j]
                    lists[(base + i) * ITEM_PARTS + STEP_PARTS] = i
                    order[base + i] = HINTED if i == hint else tastes[taste(out, i * STEP_PARTS)]
                save(saved, saved_sets, level, numbers, sets_)
                frames[f + CURSOR] = 0
                frames[f + COUNT] = found
                frames[f + LOW] = frames[f + ALPHA]
                frames[f + HIGH] = frames[f + BETA]
                frames[f + TOP] = -2 * WIN if MOVERS[numbers[0]] == 0 else 2 * WIN
                frames[f + TOP_AT] = 0
                frames[f + GUESSED] = 0
                state = NEXT
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
        elif frames[f + CURSOR] == frames[f + COUNT]:
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
            base = frames[f + BASE]
            first = base + frames[f + CURSOR]
            bring_forward(lists, order, first, base + frames[f + COUNT])
            frames[f + CURSOR] = frames[f + CURSOR] + 1
            go_back(saved, saved_sets, level, numbers, sets_)
            part = first * ITEM_PARTS
            g = f + FRAME_PARTS
            frames[g + AHEAD] = 0
            ending = play(numbers, sets_, history, <PARTS>)
            if ending >= 0:
                value = decided(ending, level + 1)
                open = 0
                state = RETURNED
            else:
                frames[g + ALPHA] = frames[f + LOW]
                frames[g + BETA] = frames[f + HIGH]
                frames[g + DEPTH] = frames[f + DEPTH] - 1
                frames[g + BASE] = base + frames[f + COUNT]
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
        "WIN": WIN,
        "WON": WIN - 2 * LEVELS,
        "FAR": 1 << 20,
        "HINTED": HINTED,
        "LEVELS": LEVELS,
        "ROOM": ROOM,
        "TABLED": int(shape.recorded < 0),  # with a history, equal positions may go on differently
    }
    own = [guess_text(shape, wanted=wanted), LINES.strip().replace("<PARTS>", parts)]
    return search_text(shape, numbers, {}, "\n\n\n".join([taste_text(shape), BROUGHT_FORWARD.strip(), *own]))


LINE_SEARCH = Search(("look",), ("legal", "play"), line_text)
"""The search as a ground needs it."""

PLAIN_SEARCH = Search(("look",), ("legal", "play"), partial(line_text, wanted=False))
"""The search that counts pieces and steps alone, to compare with."""
