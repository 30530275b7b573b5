from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import interpreter
from interpreter.engine import kernel
from interpreter.engine.lowering.passes import PASSES
from interpreter.engine.lowering.program import UnloweredError

Run = Callable[..., Any]
TINY = Path(__file__).parent.parent / "semantics"
compiled_only = pytest.mark.skipif(not kernel.available(), reason="llvmlite is not installed")


def test_playouts_in_json_are_those_of_the_library(run: Run):
    code, out, err = run("playouts", "order-and-chaos", "--games", "700", "--seed", "5", "--json")
    assert (code, err) == (0, "")
    found = json.loads(out)
    expected = interpreter.load("order-and-chaos").playouts(700, seed=5)
    assert found["playouts"] == 700 == sum(outcome["count"] for outcome in found["outcomes"])
    assert found["mean_steps"] == expected.mean_steps
    assert {(o["winner"], o["reason"]): o["count"] for o in found["outcomes"]} == {
        (outcome.winner, outcome.reason): count for outcome, count in expected.outcomes.items()
    }
    assert found["playouts_per_second"] == pytest.approx(700 / found["seconds"])
    assert found["steps_per_second"] == pytest.approx(expected.steps / found["seconds"])
    assert (found["unfinished"], found["engine"], found["reason"]) == (0, expected.engine, expected.reason)


def test_playouts_for_people(run: Run):
    code, out, err = run("playouts", "wali", "-n", "40", "--seed", "1", "--limit", "60")
    assert (code, err) == (0, "")
    assert re.match(r"Wali: 40 random games in \d+\.\d\d s \(", out)
    assert "steps a game, at most 60" in " ".join(out.split())
    assert re.search(r"^  unfinished +60 steps reached +40  100\.0 %$", out, re.MULTILINE)


def test_playouts_for_a_time(run: Run):
    code, out, _ = run("playouts", "order-and-chaos", "--seconds", "0.05", "--json")
    found = json.loads(out)
    assert code == 0
    assert found["playouts"] >= 1
    assert found["seconds"] < 5
    code, out, _ = run("playouts", "order-and-chaos", "--seconds", "60", "--games", "3", "--json")
    assert json.loads(out)["playouts"] == 3


@compiled_only
def test_threads_play_the_same_games(run: Run):
    texts = [
        run("playouts", "rive", "-n", "300", "--seed", "2", "--threads", threads, "--json").out for threads in "123"
    ]
    outcomes = [json.loads(text)["outcomes"] for text in texts]
    assert outcomes == [outcomes[0]] * 3


def refuse(*_: object) -> None:
    raise UnloweredError("no form yet")


def test_playouts_say_what_is_slow(run: Run, monkeypatch: pytest.MonkeyPatch):
    with monkeypatch.context() as patch:
        patch.setattr("interpreter.engine.compiled.playout_kernel", refuse)
        code, out, _ = run("playouts", "wali", "-n", "3", "--limit", "4", "--change", "pieces.stone.hand=11")
    assert code == 0
    assert "the reference engine" in out
    assert "not compiled, which is slow: no form yet" in out
    monkeypatch.setattr("interpreter.engine.kernel.objects.available", lambda: False)
    monkeypatch.setattr("interpreter.engine.kernel.available", lambda: False, raising=False)
    code, out, _ = run("playouts", "order-and-chaos", "-n", "3")
    assert code == 0
    assert "kernels run by Python" in out
    assert "llvmlite is not installed" in out


@pytest.mark.parametrize(
    "wrong",
    [
        ["--games", "0"],
        ["--games", "x"],
        ["--threads", "0"],
        ["--limit", "0"],
        ["--limit", str(1 << 70)],
        ["--seed", str(1 << 70)],
    ],
)
def test_numbers_that_cannot_be(run: Run, wrong: list[str]):
    code, _, err = run("playouts", "order-and-chaos", *wrong)
    assert code == 2
    assert wrong[0] in err


def test_rules_that_fail_while_playing(run: Run):
    code, out, err = run("playouts", str(TINY / "faults" / "stuck-impossible-happens.yaml"), "-n", "3")
    assert (code, out) == (1, "")
    assert err.startswith("error: ")


