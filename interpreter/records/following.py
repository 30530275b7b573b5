"""Records followed step by step, along variations too, by the rules of their game."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from interpreter.errors import GameFileError, IllegalMove, MoveError, RecordError
from interpreter.records.record import UNKNOWN, Record, RecordStep, shortened, way_of
from interpreter.resources import library_games

if TYPE_CHECKING:
    from collections.abc import Sequence

    from interpreter.play.game import Game
    from interpreter.play.move import Outcome
    from interpreter.play.position import Position

__all__ = ["follow", "game_of", "outcome_text", "play_steps", "replay", "same_rules"]


def replay(record: Record, *, anyway: bool = False, variation: int | None = None) -> Position:
    """The position at the end of a record, or at the end of one of its variations, counted from 1.

    Raises RecordError for the first step that is not legal, for a turn or an outcome that is not the recorded one, and
    for a game that is not there or no longer the one recorded; `anyway` looks past all but the first and a game that
    is not there. Raises GameFileError where the file of the game is wrong.
    """
    game = game_of(record, anyway=anyway)
    position, _ = follow(game.initial(), record.steps, record, anyway=anyway)
    if variation is None:
        return position
    return follow(game.initial(), way_of(record, variation), replace(record, outcome=UNKNOWN), anyway=anyway)[0]


def game_of(record: Record, *, anyway: bool = False) -> Game:
    """The game of a record.

    Raises RecordError where there is none of this name or with these options, and where it is no longer the one
    recorded, unless `anyway`; GameFileError where its file is wrong.
    """
    from interpreter.play.game import load  # noqa: PLC0415 (records are read without the rooms that play them)

    try:
        game = load(_source(record), options=dict(record.options), change=dict(record.changes))
    except GameFileError as error:
        asked = next((one for one in error.diagnostics if one.is_error and one.span is None), None)
        if asked is None:  # it is the file of the game that is wrong
            raise
        raise RecordError(
            f"the game `{shortened(record.game)}` cannot be had as it was recorded: {asked.message}",
            place=record.place,
            line=record.line("game"),
            way_out=asked.help or "restore the game file",
        ) from None
    if not anyway and not same_rules(record, game):
        raise RecordError(
            f"the game `{shortened(record.game)}` is no longer the one that was recorded",
            place=record.place,
            line=record.line("hash"),
            way_out="restore the game file, or replay anyway (`--anyway`) by the rules of today",
        )
    return game


def same_rules(record: Record, game: Game) -> bool:
    """Whether a record is one of this game, with these options and changes, as far as it tells."""
    return record.hash in (game.hash, UNKNOWN)


def _source(record: Record) -> str | Path:
    if record.game in library_games():
        return record.game
    return Path(record.place).parent / record.game if record.place else Path(record.game)


def play_steps(game: Game, steps: Sequence[RecordStep], *, place: str = "", anyway: bool = False) -> Position:
    """The position after some steps from the start. Raises RecordError for the first that is not legal."""
    return _along(game.initial(), steps, place, anyway=anyway)[0]


def follow(
    start: Position, steps: Sequence[RecordStep], record: Record, *, anyway: bool
) -> tuple[Position, tuple[RecordStep, ...]]:
    """The position after the steps of a record, its variations tried as well, and the steps as the game writes them.

    Raises RecordError for the first that is not legal, or where the outcome is not the recorded one.
    """
    position, told = _along(start, steps, record.place, anyway=anyway)
    outcome = outcome_text(position.outcome)
    if record.outcome not in (outcome, UNKNOWN) and not anyway:
        raise RecordError(
            f"the record says the outcome is `{shortened(record.outcome or 'unfinished')}`, "
            f"and after its steps it is `{outcome or 'unfinished'}`",
            place=record.place,
            line=record.line("outcome"),
            way_out="the record was changed or cut off; restore it, or replay anyway (`--anyway`)",
        )
    return position, told


def _along(
    position: Position, steps: Sequence[RecordStep], place: str, *, anyway: bool, of: str = ""
) -> tuple[Position, tuple[RecordStep, ...]]:
    told = []
    for number, step in enumerate(steps, start=1):
        where = f"step {number}{of}, `{shortened(step.text)}`"
        line = step.line or None
        if position.outcome is not None:
            raise RecordError(
                f"{where}: the game was over before it: {outcome_text(position.outcome)}",
                place=place,
                line=line,
                way_out="delete what follows the end of the game",
            )
        if step.turn and step.turn != position.turn and not anyway:
            raise RecordError(
                f"{where} stands in turn {step.turn} and belongs to turn {position.turn}",
                place=place,
                line=line,
                way_out="a turn is missing or cut in two; restore it, or replay anyway (`--anyway`)",
            )
        variations = tuple(
            replace(one, steps=_along(position, one.steps, place, anyway=anyway, of=" of a variation")[1])
            for one in step.variations
        )
        before = position
        try:
            position = position.play(step.text)
        except MoveError as error:
            cause = _refused(where, f"step {number}{of}", error)
            raise RecordError(cause, place=place, line=line) from error
        told.append(replace(step, text=str(position.last_move), turn=before.turn, variations=variations))
    return position, tuple(told)


def _refused(step: str, place: str, error: MoveError) -> str:
    """Why a step at a place of the record cannot be played, which is said once."""
    if isinstance(error, IllegalMove):
        return f"{step} is not legal here: {error.reason or error}"
    return f"{place}: {error}"


def outcome_text(outcome: Outcome | None) -> str | None:
    """`black (nothing left to take)`, `draw (no progress)`, or None while the game goes on."""
    return None if outcome is None else f"{outcome.winner or 'draw'} ({outcome.reason})"
