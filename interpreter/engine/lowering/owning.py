"""Who may come to own pieces of which kind: each kind has its owner, or every player, until pieces change sides."""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.engine.lowering import persons
from interpreter.engine.lowering.layout import Layout, Slot
from interpreter.engine.lowering.scene import Scene
from interpreter.engine.lowering.slots import bounds

if TYPE_CHECKING:
    from collections.abc import Iterator

    from interpreter.language.terms import Term
    from interpreter.machine.rules import Effect, Rules

MOVES = frozenset({"place", "promote", "shift"})  # what brings other pieces to sites that were found before


def slots_of(rules: Rules) -> tuple[Slot, ...]:
    """A slot for each kind of piece of each player, or of nobody, who owns one or may come to own one."""
    players = len(rules.players)
    found = {
        (kind, owner)
        for kind, piece in enumerate(rules.pieces)
        for owner in (range(players) if piece.owner is None else (piece.owner,))
    }
    fixed = any(piece.owner is not None and piece.owner < players for piece in rules.pieces)
    known = 0
    while known < len(found):
        known = len(found)
        slots = tuple(Slot(f"slot_{owner}_{kind}", owner, kind) for kind, owner in sorted(found))
        if fixed and any(effect.action == "flip" for effect in rules.effects()):
            found.update(_turned(rules, slots))
    return slots


def _turned(rules: Rules, slots: tuple[Slot, ...]) -> Iterator[tuple[int, int]]:
    """The kinds, with their new owners, of pieces that change sides, where pieces are of some slots."""
    names = {"gone": "gone"} if rules.eliminates else {}
    layout = Layout(slots, sets=(), numbers=(), history=())
    entries = [entry for phase in rules.phases for step in phase.steps for entry in step.next]
    lists = [(move.lets, move.effects) for move in rules.moves] + [((), entry.effects) for entry in entries]
    for lets, effects in lists:
        for me in range(len(rules.players)):
            scene = Scene(layout, names, me, phase=0, lets=dict(lets))
            for number, effect in enumerate(effects):
                if effect.action == "flip":
                    for slot in _met(rules, scene, effects[: number + 1]):
                        yield from ((slot.kind, heir) for heir in _heirs(rules, scene, effect.owner))


def _met(rules: Rules, scene: Scene, effects: tuple[Effect, ...]) -> list[Slot]:
    """The slots of players that the last of some consequences may meet."""
    term, found = effects[-1].sites, scene.layout.every_slot
    earlier = any(effect.action in MOVES or effect.into.site is not None for effect in effects[:-1])
    if term is not None and not (earlier or rules.piling or any(part.op == "local" for part in term.walk())):
        found = bounds(rules, scene, term)[0]
    return [slot for slot in found if slot.owner < len(rules.players)]


def _heirs(rules: Rules, scene: Scene, owner: Term | None) -> tuple[int, ...]:
    """Who may get what changes sides."""
    if owner is None:
        return (scene.me,)
    known = persons.known(rules, scene, owner)
    return tuple(range(len(rules.players))) if known is None else known
