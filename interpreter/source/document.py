"""A game file read, merged with its parents, options chosen, changes made: what every later room starts from."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from interpreter.source import files
from interpreter.source.changes import apply_changes
from interpreter.source.merging import without
from interpreter.source.options import Option, apply_choices, choose, put_numbers, read_options
from interpreter.source.variants import inherit, read_family

if TYPE_CHECKING:
    from collections.abc import Mapping as Mapped
    from pathlib import Path

    from interpreter.diagnostics import Diagnostic, SourceFile
    from interpreter.source.nodes import Mapping


@dataclass(frozen=True)
class Document:
    """One game, ready to be understood.

    `root` is the merged tree without `extends`, `change` and `options`; `chosen` holds every option with its value,
    `numbers` those that are numbers (they may also stand inside expressions); `files` are the file and its parents,
    child first.
    """

    name: str
    path: Path
    root: Mapping
    options: tuple[Option, ...]
    chosen: Mapped[str, str | int]
    numbers: Mapped[str, int]
    files: tuple[SourceFile, ...]


def load_document(
    name_or_path: str | Path,
    *,
    options: Mapped[str, object] | None = None,
    change: Mapped[str, object] | None = None,
) -> tuple[Document | None, tuple[Diagnostic, ...]]:
    """The document of a library game (by name) or a file (by path), and everything wrong with it.

    `options` are choices by name; `change` are dotted paths with values (Python values, or YAML text). No document is
    given if there is any error.
    """
    path, shown = files.find(name_or_path)
    family, problems = read_family(path, shown)
    found = list(problems)
    if found:
        return None, tuple(found)
    inherited = inherit(family, found)
    declared = read_options(inherited.get("options"), found)
    chosen = choose(declared, options or {}, found)
    root = without(apply_choices(inherited, declared, chosen, found), "options")
    root = apply_changes(root, change or {}, found)
    numbers = {name: value for name, value in chosen.items() if isinstance(value, int)}
    root = put_numbers(root, numbers)
    if any(problem.is_error for problem in found):
        return None, tuple(found)
    sources = tuple(written.source for written in family)
    return Document(path.stem, path, root, declared, chosen, numbers, sources), tuple(found)
