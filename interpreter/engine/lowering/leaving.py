"""Players who leave the game while others play on: one number with a bit for each who is out."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from interpreter.engine.lowering.scene import Scene
    from interpreter.engine.lowering.writer import Writer


def is_out(scene: Scene, player: str) -> str:
    """Whether a player, by his number, has left."""
    return f"({scene.names['gone']} >> {player} & 1 != 0)"


def leave(writer: Writer, scene: Scene, player: str) -> None:
    """Writes that a player leaves."""
    writer.line(f"{scene.names['gone']} = {scene.names['gone']} | 1 << {player}")


def others(players: int) -> list[tuple[int, int]]:
    """Each player with the bits of all others."""
    every = (1 << players) - 1
    return [(player, every ^ 1 << player) for player in range(players)]


def alone(scene: Scene, players: int) -> str:
    """Whether only one player is left, or nobody where there was only one."""
    masks = [bits for _, bits in others(players)] if players > 1 else [1]
    return " or ".join(f"{scene.names['gone']} == {bits}" for bits in masks)


def in_turn(writer: Writer, scene: Scene, first: int, players: int) -> Iterator[int]:
    """Each player whose turn may come next, from the first in turn order; what is written then stands for that one."""
    order = [player for n in range(players) if (player := (first + n) % players) not in scene.gone]
    if len(order) > 1 and order[-1] == scene.me:  # all others would be out, and the game over
        order.pop()
    depth = writer.depth
    for player in order[:-1]:
        with writer.block(f"if not {is_out(scene, str(player))}:"):
            yield player
        writer.line("else:")
        writer.depth += 1
    yield order[-1]
    writer.close(depth)


def in_play(scene: Scene, first: int, players: int) -> str:
    """The number of the first player from one on, in turn order, who is not out."""
    text = str((first - 1) % players)
    for n in range(players - 2, -1, -1):
        player = (first + n) % players
        text = f"({text} if {is_out(scene, str(player))} else {player})"
    return text


def without_next(scene: Scene) -> Scene:
    """The scene after a player may have left: what depends on who is next is not known any more."""
    forgotten = {"next", "stuck", "can", "may", "repeats", "key"}
    known = {term: text for term, text in scene.known.items() if not any(part.op in forgotten for part in term.walk())}
    return replace(scene, known=known)
