import os
import time
from pathlib import Path
from typing import Any

import pytest

from interpreter.source.document import load_document


def anchors(levels: int) -> str:
    lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x]"]
    lines += [f"a{level}: &a{level} [{', '.join([f'*a{level - 1}'] * 9)}]" for level in range(1, levels)]
    return "\n".join(lines)


HOSTILE = {
    "nothing": (b"", "empty-file"),
    "only a comment": (b"# nothing\n", "empty-file"),
    "only a mark": (b"\xef\xbb\xbf", "empty-file"),
    "utf-16 with mark": ("game: Fill\n".encode("utf-16"), "not-utf-8"),
    "utf-16 without mark": ("game: Fill\n".encode("utf-16-le"), "not-utf-8"),
    "latin-1": ("game: J\xf6kull\n".encode("latin-1"), "not-utf-8"),
    "picture": (b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR", "not-utf-8"),
    "zero bytes": (b"game: \x00\x01Fill, a longer line of text without zeros in it\n", "control-character"),
    "terminal escape": (b"game: \x1b[2J\n", "control-character"),
    "a list": (b"- game\n", "not-a-game"),
    "a text": (b"game\n", "not-a-game"),
    "two documents": (b"game: a\n---\ngame: b\n", "several-documents"),
    "tab": (b"game: a\nboard:\n\tshape: rectangle\n", "tab-indentation"),
    "python tag": (b"game: !!python/object/apply:os.system [ls]\n", "yaml-tag"),
    "own tag": (b"game: !title Fill\n", "yaml-tag"),
    "merge key": (b"pieces:\n  a: &a {owner: each}\n  b: {<<: *a}\n", "merge-key"),
    "unknown anchor": (b"game: *title\n", "unknown-anchor"),
    "endless anchor": (b"game: &a [*a]\n", "endless-anchor"),
    "a billion laughs": (anchors(30).encode(), "too-many-values"),
    "deep anchors": (
        ("a0: &a0 []\n" + "".join(f"a{n}: &a{n} [*a{n - 1}]\n" for n in range(1, 99))).encode(),
        "too-many-values",
    ),
    "brackets": (b"[" * 900_000, "too-deep"),
    "braces": (b"{a: " * 200_000, "too-deep"),
    "hyphens": (b"- " * 400_000, "too-deep"),
    "questions": (b"? " * 400_000, "too-deep"),
    "indentation": ("".join(f"{' ' * n}a:\n" for n in range(900)).encode(), "too-deep"),
    "ten megabytes": (b"[" * 10_000_000, "file-too-large"),
    "a long number": (b"game: " + b"9" * 900_000, "number-too-long"),
    "a long decimal": (b"game: 0." + b"9" * 5_000, "number-too-long"),
    "truncated quote": (b"game: 'Fill\nlanguage: 1\n", "unclosed-quote"),
    "truncated braces": (b"game: Fill\npieces: {man: {owner: each}\n", "yaml-syntax"),
    "list as key": (b"[a, b]: c\n", "key-not-text"),
    "duplicate": (b"game: a\ngame: b\n", "duplicate-key"),
    "strange start": (b"game: @fill\n", "yaml-syntax"),
    "directive": (b"%YAML 3.0\n---\ngame: a\n", "yaml-syntax"),
    "many unknown keys": ("".join(f"key{n}: {n}\n" for n in range(20_000)).encode(), "unknown-key"),
    "many duplicates": (b"a: 1\n" * 40_000, "duplicate-key"),
    "many moves": (b"moves:\n" + b"".join(b"  m%d: {put: x}\n" % n for n in range(10_000)), "no-verb"),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_files_are_told_apart_at_once(name: str, codes: Any):
    content, code = HOSTILE[name]
    start = time.process_time()
    found = codes(content)
    assert code in found
    assert time.process_time() - start < 5


def test_a_billion_laughs_takes_milliseconds(load: Any):
    start = time.process_time()
    load(anchors(30))
    assert time.process_time() - start < 0.5


@pytest.mark.usefixtures("folder")
def test_missing_file_suggests_a_neighbour():
    document, (problem,) = load_document("parnet.yaml")
    assert document is None
    assert problem.code == "file-not-found"
    assert problem.help == 'did you mean "parent.yaml"?'


@pytest.mark.usefixtures("folder")
def test_folder_device_and_pipe_are_no_files():
    os.mkfifo("pipe.yaml")
    for name in (".", "pipe.yaml", "/dev/null"):
        assert load_document(name)[1][0].code == "not-a-file"


@pytest.mark.usefixtures("folder")
def test_names_no_system_knows():
    for name in ("", "a\0b.yaml", "x" * 5000, "a/b/c.yaml"):
        document, found = load_document(name)
        assert document is None
        assert found


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_unreadable_file(folder: Path):
    (folder / "parent.yaml").chmod(0)
    assert load_document("parent.yaml")[1][0].code == "file-unreadable"


def test_mark_and_line_ends_do_no_harm(base: str, load: Any):
    document, found = load(b"\xef\xbb\xbf" + base.replace("\n", "\r\n").encode())
    assert not found
    assert document.root.get("board").span.line == 5


@pytest.mark.parametrize(
    ("written", "value"),
    [
        ("on", "on"), ("no", "no"), ("yes", "yes"), ("12:30", "12:30"), ("2001-01-01", "2001-01-01"),
        ("1_000", "1_000"), ("e4", "e4"), ("=", "="), (".inf", float("inf")),
        ("0o17", 15), ("0x1F", 31), ("017", 17), ("1e1", 10.0), (".5", 0.5), ("-3", -3), ("true", True),
        ("FALSE", False),
        ("~", None), ("", None), ("Null", None), ("'1'", "1"),
    ],
)  # fmt: skip
def test_scalars_follow_the_core_schema(written: str, value: Any):
    from interpreter.source.files import from_text
    from interpreter.source.trees import read_tree

    root, found = read_tree(from_text(f"key: {written}\n", "x.yaml"))
    assert not found
    node = root.get("key")
    assert node.value == value
    assert type(node.value) is type(value)
    assert node.span.text == written


def test_spans_are_exact():
    from interpreter.source.files import from_text
    from interpreter.source.trees import read_tree

    text = "é: {a: 'b c', d: [1, 22]}\nlist:\n  - one\n  - two: 3\n\ntext: |\n  x\n  y\n\nend: 1\n"
    root, _ = read_tree(from_text(text, "x.yaml"))
    assert root.get("é").get("a").span.text == "'b c'"
    assert root.get("é").get("d").span.text == "[1, 22]"
    assert root.get("list").span.text == "- one\n  - two: 3"
    assert root.get("text").span.text == "|\n  x\n  y"
    assert root.get("text").text == "x\ny\n"
    assert (root.key("end").span.line, root.key("end").span.column) == (10, 1)


def test_what_a_file_lacks_is_told_at_once(load: Any):
    _, found = load("game: Fill\nlanguage: 1\n")
    assert [problem.message for problem in found] == ["the file lacks `players`, `board`, `pieces`, `moves` and `play`"]
    _, found = load("game: Fill\nlanguage: 1\nplayers: [a, b]\nboard: {shape: rectangle, size: 3}\nphases: {}\n")
    assert "the file lacks `pieces` and `moves`" in [problem.message for problem in found]
