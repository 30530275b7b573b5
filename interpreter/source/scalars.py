"""What a single plain value means, by the YAML 1.2 core schema: `on`, `no`, `12:30` and `1e` are text."""

from __future__ import annotations

import re

NOTHING = re.compile(r"null|Null|NULL|~|")
TRUE = re.compile(r"true|True|TRUE")
FALSE = re.compile(r"false|False|FALSE")
WHOLE = re.compile(r"[-+]?[0-9]+")
OCTAL = re.compile(r"0o[0-7]+")
HEXADECIMAL = re.compile(r"0x[0-9a-fA-F]+")
DECIMAL = re.compile(r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?")
INFINITE = re.compile(r"[-+]?\.(inf|Inf|INF)")
NOT_A_NUMBER = re.compile(r"\.(nan|NaN|NAN)")

LONGEST_NUMBER = 18
"""Digits of a number; more would not fit the 64 bits games are played with, and very many take time to read."""


def plain_value(text: str) -> str | int | float | bool | None:
    """The value of an unquoted scalar. Numbers longer than `LONGEST_NUMBER` stay text."""
    if NOTHING.fullmatch(text):
        return None
    if TRUE.fullmatch(text):
        return True
    if FALSE.fullmatch(text):
        return False
    if number_too_long(text):
        return text
    if WHOLE.fullmatch(text):
        return int(text)
    if OCTAL.fullmatch(text) or HEXADECIMAL.fullmatch(text):
        return int(text, 0)
    if DECIMAL.fullmatch(text) or INFINITE.fullmatch(text):
        return float(text.replace(".inf", "inf").replace(".Inf", "inf").replace(".INF", "inf"))
    if NOT_A_NUMBER.fullmatch(text):
        return float("nan")
    return text


def number_too_long(text: str) -> bool:
    """Whether a text is a number with more digits than can be meant."""
    if len(text) <= LONGEST_NUMBER:
        return False
    return any(form.fullmatch(text) for form in (WHOLE, OCTAL, HEXADECIMAL, DECIMAL))
