"""Hand-written C playouts of games that the library has too, to compare with.

They are looked for in the folder that `BOARDWRIGHT_NATIVE` names, or in `../shared/conformance/bench` beside the
checkout. Each program prints a line of JSON with `playouts_per_s`, `steps_per_s` (of CPU time) and `mean_steps`.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from pathlib import Path
from typing import Any

from interpreter.resources import library_games

CHECKOUT = Path(__file__).parents[2]
CALLED_HERE = {"rive-4": "rive", "go-9": "go"}


def folder() -> Path | None:
    """Where the programs lie, or None where there are none, or no gcc and make to build them."""
    named = os.environ.get("BOARDWRIGHT_NATIVE")
    place = Path(named) if named else CHECKOUT.parent / "shared" / "conformance" / "bench"
    return place if (place / "Makefile").is_file() and shutil.which("gcc") and shutil.which("make") else None


def build(source: Path, into: Path) -> dict[str, Path]:
    """Builds a copy; gives the programs of the games that the library has, by the library's name."""
    copy = into / "native"
    shutil.copytree(source, copy, ignore=shutil.ignore_patterns("build"))
    found = {}
    for text in sorted(copy.glob("*.c")):
        game = CALLED_HERE.get(text.stem, text.stem)
        if game in library_games():
            subprocess.run(["make", "-s", f"build/{text.stem}"], cwd=copy, check=True)  # noqa: S607 - found on the path
            found[game] = copy / "build" / text.stem
    return found


def measure(program: Path) -> dict[str, Any]:
    """One run of a program."""
    ran = subprocess.run([program], check=True, capture_output=True, text=True)
    result: dict[str, Any] = json.loads(ran.stdout)
    return result
