"""Why a step is not legal, and how a game ended."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import pytest
from loading import library

import interpreter
from interpreter.engine.frame import Frame
from interpreter.explaining.steps import DIRECTION, KIND, LEAVES, ORIGIN, TARGET, WAY, WHEN, Judge
from interpreter.explaining.why import Why
from interpreter.explaining.wishes import wish_of
from interpreter.language.terms import Kind
from interpreter.machine.graph import NodeKind
from interpreter.resources import library_games

if TYPE_CHECKING:
    from pathlib import Path

    from interpreter.play.position import Position

SAMPLES = 10
SMALLER = {"go": {"lines": 5}}


def played(position: Position, steps: str) -> Position:
    for step in steps.split():
        position = position.play(step)
    return position


def wished(position: Position, chance: random.Random) -> str:
    """A step of a form that this game has, with pieces that stand on the board more often than not."""
    sites = position.game.board.sites
    occupied = tuple(position.occupants) or sites
    first = chance.choice(occupied if chance.random() < 0.7 else sites)
    verb = chance.choice(position.legal_moves).verb
    return {
        "move": f"{first}-{chance.choice(sites)}",
        "remove": f"x{first}",
        "place": chance.choice((first, chance.choice(sites))),
        "sow": first,
    }.get(verb, verb)


@pytest.mark.parametrize("name", library_games())
def test_every_refused_step_has_a_rule_that_refuses_it(name: str):
    game = interpreter.load(name, options=SMALLER[name]) if name in SMALLER else library(name)
    chance = random.Random(name)
    position = game.initial()
    asked = 0
    for _ in range(400):
        if asked >= SAMPLES:
            break
        for _ in range(chance.randrange(8)):
            if position.outcome is None:
                position = position.after(chance.choice(position.legal_moves))
        if position.outcome is not None:
            assert position.why().sites or position.why().text
            position = game.initial()
        text = wished(position, chance)
        try:
            found = position.why(text)
        except interpreter.MoveError:  # it fits several steps
            continue
        if found.legal:
            position.play(text)
            continue
        asked += 1
        assert found.text
        assert found.rule
        assert found.span is not None
        assert "games/" in found.span.source.name
        assert set(found.sites) <= set(game.board.sites)
        check_refusals(position, text)
    assert asked >= min(SAMPLES, 4)


def check_refusals(position: Position, text: str) -> None:
    """What each move's rule says is false by the engine itself."""
    game, state = position.game, position.state
    node = game.machine.nodes[state.node]
    wish = wish_of(text, game.rules)
    if node.kind is not NodeKind.DECISION or wish is None:
        return
    clauses = Why(position).clauses
    for refusal in Judge(game.engine, clauses, state, node).refusals(wish):
        term, frame = refusal.cause.term, refusal.frame
        assert isinstance(frame, Frame)
        if term.kind is Kind.YES_NO and refusal.rank in {WHEN, LEAVES}:
            assert not game.engine.evaluator.value(term)(frame)
        if term.kind in {Kind.SITES, Kind.SITE} and refusal.rank in {ORIGIN, TARGET, WAY, KIND, DIRECTION}:
            bits = game.engine.evaluator.value(term)(frame)
            site = wish.origin if refusal.rank == ORIGIN and wish.origin >= 0 else wish.target
            if refusal.place[-1] == "through":
                assert any(not bits >> game.board.index[name] & 1 for name in names(game, refusal.cause.sites))
            elif refusal.place[-1] in {"to", "onto"}:
                assert not bits >> site & 1 or frame.occupied >> site & 1
            elif refusal.place[-1] in {"move", "remove", "sow"}:
                assert not bits >> site & 1 or not frame.occupied >> site & 1


def names(game: interpreter.Game, bits: int) -> list[str]:
    return [name for number, name in enumerate(game.board.sites) if bits >> number & 1]


def test_a_rule_that_refuses_a_step_allows_it_when_it_is_loosened(tmp_path: Path):
    position = played(library("wali").initial(), "a1 c3")
    found = position.why("b1")
    assert found.span is not None
    text = found.span.source.text
    loose = text[: found.span.start] + "occupied or empty" + text[found.span.end :]
    path = tmp_path / "loose.yaml"
    path.write_text(loose, encoding="utf-8")
    assert played(interpreter.load(path).initial(), "a1 c3").why("b1").legal


