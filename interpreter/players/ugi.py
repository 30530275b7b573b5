"""The Universal Game Interface: a machine that another program asks for steps, over lines of text, for one game.

    ugi, isready, setoption name NAME value VALUE, uginewgame,
    position startpos|fen TEXT [moves STEP ...], go [p1time MS] [p2time MS] [p1inc MS] [p2inc MS] [movetime MS]
    [nodes N] [depth N] [infinite], stop, query p1turn|gameover|result, quit

Positions are written as `Position.text` has them. The first player is p1, the second p2; with more players, a third who
wins is told as `p3win`.
"""

from __future__ import annotations

import sys
import threading
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TextIO

from interpreter import __version__
from interpreter.errors import BoardwrightError
from interpreter.players.alpha_beta import AlphaBeta
from interpreter.players.levels import ALPHA_BETA, HARD, MONTE_CARLO, search_of
from interpreter.players.monte_carlo import MonteCarlo
from interpreter.players.report import Limits, Report

if TYPE_CHECKING:
    from interpreter.play.game import Game
    from interpreter.play.position import Position

SHARE = 30  # of the time left, a step takes this part
LEAST = 0.01  # seconds
NUMBERS = ("p1time", "p2time", "p1inc", "p2inc", "movetime", "nodes", "depth")
OPTIONS = {"Threads": (1, 1, 256), "Seed": (0, 0, 1 << 31), "Hash": (64, 1, 1 << 16)}
"""Each option with its value at first, the least and the most: threads, seed, and megabytes of the trees or table."""
AUTO = "auto"
SEARCHES = (AUTO, MONTE_CARLO, ALPHA_BETA)
"""What the option Search may be; auto is the one that suits the rules."""
MOST_DIGITS = 15  # of a number, with its sign
MOST_SHOWN = 40  # letters of a word that is not understood
ENTRY = 24  # bytes of a position in the table of alpha-beta


class _SlipError(Exception):
    """What was asked makes no sense; it is answered and forgotten."""


