"""The canonical layout of a game file, reached by moving lines and never by rewriting values.

Keys of the top level stand in the order in which a game is told (rules, then options, then examples), each level is
indented by two spaces, no line ends in blanks, and no two empty lines follow each other. Comments stay with the line
they stand above or behind. What stands inside a block of text (a diagram, a note) is moved as a whole and otherwise
left as it is.

Only the marks of PyYAML's composed nodes and tokens are used, so quotes, flow style and comments survive by themselves.
"""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

import yaml

__all__ = ["KEY_ORDER", "laid_out", "unified"]

KEY_ORDER = (
    "game",
    "language",
    "about",
    "extends",
    "choose",
    "change",
    "players",
    "teams",
    "board",
    "dice",
    "pieces",
    "setup",
    "define",
    "memory",
    "effects",
    "moves",
    "play",
    "phases",
    "end",
    "score",
    "match",
    "options",
    "scenarios",
)
STEP = 2
MODELINES = ("# yaml-language-server:", "%", "---")


class _Loader(yaml.BaseLoader):
    """Keeps a repeated value (`*name`) as a mark of its own: what it repeats is laid out where it stands."""

    def compose_node(self, parent: yaml.Node | None, index: int) -> yaml.Node | None:
        if self.check_event(yaml.AliasEvent):
            event: Any = self.get_event()  # type: ignore[no-untyped-call]
            return yaml.ScalarNode("", event.anchor, event.start_mark, event.end_mark)
        return super().compose_node(parent, index)


def laid_out(text: str) -> str:
    """The text in canonical layout. `text` must be one well-formed YAML document; anything but a map is only tidied."""
    text = unified(text)
    return _tidied(_indented(_in_order(text)))


def unified(text: str) -> str:
    """The text with one kind of line end, one of them at the end, and without a byte order mark."""
    return text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n").removesuffix("\n") + "\n"


# --- order of the top level ------------------------------------------------------------------------------------------


def _in_order(text: str) -> str:
    root = yaml.compose(text, Loader=_Loader)
    if not isinstance(root, yaml.MappingNode) or root.flow_style or not root.value:
        return text
    keys = [(key.value, key.start_mark.line) for key, _ in root.value]
    ranks = _ranks([name for name, _ in keys])
    order = sorted(range(len(keys)), key=lambda number: (ranks[number], number))
    if order == list(range(len(keys))):
        return text
    lines = text.split("\n")
    starts = _block_starts(lines, [line for _, line in keys])
    blocks = [lines[start:end] for start, end in pairwise([*starts, len(lines)])]
    # Empty lines belong to the place between two blocks, not to a block that moves away.
    gaps = [bool(block) and not block[0].strip() for block in blocks]
    result = lines[: starts[0]]
    for gap, number in zip(gaps, order, strict=True):
        result += [""] * gap + _without_empty_ends(blocks[number])
    return "\n".join(result) + "\n"


def _ranks(names: list[str]) -> list[int]:
    """The place of each name in the order; an unknown name stays behind the known one it follows."""
    ranks: list[int] = []
    for name in names:
        ranks.append(KEY_ORDER.index(name) if name in KEY_ORDER else (ranks[-1] if ranks else -1))
    return ranks


def _block_starts(lines: list[str], keys: list[int]) -> list[int]:
    """First line of each block: comments in the first column above a key are its own, except the head of the file."""
    starts = []
    floor = 0
    for key in keys:
        start = key
        while start > floor and (not lines[start - 1].strip() or lines[start - 1].startswith("#")):
            start -= 1
        starts.append(start)
        floor = key + 1
    head = starts[0]
    for line in range(keys[0]):
        if not lines[line].strip() or lines[line].startswith(MODELINES):
            head = line + 1
    starts[0] = head
    return starts


def _without_empty_ends(lines: list[str]) -> list[str]:
    full = [number for number, line in enumerate(lines) if line.strip()]
    return lines[full[0] : full[-1] + 1] if full else []


# --- indentation -----------------------------------------------------------------------------------------------------


@dataclass
class _Marks:
    """What the YAML says of each line.

    `dashes` are the marks of list items (offset, line, column); `starts` gives for a line the columns where something
    begins, with their new columns; `shifts` how far a line moves that goes on with something begun above it, and the
    least column it may reach; `texts` the old and new indentation of the lines of a block of text.
    """

    dashes: list[tuple[int, int, int]]
    starts: dict[int, dict[int, int]] = field(default_factory=dict)
    shifts: dict[int, tuple[int, int]] = field(default_factory=dict)
    texts: dict[int, tuple[int, int]] = field(default_factory=dict)

    def start(self, line: int, old: int, new: int) -> None:
        self.starts.setdefault(line, {})[old] = new


def _indented(text: str) -> str:
    root = yaml.compose(text, Loader=_Loader)
    if root is None or not _is_block(root):
        return text
    marks = _Marks(
        [
            (token.start_mark.index, token.start_mark.line, token.start_mark.column)
            for token in yaml.scan(text, Loader=_Loader)
            if isinstance(token, yaml.BlockEntryToken)
        ]
    )
    lines = text.split("\n")
    _place(root, 0, marks, lines)
    return "\n".join(_moved(lines, marks))


