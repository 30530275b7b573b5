"""`boardwright new`: the first file of a new game, with what may be changed in it."""

from __future__ import annotations

import json
import os
import re
import shlex
import textwrap
from pathlib import Path
from typing import TYPE_CHECKING

import yaml

from interpreter.authoring.layout import KEY_ORDER
from interpreter.errors import BoardwrightError, GameFileError
from interpreter.resources import folder, library_games
from interpreter.source import files
from interpreter.source.document import load_document
from interpreter.source.nodes import Mapping, Node, Scalar, Sequence
from interpreter.source.resolved import number_options, without_choices
from interpreter.source.scalars import plain_value
from interpreter.source.variants import UNCHANGEABLE, Written, inherit, read_family

if TYPE_CHECKING:
    from interpreter.source.document import Document
    from interpreter.source.options import Option
    from interpreter.source.variants import Written

__all__ = ["start_file", "variant_text"]

NEWLINE = "\n"
WIDTH = 100
"""Of a folded paragraph."""


def start_file(name: str, parent: str, *, copy: bool = False) -> Path:
    """Write `NAME.yaml`: a variant of the parent (a library name or a path), or, with `copy`, the whole game.

    Raises FileExistsError rather than overwrite, GameFileError where the parent cannot be read.
    """
    path = Path(name if name.endswith((".yaml", ".yml")) else f"{name}.yaml")
    if not re.search(r"\w", path.name.rpartition(".")[0]) or not path.name.isprintable():
        raise BoardwrightError(f'"{name}" cannot be the name of a game; use letters, digits and hyphens')
    document, found = load_document(parent)
    if document is None:
        raise GameFileError(tuple(found))
    family, _ = read_family(*files.find(parent))
    title = re.sub(r"[-_\s]+", " ", path.stem).strip()
    title = title[:1].upper() + title[1:]
    if copy:
        text = _copy_text(title, family, document)
    else:
        text = variant_text(title, path, _reference(document.path, path), inherit(family, []), document.options)
    with path.open("x", encoding="utf-8", newline="\n") as stream:
        stream.write(text)
    return path


def variant_text(title: str, path: Path, parent: str, whole: Mapping, options: tuple[Option, ...]) -> str:
    """A variant that changes nothing yet: one value stands as an example, everything else as a comment.

    `whole` is the parent with its own parents merged, before its options are applied.
    """
    of, shown = _text(whole.get("game"), parent), shlex.quote(path.name)
    lines = [
        _modeline(),
        f"# {title}: a variant of {of}.",
        f"#   boardwright validate {shown}     checks it",
        f"#   boardwright play {shown}         plays it",
        f"#   boardwright resolve {shown}      shows the whole game with this file's changes",
        "",
        f"game: {_scalar(title, alone=True)}",
        "about:",
        f"  summary: {_scalar(f'A variant of {of}.', alone=True)}",
        f"extends: {_scalar(parent, alone=True)}",
        *_first_value(whole),
        *_options(options),
        "",
        "# The rest of the game as it stands in the parent. What you take over goes under `change:`, with the keys",
        '# above it and without the "# "; what you leave out stays as it is. `null` deletes a key.',
        "#",
    ]
    lines += [f"#   {line}" for line in _block(_in_order(whole, *UNCHANGEABLE))]
    return "\n".join(line.rstrip() for line in lines) + "\n"


def _copy_text(title: str, family: tuple[Written, ...], document: Document) -> str:
    """The parent's file with another title; of a variant, everything it comes to with its own choices."""
    first = family[0]
    name = first.root.get("game")
    if len(family) == 1 and isinstance(name, Scalar):
        text = first.source.text
        text = text[: name.span.start] + _scalar(title, alone=True) + text[name.span.end :]
        kept = [line for line in text.split("\n") if not line.startswith("# yaml-language-server:")]
        return "\n".join([_modeline(), *kept])
    chooses = any("choose" in written.root for written in family)
    whole = without_choices(document) if chooses else inherit(family, [])
    rest = _block(_in_order(whole, "game"))
    if chooses:
        rest += [text for text, _ in number_options(document)]
    return "\n".join([_modeline(), f"game: {_scalar(title, alone=True)}", *rest]) + "\n"


def _in_order(whole: Mapping, *without: str) -> Mapping:
    entries = [entry for entry in whole.entries if entry.key.text not in without]
    place = {key: number for number, key in enumerate(KEY_ORDER)}
    return Mapping(tuple(sorted(entries, key=lambda entry: place.get(entry.key.text, len(place)))), whole.span)


