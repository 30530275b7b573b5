"""What a person types, as a step of the game: forgiving of case, blanks and signs, and answered by its cause."""

from __future__ import annotations

import re
from dataclasses import dataclass
from difflib import get_close_matches
from typing import TYPE_CHECKING

from interpreter.errors import MoveError

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from interpreter.play.move import Move
    from interpreter.play.position import Position

__all__ = ["Misread", "read_step", "spelt"]

MOST_SHOWN = 8
DASHES = str.maketrans(dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2212\u2192>", "-"))


@dataclass(frozen=True)
class Misread:
    """Why a text is not played: `cause` is ambiguous, illegal or unreadable; `close` are legal steps to try."""

    cause: str
    message: str
    close: tuple[str, ...] = ()

    def __str__(self) -> str:
        if not self.close:
            return self.message
        shown = ", ".join(self.close[:MOST_SHOWN])
        more = len(self.close) - MOST_SHOWN
        return f"{self.message}\n  You could play {shown}" + (f" and {more} more." if more > 0 else ".")


def read_step(position: Position, text: str) -> Move | Misread:
    """The legal step a person means, or why there is none."""
    legal = position.legal_moves
    typed = " ".join(text.translate(DASHES).split())
    for key in (str, _case, _signs, _letters):
        found = [move for move in legal if key(str(move)) == key(typed)]
        if len(found) == 1:
            return found[0]
        if found:
            return _ambiguous(typed, found)
    found = [move for move in legal if move.verb in {"place", "remove"} and _case(str(move.target)) == _letters(typed)]
    found = found or [move for move in legal if _case(re.split("[=:]", str(move))[0]) == _case(typed)]
    if len(found) == 1:
        return found[0]
    return _ambiguous(typed, found) if found else _misread(position, typed, legal)


def spelt(position: Position, text: str) -> str:
    """A step as a person writes it in the notation of steps, where two sites stand without a hyphen; else as it is."""
    typed = " ".join(text.translate(DASHES).split())
    sites = _sites(position, typed)
    plain = "-".join(sites)
    return plain if len(sites) == 2 and _letters(plain) == _letters(typed) else typed


def _case(text: str) -> str:
    return text.casefold()


def _signs(text: str) -> str:
    """Without blanks and hyphens."""
    return re.sub(r"[\s-]", "", text.casefold())


def _letters(text: str) -> str:
    """Letters and digits only."""
    return "".join(letter for letter in text.casefold() if letter.isalnum())


def _ambiguous(typed: str, found: Sequence[Move]) -> Misread:
    return Misread("ambiguous", f"{_quoted(typed)} could be more than one step.", _texts(found))


def _misread(position: Position, typed: str, legal: tuple[Move, ...]) -> Misread:
    sites = _sites(position, typed)
    if not sites:
        return _about_none(position, typed, legal)
    strange = _strange(position, typed)
    if strange:
        beside = _texts(move for move in legal if sites[0] in {move.origin, move.target})
        return Misread("unreadable", f"There is no site {strange} on this board.", beside)
    if len(sites) == 1:
        return _about_one(position, sites[0], typed, legal)
    return _about_two(position, sites[0], sites[-1], typed, legal)


def _about_none(position: Position, typed: str, legal: tuple[Move, ...]) -> Misread:
    unknown = re.fullmatch(r"x?(\w+@)?([a-z]{1,3}\d{1,3})(\W*[a-z]{1,3}\d{1,3})?", typed.casefold())
    close = get_close_matches(typed.casefold(), [str(move).casefold() for move in legal], MOST_SHOWN, 0.6)
    near = _texts(move for move in legal if str(move).casefold() in close)
    if unknown:
        return Misread("unreadable", f"There is no site {unknown[2]} on this board.", near)
    if typed.casefold().partition("=")[0] in {"pass", "roll", "swap"}:
        return _refused(position, typed, typed, near)
    example = f" A step here looks like {legal[0]}." if legal else ""
    return Misread("unreadable", f"{_quoted(typed)} is neither a step nor a command.{example}", near)


def _about_one(position: Position, site: str, typed: str, legal: tuple[Move, ...]) -> Misread:
    starting = [move for move in legal if move.verb == "move" and move.origin == site]
    if starting and _case(typed) == _case(site):
        return Misread("ambiguous", f"Where to from {site}?", _texts(starting))
    return _refused(position, typed, typed, _texts(starting) or _near(site, legal))


def _about_two(position: Position, origin: str, target: str, typed: str, legal: tuple[Move, ...]) -> Misread:
    starting = [move for move in legal if move.origin == origin and move.verb == "move"]
    several = [move for move in starting if move.target == target]
    if len(several) > 1:
        return _ambiguous(typed, several)
    return _refused(position, typed, spelt(position, typed), _texts(several or starting) or _near(target, legal))


def _refused(position: Position, typed: str, written: str, close: tuple[str, ...]) -> Misread:
    """What the rules, or those of the notation, say against a step."""
    try:
        reason = position.why(written)
    except MoveError as error:
        return Misread("unreadable", f"{error.message[:1].upper()}{error.message[1:]}.", close)
    return Misread("illegal", f"{_quoted(typed)} is not legal: {reason.text}.", reason.better or close)


def _near(site: str, legal: Iterable[Move]) -> tuple[str, ...]:
    """Steps to that site, else those whose text resembles it."""
    legal = tuple(legal)
    arriving = [move for move in legal if move.target == site and move.verb != "sow"]
    return _texts(arriving or legal[:3])


def _texts(moves: Iterable[Move]) -> tuple[str, ...]:
    return tuple(str(move) for move in moves)


def _sites(position: Position, typed: str) -> list[str]:
    """The sites named in a text, in its order."""
    known = {site.casefold(): site for site in position.game.board.sites}
    words = re.findall(r"[^\W_]+", typed.casefold())
    found = []
    for word in words:
        if word in known:
            found.append(known[word])
        elif word[:1] == "x" and word[1:] in known:
            found.append(known[word[1:]])
        else:  # sites without a sign between them, perhaps behind the letter of a piece or that of a capture
            parts = re.findall(r"[^\W\d_]+\d+", word)
            found += [known[name] for part in parts for name in (part, part[1:]) if name in known]
    return found


def _strange(position: Position, typed: str) -> str:
    """What looks like a site in a text, and is none of this board."""
    looks = re.findall(r"(?<![^\W_])[a-z]{1,3}\d{1,3}(?![^\W_])", typed.casefold())
    return next((word for word in looks if not _sites(position, word)), "")


def _quoted(text: str) -> str:
    shown = "".join(letter if letter.isprintable() else "?" for letter in text[:40])
    return f'"{shown}{"..." if len(text) > 40 else ""}"'
