"""The commands by name; a command's module is imported when it is called, and imports the rooms that it needs."""

from __future__ import annotations

import sys
from importlib import import_module
from typing import TYPE_CHECKING, Any

import click

from interpreter.cli.declaring import HELP, command
from interpreter.cli.faults import CLOSED, forget_output, forgiving_streams, reported
from interpreter.cli.screen import say

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["app", "run"]

COMMANDS = {
    "play": ("playing", "play", "Play a game at the terminal."),
    "validate": ("checking", "validate", "Check games: file, rules, scenarios, random games."),
    "explain": ("checking", "explain", "Explain a code of validate, or a word of a game."),
    "list": ("looking", "list_games", "List the games of the library."),
    "show": ("looking", "show", "Show the board, pieces and options of a game."),
    "moves": ("looking", "moves", "List the legal steps of a position."),
    "perft": ("counting", "perft", "Count how many ways a game can go."),
    "playouts": ("playouts", "playouts", "Play many random games, and count how they end."),
    "solve": ("solving", "solve", "Find out who wins a small game when nobody errs."),
    "ugi": ("serving", "ugi", "Play for another program, over lines of text."),
    "compile": ("compiling", "show_compiled", "Show what a game is compiled to."),
    "replay": ("replaying", "replay", "Replay a record, or steps of a game."),
    "export": ("exporting", "export", "Write a record in another form: text, PGN or JSON."),
    "why": ("reasons", "why", "Say why a step is not legal, or why a game ended."),
    "rules": ("sheets", "rules", "Write the rules of a game as a sheet for players."),
    "draw": ("drawing", "draw", "Draw a position, or a whole game, as a picture."),
    "graph": ("looking", "graph", "Draw the state machine of a game."),
    "resolve": ("writing", "resolve", "Write a variant out as one file."),
    "format": ("writing", "format_files", "Bring game files into canonical layout."),
    "vocabulary": ("wording", "vocabulary", "List the words of the language, and which games use them."),
    "new": ("writing", "new", "Begin a game file from another game."),
    "language-server": ("editing", "language_server", "Serve an editor while a game file is written."),
}
"""Each command with the module of this room that holds it, the function there, and what it does."""

ELSEWHERE = {
    "list": ("games", "ls", "library", "catalogue"),
    "play": ("run", "start", "game", "resume"),
    "validate": ("check", "lint", "test", "verify"),
    "explain": ("man", "manual", "error"),
    "show": ("info", "describe", "view", "board", "options"),
    "moves": ("legal", "steps"),
    "perft": ("count", "divide"),
    "playouts": ("simulate", "random", "rollouts", "bench"),
    "solve": ("search", "analyse", "analyze", "hint"),
    "ugi": ("uci", "engine", "serve"),
    "compile": ("build", "kernel"),
    "replay": ("record", "load"),
    "export": ("convert", "pgn", "save"),
    "rules": ("sheet", "rulebook", "rulesheet"),
    "draw": ("picture", "image", "render", "svg", "png"),
    "graph": ("machine", "diagram", "dot"),
    "resolve": ("flatten", "expand", "merge"),
    "format": ("fmt", "tidy"),
    "vocabulary": ("words", "language", "grammar", "keys"),
    "new": ("init", "create", "variant"),
    "language-server": ("lsp", "editor"),
    "--help": ("help",),
    "--version": ("version",),
}
"""What people call a command who have not looked it up."""


class _Commands(click.Group):
    """The commands of the table, with every error reported in one place."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 (click asks like this)
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002 (as above)
        if cmd_name not in COMMANDS:
            return None
        module, function, _ = COMMANDS[cmd_name]
        return command(cmd_name, getattr(import_module(f"interpreter.cli.{module}"), function))

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args and args[0] not in COMMANDS and not args[0].startswith("-"):
            near = _meant(args[0])
            ctx.fail(f'there is no command "{args[0][:60]}"' + (f'; did you mean "{near}"?' if near else "."))
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002 (as above)
        with formatter.section("Commands"):
            formatter.write_dl([(name, told) for name, (_, _, told) in COMMANDS.items()])

    def invoke(self, ctx: click.Context) -> Any:
        with reported():
            return super().invoke(ctx)


def _meant(word: str) -> str:
    """What was probably meant by a word that is no command, or nothing."""
    from interpreter.diagnostics.suggesting import closest  # noqa: PLC0415 (only a slip needs it)
    from interpreter.resources import library_games  # noqa: PLC0415

    if word in library_games():
        return f"play {word}"
    named = {name: command for command, names in ELSEWHERE.items() for name in names}
    near = named.get(word.casefold()) or closest(word, [*COMMANDS, *named]) or ""
    return named.get(near, near)


def _version(ctx: click.Context, _: click.Parameter, asked: bool) -> None:  # noqa: FBT001 (click gives it like this)
    if asked:
        from importlib.metadata import version  # noqa: PLC0415

        say(f"boardwright {version('boardwright')}")
        ctx.exit()


app = _Commands(
    "boardwright",
    help="Board games as text files: play them, check them, look into them.",
    epilog="GAME is a name from `boardwright list` or the path of a file. "
    "Exit codes: 0 fine, 1 problems found, 2 wrong usage or failure.",
    no_args_is_help=True,
    context_settings=HELP,
    params=[
        click.Option(
            ["--version"],
            is_flag=True,
            is_eager=True,
            expose_value=False,
            callback=_version,
            help="Show the version and leave.",
        )
    ],
)


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
