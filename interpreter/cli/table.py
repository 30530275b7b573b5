"""A game at the terminal: the board is shown, people type their steps, machines choose theirs, until it is over."""

from __future__ import annotations

import random
import sys
from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from interpreter.cli import saves, unfinished
from interpreter.cli.asking import ask
from interpreter.cli.faults import is_terminal
from interpreter.cli.picture import announced, board_picture, due, happened, length, stock
from interpreter.cli.reading import Misread, read_step, spelt
from interpreter.cli.screen import columns, counted, say, styled, table, wrapped
from interpreter.cli.seats import HUMAN, Seats
from interpreter.errors import BoardwrightError
from interpreter.explaining.legend import legend

if TYPE_CHECKING:
    from collections.abc import Mapping

    from interpreter.play.move import Move
    from interpreter.play.position import Position
    from interpreter.records import Record

__all__ = ["Table"]

COMMANDS = {
    "moves": "list the legal steps; `moves d4` those of one site",
    "hint": "ask the machine what it would play",
    "why STEP": "say why a step is not legal, or, without one, why the game ended",
    "undo": "take the last step back, and what machines played since",
    "redo": "play again what was taken back",
    "board": "show the board again",
    "flip": "turn the board round",
    "position": "write the position in one line, as `--position` takes it",
    "note TEXT": "write a comment on the last step into the record",
    "save FILE": "save the game as a record (as PGN or JSON where the name ends so)",
    "load FILE": "go on with a record of this game",
    "resign": "give the game up",
    "draw": "offer a draw",
    "again": "when the game is over, play another one",
    "help": "show this",
    "quit": "leave the game",
}
WITH_MORE = ("moves", "note", "save", "load", "why")
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
YES = {"y", "yes", ""}


