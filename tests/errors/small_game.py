"""A small game to make mistakes in."""

from __future__ import annotations

import re

BASE = """\
game: A small game
language: 1
players: [black, white]
board: {shape: rectangle, size: [5, 5]}
pieces:
  man: {owner: each}
moves:
  drop: {place: man, to: empty}
play:
  turn: drop
  stuck: draw
end:
  three in a row: {if: "rows(mine, min=3)", result: me wins}
  board full: {if: no(empty), result: draw}
"""

SECTION = re.compile(r"^(?=[a-z]+:)", re.MULTILINE)


def with_parts(parts: str) -> str:
    """The small game with these top-level parts in place of its own; a variant, a list and the like stand alone."""
    if re.match(r"[^a-z]|.*\n---", parts) or re.search(r"^extends:", parts, re.MULTILINE):
        return parts
    own = sections(parts.rstrip("\n") + "\n")
    text = own if {"game", "moves"} <= set(own) else sections(BASE) | own
    if "phases" in text:
        text.pop("play", None)
    return "".join(text.values())


def sections(text: str) -> dict[str, str]:
    """The top-level parts of a file by their keys."""
    return {part.split(":")[0]: part for part in SECTION.split(text) if part.strip()}
