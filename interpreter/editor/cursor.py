"""Where in a file an author is writing: told from the text above and before, so that it need not be right yet."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from interpreter.source.merging import KeyPath

KEY = re.compile(r"""("(?:[^"\\]|\\.)*"|'(?:[^']|'')*'|[^\s#"'\[\]{},&*!|>%@`-][^#\n]*?|-[^\s][^#\n]*?)\s*:(?=\s|$)""")
"""A key with its colon, at the beginning of what stands behind indentation and hyphens."""

ITEM = re.compile(r"-(?= |$) *")
COMMENT = re.compile(r"(?:^|\s)#.*")


@dataclass(frozen=True)
class Cursor:
    """A place in a file.

    `path` are the keys above it (of a list, `1`); `is_key` says that a key stands or may begin here, else a value does;
    `before` is what is written of the key or value up to here; `beside` are the keys of the same map with their plain
    values.
    """

    path: KeyPath
    is_key: bool
    before: str
    beside: Mapping[str, str] = field(default_factory=dict)
    in_comment: bool = False


@dataclass(frozen=True, slots=True)
class _Start:
    """A key or a hyphen (then `key` is None) at its column; `value` is the offset behind it."""

    column: int
    key: str | None
    value: int


@dataclass(slots=True)
class _Frame:
    """Braces or brackets that are open."""

    is_map: bool
    begin: int
    key: str | None = None
    beside: dict[str, str] = field(default_factory=dict)


def cursor_at(text: str, offset: int) -> Cursor:
    """The place at an offset of a text."""
    lines = _lines(text)
    here = next(number for number in reversed(range(len(lines))) if lines[number][0] <= offset)
    begin, line = lines[here]
    column = offset - begin
    if _comment_from(line) <= column - 1 and not _in_block_text(lines, here):
        return Cursor((), is_key=False, before="", in_comment=True)
    starts = [start for start in _starts(begin, line) if start.value <= offset]
    if not starts:
        indent = len(line) - len(line.lstrip(" "))
        limit = min(indent, column)
        above, beside = _above(lines, here, limit)
        if above and (inside := _goes_on(text, above[-1], offset)):
            return _within(text, inside.value, offset, above)
        return Cursor(_path(above), is_key=True, before=line[limit:column], beside=beside)
    above, beside = _above(lines, here, starts[0].column)
    before_line = above[-1] if above else None
    if before_line and (inside := _goes_on(text, before_line, offset)):
        return _within(text, inside.value, offset, above)
    chain = [*above, *starts]
    last = starts[-1]
    if last.key is None:  # behind a hyphen: the first key of a map, or a value
        written = text[last.value : offset]
        if written[:1] in "{[" and written:
            return _within(text, last.value, offset, chain)
        return Cursor(_path(chain), is_key=True, before=written)
    return _within(text, last.value, offset, chain)


def _lines(text: str) -> list[tuple[int, str]]:
    found, begin = [], 0
    for line in text.split("\n"):
        found.append((begin, line))
        begin += len(line) + 1
    return found


def _comment_from(line: str) -> int:
    """The column where a comment begins, beyond the end of the line where there is none."""
    quote = ""
    for column, sign in enumerate(line):
        if quote:
            quote = "" if sign == quote else quote
        elif sign in "\"'" and (not column or line[column - 1] in " [{,("):
            quote = sign
        elif sign == "#" and (not column or line[column - 1] in " \t"):
            return column
    return len(line) + 1


def _starts(begin: int, line: str) -> list[_Start]:
    """Hyphens and the key that a line begins with."""
    column = len(line) - len(line.lstrip(" "))
    found = []
    while item := ITEM.match(line, column):
        found.append(_Start(column, None, begin + item.end()))
        column = item.end()
    if key := KEY.match(line, column):
        behind = key.end()
        while behind < len(line) and line[behind] == " ":
            behind += 1
        found.append(_Start(column, _unquoted(key[1]), begin + behind))
    return found


