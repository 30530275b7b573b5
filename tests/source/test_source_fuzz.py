"""Whatever stands in a file, reading it ends soon, in a document or in diagnostics that can be shown."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from interpreter.diagnostics import SourceFile
from interpreter.diagnostics.rendering import FORMATS, render
from interpreter.source import to_plain
from interpreter.source.document import Document, document_hash, load_document, resolved_yaml
from interpreter.source.files import UNPRINTABLE
from interpreter.source.trees import read_tree

FULL = (Path(__file__).parent / "full.yaml").read_text(encoding="utf-8")
MANY = settings(max_examples=150, deadline=None, suppress_health_check=list(HealthCheck))
PIECES = st.sampled_from(
    ["game: x\n", "- ", "  ", "\t", "{", "}", "[", "]", ":", ": ", ",", "'", '"', "|\n", ">\n", "&a ", "*a", "!x ",
     "<<: ", "#", "\n", "---\n", "...\n", "? ", "%", "@", "count(", ")", "moves:\n", "board: ", "null", "0x", "é",
     "\U0001f600", "\u2028"]
)  # fmt: skip


def examined(path: Path, **choices: Any) -> Document | None:
    document, found = load_document(path, **choices)
    assert (document is None) == any(problem.is_error for problem in found)
    for form in FORMATS:
        assert isinstance(render(found, form, color=True), str)
    for problem in found:
        for span in [problem.span, *(span for span, _ in problem.related)]:
            assert span is None or 0 <= span.start <= span.end <= len(span.source.text) + 1
            assert span is None or span.line >= 1
    if document:
        assert document_hash(document)
        assert resolved_yaml(document)
    return document


@MANY
@given(content=st.binary(max_size=300))
def test_any_bytes(content: bytes, tmp_path: Path):
    (tmp_path / "x.yaml").write_bytes(content)
    examined(tmp_path / "x.yaml")


@MANY
@given(text=st.lists(PIECES, max_size=40).map("".join))
def test_any_signs_of_yaml(text: str, tmp_path: Path):
    (tmp_path / "x.yaml").write_text(text, encoding="utf-8")
    examined(tmp_path / "x.yaml")


@MANY
@given(start=st.integers(0, len(FULL)), length=st.integers(0, 30), new=st.lists(PIECES, max_size=4).map("".join))
def test_a_game_with_a_piece_cut_out_and_another_put_in(start: int, length: int, new: str, tmp_path: Path):
    (tmp_path / "x.yaml").write_text(FULL[:start] + new + FULL[start + length :], encoding="utf-8")
    examined(tmp_path / "x.yaml")


@MANY
@given(end=st.integers(0, len(FULL)))
def test_a_truncated_game(end: int, tmp_path: Path):
    (tmp_path / "x.yaml").write_text(FULL[:end], encoding="utf-8")
    examined(tmp_path / "x.yaml")


SOME = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=8,
)


@MANY
@given(
    options=st.dictionaries(st.sampled_from(["width", "rule", "", "x"]), SOME, max_size=2),
    change=st.dictionaries(
        st.sampled_from(["board.size", "moves", "end", 'a."b c"', "", "x"]) | st.text(max_size=6), SOME, max_size=2
    ),
)  # fmt: skip
def test_any_options_and_changes(options: Any, change: Any, tmp_path: Path):
    (tmp_path / "x.yaml").write_text(FULL, encoding="utf-8")
    examined(tmp_path / "x.yaml", options=options, change=change)


TEXTS = st.text(max_size=12).filter(lambda text: not UNPRINTABLE.search(text) and "\r" not in text)
TREES = st.dictionaries(
    TEXTS.filter(lambda text: text != "<<"),
    st.recursive(
        TEXTS | st.integers(-999, 999) | st.booleans() | st.none(),
        lambda inner: (
            st.lists(inner, max_size=3) | st.dictionaries(TEXTS.filter(lambda text: text != "<<"), inner, max_size=3)
        ),
        max_leaves=10,
    ),
    min_size=1,
    max_size=4,
)


@MANY
@given(tree=TREES)
def test_what_is_written_out_reads_the_same(tree: Any):
    import yaml

    written = yaml.safe_dump(tree, allow_unicode=True)
    root, found = read_tree(SourceFile("tree.yaml", written))
    if found:
        return
    document = Document("tree", Path("tree.yaml"), root, (), {}, {}, (root.span.source,), root)
    again, problems = read_tree(SourceFile("again.yaml", resolved_yaml(document)))
    assert not problems
    assert to_plain(again) == to_plain(root)
