"""`boardwright new`: the first file of a new game, with what may be changed in it."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path
from typing import TYPE_CHECKING

import yaml

from interpreter.authoring.layout import KEY_ORDER
from interpreter.errors import BoardwrightError, GameFileError
from interpreter.resources import folder, library_games
from interpreter.source import files
from interpreter.source.nodes import Mapping, Node, Scalar, Sequence
from interpreter.source.variants import UNCHANGEABLE, inherit, read_family

if TYPE_CHECKING:
    from interpreter.diagnostics import Diagnostic
    from interpreter.source.variants import Written

__all__ = ["start_file", "variant_text"]

PLAIN = re.compile(r"[A-Za-z][\w',()-]*( [\w',()-]+)*")
WIDTH = 100


def start_file(name: str, parent: str, *, copy: bool = False) -> Path:
    """Write `NAME.yaml`: a variant of the parent (a library name or a path), or, with `copy`, the whole game.

    Raises FileExistsError rather than overwrite, GameFileError where the parent cannot be read.
    """
    path = Path(name if name.endswith((".yaml", ".yml")) else f"{name}.yaml")
    if not re.search(r"\w", path.stem) or not path.name.isprintable():
        raise BoardwrightError(f'"{name}" cannot be the name of a game; use letters, digits and hyphens')
    found: list[Diagnostic] = []
    where, shown = files.find(parent)
    family, problems = read_family(where, shown)
    found += problems
    if not found:
        whole = inherit(family, found)
    if any(problem.is_error for problem in found):
        raise GameFileError(tuple(found))
    title = re.sub(r"[-_\s]+", " ", path.stem).strip()
    title = title[:1].upper() + title[1:]
    text = _copy_text(title, family, whole) if copy else variant_text(title, path, _reference(where, path), whole)
    with path.open("x", encoding="utf-8", newline="\n") as stream:
        stream.write(text)
    return path


def variant_text(title: str, path: Path, parent: str, whole: Mapping) -> str:
    """A variant that changes nothing yet: one value stands as an example, everything else as a comment."""
    of = _text(whole.get("game"), parent)
    live = _first_value(whole)
    example = [] if live is None else ["", "change:", *_indented(_dumped(live), "  ")]
    lines = [
        _modeline(),
        f"# {title}: a variant of {of}.",
        f"#   boardwright validate {path.name}     checks it",
        f"#   boardwright play {path.name}         plays it",
        f"#   boardwright resolve {path.name}      shows the whole game with this file's changes",
        "",
        f"game: {_written(title)}",
        f"extends: {_written(parent)}",
        "about:",
        f"  summary: {_written(f'A variant of {of}.')}",
        *example,
        *_options(whole),
        "",
        "# Everything else of the game, as it stands in the parent. What you take over goes under `change:`, with the keys",
        '# above it and without the "# "; what you leave out stays as it is. `null` deletes a key.',
        "#",
    ]
    for key in sorted((key for key, _ in whole.items()), key=_place):
        value = whole.get(key)
        if key not in UNCHANGEABLE and value is not None:
            lines += _indented(_dumped({key: _plain(value)}), "#   ")
    return "\n".join(line.rstrip() for line in lines) + "\n"


def _copy_text(title: str, family: tuple[Written, ...], whole: Mapping) -> str:
    first = family[0]
    name = first.root.get("game")
    if len(family) == 1 and isinstance(name, Scalar):
        text = first.source.text
        text = text[: name.span.start] + _written(title) + text[name.span.end :]
        kept = [line for line in text.split("\n") if not line.startswith("# yaml-language-server:")]
        return "\n".join([_modeline(), *kept])
    plain = {key: _plain(value) for key, value in whole.items()}
    plain["game"] = title
    lines = [_modeline()]
    for key in sorted(plain, key=_place):
        lines += _dumped({key: plain[key]})
    return "\n".join(lines) + "\n"


def _modeline() -> str:
    return f"# yaml-language-server: $schema={(folder('grammar') / 'game.schema.json').as_uri()}"


def _reference(parent: Path, child: Path) -> str:
    """How the child names its parent: a library name, or a path from where the child stands."""
    if parent.resolve().parent == folder("games").resolve() and parent.stem in library_games():
        return parent.stem
    return Path(os.path.relpath(parent.resolve(), child.resolve().parent)).as_posix()


def _options(whole: Mapping) -> list[str]:
    options = whole.get("options")
    if not isinstance(options, Mapping) or not len(options):
        return []
    lines = ["", "# The options of the parent go on working: boardwright play ... --option NAME=VALUE"]
    for name, option in options.items():
        if isinstance(option, Mapping):
            number = option.get("number")
            low, high = (_text(option.get(key), "") for key in ("from", "to"))
            said = f"{_text(number, '')}, {low} to {high}" if number else ", ".join(key for key, _ in option.items())
            lines.append(f"#   {name}: {said}")
    return lines


def _first_value(whole: Mapping) -> dict[str, object] | None:
    """One value to begin with: the size of the board, or else the first plain value of the game."""
    board = whole.get("board")
    size = board.get("size") if isinstance(board, Mapping) else None
    if size is not None:
        return {"board": {"size": _plain(size)}}
    for key, value in whole.items():
        if key not in UNCHANGEABLE and isinstance(value, Mapping):
            for inner, scalar in value.items():
                if isinstance(scalar, Scalar):
                    return {key: {inner: _plain(scalar)}}
    return None


class _Dumper(yaml.SafeDumper):
    """Lists are indented under their key, and texts of several lines stand as blocks."""

    def increase_indent(self, flow: bool = False, indentless: bool = False) -> None:  # noqa: ARG002, FBT001, FBT002
        super().increase_indent(flow, indentless=False)


class _Verbatim(str):
    """Text that YAML reads back as it stands: written plainly."""

    __slots__ = ()


def _dump_verbatim(dumper: yaml.SafeDumper, value: _Verbatim) -> yaml.Node:
    return dumper.represent_scalar("tag:yaml.org,2002:str", value, style="|" if "\n" in value else None)


_Dumper.add_representer(_Verbatim, _dump_verbatim)


def _dumped(value: object) -> list[str]:
    text = yaml.dump(value, Dumper=_Dumper, sort_keys=False, allow_unicode=True, width=10_000, default_flow_style=None)
    return str(text).rstrip("\n").split("\n")


def _plain(node: Node) -> object:
    if isinstance(node, Scalar):
        return _Verbatim(node.text) if isinstance(node.value, str) else node.value
    if isinstance(node, Sequence):
        return [_plain(item) for item in node.items]
    return {_Verbatim(entry.key.text): _plain(entry.value) for entry in node.entries}


def _written(text: str) -> str:
    """A text as a YAML value."""
    plain = PLAIN.fullmatch(text) and yaml.safe_load(text) == text
    return text if plain else json.dumps(text, ensure_ascii=False)


def _text(node: Node | None, other: str) -> str:
    return node.text if isinstance(node, Scalar) else other


def _indented(lines: list[str], indent: str) -> list[str]:
    return [indent + line for line in lines]


def _place(key: str) -> int:
    return KEY_ORDER.index(key) if key in KEY_ORDER else len(KEY_ORDER)
