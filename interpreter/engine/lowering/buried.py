"""Pieces of a pile that are not simply its uppermost ones: those beneath so many others, and those of some sorts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.engine.lowering.lists import union

if TYPE_CHECKING:
    from collections.abc import Sequence

    from interpreter.engine.lowering.columns import Columns
    from interpreter.engine.lowering.pieces import Taken
    from interpreter.engine.lowering.scene import Scene
    from interpreter.engine.lowering.writer import Writer


def meant(columns: Columns, writer: Writer, scene: Scene, pile: Sequence[str], taken: Taken) -> str:
    """The layers of a pile whose pieces are taken, as the name of a set."""
    text = union(list(pile))
    if taken.beneath:
        text = f"{text} & ~(ALL << max(0, {columns.height(pile)} - max(0, {taken.beneath})))"
    if taken.slots is not None:
        text = f"{text} & {union([columns.of_sort(scene, pile, slot) for slot in taken.slots])}"
    found = writer.name(text)
    if taken.amount:  # the uppermost of them
        with writer.block(f"while {found} != 0 and count({found}) > {taken.amount}:"):
            writer.line(f"{found} = {found} ^ ({found} & -{found})")
    return found


def parted(
    columns: Columns, writer: Writer, scene: Scene, pile: Sequence[str], layers: str
) -> tuple[list[str], list[str]]:
    """What stays of a pile without some layers, and these by themselves; both close up."""
    planes = [f"p{n}" for n in range(len(pile))]
    lines = [
        "    while rest != 0:",
        "        layer = lowest(rest)",
        *(f"        {plane} = ({plane} & ~(ALL << layer)) | ((({plane} >> layer) >> 1) << layer)" for plane in planes),
        "        rest = (rest ^ (rest & -rest)) >> 1",
        f"    return {', '.join(planes)}",
    ]
    head = f"rest: bits, {', '.join(f'{plane}: bits' for plane in planes)}"
    name = columns.helper("without", head, columns.results(scene), lines)
    every, stays = writer.name(union(list(pile))), ", ".join(pile)
    return (
        columns.named(writer, scene, f"{name}({layers}, {stays})"),
        columns.named(writer, scene, f"{name}({every} & ~{layers}, {stays})"),
    )
