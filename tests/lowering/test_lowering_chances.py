"""Random games on kernels end as often in each way as they must."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from chances import bound, distance, exact

import interpreter
from interpreter.engine import kernel
from interpreter.engine.compiled import CompiledEngine

if TYPE_CHECKING:
    from chances import Weighted

    from interpreter.play.game import Game

HERE = Path(__file__).parent
GAMES = 200_000 if kernel.available() else 2_000
SMALL: dict[str, tuple[str, dict[str, Any], bool]] = {  # where it is, how it is made small, whether it is symmetric
    "rive": ("rive", {"options": {"side": 2}}, True),
    "order-and-chaos": ("order-and-chaos", {"options": {"board-size": 3, "in-a-row": 3}}, True),
    "skirmish": (str(HERE / "games" / "skirmish.yaml"), {}, False),
    "throws": (str(HERE / "games" / "throws.yaml"), {}, False),
    "chance": (str(HERE.parent / "semantics" / "moves-that-chance-makes.yaml"), {}, False),
    "winds": (str(HERE.parent / "semantics" / "chance-moves-anywhere.yaml"), {}, False),
    "longest": (str(HERE / "games" / "longest.yaml"), {}, False),
    "wander": (str(HERE / "games" / "wander.yaml"), {}, False),
    "kinds": (str(HERE / "games" / "kinds.yaml"), {}, False),
    "gathering": (str(HERE / "games" / "gathering.yaml"), {}, False),
    "homing": (str(HERE / "games" / "homing.yaml"), {}, False),
    "strides": (str(HERE / "games" / "strides.yaml"), {}, False),
    "hopping": (str(HERE / "games" / "hopping.yaml"), {}, False),
    "racing": (str(HERE / "games" / "racing.yaml"), {}, False),
}


@cache
def small(name: str) -> Game:
    place, how, _ = SMALL[name]
    return interpreter.load(place, **how)


@cache
def known_chances(name: str) -> Weighted:
    return exact(small(name), symmetric=SMALL[name][2])


@pytest.mark.parametrize("name", SMALL)
def test_the_chances_of_a_small_game(name: str):
    game, chances = small(name), known_chances(name)
    assert sum(chances.values()) == 1
    ways: Counter[tuple[str, int | None]] = Counter()
    for (way, _), chance in chances.items():
        ways[way] += chance
    tally = CompiledEngine(game.machine).playouts(GAMES, seed=1)
    assert (tally.games, tally.unfinished) == (GAMES, 0)
    chi_square, freedom = distance({way: count for way, count in tally.endings.items() if count}, dict(ways))
    assert chi_square < bound(freedom), (tally.endings, {way: float(chance) for way, chance in ways.items()})
    mean = sum(length * chance for (_, length), chance in chances.items())
    variance = float(sum((length - mean) ** 2 * chance for (_, length), chance in chances.items()))
    assert abs(tally.steps / GAMES - float(mean)) <= 4.9 * (variance / GAMES) ** 0.5 + 1e-9
    assert tally.longest <= max(length for _, length in chances)


FIRST_STEPS = {
    "men in every direction": """
setup: |
  . . b .
  w b . .
  b . w w
moves:
  walk: {move: mine, along: any, to: empty, distance: "[1, 2]"}
""",
    "slides": """
setup: |
  . . b .
  w b . .
  b . . w
moves:
  walk: {move: mine, along: orthogonal, to: empty, distance: any}
""",
    "placings that are looked at first": """
setup: |
  . . b .
  w b . .
  b . . w
moves:
  walk: {place: man, to: empty, when: any(near(to) and mine), leaves: count(groups(mine)) <= 3}
""",
    "the least of all": """
setup: |
  . . b .
  w b . .
  b . . w
moves:
  walk: {place: man, to: empty, minimise: count(near(to) and occupied)}
""",
    "several moves of one step": """
setup: |
  . . b .
  w b . .
  b . . w
moves:
  walk: {move: mine, along: orthogonal, to: empty}
  drop: {place: man, to: empty, when: no(near(to) and theirs)}
  take: {remove: theirs, leaves: any(theirs)}
""",
}


@pytest.mark.parametrize("rules", FIRST_STEPS.values(), ids=FIRST_STEPS)
def test_every_first_step_is_drawn_equally_often(rules: str, tmp_path: Path):
    """Each first step ends the game in a way of its own, so that the endings count the steps."""
    names = [line.split(":")[0].strip() for line in rules.partition("moves:\n")[2].splitlines() if line.strip()]
    text = (
        "game: One step\nlanguage: 1\nplayers: [black, white]\n"
        "board: {shape: rectangle, size: [4, 3]}\npieces:\n  man: {owner: each}\n"
        f"{rules.strip()}\nplay:\n  turn:\n    act: {{do: [{', '.join(names)}]}}\n  stuck: draw\nend:\n"
    )
    path = tmp_path / "one-step.yaml"
    path.write_text(text + "  never: {if: no(occupied), result: draw}\n")
    game = interpreter.load(path)
    path.write_text(text + "".join(ends(game)))
    game = interpreter.load(path)
    number = len(game.initial().legal_moves)
    assert number > 3
    tally = CompiledEngine(game.machine).playouts(GAMES, seed=2)
    counts = [count for count in tally.endings.values() if count]
    assert (len(counts), tally.steps) == (number, GAMES)
    chi_square = sum((count - GAMES / number) ** 2 for count in counts) * number / GAMES
    assert chi_square < bound(number - 1), counts


def ends(game: Game) -> list[str]:
    """An end condition for each position after a first step."""
    start, found = game.initial(), []
    for move in start.legal_moves:
        after = start.play(move)
        sets = [
            " or ".join(site for site, occupant in after.occupants.items() if occupant.owner == player)
            for player in game.players
        ]
        condition = f"mine is ({sets[0]}) and theirs is ({sets[1]})"
        found.append(f'  "after {move}": {{if: "{condition}", result: draw}}\n')
    return found


def test_chances_are_worked_out_right():
    """After three steps 8 of 84 triples of cells are lines, and 2 of 8 ways to mark a line are alike."""
    chances = known_chances("order-and-chaos")
    three = sum(chance for (_, length), chance in chances.items() if length == 3)
    assert three == Fraction(8, 84) * Fraction(2, 8)
    assert min(length for _, length in chances) == 3
    assert max(length for _, length in chances) == 9
