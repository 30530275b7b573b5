"""`boardwright validate` and `boardwright explain`: what is wrong with a game, and what that means."""

from __future__ import annotations

import sys
from contextlib import nullcontext
from enum import StrEnum
from functools import partial
from typing import TYPE_CHECKING, Annotated, Any

from click.exceptions import Exit

from interpreter.cli.declaring import Argument, Option
from interpreter.cli.faults import FINE, UsageFault, code_of, complain, is_terminal
from interpreter.cli.parameters import Changes, Options, Seed, choices, known_game
from interpreter.cli.screen import coloured, counted, say

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from contextlib import AbstractContextManager

    from interpreter.checking.games import Played
    from interpreter.diagnostics import Diagnostic


class Format(StrEnum):
    """How findings are written."""

    FULL = "full"
    CONCISE = "concise"
    JSON = "json"
    GITHUB = "github"
    PLAIN = "plain"


def validate(  # noqa: PLR0913 (each is an option of the command)
    games: Annotated[
        list[str] | None,
        Argument("GAME...", "Games of the library, or files."),
    ] = None,
    *,
    every: Annotated[bool, Option("--all", help="Check every game of the library.")] = False,
    option: Options = None,
    change: Changes = None,
    style: Annotated[
        Format, Option("--format", "-f", help="full, concise, json, github or plain (for screen readers).")
    ] = Format.FULL,
    as_json: Annotated[bool, Option("--json", help="The same as --format json.")] = False,
    many: Annotated[
        int | None, Option("--games", min=0, help="Random games to play with each game; 200 unless told.")
    ] = None,
    seconds: Annotated[
        float | None, Option("--seconds", min=0, help="Time for the random games of each; 0.4 unless told.")
    ] = None,
    seed: Seed = None,
    watch: Annotated[
        bool, Option("--watch", help="Check again when a file or its parent changes, until Ctrl-C.")
    ] = False,
) -> None:
    """Check games: the file, its names and types, its machine, its scenarios, and random games."""
    from interpreter.checking.validating import SECONDS, examine  # noqa: PLC0415
    from interpreter.resources import library_games  # noqa: PLC0415

    names = list(library_games()) if every else [known_game(game) for game in games or []]
    if not names:
        raise UsageFault("name a game or a file: boardwright validate GAME (or --all)")
    if as_json:
        style = Format.JSON
    chosen, changed = choices(option, change)
    effort: dict[str, Any] = {} if seed is None else {"seed": seed}
    if many is not None:
        effort["games"] = many
    if seconds is not None:
        effort["seconds"] = seconds

    def check_all() -> int:
        """Checks the games and writes what is found; gives the exit code."""
        found: list[Diagnostic] = []
        wrong: set[str] = set()
        played: dict[str, Played] = {}
        with _progress(names) as told:
            for name in names:
                told(name)
                of_this, of_games = examine(name, options=chosen, change=changed, **effort)
                if of_games is not None:
                    played[name] = of_games
                found += of_this
                if any(diagnostic.is_error for diagnostic in of_this):
                    wrong.add(name)
                if of_this and style is not Format.JSON:
                    told(name, partial(_report, of_this, style))
        if style is Format.JSON:
            _report(found, style)
        else:
            _summarise(names, found, wrong)
            _tell_games(played, effort.get("seconds", SECONDS))
        return code_of(found)

    if watch:
        _watch(names, check_all)
    code = check_all()
    if code != FINE:
        raise Exit(code)


def _progress(names: Sequence[str]) -> AbstractContextManager[Callable[..., None]]:
    """What tells a person at a terminal how far many games have been checked; elsewhere it only writes."""
    if len(names) == 1 or not is_terminal(sys.stderr):
        return nullcontext(lambda _, write=None: write() if write else None)
    from interpreter.cli.progress import one_by_one  # noqa: PLC0415 (draws with rich, which only a terminal needs)

    return one_by_one(names)


