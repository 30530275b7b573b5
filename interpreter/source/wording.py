"""How the schema's findings are worded: places, kinds and values as the author sees them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from interpreter.source.nodes import Mapping, Node, Scalar

if TYPE_CHECKING:
    from collections.abc import Mapping as Mapped

    from interpreter.source.merging import KeyPath

# Paths of named things ("*" is the name), and what such a thing is called.
THINGS: tuple[tuple[KeyPath, str], ...] = (
    (("moves", "*"), "the move"),
    (("pieces", "*"), "the piece"),
    (("players", "*"), "the player"),
    (("define", "*"), "the definition"),
    (("memory", "*"), "the remembered value"),
    (("effects", "*"), "the effect"),
    (("play", "turn", "*"), "the step"),
    (("phases", "*", "turn", "*"), "the step"),
    (("phases", "*", "end", "*"), "the end condition"),
    (("phases", "*"), "the phase"),
    (("end", "*"), "the end condition"),
    (("options", "*"), "the option"),
    (("scenarios", "*"), "the scenario"),
    (("board", "regions", "*"), "the region"),
    (("board", "directions", "*"), "the direction"),
)

NEEDS_QUOTES_ALONE = re.compile(r"^[,\[\]{}#&*!|>'\"%@`]|^[-?:]( |$)|: |:$| #|^\s|\s$|^$|^(---|\.\.\.)")
"""Texts that need quotes as a value outside of `{ }` and `[ ]`."""

NEEDS_QUOTES = re.compile(r"[,\[\]{}#&*!|>'\"%@`]|: |:$|^[-?:]|^\s|\s$|^$")
LONGEST = 40


def thing(path: KeyPath) -> str:
    """The named thing a path leads into: "the move `drop`"; else its first key: "`board`"; else "the game"."""
    return _thing(inner(path))[0]


def inner(path: KeyPath) -> KeyPath:
    """A path without the way through `change` or an option's choice."""
    if path[:1] == ("change",):
        return path[1:]
    if path[:1] == ("options",) and len(path) > 3:
        return path[3:]
    return path


def subject(path: KeyPath) -> str:
    """What a value at a path is called: "`size`", or "an entry of `lines`" for what stands in a list."""
    keys = [part for part in path if not part.isdecimal()]
    if not keys:
        return "the file"
    return f"an entry of `{keys[-1]}`" if path[-1].isdecimal() else f"`{keys[-1]}`"


def where(path: KeyPath) -> str:
    """A value with the named thing it belongs to: "in the move `drop`, `to`"."""
    around, length = _thing(inner(path))
    return around if length == len(inner(path)) else f"in {around}, {subject(path)}"


def within(path: KeyPath) -> str:
    """The words "in the move `drop`, ", or nothing at the top of the file."""
    inside = thing(path)
    return "" if inside == "the game" else f"in {inside}, "


def what_stands(node: Node) -> str:
    """A value in plain words: "the text "abc"", "the number 5", "a list"."""
    if isinstance(node, Scalar):
        if node.value is None:
            return "nothing"
        text = node.text.strip().split("\n")[0]
        shown = text if len(text) <= LONGEST else text[: LONGEST - 3] + "..."
        if isinstance(node.value, bool):
            return f"`{shown}`"
        return f'the text "{shown}"' if isinstance(node.value, str) else f"the number {shown}"
    if isinstance(node, Mapping):
        return "a map (keys with values)" if node.entries else "an empty map"
    return "a list" if node.items else "an empty list"


def as_yaml(value: object) -> str:
    """A small value as YAML on one line."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{_text(str(key))}: {as_yaml(inner)}" for key, inner in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(as_yaml, value)) + "]"
    if isinstance(value, bool):
        return "true" if value else "false"
    return _text(str(value))


def example(key: str, schema: Mapped[str, object]) -> str:
    """A help line with the right form of a key, from the schema's examples; its description where it has none."""
    examples = schema.get("examples")
    if isinstance(examples, list) and examples:
        return f"for example: {key}: {as_yaml(examples[0])}" if key else f"for example: {as_yaml(examples[0])}"
    return str(schema.get("description", ""))


def good_name(text: str) -> str:
    """A name made of a text that is none, or nothing if no letters are left."""
    words = re.findall(r"[A-Za-z0-9]+", text)
    name = "-".join(words).lstrip("0123456789-")
    return name if len(name) <= LONGEST else ""


def _text(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"' if NEEDS_QUOTES.search(text) else text


def _thing(path: KeyPath) -> tuple[str, int]:
    """The named thing, and how many parts of the path lead to it."""
    best, length = (f"`{path[0]}`", 1) if path else ("the game", 0)
    for pattern, name in THINGS:
        fits = len(path) >= len(pattern) and all(part in ("*", here) for part, here in zip(pattern, path, strict=False))
        if fits and len(pattern) > length:
            best, length = f"{name} `{path[len(pattern) - 1]}`", len(pattern)
    return best, length