def _above(lines: list[tuple[int, str]], here: int, limit: int) -> tuple[list[_Start], dict[str, str]]:
    """What a line at this column stands in, outermost first, and the keys of the same map with their plain values."""
    chain: list[_Start] = []
    beside = _siblings(lines, range(here + 1, len(lines)), limit)
    for number in reversed(range(here)):
        begin, line = lines[number]
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        for start in reversed(_starts(begin, line)):
            inside_list = bool(chain) and chain[0].key is None and start.key is not None
            if start.column < limit or (inside_list and start.column == limit):
                chain.insert(0, start)
                limit = start.column
            elif not chain and start.column == limit and start.key is not None:
                beside.setdefault(start.key, _plain(line[start.value - begin :]))
        if chain and limit == 0 and chain[0].key is not None:
            break
    return chain, beside


def _siblings(lines: list[tuple[int, str]], numbers: range, limit: int) -> dict[str, str]:
    found: dict[str, str] = {}
    for number in numbers:
        begin, line = lines[number]
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        starts = _starts(begin, line)
        indent = len(line) - len(line.lstrip(" "))
        if indent < limit or (indent == limit and starts and starts[0].key is None):
            break
        for start in starts:
            if start.column == limit and start.key is not None:
                found[start.key] = _plain(line[start.value - begin :])
    return found


def _goes_on(text: str, above: _Start, offset: int) -> _Start | None:
    """The key above whose value is not over at this line: open braces or brackets, a text that goes on."""
    first = text[above.value : offset].split("\n", 1)[0]
    a_map = above.key is None and KEY.match(first)
    return above if COMMENT.sub("", first).strip() and not a_map else None


def _in_block_text(lines: list[tuple[int, str]], here: int) -> bool:
    """Whether a line belongs to a block of text, in which `#` begins no comment."""
    line = lines[here][1]
    above, _ = _above(lines, here, len(line) - len(line.lstrip(" ")))
    if not above:
        return False
    begin = next(begin for begin, line in reversed(lines) if begin <= above[-1].value)
    return lines[[first for first, _ in lines].index(begin)][1][above[-1].value - begin :].startswith(("|", ">"))


def _within(text: str, begin: int, offset: int, chain: list[_Start]) -> Cursor:
    """The place in a value that begins at an offset: in its braces and brackets, if it has any."""
    path, value = _path(chain), text[begin:offset]
    if not value.startswith(("{", "[")):
        return Cursor(path, is_key=False, before=value)
    frames: list[_Frame] = []
    quote, at = "", begin
    for at in range(begin, offset):
        sign = text[at]
        frame = frames[-1] if frames else None
        if quote:
            quote = "" if sign == quote else quote
        elif sign in "\"'" and not text[frame.begin if frame else at : at].strip():
            quote = sign
        elif sign in "{[" and (frame is None or not text[frame.begin : at].strip()):
            frames.append(_Frame(sign == "{", at + 1))
        elif frame and sign in "}]":
            frames.pop()
        elif frame and sign == ",":
            _entry_over(frame, text[frame.begin : at], at)
        elif frame and frame.is_map and frame.key is None and sign == ":" and text[at + 1 : at + 2] in (" ", "\n", ""):
            frame.key, frame.begin = _unquoted(text[frame.begin : at].strip()), at + 1
    if not frames:
        return Cursor(path, is_key=False, before=value)
    for frame in frames:
        path += ((frame.key,) if frame.key is not None else ()) if frame.is_map else ("1",)
    last = frames[-1]
    is_key = last.is_map and last.key is None
    return Cursor(path, is_key, text[last.begin : offset].lstrip(), last.beside if is_key else {})


def _entry_over(frame: _Frame, value: str, at: int) -> None:
    if frame.is_map and frame.key is not None:
        frame.beside[frame.key] = value.strip()
    frame.key, frame.begin = None, at + 1


def _path(chain: list[_Start]) -> KeyPath:
    return tuple("1" if start.key is None else start.key for start in chain)


def _plain(value: str) -> str:
    return COMMENT.sub("", value).strip()


def _unquoted(key: str) -> str:
    return key[1:-1] if len(key) > 1 and key[0] == key[-1] and key[0] in "\"'" else key
