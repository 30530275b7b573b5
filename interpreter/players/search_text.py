"""What the text of every search begins with: numbers and tables of a game, the steps to choose from, and a way back.

Searches that remember or order what they try share more: kinds of steps, places in a table, the step to try next.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.engine.lowering.shape import FORCED_PASS

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from interpreter.engine.lowering.shape import Shape

TASTES = 1 << 12
"""Kinds of steps whose success is remembered, to try the successful ones first."""

TASTE = """
@inline
def taste(steps: ints, at: int) -> int:
    \"\"\"The kind of a step, by where it begins and ends and what it is.\"\"\"
    return (<MIX>) & <TASTES>
"""

SOUGHT = '''
@inline
def sought(keys: ints, infos: ints, mask: int, key: int) -> int:
    """Where a position stands in the table, or should stand: instead of the one that took the least work."""
    least = key & mask
    for i in range(4):
        slot = (key & mask) ^ i
        if keys[slot] == key or keys[slot] == 0:
            return slot
        if infos[slot] & 255 < infos[least] & 255:
            least = slot
    return least
'''
"""For tables whose `infos` end with the size of the work in 8 bits."""

BROUGHT_FORWARD = '''
@inline
def bring_forward(lists: ints, order: ints, first: int, stop: int) -> None:
    """Puts the step that comes first by its order, of those from `first` on, in the place of `first`."""
    best = first
    for i in range(first + 1, stop):
        if order[i] > order[best]:
            best = i
    if best != first:
        other = order[first]
        order[first] = order[best]
        order[best] = other
        for j in range(ITEM_PARTS):
            other = lists[first * ITEM_PARTS + j]
            lists[first * ITEM_PARTS + j] = lists[best * ITEM_PARTS + j]
            lists[best * ITEM_PARTS + j] = other
'''
"""For lists of steps of ITEM_PARTS numbers each."""

_WIDTHS = {6: (13, 13, 10, 11, 8, 8), 1: (62,)}
"""Bits of each number of a step when they are put into one; -1 and -2 stand for nothing."""

CHOICES = '''
def choices(numbers: ints, sets_: sets, history: ints, out: ints) -> int:
    """Writes the legal steps of a position, or its forced pass; gives their number."""
    if numbers[0] >= FIRST_PASS:
        for i in range(STEP_PARTS):
            out[i] = FORCED_PASS if i == 3 else -1
        return 1
    return max(0, legal(numbers, sets_, history, out))


def hashed(numbers: ints, sets_: sets) -> int:
    """A key of a position; never 0."""
    key = mixed(numbers[0] + 1)
    for i in range(2, NUMBERS):
        key = mixed(key + numbers[i])
    for i in range(SETS):
        for j in range(WIDTH // 64):
            key = mixed(key + word(sets_[i], j))
    return key | 1 << 62


@inline
def save(saved: ints, saved_sets: sets, level: int, numbers: ints, sets_: sets) -> None:
    """Writes a position down as that of a level."""
    for i in range(NUMBERS):
        saved[level * NUMBERS + i] = numbers[i]
    for i in range(SETS):
        saved_sets[level * SETS + i] = sets_[i]


@inline
def go_back(saved: ints, saved_sets: sets, level: int, numbers: ints, sets_: sets) -> None:
    """Makes the position of a level the one to be played from."""
    for i in range(NUMBERS):
        numbers[i] = saved[level * NUMBERS + i]
    for i in range(SETS):
        sets_[i] = saved_sets[level * SETS + i]
'''


def search_text(shape: Shape, numbers: Mapping[str, int], tables: Mapping[str, Sequence[int]], text: str) -> str:
    """The text of a search with the numbers and tables that it reads; it may call the functions of `CHOICES`."""
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


def taste_text(shape: Shape) -> str:
    """The function `taste` of a game."""
    factors = zip(range(shape.step_parts), (1, 61, 7, 397, 0, 31), strict=False)
    mix = " ^ ".join(f"steps[at + {place}] * {factor}" for place, factor in factors)
    return TASTE.strip().replace("<MIX>", mix).replace("<TASTES>", str(TASTES - 1))


def _shifts(parts: int) -> list[tuple[int, int]]:
    widths = _WIDTHS[parts]
    return [(sum(widths[place + 1 :]), width) for place, width in enumerate(widths)]


def packed(array: str, at: str, shape: Shape) -> str:
    """The text of a step in an array as one number."""
    parts = enumerate(_shifts(shape.step_parts))
    return " | ".join(f"({array}[{at} + {place}] + 2) << {shift}" for place, (shift, _) in parts)


def unpacked(step: str, shape: Shape) -> str:
    """The text of the numbers of such a step, as arguments."""
    return ", ".join(f"({step} >> {shift} & {(1 << width) - 1}) - 2" for shift, width in _shifts(shape.step_parts))


def parts_of(step: int, shape: Shape) -> list[int]:
    """The numbers of such a step."""
    return [(step >> shift & (1 << width) - 1) - 2 for shift, width in _shifts(shape.step_parts)]


def fits(numbers: Sequence[int]) -> bool:
    """Whether no number of a step comes to these, so that steps go into one number."""
    widths = _WIDTHS[len(numbers)]
    return all(most + 2 <= 1 << width for most, width in zip(numbers, widths, strict=True))
