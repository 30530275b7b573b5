"""Keys of positions: one number that positions share if they repeat each other."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, TypeVar

from interpreter.engine.lowering.columns import COLUMNS, PILED, column_key
from interpreter.engine.lowering.layout import SET_KINDS, hand_name, memory_name
from interpreter.engine.lowering.program import salt

if TYPE_CHECKING:
    from collections.abc import Sequence

    from interpreter.engine.lowering.scene import Scene
    from interpreter.engine.lowering.walking import Walking

T = TypeVar("T")
SORTS = ("slot", "set", "number")


class Part(NamedTuple):
    """A part of a position: its text, and whether it is a slot, another set, or a number."""

    text: str
    sort: str


def position_key(walking: Walking, scene: Scene, *, place: str) -> str:
    """The key of a position as an expression; `place` numbers the decision and the mover ("": only sites count)."""
    rules, program = walking.rules, walking.program
    layout, words = scene.layout, program.numbering.width // 64
    if scene.done:  # the position is compared as it will stand when the next turn begins
        scene = walking.expiring(scene, scene.me, scene.phase)
    parts = [Part(scene.names[slot.name], "slot") for slot in layout.slots]
    parts += [Part(scene.names[name], "set") for name in layout.digits]
    if place:
        for player in range(len(rules.players)):
            for kind in range(len(rules.pieces)):
                name = hand_name(player, kind)
                parts += [Part(scene.names[name], "number")] if name in scene.names else []
        for memory in rules.memory:
            sort = "set" if memory.kind in SET_KINDS else "number"
            parts.append(Part(scene.names[memory_name(memory.index)], sort))
        if "moved" in scene.names:
            parts.append(Part(scene.names["moved"], "set"))
        if "gone" in scene.names:
            parts.append(Part(scene.names["gone"], "number"))
        parts.append(Part(place, "number"))
    name = "key_of" if place or len(layout.history) < 2 else "key_of_sites"
    name = program.helper(name, lambda name: _lines(name, [part.sort for part in parts], words, coded=layout.coded))
    text = f"{name}({', '.join(part.text for part in parts)})"
    if not layout.cells:
        return text
    if PILED in scene.names:
        return f"({text} + {scene.names[PILED]})"
    occupied = walking.expressions.occupied(scene)
    return f"({text} + {column_key(program, layout.planes)}({occupied}, {scene.names[COLUMNS]}))"


def codes(slots: int, *, coded: bool) -> list[int]:
    """A number for each slot, none of them zero.

    A site is in one slot at most: the sets of the sites whose code has a bit, one for every bit, tell of every site
    what stands there. Where the slots are `coded`, for they are many, the codes have as few bits as suffice, and there
    are fewer such sets than slots (random games without it take 1.02 and 1.04 of the time in Jungle, 1.03 and 1.04 in
    Tori Shogi, 1.04 and 0.96 in Shogi, in two runs). Elsewhere each slot is such a set.
    """
    if not coded:
        return [1 << slot for slot in range(slots)]
    return sorted(range(1, 1 << slots.bit_length()), key=lambda code: (code.bit_count(), code))[:slots]


def planes_of_slots(slots: Sequence[T], *, coded: bool) -> list[list[T]]:
    """The slots of each of the sets that tell what stands on every site."""
    found = list(zip(slots, codes(len(slots), coded=coded), strict=True))
    bits = max((code.bit_length() for _, code in found), default=0)
    return [[slot for slot, code in found if code >> bit & 1] for bit in range(bits)]


def _lines(name: str, sorts: list[str], words: int, *, coded: bool) -> list[str]:
    """A function, for its text is long and stands behind many steps: one number of all parts, word by word.

    It is a sum of numbers that do not wait for each other, each of two parts with salts of their own, so that no two
    can be exchanged.

    To keep such a number from step to step, as is done with what piles add to it, gains nothing. It was tried: a sum
    over the pieces of a salt of the place times the number of the slot, to which a step adds the difference of two
    salts, looked up, and from which it takes those of the pieces it captures. Of the time with keys reckoned whole,
    random games took 1.03 and 1.04 in Go on 19 lines (two runs), 1.01 on 13 and 1.03 in Gonnect, where groups are kept
    with their liberties (0.97 and 1.01, 0.98, and 0.98 before they were); 1.01 in Go on 9 lines, 1.02 in Jungle, Fetlar
    and Dobutsu Shogi, 1.0 in Brandubh and Lines of Action, 1.03 in Tori Shogi, 1.05 in International Draughts, 0.99 in
    Raumschach. A number that costs nothing, of which no two are the same, would leave 0.93 in Go on 19 lines, 0.95 on
    13, 0.91 in Gonnect, 0.94 in Tori Shogi and 0.9 in Jungle; that spares looking for what has stood as well. Which
    piece moves and which is taken is told by as many comparisons as there are slots, where all the pieces of Jungle are
    two dozen unions and three products.
    """
    names = [f"part_{number}" for number in range(len(sorts))]
    of_sort = {sort: [name for name, found in zip(names, sorts, strict=True) if found == sort] for sort in SORTS}
    planes = planes_of_slots(of_sort["slot"], coded=coded)
    lines = [f"    plane_{bit} = {' | '.join(some)}" for bit, some in enumerate(planes) if len(some) > 1]
    sets = [some[0] if len(some) == 1 else f"plane_{bit}" for bit, some in enumerate(planes)] + of_sort["set"]
    values = [f"word({name}, {word})" for name in sets for word in range(words)]
    values += of_sort["number"]
    salted = [f"{value} + {salt(number):#x}" for number, value in enumerate(values)]
    salted += [f"{salt(len(values)):#x}"] if len(values) % 2 else []
    types = ["int" if sort == "number" else "bits" for sort in sorts]
    return [
        f"def {name}({', '.join(f'{part}: {kind}' for part, kind in zip(names, types, strict=True))}) -> int:",
        *lines,
        "    key = 0",
        *(f"    key = key + folded({one}, {other})" for one, other in zip(salted[::2], salted[1::2], strict=True)),
        "    return key",
    ]
