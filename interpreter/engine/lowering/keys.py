"""Keys of positions: one number that positions share if they repeat each other."""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.engine.lowering.columns import COLUMNS, column_key
from interpreter.engine.lowering.layout import SET_KINDS, hand_name, memory_name
from interpreter.engine.lowering.program import salt

if TYPE_CHECKING:
    from interpreter.engine.lowering.scene import Scene
    from interpreter.engine.lowering.walking import Walking


def position_key(walking: Walking, scene: Scene, *, place: str) -> str:
    """The key of a position as an expression; `place` numbers the decision and the mover ("": only sites count)."""
    rules, program = walking.rules, walking.program
    layout, words = scene.layout, program.numbering.width // 64
    if scene.done:  # the position is compared as it will stand when the next turn begins
        scene = walking.expiring(scene, scene.me, scene.phase)
    sets = (*(slot.name for slot in layout.slots), *layout.digits)
    parts = [(scene.names[name], "bits") for name in sets]
    if place:
        for player in range(len(rules.players)):
            for kind in range(len(rules.pieces)):
                name = hand_name(player, kind)
                parts += [(scene.names[name], "int")] if name in scene.names else []
        for memory in rules.memory:
            parts.append((scene.names[memory_name(memory.index)], "bits" if memory.kind in SET_KINDS else "int"))
        if "moved" in scene.names:
            parts.append((scene.names["moved"], "bits"))
        if "gone" in scene.names:
            parts.append((scene.names["gone"], "int"))
        parts.append((place, "int"))
    kinds = [kind for _, kind in parts]
    name = program.helper("key_of", lambda name: _lines(name, kinds, words))
    text = f"{name}({', '.join(value for value, _ in parts)})"
    if not layout.cells:
        return text
    occupied = walking.expressions.occupied(scene)
    return f"({text} + {column_key(program, layout.planes)}({occupied}, {scene.names[COLUMNS]}))"


def _lines(name: str, kinds: list[str], words: int) -> list[str]:
    """A function, for its text is long and stands behind many steps: one number of all parts, word by word.

    It is a sum of numbers that do not wait for each other, each of two parts with salts of their own, so that no two
    can be exchanged. To keep such a number from step to step would gain no more: with a number that costs nothing, Go
    plays a tenth faster than with `mixed` for every word, and so it does with half as many products.
    """
    values = []
    for n, kind in enumerate(kinds):
        values += [f"word(part_{n}, {word})" for word in range(words)] if kind == "bits" else [f"part_{n}"]
    salted = [f"{value} + {salt(number):#x}" for number, value in enumerate(values)]
    salted += [f"{salt(len(values)):#x}"] if len(values) % 2 else []
    return [
        f"def {name}({', '.join(f'part_{n}: {kind}' for n, kind in enumerate(kinds))}) -> int:",
        "    key = 0",
        *(f"    key = key + folded({one}, {other})" for one, other in zip(salted[::2], salted[1::2], strict=True)),
        "    return key",
    ]
