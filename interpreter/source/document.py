"""A game file read, merged with its parents, options chosen, changes made: what every later room starts from."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from interpreter.diagnostics import Diagnostic
from interpreter.source import files
from interpreter.source.changes import apply_changes
from interpreter.source.merging import without
from interpreter.source.nodes import Mapping, Scalar
from interpreter.source.options import Option, apply_choices, choose, preset, put_numbers, read_options
from interpreter.source.resolved import document_hash, resolved_yaml
from interpreter.source.schema_check import check
from interpreter.source.variants import Written, inherit, read_family
from interpreter.source.versions import language_of

if TYPE_CHECKING:
    from collections.abc import Mapping as Mapped
    from pathlib import Path

    from interpreter.diagnostics import SourceFile, Span


__all__ = ["Document", "Option", "document_hash", "load_document", "read_document", "rechosen", "resolved_yaml"]


@dataclass(frozen=True)
class Document:
    """One game, ready to be understood.

    `root` is the merged tree without `extends`, `change`, `choose` and `options`; `chosen` holds every option with its
    value, `numbers` those that are numbers (they may also stand inside expressions); `files` are the file and its
    parents, child first. `open` is the merged tree before any choice and change, `options` included.
    """

    name: str
    path: Path
    root: Mapping
    options: tuple[Option, ...]
    chosen: Mapped[str, str | int]
    numbers: Mapped[str, int]
    files: tuple[SourceFile, ...]
    open: Mapping


def load_document(
    name_or_path: str | Path,
    *,
    options: Mapped[str, object] | None = None,
    change: Mapped[str, object] | None = None,
    read: files.Reading = files.read,
) -> tuple[Document | None, tuple[Diagnostic, ...]]:
    """The document of a library game (by name) or a file (by path), and everything wrong with it.

    `options` are choices by name; `change` are dotted paths with values (Python values, or YAML text). No document is
    given if there is any error. `read` gives the text of a file.
    """
    document, found = read_document(name_or_path, options=options, change=change, read=read)
    return (None if any(problem.is_error for problem in found) else document), found


def read_document(
    name_or_path: str | Path,
    *,
    options: Mapped[str, object] | None = None,
    change: Mapped[str, object] | None = None,
    read: files.Reading = files.read,
) -> tuple[Document | None, tuple[Diagnostic, ...]]:
    """The same, but with a document wherever the files can be read and merged.

    So what is wrong with the rules can be told together with what is wrong with the keys. A document with errors must
    not be played. `read` gives the text of a file.
    """
    path, shown = files.find(name_or_path)
    family, problems = read_family(path, shown, read)
    found = list(problems)
    if found:
        return None, tuple(found)
    names = _number_names(family)
    language = 1
    for written in reversed(family):  # a variant has its parent's language, or a later one
        language = language_of(written.root, language)
        found += check(written.root, names, language=language)
    found += _older(family)
    if newer := [problem for problem in found if problem.code == "newer-language"]:
        # What else seems wrong may be right in that language.
        return None, tuple(newer)
    if "extends" in family[-1].root:
        # It names no file, so the rest of the game is unknown.
        return None, tuple(found)
    inherited = inherit(family, found)
    declared = read_options(inherited.get("options"), found)
    declared = preset(declared, [written.root.get("choose") for written in reversed(family[:-1])], found)
    chosen = choose(declared, options or {}, found)
    root, numbers = _settled(inherited, declared, chosen, change or {}, found)
    # An option that was told as wrong already still has its name.
    found += check(root, names - numbers.keys(), merged=len(family) > 1 or bool(change), language=language)
    sources = tuple(written.source for written in family)
    told = _in_order(found, sources)
    return Document(path.stem, path, root, declared, chosen, numbers, sources, inherited), told


def rechosen(document: Document, options: Mapped[str, object]) -> tuple[Document | None, tuple[Diagnostic, ...]]:
    """A document by other choices and without changes, and what is wrong with it then; its files are not read again."""
    found: list[Diagnostic] = []
    chosen = choose(document.options, options, found)
    root, numbers = _settled(document.open, document.options, chosen, {}, found)
    found += check(root, frozenset(), merged=len(document.files) > 1, language=language_of(document.root, 1))
    wrong = any(problem.is_error for problem in found)
    other = None if wrong else replace(document, root=root, chosen=chosen, numbers=numbers)
    return other, _in_order(found, document.files)


def _settled(
    inherited: Mapping,
    declared: tuple[Option, ...],
    chosen: dict[str, str | int],
    change: Mapped[str, object],
    found: list[Diagnostic],
) -> tuple[Mapping, dict[str, int]]:
    """The tree after choices and changes, and the numbers chosen, which stand in it."""
    root = without(apply_choices(inherited, declared, chosen, found), "options")
    root = apply_changes(root, change, found)
    numbers = {name: value for name, value in chosen.items() if isinstance(value, int)}
    return put_numbers(root, numbers), numbers


def _number_names(family: tuple[Written, ...]) -> frozenset[str]:
    """Names of the number options of a file and its parents: as written, they may stand for numbers."""
    names: set[str] = set()
    for written in family:
        options = written.root.get("options")
        for entry in options.entries if isinstance(options, Mapping) else ():
            if isinstance(entry.value, Mapping) and any(isinstance(value, Scalar) for _, value in entry.value.items()):
                names.add(entry.key.text)
    return frozenset(names)


def _older(family: tuple[Written, ...]) -> list[Diagnostic]:
    """A variant that says an earlier version of the language than its parent."""
    found, earlier = [], 1
    for written in reversed(family):
        language = language_of(written.root, earlier)
        if language < earlier:
            found.append(
                Diagnostic(
                    "newer-word",
                    f"the parent is written in language {earlier}, and this file says {language}",
                    (written.root.key("language") or written.root).span,
                    help=f"write `language: {earlier}`, or leave it out",
                )
            )
        earlier = max(earlier, language)
    return found


def _in_order(found: list[Diagnostic], sources: tuple[SourceFile, ...]) -> tuple[Diagnostic, ...]:
    """Findings in the order of the files, each told once: what is wrong in a file is wrong in the merged game too."""
    ranks = {source: rank for rank, source in enumerate(sources)}
    once: dict[tuple[str, Span | None, str], Diagnostic] = {}
    for diagnostic in found:
        once.setdefault((diagnostic.code, diagnostic.span, "" if diagnostic.span else diagnostic.message), diagnostic)

    def place(diagnostic: Diagnostic) -> tuple[int, int]:
        span = diagnostic.span
        return (ranks.get(span.source, len(ranks)), span.start) if span else (-1, 0)

    return tuple(sorted(once.values(), key=place))
