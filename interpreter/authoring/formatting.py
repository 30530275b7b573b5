"""`boardwright format`: a game file in canonical layout, its meaning untouched."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from yaml import YAMLError

from interpreter.authoring.layout import laid_out, unified
from interpreter.diagnostics import Diagnostic, SourceFile
from interpreter.errors import LayoutError
from interpreter.saving import save_text
from interpreter.source import files
from interpreter.source.nodes import Mapping, Node, Scalar, Sequence
from interpreter.source.trees import read_tree

if TYPE_CHECKING:
    from collections.abc import Hashable

__all__ = ["Formatted", "format_file", "format_source"]


@dataclass(frozen=True)
class Formatted:
    """The text in canonical layout (None where it could not be read), and whether it differs from what stood there."""

    text: str | None
    changed: bool
    diagnostics: tuple[Diagnostic, ...] = ()


def format_source(source: SourceFile) -> Formatted:
    """Lay out one file. Raises LayoutError where the result would come to mean something else."""
    tree, found = read_tree(SourceFile(source.name, unified(source.text)))
    if tree is None:
        return Formatted(None, changed=False, diagnostics=found)
    try:
        text = laid_out(source.text)
        again, _ = read_tree(SourceFile(source.name, text))
        safe = again is not None and _meaning(again, top=True) == _meaning(tree, top=True) and laid_out(text) == text
    except YAMLError:  # what one reader of YAML takes, another may refuse
        safe = False
    if not safe:
        raise LayoutError(
            f'"{source.name}" cannot be laid out anew without a change of what it says: it uses a rare form of YAML '
            "(a `?` key, an anchor or a tag before a block, `|` with an indentation number); write it more plainly"
        )
    return Formatted(text, changed=text != source.text)


def format_file(path: str, *, check: bool = False) -> Formatted:
    """Lay out a file in its place, or, with `check`, say whether that would change it. Raises OSError too."""
    source = files.read(Path(path), path)
    if isinstance(source, Diagnostic):
        return Formatted(None, changed=False, diagnostics=(source,))
    result = format_source(source)
    if result.text is None:
        return result
    changed = Path(path).read_bytes() != result.text.encode("utf-8")
    if changed and not check:
        save_text(path, result.text)
    return Formatted(result.text, changed=changed)


def _meaning(node: Node, *, top: bool = False) -> Hashable:
    """A tree without its places; the order of keys matters everywhere but at the top."""
    if isinstance(node, Scalar):
        return (type(node.value).__name__, node.text)
    if isinstance(node, Sequence):
        return tuple(_meaning(item) for item in node.items)
    if isinstance(node, Mapping):
        pairs = [(entry.key.text, _meaning(entry.value)) for entry in node.entries]
        return ("map", *(sorted(pairs, key=lambda pair: pair[0]) if top else pairs))
    return None
