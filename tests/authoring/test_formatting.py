import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from interpreter.authoring.formatting import format_file, format_source
from interpreter.authoring.layout import KEY_ORDER, laid_out
from interpreter.diagnostics import SourceFile
from interpreter.errors import LayoutError
from interpreter.resources import folder
from interpreter.source.nodes import Mapping, to_plain
from interpreter.source.trees import read_tree

UNTIDY = """\
# yaml-language-server: $schema=x
# A game of marks.


moves:   # the moves
     drop: {to: empty,\x20\x20
            place: man}
     # behind drop
     steps:
         -   if: empty
             go: on\x20
         # in the list
         - go:
              done
setup: |
      a b .
        . .\x20\x20
      # not a comment

# about the board
board:
  size: [1,
   2]
   # tail
game: "Marks
   and more"


language: 1"""

TIDY = """\
# yaml-language-server: $schema=x
# A game of marks.

game: "Marks
   and more"
language: 1

# about the board
board:
  size: [1,
    2]
  # tail
setup: |
  a b .
    . .\x20\x20
  # not a comment
moves:   # the moves
  drop: {to: empty,
         place: man}
  # behind drop
  steps:
    - if: empty
      go: on
    # in the list
    - go:
        done
"""


def plain(text: str) -> object:
    tree, found = read_tree(SourceFile("test.yaml", text))
    assert not found
    return to_plain(tree)


def test_order_indentation_blanks_and_comments():
    assert "\n".join(line for line in laid_out(UNTIDY).split("\n") if line) == "\n".join(
        line for line in TIDY.split("\n") if line
    )
    assert laid_out(laid_out(UNTIDY)) == laid_out(UNTIDY)
    assert plain(laid_out(UNTIDY)) == plain(UNTIDY + "\n")


def test_a_tidy_file_is_left_as_it_is():
    assert laid_out(laid_out(TIDY)) == laid_out(TIDY)
    tidy = "game: Marks\nlanguage: 1\n\n# the board\nboard:\n  size: [2, 2]   # small\n"
    assert laid_out(tidy) == tidy


@pytest.mark.parametrize("path", sorted(folder("games").glob("*.yaml")), ids=lambda path: path.stem)
def test_every_game_keeps_its_meaning_and_comments(path: Path):
    text = path.read_text(encoding="utf-8")
    result = laid_out(text)
    assert laid_out(result) == result
    assert plain(result) == plain(text)
    assert sorted(word for word in result.split() if word.startswith("#")) == sorted(
        word for word in text.split() if word.startswith("#")
    )


@pytest.mark.parametrize("path", sorted(folder("games").glob("*.yaml")), ids=lambda path: path.stem)
def test_a_game_indented_by_four_comes_back(path: Path):
    tidy = laid_out(path.read_text(encoding="utf-8"))
    wide = "\n".join(
        " " * (len(line) - len(line.lstrip(" "))) + re.sub(r"^( *- )(?=\S)", r"\1  ", line) for line in tidy.split("\n")
    )
    assert plain(laid_out(wide)) == plain(tidy)


KEYS = st.sampled_from([*KEY_ORDER, "unknown", "other name"])
TEXTS = st.text(st.sampled_from("ab .#:-|,'\"{}[]\n"), max_size=12)
VALUES = st.recursive(
    st.one_of(TEXTS, st.integers(-5, 5), st.booleans(), st.none()),
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(KEYS, inner, max_size=3)),
    max_leaves=8,
)


@settings(deadline=None, max_examples=300)
@given(
    value=st.dictionaries(KEYS, VALUES, min_size=1, max_size=5),
    indent=st.integers(1, 6),
    flow=st.sampled_from([None, False]),
)
def test_no_map_changes_its_meaning(value: dict[str, object], indent: int, *, flow: bool | None):
    import yaml

    text = yaml.safe_dump(value, indent=indent, default_flow_style=flow, sort_keys=False, allow_unicode=True)
    tree, found = read_tree(SourceFile("test.yaml", text))
    if found or not isinstance(tree, Mapping):
        return
    result = format_source(SourceFile("test.yaml", text))
    assert result.text is not None
    assert plain(result.text) == to_plain(tree)
    assert laid_out(result.text) == result.text


@settings(deadline=None, max_examples=300)
@given(st.text(st.sampled_from("ab: -#|>\n\t[]{},'\"&*?!%"), max_size=40))
def test_any_text_is_laid_out_or_refused(text: str):
    try:
        result = format_source(SourceFile("test.yaml", text))
    except LayoutError:
        return
    if result.text is None:
        assert result.diagnostics
    else:
        assert laid_out(result.text) == result.text


def test_a_repeated_value_stays_with_its_name():
    text = "setup:\n    a: &here [b,\n       d]\n    c: *here\nmoves:\n    - *here\n"
    result = laid_out(text)
    assert result == "setup:\n  a: &here [b,\n     d]\n  c: *here\nmoves:\n  - *here\n"
    assert plain(result) == plain(text)


def test_a_file_is_changed_in_its_place_and_only_without_check(tmp_path: Path):
    path = tmp_path / "game.yaml"
    path.write_text("board: {}   \ngame: x\n", encoding="utf-8")
    path.chmod(0o640)
    assert format_file(str(path), check=True).changed
    assert path.read_text() == "board: {}   \ngame: x\n"
    assert format_file(str(path)).changed
    assert path.read_text() == "game: x\nboard: {}\n"
    assert path.stat().st_mode & 0o777 == 0o640
    assert not format_file(str(path)).changed
    assert [entry.name for entry in tmp_path.iterdir()] == ["game.yaml"]


def test_line_ends_of_other_systems_become_one(tmp_path: Path):
    path = tmp_path / "game.yaml"
    path.write_bytes(b"\xef\xbb\xbfgame: x\r\nboard: {}\r\n")
    assert format_file(str(path)).changed
    assert path.read_bytes() == b"game: x\nboard: {}\n"


@pytest.mark.parametrize("text", ["game: [", "", "game: x\ngame: y\n", "a: b: c\n"])
def test_a_broken_file_is_left_alone(tmp_path: Path, text: str):
    path = tmp_path / "game.yaml"
    path.write_text(text, encoding="utf-8")
    result = format_file(str(path))
    assert result.text is None
    assert result.diagnostics
    assert path.read_text() == text


def test_what_cannot_be_kept_is_refused(tmp_path: Path):
    path = tmp_path / "game.yaml"
    path.write_text("? game\n: x\n", encoding="utf-8")
    with pytest.raises(LayoutError, match="rare form"):
        format_file(str(path))
    assert path.read_text() == "? game\n: x\n"
