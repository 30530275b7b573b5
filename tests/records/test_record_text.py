import os

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from interpreter.errors import RecordError
from interpreter.records import Record, RecordStep, as_text, from_text, read_record
from interpreter.saving import save_text

HEAD = "boardwright record 1\ngame: marks\nlanguage: 1\nhash: abc\n"


def test_a_record_reads_as_a_person_would_write_it():
    record = Record(
        game="marks",
        language=1,
        hash="abc",
        options=(("dropping", "no three"), ("size", "6")),
        changes=(('end."five: alike".if', "yes"), ("board.size", "[6, 5]")),
        seed=7,
        outcome="black (nothing left to take)",
        steps=(RecordStep("d4", 1), RecordStep("a1-a2", 2), RecordStep("xa3", 2), RecordStep("b1=tall man", 3)),
    )
    text = as_text(record)
    assert text == (
        "boardwright record 1\n"
        "game: marks\n"
        "language: 1\n"
        "hash: abc\n"
        "option dropping: no three\n"
        "option size: 6\n"
        'change end."five: alike".if: yes\n'
        "change board.size: [6, 5]\n"
        "seed: 7\n"
        "outcome: black (nothing left to take)\n"
        "\n"
        "1. d4\n"
        "2. a1-a2 xa3\n"
        '3. "b1=tall man"\n'
    )
    again = from_text(text)
    assert as_text(again) == text
    assert [step.line for step in again.steps] == [12, 13, 13, 14]
    assert again.line("hash") == 4


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        ("", None, "empty"),
        ("\n \n", None, "empty"),
        ("game: marks\n", 1, "not a record"),
        ("\x00\x01\x02", 1, "not a record"),
        ("boardwright record 2\n", 1, "another version"),
        ("boardwright record 1\n", None, "does not say `game:`"),
        ("boardwright record 1\ngame: marks\n", None, "does not say `language:`"),
        (HEAD + "colour: red\n", 5, "unknown header `colour: red`"),
        (HEAD + "game: other\n", 5, "stands twice, first on line 2"),
        (HEAD + "seed:\n", 5, "no value"),
        (HEAD + "seed: seven\n", 5, "`seed` is `seven`"),
        (HEAD.replace("1\nhash", "x\nhash"), 3, "`language` is `x`"),
        (HEAD + "1. d4\n", 5, "unknown header `1. d4`"),
        (HEAD + "\nd4\n", 6, "`d4` is not a turn"),
        (HEAD + "\n1. d4\n1. d5\n", 7, "turn 1 stands after turn 1"),
        (HEAD + '\n1. "d4\n', 6, "a quote is not closed"),
        (HEAD + '\n1. "\\q"\n', 6, "cannot be read"),
    ],
)
def test_every_damage_names_its_line_and_a_way_out(text: str, line: int | None, words: str):
    with pytest.raises(RecordError) as caught:
        from_text(text, "game.txt")
    assert caught.value.line == line
    assert words in str(caught.value)
    assert caught.value.way_out
    assert str(caught.value).startswith("game.txt")


def test_remarks_empty_lines_and_other_line_ends_are_read():
    record = from_text("\ufeff" + (HEAD + "# a remark\n\n# more\n1. d4\n\n2. d5 \n").replace("\n", "\r\n"))
    assert [step.text for step in record.steps] == ["d4", "d5"]


ONE_LINE = st.text(st.characters(blacklist_categories=["Cs", "Cc", "Zl", "Zp", "Zs"]), min_size=1, max_size=12)
STEPS = st.lists(st.tuples(st.text(st.characters(blacklist_categories=["Cs"]), max_size=8), st.booleans()), max_size=8)


@settings(deadline=None)
@given(game=ONE_LINE, mark=ONE_LINE, seed=st.none() | st.integers(-(10**6), 10**30), moves=STEPS)
def test_what_is_written_is_read_again(game: str, mark: str, seed: int | None, moves: list[tuple[str, bool]]):
    turn, steps = 1, []
    for text, more in moves:
        steps.append(RecordStep(text, turn))
        turn += not more
    record = Record(game=game, language=1, hash=mark, seed=seed, outcome=None, steps=tuple(steps))
    again = from_text(as_text(record))
    assert [(step.text, step.turn) for step in again.steps] == [(step.text, step.turn) for step in steps]
    assert (again.game, again.hash, again.seed, again.outcome) == (game, mark, seed, None)


@settings(deadline=None, max_examples=300)
@given(
    cut=st.integers(0, 120),
    insert=st.text(st.characters(blacklist_categories=["Cs"]), max_size=6),
    drop=st.integers(0, 9),
)
def test_no_damage_ends_in_anything_but_a_record_error(cut: int, insert: str, drop: int):
    text = HEAD + 'option a: b\nseed: 3\n\n1. d4 "x y"\n2. d5 xa4\n'
    damaged = text[:cut] + insert + text[cut + drop :]
    try:
        from_text(damaged)
    except RecordError as error:
        assert str(error)  # noqa: PT017 (either way is right; an error must have words)


@settings(deadline=None, max_examples=100)
@given(st.binary(max_size=200))
def test_no_bytes_end_in_anything_but_a_record_error(content: bytes):
    import tempfile

    with tempfile.NamedTemporaryFile() as file:
        file.write(content)
        file.flush()
        with pytest.raises(RecordError) as caught:
            read_record(file.name)
    assert caught.value.way_out


def test_what_is_no_file(tmp_path: object):
    for path in (f"{tmp_path}", f"{tmp_path}/none.txt", "a\x00b"):
        with pytest.raises(RecordError, match="cannot be read"):
            read_record(path)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")
def test_what_is_no_ordinary_file_is_written_to_and_stays(tmp_path):  # noqa: ANN001
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    save_text(pipe, "through\n")
    assert os.read(reader, 100) == b"through\n"
    assert pipe.is_fifo()
    os.close(reader)


def test_saving_is_whole_or_not_at_all(tmp_path, monkeypatch):  # noqa: ANN001
    path = tmp_path / "game.txt"
    save_text(path, "before\n")

    def fail(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", fail)
    with pytest.raises(OSError, match="No space"):
        save_text(path, "after\n")
    assert path.read_text() == "before\n"
    assert [entry.name for entry in tmp_path.iterdir()] == ["game.txt"]
