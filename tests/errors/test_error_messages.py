"""What authors read about each mistake, as it was reviewed; and that the pages' examples say what they claim.

`mistakes/*.md` hold parts of a game file with a mistake in it (the rest of the game is right) and the message. With
UPDATE_SNAPSHOTS=1 the messages are written anew; then read them as somebody who does not program.
"""

from __future__ import annotations

import ast
import os
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from small_game import BASE, with_parts

from interpreter.diagnostics import catalog
from interpreter.diagnostics.rendering import render

if TYPE_CHECKING:
    from collections.abc import Callable

    from interpreter.diagnostics import Diagnostic

MISTAKES = Path(__file__).parent / "mistakes"
INTERPRETER = Path(__file__).resolve().parents[2] / "interpreter"
CASE = re.compile(
    r"^## (?P<title>.*?)\n\n(?P<how>With (?:.*?):\n\n)?```yaml\n(?P<parts>.*?)\n```\n\n"
    r"```text\n(?P<said>(?:.*?\n)??)```\n",
    re.MULTILINE | re.DOTALL,
)
CODE = re.compile(r"[a-z]+(-[a-z0-9]+)+")
EXAMPLE = re.compile(r"^(Wrong|Mended):\n\n```yaml\n(.*?)\n```", re.MULTILINE | re.DOTALL)
CALLS = {"Diagnostic", "RulesFault", "_fail", "error", "lookup", "tell", "warning"}

# What only games at random find.
PLAYED = {
    "ends-at-once": 20,
    "never-ends": 2,
    "never-happened": 150,
    "never-reached": 20,
    "one-sided": 150,
    "several-sites": 20,
    "stuck-happened": 20,
    "stuck-undecided": 20,
}
# A file cannot bring these about: what it says is found earlier, or the mistake is in what is asked of it.
NOT_BY_A_FILE = {
    "board-shape",
    "board-size",
    "file-unreadable",
    "newer-word",  # all words are of the first version yet; tests/source/test_versions.py
    "not-a-file",
    "rule-fault",
    "wrong-change",
}
# Tests of their own have files too large, too deep or of too odd bytes to stand in a page.
ELSEWHERE = {"file-too-large", "too-deep", "too-many-values", "not-utf-8", "control-character"}


def choices(how: str | None) -> dict[str, Any]:
    """`With 20 games:`, `With --option rows=9 and --change board.size=2:`."""
    result: dict[str, Any] = {}
    if how is None:
        return result
    if number := re.search(r"(\d+) games", how):
        result["games"] = int(number[1])
    for kind, name in (("option", "options"), ("change", "change")):
        pairs = re.findall(rf"--{kind} (\S+?)=(\S+?)(?=`)", how)
        result |= {name: dict(pairs)} if pairs else {}
    return result


def raised() -> set[str]:
    """Every code that stands in the program: a hyphenated word given to a call that reports."""
    codes = set()
    for path in INTERPRETER.rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        # Parsing takes long, and most of the program reports nothing.
        reports = any(name in text for name in ("Diagnostic", "RulesFault(", "report", "tell(", "lookup("))
        for call in ast.walk(ast.parse(text)) if reports else ():
            if not isinstance(call, ast.Call):
                continue
            name = getattr(call.func, "id", None) or getattr(call.func, "attr", None)
            if name not in CALLS or not call.args:
                continue
            values = [*call.args, *(keyword.value for keyword in call.keywords if keyword.arg == "code")]
            for value in values if name != "Diagnostic" else values[:1]:
                parts = [part.value for part in ast.walk(value) if isinstance(part, ast.Constant)]
                codes |= {part for part in parts if isinstance(part, str) and CODE.fullmatch(part)}
            if (
                name == "lookup"
                and len(call.args) > 1
                and isinstance(what := call.args[1], ast.Constant)
                and " " not in str(what.value)
            ):
                codes.add(f"unknown-{what.value}")
    return codes


def test_every_code_has_a_page_and_every_page_a_code():
    assert raised() - set(catalog.codes()) == set()
    written = " ".join(path.read_text(encoding="utf-8") for path in INTERPRETER.rglob("*.py"))
    unused = {code for code in catalog.codes() if f'"{code}"' not in written and code not in raised()}
    assert unused == set()


@pytest.mark.parametrize("path", sorted(MISTAKES.glob("*.md")), ids=lambda path: path.stem)
def test_messages_are_as_reviewed(path: Path, validated: Callable[..., list[Diagnostic]]):
    text = path.read_text(encoding="utf-8")

    def now(found: re.Match[str]) -> str:
        findings = validated(with_parts(found["parts"] + "\n"), **choices(found["how"]))
        return render(findings) or "(nothing)"

    if os.environ.get("UPDATE_SNAPSHOTS"):
        path.write_text(
            CASE.sub(lambda found: f"{found[0][: found.start('said') - found.start()]}{now(found)}\n```\n", text),
            encoding="utf-8",
        )
        return
    found = list(CASE.finditer(text))
    assert text.count("\n## ") == len(found) > 0
    assert {case["title"]: now(case) for case in found} == {case["title"]: case["said"].rstrip("\n") for case in found}


def test_every_code_is_shown_in_a_message():
    shown = {
        code
        for path in MISTAKES.glob("*.md")
        for code in re.findall(r"^(?:error|warning)\[(.*?)\]", path.read_text(encoding="utf-8"), re.MULTILINE)
    }
    assert set(catalog.codes()) - shown == NOT_BY_A_FILE | ELSEWHERE


@pytest.mark.parametrize("code", catalog.codes())
def test_examples_of_pages_say_what_they_claim(code: str, validated: Callable[..., list[Diagnostic]]):
    examples = EXAMPLE.findall(catalog.page(code) or "")
    assert [kind for kind, _ in examples] in ([], ["Wrong", "Mended"])
    games = PLAYED.get(code, 0)
    for kind, parts in examples:
        codes = [finding.code for finding in validated(with_parts(parts + "\n"), games=games)]
        if kind == "Mended":
            assert codes == []
        else:
            assert code in codes or (codes and code in NOT_BY_A_FILE)


def test_the_small_game_is_right(validated: Callable[..., list[Diagnostic]]):
    assert validated(BASE) == []
