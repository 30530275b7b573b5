"""Players who are only known in play: what is asked of one, or done for one, is written for each who may be meant."""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.engine.lowering import leaving

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from interpreter.engine.lowering.expressions import Expressions
    from interpreter.engine.lowering.scene import Scene
    from interpreter.engine.lowering.writer import Writer
    from interpreter.language.terms import Term
    from interpreter.machine.rules import Rules

Cases = tuple[tuple[str, int], ...]
"""Players, each with the condition under which he is the one who is meant: "" where no other can be."""


def known(rules: Rules, scene: Scene, term: Term) -> tuple[int, ...] | None:
    """The players a term means, where that is known when the kernel is written."""
    count = len(rules.players)
    match term.op:
        case "me":
            return (scene.me,)
        case "enemy":
            return (1 - scene.me,)
        case "enemies":
            return tuple(player for player in range(count) if player != scene.me)
        case "player":
            return (int(str(term.value)),)
        case "next":
            if "gone" in scene.names:  # the nearest who has not left is only known in play
                return None
            return ((scene.me + 1) % count,)
        case "it":
            return None if scene.it is None else (scene.it,)
        case "by-player":
            return known(rules, scene, term.args[scene.me])
        case _:
            return None


def meant(expressions: Expressions, writer: Writer, scene: Scene, term: Term) -> Cases:
    """The players whom a term that gives one may mean; no condition holds where it means nobody."""
    owners = expressions.players(scene, term)
    if owners is not None:
        return (("", owners[0]),)
    return by_number(writer, expressions.number(writer, scene, term), len(expressions.rules.players))


def heirs(expressions: Expressions, writer: Writer, scene: Scene) -> Cases:
    """The players who may be the next to move."""
    players = len(expressions.rules.players)
    if "gone" not in scene.names:
        return (("", first_heir(scene, players)),)
    return by_number(writer, heir(scene, players), players)


def heir(scene: Scene, players: int) -> str:
    """The number of the player who is the next to move."""
    first = first_heir(scene, players)
    return leaving.in_play(scene, first, players) if "gone" in scene.names else str(first)


def first_heir(scene: Scene, players: int) -> int:
    """The player who is the next to move, unless he has left the game."""
    return (scene.me + 1) % players if scene.heir is None else scene.heir


def told(writer: Writer, cases: Cases, write: Callable[[int], str], otherwise: str) -> str:
    """What `write` writes of whoever is meant; `otherwise` of nobody."""
    if not cases[0][0]:
        return write(cases[0][1])
    found = writer.fresh("c")
    writer.line(f"{found} = {otherwise}")
    for condition, player in cases:
        with writer.block(f"if {condition}:"):
            writer.line(f"{found} = {write(player)}")
    return found


def done(writer: Writer, cases: Sequence[tuple[str, int]], write: Callable[[int], Iterable[str]]) -> list[str]:
    """Writes what is done for whoever is meant; gives conditions, of which one holds where one of `write` does."""
    if not cases[0][0]:
        return list(write(cases[0][1]))
    found = writer.fresh("b")
    writer.line(f"{found} = False")
    for condition, player in cases:
        with writer.block(f"if {condition}:"):
            for text in write(player):
                writer.line(f"{found} = {found} or {text}")
    return [found]


def by_number(writer: Writer, number: str, players: int) -> Cases:
    """Any of the players: the one of a number as it is now, since what is remembered may change before he is met."""
    name = writer.kept(number)
    return tuple((f"{name} == {player}", player) for player in range(players))
