"""A game with every name of its own replaced by another, written over its merged rules.

Renamed are players, pieces, regions, definitions with their parameters, remembered names, effects, moves, names of
`let`, phases, steps, end reasons, directions of the board and number options. A name keeps one new name wherever it
stands, so a piece and a move that are called alike are called alike afterwards.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import yaml

from interpreter.source import to_plain

if TYPE_CHECKING:
    from collections.abc import Iterator

    from interpreter.machine.rules import Rules
    from interpreter.source.document import Document

WORD = re.compile(r"[A-Za-z][A-Za-z0-9]*(?:-[A-Za-z0-9]+)*(?!\w*=)")
# Keys of the language whose values are words of the language too, or texts.
LANGUAGE = {
    "game",
    "language",
    "shape",
    "sites",
    "letter",
    "letters",
    "emblem",
    "path",
    "is",
    "until memory",
    "stuck",
    "after",
    "if none",
}
# Tables whose keys are names that the author gives.
TABLES = {
    "pieces",
    "define",
    "memory",
    "effects",
    "moves",
    "phases",
    "turn",
    "end",
    "regions",
    "directions",
    "let",
    "dice",
}


def names_of(tree: Any, key: str = "") -> Iterator[str]:
    """Every name the author gives, in the order of the file."""
    if not isinstance(tree, dict):
        return
    for name, value in tree.items():
        if key in TABLES:
            yield from re.findall(r"[^(),]+", name) if key == "define" else [name]
        if name == "players":
            yield from value
        yield from names_of(value, f"{name} entry" if key in TABLES else name)


def renamed(document: Document, rules: Rules) -> tuple[str, dict[str, str]]:
    """The game under other names as the text of a file, and new name by old."""
    tree = to_plain(document.root)
    assert isinstance(tree, dict)
    tree = {key: value for key, value in tree.items() if key not in {"about", "scenarios"}}
    old = dict.fromkeys(name.strip() for name in (*document.numbers, *names_of(tree)))
    table = {name: f"{chr(ord('A') + number % 26)}zz-{number}" for number, name in enumerate(old)}
    new = _through(tree, table)
    new["game"] = "A game"
    if isinstance(new.get("setup"), str):  # letters that pieces have by their names are told beside the picture
        own = {letter: _meant(rules, owner, kind, table) for letter, owner, kind in rules.letters}
        new["setup"] = {"diagram": new["setup"], "letters": own}
    new["options"] = {
        table[name]: {"number": value, "from": value, "to": value} for name, value in document.numbers.items()
    }
    return yaml.safe_dump(new, sort_keys=False, width=1000), table


def _meant(rules: Rules, owner: int, kind: int, table: dict[str, str]) -> str | list[str]:
    piece = table[rules.pieces[kind].name]
    return piece if rules.pieces[kind].owner is not None else [table[rules.players[owner]], piece]


def _through(value: Any, table: dict[str, str], key: str = "", *, names: bool = False) -> Any:
    if isinstance(value, dict):
        return {
            _key(name, table, key, names=names): _through(
                inner, table, _of(name, key), names=name in {"remember", "setup"}
            )
            for name, inner in value.items()
        }
    if isinstance(value, list):
        return [_through(item, table, key) for item in value]
    if not isinstance(value, str) or key in LANGUAGE or "\n" in value.strip("\n"):
        return value
    return table.get(value) or WORD.sub(lambda found: table.get(found[0], found[0]), value)


def _of(name: str, key: str) -> str:
    """How the key below is to be read: an entry of a table of names is no word of the language."""
    if key == "memory entry" and name == "until":
        return "until memory"
    return f"{key} entry" if key in TABLES else name


def _key(name: str, table: dict[str, str], key: str, *, names: bool) -> str:
    if key in TABLES:
        return table.get(name) or WORD.sub(lambda found: table.get(found[0], found[0]), name)
    # Elsewhere a key is a word of the language, unless it is a player in a map from player to value.
    return table[name] if name in table and (names or name not in WORDS_OF_MAPS) else name


WORDS_OF_MAPS = {
    "place", "move", "remove", "pass", "swap", "to", "onto", "along", "distance", "through", "when", "leaves", "prefer",
    "minimise", "maximise", "then", "into", "if", "go", "next", "do", "else", "from", "capture", "flip", "promote",
    "shift", "remember", "reset", "award", "on", "result", "owner", "hand", "until", "starts", "end", "turn", "size",
    "adjacent", "board", "play", "score", "pieces", "players", "moves", "phases", "define", "memory", "effects", "leap",
    *LANGUAGE, *TABLES,
}  # fmt: skip
