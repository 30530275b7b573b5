"""What the schema says of single values and lists, and how it is told."""

from __future__ import annotations

import re
from math import isnan
from typing import TYPE_CHECKING

from interpreter.diagnostics import Diagnostic
from interpreter.diagnostics.suggesting import closest, listing
from interpreter.source.nodes import Node, Scalar, Sequence
from interpreter.source.schema import Schema, first_line, key_of, matches, span_of
from interpreter.source.wording import example, good_name, what_stands, where

if TYPE_CHECKING:
    from interpreter.diagnostics import Span
    from interpreter.source.findings import Findings
    from interpreter.source.merging import KeyPath

EXPRESSION = "an expression, or a map from player to expression"
"""The title of most values."""


def check_scalar(findings: Findings, node: Scalar, schema: Schema, path: KeyPath, key: Scalar | None) -> None:
    """Check a single value that is of the right kind."""
    if path == ("language",):
        _version(findings, node, schema, key)
    elif "enum" in schema and node.value not in schema["enum"]:
        _enum(findings, node, schema, path)
    elif schema.get("x-number") and isinstance(node.value, str):
        if node.text not in findings.numbers:
            near = closest(node.text, findings.numbers)
            label = f'did you mean "{near}"?' if near else ""
            findings.tell(
                "wrong-kind",
                f"{where(path)} must be {schema['title']}, not {what_stands(node)}",
                span_of(node, key),
                label,
                "write it in digits; a name must be that of a number option, declared under `options`"
                if matches(schema["pattern"], node.text)
                else example(key_of(path), schema),
            )
    elif isinstance(node.value, str) and not text_fits(findings, node, schema, path, key):
        return
    elif isinstance(node.value, int | float) and not isinstance(node.value, bool):
        _number(findings, node, schema, path)


def _version(findings: Findings, node: Scalar, schema: Schema, key: Scalar | None) -> None:
    newest = schema["maximum"]
    if isinstance(node.value, int) and schema["minimum"] <= node.value <= newest:
        return
    if isinstance(node.value, int) and node.value > newest:
        findings.tell(
            "newer-language",
            f"the file is written in language {node.value}, and this program understands language {newest}",
            node.span,
            help=f"use a newer version of Boardwright, or write `language: {newest}` if the file is in fact of version "
            f"{newest}",
        )
        return
    findings.tell(
        "wrong-value", f"`language` must be {schema['title']}", span_of(node, key), help=f"write `language: {newest}`"
    )


def _enum(findings: Findings, node: Scalar, schema: Schema, path: KeyPath) -> None:
    allowed = [value for value in schema["enum"] if isinstance(value, str)]
    near = schema.get("x-meant", {}).get(node.text.casefold()) or closest(node.text, allowed)
    description = str(schema.get("description", ""))
    findings.tell(
        "wrong-value",
        f"{where(path)} must be {listing(allowed, 'or')}, not {what_stands(node)}",
        node.span,
        f'did you mean "{near}"?' if near else "",
        # A description that says what the values mean is a help; one that only says what is asked is none.
        description if "`" in description else "",
    )


def text_fits(findings: Findings, node: Scalar, schema: Schema, path: KeyPath, key: Scalar | None) -> bool:
    """Whether a text has the form it must have; what is wrong with it is told."""
    text = node.text
    pattern = schema.get("pattern")
    title = schema.get("title", "a text")
    if schema.get("minLength") and not text.strip():
        findings.tell(
            "missing-value", f"{where(path)} is empty", span_of(node, key), help=example(key_of(path), schema)
        )
    elif len(text) > schema.get("maxLength", len(text)):
        findings.tell("wrong-value", f"{where(path)} must be {title}, not {what_stands(node)}", node.span)
    elif pattern and not matches(pattern, text):
        if title.startswith(("a name", "the name")):
            _bad_name(findings, node, path)
        else:
            findings.tell(
                "wrong-value",
                f"{where(path)} must be {title}, not {what_stands(node)}",
                node.span,
                help=example(key_of(path), schema),
            )
    else:
        return True
    return False


