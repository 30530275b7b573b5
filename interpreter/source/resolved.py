"""A document written out again: what a variant comes to, and a name for its rules."""

from __future__ import annotations

import hashlib
import json
from pathlib import PurePath
from typing import TYPE_CHECKING

from interpreter.source.merging import without
from interpreter.source.nodes import Entry, Mapping, Node, Scalar, Sequence, to_plain
from interpreter.source.options import Option, apply_choices
from interpreter.source.scalars import plain_value
from interpreter.source.wording import NEEDS_QUOTES, NEEDS_QUOTES_ALONE

if TYPE_CHECKING:
    import re

    from interpreter.diagnostics import Span
    from interpreter.source.document import Document

NOT_RULES = ("game", "language", "about", "scenarios")
"""Keys without effect on play, left out of the hash (as are the letters and the drawing of pieces and sites)."""

WIDEST = 70
"""The column before which the origins stand, unless a line is longer."""

NOT_RULES_OF = {"board": ("sites", "coordinates"), "pieces": ("letter", "emblem")}


def resolved_yaml(document: Document, *, keep_options: bool = False) -> str:
    """The merged file as YAML, each line with its origin (file and line) as a comment.

    Options that are numbers stay options, with what was chosen as their default: rules may use their names. Other
    choices have been made; scenarios that make choices of their own are left out. With `keep_options`, options stay
    whose first choice is taken, with the scenarios that choose among them; `change` of the document is left out.
    """
    if keep_options:
        lines = _block(_still_open(document), 0) + _options_kept(document)
    else:
        lines = _block(without_choices(document), 0) + number_options(document)
    width = min(max((len(text) for text, _ in lines), default=0), WIDEST)
    return "".join(f"{text:<{width}}  # {_origin(span)}\n" if span else f"{text}\n" for text, span in lines)


def without_choices(document: Document) -> Mapping:
    """The merged tree as it stands once all choices are made: without scenarios that make choices of their own."""
    entries = []
    for entry in document.root.entries:
        if entry.key.text == "scenarios" and isinstance(entry.value, Mapping):
            kept = tuple(
                scenario
                for scenario in entry.value.entries
                if not (isinstance(scenario.value, Mapping) and "options" in scenario.value)
            )
            if kept:
                entries.append(Entry(entry.key, Mapping(kept, entry.value.span)))
        else:
            entries.append(entry)
    return Mapping(tuple(entries), document.root.span)


def _is_open(document: Document, option: Option) -> bool:
    """Whether what is taken is what the file says without a choice, so that all choices can still be made."""
    return not option.choices or document.chosen[option.name] == option.choices[0]


def _still_open(document: Document) -> Mapping:
    """The merged tree with those choices made that are not the first, and the scenarios that fit it."""
    settled = tuple(option for option in document.options if not _is_open(document, option))
    root = without(apply_choices(document.open, settled, document.chosen, []), "options")
    names = {option.name for option in settled}
    entries = []
    for entry in root.entries:
        value = entry.value
        if entry.key.text == "scenarios" and isinstance(value, Mapping):
            value = Mapping(tuple(one for one in value.entries if not names & _chosen_in(one.value)), value.span)
        if entry.key.text != "scenarios" or (isinstance(value, Mapping) and value.entries):
            entries.append(Entry(entry.key, value))
    return Mapping(tuple(entries), root.span)


def _chosen_in(scenario: Node) -> set[str]:
    """The options that a scenario chooses."""
    chosen = scenario.get("options") if isinstance(scenario, Mapping) else None
    return {entry.key.text for entry in chosen.entries} if isinstance(chosen, Mapping) else set()


def _options_kept(document: Document) -> list[tuple[str, Span | None]]:
    """Lines that declare the options that are open still."""
    declared = document.open.get("options")
    lines = number_options(document)[1:]
    for option in document.options:
        value = declared.get(option.name) if isinstance(declared, Mapping) else None
        if option.choices and _is_open(document, option) and value is not None:
            name = Scalar(option.name, option.name, option.span)
            lines += _block(Mapping((Entry(name, value),), option.span), 2)
    return [("options:", None), *lines] if lines else []


