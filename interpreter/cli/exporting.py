"""`boardwright export`: a record in another form."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

from interpreter.cli.declaring import Argument, Option
from interpreter.cli.faults import UsageFault
from interpreter.cli.screen import say


class Form(StrEnum):
    """The forms of a record."""

    TEXT = "text"
    PGN = "pgn"
    JSON = "json"


ENDINGS = {".pgn": Form.PGN, ".json": Form.JSON}


def export(
    what: Annotated[str, Argument("RECORD", "A record, as text, PGN or JSON.")],
    *,
    form: Annotated[
        Form | None, Option("--format", "-f", help="The form to write; told by the ending of --out where that has one.")
    ] = None,
    out: Annotated[str | None, Option("--out", "-O", metavar="FILE", help="Write here.")] = None,
    anyway: Annotated[bool, Option("--anyway", help="Export a record even if the game has changed since.")] = False,
) -> None:
    """Write a record in another form; comments and variations stay. It is replayed first."""
    from interpreter.records import FORMS, read_record, retold  # noqa: PLC0415

    if not Path(what).is_file():
        raise UsageFault(f'there is no record "{what}"; `boardwright play GAME --auto --save FILE` writes one')
    beside = Path(out).absolute().parent if out else Path.cwd()
    record, players = retold(read_record(what), anyway=anyway, beside=beside)
    chosen = form or ENDINGS.get(Path(out or "").suffix.casefold(), Form.TEXT)
    text = FORMS[chosen.value](record, players)
    if out is None:
        say(text.rstrip("\n"))
        return
    from interpreter.saving import save_text  # noqa: PLC0415

    save_text(out, text)
    say(f"Written: {out}")
