"""Plays the scenarios of tiny game files on every engine.

A file of this folder states one decision of the language in its `about` and shows it by `scenarios`. What a scenario
expects is looked up through the public interface alone, so that every engine answers the same questions.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import interpreter
from interpreter.engine.compiled import CompiledEngine
from interpreter.engine.reference import ReferenceEngine
from interpreter.source import Mapping, Node, to_plain
from interpreter.source.document import load_document

from unlowered import UNLOWERED  # isort: skip

if TYPE_CHECKING:
    from collections.abc import Callable

    from interpreter.engine.state import State, Step
    from interpreter.machine.graph import Machine
    from interpreter.source.document import Document

FOLDER = Path(__file__).parent


class Kernels(ReferenceEngine):
    """Legal steps and positions from kernels; only where a game begins is told by the reference engine.

    A kernel keeps a number for each past position and no more, so where rules look back, the past comes from the
    reference engine as well.
    """

    def __init__(self, machine: Machine) -> None:
        super().__init__(machine)
        self.compiled = CompiledEngine(machine, llvm=False)

    def legal(self, state: State) -> list[Step]:
        return self.compiled.legal(state)

    def play(self, state: State, step: Step) -> State:
        found = self.compiled.play(state, step)
        return found._replace(history=super().play(state, step).history) if self.keeps_history else found


# Every engine that plays games: a name, and what makes one of a compiled game.
ENGINES: dict[str, Callable[[Machine], Any]] = {"reference": ReferenceEngine, "compiled": Kernels}


def game_files(folder: Path = FOLDER, engine: str = "reference") -> list[Path]:
    """The files an engine can play."""
    return [path for path in sorted(folder.glob("*.yaml")) if engine == "reference" or path.stem not in UNLOWERED]


@cache
def document(path: Path) -> Document:
    found, problems = load_document(path)
    assert found is not None, problems
    return found


@cache
def load(path: Path, engine: str, options: tuple[tuple[str, Any], ...] = ()) -> interpreter.Game:
    game = interpreter.load(path, options=dict(options))
    game.__dict__["engine"] = ENGINES[engine](game.machine)
    return game


def scenarios(path: Path) -> dict[str, dict[str, Any]]:
    node = document(path).root.get("scenarios")
    assert node is not None, f"{path.name} has no scenarios"
    found = to_plain(node)
    assert isinstance(found, dict)
    return found


def words(value: Any) -> list[str]:
    return value.split() if isinstance(value, str) else [str(item) for item in value]


def drawn(game: interpreter.Game, diagram: str) -> dict[str, interpreter.Occupant]:
    """What stands where in a diagram, read by itself: rows from the top, `.` for an empty site."""
    letters = {letter: (owner, kind) for letter, owner, kind in reversed(game.rules.letters)}
    rules, found = game.rules, {}
    rows = [line.split() for line in diagram.splitlines() if line.strip()]
    names = board_rows(game)
    assert [len(row) for row in rows] == [len(row) for row in names], f"wrong form:\n{diagram}"
    for row, sites in zip(rows, names, strict=True):
        for letter, site in zip(row, sites, strict=True):
            if letter != ".":
                found[site] = pile(rules, letter, letters)
    return found


def pile(rules: Any, text: str, letters: dict[str, tuple[int, int]]) -> interpreter.Occupant:
    """What lies on a site, from the top down: `w`, `wb`, `wb2`, or a number where there is one sort of piece."""
    text = f"{next(iter(letters))}{text}" if text.isdigit() else text
    found: interpreter.Occupant | None = None
    for letter, number in reversed(re.findall(r"(\D)(\d*)", text)):
        owner, kind = letters[letter]
        name = rules.players[owner] if owner < len(rules.players) else None
        for _ in range(int(number or 1)):
            found = interpreter.Occupant(name, rules.pieces[kind].name, found)
    assert found is not None
    return found


def board_rows(game: interpreter.Game) -> list[list[str]]:
    """The sites as a diagram lists them: from the top, and from the left."""
    rows: dict[float, list[tuple[float, str]]] = {}
    for site, (x, y) in zip(game.board.sites, game.board.places, strict=True):
        rows.setdefault(round(y, 6), []).append((x, site))
    return [[site for _, site in sorted(rows[y])] for y in sorted(rows, reverse=True)]


def node(path: Path, title: str, key: str) -> Node | None:
    """A part of a scenario as it stands in the file."""
    found: Node | None = document(path).root
    for name in ("scenarios", title, key):
        assert isinstance(found, Mapping)
        found = found.get(name)
    return found


def beginning(game: interpreter.Game, path: Path, title: str) -> interpreter.Position:
    scenario = scenarios(path)[title]
    if not {"position", "phase", "to move", "hand"} & set(scenario):
        return game.initial()
    hands = scenario.get("hand")
    if hands is not None:
        kind = next(piece.name for piece in game.rules.pieces if piece.hand is not None)
        hands = {player: held if isinstance(held, dict) else {kind: held} for player, held in hands.items()}
    diagram, mover, phase = node(path, title, "position"), scenario.get("to move"), scenario.get("phase")
    return game.position(diagram, mover, phase, hands, moved=scenario.get("moved"))


def problems(path: Path, title: str, engine: str) -> list[str]:
    """What a scenario expects and does not find."""
    scenario = scenarios(path)[title]
    game = load(path, engine, tuple(scenario.get("options", {}).items()))
    position = beginning(game, path, title)
    for step in words(scenario.get("steps", [])):
        legal = [str(move) for move in position.legal_moves]
        if step not in legal:
            return [f"{step} is not among the legal steps {legal}"]
        position = position.play(step)
    found = []
    for what, wanted in scenario["expect"].items():
        expected, got = LOOKS[what](position, wanted)
        if expected != got:
            found.append(f"{what}: expected {expected}, got {got}")
    return found


def legal(position: interpreter.Position) -> list[str]:
    return sorted(str(move) for move in position.legal_moves)


def look_legal(position: interpreter.Position, wanted: Any) -> tuple[Any, Any]:
    return (wanted, len(legal(position))) if isinstance(wanted, int) else (sorted(words(wanted)), legal(position))


def look_outcome(position: interpreter.Position, wanted: Any) -> tuple[Any, Any]:
    outcome = position.outcome
    return wanted, "none" if outcome is None else outcome.winner or "draw"


def look_hand(position: interpreter.Position, wanted: Any) -> tuple[Any, Any]:
    held = {player: position.hand(player) for player in wanted}
    return wanted, {
        player: hand if isinstance(wanted[player], dict) else sum(hand.values()) for player, hand in held.items()
    }


def look_lost(position: interpreter.Position, wanted: Any) -> tuple[Any, Any]:
    lost = dict(zip(position.game.rules.players, position.state.lost, strict=True))
    return wanted, {player: lost[player] for player in wanted}


# What a scenario may expect: what is wanted and what the position shows.
LOOKS: dict[str, Callable[[interpreter.Position, Any], tuple[Any, Any]]] = {
    "to move": lambda position, wanted: (wanted, position.mover),
    "legal": look_legal,
    "illegal": lambda position, wanted: ([], [step for step in words(wanted) if step in legal(position)]),
    "outcome": look_outcome,
    "reason": lambda position, wanted: (wanted, position.outcome.reason if position.outcome else None),
    "position": lambda position, wanted: (drawn(position.game, wanted), position.occupants),
    "step": lambda position, wanted: (wanted, position.step),
    "phase": lambda position, wanted: (str(wanted), position.phase),
    "hand": look_hand,
    "lost": look_lost,
}
