"""What the names in an expression mean, and which words its place offers."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from interpreter.language.functions import FUNCTIONS
from interpreter.language.terms import Kind
from interpreter.source.versions import FUNCTION, WORD, since

if TYPE_CHECKING:
    from collections.abc import Mapping

    from interpreter.board.board import Board
    from interpreter.diagnostics import Span
    from interpreter.language.elaboration import Local
    from interpreter.language.terms import Term
    from interpreter.source import Scalar


@dataclass(frozen=True, slots=True)
class Definition:
    """A named expression of the file, with the names of its parameters."""

    name: str
    parameters: tuple[str, ...]
    body: Scalar | Mapping[str, Scalar]  # one expression, or one for each player
    span: Span


@dataclass(frozen=True, slots=True)
class Region:
    """A named set of sites: one bit set, or one for each player in turn order."""

    name: str
    bits: int | tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Remembered:
    """A declared name of `memory`."""

    name: str
    kind: Kind
    until: str  # "turn ends", "next turn ends" or "game ends"
    index: int


@dataclass(frozen=True)
class Scope:
    """Everything an expression may name.

    `words` are the words of the step its place offers (`from to over at heading amount it`), `missing` those that exist
    elsewhere with the reason they do not here; `locals` are names of `let` and parameters of a definition. In the test
    of a member, `it` is that member, and `level` the number of tests around this place; `meanings` are all that `it`
    could mean in one text.
    """

    board: Board
    players: tuple[str, ...]
    facing: tuple[Mapping[str, tuple[int, ...]], ...]  # for each player: forward, backward, ... -> directions
    pieces: tuple[str, ...] = ()
    regions: Mapping[str, Region] = field(default_factory=dict)
    definitions: Mapping[str, Definition] = field(default_factory=dict)
    memory: Mapping[str, Remembered] = field(default_factory=dict)
    numbers: Mapping[str, int] = field(default_factory=dict)
    moves: tuple[str, ...] = ()
    steps: tuple[str, ...] = ()
    dice: tuple[str, ...] = ()
    apart: bool = False  # whether some dice are used one by one
    language: int = 1  # the version in which the game is written
    values: tuple[int, ...] = ()  # of the kinds of pieces
    words: frozenset[str] = frozenset()
    place: str = "here"  # how messages call the place: "in `to` of the move `drop`"
    locals: Mapping[str, Local] = field(default_factory=dict)
    it: Term | None = None
    level: int = 0
    meanings: tuple[str, ...] = ()
    static: bool = False  # regions and set-up do not depend on the position

    def offering(self, *words: str, place: str | None = None) -> Scope:
        """The same scope with other words of the step."""
        meanings = ("the player whose score is counted",) if "it" in words else ()
        return replace(self, words=frozenset(words), place=place or self.place, meanings=meanings)

    def binding(self, names: Mapping[str, Local]) -> Scope:
        """The same scope with further local names."""
        return replace(self, locals={**self.locals, **names})

    def known(self) -> tuple[str, ...]:
        """All names, for did-you-mean."""
        return (
            *self.locals,
            *self.definitions,
            *self.pieces,
            *self.regions,
            *self.board.regions,
            *self.memory,
            *self.numbers,
            *self.players,
            *(word for word in WORDS if since(WORD, word) <= self.language),
            *self.board.index,
        )


STEP_WORDS: Mapping[str, Kind] = {"from": Kind.SITE, "to": Kind.SITE, "at": Kind.SITE, "over": Kind.SITES}

# Words that name no part of a file: what they give.
WORDS: Mapping[str, Kind] = {
    "empty": Kind.SITES,
    "occupied": Kind.SITES,
    "nowhere": Kind.SITES,
    "mine": Kind.SITES,
    "theirs": Kind.SITES,
    "unmoved": Kind.SITES,
    "me": Kind.PLAYER,
    "enemy": Kind.PLAYERS,
    "it": Kind.PLAYER,
    "last-to": Kind.SITE,
    "turn": Kind.NUMBER,
    "passes": Kind.NUMBER,
    "quiet": Kind.NUMBER,
    "repeats": Kind.NUMBER,
    "roll": Kind.NUMBER,
    "die": Kind.NUMBER,
    "dice": Kind.NUMBER,
    "pips": Kind.NUMBER,
    "amount": Kind.NUMBER,
    "stuck": Kind.YES_NO,
    "width": Kind.NUMBER,
    "height": Kind.NUMBER,
    "yes": Kind.YES_NO,
    "no": Kind.YES_NO,
    "heading": Kind.DIRECTIONS,
    "last-heading": Kind.DIRECTIONS,
    "next": Kind.PLAYER,
    **STEP_WORDS,
}

KEYWORDS = ("and", "or", "not", "is", "in")
RELATIVE = ("forward", "backward", "forward-diagonal", "backward-diagonal", "sideways")
CLASSES = ("any", "orthogonal", "diagonal", "triagonal", "bordering")


def meaning(name: str, language: int, *, called: bool = False) -> str | None:
    """What a name already is in a version of the language; `called` if it may stand before brackets."""
    if name in KEYWORDS:
        return "a word that joins expressions"
    if (name in WORDS or name in CLASSES or name in RELATIVE) and since(WORD, name) <= language:
        return "a word of the language"
    return "a function of the language" if called and name in FUNCTIONS and since(FUNCTION, name) <= language else None
