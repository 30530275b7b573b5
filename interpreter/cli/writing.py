"""`boardwright resolve`, `format` and `new`: game files written out, laid out and begun."""

from __future__ import annotations

import shlex
import sys
from typing import Annotated

from click.exceptions import Exit

from interpreter.cli.declaring import Argument, Option
from interpreter.cli.faults import FAILURE, FINE, PROBLEMS, UsageFault, code_of, complain
from interpreter.cli.parameters import Changes, GameName, Options, choices, known_game
from interpreter.cli.screen import coloured, counted, say
from interpreter.errors import BoardwrightError, GameFileError


def resolve(
    game: GameName,
    *,
    option: Options = None,
    change: Changes = None,
    keep_options: Annotated[
        bool, Option("--keep-options", help="Leave options open, but for those chosen otherwise than the file has it.")
    ] = False,
) -> None:
    """Write a game as one file: parents, options and changes merged, each line with its origin.

    Choices are made in it: of options only numbers are left, and scenarios that choose options are left out.
    """
    from interpreter.source.document import load_document  # noqa: PLC0415
    from interpreter.source.resolved import resolved_yaml  # noqa: PLC0415

    chosen, changed = choices(option, change)
    if keep_options and changed:
        raise UsageFault("--keep-options and --change do not go together: write the change into a variant")
    document, found = load_document(known_game(game), options=chosen, change=changed)
    if document is None or any(diagnostic.is_error for diagnostic in found):
        raise GameFileError(tuple(found))
    say(resolved_yaml(document, keep_options=keep_options).rstrip("\n"))


def format_files(
    files: Annotated[list[str], Argument("FILE...", "Game files.")],
    *,
    check: Annotated[bool, Option("--check", help="Change nothing; exit with 1 if something would change.")] = False,
) -> None:
    """Bring game files into canonical layout; comments, diagrams and meaning stay as they are."""
    from interpreter.authoring.formatting import format_file  # noqa: PLC0415
    from interpreter.diagnostics.rendering import render  # noqa: PLC0415

    changed, bad, code = 0, 0, FINE
    for path in files:
        try:
            result = format_file(path, check=check)
        except BoardwrightError as error:
            complain(f"error: {error}")
            bad, code = bad + 1, max(code, FAILURE if isinstance(error.__cause__, OSError) else PROBLEMS)
            continue
        if result.diagnostics:
            complain(render(result.diagnostics, "full", color=coloured(sys.stderr)).rstrip("\n"))
            bad, code = bad + 1, max(code, code_of(result.diagnostics))
        elif result.changed:
            changed, code = changed + 1, max(code, PROBLEMS if check else FINE)
            say(f"{path}: {'would be laid out anew' if check else 'laid out anew'}")
    same = len(files) - changed - bad
    parts = [counted(changed, "file") + (" to lay out" if check else " laid out"), f"{same:,} as they should be"]
    complain(", ".join(parts) + (f", {bad:,} left alone" if bad else ""))
    if code != FINE:
        raise Exit(code)


def new(
    name: Annotated[str, Argument("NAME", "What to call it: NAME.yaml is written here.")],
    *,
    parent: Annotated[str, Option("--from", metavar="GAME", help="The game to begin with.")],
    copy: Annotated[bool, Option("--copy", help="Copy the whole game instead of making a variant.")] = False,
) -> None:
    """Begin a game file: a variant of a game, with comments that show what may be changed."""
    from interpreter.authoring.starting import start_file  # noqa: PLC0415

    try:
        path = start_file(name, known_game(parent), copy=copy)
    except FileExistsError as error:
        raise UsageFault(f"{error.filename} exists already; choose another name, or move it away") from None
    shown = shlex.quote(str(path))
    say(f"Written: {path}")
    say(f"Check it with  boardwright validate {shown}")
    say(f"Play it with   boardwright play {shown}")
