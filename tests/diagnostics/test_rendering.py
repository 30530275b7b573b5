from __future__ import annotations

import json
import time

import pytest

from interpreter.diagnostics import Diagnostic, Severity, SourceFile, Span
from interpreter.diagnostics.rendering import FORMATS, render

TEXT = "game: Fill\nmoves:\n  drop:\n    place: ston\n    to: empty\n"
SOURCE = SourceFile("games/fill.yaml", TEXT)


def span(words: str, source: SourceFile = SOURCE) -> Span:
    start = source.text.index(words)
    return Span(source, start, start + len(words))


UNKNOWN = Diagnostic(
    "unknown-name",
    'no piece is called "ston"',
    span("ston"),
    label='did you mean "stone"?',
    help="pieces are declared under `pieces`",
    related=((span("drop"), "in this move"),),
)


def test_full():
    assert render([UNKNOWN]) == (
        'error[unknown-name]: no piece is called "ston"\n'
        " --> games/fill.yaml:4:12\n"
        "  |\n"
        "4 |     place: ston\n"
        '  |            ^^^^ did you mean "stone"?\n'
        " ::: games/fill.yaml:3:3\n"
        "  |\n"
        "3 |   drop:\n"
        "  |   ---- in this move\n"
        "  |\n"
        "  = help: pieces are declared under `pieces`"
    )


def test_concise():
    assert render([UNKNOWN], "concise") == (
        'games/fill.yaml:4:12: error[unknown-name]: no piece is called "ston" (did you mean "stone"?)'
    )


def test_plain_draws_nothing():
    text = render([UNKNOWN], "plain")
    assert 'file games/fill.yaml, line 4, column 12, at the words "ston".' in text
    assert not set("^|=>") & set(text)


def test_json():
    (record,) = json.loads(render([UNKNOWN], "json"))
    assert {key: record[key] for key in ("file", "line", "column", "end_line", "end_column", "code", "severity")} == {
        "file": "games/fill.yaml",
        "line": 4,
        "column": 12,
        "end_line": 4,
        "end_column": 16,
        "code": "unknown-name",
        "severity": "error",
    }
    assert record["related"][0]["line"] == 3
    assert record["instead"] == "stone"
    assert json.loads(render([Diagnostic("a-b", "no place")], "json"))[0]["file"] is None
    assert render([], "json") == "[]"


def test_github():
    line = render([UNKNOWN], "github")
    assert line.startswith(
        "::error file=games/fill.yaml,line=4,endLine=4,col=12,endColumn=16,title=error[unknown-name]::"
    )
    assert "\n" not in line
    assert "%0A" in line
    source = SourceFile("a,b:c.yaml", "100%\n")
    assert "file=a%2Cb%3Ac.yaml" in render([Diagnostic("a-b", "100% wrong", Span(source, 0, 4))], "github")
    change = SourceFile("--change board.size", "x")
    assert "file=" not in render([Diagnostic("a-b", "wrong", Span(change, 0, 1))], "github")


def test_warnings_say_so():
    warning = Diagnostic("a-b", "unused", span("drop"), severity=Severity.WARNING)
    assert render([warning]).startswith("warning[a-b]")
    assert render([warning], "github").startswith("::warning ")
    assert render([warning], "plain").startswith("Warning: unused.")


def test_without_a_place():
    assert render([Diagnostic("file-not-found", "there is no file", help="look again")]) == (
        "error[file-not-found]: there is no file\n  = help: look again"
    )


def test_the_first_line_of_a_longer_place_is_marked():
    text = render([Diagnostic("a-b", "all of it", span("drop:\n    place: ston"))])
    assert "3 |   drop:\n  |   ^^^^^\n".strip() in text


def test_the_end_of_a_file_and_an_empty_file_can_be_marked():
    for source in (SourceFile("a", ""), SourceFile("a", "x"), SourceFile("a", "x\n")):
        end = len(source.text)
        assert "^" in render([Diagnostic("a-b", "here", Span(source, end, end + 1))])


def test_long_lines_are_cut_around_the_place():
    source = SourceFile("a", "x" * 500 + " wrong " + "y" * 500)
    text = render([Diagnostic("a-b", "here", span("wrong", source))])
    line, marks = text.split("\n")[3:5]
    assert len(line) <= 130
    assert line[marks.index("^") : marks.rindex("^") + 1] == "wrong"
    assert line.count("...") == 2


def test_a_megabyte_in_one_line_is_shown_at_once():
    source = SourceFile("a", "x" * 1_000_000)
    start = time.process_time()
    for form in FORMATS:
        render([Diagnostic("a-b", "here", Span(source, 500_000, 900_000))], form)
    assert time.process_time() - start < 2


def test_wide_characters_keep_the_marks_in_place():
    source = SourceFile("a", "棋子: wrong\n")
    line, marks = render([Diagnostic("a-b", "here", span("wrong", source))]).split("\n")[3:5]
    # Two characters of double width stand before the place.
    assert marks.index("^") == line.index("wrong") + 2


def test_a_tab_is_as_wide_as_it_is_shown():
    source = SourceFile("a", "\twrong\n")
    line, marks = render([Diagnostic("a-b", "here", span("wrong", source))]).split("\n")[3:5]
    assert marks.index("^") == line.index("wrong")


@pytest.mark.parametrize("evil", ["\x1b[2J", "\r", "\x07", "\u202e", "\u200b", "\x9b", "\u2028", "\ud800", "\x00"])
def test_nothing_reaches_the_terminal_raw(evil: str):
    source = SourceFile(f"a{evil}", f"b{evil}: c{evil}\n")
    finding = Diagnostic(
        "a-b", f"m{evil}", Span(source, 0, 2), f"l{evil}", f"h{evil}", related=((Span(source, 0, 1), f"r{evil}"),)
    )
    for form in FORMATS:
        text = render([finding], form)
        if form == "json":
            assert json.loads(text)[0]["message"] == f"m{evil}"
            assert text.isascii()
        else:
            assert evil not in text


def test_colour_is_only_added():
    import re

    coloured = render([UNKNOWN], color=True)
    assert "\x1b[1;31m" in coloured
    assert re.sub(r"\x1b\[[0-9;]*m", "", coloured) == render([UNKNOWN])


def test_an_unknown_format_is_refused():
    with pytest.raises(ValueError, match="full, concise"):
        render([UNKNOWN], "loud")
