"""`boardwright compile`: what becomes of a game on its way to machine code, stage by stage."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Annotated

from click.exceptions import Exit

from interpreter.cli.declaring import Option
from interpreter.cli.faults import PROBLEMS, UsageFault, complain
from interpreter.cli.parameters import Changes, GameName, Options, load_game
from interpreter.cli.screen import counted, say, styled, table

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
) -> None:
    """Show what a game is compiled to: its machine, the kernel written from it, and LLVM's text of that."""
    loaded = load_game(game, option, change)
    if show is Stage.MACHINE:
        _machine(loaded.machine)
        return
    from interpreter.engine.lowering.program import UnloweredError  # noqa: PLC0415

    try:
        compiled = loaded.compiled
        kernel = compiled.playout_kernel if purpose is Purpose.PLAYOUTS else compiled.position_kernel
    except UnloweredError as missing:
        complain(f"{loaded.name} is played by the reference engine: {missing}")
        raise Exit(PROBLEMS) from None
    if show is Stage.KERNEL:
        say(kernel.source.rstrip("\n"))
    elif show is Stage.LLVM:
        say(_llvm(kernel))
    else:
        from interpreter.analysis.lowering import lowered  # noqa: PLC0415
        from interpreter.engine.lowering.kernels import playout_kernel, position_kernel  # noqa: PLC0415

        say(styled(f"{loaded.title}: the kernel of {purpose.value}", "bold"))
        _passes(lowered(loaded.rules, playout_kernel if purpose is Purpose.PLAYOUTS else position_kernel))


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


def _passes(found: Lowered) -> None:
    rows = [
        ("sites", f"{counted(found.sites, 'site')}, {counted(found.directions, 'direction')}"),
        ("numbering", f"plain: {_numbering(found.plain)}; chosen: {_numbering(found.chosen)}"),
        ("variables", f"{len(found.kept)} of {len(found.kept) + len(found.dropped)} kept: {', '.join(found.kept)}"),
    ]
    if found.dropped:
        rows.append(("", f"no rule reads: {', '.join(found.dropped)}"))
    recorded = {"": "none, for no rule looks back", "position": "a key of each position", "sites": "a key of its sites"}
    rows.append(("history", recorded[found.history]))
    for number, decision in enumerate(found.decisions):
        where = f"{decision.phase}, {decision.step}" if decision.phase else decision.step
        families = counted(decision.families, "family", "families") if decision.families else "no choice"
        rows.append(("" if number else "decisions", f"{where}, {decision.player}: {families}"))
    for number, passed in enumerate(found.passes):
        effect = "no effect here" if passed.lines_without is None else f"{passed.lines_without:,} lines without it"
        rows.append(("" if number else "passes", f"{passed.name} ({passed.does}): {effect}"))
    size = found.size
    rows.append(("kernel", counted(size.lines, "line")))
    if size.code:
        optimised = f"{size.optimised_lines:,} when optimised"
        rows.append(("LLVM", f"{counted(size.llvm_lines, 'line')}, {optimised}; {size.code:,} bytes of object code"))
    else:
        rows.append(("LLVM", "llvmlite is not installed; Python runs the kernel, which is much slower"))
    say(table(rows))


def _numbering(numbered: Numbered) -> str:
    words = counted(numbered.bits // 64, "word")
    masked = f"{numbered.masked:,} of them masked" if numbered.masked else "none of them masked"
    return f"{words} a set, {counted(numbered.shifts, 'shift')}, {masked}"
