"""Questions about the course of the game: who could make a step, and how often a position has stood."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from interpreter.engine.lowering import persons
from interpreter.engine.lowering.kept import Kept
from interpreter.language.terms import Kind, Term

if TYPE_CHECKING:
    from collections.abc import Iterable

    from interpreter.engine.lowering.expressions import Expressions
    from interpreter.engine.lowering.scene import Scene
    from interpreter.engine.lowering.writer import Writer


def repeats(expressions: Expressions, writer: Writer, scene: Scene, term: Term) -> str:
    """How often the position has stood before, at the starts of turns."""
    assert expressions.key is not None  # noqa: S101 - set before anything is written
    assert expressions.number_of is not None  # noqa: S101
    way, past = str(term.value), scene.layout.past
    place = begun = ""
    if scene.before and not (scene.later or scene.done):
        begun = str(expressions.number_of(scene.phase, 0, scene.me))
    if way == "position":
        place = _place(expressions, scene) if scene.done else begun
        if not place:
            return "0"  # no position at which a turn goes on is recorded
    known = scene.known.get(key_at(place))
    key, count = known or writer.name(expressions.key(scene, place=place), "key"), writer.fresh("n")
    if "one key a turn" in expressions.passes:
        scene.known[key_at(place)] = key
    index, stood = writer.fresh("i"), scene.names["recorded"]
    own = "0"
    if begun:  # the position itself is the latest where its turn has begun
        whole = key if way == "position" else writer.name(expressions.key(scene, place=begun), "key")
        own = f"0 - int({past(f'max({stood} - 1, 0)', 'position')} == {whole}) if {stood} > 0 else 0"
    writer.line(f"{count} = {own}")
    if scene.marked:
        element, bit = Kept.mark(key)
        stood = writer.name(f"{stood} if ({element} >> {bit}) & 1 != 0 else 0", "n")
    with writer.block(f"for {index} in range({stood}):"):
        writer.line(f"{count} = {count} + int({past(index, way)} == {key})")
    return count


def key_at(place: str) -> Term:
    """What a scene knows the position's key by, as the turn of the decision with this number begins."""
    return Term("key", Kind.NUMBER, value=place)


def keys_after(expressions: Expressions, scene: Scene, ways: Iterable[str]) -> dict[Term, str]:
    """Keys of the position after a step with which a turn ends, as the next one begins, by what a scene knows them by.

    `ways` are what is compared of positions, as in `repeats`.
    """
    assert expressions.key is not None  # noqa: S101 - set before anything is written
    done = replace(scene, done=True, heir=(scene.me + 1) % len(expressions.rules.players), known={})
    places = [_place(expressions, done) if way == "position" else "" for way in ways]
    return {key_at(place): expressions.key(done, place=place) for place in places}


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
    if term.args:
        cases = persons.meant(expressions, writer, scene, term.args[0])
    else:
        cases = persons.heirs(expressions, writer, scene)

    def stuck(player: int) -> str:
        assert expressions.existence is not None  # noqa: S101 - see above
        return f"not {expressions.existence(writer, scene, 0, player, begins=True)}"

    known = scene.known[term] = writer.name(persons.told(writer, cases, stuck, "False"), "c")
    return known


def _place(expressions: Expressions, scene: Scene) -> str:
    """The number of the decision with which the next turn begins."""
    assert expressions.number_of is not None  # noqa: S101 - set before anything is written
    if "gone" in scene.names:  # the decisions of players have numbers in a row
        return f"{expressions.number_of(scene.phase, 0, 0)} + {persons.heir(scene, len(expressions.rules.players))}"
    return str(expressions.number_of(scene.phase, 0, persons.first_heir(scene, len(expressions.rules.players))))


def may(expressions: Expressions, writer: Writer, scene: Scene, term: Term) -> str:
    """`can(step, player)` and `can(move)`: whether there would be a candidate, were it that player's turn."""
    assert expressions.existence is not None  # noqa: S101 - set before anything is written
    steps = expressions.rules.phases[scene.phase].steps
    index = next((n for n, step in enumerate(steps) if step.name == term.value), None)
    move = next((n for n, move in enumerate(expressions.rules.moves) if move.name == term.value), None)
    if index is None and move is None:
        return "False"

    def there(player: int) -> str:
        assert expressions.existence is not None  # noqa: S101 - see above
        only = -1 if index is not None or move is None else move
        return expressions.existence(writer, scene, index or 0, player, begins=player != scene.me, only=only)

    return persons.told(writer, persons.meant(expressions, writer, scene, term.args[0]), there, "False")
