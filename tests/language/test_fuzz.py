"""Whatever is written: a term or findings, in time, and never anything else."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st
from reading import read, scope

from interpreter.language.functions import FUNCTIONS
from interpreter.language.scope import WORDS
from interpreter.language.terms import Kind

KINDS = st.sampled_from([None, *(kind for kind in Kind if kind is not Kind.UNKNOWN)])
TOKENS = st.sampled_from(
    [
        *"()[],=+-*<>",
        *(
            "<=",
            ">=",
            "and",
            "or",
            "not",
            "is",
            "in",
            "0",
            "1",
            "3",
            "7.5",
            "-1",
            "north-east",
            "forward",
            "any",
            "hop",
        ),
        *FUNCTIONS,
        *WORDS,
        *("man", "hill", "goal", "close", "beside", "spot", "much", "limit", "black", "a1", "drop", "open", "foo"),
        *("length", "along", "through", "distance", "including", "of"),
    ]
)
NAMES = st.sampled_from(
    [*WORDS, "man", "hill", "close", "spot", "spots", "much", "so", "limit", "black", "a1", "1", "2.5"]
)
CALLED = st.sampled_from([*FUNCTIONS, "beside", "goal"])


def _grown(parts: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    return st.one_of(
        st.tuples(parts, st.sampled_from(["and", "or", "is", "is not", "in", "<", ">=", "+", "-", "*"]), parts).map(
            lambda three: f"({' '.join(three)})"
        ),
        parts.map(lambda part: f"(not {part})"),
        st.tuples(CALLED, parts).map(lambda two: f"{two[0]}({two[1]})"),
        st.tuples(
            CALLED, parts, st.sampled_from(["of", "along", "through", "length", "including", "distance"]), parts
        ).map(lambda four: f"{four[0]}({four[1]}, {four[2]}={four[3]})"),
        st.tuples(parts, parts).map(lambda two: f"[{two[0]}, {two[1]}]"),
    )


EXPRESSIONS = st.recursive(NAMES, _grown, max_leaves=12)


def check(text: str, wanted: Kind | None):
    term, found = read(text, wanted)
    parts = {part.kind for part in term.walk()}
    assert found or Kind.UNKNOWN not in parts, text
    for problem in found:
        assert problem.message
        if problem.span is not None and problem.span.source.name == "test":
            assert 0 <= problem.span.start <= problem.span.end


@given(st.text(max_size=60), KINDS)
@settings(max_examples=150, deadline=None)
def test_arbitrary_text(text: str, wanted: Kind | None):
    check(text, wanted)


@given(st.lists(TOKENS, min_size=1, max_size=25), st.sampled_from(["", " "]), KINDS)
@settings(max_examples=200, deadline=None)
def test_token_soup(tokens: list[str], gap: str, wanted: Kind | None):
    check(gap.join(tokens), wanted)


@given(EXPRESSIONS, KINDS)
@settings(max_examples=200, deadline=None)
def test_well_formed_expressions(text: str, wanted: Kind | None):
    check(text, wanted)


@given(st.integers(0, 3000), st.sampled_from(["(", "[", "near(", "not ", "a and ", "1 + ", "f(x="]))
@settings(max_examples=40, deadline=None)
def test_deep_nesting(depth: int, opening: str):
    check(opening * depth + "a" + ")" * depth, None)


def test_the_scope_is_built_once():
    assert scope() is scope()
