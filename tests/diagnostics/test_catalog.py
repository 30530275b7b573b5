from __future__ import annotations

import pytest

from interpreter.diagnostics import catalog
from interpreter.diagnostics.suggesting import closest, did_you_mean, listing


@pytest.mark.parametrize("code", catalog.codes())
def test_pages_begin_with_code_severity_and_title(code: str):
    first, *rest = (catalog.page(code) or "").split("\n")
    assert first.startswith((f"# {code} (error): ", f"# {code} (warning): "))
    assert catalog.title(code)
    assert len("".join(rest).strip()) > 40


def test_unknown_codes_have_no_page():
    for code in ("", "no-such-code", "../pages/bad-name", "bad-name.md"):
        assert catalog.page(code) is None
        assert catalog.title(code) is None


@pytest.mark.parametrize(
    ("name", "near"),
    [
        ("ston", "stone"),
        ("Stone", "stone"),
        ("draw after", "draw-after"),
        ("draw_after", "draw-after"),
        ("zzz", None),
        ("", None),
    ],
)
def test_closest(name: str, near: str | None):
    assert closest(name, ["stone", "draw-after", "king"]) == near


def test_a_name_is_no_suggestion_for_itself():
    assert closest("stone", ["stone"]) is None
    assert closest("x" * 100_000, ["x" * 100_000 + "y"]) is None
    assert did_you_mean("ston", ["stone"]) == 'did you mean "stone"?'
    assert did_you_mean("ston", []) == ""


def test_listing():
    assert listing([]) == ""
    assert listing(["a"]) == "`a`"
    assert listing(["a", "b", "c"], "or") == "`a`, `b` or `c`"
