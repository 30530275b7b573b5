"""What is kept of a game between runs: found again without the rooms that read rules, and only while it is true."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import TYPE_CHECKING, Any

import pytest

import interpreter
from interpreter import caching
from interpreter.engine import kernel
from interpreter.engine.kernel import cache, objects
from interpreter.play import reading

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.skipif(not kernel.available(), reason="kernels are kept only as machine code")

PARENT = """
game: Lines
language: 1
players: [black, white]
board: {shape: rectangle, size: [3, 3]}
pieces:
  stone: {owner: each}
moves:
  drop: {place: stone, to: empty}
play: {turn: drop, stuck: impossible}
end:
  full: {if: no(empty), result: draw}
"""
CHILD = "game: Long Lines\nextends: parent.yaml\nchange: {board: {size: [4, 3]}}\n"


@pytest.fixture(autouse=True)
def _place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BOARDWRIGHT_CACHE", str(tmp_path / "kept"))


@pytest.fixture
def child(tmp_path: Path) -> Path:
    (tmp_path / "parent.yaml").write_text(PARENT, encoding="utf-8")
    path = tmp_path / "child.yaml"
    path.write_text(CHILD, encoding="utf-8")
    return path


class Reads:
    """Counts how often a game was read."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.number = 0
        monkeypatch.setattr(reading, "read_game", self.read)

    def read(self, origin: Any, real: Any = reading.read_game) -> Any:
        self.number += 1
        return real(origin)


@pytest.fixture
def reads(monkeypatch: pytest.MonkeyPatch) -> Reads:
    return Reads(monkeypatch)


def described() -> list[bytes]:
    """The entries that describe games."""
    texts = [path.read_bytes()[32:] for path in caching.folder().iterdir()]
    return [text for text in texts if text.startswith(b'{"title"')]


def mean(path: Path | str, **how: Any) -> float:
    return interpreter.load(path, **how).playouts(5).mean_steps


def test_the_second_time_nothing_is_read(child: Path, reads: Reads):
    first = interpreter.load(child)
    played = first.playouts(50, seed=3)
    assert reads.number == 1
    again = interpreter.load(child)
    assert again.playouts(50, seed=3) == played
    assert (again.title, again.players, again.name, again.hash) == ("Long Lines", first.players, "child", first.hash)
    assert reads.number == 1
    assert len(again.board.sites) == 12
    assert reads.number == 2


def test_options_and_changes_have_entries_of_their_own(reads: Reads):
    small: dict[str, Any] = {"options": {"board-size": 3, "in-a-row": 3}}
    for number in (1, 1):
        assert 5 <= mean("order-and-chaos", **small) <= 9
        assert mean("order-and-chaos", change={"board.size": [4, 4]}, options={"in-a-row": 4}) > 9
        assert reads.number == 2 * number
    game = interpreter.load("order-and-chaos", **small)
    assert (game.options["board-size"], reads.number) == (3, 2)


def test_values_that_no_entry_can_hold_are_read_anew(child: Path, reads: Reads):
    for number in (1, 2):
        assert mean(child, change={"board.size": (3, 2)} if number else {}) == 6
        assert reads.number == number


def test_a_change_of_the_file_or_of_a_parent_is_seen(child: Path, reads: Reads):
    assert mean(child) == 12
    child.write_text(CHILD.replace("[4, 3]", "[4, 4]"), encoding="utf-8")
    assert mean(child) == 16
    child.write_text(CHILD, encoding="utf-8")
    assert (mean(child), reads.number) == (12, 2)
    parent = child.with_name("parent.yaml")
    parent.write_text(PARENT.replace("draw", "black wins"), encoding="utf-8")
    assert interpreter.load(child).playouts(5).wins("black") == 5
    parent.unlink()
    with pytest.raises(interpreter.GameFileError, match=r"parent\.yaml"):
        interpreter.load(child)


def test_a_game_stays_that_of_the_moment_it_was_loaded(child: Path):
    mean(child)
    game = interpreter.load(child)
    child.write_text("no game", encoding="utf-8")
    assert len(game.board.sites) == 12