def _place(node: yaml.Node, column: int, marks: _Marks, lines: list[str]) -> None:
    """Note the new column of everything that begins a line in a block collection whose children stand at `column`."""
    for part in node.value:
        if isinstance(node, yaml.MappingNode):
            key, value = part
            line, old = key.start_mark.line, key.start_mark.column
        else:
            value = part
            _, line, old = marks.dashes[bisect_left(marks.dashes, (value.start_mark.index,)) - 1]
            if value.start_mark.line == line and value.start_mark.column > old + 1:
                marks.start(line, value.start_mark.column, column + STEP)
        marks.start(line, old, column)
        if _is_block(value):
            _place(value, column + STEP, marks, lines)
        elif _is_text(value):
            _place_text(value, old, column, marks, lines)
        else:
            _place_value(value, (line, old), column, marks, lines)


def _place_value(value: yaml.Node, owner: tuple[int, int], column: int, marks: _Marks, lines: list[str]) -> None:
    line, old = owner
    first, last = value.start_mark.line, value.end_mark.line
    by = column - old
    if first > line and not lines[first][: value.start_mark.column].strip():
        marks.start(first, value.start_mark.column, column + STEP)
        by = column + STEP - value.start_mark.column
    for following in range(first + 1, last + 1):
        marks.shifts[following] = (by, column + STEP)


def _place_text(value: yaml.Node, old: int, column: int, marks: _Marks, lines: list[str]) -> None:
    """A block of text moves as a whole, to two columns behind its key (with an explicit indentation: with its key)."""
    head = lines[value.start_mark.line][value.start_mark.column :].split("#")[0]
    body = range(value.start_mark.line + 1, value.end_mark.line + 1)
    before = next((len(lines[line]) - len(lines[line].lstrip(" ")) for line in body if lines[line].strip()), 0)
    after = column + STEP
    number = next((int(letter) for letter in head if letter.isdigit()), None)
    if number is not None:  # the author says how far the text is indented: its first line may begin further right
        before, after = old + number, column + number
    for line in _text_lines(value, lines):
        marks.texts[line] = (before, after)


def _text_lines(value: yaml.Node | yaml.Token, lines: list[str]) -> range:
    """The lines of a block of text, without the empty ones behind it, which are no part of its content."""
    last = min(value.end_mark.line, len(lines) - 1)
    if value.end_mark.column == 0:
        last -= 1
    first = value.start_mark.line + 1
    keeps = "+" in lines[value.start_mark.line].rsplit("#", 1)[0][-4:]
    body = [lines[line] for line in range(first, last + 1)]
    before = next((len(line) - len(line.lstrip(" ")) for line in body if line.strip()), 0)
    while not keeps and body and not body[-1].strip() and len(body[-1]) <= before:
        body.pop()
    return range(first, first + len(body))


def _is_block(node: yaml.Node) -> bool:
    return isinstance(node, yaml.CollectionNode) and not node.flow_style and bool(node.value)


def _is_text(node: yaml.Node | yaml.Token) -> bool:
    return isinstance(node, yaml.ScalarNode | yaml.ScalarToken) and node.style in ("|", ">")


def _moved(lines: list[str], marks: _Marks) -> list[str]:
    result: list[str] = []
    waiting: list[int] = []  # comments: they take the column of what follows them, or of a level still open
    levels: list[tuple[int, int]] = []
    for number, line in enumerate(lines):
        result.append(line)
        if number in marks.texts:
            before, after = marks.texts[number]
            result[-1] = " " * after + line[before:] if line[before:] else ""
        elif number in marks.starts:
            starts = sorted(marks.starts[number].items())
            _settle(result, waiting, levels, starts[:1])
            waiting = []
            levels = [level for level in levels if level[0] < starts[0][0]] + starts
            result[-1] = _with_starts(line, starts)
        elif number in marks.shifts:
            by, least = marks.shifts[number]
            content = line.lstrip(" ")
            result[-1] = " " * max(len(line) - len(content) + by, least) + content if content else ""
        elif line.lstrip(" ").startswith("#"):
            waiting.append(number)
    _settle(result, waiting, levels, [])
    return result


def _settle(
    result: list[str], waiting: list[int], levels: list[tuple[int, int]], following: list[tuple[int, int]]
) -> None:
    for number in waiting:
        comment = result[number].lstrip(" ")
        old = len(result[number]) - len(comment)
        column = max((new for before, new in levels + following if before <= old), default=0)
        if following and old <= following[0][0]:
            column = following[0][1]
        result[number] = " " * column + comment


def _with_starts(line: str, starts: list[tuple[int, int]]) -> str:
    moved = ""
    ends = [old for old, _ in starts[1:]] + [len(line)]
    for (old, new), end in zip(starts, ends, strict=True):
        moved = moved.ljust(new) + line[old:end].rstrip(" ")
    return moved


# --- blanks and empty lines ------------------------------------------------------------------------------------------


def _tidied(text: str) -> str:
    """No blanks at line ends, no two empty lines together, one line end at the end; blocks of text are left alone."""
    lines = text.split("\n")
    kept: set[int] = set()
    for token in yaml.scan(text, Loader=_Loader):
        if _is_text(token):
            kept.update(_text_lines(token, lines))
        elif isinstance(token, yaml.ScalarToken):
            kept.update(range(token.start_mark.line, token.end_mark.line))
    result: list[str] = []
    for number, line in enumerate(lines):
        if number in kept:
            result.append(line)
            continue
        stripped = line.rstrip(" \t")
        if stripped or (result and result[-1]):
            result.append(stripped)
    while result and not result[-1] and len(result) - 1 not in kept:
        result.pop()
    return "\n".join(result) + "\n" if result else ""