REASONS = [
    ("wali", "a1 c3", "b1", "b1 touches your stone on a1: `to: empty and not near(mine)`, games/wali.yaml:44"),
    ("wali", "a1 c3", "c3", "c3 holds white's stone: `to: empty and not near(mine)`, games/wali.yaml:44"),
    (
        "hnefatafl-7",
        "",
        "d7-d4",
        "d6 is in the way: d6 holds your attacker: `through: empty and not throne`, games/hnefatafl-7.yaml:85",
    ),
    (
        "hnefatafl-7",
        "",
        "d7-a7",
        "a7 is on the throne or a corner: `to: empty and not (throne or refuge)`, games/hnefatafl-7.yaml:86",
    ),
    ("hnefatafl-7", "", "d4-d3", "d4 holds the king: `move: mine and not king`, games/hnefatafl-7.yaml:82"),
    ("chess", "", "b1-b3", 'no way ("knight leap") leads from b1 to b3: `along: knight-leap`, games/chess.yaml:77'),
    (
        "theseus-and-the-minotaur",
        "",
        "d2-c2",
        (
            "no way (orthogonally) leads from d2 to c2, for a wall stands between them: "
            "`along: orthogonal`, games/theseus-and-the-minotaur.yaml:41"
        ),
    ),
    (
        "chess",
        "",
        "e2-e5",
        "e5 is 3 steps away, and the piece goes one step or 2 steps: `distance: 1`, games/chess.yaml:61",
    ),
    (
        "chess",
        "",
        "d2-d1",
        "no way (forward or diagonally forward) leads from d2 to d1: `along: forward`, games/chess.yaml:61",
    ),
    (
        "chess",
        "",
        "e1-g1",
        "f1 is in the way: f1 holds your bishop: `through: empty and not attacks(enemy)`, games/chess.yaml:91",
    ),
    (
        "english-draughts",
        "",
        "c3-e5",
        "the way leads over d4: d4 is empty: `through: theirs`, games/english-draughts.yaml:52",
    ),
    (
        "chess",
        "e2-e4 f7-f6 d1-h5",
        "b8-c6",
        "afterwards your king is attacked by your opponent: e8: `leaves: safe`, games/chess.yaml:77",
    ),
    (
        "rive",
        "a1",
        "a2",
        (
            'here the size of the largest of "joined" is 1, elsewhere 0, and the smallest must be chosen: '
            "`minimise: largest(joined)`, games/rive.yaml:43"
        ),
    ),
    (
        "english-draughts",
        "a3-b4 b6-a5 c3-d4",
        "f6-g5",
        (
            "a man jump or king jump is possible, and then it must be made: "
            "`else: [man-step, king-step]`, games/english-draughts.yaml:67"
        ),
    ),
    ("nim", "", "xa1:many", "this step is written `xa1:1`, `xa1:2` or `xa1:3`: `take`, games/nim.yaml:29"),
    ("go", "", "stone@a1:1", "this step is written `a1`: `drop`, games/go.yaml:37"),
    (
        "breakthrough",
        "",
        "a2",
        "where the piece on a2 should go is missing, as in a2-a3, a2-b3: `move`, games/breakthrough.yaml:47",
    ),
    (
        "breakthrough",
        "",
        "a3",
        "which piece should go to a3 is missing, as in a2-a3, b2-a3: `move`, games/breakthrough.yaml:47",
    ),
    (
        "breakthrough",
        "",
        "a1",
        "a1 holds your man, and no piece can go from there or to it now: `move`, games/breakthrough.yaml:47",
    ),
    ("wali", "", "pass", "now a step of another kind is due (drop), such as a1: `drop`, games/wali.yaml:54"),
]


@pytest.mark.parametrize(("name", "steps", "step", "reason"), REASONS)
def test_reasons(name: str, steps: str, step: str, reason: str):
    assert str(played(library(name).initial(), steps).why(step)) == reason


def test_a_refused_step_names_the_better_ones():
    position = played(library("rive").initial(), "a1")
    assert "a3" in position.why("a2").better


def test_a_step_that_no_best_turn_goes_on_with_names_those_of_the_best():
    rows = [["."] * 10 for _ in range(10)]
    for site, letter in {"c3": "M", "b4": "m", "d4": "m", "f6": "m"}.items():
        rows[10 - int(site[1])]["abcdefghij".index(site[0])] = letter
    position = library("international-draughts").position("\n".join(" ".join(row) for row in rows))
    assert "best turn" in str(position.why("c3-a5"))
    assert position.why("c3-a5").better == ("c3-e5",)


def test_an_illegal_move_carries_its_reason():
    position = library("wali").initial().play("a1")
    with pytest.raises(interpreter.IllegalMove, match=r"a1 holds black's stone") as raised:
        position.play("a1")
    assert raised.value.reason is not None
    assert raised.value.reason.sites == ("a1",)


def test_the_sites_of_a_row_are_told_when_it_ends_the_game():
    position = played(library("tic-tac-toe").initial(), "a1 a2 b1 b2 c1")
    found = position.why()
    assert found.sites == ("a1", "b1", "c1")
    assert found.text.startswith("won by ")
    assert position.why("c3").text.startswith("the game is over")


def test_without_a_step_a_game_that_goes_on_has_no_reason():
    with pytest.raises(ValueError, match="not over"):
        library("wali").initial().why()


def test_a_legal_step_is_called_legal():
    assert library("wali").initial().why("a1").legal


def test_a_text_that_is_no_step_is_refused():
    with pytest.raises(interpreter.UnreadableMove):
        library("wali").initial().why("z99")
