"""What the manual says of a key, a word, a direction, an operator or a function: one look-up for all who ask.

The manual is written for people; its tables and its headings of functions are read here, so nothing is told twice.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from interpreter.resources import folder
from interpreter.source.versions import FUNCTION, KEY, WORD, since

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping

__all__ = ["Entry", "entries", "lookup", "page", "reasons"]

KINDS = ("key", "word", "direction", "operator", "term")
"""Tables are read whose first column is called like this."""

SORTS = {"key": KEY, "function": FUNCTION, "word": WORD, "direction": WORD}
"""As what the table of versions knows the words of a kind."""

MAIN = ("says", "does", "the player", "is", "gives", "means")
"""Columns whose cell can stand as a sentence of its own; the first of these that a table has does."""

CODE = re.compile(r"`([^`]+)`")
LINK = re.compile(r"\[([^\]]*)\]\(#[^)]*\)")
LEAD = re.compile(r"\*\*(.+?)\*\*")
"""What the tables of a long section begin with."""

PART = re.compile(r"^(?=\*\*|##)", re.MULTILINE)
"""Where a passage or a section begins."""

SHORT = 3
"""Letters of the shortest word that is looked for."""

NAMED = re.compile(r"####\s+`([^`]+)`")


@dataclass(frozen=True, slots=True)
class Entry:
    """What one row of a table, the section of a function, or a passage says.

    `section` is the heading it stands under, with the words in bold that begin the passage; `beside` are all the words
    of its table; `text` is Markdown.
    """

    word: str
    kind: str
    section: str
    text: str
    beside: frozenset[str] = frozenset()


def lookup(word: str, kinds: Collection[str] = (*KINDS, "function"), among: Collection[str] = ()) -> tuple[Entry, ...]:
    """What is said of a word; of a key, given the keys that may stand `among`, only by tables that speak of those."""
    found = tuple(entry for entry in entries() if entry.word == word and entry.kind in kinds)
    return tuple(entry for entry in found if entry.beside <= set(among)) if among else found


def page(word: str) -> str | None:
    """All that is said of a word, as a page in Markdown; None if nothing is.

    A word of the language may stand in the singular. Any other is looked for in the terms and in what passages begin
    with: `jump` finds "Capture by jumping".
    """
    found = lookup(word) or lookup(f"{word}s")
    if all(entry.kind == "term" for entry in found):
        found = _about(word.casefold())
    if not found:
        return None
    parts = [f"## {_named(entry)}, under {entry.section}\n\n{entry.text}{_since(entry)}" for entry in found]
    return "\n\n".join([f"# {word}", *parts]) + "\n"


def _named(entry: Entry) -> str:
    return f"term {entry.word}" if entry.kind == "term" else entry.kind


def _since(entry: Entry) -> str:
    """With which version of the language a word came; nothing of what is no word."""
    sort = SORTS.get(entry.kind)
    return f"\n\nSince version {since(sort, entry.word)} of the language." if sort else ""


def _about(word: str) -> tuple[Entry, ...]:
    """Terms and passages under this word or one that it begins."""
    if len(word) < SHORT:
        return ()
    begins = re.compile(rf"\b{re.escape(word.removesuffix('s'))}")
    terms = (entry for entry in entries() if entry.kind == "term")
    return tuple(entry for entry in (*terms, *_passages(_manual())) if begins.search(entry.word.casefold()))


@cache
def entries() -> tuple[Entry, ...]:
    """Everything that is said, in the order of the manual."""
    return tuple(_read(_manual()))


@cache
def reasons() -> Mapping[str, str]:
    """Why a word is in the language that few games of the library use, for each such word."""
    table = _manual().partition("### What few games use\n")[2].partition("\n## ")[0]
    rows = [line.strip("|").split("|") for line in table.split("\n") if line.startswith("| `")]
    return {name.partition("(")[0]: row[2].strip() for row in rows for name in CODE.findall(row[0])}


def _manual() -> str:
    return (folder("grammar") / "README.md").read_text(encoding="utf-8")


def _passages(text: str) -> Iterator[Entry]:
    """What stands under words in bold, which are its name."""
    heading = ""
    for part in PART.split(text):
        if lead := LEAD.match(part):
            yield Entry(lead[1], "passage", heading, _plain(part))
        else:
            heading = part.partition("\n")[0].lstrip("# ")


def _read(text: str) -> Iterator[Entry]:
    heading, lead, function = "", "", ""
    table: list[str] = []
    body: list[str] = []
    fenced = False
    for line in [*text.split("\n"), "## "]:
        fenced ^= line.startswith("```")
        if table and not line.startswith("|"):
            yield from _rows(table, f"{heading}: {lead}" if lead else heading)
            table, lead = [], ""
        if not fenced and line.startswith("#"):
            if function:
                yield Entry(function, "function", heading, _plain("\n".join(body)))
            named = NAMED.fullmatch(line)
            function, body = (named[1] if named else ""), []
            heading, lead = heading if named else line.lstrip("# "), ""
        elif not fenced and (bold := LEAD.match(line)):
            lead = bold[1].rstrip(".").lower()
        elif not fenced and line.startswith("|"):
            table.append(line)
        if function and not line.startswith("#"):
            body.append(line)


def _rows(table: list[str], heading: str) -> Iterator[Entry]:
    head, _, *rows = ([cell.strip() for cell in line.strip().strip("|").split("|")] for line in table)
    if head[0] not in KINDS:
        return
    words = [row[0].split(", ") if head[0] == "term" else CODE.findall(row[0]) for row in rows]
    main = next((head.index(name) for name in MAIN if name in head), 1)
    for row, own in zip(rows, words, strict=True):
        told = [_sentence(f"The player {row[main]}" if head[main] == "the player" else row[main])]
        others = [number for number in range(1, min(len(head), len(row))) if number != main and row[number]]
        told += [f"- {head[number]}: {row[number]}" for number in others]
        text = _plain("\n".join([told[0], "", *told[1:]]))
        for word in own:
            yield Entry(word, head[0], heading, text, frozenset(name for names in words for name in names))


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:] + ("" if text.endswith(".") else ".")


def _plain(text: str) -> str:
    """Without links into the manual, which lead nowhere elsewhere."""
    return LINK.sub(r"\1", text).strip()