@dataclass
class Table:
    """A game in progress; `seats` says who plays, `change` what the game was loaded with, for its record.

    `agreed` is how a game ended that the players ended themselves, with its winner; `undone` are positions that were
    taken back, the latest last; `won` counts the games of this sitting. `notes` is a record with what is said of steps.
    """

    position: Position
    seats: Seats
    change: Mapping[str, object] = field(default_factory=dict)
    chance: random.Random = field(default_factory=random.Random)  # what throws the dice
    agreed: tuple[str, str | None] | None = None
    flipped: bool = False
    undone: list[Position] = field(default_factory=list)
    notes: Record | None = None
    won: Counter[str | None] = field(default_factory=Counter)
    _told_slow: bool = False

    def play(self) -> None:
        """Play until the players leave."""
        game = self.position.game
        say(styled(game.title, "bold"))
        summary = game.about.get("summary")
        if summary:
            say(wrapped(str(summary)))
        say(wrapped(legend(game)))
        if self.seats.people:
            self._offer_unfinished()
            say(wrapped("Type a step, or: moves, hint, why STEP, undo, save FILE, help, quit."))
        self._show()
        self._throw()
        while True:
            if not self._over() and self.seats.level(self.position) != HUMAN:
                self._let_machine_play()
                continue
            if self._over() and not self.seats.people:
                return
            answer = ask(self._prompt(), self._words)
            if answer is None or not self._answer(answer):
                break
        if not self._over():
            say(f"The game is left after {length(self.position)}, without a winner.")
            if self._keeps() and self.position.previous is not None:
                say(f"It is kept: `boardwright play {game.name}` offers to go on with it.")

    # --- a turn of the conversation ----------------------------------------------------------------------------------

    def _prompt(self) -> str:
        if self._over():
            return "game over (again, undo, save FILE, quit)> "
        return "Enter passes> " if _forced(self.position) else f"{due(self.position)}> "

    def _words(self) -> list[str]:
        steps = [] if self._over() else [str(move) for move in self.position.legal_moves]
        return [*steps, *(command.partition(" ")[0] for command in COMMANDS)]

    def _answer(self, answer: str) -> bool:
        """Do what was typed; no if the players leave."""
        word, _, rest = answer.partition(" ")
        command, rest = word.casefold(), rest.strip()
        if not rest:
            command = SHORT.get(command, command)
        if (rest and command not in WITH_MORE) or any(str(move) == answer for move in self.position.legal_moves):
            command = "step"
        match command:
            case "":
                return self._enter()
            case "quit":
                return False
            case "moves":
                self._list(rest)
            case "note" | "save" | "load" | "why":
                getattr(self, f"_{command}")(rest)
            case "help" | "board" | "hint" | "undo" | "redo" | "flip" | "position" | "resign" | "draw" | "again":
                getattr(self, f"_{command}")()
            case _:
                self._step(answer)
        return True

    def _over(self) -> bool:
        return self.position.outcome is not None or self.agreed is not None

    # --- machines ----------------------------------------------------------------------------------------------------

    def _let_machine_play(self) -> None:
        level = self.seats.level(self.position)
        if level not in {"random", "greedy"} and is_terminal(sys.stdout):
            say(f"{self.position.mover} ({level}) is thinking ...")
        self._play(self.seats.move(self.position))
        report = self.seats.report(self.position)
        if report is not None and report.engine != "llvm" and not self._told_slow:
            self._told_slow = True
            say(wrapped(f"The machine is slow here and plays the worse for it: {report.reason}."))

    def _hint(self) -> None:
        if self._over():
            say("The game is over.")
            return
        report = self.seats.advice(self.position)
        chances = {"win": "it wins", "draw": "it comes to a draw", "loss": "nothing helps any more"}
        told = chances.get(report.result or "", f"worth {report.value:.0%} of a win")
        expected = f"; expected: {' '.join(report.line)}" if len(report.line) > 1 else ""
        say(wrapped(f"{report.best} ({told}){expected}", "  ", ""))

    # --- commands ----------------------------------------------------------------------------------------------------

    def _enter(self) -> bool:
        if self._over():
            return False
        if _forced(self.position):
            self._play(self.position.legal_moves[0])
        else:
            say("Type a step, or `help`.")
        return True

    def _help(self) -> None:
        legal = self.position.legal_moves
        if legal:
            say(wrapped(f"A step here looks like {legal[0]}. Upper or lower case, blanks and hyphens do not matter."))
        say(table(list(COMMANDS.items())))

    def _list(self, site: str) -> None:
        if self._over():
            say("The game is over.")
            return
        moves = self.position.legal_moves
        if site:
            moves = tuple(move for move in moves if site.casefold() in _words(move))
        say(counted(len(moves), "legal step") + (f" with {site}" if site else "") + (":" if moves else "."))
        if moves:
            say(columns(str(move) for move in moves))

    def _why(self, step: str) -> None:
        from interpreter.cli.reasons import reason_shown  # noqa: PLC0415 (only who asks needs it)

        try:
            if not step and self.agreed is not None:
                say(self.agreed[0])
            elif not step and self.position.outcome is None:
                say("Write `why STEP`: the game is not over.")
            else:
                say(reason_shown(self.position, self.position.why(spelt(self.position, step) if step else None)))
        except BoardwrightError as error:
            say(str(error))

    def _undo(self) -> None:
        if self.agreed is not None:
            self.agreed = None
            self._show()
            return
        before = self.position.undo()
        while before is not None and (_forced(before) or before.by_chance or self.seats.level(before) != HUMAN):
            before = before.undo()
        if before is None:
            say("There is nothing to take back.")
            return
        self.undone.append(self.position)
        self._go_to(before)

    def _redo(self) -> None:
        if not self.undone:
            say("Nothing was taken back.")
            return
        self._go_to(self.undone.pop())

    def _flip(self) -> None:
        self.flipped = not self.flipped
        self._show()

    def _position(self) -> None:
        say("The game is over." if self.position.outcome is not None else self.position.text)

    def _save(self, name: str) -> None:
        say(saves.saved(self.position, name, self.change, self.notes))

    def _load(self, name: str) -> None:
        found = saves.loaded(self.position, name)
        if isinstance(found, str):
            say(found)
            return
        self.agreed, self.undone = None, []
        position, self.notes = found
        self._go_to(position)

    def _note(self, text: str) -> None:
        found = saves.with_note(self.position, text, self.notes)
        if isinstance(found, str):
            say(found)
            return
        self.notes = found
        self._keep()
        say("Noted; `save FILE` writes it down with the game.")

    def _resign(self) -> None:
        players = self.position.game.players
        if self._over() or len(players) != 2:
            say(
                "The game is over." if self._over() else "With this number of players nobody can resign; `quit` leaves."
            )
            return
        loser = self.position.mover
        winner = next(player for player in players if player != loser)
        self._end(f"{styled(f'Won by {winner}', 'bold')}: {loser} resigns.", winner)

    def _draw(self) -> None:
        if self._over():
            say("The game is over.")
            return
        for player in self.position.game.players:
            seat = self.position.seats.get(player, player)
            if player != self.position.mover and not self._accepts(player, self.seats.levels[seat]):
                say(f"No draw: declined by {player}.")
                return
        self._end(f"{styled('A draw', 'bold')}: agreed.", None)

    def _accepts(self, player: str, level: str) -> bool:
        """Whether a player agrees to a draw; a machine does where it does not stand better."""
        if level == HUMAN:
            answer = ask(f"{player}, do you agree to a draw? (yes or no)> ", lambda: ["yes", "no"])
            return answer is not None and answer.casefold() in YES - {""}
        return self.seats.advice(self.position).value >= 0.5

    def _again(self) -> None:
        if not self._over():
            say("The game is not over yet.")
            return
        outcome = self.position.outcome
        self.won[self.agreed[1] if self.agreed else outcome.winner if outcome else None] += 1
        told = [f"{player} {self.won[player]}" for player in self.position.game.players]
        drawn = [f"drawn {self.won[None]}"] if self.won[None] else []
        say(f"So far: {', '.join([*told, *drawn])}")
        self.agreed, self.undone, self.notes = None, [], None
        self._go_to(self.position.game.initial())
        self._throw()

    def _step(self, answer: str) -> None:
        if self._over():
            say("The game is over; `undo` takes the last step back.")
            return
        found, word = read_step(self.position, answer), answer.partition(" ")[0].casefold()
        if isinstance(found, Misread) and word in COMMANDS:
            say(f"`{word}` is written alone; nothing follows it.")
        elif isinstance(found, Misread):
            for line in str(found).splitlines():
                say(wrapped(line, "  " if line.startswith(" ") else ""))
        else:
            self._play(found)

    def _play(self, move: Move) -> None:
        self.undone = []
        self._go_to(self.position.play(move))
        self._throw()

    def _throw(self) -> None:
        """Let chance make the steps that are its own."""
        while self.position.by_chance:
            self._go_to(self.position.after(self.position.random_move(self.chance)))

    def _go_to(self, position: Position) -> None:
        self.position = position
        self._keep()
        self._show()

    def _end(self, told: str, winner: str | None) -> None:
        self.agreed = told, winner
        self._keep()
        say(f"{told} ({length(self.position)})")

    # --- what outlasts the terminal ----------------------------------------------------------------------------------

    def _keeps(self) -> bool:
        return is_terminal(sys.stdin)

    def _keep(self) -> None:
        if not self._keeps():
            return
        if self._over() or self.position.previous is None:
            unfinished.forget(self.position.game)
        else:
            unfinished.keep(self.position, self.change, self.notes)

    def _offer_unfinished(self) -> None:
        """Asks whether to go on with a game that was left, unless one is given."""
        if not self._keeps() or self.position.previous is not None:
            return
        kept = unfinished.kept_game(self.position.game)
        if kept is not None and kept[0].outcome is None:
            answer = ask(
                f"A game was left after {length(kept[0])}. Go on with it? (yes or no)> ", lambda: ["yes", "no"]
            )
            if answer is not None and answer.casefold() in YES:
                self.position, self.notes = kept
            elif answer is not None:
                unfinished.forget(self.position.game)

    # --- the screen --------------------------------------------------------------------------------------------------

    def _show_note(self) -> None:
        if self.notes is None:
            return
        from interpreter.records import comment_on  # noqa: PLC0415 (only a game with notes needs it)

        if said := comment_on(self.position, self.notes):
            say(wrapped(said, "  "))

    def _board(self) -> None:
        self._show()

    def _show(self) -> None:
        say()
        last = happened(self.position)
        say(styled(f"Turn {self.position.turn}", "dim") + (f"   {last}" if last else ""))
        self._show_note()
        say()
        say(board_picture(self.position, flipped=self.flipped))
        if beside := stock(self.position):
            say(beside)
        say()
        if self.position.outcome is not None:
            say(f"{announced(self.position.outcome)} ({length(self.position)})")
        elif self.agreed is not None:
            say(self.agreed[0])
        elif _forced(self.position):
            say(f"{self.position.mover} has no step and must pass.")


def _forced(position: Position) -> bool:
    """Whether nothing is left to the mover but to pass."""
    legal = position.legal_moves
    return position.outcome is None and len(legal) == 1 and legal[0].verb == "pass"


def _words(move: Move) -> tuple[str, ...]:
    return tuple(word.casefold() for word in (move.origin, move.target, move.piece, move.name) if word)
