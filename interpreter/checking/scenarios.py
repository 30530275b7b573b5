"""Plays the scenarios of a game file: the examples by which its author says what the rules mean."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from interpreter.diagnostics import Diagnostic, Span
from interpreter.diagnostics.suggesting import listing
from interpreter.drawing.text import board_text
from interpreter.errors import GameFileError, IllegalMove, MoveError, RuleFaultError
from interpreter.play.game import Game
from interpreter.play.reading import compile_document
from interpreter.source import Mapping, Node, Scalar, Sequence, files
from interpreter.source.document import load_document

if TYPE_CHECKING:
    from collections.abc import Iterator

    from interpreter.play.position import Position

SHOWN = 12  # legal steps named in a message


def check_scenarios(game: Game, read: files.Reading = files.read) -> tuple[Diagnostic, ...]:
    """What is wrong with the scenarios of a game, each played under the options it names, on the file as it stands.

    `read` gives the text of a file.
    """
    node = game.document.root.get("scenarios")
    found: list[Diagnostic] = []
    for entry in node.entries if isinstance(node, Mapping) else ():
        if isinstance(entry.value, Mapping):
            found += _Scenario(game, entry.key, entry.value, read).findings()
    return tuple(found)


def expected_reasons(game: Game) -> set[str]:
    """The ends that scenarios of the file expect."""
    node = game.document.root.get("scenarios")
    entries = [entry.value for entry in node.entries] if isinstance(node, Mapping) else []
    expected = [entry.get("expect") for entry in entries if isinstance(entry, Mapping)]
    return {reason for one in expected if isinstance(one, Mapping) and (reason := _text(one.get("reason")))}


class _Scenario:
    """One scenario. Every check adds a finding at the expectation that does not hold."""

    def __init__(self, game: Game, title: Scalar, node: Mapping, read: files.Reading) -> None:
        self.game, self.title, self.node, self.read = game, title, node, read
        self.found: list[Diagnostic] = []

    def findings(self) -> list[Diagnostic]:
        try:
            self._play()
        except GameFileError as error:
            self.found += [self._placed(problem) for problem in error.diagnostics]
        except RuleFaultError as error:
            self._fail(self.title.span, str(error), "")
        return self.found

    def _placed(self, problem: Diagnostic) -> Diagnostic:
        """A problem of a name that was handed on without its place, at its place in the scenario."""
        span = problem.span
        if span is None or span.text != span.source.text:
            return problem
        given = (node for key, node in self.node.items() if key not in {"steps", "expect", "options"})
        found = (place for node in given for place in _named(node, span.text))
        return replace(problem, span=next(found, self.title.span))

    def _fail(self, span: Span, message: str, help_: str, code: str = "scenario-failed") -> None:
        self.found.append(Diagnostic(code, f"scenario `{self.title.text}`: {message}", span, help=help_))

    def _play(self) -> None:
        options = _plain_map(self.node.get("options"))
        game = self.game
        if options:
            document, problems = load_document(game.document.path, options=options, read=self.read)
            machine, more = compile_document(document, problems)
            if document is None or machine is None:
                place = (self.node.key("options") or self.title).span  # of an option that the file does not have
                found = [problem for problem in (*problems, *more) if problem.is_error]
                self.found += [replace(problem, span=problem.span or place) for problem in found]
                return
            game = Game.of(document, machine)
        position = begun(game, self.node)
        for step in _words(self.node.get("steps")):
            try:
                position = position.play(step.text)
            except MoveError as error:
                legal = [str(move) for move in position.legal_moves]
                where = f"steps here: {_some(legal)}" if legal else "the game is over here"
                board = _drawn(position)
                reason = error.reason if isinstance(error, IllegalMove) else None
                message = error.message if reason is None else f"{error.message}: {reason.text}"
                self._fail(step.span, message, f"{where}\n{board}", "scenario-step")
                return
        expected = self.node.get("expect")
        if isinstance(expected, Mapping):
            self._compare(game, position, expected)

    def _compare(self, game: Game, position: Position, expected: Mapping) -> None:
        outcome = position.outcome
        facts = {
            "to move": position.mover or "none",
            "step": position.step or "none",
            "phase": position.phase,
            "outcome": "none" if outcome is None else outcome.winner or "draw",
            "reason": "" if outcome is None else outcome.reason,
        }
        for name, value in expected.items():
            if name in facts and isinstance(value, Scalar) and value.text != facts[name]:
                fact = f"`{facts[name]}`" if facts[name] else "nothing"
                if outcome is not None and name == "outcome":
                    fact += f" (`{outcome.reason}`)"
                if outcome is None and name == "to move":
                    fact += f" (the step `{position.step}` is due)"
                self._fail(
                    value.span,
                    f"{name} is {fact}, not `{value.text}`",
                    f"the position that came about:\n{_drawn(position)}",
                )
        self._steps(position, expected)
        self._check_hand(game, expected.get("hand"))
        for player, stock in (_hands(game, expected.get("hand")) or {}).items():
            held = position.hand(player)
            for piece, count in stock.items():
                if held.get(piece, 0) != count:
                    place = expected.key("hand")
                    self._fail(
                        place.span if place else self.title.span,
                        f"{player} holds {held.get(piece, 0)} {piece}, not {count}",
                        "",
                    )
        for what, numbers in (("points", position.state.points), ("lost", position.state.lost)):
            for player, number in _whole_numbers(expected.get(what)).items():
                has = numbers[game.players.index(player)]
                if has != number:
                    place = expected.key(what)
                    self._fail(
                        place.span if place else self.title.span, f"{what}: {player} has {has}, not {number}", ""
                    )
        out = expected.get("out")
        if out is not None and {name.text for name in _words(out)} != set(position.out):
            self._fail(out.span, f"{listing(position.out) or 'nobody'} {_are(len(position.out))} out", "")
        board = expected.get("position")
        if board is not None:
            wanted = game.position(board, phase=position.phase)
            if wanted.occupants != position.occupants:
                different = sorted(
                    site
                    for site in {*wanted.occupants, *position.occupants}
                    if wanted.occupants.get(site) != position.occupants.get(site)
                )
                self._fail(
                    board.span,
                    f"the position differs on {', '.join(different)}",
                    f"expected:\n{_drawn(wanted)}\ncame about:\n{_drawn(position)}",
                )

    def _check_hand(self, game: Game, node: Node | None) -> None:
        """A number alone speaks of the kind that is held; there must be one."""
        if any(piece.hand is not None for piece in game.rules.pieces) or not isinstance(node, Mapping):
            return
        for player, value in node.items():
            if isinstance(value, Scalar):
                kind = game.rules.pieces[0].name if game.rules.pieces else "man"
                self._fail(
                    value.span,
                    f"hand: no kind of piece comes from a hand, so `{value.text}` does not say what {player} holds",
                    f"name the kind, as in `hand: {{{player}: {{{kind}: {value.text}}}}}`, "
                    "or say under `pieces` how many are held at the start",
                )

    def _steps(self, position: Position, expected: Mapping) -> None:
        legal = [str(move) for move in position.legal_moves]
        wanted = expected.get("legal")
        if isinstance(wanted, Scalar) and isinstance(wanted.value, int):
            if len(legal) != wanted.value:
                self._fail(wanted.span, f"{len(legal)} steps are legal, not {wanted.value}", f"they are {_some(legal)}")
        elif wanted is not None:
            names = [step.text for step in _words(wanted)]
            more, fewer = sorted(set(names) - set(legal)), sorted(set(legal) - set(names))
            if more or fewer:
                parts = [f"not legal: {_some(more)}"] if more else []
                parts += [f"legal too: {_some(fewer)}"] if fewer else []
                self._fail(wanted.span, "other steps are legal", "; ".join(parts) + f"\n{_drawn(position)}")
        for step in _words(expected.get("illegal")):
            if step.text in legal:
                self._fail(step.span, f"`{step.text}` is legal", f"in this position:\n{_drawn(position)}")


def _named(node: Node, text: str) -> Iterator[Span]:
    """Where a text stands as a key or a value."""
    if isinstance(node, Scalar):
        if node.text == text:
            yield node.span
        return
    for entry in node.entries if isinstance(node, Mapping) else ():
        yield from (*_named(entry.key, text), *_named(entry.value, text))
    for item in node if isinstance(node, Sequence) else ():
        yield from _named(item, text)


def _are(number: int) -> str:
    return "are" if number > 1 else "is"


def _drawn(position: Position) -> str:
    return board_text(position.game.board, position.tokens)


def _some(steps: list[str]) -> str:
    more = f" and {len(steps) - SHOWN} more" if len(steps) > SHOWN else ""
    return (", ".join(steps[:SHOWN]) or "none") + more


def _text(node: Node | None) -> str | None:
    return node.text if isinstance(node, Scalar) and node.value is not None else None


def _words(node: Node | None) -> Iterator[Scalar]:
    """Steps in a text, separated by spaces or commas, or in a list; each with its own place where that can be told."""
    if isinstance(node, Sequence):
        for item in node:
            yield from _words(item)
    if not isinstance(node, Scalar) or node.value is None:
        return
    raw, at = node.span.text, 0
    for word in node.text.replace(",", " ").split():
        start = raw.find(word, at)
        span = node.span
        if start >= 0:
            at = start + len(word)
            span = Span(node.span.source, node.span.start + start, node.span.start + at)
        yield Scalar(word, word, span)


def _plain_map(node: Node | None) -> dict[str, object]:
    if not isinstance(node, Mapping):
        return {}
    return {name: value.value for name, value in node.items() if isinstance(value, Scalar)}


def _whole_numbers(node: Node | None) -> dict[str, int]:
    return {name: int(value) for name, value in _plain_map(node).items() if isinstance(value, int | float)}


def begun(game: Game, scenario: Mapping) -> Position:
    """The position before the first step of a scenario. Raises GameFileError where there is no such position."""
    return game.position(
        scenario.get("position"),
        _text(scenario.get("to move")),
        _text(scenario.get("phase")),
        hands=_hands(game, scenario.get("hand")),
        points=_whole_numbers(scenario.get("points")),
        lost=_whole_numbers(scenario.get("lost")),
        out=[name.text for name in _words(scenario.get("out"))],
        moved=scenario.get("moved"),
    )


def _hands(game: Game, node: Node | None) -> dict[str, dict[str, int]] | None:
    """`hand: {black: 3}` where there is one kind in hand, or `{black: {man: 3}}`."""
    if not isinstance(node, Mapping):
        return None
    kinds = [piece.name for piece in game.rules.pieces if piece.hand is not None]
    result: dict[str, dict[str, int]] = {}
    for player, value in node.items():
        if isinstance(value, Mapping):
            result[player] = {
                kind: n.value for kind, n in value.items() if isinstance(n, Scalar) and isinstance(n.value, int)
            }
        elif isinstance(value, Scalar) and isinstance(value.value, int) and kinds:
            result[player] = {kinds[0]: value.value}
    return result
