"""Pictures of boards: text and SVG."""

from interpreter.drawing.look import LOOKS, Look
from interpreter.drawing.pieces import Drawn
from interpreter.drawing.plane import turned
from interpreter.drawing.svg import board_svg
from interpreter.drawing.text import board_text

__all__ = ["LOOKS", "Drawn", "Look", "board_svg", "board_text", "turned"]
