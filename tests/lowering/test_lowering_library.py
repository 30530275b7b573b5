"""Every game of the library on kernels beside the reference engine, step by step."""

from __future__ import annotations

from typing import Any

import pytest
from comparing import walk

import interpreter
from interpreter.engine import kernel
from interpreter.engine.compiled import CompiledEngine
from interpreter.engine.lowering.passes import ALL
from interpreter.resources import library_games
from interpreter.source.document import load_document

GAMES = library_games()
PARENTS = ("dara", "hnefatafl-7", "order-and-chaos", "rive", "wali")  # the variants differ from these in a few rules
SLOW = (
    "amazons",
    "andernach-chess",
    "chinese-checkers",
    "chess",
    "english-draughts",
    "fetlar",
    "go",
    "lines-of-action",
    "magpie",
    "omega-chess",
    "quoridor",
    "raumschach",
    "sea-battle",
    "shogi",
    "xiangqi",
)  # for the reference engine
LONG = ("andernach-chess", "chess", "omega-chess", "quoridor", "raumschach", "shogi", "xiangqi")  # kernels
AS_MACHINE_CODE = ("hnefatafl-7", "order-and-chaos", "rive", "wali")
WAYS: dict[str, frozenset[str]] = {"with all passes": ALL, "without any": frozenset()}
SIZES: tuple[tuple[str, dict[str, Any]], ...] = (
    *(("order-and-chaos", {"options": {"board-size": size, "in-a-row": 4}}) for size in (4, 7, 8, 12)),
    *(("rive", {"change": {"board.size": side}}) for side in (2, 3, 5, 6)),
    *(("wali", {"change": {"board.size": size}}) for size in ([3, 2], [9, 7], [11, 12], [20, 15])),
    *(("dara", {"change": {"board.size": size}}) for size in ([7, 6], [12, 9])),
)


def compared(name: str, compiled: CompiledEngine, game: interpreter.Game, limit: int = 100) -> None:
    found = walk(game.engine, compiled, limit=8 if name in SLOW else limit)
    assert found.steps > 0 or game.initial().outcome is not None


@pytest.mark.parametrize("passes", WAYS.values(), ids=WAYS)
@pytest.mark.parametrize("name", GAMES)
def test_a_game_of_the_library(name: str, passes: frozenset[str]):
    if name in LONG and not passes:
        pytest.skip("its kernel is long, and most passes do nothing to it")
    game = interpreter.load(name)
    compiled = CompiledEngine(game.machine, llvm=False, passes=passes)
    compared(name, compiled, game, limit=120 if passes else 40)


@pytest.mark.skipif(not kernel.available(), reason="llvmlite is not installed")
@pytest.mark.parametrize("name", AS_MACHINE_CODE)
def test_a_game_of_the_library_as_machine_code(name: str):
    game = interpreter.load(name)
    walk(game.engine, CompiledEngine(game.machine), games=3)


def choices() -> list[tuple[str, str, str | int]]:
    """Every choice of every option that is not the default; of a number the smallest and one not much larger."""
    found: list[tuple[str, str, str | int]] = []
    for name in PARENTS:
        document, _ = load_document(name)
        assert document is not None
        for option in document.options:
            values = option.choices or (option.low, min(option.high, option.low + 5))
            found += [(name, option.name, value) for value in values if value != option.default]
    return found


@pytest.mark.parametrize(("name", "option", "value"), choices())
def test_a_choice_of_an_option(name: str, option: str, value: str | int):
    game = interpreter.load(name, options={option: value})
    compared(name, CompiledEngine(game.machine, llvm=False), game, limit=25)


def together() -> list[tuple[str, dict[str, str | int]]]:
    """Few choices of all options of a game at once, in which each choice but the default stands at least once."""
    found: list[tuple[str, dict[str, str | int]]] = []
    for name in (name for name in GAMES if name not in (*PARENTS, *LONG)):
        document, _ = load_document(name)
        assert document is not None
        values = {
            option.name: [
                value
                for value in option.choices or (option.low, min(option.high, option.low + 5))
                if value != option.default
            ]
            for option in document.options
        }
        found += [
            (name, {option: own[row % len(own)] for option, own in values.items()})
            for row in range(max(map(len, values.values()), default=0))
        ]
    return found


@pytest.mark.parametrize(("name", "options"), together(), ids=lambda part: str(part)[:40])
def test_choices_of_all_options_of_a_game(name: str, options: dict[str, str | int]):
    game = interpreter.load(name, options=options)
    compiled = CompiledEngine(game.machine, llvm=False)
    compared(name, compiled, game, limit=25)


@pytest.mark.parametrize(("name", "how"), SIZES, ids=lambda part: part if isinstance(part, str) else str(part)[-40:])
def test_a_board_of_another_size(name: str, how: dict[str, Any]):
    game = interpreter.load(name, **how)
    for passes in WAYS.values():
        compared(name, CompiledEngine(game.machine, llvm=False, passes=passes), game, limit=20)


@pytest.mark.skipif(not kernel.available(), reason="llvmlite is not installed")
def test_sets_of_several_machine_words():
    game = interpreter.load("wali", change={"board.size": [11, 12]})
    compiled = CompiledEngine(game.machine)
    assert compiled.position_kernel.numbering.width > 128
    walk(game.engine, compiled, limit=60)
