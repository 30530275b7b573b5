"""Where a game comes from: its file with all parents as they were read, and what was asked for beside them."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from interpreter import caching
from interpreter.diagnostics import Diagnostic, SourceFile
from interpreter.source import files

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["Kept", "Origin"]


@dataclass(frozen=True)
class Kept:
    """What is known of a game without its rules.

    `kernels` holds for each use of a kernel what that use needs, beside the compiled kernel itself.
    """

    title: str
    players: tuple[str, ...]
    options: dict[str, str | int]
    hash: str
    kernels: dict[str, dict[str, Any]] = field(default_factory=dict)


@dataclass(frozen=True)
class Origin:
    """The name or path of a file, and the options and changes asked for.

    Every file is read once, however often it is asked for: a game is that of one moment.
    """

    name: str | Path
    options: Mapping[str, object]
    change: Mapping[str, object]
    texts: dict[Path, SourceFile | Diagnostic] = field(default_factory=dict)

    @cached_property
    def _found(self) -> tuple[Path, str]:
        return files.find(self.name)

    @property
    def path(self) -> Path:
        """The path of the file."""
        return self._found[0]

    def read(self, path: Path, shown: str) -> SourceFile | Diagnostic:
        """The text of a file as it was when it was first read here."""
        place = path.absolute()
        if place not in self.texts:
            self.texts[place] = files.read(path, shown)
        return self.texts[place]

    def recall(self) -> Kept | None:
        """What was kept of the game, if neither the file, nor a parent, nor this program has changed since."""
        data = self._key and caching.fetch(self._key)
        if not data:
            return None
        try:
            told = json.loads(data)
            if any(self._digest(Path(place)) != digest for place, digest in told.pop("files").items()):
                return None
            return Kept(**{**told, "players": tuple(told["players"])})
        except (ValueError, TypeError, KeyError, AttributeError):  # not what this program writes
            return None

    def remember(self, kept: Kept) -> None:
        """Keeps what is known of a game that was read from here, beside kernels that are kept already."""
        if self._key is None:
            return
        before = self.recall()
        kernels = {**(before.kernels if before else {}), **kept.kernels}
        digests = {str(path): self._digest(path) for path in self.texts}
        caching.keep(self._key, json.dumps({**asdict(kept), "kernels": kernels, "files": digests}).encode())

    @cached_property
    def _key(self) -> str | None:
        """A name for what is kept; None where nothing can be, for values that JSON does not hold as they are."""
        asked = [self.options, self.change]
        try:
            if json.loads(json.dumps(asked)) != asked:
                return None
        except (TypeError, ValueError):
            return None
        path, shown = self._found
        source = self.read(path, shown)
        if isinstance(source, Diagnostic):
            return None
        return caching.key_of("game", caching.program(), str(path.absolute()), source.text, asked)

    def _digest(self, path: Path) -> str | None:
        source = self.read(path, files.shown_path(path))
        return None if isinstance(source, Diagnostic) else caching.key_of(source.text)