@dataclass
class Ugi:
    """One conversation about one game."""

    game: Game
    out: TextIO = field(default_factory=lambda: sys.stdout)
    settings: dict[str, int] = field(default_factory=lambda: {name: value for name, (value, *_) in OPTIONS.items()})
    search: str = SEARCHES[0]
    _position: Position | None = None
    _engine: MonteCarlo | AlphaBeta | None = None
    _thread: threading.Thread | None = None
    _endless: bool = False
    _stop: threading.Event = field(default_factory=threading.Event)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def converse(self, lines: TextIO) -> None:
        """Answers line by line, until `quit`; at the end of the lines, a search that has a limit is waited for."""
        for line in lines:
            words = line.split()
            if words[:1] == ["quit"]:
                break
            if words:
                self.answer(words[0], words[1:])
        else:
            if self._thread is not None and not self._endless:
                self._thread.join()
        self._halt()

    def answer(self, command: str, words: list[str]) -> None:
        """Does what one line asks."""
        commands = {
            "ugi": self._introduce,
            "isready": lambda _: self._say("readyok"),
            "setoption": self._set,
            "uginewgame": lambda _: self._forget(),
            "position": self._place,
            "go": self._go,
            "stop": lambda _: self._halt(),
            "query": self._query,
        }
        if command not in commands:
            self._say(
                f"info string error: there is no command {_shown(command)}; there are {', '.join(commands)}, quit"
            )
            return
        try:
            commands[command](words)
        except (_SlipError, BoardwrightError) as error:
            self._say(f"info string error: {' '.join(str(error).split())}")

    def _say(self, text: str) -> None:
        with self._lock:
            self.out.write(text + "\n")
            self.out.flush()

    # --- settings

    def _introduce(self, _: list[str]) -> None:
        self._say(f"id name Boardwright {__version__} ({self.game.title})")
        self._say("id author the authors of Boardwright")
        for name, (value, least, most) in OPTIONS.items():
            self._say(f"option name {name} type spin default {value} min {least} max {most}")
        self._say(f"option name Search type combo default {SEARCHES[0]} var {' var '.join(SEARCHES)}")
        self._say("ugiok")

    def _set(self, words: list[str]) -> None:
        known = {name.casefold(): name for name in (*OPTIONS, "Search")}
        name = known.get(words[1].casefold()) if len(words) == 4 and (words[0], words[2]) == ("name", "value") else None
        if name is None:
            raise _SlipError(f"write setoption name NAME value VALUE; the names are {', '.join(known.values())}")
        if name == "Search":
            if words[3].casefold() not in SEARCHES:
                raise _SlipError(f"Search is {', '.join(SEARCHES[:-1])} or {SEARCHES[-1]}")
            self._forget()
            self.search = words[3].casefold()
            return
        _, least, most = OPTIONS[name]
        value = _whole(words[3], name)
        if not least <= value <= most:
            raise _SlipError(f"{name} is from {least} to {most}")
        self._forget()
        self.settings[name] = value

    def _forget(self) -> None:
        self._halt()
        self._engine, self._position = None, None

    # --- positions

    @property
    def position(self) -> Position:
        """The position that was told last."""
        if self._position is None:
            self._position = self.game.initial()
        return self._position

    def _place(self, words: list[str]) -> None:
        self._halt()
        told, _, steps = " ".join(words).partition(" moves ")
        kind, _, text = told.partition(" ")
        if kind == "startpos":
            start = self.game.initial()
        elif kind == "fen":
            start = self.game.position_of(text)
        else:
            raise _SlipError("write position startpos or position fen TEXT, then perhaps moves STEP ...")
        wanted = steps.split()
        if self._position is not None and (rest := _beyond(self._position, start, wanted)) is not None:
            start, wanted = self._position, rest  # the same game goes on: what was searched is of use
        for step in wanted:
            start = start.play(step)
        self._position = start

    def _query(self, words: list[str]) -> None:
        outcome, players = self.position.outcome, self.game.players
        match words:
            case ["gameover"]:
                told = _yes(outcome is not None)
            case ["p1turn"]:
                told = _yes(self.position.mover == players[0])
            case ["result"] if outcome is None:
                told = "none"
            case ["result"]:
                assert outcome is not None  # noqa: S101 - the case above
                told = "draw" if outcome.winner is None else f"p{players.index(outcome.winner) + 1}win"
            case _:
                raise _SlipError("write query p1turn, query gameover or query result")
        self._say(f"response {told}")

    # --- searching

    def _go(self, words: list[str]) -> None:
        self._halt()
        position = self.position
        if position.outcome is not None:
            raise _SlipError(f"the game is over: {position.outcome}")
        limits = self._limits(words)
        self._engine = self._engine or self._searcher()
        engine = self._engine
        self._stop.clear()

        def run() -> None:
            try:
                report = engine.search(position, limits)
            except BoardwrightError as error:
                self._say(f"info string error: {error}")
            else:
                self._say(_info(report))
                self._say(f"bestmove {report.best}")

        self._thread = threading.Thread(target=run)
        self._thread.start()

    def _searcher(self) -> MonteCarlo | AlphaBeta:
        memory, seed, threads = self.settings["Hash"] << 20, self.settings["Seed"], self.settings["Threads"]
        if search_of(self.game, HARD if self.search == AUTO else self.search) == ALPHA_BETA:
            return AlphaBeta(self.game, table=1 << (memory // ENTRY).bit_length() - 1, seed=seed)
        return MonteCarlo(self.game, seed=seed, threads=threads, memory=memory)

    def _limits(self, words: list[str]) -> Limits:
        given: dict[str, int] = {}
        rest = iter(words)
        for word in rest:
            if word == "infinite":
                continue
            if word not in NUMBERS:
                raise _SlipError(f"go does not know {_shown(word)}; it knows {', '.join(NUMBERS)}, infinite")
            given[word] = _whole(next(rest, ""), word)
            if given[word] < (1 if word in {"nodes", "depth", "movetime"} else 0):
                raise _SlipError(f"{word} {given[word]} is too small")
        seconds = given["movetime"] / 1000 if "movetime" in given else None
        number = self.game.players.index(self.position.mover or self.game.players[0]) + 1
        if seconds is None and f"p{number}time" in given:
            seconds = max(LEAST, (given[f"p{number}time"] / SHARE + given.get(f"p{number}inc", 0) / 2) / 1000)
        self._endless = seconds is None and not {"nodes", "depth"} & given.keys()
        return Limits(seconds, given.get("nodes"), given.get("depth"), self._stop.is_set)

    def _halt(self) -> None:
        """Stops the search that runs, which then says what it found."""
        if self._thread is not None:
            self._stop.set()
            self._thread.join()
            self._thread = None


def _beyond(known: Position, start: Position, steps: list[str]) -> list[str] | None:
    """The steps that lead on from a known position to where others lead from a start; None where they do not."""
    played = [str(move) for move in known.moves]
    first = known
    while first.previous is not None:
        first = first.previous
    return steps[len(played) :] if first.key == start.key and steps[: len(played)] == played else None


def _info(report: Report) -> str:
    rate = round(report.simulations / report.seconds) if report.seconds else 0
    return (
        f"info depth {report.depth} nodes {report.simulations} nps {rate} time {round(report.seconds * 1000)} "
        f"score winrate {report.value:.3f} pv {' '.join(report.line)}"
    )


def _whole(text: str, name: str) -> int:
    try:
        number = int(text[: MOST_DIGITS + 1])
    except ValueError:
        raise _SlipError(f"{name} needs a whole number, not {_shown(text) or 'nothing'}") from None
    if len(text) > MOST_DIGITS:
        raise _SlipError(f"{name} is written with up to {MOST_DIGITS} digits, not as {_shown(text)}")
    return number


def _shown(text: str) -> str:
    """A word to be quoted in an answer, which is one line that ends somewhere."""
    return "".join(letter if letter.isprintable() else "?" for letter in text[:MOST_SHOWN])


def _yes(condition: bool) -> str:  # noqa: FBT001 (it is what is asked)
    return "true" if condition else "false"
