"""Each optimisation can be left out, and then the same games are played."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from comparing import walk

import interpreter
from interpreter.engine.compiled import CompiledEngine
from interpreter.engine.lowering.passes import ALL, PASSES

if TYPE_CHECKING:
    from interpreter.machine.graph import Machine

SHORT = ("order-and-chaos", "wali", "rive", "hex", "gomoku", "nine-mens-morris", "tic-tac-toe")
SIGHTED = ("othello", "hnefatafl-7", "amazons")
PILES = ("lasca", "focus")
GAMES = (*SHORT, *SIGHTED, *PILES, "dara", "go", "chess", "english-draughts")
LARGE = ("jungle", "xiangqi")
SMALLER = {"go": {"board.size": [5, 5]}}
OWN = [str(Path(__file__).parent / "games" / f"{name}.yaml") for name in ("racing", "stopped")]
LATE = """
game: Late
language: 1
players: [red, blue]
board: {shape: rectangle, size: [9, 8]}
pieces: {stone: {owner: each}}
moves: {place: {place: stone, to: empty}}
play: {turn: {place: {}}, stuck: impossible}
end:
  row: {if: "turn > 50 and rows(mine, min=5)", result: me wins}
  joined: {if: "turn > 46 and groups(mine, including=[north, south])", result: me wins}
  board full: {if: no(empty), result: draw}
"""  # what an end condition lists may have stood for long before it counts

JOINING = """
game: Joining
language: 1
players: [red, blue]
board: {shape: rectangle, size: [9, 8]}
pieces: {stone: {owner: each}}
moves:
  place:
    place: stone
    to: empty
    then: [{capture: "groups(theirs, touching=to, clear-of=empty)"}, {capture: "between(to, mine, of=theirs, max=3)"}]
  stay: {pass: yes, when: turn > 3}
play: {turn: {any: {do: [place, stay]}}, stuck: impossible}
end:
  joined:
    if: "groups(mine, including=[north, south]) or groups(mine, including=[east, west])"
    result: me wins
  caged: {if: "turn > 90 and groups(theirs, touching=to, clear-of=north or south)", result: enemy wins}
  long: {if: turn > 150, result: draw}
"""  # stones leave, but it takes a new one to join two sides; after a pass nothing touches `to`

REFUSED = """
game: Refused
language: 1
players: [red, blue]
board: {shape: rectangle, size: [6, 5]}
pieces: {stone: {owner: each}}
moves:
  wait: {pass: yes, when: turn > 6, leaves: any(empty)}
  place: {place: stone, to: empty, leaves: "no(rows(mine, min=3))"}
play: {turn: {any: {do: [wait, place]}}, stuck: loses}
end:
  full: {if: count(empty) < 4, result: draw}
  long: {if: turn > 60, result: draw}
"""  # steps are made on trial, and pass at times

MEETING = """
game: Meeting
language: 1
players: [red, blue]
board: {shape: rectangle, size: [5, 5]}
pieces: {stone: {owner: each}}
moves: {place: {place: stone, to: empty}}
play: {turn: {place: {}}, stuck: impossible}
end:
  met: {if: "groups(mine, including=[rank(1), near(near(theirs, along=north), along=north)])", result: me wins}
  board full: {if: no(empty), result: draw}
"""  # stones of the enemy may make a group that stood before meet what is asked

TAKING = """
game: Taking
language: 1
players: [red, blue]
board: {shape: rectangle, size: [9, 8], adjacent: any}
pieces: {stone: {owner: each}}
moves:
  place:
    place: stone
    to: empty
    when: no(near(to) and theirs and near(near(mine) and near(near(to, along=north))))
    then: [{capture: "between(to, mine, of=theirs, min=1, max=2)"}]
  stay: {pass: yes, when: turn > 5}
play: {turn: {any: {do: [place, stay]}}, stuck: pass}
end:
  five: {if: "rows(mine, min=5, through=to)", result: me wins}
  four upright: {if: "rows(mine, min=4, along=[north, south], through=to)", result: me wins}
  three: {if: "turn > 30 and rows(mine, min=3, along=diagonal, through=last-to)", result: enemy wins}
  long: {if: turn > 200, result: draw}
