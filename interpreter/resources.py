"""Where the library's own files are: `games` and `grammar`.

In a checkout and an editable install they stand beside the package; in a wheel, inside it.
"""

from __future__ import annotations

from pathlib import Path

PACKAGE = Path(__file__).resolve().parent


def folder(name: str) -> Path:
    """The folder of package data called `name` (`games` or `grammar`)."""
    inside = PACKAGE / name
    return inside if inside.is_dir() else PACKAGE.parent / name


def library_games() -> tuple[str, ...]:
    """Names of the games of the library, sorted."""
    return tuple(sorted(path.stem for path in folder("games").glob("*.yaml")))
