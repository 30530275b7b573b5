"""Comments and variations, and the three forms of a record: text, PGN and JSON."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from interpreter.errors import RecordError
from interpreter.records import (
    FORMS,
    Record,
    RecordStep,
    Variation,
    as_json,
    as_pgn,
    as_text,
    from_any,
    from_json,
    from_pgn,
    from_text,
    replay,
    retold,
    way_of,
)

PLAYERS = ("black", "white")
HEAD = "boardwright record 1\ngame: wali\nlanguage: 1\nhash: ?\noutcome: ?\n"
ANNOTATED = (
    HEAD + "\n{A game for the tests.}\n1. d4 {the middle}\n2. c3\n"
    "   (2. a1 {elsewhere} 3. c1 (3. e1))\n   ({or} 2. b2)\n3. e3\n   # a smile :-} at that\n"
)
PGN = '[Game "wali"]\n\n'


def bare(steps: tuple[RecordStep, ...], *, turns: bool = True) -> tuple[RecordStep, ...]:
    """The steps without the lines they stood on."""
    return tuple(
        replace(
            step,
            line=0,
            turn=step.turn if turns else 0,
            variations=tuple(replace(one, steps=bare(one.steps, turns=turns)) for one in step.variations),
        )
        for step in steps
    )


def test_comments_and_variations_are_read_and_written_as_they_stand():
    record = from_text(ANNOTATED)
    assert record.comment == "A game for the tests."
    assert [step.comment for step in record.steps] == ["the middle", "", "a smile :-} at that"]
    first, second = record.steps[1].variations
    assert [(step.text, step.turn, step.comment) for step in first.steps] == [("a1", 2, "elsewhere"), ("c1", 3, "")]
    assert first.steps[1].variations[0].steps[0].text == "e1"
    assert (second.comment, second.steps[0].text) == ("or", "b2")
    assert as_text(record) == ANNOTATED


def test_what_people_write_between_the_lines_is_kept():
    text = HEAD + "# by hand\n\n1. d4 # in\n   the middle\n".replace("\n   the", " # of\n# the")
    record = from_text(text + "2. c3 {over\ntwo lines} {and more}\n")
    assert record.comment == "by hand"
    assert [step.comment for step in record.steps] == ["in # of the middle", "over two lines and more"]


def test_a_variation_in_the_middle_of_a_turn():
    steps = (
        RecordStep("a1-a2", 3, variations=(Variation((RecordStep("a1-b1", 3),)),)),
        RecordStep("xc3", 3, comment="needed"),
    )
    record = Record("marks", 1, "abc", steps=steps)
    assert as_text(record).endswith("3. a1-a2\n   (3. a1-b1)\n   xc3 {needed}\n")
    assert bare(from_text(as_text(record)).steps) == steps


def test_variations_are_counted_as_they_are_written():
    record = from_text(ANNOTATED)
    ways = [[step.text for step in way_of(record, number)] for number in (1, 2, 3)]
    assert ways == [["d4", "a1", "c1"], ["d4", "a1", "e1"], ["d4", "b2"]]
    for number in (0, 4, -1):
        with pytest.raises(RecordError, match="the record has 3"):
            way_of(record, number)
    assert replay(record, variation=2).at("e1") is not None


def test_variations_must_be_legal_too():
    with pytest.raises(RecordError, match=r"step 2 of a variation, `d3` is not legal here") as caught:
        replay(from_text(ANNOTATED.replace("3. c1", "3. d3"), "game.txt"))
    assert caught.value.line == 10


@pytest.mark.parametrize("form", FORMS)
def test_every_form_says_the_same(form: str):
    record, players = retold(from_text(ANNOTATED))
    assert record.outcome is None
    assert len(record.hash) == 64
    again = from_any(FORMS[form](record, players))
    assert bare(again.steps, turns=form != "pgn") == bare(record.steps, turns=form != "pgn")
    assert as_text(retold(again)[0]) == as_text(record)


def test_pgn_as_other_programs_write_it():
    record = from_pgn(
        '% a remark\n[Event "A \\"grand\\" day"]\n[Result "*"]\n[Game "tic-tac-toe"]\n\n'
        "1.b2! a1 $4 2... a2; a whole line\n(2... c1 *) c2 $14 {so far} *\n"
    )
    assert [(step.text, step.comment) for step in record.steps] == [
        ("b2", "!"),
        ("a1", "$4"),
        ("a2", "a whole line"),
        ("c2", "$14 so far"),
    ]
    told, players = retold(record)
    assert [step.turn for step in told.steps] == [1, 2, 3, 4]
    assert '[Result "*"]' in as_pgn(told, players)


@pytest.mark.parametrize(
    ("outcome", "players", "result"),
    [
        ("black (all taken)", PLAYERS, "1-0"),
        ("white (all taken)", PLAYERS, "0-1"),
        ("draw (no progress)", PLAYERS, "1/2-1/2"),
        (None, PLAYERS, "*"),
        ("red (home)", ("red", "blue", "green"), "*"),
    ],
)
def test_results_in_pgn(outcome: str | None, players: tuple[str, ...], result: str):
    text = as_pgn(Record("marks", 1, "abc", outcome=outcome), players)
    assert f'[Result "{result}"]' in text
    assert text.endswith(f"\n{result}\n")
    assert from_pgn(text).outcome == outcome


def test_lines_of_pgn_are_short():
    steps = tuple(RecordStep("a1-a2", number, comment="a remark of some words") for number in range(1, 60))
    assert max(map(len, as_pgn(Record("marks", 1, "abc", steps=steps), PLAYERS).splitlines())) < 80


def test_json_for_programs():
    told = json.loads(as_json(from_text(ANNOTATED)))
    assert told["steps"][0] == {"step": "d4", "turn": 1, "comment": "the middle"}
    assert told["steps"][1]["variations"][0]["steps"][0]["step"] == "a1"
    short = from_json('{"game": "wali", "steps": ["d4", "c3"], "options": {"draw-after": 50}}')
    assert len(replay(short).moves) == 2


@pytest.mark.parametrize(
    ("body", "line", "words"),
    [
        ("1. d4 (", 6, "a variation is not closed"),
        ("1. d4\n()", 7, "a variation has no steps"),
        ("1. d4 ({only words})", 6, "a variation has no steps"),
        ("(1. d4)", 6, "stands before any step"),
        ("1. d4 )", 6, "closes no variation"),
        ("1. d4 {never\nclosed", 6, "a comment is not closed"),
        ("1. d4 }", 6, "a brace closes no comment"),
        ("1. d4 (d5)", 6, "`d5` is not a turn"),
        ("1. d4 " + "(1. d5 " * 60 + ")" * 60, 6, "more than 40 deep"),
    ],
)
def test_damaged_notes_name_their_line(body: str, line: int, words: str):
    with pytest.raises(RecordError, match=words) as caught:
        from_text(f"{HEAD.replace('outcome: ?', '').rstrip()}\n\n{body}\n")
    assert caught.value.line == line
    assert caught.value.way_out


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        ("[Event", 1, "is not a tag"),
        ('[Event "open]\n', 1, "is not a tag"),
        ('[Event "a"]\n[Event "b"]\n', 2, "stands twice, first on line 1"),
        ('[Event "a"]\n\n1. e4 *\n', 1, "does not say which game"),
        (PGN + '1. d4 *\n\n[Event "b"]\n[Game "wali"]\n\n*\n', None, "a file holds one game"),
        ('[Game "wali"]\n[Seed "x"]\n', 2, "the tag Seed is `x`"),
        ('[Game "wali"]\n[Option1 "alone"]\n', 2, "the tag Option1 is `alone`"),
        (PGN + "1. d4 (c3", 3, "a variation is not closed"),
    ],
)
def test_damaged_pgn_names_its_line(text: str, line: int | None, words: str):
    with pytest.raises(RecordError, match=words) as caught:
        from_any(text, "game.pgn")
    assert caught.value.line == line
    assert caught.value.way_out


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("{", "this is not JSON"),
        ('{"game": "wali"}', "the record has no `steps`"),
        ('{"game": 3, "steps": []}', "`game` is 3"),
        ('{"game": "wali", "steps": {}}', "`steps` is {}"),
        ('{"game": "wali", "steps": [], "colour": 1}', "unknown key `colour`"),
        ('{"game": "wali", "steps": [3]}', r"`steps\[0\]` is 3"),
        ('{"game": "wali", "steps": [{"step": "d4", "turn": true}]}', r"`steps\[0\].turn` is true"),
        ('{"game": "wali", "steps": [{"step": "d4", "comment": []}]}', r"`steps\[0\].comment` is"),
        ('{"game": "wali", "steps": [{"step": "d4", "variations": [{"steps": []}]}]}', "is empty"),
        ('{"game": "wali", "steps": [], "options": {"a": []}}', "`options.a` is"),
        ('{"game": "wali", "steps": [], "format": "boardwright record 2"}', "`format` is"),
        ('{"game": "wali", "steps": [], "seed": ' + "9" * 5000 + "}", "too many digits"),
        ('{"game": ' + "[" * 100_000, "nested too deeply"),
        (
            '{"game": "w", "steps": ' + '[{"step": "a", "variations": [{"steps": ' * 50 + '["b"]' + "}]}]" * 50 + "}",
            "more than 40 deep",
        ),
    ],
)
def test_damaged_json_names_the_part(text: str, words: str):
    with pytest.raises(RecordError, match=words) as caught:
        from_any(text, "game.json")
    assert caught.value.way_out


def test_a_record_cannot_steer_a_terminal():
    hostile = "red \x1b[31m and \x07 more \udc80"
    for record in (
        from_text(f"{HEAD}\n1. d4 {{{hostile}}}\n"),
        from_pgn(f"{PGN}1. d4 {{{hostile}}} *"),
        from_json(json.dumps({"game": "wali", "steps": [{"step": "d4", "comment": hostile}]})),
    ):
        assert record.steps[0].comment == "red ?[31m and ? more ?"
    with pytest.raises(RecordError) as caught:
        replay(from_json(json.dumps({"game": "wali", "steps": ["\x1b[31m"]})))
    assert "\x1b" not in str(caught.value)


WORDS = st.text(st.characters(exclude_categories=["Cs"]), max_size=12)
WRITTEN = st.text(st.characters(exclude_categories=["Cs", "Cc", "Cf", "Co", "Cn", "Z"]), min_size=1, max_size=6)
COMMENTS = st.lists(WRITTEN, max_size=2).map(" ".join)


def notes(steps: st.SearchStrategy[tuple[RecordStep, ...]]) -> st.SearchStrategy[tuple[RecordStep, ...]]:
    variation = st.builds(Variation, steps, comment=COMMENTS)
    step = st.builds(
        RecordStep, WORDS, st.just(0), comment=COMMENTS, variations=st.lists(variation, max_size=2).map(tuple)
    )
    return st.lists(step, min_size=1, max_size=3).map(tuple)


def numbered(steps: tuple[RecordStep, ...], first: int = 1) -> tuple[RecordStep, ...]:
    """The steps, each a turn of its own."""
    return tuple(
        replace(
            step,
            turn=turn,
            variations=tuple(replace(one, steps=numbered(one.steps, turn)) for one in step.variations),
        )
        for turn, step in enumerate(steps, start=first)
    )


@settings(deadline=None, max_examples=40)
@given(notes(notes(st.builds(RecordStep, WORDS, st.just(0)).map(lambda step: (step,)))), COMMENTS)
def test_what_is_written_in_any_form_is_read_again(steps: tuple[RecordStep, ...], comment: str):
    record = Record("marks", 1, "abc", steps=numbered(steps), comment=comment)
    for form, write in FORMS.items():
        again = from_any(write(record, PLAYERS))
        assert again.comment == comment
        assert bare(again.steps, turns=form != "pgn") == bare(record.steps, turns=form != "pgn")


@settings(deadline=None, max_examples=150)
@given(form=st.sampled_from(sorted(FORMS)), cut=st.integers(0, 500), insert=WORDS, drop=st.integers(0, 9))
def test_no_damage_ends_in_anything_but_a_record_error(form: str, cut: int, insert: str, drop: int):
    text = FORMS[form](from_text(ANNOTATED), PLAYERS)
    cut %= len(text)
    try:
        from_any(text[:cut] + insert + text[cut + drop :])
    except RecordError as error:
        assert error.way_out  # noqa: PT017 (either way is right; an error must have a way out)


def test_the_record_of_the_manual_is_one():
    manual = Path(__file__).resolve().parents[2] / "grammar" / "README.md"
    text = manual.read_text(encoding="utf-8").partition("```text\n")[2].partition("```")[0]
    record = from_text(text)
    assert len(replay(record).moves) == 3
    assert as_text(record) == text
