"""Steps as text: `d4`, `X@d4`, `a1-a4`, `a7-a8=queen`, `xd4`, `xd4:2`, `pass`, `swap`, `roll=4`."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from interpreter.errors import AmbiguousMove, IllegalMove, UnreadableMove

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from interpreter.engine.state import Step
    from interpreter.machine.rules import Rules

PATTERN = re.compile(
    r"(?:(?P<piece>[^@\s]+)@)?(?P<removal>x)?(?P<first>[^\s=:-]+)(?:-(?P<second>[^\s=:-]+))?(?:=(?P<promotion>[^\s=:]+))?(?::(?P<name>\S+))?",
    re.IGNORECASE,
)


def step_text(rules: Rules, step: Step, *, choice_of_kind: bool) -> str:
    """The notation of a step, without a suffix that tells it from another one."""
    if step.move < 0:
        return "pass"
    sites = rules.board.sites
    match rules.moves[step.move].verb:
        case "place":
            target = sites[step.target]
            text = f"{rules.pieces[step.kind].name}@{target}" if choice_of_kind else target
        case "move":
            text = f"{sites[step.origin]}-{sites[step.target]}"
        case "sow":
            text = sites[step.origin]
        case "remove":
            text = f"x{sites[step.target]}"
        case "roll":
            text = f"roll={rules.dice[rules.moves[step.move].dice].text(step.kind)}"
        case verb:
            text = verb
    text = f"{text}={rules.pieces[step.promotion].name}" if step.promotion >= 0 else text
    return f"{text}:{step.amount}" if rules.moves[step.move].chooses_amount else text


def names_kinds(rules: Rules, moves: Iterable[int], player: int) -> bool:
    """Whether a step with these moves says what it places: there are several kinds to choose from."""
    kinds = {kind for move in moves if rules.moves[move].pieces for kind in rules.moves[move].pieces[player]}
    return len(kinds) > 1


def step_texts(rules: Rules, steps: Sequence[Step], *, choice_of_kind: bool) -> list[str]:
    """The notation of legal steps; those that would read alike end in what tells them apart (`a1-d1:fly`)."""
    plain = [step_text(rules, step, choice_of_kind=choice_of_kind) for step in steps]
    if len(set(plain)) == len(plain):
        return plain
    return [
        text if plain.count(text) == 1 else f"{text}:{_difference(rules, step, text, plain, steps)}"
        for text, step in zip(plain, steps, strict=True)
    ]


def _difference(rules: Rules, step: Step, text: str, plain: list[str], steps: Sequence[Step]) -> str:
    """What tells a step from others that read alike: its die, its move, its direction, or the latter two."""
    alike = [other for known, other in zip(plain, steps, strict=True) if known == text]
    if sum(other.die == step.die for other in alike) == 1:
        return str(step.die)
    name, way = rules.moves[step.move].name, rules.board.directions[step.heading]
    if sum(other.move == step.move for other in alike) == 1:
        return name
    return way if sum(other.heading == step.heading for other in alike) == 1 else f"{name}:{way}"


def find_step(text: str, legal: Sequence[str], rules: Rules) -> int:
    """The place of a typed step among the legal ones.

    Case, blanks and hyphens are forgiven where that leaves one reading.
    """
    if text in legal:
        return legal.index(text)
    wanted = "".join(text.split()).casefold()
    folded = [known.casefold() for known in legal]
    for spelling in (folded, [known.replace("-", "") for known in folded]):
        if wanted in spelling:
            return _one(text, [number for number, known in enumerate(spelling) if known == wanted], legal)
    longer = [n for n, known in enumerate(folded) if wanted and re.split(r"[=:]", known)[0] == wanted]
    longer = longer or [n for n, known in enumerate(folded) if wanted and known.partition("@")[2] == wanted]
    if longer:
        return _one(text, longer, legal)
    _refuse(text, legal, rules)
    raise IllegalMove(text, f"{_quoted(text)} is not a legal step here", _close(wanted, legal))


def _one(text: str, found: list[int], legal: Sequence[str]) -> int:
    if len(found) == 1:
        return found[0]
    choices = tuple(legal[number] for number in found)
    raise AmbiguousMove(text, f"{_quoted(text)} can mean several steps", choices)


def _refuse(text: str, legal: Sequence[str], rules: Rules) -> None:
    """Raises UnreadableMove where the text is no step of this game at all."""
    typed = "".join(text.split())
    if typed.partition("=")[0].casefold() in {"pass", "swap", "roll"}:
        return
    found = PATTERN.fullmatch(typed)
    example = legal[0] if legal else "d4"
    if found is None:
        raise UnreadableMove(text, f"{_quoted(text)} is not a step; steps look like {example}", ())
    sites = {name.casefold() for name in rules.board.sites}
    pieces = {piece.name.casefold() for piece in rules.pieces}
    whole = (found["removal"] or "") + found["first"]
    for name in (whole if whole.casefold() in sites else found["first"], found["second"]):
        if name is not None and name.casefold() not in sites:
            raise UnreadableMove(
                text,
                f"{_quoted(text)} is not a step: this board has no site {_quoted(name)}; steps look like {example}",
                (),
            )
    for name in (found["piece"], found["promotion"]):
        if name is not None and name.casefold() not in pieces:
            raise UnreadableMove(
                text, f"{_quoted(text)} is not a step: there is no piece {_quoted(name)}; steps look like {example}", ()
            )


def _close(wanted: str, legal: Sequence[str]) -> tuple[str, ...]:
    """Legal steps that share a site with what was typed."""
    names = [name for name in re.split(r"[-@=:]", wanted.removeprefix("x")) if name]
    near = [
        known
        for known in legal
        if any(name in re.split(r"[-@=:]", known.casefold().removeprefix("x")) for name in names)
    ]
    return tuple(near[:8])


def _quoted(text: str) -> str:
    shown = "".join(character if character.isprintable() else "?" for character in text)
    return f"`{shown if len(shown) <= 40 else shown[:37] + '...'}`"