def number_options(document: Document) -> list[tuple[str, Span | None]]:
    """Lines that declare the options which are numbers, with what was chosen as their default; each with its origin."""
    lines: list[tuple[str, Span | None]] = []
    for option in document.options:
        if option.name in document.numbers:
            ends = f"from: {option.low}, to: {option.high}"
            text = f"  {_scalar(option.name)}: {{number: {document.numbers[option.name]}, {ends}}}"
            lines.append((text, option.span))
    return [("options:", None), *lines] if lines else []


def document_hash(document: Document) -> str:
    """A name for the rules alone: the SHA-256 of their canonical JSON, in hexadecimal. Keys keep their order."""
    rules = {name: _rules(name, to_plain(node)) for name, node in document.root.items() if name not in NOT_RULES}
    text = json.dumps(dict(sorted(rules.items())), ensure_ascii=False, separators=(",", ":"))
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def _rules(name: str, value: object) -> object:
    left_out = NOT_RULES_OF.get(name, ())
    if not left_out or not isinstance(value, dict):
        return value
    if name == "pieces":
        return {
            piece: {key: said for key, said in kind.items() if key not in left_out} if isinstance(kind, dict) else kind
            for piece, kind in value.items()
        }
    # The sites of a graph are its board; only the words for how sites are drawn are left out.
    return {key: said for key, said in value.items() if key not in left_out or not _only_drawn(key, said)}


def _only_drawn(key: str, said: object) -> bool:
    return key == "coordinates" or isinstance(said, str)


def _block(node: Mapping, indent: int) -> list[tuple[str, Span | None]]:
    """Lines of a map, each with the place it comes from (None where a comment would become part of a text)."""
    lines: list[tuple[str, Span | None]] = []
    for entry in node.entries:
        key = f"{' ' * indent}{_scalar(entry.key.text)}:"
        value = entry.value
        if isinstance(value, Scalar) and "\n" in value.text and _fits_block(value.text):
            keep_end = value.text.endswith("\n")
            lines.append((f"{key} {'|' if keep_end else '|-'}", value.span))
            lines += [(" " * (indent + 2) + line if line else "", None) for line in value.text.rstrip("\n").split("\n")]
        elif isinstance(value, Mapping) and value.entries:
            lines.append((key, entry.key.span))
            lines += _block(value, indent + 2)
        elif isinstance(value, Sequence) and any(not isinstance(item, Scalar) for item in value.items):
            lines.append((key, entry.key.span))
            lines += [(f"{' ' * indent}  - {_flow(item)}", item.span) for item in value.items]
        else:
            text = isinstance(value, Scalar) and isinstance(value.value, str)
            written = _scalar(value.text, NEEDS_QUOTES_ALONE) if text and isinstance(value, Scalar) else _flow(value)
            lines.append((f"{key} {written}", value.span))
    return lines


def _flow(node: Node) -> str:
    if isinstance(node, Scalar):
        if isinstance(node.value, str):
            return _scalar(node.text)
        return "null" if node.value is None else node.text
    if isinstance(node, Sequence):
        return "[" + ", ".join(map(_flow, node.items)) + "]"
    return "{" + ", ".join(f"{_scalar(entry.key.text)}: {_flow(entry.value)}" for entry in node.entries) + "}"


def _scalar(text: str, unsafe: re.Pattern[str] = NEEDS_QUOTES) -> str:
    """A text as YAML on one line: quoted where it would read as something else."""
    if unsafe.search(text) or not isinstance(plain_value(text), str) or not text.isprintable():
        return "".join(_escaped(character) for character in json.dumps(text, ensure_ascii=False))
    return text


def _escaped(character: str) -> str:
    if character.isprintable():
        return character
    code = ord(character)
    return f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"


def _fits_block(text: str) -> bool:
    """Whether a text may stand below `|`: its first line begins at the margin, and every character can be shown."""
    return (
        not text.startswith((" ", "\n"))
        and not text.endswith("\n\n")
        and all(line.isprintable() for line in text.split("\n"))
    )


def _origin(span: Span) -> str:
    return f"{PurePath(span.source.name).name}:{span.line}"
