"""What the schema says of the keys of a map, and how it is told."""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.diagnostics import Diagnostic, Span
from interpreter.diagnostics.suggesting import closest, listing
from interpreter.source.merging import MOST
from interpreter.source.nodes import Entry, Mapping, Node, Scalar
from interpreter.source.schema import Schema, example_of, flat, home_of, key_of, titled
from interpreter.source.syntax import comma_in_braces
from interpreter.source.wording import as_yaml, example, subject, thing, where, within

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from interpreter.source.findings import Findings
    from interpreter.source.merging import KeyPath

ONE_THING = {
    "a move": "write two moves, and let the step choose: `do: [one, other]`",
    "a consequence": "write two consequences, each with its own hyphen or its own name",
    "a direction": "keep one of them, or write two directions",
}
"""What says one thing at a time, and the way out for what says several."""


KEY_HABITS = {"if": "when", "setup": "position", "over": "through"}
"""Keys that authors write from habit, and what says the same in some places."""


FOLLOWS = ("award", "become", "capture", "flip", "promote", "remember", "reset", "shift")
"""Keys of consequences that authors write into the move itself."""


def key_with_value(text: str, keys: Collection[str]) -> tuple[str, str] | None:
    """A key and its value where the colon between them was forgotten: `hand 16`."""
    name, _, value = text.partition(" ")
    return (name, value.strip()) if value.strip() and name in keys else None


def cut_text(entries: Sequence[Entry], place: int) -> Span | None:
    """The whole of a text in braces that commas have cut: a plain value, and behind it keys without a value.

    `place` is that of the first such key among `entries`.
    """
    text = entries[place - 1].value if place else None
    if not isinstance(text, Scalar) or text.style != "plain" or " " not in entries[place].key.text:
        return None
    whole = text.span
    for entry in entries[place:]:
        between = Span(whole.source, whole.end, entry.key.span.start).text.strip()
        if between != "," or not isinstance(entry.value, Scalar) or entry.value.text:
            break
        whole = Span(whole.source, whole.start, entry.key.span.end)
    return whole if whole != text.span else None


def unknown_keys(
    findings: Findings, node: Mapping, schema: Schema, path: KeyPath, missing: Collection[str] = ()
) -> list[str]:
    """Tell of the keys that are none; gives the `missing` ones without those that are only misspelt."""
    keys = schema["properties"]
    strangers = [entry.key.text for entry in node.entries if entry.key.text not in keys]
    left = list(missing)
    cut: Span | None = None
    for place, entry in enumerate(node.entries):
        name = entry.key.text
        if name in keys or (cut and entry.key.span.end <= cut.end):
            continue
        if len(findings.found) >= MOST:
            break
        glued = key_with_value(name, keys)
        if glued:
            findings.misspelt.add((*path, glued[0]))
            shown = f"`{glued[0]}: {glued[1]}`"
            findings.tell(
                "unknown-key",
                f"{within(path)}`{name}` is not a key",
                entry.key.span,
                "a colon is missing",
                f"write {shown}",
            )
            continue
        cut = cut_text(node.entries, place)
        if cut:
            findings.found.append(comma_in_braces(cut, "text"))
            continue
        follows = name in FOLLOWS and schema["title"] == "a move"
        near = KEY_HABITS[name] if KEY_HABITS.get(name) in keys else None if follows else closest(name, keys)
        label = f'did you mean "{near}"?' if near else ""
        if near:
            findings.misspelt.add((*path, near))
        if near in left:
            left.remove(near)
        elif len(left) == len(strangers) == 1:
            label = f"`{left.pop()}` is missing; is it meant here?"
        home = home_of(name) if not path or schema.get("x-patch") else ""
        help_line = f"{titled(schema)} has the keys {listing(keys)}"
        if home:
            help_line = f"`{name}` belongs under `{home}:`, further to the right"
        if follows:
            help_line = f"what follows a move stands under `then`: `then: [{{{name}: ...}}]`"
        findings.tell(
            "unknown-key",
            f"{within(path)}`{name}` is not a key",
            entry.key.span,
            "" if home else label,
            help_line,
        )
    return left


