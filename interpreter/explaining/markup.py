"""Rule sheets as Markdown, with boards in letters, and as HTML, with boards as pictures."""

from __future__ import annotations

import re
from html import escape
from typing import TYPE_CHECKING

from interpreter.board import layout
from interpreter.board.board import members
from interpreter.drawing.text import board_text
from interpreter.explaining.layout import Figure, Item
from interpreter.explaining.legend import legend
from interpreter.explaining.pictures import position_svg
from interpreter.explaining.special import special_sites

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from interpreter.explaining.layout import Section

STYLE = """
:root { color-scheme: light dark; --paper: #fffdf8; --ink: #2b2b2b; --rule: #d9c7a2; }
@media (prefers-color-scheme: dark) { :root { --paper: #1f1d1a; --ink: #ece5d8; --rule: #6b5d48; } }
body { font: 17px/1.5 Georgia, serif; color: var(--ink); background: var(--paper); max-width: 44em; margin: 2em auto;
       padding: 0 1em; }
h1, h2 { font-family: Helvetica, Arial, sans-serif; line-height: 1.2; }
h2 { margin-top: 1.6em; border-bottom: 1px solid var(--rule); }
ul { padding-left: 1.4em; }
.figures { display: flex; flex-wrap: wrap; gap: 1em; }
figure { margin: 0; max-width: 100%; }
figure:not(:only-child) { flex: 0 1 21em; }
figure > svg { display: block; max-width: 100%; height: auto; max-height: 30em; border-radius: 6px; }
figcaption { font-style: italic; text-align: center; }
@media print { :root { --paper: #ffffff; --ink: #000000; } body { margin: 0; font-size: 12px; max-width: none; }
               h2 { break-after: avoid; } li:not(:has(li)), figure { break-inside: avoid; }
               figure > svg { max-height: 20em; } }
"""
LISTED = "Each line tells a point, what stands on it, and the points that it is joined to."
"""What a board in text is where it lies on no grid."""


def as_markdown(sections: Sequence[Section]) -> str:
    """The sheet as Markdown."""
    lines: list[str] = []
    for number, section in enumerate(sections):
        lines += [f"{'#' if number == 0 else '##'} {section.title}", ""]
        for block in section.blocks:
            if isinstance(block, str):
                lines += [block, ""]
            else:
                for part in block:
                    lines += _figure_text(part) if isinstance(part, Figure) else _item_lines(part, 0)
                if lines[-1]:
                    lines.append("")
    return "\n".join(lines).rstrip() + "\n"


def _item_lines(item: Item, depth: int) -> list[str]:
    return [f"{'  ' * depth}- {item.text}", *(line for inner in item.items for line in _item_lines(inner, depth + 1))]


def _figure_text(figure: Figure) -> list[str]:
    position = figure.position
    game, last = position.game, position.last_move
    marks = {}
    if not figure.plain and last is not None:
        marks = {game.board.index[site]: "[]" for site in (last.origin, last.target) if site}
    empties = dict.fromkeys(members(special_sites(game)), "+")
    board = board_text(game.board, position.tokens, marks=marks, empties=empties)
    return [
        "```text",
        board,
        "```",
        "",
        *([_caption(figure), ""] if figure.caption else []),
        *([LISTED, ""] if figure.key and not layout(game.board) and "borders" not in game.board.regions else []),
        *([_sentence(legend(game)), ""] if figure.key else []),
    ]


def as_html(sections: Sequence[Section]) -> str:
    """The sheet as one HTML document that needs nothing else."""
    title = sections[0].title
    body = []
    for number, section in enumerate(sections):
        level = 1 if number == 0 else 2
        inner = "\n".join(_html(block) for block in section.blocks)
        body.append(f"<section>\n<h{level}>{escape(section.title)}</h{level}>\n{inner}\n</section>")
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(title)}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n"
        + "\n".join(body)
        + "\n</body>\n</html>\n"
    )


def _html(block: str | tuple[Item, ...] | tuple[Figure, ...]) -> str:
    if isinstance(block, str):
        return f"<p>{_inline(block)}</p>"
    figures = [part for part in block if isinstance(part, Figure)]
    if figures:
        return '<div class="figures">\n' + "\n".join(_figure_html(part) for part in figures) + "\n</div>"
    return _items_html(part for part in block if isinstance(part, Item))


def _items_html(items: Iterable[Item]) -> str:
    rows = [f"<li>{_inline(item.text)}{_items_html(item.items) if item.items else ''}</li>" for item in items]
    return "<ul>\n" + "\n".join(rows) + "\n</ul>"


def _figure_html(figure: Figure) -> str:
    crossed = dict.fromkeys(figure.sites, "cross")
    picture = position_svg(figure.position, plain=figure.plain, marks=crossed, arrows=figure.arrows, key=figure.key)
    caption = f"<figcaption>{escape(_caption(figure))}</figcaption>" if figure.caption else ""
    return f"<figure>\n{picture}{caption}\n</figure>"


def _caption(figure: Figure) -> str:
    return _sentence(figure.caption)


def _sentence(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}."


def _inline(text: str) -> str:
    """Bold and code, the two marks that a sheet uses."""
    text = re.sub(r"\*\*(.+?)\*\*", r"<strong>\1</strong>", escape(text, quote=False))
    return re.sub(r"`(.+?)`", r"<code>\1</code>", text)
