"""`boardwright replay`: a recorded game, or steps given on the command line, checked and shown."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from interpreter.cli.declaring import Argument, Option
from interpreter.cli.faults import UsageFault
from interpreter.cli.parameters import Changes, Json, Options, load_game
from interpreter.cli.screen import say, say_json, styled

if TYPE_CHECKING:
    from interpreter.play.position import Position
    from interpreter.records import RecordStep


def replay(
    what: Annotated[str, Argument("RECORD|GAME", "A record; or a game, with --steps.")],
    *,
    steps: Annotated[
        str | None, Option("--steps", "-s", metavar='"STEP STEP"', help="Play these steps of a game.")
    ] = None,
    anyway: Annotated[bool, Option("--anyway", help="Replay a record even if the game has changed since.")] = False,
    option: Options = None,
    change: Changes = None,
    as_json: Json = False,
) -> None:
    """Replay a record, or some steps of a game; name the first step that is not legal."""
    from interpreter.records import play_steps, read_record  # noqa: PLC0415
    from interpreter.records import replay as replay_record  # noqa: PLC0415

    if steps is None:
        if option or change:
            raise UsageFault("a record brings its own options and changes; leave out --option and --change")
        if not Path(what).is_file():
            raise UsageFault(f'there is no record "{what}"; to replay steps of a game, add --steps "STEP STEP"')
        position = replay_record(read_record(what), anyway=anyway)
    else:
        position = play_steps(load_game(what, option, change), spoken_steps(steps))
    if as_json:
        say_json(_plain(position))
    else:
        _show(position)


def spoken_steps(text: str) -> list[RecordStep]:
    """Steps written one after the other, with blanks or commas between them; turn numbers are passed over."""
    from interpreter.records.record import RecordStep  # noqa: PLC0415

    words = text.replace(",", " ").split()
    return [RecordStep(word, 0) for word in words if not (word.endswith(".") and word[:-1].isdigit())]


def _show(position: Position) -> None:
    from interpreter.cli.picture import announced, board_picture, due, happened, length, stock  # noqa: PLC0415

    say(f"{styled(position.game.title, 'bold')}, after {length(position)}")
    if last := happened(position):
        say(last)
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
