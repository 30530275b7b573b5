"""Positions of a game that are set up by hand."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from interpreter.board.board import members
from interpreter.diagnostics import SourceFile, Span
from interpreter.diagnostics.suggesting import known_names
from interpreter.engine.state import first_state
from interpreter.errors import GameFileError
from interpreter.machine.declarations import read_scope
from interpreter.machine.reader import Report
from interpreter.machine.setting import read_position
from interpreter.source import Scalar

if TYPE_CHECKING:
    from collections.abc import Mapping

    from interpreter.engine.state import State
    from interpreter.machine.graph import Machine
    from interpreter.source import Node
    from interpreter.source.document import Document

__all__ = ["SettingUp"]

Hands = tuple[tuple[int, ...], ...]


class SettingUp:
    """Sets up positions of one game."""

    def __init__(self, document: Document, machine: Machine) -> None:
        self.machine, self.rules = machine, machine.rules
        self.scope = read_scope(document, self.rules.board, Report())

    def state(
        self,
        diagram: str | Node | None,
        to_move: str | None,
        phase: str | None,
        hands: Mapping[str, Mapping[str, int]] | None,
        points: Mapping[str, int] | None = None,
    ) -> tuple[State, int]:
        """A position and the number of the phase in which a turn is to begin there; see `Game.position`."""
        rules, report = self.rules, Report()
        state = first_state(rules, self.machine.start)
        text = _as_scalar(diagram) if isinstance(diagram, str) else diagram
        if text is not None:
            letters = {letter: (owner, kind) for letter, owner, kind in rules.letters}
            setting = read_position(text, self.scope, rules.pieces, letters, report)
            state = state._replace(**setting._asdict())
            state = state._replace(hands=self._hands_left(state))
        names = [named.name for named in rules.phases]
        number = 0 if phase is None else _index(names, phase, "phase", report)
        starts = rules.phases[number].starts or 0
        mover = starts if to_move is None else _index(list(rules.players), to_move, "player", report)
        if hands is not None:
            state = state._replace(hands=self._given_hands(state, hands, report))
        given = {
            _index(list(rules.players), player, "player", report): count for player, count in (points or {}).items()
        }
        state = state._replace(points=tuple(given.get(player, 0) for player in range(len(rules.players))))
        if report.failed:
            raise GameFileError(tuple(report.found))
        return state._replace(mover=mover), number

    def _hands_left(self, state: State) -> Hands:
        on_board = Counter(piece for site in members(state.occupied) for piece in state.pile(site))
        return tuple(
            tuple(
                0 if piece.hand is None else max(0, piece.hand[player] - on_board[player, kind])
                for kind, piece in enumerate(self.rules.pieces)
            )
            for player in range(len(self.rules.players))
        )

    def _given_hands(self, state: State, hands: Mapping[str, Mapping[str, int]], report: Report) -> Hands:
        result = [list(hand) for hand in state.hands]
        names = [piece.name for piece in self.rules.pieces]
        for player, stock in hands.items():
            number = _index(list(self.rules.players), player, "player", report)
            for piece, count in stock.items():
                kind = _index(names, piece, "piece", report)
                if self.rules.pieces[kind].hand is None or count < 0:
                    what = "is not held in hand" if count >= 0 else "cannot be fewer than none"
                    source = SourceFile("hands", piece)
                    report.error(
                        "wrong-hand", f"{piece} {what}", Span(source, 0, len(piece)), "name what comes from a hand"
                    )
                result[number][kind] = count
        return tuple(tuple(hand) for hand in result)


def _as_scalar(text: str) -> Scalar:
    source = SourceFile("position", text)
    return Scalar(text, text, Span(source, 0, len(text)), "block")


def _index(names: list[str], name: str, what: str, report: Report) -> int:
    if name in names:
        return names.index(name)
    source = SourceFile(what, name)
    report.error(f"unknown-{what}", f'no {what} is called "{name}"', Span(source, 0, len(name)), known_names(names))
    return 0
