"""The programs of `examples/` run and say what they promise; their types are part of `make lint`."""

from __future__ import annotations

import runpy
import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).resolve().parent.parent / "examples"


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["embedding.py"], ["16 legal steps", "illegal: ", "unreadable: ", "steps later"]),
        (["writing_a_player.py", "order-and-chaos", "1"], ["as order: ", "as chaos: "]),
        (["many_games.py", "wali", "2"], ["Wali, 2 games of chance", "legal steps on average"]),
        (["variant/compare.py", "2"], ["Hnefatafl 7x7: 40 first steps", "Hnefatafl with short arms: 32 first steps"]),
    ],
)
def test_an_example_runs(arguments: list[str], words: list[str]):
    done = subprocess.run(
        [sys.executable, EXAMPLES / arguments[0], *arguments[1:]], capture_output=True, text=True, check=True
    )
    assert done.stderr == ""
    for word in words:
        assert word in done.stdout


def test_a_machine_annotates_a_record(tmp_path: Path):
    import interpreter

    position = interpreter.load("tic-tac-toe").initial()
    for step in ("a1", "b1", "b2", "c1", "c3"):  # the fourth lets the first player win
        position = position.play(step)
    interpreter.records.write_record(position, tmp_path / "game.txt")
    main = runpy.run_path(str(EXAMPLES / "annotating.py"))["main"]
    main(str(tmp_path / "game.txt"), str(tmp_path / "game.pgn"))
    record = interpreter.records.read_record(tmp_path / "game.pgn")
    assert record.annotated
    assert interpreter.records.replay(record).outcome == position.outcome


def test_every_program_is_run_here():
    programs = {path.relative_to(EXAMPLES).as_posix() for path in EXAMPLES.rglob("*.py")}
    assert programs == {
        "annotating.py",
        "embedding.py",
        "writing_a_player.py",
        "many_games.py",
        "variant/compare.py",
        "pictures/draw.py",
    }


def test_the_picture_shows_the_file_as_it_is():
    drawing = runpy.run_path(str(EXAMPLES / "pictures" / "draw.py"))["drawing"]
    picture = EXAMPLES / "pictures" / "order-and-chaos.svg"
    assert picture.read_text(encoding="utf-8") == drawing(), "draw it again: python examples/pictures/draw.py"


def test_the_variant_is_valid():
    import interpreter

    assert interpreter.validate(EXAMPLES / "variant" / "short-arms.yaml", games=2) == []
