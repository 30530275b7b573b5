"""The tafl games beside their rules in plain Python, in random games, under every pair of choices."""

from __future__ import annotations

import random

import pytest
from pairwise import covering
from tafl import Pieces, Square, Tafl

import interpreter
from interpreter.source.document import load_document

THRONES = {"tablut": (4, 4), "fetlar": (5, 5), "sea-battle": None}
WALKS = {"magpie": (1, 99), "ard-ri": (1, 1)}  # how far the king and a man may walk
GAMES = ("hnefatafl-7", "brandubh", "brandubh-v1", "ard-ri", "magpie", "tablut", "fetlar", "sea-battle")
LETTERS = {"attacker": "a", "defender": "d", "king": "K"}
DENSE = {"draw-after": (12, 100), "long-play": ("draw", "never ends")}


def rows() -> list[dict[str, str | int]]:
    document, _ = load_document("hnefatafl-7")
    return covering({option.name: option.choices or DENSE[option.name] for option in document.options})


def rules_of(game: interpreter.Game) -> Tafl:
    king_walks, man_walks = WALKS.get(game.name, (99, 99))
    return Tafl(game.board.width, THRONES.get(game.name, (3, 3)), game.options, king_walks, man_walks)


def squares_of(game: interpreter.Game) -> dict[str, Square]:
    return {name: (ord(name[0]) - ord("a"), int(name[1:]) - 1) for name in game.board.sites}


def pieces_of(position: interpreter.Position) -> Pieces:
    squares = squares_of(position.game)
    return {squares[site]: LETTERS[there.piece] for site, there in position.occupants.items()}


def crowd(rules: Tafl, chance: random.Random) -> Pieces:
    """A king with many men close to him, so that the rarer captures are met."""
    free = [(x, y) for x in range(rules.size) for y in range(rules.size)]
    inner = [square for square in free if not rules.edge(square)]
    king = rules.throne if rules.throne is not None and chance.random() < 0.3 else chance.choice(inner)
    if chance.random() < 0.3 and rules.options["goal"] == "corner":
        king = chance.choice([square for square in free if rules.edge(square) and not rules.corner(square)])
    pieces = {king: "K"}
    open_to_men = [square for square in free if square not in {king, rules.throne} and not rules.corner(square)]
    open_to_men.sort(key=lambda square: abs(square[0] - king[0]) + abs(square[1] - king[1]) + 2 * chance.random())
    for number, square in enumerate(open_to_men[: chance.randrange(6, 22)]):
        if chance.random() < (0.75 if number < 6 else 0.5):
            pieces[square] = "d" if chance.random() < 0.25 else "a"
    return pieces


def compare_crowd(game: interpreter.Game, seed: int) -> None:
    """Tries every step of both sides in a crowded position."""
    chance = random.Random(seed)
    pieces = crowd(rules_of(game), chance)
    squares = squares_of(game)
    side = range(game.board.width)
    diagram = "\n".join(" ".join(pieces.get((x, y), ".") for x in side) for y in reversed(side))
    for player in game.players:
        start = game.position(diagram, player)
        if start.outcome is not None:
            continue
        moves = {(squares[move.origin], squares[move.target]): move for move in start.legal_moves}
        assert set(moves) == rules_of(game).moves(pieces, player)
        for way, move in moves.items():
            rules, now = rules_of(game), start.after(move)
            after = rules.after(pieces, *way)
            assert pieces_of(now) == after
            rules.history.append((frozenset(after.items()), "anybody"))
            quiet = int(len(after) == len(pieces))
            assert (now.outcome and (now.outcome.winner or "draw")) == rules.result(after, player, quiet)


def compare(game: interpreter.Game, seed: int, limit: int) -> None:
    """Plays a random game in both and compares the legal steps, the position and the result after each step."""
    sites, rules = squares_of(game), rules_of(game)
    position, chance, quiet = game.initial(), random.Random(seed), 0
    pieces = pieces_of(position)
    rules.history.append((frozenset(pieces.items()), position.mover))
    for _ in range(limit):
        mover = position.mover
        moves = {(sites[move.origin], sites[move.target]): move for move in position.legal_moves}
        assert set(moves) == rules.moves(pieces, mover)
        # Captures are sought, so that the rarer rules are met.
        taking = [way for way in sorted(moves) if len(rules.after(pieces, *way)) < len(pieces)]
        start, end = chance.choice(taking if taking and chance.random() < 0.5 else sorted(moves))
        now = rules.after(pieces, start, end)
        quiet = quiet + 1 if len(now) == len(pieces) else 0
        pieces, position = now, position.after(moves[start, end])
        assert pieces_of(position) == pieces
        other = next(player for player in game.players if player != mover)
        rules.history.append((frozenset(pieces.items()), other))
        outcome = position.outcome
        assert (outcome and (outcome.winner or "draw")) == rules.result(pieces, mover, quiet)
        if outcome is not None:
            return


@pytest.mark.parametrize("chosen", rows())
def test_hnefatafl_under_its_options(chosen: dict[str, str | int]):
    game = interpreter.load("hnefatafl-7", options=chosen)
    for seed in range(2):
        compare(game, seed, 80)
    for seed in range(6):
        compare_crowd(game, seed)


@pytest.mark.parametrize("name", GAMES)
def test_the_tafl_games(name: str):
    game = interpreter.load(name)
    for seed in range(2):
        compare(game, seed, 100)
    for seed in range(6):
        compare_crowd(game, seed)


CAPTURES = ("four on the throne", "three beside the throne", "always four", "every side", "always two")


@pytest.mark.parametrize("capture", CAPTURES)
@pytest.mark.parametrize("corners", ["to all", "to men only", "to nobody"])
def test_how_the_king_is_taken(capture: str, corners: str):
    guard = "hostile when three attackers stand beside it"
    options = {"king-capture": capture, "hostile-corners": corners, "occupied-throne": guard, "draw-after": 2}
    game = interpreter.load("hnefatafl-7", options={**options, "encirclement": "attackers win"})
    for seed in range(16):
        compare_crowd(game, seed)
