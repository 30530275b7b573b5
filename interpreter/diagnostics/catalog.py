"""The pages that explain the codes of diagnostics: `pages/CODE.md`, one each."""

from __future__ import annotations

from functools import cache
from pathlib import Path

PAGES = Path(__file__).resolve().parent / "pages"


@cache
def codes() -> tuple[str, ...]:
    """Every code with a page, sorted."""
    return tuple(sorted(path.stem for path in PAGES.glob("*.md")))


def page(code: str) -> str | None:
    """The page of a code in Markdown, or None if there is no such code."""
    return (PAGES / f"{code}.md").read_text(encoding="utf-8") if code in codes() else None


def title(code: str) -> str | None:
    """What a code means in a few words: the first line of its page after the colon."""
    text = page(code)
    return None if text is None else text.split("\n", 1)[0].partition(": ")[2].strip()