"""  # stones leave, so that no line of them is kept; after a pass nothing stands on `to`

BREAKING = """
game: Breaking
language: 1
players: [red, blue]
board: {shape: rectangle, size: [7, 6], adjacent: any}
pieces: {stone: {owner: each}}
moves:
  place:
    place: stone
    to: empty
    let: {beside: "groups(occupied, touching=to)"}
    minimise: largest(beside)
    then: {gone: {if: count(beside) > 1 or largest(beside) > 4, capture: "near(to, along=orthogonal)"}}
  clear: {remove: "theirs and near(mine, along=north)", leaves: "largest(groups(occupied)) > 2"}
play: {turn: {any: {do: [place, clear]}}, stuck: pass}
end: {late: {if: turn > 60, result: highest score wins}}
score: largest(groups(of(it)))
"""  # groups grow, merge, lose sites at once and fall apart

PROMOTING = """
game: Promoting
language: 1
players: {red: {faces: north}, blue: {faces: south}}
board:
  shape: rectangle
  size: [4, 5]
  regions: {zone: {red: rank(4) or rank(5), blue: rank(1) or rank(2)}, last-row: {red: rank(5), blue: rank(1)}}
pieces:
  pawn: {owner: each, letter: p, hand: 0}
  lance: {owner: each, letter: l, hand: 0}
  king: {owner: each, letter: k}
  gold: {owner: each, letter: g, held as: pawn}
  horse: {owner: each, letter: h, held as: lance}
setup: |
  l k . l
  p . . p
  . . . .
  P . . P
  L . K L
define:
  safe: no(mine and king and attacks(enemy))
  checking: any(theirs and king and attacks(me))
  entered: any((from or to) and zone(me))
moves:
  push:
    move: mine and pawn
    along: forward
    to: not mine
    into: hand(me)
    leaves: safe
    then:
      must: {if: to in last-row(me), promote: gold}
      may: {if: entered and not to in last-row(me), promote: [gold, pawn]}
  spear:
    move: mine and (lance or horse)
    along: [forward, backward]
    distance: any
    to: not mine
    into: hand(me)
    leaves: safe
    then: [{if: entered and to in lance, promote: [horse, lance]}]
  walk: {move: mine and (king or gold), along: any, to: not mine, into: hand(me), leaves: safe}
  drop:
    place: [pawn, lance]
    to: empty and not last-row(me)
    leaves: safe and (not checking or can(push, enemy) or can(walk, enemy))
  stay: {pass: yes, when: (mine and king) in zone(me) and safe}
play:
  turn:
    any:
      do: [push, spear, walk, drop, stay]
      next:
        - {if: checking, go: done, then: [{award: 1}]}
        - {go: done, then: [{award: 0 - points(me)}]}
  stuck: decide
end:
  checks: {if: points(me) >= 3, result: me wins}
  stayed: {if: made(stay) and turn > 40, result: me wins}
  stuck: {if: stuck, result: me wins}
  long: {if: turn > 150, result: draw}