def test_the_passes(run: Run):
    code, out, err = run("compile", "wali")
    assert (code, err) == (0, "")
    text = " ".join(out.split())
    assert "30 sites, 8 directions" in text
    assert "variables" in text
    assert "no rule reads: " in text
    done, idle = text.split("No effect here: ")
    assert PASSES["pruned state"].does in done
    assert "-> " in done
    assert "bytes" in done
    assert "kept connections" in idle
    for name in PASSES:  # a name may hold a comma
        assert (f"\n  {name}  " in out) != bool(re.search(rf"(^|, ){name}[,.]", idle))
    assert "marching, march, black: 4 families" in text
    assert "lines" in text
    assert all(len(line) <= 80 for line in out.splitlines())
    if kernel.available():
        assert "when optimised" in text


def test_the_passes_for_a_program(run: Run):
    code, out, _ = run("compile", "wali", "--json")
    found = json.loads(out)
    passes = {passed["name"]: passed for passed in found["passes"]}
    assert (code, found["game"], found["sites"]) == (0, "wali", 30)
    assert list(passes) == list(PASSES)
    assert passes["pruned state"]["state_without"] > found["size"]["state"]
    assert passes["kept connections"]["lines_without"] is None


def test_every_stage_for_a_program(run: Run):
    _, out, _ = run("compile", "wali", "--show", "machine", "--json")
    found, machine = json.loads(out), interpreter.load("wali").machine
    assert [node["name"] for node in found["nodes"]] == [node.name for node in machine.nodes]
    assert [[edge["to"] for edge in node["edges"]] for node in found["nodes"]] == [
        [edge.target for edge in node.edges] for node in machine.nodes
    ]
    _, out, _ = run("compile", "wali", "--show", "kernel", "--json")
    assert json.loads(out)["kernel"] == interpreter.load("wali").compiled.playout_kernel.source.rstrip("\n")


@pytest.mark.parametrize("purpose", ["playouts", "positions"])
def test_the_kernel(run: Run, purpose: str):
    code, out, _ = run("compile", "wali", "--show", "kernel", "--for", purpose)
    compiled = interpreter.load("wali").compiled
    source = compiled.playout_kernel.source if purpose == "playouts" else compiled.position_kernel.source
    assert (code, out) == (0, source)


@compiled_only
def test_the_llvm_text(run: Run):
    code, out, _ = run("compile", "order-and-chaos", "--show", "llvm")
    assert code == 0
    assert "define " in out
    assert "playouts" in out


def test_the_machine(run: Run):
    code, out, _ = run("compile", "wali", "--show", "machine")
    assert code == 0
    machine = interpreter.load("wali").machine
    assert out.splitlines()[0] == "0  start  (start of dropping)"
    assert sum(line[0] != " " for line in out.splitlines()) == len(machine.nodes)
    assert sum(" -> " in line for line in out.splitlines()) == sum(len(node.edges) for node in machine.nodes)


def test_a_deep_count_says_what_is_slow(run: Run, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("interpreter.engine.compiled.position_kernel", refuse)
    larger = ("tic-tac-toe", "--change", "board.size=[4, 3]")
    code, out, err = run("perft", *larger, "--depth", "2")
    assert (code, err) == (0, "")
    code, out, err = run("perft", *larger, "--depth", "3")
    assert code == 0
    assert "1,320" in out
    assert err.strip() == "counted by the reference engine, which is slow: no form yet"


def test_what_is_not_compiled_is_told_with_what_to_write_instead(run: Run):
    """A hop may follow a hop, so whether the turn is done after one depends on all that may follow."""
    hop = "{move: mine, along: orthogonal, distance: 2, through: occupied, leaves: repeats < 1}"
    turn = "{go: {do: hop, next: [{if: made(hop), go: again}]}, again: {do: hop, next: again}}"
    code, out, err = run("compile", "ataxx", "--change", f"moves.hop={hop}", "--change", f"play.turn={turn}")
    assert (code, out) == (1, "")
    assert "`stuck` and `repeats` are not compiled in `leaves` of a step that the same step may follow" in err
    assert "(ask `repeats(sites)`, or ask in `end`)" in err


def test_rules_that_are_not_compiled(run: Run, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("interpreter.engine.compiled.playout_kernel", refuse)
    code, out, err = run("compile", "wali")
    assert (code, out) == (1, "")
    assert "wali is played by the reference engine: no form yet" in err
    code, out, _ = run("compile", "wali", "--show", "machine")
    assert code == 0
