"""What the text of every search begins with: numbers and tables of a game, and what there is to choose from."""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.engine.lowering.shape import FORCED_PASS

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from interpreter.engine.lowering.shape import Shape

CHOICES = '''
def choices(numbers: ints, sets_: sets, history: ints, out: ints) -> int:
    """Writes the legal steps of a position, or its forced pass; gives their number."""
    if numbers[0] >= FIRST_PASS:
        for i in range(STEP_PARTS):
            out[i] = FORCED_PASS if i == 3 else -1
        return 1
    return legal(numbers, sets_, history, out)
'''


def search_text(shape: Shape, numbers: Mapping[str, int], tables: Mapping[str, Sequence[int]], text: str) -> str:
    """The text of a search with the numbers and tables that it reads; it may call `choices`."""
    known = {
        **numbers,
        "STEP_PARTS": shape.step_parts,
        "NUMBERS": shape.numbers,
        "SETS": shape.sets,
        "FIRST_PASS": shape.first_pass,
        "FORCED_PASS": FORCED_PASS,
    }
    every = {"MOVERS": shape.movers, "WINNERS": shape.winners, **tables}
    head = [f"{name} = {value}" for name, value in known.items()]
    head += [f"{name}: ints = ({', '.join(map(str, found))},)" for name, found in every.items()]
    return "\n\n\n".join(["\n".join(head), CHOICES.strip(), text])
