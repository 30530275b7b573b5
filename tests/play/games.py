"""Small games for the tests of this folder."""

from __future__ import annotations

import tempfile
from functools import lru_cache
from pathlib import Path

import interpreter

HEAD = "game: {title}\nlanguage: 1\nplayers: [black, white]\n"

DROPS = """board: {shape: rectangle, size: [3, 3]}
pieces:
  man: {owner: each, hand: 4, letter: m}
  king: {owner: each, letter: k}
moves:
  drop: {place: [man, king], to: empty}
  wait: {pass: yes}
play:
  turn:
    act: {do: [drop, wait]}
  stuck: draw
end:
  quiet: {if: passes is 2, result: draw}
  corner: {if: "count(mine and corners) is 2", result: me wins}
"""

STEPS = """board: {shape: rectangle, size: [4, 3]}
pieces:
  man: {owner: each, letter: m}
  queen: {owner: each, letter: q}
  knight: {owner: each, letter: k}
  rock: {owner: nobody, letter: "#"}
setup: |
  . . . m
  . # . .
  M M . .
moves:
  walk:
    move: mine and man
    along: orthogonal
    then:
      - if: to in rank(3)
        promote: [queen, knight]
  fly: {move: mine and queen, along: any, distance: any, then: [{capture: near(to) and theirs}]}
  glide: {move: mine and queen, along: any, distance: any}
  take: {remove: theirs and man}
  change: {swap: sides, when: turn is 2}
play:
  turn:
    act: {do: [walk, fly, glide, change], next: [{if: made(glide), go: take}]}
    take: {}
  stuck: loses
end:
  alone: {if: no(theirs), result: me wins}
"""

PAIRS = """board: {shape: rectangle, size: [5, 1]}
pieces:
  man: {owner: each}
moves:
  drop: {place: man}
play:
  turn:
    first: {do: drop, next: [{go: second}]}
    second: {do: drop}
  stuck: draw
end:
  full: {if: count(empty) is 1, result: draw}
"""


@lru_cache(maxsize=8)
def game(title: str) -> interpreter.Game:
    text = {"Drops": DROPS, "Steps": STEPS, "Pairs": PAIRS}[title]
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"{title.lower()}.yaml"
        path.write_text(HEAD.format(title=title) + text, encoding="utf-8")
        return interpreter.load(path)


def texts(position: interpreter.Position) -> list[str]:
    return [str(move) for move in position.legal_moves]
