"""Boards of every shape as numbered sites, tables of steps and sets of sites."""

from interpreter.board.board import Board, everything
from interpreter.board.building import build_board
from interpreter.board.diagram import layout, parse_cells
from interpreter.board.facing import relative_directions

__all__ = ["Board", "build_board", "everything", "layout", "parse_cells", "relative_directions"]
