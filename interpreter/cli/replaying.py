"""`boardwright replay`: a recorded game, or steps given on the command line, checked and shown."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from interpreter.cli.declaring import Argument, Option
from interpreter.cli.faults import UsageFault
from interpreter.cli.parameters import Changes, Json, Options  # noqa: TC001 (read when the command is called)
from interpreter.cli.positions import Along, At, Standing, recorded, standing
from interpreter.cli.screen import say, say_json, styled, wrapped

if TYPE_CHECKING:
    from interpreter.play.position import Position


def replay(
    what: Annotated[str, Argument("RECORD|GAME", "A record, as text, PGN or JSON; or a game, with --steps.")],
    *,
    steps: Annotated[
        str | None, Option("--steps", "-s", metavar='"STEP STEP"', help="Play these steps of a game.")
    ] = None,
    at: At = None,
    variation: Along = None,
    anyway: Annotated[bool, Option("--anyway", help="Replay a record even if the game has changed since.")] = False,
    option: Options = None,
    change: Changes = None,
    as_json: Json = False,
) -> None:
    """Replay a record, its variations too, or some steps of a game; name the first step that is not legal."""
    from interpreter.records import read_record, retold  # noqa: PLC0415
    from interpreter.records.text_form import told_steps  # noqa: PLC0415

    if steps is not None:
        _tell(standing(what, steps, option, change, at, variation=variation), as_json=as_json)
        return
    if option or change:
        raise UsageFault("a record brings its own options and changes; leave out --option and --change")
    if not Path(what).is_file() or Path(what).suffix in {".yaml", ".yml"}:
        raise UsageFault(f'there is no record "{what}"; to replay steps of a game, add --steps "STEP STEP"')
    record = read_record(what)
    _tell(recorded(record, at, variation=variation, anyway=anyway), as_json=as_json)
    if record.annotated and not as_json:
        say()
        told, _ = retold(record, anyway=anyway)
        say("\n".join(told_steps(told.steps, told.comment)))


def _tell(found: Standing, *, as_json: bool) -> None:
    if as_json:
        say_json(_plain(found.position))
    else:
        _show(found.position, found.comment)


def _show(position: Position, comment: str) -> None:
    from interpreter.cli.picture import announced, board_picture, due, happened, length, stock  # noqa: PLC0415

    say(f"{styled(position.game.title, 'bold')}, after {length(position)}")
    if last := happened(position):
        say(last)
    if comment:
        say(wrapped(comment, "  "))
    say()
    say(board_picture(position))
    if beside := stock(position):
        say(beside)
    say()
    say(announced(position.outcome) if position.outcome else f"{due(position)}.")


def _plain(position: Position) -> dict[str, object]:
    outcome = position.outcome
    return {
        "game": position.game.name,
        "hash": position.game.hash,
        "steps": [str(move) for move in position.moves],
        "turn": position.turn,
        "mover": position.mover,
        "phase": position.phase,
        "step": position.step,
        "pieces": {site: [occupant.owner, occupant.piece] for site, occupant in position.occupants.items()},
        "outcome": None if outcome is None else {"winner": outcome.winner, "reason": outcome.reason},
    }