def _bad_name(findings: Findings, node: Scalar, path: KeyPath) -> None:
    good = good_name(node.text)
    names = re.split(r"\s*,\s*|\s+(?:or|and)\s+", node.text.strip())
    way_out = f'write "{good}"' if good else "begin it with a letter"
    if path and len(names) > 1 and all(names):
        way_out = f"for several names write a list: [{', '.join(names)}]"
    findings.tell(
        "bad-name",
        f"{what_stands(node).removeprefix('the text ')} cannot be a name",
        node.span,
        help=f"{way_out}; names are letters and digits, begin with a letter, and join words with hyphens",
    )


def _number(findings: Findings, node: Scalar, schema: Schema, path: KeyPath) -> None:
    low, high = schema.get("minimum"), schema.get("maximum")
    value = node.value
    if not isinstance(value, int | float):
        return
    if isnan(value) or (low is not None and value < low) or (high is not None and value > high):
        bounds = f"from {low} to {high}" if high is not None else f"at least {low}"
        findings.tell("wrong-value", f"{where(path)} must be {bounds}, not {node.text}", node.span)


def check_list(findings: Findings, node: Sequence, schema: Schema, path: KeyPath) -> bool:
    """Whether the length of a list is right; what is wrong with it, and repeated entries, are told."""
    least, most = schema.get("minItems", 0), schema.get("maxItems")
    if len(node) < least or (most is not None and len(node) > most):
        wanted = f"must be {schema['title']}" if "title" in schema else f"needs at least {least} entries"
        has = "it is empty" if not node.items else f"it has {len(node)} entr{'y' if len(node) == 1 else 'ies'}"
        only = node.items[0] if len(node) == 1 else None
        words = only.text.split() if isinstance(only, Scalar) else []
        help_line = example(key_of(path), schema)
        if len(words) > 1:
            help_line = f"a comma is missing: `[{', '.join(words)}]`"
        findings.tell("wrong-length", f"{where(path)} {wanted}, and {has}", node.span, help=help_line)
        return False
    if schema.get("uniqueItems"):
        seen: dict[str, Span] = {}
        for item in node.items:
            if isinstance(item, Scalar) and item.text in seen:
                findings.found.append(
                    Diagnostic(
                        "repeated-entry",
                        f"{where(path)} names `{item.text}` twice",
                        item.span,
                        help="delete one of the two",
                        related=((seen[item.text], "first named here"),),
                    )
                )
            elif isinstance(item, Scalar):
                seen[item.text] = item.span
    return True


def wrong_kind(findings: Findings, node: Node, schema: Schema, path: KeyPath, key: Scalar | None) -> None:
    """A value of another kind than any that may stand there, or none."""
    title = schema.get("title") or listing(schema.get("enum", ()), "or") or "another kind of value"
    if isinstance(node, Scalar) and node.value is None:
        findings.tell(
            "missing-value",
            f"{where(path)} has no value",
            span_of(node, key),
            help=f"it must be {title}{'; ' if schema.get('examples') else '. '}{example(key_of(path), schema)}",
        )
        return
    span = node.span if isinstance(node, Scalar) else first_line(node.span)
    if "properties" in schema and title.startswith(("a ", "an ")) and "map" not in title and title != "a consequence":
        keys = listing(schema["properties"], "or") if len(schema["properties"]) < 5 else "keys of its own"
        title = f"a map with {keys}"
    quotes = isinstance(node, Scalar) and "string" in schema.get("type", ()) and "boolean" not in schema["type"]
    way_out = "put it in quotes if a text is meant" if quotes else example(key_of(path), schema)
    if title == "a consequence" and isinstance(node, Scalar):
        way_out = (
            f"an effect stands alone, without a list: `then: {node.text}`; a consequence looks like `- capture: over`"
        )
    if title == EXPRESSION and isinstance(node, Sequence) and all(isinstance(item, Scalar) for item in node.items):
        either = " or ".join(item.text for item in node.items if isinstance(item, Scalar))
        way_out = f"an expression holds no list; for any of them write `{either}`" if len(either) < 60 else way_out
    findings.tell("wrong-kind", f"{where(path)} must be {title}, not {what_stands(node)}", span, help=way_out)
