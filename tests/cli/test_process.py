"""What only a process of its own can show: start-up, terminals, signals, closed pipes, encodings."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

import pexpect
import pytest

ROOT = Path(__file__).resolve().parents[2]
BOARDWRIGHT = str(Path(sys.executable).parent / "boardwright")
HEAVY = ("networkx", "jsonschema", "lark", "rich", "typer", "pydantic", "yaml", "llvmlite", "hypothesis")


@pytest.mark.parametrize("arguments", [["--help"], ["--version"], ["play", "--help"]])
def test_help_starts_without_the_rooms_behind_it(arguments: list[str]):
    script = (
        "import sys\nfrom interpreter.cli.app import run\n"
        f"run({arguments!r})\nsys.stderr.write(' '.join(sys.modules))\n"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    loaded = {name.partition(".")[0] for name in done.stderr.split()}
    assert not loaded & set(HEAVY)
    assert "interpreter.play.game" not in done.stderr.split()


def terminal(*arguments: str, **environment: str) -> pexpect.spawn:
    settings = {**os.environ, "TERM": "xterm", "BOARDWRIGHT_STATE": tempfile.mkdtemp(), **environment}
    settings = {name: value for name, value in settings.items() if value}
    return pexpect.spawn(
        BOARDWRIGHT, list(arguments), encoding="utf-8", timeout=20, dimensions=(24, 80), env=settings, echo=False
    )


def interrupt(child: pexpect.spawn) -> None:
    """Ctrl-C, and once more where it came between two moments in which the program listens."""
    for _ in range(4):
        child.sendintr()
        if child.expect([pexpect.EOF, pexpect.TIMEOUT], timeout=5) == 0:
            return
    raise AssertionError("Ctrl-C did not end it")


def test_a_game_at_a_terminal():
    child = terminal("play", "wali", NO_COLOR="")
    child.expect("black to drop> ")
    assert "\x1b[1mWali\x1b[0m" in child.before
    child.sendline("c3")
    child.expect("white to drop> ")
    assert re.search(r"3  \. \.\[b\]\. \. \.", child.before)
    assert all(len(line) <= 80 for line in child.before.splitlines())
    child.sendeof()
    child.expect(pexpect.EOF)
    assert "The game is left after 1 step" in child.before
    child.close()
    assert child.exitstatus == 0


def test_no_colour_where_it_is_not_wanted():
    child = terminal("play", "wali", NO_COLOR="1")
    child.expect("black to drop> ")
    assert "\x1b" not in child.before
    child.sendline("quit")
    child.expect(pexpect.EOF)


def test_ctrl_c_stops_without_a_traceback():
    child = terminal("play", "wali", NO_COLOR="1")
    child.expect("black to drop> ")
    interrupt(child)
    assert "Stopped." in child.before
    assert "Traceback" not in child.before
    child.close()
    assert child.exitstatus == 130


def test_a_file_is_checked_again_when_it_or_its_parent_changes(tmp_path: Path):
    parent, child = tmp_path / "parent.yaml", tmp_path / "child.yaml"
    right = (ROOT / "games" / "tic-tac-toe.yaml").read_text(encoding="utf-8")
    parent.write_text(right, encoding="utf-8")
    child.write_text("game: Child\nextends: parent.yaml\n", encoding="utf-8")
    watching = terminal("validate", str(child), "--games", "0", "--format", "concise", "--watch", NO_COLOR="1")
    watching.expect("child.yaml: fine")
    watching.expect("watching 2 files; Ctrl-C ends it")
    child.write_text("game: Child\nextends: parent.yaml\nchnage: {}\n", encoding="utf-8")
    watching.expect("changed: child.yaml")
    watching.expect(r"child.yaml:3:1: error\[unknown-key\]")
    watching.expect("watching 2 files")
    child.write_text("game: Child\nextends: parent.yaml\nchange: {}\n", encoding="utf-8")
    watching.expect("child.yaml: fine")
    watching.expect("watching 2 files")
    parent.unlink()
    watching.expect("changed: parent.yaml")
    watching.expect("file-not-found")
    watching.expect("watching 2 files")
    parent.write_text(right, encoding="utf-8")
    watching.expect("child.yaml: fine")
    watching.expect("watching 2 files")
    interrupt(watching)
    assert "Stopped." in watching.before
    assert "Traceback" not in watching.before
    watching.close()
    assert watching.exitstatus == 130


def test_the_language_server_is_not_spoken_to_by_hand():
    pytest.importorskip("pygls", reason="the language server needs pygls (boardwright[editor])")
    child = terminal("language-server", NO_COLOR="1")
    child.expect("error: an editor starts this command")
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 2


def test_a_language_server_without_its_library():
    script = (
        "import sys\nsys.modules['pygls'] = sys.modules['lsprotocol'] = None\n"
        "from interpreter.cli.app import run\nsys.exit(run(['language-server']))\n"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "error: the language server needs pygls: install boardwright[editor]\n"


@pytest.mark.parametrize("command", [["list"], ["--help"], ["play", "rive", "--auto", "--seed", "1"]])
def test_a_closed_pipe_is_no_error(command: list[str]):
    reading, writing = os.pipe()
    os.close(reading)
    with os.fdopen(writing, "w") as closed:
        done = subprocess.run([BOARDWRIGHT, *command], stdout=closed, stderr=subprocess.PIPE, text=True, check=False)
    assert done.stderr == ""
    assert done.returncode in {1, 141}  # the first where help is written by the parser of the command line


def test_a_terminal_that_knows_ascii_only():
    settings = {**os.environ, "PYTHONIOENCODING": "ascii", "LC_ALL": "C"}
    done = subprocess.run(
        [BOARDWRIGHT, "play", "wali"],
        input="c3\u00e9 \u2013 x\nquit\n".encode(),
        capture_output=True,
        env=settings,
        check=False,
    )
    assert done.returncode == 0
    assert done.stderr == b""
    assert b"is not a step:" in done.stdout
