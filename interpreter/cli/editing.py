"""`boardwright language-server`: help in an editor."""

from __future__ import annotations

import os
import sys
from contextlib import redirect_stdout
from typing import Annotated

from interpreter.cli.declaring import Option
from interpreter.cli.faults import UsageFault, is_terminal


def language_server(
    *,
    stdio: Annotated[bool, Option("--stdio", help="Speak over standard input and output, as it always does.")] = False,
) -> None:
    """Serve an editor: it starts this command and speaks the Language Server Protocol with it."""
    del stdio  # some editors say it
    try:
        from interpreter.editor.server import language_server as make  # noqa: PLC0415
    except ModuleNotFoundError as missing:
        if (missing.name or "").partition(".")[0] not in ("pygls", "lsprotocol"):
            raise
        raise UsageFault("the language server needs pygls: install boardwright[editor]") from missing
    if is_terminal(sys.stdin):
        raise UsageFault(
            "an editor starts this command and speaks with it; the README tells how, under `Write in your editor`"
        )
    # The server closes the stream it writes to, and whatever else is written must not come between its messages.
    with os.fdopen(os.dup(sys.stdout.fileno()), "wb") as output, redirect_stdout(sys.stderr):
        make().start_io(stdout=output)