def _watch(names: Sequence[str], check_all: Callable[[], int]) -> None:
    """Checks the games whenever one of their files has changed, until it is interrupted."""
    from interpreter.cli.watching import changed, family, stamps  # noqa: PLC0415

    while True:
        before = stamps(family(names))
        check_all()
        sys.stdout.flush()
        complain(f"watching {counted(len(before), 'file')}; Ctrl-C ends it")
        complain(f"changed: {', '.join(path.name for path in changed(before))}")


def _report(found: Sequence[Diagnostic], style: Format) -> None:
    from interpreter.diagnostics.rendering import render  # noqa: PLC0415

    text = render(tuple(found), style.value, color=coloured(sys.stdout) and style is Format.FULL)
    if text:
        say(text.rstrip("\n"))
        if style is Format.FULL:
            say()


def _summarise(names: Sequence[str], found: Sequence[Diagnostic], wrong: set[str]) -> None:
    """One line on standard error, so that the findings alone can be piped on."""
    errors = sum(diagnostic.is_error for diagnostic in found)
    parts = [counted(errors, "error"), counted(len(found) - errors, "warning")]
    games = names[0] if len(names) == 1 else counted(len(names), "game")
    state = "cannot be used" if wrong and len(names) == 1 else (f"{len(wrong)} cannot be used" if wrong else "fine")
    complain(f"{games}: {state}; {', '.join(parts)}")
    codes = sorted({diagnostic.code for diagnostic in found})
    if codes:
        complain(f"`boardwright explain {codes[0] if len(codes) == 1 else 'CODE'}` tells more")


def _tell_games(games: Mapping[str, Played], seconds: float) -> None:
    """Which random games did not come to their end, by the name of the game, and what gives them more time."""
    for name, played in games.items():
        if 0 < played.unfinished < played.games:
            share = f"{played.unfinished} of {counted(played.games, 'random game')}"
            complain(f"{name}: {share} did not end within {max(played.lengths)} steps")
    cut = [name for name, played in games.items() if not played.games and played.fault is None]
    if not cut:
        return
    if len(cut) == 1:
        how_far = counted(games[cut[0]].cut, "step")
        complain(f"{cut[0]}: there was no time to play a random game to its end, only the first {how_far} of one")
    else:
        complain(f"there was no time to play a random game of these to its end: {', '.join(cut)}")
    more = max(10, round(10 * seconds))
    complain(f"`--seconds {more}` gives more; `boardwright playouts {'GAME' if len(cut) > 1 else cut[0]}` plays faster")


def explain(
    code: Annotated[
        str | None,
        Argument(
            "WORD", "A code such as unknown-name; a key, word or function of the language; or a term such as jump."
        ),
    ] = None,
) -> None:
    """Explain a code that `validate` prints, or a word of the language; without one, list the codes."""
    from interpreter.authoring import manual  # noqa: PLC0415
    from interpreter.diagnostics import catalog  # noqa: PLC0415
    from interpreter.diagnostics.suggesting import closest  # noqa: PLC0415

    if code is None:
        from interpreter.cli.screen import table  # noqa: PLC0415

        say(table([(known, catalog.title(known) or "") for known in catalog.codes()], ""))
        return
    wanted = code.strip().strip("[]").removeprefix("error[").removeprefix("warning[")
    page = catalog.page(wanted) or manual.page(wanted.removesuffix("()"))
    if page is None:
        near = closest(wanted, [*catalog.codes(), *(entry.word for entry in manual.entries())])
        raise UsageFault(
            f'"{wanted[:60]}" is neither a code nor a word of the language; '
            + (f'did you mean "{near}"? ' if near else "")
            + "`boardwright explain` lists the codes, the manual (grammar/README.md) tells the words"
        )
    if coloured():
        from rich.console import Console  # noqa: PLC0415
        from rich.markdown import Markdown  # noqa: PLC0415

        Console().print(Markdown(page))
    else:
        say(page.rstrip("\n"))
