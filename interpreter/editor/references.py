"""Where a name is declared, where it is used, and what is to be changed to give it another."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from interpreter.checking.validating import validate
from interpreter.editor.buffers import Buffers, in_library
from interpreter.editor.names import IN_EXPRESSIONS, PARAMETER, TOGETHER, Known, Mention, known_names, mentions
from interpreter.editor.vocabulary import vocabulary
from interpreter.errors import BoardwrightError
from interpreter.language.scope import meaning
from interpreter.source.scalars import plain_value
from interpreter.source.schema import flat, game_schema
from interpreter.source.versions import newest
from interpreter.source.wording import NEEDS_QUOTES

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from interpreter.source.schema import Schema
    from interpreter.source.variants import Written


class RenamingError(BoardwrightError):
    """The name cannot be changed; the message says why."""


@dataclass(frozen=True)
class Places:
    """The places of one name in a file and its relatives, and the families they were found in."""

    mentions: tuple[Mention, ...]
    families: tuple[tuple[Written, ...], ...]

    @property
    def declarations(self) -> list[Mention]:
        """Those that declare it."""
        return [mention for mention in self.mentions if mention.declares]


def mention_at(family: tuple[Written, ...], offset: int) -> Mention | None:
    """The name at an offset of the first file of a family."""
    if not family:
        return None
    found = mentions(family[0].root, known_names(written.root for written in family))
    return next((mention for mention in found if mention.span.start <= offset <= mention.span.end), None)


def declared(family: tuple[Written, ...], wanted: Mention) -> list[Mention]:
    """Where a file and its parents declare a name, the file first; of its very kind, if there is such a place."""
    known = known_names(written.root for written in family)
    found = [
        mention
        for written in family
        for mention in mentions(written.root, known)
        if mention.declares and mention.same(wanted)
    ]
    return [mention for mention in found if mention.kind == wanted.kind] or found


def places(buffers: Buffers, path: Path, wanted: Mention) -> Places:
    """Where a name stands in a file, its parents, and the files that extend one of them."""
    families = list(buffers.relatives(path))
    home = next((written for written in reversed(families[0]) if _declares(written, wanted)), None)
    read: dict[Path, list[Mention]] = {}
    kept = []
    for number, family in enumerate(families):
        if number and (home is None or home.path.resolve() not in {written.path.resolve() for written in family}):
            continue
        kept.append(family)
        for first, written in enumerate(family):
            if written.path.resolve() not in read:
                known = known_names(other.root for other in family[first:])
                read[written.path.resolve()] = [
                    mention for mention in mentions(written.root, known) if mention.same(wanted)
                ]
    return Places(tuple(mention for found in read.values() for mention in found), tuple(kept))


def _declares(written: Written, wanted: Mention) -> bool:
    found = mentions(written.root, known_names([written.root]))
    return any(mention.declares and mention.same(wanted) for mention in found)


def renaming(buffers: Buffers, path: Path, wanted: Mention, new: str) -> tuple[Mention, ...]:
    """The places where another name is to be written. Raises RenamingError where it would not do."""
    found = places(buffers, path, wanted)
    if not found.declarations:
        raise RenamingError(f"`{wanted.name}` is not declared in this file or its parents")
    _check_form(wanted, new)
    for family in found.families:
        _check_free(family, wanted, new)
    for written in {written.path: written for family in found.families for written in family}.values():
        if in_library(written.path) and not in_library(path) and _declares(written, wanted):
            raise RenamingError(
                f"`{wanted.name}` is a name of the library game {written.path.stem}; a variant keeps its parent's names"
            )
    _try(buffers, found, new)
    return found.mentions


def edited(mentions_: Iterable[Mention], new: str) -> dict[Path, str]:
    """The texts of files with another name in these places."""
    texts: dict[Path, str] = {}
    for mention in sorted(set(mentions_), key=lambda mention: mention.span.start, reverse=True):
        span, path = mention.span, Path(mention.span.source.name)
        text = texts.get(path, span.source.text)
        texts[path] = text[: span.start] + new + text[span.end :]
    return texts


def _try(buffers: Buffers, found: Places, new: str) -> None:
    """Checks the files as they would be: a letter in a diagram may be the first of the old name."""
    after = Buffers()
    after.texts = {**buffers.texts, **edited(found.mentions, new)}
    for path in dict.fromkeys(family[0].path for family in found.families):
        told = Counter(problem.code for problem in validate(path, games=0, read=buffers.read))
        for problem in validate(path, games=0, read=after.read):
            told[problem.code] -= 1
            if told[problem.code] < 0:
                place = f" ({Path(problem.span.source.name).name}:{problem.span.line})" if problem.span else ""
                raise RenamingError(f'with the name "{new}", {problem.message}{place}')


def _check_form(wanted: Mention, new: str) -> None:
    pattern = _pattern(wanted.kind)
    if pattern and not re.fullmatch(pattern, new):
        raise RenamingError(
            f'"{new}" is no name: names are letters and digits, begin with a letter, and may hold hyphens'
        )
    if not new.strip() or NEEDS_QUOTES.search(new) or not isinstance(plain_value(new), str):
        raise RenamingError(f'"{new}" would need quotes; choose a name without special characters')


def _pattern(kind: str) -> str:
    """The form of the names of a kind; empty where any text will do."""
    name: str = flat({"$ref": "#/definitions/name"})["pattern"]
    if kind == PARAMETER:
        return name
    return name if any("propertyNames" in schema for schema in _declaring(game_schema(), kind)) else ""


def _declaring(schema: object, kind: str) -> Iterator[Schema]:
    """Every part of the schema whose keys are names of a kind."""
    if isinstance(schema, dict):
        if schema.get("x-declares") == kind:
            yield schema
        for part in schema.values():
            yield from _declaring(part, kind)
    elif isinstance(schema, list):
        for part in schema:
            yield from _declaring(part, kind)


def _check_free(family: tuple[Written, ...], wanted: Mention, new: str) -> None:
    known: Known = known_names(written.root for written in family)
    kinds = {wanted.kind}.union(*(group for group in TOGETHER if wanted.kind in group))
    if wanted.kind in (*IN_EXPRESSIONS, PARAMETER):
        kinds |= {*IN_EXPRESSIONS, PARAMETER}
        if told := meaning(new, newest(), called=True):
            raise RenamingError(f"`{new}` is {told}")
        words = vocabulary(family)
        if words and words.board and (new in words.board.index or new in words.board.regions):
            raise RenamingError(f"`{new}` is a site or a region of the board")
    if taken := kinds & known.get(new, set()):
        raise RenamingError(f"`{new}` is the name of a {min(taken)} already")