def test_a_change_of_the_program_is_seen(child: Path, reads: Reads, monkeypatch: pytest.MonkeyPatch):
    mean(child)
    monkeypatch.setattr(caching, "program", lambda: "another")
    mean(child)
    assert reads.number == 2


def test_another_processor_has_its_own_kernel(child: Path, reads: Reads, monkeypatch: pytest.MonkeyPatch):
    mean(child)
    real = cache.host_key()
    monkeypatch.setattr(cache, "host_key", lambda: real + "+other")
    mean(child)
    assert reads.number == 2
    mean(child)
    assert reads.number == 2


def test_without_llvmlite_python_plays(child: Path, monkeypatch: pytest.MonkeyPatch):
    played = interpreter.load(child).playouts(5)
    monkeypatch.setattr(objects, "available", lambda: False)
    monkeypatch.setattr(kernel, "available", lambda: False, raising=False)
    slow = interpreter.load(child).playouts(5)
    assert (slow.engine, slow.outcomes) == ("python", played.outcomes)


@pytest.mark.parametrize("spoilt", [b"", b"{}", b"[]", b'{"files": {}}', b'{"files": {}, "players": 1}', b"\xff"])
def test_entries_that_say_nothing_are_made_anew(child: Path, reads: Reads, spoilt: bytes):
    mean(child)
    for path in caching.folder().iterdir():
        if path.read_bytes()[32:] in described():
            caching.keep(path.stem, spoilt)
    assert mean(child) == 12
    assert mean(child) == 12
    assert reads.number == 2


def test_a_kernel_that_is_gone_is_compiled_anew(child: Path, reads: Reads):
    mean(child)
    for path in caching.folder().iterdir():
        if path.read_bytes()[32:] not in described():
            path.unlink()
    assert (mean(child), reads.number) == (12, 2)
    assert (mean(child), reads.number) == (12, 2)


def test_a_folder_that_cannot_be_written_is_no_hindrance(child: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("BOARDWRIGHT_CACHE", str(child / "below"))
    assert mean(child) == 12
    assert mean(child) == 12


def test_counts_are_the_same_from_what_is_kept(child: Path, reads: Reads):
    counts = [interpreter.load(child).perft(depth, by) for by in ("step", "turn") for depth in (0, 1, 2, 3)]
    assert counts == 2 * [1, 12, 132, 1320]
    number = reads.number
    assert [interpreter.load(child).perft(depth, by) for by in ("step", "turn") for depth in (0, 1, 2, 3)] == counts
    assert interpreter.load(child).playouts(1).engine == "llvm"
    assert reads.number == number + 1  # the playouts were not compiled before
    kept = [
        json.loads(entry) for path in caching.folder().iterdir() if (entry := path.read_bytes()[32:])[:8] == b'{"title"'
    ]
    assert [sorted(entry["kernels"]) for entry in kept] == [["perft", "playouts"]]


def test_programs_side_by_side(child: Path):
    program = f"import interpreter\nfor _ in range(3): assert interpreter.load({str(child)!r}).playouts(9).steps == 108"
    running = [subprocess.Popen([sys.executable, "-c", program]) for _ in range(2)]
    assert [process.wait() for process in running] == [0, 0]


def test_a_warm_start_needs_none_of_the_rooms_that_read_rules():
    script = (
        "import sys\nfrom interpreter.cli.app import run\n"
        "run(['playouts', 'wali', '-n', '1'])\nrun(['perft', 'wali', '-d', '3'])\n"
        "sys.stderr.write(' '.join(sys.modules))\n"
    )
    for _ in range(2):
        done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    loaded = set(done.stderr.split())
    heavy = {"networkx", "lark", "yaml", "jsonschema", "rich", "random_games", "interpreter.machine.rules"}
    assert not loaded & heavy
    assert not {name for name in loaded if name.startswith(("interpreter.board", "interpreter.language"))}
