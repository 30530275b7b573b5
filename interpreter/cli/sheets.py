"""`boardwright rules`: the rule sheet of a game, made from its file."""

from __future__ import annotations

from typing import Annotated

from interpreter.cli.declaring import Option
from interpreter.cli.parameters import Changes, GameName, Options, load_game
from interpreter.cli.screen import say


def rules(
    game: GameName,
    *,
    html: Annotated[bool, Option("--html", help="Write HTML, with the boards as pictures.")] = False,
    out: Annotated[str | None, Option("--out", "-O", metavar="FILE", help="Write into this file.")] = None,
    option: Options = None,
    change: Changes = None,
) -> None:
    """Write the rules of a game as a sheet for players: equipment, turns, ends, options and notes."""
    from interpreter.explaining.markup import as_html, as_markdown  # noqa: PLC0415
    from interpreter.explaining.rulesheet import RuleSheet  # noqa: PLC0415
    from interpreter.saving import save_text  # noqa: PLC0415

    sections = RuleSheet(load_game(game, option, change)).sections()
    text = as_html(sections) if html or (out or "").endswith((".html", ".htm")) else as_markdown(sections)
    if out is None:
        say(text.rstrip("\n"))
    else:
        save_text(out, text)
        say(f"Written: {out}")
