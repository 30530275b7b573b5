"""YAML text as a tree of values with places.

PyYAML gives the events; everything that would be a value of some program (tags, merge keys, dates) is refused or is
text. The loop keeps its own stack and counts, so that no file can make it recurse, run long or use much memory.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import yaml

from interpreter.diagnostics import Diagnostic, SourceFile, Span
from interpreter.source.merging import MOST
from interpreter.source.nodes import Entry, Mapping, Node, Scalar, Sequence
from interpreter.source.scalars import LONGEST_NUMBER, number_too_long, plain_value
from interpreter.source.syntax import DEEPEST, comma_in_braces, syntax_error, too_deep

if TYPE_CHECKING:
    from collections.abc import Iterator

LARGEST = 50_000
"""Values of a tree, each use of an `&anchor` counted anew; a large game needs about a thousand."""

LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


@dataclass(slots=True)
class _Frame:
    """A list or map that is being read."""

    mapping: bool
    flow: bool
    start: int
    anchor: str | None
    items: list[Node] = field(default_factory=list)
    keys: dict[str, Scalar] = field(default_factory=dict)
    key: Scalar | None = None
    repeated: bool = False
    entries: list[Entry] = field(default_factory=list)
    opened: Scalar | None = None
    size: int = 1
    depth: int = 1
    end: int = 0


@dataclass(frozen=True, slots=True)
class _Anchored:
    node: Node
    size: int
    depth: int


class _StopReadingError(Exception):
    """The rest of the file cannot be read sensibly; carries the last diagnostic."""

    def __init__(self, diagnostic: Diagnostic) -> None:
        super().__init__(diagnostic.message)
        self.diagnostic = diagnostic


def read_tree(source: SourceFile) -> tuple[Node | None, tuple[Diagnostic, ...]]:
    """The tree of a text, and what is wrong with it; no tree if anything is."""
    reader = _Reader(source)
    try:
        for event in _events(source.text):
            reader.take(event)
            if len(reader.found) >= MOST:
                break
    except _StopReadingError as stop:
        reader.found.append(stop.diagnostic)
    except yaml.YAMLError as error:
        opened = next((frame.opened for frame in reversed(reader.frames) if frame.flow and frame.opened), None)
        reader.found.append(syntax_error(source, error, opened, inside=reader.inside()))
    if reader.root is None and not reader.found:
        reader.found.append(
            Diagnostic(
                "empty-file",
                "the file says nothing",
                Span(source, 0, 0),
                help="a game file begins with `game:` and a title; `boardwright new` writes one from another game",
            )
        )
    return (None if reader.found else reader.root), tuple(reader.found)


def _events(text: str) -> Iterator[Any]:
    yield from yaml.parse(text, Loader=LOADER)


def _mark(mark: Any) -> int:
    return int(mark.index)


class _Reader:
    """The state of one reading: open lists and maps, anchors, findings."""

    def __init__(self, source: SourceFile) -> None:
        self.source = source
        self.root: Node | None = None
        self.frames: list[_Frame] = []
        self.anchors: dict[str, _Anchored] = {}
        self.found: list[Diagnostic] = []
        self.size = 0

    def take(self, event: Any) -> None:
        """Read on by one event."""
        if isinstance(event, yaml.ScalarEvent):
            self._refuse_tag(event)
            scalar = self._scalar(event)
            self._anchor(event.anchor, scalar, 1, 0)
            self._add(scalar, 1, 0)
        elif isinstance(event, yaml.MappingStartEvent | yaml.SequenceStartEvent):
            self._refuse_tag(event)
            self._open(event)
        elif isinstance(event, yaml.MappingEndEvent | yaml.SequenceEndEvent):
            self._close(_mark(event.end_mark))
        elif isinstance(event, yaml.AliasEvent):
            self._alias(event)
        elif isinstance(event, yaml.DocumentStartEvent) and self.root is not None:
            raise _StopReadingError(
                Diagnostic(
                    "several-documents",
                    "the file holds a second document",
                    self._span(_mark(event.start_mark), _mark(event.end_mark)),
                    label="`---` starts it",
                    help="write one game in one file",
                )
            )

    def inside(self) -> Span | None:
        """The key of the innermost open value, for messages about what follows."""
        return next((frame.key.span for frame in reversed(self.frames) if frame.key), None)

    def _span(self, start: int, end: int) -> Span:
        return Span(self.source, start, end)

    def _scalar(self, event: Any) -> Scalar:
        start, end = event.start_mark.index, event.end_mark.index
        written = self.source.text[start:end]
        end -= len(written) - len(written.rstrip())
        span = self._span(start, end)
        text = event.value
        if event.style in ("'", '"'):
            return Scalar(text, text, span, "quoted")
        if event.style in ("|", ">"):
            return Scalar(text, text, span, "block")
        if number_too_long(text):
            self.found.append(
                Diagnostic(
                    "number-too-long",
                    f"this number has {len(text)} digits",
                    span,
                    label=f"at most {LONGEST_NUMBER} are read",
                    help="write a shorter number, or put quotes around it if it is a text",
                )
            )
        return Scalar(plain_value(text), text, span)

    def _refuse_tag(self, event: Any) -> None:
        if event.tag is None:
            return
        start = event.start_mark.index
        shown = self.source.text[start : start + 200].split(maxsplit=1)[0]
        self.found.append(
            Diagnostic(
                "yaml-tag",
                f"a game file has no tags such as `{shown}`",
                self._span(start, start + len(shown)),
                help="delete the tag; to write a text that begins with `!`, put it in quotes",
            )
        )

    def _open(self, event: Any) -> None:
        start = event.start_mark.index
        if len(self.frames) >= DEEPEST:
            raise _StopReadingError(too_deep(self.source, start))
        self.frames.append(
            _Frame(isinstance(event, yaml.MappingStartEvent), bool(event.flow_style), start, event.anchor, end=start)
        )
        if event.anchor:
            self.anchors.pop(event.anchor, None)

    def _close(self, end: int) -> None:
        frame = self.frames.pop()
        span = self._span(frame.start, end if frame.flow else max(frame.end, frame.start))
        node: Node = Mapping(tuple(frame.entries), span) if frame.mapping else Sequence(tuple(frame.items), span)
        self._anchor(frame.anchor, node, frame.size, frame.depth)
        self._add(node, frame.size, frame.depth, written_end=span.end)

    def _alias(self, event: Any) -> None:
        start, end = event.start_mark.index, event.end_mark.index
        name = event.anchor
        known = self.anchors.get(name)
        if known is None:
            inside = any(frame.anchor == name for frame in self.frames)
            raise _StopReadingError(
                Diagnostic(
                    "endless-anchor" if inside else "unknown-anchor",
                    f"`*{name}` repeats a value that contains it, so it would never end"
                    if inside
                    else f"`*{name}` repeats a value named `&{name}`, and there is none above",
                    self._span(start, end),
                    help=f'if a text is meant, put it in quotes: "*{name}"',
                )
            )
        self._add(known.node, known.size, known.depth, written_end=end)

    def _anchor(self, name: str | None, node: Node, size: int, depth: int) -> None:
        if name:
            self.anchors[name] = _Anchored(node, size, depth)

    def _add(self, node: Node, size: int, depth: int, written_end: int | None = None) -> None:
        end = node.span.end if written_end is None else written_end
        if not self.frames:
            self.root = node
            return
        frame = self.frames[-1]
        frame.size += size
        frame.depth = max(frame.depth, depth + 1)
        frame.end = max(frame.end, end)
        if sum(open_frame.size for open_frame in self.frames) > LARGEST or len(self.frames) + depth > DEEPEST:
            raise _StopReadingError(
                Diagnostic(
                    "too-many-values",
                    f"the file holds more than {LARGEST:,} values, or they are nested more than {DEEPEST} levels deep",
                    self._span(max(end - 1, 0), end),
                    help="repeated `*names` multiply; write the values once",
                )
            )
        if frame.flow:
            self._watch_commas(frame, node)
        if not frame.mapping:
            frame.items.append(node)
        elif frame.key is None:
            self._key(frame, node)
        else:
            if not frame.repeated:
                frame.entries.append(Entry(frame.key, node))
            frame.key = None

    def _key(self, frame: _Frame, node: Node) -> None:
        if not isinstance(node, Scalar):
            raise _StopReadingError(
                Diagnostic(
                    "key-not-text",
                    "a key must be a text, not a list or a map",
                    node.span,
                    help="if brackets or braces belong to a text, put it in quotes",
                )
            )
        frame.key = node
        frame.repeated = node.text in frame.keys
        if node.text == "<<" and node.style == "plain":
            self.found.append(
                Diagnostic(
                    "merge-key",
                    "a game file has no merge key `<<`",
                    node.span,
                    help="write the keys out, or make a variant with `extends` and `change`",
                )
            )
        if not frame.repeated:
            frame.keys[node.text] = node
            return
        if frame.opened is not None:
            # A comma has cut an expression into what look like keys.
            return
        first = frame.keys[node.text]
        self.found.append(
            Diagnostic(
                "duplicate-key",
                f"the key `{node.text}` stands twice in one map",
                node.span,
                label="here again",
                help="keep one of the two, or give one another name",
                related=((first.span, "first written here"),),
            )
        )

    def _watch_commas(self, frame: _Frame, node: Node) -> None:
        """Find an expression that a comma has split: one part opens a parenthesis, a later one closes it."""
        if not isinstance(node, Scalar) or node.style != "plain":
            return
        balance = node.text.count("(") - node.text.count(")")
        if frame.opened is None:
            frame.opened = node if balance > 0 else None
        elif balance < 0:
            split = self._span(frame.opened.span.start, node.span.end)
            self.found.append(comma_in_braces(split, signs="{ }" if frame.mapping else "[ ]"))
            frame.opened = None
