from pathlib import Path

import pytest

from interpreter.authoring.formatting import format_file
from interpreter.authoring.starting import start_file
from interpreter.errors import BoardwrightError, GameFileError
from interpreter.resources import folder, library_games
from interpreter.source.document import Document, load_document
from interpreter.source.resolved import document_hash

MARKS = """\
game: Marks
language: 1
players: [one, two]
options:
  board-size: {number: 3, from: 3, to: 9}
board:
  shape: rectangle
  size: [board-size, board-size]
pieces:
  X: {owner: nobody}    # a mark
setup: |
  . X .
  . . .
  . . X
moves:
  mark: {place: X, to: empty}
play:
  turn: mark
  stuck: impossible
end:
  "full: no room":
    if: count(empty) is 0
    result: draw
"""


def document(path: str | Path) -> Document:
    found, diagnostics = load_document(path)
    assert found is not None, diagnostics
    return found


@pytest.fixture(params=["marks.yaml", *library_games()])
def parent(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.chdir(tmp_path)
    Path("marks.yaml").write_text(MARKS, encoding="utf-8")
    return str(request.param)


def test_a_variant_begins_as_its_parent(parent: str):
    path = start_file("my-game", parent)
    assert document(path).root.get("game").text == "My game"  # type: ignore[union-attr]
    assert document_hash(document(path)) == document_hash(document(parent))
    assert not format_file(str(path), check=True).changed


def test_every_comment_of_a_variant_can_be_taken_over(parent: str):
    path = start_file("my-game", parent)
    head, mark, rest = path.read_text(encoding="utf-8").partition("\n#\n")
    assert mark
    head = head[: head.index("\nchange:")]
    taken = "\n".join(line.removeprefix("# ") for line in rest.split("\n"))
    path.write_text(f"{head}\nchange:\n{taken}", encoding="utf-8")
    assert document_hash(document(path)) == document_hash(document(parent))


def test_a_copy_is_the_whole_game(parent: str):
    path = start_file("my-game", parent, copy=True)
    text = path.read_text(encoding="utf-8")
    assert "extends" not in text
    assert document_hash(document(path)) == document_hash(document(parent))
    assert document(path).root.get("game").text == "My game"  # type: ignore[union-attr]


def test_a_copy_keeps_the_comments_of_its_file(tmp_path: Path):
    (tmp_path / "marks.yaml").write_text(MARKS, encoding="utf-8")
    path = start_file(str(tmp_path / "no"), str(tmp_path / "marks.yaml"), copy=True)
    text = path.read_text(encoding="utf-8")
    assert text.partition("\n")[2] == MARKS.replace("game: Marks", "game: No")
    assert text.startswith("# yaml-language-server: $schema=file:")


def test_nothing_is_overwritten(tmp_path: Path):
    (tmp_path / "marks.yaml").write_text(MARKS, encoding="utf-8")
    with pytest.raises(FileExistsError):
        start_file(str(tmp_path / "marks"), str(tmp_path / "marks.yaml"))
    assert (tmp_path / "marks.yaml").read_text(encoding="utf-8") == MARKS


def test_what_cannot_be_begun(tmp_path: Path):
    (tmp_path / "broken.yaml").write_text("game: [", encoding="utf-8")
    with pytest.raises(GameFileError):
        start_file(str(tmp_path / "new"), str(tmp_path / "broken.yaml"))
    with pytest.raises(GameFileError):
        start_file(str(tmp_path / "new"), str(tmp_path / "none.yaml"))
    with pytest.raises(BoardwrightError, match="cannot be the name"):
        start_file(str(tmp_path / "..."), str(tmp_path / "broken.yaml"))
    with pytest.raises(BoardwrightError, match="cannot be the name"):
        start_file("", "wali")
    assert [path.name for path in tmp_path.iterdir()] == ["broken.yaml"]
    assert folder("games").is_dir()
