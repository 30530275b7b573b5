"""Steps as they stand in a record, with comments and variations: read and written.

    1. d4 {the middle} 2. c3 (2. d3 {too close}) 3. a1-a2 xc3

A number and a full stop begin a turn. A comment stands in braces, or reaches from a sign of its own to the end of the
line. A variation stands in parentheses behind the step in whose place it begins. A step that does not begin with a
letter, or holds blanks, quotes, braces or parentheses, stands in double quotes.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from interpreter.errors import RecordError
from interpreter.records.record import DEEPEST, RecordStep, Variation, one_line, shortened

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

__all__ = ["Manner", "read_movetext", "written_comment", "written_step", "written_variation", "written_words"]

NEXT_WORD = r"""\s*(?:
    (?P<remark>{remark}[^\n]*) | (?P<comment>\{{[^}}]*\}}) | (?P<open>\() | (?P<close>\)) | (?P<turn>\d{{1,9}})\.+
    | (?P<quoted>"(?:[^"\\\n]|\\.)*")(?=[\s(){{}}]|$) | (?P<step>[^\s"(){{}}][^\s(){{}}{remark}]*) | (?P<end>\Z)
)"""
BROKEN = {
    '"': ("a quote is not closed", "a step in double quotes ends with one"),
    "}": ("a brace closes no comment", "delete it, or open the comment"),
    "{": ("a comment is not closed", "a comment in braces ends with one: {a good idea}"),
}


@dataclass(frozen=True)
class Manner:
    """One way to write steps down.

    `remark` begins a comment that reaches to the end of its line; `numbered` says that the numbers are those of turns;
    `ends` are words that end the game, `marks` a pattern of what judges a step: behind it, or as a word of its own;
    `quoted` are further signs that stand in steps only where these stand in quotes.
    """

    remark: str
    numbered: bool
    ends: tuple[str, ...] = ()
    marks: str = ""
    quoted: str = ""

    @property
    def token(self) -> re.Pattern[str]:
        """What the next word of a text is."""
        return re.compile(NEXT_WORD.format(remark=re.escape(self.remark)), re.VERBOSE)


@dataclass
class _Branch:
    """A line of play while it is read: of the game, or of a variation that began with `(` on a line."""

    line: int
    comment: str = ""
    turn: int = 0
    steps: list[RecordStep] = field(default_factory=list)

    def say(self, text: str) -> None:
        """Add a comment to the last step, or to what is said before the first one."""
        told = one_line(text)
        if not self.steps:
            self.comment = f"{self.comment} {told}".strip()
        else:
            last = self.steps[-1]
            self.steps[-1] = replace(last, comment=f"{last.comment} {told}".strip())


def read_movetext(text: str, manner: Manner, place: str, first: int = 1) -> tuple[str, tuple[RecordStep, ...], str]:
    """What is said before the first step, the steps, and what follows a word that ends the game.

    `first` is the number of the line on which the text begins. Raises RecordError with the line of the first damage.
    """
    token, at, line = manner.token, 0, first
    branches = [_Branch(first)]
    while found := token.match(text, at):
        kind, word = str(found.lastgroup), found[str(found.lastgroup)]
        begins = found.start(kind)
        line += text.count("\n", at, begins)
        if kind == "end":
            break
        if kind == "step" and word in manner.ends:
            at = found.end()
            if len(branches) == 1:
                break
            continue
        _take(branches, kind, word, manner, place, line)
        line += text.count("\n", begins, found.end())
        at = found.end()
    else:
        rest = text[at:].lstrip()
        line += text.count("\n", at, len(text) - len(rest))
        what, way_out = BROKEN.get(rest[:1], BROKEN['"'])
        raise RecordError(f"{what}: `{shortened(rest)}`", place=place, line=line, way_out=way_out)
    if len(branches) > 1:
        raise RecordError(
            "a variation is not closed", place=place, line=branches[-1].line, way_out="end it with a parenthesis"
        )
    return branches[0].comment, tuple(branches[0].steps), text[at:]


def _take(branches: list[_Branch], kind: str, word: str, manner: Manner, place: str, line: int) -> None:
    """One word of the text."""
    branch = branches[-1]
    match kind:
        case "remark":
            branch.say(word[1:])
        case "comment":
            branch.say(word[1:-1])
        case "turn" if manner.numbered:
            if int(word) <= branch.turn:
                raise RecordError(
                    f"turn {word} stands after turn {branch.turn}",
                    place=place,
                    line=line,
                    way_out="a turn has one number, and the numbers rise",
                )
            branch.turn = int(word)
        case "turn":
            pass
        case "open":
            _begin(branches, place, line)
        case "close":
            _close(branches, place, line)
        case _:
            _step(branch, kind, word, manner, place, line)


def _begin(branches: list[_Branch], place: str, line: int) -> None:
    if not branches[-1].steps:
        raise RecordError(
            "a variation stands before any step",
            place=place,
            line=line,
            way_out="write it behind the step in whose place it begins",
        )
    if len(branches) > DEEPEST:
        raise RecordError(
            f"variations stand in variations more than {DEEPEST} deep",
            place=place,
            line=line,
            way_out="take the innermost out",
        )
    branches.append(_Branch(line))


def _close(branches: list[_Branch], place: str, line: int) -> None:
    if len(branches) == 1:
        raise RecordError(
            "a parenthesis closes no variation", place=place, line=line, way_out="delete it, or open the variation"
        )
    ended = branches.pop()
    if not ended.steps:
        raise RecordError(
            "a variation has no steps", place=place, line=ended.line, way_out="write a comment in braces: {a good idea}"
        )
    before = branches[-1].steps
    before[-1] = replace(before[-1], variations=(*before[-1].variations, Variation(tuple(ended.steps), ended.comment)))


def _step(branch: _Branch, kind: str, word: str, manner: Manner, place: str, line: int) -> None:
    mark = ""
    if kind == "quoted":
        word = _unquoted(word, place, line)
    elif manner.marks and (found := re.fullmatch(rf"(.*?)({manner.marks})", word, re.DOTALL)):
        word, mark = found[1], found[2]
    if word or kind == "quoted":
        if manner.numbered and not branch.turn:
            raise RecordError(
                f"`{shortened(word)}` is not a turn",
                place=place,
                line=line,
                way_out="a turn is its number, a full stop and its steps: `3. a1-a2`",
            )
        branch.steps.append(RecordStep(word, branch.turn, line))
    if mark.strip("+#"):
        branch.say(mark.strip("+#"))


def _unquoted(word: str, place: str, line: int) -> str:
    try:
        return str(json.loads(word))
    except ValueError:
        raise RecordError(
            f"the step {shortened(word)} cannot be read",
            place=place,
            line=line,
            way_out='inside double quotes, write a quote as \\" and a backslash as \\\\',
        ) from None


def written_words(steps: Sequence[RecordStep], comment: str, manner: Manner) -> Iterator[str]:
    """The words of some steps, with a comment before the first; one that ends in a line break ends its line."""
    yield from written_comment(comment, manner)
    turn = 0
    for step in steps:
        if step.turn != turn:
            turn = step.turn
            yield f"{turn}."
        yield written_step(step.text, manner)
        yield from written_comment(step.comment, manner)
        for variation in step.variations:
            yield from written_variation(variation, manner)


def written_variation(variation: Variation, manner: Manner) -> Iterator[str]:
    """The words of a variation, in parentheses."""
    first, *rest = written_words(variation.steps, variation.comment, manner)
    inner = [f"({first}", *rest]
    yield from [*inner, ")"] if inner[-1].endswith("\n") else [*inner[:-1], f"{inner[-1]})"]


def written_step(step: str, manner: Manner) -> str:
    """A step, in quotes where it could be taken for something else."""
    bare = (
        re.fullmatch(rf'[^\W\d_][^\s"(){{}}{re.escape(manner.remark + manner.quoted)}]*', step) and step.isprintable()
    )
    return step if bare else json.dumps(step)


def written_comment(text: str, manner: Manner) -> Iterator[str]:
    """The words of a comment: in braces, or, where it holds one that closes, to the end of a line."""
    told = one_line(text)
    if "}" in told:
        yield f"{manner.remark} {told}\n"
    elif told:
        yield from f"{{{told}}}".split(" ")
