"""A game file read, merged with its parents, options chosen, changes made: what every later room starts from."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from interpreter.source import files
from interpreter.source.changes import apply_changes
from interpreter.source.merging import without
from interpreter.source.nodes import Mapping, Scalar
from interpreter.source.options import Option, apply_choices, choose, preset, put_numbers, read_options
from interpreter.source.resolved import document_hash, resolved_yaml
from interpreter.source.schema_check import check
from interpreter.source.variants import Written, inherit, read_family

if TYPE_CHECKING:
    from collections.abc import Mapping as Mapped
    from pathlib import Path

    from interpreter.diagnostics import Diagnostic, SourceFile, Span


__all__ = ["Document", "Option", "document_hash", "load_document", "resolved_yaml"]


@dataclass(frozen=True)
class Document:
    """One game, ready to be understood.

    `root` is the merged tree without `extends`, `change`, `choose` and `options`; `chosen` holds every option with its
    value, `numbers` those that are numbers (they may also stand inside expressions); `files` are the file and its
    parents, child first.
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
    for written in family:
        found += check(written.root, _number_names(family))
    if "extends" in family[-1].root:
        # It names no file, so the rest of the game is unknown.
        return None, tuple(found)
    inherited = inherit(family, found)
    declared = read_options(inherited.get("options"), found)
    declared = preset(declared, [written.root.get("choose") for written in reversed(family)], found)
    chosen = choose(declared, options or {}, found)
    root = without(apply_choices(inherited, declared, chosen, found), "options")
    root = apply_changes(root, change or {}, found)
    numbers = {name: value for name, value in chosen.items() if isinstance(value, int)}
    root = put_numbers(root, numbers)
    found = _once([*found, *check(root, merged=len(family) > 1 or bool(change))])
    if any(problem.is_error for problem in found):
        return None, tuple(found)
    sources = tuple(written.source for written in family)
    return Document(path.stem, path, root, declared, chosen, numbers, sources), tuple(found)


def _number_names(family: tuple[Written, ...]) -> frozenset[str]:
    """Names of the number options of a file and its parents: as written, they may stand for numbers."""
    names: set[str] = set()
    for written in family:
        options = written.root.get("options")
        for entry in options.entries if isinstance(options, Mapping) else ():
            if isinstance(entry.value, Mapping) and isinstance(entry.value.get("number"), Scalar):
                names.add(entry.key.text)
    return frozenset(names)


def _once(found: list[Diagnostic]) -> list[Diagnostic]:
    """Findings without those told already: what is wrong in a file is wrong in the merged game too."""
    told: set[tuple[str, Span | None, str]] = set()
    kept: list[Diagnostic] = []
    for diagnostic in found:
        what = (diagnostic.code, diagnostic.span, "" if diagnostic.span else diagnostic.message)
        if what not in told:
            told.add(what)
            kept.append(diagnostic)
    return kept
