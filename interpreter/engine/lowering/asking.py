"""Questions about the course of the game: who could make a step, and how often a position has stood."""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.engine.lowering.kept import Kept
from interpreter.engine.lowering.program import UnloweredError

if TYPE_CHECKING:
    from interpreter.engine.lowering.expressions import Expressions
    from interpreter.engine.lowering.program import Writer
    from interpreter.engine.lowering.scene import Scene
    from interpreter.language.terms import Term


def repeats(expressions: Expressions, writer: Writer, scene: Scene, term: Term) -> str:
    """How often the position has stood before, at the starts of turns."""
    assert expressions.key is not None  # noqa: S101 - set before anything is written
    assert expressions.number_of is not None  # noqa: S101
    way = str(term.value)
    if way != scene.layout.history:
        raise UnloweredError("two ways of comparing positions in one game have no kernel form yet")
    place: int | None = None
    standing = False
    if way == "position":
        if scene.done:
            place = expressions.number_of(scene.phase, 0, scene.heir if scene.heir is not None else scene.me)
        elif scene.before and scene.later:
            return "0"  # no position at which a turn goes on is recorded
        elif scene.before:
            place, standing = expressions.number_of(scene.phase, 0, scene.me), True
        else:
            return "0"
    elif scene.before:
        raise UnloweredError("`repeats` before a step has no kernel form yet")
    key, count = writer.name(expressions.key(scene, place=place), "key"), writer.fresh("n")
    index, stood = writer.fresh("i"), scene.names["recorded"]
    own = f"0 - int(history[max({stood} - 1, 0)] == {key}) if {stood} > 0 else 0" if standing else "0"
    writer.line(f"{count} = {own}")  # the position itself is the latest where its turn has begun
    if scene.marked:
        element, bit = Kept.mark(key)
        stood = writer.name(f"{stood} if ({element} >> {bit}) & 1 != 0 else 0", "n")
    with writer.block(f"for {index} in range({stood}):"):
        writer.line(f"{count} = {count} + int(history[{index}] == {key})")
    return count


def asked(expressions: Expressions, writer: Writer, scene: Scene, term: Term) -> str:
    """`can(step)` and `stuck`: whether there is a candidate."""
    assert expressions.existence is not None  # noqa: S101 - set before anything is written
    phase = expressions.rules.phases[scene.phase]
    if term.op == "can":
        index = next((n for n, step in enumerate(phase.steps) if step.name == term.value), None)
        return "False" if index is None else expressions.existence(writer, scene, index, scene.me, begins=False)
    if not term.args and not scene.done:
        return "False"
    if not term.args and scene.stuck:
        return "True"
    player = scene.heir if scene.heir is not None else (scene.me + 1) % len(expressions.rules.players)
    if term.args:
        owners = expressions.players(scene, term.args[0])
        if owners is None:
            raise UnloweredError("`stuck` of a player that is computed has no kernel form yet")
        player = owners[0]
    known = scene.known[term] = writer.name(f"not {expressions.existence(writer, scene, 0, player, begins=True)}", "c")
    return known


def may(expressions: Expressions, writer: Writer, scene: Scene, term: Term) -> str:
    """`can(step, player)` and `can(move)`: whether there would be a candidate, were it that player's turn."""
    assert expressions.existence is not None  # noqa: S101 - set before anything is written
    owners = expressions.players(scene, term.args[0])
    if owners is None:
        raise UnloweredError("`can` of a player that is computed has no kernel form yet")
    begins, steps = owners[0] != scene.me, expressions.rules.phases[scene.phase].steps
    index = next((n for n, step in enumerate(steps) if step.name == term.value), None)
    if index is not None:
        return expressions.existence(writer, scene, index, owners[0], begins=begins)
    move = next((n for n, move in enumerate(expressions.rules.moves) if move.name == term.value), None)
    return "False" if move is None else expressions.existence(writer, scene, 0, owners[0], begins=begins, only=move)