"""  # pieces promote by where a step begins and ends; some steps are tried, and a move may be a pass


@pytest.fixture(scope="module")
def machines():
    return {name: interpreter.load(name, change=SMALLER.get(name)).machine for name in (*GAMES, *LARGE)}


SAME = [
    (game, name)
    for game in SHORT
    for name, found in PASSES.items()
    if not found.redraws and (game, name) != ("nine-mens-morris", "gaps")  # there, sites change their order
]
SAME += [
    *(("go", name) for name in ("stopped fills", "tried once", "marked positions", "one key a turn")),
    *((game, name) for game in SIGHTED for name in ("rays", "directions abreast")),
    *((game, name) for game in PILES for name in ("one key a turn", "kept keys of piles")),
]
SAME += [
    ("dara", "tried once"),
    ("jungle", "coded keys"),
    ("english-draughts", "else apart"),
    ("english-draughts", "origins by table"),
]
WAITING = ("hnefatafl-7", "brandubh", "oware")  # end conditions there ask whether the next player is stuck


@pytest.mark.parametrize(("game", "left_out"), SAME)
def test_the_same_games_are_played_without_a_pass(game: str, left_out: str, machines: dict[str, Machine]):
    machine = machines[game]
    small = CompiledEngine(machine, llvm=False, passes=ALL - {left_out})
    assert small.playouts(6, seed=3) == CompiledEngine(machine, llvm=False).playouts(6, seed=3)


@pytest.mark.parametrize("left_out", ["tried once", "many in an array", "marked positions", "taken together"])
def test_long_games_are_the_same_without_a_pass(left_out: str, machines: dict[str, Machine]):
    machine = machines["chess"]
    without = CompiledEngine(machine, passes=ALL - {left_out})
    assert without.playouts(300, seed=3) == CompiledEngine(machine).playouts(300, seed=3)


def test_draws_from_many_families_are_the_same_in_blocks(machines: dict[str, Machine]):
    machine = machines["xiangqi"]
    without = CompiledEngine(machine, llvm=False, passes=ALL - {"families in blocks"})
    found = without.playouts(4, seed=5, limit=100)
    assert found.steps > 200
    assert CompiledEngine(machine, llvm=False).playouts(4, seed=5, limit=100) == found


@pytest.mark.parametrize("game", WAITING)
def test_ends_at_the_draw_end_the_same_games_with_the_same_step(game: str):
    machine = interpreter.load(game).machine
    early = CompiledEngine(machine, llvm=False, passes=ALL - {"ends at the draw"})
    late = CompiledEngine(machine, llvm=False)
    for seed in range(3):
        steps = early.playouts(1, seed=seed).steps
        for limit in (steps - 1, steps, steps + 1):
            assert late.playouts(1, seed=seed, limit=limit) == early.playouts(1, seed=seed, limit=limit)
        assert late.playouts(1, seed=seed, limit=steps).unfinished == 0


@pytest.mark.parametrize("longer", ["win too", "do not count"])
@pytest.mark.parametrize("lines", [9, 13, 17])
def test_rows_by_line_are_those_of_sets(longer: str, lines: int):
    machine = interpreter.load("gomoku", options={"lines": lines, "longer-rows": longer}).machine
    whole = CompiledEngine(machine)
    without = CompiledEngine(machine, passes=ALL - {"rows by line"})
    assert "lines_" in whole.playout_kernel.source
    assert whole.playouts(3000, seed=5) == without.playouts(3000, seed=5)


@pytest.mark.parametrize("left_out", ["rows round a site", "cheap sets first"])
def test_what_lies_round_a_site_is_what_all_sets_have_there(left_out: str, tmp_path: Path):
    place = tmp_path / "taking.yaml"
    place.write_text(TAKING)
    machine = interpreter.load(str(place)).machine
    whole, without = CompiledEngine(machine), CompiledEngine(machine, passes=ALL - {left_out})
    assert whole.playout_kernel.source != without.playout_kernel.source
    played = whole.playouts(2000, seed=5)
    assert played == without.playouts(2000, seed=5)
    assert all(played.endings[(end, winner)] for end in ("five", "four upright", "three") for winner in (0, 1))


@pytest.mark.parametrize("without", [frozenset(), {"new pieces only"}])
def test_empty_sites_are_kept_where_steps_are_tried(without: frozenset[str], tmp_path: Path):
    place = tmp_path / "refused.yaml"
    place.write_text(REFUSED)
    game = interpreter.load(str(place))
    kept = CompiledEngine(game.machine, passes=ALL - without)
    looked_up = CompiledEngine(game.machine, passes=ALL - without - {"kept empty sites"})
    assert kept.playout_kernel.source != looked_up.playout_kernel.source
    assert kept.playouts(500, seed=5) == looked_up.playouts(500, seed=5)
    assert walk(game.engine, kept, games=2).steps > 0


def test_what_stood_before_a_condition_counts(tmp_path: Path):
    place = tmp_path / "late.yaml"
    place.write_text(LATE)
    machine = interpreter.load(str(place)).machine
    whole = CompiledEngine(machine).playouts(3000, seed=5)
    assert whole == CompiledEngine(machine, passes=ALL - {"new pieces only"}).playouts(3000, seed=5)
    assert all(whole.endings[ending] for ending in (("row", 0), ("row", 1), ("joined", 0), ("joined", 1)))


def test_where_pieces_leave_a_new_piece_joins(tmp_path: Path):
    place = tmp_path / "joining.yaml"
    place.write_text(JOINING)
    game = interpreter.load(str(place))
    whole, without = CompiledEngine(game.machine), CompiledEngine(game.machine, passes=ALL - {"new pieces only"})
    assert whole.playout_kernel.source != without.playout_kernel.source
    played = whole.playouts(2000, seed=5)
    assert played == without.playouts(2000, seed=5)
    assert all(played.endings[(end, winner)] for end in ("joined", "caged") for winner in (0, 1))
    assert walk(game.engine, whole, games=2).steps > 0


def test_a_group_that_stood_before_may_come_to_meet_what_changes(tmp_path: Path):
    place = tmp_path / "meeting.yaml"
    place.write_text(MEETING)
    game = interpreter.load(str(place))
    assert walk(game.engine, CompiledEngine(game.machine, llvm=False), games=12).steps > 0


@pytest.mark.parametrize("left_out", ["kept groups", "joined by size"])
def test_groups_that_are_kept_are_those_that_are_found_anew(left_out: str, tmp_path: Path):
    place = tmp_path / "breaking.yaml"
    place.write_text(BREAKING)
    machine = interpreter.load(str(place)).machine
    whole, without = CompiledEngine(machine), CompiledEngine(machine, passes=ALL - {left_out})
    assert "def update_" in whole.playout_kernel.source
    played = whole.playouts(2000, seed=5)
    assert played == without.playouts(2000, seed=5)
    assert all(played.endings[("late", winner)] for winner in (None, 0, 1))


@pytest.mark.parametrize("left_out", ["tried once", "promoted at once", "nothing unread", "shared questions"])
def test_steps_that_are_tried_are_the_same_without_a_pass(left_out: str, tmp_path: Path):
    place = tmp_path / "promoting.yaml"
    place.write_text(PROMOTING)
    game = interpreter.load(str(place))
    whole, without = CompiledEngine(game.machine), CompiledEngine(game.machine, passes=ALL - {left_out})
    assert whole.playout_kernel.source != without.playout_kernel.source
    played = whole.playouts(2000, seed=5)
    assert played == without.playouts(2000, seed=5)
    assert all(played.endings[(end, winner)] for end in ("checks", "stayed", "stuck") for winner in (0, 1))
    assert walk(game.engine, whole, games=2).steps > 0


@pytest.mark.parametrize("game", ["order-and-chaos", "dara", "hex", "gomoku", "tic-tac-toe"])
@pytest.mark.parametrize("left_out", [name for name, found in PASSES.items() if found.redraws])
def test_other_draws_give_the_same_chances(game: str, left_out: str, machines: dict[str, Machine]):
    machine = machines[game]
    with_pass, without = (
        CompiledEngine(machine, passes=passes).playouts(4000, seed=11) for passes in (ALL, ALL - {left_out})
    )
    for ending, count in with_pass.endings.items():
        # Two shares of 4,000 games each: five standard deviations of their difference at the widest.
        assert abs(Fraction(count - without.endings[ending], 4000)) < Fraction(5, 80), ending
    assert abs(with_pass.steps - without.steps) < 0.04 * with_pass.steps


def test_every_pass_is_used_somewhere(machines: dict[str, Machine], tmp_path: Path):
    """A pass that changes no kernel of these games has no reason to be there."""
    idle = set(ALL)
    for name, text in (("promoting", PROMOTING), ("taking", TAKING)):
        (tmp_path / f"{name}.yaml").write_text(text)
    larger = ("y", "tanbo", "dvonn", "agon", "gonnect", "chinese-checkers", *OWN, *LARGE)
    others = [interpreter.load(name).machine for name in (*map(str, tmp_path.iterdir()), *larger)]
    for machine in (*(machines[name] for name in GAMES), *others):
        whole = CompiledEngine(machine).playout_kernel.source
        idle = {name for name in idle if CompiledEngine(machine, passes=ALL - {name}).playout_kernel.source == whole}
    assert not idle


@pytest.mark.parametrize("name", ["go", "gonnect"])
def test_steps_of_go_are_tried_once(name: str):
    """What was tried need not be made again, though ends ask for the new piece, or sides are swapped."""
    machine = interpreter.load(name, options={"lines": 5}).machine
    once, twice = (CompiledEngine(machine, llvm=False, passes=passes) for passes in (ALL, ALL - {"tried once"}))
    assert once.playout_kernel.source != twice.playout_kernel.source
    assert once.playouts(9, seed=3) == twice.playouts(9, seed=3)
