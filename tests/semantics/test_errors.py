"""Every sentence of the language that calls something an error, as a tiny file with the expected finding at its top."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from interpreter.play.reading import compile_document
from interpreter.source.document import load_document

import runner  # isort: skip

if TYPE_CHECKING:
    from pathlib import Path

    from interpreter.diagnostics import Diagnostic

ERRORS = runner.game_files(runner.FOLDER / "errors")


def findings(path: Path) -> list[Diagnostic]:
    document, found = load_document(path)
    more = compile_document(document, found)[1]
    return [diagnostic for diagnostic in (*found, *more) if diagnostic.is_error]


def shown(diagnostic: Diagnostic) -> str:
    assert diagnostic.span is not None
    return f"{diagnostic.code} at `{diagnostic.span.text}`"


@pytest.mark.parametrize("path", ERRORS, ids=lambda path: path.stem)
def test_error(path: Path):
    """`# expect: code`, or `# expect: code at `text``; a bar stands between alternatives."""
    expected = re.findall(r"^# expect: (.*)$", path.read_text(encoding="utf-8"), re.MULTILINE)
    found = findings(path)
    assert len(found) == len(expected), [(shown(diagnostic), diagnostic.message) for diagnostic in found]
    for wanted, diagnostic in zip(expected, found, strict=True):
        assert any(way in {diagnostic.code, shown(diagnostic)} for way in wanted.split("|")), (
            shown(diagnostic),
            diagnostic.message,
        )
        assert diagnostic.help or diagnostic.label or diagnostic.related, f"{diagnostic.code} shows no way out"
