"""A position in words and letters: the board, what is in hand, what has just happened, what is due."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from interpreter.board.board import members
from interpreter.cli.screen import counted, styled, width, wrapped

if TYPE_CHECKING:
    from collections.abc import Container, Iterable, Iterator, Mapping

    from interpreter.play.move import Outcome
    from interpreter.play.position import Position

HEADS = 9
"""The columns that the name of a line beside the board takes."""

__all__ = ["announced", "board_picture", "due", "hands", "happened", "points", "scores", "stock"]


def board_picture(position: Position, reason: Iterable[str] | None = None, *, flipped: bool = False) -> str:
    """The board with its coordinates.

    The sites of the last step stand in square brackets; those behind a `reason`, or, in a game that is over, behind its
    end, in round ones. An empty site on which a rule of its own holds is a `+`. `flipped` shows it from the other side.
    """
    from interpreter.drawing.text import board_text  # noqa: PLC0415
    from interpreter.explaining.special import special_sites  # noqa: PLC0415

    game, index = position.game, position.game.board.index
    last = position.last_move
    marks = {index[site]: "[]" for site in (last.origin, last.target) if site} if last and reason is None else {}
    if reason is None:
        reason = position.why().sites if position.outcome is not None else ()
    if len(tuple(reason)) < len(game.board.sites):
        marks = {**{index[site]: "()" for site in reason}, **marks}
    empties = dict.fromkeys(members(special_sites(game)), "+")
    return board_text(game.board, position.tokens, marks=marks, empties=empties, flipped=flipped, columns=width())


def hands(position: Position) -> str:
    """What each player still has in hand, or nothing where no piece comes from a hand."""
    parts = []
    for player in position.game.players:
        stock = position.hand(player)
        if stock:
            held = [f"{piece} x {number}" for piece, number in stock.items() if number or len(stock) == 1]
            parts.append(f"{player} {', '.join(held) or 'nothing'}")
    return f"In hand  {'; '.join(parts)}" if parts else ""


def points(position: Position) -> str:
    """The points each player was awarded, or nothing while there are none, or where the score tells the same."""
    found = position.points
    if not any(found.values()) or found == position.scores:
        return ""
    return f"Points   {_numbers(found)}"


def scores(position: Position) -> str:
    """What each player scores now, or nothing where no score decides the game."""
    found = position.scores
    if not found:
        return ""
    return f"Score    {_numbers(found)}"


def dice(position: Position) -> str:
    """The dice that are not used yet, or what was thrown in this turn; nothing before a throw."""
    if position.outcome is not None or not position.roll:
        return ""
    return f"Thrown   {', '.join(map(str, position.dice)) or position.roll}"


def leavers(position: Position) -> str:
    """Who is out while the others play on, or nothing where nobody is."""
    return f"Out      {', '.join(position.out)}" if position.out else ""


def stock(position: Position) -> str:
    """What is beside the board, a line each: the players' hands, points and scores, who is out, and what was thrown."""
    lines = (hands(position), points(position), scores(position), leavers(position), dice(position))
    return "\n".join(wrapped(line[HEADS:], " " * HEADS, line[:HEADS]) for line in lines if line)


def _numbers(values: Mapping[str, object]) -> str:
    return ", ".join(f"{player} {_number(value)}" for player, value in values.items())


def _number(value: object) -> str:
    return str(value) if isinstance(value, int) else f"{float(Fraction(str(value))):g}"


def happened(position: Position) -> str:
    """The last step in words, with what it took from the board."""
    before = position.undo()
    last = position.last_move
    if before is None or last is None:
        return ""
    if last.verb == "pass":
        return f"{before.mover} passed"
    return ", ".join([f"{before.mover} played {last}", *_followed(before, position, {last.origin, last.target})])


def _followed(before: Position, after: Position, named: Container[str | None]) -> Iterator[str]:
    """What a step did on sites that its notation does not name: `taking a2`, `moving h1 to f1`."""
    old = {site: occupant for site, occupant in before.occupants.items() if site not in named}
    new = {site: occupant for site, occupant in after.occupants.items() if site not in named}
    gone, come = ([site for site in one if site not in other] for one, other in ((old, new), (new, old)))
    own = [site for site in gone if old[site].owner == before.mover]
    moved: dict[str, str] = {}
    for start in own:
        if end := next((site for site in come if new[site] == old[start] and site not in moved.values()), None):
            moved[start] = end
    told = {
        "taking": " ".join(site for site in gone if site not in own),
        "removing": " ".join(site for site in own if site not in moved),
        "moving": " and ".join(f"{start} to {end}" for start, end in moved.items()),
        "placing": " ".join(site for site in come if site not in moved.values()),
        "changing": " ".join(site for site in new if site in old and old[site] != new[site]),
    }
    return (f"{what} {where}" for what, where in told.items() if where)


def due(position: Position) -> str:
    """Whose turn it is and what kind of step is due: `white to drop`."""
    step = position.step.replace("-", " ").replace("_", " ")
    seat = position.seats.get(position.mover, position.mover) if position.mover else None
    seated = f" (seat of {seat})" if seat != position.mover else ""
    return f"{position.mover}{seated} to {step}"


def announced(outcome: Outcome) -> str:
    """Who has won, and why."""
    result = f"Won by {outcome.winner}" if outcome.winner else "A draw"
    return f"{styled(result, 'bold')}: {outcome.reason}."


def length(position: Position) -> str:
    """`12 steps in 9 turns`, counting the turns in which a step was made."""
    steps = len(position.moves)
    before = position.undo()
    turns = before.turn if before else 0
    return f"{counted(steps, 'step')} in {counted(turns, 'turn')}"
