"""What became of a game on its way to machine code, in numbers."""

from __future__ import annotations

from dataclasses import dataclass, replace
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
    """A pass: what it does, and the kernel with it left out: its lines, and the bytes of a position.

    Both are None where the kernel is the same without it.
    """

    name: str
    does: str
    lines_without: int | None = None
    state_without: int | None = None


@dataclass(frozen=True, slots=True)
class Size:
    """Of a kernel: its lines, the bytes of a position, LLVM's lines before and after optimising, bytes of machine code.

    What LLVM would make is 0 where it has made nothing.
    """

    lines: int
    state: int
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
    history: tuple[str, ...]
    decisions: tuple[Decided, ...]
    passes: tuple[Passed, ...]
    size: Size


def compiled(kernel: Kernel) -> Compiled:
    """A kernel compiled anew, so that its LLVM text is there. Raises KernelError without llvmlite."""
    return kernels.compile_llvm(kernels.verify(kernel.source, kernel.numbering.width), kernel.exported)


def lowered(rules: Rules, make: Callable[[Rules, frozenset[str]], Kernel]) -> Lowered:
    """What the passes came to for the kernel that `make` makes; sizes of machine code only where llvmlite is there."""
    board, kernel = rules.board, make(rules, ALL)
    layout = kernel.layout
    everything = layout_of(rules, layout.slots, kernel.numbering, frozenset(), complete=True)
    kept = tuple(layout.types())
    size = Size(_lines(kernel.source), _state(kernel))
    if kernels.available():
        made = compiled(kernel)
        llvm, optimised = _lines(made.unoptimised), _lines(made.llvm)
        size = replace(size, llvm_lines=llvm, optimised_lines=optimised, code=len(made.object_code))
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
    without, does = make(rules, ALL - {name}), PASSES[name].does
    if without.source == kernel.source:
        return Passed(name, does)
    return Passed(name, does, _lines(without.source), _state(without))


def _lines(text: str) -> int:
    return len(text.splitlines())


def _state(kernel: Kernel) -> int:
    """The bytes of a position between two steps, without its history."""
    layout = kernel.layout
    return layout.stored_sets * kernel.numbering.width // 8 + len(layout.numbers) * 8


def _numbered(rules: Rules, numbering: Numbering) -> Numbered:
    """A shift for each direction and distance between bits; without gaps between the rows, each needs a mask."""
    ways = [shifts_of(rules.board, numbering.place, way) for way in range(len(rules.board.directions))]
    shifts = sum(map(len, ways))
    return Numbered(numbering.width, shifts, 0 if numbering.gapped else shifts)
