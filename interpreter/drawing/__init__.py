"""Pictures of boards: text and SVG."""

from interpreter.drawing.svg import Drawn, board_svg
from interpreter.drawing.text import board_text

__all__ = ["Drawn", "board_svg", "board_text"]
