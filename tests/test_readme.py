"""Every example of the README is run, in its order, in an empty folder."""

from __future__ import annotations

import json
import os
import re
import shlex
import subprocess
import sys
import tomllib
from fnmatch import fnmatchcase
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```(\w+)\n(.*?)^```$", README, re.DOTALL | re.MULTILINE)


def environment(folder: Path) -> dict[str, str]:
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    return {**os.environ, "PATH": path, "NO_COLOR": "1", "COLUMNS": "80", "BOARDWRIGHT_CACHE": str(folder / "cache")}


def test_the_examples_hold(tmp_path: Path):
    ran = 0
    for kind, text in BLOCKS:
        match kind:
            case "yaml":
                first, _, _ = text.partition("\n")
                (tmp_path / first.removeprefix("# ")).write_text(text, encoding="utf-8")
            case "python":
                subprocess.run([sys.executable, "-c", text], cwd=tmp_path, check=True, env=environment(tmp_path))
            case "console":
                for command, expected in dialogues(text):
                    compare(command, expected, tmp_path)
            case "toml":
                tomllib.loads(text)
            case "json":
                json.loads(text)
            case "sh" | "lua":
                continue
            case _:
                pytest.fail(f"a block of a kind that nothing runs: {kind}")
        ran += 1
    assert ran > 8


def dialogues(text: str) -> list[tuple[str, list[str]]]:
    found: list[tuple[str, list[str]]] = []
    for line in text.splitlines():
        if line.startswith("$ "):
            found.append((line[2:], []))
        else:
            found[-1][1].append(line)
    return found


def compare(command: str, expected: list[str], folder: Path) -> None:
    """A line `...` stands for any lines, three full stops in a line for any text."""
    done = subprocess.run(
        shlex.split(command),
        cwd=folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        env=environment(folder),
        check=False,
    )
    pattern = "\n".join(expected)
    for sign in "[]?*":
        pattern = pattern.replace(sign, f"\0{ord(sign)}\0")
    pattern = re.sub(r"\0(\d+)\0", lambda match: f"[{chr(int(match[1]))}]", pattern.replace("...", "*"))
    assert fnmatchcase(done.stdout.rstrip("\n"), pattern), f"$ {command}\n{done.stdout}"


@pytest.mark.parametrize("text", [text for kind, text in BLOCKS if kind == "sh"])
def test_the_commands_that_install_are_commands(text: str):
    targets = set(re.findall(r"^([\w-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
    for line in text.splitlines():
        words = line.partition(" #")[0].split()
        if words[0] == "make":
            assert words[1] in targets
        else:
            assert words[0] in {"uv", "python3", ".venv/bin/pip"}


def test_every_file_that_is_named_is_there():
    for name in re.findall(r"\]\((?!https?:)([^)#]+)\)", README):
        assert (ROOT / name).is_file(), name
