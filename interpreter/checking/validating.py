"""Everything `validate` does, in order: the file, its rules, the machine, scenarios, choices, random games."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from interpreter.checking.choices import check_choices
from interpreter.checking.games import findings, play_games
from interpreter.checking.scenarios import check_scenarios
from interpreter.machine.checks import check_machine
from interpreter.play.game import Game
from interpreter.play.reading import compile_document
from interpreter.source import files
from interpreter.source.document import read_document

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from interpreter.checking.games import Played
    from interpreter.diagnostics import Diagnostic

GAMES = 200
SECONDS = 0.4
LEAST = 4  # the part of the time that random games have where a file has many choices to look at


def validate(
    name_or_path: str | Path,
    *,
    options: Mapping[str, object] | None = None,
    change: Mapping[str, object] | None = None,
    games: int = GAMES,
    seconds: float = SECONDS,
    seed: int = 0,
    scenarios: bool = True,
    read: files.Reading = files.read,
) -> list[Diagnostic]:
    """Everything there is to say about a game file, errors first found first; an empty list means nothing.

    Random games stop after `games` of them or `seconds`, whichever comes first; with 0 games none is played. Scenarios,
    and what other choices make of the file, are checked for the file as it stands, so not together with `options` or
    `change`; the time that choices take, random games have less. `read` gives the text of a file.
    """
    return examine(
        name_or_path,
        options=options,
        change=change,
        games=games,
        seconds=seconds,
        seed=seed,
        scenarios=scenarios,
        read=read,
    )[0]


def examine(
    name_or_path: str | Path,
    *,
    options: Mapping[str, object] | None = None,
    change: Mapping[str, object] | None = None,
    games: int = GAMES,
    seconds: float = SECONDS,
    seed: int = 0,
    scenarios: bool = True,
    read: files.Reading = files.read,
) -> tuple[list[Diagnostic], Played | None]:
    """The same, with what the random games gave; None where none was played."""
    document, problems = read_document(name_or_path, options=options or {}, change=change or {}, read=read)
    machine, more = compile_document(document, problems)
    found = [*problems, *more]
    if document is None or machine is None:
        return found, None
    found += check_machine(machine)
    game = Game.of(document, machine)
    if scenarios and not options and not change:
        found += check_scenarios(game, read)
        begin = time.perf_counter()
        found += check_choices(document)
        seconds = max(seconds - (time.perf_counter() - begin), seconds / LEAST)
    if games <= 0 or seconds <= 0 or any(diagnostic.is_error for diagnostic in found):
        return found, None
    played = play_games(game, games, seconds, seed)
    return [*found, *findings(game, played)], played
