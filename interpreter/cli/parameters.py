"""Parameters that several commands share, and how they are read."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from interpreter.cli.declaring import Argument, Option
from interpreter.cli.faults import UsageFault

if TYPE_CHECKING:
    from interpreter.play.game import Game

GameName = Annotated[str, Argument("GAME", "A game of the library, or a file.")]
Options = Annotated[
    list[str] | None,
    Option("--option", "-o", metavar="NAME=VALUE", help="Choose an option of the game. May be repeated."),
]
Changes = Annotated[
    list[str] | None,
    Option("--change", "-c", metavar="PATH=VALUE", help="Change a value of the file. May be repeated."),
]
Steps = Annotated[str, Option("--steps", "-s", metavar='"STEP STEP"', help="Steps to play first.")]
FromPosition = Annotated[
    str | None,
    Option("--position", metavar='"TEXT"', help="Begin at a position written in one line."),
]
Json = Annotated[bool, Option("--json", help="Write JSON, for programs.")]
Seed = Annotated[
    int | None, Option("--seed", metavar="N", help="Where chance begins; the same seed gives the same game.")
]

PAIR = re.compile(r'\s*((?:"[^"]*"|[^"=])+?)\s*=\s*(.*?)\s*', re.DOTALL)

FILE = re.compile(r".*(/.*|\.[a-z]{2,5})", re.IGNORECASE | re.DOTALL)
"""What looks like the name of a file."""


def pairs(texts: list[str] | None, flag: str, shape: str) -> dict[str, str]:
    """`NAME=VALUE` texts as a dict; a name may stand once."""
    from interpreter.records.record import shortened  # noqa: PLC0415 (only a slip needs it)

    found: dict[str, str] = {}
    for text in texts or []:
        match = PAIR.fullmatch(text)
        if not match:
            file = "; the file that a command writes is named by --out (-O)" if FILE.fullmatch(text) else ""
            raise UsageFault(f"{flag} {shortened(text)}: write {flag} {shape}{file}")
        if match[1] in found:
            raise UsageFault(f"{flag} {match[1]} is given twice: {found[match[1]]} and {match[2]}")
        found[match[1]] = match[2]
    return found


def some_time(seconds: float) -> float:
    """The value of an option --seconds. Raises UsageFault where there is no time in it."""
    if seconds <= 0:
        raise UsageFault(f"--seconds {seconds:g}: write a time above 0")
    return seconds


def choices(options: list[str] | None, changes: list[str] | None) -> tuple[dict[str, object], dict[str, object]]:
    """`--option` and `--change` as `interpreter.load` takes them."""
    chosen: dict[str, object] = dict(pairs(options, "--option", "NAME=VALUE"))
    changed: dict[str, object] = dict(pairs(changes, "--change", "PATH=VALUE"))
    return chosen, changed


def known_game(name: str) -> str:
    """The name of a library game or of a file that exists; anything else is answered with what is close to it."""
    from interpreter.diagnostics.suggesting import closest  # noqa: PLC0415
    from interpreter.resources import library_games  # noqa: PLC0415

    library = library_games()
    if name in library:
        return name
    try:
        if name and Path(name).exists():
            return name
        beside = [str(path) for path in Path(name).parent.glob("*.y*ml")]
    except (OSError, ValueError):
        beside = []
    stem = Path(name).name.removesuffix(".yaml").removesuffix(".yml")
    near = stem if stem in library else closest(name, [*library, *beside]) or closest(stem, library)
    raise UsageFault(
        f'there is no game and no file "{name[:100]}"; '
        + (f'did you mean "{near}"? ' if near else "")
        + "`boardwright list` shows the games of the library"
    )


def load_game(name: str, options: list[str] | None, changes: list[str] | None) -> Game:
    """The game a command names. Raises UsageFault for an unknown name, GameFileError for a game that is not valid."""
    from interpreter.play.game import load  # noqa: PLC0415

    chosen, changed = choices(options, changes)
    return load(known_game(name), options=chosen, change=changed)
