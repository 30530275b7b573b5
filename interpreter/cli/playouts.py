"""`boardwright playouts`: many random games at once, and what they came to."""

from __future__ import annotations

import sys
import time
from collections import Counter
from contextlib import nullcontext
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Annotated, Any

from interpreter.cli.declaring import Option
from interpreter.cli.faults import UsageFault, is_terminal
from interpreter.cli.parameters import Changes, GameName, Json, Options, Seed, load_game, some_time
from interpreter.cli.screen import counted, say, say_json, styled, wrapped

if TYPE_CHECKING:
    from collections.abc import Callable
    from contextlib import AbstractContextManager

    from interpreter.play.game import Game
    from interpreter.play.move import Outcome

SECONDS = 2.0  # of playing, where neither a time nor a number of games is asked for
BATCH = 0.2  # seconds that one batch of games should take, so that Ctrl-C and progress are prompt
MOST_STEPS = 1_000_000_000  # no game is longer, and kernels count in 64 bits
ENGINES = {"llvm": "machine code", "python": "kernels run by Python", "reference": "the reference engine"}


@dataclass
class Total:
    """What the games played so far came to."""

    games: int = 0
    steps: int = 0
    unfinished: int = 0
    longest: int = 0
    seconds: float = 0.0
    outcomes: Counter[Outcome] = field(default_factory=Counter)
    engine: str = ""
    reason: str = ""


def playouts(  # noqa: PLR0913 (each is an option of the command)
    game: GameName,
    *,
    games: Annotated[int | None, Option("--games", "-n", min=1, metavar="N", help="Games to play.")] = None,
    seconds: Annotated[
        float | None,
        Option("--seconds", min=0, metavar="S", help="Time to play (2 if no number of games is given)."),
    ] = None,
    threads: Annotated[
        int, Option("--threads", "-t", min=1, max=256, metavar="T", help="Threads of machine code.")
    ] = 1,
    seed: Seed = None,
    limit: Annotated[
        int,
        Option("--limit", min=1, max=MOST_STEPS, metavar="N", help="Steps after which a game counts as unfinished."),
    ] = 100_000,
    option: Options = None,
    change: Changes = None,
    as_json: Json = False,
) -> None:
    """Play uniformly random games as fast as can be, and tell how they end and how fast they are.

    The same seed gives the same games, for any number of threads. Compiling is not counted as time of playing.
    """
    if seed is not None and not -(1 << 63) <= seed < 1 << 63:
        raise UsageFault(f"--seed {seed} does not fit 64 bits")
    seconds = None if seconds is None else some_time(seconds)
    loaded = load_game(game, option, change)
    import secrets  # noqa: PLC0415

    seed = secrets.randbelow(1_000_000) if seed is None else seed
    total = _played(loaded, games, seconds, seed=seed, threads=threads, limit=limit)
    if as_json:
        say_json(_plain(loaded, total, seed, threads, limit))
    else:
        _tell(loaded, total, seed, threads, limit)


def _played(game: Game, games: int | None, seconds: float | None, *, seed: int, threads: int, limit: int) -> Total:
    """Plays in batches that grow to a fifth of a second, until the number or the time is reached."""
    seconds = SECONDS if games is None and seconds is None else seconds
    total, size = Total(), threads
    first = game.playouts(1, seed=seed, limit=1)  # compiles, if that has not been done
    total.engine, total.reason = first.engine, first.reason
    if seconds is not None and first.engine == "llvm":
        game.random_games.improve(seconds * threads)
    with _progress(game.title, games, seconds) as told:
        while (games is None or total.games < games) and (
            seconds is None or total.seconds < seconds or not total.games
        ):
            size = size if games is None else min(size, games - total.games)
            start = time.perf_counter()
            found = game.playouts(size, first=total.games, seed=seed, threads=threads, limit=limit)
            spent = time.perf_counter() - start
            total.games += size
            total.steps += found.steps
            total.unfinished += found.unfinished
            total.longest = max(total.longest, found.longest)
            total.seconds += spent
            total.outcomes.update(found.outcomes)
            told(total)
            left = BATCH if seconds is None else min(BATCH, max(seconds - total.seconds, 0.001))
            size = max(threads, min(size * 8, int(total.games / max(total.seconds, 1e-9) * left)))
    return total


def _progress(title: str, games: int | None, seconds: float | None) -> AbstractContextManager[Callable[[Total], None]]:
    """What tells a person at a terminal how far the games have come; silent elsewhere."""
    if not is_terminal(sys.stderr):
        return nullcontext(lambda _: None)
    from interpreter.cli.progress import showing  # noqa: PLC0415 (draws with rich, which only a terminal needs)

    return showing(title, games, seconds)


def _plain(game: Game, total: Total, seed: int, threads: int, limit: int) -> dict[str, Any]:
    return {
        "game": game.name,
        "hash": game.hash,
        "playouts": total.games,
        "seconds": total.seconds,
        "playouts_per_second": total.games / total.seconds if total.seconds else 0.0,
        "steps_per_second": total.steps / total.seconds if total.seconds else 0.0,
        "mean_steps": total.steps / total.games if total.games else 0.0,
        "longest": total.longest,
        "outcomes": [
            {"winner": outcome.winner, "reason": outcome.reason, "count": count}
            for outcome, count in total.outcomes.most_common()
        ],
        "unfinished": total.unfinished,
        "engine": total.engine,
        "reason": total.reason,
        "seed": seed,
        "threads": threads,
        "limit": limit,
    }


def _tell(game: Game, total: Total, seed: int, threads: int, limit: int) -> None:
    by = ENGINES[total.engine] + (f", {counted(threads, 'thread')}" if total.engine == "llvm" else "")
    say(f"{styled(game.title, 'bold')}: {counted(total.games, 'random game')} in {total.seconds:.2f} s ({by})")
    rates = [f"{count / total.seconds:,.0f} {what} a second" for count, what in _counts(total)] if total.seconds else []
    mean = total.steps / total.games if total.games else 0.0
    say(wrapped(", ".join([*rates, f"{mean:,.1f} steps a game, at most {total.longest:,} (--seed {seed})"]), "  "))
    say()
    rows = [
        (f"{outcome.winner} wins" if outcome.winner else "draw", outcome.reason, count)
        for outcome, count in sorted(total.outcomes.items(), key=lambda item: (-item[1], str(item[0])))
    ]
    if total.unfinished:
        rows.append(("unfinished", f"{limit:,} steps reached", total.unfinished))
    whos, whys = max(len(who) for who, *_ in rows), max(len(why) for _, why, _ in rows)
    counts = max(len(f"{count:,}") for *_, count in rows)
    for who, why, count in rows:
        say(f"  {who:{whos}}  {why:{whys}}  {count:{counts},}  {100 * count / total.games:5.1f} %")
    if total.engine == "python":
        say(f"\nMuch slower than it could be: {total.reason}.")
    elif total.engine == "reference":
        say(f"\nThese rules are not compiled, which is slow: {total.reason}.")


def _counts(total: Total) -> tuple[tuple[int, str], tuple[int, str]]:
    return (total.games, "games"), (total.steps, "steps")
