"""What the grammar reads, and how it groups."""

from __future__ import annotations

import pytest
from reading import code_of, kind_of, scalar

from interpreter.diagnostics import Diagnostic
from interpreter.language.syntax import Syntax, parse_expression
from interpreter.language.terms import Kind


def shape(text: str) -> str:
    """The shape of an expression with every group in brackets."""
    syntax = parse_expression(scalar(text))
    assert isinstance(syntax, Syntax), syntax
    return _written(syntax)


def _written(syntax: Syntax) -> str:
    if syntax.form in {"name", "number"}:
        return syntax.text
    if syntax.form == "parentheses":
        return _written(syntax.parts[0])
    head = syntax.text if syntax.form in {"call", "compared", "named"} else syntax.form
    return f"({' '.join([head, *(_written(part) for part in syntax.parts)])})"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a or b and c", "(either a (both b c))"),
        ("not a and b", "(both (opposed a) b)"),
        ("not a is b", "(opposed (same a b))"),
        ("not not a", "(opposed (opposed a))"),
        ("a is not b", "(different a b)"),
        ("a is not (b)", "(different a b)"),
        ("1 + 2 * 3 - 4", "(minus (plus 1 (times 2 3)) 4)"),
        ("1 - 2 - 3", "(minus (minus 1 2) 3)"),
        ("a + 1 <= b * 2", "(<= (plus a 1) (times b 2))"),
        ("a in b or c", "(either (inside a b) c)"),
        ("rows(a, length=3, along=[b, c])", "(rows a (length 3) (along (sequence b c)))"),
        ("f()", "(f)"),
        ("(a or b) and c", "(both (either a b) c)"),
        ("2 - -1", "(minus 2 -1)"),
        ("-7.50", "-7.50"),
        ("a\n  and\tb", "(both a b)"),
    ],
)
def test_grouping(text: str, expected: str):
    assert shape(text) == expected


@pytest.mark.parametrize(
    "name", ["not-touching", "notice", "index", "is-in", "in-a-row", "android", "orbit", "a1", "x-1"]
)
def test_names_that_begin_or_end_with_a_keyword(name: str):
    assert shape(name) == name
    assert shape(f"{name} in {name}") == f"(inside {name} {name})"


@pytest.mark.parametrize(
    ("text", "marked"),
    [
        ("a and and b", "and"),
        ("a or", "or"),
        ("and a", "and"),
        ("1 < 2 < 3", "<"),
        ("a is b is c", "is"),
        ("a in b in c", "in"),
        ("a is b in c", "in"),
        ("count(a) -1", "-1"),
        ("3 -1", "-1"),
        ("3-1", "-1"),
        ("a b", "b"),
        ("f(a b)", "b"),
        ("f(a,)", ")"),
        ("f(,a)", ","),
        ("(a", "("),
        ("a)", ")"),
        ("[a, b", "b"),
        ("a == b", "=="),
        ("a != b", "!="),
        ("a & b", "&"),
        ("a | b", "|"),
        ("!a", "!"),
        ("a = b", "="),
        ("a / b", "/"),
        ("a.b", "."),
        ("a_b", "_"),
        ("a: b", ":"),
        ("f(not=1)", "="),
        ("f(1=2)", "="),
        ("'a'", "'"),
        ("é", "é"),
        ("a- b", "-"),
        ("a - -b", "-b"),
    ],
)
def test_what_is_not_read_is_marked(text: str, marked: str):
    found = parse_expression(scalar(text))
    assert isinstance(found, Diagnostic), f"{text} is read"
    assert found.span is not None
    assert found.span.text == marked, (found.message, found.span.text)


@pytest.mark.parametrize("text", ["", "   ", "\n"])
def test_nothing_is_no_expression(text: str):
    found = parse_expression(scalar(text))
    assert isinstance(found, Diagnostic)
    assert found.code in {"empty-expression", "missing-value"}


@pytest.mark.parametrize(
    "text",
    [
        "(" * 3000 + "a" + ")" * 3000,
        "near(" * 41 + "a" + ")" * 41,
        "[" * 500,
        "not " * 500 + "a",
        "a and " * 300 + "a",
        "- " * 900,
        "1 + " * 400 + "1",
        "a" * 100_000,
        "1" * 100_000,
        "1." + "0" * 5000,
    ],
)
def test_what_is_too_deep_or_too_long_is_refused(text: str):
    found = parse_expression(scalar(text))
    assert isinstance(found, Diagnostic)
    assert found.code in {"expression-too-long", "expression-syntax"}


def test_what_is_just_deep_enough_is_read():
    assert kind_of("near(" * 39 + "mine" + ")" * 39, Kind.SITES) is Kind.SITES
    assert kind_of(" and ".join(["any(mine)"] * 60), Kind.YES_NO) is Kind.YES_NO


def test_keywords_are_lower_case():
    assert code_of("mine AND theirs") == "expression-syntax"
