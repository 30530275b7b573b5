"""A game that can be played: what `interpreter.load` gives.

Rooms are imported when they are first needed: random games of a game that was compiled earlier need none of those that
read rules.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

from interpreter.engine.faults import RulesFault
from interpreter.engine.lowering.program import UnloweredError
from interpreter.errors import RuleFaultError
from interpreter.play.origin import Kept, Origin

if TYPE_CHECKING:
    from collections.abc import Callable, Collection
    from pathlib import Path

    from interpreter.board.board import Board
    from interpreter.engine.compiled import CompiledEngine
    from interpreter.engine.random_games import RandomGames
    from interpreter.engine.reference import ReferenceEngine
    from interpreter.engine.sequences import Sequences
    from interpreter.engine.state import State
    from interpreter.language.scope import Scope
    from interpreter.machine.graph import Machine
    from interpreter.machine.rules import Rules
    from interpreter.play.playouts import Playouts
    from interpreter.play.position import Position
    from interpreter.play.setting_up import SettingUp
    from interpreter.source import Node
    from interpreter.source.document import Document

SHALLOW = 2  # a perft of up to so many steps is counted before a kernel is compiled


@dataclass(frozen=True, eq=False)
class Game:
    """A game with its options chosen.

    `name` is its library name, or the file's name without its ending, `title` what it is called, `players` their names
    in turn order; `change` holds what was changed beside the options, by dotted path.
    """

    name: str
    title: str
    players: tuple[str, ...]
    change: Mapping[str, object]
    _options: Mapping[str, str | int]
    _reading: Callable[[], tuple[Document, Machine]] = field(repr=False)
    _origin: Origin | None = field(default=None, repr=False)
    _kept: Kept | None = field(default=None, repr=False)

    @staticmethod
    def of(
        document: Document,
        machine: Machine,
        change: Mapping[str, object] | None = None,
        origin: Origin | None = None,
    ) -> Game:
        """The game of a document and its machine."""
        rules = machine.rules
        return Game(
            document.name,
            rules.title,
            rules.players,
            dict(change or {}),
            document.chosen,
            lambda: (document, machine),
            origin,
        )

    def __repr__(self) -> str:
        chosen = "".join(f", {name}={value}" for name, value in self._options.items())
        return f"<Game {self.name}{chosen}>"

    def __reduce__(self) -> tuple[Any, ...]:
        """To be pickled: where it was read from. Raises TypeError for a game that was not loaded from a file."""
        if self._origin is None:
            raise TypeError(f"{self!r} was not loaded from a file, so it cannot be pickled")
        return _loaded_again, (str(self._origin.path.absolute()), self.options, dict(self._origin.change), self.hash)

    @cached_property
    def _read(self) -> tuple[Document, Machine]:
        return self._reading()

    @property
    def document(self) -> Document:
        """The file, merged with its parents, options chosen and changes made."""
        return self._read[0]

    @property
    def machine(self) -> Machine:
        """The state machine."""
        return self._read[1]

    @property
    def rules(self) -> Rules:
        """The typed rules."""
        return self.machine.rules

    @property
    def board(self) -> Board:
        """The board."""
        return self.rules.board

    @property
    def options(self) -> dict[str, str | int]:
        """Every option with its value."""
        return dict(self._options)

    def choosing(self, option: str, choice: str | int) -> Game:
        """The same game with one option chosen otherwise.

        Raises GameFileError for an option or a choice that there is not, and for one that does not go together with
        others, and TypeError for a game that was not loaded from a file.
        """
        if self._origin is None:
            raise TypeError(f"{self!r} was not loaded from a file, so its options cannot be chosen otherwise")
        origin = replace(self._origin, options={**self._origin.options, option: choice})
        document, machine = _read(origin)
        return Game.of(document, machine, origin.change, origin)

    @property
    def about(self) -> dict[str, Any]:
        """What the file says under `about`."""
        from interpreter.source import to_plain  # noqa: PLC0415 - as told above, like all that follow

        node = self.document.root.get("about")
        plain = None if node is None else to_plain(node)
        return plain if isinstance(plain, dict) else {}

    @cached_property
    def hash(self) -> str:
        """Hash of the rules as resolved: two files with one hash play alike."""
        if self._kept is not None:
            return self._kept.hash
        from interpreter.source.resolved import document_hash  # noqa: PLC0415

        return document_hash(self.document)

    @cached_property
    def engine(self) -> ReferenceEngine:
        """The engine that plays it."""
        from interpreter.engine.reference import ReferenceEngine  # noqa: PLC0415

        return ReferenceEngine(self.machine)

    @cached_property
    def compiled(self) -> CompiledEngine:
        """The engine for many games: kernels, compiled by LLVM where llvmlite is installed."""
        from interpreter.engine.compiled import CompiledEngine  # noqa: PLC0415

        return CompiledEngine(self.machine)

    @cached_property
    def random_games(self) -> RandomGames:
        """Its random games, compiled now or earlier. Raises UnloweredError for rules without a kernel form."""
        from interpreter.engine.random_games import RandomGames  # noqa: PLC0415

        told = self._kept and self._kept.kernels.get("playouts")
        found = told and RandomGames.kept(told)
        if found:
            return found
        made = self.compiled.random_games
        self._remember("playouts", made.plain())
        return made

    @cached_property
    def sequences(self) -> Sequences:
        """Sequences of steps from the start, counted by a kernel. Raises UnloweredError as above."""
        from interpreter.engine.sequences import Sequences  # noqa: PLC0415

        told = self._kept and self._kept.kernels.get("perft")
        found = told and Sequences.kept(told)
        if found:
            return found
        made = self.compiled.sequences(self.initial().state)
        self._remember("perft", made.plain())
        return made

    def _remember(self, use: str, needs: dict[str, Any] | None) -> None:
        if self._origin is not None and needs is not None:
            self._origin.remember(Kept(self.title, self.players, self.options, self.hash, {use: needs}))

    @cached_property
    def workshop(self) -> dict[object, object]:
        """What other rooms build for this game and keep, each under a key of its own."""
        return {}

    def playouts(
        self, games: int, *, seed: int = 0, threads: int = 1, limit: int = 100_000, first: int = 0
    ) -> Playouts:
        """Plays uniformly random games from the start to the end, or to `limit` steps.

        Games are numbered from `first`, and a game depends on the seed and its number alone: the same seed gives the
        same games for any number of threads, at once or in parts. Rules that have no kernel form yet are played by
        the reference engine, which is slow; `Playouts.engine` says which one played. Kernels remember the first 4096
        turns of a game: what repeats a later position is not noticed. Raises ValueError for numbers that cannot be.
        """
        from interpreter.play.playouts import play_out  # noqa: PLC0415

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
        return self._begun(self.engine.initial)

    def position(
        self,
        diagram: str | Node | None = None,
        to_move: str | None = None,
        phase: str | None = None,
        hands: Mapping[str, Mapping[str, int]] | None = None,
        points: Mapping[str, int] | None = None,
        lost: Mapping[str, int] | None = None,
        out: Collection[str] = (),
        moved: str | Node | None = None,
    ) -> Position:
        """A position set up by hand, in which a turn begins.

        `diagram` is drawn as in a game file (default: the set-up), or a node of a file as under `setup:`; without
        `hands`, what stands on the board is taken out of the hands of the start; `points` are those awarded before,
        `lost` how many pieces others have taken from each player before, `out` the players who have left the game,
        `moved` the sites of pieces that have moved, as an expression. Raises GameFileError for a diagram, player, phase
        or site that does not exist, for losses and moves that no rule counts, and where a player who is out is to move
        or fewer than two are left.
        """
        state, number = self._setting_up.state(diagram, to_move, phase, hands, points, lost, out, moved)
        return self._begun(lambda: self.engine.begin(state, number))

    def position_of(self, text: str) -> Position:
        """The position that a line of text tells, as `Position.text` writes it. Raises PositionTextError."""
        from interpreter.play.position_text import position_of_text  # noqa: PLC0415

        return position_of_text(self, text)

    @property
    def scope(self) -> Scope:
        """What the names of the file mean."""
        return self._setting_up.scope

    @cached_property
    def _setting_up(self) -> SettingUp:
        from interpreter.play.setting_up import SettingUp  # noqa: PLC0415

        return SettingUp(self.document, self.machine)

    def _begun(self, begin: Callable[[], State]) -> Position:
        from interpreter.play.position import Position  # noqa: PLC0415

        try:
            return Position(self, begin())
        except RulesFault as fault:
            raise RuleFaultError(str(fault)) from fault

    def is_deep(self, depth: int, by: str = "step") -> bool:
        """Whether so many steps, or turns, are counted by the compiled engine where there is one."""
        if by == "turn":
            depth *= max(len(phase.steps) for phase in self.rules.phases)
        return depth > SHALLOW

    def perft(self, depth: int, by: str = "step", start: Position | None = None) -> int:
        """The number of sequences of exactly `depth` steps, or turns, from the start, or from a position `start`.

        Ways to make a turn that come to the same position, by the same throws and swaps of sides, are one turn. A game
        that is over earlier adds nothing. Deep counts are made by the compiled engine where the rules have a
        kernel and llvmlite is installed. Raises ValueError for a negative depth or another basis.
        """
        if not isinstance(depth, int) or depth < 0 or by not in {"step", "turn"}:
            raise ValueError(f"perft needs a depth of 0 or more and by='step' or by='turn', not {depth} and {by!r}")
        from interpreter.engine.kernel import available  # noqa: PLC0415

        known = start is None and self._kept is not None and "perft" in self._kept.kernels
        try:
            if available() and (known or (self.is_deep(depth, by) and (start or self.initial()).state.ending is None)):
                with suppress(UnloweredError):
                    sequences = self.sequences if start is None else self.compiled.sequences(start.state)
                    return sequences.count(depth, by_turn=by == "turn")
            from interpreter.play.counting import count_steps, count_turns  # noqa: PLC0415

            count = count_steps if by == "step" else count_turns
            return count(self.engine, (start or self.initial()).state, depth, {})
        except RulesFault as fault:
            raise RuleFaultError(str(fault)) from fault


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
    origin = Origin(name_or_path, dict(options or {}), dict(change or {}))
    kept = origin.recall()
    if kept is None:
        document, machine = _read(origin)
        return Game.of(document, machine, origin.change, origin)
    return Game(
        origin.path.stem, kept.title, kept.players, origin.change, kept.options, lambda: _read(origin), origin, kept
    )


def _read(origin: Origin) -> tuple[Document, Machine]:
    from interpreter.play.reading import read_game  # noqa: PLC0415

    return read_game(origin)


def _loaded_again(path: str, options: dict[str, object], change: dict[str, object], rules: str) -> Game:
    game = load(path, options=options, change=change)
    if game.hash != rules:
        raise ValueError(f"{path} has changed since this game was pickled")
    return game
