"""What pieces are worth, drawn from the rules: those that find more steps in random games are worth more."""

from __future__ import annotations

from array import array
from collections import Counter
from typing import TYPE_CHECKING

from interpreter.engine.kernel import new_ints

if TYPE_CHECKING:
    from collections.abc import Sequence

    from interpreter.engine.lowering.shape import Lowered, Shape
    from interpreter.play.game import Game
    from interpreter.players.grounds import Ground

PIECE = 60
"""What a piece is worth: of several kinds, the one that finds the fewest steps."""

POSITIONS = 1_500  # of random games that are looked at
LONGEST = 300  # steps of one of them
FEW = 30  # pieces that must have been seen before their steps are believed
SPREAD = 8  # a kind is not taken to find fewer steps than this part of what all find on the average

ROAM = '''
def roam(numbers: ints, sets_: sets, history: ints, out: ints, seen: ints, found: ints, rng: int, most: int) -> int:
    """Plays a random game, and counts each player's pieces and the steps they find when it is that player's turn.

    Both are counted for each set of pieces of a position. Gives the number of positions.
    """
    for i in range(most):
        free = choices(numbers, sets_, history, out)
        if free == 0:
            return i
        mover = MOVERS[numbers[0]]
        for place in range(SLOTS):
            if OWNERS[place] == mover:
                seen[place] = seen[place] + count(sets_[place])
                for step in range(free):
                    origin = out[step * STEP_PARTS]
                    if origin >= 0 and sets_[place] & bit(origin) != 0:
                        found[place] = found[place] + 1
        rng, part = random_below(rng, free)
        part = part * STEP_PARTS
        if play(numbers, sets_, history, <PARTS>) >= 0:
            return i + 1
    return most
'''


def roam_text(shape: Shape) -> str:
    """The function `roam` of a game; for the text of a search."""
    owners = [owner for owner, _ in shape.lowered.slots] if shape.lowered is not None else []
    parts = ", ".join(f"out[part + {i}]" for i in range(shape.step_parts))
    head = f"SLOTS = {len(owners)}\nOWNERS: ints = ({', '.join(map(str, owners or [0]))},)"
    return f"{head}\n\n\n{ROAM.strip().replace('<PARTS>', parts)}"


def kinds_differ(lowered: Lowered) -> bool:
    """Whether a player has pieces of several kinds, so that there is something to find out."""
    owners = [owner for owner, _ in lowered.slots if owner < len(lowered.rules.players)]
    return len(owners) > len(set(owners))


def worths(game: Game, ground: Ground) -> array[int]:
    """What a piece of each set of a position is worth; found once a game, and always the same for the same game.

    Random games tell it. All are worth the same where the functions of the search are not compiled.
    """
    known = game.workshop.get(ROAM)
    if not isinstance(known, array):
        known = game.workshop[ROAM] = _found(game, ground)
    return known


def _found(game: Game, ground: Ground) -> array[int]:
    lowered = ground.shape.lowered
    if lowered is None or ground.engine != "llvm" or not kinds_differ(lowered):
        return new_ints([PIECE] * (len(lowered.slots) if lowered is not None else 1))
    first = game.initial().state
    seen, found = new_ints(len(lowered.slots)), new_ints(len(lowered.slots))
    out = new_ints(ground.most_steps * ground.shape.step_parts)
    positions = games = 0
    while positions < POSITIONS and games < POSITIONS:
        games += 1
        positions += ground.functions["roam"](*ground.arrays(first), out, seen, found, games, LONGEST)
    return _compared([kind for _, kind in lowered.slots], seen, found)


def _compared(kinds: Sequence[int], seen: array[int], found: array[int]) -> array[int]:
    """What a piece of each set is worth, by its kind, how many were seen and how many steps they found."""
    pieces, steps = Counter[int](), Counter[int]()
    for place, kind in enumerate(kinds):
        pieces[kind] += seen[place]
        steps[kind] += found[place]
    moving = [kind for kind in pieces if pieces[kind] >= FEW and steps[kind]]
    if not moving:
        return new_ints([PIECE] * len(kinds))
    usual = sum(steps[kind] for kind in moving) / sum(pieces[kind] for kind in moving)
    each = {kind: max(steps[kind] / pieces[kind], usual / SPREAD) for kind in moving}
    least = min(each.values())
    other = {kind: usual if pieces[kind] < FEW else least for kind in pieces}  # rare ones, and those that never move
    return new_ints(round(PIECE * each.get(kind, other[kind]) / least) for kind in kinds)
