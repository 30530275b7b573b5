"""The symmetries of a board, and positions and steps as seen through them."""

from __future__ import annotations

import re
from math import cos, hypot, pi, sin
from typing import TYPE_CHECKING

from interpreter.board.diagram import layout

if TYPE_CHECKING:
    from collections.abc import Mapping

    from interpreter.board.board import Board
    from interpreter.play.game import Game
    from interpreter.play.position import Position

NEAR = 1e-6
SITE = re.compile(r"(?<![A-Za-z])(x?)([a-w][0-9]+)")


def symmetries(board: Board) -> list[dict[str, str]]:
    """Every way to turn or mirror the board onto itself, as site -> site; the first leaves all as it is."""
    middle = [sum(axis) / len(board.places) for axis in zip(*board.places, strict=True)]
    points = [(x - middle[0], y - middle[1]) for x, y in board.places]
    found: list[dict[str, str]] = []
    for mirrored in (1, -1):
        for twelfth in range(12):
            angle = twelfth * pi / 6
            turned = [
                (cos(angle) * x - sin(angle) * mirrored * y, sin(angle) * x + cos(angle) * mirrored * y)
                for x, y in points
            ]
            images = [
                next((site for site, (a, b) in enumerate(points) if hypot(a - x, b - y) < NEAR), None)
                for x, y in turned
            ]
            if None not in images:
                found.append(
                    {board.sites[site]: board.sites[image] for site, image in enumerate(images) if image is not None}
                )
    return found


def step_image(step: str, image: Mapping[str, str]) -> str:
    """A step in notation, seen through a symmetry."""
    return SITE.sub(lambda found: found[1] + image[found[2]], step)


def set_up(
    game: Game, diagram: str, image: Mapping[str, str], to_move: str | None = None, phase: str | None = None
) -> Position:
    """The position of a diagram, seen through a symmetry."""
    rows = layout(game.board)
    letters = diagram.split()
    sites = [site for _, row in rows for site in row if site is not None]
    there = {image[game.board.sites[site]]: letter for site, letter in zip(sites, letters, strict=True)}
    text = "\n".join(" ".join(there[game.board.sites[site]] for site in row if site is not None) for _, row in rows)
    return game.position(text, to_move, phase)


def played(position: Position, steps: str, image: Mapping[str, str]) -> Position:
    """The position after steps, seen through a symmetry."""
    for step in steps.split():
        position = position.play(step_image(step, image))
    return position


def letters_of(position: Position, image: Mapping[str, str]) -> dict[str, str]:
    """What stands where, as letters, with the sites of the picture before it went through the symmetry."""
    back = {there: here for here, there in image.items()}
    return {back[position.game.board.sites[site]]: letter for site, letter in position.tokens.items()}


def legal(position: Position) -> set[str]:
    """The legal steps in notation."""
    return {str(move) for move in position.legal_moves}
