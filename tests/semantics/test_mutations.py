"""Files that were right, with words, lines and expressions exchanged: findings or a game, and nothing else."""

from __future__ import annotations

import contextlib
import random
import re
from typing import TYPE_CHECKING

import pytest

import interpreter

import runner  # isort: skip

if TYPE_CHECKING:
    from pathlib import Path

TEXTS = [path.read_text(encoding="utf-8").partition("\nscenarios:")[0] + "\n" for path in runner.game_files()]
WORD = re.compile(r"[A-Za-z][A-Za-z0-9-]*|\d+")
VALUE = re.compile(
    r"(?:when|if|to|leaves|capture|minimise|move|remove|flip|distance|along|until): (\"[^\"\n]+\"|[^\",{}\n]+)"
)
WORDS = sorted({word for text in TEXTS for word in WORD.findall(text)})
VALUES = sorted({value for text in TEXTS for value in VALUE.findall(text)})
FILES = 10  # in each of the tests below
STEPS = 10


def mutated(text: str, chance: random.Random) -> str:
    """The text with one thing changed."""
    way = chance.choice(["word", "word", "value", "value", "less", "more"])
    lines = text.split("\n")
    if way == "less":
        del lines[chance.randrange(len(lines))]
        return "\n".join(lines)
    if way == "more":
        lines.insert(chance.randrange(len(lines)), chance.choice(lines))
        return "\n".join(lines)
    pattern, new, group = (WORD, WORDS, 0) if way == "word" else (VALUE, VALUES, 1)
    found = list(pattern.finditer(text))
    if not found:
        return text
    place = chance.choice(found)
    return text[: place.start(group)] + chance.choice(new) + text[place.end(group) :]


def play(path: Path, chance: random.Random) -> None:
    """Plays a few steps of what is a game still; every step has a text of its own."""
    position = interpreter.load(path).initial()
    for _ in range(STEPS):
        texts = [str(move) for move in position.legal_moves]
        assert len(set(texts)) == len(texts), texts
        if not texts:
            return
        position = position.play(chance.choice(texts))


@pytest.mark.parametrize("seed", range(8))
def test_mutated_files(seed: int, tmp_path: Path):
    chance = random.Random(seed)
    for number in range(FILES):
        text = chance.choice(TEXTS)
        for _ in range(chance.randint(1, 2)):
            text = mutated(text, chance)
        path = tmp_path / f"mutant-{number}.yaml"
        path.write_text(text, encoding="utf-8")
        with contextlib.suppress(interpreter.GameFileError, interpreter.RuleFaultError):
            play(path, chance)


@pytest.mark.parametrize("key", ["game", "language", "players", "board", "pieces", "moves", "play", "phases", "end"])
def test_files_without_a_key(key: str, tmp_path: Path):
    path = tmp_path / "without.yaml"
    for text in TEXTS[::8]:
        without = re.sub(rf"^{key}:.*\n(?:[ -].*\n|\n)*", "", text, flags=re.MULTILINE)
        if without == text:
            continue
        path.write_text(without, encoding="utf-8")
        try:
            interpreter.load(path)
        except interpreter.GameFileError as error:
            assert error.diagnostics  # noqa: PT017
        else:
            assert key == "end", "only the ends of a game with phases may be left out"
