"""Positions of a game that are set up by hand."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING

from interpreter.board.board import members
from interpreter.diagnostics import SourceFile, Span
from interpreter.diagnostics.suggesting import known_names
from interpreter.engine.state import first_state
from interpreter.errors import GameFileError
from interpreter.language.terms import Kind
from interpreter.machine.declarations import constant_set, read_scope
from interpreter.machine.reader import Reader, Report
from interpreter.machine.setting import read_position
from interpreter.source import Scalar

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

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
        lost: Mapping[str, int] | None = None,
        out: Collection[str] = (),
        moved: str | Node | None = None,
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
        if moved is not None:
            state = state._replace(moved=self._moved(state, moved, report))
        names = [named.name for named in rules.phases]
        number = 0 if phase is None else _index(names, phase, "phase", report)
        state = state._replace(out=self._out(out, to_move, report))
        starts = state.in_play(rules.phases[number].starts or 0)
        mover = starts if to_move is None else _index(list(rules.players), to_move, "player", report)
        if hands is not None:
            state = state._replace(hands=self._given_hands(state, hands, report))
        state = state._replace(points=self._numbers(points or {}, report), lost=self._lost(lost or {}, report))
        if report.failed:
            raise GameFileError(tuple(report.found))
        return state._replace(mover=mover), number

    def _moved(self, state: State, moved: str | Node, report: Report) -> int:
        """The sites of pieces that do not stand where they were put or set up."""
        node = _as_scalar(moved) if isinstance(moved, str) else moved
        reader = Reader(replace(self.scope, static=True), report)
        sites = constant_set(reader, reader.term(node, Kind.SITES)) or 0
        if not self.rules.uses("unmoved"):
            report.error(
                "wrong-value",
                "no rule of this game asks whether a piece has moved, so it is not remembered",
                node.span,
                "leave `moved` out, or let a rule ask for it, as in `mine and unmoved`",
            )
        elif empty := sites & ~state.occupied:
            names = " ".join(self.rules.board.sites[site] for site in members(empty))
            report.error(
                "wrong-value",
                f"no piece that could have moved stands on {names}",
                node.span,
                "name sites on which a piece stands in this position",
            )
        return sites

    def _numbers(self, given: Mapping[str, int], report: Report) -> tuple[int, ...]:
        """A number for each player, 0 for those of whom none is given."""
        names = list(self.rules.players)
        numbers = {_index(names, player, "player", report): count for player, count in given.items()}
        return tuple(numbers.get(player, 0) for player in range(len(names)))

    def _lost(self, given: Mapping[str, int], report: Report) -> tuple[int, ...]:
        if given and not self.rules.counts_losses:
            report.error(
                "wrong-value",
                "no rule of this game asks what a player has lost, so it is not counted",
                _place("lost", next(iter(given))),
                "leave `lost` out, or let a rule ask for it, as in `lost(enemy) >= 2`",
            )
        return self._numbers(given, report)

    def _out(self, names: Collection[str], to_move: str | None, report: Report) -> int:
        """The players who have left the game, as a bit set."""
        players = list(self.rules.players)
        out = {_index(players, name, "player", report) for name in names}
        if to_move is not None and to_move in names:
            report.error(
                "wrong-value",
                f"{to_move} is out, and cannot be to move",
                _place("player", to_move),
                "name a player who is left, or leave `to move` out",
            )
        if len(out) > max(0, len(players) - 2):
            report.error(
                "wrong-value",
                "fewer than two players are left, and the game would be over",
                _place("player", next(iter(names))),
                "let two or more play on",
            )
            return 0
        return sum(1 << player for player in out)

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
                    report.error("wrong-hand", f"{piece} {what}", _place("hands", piece), "name what comes from a hand")
                result[number][kind] = count
        return tuple(tuple(hand) for hand in result)


def _as_scalar(text: str) -> Scalar:
    source = SourceFile("position", text)
    return Scalar(text, text, Span(source, 0, len(text)), "block")


def _index(names: list[str], name: str, what: str, report: Report) -> int:
    if name in names:
        return names.index(name)
    report.error(f"unknown-{what}", f'no {what} is called "{name}"', _place(what, name), known_names(names))
    return 0


def _place(what: str, name: str) -> Span:
    return Span(SourceFile(what, name), 0, len(name))
