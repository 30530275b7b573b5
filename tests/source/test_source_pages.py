"""The examples of the pages say what they claim, and every code that is raised has a page."""

from __future__ import annotations

import ast
import re
from pathlib import Path
from typing import Any

import pytest

from interpreter.diagnostics import catalog

ROOMS = ("board", "source")
INTERPRETER = Path(__file__).resolve().parents[2] / "interpreter"
CODE = re.compile(r"[a-z]+(-[a-z0-9]+)+")


def raised(room: str) -> set[str]:
    """First arguments of `Diagnostic(...)` and `tell(...)`."""
    codes = set()
    for path in (INTERPRETER / room).glob("*.py"):
        for call in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(call, ast.Call) or not call.args:
                continue
            name = getattr(call.func, "id", None) or getattr(call.func, "attr", None)
            if name in ("Diagnostic", "tell"):
                codes |= {
                    part.value
                    for part in ast.walk(call.args[0])
                    if isinstance(part, ast.Constant) and isinstance(part.value, str) and CODE.fullmatch(part.value)
                }
    return codes


SOURCE_CODES = sorted(raised("source"))
ALL_CODES = sorted({code for room in ROOMS for code in raised(room)})
EXAMPLE = re.compile(r"^(Wrong|Mended):\n\n```yaml\n(.*?)\n```", re.MULTILINE | re.DOTALL)


def test_the_codes_are_found():
    assert len(SOURCE_CODES) > 40


@pytest.mark.parametrize("code", ALL_CODES)
def test_every_code_has_a_page(code: str):
    assert catalog.page(code), f"interpreter/diagnostics/pages/{code}.md is missing"
    assert catalog.title(code)


@pytest.mark.parametrize("code", SOURCE_CODES)
def test_examples_of_pages(code: str, compose: Any, codes: Any):
    page = catalog.page(code)
    for kind, fragment in EXAMPLE.findall(page or ""):
        found = codes(compose(fragment + "\n"))
        if kind == "Wrong":
            assert code in found
        else:
            assert found == []
