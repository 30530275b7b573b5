"""The commands, each declared in the module of its kind; a command imports the rooms it needs when it is called."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer.core import TyperGroup

from interpreter.cli import checking, compiling, counting, looking, playing, playouts, replaying, writing
from interpreter.cli.faults import CLOSED, forget_output, forgiving_streams, reported
from interpreter.cli.screen import say

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["app", "run"]


class _Commands(TyperGroup):
    """Commands in the order of their registration, with every error reported in one place."""

    def invoke(self, ctx: Any) -> Any:
        with reported():
            return super().invoke(ctx)


app = typer.Typer(
    name="boardwright",
    cls=_Commands,
    help="Board games as text files: play them, check them, look into them.",
    epilog="GAME is a name from `boardwright list` or the path of a file. "
    "Exit codes: 0 fine, 1 problems found, 2 wrong usage or failure.",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)


def _version(asked: bool) -> None:  # noqa: FBT001 (typer gives the value of a flag like this)
    if asked:
        from importlib.metadata import version  # noqa: PLC0415

        say(f"boardwright {version('boardwright')}")
        raise typer.Exit


@app.callback()
def _start(
    *,
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Show the version and leave.")
    ] = False,
) -> None:
    """Board games as text files: play them, check them, look into them."""


app.command(short_help="Play a game at the terminal.")(playing.play)
app.command(short_help="Check games: file, rules, scenarios, random games.")(checking.validate)
app.command(short_help="Explain a code that validate prints.")(checking.explain)
app.command("list", short_help="List the games of the library.")(looking.list_games)
app.command(short_help="Show the board, pieces and options of a game.")(looking.show)
app.command(short_help="List the legal steps of a position.")(looking.moves)
app.command(short_help="Count how many ways a game can go.")(counting.perft)
app.command(short_help="Play many random games, and count how they end.")(playouts.playouts)
app.command("compile", short_help="Show what a game is compiled to.")(compiling.show_compiled)
app.command(short_help="Replay a record, or steps of a game.")(replaying.replay)
app.command(short_help="Draw the state machine of a game.")(looking.graph)
app.command(short_help="Write a variant out as one file.")(writing.resolve)
app.command("format", short_help="Bring game files into canonical layout.")(writing.format_files)
app.command(short_help="Begin a game file from another game.")(writing.new)


def run(arguments: Sequence[str] | None = None) -> int:
    """Run a command line and give its exit code."""
    forgiving_streams()
    try:
        app(args=None if arguments is None else list(arguments), prog_name="boardwright")
    except SystemExit as end:
        code = end.code if isinstance(end.code, int) else int(bool(end.code))
    else:
        code = 0
    try:
        sys.stdout.flush()
    except BrokenPipeError:
        forget_output()
        return CLOSED
    return code
