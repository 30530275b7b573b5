"""What stands in the games that there are is what would have been proposed, found and renamed."""

from __future__ import annotations

import random
import re
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from interpreter.checking.validating import validate
from interpreter.editor import references
from interpreter.editor.buffers import Buffers
from interpreter.editor.completion import proposals
from interpreter.editor.cursor import cursor_at
from interpreter.editor.hover import about_name, about_word
from interpreter.editor.names import WORD, declarations, is_expression, known_names, visits
from interpreter.editor.tokens import tokens
from interpreter.editor.vocabulary import vocabulary
from interpreter.language.scope import KEYWORDS
from interpreter.language.syntax import lexemes
from interpreter.resources import folder
from interpreter.source.nodes import Mapping, Sequence

if TYPE_CHECKING:
    from collections.abc import Iterator

    from interpreter.source.nodes import Node, Scalar

MANUAL = Path(__file__).parents[1] / "manual" / "games"
LIBRARY = [folder("games") / f"{name}.yaml" for name in ("wali", "wali-prost", "rive-rhombus")]
GAMES = [*sorted(MANUAL.glob("*.yaml")), *LIBRARY]
FREE = ("rank", "file", "repeats")
"""Functions whose operand is a name that no list proposes."""


def keys(node: Node) -> Iterator[Scalar]:
    if isinstance(node, Mapping):
        for entry in node.entries:
            yield entry.key
            yield from keys(entry.value)
    elif isinstance(node, Sequence):
        for item in node.items:
            yield from keys(item)


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_every_key_would_have_been_proposed(path: Path):
    family = Buffers().family(path)
    words, root = vocabulary(family), family[0].root
    named = {id(visit.scalar) for visit in visits(root)}
    for key in keys(root):
        cursor = cursor_at(root.span.source.text, key.span.start)
        assert cursor.is_key, key.span
        beside = {name: value for name, value in cursor.beside.items() if name != key.text}
        found = {proposal.label for proposal in proposals(replace(cursor, beside=beside), words, path)}
        assert key.text in found or id(key) in named, (key.span, key.text)


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_every_word_of_an_expression_would_have_been_proposed(path: Path):
    family = Buffers().family(path)
    words, root = vocabulary(family), family[0].root
    assert words
    assert words.board
    for visit in visits(root):
        found = lexemes(visit.scalar) if is_expression(visit) else ()
        for number, word in enumerate(found):
            free = number > 1 and found[number - 2].text in FREE
            if free or (word.form != "NAME" and word.text not in KEYWORDS):
                continue
            cursor = cursor_at(root.span.source.text, word.span.start)
            labels = [proposal.label for proposal in proposals(cursor, words, path)]
            assert word.text in {part for label in labels for part in WORD.findall(label)}, (word.span, word.text)


@pytest.mark.parametrize("name", ["dodgem", "hex", "short-draughts", "small-go"])
def test_a_game_with_every_name_changed_is_right_still(name: str, tmp_path: Path):
    path, buffers = tmp_path / "game.yaml", Buffers()
    buffers.open(path, (MANUAL / f"{name}.yaml").read_text(encoding="utf-8"))
    old = {mention for mention in declarations(buffers.family(path)[0].root) if mention.kind != "scenario"}
    for number, mention in enumerate(sorted(old, key=lambda mention: (not mention.scope, mention.span.start))):
        now = declarations(buffers.family(path)[0].root)
        there = next((other for other in now if other.same(mention)), None)
        if there is not None:  # else it was a step or a move of a name that is changed already
            new = f"{mention.name[0]}zz-{number}"
            places = references.renaming(buffers, path, there, new)
            buffers.open(path, references.edited(places, new)[path])
    left = {mention.name for mention in declarations(buffers.family(path)[0].root) if mention.kind != "scenario"}
    assert all(re.fullmatch(r"\wzz-\d+", name) for name in left)
    assert [problem.message for problem in validate(path, games=0, read=buffers.read) if problem.is_error] == []


BROKEN = (
    "{",
    "}",
    "[",
    "]",
    ": ",
    "- ",
    '"',
    "'",
    "(",
    ")",
    ",",
    "#",
    "\n",
    "|",
    "&a ",
    "*a",
    "? ",
    "\t",
    "\U0001f451",
    "",
)


@pytest.mark.parametrize("seed", range(60))
def test_no_text_is_too_broken_to_be_helped_with(seed: int, tmp_path: Path):
    pytest.importorskip("lsprotocol", reason="outlines and positions are told in the words of the protocol")
    from interpreter.editor.outline import outline
    from interpreter.editor.positions import Positions

    chance, path, buffers = random.Random(seed), tmp_path / "game.yaml", Buffers()
    text = chance.choice(GAMES).read_text(encoding="utf-8")
    for _ in range(chance.randrange(1, 4)):
        at = chance.randrange(len(text))
        text = text[:at] + chance.choice(BROKEN) + text[at + chance.randrange(20) :]
    buffers.open(path, text)
    source, family, offset = buffers.source(path), buffers.family(path), chance.randrange(len(text))
    positions = Positions()
    assert positions.offset(source, positions.position(source, offset)) == min(offset, len(source.text))
    assert isinstance(proposals(cursor_at(source.text, offset), vocabulary(family), path), list)
    told = about_word(source, offset)
    assert told is None or (told[0] and told[1].start <= offset <= told[1].end)
    if family:
        known = known_names(written.root for written in family)
        assert len(tokens(family[0].root, known, positions)) % 5 == 0
        assert len(outline(family[0].root, positions)) <= len(family[0].root)
        mention = references.mention_at(family, offset)
        assert mention is None or about_name(mention, references.declared(family, mention))
