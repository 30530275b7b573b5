"""A position of a game, immutable, with everything a player or a program asks of it."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

from interpreter.board.board import members
from interpreter.engine.chance import chances, drawn
from interpreter.engine.faults import RulesFault
from interpreter.errors import IllegalMove, RuleFaultError
from interpreter.machine.graph import NodeKind
from interpreter.machine.piles import pile_text
from interpreter.play.move import Move, Occupant, Outcome
from interpreter.play.notation import find_step, names_kinds, step_texts

if TYPE_CHECKING:
    import random
    from fractions import Fraction

    from interpreter.engine.state import State, Step
    from interpreter.explaining.explanation import Explanation
    from interpreter.play.game import Game


@dataclass(frozen=True, eq=False)
class Position:
    """A position between two steps.

    `previous` is the position before the last step, None at the start; `last_move` that step. `state` is the engine's
    own view and not part of the stable interface.
    """

    game: Game
    state: State = field(repr=False)
    previous: Position | None = field(default=None, repr=False)
    last_move: Move | None = None

    def __repr__(self) -> str:
        due = f"{self.mover} to {self.step}" if self.outcome is None else str(self.outcome)
        return f"<Position of {self.game.name}, turn {self.turn}, {due}>"

    def __str__(self) -> str:
        """The board, drawn with letters."""
        from interpreter.drawing.text import board_text  # noqa: PLC0415 - playing does not need it

        return board_text(self.game.board, self.tokens)

    def __reduce__(self) -> tuple[Any, ...]:
        """To be pickled: the game, where it began, and the steps since."""
        steps: list[Step] = []
        start = self
        while start.previous is not None and start.last_move is not None:
            steps.append(start.last_move.engine_step)
            start = start.previous
        return _replayed, (self.game, start.state, tuple(reversed(steps)))

    @property
    def key(self) -> tuple[object, ...]:
        """A key for tables: positions of one game with equal keys go on alike, but for what counts as a repetition."""
        return tuple(self.state._replace(history=None))

    @property
    def text(self) -> str:
        """The position in one line, for `Game.position_of`. Raises ValueError where the game is over."""
        from interpreter.play.position_text import position_text  # noqa: PLC0415 - playing does not need it

        return position_text(self)

    @property
    def mover(self) -> str | None:
        """Who makes the next step; None when the game is over."""
        return None if self.state.ending else self.game.players[self.state.mover]

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, or None while it goes on."""
        ending = self.state.ending
        if ending is None:
            return None
        return Outcome(None if ending.winner is None else self.game.players[ending.winner], ending.reason)

    @property
    def phase(self) -> str:
        """The phase of the game."""
        node = self.game.machine.nodes[self.state.node]
        if node.phase < 0 and self.previous is not None:
            return self.previous.phase
        return self.game.rules.phases[max(node.phase, 0)].name

    @property
    def step(self) -> str:
        """What kind of step is due: its name in the game file, `pass` for a forced pass, "" when the game is over."""
        node = self.game.machine.nodes[self.state.node]
        if node.kind is NodeKind.DECISION:
            return self.game.rules.phases[node.phase].steps[node.step].name
        return "pass" if node.kind is NodeKind.PASS else ""

    @property
    def begins_turn(self) -> bool:
        """Whether the next step is the first of a turn."""
        return self.game.machine.nodes[self.state.node].step <= 0 and (
            self.previous is None or self.previous.turn != self.turn
        )

    @property
    def turn(self) -> int:
        """Number of the turn, from 1."""
        return self.state.turn

    @property
    def quiet(self) -> int:
        """Steps in a row without a placement, capture, removal or reset."""
        return self.state.quiet

    @property
    def passes(self) -> int:
        """Passes in a row."""
        return self.state.passes

    @cached_property
    def legal_moves(self) -> tuple[Move, ...]:
        """The legal steps in canonical order; empty when the game is over."""
        rules = self.game.rules
        try:
            steps = self.game.engine.legal(self.state)
        except RulesFault as fault:
            raise RuleFaultError(str(fault)) from fault
        node = self.game.machine.nodes[self.state.node]
        choice = False
        if node.kind is NodeKind.DECISION:
            step = rules.phases[node.phase].steps[node.step]
            player = self.state.mover
            choice = names_kinds(rules, step.offered(player), player)
        texts = step_texts(rules, steps, choice_of_kind=choice)
        likely = chances(rules, steps) or (None,) * len(steps)
        return tuple(self._move(*parts) for parts in zip(steps, texts, likely, strict=True))

    def _move(self, step: Step, text: str, chance: Fraction | None) -> Move:
        rules = self.game.rules
        sites, pieces = rules.board.sites, rules.pieces
        forced = step.move < 0
        verb = "pass" if forced else rules.moves[step.move].verb
        return Move(
            text,
            verb,
            "" if forced else rules.moves[step.move].name,
            sites[step.origin] if step.origin >= 0 else None,
            sites[step.target] if step.target >= 0 else None,
            pieces[step.kind].name if step.kind >= 0 and verb != "roll" else None,
            pieces[step.promotion].name if step.promotion >= 0 else None,
            step,
            chance,
        )

    @property
    def by_chance(self) -> bool:
        """Whether the next step is made by chance: `legal_moves` are what can come, each with its `chance`."""
        return bool(self.legal_moves) and self.legal_moves[0].chance is not None

    def random_move(self, source: random.Random) -> Move:
        """One of `legal_moves` at random: by its chance, or, where a player chooses, each as likely as another."""
        return self.legal_moves[self._steps.index(drawn(self.game.rules, self._steps, source))]

    @cached_property
    def _steps(self) -> tuple[Step, ...]:
        return tuple(move.engine_step for move in self.legal_moves)

    @property
    def roll(self) -> int:
        """The number thrown in this turn, 0 before a throw."""
        return self.state.roll

    @property
    def dice(self) -> tuple[int, ...]:
        """The dice of this turn that are not used yet, where they are used one by one; the highest first."""
        return self.state.dice

    def play(self, move: Move | str) -> Position:
        """The position after a legal step, given as a Move or as text.

        Raises IllegalMove, AmbiguousMove or UnreadableMove, each of which quotes what was given.
        """
        text = str(move)
        if self.state.ending is not None:
            raise IllegalMove(text, f"`{text}` cannot be played: the game is over ({self.state.ending.reason})")
        if isinstance(move, str):
            try:
                number = find_step(move, [str(legal) for legal in self.legal_moves], self.game.rules)
            except IllegalMove as error:
                raise IllegalMove(error.text, error.message, error.close, self.why(move)) from None
            chosen = self.legal_moves[number]
        elif move in self.legal_moves:
            chosen = move
        else:
            raise IllegalMove(text, f"`{text}` is not a legal step here")
        return self.after(chosen)

    def after(self, move: Move) -> Position:
        """The position after one of `legal_moves`, without looking it up again."""
        try:
            state = self.game.engine.play(self.state, move.engine_step)
        except RulesFault as fault:
            raise RuleFaultError(str(fault)) from fault
        return Position(self.game, state, self, move)

    def why(self, step: str | None = None) -> Explanation:
        """Why a step is not legal here; without one, why the game ended.

        Raises UnreadableMove or AmbiguousMove for a text that is no step, ValueError without a step while the game
        goes on.
        """
        from interpreter.explaining.why import Why  # noqa: PLC0415 - playing does not need it

        return Why(self).end() if step is None else Why(self).step(step)

    def undo(self) -> Position | None:
        """The position before the last step, or None at the start."""
        return self.previous

    @property
    def moves(self) -> tuple[Move, ...]:
        """The steps played so far."""
        found: list[Move] = []
        position: Position | None = self
        while position is not None and position.last_move is not None:
            found.append(position.last_move)
            position = position.previous
        return tuple(reversed(found))

    @property
    def occupants(self) -> dict[str, Occupant]:
        """The pieces on the board: site name -> the uppermost piece there, in the order of the board's sites."""
        rules, found = self.game.rules, {}
        for site in members(self.state.occupied):
            occupant: Occupant | None = None
            for owner, kind in self.state.pile(site):
                name = rules.players[owner] if owner < len(rules.players) else None
                occupant = Occupant(name, rules.pieces[kind].name, occupant)
            assert occupant is not None  # noqa: S101 - the site is occupied
            found[rules.board.sites[site]] = occupant
        return found

    def at(self, site: str) -> Occupant | None:
        """The piece on a site, or None. Raises KeyError for a site the board does not have."""
        if site not in self.game.board.index:
            raise KeyError(f"the board has no site {site!r}")
        return self.occupants.get(site)

    def hand(self, player: str) -> dict[str, int]:
        """What a player holds: kind -> count, for the kinds that come from a hand or of which some are held."""
        if player not in self.game.players:
            raise KeyError(f"there is no player {player!r}")
        side = self.game.players.index(player)
        counts = self.state.hands[side]
        return {
            piece.name: count
            for piece, count in zip(self.game.rules.pieces, counts, strict=True)
            if count or (piece.hand is not None and piece.owner in {None, side, self.game.rules.nobody})
        }

    @property
    def seats(self) -> dict[str, str]:
        """Who plays which side, after swaps: side -> the player who began on it."""
        names = self.game.players
        return {names[side]: names[seat] for side, seat in enumerate(self.state.seats)}

    @property
    def points(self) -> dict[str, object]:
        """What `award` has given each player: exact numbers; empty where the rules award nothing."""
        awarded = any(effect.action == "award" for effect in self.game.rules.effects())
        return dict(zip(self.game.players, self.state.points, strict=True)) if awarded else {}

    @property
    def out(self) -> tuple[str, ...]:
        """The players who have left the game while the others play on."""
        return tuple(name for number, name in enumerate(self.game.players) if self.state.out >> number & 1)

    @property
    def scores(self) -> dict[str, object]:
        """The score of each player; empty where the game has none. Scores are exact numbers."""
        return dict(zip(self.game.players, self.game.engine.score(self.state), strict=False))

    @property
    def tokens(self) -> dict[int, str]:
        """How the pieces are drawn: site number -> letter of the game's diagrams, or letters and numbers of a pile."""
        letters, pieces = self.game.letters, self.game.rules.pieces
        return {site: pile_text(self.state.pile(site), pieces, letters) for site in members(self.state.occupied)}


def _replayed(game: Game, start: State, steps: tuple[Step, ...]) -> Position:
    position = Position(game, start)
    for step in steps:
        position = position.after(next(move for move in position.legal_moves if move.engine_step == step))
    return position
