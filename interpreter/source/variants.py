"""A file with its parents: `extends` and `change`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from interpreter.diagnostics import Diagnostic, SourceFile, Span
from interpreter.diagnostics.suggesting import closest
from interpreter.source import files
from interpreter.source.merging import merge, without
from interpreter.source.nodes import Entry, Mapping, Node, Scalar
from interpreter.source.trees import read_tree

if TYPE_CHECKING:
    from pathlib import Path

VARIANT_KEYS = ("game", "language", "about", "extends", "change", "choose", "options", "scenarios")
"""What a file with `extends` may say; all else stands under `change`."""

UNCHANGEABLE = ("game", "language", "about", "options", "scenarios", "extends", "change", "choose")
"""What no patch may change."""

LONGEST_LINE = 20
"""Parents, grandparents, ... of a variant."""


@dataclass(frozen=True, slots=True)
class Written:
    """One file as its author wrote it."""

    path: Path
    source: SourceFile
    root: Mapping


def read_family(
    path: Path, shown: str, read: files.Reading = files.read
) -> tuple[tuple[Written, ...], tuple[Diagnostic, ...]]:
    """A file and its parents, child first. Empty, or broken off, where one cannot be read."""
    family: list[Written] = []
    asked: Scalar | None = None
    while True:
        source = read(path, shown)
        if isinstance(source, Diagnostic):
            return tuple(family), (_told_by(source, asked),)
        root, found = read_tree(source)
        if root is None:
            return tuple(family), found
        if not isinstance(root, Mapping):
            return tuple(family), (not_a_game(root),)
        family.append(Written(path, source, root))
        extends = root.get("extends")
        if extends is None:
            return tuple(family), ()
        if not isinstance(extends, Scalar) or not isinstance(extends.value, str):
            # The schema says what is wrong with it.
            return tuple(family), ()
        asked = extends
        parent = files.parent_path(extends.text, path)
        problem = _unknown_parent(asked, path) if parent is None else _endless(asked, parent[0], family)
        if parent is None or problem:
            return tuple(family), (problem,) if problem else ()
        path, shown = parent


def inherit(family: tuple[Written, ...], found: list[Diagnostic]) -> Mapping:
    """The game that a file and its parents describe together, `options` included."""
    root = family[-1].root
    for written in reversed(family[:-1]):
        root = _vary(root, written.root, found)
    return without(root, "extends", "change", "choose")


def _vary(parent: Mapping, child: Mapping, found: list[Diagnostic]) -> Mapping:
    change = child.get("change")
    allowed = without(change, *UNCHANGEABLE) if isinstance(change, Mapping) else None
    changed = merge(parent, allowed, found) if allowed else parent
    entries = {entry.key.text: entry for entry in changed.entries} if isinstance(changed, Mapping) else {}
    # A parent's scenarios tell of the parent's rules.
    entries.pop("scenarios", None)
    for entry in child.entries:
        name = entry.key.text
        if name in ("game", "language", "scenarios"):
            entries[name] = entry
        elif name == "about":
            old = entries.get(name)
            entries[name] = Entry(entry.key, merge(old.value if old else None, entry.value, found, ("about",)))
        elif name == "options":
            old = entries.get(name)
            entries[name] = Entry(entry.key, _more_options(old.value if old else None, entry.value, found))
    return Mapping(tuple(entries.values()), child.span)


def _more_options(old: Node | None, new: Node, found: list[Diagnostic]) -> Node:
    """Options of a variant beside its parent's. A choice replaces the parent's choice of that name as a whole."""
    if not isinstance(new, Mapping):
        return new
    known = {entry.key.text: entry for entry in old.entries} if isinstance(old, Mapping) else {}
    for entry in new.entries:
        before = known.get(entry.key.text)
        if isinstance(entry.value, Mapping) and before and isinstance(before.value, Mapping):
            choices = {choice.key.text: choice for choice in before.value.entries}
            choices |= {choice.key.text: choice for choice in entry.value.entries}
            known[entry.key.text] = Entry(entry.key, Mapping(tuple(choices.values()), entry.value.span))
        elif isinstance(entry.value, Scalar) and entry.value.value is None:
            if known.pop(entry.key.text, None) is None:
                merge(Mapping((), new.span), Mapping((entry,), new.span), found, ("options",))
        else:
            known[entry.key.text] = entry
    return Mapping(tuple(known.values()), new.span)


def not_a_game(root: Node) -> Diagnostic:
    """A file that is YAML and holds a text or a list."""
    what = "one text" if isinstance(root, Scalar) else "a list"
    start = root.span.start
    line_end = (root.span.source.text + "\n").index("\n", start)
    return Diagnostic(
        "not-a-game",
        f"the file holds {what}, not the keys of a game",
        Span(root.span.source, start, min(line_end, root.span.end)),
        help="a game file begins with `game: Title`, then `language: 1`, `players:`, `board:` and so on",
    )


def _told_by(problem: Diagnostic, asked: Scalar | None) -> Diagnostic:
    """A file that cannot be read, told where another file names it."""
    if asked is None or problem.span is not None:
        return problem
    return Diagnostic(problem.code, problem.message, asked.span, label="the parent", help=problem.help)


def _unknown_parent(asked: Scalar, path: Path) -> Diagnostic:
    names = files.parent_names(path)
    near = closest(asked.text, [*names, *(name.removesuffix(".yaml") for name in names)])
    return Diagnostic(
        "unknown-parent",
        f'there is no library game called "{asked.text}"',
        asked.span,
        label=f'did you mean "{near}"?' if near else "",
        help="`extends` takes a file, such as `parent.yaml`, or the name of a library game; `boardwright list` names "
        "them",
    )


def _endless(asked: Scalar, parent: Path, family: list[Written]) -> Diagnostic | None:
    try:
        seen = {written.path.resolve() for written in family}
        again = parent.resolve() in seen
    except (OSError, RuntimeError, ValueError):
        again = False
    if not again and len(family) < LONGEST_LINE:
        return None
    return Diagnostic(
        "endless-extends",
        "the file extends itself"
        if len(family) == 1
        else "these files extend each other in a circle"
        if again
        else f"there are more than {LONGEST_LINE} parents",
        asked.span,
        label="back to a file already read" if again else "",
        help="one file must stand on its own, without `extends`",
        related=tuple(
            (node.span, "through this") for written in family[:-1] if (node := written.root.get("extends")) is not None
        ),
    )
