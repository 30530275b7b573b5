"""Names mean nothing to the engine: a game under other names is the same game."""

import random
import re
from pathlib import Path

import pytest
from renaming import renamed

import interpreter
from interpreter.resources import library_games

MOST = 6_000  # step sequences that are counted
MOST_SLOW = 500  # of games whose steps take long to find


# Words of the language that a game may use as names of its own.
LANGUAGE = {"move", "capture", "place", "play", "swap", "pass", "go", "remove", "leap"}
# Games whose steps take long to find: many sites with a look at each, or questions for what is attacked.
SLOW, SHORT = (
    {
        "chinese-checkers",
        "copenhagen-hnefatafl",
        "go",
        "chess",
        "international-draughts",
        "omega-chess",
        "quoridor",
        "raumschach",
        "shogi",
        "xiangqi",
    },
    25,
)


@pytest.mark.parametrize("name", library_games())
def test_a_game_under_other_names_is_the_same_game(name: str, tmp_path: Path):
    game = interpreter.load(name)
    text, table = renamed(game.document, game.rules)
    path = tmp_path / "renamed.yaml"
    path.write_text(text, encoding="utf-8")
    other = interpreter.load(path)
    assert other.players == tuple(table[player] for player in game.players)
    own = [*game.players]
    own += [piece.name for piece in game.rules.pieces] + [move.name for move in game.rules.moves]
    own += [end.reason for end in game.rules.ends] + [phase.name for phase in game.rules.phases if phase.name != "play"]
    own += [step.name for phase in game.rules.phases for step in phase.steps]
    assert not {*own, *game.rules.board.sites} & set(table.values())
    assert set(own) <= set(table)
    # What is left of the old names are words of the language that happen to be written alike.
    assert set(own) & set(re.findall(r"[A-Za-z-]+", text)) <= LANGUAGE
    depth, count, breadth = 0, 1, len(game.initial().legal_moves)
    while count * breadth <= (MOST_SLOW if name in SLOW else MOST):
        depth, count = depth + 1, game.perft(depth + 1)
        assert other.perft(depth) == count
    assert depth >= 1


@pytest.mark.parametrize("name", library_games())
def test_games_under_other_names_go_on_alike(name: str, tmp_path: Path):
    game = interpreter.load(name)
    text, table = renamed(game.document, game.rules)
    path = tmp_path / "renamed.yaml"
    path.write_text(text, encoding="utf-8")
    other = interpreter.load(path)
    chance = random.Random(name)
    one, two = game.initial(), other.initial()
    for _ in range(SHORT if name in SLOW else 250):
        assert [(move.origin, move.target) for move in one.legal_moves] == [
            (move.origin, move.target) for move in two.legal_moves
        ]
        if one.outcome is not None:
            break
        number = chance.randrange(len(one.legal_moves))
        one, two = one.after(one.legal_moves[number]), two.after(two.legal_moves[number])
    assert {site: there.owner and table[there.owner] for site, there in one.occupants.items()} == {
        site: there.owner for site, there in two.occupants.items()
    }
    if one.outcome is not None:
        assert two.outcome is not None
        assert two.outcome.winner == (one.outcome.winner and table[one.outcome.winner])
        assert two.outcome.reason == table.get(one.outcome.reason, one.outcome.reason)
