"""From a merged document to the rules, and from the rules to the state machine."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from interpreter.board.building import build_board
from interpreter.machine.declarations import check_definitions, read_pieces, read_scope
from interpreter.machine.dice import read_dice
from interpreter.machine.moves import read_moves
from interpreter.machine.reader import Reader, Report
from interpreter.machine.rules import Rules
from interpreter.machine.setting import read_letters, read_setup
from interpreter.machine.turns import read_turns
from interpreter.source import Mapping, Scalar

if TYPE_CHECKING:
    from interpreter.diagnostics import Diagnostic
    from interpreter.source.document import Document


def read_rules(document: Document) -> tuple[Rules | None, tuple[Diagnostic, ...]]:
    """The typed rules of a document; None where there are errors."""
    root, report = document.root, Report()
    board_node = root.get("board")
    board, problems = build_board(board_node) if isinstance(board_node, Mapping) else (None, ())
    for problem in problems:
        report.add(problem)
    if board is None:
        if not report.failed:
            report.error(
                "missing-key",
                "the game has no `board:`",
                root.span,
                "for example `board: {shape: rectangle, size: [8, 8]}`",
            )
        return None, tuple(report.found)
    scope = read_scope(document, board, report)
    dice = read_dice(root, report)
    scope = replace(scope, dice=tuple(one.name for one in dice), apart=any(one.falls for one in dice))
    pieces = read_pieces(root, scope, report)
    reader = Reader(scope, report)
    setting = read_setup(root, scope, pieces, report)
    moves = read_moves(root, reader, pieces)
    phases, ends, score = read_turns(root, reader, pieces, moves)
    check_definitions(scope, report)
    title = root.get("game")
    rules = Rules(
        title=title.text if isinstance(title, Scalar) else document.name,
        board=board,
        players=scope.players,
        facing=tuple(dict(facing) for facing in scope.facing),
        pieces=pieces,
        letters=tuple((letter, *what) for letter, what in read_letters(root, scope, pieces).items()),
        memory=tuple(scope.memory.values()),
        setting=setting,
        moves=moves,
        phases=phases,
        ends=ends,
        score=score,
        dice=dice,
    )
    return (None if report.failed else rules), tuple(report.found)
