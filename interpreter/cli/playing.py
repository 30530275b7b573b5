"""`boardwright play`: a game at the terminal."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from interpreter.cli.declaring import Option, OtherOptions
from interpreter.cli.parameters import Changes, FromPosition, GameName, Options, Seed, choices, load_game
from interpreter.cli.positions import told_position
from interpreter.cli.screen import counted, flowing, say, styled

if TYPE_CHECKING:
    from collections.abc import Iterator

    from interpreter.play.game import Game
    from interpreter.play.position import Position
    from interpreter.records import Record


def play(  # noqa: PLR0913 (each is an option of the command)
    game: GameName,
    *,
    auto: Annotated[
        bool, Option("--auto", "--random", help="Let chance play one game by itself, and print it.")
    ] = False,
    option: Options = None,
    change: Changes = None,
    seed: Seed = None,
    most: Annotated[int, Option("--most", min=1, help="Steps after which --auto stops.")] = 10_000,
    resume: Annotated[
        str | None, Option("--resume", metavar="RECORD", help="Go on from the end of a record of this game.")
    ] = None,
    from_position: FromPosition = None,
    save: Annotated[str | None, Option("--save", metavar="FILE", help="Save the --auto game as a record.")] = None,
    players: Annotated[
        dict[str, str] | None,
        OtherOptions(
            "--PLAYER LEVEL",
            "Who plays: human (the default), random, greedy, easy, medium or hard; monte-carlo and alpha-beta are the "
            "two ways to search, of which hard takes the one that suits the rules.",
        ),
    ] = None,
) -> None:
    """Play a game at the terminal: people who type steps, machines, or both; or chance by itself (--auto).

    A player is named as the game names it: --white hard, --attackers easy.
    """
    from interpreter.cli.faults import UsageFault  # noqa: PLC0415
    from interpreter.cli.seats import seats_of  # noqa: PLC0415
    from interpreter.cli.table import Table  # noqa: PLC0415

    if resume is not None and not option and not change:
        option, change = _as_played(resume, game)
    loaded = load_game(game, option, change)
    if resume is not None and from_position is not None:
        raise UsageFault("--resume and --position each say where to begin; give one of them")
    position, notes = (loaded.initial(), None) if resume is None else _resumed(loaded, resume)
    if from_position is not None:
        position = told_position(loaded, from_position)
    _, changes = choices(option, change)
    import secrets  # noqa: PLC0415

    first = secrets.randbelow(1_000_000) if seed is None else seed
    if not auto:
        seats = seats_of(loaded, players or {}, first)
        if seed is not None and len(seats.people) == len(loaded.players):
            raise UsageFault("--seed is for --auto and for machines: among people nothing is left to chance")
        if save is not None:
            raise UsageFault("--save is for --auto; at the table, type: save FILE")
        Table(position, seats, changes, notes=notes).play()
        return
    if players:
        raise UsageFault(f"--auto plays all sides by chance; leave out --{next(iter(players))}")
    seed = first
    end = _play_by_chance(position, seed, most)
    if save is not None:
        from interpreter.records import write_record  # noqa: PLC0415

        write_record(end, save, change=changes, seed=seed, notes=notes)
        say(f"Saved: {save}")


def _as_played(path: str, game: str) -> tuple[list[str], list[str]]:
    """The options and changes of a record, in the form in which they are typed; none for a record of another game."""
    from interpreter.records import read_record  # noqa: PLC0415

    record = read_record(path)
    if Path(record.game).stem != Path(game).stem:
        return [], []
    return [f"{name}={value}" for name, value in record.options], [f"{name}={value}" for name, value in record.changes]


def _resumed(game: Game, path: str) -> tuple[Position, Record]:
    from interpreter.cli.faults import UsageFault  # noqa: PLC0415
    from interpreter.records import play_steps, read_record, same_rules  # noqa: PLC0415

    record = read_record(path)
    if not same_rules(record, game):
        raise UsageFault(f"{path} is a record of another game ({record.game}), or of other options or changes")
    return play_steps(game, record.steps, place=path), record


def _play_by_chance(start: Position, seed: int, most: int) -> Position:
    from interpreter.cli.picture import announced, board_picture, hands, length, scores  # noqa: PLC0415
    from interpreter.explaining.legend import legend  # noqa: PLC0415

    game = start.game
    position = start
    say(f"{styled(game.title, 'bold')}, played by chance (--seed {seed})")
    say(legend(game))
    say()
    say(board_picture(start))
    say()
    words: list[str] = []
    for position in _random_game(start, seed, most):
        before = position.undo()
        earlier = before.undo() if before else None
        begins = before is not None and (earlier is None or earlier.turn != before.turn)
        words.append(f"{before.turn}. {position.last_move}" if before and begins else str(position.last_move))
    say(flowing(words))
    say()
    say(board_picture(position))
    if stock := hands(position):
        say(stock)
    if score := scores(position):
        say(score)
    say()
    if position.outcome is None:
        say(f"Stopped after {counted(most, 'step')}, without a winner.")
    else:
        say(f"{announced(position.outcome)} ({length(position)})")
    return position


def _random_game(position: Position, seed: int, most: int) -> Iterator[Position]:
    """Positions after each step, every step drawn from the legal ones."""
    import random  # noqa: PLC0415

    chance = random.Random(seed)  # noqa: S311 (a game, not a secret)
    for _ in range(most):
        if position.outcome is not None:
            return
        position = position.after(position.random_move(chance))
        yield position
