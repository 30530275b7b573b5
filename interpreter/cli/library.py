"""What the library holds, without building the games."""

from __future__ import annotations

import re
from dataclasses import dataclass

from interpreter.diagnostics import Diagnostic, SourceFile
from interpreter.resources import folder, library_games
from interpreter.source import files
from interpreter.source.nodes import Mapping, Scalar
from interpreter.source.trees import read_tree

__all__ = ["Entry", "library"]


@dataclass(frozen=True)
class Entry:
    """A game of the library: its name, its title, and the game it is a variant of, if any."""

    name: str
    title: str
    parent: str | None


def library() -> tuple[Entry, ...]:
    """The games of the library, sorted by name. A file that cannot be read is listed by its name alone."""
    return tuple(_entry(name) for name in library_games())


def _without_rules(source: SourceFile) -> SourceFile:
    """The keys that an entry is made of: reading all the others takes three quarters of the time."""
    # A key of the file begins a line; whatever belongs to it is indented.
    keys = re.split(r"^(?=[^\s#])", source.text, flags=re.MULTILINE)
    kept = [key for key in keys if key.startswith(("game:", "extends:"))]
    return SourceFile(source.name, "".join(kept)) if kept else source


def _entry(name: str) -> Entry:
    source = files.read(folder("games") / f"{name}.yaml", name)
    root = None if isinstance(source, Diagnostic) else read_tree(_without_rules(source))[0]
    if not isinstance(root, Mapping):
        return Entry(name, name, None)
    title, parent = root.get("game"), root.get("extends")
    return Entry(
        name,
        title.text if isinstance(title, Scalar) else name,
        parent.text.removesuffix(".yaml") if isinstance(parent, Scalar) else None,
    )
