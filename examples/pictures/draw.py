"""Draws the picture of the README: a game in play, and beside it the file that it is played from.

python examples/pictures/draw.py
"""

from __future__ import annotations

from html import escape
from itertools import pairwise
from pathlib import Path

import interpreter
from interpreter.explaining.pictures import position_svg

GAME = "order-and-chaos"
STEPS = "X@c4 O@c3 X@d4 O@d5 X@e4 O@e3 X@b4 O@b2 X@f4"
LEFT_OUT = ("about", "options", "scenarios")
SIZE, LINE, GAP = 12, 16, 24
PICTURE = Path(__file__).with_name(f"{GAME}.svg")


def drawing() -> str:
    """The picture as SVG."""
    game = interpreter.load(GAME)
    position = game.initial()
    for step in STEPS.split():
        position = position.play(step)
    board = position_svg(position)
    _, _, width, height = (float(number) for number in board.partition('viewBox="')[2].partition('"')[0].split())
    lines = [
        f" # games/{GAME}.yaml; notes, options and examples follow there",
        *rules_of(game.document.path.read_text(encoding="utf-8")),
    ]
    total = width + GAP + max(map(len, lines)) * SIZE * 0.62 + GAP
    tall = max(height, len(lines) * LINE + 2 * GAP)
    text = "\n".join(
        f'<text x="{width + GAP:.0f}" y="{GAP + LINE * (number + 1)}" xml:space="preserve">{coloured(line)}</text>'
        for number, line in enumerate(lines)
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {total:.0f} {tall:.0f}" width="{total:.0f}" '
        f'height="{tall:.0f}" role="img" aria-label="A finished game of {game.title} and its file">\n'
        f'<rect width="100%" height="100%" fill="#fffdf8"/>\n'
        f'<g transform="translate(0 {(tall - height) / 2:.0f})">\n{board}</g>\n'
        f'<g font-family="Menlo, Consolas, monospace" font-size="{SIZE}" fill="#2b2b2b">\n{text}\n</g>\n</svg>\n'
    )


def rules_of(text: str) -> list[str]:
    """The lines of a game file without its notes, options, examples and the mark for editors."""
    lines = [line for line in text.rstrip().split("\n") if not line.startswith("# yaml-language-server")]
    starts = [number for number, line in enumerate(lines) if line[:1].isalpha()]
    kept: list[str] = []
    for start, end in pairwise([*starts, len(lines)]):
        if lines[start].partition(":")[0] not in LEFT_OUT:
            kept += lines[start:end]
        elif kept and kept[-1] and not lines[end - 1]:
            kept.append("")
    while not kept[-1]:
        kept.pop()
    return kept


def coloured(line: str) -> str:
    """A line with its comment in grey and its key in bold."""
    code, sign, comment = line.partition("# ")
    key, colon, value = code.partition(":")
    shown = f'<tspan font-weight="bold">{escape(key)}</tspan>{colon}{escape(value)}' if colon else escape(code)
    return shown + (f'<tspan fill="#7a7163">{sign}{escape(comment)}</tspan>' if sign else "")


if __name__ == "__main__":
    PICTURE.write_text(drawing(), encoding="utf-8")
    print(f"drawn: {PICTURE.name}")
