"""`boardwright rules`: the rule sheet of a game, made from its file."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from interpreter.cli.declaring import Option
from interpreter.cli.faults import UsageFault
from interpreter.cli.parameters import Changes, GameName, Options, load_game
from interpreter.cli.screen import say

HTML = (".html", ".htm")


def rules(
    game: GameName,
    *,
    html: Annotated[bool, Option("--html", help="Write HTML, with the boards as pictures.")] = False,
    out: Annotated[str | None, Option("--out", "-O", metavar="FILE", help="Write into this file.")] = None,
    option: Options = None,
    change: Changes = None,
) -> None:
    """Write the rules of a game as a sheet for players: equipment, turns, ends, options and notes."""
    ending = Path(out).suffix.casefold() if out else ""
    if ending not in {"", ".md", ".txt", *HTML}:
        raise UsageFault(f"--out {out}: a sheet is a .md or an .html; a browser prints the latter as a PDF")
    from interpreter.explaining.markup import as_html, as_markdown  # noqa: PLC0415
    from interpreter.explaining.rulesheet import RuleSheet  # noqa: PLC0415
    from interpreter.saving import save_text  # noqa: PLC0415

    sections = RuleSheet(load_game(game, option, change)).sections()
    text = as_html(sections) if html or ending in HTML else as_markdown(sections)
    if out is None:
        say(text.rstrip("\n"))
    else:
        save_text(out, text)
        say(f"Written: {out}")
