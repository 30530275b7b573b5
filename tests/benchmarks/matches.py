"""Matches between players, kept in matches.jsonl beside this file and added to, a slice at a time.

    python tests/benchmarks/matches.py levels      # each level against the one below
    python tests/benchmarks/matches.py uct         # the search against plain UCT, with as many simulations
    python tests/benchmarks/matches.py alpha-beta  # alpha-beta against the search, in as much time
    python tests/benchmarks/matches.py goals       # alpha-beta that counts what ends ask for, against one that does not
    python tests/benchmarks/matches.py levels --game wali --games 200 --minutes 8

Each line of the file is a slice: which games of a pairing were played, from which seed on, and how many were won, drawn
and lost, for each side that the first player had. Players are named with what they are allowed, so that figures of
other levels do not count as those of these. Simulations are counted and not seconds: a loaded machine plays as well as
an idle one.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import time
from collections import Counter
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any

import interpreter
from interpreter.players import AlphaBeta, Limits, MonteCarlo, opponent
from interpreter.players.goals import goals
from interpreter.players.levels import ALPHA_BETA, EASY, SEARCHING, search_of
from interpreter.players.line_kernel import LINE_SEARCH, PLAIN_SEARCH
from interpreter.players.plain_uct import PlainUct

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from interpreter.play.game import Game
    from interpreter.players import Player
    from interpreter.players.grounds import Search

KEPT = Path(__file__).with_name("matches.jsonl")
LEVELS = ("random", "easy", "medium", "hard")
LEVEL_GAMES = ("wali", "hnefatafl-7", "order-and-chaos", "rive")
UCT_GAMES = (
    "amazons",
    "ataxx",
    "breakthrough",
    "clobber",
    "connect-four",
    "dots-and-boxes",
    "english-draughts",
    "gomoku",
    "havannah",
    "hex",
    "hnefatafl-7",
    "kalah",
    "konane",
    "nine-mens-morris",
    "order-and-chaos-4",
    "order-and-chaos",
    "othello",
    "oware",
    "rive",
    "tablut",
    "wali",
    "y",
    "yavalath",
)
HELD_TO = 10_000  # simulations of the level `hard` in matches, which is allowed more
HELD_TO_POSITIONS = 60_000  # where it is alpha-beta
SIMULATIONS = 1_000  # of the search against plain UCT
LOOKED_AT = 30_000  # positions of alpha-beta
COMPARED = 10_000  # positions of alpha-beta against itself
COUNTING = "alpha-beta by goals"
AS_LONG = {
    "adugo": 3_800,
    "agon": 170,
    "alquerque": 20_000,
    "amazons": 7_300,
    "ataxx": 2_900,
    "bagh-chal": 7_800,
    "brandubh": 4_300,
    "breakthrough": 8_000,
    "chess": 400,
    "chinese-checkers": 500,
    "clobber": 57_000,
    "connect-four": 15_000,
    "dobutsu-shogi": 24_000,
    "english-draughts": 6_000,
    "fanorona": 4_600,
    "fox-and-geese": 3_000,
    "gomoku": 2_800,
    "hnefatafl-7": 4_500,
    "jungle": 900,
    "konane": 9_700,
    "lines-of-action": 550,
    "magpie": 1_700,
    "nine-mens-morris": 5_000,
    "order-and-chaos": 2_200,
    "order-and-chaos-4": 10_700,
    "othello": 5_000,
    "pente": 1_800,
    "sea-battle": 2_200,
    "shogi": 400,
    "surakarta": 300,
    "tablut": 5_100,
    "three-mens-morris": 50_000,
    "wali": 4_000,
    "xiangqi": 1_000,
    "yavalath": 5_000,
}
"""Simulations that take as long as alpha-beta takes for its positions, measured in CPU time at the start."""
LONGEST = 600  # steps, after which a game counts as drawn
SLICE = 10  # games between two entries in the file


@dataclass(frozen=True, slots=True)
class Entrant:
    """A player of a match, by a name that says what it is allowed, and how it is made for a game and a seed."""

    name: str
    made: Callable[[Game, int], Player]


@dataclass(frozen=True, slots=True)
class Pairing:
    """Two players of a game."""

    game: str
    first: Entrant
    second: Entrant


def level(name: str, played: str) -> Entrant:
    """A level in a game, held to a number of simulations or positions and not to a time."""
    search = search_of(interpreter.load(played), name)
    if search not in SEARCHING:
        return Entrant(name, lambda game, seed: opponent(game, name, seed=seed))
    if search == ALPHA_BETA:
        return alpha_beta(name, HELD_TO_POSITIONS)
    return searching(name, min(HELD_TO, SEARCHING[search].simulations or HELD_TO), trials=search != EASY)


def searching(name: str, simulations: int, *, trials: bool = True) -> Entrant:
    """The search with so many simulations a step."""

    def made(game: Game, seed: int) -> Player:
        search = MonteCarlo(game, seed=seed, trials=trials)
        return lambda position: search.search(position, Limits(simulations=simulations)).best

    return Entrant(f"{name}, {simulations:,} simulations", made)


def alpha_beta(name: str, positions: int, kernel: Search = LINE_SEARCH) -> Entrant:
    """Alpha-beta that looks at so many positions a step."""

    def made(game: Game, seed: int) -> Player:
        search = AlphaBeta(game, seed=seed, kernel=kernel)
        return lambda position: search.search(position, Limits(simulations=positions)).best

    return Entrant(f"{name}, {positions:,} positions", made)


def plain_uct(simulations: int) -> Entrant:
    """Plain UCT."""
    return Entrant(f"plain UCT, {simulations:,} simulations", lambda game, seed: PlainUct(game, simulations, seed=seed))


def counting(game: str) -> str:
    """How alpha-beta is called in a game: whether there is anything that its ends ask for and that counts."""
    return COUNTING if goals(interpreter.load(game).rules) else ALPHA_BETA


SETS: dict[str, tuple[Pairing, ...]] = {
    "levels": tuple(
        Pairing(game, level(higher, game), level(lower, game))
        for lower, higher in pairwise(LEVELS)
        for game in LEVEL_GAMES
    ),
    "uct": tuple(Pairing(game, searching("search", SIMULATIONS), plain_uct(SIMULATIONS)) for game in UCT_GAMES),
    "alpha-beta": tuple(
        Pairing(game, alpha_beta(counting(game), LOOKED_AT), searching("search", simulations))
        for game, simulations in AS_LONG.items()
    ),
    "goals": tuple(
        Pairing(game, alpha_beta(COUNTING, COMPARED), alpha_beta("alpha-beta", COMPARED, PLAIN_SEARCH))
        for game in AS_LONG
        if counting(game) == COUNTING
    ),
}
"""What is played, by name."""


def played(pairing: Pairing, number: int) -> tuple[str, str]:
    """One game; gives the first player's side and "won", "drawn" or "lost". Sides change from game to game."""
    game = interpreter.load(pairing.game)
    side = number % 2
    seats = {
        game.players[side]: pairing.first.made(game, number),
        game.players[1 - side]: pairing.second.made(game, 1_000_000 + number),
    }
    position = game.initial()
    while position.mover is not None and len(position.moves) < LONGEST:
        position = position.play(seats[position.mover](position))
    winner = position.outcome.winner if position.outcome else None
    own = game.players[side]
    return own, "won" if winner == own else "drawn" if winner is None else "lost"


