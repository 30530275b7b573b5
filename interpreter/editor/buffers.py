"""The files an editor has open, before those on the disk, and the families of games that they make."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from interpreter.diagnostics import Diagnostic, SourceFile
from interpreter.resources import folder
from interpreter.source import files
from interpreter.source.variants import Written, read_family

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

MOST = 500
"""Files of a folder that are looked at for variants."""

GAME = re.compile(r"^(?:game|language|extends)[ \t]*:|game\.schema\.json", re.MULTILINE)
"""What tells a game from other YAML, which editors show to the server too."""


class Buffers:
    """Texts by path. A source is called by the path of its file, so that every place leads back to one."""

    def __init__(self) -> None:
        self.texts: dict[Path, str] = {}
        self._families: dict[Path, tuple[Written, ...]] = {}

    def open(self, path: Path, text: str) -> None:
        """Takes the text of a file as it stands in the editor."""
        self.texts[path] = text

    def close(self, path: Path) -> None:
        """Forgets it: the file on the disk counts again."""
        self.texts.pop(path, None)
        self._families.pop(path, None)

    def read(self, path: Path, shown: str = "") -> SourceFile | Diagnostic:
        """The text of a file, or why there is none."""
        del shown  # a path says more to an editor
        text = self.texts.get(path)
        return files.read(path, str(path)) if text is None else files.from_text(text, str(path))

    def source(self, path: Path) -> SourceFile:
        """The text of a file for counting lines in it; empty where it cannot be read."""
        source = self.read(path)
        return source if isinstance(source, SourceFile) else SourceFile(str(path), self.texts.get(path, ""))

    def is_game(self, path: Path) -> bool:
        """Whether a file is a game, or so new that it may become one; nothing is said of others."""
        text = self.source(path).text
        return bool(GAME.search(text)) or ":" not in text

    def family(self, path: Path) -> tuple[Written, ...]:
        """A file and its parents as they are written now; empty while the file itself cannot be read, or is no game."""
        if not self.is_game(path):
            return ()
        family, _ = read_family(path, str(path), self.read)
        if family:
            self._families[path] = family
        return family

    def latest(self, path: Path) -> tuple[Written, ...]:
        """The same, or while a file cannot be read, as it was last: for names, not for places."""
        return self.family(path) or self._families.get(path, ())

    def relatives(self, path: Path) -> Iterator[tuple[Written, ...]]:
        """The families of this file and of those that extend it or its parents, as far as they lie beside them."""
        own = self.family(path)
        if not own:
            return
        yield own
        ours = {written.path.resolve() for written in own if not in_library(written.path)}
        beside = {other for written in own for other in _beside(written.path) if other.resolve() not in ours}
        for other in sorted({*beside, *(open_ for open_ in self.texts if open_.resolve() not in ours)}):
            source = self.read(other)
            if isinstance(source, SourceFile) and "extends" in source.text:
                family = self.family(other)
                if any(written.path.resolve() in ours for written in family):
                    yield family


def in_library(path: Path) -> bool:
    """Whether a file is one of the library's."""
    return path.resolve().parent == folder("games").resolve()


def _beside(path: Path) -> list[Path]:
    if in_library(path):
        return []
    try:
        return sorted(other for other in path.parent.iterdir() if other.suffix in files.SUFFIXES)[:MOST]
    except OSError:
        return []
