"""A game at the terminal: the board is shown, people type their steps, machines choose theirs, until it is over."""

from __future__ import annotations

import random
import sys
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from interpreter.cli.faults import is_terminal
from interpreter.cli.picture import announced, board_picture, due, hands, happened, legend, length, scores
from interpreter.cli.reading import Misread, read_step
from interpreter.cli.screen import columns, counted, say, styled, wrapped
from interpreter.cli.seats import HUMAN, Seats
from interpreter.errors import RecordError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from interpreter.play.move import Move
    from interpreter.play.position import Position
    from interpreter.players import MonteCarlo

__all__ = ["Table"]

COMMANDS = {
    "moves": "list the legal steps; `moves d4` those of one site",
    "hint": "ask the machine what it would play",
    "undo": "take the last step back, and what machines played since",
    "board": "show the board again",
    "save FILE": "save the game as a record",
    "help": "show this",
    "quit": "leave the game",
}
WITH_MORE = ("moves", "save")
SHORT = {
    "m": "moves",
    "u": "undo",
    "b": "board",
    "h": "help",
    "?": "help",
    "q": "quit",
    "exit": "quit",
    "steps": "moves",
}


@dataclass
class Table:
    """A game in progress; `seats` says who plays, `change` what the game was loaded with, for its record."""

    position: Position
    seats: Seats
    change: Mapping[str, object] = field(default_factory=dict)
    chance: random.Random = field(default_factory=random.Random)  # what throws the dice
    _adviser: MonteCarlo | None = None
    _told_slow: bool = False

    def play(self) -> None:
        """Play until the players leave."""
        game = self.position.game
        say(styled(game.title, "bold"))
        summary = game.about.get("summary")
        if summary:
            say(wrapped(str(summary)))
        say(legend(game))
        if self.seats.people:
            say("Type a step, or: moves, hint, undo, board, save FILE, help, quit.")
        self._show()
        self._throw()
        while True:
            if self.seats.level(self.position) != HUMAN:
                self._let_machine_play()
                continue
            if self.position.outcome is not None and not self.seats.people:
                return
            answer = self._ask()
            if answer is None or not self._answer(answer):
                break
        if self.position.outcome is None:
            say(f"The game is left after {length(self.position)}, without a winner.")

    # --- a turn of the conversation ----------------------------------------------------------------------------------

    def _ask(self) -> str | None:
        if self.position.outcome is not None:
            prompt = "game over (undo, save FILE, quit)> "
        elif self._forced():
            prompt = "Enter passes> "
        else:
            prompt = f"{due(self.position)}> "
        sys.stdout.write(prompt)
        sys.stdout.flush()
        line = sys.stdin.readline()
        if not is_terminal(sys.stdin):
            say(line.rstrip("\n"))
        elif not line:
            say()
        return line.strip() if line else None

    def _answer(self, answer: str) -> bool:
        """Do what was typed; no if the players leave."""
        word, _, rest = answer.partition(" ")
        command = word.casefold()
        if not rest:
            command = SHORT.get(command, command)
        if (rest and command not in WITH_MORE) or any(str(move) == answer for move in self.position.legal_moves):
            command = "step"
        match command:
            case "":
                return self._enter()
            case "quit":
                return False
            case "help":
                self._help()
            case "board":
                self._show()
            case "moves":
                self._list(rest.strip())
            case "hint":
                self._hint()
            case "undo":
                self._undo()
            case "save":
                self._save(rest.strip())
            case _:
                self._step(answer)
        return True

    # --- machines ----------------------------------------------------------------------------------------------------

    def _let_machine_play(self) -> None:
        level = self.seats.level(self.position)
        slow = level not in {"random", "greedy"} and is_terminal(sys.stdout)
        if slow:
            say(f"{self.position.mover} ({level}) is thinking ...")
        self._play(self.seats.move(self.position))
        report = self.seats.report(self.position)
        if report is not None and report.engine != "llvm" and not self._told_slow:
            self._told_slow = True
            say(wrapped(f"The machine is slow here and plays the worse for it: {report.reason}."))

    def _hint(self) -> None:
        if self.position.outcome is not None:
            say("The game is over.")
            return
        from interpreter.players import Limits, MonteCarlo  # noqa: PLC0415 (only who asks for a hint needs it)

        self._adviser = self._adviser or MonteCarlo(self.position.game)
        report = self._adviser.search(self.position, Limits(seconds=1.0))
        chances = {"win": "it wins", "draw": "it comes to a draw", "loss": "nothing helps any more"}
        told = chances.get(report.result or "", f"worth {report.value:.0%} of a win")
        say(f"{report.best} ({told}); expected: {' '.join(report.line)}")

    # --- commands ----------------------------------------------------------------------------------------------------

    def _enter(self) -> bool:
        if self.position.outcome is not None:
            return False
        if self._forced():
            self._play(self.position.legal_moves[0])
        else:
            say("Type a step, or `help`.")
        return True

    def _help(self) -> None:
        legal = self.position.legal_moves
        if legal:
            say(f"A step here looks like {legal[0]}. Upper or lower case, blanks and hyphens do not matter.")
        size = max(map(len, COMMANDS)) + 2
        for command, meaning in COMMANDS.items():
            say(f"  {command.ljust(size)}{meaning}")

    def _list(self, site: str) -> None:
        if self.position.outcome is not None:
            say("The game is over.")
            return
        moves = self.position.legal_moves
        if site:
            moves = tuple(move for move in moves if site.casefold() in _words(move))
        say(counted(len(moves), "legal step") + (f" with {site}" if site else "") + (":" if moves else "."))
        if moves:
            say(columns(str(move) for move in moves))

    def _undo(self) -> None:
        before = self.position.undo()
        while before is not None and (_forced(before) or before.by_chance or self.seats.level(before) != HUMAN):
            before = before.undo()
        if before is None:
            say("There is nothing to take back.")
            return
        self.position = before
        self._show()

    def _save(self, name: str) -> None:
        from interpreter.records import write_record  # noqa: PLC0415

        if not name:
            say("Write `save FILE`, for instance `save game.txt`.")
            return
        try:
            write_record(self.position, name, change=self.change)
        except RecordError as error:
            say(str(error))
        else:
            say(f"Saved: {name}. `boardwright replay {name}` shows it again.")

    def _step(self, answer: str) -> None:
        if self.position.outcome is not None:
            say("The game is over; `undo` takes the last step back.")
            return
        found = read_step(self.position, answer)
        if isinstance(found, Misread):
            say(str(found))
        else:
            self._play(found)

    def _play(self, move: Move) -> None:
        self.position = self.position.play(move)
        self._show()
        self._throw()

    def _throw(self) -> None:
        """Let chance make the steps that are its own."""
        while self.position.by_chance:
            self.position = self.position.after(self.position.random_move(self.chance))
            self._show()

    # --- the screen --------------------------------------------------------------------------------------------------

    def _show(self) -> None:
        say()
        last = happened(self.position)
        say(styled(f"Turn {self.position.turn}", "dim") + (f"   {last}" if last else ""))
        say()
        say(board_picture(self.position))
        if stock := hands(self.position):
            say(stock)
        if score := scores(self.position):
            say(score)
        say()
        if self.position.outcome is not None:
            say(f"{announced(self.position.outcome)} ({length(self.position)})")
        elif self._forced():
            say(f"{self.position.mover} has no step and must pass.")

    def _forced(self) -> bool:
        return _forced(self.position)


def _forced(position: Position) -> bool:
    """Whether nothing is left to the mover but to pass."""
    legal = position.legal_moves
    return position.outcome is None and len(legal) == 1 and legal[0].verb == "pass"


def _words(move: Move) -> tuple[str, ...]:
    return tuple(word.casefold() for word in (move.origin, move.target, move.piece, move.name) if word)