def _modeline() -> str:
    return f"# yaml-language-server: $schema={(folder('grammar') / 'game.schema.json').as_uri()}"


def _reference(parent: Path, child: Path) -> str:
    """How the child names its parent: a library name, or a path from where the child stands."""
    if parent.resolve().parent == folder("games").resolve() and parent.stem in library_games():
        return parent.stem
    return Path(os.path.relpath(parent.resolve(), child.resolve().parent)).as_posix()


def _options(options: tuple[Option, ...]) -> list[str]:
    if not options:
        return []
    lines = [
        "",
        "# The options of the parent, with what it chooses in brackets. This file chooses otherwise with",
        "# `choose: {NAME: VALUE}` at the left margin, a player with --option NAME=VALUE.",
    ]
    for option in options:
        marked = [f"[{choice}]" if choice == option.default else choice for choice in option.choices]
        said = ", ".join(marked) if marked else f"[{option.default}], a number from {option.low} to {option.high}"
        lines.append(f"#   {option.name}: {said}")
    return lines


def _first_value(whole: Mapping) -> list[str]:
    """One value to begin with: the size of the board, or else the first plain value of the game."""
    board = whole.get("board")
    first = [("board", "size", board.get("size"))] if isinstance(board, Mapping) else []
    others = [
        (key, inner, value)
        for key, map_ in whole.items()
        if key not in UNCHANGEABLE and isinstance(map_, Mapping)
        for inner, value in map_.items()
        if isinstance(value, Scalar)
    ]
    for key, inner, value in first + others:
        if value is not None:
            return ["", "change:", f"  {key}:", f"    {_scalar(inner)}: {_flow(value, alone=True)}"]
    return []


def _block(node: Mapping, indent: str = "") -> list[str]:
    """A map as YAML, a line for each key; lists stand in brackets as far as they hold no maps."""
    lines = []
    for entry in node.entries:
        key, value = f"{indent}{_scalar(entry.key.text)}:", entry.value
        if isinstance(value, Mapping) and value.entries:
            lines += [key, *_block(value, indent + "  ")]
        elif isinstance(value, Sequence) and not all(isinstance(item, Scalar) for item in value.items):
            lines.append(key)
            for item in value.items:
                body = _block(item, indent + "    ") if isinstance(item, Mapping) and item.entries else [_flow(item)]
                lines += [f"{indent}  - {body[0].strip()}", *body[1:]]
        elif isinstance(value, Scalar) and _fits_below(value.text):
            lines += _text_block(key, value.text, indent + "  ")
        else:
            lines.append(f"{key} {_flow(value, alone=True)}")
    return lines


def _fits_below(text: str) -> bool:
    """Whether a text of several lines may stand below its key as it is."""
    return NEWLINE in text and not text.startswith((" ", NEWLINE)) and not text.endswith(NEWLINE * 2)


def _text_block(key: str, text: str, indent: str) -> list[str]:
    """A text of several lines below its key; a long paragraph is folded."""
    body = text.removesuffix(NEWLINE)
    if NEWLINE not in body and "  " not in body and text != body:
        folded = textwrap.wrap(body, WIDTH, break_on_hyphens=False, break_long_words=False)
        return [f"{key} >", *(indent + line for line in folded)]
    sign = "|" if text != body else "|-"
    return [f"{key} {sign}", *(indent + line if line else "" for line in body.split(NEWLINE))]


def _flow(node: Node, *, alone: bool = False) -> str:
    if isinstance(node, Scalar):
        if isinstance(node.value, str):
            return _scalar(node.text, alone=alone)
        return "null" if node.value is None else node.text
    if isinstance(node, Sequence):
        return f"[{', '.join(map(_flow, node.items))}]"
    return f"{{{', '.join(f'{_scalar(entry.key.text)}: {_flow(entry.value)}' for entry in node.entries)}}}"


def _scalar(text: str, *, alone: bool = False) -> str:
    """A text as a YAML value: as it stands if it is read back as it stands, else in double quotes.

    `alone` says that it stands behind a key on a line of its own, where commas and brackets do no harm.
    """
    around = f"k: {text}" if alone else f"{{k: {text}}}"
    try:
        safe = yaml.load(around, Loader=yaml.BaseLoader) == {"k": text}  # noqa: S506 (it makes texts of all values)
    except yaml.YAMLError:
        safe = False
    return text if safe and isinstance(plain_value(text), str) else json.dumps(text, ensure_ascii=False)


def _text(node: Node | None, other: str) -> str:
    return node.text if isinstance(node, Scalar) else other
