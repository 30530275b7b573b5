"""What the YAML parser could not read, in the words of someone who writes a game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from interpreter.diagnostics import Diagnostic, SourceFile, Span

if TYPE_CHECKING:
    from interpreter.source.nodes import Scalar

LONGEST_KEY = 40
"""Characters before a colon that may be meant as a key."""

DEEPEST = 40
"""Levels of nesting; a game file needs about ten."""

# What the parser says (it has two voices, that of C and that of Python), and what is meant by it: message, help.
MEANINGS: tuple[tuple[tuple[str, ...], str, str], ...] = (
    (
        ("sequence entries are not allowed",),
        "a list entry `- ` stands where no list can be",
        "begin the list on the line below its key, or put the text in quotes",
    ),
    (
        ("expected node content", "expected the node content"),
        "a value is missing or a bracket stands where none can",
        "write the value, close every `[` and `{`, or put the text in quotes",
    ),
    (
        ("unknown escape character",),
        "in double quotes a backslash begins a special character, and this one is unknown",
        "write the text in single quotes, where a backslash is only a backslash",
    ),
    (
        ("alphabetic or numeric character",),
        "a value that begins with `*` or `&` needs quotes",
        "put the value in quotes",
    ),
    (
        ("comment or a line break", "comment or line break", "chomping or indentation"),
        "after `|` or `>` the text begins on the next line",
        "move the text to the next line, further to the right than its key; or put it in quotes",
    ),
    (
        ("incompatible YAML document", "directive"),
        "a line that begins with `%` is an order to the YAML reader, and this one is not understood",
        "delete the line",
    ),
    (
        ("expected '-' indicator",),
        "a key stands beside the entries of a list",
        "begin the entry with `- `, or move the key to the left, where the key of the list stands",
    ),
    (
        ("expected key", "<block end>"),
        "this line does not fit the lines above",
        "give all keys of one map the same indentation; put quotes around a text that goes on after a quote",
    ),
)


def syntax_error(source: SourceFile, error: Any, opened: Scalar | None, inside: Span | None) -> Diagnostic:
    """A diagnostic for an error of the YAML parser.

    `opened` is a text in braces that opened a parenthesis and did not close it; `inside` the last key that was read.
    """
    at = _offset(source, error)
    if opened is not None:
        return comma_in_braces(Span(source, opened.span.start, _expression_end(source, opened.span.start)))
    problem = str(getattr(error, "problem", "") or "")
    context = str(getattr(error, "context", "") or "")
    related = ((inside, "while reading this"),) if inside else ()
    if "end of stream" in problem and "scalar" in context:
        start = error.context_mark.index
        return Diagnostic(
            "unclosed-quote",
            "a quote is opened here and never closed",
            Span(source, start, start + 1),
            label="opened here",
            help="close it with the same quote; an apostrophe in single quotes is written twice: 'it''s'",
        )
    if "nesting depth" in problem:
        return too_deep(source, at)
    if "could not find expected ':'" in problem:
        return _no_colon(source, error.context_mark.index if error.context_mark else at)
    if "mapping values are not allowed" in problem:
        return _stray_colon(source, at)
    if "expected ',' or" in problem and error.context_mark:
        return _unclosed(source, error.context_mark.index, at)
    if "cannot start any token" in problem:
        return _stray_character(source, at)
    if "<block end>" in problem and _in_a_text(source, _visible(source, at)):
        at = _visible(source, at)
        return Diagnostic(
            "yaml-syntax",
            "this line of a text begins further to the left than the first line of it",
            Span(source, at, at + 1),
            help="indent all lines alike; or tell where the text begins: `|2` instead of `|` means two spaces further "
            "to the right than its key",
            related=related,
        )
    for words, message, way_out in MEANINGS:
        if any(word in problem for word in words):
            at = _visible(source, at)
            return Diagnostic("yaml-syntax", message, Span(source, at, at + 1), help=way_out, related=related)
    return Diagnostic(
        "yaml-syntax",
        f"the file is not YAML here: {problem or 'it cannot be read'}",
        Span(source, at, at + 1),
        help="check the indentation, the colons and the quotes of this line and the one above",
        related=related,
    )


def _in_a_text(source: SourceFile, at: int) -> bool:
    """Whether the lines above, as far as they lie further to the right, are a text behind `|` or `>`."""
    above = source.text[:at].split("\n")
    indent = len(above.pop())
    while above and (not above[-1].strip() or len(above[-1]) - len(above[-1].lstrip()) > indent):
        above.pop()
    return bool(above) and above[-1].rstrip().endswith((": |", ": >"))


def comma_in_braces(span: Span, what: str = "expression", signs: str = "{ }") -> Diagnostic:
    """An expression or a text in `{ }` or `[ ]` that its comma has split."""
    written = span.text
    quoted = f'"{written}"' if '"' not in written else "quotes"
    return Diagnostic(
        "comma-in-braces",
        f"the comma splits this {what} in two, because it stands inside `{signs}`",
        span,
        label=f"one {what}",
        help=f"put the {what} in quotes: {quoted}" if len(written) < 100 else f"put the {what} in quotes",
    )


def too_deep(source: SourceFile, at: int) -> Diagnostic:
    """Lists and maps inside one another without end."""
    return Diagnostic(
        "too-deep",
        f"lists and maps are nested more than {DEEPEST} levels deep",
        Span(source, at, at + 1),
        help="check for brackets that are opened and never closed",
    )


def _unclosed(source: SourceFile, opened: int, at: int) -> Diagnostic:
    """Braces or brackets that are not closed, or hold a text that needs quotes."""
    sign = source.text[opened : opened + 1]
    names = ("brace", "}") if sign == "{" else ("bracket", "]")
    here = "\n" not in source.text[opened:at] and bool(source.text[at:].strip())
    return Diagnostic(
        "yaml-syntax",
        f"a {names[0]} is not closed, or a text after it needs quotes",
        Span(source, at, at + 1) if here else Span(source, opened, opened + 1),
        label="this does not fit" if here else "opened here",
        help=f"close it with `{names[1]}`; put quotes around a text with `,` `[` `]` `{{` or `}}` in it",
        related=((Span(source, opened, opened + 1), "opened here"),) if here else (),
    )


def _no_colon(source: SourceFile, at: int) -> Diagnostic:
    """A line that should be `key: value` and has no colon."""
    start, end = _line(source, at)
    written = source.text[start:end]
    key, _, value = written.partition(" ")
    return Diagnostic(
        "yaml-syntax",
        "this line has no colon after its key",
        Span(source, start, max(end, start + 1)),
        help=f"write `{key}: {value}`" if value and len(written) < 60 else "write `key: value`",
    )


def _stray_colon(source: SourceFile, at: int) -> Diagnostic:
    """A colon where no key can be: the line above lacks its own, this line is too far right, or a text needs quotes."""
    start, end = _line(source, at)
    above = next(
        (line for line in reversed(source.text[: source.text.rfind("\n", 0, at) + 1].split("\n")) if _says(line)), ""
    )
    first_colon = source.text[start:end].find(": ") in (-1, at - start)
    if first_colon and above and ":" not in above:
        return _no_colon(source, source.text.rfind(above, 0, at) + len(above) - len(above.lstrip()))
    span = Span(source, start, at)
    if "(" in span.text or len(span.text) > LONGEST_KEY:
        return Diagnostic(
            "yaml-syntax",
            "a colon stands in the middle of a text",
            Span(source, at, at + 1),
            label="here",
            help="put the text in quotes; or write `>` after its key, and the text below it, further to the right",
        )
    if first_colon and above and len(above) - len(above.lstrip(" -")) < start - source.text.rfind("\n", 0, at) - 1:
        return Diagnostic(
            "yaml-syntax",
            "this key stands further to the right than the line above, which has its value already",
            span,
            help="give both lines the same indentation; or, if this key belongs under that one, delete the value there",
        )
    return Diagnostic(
        "yaml-syntax",
        "a second colon stands in this line",
        Span(source, at, at + 1),
        label="here",
        help="put a text that holds a colon and a space in quotes; begin a new key on a new line",
    )


def _says(line: str) -> bool:
    """Whether a line is more than empty or a comment."""
    return bool(line.strip()) and not line.lstrip().startswith("#")


def _line(source: SourceFile, at: int) -> tuple[int, int]:
    """Where the written part of a line begins and ends, its comment left out."""
    start = source.text.rfind("\n", 0, at) + 1
    end = source.text.find("\n", at)
    line = source.text[start : len(source.text) if end < 0 else end]
    written = line.split(" #", 1)[0].rstrip()
    return start + len(written) - len(written.lstrip(" -")), start + len(written)


def _stray_character(source: SourceFile, at: int) -> Diagnostic:
    character = source.text[at : at + 1]
    before = source.text[source.text.rfind("\n", 0, at) + 1 : at]
    if character == "\t" and not before.strip():
        return Diagnostic(
            "tab-indentation",
            "the line is indented with a tab",
            Span(source, at, at + 1),
            label="a tab",
            help="indent with spaces, two for each level",
        )
    return Diagnostic(
        "yaml-syntax",
        "a tab stands where a value should begin" if character == "\t" else f"a value cannot begin with `{character}`",
        Span(source, at, at + 1),
        help="write spaces" if character == "\t" else "put the value in quotes",
    )


def _offset(source: SourceFile, error: Any) -> int:
    mark = getattr(error, "problem_mark", None)
    return min(mark.index if mark else 0, len(source.text))


def _visible(source: SourceFile, at: int) -> int:
    """The last character written before the end of the file, where the parser noticed only the end."""
    return at if source.text[at:].strip() else max(len(source.text.rstrip()) - 1, 0)


def _expression_end(source: SourceFile, start: int) -> int:
    """Where the parenthesis that an expression opens is closed again; else the end of its line."""
    _, end = _line(source, start)
    depth = 0
    for offset in range(start, end):
        depth += {"(": 1, ")": -1}.get(source.text[offset], 0)
        if source.text[offset] == ")" and depth == 0:
            return offset + 1
    return end
