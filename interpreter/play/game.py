"""A game that can be played: what `interpreter.load` gives."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

from interpreter.diagnostics import Diagnostic, SourceFile, Span
from interpreter.diagnostics.suggesting import known_names
from interpreter.engine.faults import RulesFault
from interpreter.engine.lowering.program import UnloweredError
from interpreter.engine.reference import ReferenceEngine
from interpreter.engine.state import first_state
from interpreter.errors import GameFileError, RuleFaultError
from interpreter.machine.circles import check_circles
from interpreter.machine.compiling import read_rules
from interpreter.machine.declarations import read_scope
from interpreter.machine.graph import Machine, build_machine
from interpreter.machine.reader import Report
from interpreter.machine.setting import read_position
from interpreter.play.position import Position
from interpreter.source import Node, Scalar, to_plain
from interpreter.source.document import Document, read_document
from interpreter.source.resolved import document_hash

if TYPE_CHECKING:
    from pathlib import Path

    from interpreter.board.board import Board
    from interpreter.engine.compiled import CompiledEngine
    from interpreter.engine.state import State
    from interpreter.language.scope import Scope
    from interpreter.machine.rules import Rules
    from interpreter.play.playouts import Playouts

# Findings that stand on their own in a file whose keys are wrong elsewhere; others may only follow from that.
NAMING = frozenset(
    {
        "condition-as-set",
        "expression-syntax",
        "expression-too-long",
        "set-as-condition",
        "wrong-arguments",
        "wrong-kind",
    }
)
SHALLOW = 2  # a perft up to this depth is counted before a kernel is compiled
MEMO_LIMIT = 500_000  # positions that perft remembers, a few hundred megabytes


@dataclass(frozen=True, eq=False)
class Game:
    """A game with its options chosen; `change` holds what was changed beside them, by dotted path."""

    document: Document
    machine: Machine
    change: Mapping[str, object] = field(default_factory=dict)

    def __repr__(self) -> str:
        chosen = "".join(f", {name}={value}" for name, value in self.document.chosen.items())
        return f"<Game {self.name}{chosen}>"

    @property
    def name(self) -> str:
        """Library name, or the file's name without its ending."""
        return self.document.name

    @property
    def title(self) -> str:
        """What the game is called."""
        return self.rules.title

    @property
    def rules(self) -> Rules:
        """The typed rules."""
        return self.machine.rules

    @property
    def board(self) -> Board:
        """The board."""
        return self.rules.board

    @property
    def players(self) -> tuple[str, ...]:
        """Names of the players in turn order."""
        return self.rules.players

    @property
    def options(self) -> dict[str, str | int]:
        """Every option with its value."""
        return dict(self.document.chosen)

    @property
    def about(self) -> dict[str, Any]:
        """What the file says under `about`."""
        node = self.document.root.get("about")
        plain = None if node is None else to_plain(node)
        return plain if isinstance(plain, dict) else {}

    @cached_property
    def hash(self) -> str:
        """Hash of the rules as resolved: two files with one hash play alike."""
        return document_hash(self.document)

    @cached_property
    def engine(self) -> ReferenceEngine:
        """The engine that plays it."""
        return ReferenceEngine(self.machine)

    @cached_property
    def compiled(self) -> CompiledEngine:
        """The engine for many games: kernels, compiled by LLVM where llvmlite is installed."""
        from interpreter.engine.compiled import CompiledEngine  # noqa: PLC0415 - playing by hand does not need it

        return CompiledEngine(self.machine)

    def playouts(
        self, games: int, *, seed: int = 0, threads: int = 1, limit: int = 100_000, first: int = 0
    ) -> Playouts:
        """Plays uniformly random games from the start to the end, or to `limit` steps.

        Games are numbered from `first`, and a game depends on the seed and its number alone: the same seed gives the
        same games for any number of threads, at once or in parts. Rules that have no kernel form yet are played by
        the reference engine, which is slow; `Playouts.engine` says which one played.
        """
        from interpreter.play.playouts import play_out  # noqa: PLC0415 - as above

        return play_out(self, games, seed=seed, threads=threads, limit=limit, first=first)

    @cached_property
    def letters(self) -> dict[tuple[int, int], str]:
        """How pieces are drawn: owner and kind -> letter."""
        result: dict[tuple[int, int], str] = {}
        for letter, owner, kind in self.rules.letters:
            result.setdefault((owner, kind), letter)
        return result

    def initial(self) -> Position:
        """The position before the first step."""
        return Position(self, self._guarded(self.engine.initial))

    def position(
        self,
        diagram: str | Node | None = None,
        to_move: str | None = None,
        phase: str | None = None,
        hands: Mapping[str, Mapping[str, int]] | None = None,
    ) -> Position:
        """A position set up by hand, in which a turn begins.

        `diagram` is drawn as in a game file (default: the set-up), or a node of a file as under `setup:`; without
        `hands`, what stands on the board is taken out of the hands of the start. Raises GameFileError for a diagram,
        player or phase that does not exist.
        """
        state, report = first_state(self.rules, self.machine.start), Report()
        text = _as_scalar(diagram) if isinstance(diagram, str) else diagram
        if text is not None:
            letters = {letter: (owner, kind) for letter, owner, kind in self.rules.letters}
            owned, kinds = read_position(text, self.scope, self.rules.pieces, letters, report)
            state = state._replace(owned=owned, kinds=kinds, hands=self._hands_left(owned, kinds))
        names = [named.name for named in self.rules.phases]
        number = 0 if phase is None else _index(names, phase, "phase", report)
        starts = self.rules.phases[number].starts or 0
        mover = starts if to_move is None else _index(list(self.players), to_move, "player", report)
        if hands is not None:
            state = state._replace(hands=self._given_hands(state, hands, report))
        if report.failed:
            raise GameFileError(tuple(report.found))
        return Position(self, self._guarded(lambda: self.engine.begin(state._replace(mover=mover), number)))

    @cached_property
    def scope(self) -> Scope:
        """What the names of the file mean."""
        return read_scope(self.document, self.board, Report())

    def _hands_left(self, owned: tuple[int, ...], kinds: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
        return tuple(
            tuple(
                0 if piece.hand is None else max(0, piece.hand[player] - (owned[player] & kinds[kind]).bit_count())
                for kind, piece in enumerate(self.rules.pieces)
            )
            for player in range(len(self.players))
        )

    def _given_hands(
        self, state: State, hands: Mapping[str, Mapping[str, int]], report: Report
    ) -> tuple[tuple[int, ...], ...]:
        result = [list(hand) for hand in state.hands]
        names = [piece.name for piece in self.rules.pieces]
        for player, stock in hands.items():
            number = _index(list(self.players), player, "player", report)
            for piece, count in stock.items():
                kind = _index(names, piece, "piece", report)
                if self.rules.pieces[kind].hand is None or count < 0:
                    what = "is not held in hand" if count >= 0 else "cannot be fewer than none"
                    source = SourceFile("hands", piece)
                    report.error(
                        "wrong-hand", f"{piece} {what}", Span(source, 0, len(piece)), "name what comes from a hand"
                    )
                result[number][kind] = count
        return tuple(tuple(hand) for hand in result)

    def _guarded(self, function: Any) -> State:
        try:
            return function()  # type: ignore[no-any-return]
        except RulesFault as fault:
            raise RuleFaultError(str(fault)) from fault

    def perft(self, depth: int, by: str = "step") -> int:
        """The number of sequences of exactly `depth` steps, or turns, from the start.

        A game that is over earlier adds nothing. Deep counts are made by the compiled engine where the rules have a
        kernel and llvmlite is installed. Raises ValueError for a negative depth or another basis.
        """
        if not isinstance(depth, int) or depth < 0 or by not in {"step", "turn"}:
            raise ValueError(f"perft needs a depth of 0 or more and by='step' or by='turn', not {depth} and {by!r}")
        state = self.initial().state
        try:
            if depth > SHALLOW and state.ending is None and self.compiled.llvm:
                with suppress(UnloweredError):
                    return self.compiled.perft(state, depth, by_turn=by == "turn")
            memo: dict[tuple[State, int], int] = {}
            return self._count(state, depth, memo) if by == "step" else self._count_turns(state, depth, memo)
        except RulesFault as fault:
            raise RuleFaultError(str(fault)) from fault

    def _count(self, state: State, depth: int, memo: dict[tuple[State, int], int]) -> int:
        if depth == 0:
            return 1
        legal = self.engine.legal(state)
        if depth == 1:
            return len(legal)
        found = memo.get((state, depth))
        if found is None:
            found = sum(self._count(self.engine.play(state, step), depth - 1, memo) for step in legal)
            if len(memo) < MEMO_LIMIT:
                memo[state, depth] = found
        return found

    def _count_turns(self, state: State, depth: int, memo: dict[tuple[State, int], int]) -> int:
        if depth == 0:
            return 1
        found = memo.get((state, depth))
        if found is None:
            found = 0
            for step in self.engine.legal(state):
                after = self.engine.play(state, step)
                done = after.ending is not None or after.turn != state.turn
                found += self._count_turns(after, depth - 1 if done else depth, memo)
            if len(memo) < MEMO_LIMIT:
                memo[state, depth] = found
        return found


def load(
    name_or_path: str | Path,
    *,
    options: Mapping[str, object] | None = None,
    change: Mapping[str, object] | None = None,
) -> Game:
    """A game of the library by its name, or of a file by its path.

    `options` chooses among the file's options; `change` maps dotted paths of the file to other values, for example
    `{"board.size": [6, 5]}`. Raises GameFileError, whose `diagnostics` say everything that is wrong.
    """
    for what, value in (("options", options), ("change", change)):
        if value is not None and not isinstance(value, Mapping):
            raise TypeError(f"{what} is a map of names to values, such as {{'board.size': 6}}, not {value!r}")
    document, problems = read_document(name_or_path, options=options or {}, change=change or {})
    machine, more = compile_document(document, problems)
    if document is None or machine is None:
        raise GameFileError(tuple(problem for problem in (*problems, *more) if problem.is_error))
    return Game(document, machine, dict(change or {}))


def compile_document(
    document: Document | None, problems: tuple[Diagnostic, ...]
) -> tuple[Machine | None, tuple[Diagnostic, ...]]:
    """The machine of a document that has no errors, and what else is to say about it."""
    if document is None:
        return None, ()
    rules, more = read_rules(document)
    if any(problem.is_error for problem in problems):
        # What stands where something is wrong already is not worth a second finding.
        lines = {(problem.span.source, problem.span.line) for problem in problems if problem.span}
        return None, tuple(
            problem
            for problem in more
            if problem.code in NAMING and problem.span and (problem.span.source, problem.span.line) not in lines
        )
    if rules is None:
        return None, more
    circles = check_circles(rules)
    return (None if circles else build_machine(rules)), (*more, *circles)


def _as_scalar(text: str) -> Scalar:
    source = SourceFile("position", text)
    return Scalar(text, text, Span(source, 0, len(text)), "block")


def _index(names: list[str], name: str, what: str, report: Report) -> int:
    if name in names:
        return names.index(name)
    source = SourceFile(what, name)
    report.error(f"unknown-{what}", f'no {what} is called "{name}"', Span(source, 0, len(name)), known_names(names))
    return 0
