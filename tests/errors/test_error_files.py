"""Files made to do harm: what is said of them, soon, without a traceback, and with exit code 1."""

from __future__ import annotations

import subprocess
import sys
import time
from typing import TYPE_CHECKING

import pytest
from small_game import BASE, with_parts

import interpreter
from interpreter.diagnostics import catalog
from interpreter.diagnostics.rendering import FORMATS, render

if TYPE_CHECKING:
    from pathlib import Path

SECONDS = 2.0
WARNINGS = {"endless-turn", "never-ends"}
LONG = "x" * 5_000


def rule(text: str) -> str:
    return with_parts(f"moves:\n  drop:\n    place: man\n    to: {text}\n")


# Title -> content and the codes that are said.
FILES: dict[str, tuple[str | bytes, set[str]]] = {
    "nothing at all": ("", {"empty-file"}),
    "only blanks": ("   \n\n  \n", {"empty-file"}),
    "only a byte order mark": ("\ufeff", {"empty-file"}),
    "UTF-16": (BASE.encode("utf-16"), {"not-utf-8"}),
    "an older encoding": (BASE.replace("small", "sch\xf6n").encode("latin-1"), {"not-utf-8"}),
    "bytes of a picture": (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR" + bytes(range(256)), {"not-utf-8"}),
    "zero bytes": (b"\0" * 10_000, {"not-utf-8"}),
    "a zero byte": (BASE.replace("man", "m\0an"), {"control-character"}),
    "a control character": (BASE.replace("man", "m\x07an"), {"control-character"}),
    "an escape for the terminal": (BASE.replace("A small", "\x1b[31mA small"), {"control-character"}),
    "cut off in a name": (BASE[: BASE.index("three") + 3], {"wrong-kind"}),
    "cut off in brackets": (BASE[: BASE.index("[5, 5]") + 2], {"yaml-syntax"}),
    "10 MB of nesting": ("[" * 10_000_000, {"file-too-large"}),
    "half a MB of nesting": ("game: " + "[" * 500_000, {"too-deep"}),
    "half a MB of maps": ("game: " + "{a: " * 100_000, {"too-deep"}),
    "nesting by indentation": ("".join(f"{' ' * depth}a:\n" for depth in range(900)), {"too-deep"}),
    "a billion laughs": (
        "a: &a [x, x, x, x, x, x, x, x, x]\n"
        + "".join(f"{b}: &{b} [{', '.join([f'*{a}'] * 9)}]\n" for a, b in zip("abcdefgh", "bcdefghi", strict=True)),
        {"too-many-values"},
    ),
    "a hundred thousand values": (
        with_parts("define:\n" + "".join(f"  n{n}: {n}\n" for n in range(51_000))),
        {"too-many-values"},
    ),
    "a board of a billion sites": (
        with_parts("board: {shape: rectangle, size: [100000, 10000]}"),
        {"wrong-value"},
    ),
    "a board of many sites by an option": (
        with_parts("board: {shape: hexagon, size: side}\noptions:\n  side: {number: 99, from: 1, to: 100}"),
        {"board-too-large"},
    ),
    "a board of many lines": (
        with_parts("board: {shape: lines, lines: [" + ", ".join(f"a{n} b{n}" for n in range(1, 11_000)) + "]}"),
        {"board-too-large"},
    ),
    "a huge number": (rule("rank(" + "9" * 1_000 + ")"), {"unknown-name"}),
    "a huge sum": (with_parts("end: {a: {if: turn > " + "9" * 1_500 + ", result: me wins}}"), set()),
    "a huge product": (
        with_parts("define: {n: " + " * ".join(["9" * 30] * 50) + "}\nend: {a: {if: turn > n, result: me wins}}"),
        set(),
    ),
    "a number with an exponent": (with_parts("board: {shape: rectangle, size: 1e999}"), {"wrong-kind"}),
    "a very long name": (BASE.replace("drop", LONG[:900]), {"bad-name"}),
    "a name longer than YAML reads": (BASE.replace("drop", LONG), {"yaml-syntax"}),
    "a very long unknown word": (rule(f"{LONG[:1900]} and empty"), {"unknown-name"}),
    "a very long expression": (rule("empty and " * 5_000 + "mine"), {"expression-too-long"}),
    "deep brackets": (rule("(" * 900 + "empty" + ")" * 900), {"expression-too-long"}),
    "many negations": (rule("not " * 480 + "empty"), {"expression-too-long"}),
    "calls within calls": (rule("near(" * 39 + "mine" + ")" * 39), set()),
    "definitions that double": (
        with_parts(
            "define:\n  n0: near(mine)\n"
            + "".join(f"  n{n + 1}: n{n} and near(n{n})\n" for n in range(60))
            + "moves: {drop: {place: man, to: n60}}\n"
        ),
        {"expression-too-long"},
    ),
    "a thousand definitions": (
        with_parts(
            "define:\n" + "".join(f"  n{n}: near(mine) and not n{n + 1}\n" for n in range(1_000)) + "  n1000: edges\n"
        ),
        {"expression-too-long"},
    ),
    "a thousand mistakes": (
        with_parts("define:\n" + "".join(f"  n{n}: nothing{n} and (\n" for n in range(1_000))),
        {"expression-syntax"},
    ),
    "hundreds of pieces and players": (
        with_parts(
            f"players: [{', '.join(f'player-{n}' for n in range(300))}]\n"
            "pieces:\n"
            + "".join(f"  kind-{n}: {{owner: each}}\n" for n in range(300))
            + "moves: {drop: {place: kind-1}}\n"
        ),
        set(),
    ),
    "steps that go round": (
        with_parts(
            "play:\n  turn:\n    drop: {next: drop}\n  stuck: draw\n"
            "end:\n  a: {if: turn > 9, result: me wins, after: turn}"
        ),
        {"endless-turn"},
    ),
    "a step that goes round without doing anything": (
        with_parts(
            "moves: {wait: {pass: yes}}\nplay:\n  turn:\n    wait: {next: wait}\n  stuck: draw\n"
            "end:\n  a: {if: turn > 9, result: me wins, after: turn}"
        ),
        {"endless-turn"},
    ),
    "forced passes for ever": (
        with_parts("moves: {drop: {place: man, to: nowhere}}\nplay: {turn: drop, stuck: pass}"),
        {"never-ends"},
    ),
    "a game that never ends": (
        with_parts("moves: {wait: {pass: yes}}\nplay: {turn: wait, stuck: draw}"),
        {"never-ends"},
    ),
    "phases that go round": (
        with_parts(
            "phases:\n  one: {turn: wait, stuck: draw, until: yes, go: two}\n"
            "  two: {turn: wait, stuck: draw, until: yes, go: one}\n"
            "moves: {wait: {pass: yes}}\n"
        ),
        {"never-ends"},
    ),
    "an effect of its own name": (
        with_parts("moves: {drop: {place: man, then: strike}}\neffects: {strike: {a: {capture: strike}}}"),
        {"unknown-name"},
    ),
}


@pytest.mark.parametrize(("content", "codes"), FILES.values(), ids=FILES)
def test_a_harmful_file(content: str | bytes, codes: set[str], tmp_path: Path):
    path = tmp_path / "game.yaml"
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    started = time.process_time()
    found = interpreter.validate(path, games=1, seconds=3600)  # one game, which has its own limit of steps
    assert time.process_time() - started < SECONDS
    assert codes <= {finding.code for finding in found}
    for finding in found:
        assert catalog.page(finding.code)
        assert finding.span is not None or finding.code in ("file-too-large", "not-utf-8", "empty-file")
    for form in FORMATS:
        shown = render(found, form)
        assert "Traceback" not in shown
        assert not any(sign in shown for sign in "\x00\x07\x1b")
        assert len(shown) < 100_000 or len(found) > 100


SMALL = {title: (content, codes) for title, (content, codes) in FILES.items() if len(content) < 20_000}


@pytest.mark.parametrize(("content", "codes"), SMALL.values(), ids=SMALL)
def test_the_command_for_a_harmful_file(
    content: str | bytes,
    codes: set[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
):
    from interpreter.cli.app import run

    monkeypatch.chdir(tmp_path)
    (tmp_path / "game.yaml").write_bytes(content.encode() if isinstance(content, str) else content)
    left = run(["validate", "--games", "0", "game.yaml"])
    out, err = capsys.readouterr()
    only_warnings = codes <= WARNINGS
    assert left == (0 if only_warnings else 1)
    assert "Traceback" not in out + err
    assert all(f"error[{code}]" in out + err for code in codes - WARNINGS)


def test_the_command_as_a_process(tmp_path: Path):
    for content, code in ((b"[" * 10_000_000, 1), (BASE.encode(), 0)):
        (tmp_path / "game.yaml").write_bytes(content)
        ran = subprocess.run(
            [sys.executable, "-c", "from interpreter.cli import main; main()", "validate", str(tmp_path / "game.yaml")],
            capture_output=True,
            check=False,
            timeout=20,
        )
        assert ran.returncode == code
        assert b"Traceback" not in ran.stdout + ran.stderr