def no_verb(
    findings: Findings, schema: Schema, path: KeyPath, at: Span, verbs: list[str], stranger: Scalar | None
) -> None:
    """A move or a consequence that does not say what happens, or a game without play."""
    if not path:
        findings.tell("missing-key", f"the file has neither {listing(verbs, 'nor')}", at, help=example_of(verbs[0]))
        return
    lacks = f"{thing(path)} has no verb" if "move" in verbs else f"{where(path)} does not say what happens"
    near = closest(stranger.text, verbs) if stranger else None
    label = f'did you mean "{near}"?' if near else ""
    inherited = closest(path[-1], findings.siblings) if findings.merged and not stranger else None
    if inherited:
        label = f"added here; was the inherited `{inherited}` meant?"
    also = f", and `{stranger.text}` is not a key" if stranger else ""
    findings.tell(
        "no-verb",
        lacks + also,
        stranger.span if stranger else at,
        label,
        f"{titled(schema)} has one of {listing(verbs, 'or')}; {example(key_of(path), schema)}",
    )


def two_verbs(findings: Findings, schema: Schema, path: KeyPath, used: list[Scalar]) -> None:
    """Several verbs where one is allowed."""
    findings.found.append(
        Diagnostic(
            "two-verbs",
            f"{where(path)} says {listing([key.text for key in used])}, but only one of them is allowed",
            used[1].span,
            help=ONE_THING[schema["title"]],
            related=((used[0].span, "the first one"),),
        )
    )


def missing_keys(findings: Findings, schema: Schema, path: KeyPath, at: Span, missing: list[str]) -> None:
    """Keys that must be there and are not, or an empty map."""
    if not missing:
        findings.tell("missing-value", f"{where(path)} is empty", at, help=example(key_of(path), schema))
        return
    subjects = thing(path) if path else "the file"
    if path and subjects != subject(path) and not subjects.endswith(subject(path)):
        subjects = where(path)
    way_out = example(key_of(path), schema) if path else example_of(missing[0])
    beside = f" beside `{schema['title']}`" if schema.get("title", "").startswith("shape:") else ""
    findings.tell("missing-key", f"{subjects} lacks {listing(missing)}{beside}", at, help=way_out)


def only_these(findings: Findings, node: Mapping, schema: Schema, path: KeyPath, known: Collection[str]) -> None:
    """`propertyNames` with a list: keys that go together."""
    allowed = schema.get("propertyNames", {}).get("enum")
    for entry in node.entries if allowed else ():
        name = entry.key.text
        if name in allowed or name not in known:
            continue
        title = schema["title"]
        if title == "extends":
            findings.tell(
                "change-needed",
                f"in a variant, `{name}` stands under `change:`",
                entry.key.span,
                help=f"write `change:`, and below it, further to the right, `{name}:` with what differs",
            )
        else:
            findings.tell(
                "key-does-not-go",
                f"{within(path)}`{name}` does not go with `{title}`",
                entry.key.span,
                help=f"with `{title}` go {listing([key for key in allowed if key not in (title, 'shape')])}",
            )


def needs_beside(findings: Findings, node: Mapping, path: KeyPath, asked: Scalar, needs: list[str]) -> None:
    """A key that needs another one beside it."""
    for name in needs:
        if name not in node and (*path, name) not in findings.misspelt:
            findings.tell(
                "missing-key",
                f"{within(path)}`{asked.text}` needs `{name}` beside it",
                asked.span,
                help=f"write `{name}: ...`, or delete `{asked.text}`",
            )


def not_both(findings: Findings, node: Mapping, asked: Scalar, others: list[str]) -> None:
    """Two keys of which a game has one."""
    other = node.key(others[0])
    findings.found.append(
        Diagnostic(
            "key-does-not-go",
            f"a game has `{asked.text}` or {listing(others, 'or')}, not both",
            asked.span,
            help="`play` is for games with one phase; keep one of the two",
            related=((other.span, "the other one"),) if other else (),
        )
    )


def unnamed_consequence(findings: Findings, node: Mapping, entry: Entry, schema: Schema, path: KeyPath) -> bool:
    """`then: {capture: over}`: a consequence stands where a named map of them is meant; told once, of what it does."""
    consequence, key, value = flat(schema), entry.key, entry.value
    if consequence.get("title") != "a consequence" or isinstance(value, Mapping):
        return False
    if key.text not in consequence["properties"]:
        return False
    actions = consequence["dependencies"]
    if key.text not in actions and any(action in node for action in actions):
        return True
    findings.tell(
        "unnamed-consequence",
        f"{where(path)} must be a list of consequences, or a map that names each of them",
        key.span,
        f"`{key.text}` is a consequence, not a name",
        f"begin the line with a hyphen: `- {key.text}: {_written(value)}`",
    )
    return True


def _written(node: Node) -> str:
    """A value on one line, as an author could write it in a help line."""
    return as_yaml(node.text) if isinstance(node, Scalar) else "..."
