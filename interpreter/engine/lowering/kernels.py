"""The kernel of a game: random playouts, the legal steps of a position, and a step made in it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from interpreter.engine.kernel.runtime import RANDOM
from interpreter.engine.lowering.best_turns import BestTurns
from interpreter.engine.lowering.build import HISTORY, Build
from interpreter.engine.lowering.counting import perft_text
from interpreter.engine.lowering.layout import idle_names
from interpreter.engine.lowering.passes import ALL
from interpreter.engine.lowering.program import UnloweredError
from interpreter.engine.lowering.random_games import RandomGames
from interpreter.engine.lowering.shape import FORCED_PASS, STEP_PARTS, Lowered, Shape
from interpreter.engine.lowering.single_steps import SingleSteps

if TYPE_CHECKING:
    from collections.abc import Callable

    from interpreter.engine.lowering.layout import Layout
    from interpreter.engine.lowering.numbering import Numbering
    from interpreter.machine.rules import Rules

MOST_LINES = 24_000  # of a kernel: a longer one would take a minute to compile


@dataclass(frozen=True)
class Kernel:
    """Source text and what is needed to call it."""

    source: str
    numbering: Numbering
    layout: Layout
    decisions: tuple[tuple[int, int, int], ...]  # phase, step (-1: forced pass) and player of each number
    endings: tuple[tuple[str, int | None], ...]
    exported: tuple[str, ...]
    shape: Shape
    most_steps: int = 0  # no decision offers more
    families: tuple[int, ...] = ()  # of each decision; 0 for a forced pass, and where none was written


class _Writing:
    """Writes the functions of a kernel, and puts them together."""

    def __init__(self, rules: Rules, passes: frozenset[str], *, complete: bool) -> None:
        build = Build(rules, passes, complete=complete)
        self.build, self.rules, self.layout = build, rules, build.layout
        self.games, self.steps = RandomGames(build), SingleSteps(build)
        self.chooses_turns = any(phase.best for phase in rules.phases)

    def legal(self) -> str:
        """Lists the legal steps of a position."""
        return BestTurns(self.build, self.steps).legal() if self.chooses_turns else self.steps.legal()

    def perft(self) -> str:
        """Counts sequences from a position."""
        numbers = self.layout.numbers
        return perft_text(
            {
                "LIST_PARTS": max(self.build.families) * len(self.rules.board.sites) * STEP_PARTS,
                "STEP_PARTS": STEP_PARTS,
                "FORCED_PASS": FORCED_PASS,
                "FIRST_PASS": sum(1 for _, step, _ in self.build.decisions if step >= 0),
                "NUMBERS": len(numbers) + 2,
                "SETS": self.layout.stored_sets,
                "WORDS": self.build.numbering.width // 64,
                "TURN": numbers.index("turn") + 2,
            },
            ignored=[numbers.index(name) + 2 for name in sorted(idle_names(self.rules))],
            told=[index for index, move in enumerate(self.rules.moves) if move.tells_turns],
        )

    def shape(self) -> Shape:
        """What a search must know; to be asked when all that it calls has been written."""
        layout = self.layout
        return Shape(
            players=len(self.rules.players),
            numbers=len(layout.numbers) + 2,
            sets=layout.stored_sets,
            recorded=layout.numbers.index("recorded") + 2 if layout.history else -1,
            first_pass=sum(1 for _, step, _ in self.build.decisions if step >= 0),
            movers=tuple(player for *_, player in self.build.decisions),
            winners=tuple(-1 if winner is None else winner for _, winner in self.build.walking.ends.endings),
            step_parts=STEP_PARTS,
            chance=self.rules.has_chance,
            lowered=Lowered(self.rules, self.build.numbering, layout),
            keys=len(layout.history),
        )

    def kernel(
        self, functions: tuple[str, ...], *, parts: tuple[str, ...] = (), more: Callable[[Shape], str] | None = None
    ) -> Kernel:
        """The kernel of some functions; `parts` are written beside them, `more` writes functions that call these."""
        texts = {
            "playout": self.games.playout,
            "playouts": self.games.playouts,
            "legal": self.legal,
            "play": self.steps.play,
            "thrown": self.steps.thrown,
            "perft": self.perft,
            "rollout": self.games.rollout,
        }
        wanted = [name for name in texts if name in functions or name in parts]
        if self.chooses_turns and "legal" not in wanted:
            wanted.insert(0, "legal")
        if "playouts" in wanted:
            wanted.insert(wanted.index("playouts"), "playout")
        # A search calls its parts from several places, and copies of them would only be compiled more slowly.
        marks = dict.fromkeys(parts, "@never_inline\n")
        self.build.program.functions = [marks.get(name, "") + texts[name]() for name in dict.fromkeys(wanted)]
        if more is not None:
            self.build.program.functions.append(more(self.shape()))
        head = "\n".join(self.build.program.constants.values())
        body = "\n\n\n".join([RANDOM.strip(), *self.build.program.texts()])
        source = f"{head}\n\n\n{body}\n"
        if source.count("\n") > MOST_LINES:
            raise UnloweredError(
                f"the rules come to a program of more than {MOST_LINES:,} lines, which is not compiled (with fewer "
                "kinds of pieces, moves, directions, or numbers to choose from it is shorter)"
            )
        return Kernel(
            source,
            self.build.numbering,
            self.layout,
            self.build.decisions,
            tuple(self.build.walking.ends.endings),
            functions,
            self.shape(),
            max(self.build.families) * len(self.rules.board.sites),
            tuple(self.build.families),
        )


def playout_kernel(rules: Rules, passes: frozenset[str] = ALL) -> Kernel:
    """The kernel of random playouts.

    Raises UnloweredError for rules that have no kernel form yet.
    """
    return _Writing(rules, passes, complete=False).kernel(("playouts",))


def position_kernel(rules: Rules, passes: frozenset[str] = ALL) -> Kernel:
    """The kernel that finds, makes and counts steps in positions, with all variables of a position."""
    return _Writing(rules, passes, complete=True).kernel(("legal", "play", "perft"))


def search_kernel(
    rules: Rules,
    functions: tuple[str, ...],
    more: Callable[[Shape], str],
    parts: tuple[str, ...] = ("legal", "play", "thrown", "rollout"),
    passes: frozenset[str] = ALL,
) -> Kernel:
    """The kernel of a search: `more` writes its exported `functions`, which call those named in `parts`."""
    return _Writing(rules, passes, complete=False).kernel(functions, parts=parts, more=more)


__all__ = [
    "FORCED_PASS",
    "HISTORY",
    "STEP_PARTS",
    "Kernel",
    "Shape",
    "UnloweredError",
    "playout_kernel",
    "position_kernel",
    "search_kernel",
]
