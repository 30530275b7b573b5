"""`boardwright compile`: what becomes of a game on its way to machine code, stage by stage."""

from __future__ import annotations

from dataclasses import asdict
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated

from click.exceptions import Exit

from interpreter.cli.declaring import Option
from interpreter.cli.faults import PROBLEMS, UsageFault, complain
from interpreter.cli.parameters import Changes, GameName, Json, Options, load_game
from interpreter.cli.screen import counted, say, say_json, styled, table, wrapped

if TYPE_CHECKING:
    from interpreter.analysis.lowering import Lowered, Numbered
    from interpreter.engine.lowering.kernels import Kernel
    from interpreter.machine.graph import Machine


class Stage(StrEnum):
    """What is shown."""

    MACHINE = "machine"
    PASSES = "passes"
    KERNEL = "kernel"
    LLVM = "llvm"


class Purpose(StrEnum):
    """Which of the two kernels of a game."""

    PLAYOUTS = "playouts"
    POSITIONS = "positions"


def show_compiled(
    game: GameName,
    *,
    show: Annotated[
        Stage, Option("--show", help="The state machine, what the passes did, the kernel, or its LLVM text.")
    ] = Stage.PASSES,
    purpose: Annotated[
        Purpose, Option("--for", help="The kernel of random games, or of positions and their steps.")
    ] = Purpose.PLAYOUTS,
    option: Options = None,
    change: Changes = None,
    as_json: Json = False,
) -> None:
    """Show what a game is compiled to: its machine, the kernel written from it, and LLVM's text of that."""
    loaded = load_game(game, option, change)
    if show is Stage.MACHINE:
        if as_json:
            say_json({"game": loaded.name, **_plain_machine(loaded.machine)})
        else:
            _machine(loaded.machine)
        return
    from interpreter.engine.lowering.program import UnloweredError  # noqa: PLC0415

    try:
        compiled = loaded.compiled
        kernel = compiled.playout_kernel if purpose is Purpose.PLAYOUTS else compiled.position_kernel
    except UnloweredError as missing:
        complain(f"{loaded.name} is played by the reference engine: {missing}")
        raise Exit(PROBLEMS) from None
    if show is not Stage.PASSES:
        text = _llvm(kernel) if show is Stage.LLVM else kernel.source.rstrip("\n")
        if as_json:
            say_json({"game": loaded.name, "for": purpose, show: text})
        else:
            say(text)
    else:
        from interpreter.analysis.lowering import lowered  # noqa: PLC0415
        from interpreter.engine.lowering.kernels import playout_kernel, position_kernel  # noqa: PLC0415

        found = lowered(loaded.rules, playout_kernel if purpose is Purpose.PLAYOUTS else position_kernel)
        if as_json:
            say_json({"game": loaded.name, "for": purpose, **asdict(found)})
            return
        say(styled(f"{loaded.title}: the kernel of {purpose.value}", "bold"))
        _summary(found)
        say()
        say(styled("What each pass does: from the kernel without it to the kernel with all passes", "bold"))
        _passes(found)


def _llvm(kernel: Kernel) -> str:
    from interpreter.analysis.lowering import compiled  # noqa: PLC0415
    from interpreter.engine.kernel import available  # noqa: PLC0415

    if not available():
        raise UsageFault("--show llvm needs llvmlite: pip install 'boardwright[compile]'")
    return compiled(kernel).llvm.rstrip("\n")


def _machine(machine: Machine) -> None:
    """Every node with its ways out, in the order in which they are tried."""
    phases = machine.rules.phases
    for node in machine.nodes:
        phase = f" of {phases[node.phase].name}" if node.phase >= 0 and len(phases) > 1 else ""
        say(f"{node.number}  {styled(node.name, 'bold')}  ({node.kind}{phase})")
        for edge in node.edges:
            target = machine.nodes[edge.target]
            otherwise = "otherwise" if len(node.edges) > 1 else "always"
            effects = f" (with {counted(len(edge.effects), 'effect')})" if edge.effects else ""
            say(f"     {edge.label or otherwise} -> {target.number} {target.name}{effects}")


def _plain_machine(machine: Machine) -> dict[str, object]:
    """Nodes and the ways out of each, in the order in which they are tried, for a program."""
    phases = machine.rules.phases
    return {
        "start": machine.start,
        "nodes": [
            {
                "number": node.number,
                "name": node.name,
                "kind": node.kind,
                "phase": phases[node.phase].name if node.phase >= 0 else None,
                "edges": [
                    {"to": edge.target, "label": edge.label, "always": edge.guard is None, "effects": len(edge.effects)}
                    for edge in node.edges
                ],
            }
            for node in machine.nodes
        ],
    }


def _summary(found: Lowered) -> None:
    rows = [
        ("sites", f"{counted(found.sites, 'site')}, {counted(found.directions, 'direction')}"),
        ("numbering", f"plain: {_numbering(found.plain)}; chosen: {_numbering(found.chosen)}"),
        ("variables", f"{len(found.kept)} of {len(found.kept) + len(found.dropped)} kept: {', '.join(found.kept)}"),
    ]
    if found.dropped:
        rows.append(("", f"no rule reads: {', '.join(found.dropped)}"))
    recorded = {"position": "a key of each position", "sites": "a key of its sites"}
    keys = " and ".join(recorded[way] for way in found.history)
    rows.append(("history", keys or "none, for no rule looks back"))
    for number, decision in enumerate(found.decisions):
        where = f"{decision.phase}, {decision.step}" if decision.phase else decision.step
        families = counted(decision.families, "family", "families") if decision.families else "no choice"
        rows.append(("" if number else "decisions", f"{where}, {decision.player}: {families}"))
    size = found.size
    rows.append(("kernel", f"{counted(size.lines, 'line')}; {counted(size.state, 'byte')} a position"))
    if size.code:
        optimised = f"{size.optimised_lines:,} when optimised"
        rows.append(("LLVM", f"{counted(size.llvm_lines, 'line')}, {optimised}; {size.code:,} bytes of object code"))
    else:
        rows.append(("LLVM", "llvmlite is not installed; Python runs the kernel, which is much slower"))
    say(table(rows))


def _passes(found: Lowered) -> None:
    """Those that change the kernel with sizes before and after, then the names of the others."""
    rows, idle = [], []
    for passed in found.passes:
        if passed.lines_without is None or passed.state_without is None:
            idle.append(passed.name)
            continue
        lines = _change(passed.lines_without, found.size.lines, "line")
        state = _change(passed.state_without, found.size.state, "byte")
        rows.append((passed.name, f"{lines}, {state}: {passed.does}"))
    say(table(rows))
    if idle:
        say(wrapped(f"No effect here: {', '.join(idle)}.", "  ", "  "))


def _change(before: int, after: int, noun: str) -> str:
    return f"{before:,} -> {counted(after, noun)}" if before != after else counted(after, noun)


def _numbering(numbered: Numbered) -> str:
    words = counted(numbered.bits // 64, "word")
    masked = f"{numbered.masked:,} of them masked" if numbered.masked else "none of them masked"
    return f"{words} a set, {counted(numbered.shifts, 'shift')}, {masked}"
