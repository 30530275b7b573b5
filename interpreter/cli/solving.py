"""`boardwright solve`: the certain result of a small game, with a line that shows it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import click

from interpreter.cli.declaring import Option
from interpreter.cli.faults import PROBLEMS, UsageFault
from interpreter.cli.parameters import Changes, FromPosition, Json, Options, Steps, some_time
from interpreter.cli.positions import At, RecordOrGame, position_of
from interpreter.cli.screen import counted, flowing, say, say_json, styled, wrapped

if TYPE_CHECKING:
    from interpreter.play.position import Position
    from interpreter.players.solving import Solution


def solve(  # noqa: PLR0913 (each is an option of the command)
    what: RecordOrGame,
    *,
    steps: Steps = "",
    from_position: FromPosition = None,
    at: At = None,
    seconds: Annotated[float, Option("--seconds", metavar="S", min=0, help="Time to look for the result.")] = 60.0,
    memory: Annotated[
        int, Option("--memory", metavar="MB", min=1, max=1 << 16, help="Megabytes in which to remember positions.")
    ] = 128,
    option: Options = None,
    change: Changes = None,
    as_json: Json = False,
) -> None:
    """Find out who wins a small game, or a position of it, when nobody errs; and show how.

    Every line is looked at to its end, so this is for small boards; more memory helps with larger ones. The exit code
    is 1 where the time was too short.
    """
    from interpreter.players.report import Limits  # noqa: PLC0415
    from interpreter.players.solving import solve as solve_position  # noqa: PLC0415

    limits = Limits(seconds=some_time(seconds))
    position = position_of(what, steps, option, change, at, text=from_position)
    if position.outcome is not None:
        raise UsageFault(f"the game is over: {position.outcome}")
    found = solve_position(position, limits, memory=memory)
    if as_json:
        say_json(_plain(position, found))
    else:
        _tell(position, found)
    if not found.solved:
        click.get_current_context().exit(PROBLEMS)


def _tell(position: Position, found: Solution) -> None:
    title = styled(position.game.title, "bold")
    spent = f"({counted(found.positions, 'position')}, {found.seconds:.1f} s)"
    if not found.solved:
        say(f"{title}: not solved in this time; looked {counted(found.depth, 'step')} ahead {spent}")
        if found.engine != "llvm":
            say(wrapped(f"These rules are searched slowly: {found.reason}."))
        return
    result = f"{found.winner} wins" if found.winner else "a draw" if len(position.game.players) > 1 else "no win"
    say(f"{title}: {result} {spent}")
    say(flowing(found.line))
    if found.outcome is not None:
        say(f"{found.outcome.reason}.")


def _plain(position: Position, found: Solution) -> dict[str, Any]:
    return {
        "game": position.game.name,
        "hash": position.game.hash,
        "solved": found.solved,
        "winner": found.winner,
        "line": list(found.line),
        "reason": found.outcome.reason if found.outcome else None,
        "depth": found.depth,
        "positions": found.positions,
        "seconds": found.seconds,
        "engine": found.engine,
    }
