"""Laying one tree over another: maps merge by key, `null` deletes, everything else replaces.

Every value keeps its own place, so that what a variant inherits still points into its parent's file.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from interpreter.diagnostics import Diagnostic
from interpreter.diagnostics.suggesting import closest, listing
from interpreter.source.nodes import Entry, Mapping, Node, Scalar, Sequence

if TYPE_CHECKING:
    from collections.abc import Iterator

KeyPath: TypeAlias = tuple[str, ...]

MOST = 100
"""Findings that are told; a file with more is wrong in a way that the first hundred show."""


def merge(base: Node | None, patch: Node, found: list[Diagnostic], path: KeyPath = ()) -> Node:
    """`patch` laid over `base`; deletions of what does not exist are added to `found`."""
    if not isinstance(patch, Mapping):
        return patch
    under = base if isinstance(base, Mapping) else Mapping((), patch.span)
    changes = {entry.key.text: entry for entry in patch.entries}
    entries: list[Entry] = []
    for entry in under.entries:
        change = changes.pop(entry.key.text, None)
        if change is None:
            entries.append(entry)
        elif _forgotten(change.value):
            entries.append(entry)
            found.append(_nothing_written(change.key))
        elif not is_nothing(change.value):
            value = merge(entry.value, change.value, found, (*path, entry.key.text))
            kept = isinstance(change.value, Mapping) and isinstance(entry.value, Mapping)
            entries.append(Entry(entry.key if kept else change.key, value))
    for name, change in changes.items():
        if is_nothing(change.value):
            if (
                len(found) < MOST and change.key.text.partition(" ")[0] not in under
            ):  # a colon is missing: told elsewhere
                found.append(_nothing_to_delete(under, change.key, path))
        else:
            entries.append(Entry(change.key, merge(None, change.value, found, (*path, name))))
    return Mapping(tuple(entries), under.span)


def _forgotten(node: Node) -> bool:
    """Whether nothing stands behind a colon, not even a `null`."""
    return isinstance(node, Scalar) and node.value is None and not node.text


def _nothing_written(key: Scalar) -> Diagnostic:
    return Diagnostic(
        "missing-value",
        f"nothing stands after `{key.text}:`",
        key.span,
        help=f"write its value; to delete what the parent says, write `{key.text}: null`",
    )


def is_nothing(node: Node) -> bool:
    """Whether a value is null."""
    return isinstance(node, Scalar) and node.value is None


def writes(patch: Node, path: KeyPath = ()) -> Iterator[tuple[KeyPath, Scalar]]:
    """The paths a patch sets or deletes, each with the last key on its way."""
    if not isinstance(patch, Mapping):
        return
    for entry in patch.entries:
        here = (*path, entry.key.text)
        if isinstance(entry.value, Mapping) and entry.value.entries:
            yield from writes(entry.value, here)
        else:
            yield here, entry.key


def equal(one: Node | None, other: Node | None) -> bool:
    """Whether two trees say the same, wherever they stand. The order of keys counts: it is the order of the rules."""
    if one is other:
        return True
    if isinstance(one, Scalar) and isinstance(other, Scalar):
        return one.text == other.text and type(one.value) is type(other.value)
    if isinstance(one, Sequence) and isinstance(other, Sequence):
        return len(one) == len(other) and all(map(equal, one.items, other.items))
    if isinstance(one, Mapping) and isinstance(other, Mapping):
        keys = [entry.key.text for entry in one.entries] == [entry.key.text for entry in other.entries]
        return keys and all(
            equal(mine.value, theirs.value) for mine, theirs in zip(one.entries, other.entries, strict=True)
        )
    return False


def without(tree: Mapping, *names: str) -> Mapping:
    """A map without some of its keys."""
    return Mapping(tuple(entry for entry in tree.entries if entry.key.text not in names), tree.span)


def shown_path(path: KeyPath) -> str:
    """A path as `--change` writes it: names with dots or spaces in quotes."""
    return ".".join(f'"{part}"' if any(sign in part for sign in ' ."') or not part else part for part in path)


def _nothing_to_delete(under: Mapping, key: Scalar, path: KeyPath) -> Diagnostic:
    names = [entry.key.text for entry in under.entries]
    near = closest(key.text, names)
    if near:
        way_out = f'did you mean "{near}"?'
    elif names:
        way_out = f"there is {listing(names)}; to add a name with nothing to say, write `{{}}`"
    else:
        way_out = "to add a name with nothing to say, write `{}`"
    where = f"`{shown_path(path)}`" if path else "the game"
    return Diagnostic(
        "nothing-to-delete",
        f"{where} has no `{key.text}`, so it cannot be deleted",
        key.span,
        label="an empty value (null) deletes",
        help=way_out,
    )
