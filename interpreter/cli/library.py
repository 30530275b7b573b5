"""What the library holds, without building the games."""

from __future__ import annotations

from dataclasses import dataclass

from interpreter.diagnostics import Diagnostic
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


def _entry(name: str) -> Entry:
    source = files.read(folder("games") / f"{name}.yaml", name)
    root = None if isinstance(source, Diagnostic) else read_tree(source)[0]
    if not isinstance(root, Mapping):
        return Entry(name, name, None)
    title, parent = root.get("game"), root.get("extends")
    return Entry(
        name,
        title.text if isinstance(title, Scalar) else name,
        parent.text.removesuffix(".yaml") if isinstance(parent, Scalar) else None,
    )
