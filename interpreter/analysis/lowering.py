"""What became of a game on its way to machine code, in numbers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from interpreter.engine import kernel as kernels
from interpreter.engine.lowering.layout import layout_of
from interpreter.engine.lowering.numbering import numbering_of, shifts_of
from interpreter.engine.lowering.passes import ALL, PASSES

if TYPE_CHECKING:
    from collections.abc import Callable

    from interpreter.engine.kernel import Compiled
    from interpreter.engine.lowering.kernels import Kernel
    from interpreter.engine.lowering.numbering import Numbering
    from interpreter.machine.rules import Rules


@dataclass(frozen=True, slots=True)
class Numbered:
    """A numbering of the sites: bits of a set, shifts of all directions together, how many of them need a mask."""

    bits: int
    shifts: int
    masked: int


@dataclass(frozen=True, slots=True)
class Decided:
    """A decision of a player, and how many families of steps the kernel tells apart there."""

    phase: str
    step: str
    player: str
    families: int


@dataclass(frozen=True, slots=True)
class Passed:
    """A pass: what it does, and the lines of the kernel with it left out; None where that changes nothing."""

    name: str
    does: str
    lines_without: int | None


@dataclass(frozen=True, slots=True)
class Size:
    """Of a kernel: lines of source, lines of LLVM before and after optimising, bytes of machine code (0: not made)."""

    lines: int
    llvm_lines: int = 0
    optimised_lines: int = 0
    code: int = 0


@dataclass(frozen=True, slots=True)
class Lowered:
    """What the passes came to."""

    sites: int
    directions: int
    plain: Numbered
    chosen: Numbered
    kept: tuple[str, ...]
    dropped: tuple[str, ...]
    history: str
    decisions: tuple[Decided, ...]
    passes: tuple[Passed, ...]
    size: Size


def compiled(kernel: Kernel) -> Compiled:
    """A kernel compiled anew, so that its LLVM text is there. Raises KernelError without llvmlite."""
    return kernels.compile_llvm(kernels.verify(kernel.source, kernel.numbering.width), kernel.exported)


def lowered(rules: Rules, make: Callable[[Rules, frozenset[str]], Kernel]) -> Lowered:
    """What the passes came to for the kernel that `make` makes; sizes of machine code only where llvmlite is there."""
    board, kernel = rules.board, make(rules, ALL)
    everything, layout = layout_of(rules, kernel.numbering, complete=True, keyed=False), kernel.layout
    kept = tuple(layout.types())
    lines = len(kernel.source.splitlines())
    size = Size(lines)
    if kernels.available():
        made = compiled(kernel)
        size = Size(lines, len(made.unoptimised.splitlines()), len(made.llvm.splitlines()), len(made.object_code))
    return Lowered(
        sites=len(board.sites),
        directions=len(board.directions),
        plain=_numbered(rules, numbering_of(board, padded=False)),
        chosen=_numbered(rules, kernel.numbering),
        kept=kept,
        dropped=tuple(name for name in everything.types() if name not in kept),
        history=layout.history,
        decisions=tuple(
            Decided(
                rules.phases[phase].name,
                rules.phases[phase].steps[step].name if step >= 0 else "forced pass",
                rules.players[player],
                families,
            )
            for (phase, step, player), families in zip(kernel.decisions, kernel.families, strict=True)
        ),
        passes=tuple(_passed(rules, make, kernel, name) for name in PASSES),
        size=size,
    )


def _passed(rules: Rules, make: Callable[[Rules, frozenset[str]], Kernel], kernel: Kernel, name: str) -> Passed:
    without = make(rules, ALL - {name}).source
    return Passed(name, PASSES[name].does, None if without == kernel.source else len(without.splitlines()))


def _numbered(rules: Rules, numbering: Numbering) -> Numbered:
    """A shift for each direction and distance between bits; without gaps between the rows, each needs a mask."""
    ways = [shifts_of(rules.board, numbering.place, way) for way in range(len(rules.board.directions))]
    shifts = sum(map(len, ways))
    return Numbered(numbering.width, shifts, 0 if numbering.gapped else shifts)
