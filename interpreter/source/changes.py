"""Changes from outside the file: `--change board.size=8`, and the same from Python."""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.diagnostics import Diagnostic, SourceFile, Span
from interpreter.diagnostics.suggesting import closest, listing
from interpreter.source import files
from interpreter.source.merging import KeyPath, is_nothing, merge, shown_path
from interpreter.source.nodes import Entry, Mapping, Node, Scalar, Sequence
from interpreter.source.trees import read_tree
from interpreter.source.variants import UNCHANGEABLE

if TYPE_CHECKING:
    from collections.abc import Mapping as Changes


def apply_changes(root: Mapping, changes: Changes[str, object], found: list[Diagnostic]) -> Mapping:
    """The tree with each change made, in their order."""
    for written, value in changes.items():
        source = SourceFile("--change", str(written))
        path = _read_path(source, found)
        node = _read_value(shown_path(path), value, found) if path else None
        if node is not None and _reachable(root, path, source, found):
            merged = merge(root, _patch(path, node, source), found)
            root = merged if isinstance(merged, Mapping) else root
    return root


def _read_path(source: SourceFile, found: list[Diagnostic]) -> KeyPath:
    """The parts of a dotted path; empty if it cannot be read."""
    text = source.text
    parts: list[str] = []
    at = 0
    while True:
        if text.startswith('"', at):
            end = text.find('"', at + 1)
            if end < 0:
                found.append(_bad_path(source, at, len(text), "a quote is opened and not closed"))
                return ()
            part, after = text[at + 1 : end], end + 1
        else:
            end = text.find(".", at)
            after = len(text) if end < 0 else end
            part = text[at:after]
        if not part:
            found.append(_bad_path(source, at, after + 1, "a name is missing"))
            return ()
        parts.append(part)
        if after >= len(text):
            break
        if text[after] != ".":
            found.append(_bad_path(source, after, len(text), "after a closing quote comes a dot or the end"))
            return ()
        at = after + 1
    if parts[0] in UNCHANGEABLE:
        found.append(
            _bad_path(source, 0, len(parts[0]), f"`{parts[0]}` is not a rule of the game and cannot be changed")
        )
        return ()
    return tuple(parts)


def _bad_path(source: SourceFile, start: int, end: int, message: str) -> Diagnostic:
    return Diagnostic(
        "wrong-path",
        f"in the path of the change: {message}",
        Span(source, start, max(end, start + 1)),
        help='a path is made of keys with dots between them, such as board.size or end."board full".if',
    )


def _read_value(shown: str, value: object, found: list[Diagnostic]) -> Node | None:
    """A value as a tree. A text is YAML; a text of several lines that YAML would fold into one is kept as it is."""
    text = value if isinstance(value, str) else _written(value)
    if text is None:
        found.append(
            Diagnostic(
                "wrong-change",
                f"the new value of `{shown}` is a {type(value).__name__}, which no game file can hold",
                help="give a text, a number, yes or no, a list or a dictionary of these",
            )
        )
        return None
    source = files.from_text(text, f"--change {shown}")
    if isinstance(source, Diagnostic):
        found.append(source)
        return None
    if not source.text.strip():
        return Scalar(None, "null", Span(source, 0, 0))  # `--change PATH=` deletes
    node, problems = read_tree(source)
    found.extend(problems)
    if isinstance(node, Scalar) and "\n" in source.text.strip("\n") and node.style == "plain":
        return Scalar(source.text, source.text, Span(source, 0, len(source.text)), "block")
    return node


def _written(value: object) -> str | None:
    """A Python value as YAML text on one line, or None if it is of no kind YAML has."""
    import yaml  # noqa: PLC0415 - only values from Python need the writer

    try:
        text = yaml.safe_dump(
            _plain(value), default_flow_style=True, allow_unicode=True, width=1_000_000, sort_keys=False
        )
    except (yaml.YAMLError, RecursionError, ValueError, TypeError):
        return None
    return text.removesuffix("\n").removesuffix("\n...")


def _plain(value: object) -> object:
    if isinstance(value, tuple):
        return [_plain(item) for item in value]
    return value


def _reachable(root: Mapping, path: KeyPath, source: SourceFile, found: list[Diagnostic]) -> bool:
    """Whether every part but the last leads through maps. New names may be added, also several levels of them."""
    here: Node = root
    for depth, part in enumerate(path):
        if not isinstance(here, Mapping):
            what = "a list" if isinstance(here, Sequence) else "a single value"
            found.append(
                Diagnostic(
                    "wrong-path",
                    f"`{shown_path(path[:depth])}` is {what}, so it has no `{part}`",
                    Span(source, 0, len(source.text)),
                    help=f"change `{shown_path(path[:depth])}` as a whole",
                    related=((here.span, "what stands there"),),
                )
            )
            return False
        deeper = here.get(part)
        if deeper is None or is_nothing(deeper):
            return _new_name_allowed(here, path, depth, source, found)
        here = deeper
    return True


def _new_name_allowed(here: Mapping, path: KeyPath, depth: int, source: SourceFile, found: list[Diagnostic]) -> bool:
    """A path that leaves the tree before its last part is nearly always misspelt."""
    if depth == len(path) - 1 or not here.entries:
        return True
    names = [entry.key.text for entry in here.entries]
    near = closest(path[depth], names)
    if near is None:
        return True
    found.append(
        Diagnostic(
            "wrong-path",
            f"there is no `{shown_path(path[: depth + 1])}`",
            Span(source, 0, len(source.text)),
            help=f'did you mean "{near}"? (there is {listing(names)})',
        )
    )
    return False


def _patch(path: KeyPath, node: Node, source: SourceFile) -> Mapping:
    span = Span(source, 0, len(source.text))
    for part in reversed(path):
        node = Mapping((Entry(Scalar(part, part, span), node),), span)
    if not isinstance(node, Mapping):
        raise TypeError(path)
    return node
