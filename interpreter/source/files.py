"""Files as the author saved them: found, opened and decoded, or a diagnostic that says why not."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import TypeAlias

from interpreter.diagnostics import Diagnostic, SourceFile, Span
from interpreter.diagnostics.suggesting import closest, listing
from interpreter.resources import folder, library_games

LARGEST = 1_000_000
"""Bytes of a game file. The largest imaginable game needs a tenth of it."""

Reading: TypeAlias = Callable[[Path, str], "SourceFile | Diagnostic"]
"""From a path, and how its author calls it, to the text."""

UNPRINTABLE = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f]|[\ud800-\udfff]|[\ufffe\uffff]")
BYTE_ORDER_MARK = "\ufeff"
SUFFIXES = (".yaml", ".yml")


def find(name: str | Path) -> tuple[Path, str]:
    """The path of a library game or of a file, with the name its author knows it by."""
    text = str(name)
    if isinstance(name, str) and text in library_games():
        path = folder("games") / f"{text}.yaml"
        return path, shown_path(path)
    return Path(text), text


def shown_path(path: Path) -> str:
    """A path as short as it can be said from here."""
    try:
        return str(path.resolve().relative_to(Path.cwd()))
    except (ValueError, OSError):
        return str(path)


def read(path: Path, shown: str) -> SourceFile | Diagnostic:
    """The text of a file, its line ends made one."""
    try:
        if not path.exists():
            return _missing(path, shown)
        if path.is_dir():
            return Diagnostic("not-a-file", f"{_quoted(shown)} is a folder, not a game file", help=_files_in(path))
        if not path.is_file():
            return Diagnostic("not-a-file", f"{_quoted(shown)} is not an ordinary file", help="name a .yaml file")
        with path.open("rb") as stream:
            content = stream.read(LARGEST + 1)
    except (OSError, ValueError) as error:
        reason = (getattr(error, "strerror", None) or str(error)).lower()
        return Diagnostic(
            "file-unreadable",
            f"{_quoted(shown)} cannot be read: {reason}",
            help="check the name and that you may read the file",
        )
    return decode(content, shown)


def decode(content: bytes, shown: str) -> SourceFile | Diagnostic:
    """Bytes as text."""
    if len(content) > LARGEST:
        return Diagnostic(
            "file-too-large",
            f"{_quoted(shown)} is larger than a game file may be ({LARGEST:,} bytes)",
            help="check that it is a game file; notes and pictures belong elsewhere",
        )
    if content.startswith((b"\xff\xfe", b"\xfe\xff")) or _looks_wide(content):
        return Diagnostic(
            "not-utf-8",
            f"{_quoted(shown)} is saved as UTF-16",
            help="save it again as UTF-8 (in most editors: Save As, Encoding)",
        )
    try:
        text = content.decode("utf-8")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        return Diagnostic(
            "not-utf-8",
            f"{_quoted(shown)} is not UTF-8 text: line {line} holds the byte {content[error.start]:#04x}",
            help="if it is a game file, save it again as UTF-8 (in most editors: Save As, Encoding)",
        )
    return from_text(text, shown)


def from_text(text: str, shown: str) -> SourceFile | Diagnostic:
    """A text as a source file: line ends made one, unprintable characters refused."""
    source = SourceFile(shown, text.removeprefix(BYTE_ORDER_MARK).replace("\r\n", "\n").replace("\r", "\n"))
    if found := UNPRINTABLE.search(source.text):
        return Diagnostic(
            "control-character",
            f"the file holds a character that cannot be printed (number {ord(found.group()):#06x})",
            Span(source, found.start(), found.end()),
            label="here",
            help="delete the character; if there are many, this is not a text file",
        )
    return source


def parent_path(name: str, child: Path) -> tuple[Path, str] | None:
    """Where `extends: NAME` points: a file beside the child, or a library game; None if it can be neither."""
    if name.endswith(SUFFIXES):
        path = child.parent / name
        return path, shown_path(path)
    if name in library_games():
        return find(name)
    return None


def parent_names(child: Path) -> tuple[str, ...]:
    """What `extends` could name, for suggestions: the files beside the child and the library."""
    try:
        beside = sorted(path.name for path in child.parent.iterdir() if path.suffix in SUFFIXES and path != child)
    except OSError:
        beside = []
    return (*beside, *library_games())


def _missing(path: Path, shown: str) -> Diagnostic:
    try:
        beside = [str(path.parent / other.name) for other in path.parent.iterdir() if other.suffix in SUFFIXES]
    except (OSError, ValueError):
        beside = []
    stem = path.name.removesuffix(".yaml").removesuffix(".yml")
    library = library_games()
    if shown in library:
        return Diagnostic(
            "file-not-found",
            f"there is no file called {_quoted(shown)}",
            help="the library has a game of this name, but here it takes a file: name one",
        )
    near = stem if stem in library else closest(shown, [*beside, *library]) or closest(stem, library)
    games = f"the library has {listing(library)}" if len(library) <= 12 else "`boardwright list` shows the library"
    return Diagnostic(
        "file-not-found",
        f"there is no file and no library game called {_quoted(shown)}",
        help=f'did you mean "{near}"?' if near else games,
    )


def _files_in(path: Path) -> str:
    try:
        names = sorted(str(path / other.name) for other in path.iterdir() if other.suffix in SUFFIXES)
    except OSError:
        names = []
    return f"name one file in it, such as {names[0]}" if names else "name a .yaml file"


def _looks_wide(content: bytes) -> bool:
    """UTF-16 without its mark: every other byte of the start is zero."""
    start = content[:64]
    return len(start) >= 4 and (not any(start[1::2]) or not any(start[::2]))


def _quoted(shown: str) -> str:
    return f'"{shown}"'