def kept() -> Iterator[dict[str, Any]]:
    """The slices of the file."""
    if KEPT.exists():
        yield from map(json.loads, KEPT.read_text(encoding="utf-8").splitlines())


def standing(pairing: Pairing) -> tuple[int, dict[str, Counter[str]]]:
    """How many games of a pairing are in the file, and how they ended, by the first player's side."""
    games, ended = 0, dict[str, Counter[str]]()
    for entry in kept():
        if (entry["game"], entry["first"], entry["second"]) == (pairing.game, pairing.first.name, pairing.second.name):
            games += entry["games"]
            for side, results in entry["results"].items():
                ended.setdefault(side, Counter()).update(results)
    return games, ended


def add(pairing: Pairing, games: int) -> None:
    """Plays a slice and writes it down."""
    begin, _ = standing(pairing)
    start, ended = time.process_time(), dict[str, Counter[str]]()
    for number in range(begin, begin + games):
        side, result = played(pairing, number)
        ended.setdefault(side, Counter())[result] += 1
    command = ("git", "rev-parse", "--short", "HEAD")
    commit = subprocess.run(command, capture_output=True, text=True, check=False, cwd=KEPT.parent).stdout.strip()
    entry = {
        "game": pairing.game,
        "first": pairing.first.name,
        "second": pairing.second.name,
        "seed": begin,
        "games": games,
        "results": ended,
        "commit": commit,
        "seconds": round(time.process_time() - start, 1),
    }
    with KEPT.open("a", encoding="utf-8") as file:
        file.write(json.dumps(entry) + "\n")


def score(ended: Counter[str]) -> float:
    """The share of the points, a draw for half a one."""
    return (ended["won"] + ended["drawn"] / 2) / max(1, ended.total())


def figures() -> list[tuple[str, ...]]:
    """Of every pairing that was played: game, players, games, score, and the score with each side."""
    rows = []
    for pairing in (pairing for pairings in SETS.values() for pairing in pairings):
        games, ended = standing(pairing)
        if games:
            sides = "; ".join(f"{side} {score(ended[side]):.0%}" for side in sorted(ended))
            total = f"{score(sum(ended.values(), Counter())):.0%}"
            rows.append((pairing.game, pairing.first.name, pairing.second.name, str(games), total, sides))
    return rows


def main() -> None:
    """Plays until all games are played or the time is up."""
    parser = argparse.ArgumentParser(description="Play matches and keep how they end.")
    parser.add_argument("set", choices=SETS)
    parser.add_argument("--game", help="this game alone")
    parser.add_argument("--games", type=int, default=200, help="games of each pairing, those in the file included")
    parser.add_argument("--minutes", type=float, default=8)
    asked = parser.parse_args()
    end = time.monotonic() + 60 * asked.minutes
    for pairing in SETS[asked.set]:
        while asked.game in (None, pairing.game) and time.monotonic() < end:
            games, ended = standing(pairing)
            if games >= asked.games:
                break
            add(pairing, min(SLICE, asked.games - games))
            games, ended = standing(pairing)
            told = f"{pairing.game}: {pairing.first.name} against {pairing.second.name}"
            print(f"{told}: {score(sum(ended.values(), Counter())):.0%} of {games}", flush=True)  # noqa: T201


if __name__ == "__main__":
    main()
