"""Everything `validate` does, in order: the file, its rules, the machine, the scenarios, random games."""

from __future__ import annotations

from typing import TYPE_CHECKING

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

    from interpreter.diagnostics import Diagnostic

GAMES = 200
SECONDS = 0.4


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

    Random games stop after `games` of them or `seconds`, whichever comes first; with 0 games none is played. Scenarios
    are checked for the file as it stands, so not together with `options` or `change`. `read` gives the text of a file.
    """
    document, problems = read_document(name_or_path, options=options or {}, change=change or {}, read=read)
    machine, more = compile_document(document, problems)
    found = [*problems, *more]
    if document is None or machine is None:
        return found
    found += check_machine(machine)
    game = Game.of(document, machine)
    if scenarios and not options and not change:
        found += check_scenarios(game, read)
    if games > 0 and seconds > 0 and not any(diagnostic.is_error for diagnostic in found):
        found += findings(game, play_games(game, games, seconds, seed))
    return found
